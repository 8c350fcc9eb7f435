"""How often a hand wins, quickly and roughly: some deals at random against hands that others may
hold, as far as one seat sees. For players of the house's own, which need an answer in a few
thousandths of a second; ``equity.py`` has exact figures.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from houseway.equipment.cards import Card, deck, mask
from houseway.games.pots.poker.draws import to_throw
from houseway.games.pots.poker.hand import (
    DEUCE_SEVEN,
    HIGH,
    LOW,
    OMAHA,
    THREE_HIGH,
    THREE_LOW,
    Kind,
    best_score,
    deuce_to_seven_score,
    low_rank,
    rank,
    suit,
)
from houseway.hands.poker import strength, three_card_strength

WHOLE = 1000  # a share of the pot is told in thousandths
Hand = tuple[Card, ...]
Scorer = Callable[[Hand, Hand], int | None]

# A hand's ranks as one number, and how many it has of each suit above it
RANK_BITS = 40
CODES = {card: 5 ** rank(card) + (1 << RANK_BITS + 4 * suit(card)) for card in deck()}
RANKS = (1 << RANK_BITS) - 1
FIVE_OF_A_SUIT, OVERFLOWS = 0x3333, 0x8888


class Rival(NamedTuple):
    """What is seen of somebody else's hand."""

    cards: Hand  # that lie open
    tries: int = 1  # the best of so many hands is supposed: more of somebody who has raised
    draws: int = 0  # still to come


def share(
    kinds: Sequence[Kind],
    own: Hand,
    board: Hand,
    rivals: Sequence[Rival],
    sizes: tuple[int, int],
    draws: int,
    dead: Hand,
    deals: int,
    chance: Random,
) -> int:
    """What part of the pot a hand gets on average, in thousandths. ``sizes`` are the cards that a
    hand and the board have in the end, ``draws`` those that are still to come."""
    scorers = [scorer(kind) for kind in kinds if kind.kind]
    seen = {*own, *board, *dead, *(card for rival in rivals for card in rival.cards)}
    stub = [card for card in deck() if card not in seen]
    hand_size, board_size = sizes
    more, common = max(0, hand_size - len(own)), max(0, board_size - len(board))
    missing = [hand_size - len(one.cards) for one in rivals for _ in range(one.tries)]
    spare = 5 * (draws > 0) * (1 + len(rivals))
    wanted = min(len(stub), more + common + sum(missing) + spare * max(1, draws))
    found = 0
    for _ in range(deals):
        cards = chance.sample(stub, wanted)
        pile = cards.__getitem__
        place = more + common
        mine, table = (*own, *cards[:more]), (*board, *cards[more:place])
        rest = list(cards[place + sum(missing) :])
        if draws:
            mine = drawn(kinds, mine, draws, rest)
        scores = [[score(mine, table)] for score in scorers]
        for rival in rivals:
            tops: list[int | None] = [None] * len(scorers)
            for _ in range(rival.tries):
                size = hand_size - len(rival.cards)
                theirs = (*rival.cards, *map(pile, range(place, min(place + size, wanted))))
                place += size
                if rival.draws:
                    theirs = drawn(kinds, theirs, rival.draws, rest)
                for side, score in enumerate(scorers):
                    told, top = score(theirs, table), tops[side]
                    if told is not None and (top is None or told > top):
                        tops[side] = told
            for told_so_far, top in zip(scores, tops, strict=True):
                told_so_far.append(top)
        found += parts(scores)
    return found // deals


def parts(scores: Sequence[Sequence[int | None]]) -> int:
    """What the first hand gets of a pot, in thousandths, by what all are worth on each side."""
    won = [side for side in scores if any(one is not None for one in side)]
    got = 0
    for side in won:
        top = max(one for one in side if one is not None)
        if side[0] == top:
            got += WHOLE // (len(won) * side.count(top))
    return got


def drawn(kinds: Sequence[Kind], hand: Hand, draws: int, stub: list[Card]) -> Hand:
    """A hand after its draws, with cards from the end of the stub as long as there are any."""
    for left in range(draws, 0, -1):
        thrown = to_throw(kinds, hand, left)
        if not thrown or len(stub) < len(thrown):
            return hand
        kept = tuple(card for card in hand if card not in thrown)
        hand = (*kept, *(stub.pop() for _ in thrown))
    return hand


