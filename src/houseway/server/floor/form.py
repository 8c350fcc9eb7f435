"""The floor's forms, parsed: options, limits and meters of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from houseway.referee.table import BY_HAND
from houseway.rulebook.chapter import DefaultLimits
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Option, Rulebook
from houseway.rulebook.money import dollars, money
from houseway.rulebook.refusal import Refused

PARTS = ("minimum", "maximum", "step")
Form = Mapping[str, str]


@dataclass
class Read:
    """A parsed form, and the errors in its fields."""

    options: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    meters: dict[str, dict[str, Any]] = field(default_factory=dict)
    by_hand: tuple[str, ...] = ()
    unread: list[Refused] = field(default_factory=list)


def read_form(book: Rulebook, form: Form, usual: DefaultLimits) -> Read:
    """A form's fields: ``option.NAME``, ``limit.WAGER.minimum``, ``meter.NAME.link``, ``hand.WHO``.
    An empty field keeps the rule of law."""
    read = Read(by_hand=tuple(who for who in BY_HAND if form.get(f"hand.{who}")))
    for name, option in book.choices.items():
        if text := form.get(f"option.{name}", "").strip():
            read.options[name] = _value(option, text)
    for name in book.wagers:
        parts = [form.get(f"limit.{name}.{part}", "").strip() for part in PARTS]
        if any(parts):
            try:
                read.limits[name] = _limit(parts, usual)
            except Refused as refusal:
                told = f"limits of {book.wagers[name].name}: {refusal.reason}"
                read.unread.append(Refused(told, usual.cite))
    for name in book.meters:
        try:
            if terms := _meter(form, name):
                read.meters[name] = terms
        except Refused as refusal:
            read.unread.append(Refused(f"{name}: {refusal.reason}", book.meters[name].cite))
    return read


def _value(option: Option, text: str) -> Any:
    return text == "yes" if option.kind == "flag" and text in ("yes", "no") else text


def _limit(parts: list[str], usual: DefaultLimits) -> Limit:
    standard = (usual.minimum, usual.maximum, 1)
    given = [dollars(text) if text else least for text, least in zip(parts, standard, strict=True)]
    return Limit(*given)


def _meter(form: Form, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if link := " ".join(form.get(f"meter.{name}.link", "").split())[:60]:
        found["link"] = link
    if reset := form.get(f"meter.{name}.reset", "").strip():
        found["reset"] = dollars(reset)
    if rate := form.get(f"meter.{name}.rate", "").strip():
        found["rate"] = rate
    return found


def plain(cents: int) -> str:
    """Return an amount as text for a form field.

    >>> plain(100000), plain(50)
    ('1000', '0.50')
    """
    return money(cents).removeprefix("$").replace(",", "")


def whole(text: str, what: str, most: int = 100_000) -> int:
    """Return the whole number in a field, or refuse."""
    if not text.strip().isdecimal() or len(text.strip()) > 9 or int(text) > most:
        raise Refused(f"{what} is a whole number up to {most:,}, not {text[:20]!r}")
    return int(text)


async def sent_form(request: Request) -> dict[str, str]:
    """Return the fields of a submitted form."""
    sent = await request.form()
    return {name: value for name, value in sent.items() if isinstance(value, str)}
