"""The betting window of a wheel with chips in each player's own color."""

from collections.abc import Iterator

from houseway.referee.events import Event
from houseway.referee.requests import Input
from houseway.referee.window import BettingWindow

VALUE_CHIPS = "value_chips"
CASH = "cash"


class ChipsWindow(BettingWindow):
    """Checks a bet; the dealer confirms a verbal wager with cash."""

    def place(self, given: Input) -> Iterator[Event]:
        """The events of a bet that has been checked; value chips and cash are told apart."""
        if given.what == CASH:
            step = self.rules.book.round["confirm_cash"]
            yield Event(
                "said", "dealer", "confirm_cash", says=step.says, step="bets", cite=step.cite
            )
        for event in super().place(given):
            apart = event.kind == "wagered" and given.what in (VALUE_CHIPS, CASH)
            yield event._replace(what=given.what) if apart else event
