"""The roulette layout: what it takes, and which numbers each wager covers (5.1)."""

from collections.abc import Sequence

from houseway.games.wheels.chips_window import VALUE_CHIPS, ChipsWindow
from houseway.games.wheels.wheel import covers
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.referee.window import MATCH_PLAY
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

FIVE_ADJACENT = "five_adjacent"


def covered(rules: TableRules, wager: str) -> list[str]:
    """The compartments that a wager wins on, by where it lies."""
    named = covers(rules, wager)
    if base_of(wager) == FIVE_ADJACENT:
        wheel = rules.book.wheels[rules.rule("replica")].pockets
        return neighbors(wheel, named[0], rules.rule("neighbors_each_side"))
    return [number for name in named for number in _numbers(rules, name)]


def _numbers(rules: TableRules, name: str) -> list[str]:
    """A number itself, or the numbers of a color section."""
    section = f"section_{name}"
    found: list[str] = rules.rule(section) if rules.fixes(section) else [name]
    return found


def neighbors(wheel: Sequence[str], middle: str, each_side: int) -> list[str]:
    """A number with its neighbors on both sides, around the wheel.

    >>> neighbors(["0", "1", "2", "3", "4", "5"], "0", 2)
    ['4', '5', '0', '1', '2']
    """
    at = wheel.index(middle)
    return [wheel[(at + step) % len(wheel)] for step in range(-each_side, each_side + 1)]


class Felt(ChipsWindow):
    """The betting window of a roulette table.

    Besides what holds for every wager: a value chip and a coupon do not lie together, and the
    dealer confirms a verbal wager with cash.
    """

    def __init__(self, r: Round) -> None:
        super().__init__(r.rules, r.data, r.state)
        self.events = r.events

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made; nothing changes."""
        super().check_bet(given)
        for name, amount in given.amounts:
            if amount:
                self._check_coupon(given, name)

    def _check_coupon(self, given: Input, name: str) -> None:
        """No value chip is wagered together with a match play coupon."""
        assert isinstance(given.who, int)
        coupon = given.what == MATCH_PLAY and self._has_value_chips(given.who, name)
        chip = given.what == VALUE_CHIPS and self.state.coupons.get(given.who, {}).get(name)
        if coupon or chip:
            raise Refused(
                "a value chip may not be wagered with a match play coupon",
                self.rules.book.tenders[VALUE_CHIPS].cite,
            )

    def check_payable(self, name: str, stake: int) -> None:
        """Of a five adjacent wager, chips and coupon together, each fifth must be payable."""
        if base_of(name) == FIVE_ADJACENT:
            stake //= len(covered(self.rules, name))
        super().check_payable(name, stake)

    def _has_value_chips(self, seat: int, wager: str) -> bool:
        """Whether a value chip has come to a wager since it last stood at nothing."""
        standing, found = 0, False
        for event in self.events:
            if (event.who, event.wager) != (seat, wager):
                continue
            if event.kind == "wagered":
                standing += event.amount
                found = found or event.what == VALUE_CHIPS
            elif event.kind == "withdrawn":
                standing -= event.amount
                found = found and standing > 0
        return found
