"""One dealer's start at one table: the best decisions, and what any decisions come to.

The best decision for every hand is found in floating point; wherever two choices come closer than
rounding could tell them apart they are compared exactly. What the strategy is worth is then counted
in residues (``residues``), so it is a fraction and no estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.composition.chances import SLOTS, inverse_chances, key_factors
from houseway.games.twenty_one.composition.dealer import Tree, Wood, dealer_tree, heaviest, woods
from houseway.games.twenty_one.composition.hands import Hands, facts, hands, outcomes
from houseway.games.twenty_one.composition.kernels import (
    BUST_DOUBLE_NATURAL,
    BUST_NATURAL,
    DOUBLE,
    HALF,
    HIT,
    LOST,
    LOST_DOUBLE,
    NONE,
    PUSHED_DOUBLE,
    ROWS,
    SAFE_DOUBLE_NATURAL,
    SAFE_NATURAL,
    STAND,
    SURRENDER,
    SURRENDERED,
    SURRENDERED_DOUBLE,
    VALUES,
    WORD,
    collapse,
    hands_worth,
    play_out,
    reach_hands,
)
from houseway.games.twenty_one.composition.pairs_by_suit import unsuited_gain
from houseway.games.twenty_one.composition.splits import SplitMeans, longest, split_means
from houseway.games.twenty_one.composition.suits import SuitKinds, suit_kinds
from houseway.games.twenty_one.composition.terms import (
    ACE,
    Counts,
    Start,
    Terms,
    draws_of,
    hand_of,
    without,
)
from houseway.games.twenty_one.residues import fraction, needed, primes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Moduli = tuple[int, ...]  # primes

CLOSE = 1e-9  # far above what rounding does to these sums, far below most differences


@dataclass
class Plan:
    """What to do against one dealer's start: a decision for every hand (and kind of lucky hand),
    pairs never split; the values of which pairs are split; and what hands do after a split, where
    that is not the same: without it, the best of what they may. Of the pairs that are split some
    are not if they are of one suit (``suited_kept``). What has been found about it is kept with
    it."""

    acts: Ints
    splits: frozenset[int] = frozenset()
    after: Ints | None = None
    suited_kept: frozenset[int] = frozenset()
    known: dict[Any, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Means:
    """What becomes of a hand on average: net, money at risk, and outcomes by place."""

    places: Mapping[int, Fraction]

    def __getitem__(self, place: int) -> Fraction:
        return self.places.get(place, Fraction(0))


@dataclass
class Against:
    """Everything about one dealer's start at tables where the dealer goes on alike."""

    terms: Terms
    start: Start
    tree: Tree
    _exact: dict[Any, Any] = field(default_factory=dict)

    # What the kernels read

    @cached_property
    def shoe(self) -> Counts:
        """What is left beside the dealer's cards."""
        return without(self.terms.shoe, *self.start)

    @cached_property
    def cards(self) -> int:
        """How many cards are left beside the dealer's."""
        return sum(self.shoe)

    @cached_property
    def hands(self) -> Hands:
        """Every hand."""
        return hands(self.terms.worth, self.terms.goal)

    @cached_property
    def woods(self) -> dict[int, Wood]:
        """The tree for every key value, and for none."""
        if heaviest(self.tree, self.shoe) >= WORD or self.tree.sets[:, 4].sum() >= HALF:
            raise OverflowError("a dealer's draw has more orders than a word can count")
        return woods(self.tree)

    @cached_property
    def natural(self) -> int:
        """The value that would make a natural of the dealer's card, or -1."""
        found = self.terms.naturals(self.start)
        return found[0] if found else NONE

    @cached_property
    def rows(self) -> list[str]:
        """The rows of the paytable, the plain one first."""
        return [row for row, _ in self.terms.prices]

    @cached_property
    def prices(self) -> list[Fraction]:
        """What the rows pay."""
        return [price for _, price in self.terms.prices]

    @cached_property
    def facts_dealt(self) -> Ints:
        """The facts of hands as they are dealt."""
        return facts(self.terms, False, self.start)

    @cached_property
    def facts_split(self) -> Ints:
        """The facts of hands after a split."""
        return facts(self.terms, True)

    def outcome(self, split: bool) -> Ints:
        """Who wins, for every hand against every end of the dealer's."""
        return outcomes(self.terms, self.tree.ends, split)

    @cached_property
    def naturals(self) -> Ints:
        """Which hands are naturals when they are dealt so; after a split none is."""
        known = self.hands
        found: Ints = ((known.size == 2) & (known.total == self.terms.goal)).astype("int64")
        return found

    @cached_property
    def kinds(self) -> dict[int, list[tuple[Fraction, Fraction]]]:
        """For hands that may become lucky: each kind of them by the share it has, with the part of
        the cards still wanted that would make it so. The first kind is not of one suit."""
        terms = self.terms
        if terms.suited:
            return {index: one.kinds for index, one in self.suits.items()}
        found = {}
        for index in (self.facts_dealt[5] >= 0).nonzero()[0].tolist():
            missing = int(self.facts_dealt[5, index])
            suited = Fraction(1, terms.suits)
            whole, seen = terms.shoe[missing], self.start.count(missing)
            each = whole // terms.suits
            kinds = [(1 - suited, Fraction(0))]
            for gone in range(seen + 1):
                ways = comb(each, gone) * comb(whole - each, seen - gone)
                if ways and whole > seen:
                    share = suited * Fraction(ways, comb(whole, seen))
                    kinds.append((share, Fraction(each - gone, whole - seen)))
            found[index] = kinds
        return found

    @cached_property
    def suits(self) -> dict[int, SuitKinds]:
        """The kinds of hands that may become one with a row by suits."""
        missing = self.facts_dealt[5]
        return {
            index: suit_kinds(self.terms, self.start, self.hands.counts_of(index), missing[index])
            for index in (missing >= 0).nonzero()[0].tolist()
            if self.terms.suited
        }

    @cached_property
    def luck(self) -> Ints:
        """Where a lucky hand of each kind is counted: its line beyond that of a plain one."""
        import numpy as np

        most = max((len(kinds) for kinds in self.kinds.values()), default=1)
        found = np.ones((most, len(self.hands)), np.int64)
        for index, one in self.suits.items():
            for at, last in enumerate(one.last):
                found[at, index] = 3 if last else 1
        return found

    def _suit_bonus(self, index: int, kind: int) -> Fraction:
        """What a hand of this kind wins more if it becomes one of one suit."""
        missing = int(self.facts_dealt[5, index])
        more = self.hands.next_hands[index][missing]
        row = int(self.facts_dealt[8 if self.suits[index].last[kind] else 7, more])
        return self.prices[row] - self.prices[int(self.facts_dealt[4, more])]

    def kind_table(self, line: int, convert: Callable[[Fraction], float]) -> list[list[float]]:
        """Shares (line 0) or parts (line 1) of every kind of every hand, as numbers."""
        most = max((len(kinds) for kinds in self.kinds.values()), default=1)
        table = [[convert(Fraction(v == 0 and line == 0))] * len(self.hands) for v in range(most)]
        for index, kinds in self.kinds.items():
            for v in range(most):
                table[v][index] = convert(kinds[v][line] if v < len(kinds) else Fraction(0))
        return table

    def free(self, hand: Counts) -> Fraction:
        """The chance that the dealer has no natural beside a hand."""
        if self.natural == NONE:
            return Fraction(1)
        left = self.shoe[self.natural] - hand[self.natural]
        return 1 - Fraction(left, self.cards - sum(hand))

    # The best decisions in floating point

    @cached_property
    def _floats(self) -> dict[str, Any]:
        import numpy as np

        simple = self.woods[NONE]
        prices = np.array([float(price) for price in self.prices])
        bonus = 0.0
        if self.terms.lucky is not None:
            bonus = float(dict(self.terms.prices)[self.terms.lucky_row] - self.prices[0])
        chance = np.array(self.kind_table(1, float), np.float64)
        if self.terms.suited:
            bonus = 1.0
            for index, one in self.suits.items():
                for kind in range(len(one.kinds)):
                    chance[kind, index] *= float(self._suit_bonus(index, kind))
        return {
            "share": np.array(self.kind_table(0, float), np.float64),
            "chance": chance,
            "prices": prices,
            "bonus": bonus,
            "ways": simple.ways.astype(np.float64),
        }

    def worths(self, acts: Ints | None = None, split: bool = False) -> tuple[Floats, Ints, Floats]:
        """What every hand is worth by the decisions given or by the best ones, which come with it,
        and how much better these are than the next."""
        return self._worths(acts, split, self.saves)

    def _worths(self, acts: Ints | None, split: bool, saves: Ints) -> tuple[Floats, Ints, Floats]:
        import numpy as np

        known, tables, simple = self.hands, self._floats, self.woods[NONE]
        worth = np.zeros((7, len(known)))
        found = np.zeros(tables["share"].shape, np.int64)
        margin = np.full(len(known), 9.0)
        hands_worth.jit(
            np.array(self.shoe, np.int64), known.counts, known.after,
            self.facts_split if split else self.facts_dealt, self.outcome(split), tables["prices"],
            simple.nodes, simple.sets, tables["ways"], simple.cells, self.natural,
            int(self.terms.final), float(self.terms.natural_loss), saves,
            tables["share"], tables["chance"], tables["bonus"], int(self.terms.doubled_plain),
            found if acts is None else acts, int(acts is not None),
            np.zeros(VALUES + 1), np.zeros((VALUES + 1) * self.tree.depths),
            np.zeros(simple.nodes.shape[1]), np.zeros((3, self.tree.depths)),
            worth, found, margin,
        )  # fmt: skip
        return worth, found if acts is None else acts, margin

    @cached_property
    def saves(self) -> Ints:
        """Which hands are better given up once they have been doubled, where that is allowed:
        whatever is decided otherwise, since no card follows."""
        import numpy as np

        found = np.zeros(len(self.hands), np.int64)
        if not self.terms.rescue:
            return found
        worth, acts, _ = self._worths(None, False, found)
        for index in (self.facts_dealt[1] > 0).nonzero()[0].tolist():
            if self.hands.size[index] < 3 or not self.is_possible(index):
                continue
            free = self.free(self.hands.counts_of(index))
            better = -float(free) - worth[6, index]
            if abs(better) < CLOSE:
                better = -free / 2 - self.net(self._play(acts, index, STAND, NONE, found))
            found[index] = better > 0
        return found

    def is_possible(self, index: int) -> bool:
        """Whether the shoe has a hand's cards."""
        return not (self.hands.counts[index] > self.shoe).any()

    def reach(self, acts: Ints) -> Floats:
        """The chance to come to each hand by these decisions."""
        import numpy as np

        known = self.hands
        found = np.zeros(len(known))
        reach_hands.jit(
            np.array(self.shoe, np.int64), known.counts, known.after, known.size,
            self._floats["share"], acts, found,
        )  # fmt: skip
        return found

    @cached_property
    def best(self) -> Plan:
        """The best decision for every hand."""
        worth, acts, margin = self.worths()
        for index in (margin < CLOSE).nonzero()[0].tolist():
            self._decide_exactly(acts, index)
        plan = Plan(acts)
        self._exact["best"] = acts
        splits, kept = set(), set()
        for value in range(VALUES):
            if self.shoe[value] >= 2:
                pair = self.hands.at[hand_of(value, value)]
                split, keep = self.split(plan, value).net, worth[3, pair]
                better = float(split) > keep
                if abs(float(split) - keep) < CLOSE:
                    better = split > self.net(self.play(acts, pair, int(acts[0, pair])))
                if pair in self.suits:
                    by_suits = self._split_kinds(plan, pair, split)
                    better = by_suits[0]
                    if by_suits == (True, False):
                        kept.add(value)
                if better:
                    splits.add(value)
        return Plan(acts, frozenset(splits), suited_kept=frozenset(kept))

    def _split_kinds(self, plan: Plan, pair: int, split: Fraction) -> tuple[bool, bool]:
        """Whether a pair is split, of two suits and of one."""
        found = []
        kinds = self.suits[pair].kinds
        for some in (range(1), range(1, len(kinds))):
            keep = share = Fraction(0)
            for kind in some:
                act = int(plan.acts[kind, pair])
                keep += kinds[kind][0] * self.net(self.play(plan.acts, pair, act, kind=kind))
                share += kinds[kind][0]
            found.append(share * split > keep)
        return found[0], found[1]

    @cached_property
    def unsplit(self) -> Plan:
        """The same for somebody who never splits."""
        return Plan(self.best.acts)

    def _decide_exactly(self, acts: Ints, index: int) -> None:
        """Choices too close for floating point; of equal ones the one that risks less."""
        facts = self.facts_dealt[:, index]
        allowed = [STAND, *([HIT] if facts[1] else [])]
        allowed += [DOUBLE] if facts[1] and facts[2] else []
        allowed += [SURRENDER] if facts[3] else []
        if facts[0] < 2 or sum(self.hands.counts[index] > self.shoe):
            return
        for kind in range(len(acts)):
            worth = {act: self.net(self.play(acts, index, act, kind=kind)) for act in allowed}
            acts[kind, index] = max(allowed, key=lambda act: (worth[act], -act))

    # The same in exact numbers

    def net_of(self, place: int, *, extra: int = 0) -> Fraction:
        """What an outcome nets beyond what a natural of the dealer's costs anyway.

        ``extra`` is 1 for a hand that a split has added: beside a natural it costs nothing unless
        what is over is lost for good.
        """
        rows, anyway = len(self.prices), 0 if extra else self.terms.natural_loss
        safe = Fraction(0) if self.terms.safe_ties else self.prices[0]
        if place >= ROWS:
            price, doubled = self.prices[(place - ROWS) % rows], (place - ROWS) >= rows
            return price + doubled
        return {
            SURRENDERED: Fraction(-1, 2), LOST: Fraction(-1), LOST_DOUBLE: Fraction(-2),
            SURRENDERED_DOUBLE: Fraction(-1),
            BUST_NATURAL: Fraction(anyway - 1), BUST_DOUBLE_NATURAL: Fraction(anyway - 2),
            SAFE_NATURAL: safe + anyway,
            SAFE_DOUBLE_NATURAL: safe + 1 + anyway,
        }.get(place, Fraction(0))  # fmt: skip

    def action_of(self, place: int) -> int:
        """The money at risk in an outcome."""
        if place in (BUST_NATURAL, BUST_DOUBLE_NATURAL, SAFE_NATURAL, SAFE_DOUBLE_NATURAL):
            return 0
        doubled = place in (LOST_DOUBLE, PUSHED_DOUBLE, SURRENDERED_DOUBLE) or place >= ROWS + len(
            self.prices
        )
        return 2 if doubled else 1

    @property
    def places(self) -> int:
        """How many outcomes are told apart."""
        return ROWS + 2 * len(self.prices)

    def net(self, means: Means) -> Fraction:
        """The mean net of outcomes."""
        return sum((self.net_of(place) * p for place, p in means.places.items()), Fraction(0))

    def _shares(self, moduli: Moduli) -> tuple[Ints, Ints]:
        """Shares and parts of lucky hands, in residues."""
        import numpy as np

        def residues(line: int, prime: int) -> list[list[float]]:
            return self.kind_table(
                line, lambda part: part.numerator * pow(part.denominator, -1, prime) % prime
            )

        key = "shares", moduli
        if key not in self._exact:
            shares, parts = ([residues(line, prime) for prime in moduli] for line in (0, 1))
            self._exact[key] = np.array(shares, np.int64), np.array(parts, np.int64)
        found: tuple[Ints, Ints] = self._exact[key]
        return found

    def sums(
        self, moduli: Moduli, acts: Ints, start: int, *,
        first: int = NONE, skipped: int = NONE, key: int = NONE,
        split: bool = False, kind: int = NONE, saves: Ints | None = None,
    ) -> Ints:  # fmt: skip
        """Weights of all outcomes from a hand on, in residues: by prime, outcome, and how many
        cards were drawn of the key value and in all."""
        import numpy as np

        terms, known, timber = self.terms, self.hands, self.woods[key]
        left = [
            has - (0 if value == key else int(known.counts[start, value]))
            for value, has in enumerate(self.shoe)
        ]
        share, chance = self._shares(moduli)
        if kind != NONE and start in self.kinds:
            share = share.copy()
            share[:, :, start] = 0
            share[:, kind, start] = 1
        keys = int(known.counts[:, key].max()) + timber.keys if key != NONE else 1
        sums = np.zeros((len(moduli), self.places, keys + 1, SLOTS), np.int64)
        play_out.jit(
            start, first, skipped, key, len(self.prices), int(terms.final),
            np.array(left, np.int64), known.counts, known.after,
            self.facts_split if split else self.facts_dealt, self.outcome(split),
            self.naturals * (not split),
            timber.nodes, timber.sets, timber.ways, timber.cells, timber.keys, self.natural,
            acts, self.saves if saves is None else saves, share, chance, self.luck,
            int(terms.doubled_plain), np.array(moduli, np.int64),
            np.zeros((start + 1, len(moduli), 4), np.int64), np.zeros(VALUES + 1, np.int64),
            np.zeros((VALUES + 1) * self.tree.depths, np.int64),
            np.zeros(timber.nodes.shape[1], np.int64),
            np.zeros((3, self.tree.depths * timber.keys, 2), np.int64), sums,
        )  # fmt: skip
        return sums

    def in_residues(
        self, count: Callable[[Moduli], Sequence[Ints]], whole: Callable[[int], int], most: int
    ) -> tuple[list[Ints], int]:
        """Weights modulo as many primes as tell their fractions apart, whose denominator comes with
        them: it depends on the most cards that are drawn. That is not known before the weights are,
        but was much the same for other hands."""
        import numpy as np

        moduli = primes(self._exact.get("primes", 3))
        found = [*count(moduli)]
        denominator = whole(max(map(longest, found)))
        wanted = self._exact["primes"] = needed(denominator, most)
        if wanted > len(moduli):
            more = count(primes(wanted)[len(moduli) :])
            found = [np.concatenate(both) for both in zip(found, more, strict=True)]
        return [one[:wanted] for one in found], denominator

    def collapsed(
        self, prime: int, sums: Ints, lines: Ints, cards: int, key_cards: int, gone: tuple[int, ...]
    ) -> list[list[int]]:
        """Means of some lines of weights, for numbers of cards of the key value that are gone."""
        import numpy as np

        fall = key_factors(key_cards, gone, prime)
        inverse = inverse_chances(cards, gone, prime)
        found = np.zeros((len(lines), len(gone)), np.int64)
        collapse.jit(sums, lines, fall, inverse, prime, found)
        return [[int(x) for x in line] for line in found]

    def play(
        self, acts: Ints, start: int, first: int = NONE, kind: int = NONE, split: bool = False
    ) -> Means:
        """All that comes of a hand, exactly: the first decision if one is forced, then those given.
        Chances are together with that of no natural of the dealer's."""
        return self._play(acts, start, first, kind, self.saves, split)

    def _play(
        self, acts: Ints, start: int, first: int, kind: int, saves: Ints, split: bool = False
    ) -> Means:
        import numpy as np

        cards = self.cards - int(self.hands.size[start])
        lines = np.eye(self.places, dtype=np.int64)
        (weights,), denominator = self.in_residues(
            lambda moduli: [
                self.sums(moduli, acts, start, first=first, kind=kind, saves=saves, split=split)
            ],
            lambda drawn: draws_of(cards, drawn) * self.scale,
            1,
        )
        found = [
            [line[0] for line in self.collapsed(prime, some, lines, cards, 0, (0,))]
            for prime, some in zip(primes(len(weights)), weights, strict=True)
        ]
        places = {
            place: fraction([line[place] for line in found], denominator)
            for place in range(self.places)
            if any(line[place] for line in found)
        }
        return Means(places)

    @cached_property
    def scale(self) -> int:
        """What shares of lucky hands add to a denominator."""
        parts = [part for kinds in self.kinds.values() for kind in kinds for part in kind]
        return lcm(*(part.denominator for part in parts)) ** 3

    def split(self, plan: Plan, value: int) -> SplitMeans:
        """A split pair, exactly, by these decisions: its net and what it puts at risk."""
        found = self._split(plan, value)
        if value in plan.suited_kept:
            acts = self.after_split(plan)
            return SplitMeans(found.net + unsuited_gain(self, acts, value), found.action)
        return found

    def _split(self, plan: Plan, value: int) -> SplitMeans:
        if plan.acts is not self._exact.get("best"):
            return split_means(self, plan, value)
        key = "split", value
        if key not in self._exact:
            self._exact[key] = split_means(self, plan, value)
        found: SplitMeans = self._exact[key]
        return found

    def most_hands(self, value: int) -> int:
        """How many hands a pair of this value may become."""
        once = value == ACE and not self.terms.resplit_aces
        return 2 if once else self.terms.split_hands

    def after_split(self, plan: Plan) -> Ints:
        """The decisions of split hands: without what these may not do, if nothing else is said."""
        import numpy as np

        if plan.after is not None:
            return plan.after
        acts, terms = plan.acts, self.terms
        if terms.double_after_split and (not terms.surrender or terms.surrender_any_time):
            return acts
        known, found = self._exact.get("after", (None, acts))
        if known is not acts:
            _, plain, _ = self.worths(acts=None, split=True)
            barred = (acts == SURRENDER) & (not terms.surrender_any_time)
            barred |= (acts == DOUBLE) & (not terms.double_after_split)
            found = np.where(barred, plain, acts)
            self._exact["after"] = acts, found
        after: Ints = found
        return after

    @cached_property
    def ace_acts(self) -> Ints:
        """What becomes of a split ace and its one card, where that may be more than to stand."""
        import numpy as np

        found = np.zeros(self._floats["share"].shape, np.int64)
        if not self.terms.ace_acts:
            return found
        worth, _, _ = self.worths(split=True)
        two = (self.hands.size == 2) & (self.hands.counts[:, ACE] > 0)
        for index in two.nonzero()[0].tolist():
            facts = self.facts_split[:, index]
            if not self.is_possible(index):
                continue
            allowed = [STAND]
            allowed += [DOUBLE] if DOUBLE in self.terms.ace_acts and facts[1] and facts[2] else []
            allowed += [SURRENDER] if SURRENDER in self.terms.ace_acts and facts[3] else []
            free = self.free(self.hands.counts_of(index))
            worths = {STAND: worth[0, index], DOUBLE: worth[2, index], SURRENDER: -free / 2}
            found[:, index] = max(allowed, key=lambda act: worths[act])
        return found


@lru_cache(maxsize=400)
def against(terms: Terms, start: Start) -> Against:
    """One dealer's start at one table, with all that has been found about it; the dealer's rule
    matters only by what it makes of that start."""
    naturals = tuple(terms.naturals(start))
    tree = dealer_tree(terms.worth, terms.draws, terms.goal, start, naturals, terms.push_total)
    return _against(replace(terms, draws=_in_the_tree), start, tree)


@lru_cache(maxsize=200)
def _against(terms: Terms, start: Start, tree: Tree) -> Against:
    return Against(terms, start, tree)


def _in_the_tree(total: int, soft: bool) -> bool:
    raise AssertionError("whether the dealer draws is told by the tree")
