"""Blackjack: published figures, naive solvers of small shoes, charts, and advice."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from usual_prices import POINTS, PRICES

from houseway.counting.result import Certificate
from houseway.equipment.cards import deck
from houseway.games import game
from houseway.games.twenty_one import chart, odds
from houseway.games.twenty_one.blackjack import side_odds
from houseway.games.twenty_one.choices import choices
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.splits import split_sequences
from houseway.games.twenty_one.composition.terms import hand_of
from houseway.games.twenty_one.hand import Extras
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import worth
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules
from maths import maths

BLACKJACK = game("blackjack")
BOOK = BLACKJACK.rulebook("nj")
VALUES = "A23456789T"


def usual(decks, **options):
    """The rules that most published figures are for: a split 21 is nothing special."""
    plain = {"stands_soft": 17, "split_hands": 4, "split_21_beats": False}
    return odds.Rules(POINTS, decks, 17, prices=PRICES, **{**plain, **options})


def percent(part, digits):
    return f"{float(part):.{digits}%}"


# Two cards against an ace or a ten without a blackjack: Wizard of Odds, blackjack appendix 9
HANDS = [
    (1, 17, "A", "2A", "-0.661732", "-0.067808", "-0.593281"),
    (1, 17, "A", "32", "-0.659375", "-0.291565", "-1.318751"),
    (1, 17, "A", "65", "-0.634013", "0.172946", "0.240259"),
    (1, 17, "A", "7A", "-0.101015", "-0.108386", "-0.357778"),
    (1, 18, "A", "64", "-0.575556", "0.045103", "0.030867"),
    (1, 18, "A", "65", "-0.575374", "0.143003", "0.234296"),
    (2, 18, "A", "65", "-0.587564", "0.121079", "0.166650"),
    (5, 17, "A", "6A", "-0.478961", "-0.183653", "-0.535696"),
    (5, 17, "A", "65", "-0.660850", "0.148532", "0.133896"),
    (5, 18, "A", "64", "-0.594238", "0.034973", "-0.023611"),
]


@pytest.mark.parametrize(("decks", "soft", "up", "hand", "stand", "hit", "double"), HANDS)
def test_hands_published_to_six_digits(decks, soft, up, hand, stand, hit, double):
    counts = hand_of(*(VALUES.index(card) for card in hand))
    found = choices(usual(decks, stands_soft=soft), counts, (VALUES.index(up),))
    for name, printed in (("stand", stand), ("hit", hit), ("double", double)):
        assert f"{float(found.worth[name] / found.free):.6f}" == printed


@pytest.mark.soak
def test_one_deck_is_a_fraction_and_favors_the_player():
    best = odds.optimal(usual(1))
    best.table.check()
    assert percent(best.expectation, 5) == "0.18193%"
    chart_play = odds.by_chart(usual(1))
    chart_play.table.check()
    assert 0 < best.expectation - chart_play.expectation < Fraction(1, 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "soft", "printed"),
    [(6, 17, "-0.40287%"), (8, 17, "-0.43058%"), (6, 18, "-0.61539%")],
)
def test_shoes(decks, soft, printed):
    assert percent(odds.optimal(usual(decks, stands_soft=soft)).expectation, 5) == printed


# -- naive solvers --------------------------------------------------------------------------------


class Naive:
    """A small shoe without aces, every card by itself, in fractions; no splits."""

    def __init__(self, cards, extras):
        self.cards, self.extras = cards, extras
        self.known = {}

    def left(self, *gone):
        rest = list(self.cards)
        for card in gone:
            rest.remove(card)
        return rest

    def stand(self, hand, dealer, doubled=0):
        total = worth(dealer, POINTS).total
        if total < 17:
            rest = self.left(*hand, *dealer)
            return sum(self.stand(hand, (*dealer, c), doubled) for c in rest) / len(rest)
        mine = worth(hand, POINTS).total
        if total > 21 or mine > total:
            suited = len(hand) == 3 and len({c >> 4 for c in hand}) == 1
            ranks = sorted(POINTS[c & 15] for c in hand)
            lucky = self.extras.suited_678 and suited and ranks == [6, 7, 8]
            sevens = self.extras.three_sevens and ranks == [7, 7, 7]
            return Fraction(2 if lucky else Fraction(3, 2) if sevens else 1) + doubled
        return Fraction(0) if mine == total else Fraction(-1 - doubled)

    def draw(self, hand, dealer, then):
        rest = self.left(*hand, *dealer)
        return sum(then(tuple(sorted((*hand, c)))) for c in rest) / len(rest)

    def after(self, hand, dealer, doubled):
        if worth(hand, POINTS).total > 21:
            return Fraction(-1 - doubled)
        return self.stand(hand, dealer, doubled)

    def best(self, hand, dealer):
        key = hand, dealer
        if key not in self.known:
            total = worth(hand, POINTS).total
            if total > 21:
                return Fraction(-1)
            choices = [self.stand(hand, dealer)]
            if total < 21:
                choices.append(self.draw(hand, dealer, lambda h: self.best(h, dealer)))
                if len(hand) == 2:
                    choices.append(self.draw(hand, dealer, lambda h: self.after(h, dealer, 1)))
            self.known[key] = max(choices)
        return self.known[key]

    @property
    def value(self):
        pairs = list(combinations(self.cards, 2))
        total = Fraction(0)
        for pair in pairs:
            rest = self.left(*pair)
            total += sum(self.best(tuple(sorted(pair)), (up,)) for up in rest) / len(rest)
        return total / len(pairs)


@pytest.mark.parametrize(
    ("ranks", "extras"),
    [
        ("678T", Extras()),
        ("678T", Extras(suited_678=True)),
        ("6789", Extras(suited_678=True, three_sevens=True)),
    ],
)
def test_suits_and_rows_against_every_card_by_itself(ranks, extras):
    """The best play looks at the suits of a 6-7, and at the dealer's 8."""
    rules = usual(1, split_hands=2, ranks=ranks, suits="cd", extras=extras)
    solved = odds.play_by(rules, odds.no_splits, "no splits")
    solved.table.check()
    assert solved.expectation == Naive(deck(ranks, "cd"), extras).value


