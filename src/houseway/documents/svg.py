"""SVG as text, and nothing else: an element, numbers without noise, words that fit a box."""

from html import escape

Attribute = str | int | float


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """An element. ``class_`` is the class, and an underscore within a name is a hyphen.

    >>> tag("rect", x=1.5, stroke_width=2, class_="area")
    '<rect x="1.5" stroke-width="2" class="area"/>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
    )
    body = "".join(inside)
    return f"<{name}{given}>{body}</{name}>" if body else f"<{name}{given}/>"


def number(value: Attribute) -> str:
    """A number as short as it can be.

    >>> number(12.0), number(0.3333333), number("auto")
    ('12', '0.33', 'auto')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def text(words: str, x: float, y: float, **attributes: Attribute) -> str:
    """Words whose middle is at x and whose base line is at y. The space behind them keeps them
    apart from the next for whoever has them read out."""
    return tag("text", escape(words), x=x, y=y, text_anchor="middle", **attributes) + " "


def title(words: str) -> str:
    """What a part of a drawing is called."""
    return tag("title", escape(words))


def lines(words: str, width: int) -> list[str]:
    """Words broken into lines of at most so many letters, a longer word alone on its line.

    >>> lines("Three-Card Bonus", 10)
    ['Three-Card', 'Bonus']
    """
    found: list[str] = []
    for word in words.split():
        if found and len(found[-1]) + 1 + len(word) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def drawing(body: str, wide: float, high: float, label: str, **attributes: Attribute) -> str:
    """A whole drawing that scales with the place it is given."""
    return tag(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        role="img",
        aria_label=label,
        **attributes,
    )
