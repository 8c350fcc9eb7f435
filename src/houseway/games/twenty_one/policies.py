"""Ways to decide, for simulation through the referee."""

from collections.abc import Callable

from houseway.games.twenty_one import odds
from houseway.games.twenty_one.advice import RESCUES, Seen, seen_by, values_of
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.strategy import best_chart
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import rank, worth
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

ByView = Callable[[View, TableRules], str]


def by_total(choose: Callable[[TableRules, Seen, set[str]], str]) -> ByView:
    """A policy from a rule about one hand; everything else is declined or passed on."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        names = [choice.name for choice in view.asked.choices]
        for usual in ("no_insurance", "third_card", "pass"):
            if usual in names:
                return usual
        if "stand" not in names:
            return names[0]
        return choose(rules, seen_by(view, rules), set(names))

    return policy


def by_chart(rules: TableRules, seen: Seen, names: set[str]) -> str:
    """What the best chart says."""
    if len(names) == 2 and names & RESCUES and len(seen.cards) > 2:  # of a hand that was doubled
        here = against(odds.terms(numbers(rules)), seen.dealer)
        saves = here.saves[here.hands.at[values_of([*seen.cards], rules)]]
        return next(iter(names & RESCUES)) if saves else "stand"
    chart = best_chart(rules)
    total, soft = worth(seen.cards, rules.points)
    pair = None
    if "split" in names:
        pair = odds.value_of(rules.points[rank(seen.cards[0])])
    wanted = chart.decide(total, soft, seen.dealer, pair, names)
    return "double_down" if wanted == "double" and "double_down" in names else wanted


def mimic(rules: TableRules, seen: Seen, names: set[str]) -> str:
    """Draw and stand as the dealer must."""
    total, soft = worth(seen.cards, rules.points)
    draws = odds.drawer(rules.rule("dealer_stands"), rules.rule("dealer_stands_soft"))
    return "hit" if draws(total, soft) and "hit" in names else "stand"


def never_bust(rules: TableRules, seen: Seen, names: set[str]) -> str:
    """Draw only where no card can take the hand over."""
    total, soft = worth(seen.cards, rules.points)
    return "hit" if odds.never_bust(total, soft) and "hit" in names else "stand"


POLICIES: dict[str, ByView] = {
    "optimal": by_total(by_chart),
    "mimic": by_total(mimic),
    "never_bust": by_total(never_bust),
}