def test_ways_a_split_can_go():
    assert split_sequences(4) == [
        (0, 2, 0, 1),
        (1, 3, 0, 2),
        (2, 0, 4, 1),
        (2, 1, 3, 2),
        (2, 2, 2, 2),
    ]


def test_rules_plain_and_compiled_are_one():
    """The strategy of a small shoe played out by both, residue by residue."""
    import numpy as np

    from houseway.games.twenty_one.composition import kernels
    from houseway.games.twenty_one.residues import primes, times

    dice = random.Random(2)
    prime = primes(3)[-1]
    for _ in range(2000):
        one, other = dice.randrange(prime), dice.randrange(prime)
        assert times.jit(one, other, prime) == times(one, other, prime) == one * other % prime
    rules = usual(1, ranks="6TA", suits="cd", split_hands=2)
    here = against(odds.terms(rules), (5,))
    compiled = here.sums(primes(2), here.best.acts, len(here.hands) - 1)
    kernel, jit = kernels.play_out, kernels.play_out.jit
    kernel._compiled = kernel.function
    try:
        plain = here.sums(primes(2), here.best.acts, len(here.hands) - 1)
    finally:
        kernel._compiled = jit
    assert np.array_equal(plain, compiled)
    assert compiled.any()


def test_a_shoe_with_more_orders_than_a_word_can_count_is_refused():
    """An ace that hits soft 17 draws the most cards; ten decks are no lawful shoe."""
    against(odds.terms(usual(8, stands_soft=18)), (0,)).best  # noqa: B018
    assert against(odds.terms(usual(9, stands_soft=18)), (0,)).woods
    with pytest.raises(OverflowError, match="more orders than a word can count"):
        against(odds.terms(usual(10, stands_soft=18)), (0,)).best  # noqa: B018


# -- side wagers ----------------------------------------------------------------------------------

TABLES = [
    ("over_13", {"over_under_offered": True}, "6.55%"),
    ("under_13", {"over_under_offered": True}, "10.07%"),
    ("sevens", {"sevens_offered": True}, "11.40%"),
    ("same_suit", {"same_suit_offered": True, "same_suit_pays": "decks_6_2"}, "6.67%"),
    (
        "same_suit",
        {"same_suit_offered": True, "same_suit_pays": "decks_1_2", "decks_in_use": "1"},
        "3.77%",
    ),
    ("match_dealer", {"match_offered": True}, "4.06%"),
    (
        "match_dealer",
        {"match_offered": True, "decks_in_use": "8", "match_pays": "decks_8"},
        "3.67%",
    ),
    ("twenty_point", {"twenty_offered": True}, "24.71%"),
    ("twenty_point", {"twenty_offered": True, "twenty_pays": "B"}, "17.64%"),
    ("insurance", {}, "7.40%"),
]


@pytest.mark.parametrize(("wager", "options", "edge"), TABLES)
def test_side_wagers(wager, options, edge):
    (result,) = BLACKJACK.odds.results(TableRules(BOOK, options), wager=wager)
    result.outcomes.check()
    assert percent(result.outcomes.house_advantage, 2) == edge


def test_every_side_wager_of_every_variation_adds_up():
    seen = set()
    for options in BLACKJACK.odds.variations(BOOK):
        rules = TableRules(BOOK, options)
        for name in (*maths(BLACKJACK).SIDES, "progressive", "insurance"):
            for result in BLACKJACK.odds.results(rules, wager=name):
                result.outcomes.check()
                seen.add((name, result.table))
                again = TableRules(BOOK, {k: v for k, v in result.options.items() if "." not in k})
                assert numbers(again).cards == numbers(rules).cards
    tables = {name: len({t for n, t in seen if n == name}) for name, _ in seen}
    assert tables["same_suit"] == 19
    assert tables["in_between"] == 4


