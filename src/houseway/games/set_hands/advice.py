"""What choices are worth to somebody who sets two hands, and what quiet players do."""

from collections.abc import Callable, Collection
from fractions import Fraction

from houseway.games.set_hands.player_bank import vigorish
from houseway.games.set_hands.two_hands import Tally
from houseway.referee.events import Place
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

TURNED_UP = ("turn_up", "set_for_bank", "expose_bank")  # steps that show the hands to beat
Worth = Callable[[Tally], Fraction]


def player_worth(view: View, rules: TableRules, seat: int, wager: str) -> Worth:
    """What deals net a player on average, in cents, vigorish taken off."""
    chips = view.state.placed[seat][wager]
    gain = rules.schedule(wager).prices["win"].wins(view.state.stake(seat, wager))
    net = gain - vigorish(rules, gain)
    return lambda tally: Fraction(tally.win * net - tally.lose * chips, sum(tally))


def bank_worth(view: View, rules: TableRules, wager: str) -> Worth:
    """Every wager against the bank has the same chances; one alone pays vigorish when it loses."""
    against = [made[wager] for made in view.state.placed.values() if made.get(wager)]
    against += [event.amount for event in view.events if event.kind == "set_out" and event.amount]
    whole = sum(against)
    net = whole - vigorish(rules, whole, surplus=True) if len(against) == 1 else whole
    return lambda tally: Fraction(tally.win * net - tally.lose * whole, sum(tally))


def chosen(view: View, place: Place, ways: Collection[str]) -> str:
    """The way in which somebody has chosen to set, if anybody has asked."""
    made = view.state.choices.get(place, [])
    return next((name for name in made if name in ways), "")


def to_beat(view: View) -> Place:
    """Whose hands lie face up to be beaten: the dealer's or the bank's."""
    found = next(e.who for e in view.events if e.kind == "revealed" and e.step in TURNED_UP)
    assert found is not None
    return found


def quiet(view: View, names: Collection[str]) -> str:
    """The first of these choices that is offered, or else whatever is offered first."""
    assert view.asked is not None
    offered = [choice.name for choice in view.asked.choices]
    return next((name for name in names if name in offered), offered[0])