# -- what hands are worth, fast --------------------------------------------------------------------


@cache
def scorer(kind: Kind) -> Scorer:
    """What hands of a kind are worth, by its own cards and the board: a greater number for a better
    hand, and nothing where none qualifies. Such numbers compare with each other alone."""
    if kind.kind == HIGH:
        return omaha_high if kind.formed_of == OMAHA else lambda own, board: high((*own, *board))
    if kind.kind == LOW and kind.formed_of == OMAHA:
        return lambda own, board: omaha_low(own, board, kind.at_most)
    if kind.kind == LOW:
        return lambda own, board: low(kind, (*own, *board))
    if kind.kind == DEUCE_SEVEN:
        return lambda own, board: deuce_to_seven(own)
    if kind.kind == THREE_HIGH:
        return lambda own, board: max(map(three_high, combinations(sorted((*own, *board)), 3)))
    if kind.kind == THREE_LOW:
        return lambda own, board: low(kind, (*own, *board), size=3)
    return lambda own, board: best_score(kind, own, board)


_unsuited: dict[int, int] = {}  # strengths by ranks alone, of hands without five of a suit
_deuce: dict[int, int] = {}


def high(cards: Hand) -> int:
    """The best five of all cards."""
    total = sum(map(CODES.__getitem__, cards))
    if (total >> RANK_BITS) + FIVE_OF_A_SUIT & OVERFLOWS:
        return int(strength(mask(cards)))
    ranks = total & RANKS
    if (found := _unsuited.get(ranks)) is None:
        found = _unsuited[ranks] = int(strength(mask(cards)))
    return found


def omaha_high(own: Hand, board: Hand) -> int:
    """The best of two own cards and three of the board."""
    threes = [(sum(map(CODES.__getitem__, some)), some) for some in combinations(board, 3)]
    top = 0
    for mine in combinations(own, 2):
        two = CODES[mine[0]] + CODES[mine[1]]
        for three, common in threes:
            total = two + three
            if (total >> RANK_BITS) + FIVE_OF_A_SUIT & OVERFLOWS:
                found = int(strength(mask((*mine, *common))))
            else:
                known = _unsuited.get(total & RANKS)
                found = high((*mine, *common)) if known is None else known
            top = max(top, found)
    return top


@lru_cache(maxsize=22_100)
def three_high(cards: Hand) -> int:
    """A hand of three cards."""
    return int(three_card_strength(mask(cards)))


def low(kind: Kind, cards: Hand, size: int = 5) -> int | None:
    """The five lowest ranks, or three; where pairs are in the way, as the rules have it."""
    ranks = 0
    for card in cards:
        ranks |= 1 << low_rank(card)
    if kind.at_most:
        ranks &= (1 << kind.at_most) - 1
    if ranks.bit_count() < size:
        return None if kind.at_most else best_score(kind, cards, ())
    while ranks.bit_count() > size:
        ranks ^= 1 << ranks.bit_length() - 1
    return -ranks


def omaha_low(own: Hand, board: Hand, at_most: int) -> int | None:
    """The lowest of two own ranks and three of the board that qualify."""
    mine, common = (sorted({low_rank(card) for card in some}) for some in (own, board))
    if at_most:
        mine, common = ([one for one in some if one < at_most] for some in (mine, common))
    twos = [1 << one | 1 << other for one, other in combinations(mine, 2)]
    threes = [1 << a | 1 << b | 1 << c for a, b, c in combinations(common, 3)]
    found = [two | three for two in twos for three in threes if not two & three]
    return -min(found) if found else None


def deuce_to_seven(cards: Hand) -> int:
    """Five cards in deuce to seven."""
    total = sum(map(CODES.__getitem__, cards))
    if (total >> RANK_BITS) + FIVE_OF_A_SUIT & OVERFLOWS:
        return int(deuce_to_seven_score(cards))
    ranks = total & RANKS
    if (found := _deuce.get(ranks)) is None:
        found = _deuce[ranks] = int(deuce_to_seven_score(cards))
    return found


def known(hands: Mapping[int | str, Sequence[Card]], place: int | str) -> Hand:
    """The cards of a place that are seen."""
    return tuple(card for card in hands.get(place, ()) if card >= 0)
