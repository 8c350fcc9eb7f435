"""Two hands whose second cards may be exchanged: what they are worth, exactly.

A hand is played by its own cards, the dealer's first card and the two cards that the other hand is
dealt; what the other hand draws later is not looked at. By itself each hand is then a draw from the
shoe without the cards that are seen, whatever becomes of the other, so that the worth of two hands
is the sum of the worth of each: no estimate, for this way to play. A player switches where that
makes the sum larger.

Figures are those of one of the two wagers: both hands have the same chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

from houseway.counting.result import OutcomeTable
from houseway.games.twenty_one.composition.against import Against, Plan, against
from houseway.games.twenty_one.composition.deals import THREADS, Strategy, best_plan
from houseway.games.twenty_one.composition.kernels import (
    NATURAL,
    NONE,
    ROWS,
    SAFE_NATURAL,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
)
from houseway.games.twenty_one.composition.terms import (
    ACE,
    TEN,
    Counts,
    Start,
    falling,
    hand_of,
    without,
)
from houseway.games.twenty_one.odds import COLUMNS, PLAIN, Line, Lines, Rules, table_of, terms
from houseway.hands.kernel import thread_pool

Pair = tuple[int, int]  # the values of two cards, the lower first
Deal = tuple[int, int, int, int]  # first and second card of one hand, then of the other
CLOSE = 1e-9
PAIRS: tuple[Pair, ...] = tuple((a, b) for a in range(VALUES) for b in range(a, VALUES))
BLACKJACK: Pair = (ACE, TEN)
BESIDE = (ACE, TEN)  # first cards of the dealer's that may become a blackjack


def pair(one: int, other: int) -> Pair:
    """Two cards in order."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True)
class Entry:
    """One hand of two cards beside two others: what is done, what comes of it, and its mean. A pair
    that is split has what it nets and puts at risk on average."""

    act: int
    lines: tuple[Line, ...]
    net: Fraction
    beaten: Fraction  # the chance of a blackjack of the dealer's

    @cached_property
    def worth(self) -> float:
        """The mean, near enough to compare."""
        return float(self.net)


@dataclass(frozen=True)
class Column:
    """One card of the dealer's: every hand beside every other, as it is dealt; and an ace and ten
    that a switch has brought together, beside every other."""

    start: Start
    dealt: Mapping[tuple[Pair, Pair], Entry]
    made: Mapping[Pair, Entry]

    def entry(self, hand: Pair, other: Pair, switched: bool) -> Entry:
        """A hand beside another."""
        if switched and hand == BLACKJACK:
            return self.made[other]
        return self.dealt[hand, other]

    def both(self, deal: Deal, switched: bool) -> tuple[Entry, Entry]:
        """The two hands of a deal, as they are or after a switch."""
        one, other = hands_of(deal, switched)
        return self.entry(one, other, switched), self.entry(other, one, switched)


def hands_of(deal: Deal, switched: bool) -> tuple[Pair, Pair]:
    """The two hands of a deal.

    >>> hands_of((0, 4, 9, 7), True)
    ((0, 7), (4, 9))
    """
    first, second, third, fourth = deal
    if switched:
        second, fourth = fourth, second
    return pair(first, second), pair(third, fourth)


Switches = Callable[[Column, Deal], bool]


def where_better(column: Column, deal: Deal) -> bool:
    """The best play: switch where both hands are worth more then."""
    now, then = column.both(deal, False), column.both(deal, True)
    gain = then[0].worth + then[1].worth - now[0].worth - now[1].worth
    if abs(gain) < CLOSE:
        return then[0].net + then[1].net > now[0].net + now[1].net
    return gain > 0


def never(column: Column, deal: Deal) -> bool:
    """No switch."""
    return False


# -- one card of the dealer's ----------------------------------------------------------------------


