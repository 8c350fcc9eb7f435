"""Any strategy of let it ride poker, valued exactly: a function, or a table about cards.

The conditions of a table:

| condition | holds for |
|---|---|
| `bet: 1`, `bet: 2` | the decision on that bet: with three cards, or with four |
| `pays: true` | cards that win whatever comes; `false`: those that do not yet |
| `suited: true` | cards of one suit; `false`: of more than one |
| `gaps: 0`, `gaps: 0 to 1` | cards of different ranks with so many ranks missing between them |
| `high: 2 or more` | so many cards of the least rank whose pair wins, or above |
| `lowest: 3 to Q`, `highest: T to K` | a lowest or highest card of one of these ranks |

An ace counts above the king only. Which of four cards lies on the table makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import RANKS, mask
from houseway.games.against_table.let_it_ride_poker.odds import (
    RIDE,
    WITHDRAW,
    MainGame,
    Solution,
    classes,
)
from houseway.games.against_table.let_it_ride_poker.published import already_pays
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
    read_ranks,
    read_span,
    read_table,
    read_truth,
    renamed,
)
from houseway.hands.poker import in_suit
from houseway.odds.suit_class import suit_class

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Choices = NDArray[np.uint8]
    Ints = NDArray[np.int64]

CHOICES = (RIDE, WITHDRAW)  # in the referee's order
OWN = 3  # cards of a player's own
SETS = (OWN, OWN + 1)  # cards in sight at the two decisions
ASKED_TWICE = 2_000  # hands that a function is asked about under two names


@dataclass(frozen=True)
class Held:
    """What a table looks at; cards with a pair among them have no gaps to count."""

    bet: int
    pays: bool
    suited: bool
    gaps: int | None
    high: int
    ranks: tuple[int, ...]  # rising


def held(cards: Sequence[int], least_pair: int) -> Held:
    """What a table looks at with these cards in sight."""
    hand, ranks = mask(cards), tuple(sorted(card & 15 for card in cards))
    apart = len(set(ranks)) == len(ranks)
    return Held(
        bet=len(cards) - OWN + 1,
        pays=already_pays(hand, least_pair),
        suited=in_suit(hand),
        gaps=ranks[-1] - ranks[0] + 1 - len(ranks) if apart else None,
        high=sum(rank >= least_pair for rank in ranks),
        ranks=ranks,
    )


def _bet(value: Any) -> Condition[Held]:
    if value not in (1, 2):
        raise ValueError(f"there is no decision on bet {value!r}: it is 1 or 2")
    return lambda seen: seen.bet == value


def _pays(wanted: bool) -> Condition[Held]:
    return lambda seen: seen.pays == wanted


def _suited(wanted: bool) -> Condition[Held]:
    return lambda seen: seen.suited == wanted


def _gaps(wanted: range) -> Condition[Held]:
    return lambda seen: seen.gaps is not None and seen.gaps in wanted


def _high(wanted: range) -> Condition[Held]:
    return lambda seen: seen.high in wanted


def _rank(place: int, wanted: frozenset[int]) -> Condition[Held]:
    return lambda seen: seen.ranks[place] in wanted


READERS: dict[str, Callable[[Any], Condition[Held]]] = {
    "bet": _bet,
    "pays": lambda value: _pays(read_truth(value)),
    "suited": lambda value: _suited(read_truth(value)),
    "gaps": lambda value: _gaps(read_span(value)),
    "high": lambda value: _high(read_span(value)),
    "lowest": lambda value: _rank(0, read_ranks(value)),
    "highest": lambda value: _rank(-1, read_ranks(value)),
}


def read(content: Any, game: str, least_pair: int) -> PolicyTable[Held]:
    """A table that decides by the cards in sight."""

    def facts(sight: Sight) -> Held:
        return held((*sight.hand, *sight.board), least_pair)

    return read_table(content, game, CHOICES, READERS, facts)


# All hands


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(plan_of(game, decide), name_of(decide))


def plan_of(game: MainGame, decide: Decide) -> list[Choices]:
    """What is done with every three and every four cards: each class is asked about once."""
    import numpy as np

    cards, found = game.solver.cards, []
    suits = sorted({card >> 4 for card in cards})
    for size, states in zip(SETS, (1, 2), strict=True):
        sights = [sight_of(alike.example) for alike in classes(cards, size)]
        some = sights[:: max(1, len(sights) // ASKED_TWICE)]
        check_alike(decide, [(sight, _other(sight, suits)) for sight in some])
        rides = np.array([answer(decide, sight) == RIDE for sight in sights], np.uint8)
        found.append(np.repeat(rides[class_numbers(cards, size)][:, None], states, axis=1))
    return found


def sight_of(cards: Sequence[int]) -> Sight:
    """What a player sees who decides with these cards, the last of four on the table."""
    return Sight(CHOICES, tuple(cards[:OWN]), board=tuple(cards[OWN:]))


def _other(sight: Sight, suits: Sequence[int]) -> Sight:
    """The same with suits called by other names, and another card on the table."""
    return sight_of(renamed((*sight.board, *sight.hand), suits))


@lru_cache(maxsize=4)
def class_numbers(cards: tuple[int, ...], size: int) -> Ints:
    """For each set of so many cards, by its number, the place of its class among the classes."""
    import numpy as np

    place = {suit_class(one.example): at for at, one in enumerate(classes(cards, size))}
    found = np.zeros(comb(len(cards), size), np.int64)
    choose = [[comb(n, i + 1) for i in range(size)] for n in range(len(cards))]
    for chosen in combinations(range(len(cards)), size):
        number = sum(choose[n][i] for i, n in enumerate(chosen))
        found[number] = place[suit_class(cards[n] for n in chosen)]
    return found


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The cards with which a strategy gives something away against the best play, by their ranks
    and whether they are of one suit; what they cost adds up to the whole cost."""
    import numpy as np

    solver, plan = game.solver, plan_of(game, decide)
    groups: dict[tuple[str, bool], tuple[int, int]] = {}
    for step, (deals, lost) in enumerate(solver.regrets(plan)):
        size = SETS[step]
        examples, which = classes(solver.cards, size), class_numbers(solver.cards, size)
        came, cost = np.zeros((2, len(examples)), np.int64)
        np.add.at(came, which, np.where(lost > 0, deals, 0).sum(axis=1))
        np.add.at(cost, which, lost.sum(axis=1))
        for at in cost.nonzero()[0].tolist():
            hand = examples[at].example
            rides = bool(plan[step][solver.number(hand), 0])
            name = called(hand)
            before = groups.get((name, rides), (0, 0))
            groups[name, rides] = before[0] + int(came[at]), before[1] + int(cost[at])
    return dearest(
        [
            Mistake(
                hand=name,
                beside="",
                does=RIDE if rides else WITHDRAW,
                best=WITHDRAW if rides else RIDE,
                share=Fraction(came_to, solver.deals),
                each=Fraction(total, came_to * game.scale),
                cost=Fraction(total, solver.deals * game.scale),
            )
            for (name, rides), (came_to, total) in groups.items()
        ]
    )


def called(cards: Sequence[int]) -> str:
    """Cards by their ranks, and whether they are of one suit.

    >>> called([8, 10, 9]), called([8, 10, 25])
    ('Q-J-T of one suit', 'Q-J-T')
    """
    ranks = "-".join(RANKS[rank] for rank in sorted((card & 15 for card in cards), reverse=True))
    return f"{ranks} of one suit" if in_suit(mask(cards)) else ranks
