"""What the house takes out of a wager for itself, and a ledger of what is owed until later.

A fee is a share of an amount, to the cent or to a larger step, up or down; the rulebook says
which. The ledger is plain data that a table keeps between rounds: one marker for each seat.
"""

from collections.abc import Mapping
from typing import Any

from houseway.referee.events import Event
from houseway.referee.round import Round
from houseway.rulebook.money import money

MILLION = 1_000_000
MARKERS = "markers"  # where a table's notes keep the ledger


def fee(base: int, rate: int, step: int = 1, up: bool = False) -> int:
    """A share of an amount in cents, ``rate`` in millionths, in whole steps of so many cents.

    >>> fee(1250, 50_000), fee(1250, 50_000, step=25, up=True), fee(500, 50_000, step=25, up=True)
    (62, 75, 25)
    """
    exact, unit = base * rate, step * MILLION
    return (-(-exact // unit) if up else exact // unit) * step


def collect(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """A fee goes from the player to the rack."""
    r.charge(seat, wager, amount, step)


def defer(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """A fee is owed: a marker with its amount lies before the dealer, at the seat's number."""
    marker = _markers(r.data.notes).setdefault(str(seat), {"who": "", "cents": 0})
    marker["who"] = r.data.players.get(seat, marker["who"])
    marker["cents"] += amount
    says = f"seat {seat} owes {money(marker['cents'])}"
    r.emit(
        Event("marked", seat, wager=wager, amount=amount, says=says, step=step, cite=r.cite(step))
    )


def collect_marker(r: Round, seat: int, wager: str, step: str) -> None:
    """What a seat owes is collected and its marker goes."""
    collect(r, seat, wager, _markers(r.data.notes).pop(str(seat))["cents"], step)


def write_off_marker(r: Round, seat: int, wager: str, step: str) -> None:
    """What somebody owed who has left is written on a form and the marker goes."""
    amount = _markers(r.data.notes).pop(str(seat))["cents"]
    says = f"{money(amount)} of seat {seat} is written down as not collected"
    r.emit(
        Event(
            "uncollected", seat, wager=wager, amount=amount, says=says, step=step, cite=r.cite(step)
        )
    )


def owing(notes: Mapping[str, Any]) -> dict[int, str]:
    """The seats with a marker, and who incurred it."""
    return {int(seat): marker["who"] for seat, marker in notes.get(MARKERS, {}).items()}


def _markers(notes: dict[str, Any]) -> dict[str, dict[str, Any]]:
    markers: dict[str, dict[str, Any]] = notes.setdefault(MARKERS, {})
    return markers
