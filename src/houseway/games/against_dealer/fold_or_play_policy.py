"""Any strategy of a fold-or-play game, valued exactly: a function, or a table about poker hands.

The conditions of a table:

| condition | holds for |
|---|---|
| `hand: A-K-J-8-3 or better`, `hand: pair or better`, `hand: pair of T or better` | hands that are no weaker |
| `holds: [A, K]` | hands with all of these ranks |
| `holds_one_of: [Q, J]` | hands with at least one of them |
| `shown: 2 to Q`, `shown: [K, A]` | a shown card of one of these ranks |
| `shown_is_mine: true` | a shown card of a rank that the hand has; `false`: that it has not |
| `shown_below: 4` | a shown card lower than the fourth highest of one's own |

Where the amount is free, a line does ``play_1x`` or ``play_3x``: the least or the most.
"""  # noqa: E501 (a line of a table)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from houseway.counting.prices import Rows
from houseway.equipment.cards import RANKS, UNKNOWN, Card, cards_in, mask
from houseway.games.against_dealer.fold_or_play_odds import Chooser, MainGame
from houseway.games.against_dealer.fold_or_play_paid import FOLD, Solution, Terms
from houseway.games.against_dealer.value_sweep import Standing
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Readers,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_least,
    read_ranks,
    read_table,
    read_truth,
    renamed,
)
from houseway.hands.poker import category
from houseway.referee.view import View

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Bits, Ints

PAIR = "pair"
ASKED_TWICE = 500  # hands that a function is asked about under two names


# What a table looks at


@dataclass(frozen=True)
class Held:
    """A hand's strength, its ranks (the highest first) and the rank of the card that is shown."""

    strength: int
    ranks: tuple[int, ...]
    shown: int = -1


def _holds(ranks: frozenset[int]) -> Condition[Held]:
    return lambda held: ranks <= set(held.ranks)


def _holds_one_of(ranks: frozenset[int]) -> Condition[Held]:
    return lambda held: not ranks.isdisjoint(held.ranks)


def _shown(ranks: frozenset[int]) -> Condition[Held]:
    return lambda held: held.shown in ranks


def _is_mine(wanted: bool) -> Condition[Held]:
    return lambda held: (held.shown in held.ranks) == wanted


def _shown_below(value: Any, size: int) -> Condition[Held]:
    if type(value) is not int or not 1 <= value <= size:
        raise ValueError(f"there is no card {value!r} of a hand of {size}")
    return lambda held: held.shown < held.ranks[value - 1]


def _or_better(value: Any, least: Callable[[str], int]) -> Condition[Held]:
    bound = read_least(value, least)
    return lambda held: held.strength >= bound


def least_of(
    categories: Sequence[str], size: int, of_ranks: Callable[[str], int]
) -> Callable[[str], int]:
    """Reads the weakest hand of a class: a category by its name, or ranks that make nothing
    better."""
    known = {name.replace("_", " "): place for place, name in enumerate(categories)}

    def least(text: str) -> int:
        if text in known:
            return known[text] << 20
        pair, _, rank = text.partition(" of ")
        if pair == PAIR and PAIR in known and rank.upper() in RANKS:
            return known[PAIR] << 20 | RANKS.index(rank.upper()) << 16
        ranks = text.upper().replace("10", "T").split("-")
        if len(ranks) != size or len(set(ranks)) != size or not set(ranks) <= set(RANKS):
            said = f"{size} ranks that differ, as A-K-..., or one of {', '.join(known)}"
            raise ValueError(f"{text!r} is no hand: write {said}")
        return of_ranks("".join(ranks))

    return least


