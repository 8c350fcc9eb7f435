"""The exact odds of a game of twenty-one.

What hands are worth, who wins and at which row comes from ``twentyone`` and ``hand``, which the
referee uses too. What the rulebook decides comes in as plain parameters
(``Rules``). ``composition`` plays every hand out; here its outcomes get names and prices.

The main wager is counted as one round: doubles, splits and surrender with it. A round with a split
stands among the outcomes by the number of its hands. Where these are too many to be counted
together it has a line for each pair that says so, with its exact mean, and the variance inside such
lines is kept beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import lcm

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import RANKS, SUITS, Card, card, deck
from houseway.games.twenty_one.composition.against import Against, Plan, against
from houseway.games.twenty_one.composition.deals import (
    Dealt,
    Strategy,
    best_plan,
    deal_all,
    split_lines,
    starts,
)
from houseway.games.twenty_one.composition.kernels import (
    BUST_DOUBLE_NATURAL,
    BUST_NATURAL,
    DOUBLE,
    HIT,
    LOST,
    LOST_DOUBLE,
    NATURAL,
    PUSHED,
    PUSHED_DOUBLE,
    ROWS,
    SAFE_DOUBLE_NATURAL,
    SAFE_NATURAL,
    STAND,
    SURRENDER,
    SURRENDERED,
    SURRENDERED_DOUBLE,
    VALUES,
)
from houseway.games.twenty_one.composition.rounds import SplitLine
from houseway.games.twenty_one.composition.terms import (
    ACE,
    TEN,
    Counts,
    Suited,
    Terms,
    hand_of,
)
from houseway.games.twenty_one.hand import NET, Contest, Extras, Side, fate_of, row_of
from houseway.games.twenty_one.totals import TotalStrategy, best_totals
from houseway.games.twenty_one.twentyone import (
    BONUS_21_ROWS,
    GOAL,
    Worth,
    best_total,
    dealer_draws,
    is_soft,
)

ACE_POINTS = 11
COLUMNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")  # the values, by name
NO_EXTRAS = Extras()
SUPER_START = (6,)  # a seven of the dealer's
SUPER_ROW = "super_"  # before the row of a hand that wins the bonus too


@dataclass(frozen=True)
class More:
    """What some games of the family have besides: the wagers and choices of blackjack's relatives.

    ``attacks``: wagers that may be added to the first one, and when: the ``dealer`` has a first
    card, the ``player`` has, or ``both``. ``lost``: how many of the wagers on a first hand a
    blackjack of the dealer's takes. ``peeks``: a reader ends the round beside it.
    """

    double_more_cards: bool = False
    surrender_any_time: bool = False
    rescue: bool = False
    split_aces_double: bool = False
    split_aces_surrender: bool = False
    blackjack_wins: bool = False
    wins_21: int = 0
    least_cards_win: int = 0
    push_total: int = 0
    attacks: tuple[tuple[str, str], ...] = ()
    lost: int = 1
    peeks: bool = False
    means: bool = False  # a split pair is one line with its mean
    doubled_pays_plain: bool = False
    split_aces_play: bool = False
    two_card_21_ties: bool = False  # after a split or a switch, beside a blackjack that nobody knew
    super_bonus: Fraction = Fraction(0)  # on three suited sevens beside one of the dealer's

    @property
    def ace_acts(self) -> frozenset[int]:
        """What may be done with a split ace after its one card besides standing."""
        doubles = {DOUBLE} if self.split_aces_double else set()
        return frozenset(doubles | ({SURRENDER} if self.split_aces_surrender else set()))

    def safe(self, total: int, cards: int, split: bool) -> bool:
        """Whether a hand wins also beside a blackjack of the dealer's that it did not know of."""
        contest = Contest(
            False, False, False, False, self.wins_21, self.least_cards_win, 0, self.two_card_21_ties
        )
        dealer = Side(Worth(GOAL, True), 2, True)
        own = Side(Worth(total, False), cards, cards == 2 and total == GOAL and not split)
        return fate_of(own, dealer, contest) in ("always_wins", "even")

    @property
    def has_safe(self) -> bool:
        """Whether there are such hands."""
        known = self.wins_21 == 2 or self.least_cards_win or self.two_card_21_ties
        return bool(known) and not self.peeks


PLAIN_GAME = More()


