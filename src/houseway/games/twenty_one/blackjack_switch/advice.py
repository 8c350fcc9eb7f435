"""What each choice of a seat is worth at blackjack switch, and ways to decide for the referee."""

from dataclasses import replace
from fractions import Fraction

from houseway.equipment.cards import Card
from houseway.games.twenty_one import advice, by_plan
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one.blackjack_switch.odds import (
    BLACKJACK,
    Column,
    Deal,
    Entry,
    entry_of,
    hands_of,
    surrendering,
)
from houseway.games.twenty_one.blackjack_switch.strategy import switches_by_values
from houseway.games.twenty_one.boxes import DEALER, MAIN, formed_numbers, number_of
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.terms import Start, hand_of, without
from houseway.games.twenty_one.policies import ByView, by_chart, by_total, mimic, never_bust
from houseway.games.twenty_one.switching import BACK, FIRST, SWITCH
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import rank
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

INSURES = ("insure", "no_insurance")


def deal_seen(view: View, rules: TableRules) -> tuple[Start, Deal]:
    """The dealer's first card and a seat's four, as they lie now."""
    cards = [*view.state.hands[view.who][:2], *view.state.hands[f"{view.who}.2"][:2]]
    one, two, three, four = (family.value_of(rules.points[rank(card)]) for card in cards)
    up = family.value_of(rules.points[rank(view.state.hands[DEALER][0])])
    return (up,), (one, two, three, four)


def entries(known: family.Rules, start: Start, deal: Deal, made: bool) -> tuple[Entry, Entry]:
    """Two hands as they lie, each beside the other; ``made`` by a switch."""
    plain = replace(known, surrender=False)
    found = []
    one, other = hands_of(deal, False)
    for hand, beside in ((one, other), (other, one)):
        engine = family.terms(plain)
        here = against(replace(engine, shoe=without(engine.shoe, *beside)), start)
        by_switch = made and hand == BLACKJACK
        entry = entry_of(here, here.best, hand, made=by_switch)
        if known.surrender and not by_switch:
            entry = surrendering(Column(start, {(hand, beside): entry}, {})).dealt[hand, beside]
        found.append(entry)
    return found[0], found[1]


def switched(deal: Deal) -> Deal:
    """The same cards with the second ones exchanged."""
    first, second, third, fourth = deal
    return first, fourth, third, second


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: both hands
    where a switch or insurance is decided, and else the hand that is played."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    stake, peeked = view.state.stakes(view.who).get(MAIN, 0), _peeked(view, rules)
    if "no_switch" in names or "keep_switch" in names or INSURES[1] in names:
        if f"{view.who}.2" not in view.state.hands or view.who not in view.state.hands:
            return {}
        known = numbers(rules)
        start, deal = deal_seen(view, rules)
        made = "keep_switch" in names
        stay = _worth(entries(known, start, deal, made), peeked) * stake
        back = _worth(entries(known, start, switched(deal), not made), peeked) * stake
        if made:
            return {"keep_switch": stay, BACK: back}
        if "no_switch" in names:
            return {SWITCH: back, "no_switch": stay}
        tens = family.insurance(known, hand_of(*deal))
        gain = names["insure"].most * (3 * tens - 1) if "insure" in names else Fraction(0)
        best = max(stay, back)
        return {"no_insurance": best, "insure": best + gain}
    found = advice.advise(view, rules)
    if BACK in names and found:
        start, deal = deal_seen(view, rules)
        both = entries(numbers(rules), start, switched(deal), False)
        now = entries(numbers(rules), start, deal, True)
        other = now[1 if number_of(advice.acting(view, rules)) == 1 else 0]
        found[BACK] = (_worth(both, peeked) - _worth((other,), peeked)) * stake
    return found


def _peeked(view: View, rules: TableRules) -> bool:
    """Whether a reader has shown that the dealer has no blackjack."""
    return any(event.kind == "said" and event.what == "reader" for event in view.events)


def _worth(hands: tuple[Entry, ...], peeked: bool) -> Fraction:
    """What hands net on average, given that the dealer has no blackjack where that is known."""
    if not peeked:
        return sum((one.net for one in hands), Fraction(0))
    return sum((_free(one) for one in hands), Fraction(0))


def _free(entry: Entry) -> Fraction:
    lost = sum((p for label, _, _, p in entry.lines if label == "dealer blackjack"), Fraction(0))
    if entry.lines[0][0].startswith("split"):
        lost = entry.beaten
    return (entry.net + lost) / (1 - entry.beaten)


# -- policies --------------------------------------------------------------------------------------


def switching(hands: ByView, ever: bool = True) -> ByView:
    """A way to play hands with one to switch: by the worth of hands in a full shoe, or never."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        names = {choice.name for choice in view.asked.choices}
        if "no_switch" in names:
            start, deal = deal_seen(view, rules)
            wants = ever and switches_by_values(numbers(rules), start, deal)
            return SWITCH if wants else "no_switch"
        return "keep_switch" if "keep_switch" in names else hands(view, rules)

    return policy


POLICIES: dict[str, ByView] = {
    "optimal": switching(by_total(by_chart)),
    "never_switch": switching(by_total(by_chart), ever=False),
    "mimic": switching(by_total(mimic), ever=False),
    "never_bust": switching(by_total(never_bust), ever=False),
}


def by_solver(view: View, rules: TableRules) -> str:
    """The solver's own decisions: each hand by its cards, the dealer's first and the two that the
    other hand was dealt."""
    assert view.asked is not None
    names = {choice.name for choice in view.asked.choices}
    if "no_switch" in names:
        start, deal = deal_seen(view, rules)
        known = numbers(rules)
        stay = sum(one.net for one in entries(known, start, deal, False))
        moved = sum(one.net for one in entries(known, start, switched(deal), True))
        return SWITCH if moved > stay else "no_switch"
    if "keep_switch" in names:
        return "keep_switch"
    if "stand" not in names:
        return by_plan.by_plan(view, rules)
    return by_plan.decide(view, rules, names, beside(view, rules))


def beside(view: View, rules: TableRules) -> tuple[int, int]:
    """The values of the two cards that the hand was dealt that is not decided on, as they lay when
    its play began."""
    is_first = number_of(advice.acting(view, rules)) in (1, *formed_numbers(2, 1))
    place = f"{view.who}.2" if is_first else view.who
    cards: list[Card] = []
    for event in view.events:  # the hand may be split or gone by now
        if event.who != place:
            continue
        if event.kind == "dealt" and len(cards) < FIRST:
            cards += event.cards
        elif event.kind == "revealed" and event.step in (SWITCH, BACK):
            cards = [*event.cards]
    one, other = (family.value_of(rules.points[rank(card)]) for card in cards)
    return one, other
