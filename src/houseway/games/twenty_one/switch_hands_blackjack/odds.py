"""Two pairs of which one is played: what the open one is worth, and the one that nobody has seen.

Who keeps the open pair knows of the other as much as of the shoe, so that it is a hand dealt from a
full shoe. Who switches plays a hand from the shoe without the open pair, which is seen and gone;
before it is turned up it is worth the mean of all such hands. A player switches where that is more.
Hands are played by their values; of suits only those of a blackjack matter, of which the values of
other cards tell nothing.

Figures are those of a round, with whatever is doubled and split and less the ante fee. A pair that
is split is one line with its mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from houseway.counting.result import OutcomeTable
from houseway.games.twenty_one.composition.against import CLOSE, Against, Plan, against
from houseway.games.twenty_one.composition.deals import THREADS, Strategy, best_plan
from houseway.games.twenty_one.composition.kernels import (
    NATURAL,
    NONE,
    PUSHED,
    ROWS,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
)
from houseway.games.twenty_one.composition.splits import SplitMeans
from houseway.games.twenty_one.composition.terms import (
    ACE,
    TEN,
    Start,
    falling,
    hand_of,
    without,
)
from houseway.games.twenty_one.odds import COLUMNS, PLAIN, Line, Lines, Rules, table_of, terms
from houseway.games.twenty_one.switch_hands_blackjack.ante import CENTS, ante_fee
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import is_red
from houseway.hands.kernel import thread_pool
from houseway.rulebook.table_rules import TableRules

Pair = tuple[int, int]  # the values of two cards, the lower first
PAIRS: tuple[Pair, ...] = tuple((a, b) for a in range(VALUES) for b in range(a, VALUES))
BLACKJACK: Pair = (ACE, TEN)


# -- a table ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pays:
    """What blackjacks are paid to one, on average over their colors, and beside one of the
    dealer's; whether they push beside 21 in more cards; the ante fee for a wager of one."""

    colored: Fraction
    blackjack: Fraction
    both: Fraction
    ties_21: bool
    fee: Fraction


class Known(NamedTuple):
    """A table's numbers."""

    rules: Rules
    pays: Pays


def known_at(rules: TableRules) -> Known:
    """The numbers of a table as its rulebook gives them."""
    found = numbers(rules)
    unit = rules.rule("ante_unit") * CENTS
    tie = found.price("both_blackjack") if rules.rule("blackjack_tie_pays") else Fraction(0)
    pays = Pays(
        found.price("colored_blackjack"), found.price("blackjack"), tie,
        rules.rule("blackjack_ties_21"), Fraction(ante_fee(unit, rules), unit),
    )  # fmt: skip
    return Known(found, pays)


def colored_share(rules: Rules) -> Fraction:
    """The part of all blackjacks that are of one color."""
    aces, tens = (
        [is_red(c) for c in rules.cards if rules.points[c & 15] == points] for points in (11, 10)
    )
    if not aces or not tens:
        return Fraction(0)
    alike = sum(tens.count(ace) for ace in aces)
    return Fraction(alike, len(aces) * len(tens))


def pair(one: int, other: int) -> Pair:
    """Two cards in order."""
    return (one, other) if one <= other else (other, one)


