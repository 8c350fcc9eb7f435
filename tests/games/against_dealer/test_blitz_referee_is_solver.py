"""The referee and the solver tell the same story: on all deals of small decks, and on random
deals of the full one."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from houseway.equipment.cards import RANKS, deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.three_card_blitz import odds
from houseway.games.against_dealer.three_card_blitz.hand import hand_total
from houseway.referee.oracle import Oracle
from houseway.referee.table import Table
from houseway.rulebook.models import Deck, Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules
from maths import maths

BLITZ = game("three-card-blitz")
STACKS = {
    "nj": {"shuffler": "automated"},
    "md": {"shuffler": "automated", "dealing": "automated_shoe", "stack_order": "dealer_held"},
}


def reduced(book: Rulebook, ranks: str, suits: str, cards: int) -> Rulebook:
    """The same rulebook for a small deck and small hands."""
    rules = {
        **book.rules,
        "cards_each": book.rules["cards_each"].model_copy(update={"value": cards}),
    }
    small = Deck(ranks=ranks, suits=suits, cite=book.deck.cite)
    return book.model_copy(update={"deck": small, "rules": rules})


def compare(edition: str, ranks: str, suits: str, cards: int, blind: int, table: str) -> None:
    book = reduced(BLITZ.rulebook(edition), ranks, suits, cards)
    rules = TableRules(book, {**STACKS[edition], "blind": table})
    bets = {"ante": 100, "blind": 100 * blind}
    seen = Oracle(BLITZ.play, rules, bets, suits_alike=True).solve()

    solved = maths(BLITZ).main_game(rules, blind).optimal
    assert seen.value / 100 == solved.expectation
    assert sum(seen.outcomes.values()) == 1

    by_net: Counter[Fraction] = Counter()
    for nets, chance in seen.outcomes.items():
        by_net[Fraction(sum(net for _, net in nets), 100)] += chance
    counted = {
        net: Fraction(count, solved.deals)
        for net, count in solved.together.distribution.items()
        if count
    }
    assert by_net == counted

    known = odds.Rules(
        rules.points, rules.rule("cards_used"), cards,
        sum(1 << RANKS.index(rank) for rank in ranks), len(suits),
    )  # fmt: skip
    for hand, (choice,) in seen.decisions.items():
        found = odds.decide(mask(hand), known, maths(BLITZ).prices(rules, "blind"), blind)
        if found.play != found.fold:
            assert choice == found.best


@pytest.mark.parametrize("table", ["1", "2"])
def test_every_deal_of_four_ranks_and_two_suits(table) -> None:
    compare("nj", "9TQA", "cd", 3, 1, table)


def test_every_deal_with_a_blind_of_three_antes() -> None:
    compare("nj", "8TKA", "cd", 3, 3, "1")


def test_every_deal_of_four_ranks_and_three_suits() -> None:
    compare("nj", "9QKA", "cdh", 3, 1, "1")


def test_every_deal_in_maryland() -> None:
    compare("md", "9QKA", "cdh", 3, 1, "B")


def test_the_dealer_may_be_dealt_first() -> None:
    book = reduced(BLITZ.rulebook("md"), "9TQA", "cd", 3)
    rules = TableRules(book, {**STACKS["md"], "stack_order": "dealer_first"})
    seen = Oracle(BLITZ.play, rules, {"ante": 100, "blind": 100}, suits_alike=True).solve()
    assert seen.value / 100 == maths(BLITZ).main_game(rules).optimal.expectation


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("edition", ["nj", "md"])
def test_every_deal_of_four_ranks_and_four_suits(edition) -> None:
    compare(edition, "9QKA", "cdhs", 3, 1, {"nj": "3", "md": "C"}[edition])


@pytest.mark.soak
def test_every_deal_of_four_cards_from_four_ranks_and_four_suits() -> None:
    compare("nj", "TJQA", "cdhs", 4, 1, "2")


def test_side_wagers_on_every_deal_of_a_small_deck() -> None:
    """A deck in which Blitzes and Royal Blitzes are common; suits are not alike to the meters."""
    book = reduced(BLITZ.rulebook("nj"), "JQKA", "cd", 4)
    rules = TableRules(book, STACKS["nj"])
    bets = {"ante": 100, "blind": 100, "flush_bonus": 100, "progressive": 500}
    seen = Oracle(BLITZ.play, rules, bets).solve()
    nets: Counter[str] = Counter()
    for outcome, chance in seen.outcomes.items():
        for wager, net in outcome:
            nets[wager] += chance * net
    for result in BLITZ.odds.results(rules):
        if result.wager in ("flush_bonus", "progressive"):
            stake = bets[result.wager]
            if result.wager == "progressive":
                fed = {
                    name: terms.reset + 500 * terms.rate // FINE
                    for name, terms in rules.meters.items()
                }
                expected = maths(BLITZ).progressive(rules).expectation(fed)
            else:
                expected = result.outcomes.expectation
            assert nets[result.wager] == expected * stake


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["nj", "md"])
def test_random_full_deals_are_settled_as_the_solver_pays(edition) -> None:
    """Random hands and decisions; the payoff function of the solver against the referee."""
    dice = random.Random(51)
    book = BLITZ.rulebook(edition)
    tables = list(book.paytables["blind"].tables)
    standard = TableRules(book)
    award = maths(BLITZ).progressive(standard).award
    fed = {n: t.reset + 500 * t.rate // FINE for n, t in standard.meters.items()}
    for number in range(10_000):
        table = tables[number % len(tables)]
        blind = dice.choice([1, 2, 5]) if edition == "nj" else 1
        dealt = dice.sample(deck(), 14)
        script = Scripted({1: dealt[:7], "dealer": dealt[7:]})
        live = Table(
            BLITZ.play, book, options={"blind": table, "shuffler": "automated"}, chance=script,
            keep_log=False,
        )  # fmt: skip
        live.sit(1)
        bets = {"ante": 1000, "blind": 1000 * blind, "flush_bonus": 500, "progressive": 500}
        if edition == "md":
            bets["blitz_jackpot"] = 500
        live.bet(1, bets)
        live.close()
        choice = dice.choice(["play", "fold"])
        live.act(1, choice)
        nets = live.results.nets[1]

        rules = live.rules
        mine, its = mask(dealt[:7]), mask(dealt[7:])
        player, dealer = (hand_total(hand, rules.points, 3) for hand in (mine, its))
        known = maths(BLITZ).numbers(rules)
        stakes = odds.Stakes(maths(BLITZ).prices(rules, "blind"), Fraction(blind))
        if choice == "fold":
            due = -stakes.folded
        elif player > dealer:
            due = stakes.won(known.rows(mine))
        else:
            due = -stakes.lost if player < dealer else Fraction(0)
        assert sum(nets.get(w, 0) for w in ("ante", "blind", "play")) == due * 1000
        for wager in ("flush_bonus", "blitz_jackpot"):
            if wager in rules.wagers:
                prices = maths(BLITZ).prices(rules, wager)
                row = odds.row_paid(known.rows(mine), prices)
                assert nets[wager] == (odds.odds_of(prices[row]) if row else -1) * 500
        forfeited = edition == "md" and choice == "fold"
        paid = 0 if forfeited else award(known.rows(mine), fed).cents
        assert nets["progressive"] == paid - 500