@lru_cache(maxsize=40)
def best_column(rules: Rules, start: Start) -> Column:
    """Every hand against a card of the dealer's, by the best decisions."""
    if rules.surrender:
        return surrendering(best_column(replace(rules, surrender=False), start))
    if rules.more.two_card_21_ties and start[0] not in BESIDE:
        more = replace(rules.more, two_card_21_ties=False)
        return best_column(replace(rules, more=more), start)
    return column_by(rules, start, best_plan)


def column_by(rules: Rules, start: Start, strategy: Strategy) -> Column:
    """The same by any decisions."""
    engine = terms(rules)
    left = without(engine.shoe, *start)
    dealt: dict[tuple[Pair, Pair], Entry] = {}
    made: dict[Pair, Entry] = {}
    for other in PAIRS:
        rest = without(left, *other)
        if min(rest) < 0:
            continue
        here = against(replace(engine, shoe=without(engine.shoe, *other)), start)
        plan = strategy(here)
        for hand in PAIRS:
            if min(without(rest, *hand)) >= 0:
                dealt[hand, other] = entry_of(here, plan, hand)
        if min(without(rest, *BLACKJACK)) >= 0:
            made[other] = entry_of(here, plan, BLACKJACK, made=True)
    return Column(start, dealt, made)


def entry_of(here: Against, plan: Plan, hand: Pair, made: bool = False) -> Entry:
    """What becomes of a hand of two cards. ``made``: an ace and a ten that are no blackjack."""
    counts = hand_of(*hand)
    index, beaten = here.hands.at[counts], 1 - here.free(counts)
    value = hand[0]
    if hand[0] == hand[1] and value in plan.splits:
        means = here.split(plan, value)
        net, action = means.net - beaten, means.action + beaten
        name = f"split {COLUMNS[value]}-{COLUMNS[value]}, on average"
        return Entry(SPLIT, ((name, net, action, Fraction(1)),), net, beaten)
    found = Lines()
    rows = [row for row, _ in here.terms.prices]
    lost = beaten
    first = STAND if made else NONE
    for place, chance in here.play(plan.acts, index, first, split=made).places.items():
        if place == NATURAL:
            found.put("blackjack", here.prices[0], 1, chance)
            found.put("both blackjack", 0, 1, beaten)
            lost = Fraction(0)
        elif place == SAFE_NATURAL:
            found.put("push", 0, 1, chance)
            lost -= chance
        elif place in PLAIN:
            found.put(*PLAIN[place], chance)
        elif place >= ROWS:
            doubled, at = divmod(place - ROWS, len(rows))
            name = rows[at] + (" doubled" if doubled else "")
            found.put(name, here.prices[at] + doubled, 1 + doubled, chance)
    found.put("dealer blackjack", -1, 1, lost)
    lines = tuple(found.listed())
    net = sum((net * chance for _, net, _, chance in lines), Fraction(0))
    return Entry(STAND if made else int(plan.acts[0, index]), lines, net, beaten)


def surrendering(column: Column) -> Column:
    """The same where a hand may be given up for half of its wager, and is where that is better."""

    def best(hand: Pair, entry: Entry) -> Entry:
        net = -(1 + entry.beaten) / 2
        if hand == BLACKJACK or net <= entry.net:
            return entry
        lines = (
            ("surrender", Fraction(-1, 2), Fraction(1), 1 - entry.beaten),
            ("dealer blackjack", Fraction(-1), Fraction(1), entry.beaten),
        )
        return Entry(SURRENDER, lines, net, entry.beaten)

    dealt = {(hand, other): best(hand, one) for (hand, other), one in column.dealt.items()}
    return replace(column, dealt=dealt)


# -- all deals -------------------------------------------------------------------------------------


def deals_of(left: Counts) -> Iterator[tuple[Deal, int]]:
    """Every deal of two hands, with the number of ways to deal it and those that are worth the
    same: whichever hand is the first, and both with their cards the other way around."""
    for first, second, third, fourth in product(range(VALUES), repeat=4):
        deal = first, second, third, fourth
        alike = {
            deal,
            (third, fourth, first, second),
            (second, first, fourth, third),
            (fourth, third, second, first),
        }
        if deal != min(alike):
            continue
        ways, rest = len(alike), list(left)
        for value in deal:
            ways *= rest[value]
            rest[value] -= 1
        if ways:
            yield deal, ways


