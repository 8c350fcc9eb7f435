"""The exact odds of games in which a player folds or bets again against one dealer's hand.

The ante is a contest with a dealer who must qualify. A player who has seen the cards gives up the
ante or adds a second wager, so many times as large. Against a dealer who does not qualify the ante
wins even money and the second wager comes back; otherwise the higher hand wins, the ante even money
and the second wager by its table, and equal hands push. A bonus on the ante may be paid whatever
the dealer holds. A game brings the rules of its hands (``Contest``) and its prices (``Terms``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING, Literal

from houseway.equipment.cards import cards_in, names
from houseway.games.against_dealer.first_cards import Kinds, RowsRule, kinds
from houseway.games.against_dealer.one_hand import Strength, against
from houseway.games.against_dealer.value_sweep import Bulk, Standing, Tally, stand
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.odds.canonical import Pack
from houseway.odds.prices import EVEN, Paid, Pays, Rows, even_money, nothing, price_text
from houseway.odds.result import Outcome, OutcomeTable

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Flags

INT64 = 2**63
FOLD = "fold"


# What a game brings


@dataclass(frozen=True)
class Contest:
    """Player against dealer: hands of ``size`` cards, what they are worth and the rows they hit.

    ``strengths`` and ``kinds`` are the bulk forms of the rules. The dealer qualifies with a
    strength of ``least``; with ``shows`` the player sees one of the dealer's cards.
    """

    pack: Pack
    size: int
    strength: Strength
    strengths: Bulk
    kinds: Bulk
    rows: RowsRule
    least: int
    shows: bool = False

    @property
    def standing(self) -> Standing:
        """Every class of hands against all that the dealer can hold."""
        return _standing(self.pack, self.size, self.strengths, self.least, self.shows)

    @property
    def kinds_of_hands(self) -> Kinds:
        """Every class of hands by the rows that it hits."""
        return kinds(self.pack, self.size, self.kinds, self.rows)


@lru_cache(maxsize=2)
def _standing(pack: Pack, size: int, strengths: Bulk, least: int, shows: bool) -> Standing:
    return stand(pack, size, strengths, least, shows=shows)


@dataclass(frozen=True)
class Terms:
    """What a round wins and costs, in antes.

    The second wager is ``times`` the ante and is called ``second``; where ``pays`` has nothing for
    a winning hand, it comes back. ``ante`` is the odds of a winning ante.
    """

    second: str
    times: Fraction = Fraction(1)
    pays: Pays = even_money
    bonus: Pays = nothing
    ante: Fraction = Fraction(1)

    def won(self, rows: Rows) -> Fraction:
        """A win against a dealer who qualifies, without the bonus."""
        paid = self.pays(rows)
        return self.ante + self.times * paid.odds if paid else self.ante

    def extra(self, rows: Rows) -> Fraction:
        """The bonus, due whenever the player stays in."""
        paid = self.bonus(rows)
        return paid.odds if paid else Fraction(0)

    @property
    def lost(self) -> Fraction:
        """Ante and second wager."""
        return 1 + self.times


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

Chooser = Callable[[Standing], "Flags"]  # says which cells stay in


def from_strength(least: int) -> Chooser:
    """Stay in with hands of that strength or more, whatever is shown."""

    def chooser(standing: Standing) -> Flags:
        import numpy as np

        stays = (standing.strength >= least)[:, None]
        return np.broadcast_to(stays, standing.times.shape)

    return chooser


def by_ranks(stays: Callable[[int, int], bool]) -> Chooser:
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
        return self.follow(lambda _: self.plays, "optimal")

    def follow(self, chooser: Chooser, name: str) -> Solution:
        """What a strategy is worth: it is shown how all classes stand, and says which stay in."""
        standing, known = self.contest.standing, self.contest.kinds_of_hands
        tallies: dict[Rows, Tally] = {}
        for kind, tally in enumerate(standing.tally(known.kind, chooser(standing))):
            if sum(tally):
                parts = [known.split(kind, count) for count in tally]
                for rows in known.rows[kind]:
                    before = tallies.get(rows, Tally(0, 0, 0, 0, 0))
                    more = (part[rows] for part in parts)
                    tallies[rows] = Tally(*map(sum, zip(before, more, strict=True)))
        return Solution(name, self.terms, tallies)

    def cost(self, solution: Solution) -> Fraction:
        """What another strategy gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    @cached_property
    def plays(self) -> Flags:
        """Which cells are worth more seen through than folded.

        Compared in whole numbers: antes times the least scale that makes every gain whole.
        """
        import numpy as np

        standing, known = self.contest.standing, self.contest.kinds_of_hands
        won, extra = self._by_kind(self.terms.won), self._by_kind(self.terms.extra)
        lost = self.terms.lost
        ante = self.terms.ante
        scale = lcm(*(v.denominator for v in (*won.values(), *extra.values(), lost, ante)))
        most = max(*won.values(), lost) + max(extra.values())
        if 2 * standing.opponents * scale * most >= INT64:
            raise ValueError("prices too large or too fine for 64-bit comparison")
        gains, dues = np.zeros((2, int(known.kind.max()) + 1), np.int64)
        for kind in known.rows:
            gains[kind], dues[kind] = int(won[kind] * scale), int((1 + extra[kind]) * scale)
        plays = standing.better(known.kind, int(ante * scale), gains, int(lost * scale), dues)
        self._check_suits(plays)
        return plays

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

    def best(self, hand: int, shown: int | None = None) -> Literal["fold", "play"]:
        """The best decision for one hand, looked up."""
        return "play" if self.plays[self.contest.standing.cell(hand, shown)] else "fold"