def test_the_progressive_is_fair_somewhere():
    rules = TableRules(BOOK, {"progressive_offered": True})
    wager = BLACKJACK.odds.progressives["progressive"](rules)
    fair = wager.break_even("meter")
    assert wager.expectation({"meter": fair}) >= 0 > wager.expectation({"meter": fair - 100})


def test_a_bonus_may_be_anything_between_fair_and_thirty_percent():
    rules = usual(6)
    chance = Fraction(2 * 24 * 96, 312 * 311)
    mean = side_odds.bonus_mean(rules, 5, Fraction(3, 10), returned=True)
    assert chance * (mean + 5) == 5 * Fraction(7, 10)


def test_streaks_count_hands_that_are_decided():
    rules = usual(1, ranks="789T", suits="cdhs", split_hands=2)
    game_played = odds.play_by(rules, odds.no_splits, "no splits")
    won, lost = side_odds.steps(game_played)
    table = game_played.table
    assert (won, lost) == (table.win_probability, table.loss_probability)
    streak = side_odds.streak("streak_3", game_played, 3, Fraction(7))
    assert streak.win_probability == (won / (won + lost)) ** 3
    with pytest.raises(ValueError, match="split"):
        side_odds.steps(odds.optimal(usual(1)))


# -- strategy, advice, certificates ---------------------------------------------------------------


def one_deck(**options):
    return TableRules(BOOK, {"decks_in_use": "1", **options})


def test_the_chart_of_one_deck_as_it_is_printed():
    found = BLACKJACK.odds.strategy(one_deck()).chart
    assert found.columns == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
    assert found.hard[16] == "SSSSSHHHHH"
    assert found.hard[11] == "DDDDDDDDDD"
    assert found.hard[9] == "DDDDDHHHHH"
    assert found.soft[18] == "SddddSSHHS"
    assert found.pairs["8"] == "PPPPPPPPPP"
    drawn = chart.svg(found, "One deck & more")
    assert drawn.count("<rect") == 1 + 10 * (16 + 8 + 10)
    assert "One deck &amp; more" in drawn
    assert chart.text(found).splitlines()[5].split() == ["16", *"SSSSSHHHHH"]
    assert "[black on green]" in chart.markup(found)


def test_a_decision_that_is_not_allowed_falls_back():
    found = BLACKJACK.odds.strategy(one_deck()).chart
    assert found.decide(11, False, (5,), None, {"hit", "stand", "double"}) == "double"
    assert found.decide(11, False, (5,), None, {"hit", "stand"}) == "hit"
    assert found.decide(18, True, (5,), None, {"hit", "stand"}) == "stand"
    assert found.decide(16, False, (9,), 7, {"hit", "stand", "split"}) == "split"
    assert found.decide(12, True, (9,), None, {"stand"}) == "stand"


def dealt(cards, dealer, **options):
    from houseway.equipment.cards import cards as parse
    from houseway.equipment.shoe import Scripted

    script = Scripted({1: parse(cards), "dealer": parse(dealer)})
    table = Table(
        BLACKJACK.play, BOOK, options={"shuffle_method": "house", "decks_in_use": "1", **options},
        chance=script, keep_log=False,
    )  # fmt: skip
    table.sit(1)
    table.bet(1, {"main": 1000})
    table.close()
    return table


def test_advice_is_exact_and_by_the_cards():
    table = dealt("Tc 6d", "Th")
    found = BLACKJACK.odds.advise(table.view(1), table.rules)
    assert set(found) == {"hit", "stand", "double"}
    assert found["hit"] > found["stand"] > found["double"]
    worths = choices(numbers(table.rules), hand_of(9, 5), (9,))
    assert found["hit"] == (worths.worth["hit"] - (1 - worths.free)) * 1000
    peeked = dealt("Tc 6d", "Th 5c", dealer_cards="hole_with_reader")
    assert BLACKJACK.odds.advise(peeked.view(1), peeked.rules)["hit"] == (
        worths.worth["hit"] / worths.free * 1000
    )


def test_advice_on_insurance_and_even_money():
    table = dealt("Tc Ad", "Ah", even_money=True)
    found = BLACKJACK.odds.advise(table.view(1), table.rules)
    assert found["even_money"] == 1000
    assert found["no_insurance"] == 1500 * Fraction(34, 49)
    assert found["insure"] == found["no_insurance"] + 500 * (3 * Fraction(15, 49) - 1)
    assert max(found, key=found.get) == "no_insurance"


@pytest.mark.parametrize("name", ["optimal", "mimic", "never_bust"])
def test_policies_decide_every_question(name):
    from houseway.simulation.sessions import Job, simulate

    job = Job("blackjack", "nj", {"main": 1000}, name, 200, 7, {"decks_in_use": "1"})
    assert simulate(job).all.rounds == 200


def test_a_certificate_of_the_main_wager_is_found_again():
    from houseway.certificates.figures import verify

    results = BLACKJACK.odds.results(one_deck(surrender=True), wager="main")
    certificate = Certificate.loads(Certificate(tuple(results)).dumps())
    assert [found.reason for found in verify(certificate)] == [""]
