"""The board of a cage of numbers: all of them, those that are marked and those that are drawn."""

from collections.abc import Collection

from houseway.documents.svg import drawing, tag, text
from houseway.rulebook.models import Cage

ACROSS, CELL, EDGE, GAP = 10, 62, 18, 4


def board_size(cage: Cage) -> tuple[float, float]:
    """How wide and how high the board of a cage is."""
    rows = -(-cage.numbers // ACROSS)
    return 2 * EDGE + ACROSS * CELL, 2 * EDGE + rows * CELL + _gutter(rows)


def _gutter(rows: int) -> float:
    return EDGE if rows > 4 else 0


def numbers_board(
    cage: Cage,
    drawn: Collection[int] = (),
    marked: Collection[int] = (),
    *,
    live: bool = False,
    fresh: bool = False,
) -> str:
    """The board; where it is ``live`` each number can be marked by hand, and where it is
    ``fresh`` the numbers have just been drawn."""
    width, height = board_size(cage)
    rows = -(-cage.numbers // ACROSS)
    cells = []
    for number in range(1, cage.numbers + 1):
        row, column = divmod(number - 1, ACROSS)
        x = EDGE + column * CELL
        y = EDGE + row * CELL + (_gutter(rows) if 2 * row >= rows else 0)
        state = ["number"]
        said = [str(number)]
        if number in marked:
            state.append("marked")
            said.append("marked")
        if number in drawn:
            state.append("drawn")
            said.append("drawn")
        box = tag(
            "rect",
            x=x + GAP / 2,
            y=y + GAP / 2,
            width=CELL - GAP,
            height=CELL - GAP,
            rx=6,
            fill="#2d6353",
        )
        label = text(str(number), x + CELL / 2, y + CELL / 2 + 7, font_size=20, fill="#eef4f0")
        ball = (
            tag(
                "circle",
                cx=x + CELL / 2,
                cy=y + CELL / 2,
                r=23,
                fill="#f2c14e",
                class_="ball fresh" if fresh else "ball",
            )
            if number in drawn
            else ""
        )
        extra: dict[str, str | int | float] = (
            {"role": "button", "tabindex": 0, "aria_pressed": str(number in marked).lower(),
             "data_number": number, "id": f"number-{number}"}
            if live
            else {}
        )  # fmt: skip
        cells.append(
            tag("g", box, ball, label, class_=" ".join(state), aria_label=", ".join(said), **extra)
        )
    felt = tag("rect", width=width, height=height, rx=16, fill="#1f4f41", class_="cloth")
    heading = f"Numbers 1 to {cage.numbers}" + (f", {len(drawn)} drawn" if drawn else "")
    role = "group" if live else "img"
    return drawing(felt + "".join(cells), width, height, heading, class_="board").replace(
        'role="img"', f'role="{role}"', 1
    )
