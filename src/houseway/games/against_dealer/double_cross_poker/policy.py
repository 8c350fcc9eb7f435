"""Strategies of double cross poker: a function, or a table, valued exactly.

The conditions of a table:

| condition | holds for |
|---|---|
| `cards: 22+ A2+ Q5+ J8s` | one's own two cards, as players write them |
| `makes: pair or better` | three cards of an axis, two of them one's own, that make such a hand |
| `higher: vertical` | three cards of the vertical axis that are higher than those of the horizontal; `neither` where they are equal |
| `suited: vertical` | three cards of the vertical axis that are of one suit |

Of an axis the shown card is known, and that is what is looked at.
"""  # noqa: E501 (a line of a table)

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import names
from houseway.games.against_dealer.double_cross_poker.hand import AXES, HORIZONTAL, VERTICAL
from houseway.games.against_dealer.double_cross_poker.odds import CHOICES, FOLD, MainGame, Solution
from houseway.games.against_dealer.hole_cards import class_name, read_holes
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_least,
    read_table,
    renamed,
)
from houseway.hands.poker import CATEGORIES, category, in_suit, strength

if TYPE_CHECKING:
    from houseway.games.against_dealer.double_cross_poker.cross import Sights
    from houseway.games.against_dealer.double_cross_poker.odds import Choices
    from houseway.hands.poker import Ints

NEITHER = "neither"
HIGHER = (VERTICAL, NEITHER, HORIZONTAL)
ASKED_TWICE = 500  # sights that a function is asked about under two names


@dataclass(frozen=True)
class Seen:
    """What a table looks at: the own two cards; what they make with the shown card of the better
    axis, and which axis that is (or neither); and on which axes the three are of one suit."""

    high: int
    low: int
    of_one_suit: bool
    makes: int
    higher: str
    suited: tuple[bool, bool]


def seen_of(sight: Sight) -> Seen:
    """What is looked at where this is seen."""
    right, far = sight.board
    low, high = sorted(card & 15 for card in sight.hand)
    own = 1 << sight.hand[0] | 1 << sight.hand[1]
    axes = own | 1 << far, own | 1 << right
    first, second = strength(axes[0]), strength(axes[1])
    higher = HIGHER[1 + (second > first) - (first > second)]
    suited = in_suit(axes[0]), in_suit(axes[1])
    return Seen(high, low, in_suit(own), category(max(first, second)), higher, suited)


# Conditions


def _cards(wanted: frozenset[tuple[int, int, bool]]) -> Condition[Seen]:
    return lambda seen: (seen.high, seen.low, seen.of_one_suit) in wanted


def _kind(name: str) -> int:
    known = [kind.replace("_", " ") for kind in CATEGORIES[:4]]
    if name not in known:
        raise ValueError(f"three cards make no {name!r}: it is one of {', '.join(known)}")
    return known.index(name)


def _makes(least: int) -> Condition[Seen]:
    return lambda seen: seen.makes >= least


def _higher(value: Any) -> Condition[Seen]:
    if value not in HIGHER:
        raise ValueError(f"it is {VERTICAL}, {HORIZONTAL} or {NEITHER}, not {value!r}")
    return lambda seen: bool(seen.higher == value)


def _suited(value: Any) -> Condition[Seen]:
    if value not in AXES:
        raise ValueError(f"it is {VERTICAL} or {HORIZONTAL}, not {value!r}")
    return lambda seen: seen.suited[AXES.index(value)]


READERS: dict[str, Callable[[Any], Condition[Seen]]] = {
    "cards": lambda value: _cards(read_holes(value)),
    "makes": lambda value: _makes(read_least(value, _kind)),
    "higher": _higher,
    "suited": _suited,
}


def read(content: Any, game: str) -> PolicyTable[Seen]:
    """A table that decides by what is seen."""
    return read_table(content, game, CHOICES, READERS, seen_of)


# All sights


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(choices_of(game, decide), name_of(decide))


def choices_of(game: MainGame, decide: Decide) -> Choices:
    """What is done with every class of sights; one that cannot come folds."""
    import numpy as np

    if isinstance(decide, PolicyTable):
        chosen = _by_facts(game, decide)
    else:
        chosen = _one_by_one(game, decide)
    return np.where(game.sights.ways > 0, chosen, CHOICES.index(FOLD)).astype(np.uint8)