@dataclass(frozen=True)
class Rules:
    """One table's numbers. A reduced deck, for checking by hand, has fewer ranks or suits."""

    points: tuple[int, ...]
    decks: int
    stands: int
    stands_soft: int
    split_hands: int
    prices: tuple[tuple[str, Fraction], ...]  # of the rows of the main wager
    extras: Extras = NO_EXTRAS
    resplit_aces: bool = False
    double_after_split: bool = True
    double_totals: tuple[int, ...] = ()  # none named: any
    surrender: bool = False
    exposed: bool = False
    split_21_beats: bool = True
    bust_is_final: bool = False
    more: More = PLAIN_GAME
    units: int = 1  # wagers of equal size on the first hand
    ranks: str = RANKS
    suits: str = SUITS

    @property
    def shoe(self) -> Counts:
        """Cards of each value."""
        each = [value_of(self.points[RANKS.index(rank)]) for rank in self.ranks]
        return tuple(each.count(v) * self.decks * len(self.suits) for v in range(VALUES))

    @property
    def cards(self) -> list[Card]:
        """Every card of the shoe."""
        return deck(self.ranks, self.suits, self.decks)

    @property
    def contest(self) -> Contest:
        """How hands are compared."""
        more = self.more
        return Contest(
            self.exposed, self.split_21_beats, False, more.blackjack_wins, more.wins_21,
            more.least_cards_win, more.push_total,
        )  # fmt: skip

    def price(self, row: str) -> Fraction:
        """What a row of the main wager pays to one."""
        return dict(self.prices)[row]

    @property
    def named_share(self) -> Fraction:
        """The part of all blackjacks that are the one the house has named."""
        aces = [c for c in self.cards if self.points[c & 15] == ACE_POINTS]
        tens = [c for c in self.cards if self.points[c & 15] == 10]
        named = [card(name) for name in self.extras.named]
        ways = 1
        for cards in (aces, tens):
            ways *= sum(cards.count(one) for one in named)
        return Fraction(ways, len(aces) * len(tens)) if aces and tens else Fraction(0)


def value_of(points: int) -> int:
    """The place of a card among the values: aces first."""
    return ACE if points == ACE_POINTS else points - 1


# -- the rules as the engine asks for them --------------------------------------------------------


def worth(counts: Counts) -> tuple[int, bool]:
    """What a hand is worth, by the rule that the table uses."""
    high = sum((ACE_POINTS if v == ACE else v + 1) * n for v, n in enumerate(counts))
    return best_total(high, counts[ACE]), bool(is_soft(high, counts[ACE]))


@cache
def drawer(stands: int, stands_soft: int) -> Callable[[int, bool], bool]:
    """Whether a dealer draws who stands on these hard and soft totals."""
    return lambda total, soft: bool(dealer_draws(total, soft, stands, stands_soft))


@cache
def winner(contest: Contest) -> Callable[[int, int, bool, int], int]:
    """Who wins, of a total in so many cards, after a split or not, and the dealer's."""

    def beats(total: int, cards: int, split: bool, dealer: int) -> int:
        own = Side(Worth(total, False), cards, cards == 2 and total == GOAL and not split)
        return NET[fate_of(own, Side(Worth(dealer, False), 3), contest)]

    return beats


@cache
def doubler(totals: tuple[int, ...]) -> Callable[[int], bool]:
    """Whether a total may be doubled where these may, or any."""
    return lambda total: not totals or total in totals


@cache
def row_namer(points: tuple[int, ...], extras: Extras) -> Callable[[Counts], str]:
    """The row of a hand that wins."""
    return lambda counts: row_of(example(counts), points, True, extras)


def example(counts: Counts, one_suit: bool = False, last: bool = False) -> list[Card]:
    """Cards that show a hand of these values.

    >>> from houseway.equipment.cards import names
    >>> names(example(hand_of(5, 6, 7), one_suit=True))
    '6c 7c 8c'
    >>> names(example(hand_of(6, 6), one_suit=True, last=True))
    '7s 7s'
    """
    suits = SUITS[-1] * 2 if last else SUITS
    ranks = ["A23456789T"[value] for value in _values(counts)]
    return [card(rank + suits[0 if one_suit else i % 2]) for i, rank in enumerate(ranks)]


def _values(counts: Counts) -> list[int]:
    return [value for value, n in enumerate(counts) for _ in range(n)]


