"""What a person can use of a fold-or-play game: the best play in words and numbers, the cost of
simpler rules, and the best decision of every class of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.equipment.cards import cards_in, names
from houseway.games.against_dealer.fold_or_play_odds import Chooser, MainGame
from houseway.games.authoring.simple_rule import Remembered, SimpleRule


def simple_rule(game: MainGame, name: str, chooser: Chooser) -> SimpleRule:
    """What a rule is worth in a game."""
    solution = game.follow(chooser, name)
    return SimpleRule(name, -solution.expectation, game.cost(solution))


def folds_by(game: MainGame, name: Callable[[int], str]) -> dict[str, Fraction]:
    """The share of hands that the best play folds, by what their strength is called; the weakest
    hands first."""
    import numpy as np

    standing = game.contest.standing
    ways = standing.hands.ways
    dealt = ways * standing.times.sum(axis=1, dtype=np.int64)
    folded = ways * (standing.times * ~game.plays).sum(axis=1, dtype=np.int64)
    found: dict[str, list[int]] = {}
    levels, level = np.unique(standing.strength, return_inverse=True)
    sums = np.zeros((2, len(levels)), np.int64)
    np.add.at(sums[0], level, folded)
    np.add.at(sums[1], level, dealt)
    for strength, folds, deals in zip(levels.tolist(), *sums.tolist(), strict=True):
        so_far = found.setdefault(name(strength), [0, 0])
        so_far[0] += folds
        so_far[1] += deals
    return {called: Fraction(*counts) for called, counts in found.items()}


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in words and numbers."""

    house_advantage: Fraction
    element_of_risk: Fraction
    fold_frequency: Fraction
    folds_by_hand: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy_of(
    game: MainGame, name: Callable[[int], str], simple: Mapping[str, Chooser]
) -> Strategy:
    """The best play of a game, its folds by the names of hands, and the cost of simple rules."""
    optimal = game.optimal
    return Strategy(
        -optimal.expectation,
        optimal.together.house_advantage_on_action,
        optimal.fold_frequency,
        folds_by(game, name),
        tuple(simple_rule(game, said, chooser) for said, chooser in simple.items()),
    )


@dataclass(frozen=True)
class HandClass:
    """Hands that differ only in the names of suits, beside one shown card or any: how the dealer's
    hands compare, and what staying in and folding are worth in antes."""

    hand: str
    shown: str
    rows: str
    ways: int
    unqualified: int
    below: int
    equal: int
    above: int
    play: Fraction
    fold: Fraction
    best: str


@dataclass(frozen=True)
class FreeHandClass(HandClass):
    """The same where the amount is free: what staying in with the most is worth."""

    most: Fraction


def hand_classes(
    game: MainGame, wanted: Callable[[int], bool] = lambda strength: True
) -> Iterator[HandClass]:
    """The best decision for every class of hands whose strength is wanted, the weakest first; where
    it depends on the shown card a line for each, else one line with all shown cards together."""
    import numpy as np

    standing, known = game.contest.standing, game.contest.kinds_of_hands
    pack, how = standing.hands.pack, game.how
    for row in np.argsort(standing.strength, kind="stable").tolist():
        if not wanted(int(standing.strength[row])):
            continue
        cells = standing.times[row].nonzero()[0]
        chosen = {int(choice) for choice in how[row, cells]}
        groups = [cells] if len(chosen) == 1 else [cells[i : i + 1] for i in range(len(cells))]
        for group in groups:
            times = standing.times[row, group].astype(np.int64)
            unqualified, below, equal, above = (
                int((times * column[row, group]).sum())
                for column in (standing.unqualified, standing.below, standing.equal, standing.above)
            )
            hand = int(standing.masks[row])
            # the lowest of prices that depend on the suit
            hit = min(known.rows[int(known.kind[row])], key=game.terms.extra)
            dealt = unqualified + below + equal + above
            worth = [
                (terms.ante * unqualified + terms.won(hit) * below - terms.lost * above) / dealt
                + terms.extra(hit)
                for terms in game.terms.levels
            ]
            shown = names([pack.cards[int(group[0])]]) if len(groups) > 1 else "any"
            line = HandClass(
                hand=names(cards_in(hand)),
                shown=shown if standing.shows else "none",
                rows=" ".join(sorted(hit)),
                ways=int(standing.hands.ways[row]) * int(times.sum()),
                unqualified=unqualified,
                below=below,
                equal=equal,
                above=above,
                play=worth[0],
                fold=Fraction(-1),
                best=game.terms.choices[how[row, group[0]]],
            )
            yield FreeHandClass(**vars(line), most=worth[1]) if len(worth) > 1 else line
