"""What hands of the poker room are called."""

from collections.abc import Sequence

from houseway.games.authoring.hand_names import (
    RANKS,
    HandNames,
    Hands,
    board,
    known,
    poker_strength_name,
    three_card_strength_name,
)
from houseway.games.pots.poker.hand import (
    ANY,
    BADUGI,
    DEUCE_SEVEN,
    HIGH,
    LOW,
    OMAHA,
    THREE_HIGH,
    THREE_LOW,
    Ranked,
    best,
    low_rank,
    rank,
)
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules

LEAST = {THREE_HIGH: 3, THREE_LOW: 3, LOW: 5, DEUCE_SEVEN: 5}  # cards before a hand has a name


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The best hand that a place can form so far, high and low."""
    own = tuple(known(hands.get(place, ())))
    if not own or not isinstance(place, int):
        return ""
    common, how = tuple(board(hands)), rules.rule("formed_of")
    if how == OMAHA and len(common) < 3:
        how = ANY
        common = ()
    found = []
    for side, most in (("high", 0), ("low", rules.rule("low_at_most"))):
        kind = rules.rule(f"{side}_hand")
        if enough(kind, len(own) + len(common)) and (one := best(kind, own, common, how, most)):
            found.append(named(kind, one))
    return "; ".join(found)


def enough(kind: str, cards: int) -> bool:
    """Whether so many cards are a hand already: one of three cards and a low one want all of their
    cards."""
    return bool(kind) and cards >= LEAST.get(kind, 1)


def named(kind: str, one: Ranked) -> str:
    """A hand in words."""
    if kind == HIGH:
        return poker_strength_name(one.score, kickers=False, cards=len(one.cards))
    if kind == THREE_HIGH:
        return three_card_strength_name(one.score)
    if kind == DEUCE_SEVEN:
        return dashes(sorted(map(rank, one.cards), reverse=True))
    cards = sorted(one.cards, key=low_rank, reverse=True)
    words = dashes([rank(card) for card in cards])
    if kind != BADUGI:
        return f"{words} low"
    return f"{words} badugi" if len(cards) == 4 else f"{words}, {len(cards)} cards"


def dashes(ranks: Sequence[int]) -> str:
    """Ranks as they are called, from the top.

    >>> dashes([6, 3, 2, 1, 0])
    'eight-five-four-three-deuce'
    """
    return "-".join(RANKS[one] for one in ranks)


HAND_NAMES = HandNames(name_hand)
