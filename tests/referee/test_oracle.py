"""The oracle against counts by hand: shoes of several decks, choices with a range, dice, wheels."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from houseway.games import game
from houseway.referee.oracle import SEAT, Oracle, amounts
from houseway.referee.requests import Choice
from houseway.rulebook.models import Deck
from houseway.rulebook.table_rules import TableRules

BLACKJACK = game("blackjack")
PLAIN = {"shuffle_method": "house", "dealer_cards": "no_hole"}


def small(ranks, suits, **options):
    book = BLACKJACK.rulebook("nj")
    few = book.model_copy(update={"deck": Deck(ranks=ranks, suits=suits, cite=book.deck.cite)})
    return TableRules(few, {**PLAIN, **options})


def stands(view):
    names = [choice.name for choice in view.asked.choices]
    return next(name for name in ("no_insurance", "stand") if name in names)


@pytest.mark.parametrize("decks", [2, 6])
def test_one_copy_that_is_out_leaves_the_others(decks) -> None:
    """Two cards of one rank and suit come as often as the shoe has pairs of copies."""
    rules = small("9T", "cd", decks_in_use=str(decks))
    walk = Oracle(BLACKJACK.play, rules, {"main": 1000}, decide=stands)
    twins = total = Fraction(0)
    for round, chance in walk.follow():
        mine = round.state.hands.get(SEAT) or [
            card for e in round.events if e.kind == "dealt" and e.who == SEAT for card in e.cards
        ]
        twins += chance * (mine[0] == mine[1])
        total += chance
    assert total == 1
    assert twins == Fraction(4 * comb(decks, 2), comb(4 * decks, 2))


def test_cards_that_are_alike_are_dealt_as_often_as_there_are() -> None:
    rules = small("8TA", "cdhs", decks_in_use="2")
    apart = Oracle(
        BLACKJACK.play, small("9T", "cd", decks_in_use="2"), {"main": 1000}, decide=stands
    )
    alike = Oracle(
        BLACKJACK.play, small("9T", "cd", decks_in_use="2"), {"main": 1000},
        alike=lambda card: card & 15, decide=stands,
    )  # fmt: skip
    assert apart.solve().outcomes == alike.solve().outcomes
    many = Oracle(
        BLACKJACK.play, rules, {"main": 1000}, alike=lambda card: card & 15, decide=stands
    ).solve()
    assert sum(many.outcomes.values()) == 1


def test_a_choice_with_a_range_takes_the_amount_that_is_worth_most() -> None:
    """Doubling takes from a cent to the wager: where it is right at all, all of it is."""
    rules = small("5T", "cd", decks_in_use="2")
    bets = {"main": 1000}
    free = Oracle(
        BLACKJACK.play, rules, bets, alike=lambda card: card & 15, never=["split", "insure"]
    ).solve()
    doubles = {dict(nets)["double"] for nets in free.outcomes if "double" in dict(nets)}
    assert doubles
    assert {abs(net) for net in doubles} <= {0, 1000}
    plain = Oracle(
        BLACKJACK.play, rules, bets, alike=lambda card: card & 15,
        never=["split", "insure", "double", "double_down"],
    ).solve()  # fmt: skip
    assert free.value > plain.value


def test_few_amounts_are_all_tried_and_of_many_the_ends_and_the_middle() -> None:
    assert amounts(Choice("raise", 100, 300, step=100)) == [100, 200, 300]
    assert amounts(Choice("double", 1, 1001)) == [1, 501, 1001]
    assert amounts(Choice("cut", 10, 40, cards=True)) == [10]
    assert amounts(Choice("stand")) == [0]


def test_dice_come_as_often_as_they_do() -> None:
    craps = game("craps")
    rules = TableRules(craps.rulebook("nj"))
    seen = Oracle(craps.play, rules, {"any_seven": 100}).solve()
    wins = sum(p for nets, p in seen.outcomes.items() if dict(nets)["any_seven"] > 0)
    assert wins == Fraction(6, 36)


def test_a_stop_that_does_not_count_is_spun_again() -> None:
    roulette = game("roulette")
    for wheel, pockets in (("double_zero", 38), ("single_zero", 37), ("double_as_single", 37)):
        rules = TableRules(roulette.rulebook("nj"), {"wheel": wheel})
        seen = Oracle(roulette.play, rules, {"straight@7": 100}).solve()
        nets = Counter()
        for outcome, chance in seen.outcomes.items():
            nets[dict(outcome)["straight@7"] > 0] += chance
        assert nets[True] == Fraction(1, pockets)