# -- one hand, or all that may lie face down -------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """What becomes of a hand of two cards, or of all of them together: lines without those of a
    blackjack, the chance of one that the dealer has not as well, the part of it that meets 21 in
    more cards, and the chance of two. ``act`` is what is done first, where it is one hand."""

    lines: tuple[Line, ...]
    natural: Fraction
    tied: Fraction
    both: Fraction
    beaten: Fraction  # the chance of a blackjack of the dealer's
    act: int = NONE

    def every_line(self, pays: Pays, colored: Fraction) -> Iterator[Line]:
        """All outcomes with what they net, before the ante fee."""
        yield from self.lines
        tied = self.tied if pays.ties_21 else Fraction(0)
        one, won = Fraction(1), self.natural - tied
        yield "colored_blackjack", pays.colored, one, won * colored
        yield "blackjack", pays.blackjack, one, won * (1 - colored)
        yield "push", Fraction(0), one, tied
        yield "both_blackjack", pays.both, one, self.both

    def net(self, pays: Pays, colored: Fraction) -> Fraction:
        """The mean, before the ante fee."""
        lines = self.every_line(pays, colored)
        return sum((net * chance for _, net, _, chance in lines), Fraction(0))


def split_name(value: int) -> str:
    """What the line of a split pair is called."""
    return f"split {COLUMNS[value]}-{COLUMNS[value]}, on average"


def split_of(here: Against, plan: Plan, value: int) -> SplitMeans:
    """A split pair; who may surrender plays split hands like anybody else."""
    return here.split(here.best if plan.after is here.best.acts else plan, value)


def keep(here: Against, plan: Plan, hand: Pair) -> Played:
    """A hand of two cards that are seen."""
    counts, zero = hand_of(*hand), Fraction(0)
    beaten = 1 - here.free(counts)
    if hand == BLACKJACK:
        return Played((), 1 - beaten, _tied(here, plan), beaten, beaten, STAND)
    if hand[0] == hand[1] and hand[0] in plan.splits:
        means = split_of(here, plan, hand[0])
        net, action = means.net - beaten, means.action + beaten
        line = split_name(hand[0]), net, action, Fraction(1)
        return Played((line,), zero, zero, zero, beaten, SPLIT)
    found, index = Lines(), here.hands.at[counts]
    _put(found, here, here.play(plan.acts, index).places)
    found.put("dealer blackjack", -1, 1, beaten)
    return Played(tuple(found.listed()), zero, zero, zero, beaten, int(plan.acts[0, index]))


def take(here: Against, plan: Plan) -> Played:
    """All hands that two unseen cards may be, each by its chance."""
    found, acts, lost = Lines(), plan.acts.copy(), Fraction(0)
    for value in sorted(plan.splits):
        if here.shoe[value] < 2:
            continue
        counts = hand_of(value, value)
        acts[:, here.hands.at[counts]] = SPLIT
        chance = Fraction(falling(here.shoe[value], 2), falling(here.cards, 2))
        means, beaten = split_of(here, plan, value), 1 - here.free(counts)
        found.put(split_name(value), means.net - beaten, means.action + beaten, chance)
        lost += chance * beaten
    means_of = here.play(acts, here.hands.at[hand_of()])
    _put(found, here, means_of.places)
    natural, both, tied = means_of[NATURAL], Fraction(0), Fraction(0)
    hole = 1 - here.free(hand_of())
    if min(without(here.shoe, *BLACKJACK)) >= 0:
        dealt = Fraction(2 * here.shoe[ACE] * here.shoe[TEN], falling(here.cards, 2))
        both = dealt - natural
        tied = dealt * _tied(here, plan)
    found.put("dealer blackjack", -1, 1, hole - both - lost)
    return Played(tuple(found.listed()), natural, tied, both, hole)


def _tied(here: Against, plan: Plan) -> Fraction:
    """The chance that the dealer makes 21 in more cards beside a blackjack."""
    index = here.hands.at[hand_of(*BLACKJACK)]
    return here.play(plan.acts, index, STAND, split=True)[PUSHED]


def _put(found: Lines, here: Against, places: Mapping[int, Fraction]) -> None:
    """Outcomes of hands that are neither split nor a blackjack."""
    rows = [row for row, _ in here.terms.prices]
    for place, chance in places.items():
        if place in PLAIN:
            label, net, action = PLAIN[place]
            found.put(label, net, action, chance)
        elif place >= ROWS:
            doubled, at = divmod(place - ROWS, len(rows))
            name = rows[at] + (" doubled" if doubled else "")
            found.put(name, here.prices[at] + doubled, 1 + doubled, chance)


def with_surrender(here: Against) -> Plan:
    """The best play of somebody who may give up the first two cards for half of the wager, which is
    lost whole beside a blackjack of the dealer's."""
    best = here.best
    acts, splits = best.acts.copy(), set(best.splits)
    worth, _, _ = here.worths()
    for hand in PAIRS:
        counts = hand_of(*hand)
        index = here.hands.at[counts]
        if hand == BLACKJACK or not here.is_possible(index):
            continue
        half = -here.free(counts) / 2
        is_split = hand[0] == hand[1] and hand[0] in best.splits
        gain = float(half) - (float(here.split(best, hand[0]).net) if is_split else worth[3, index])
        if gain > CLOSE or (gain > -CLOSE and half > _exactly(here, best, hand, is_split)):
            acts[:, index] = SURRENDER
            splits.discard(hand[0] if is_split else NONE)
    return Plan(acts, frozenset(splits), best.acts)


def _exactly(here: Against, plan: Plan, hand: Pair, is_split: bool) -> Fraction:
    """What a hand is worth without surrender, together with the chance of no blackjack."""
    if is_split:
        return here.split(plan, hand[0]).net
    return here.net(here.play(plan.acts, here.hands.at[hand_of(*hand)]))


# -- one card of the dealer's ----------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """One card of the dealer's: every open pair that is kept, and for every open pair what the
    other one is worth to somebody who has not seen it."""

    start: Start
    kept: Mapping[Pair, Played]
    taken: Mapping[Pair, Played]


def beside(rules: Rules, start: Start) -> Rules:
    """The rules that matter beside a card of the dealer's: a split hand meets a blackjack only
    where nobody has looked, which is beside a ten."""
    ties = rules.more.two_card_21_ties and start[0] == TEN
    return replace(rules, more=replace(rules.more, two_card_21_ties=ties))


@lru_cache(maxsize=160)
def _best_columns(rules: Rules, start: Start) -> tuple[Column, Column]:
    """The best play without surrender and with it."""
    return column_by(rules, start, best_plan), column_by(rules, start, with_surrender)


def best_column(rules: Rules, start: Start) -> Column:
    """Every pair against a card of the dealer's, by the best decisions."""
    plain = replace(beside(rules, start), surrender=False)
    return _best_columns(plain, start)[rules.surrender]


