"""What games share in which a player stays in with one more wager, or folds."""

from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def stays_in(r: Round, seat: int, wager: str) -> Script[bool]:
    """A player makes the wager whose amount the law fixes, or folds: whether it was made."""
    amount = r.exact_amount(seat, wager)
    given = yield from r.ask(
        seat,
        Choice(wager, amount, amount, cite=r.cite(wager)),
        Choice("fold", cite=r.cite("fold")),
        step="decide",
    )
    if given.what != wager:
        return False
    r.wager(seat, wager, amount, wager)
    return True
