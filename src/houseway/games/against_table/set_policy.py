"""Any way to decide by the cards in sight, for every set of cards at once.

A *plan* has for each decision an array by set (numbered as in ``fold_back``) and state: which of
the options is taken. Each class of sets that differ in the names of suits is asked about once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.games.against_table.held import called, class_numbers, classes
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    Sight,
    answer,
    check_alike,
    dearest,
    renamed,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Choices = NDArray[np.uint8]
    Ints = NDArray[np.int64]

ASKED_TWICE = 2_000  # hands that a function is asked about under two names


@dataclass(frozen=True)
class Decision:
    """What is decided with some cards in sight: how many, how many of them are the player's own,
    and the options in the order of the solver. What was decided before makes no difference to a
    plan, but there are as many ``states`` of it."""

    seen: int
    own: int
    options: tuple[str, ...]
    states: int = 1
    choices: tuple[str, ...] = ()  # the options in the referee's order, where that is another

    def sight(self, cards: Sequence[int]) -> Sight:
        """What a player sees who decides with these cards, the last ones on the table."""
        own, board = tuple(cards[: self.own]), tuple(cards[self.own :])
        return Sight(self.choices or self.options, own, board=board)


def plan_of(cards: tuple[int, ...], decisions: Iterable[Decision], decide: Decide) -> list[Choices]:
    """What is done with every set of cards."""
    return [
        by_set(cards, one, plan_of_classes(cards, one, decide)).repeat(one.states, axis=1)
        for one in decisions
    ]


def plan_of_classes(cards: tuple[int, ...], decision: Decision, decide: Decide) -> Choices:
    """What is done with every class of sets that differ only in the names of suits."""
    import numpy as np

    suits = sorted({card >> 4 for card in cards})
    sights = [decision.sight(alike.example) for alike in classes(cards, decision.seen)]
    some = sights[:: max(1, len(sights) // ASKED_TWICE)]
    check_alike(decide, [(sight, _other(decision, sight, suits)) for sight in some])
    return np.array([decision.options.index(answer(decide, sight)) for sight in sights], np.uint8)


def by_set(cards: tuple[int, ...], decision: Decision, of_classes: Any) -> Any:
    """What holds for every class, for every set of cards and one state."""
    return of_classes[class_numbers(cards, decision.seen)][:, None]


def _other(decision: Decision, sight: Sight, suits: Sequence[int]) -> Sight:
    """The same with suits called by other names, and another card on the table."""
    return decision.sight(renamed((*sight.board, *sight.hand), suits))


@dataclass(frozen=True)
class Lost:
    """What a plan gives away at one decision: what it takes and what is best by set and state, the
    deals that come there, and the sum over them of what the best is worth more."""

    plan: Choices
    best: Choices
    deals: Ints
    lost: Ints


def mistakes(
    cards: tuple[int, ...],
    decisions: Iterable[Decision],
    given_away: Iterable[Lost],
    all_deals: int,
    scale: int,
) -> list[Mistake]:
    """The cards with which a plan gives something away against the best play, by their ranks and
    whether they are of one suit; what they cost adds up to the whole cost."""
    groups: dict[tuple[str, str, str], tuple[int, int]] = {}
    for one, step in zip(decisions, given_away, strict=True):
        numbers = class_numbers(cards, one.seen)
        examples = classes(cards, one.seen)
        for at, state in zip(*(part.tolist() for part in step.lost.nonzero()), strict=True):
            name = called(examples[numbers[at]].example)
            does, best = (one.options[int(plan[at, state])] for plan in (step.plan, step.best))
            came, cost = groups.get((name, does, best), (0, 0))
            groups[name, does, best] = (
                came + int(step.deals[at, state]),
                cost + int(step.lost[at, state]),
            )
    return dearest(
        [
            Mistake(
                hand=name, beside="", does=does, best=best,
                share=Fraction(came, all_deals),
                each=Fraction(cost, came * scale),
                cost=Fraction(cost, all_deals * scale),
            )
            for (name, does, best), (came, cost) in groups.items()
        ]
    )  # fmt: skip