@lru_cache(maxsize=64)
def terms(rules: Rules) -> Terms:
    """A table as the engine knows it."""
    extras, more = rules.extras, rules.more
    rows = ["win"]
    rows += [
        name for name in ("suited_678", "three_sevens", "five_card_21") if getattr(extras, name)
    ]
    prices = [(name, rules.price(name)) for name in rows]
    suited, supers = bonus_hands(rules) if extras.bonus_21 else ((), [])
    if suited:
        prices = [(name, rules.price(name)) for name in BONUS_21_ROWS] + supers
    return Terms(
        shoe=rules.shoe,
        suits=len(rules.suits),
        goal=GOAL,
        worth=worth,
        draws=drawer(rules.stands, rules.stands_soft),
        beats=winner(rules.contest),
        may_double=doubler(rules.double_totals),
        row=row_namer(rules.points, extras),
        prices=tuple(prices),
        split_hands=rules.split_hands,
        resplit_aces=rules.resplit_aces,
        double_after_split=rules.double_after_split,
        surrender=rules.surrender,
        exposed=rules.exposed,
        final=rules.bust_is_final and not more.peeks,
        lucky=hand_of(5, 6, 7) if extras.suited_678 else None,
        lucky_row="suited_678" if extras.suited_678 else "",
        double_more_cards=more.double_more_cards,
        surrender_any_time=more.surrender_any_time,
        rescue=more.rescue,
        ace_acts=more.ace_acts,
        push_total=more.push_total,
        safe=more.safe if more.has_safe else None,
        safe_ties=more.two_card_21_ties,
        natural_loss=Fraction(min(more.lost, rules.units), rules.units),
        natural_wins=more.blackjack_wins or more.wins_21 == 2,
        suited=suited,
        last_suit=SUITS[-1] in rules.suits,
        doubled_plain=more.doubled_pays_plain,
        aces_play=more.split_aces_play,
    )


def bonus_hands(rules: Rules) -> tuple[tuple[Suited, ...], list[tuple[str, Fraction]]]:
    """The hands that have rows by suits, and the rows of a super bonus if there is one."""
    run = Suited(hand_of(5, 6, 7), ("suited_678", "spades_678"))
    sevens, names = hand_of(*SUPER_START * 3), ("suited_777", "spades_777")
    if not rules.more.super_bonus:
        return (run, Suited(sevens, names)), []
    supers = [(SUPER_ROW + name, rules.price(name) + rules.more.super_bonus) for name in names]
    rows = supers[0][0], supers[1][0]
    return (run, Suited(sevens, names, SUPER_START, rows)), supers


def dealer_starts(rules: Rules) -> list[tuple[tuple[int, ...], Fraction]]:
    """The dealer's cards that a player decides against, each with its chance."""
    engine = terms(rules)
    return [
        (start, chance)
        for start, chance in starts(engine)
        if not (rules.exposed and engine.natural(*start))
    ]


# -- the main wager -------------------------------------------------------------------------------


Line = tuple[str, Fraction, Fraction, Fraction]  # name, net, money at risk, chance


