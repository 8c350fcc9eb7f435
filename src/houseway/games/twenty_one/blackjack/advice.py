"""What each choice of a seat is worth, from what it can see."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.equipment.cards import UNKNOWN, Card, card
from houseway.games.twenty_one.blackjack import odds
from houseway.games.twenty_one.blackjack.choices import Choices, choices
from houseway.games.twenty_one.blackjack.side_rows import seven_rows
from houseway.games.twenty_one.blackjack.table_numbers import DEALER, MAIN, numbers, prices
from houseway.games.twenty_one.composition.terms import Counts, hand_of
from houseway.games.twenty_one.twentyone import EIGHT, GOAL, SEVEN, SIX, rank, suit
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

LUCKY = {SIX, SEVEN, EIGHT}


def values_of(cards: list[Card], rules: TableRules) -> Counts:
    """Cards by value; those nobody has seen are left out."""
    seen = [odds.value_of(rules.points[rank(c)]) for c in cards if c != UNKNOWN]
    return hand_of(*seen)


def _places(view: View) -> list[int | str]:
    """The seat's hands, in the order in which they came to be."""
    own = [view.who, *(f"{view.who}.{n}" for n in range(2, 5))]
    return [place for place in own if place in view.state.hands]


def _acting(view: View) -> int | str:
    """The hand that is being decided on: the one that was dealt to last."""
    mine = _places(view)
    dealt = [event.who for event in view.events if event.kind == "dealt" and event.who in mine]
    return dealt[-1] if dealt else mine[0]


@dataclass(frozen=True)
class Seen:
    """What a seat sees when it decides: the hand, the dealer's cards, its other cards."""

    place: int | str
    cards: tuple[Card, ...]
    dealer: tuple[int, ...]  # places among the values
    shown: tuple[Card, ...]
    elsewhere: Counts
    split: bool
    stake: int
    peeked: bool  # the dealer is known to have no blackjack


def seen_by(view: View, rules: TableRules) -> Seen:
    """What a seat sees now."""
    state, place = view.state, _acting(view)
    hand = [c for c in state.hands[place] if c != UNKNOWN]
    others = [c for other in _places(view) if other != place for c in state.hands[other]]
    dealer = [c for c in state.hands.get(DEALER, []) if c != UNKNOWN]
    if rules.rule("dealer_cards") != "double_exposure":
        dealer = dealer[:1]
    points = tuple(sorted(odds.value_of(rules.points[rank(c)]) for c in dealer))
    seat = view.who
    assert isinstance(seat, int)
    return Seen(
        place, tuple(hand), points, tuple(dealer), values_of(others, rules),
        bool(state.bets[seat].get("split_2") or len(_places(view)) > 1),
        state.stakes(seat)[MAIN], rules.rule("dealer_cards") == "hole_with_reader",
    )  # fmt: skip


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: its own
    cards and the dealer's, and for the rest a full shoe."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    if "no_insurance" in names:
        return _insuring(view, rules, names)
    if "third_card" in names:
        return _third_card(view, rules)
    if not names.keys() & {"stand"}:
        return {}
    seen, known = seen_by(view, rules), numbers(rules)
    found = _choices(seen, known, rules)
    base = Fraction(1) if seen.place == view.who else Fraction(0)
    worths = {}
    for name in names:
        worth_of = found.worth.get("double" if name == "double_down" else name)
        if worth_of is None:
            continue
        if seen.peeked and found.free:
            net = worth_of / found.free
        else:
            net = worth_of - base * (1 - found.free)
        worths[name] = net * seen.stake
    return worths


def _choices(seen: Seen, known: odds.Rules, rules: TableRules) -> Choices:
    hand = values_of(list(seen.cards), rules)
    return choices(
        known, hand, seen.dealer, seen.elsewhere, kind_of(seen, known, rules), seen.split
    )


def kind_of(seen: Seen, known: odds.Rules, rules: TableRules) -> int:
    """Which kind of hand it is where suits matter: 0 is of two suits, then come those of one, by
    how many of the cards still wanted the dealer shows."""
    ranks = {rank(c) for c in seen.cards}
    if not known.extras.suited_678 or len(seen.cards) != 2 or len(ranks & LUCKY) != 2:
        return -1
    if len({suit(c) for c in seen.cards}) != 1:
        return 0
    (missing,) = LUCKY - ranks
    wanted = [c for c in seen.shown if rank(c) == missing]
    return 1 + sum(suit(c) == suit(seen.cards[0]) for c in wanted)


def _insuring(view: View, rules: TableRules, names: Mapping[str, Any]) -> dict[str, Fraction]:
    """Insurance at its most, no insurance, and even money: each with what the hand is worth."""
    seen, known = seen_by(view, rules), numbers(rules)
    hand = values_of(list(seen.cards), rules)
    tens = odds.insurance(known, hand)
    if odds.worth(hand)[0] == GOAL and len(seen.cards) == 2:
        named = {card(n) for n in known.extras.named} == set(seen.cards)
        keep = (1 - tens) * known.price("designated" if named else "blackjack")
    else:
        keep = max(_choices(seen, known, rules).worth.values()) - tens
    found = {"no_insurance": keep * seen.stake}
    if "insure" in names:
        found["insure"] = keep * seen.stake + names["insure"].most * (3 * tens - 1)
    if "even_money" in names:
        found["even_money"] = Fraction(seen.stake)
    return found


def _third_card(view: View, rules: TableRules) -> dict[str, Fraction]:
    """A third card for a pair of sevens beside a dealer's blackjack."""
    seat = view.who
    assert isinstance(seat, int)
    cards = list(view.state.hands[seat])
    stake, pays = view.state.stakes(seat)["sevens"], prices(rules, "sevens")
    left = list(numbers(rules).cards)
    for gone in [*cards, *(c for c in view.state.hands[DEALER] if c != UNKNOWN)]:
        left.remove(gone)
    wins = [pays[next(seven_rows([*cards, third]))] for third in left]
    return {
        "third_card": sum(wins, Fraction(0)) * stake / len(wins),
        "no_card": pays[next(seven_rows(cards))] * stake,
    }
