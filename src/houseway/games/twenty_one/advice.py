"""What each choice of a seat is worth, from what it can see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.equipment.cards import UNKNOWN, Card, card
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.boxes import MOST_HANDS, formed_numbers, number_of, seat_of
from houseway.games.twenty_one.choices import Choices, choices
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.terms import Counts, hand_of
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.table_numbers import DEALER, MAIN, numbers, numbers_at, prices
from houseway.games.twenty_one.twentyone import (
    EIGHT,
    GOAL,
    SEVEN,
    SIX,
    is_spade,
    rank,
    suit,
    worth,
)
from houseway.referee.requests import place_name
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

LUCKY = {SIX, SEVEN, EIGHT}
RESCUES = {"surrender", "rescue"}  # what may be done with a hand that was doubled


def values_of(cards: list[Card], rules: TableRules) -> Counts:
    """Cards by value; those nobody has seen are left out."""
    seen = [odds.value_of(rules.points[rank(c)]) for c in cards if c != UNKNOWN]
    return hand_of(*seen)


def own_places(view: View, rules: TableRules) -> list[int | str]:
    """The seat's hands, by their numbers."""
    most = rule_of(rules, "hands_dealt") * MOST_HANDS
    own = [view.who, *(f"{view.who}.{n}" for n in range(2, most + 1))]
    return [place for place in own if place in view.state.hands]


def acting(view: View, rules: TableRules) -> int | str:
    """The hand that is being decided on: the one that was dealt to last or, where several are
    dealt, the one whose total was announced last."""
    mine = own_places(view, rules)
    if rule_of(rules, "hands_dealt") > 1:
        totals = [e.says for e in view.events if e.kind == "said" and e.what == "total"]
        for says in reversed(totals):
            for place in mine:
                if says.startswith(f"{place_name(place)}: "):
                    return place
        return mine[0]
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
    state, place = view.state, acting(view, rules)
    hand = [c for c in state.hands[place] if c != UNKNOWN]
    mine, dealt_hands = own_places(view, rules), rule_of(rules, "hands_dealt")
    others = [c for other in mine if other != place for c in state.hands[other]]
    dealer = [c for c in state.hands.get(DEALER, []) if c != UNKNOWN]
    if rules.rule("dealer_cards") != "double_exposure":
        dealer = dealer[:1]
    points = tuple(sorted(odds.value_of(rules.points[rank(c)]) for c in dealer))
    seat, attacks = view.who, rule_of(rules, "attacks")
    assert isinstance(seat, int)
    return Seen(
        place, tuple(hand), points, tuple(dealer), values_of(others, rules),
        is_of_split(view, place, dealt_hands),
        sum(state.stakes(seat).get(name, 0) for name in (MAIN, *attacks)),
        rules.rule("dealer_cards") == "hole_with_reader",
    )  # fmt: skip


def is_of_split(view: View, place: int | str, dealt: int) -> bool:
    """Whether a hand came of a split, or was split itself."""
    for number in range(1, dealt + 1):
        formed = formed_numbers(dealt, number)
        if number_of(place) in (number, *formed):
            seat = seat_of(place)
            made = (f"split_{n}" in view.state.bets[seat] for n in formed)
            return any(made) or any(f"{seat}.{n}" in view.state.hands for n in formed)
    return False


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: its own
    cards and the dealer's, and for the rest a full shoe."""
    return advise_by(view, rules)


def advise_by(
    view: View, rules: TableRules, seen: Seen | None = None, known: odds.Rules | None = None
) -> dict[str, Fraction]:
    """The same for a seat that sees something else, at a table with such numbers."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    if "no_insurance" in names:
        return _insuring(view, rules, names)
    if not names.keys() & {"stand"}:
        return {}
    seen, known = seen or seen_by(view, rules), known or numbers_for(view, rules)
    found = _choices(seen, known, rules)
    first = number_of(seen.place) <= rule_of(rules, "hands_dealt")
    base = odds.terms(known).natural_loss if first else Fraction(0)
    times = 1 + Fraction(_doubled_by(view, seen), seen.stake) if "hit" not in names else 1
    if "rescue" in names:
        return _rescuing(seen, found, _doubled_by(view, seen), base, rules)
    worths = {}
    for name in names:
        worth_of = found.worth.get("double" if name == "double_down" else name)
        if worth_of is None:
            continue
        if seen.peeked and found.free:
            net = worth_of / found.free
        else:
            net = worth_of - base * (1 - found.free)
        worths[name] = net * seen.stake * times
    return worths


def _rescuing(
    seen: Seen, found: Choices, doubled: int, base: Fraction, rules: TableRules
) -> dict[str, Fraction]:
    """A doubled hand: the wager before the double is given up, or the dealer's hand decides."""
    plain = worth(seen.cards, rules.points).total < GOAL
    net = (found.worth["stand"] if plain else found.free) * (seen.stake + doubled)
    lost = base * (1 - found.free) * seen.stake
    stands = net / found.free if seen.peeked and found.free else net - lost
    return {"rescue": Fraction(-seen.stake), "stand": stands}