def main_game_of(contest: Contest, terms: Terms) -> MainGame:
    """A game in which every hand that can be dealt is paid so; found again if it was asked for
    before, so that it is solved once."""
    hit = tuple(contest.kinds_of_hands.patterns)
    paid = tuple((rows, terms.pays(rows), terms.bonus(rows)) for rows in hit)
    return _main_game(contest, terms.second, terms.times, terms.ante, paid)


@lru_cache(maxsize=32)
def _main_game(
    contest: Contest,
    second: str,
    times: Fraction,
    ante: Fraction,
    paid: tuple[tuple[Rows, Paid | None, Paid | None], ...],
) -> MainGame:
    pays = {rows: at for rows, at, _ in paid}.__getitem__
    bonus = {rows: at for rows, _, at in paid}.__getitem__
    return MainGame(contest, Terms(second, times, pays, bonus, ante))


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one strategy, and of the wagers at given prices.

    ``tallies`` counts deals by the rows that the player's hand hits, whatever these pay.
    """

    strategy: str
    terms: Terms
    tallies: Mapping[Rows, Tally]

    @cached_property
    def tally(self) -> Tally:
        """All deals: folded; not qualified, won, tied and lost."""
        return Tally(*(sum(column) for column in zip(*self.tallies.values(), strict=True)))

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.tally)

    @property
    def fold_frequency(self) -> Fraction:
        """How often the player folds."""
        return Fraction(self.tally.fold, self.deals)

    def folds(self, row: str) -> Fraction:
        """The share of the hands that hit a row which is folded."""
        hit = [tally for rows, tally in self.tallies.items() if row in rows]
        return Fraction(sum(t.fold for t in hit), sum(map(sum, hit)))

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @cached_property
    def ante(self) -> OutcomeTable:
        """The ante by itself, without the bonus."""
        fold, unqualified, win, tie, lose = self.tally
        outcomes = (
            Outcome("fold", Fraction(-1), fold),
            Outcome("lose", Fraction(-1), lose),
            Outcome("push", Fraction(0), tie),
            Outcome("dealer does not qualify", self.terms.ante, unqualified),
            Outcome("win", self.terms.ante, win),
        )
        return OutcomeTable("ante", self.deals, outcomes)

    @cached_property
    def second(self) -> OutcomeTable:
        """The second wager by itself; a player who folds has not made it."""
        fold, unqualified, _, tie, lose = self.tally
        wins: dict[Paid, int] = {}
        for rows, tally in self.tallies.items():
            paid = self.terms.pays(rows) or Paid("", Fraction(0))
            wins[paid] = wins.get(paid, 0) + tally.win
        outcomes = [
            Outcome("fold", Fraction(0), fold, Fraction(0)),
            Outcome("lose", Fraction(-1), lose),
            Outcome("push", Fraction(0), tie),
            Outcome("dealer does not qualify", Fraction(0), unqualified),
        ]
        for (row, odds), count in sorted(wins.items(), key=lambda item: item[0].odds):
            label = f"win, {row} {price_text(odds)}" if row else "win"
            outcomes.append(Outcome(label, odds, count))
        return OutcomeTable(self.terms.second, self.deals, tuple(outcomes))

    @cached_property
    def bonus(self) -> OutcomeTable:
        """The bonus by itself, in antes: it has no stake of its own."""
        none = Paid("no bonus", Fraction(0))
        found: dict[Paid, int] = {}
        folded = 0
        for rows, tally in self.tallies.items():
            paid = self.terms.bonus(rows) or none
            found[paid] = found.get(paid, 0) + sum(tally) - tally.fold
            folded += tally.fold
        free = Fraction(0)
        outcomes = [Outcome("fold", free, folded, free)]
        for (row, odds), count in sorted(found.items(), key=lambda item: item[0].odds):
            label = f"{row} {price_text(odds)}" if odds else row
            outcomes.append(Outcome(label, odds, count, free))
        return OutcomeTable("bonus", self.deals, tuple(outcomes), unit="ante")

    @cached_property
    def together(self) -> OutcomeTable:
        """Ante, second wager and bonus together, in antes."""
        counts: dict[tuple[str, Fraction], int] = {}
        for rows, tally in self.tallies.items():
            for label, net, count in self._results(rows, tally):
                counts[label, net] = counts.get((label, net), 0) + count
        outcomes = [
            Outcome(label, net, count, Fraction(1) if label == FOLD else self.terms.lost)
            for (label, net), count in counts.items()
            if count or label in (FOLD, "lose", "push", "win")
        ]
        outcomes.sort(key=lambda outcome: (outcome.label != FOLD, outcome.net, outcome.label))
        name = f"ante and {self.terms.second}"
        return OutcomeTable(name, self.deals, tuple(outcomes), unit="ante")

    def _results(self, rows: Rows, tally: Tally) -> Iterator[tuple[str, Fraction, int]]:
        terms, extra = self.terms, self.terms.extra(rows)
        bonus = f", bonus {price_text(extra)}" if extra else ""
        paid = terms.pays(rows)
        odds = paid.odds if paid else Fraction(0)
        at = "" if paid == EVEN else f", {terms.second} {price_text(odds)}"
        yield FOLD, Fraction(-1), tally.fold
        yield f"lose{bonus}", extra - terms.lost, tally.lose
        yield f"push{bonus}", extra, tally.tie
        yield f"dealer does not qualify{bonus}", extra + terms.ante, tally.unqualified
        yield f"win{at}{bonus}", extra + terms.won(rows), tally.win


# What a person can use


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


def hand_classes(
    game: MainGame, wanted: Callable[[int], bool] = lambda strength: True
) -> Iterator[HandClass]:
    """The best decision for every class of hands whose strength is wanted, the weakest first; where
    it depends on the shown card a line for each, else one line with all shown cards together."""
    import numpy as np

    standing, known = game.contest.standing, game.contest.kinds_of_hands
    pack, plays = standing.hands.pack, game.plays
    for row in np.argsort(standing.strength, kind="stable").tolist():
        if not wanted(int(standing.strength[row])):
            continue
        cells = standing.times[row].nonzero()[0]
        chosen = {bool(stays) for stays in plays[row, cells]}
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
            terms = game.terms
            gain = terms.ante * unqualified + terms.won(hit) * below - terms.lost * above
            shown = names([pack.cards[int(group[0])]]) if len(groups) > 1 else "any"
            yield HandClass(
                hand=names(cards_in(hand)),
                shown=shown if standing.shows else "none",
                rows=" ".join(sorted(hit)),
                ways=int(standing.hands.ways[row]) * int(times.sum()),
                unqualified=unqualified,
                below=below,
                equal=equal,
                above=above,
                play=gain / (unqualified + below + equal + above) + terms.extra(hit),
                fold=Fraction(-1),
                best="play" if plays[row, group[0]] else "fold",
            )
