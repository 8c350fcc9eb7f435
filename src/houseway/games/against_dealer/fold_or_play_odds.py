"""The exact odds of games in which a player folds or bets again against one dealer's hand.

The ante is a contest with a dealer who must qualify. A player who has seen the cards gives up the
ante or adds a second wager, so many times as large, or of any amount within bounds. Against a
dealer who does not qualify the ante wins even money and the second wager comes back; otherwise the
higher hand wins, the ante even money and the second wager by its table, and equal hands push, or
win where a game says so. A bonus on the ante may be paid whatever the dealer holds. A game brings
the rules of its hands (``Contest``) and its prices (``Terms``).

What staying in is worth rises or falls evenly with the amount, so the best amount is the least or
the most; which of them is the second of two questions that a strategy answers for every cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING, Literal

from houseway.counting.canonical import Pack
from houseway.counting.prices import Paid, Rows
from houseway.games.against_dealer.first_cards import Kinds, RowsRule, kinds
from houseway.games.against_dealer.fold_or_play_paid import FOLD, Solution, Terms
from houseway.games.against_dealer.one_hand import Strength, against
from houseway.games.against_dealer.value_sweep import Bulk, Standing, Tally, stand

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Bits, Flags

INT64 = 2**63


# What a game brings


@dataclass(frozen=True)
class Contest:
    """Player against dealer: hands of ``size`` cards, what they are worth and the rows they hit.

    ``strengths`` and ``kinds`` are the bulk forms of the rules. The dealer qualifies with a
    strength of ``least``; with ``shows`` the player sees one of the dealer's cards. ``dealers`` are
    the dealer's cards, if not as many as the player's; with ``ties_win`` an equal hand wins.
    """

    pack: Pack
    size: int
    strength: Strength
    strengths: Bulk
    kinds: Bulk
    rows: RowsRule
    least: int
    shows: bool = False
    dealers: int | None = None
    ties_win: bool = False

    @property
    def standing(self) -> Standing:
        """Every class of hands against all that the dealer can hold; equal hands that win are
        among those below."""
        return _standing(
            self.pack, self.size, self.strengths, self.least, self.shows, self.dealers,
            self.ties_win,
        )  # fmt: skip

    @property
    def kinds_of_hands(self) -> Kinds:
        """Every class of hands by the rows that it hits."""
        return kinds(self.pack, self.size, self.kinds, self.rows)


@lru_cache(maxsize=2)
def _standing(
    pack: Pack,
    size: int,
    strengths: Bulk,
    least: int,
    shows: bool,
    dealers: int | None,
    ties_win: bool,
) -> Standing:
    found = stand(pack, size, strengths, least, shows=shows, other=dealers)
    if not ties_win:
        return found
    return replace(found, below=found.below + found.equal, equal=found.equal * 0)


# One hand


@dataclass(frozen=True)
class Decision:
    """What one hand expects, in antes, from folding and from staying in."""

    fold: Fraction
    play: Fraction

    @property
    def best(self) -> Literal["fold", "play"]:
        """The better of the two; of equals the one that risks less."""
        return "play" if self.play > self.fold else "fold"


def decide(
    contest: Contest, terms: Terms, hand: int, shown: int | None = None, seen: int = 0
) -> Decision:
    """The exact worth of folding and of staying in with one hand, in plain Python."""
    if hand.bit_count() != contest.size:
        raise ValueError(f"a hand is {contest.size} cards")
    if contest.shows != (shown is not None):
        said = "one card of the dealer's is seen" if contest.shows else "no card is seen"
        raise ValueError(f"{said} in this game")
    found = against(
        contest.strength, hand, contest.pack, least=contest.least, shown=shown, seen=seen
    )
    rows = frozenset(contest.rows(hand))
    gain = terms.ante * found.unqualified + terms.won(rows) * found.below
    gain -= terms.lost * found.above
    return Decision(Fraction(-1), gain / sum(found) + terms.extra(rows))


# All hands

# Says which cells stay in; where the amount is free, 0 folds, 1 bets the least and 2 the most
Chooser = Callable[[Standing], "Flags | Bits"]


def from_strength(least: int) -> Chooser:
    """Stay in with hands of that strength or more, whatever is shown."""

    def chooser(standing: Standing) -> Flags:
        import numpy as np

        stays = (standing.strength >= least)[:, None]
        return np.broadcast_to(stays, standing.times.shape)

    return chooser


def by_ranks(stays: Callable[[int, int], bool]) -> Callable[[Standing], Flags]:
    """A strategy that asks only for the ranks one holds, as a set, and the rank shown; for hands
    of different ranks that are no better than their high cards."""

    def chooser(standing: Standing) -> Flags:
        import numpy as np

        pack = standing.hands.pack
        held = np.bitwise_or.reduce(standing.hands.suits, axis=1)
        sets, which = np.unique(held, return_inverse=True)
        table = np.array(
            [[stays(one, rank) for rank in pack.rank_list] for one in sets.tolist()], np.bool_
        )
        flags: Flags = np.tile(table[which], (1, len(pack.suits)))
        return flags

    return chooser


@dataclass(frozen=True)
class MainGame:
    """Ante and second wager at given prices, for any strategy and for the best one."""

    contest: Contest
    terms: Terms

    @cached_property
    def optimal(self) -> Solution:
        """The best decision for every class of hands; where both are equal, fold."""
        return self.follow(lambda _: self.how, "optimal")

    def follow(self, chooser: Chooser, name: str) -> Solution:
        """What a strategy is worth: it is shown how all classes stand, and says which stay in."""
        how = chooser(self.contest.standing)
        if self.terms.most is None:
            return Solution(name, self.terms, self._tallies(how != 0))
        least, most = (self._tallies(how == level, count_folds=False) for level in (1, 2))
        for rows, tally in self._tallies(how != 0).items():
            least[rows] = least[rows]._replace(fold=tally.fold)
        return Solution(name, self.terms, least, most)

    def _tallies(self, plays: Flags, *, count_folds: bool = True) -> dict[Rows, Tally]:
        """What becomes of the deals of these cells, by the rows that the player's hand hits."""
        standing, known = self.contest.standing, self.contest.kinds_of_hands
        tallies: dict[Rows, Tally] = {}
        for kind, tally in enumerate(standing.tally(known.kind, plays)):
            if sum(tally):
                counts = tally if count_folds else tally._replace(fold=0)
                parts = [known.split(kind, count) for count in counts]
                for rows in known.rows[kind]:
                    before = tallies.get(rows, Tally(0, 0, 0, 0, 0))
                    more = (part[rows] for part in parts)
                    tallies[rows] = Tally(*map(sum, zip(before, more, strict=True)))
        return tallies

    def cost(self, solution: Solution) -> Fraction:
        """What another strategy gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    @cached_property
    def plays(self) -> Flags:
        """Which cells are worth more seen through than folded."""
        plays: Flags = self.how != 0
        return plays

    @cached_property
    def how(self) -> Bits:
        """The best choice of every cell by its number: to fold, or an amount to stay in with. Of
        amounts that are worth the same the least."""
        import numpy as np

        levels = self.terms.levels
        stays = [self._stays(terms) for terms in levels]
        how: Bits = stays[0].astype(np.uint8)
        if len(levels) > 1:
            raises = self._gains_by_more(*levels)
            how = np.where(raises, 2 * stays[1].astype(np.uint8), how)
        self._check_suits(how != 0)
        return how

    def _stays(self, terms: Terms) -> Flags:
        """Which cells are worth more with that second wager than folded.

        Compared in whole numbers: antes times the least scale that makes every gain whole.
        """
        won, extra = self._by_kind(terms.won), self._by_kind(terms.extra)
        return self._better(terms.ante, won, terms.lost, {k: 1 + v for k, v in extra.items()})

    def _gains_by_more(self, less: Terms, more: Terms) -> Flags:
        """Which cells gain by the larger second wager."""
        won = self._by_kind(lambda rows: more.won(rows) - less.won(rows))
        none = dict.fromkeys(won, Fraction(0))
        return self._better(Fraction(0), won, more.lost - less.lost, none)

    def _better(
        self,
        free: Fraction,
        won: Mapping[int, Fraction],
        lost: Fraction,
        given_up: Mapping[int, Fraction],
    ) -> Flags:
        """Which cells are better seen through than given up; won and given up by kind."""
        import numpy as np

        standing, known = self.contest.standing, self.contest.kinds_of_hands
        scale = lcm(*(v.denominator for v in (*won.values(), *given_up.values(), lost, free)))
        most = max(*won.values(), lost) + max(given_up.values())
        if 2 * standing.opponents * scale * most >= INT64:
            raise ValueError("prices too large or too fine for 64-bit comparison")
        gains, dues = np.zeros((2, int(known.kind.max()) + 1), np.int64)
        for kind in known.rows:
            gains[kind], dues[kind] = int(won[kind] * scale), int(given_up[kind] * scale)
        return standing.better(known.kind, int(free * scale), gains, int(lost * scale), dues)

    def _by_kind(self, value: Callable[[Rows], Fraction]) -> dict[int, Fraction]:
        """A price for each kind; where it depends on the suit, the lowest."""
        known = self.contest.kinds_of_hands
        return {kind: min(map(value, parts)) for kind, parts in known.rows.items()}

    def _check_suits(self, plays: Flags) -> None:
        """What stays in at the lowest of several prices stays in at all of them; no more is said
        of hands that are paid by their suit."""
        known, standing = self.contest.kinds_of_hands, self.contest.standing
        for kind, parts in known.rows.items():
            if len({(self.terms.won(rows), self.terms.extra(rows)) for rows in parts}) > 1:
                here = known.kind == kind
                if not (plays[here] | (standing.times[here] == 0)).all():
                    raise ValueError("a price that depends on the suit decides whether to fold")

    def best(self, hand: int, shown: int | None = None) -> str:
        """The best choice for one hand, looked up."""
        return self.terms.choices[int(self.how[self.contest.standing.cell(hand, shown)])]

    def worth(self, hand: int, shown: int | None = None) -> dict[str, Fraction]:
        """What each choice is worth with one hand, in antes, looked up."""
        standing = self.contest.standing
        cell = standing.cell(hand, shown)
        rows = frozenset(self.contest.rows(hand))
        unqualified, below, above = (
            int(counts[cell]) for counts in (standing.unqualified, standing.below, standing.above)
        )
        found = {FOLD: Fraction(-1)}
        for name, terms in zip(self.terms.choices[1:], self.terms.levels, strict=True):
            gain = terms.ante * unqualified + terms.won(rows) * below - terms.lost * above
            found[name] = gain / standing.opponents + terms.extra(rows)
        return found


def main_game_of(contest: Contest, terms: Terms) -> MainGame:
    """A game in which every hand that can be dealt is paid so; found again if it was asked for
    before, so that it is solved once."""
    hit = tuple(contest.kinds_of_hands.patterns)
    paid = tuple((rows, terms.pays(rows), terms.bonus(rows)) for rows in hit)
    return _main_game(contest, terms.second, terms.times, terms.most, terms.ante, paid)


@lru_cache(maxsize=32)
def _main_game(
    contest: Contest,
    second: str,
    times: Fraction,
    most: Fraction | None,
    ante: Fraction,
    paid: tuple[tuple[Rows, Paid | None, Paid | None], ...],
) -> MainGame:
    pays = {rows: at for rows, at, _ in paid}.__getitem__
    bonus = {rows: at for rows, _, at in paid}.__getitem__
    return MainGame(contest, Terms(second, times, pays, bonus, ante, most))
