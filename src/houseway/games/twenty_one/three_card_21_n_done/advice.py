"""What each choice of a seat is worth, from what it can see; ways to decide at a table."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.equipment.cards import UNKNOWN, Card
from houseway.games.authoring.policy import sight_of
from houseway.games.twenty_one.advice import values_of
from houseway.games.twenty_one.composition.against import Against
from houseway.games.twenty_one.composition.terms import ACTIONS, Counts
from houseway.games.twenty_one.odds import Rules, insurance, value_of
from houseway.games.twenty_one.table_numbers import DEALER, MAIN, numbers, prices
from houseway.games.twenty_one.three_card_21_n_done import odds, policy
from houseway.games.twenty_one.three_card_21_n_done.odds import BEST, Column
from houseway.games.twenty_one.twentyone import GOAL, rank
from houseway.referee.events import Place
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

USUAL = ("no_insurance", "pass", "second_card", "third_card", "card", "consent")


@dataclass(frozen=True)
class Seen:
    """What a seat sees when it decides."""

    place: Place
    hand: Counts
    others: Counts  # the other two cards of a split
    split: bool
    column: Column
    rules: Rules
    stake: int


def seen_by(view: View, rules: TableRules) -> Seen:
    """What a seat sees now."""
    seat, hands, known = view.who, view.state.hands, numbers(rules)
    assert isinstance(seat, int)
    mine = [seat, f"{seat}.2", f"{seat}.3"]
    dealt = [e.who for e in view.events if e.kind == "dealt" and e.who in mine]
    place = dealt[-1]
    assert place is not None
    parts: dict[Place, tuple[Card, ...]] = {
        e.who: e.cards for e in view.events if e.kind == "revealed" and e.step == "split"
        if e.who in mine and e.who is not None
    }  # fmt: skip
    others = [c for where, cards in parts.items() if where != place for c in cards]
    up = next(c for c in hands[DEALER] if c != UNKNOWN)
    return Seen(
        place,
        values_of(list(hands[place]), rules),
        values_of(others, rules),
        bool(parts),
        odds.column(odds.plain(known), BEST, value_of(rules.points[rank(up)])),
        known,
        view.state.stakes(seat).get(MAIN, 0),
    )


def here_of(seen: Seen) -> tuple[Against, int]:
    """Where the solver has a hand that is not the first three cards."""
    here = seen.column.after_split(seen.others) if seen.split else seen.column.here
    return here, here.hands.at[seen.hand]


def acts_of(seen: Seen) -> Any:
    """What the solver does with every hand there."""
    return seen.column.acts_after(seen.others) if seen.split else seen.column.acts


def is_first(seen: Seen) -> bool:
    """Whether it is the first three cards that are decided on."""
    return not seen.split and sum(seen.hand) == odds.FIRST


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: its own
    cards and the dealer's first, and for the rest a full shoe. The dealer has looked for a
    blackjack, except where insurance is offered."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    if "no_insurance" in names:
        seen = seen_by(view, rules)
        tens = insurance(seen.rules, seen.hand)
        keep = best_worth(seen) - tens
        pays = prices(rules, "insurance")["win"]
        more = names["insure"].most * ((pays + 1) * tens - 1)
        return {"no_insurance": keep * seen.stake, "insure": keep * seen.stake + more}
    if "stand" not in names:
        return {}
    seen = seen_by(view, rules)
    if is_first(seen):
        free = seen.column.free(seen.hand)
        return {name: seen.column.worth(seen.hand, name) / free * seen.stake for name in names}
    here, index = here_of(seen)
    acts = acts_of(seen)
    free = here.free(seen.hand)
    return {
        name: here.net(here.play(acts, index, odds.ACTS[name])) / free * seen.stake
        for name in names
    }


def best_worth(seen: Seen) -> Fraction:
    """What the first three cards are worth, together with the chance of no blackjack."""
    choices = odds.choices_of(seen.hand, seen.rules.surrender)
    return max(seen.column.worth(seen.hand, name) for name in choices)


# -- ways to decide at a table ---------------------------------------------------------------------

ByView = Callable[[View, TableRules], str]


def by_plan(view: View, rules: TableRules) -> str:
    """The solver's own decision."""
    assert view.asked is not None
    names = {choice.name for choice in view.asked.choices}
    for usual in USUAL:
        if usual in names:
            return usual
    seen = seen_by(view, rules)
    if is_first(seen):
        return seen.column.decision(seen.hand, seen.rules.surrender)
    _, index = here_of(seen)
    wanted = ACTIONS[int(acts_of(seen)[0, index])]
    return wanted if wanted in names else "stand"


def by_chart(name: str) -> ByView:
    """Somebody who follows one of the charts that have names; everything else is declined or
    passed on."""

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        names = [choice.name for choice in view.asked.choices]
        for usual in USUAL:
            if usual in names:
                return usual
        if "stand" not in names:
            return names[0]
        sight, known = sight_of(view), numbers(rules)
        followed = policy.ChartPolicy(name, policy.named_chart(name, known), rules.points)
        split = any(e.kind == "revealed" and e.step == "split" for e in view.events)
        total = odds.total_of(values_of(list(sight.hand), rules))
        if not split and len(sight.hand) == odds.FIRST and total[0] != GOAL:
            return followed(sight)
        up = value_of(rules.points[rank(sight.dealer[0])])
        return followed.chart.later(up, *total, split, names)

    return choose


POLICIES: dict[str, ByView] = {name: by_chart(name) for name in policy.CHARTS}