@dataclass(frozen=True)
class Game:
    """All deals of a table by one way to play the hands and one to switch."""

    rules: Rules
    strategy: str
    columns: Mapping[Start, Column]
    switches: Switches

    @cached_property
    def parts(self) -> Mapping[Start, tuple[Mapping[tuple[Pair, Pair, bool], int], int]]:
        """For each card of the dealer's how often each hand comes beside each other, and the ways
        to deal in which the player switches."""
        return {start: self._weights(column) for start, column in self.columns.items()}

    def _weights(self, column: Column) -> tuple[Mapping[tuple[Pair, Pair, bool], int], int]:
        found: dict[tuple[Pair, Pair, bool], int] = {}
        switched = 0
        for deal, ways in deals_of(without(self.rules.shoe, *column.start)):
            is_switched = self.switches(column, deal)
            switched += ways * is_switched
            one, other = hands_of(deal, is_switched)
            for hand, beside in ((one, other), (other, one)):
                key = hand, beside, is_switched and hand == BLACKJACK
                found[key] = found.get(key, 0) + ways
        return found, switched

    @property
    def _whole(self) -> int:
        return falling(sum(self.rules.shoe), 5)

    def _each(self) -> Iterator[tuple[Start, Entry, Fraction]]:
        """Every hand with its chance among all hands of one wager."""
        for start, (weights, _) in self.parts.items():
            ways_of_start = self.rules.shoe[start[0]]
            for (hand, other, made), ways in weights.items():
                entry = self.columns[start].entry(hand, other, made)
                yield start, entry, Fraction(ways * ways_of_start, 2 * self._whole)

    @cached_property
    def expectation(self) -> Fraction:
        """What one of the two wagers nets on average."""
        return sum((chance * entry.net for _, entry, chance in self._each()), Fraction(0))

    @cached_property
    def lines(self) -> list[Line]:
        """Everything that can become of one of the two wagers."""
        found, split = Lines(), dict[str, list[Fraction]]()
        for _, entry, chance in self._each():
            for label, net, action, part in entry.lines:
                if entry.act != SPLIT:
                    found.put(label, net, action, chance * part)
                    continue
                sums = split.setdefault(label, [Fraction(0)] * 3)
                for at, more in enumerate((chance, chance * net, chance * action)):
                    sums[at] += more
        for label, (chance, net, action) in split.items():
            found.put(label, net / chance, action / chance, chance)
        return found.listed()

    @cached_property
    def table(self) -> OutcomeTable:
        """One of the two wagers with what doubles and splits it."""
        return replace(table_of(self.lines), unit="wager of a hand")

    @property
    def switch_frequency(self) -> Fraction:
        """How often a player switches who is asked."""
        ways = sum(self.rules.shoe[start[0]] * count for start, (_, count) in self.parts.items())
        return Fraction(ways, self._whole)

    def frequency(self, act: int) -> Fraction:
        """How often a hand begins with a decision."""
        return sum((chance for _, entry, chance in self._each() if entry.act == act), Fraction(0))


def starts_of(rules: Rules) -> list[Start]:
    """The dealer's cards."""
    return [(value,) for value in range(VALUES) if rules.shoe[value]]


@lru_cache(maxsize=24)
def optimal(rules: Rules) -> Game:
    """The best play."""
    with thread_pool(THREADS) as pool:
        found = pool.map(lambda start: (start, best_column(rules, start)), starts_of(rules))
        return Game(rules, "optimal", dict(found), where_better)


def play_by(
    rules: Rules,
    plans: Mapping[Start, Plan],
    name: str,
    switches: Switches = where_better,
) -> Game:
    """What comes of some decisions about hands, and about switches."""
    with thread_pool(THREADS) as pool:
        found = pool.map(
            lambda start: (start, column_by(rules, start, lambda here: plans[start])),
            starts_of(rules),
        )
        return Game(rules, name, dict(found), switches)