def read_poker_policy(
    content: Any, game: str, main: MainGame, least: Callable[[str], int]
) -> PolicyTable[Held]:
    """A table for a game of poker hands; conditions on the shown card only where one is shown."""
    contest = main.contest
    readers: dict[str, Callable[[Any], Condition[Held]]] = {
        "hand": lambda value: _or_better(value, least),
        "holds": lambda value: _holds(read_ranks(value)),
        "holds_one_of": lambda value: _holds_one_of(read_ranks(value)),
    }
    if contest.shows:
        readers["shown"] = lambda value: _shown(read_ranks(value))
        readers["shown_is_mine"] = lambda value: _is_mine(read_truth(value))
        readers["shown_below"] = lambda value: _shown_below(value, contest.size)

    def facts(sight: Sight) -> Held:
        shown = sight.dealer[0] & 15 if contest.shows else -1
        return Held(contest.strength(mask(sight.hand)), _ranks(sight.hand), shown)

    known: Readers[Held] = readers
    return read_table(content, game, (*main.terms.choices[1:], FOLD), known, facts)


def _ranks(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted((card & 15 for card in cards), reverse=True))


def shown_to(view: View) -> Card:
    """The dealer's card that lies face up."""
    return next(card for card in view.state.hands["dealer"] if card != UNKNOWN)


# All hands


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(chooser_of(game, decide), name_of(decide))


def chooser_of(game: MainGame, decide: Decide) -> Chooser:
    """What each cell does: a table is asked once for all hands of one strength and the same ranks,
    a function about every class of hands beside every card that may be shown."""
    choices = game.terms.choices
    if isinstance(decide, PolicyTable):
        return lambda standing: _by_facts(standing, decide, choices)
    return lambda standing: _one_by_one(standing, decide, choices)


def _alike(standing: Standing) -> tuple[Ints, Ints, Ints]:
    """The classes of hands by their strength and their ranks, weakest first: a key, a class that
    stands for it, and for every class the place of its key."""
    import numpy as np

    ranks = sum(
        (standing.hands.suits >> rank & 1).sum(axis=1) * 5**rank for rank in range(len(RANKS))
    )
    return np.unique(
        standing.strength << 32 | ranks, return_index=True, return_inverse=True
    )  # five to the thirteenth is less than 2**31


def _by_facts(standing: Standing, table: PolicyTable[Held], choices: Sequence[str]) -> Bits:
    import numpy as np

    pack = standing.hands.pack
    _, first, which = _alike(standing)
    ranks = [_ranks(cards_in(hand)) for hand in standing.masks[first].tolist()]
    shown = pack.rank_list if standing.shows else [-1]
    does = np.array(
        [
            [choices.index(table.choose(Held(strength, held, rank))) for rank in shown]
            for strength, held in zip(standing.strength[first].tolist(), ranks, strict=True)
        ],
        np.uint8,
    )
    how: Bits = np.tile(does[which], (1, len(pack.suits) if standing.shows else 1))
    return how


def _sights(standing: Standing, row: int, choices: Sequence[str]) -> Iterator[tuple[int, Sight]]:
    """What a player with hands of one class can see, by column."""
    hand, offered = tuple(cards_in(int(standing.masks[row]))), (*choices[1:], FOLD)
    if not standing.shows:
        yield 0, Sight(offered, hand)
        return
    cards = standing.hands.pack.cards
    for column in standing.times[row].nonzero()[0].tolist():
        yield column, Sight(offered, hand, (cards[column],))


