"""The betting window of pai gow poker, and which wagers go by what."""

from houseway.games.set_hands.dragons_eye import DragonWindow
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.rulebook.table_rules import base_of

WAGER, NUMBER, THREE_CARD = "pai_gow_poker", "number", "three_card"
PROGRESSIVES = ("progressive_1", "progressive_5")
LATE = (*PROGRESSIVES, "imperial", "seven_card")  # paid after all hands have been seen (11.9)
BY_BONUS = ("insurance", "bonus")  # settled in the player's turn (11.15)
BY_EZ = ("dynasty", "protection", "red_black", "queens_dragon")  # (11.22)
ON_CARDS = (*LATE, *BY_BONUS, *BY_EZ)
ENVY = {"bonus": "envy", "dynasty": "dynasty_envy"}
NO_SURRENDER = (*PROGRESSIVES, "seven_card", *BY_EZ)  # (11.9(e))


class PokerWindow(DragonWindow):
    """The window, in which a bank may make side wagers on its own place."""

    def bank_may_bet(self, given: Input) -> bool:
        """Side wagers, on the bank's own place alone."""
        names = {base_of(name) for name, _ in given.amounts}
        return given.who == self.bank.seat and WAGER not in names

    def _check_together(self, seat: int, stakes: dict[str, int]) -> None:
        """A bank's side wagers need no wager against itself."""
        if self.bank.seat and seat == self.bank.seat:
            stakes = {WAGER: 1, **stakes}
        super()._check_together(seat, stakes)


def window(r: Round) -> PokerWindow:
    """The window of a round."""
    assert isinstance(r.window, PokerWindow)
    return r.window


def made(r: Round, seat: int, *wagers: str) -> list[str]:
    """The wagers of these kinds that a seat has made, each with its spot."""
    placed = r.state.placed.get(seat, {})
    return [name for wager in wagers for name in placed if base_of(name) == wager]


def anybody_made(r: Round, *wagers: str) -> bool:
    """Whether any seat has made a wager of these kinds."""
    return any(made(r, seat, *wagers) for seat in r.clockwise())


def card_seats(r: Round) -> list[int]:
    """Seats with a wager on their hands, even if a triple has taken it, from the far right."""
    return list(r.clockwise(WAGER))