def facts(known: Sights) -> Ints:
    """What a table looks at, as one number a class."""
    import numpy as np

    from houseway.games.against_dealer.double_cross_poker.cross import PATTERNS

    f = known.frame
    shown, seen, own, pattern = (one.reshape(-1) for one in np.indices(known.shape))
    made = np.array(
        [
            [_made(known, low, high, rank) for rank in range(f.ranks)]
            for low, high in zip(f.low, f.high, strict=True)
        ]
    )
    vertical, horizontal = made[own, shown], made[own, seen]
    first, second, low, high = np.array(PATTERNS)[pattern].T
    code = own * 2 + (low == high)
    code = code * len(CATEGORIES) + (np.maximum(vertical, horizontal) >> 20)
    code = code * 3 + 1 + (horizontal > vertical) - (vertical > horizontal)
    code = code * 2 + ((low == high) & (low == first))
    found: Ints = code * 2 + ((low == high) & (low == second))
    return found


def _made(known: Sights, *ranks: int) -> int:
    """What three ranks make; nothing where there are not so many suits."""
    cards = [known.pack.rank_list[rank] for rank in ranks]
    hand = 0
    for place, rank in enumerate(cards):
        hand |= 1 << 16 * cards[:place].count(rank) + rank
    return strength(hand)


def decoded(known: Sights, code: int) -> Seen:
    """What a number stands for."""
    code, on_horizontal = divmod(code, 2)
    code, on_vertical = divmod(code, 2)
    code, higher = divmod(code, 3)
    code, makes = divmod(code, len(CATEGORIES))
    own, of_one_suit = divmod(code, 2)
    low, high = (
        known.pack.rank_list[int(side[own])] for side in (known.frame.low, known.frame.high)
    )
    suited = bool(on_vertical), bool(on_horizontal)
    return Seen(high, low, bool(of_one_suit), makes, HIGHER[higher], suited)


def _by_facts(game: MainGame, decide: PolicyTable[Seen]) -> Ints:
    import numpy as np

    used, which = np.unique(facts(game.sights), return_inverse=True)
    chosen = [CHOICES.index(decide.choose(decoded(game.sights, code))) for code in used.tolist()]
    found: Ints = np.array(chosen)[which]
    return found


def _one_by_one(game: MainGame, decide: Decide) -> Ints:
    import numpy as np

    known = game.sights
    found = np.zeros(len(known), np.int64)
    real = known.ways.nonzero()[0].tolist()
    every = len(real) // ASKED_TWICE + 1
    for place, number in enumerate(real):
        own, far, right = known.cards(number)
        sight = Sight(CHOICES, own, (), (right, far))
        found[number] = CHOICES.index(answer(decide, sight))
        if place % every == 0:
            suits = known.pack.suits
            other = sight._replace(
                hand=renamed(own[::-1], suits), board=renamed(sight.board, suits)
            )
            check_alike(decide, [(sight, other)])
    return found


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy gives something away against the best play, by one's own
    cards and the two that are shown; what they cost adds up to the whole cost."""
    import numpy as np

    known, worths = game.sights, game.worths()
    chosen, best = choices_of(game, decide), game.best
    every = np.arange(len(known))
    gap = (worths[best, every] - worths[chosen, every]) * known.ways
    found: dict[tuple[str, str, str, str], list[int]] = {}
    for number in ((chosen != best) & (known.ways > 0)).nonzero()[0].tolist():
        own, far, right = known.cards(number)
        does, better = CHOICES[chosen[number]], CHOICES[best[number]]
        beside = f"far {names([far])}, right {names([right])}"
        so_far = found.setdefault((class_name(own), beside, does, better), [0, 0])
        so_far[0] += int(known.ways[number])
        so_far[1] += int(gap[number])
    dealt, whole = int(known.ways.sum()), game.prices.scale * known.each
    return dearest(
        [
            Mistake(
                *key,
                share=Fraction(ways, dealt),
                each=Fraction(cost, ways * whole),
                cost=Fraction(cost, dealt * whole),
            )
            for key, (ways, cost) in found.items()
        ]
    )