def _one_by_one(standing: Standing, decide: Decide, choices: Sequence[str]) -> Bits:
    import numpy as np

    suits, rows = standing.hands.pack.suits, len(standing.hands)
    some = range(0, rows, max(1, rows // ASKED_TWICE))
    pairs = [
        (
            sight,
            sight._replace(hand=renamed(sight.hand, suits), dealer=renamed(sight.dealer, suits)),
        )
        for row in some
        for _, sight in _sights(standing, row, choices)
    ]
    check_alike(decide, pairs)
    how: Bits = np.zeros(standing.times.shape, np.uint8)
    for row in range(rows):
        for column, sight in _sights(standing, row, choices):
            how[row, column] = choices.index(answer(decide, sight))
    return how


# What it gets wrong


def mistakes_of(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy and the best play part, by ranks and the rank shown; what
    they cost adds up to the whole cost."""
    import numpy as np

    standing, choices = game.contest.standing, game.terms.choices
    how = chooser_of(game, decide)(standing)
    wrong = (how != game.how) & (standing.times > 0)
    rows, columns = wrong.nonzero()
    does, best = how[rows, columns].astype(np.int64), game.how[rows, columns].astype(np.int64)
    _, first, level = _alike(standing)
    ranks = len(standing.hands.pack.rank_list) if standing.shows else 1
    keys, group = np.unique(
        ((level[rows] * ranks + columns % ranks) * len(choices) + does) * len(choices) + best,
        return_inverse=True,
    )
    weight = standing.hands.ways[rows] * standing.times[rows, columns].astype(np.int64)
    deals, lost = np.zeros((2, len(keys)), np.int64)
    np.add.at(deals, group, weight * standing.opponents)
    scale = _scale(game)
    worth = [np.zeros(len(rows), np.int64)]  # of folding, and of each amount against it
    worth += [_gains(game, terms, scale, rows, columns) for terms in game.terms.levels]
    by_choice, each = np.stack(worth), np.arange(len(rows))
    np.add.at(lost, group, weight * (by_choice[best, each] - by_choice[does, each]))
    found = []
    for key, count, total in zip(keys.tolist(), deals.tolist(), lost.tolist(), strict=True):
        rest, better = divmod(key, len(choices))
        cell, did = divmod(rest, len(choices))
        found.append(
            Mistake(
                hand=_called(game, int(first[cell // ranks])),
                beside=RANKS[standing.hands.pack.rank_list[cell % ranks]] if ranks > 1 else "",
                does=choices[did],
                best=choices[better],
                share=Fraction(count, standing.deals),
                each=Fraction(total, count * scale),
                cost=Fraction(total, standing.deals * scale),
            )
        )
    return dearest(found)


def _gains(game: MainGame, terms: Terms, scale: int, rows: Ints, columns: Ints) -> Ints:
    """What staying in is worth more than folding, in parts of an ante, over all opponents."""
    import numpy as np

    standing, known = game.contest.standing, game.contest.kinds_of_hands
    won, dues = np.zeros((2, int(known.kind.max()) + 1), np.int64)
    for kind in known.rows:
        won[kind] = int(_mean(game, kind, terms.won) * scale)
        dues[kind] = int((1 + _mean(game, kind, terms.extra)) * scale)
    unqualified, below, above = (
        counts[rows, columns].astype(np.int64)
        for counts in (standing.unqualified, standing.below, standing.above)
    )
    gains: Ints = unqualified * int(terms.ante * scale) - above * int(terms.lost * scale)
    gains += below * won[known.kind[rows]] + standing.opponents * dues[known.kind[rows]]
    return gains


def _mean(game: MainGame, kind: int, value: Callable[[Rows], Fraction]) -> Fraction:
    """A price of hands of one kind; where it depends on the suit, the mean."""
    parts = game.contest.kinds_of_hands.rows[kind]
    return sum((value(rows) * n for rows, n in parts.items()), Fraction(0)) / sum(parts.values())


def _scale(game: MainGame) -> int:
    """The least number of parts of an ante that makes every gain whole."""
    kinds, levels = game.contest.kinds_of_hands.rows, game.terms.levels
    prices = [
        _mean(game, kind, value)
        for kind in kinds
        for terms in levels
        for value in (terms.won, terms.extra)
    ]
    lost = [terms.lost for terms in levels]
    scale = lcm(*(price.denominator for price in (*prices, game.terms.ante, *lost)))
    most = max(*prices, *lost) * 2
    if game.contest.standing.deals * scale * most >= 2**63:
        raise ValueError("prices too large or too fine for 64-bit sums")
    return scale


def _called(game: MainGame, row: int) -> str:
    """A class of hands by its ranks, and by what it makes where that is more than a high card."""
    standing = game.contest.standing
    ranks = "-".join(RANKS[rank] for rank in _ranks(cards_in(int(standing.masks[row]))))
    if not category(int(standing.strength[row])):
        return ranks
    rows = game.contest.rows(int(standing.masks[row]))
    return f"{ranks} ({min(rows, key=len).replace('_', ' ')})"
