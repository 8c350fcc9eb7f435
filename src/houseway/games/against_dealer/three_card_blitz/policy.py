"""Any strategy of 3 Card Blitz, valued exactly: a function, or a table of totals.

rules:
  - {do: play, total: 19 or more}
otherwise: fold
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import SUIT, cards_in, mask
from houseway.games.against_dealer.three_card_blitz.hand import ACE, TENS, hand_total, suit_total
from houseway.games.against_dealer.three_card_blitz.odds import MainGame, Rules, Strategy, classes
from houseway.games.against_dealer.three_card_blitz.suits import INT64
from houseway.games.authoring.policy import (
    FOLD,
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    read_span,
    read_table,
    renamed,
)

if TYPE_CHECKING:
    from houseway.games.against_dealer.three_card_blitz.suits import Classes, Flags, Ints

PLAY = "play"
CHOICES = (PLAY, FOLD)
ASKED_TWICE = 5_000  # hands that a function is asked about under two names


def read(content: Any, game: str, rules: Rules) -> PolicyTable[int]:
    """A table that decides by the total of the hand."""

    def total(value: Any) -> Condition[int]:
        wanted = read_span(value)
        return lambda held: held in wanted

    def facts(sight: Sight) -> int:
        return hand_total(mask(sight.hand), rules.points, rules.used)

    return read_table(content, game, CHOICES, {"total": total}, facts)


def strategy_of(rules: Rules, decide: Decide) -> Strategy:
    """Which classes are played: a table is asked once for each total, a function about every
    class."""
    if isinstance(decide, PolicyTable):
        return lambda known: _by_total(known, decide)
    return lambda known: _one_by_one(known, decide, range(rules.suits))


def _by_total(known: Classes, table: PolicyTable[int]) -> Flags:
    totals = {kind.score for kind in known.kinds.values()}
    plays = {total: table.choose(total) == PLAY for total in totals}
    by_kind = known.per_kind({key: plays[kind.score] for key, kind in known.kinds.items()})
    flags: Flags = by_kind[known.kind] == 1
    return flags


def _one_by_one(known: Classes, decide: Decide, suits: Sequence[int]) -> Flags:
    import numpy as np

    hands = known.hand.tolist()
    some = [sight_of(hand) for hand in hands[:: max(1, len(hands) // ASKED_TWICE)]]
    check_alike(decide, [(sight, alike(sight, suits)) for sight in some])
    plays = (answer(decide, sight_of(hand)) == PLAY for hand in hands)
    return np.fromiter(plays, np.bool_, len(hands))


def sight_of(hand: int) -> Sight:
    """What a player sees who was dealt these cards."""
    return Sight(CHOICES, tuple(cards_in(hand)))


def alike(sight: Sight, suits: Sequence[int] = range(4)) -> Sight:
    """A hand that is worth the same: suits called by other names, and in suits without an ace the
    lowest of the cards that count ten."""
    hand = mask(renamed(sight.hand, suits))
    for shift in range(0, 64, 16):
        suit = hand >> shift & 0x1FFF
        if not suit & ACE:
            tens = (suit & TENS).bit_count()
            lowest = sum((TENS & -TENS) << place for place in range(tens))
            hand ^= (suit & TENS ^ lowest) << shift
    return sight._replace(hand=tuple(cards_in(hand)))


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy and the best play part, by what each of their suits counts;
    what they cost adds up to the whole cost."""
    import numpy as np

    known, stakes = classes(game.rules), game.stakes
    flags = strategy_of(game.rules, decide)(known)
    wrong = (flags != game.best(known)).nonzero()[0]
    totals = _suit_totals(game.rules, known, wrong)
    keys, group = np.unique(np.column_stack([totals, flags[wrong]]), axis=0, return_inverse=True)
    won = {k: stakes.won(game.rules.contest_rows(kind.hand)) for k, kind in known.kinds.items()}
    scale = lcm(*(v.denominator for v in (*won.values(), stakes.lost, stakes.folded)))
    every = game.rules.hands * known.opponents
    if every * scale * (max(won.values()) + stakes.lost) >= INT64:
        raise ValueError("prices too large or too fine for 64-bit sums")
    gains = known.per_kind({key: int(value * scale) for key, value in won.items()})
    better = known.below[wrong] * gains[known.kind[wrong]]
    better -= known.above[wrong] * int(stakes.lost * scale)
    better += known.opponents * int(stakes.folded * scale)
    deals, lost = np.zeros((2, len(keys)), np.int64)
    np.add.at(deals, group, known.ways[wrong] * known.opponents)
    np.add.at(lost, group, known.ways[wrong] * np.abs(better))
    found = []
    for (*by_suit, plays), count, total in zip(
        keys.tolist(), deals.tolist(), lost.tolist(), strict=True
    ):
        found.append(
            Mistake(
                hand=f"{by_suit[0]} (suits {'-'.join(map(str, by_suit))})",
                beside="",
                does=PLAY if plays else FOLD,
                best=FOLD if plays else PLAY,
                share=Fraction(count, every),
                each=Fraction(total, count * scale),
                cost=Fraction(total, every * scale),
            )
        )
    return dearest(found)


def _suit_totals(rules: Rules, known: Classes, wanted: Ints) -> Ints:
    """What each suit of these classes counts, the best first."""
    import numpy as np

    counts = np.array([suit_total(suit, rules.points, rules.used) for suit in range(SUIT + 1)])
    hands = known.hand[wanted]
    by_suit = np.column_stack([counts[hands >> shift & SUIT] for shift in range(0, 64, 16)])
    totals: Ints = -np.sort(-by_suit, axis=1)
    return totals