class Lines:
    """Lines that are put together as they come."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Fraction, Fraction], Fraction] = {}

    def put(
        self, label: str, net: Fraction | int, action: Fraction | int, chance: Fraction
    ) -> None:
        """Add the chance of an outcome."""
        key = label, Fraction(net), Fraction(action)
        self.found[key] = self.found.get(key, Fraction(0)) + chance

    def listed(self) -> list[Line]:
        """Those that can be, splits last."""
        ordered = sorted(self.found.items(), key=lambda item: ("split" in item[0][0], *item[0][1:]))
        return [(*key, chance) for key, chance in ordered if chance]


def table_of(lines: Sequence[Line]) -> OutcomeTable:
    """Lines as the outcomes of the main wager."""
    whole = lcm(*(chance.denominator for _, _, _, chance in lines))
    outcomes = tuple(
        Outcome(label, net, int(chance * whole), action) for label, net, action, chance in lines
    )
    return OutcomeTable("main", whole, outcomes, "main wager")


@dataclass(frozen=True)
class Game:
    """All deals of a table under one strategy."""

    rules: Rules
    strategy: str
    dealt: tuple[Dealt, ...]

    @cached_property
    def lines(self) -> list[Line]:
        """Everything that can become of a round: its name, net, money at risk, and chance."""
        found = Lines()
        for label, net, action, part in self._unsplit:
            found.put(label, net, action, part)
        if self.rules.more.means:
            loss = terms(self.rules).natural_loss
            for label, net, action, part in self.split_means:
                found.put(label, net, action, part)
            found.put("dealer blackjack", -loss, 1, -self._split_beside_blackjack)
            return found.listed()
        for _, chance, line in self.splits:
            part = chance * line.chance
            if line.natural:
                found.put("dealer blackjack", -1, 1, -part)
            found.put(f"split into {line.hands} hands", line.net, line.action, part)
        return found.listed()

    @cached_property
    def _unsplit(self) -> list[Line]:
        """The same for rounds without a split; what every round loses beside a blackjack of the
        dealer's is among them."""
        rules = self.rules
        engine = terms(rules)
        rows = [row for row, _ in engine.prices]
        found = Lines()

        def put(
            label: str, net: Fraction | int, chance: Fraction, action: Fraction | int = 1
        ) -> None:
            found.put(label, net, action, chance)

        none, loss = Fraction(0), engine.natural_loss
        for one in self.dealt:
            taken = one.places.get(BUST_DOUBLE_NATURAL, none)
            over = one.places.get(BUST_NATURAL, none) if loss != 1 else none
            won, twice = (one.places.get(at, none) for at in (SAFE_NATURAL, SAFE_DOUBLE_NATURAL))
            put("dealer blackjack", -loss, one.beaten - taken - over - won - twice)
            put("lose doubled", -2, taken, 2)
            put("lose", -1, over)
            put("win", engine.prices[0][1], won)
            put("win doubled", engine.prices[0][1] + 1, twice, 2)
            if rules.exposed or engine.natural_wins:
                self._put_blackjack(put, one.both)
            else:
                put("both blackjack", 0, one.both)
            for place, chance in one.places.items():
                if place == NATURAL:
                    self._put_blackjack(put, chance)
                elif place in PLAIN:
                    label, net, action = PLAIN[place]
                    put(label, net, chance, action)
                elif place >= ROWS:
                    doubled, at = divmod(place - ROWS, len(rows))
                    row = rows[at].removeprefix(SUPER_ROW)  # the bonus tells by what it nets
                    name = row + (" doubled" if doubled else "")
                    put(name, engine.prices[at][1] + doubled, chance, 1 + doubled)
        return found.listed()

    def _put_blackjack(
        self, put: Callable[[str, Fraction, Fraction], None], chance: Fraction
    ) -> None:
        named = self.rules.named_share
        if named:
            put("designated", self.rules.price("designated"), chance * named)
        put("blackjack", self.rules.price("blackjack"), chance * (1 - named))

    @cached_property
    def splits(self) -> list[tuple[int, Fraction, SplitLine]]:
        """All that becomes of pairs that are split: their value, their chance, and what follows."""
        return split_lines(terms(self.rules), self.dealt)

    @cached_property
    def split_means(self) -> list[Line]:
        """A line for each pair that is split, with the mean of what becomes of it, also beside a
        blackjack of the dealer's."""
        sums: dict[int, list[Fraction]] = {}
        engine = terms(self.rules)
        for one in self.dealt:
            here = against(engine, one.start)
            for value, (chance, means) in one.splits.items():
                line = sums.setdefault(value, [Fraction(0)] * 3)
                beaten = 1 - here.free(hand_of(value, value))
                nets = means.net - beaten * engine.natural_loss, means.action + beaten
                parts = (chance, *(chance * one for one in nets))
                sums[value] = [a + b for a, b in zip(line, parts, strict=True)]
        return [
            (f"split {COLUMNS[v]}-{COLUMNS[v]}, on average", net / part, action / part, part)
            for v, (part, net, action) in sorted(sums.items())
        ]

    @property
    def _split_beside_blackjack(self) -> Fraction:
        """How often a pair is split and the dealer has a blackjack."""
        found = Fraction(0)
        for one in self.dealt:
            here = against(terms(self.rules), one.start)
            for value, (chance, _) in one.splits.items():
                found += chance * (1 - here.free(hand_of(value, value)))
        return found

    @cached_property
    def table(self) -> OutcomeTable:
        """The main wager with its doubles and splits, in units of it."""
        return table_of(self.lines)

    @cached_property
    def expectation(self) -> Fraction:
        """What a round nets on average, in units of the main wager: splits by their means alone,
        so that nothing else need be counted."""
        unsplit = sum((net * chance for _, net, _, chance in self._unsplit), Fraction(0))
        return unsplit + sum(
            (chance * means.net for one in self.dealt for chance, means in one.splits.values()),
            Fraction(0),
        )

    @property
    def super_frequency(self) -> Fraction:
        """How often a round wins a super bonus."""
        rows = [at for at, (row, _) in enumerate(terms(self.rules).prices) if SUPER_ROW in row]
        parts = (one.places.get(ROWS + at, Fraction(0)) for one in self.dealt for at in rows)
        return sum(parts, Fraction(0))

    def frequency(self, word: str) -> Fraction:
        """How often a round without a split has an outcome whose name contains a word."""
        return sum((p for label, _, _, p in self._unsplit if word in label), Fraction(0))

    @property
    def split_frequency(self) -> Fraction:
        """How often a pair is split and the dealer has no blackjack."""
        engine, found = terms(self.rules), Fraction(0)
        for one in self.dealt:
            here = against(engine, one.start)
            for value, (chance, _) in one.splits.items():
                found += chance * here.free(hand_of(value, value))
        return found


