"""Who covers the wagers of a round, and a betting window that knows it."""

from dataclasses import dataclass

from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.referee.window import BettingWindow
from houseway.rulebook.refusal import Refused


@dataclass(frozen=True)
class Bank:
    """Who covers the wagers of a round: the house, or the player at a seat."""

    seat: int = 0  # none: the house
    who: str = ""
    shared: bool = False  # the house covers one half
    wager: int = 0  # the dealer's against the bank, in cents


class BankWindow(BettingWindow):
    """The window, which besides knows the bank."""

    def __init__(self, r: Round) -> None:
        super().__init__(r.rules, r.data, r.state)
        self.bank = Bank()

    def bank_areas(self) -> list[int]:
        """Every seat of the player who banks."""
        who = self.bank.who
        return [seat for seat, player in self.data.players.items() if player == who]

    def holds(self, seat: int) -> bool:
        """Whether a seat must stay: the bank's as well, although no chip of his is down."""
        return super().holds(seat) or (self.bank.seat > 0 and seat == self.bank.seat)

    def check_bet(self, given: Input) -> None:
        """Refuse also what the bank may not bet."""
        super().check_bet(given)
        barred = self.bank.seat and given.who in self.bank_areas()
        if barred and not self.bank_may_bet(given):
            raise Refused(
                "the bank has one area and bets on no other", self.rules.cite("bank_bets")
            )

    def bank_may_bet(self, given: Input) -> bool:
        """Whether a bet is one that a bank may make: none, unless a game has such."""
        return False

    def has_opponents(self) -> bool:
        """Whether somebody other than the bank has bet."""
        own = self.bank_areas()
        return any(wagers and seat not in own for seat, wagers in self.state.placed.items())

    def check_close(self) -> None:
        """A bank alone still plays against the dealer's wager, and a co-bank that nobody
        bets against gives up the bank."""
        if not (self.bank.seat and not any(self.state.placed.values())):
            super().check_close()
