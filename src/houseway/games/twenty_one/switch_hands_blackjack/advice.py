"""What each choice of a seat is worth at switch hands blackjack, and ways to decide for the
referee."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from houseway.games.twenty_one import advice, by_plan
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one.boxes import DEALER, MAIN
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.deals import best_plan
from houseway.games.twenty_one.composition.terms import Start, hand_of, without
from houseway.games.twenty_one.policies import ByView, by_chart, by_total, mimic, never_bust
from houseway.games.twenty_one.switch_hands_blackjack.odds import (
    Known,
    Pair,
    beside,
    colored_share,
    keep,
    known_at,
    pair,
    take,
    with_surrender,
)
from houseway.games.twenty_one.switch_hands_blackjack.pairs import KEEP, SWITCH, hidden_of
from houseway.games.twenty_one.switch_hands_blackjack.strategy import switch_chart
from houseway.games.twenty_one.twentyone import rank
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules


def start_seen(view: View, rules: TableRules) -> Start:
    """The dealer's first card."""
    return (family.value_of(rules.points[rank(view.state.hands[DEALER][0])]),)


def pair_seen(view: View, rules: TableRules) -> Pair:
    """A seat's two cards."""
    one, other = (
        family.value_of(rules.points[rank(card)]) for card in view.state.hands[view.who][:2]
    )
    return pair(one, other)


def discarded(view: View, rules: TableRules) -> tuple[int, ...]:
    """The values of the pair that a seat has given away."""
    assert isinstance(view.who, int)
    for event in view.events:
        if event.kind == "revealed" and event.who == hidden_of(view.who) and event.step == SWITCH:
            return tuple(family.value_of(rules.points[rank(card)]) for card in event.cards)
    return ()


@lru_cache(maxsize=256)
def worths_of(known: Known, start: Start, hand: Pair) -> tuple[Fraction, Fraction]:
    """What an open pair is worth, and the other one beside it, for a wager of one and before the
    ante fee."""
    rules, colored = known.rules, colored_share(known.rules)
    engine = family.terms(replace(beside(rules, start), surrender=False))
    plan_of = with_surrender if rules.surrender else best_plan
    whole = against(engine, start)
    here = against(replace(engine, shoe=without(engine.shoe, *hand)), start)
    kept, taken = keep(whole, plan_of(whole), hand), take(here, plan_of(here))
    return kept.net(known.pays, colored), taken.net(known.pays, colored)


def worth_beside(known: Known, start: Start, hand: Pair, gone: tuple[int, ...]) -> Fraction:
    """What a pair is worth that was turned up when those cards were given away, or kept."""
    rules = known.rules
    engine = family.terms(replace(beside(rules, start), surrender=False))
    here = against(replace(engine, shoe=without(engine.shoe, *gone)), start)
    plan = with_surrender(here) if rules.surrender else best_plan(here)
    return keep(here, plan, hand).net(known.pays, colored_share(rules))


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see."""
    if view.asked is None or not isinstance(view.who, int) or view.who not in view.state.hands:
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    known, stake = known_at(rules), view.state.stakes(view.who).get(MAIN, 0)
    if SWITCH in names:
        kept, taken = worths_of(known, start_seen(view, rules), pair_seen(view, rules))
        return {SWITCH: taken * stake, KEEP: kept * stake}
    start, gone = start_seen(view, rules), discarded(view, rules)
    if "no_insurance" in names:
        hand = pair_seen(view, rules)
        worth = worth_beside(known, start, hand, gone) * stake
        tens = family.insurance(known.rules, hand_of(*hand, *gone))
        gain = names["insure"].most * (3 * tens - 1)
        return {"no_insurance": worth, "insure": worth + gain}
    if "stand" not in names:
        return {}
    seen = advice.seen_by(view, rules)
    elsewhere = tuple(a + b for a, b in zip(seen.elsewhere, hand_of(*gone), strict=True))
    seen = replace(seen, elsewhere=elsewhere, peeked=is_peeked(view))
    return advice.advise_by(view, rules, seen, beside(known.rules, start))


def is_peeked(view: View) -> bool:
    """Whether the dealer has looked and has no blackjack."""
    return any(e.kind == "said" and e.what in ("reader", "by_hand") for e in view.events)


# -- policies --------------------------------------------------------------------------------------


def switching(hands: ByView, ever: bool = True) -> ByView:
    """A way to play hands with one to switch them: as the chart says, or never."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        if SWITCH not in {choice.name for choice in view.asked.choices}:
            return hands(view, rules)
        if not ever:
            return KEEP
        wants = switch_chart(known_at(rules)).switches(
            start_seen(view, rules), pair_seen(view, rules)
        )
        return SWITCH if wants else KEEP

    return policy


POLICIES: dict[str, ByView] = {
    "optimal": switching(by_total(by_chart)),
    "never_switch": switching(by_total(by_chart), ever=False),
    "mimic": switching(by_total(mimic), ever=False),
    "never_bust": switching(by_total(never_bust), ever=False),
}


def by_solver(view: View, rules: TableRules) -> str:
    """The solver's own decisions: each hand by its cards, the dealer's first and the two that were
    given away."""
    assert view.asked is not None
    names = {choice.name for choice in view.asked.choices}
    if SWITCH in names:
        kept, taken = worths_of(known_at(rules), start_seen(view, rules), pair_seen(view, rules))
        return SWITCH if taken > kept else KEEP
    if "stand" not in names:
        return by_plan.by_plan(view, rules)
    known = beside(known_at(rules).rules, start_seen(view, rules))
    return by_plan.decide(view, rules, names, discarded(view, rules), known)
