"""What may be bet at pokette before the next spin (12.4(d), 12.8)."""

from houseway.games.wheels.chips_window import ChipsWindow
from houseway.games.wheels.pokette.hand import POKER, open_wagers
from houseway.referee.data import TableData
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.rulebook.refusal import Refused

STAND = "stand"  # in the table's notes: the posted cards


def posted(data: TableData) -> list[str]:
    """The winning cards on the stand."""
    found: list[str] = data.notes.get(STAND, [])
    return found


class PokerWindow(ChipsWindow):
    """Checks a bet; poker hand wagers are made only as the posted cards open them, and what a joker
    has left standing is not lowered unless the house lets it."""

    def __init__(self, r: Round) -> None:
        super().__init__(r.rules, r.data, r.state)
        self.stood = {seat: dict(bets) for seat, bets in r.state.bets.items()}

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made before this spin."""
        super().check_bet(given)
        assert isinstance(given.who, int)
        opened = open_wagers(self.rules.rule("straight_order"), posted(self.data))
        for name, amount in given.amounts:
            if name in POKER and amount and name not in opened:
                self._refuse(f"open_{name}")
            stood = self.stood.get(given.who, {}).get(name, 0)
            if amount < stood and not self.rules.rule("may_take_down"):
                self._refuse("stays_up")

    def _refuse(self, step: str) -> None:
        raise Refused(self.rules.says(step), self.rules.cite(step))
