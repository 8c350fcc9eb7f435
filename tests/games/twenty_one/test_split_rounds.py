"""The hands of a split together: every card by itself on small shoes, sums of outcomes on more."""

from collections import Counter
from fractions import Fraction
from functools import cache
from operator import add

import pytest
from usual_prices import POINTS, PRICES

from houseway.games.twenty_one import odds
from houseway.games.twenty_one.composition import rounds
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.kernels import DOUBLE, STAND, VALUES
from houseway.games.twenty_one.composition.terms import ACE, hand_of, without
from houseway.games.twenty_one.hand import Extras


def table(ranks, suits="cd", decks=2, **options):
    plain = {"stands_soft": 17, "split_hands": 2, "split_21_beats": False}
    more = {**plain, **options}
    return odds.Rules(POINTS, decks, 17, prices=PRICES, ranks=ranks, suits=suits, **more)


class Naive:
    """A split played card by card: each card has a value and a suit, and of a shoe only what is
    left of each is kept. Hands come one after another, and the dealer's after them."""

    def __init__(self, rules, here, plan, value):
        self.here, self.value, self.terms = here, value, odds.terms(rules)
        self.acts = here.after_split(plan)
        self.most = here.most_hands(value)
        self.found = Counter()
        suits = range(len(rules.suits))
        shoe = {(v, s): n // len(suits) for v, n in enumerate(self.terms.shoe) for s in suits if n}
        (up,) = here.start
        for first, chance in self.cards(shoe, only=up):
            rest = self.without(shoe, first)
            for one, more in self.cards(rest, only=value):
                less = self.without(rest, one)
                for other, last in self.cards(less, only=value):
                    left = self.without(less, other)
                    self.go(left, first, [[one], [other]], [], chance * more * last)

    def cards(self, shoe, only=None):
        wanted = {card: n for card, n in shoe.items() if n and only in (None, card[0])}
        whole = sum(wanted.values())
        return [(card, Fraction(n, whole)) for card, n in wanted.items()]

    def without(self, shoe, card):
        return {**shoe, card: shoe[card] - 1}

    def go(self, shoe, up, waiting, done, chance):
        """The next hand, or the dealer."""
        if not waiting:
            self.dealer(shoe, up, done, chance)
            return
        hand, *later = waiting
        for card, part in self.cards(shoe):
            left = self.without(shoe, card)
            if len(hand) == 1 and card[0] == self.value and len(waiting + done) < self.most:
                self.go(left, up, [hand, [card], *later], done, chance * part)
            else:
                self.play(left, up, [*hand, card], later, done, chance * part)

    def play(self, shoe, up, hand, later, done, chance, doubled=0):
        act = self.act(hand, up)
        if doubled or act == STAND:
            self.go(shoe, up, later, [*done, (hand, 1 + doubled)], chance)
            return
        for card, part in self.cards(shoe):
            left, more = self.without(shoe, card), [*hand, card]
            if act == DOUBLE:
                self.play(left, up, more, later, done, chance * part, 1)
            else:
                self.play(left, up, more, later, done, chance * part)

    def act(self, hand, up):
        counts = hand_of(*(v for v, _ in hand))
        if self.terms.worth(counts)[0] >= self.terms.goal or (self.value == ACE and len(hand) == 2):
            return STAND
        index = self.here.hands.at[counts]
        kind = 0
        if index in self.here.kinds and len({suit for _, suit in hand}) == 1:
            missing = int(self.here.facts_split[5, index])
            kind = 1 + (up == (missing, hand[0][1]))
        return int(self.acts[kind, index])

    def dealer(self, shoe, up, done, chance):
        left = [sum(n for (v, _), n in shoe.items() if v == value) for value in range(VALUES)]
        action = Fraction(sum(stake for _, stake in done))
        for end, part in self.ends(tuple(left), hand_of(up[0])):
            net = sum(self.net(hand, stake, end) for hand, stake in done)
            self.found[len(done), net, action] += chance * part

    @cache  # noqa: B019 - as long as the test lasts
    def ends(self, left, held):
        """The dealer's totals with their chances, a natural left out; suits do not matter."""
        total, soft = self.terms.worth(held)
        if sum(held) > 1 and (total > 21 or not self.terms.draws(total, soft)):
            return [] if sum(held) == 2 and total == 21 else [(min(total, 22), Fraction(1))]
        found = Counter()
        for value, n in enumerate(left):
            if n:
                less, more = without(left, value), tuple(map(add, held, hand_of(value)))
                for end, part in self.ends(less, more):
                    found[end] += part * Fraction(n, sum(left))
        return list(found.items())

    def net(self, hand, stake, end):
        counts = hand_of(*(v for v, _ in hand))
        total = self.terms.worth(counts)[0]
        if total > 21:
            return Fraction(-stake)
        won = self.terms.beats(total, len(hand), True, end)
        if won <= 0:
            return Fraction(won * stake)
        row = self.terms.row(counts)
        if counts == self.terms.lucky and len({suit for _, suit in hand}) == 1:
            row = self.terms.lucky_row
        return dict(self.terms.prices)[row] + stake - 1


CASES = [  # of the dealer's card and the pair, places among the values
    (table("678", extras=Extras(suited_678=True)), 6, 7),
    (table("678", extras=Extras(suited_678=True, three_sevens=True)), 7, 6),
    (table("79T"), 6, 6),
    (table("5T", "c", 8, split_hands=3), 9, 4),
    (table("9A", "c", 6, split_hands=4, resplit_aces=True), 8, 0),
]


@pytest.mark.parametrize(("rules", "up", "value"), CASES)
def test_every_outcome_of_a_split_against_every_card_by_itself(rules, up, value):
    engine = odds.terms(rules)
    here = against(engine, (up,))
    lines = rounds.split_rounds(here, here.best, value)
    counted = Counter()
    for line in lines:
        counted[line.hands, line.net, line.action] += line.chance
    naive = Naive(rules, here, here.best, value).found
    assert len(naive) > 2
    assert counted == naive


@pytest.mark.parametrize(
    ("ranks", "options", "start", "value"),
    [
        ("23456789TJQKA", {"split_hands": 4}, (5,), 7),
        ("23456789TJQKA", {"split_hands": 4, "resplit_aces": True}, (9,), 0),
        ("789TA", {"split_hands": 4}, (9,), 7),
        ("789TA", {"split_hands": 3, "bust_is_final": True}, (9,), 7),
        ("678TA", {"split_hands": 2, "extras": Extras(suited_678=True)}, (5,), 7),
    ],
)
def test_outcomes_of_a_split_add_up_to_what_it_is_worth(ranks, options, start, value):
    """Net and money at risk are those that are found without outcomes; and however many hands are
    allowed, something becomes of every pair unless the dealer has a natural."""
    engine = odds.terms(table(ranks, "cdhs", decks=2, **options))
    here = against(engine, start)
    lines = rounds.split_rounds(here, here.best, value)
    assert {line.hands for line in lines} == set(range(2, here.most_hands(value) + 1))
    worth = here.split(here.best, value)
    assert sum(x.chance * (x.net + x.natural) for x in lines) == worth.net
    played = [line for line in lines if not line.natural]
    assert sum(x.chance * x.action for x in played) == worth.action
    assert sum(x.chance for x in played) == here.free(hand_of(value, value))