def column_by(rules: Rules, start: Start, strategy: Strategy) -> Column:
    """The same by any decisions."""
    engine = terms(rules)
    left = without(engine.shoe, *start)
    whole = against(engine, start)
    plan = strategy(whole)
    opens = [hand for hand in PAIRS if min(without(left, *hand)) >= 0]
    kept = {hand: keep(whole, plan, hand) for hand in opens}
    taken = {}
    for hand in opens:
        here = against(replace(engine, shoe=without(engine.shoe, *hand)), start)
        taken[hand] = take(here, strategy(here))
    return Column(start, kept, taken)


# -- all deals -------------------------------------------------------------------------------------

Switches = Callable[["Game", Column, Pair], bool]


@dataclass(frozen=True, eq=False)
class Game:
    """All deals of a table by one way to play hands and one to switch them."""

    known: Known
    strategy: str
    columns: Mapping[Start, Column]
    switches: Switches

    @cached_property
    def colored(self) -> Fraction:
        """The part of all blackjacks that are of one color."""
        return colored_share(self.known.rules)

    def worth(self, played: Played) -> Fraction:
        """What a hand nets on average, before the ante fee."""
        return played.net(self.known.pays, self.colored)

    @cached_property
    def worths(self) -> Mapping[tuple[Start, Pair], tuple[Fraction, Fraction]]:
        """What every open pair is worth, and the other one beside it."""
        return {
            (start, hand): (self.worth(column.kept[hand]), self.worth(column.taken[hand]))
            for start, column in self.columns.items()
            for hand in column.kept
        }

    def deals(self) -> Iterator[tuple[Column, Pair, Fraction, bool]]:
        """Every open pair against every card of the dealer's, its chance, and whether the player
        switches."""
        shoe = self.known.rules.shoe
        whole = falling(sum(shoe), 3)
        for start, column in self.columns.items():
            left = without(shoe, *start)
            for one, other in column.kept:
                ways = left[one] * (left[other] - (one == other)) * (1 + (one != other))
                chance = Fraction(shoe[start[0]] * ways, whole)
                hand = one, other
                yield column, hand, chance, self.switches(self, column, hand)

    @cached_property
    def expectation(self) -> Fraction:
        """What a round nets on average, less the ante fee."""
        found = -self.known.pays.fee
        for column, hand, chance, switched in self.deals():
            found += chance * self.worths[column.start, hand][switched]
        return found

    @cached_property
    def lines(self) -> list[Line]:
        """Everything that can become of a round, less the ante fee."""
        found, splits, fee = Lines(), dict[str, list[Fraction]](), self.known.pays.fee
        for column, hand, chance, switched in self.deals():
            played = (column.taken if switched else column.kept)[hand]
            for label, net, action, part in played.every_line(self.known.pays, self.colored):
                if not label.startswith("split"):
                    found.put(label, net - fee, action, chance * part)
                    continue
                sums = splits.setdefault(label, [Fraction(0)] * 3)
                whole = chance * part
                for at, more in enumerate((whole, whole * (net - fee), whole * action)):
                    sums[at] += more
        for label, (chance, net, action) in splits.items():
            found.put(label, net / chance, action / chance, chance)
        return found.listed()

    @cached_property
    def table(self) -> OutcomeTable:
        """The main wager with what doubles and splits it, less the ante fee."""
        return table_of(self.lines)

    @property
    def switch_frequency(self) -> Fraction:
        """How often a player switches."""
        return sum((chance for _, _, chance, switched in self.deals() if switched), Fraction(0))

    def frequency(self, word: str) -> Fraction:
        """How often a round has an outcome whose name contains a word."""
        return sum((chance for label, _, _, chance in self.lines if word in label), Fraction(0))


def where_better(game: Game, column: Column, hand: Pair) -> bool:
    """The best play: switch where the pair that nobody has seen is worth more."""
    keeps, switched = game.worths[column.start, hand]
    return switched > keeps


def never(game: Game, column: Column, hand: Pair) -> bool:
    """No switch."""
    return False


def always(game: Game, column: Column, hand: Pair) -> bool:
    """The pair that nobody has seen."""
    return True


def starts_of(rules: Rules) -> list[Start]:
    """The dealer's cards."""
    return [(value,) for value in range(VALUES) if rules.shoe[value]]


@lru_cache(maxsize=32)
def optimal(known: Known) -> Game:
    """The best play."""
    with thread_pool(THREADS) as pool:
        found = pool.map(
            lambda start: (start, best_column(known.rules, start)), starts_of(known.rules)
        )
        return Game(known, "optimal", dict(found), where_better)


def play_by(
    known: Known, plans: Mapping[Start, Plan], name: str, switches: Switches = where_better
) -> Game:
    """What comes of some decisions about hands, and about switches."""
    with thread_pool(THREADS) as pool:
        found = pool.map(
            lambda start: (
                start,
                column_by(beside(known.rules, start), start, lambda here: plans[start]),
            ),
            starts_of(known.rules),
        )
        return Game(known, name, dict(found), switches)