PLAIN = {
    SURRENDERED: ("surrender", Fraction(-1, 2), 1),
    SURRENDERED_DOUBLE: ("surrender doubled", Fraction(-1), 2),
    LOST: ("lose", Fraction(-1), 1),
    PUSHED: ("push", Fraction(0), 1),
    LOST_DOUBLE: ("lose doubled", Fraction(-2), 2),
    PUSHED_DOUBLE: ("push doubled", Fraction(0), 2),
}
assert not PLAIN.keys() & {NATURAL, BUST_NATURAL, BUST_DOUBLE_NATURAL}


def play_by(rules: Rules, strategy: Strategy, name: str) -> Game:
    """What a strategy comes to."""
    return Game(rules, name, tuple(deal_all(terms(rules), strategy)))


@lru_cache(maxsize=128)
def optimal(rules: Rules) -> Game:
    """The best play by the cards of a hand, split hands without memory of each other."""
    return play_by(rules, best_plan, "optimal")


@lru_cache(maxsize=64)
def best_chart(rules: Rules) -> TotalStrategy:
    """The best play by totals alone."""
    return best_totals(terms(rules))


@lru_cache(maxsize=64)
def by_chart(rules: Rules) -> Game:
    """What the best chart comes to."""
    return play_by(rules, best_chart(rules), "chart")


def no_splits(here: Against) -> Plan:
    """The best play of a player who never splits."""
    return here.unsplit


def drawing(draws: Callable[[int, bool], bool]) -> Strategy:
    """The strategy that only draws and stands, by the total."""

    def plan(here: Against) -> Plan:
        import numpy as np

        known = here.hands
        acts = [
            HIT if draws(total, bool(soft)) else STAND
            for total, soft in zip(known.total.tolist(), known.soft.tolist(), strict=True)
        ]
        return Plan(np.array([acts] * len(here.kind_table(0, float)), np.int64))

    return plan


def mimic(rules: Rules) -> Callable[[int, bool], bool]:
    """Draw and stand as the dealer must."""
    return drawer(rules.stands, rules.stands_soft)


def never_bust(total: int, soft: bool) -> bool:
    """Draw only where no card can take the hand over; stand on a soft 18 and more."""
    return total < 18 if soft else total < 12


# -- insurance ------------------------------------------------------------------------------------


def insurance(rules: Rules, seen: Counts = (0,) * VALUES) -> Fraction:
    """The chance that the second card beside an ace counts ten, with some other cards seen."""
    shoe = [has - out for has, out in zip(rules.shoe, seen, strict=True)]
    return Fraction(shoe[TEN], sum(shoe) - 1)


def insurance_table(rules: Rules, pays: Fraction = Fraction(2)) -> OutcomeTable:
    """Insurance of a player who has looked at no other card, counted over second cards."""
    cards, tens = sum(rules.shoe) - 1, rules.shoe[TEN]
    outcomes = (Outcome("win", pays, tens), Outcome("lose", Fraction(-1), cards - tens))
    return OutcomeTable("insurance", cards, outcomes)


def even_money_cost(rules: Rules) -> Fraction:
    """What a blackjack beside an ace is worth more when it is played than at even money."""
    tens = insurance(rules, hand_of(ACE, TEN))
    named = rules.named_share
    price = named * rules.price("designated") + (1 - named) * rules.price("blackjack")
    return (1 - tens) * price - 1