def numbers_for(view: View, rules: TableRules) -> odds.Rules:
    """The table's numbers for somebody who has added so many wagers to the first one."""
    assert isinstance(view.who, int)
    placed = view.state.stakes(view.who)
    made = sum(name in placed for name in rule_of(rules, "attacks"))
    known = numbers_at(rules, placed.get(MAIN, 0))
    return replace(known, units=1 + made) if made else known


def _doubled_by(view: View, seen: Seen) -> int:
    """What doubled the hand that is decided on."""
    assert isinstance(view.who, int)
    number = str(seen.place).partition(".")[2]
    return view.state.stakes(view.who).get(f"double_{number}" if number else "double", 0)


def _choices(seen: Seen, known: odds.Rules, rules: TableRules) -> Choices:
    hand = values_of(list(seen.cards), rules)
    return choices(
        known, hand, seen.dealer, seen.elsewhere, kind_of(seen, known, rules), seen.split
    )


def kind_of(seen: Seen, known: odds.Rules, rules: TableRules) -> int:
    """Which kind of hand it is where suits matter: 0 is of two suits, then come those of one, by
    how many of the cards still wanted the dealer shows."""
    ranks = {rank(c) for c in seen.cards}
    if known.extras.bonus_21:
        here = against(odds.terms(known), seen.dealer)
        one = here.suits.get(here.hands.at[values_of(list(seen.cards), rules)])
        if one is None:
            return -1
        wanted = SEVEN if ranks == {SEVEN} else next(iter(LUCKY - ranks))
        held = suit(seen.cards[0])
        shown = sum(rank(c) == wanted and suit(c) == held for c in seen.shown)
        one_suit = len({suit(c) for c in seen.cards}) == 1
        return one.kind(one_suit, all(is_spade(c) for c in seen.cards), shown)
    if not known.extras.suited_678 or len(seen.cards) != 2 or len(ranks & LUCKY) != 2:
        return -1
    if len({suit(c) for c in seen.cards}) != 1:
        return 0
    (missing,) = LUCKY - ranks
    alike = [c for c in seen.shown if rank(c) == missing]
    return 1 + sum(suit(c) == suit(seen.cards[0]) for c in alike)


def _insuring(view: View, rules: TableRules, names: Mapping[str, Any]) -> dict[str, Fraction]:
    """Insurance at its most, no insurance, and even money: each with what the hand is worth."""
    seen, known = seen_by(view, rules), numbers_for(view, rules)
    hand = values_of(list(seen.cards), rules)
    loss, pays = odds.terms(known).natural_loss, insurance_pays(rules)
    tens = odds.insurance(known, hand)
    if odds.worth(hand)[0] == GOAL and len(seen.cards) == 2 and odds.terms(known).natural_wins:
        keep = known.price("blackjack")
    elif odds.worth(hand)[0] == GOAL and len(seen.cards) == 2:
        named = {card(n) for n in known.extras.named} == set(seen.cards)
        keep = (1 - tens) * known.price("designated" if named else "blackjack")
    else:
        keep = max(_choices(seen, known, rules).worth.values()) - loss * tens
    found = {"no_insurance": keep * seen.stake}
    if "insure" in names:
        found["insure"] = keep * seen.stake + names["insure"].most * ((pays + 1) * tens - 1)
    if "even_money" in names:
        found["even_money"] = Fraction(seen.stake)
    return found


def insurance_pays(rules: TableRules) -> Fraction:
    """What a won insurance pays to one on average: a blackjack of one suit may pay more."""
    found = prices(rules, "insurance")
    suited = Fraction(1, len(numbers(rules).suits))
    return found["win"] + suited * (found.get("suited", found["win"]) - found["win"])
