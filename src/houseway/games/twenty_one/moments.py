"""What a game does besides, at moments of a round that the family plays: side wagers mostly."""

from collections.abc import Callable
from dataclasses import dataclass

from houseway.referee.round import Round

AtSeat = Callable[[Round, int], None]


def nothing(r: Round, seat: int) -> None:
    """Nothing is done."""


@dataclass(frozen=True)
class Moments:
    """What happens at a seat when its first total is announced (``announced``), its hand has got a
    card or is given up or stands (``acted``), is about to be split (``splits``), is settled
    (``settled``); and when a reader has shown no
    blackjack (``peeked``). ``waits``: a side wager wants the dealer's second card. ``keeps``: the
    cards of a paid blackjack stay on the table."""

    announced: AtSeat = nothing
    acted: AtSeat = nothing
    splits: AtSeat = nothing
    settled: AtSeat = nothing
    peeked: Callable[[Round], None] = lambda r: None
    waits: Callable[[Round], bool] = lambda r: False
    keeps: Callable[[Round, int], bool] = lambda r, seat: False


NO_MOMENTS = Moments()
