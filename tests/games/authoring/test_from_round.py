"""Odds from the round, held against engines that were written for their games."""

import os
from fractions import Fraction
from random import Random

import pytest
from reduced import reduced

from houseway.certificates.recount.routes import Route, route_of
from houseway.equipment.cards import RANKS, cards
from houseway.equipment.shoe import Scripted
from houseway.games import game, games
from houseway.games.authoring import round_figures
from houseway.games.authoring.from_round import FromRound
from houseway.games.authoring.recount import SmallTable
from houseway.games.authoring.round_figures import rank
from houseway.games.authoring.watched import watched
from houseway.games.shoe_contests.baccarat_recount import BEGUN
from houseway.games.shoe_contests.red_dog import results as red_dog
from houseway.referee.oracle import Oracle
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}  # three cards come at once
RIDE = {"dealing": "automated_shoe", "shuffler": "automated"}


def none(book):
    return iter(())


def distribution(result):
    """How often each net comes with so much at risk."""
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    for one in result.outcomes.outcomes:
        if one.count:
            key = one.net, one.action
            share = Fraction(one.count, result.outcomes.denominator)
            found[key] = found.get(key, Fraction(0)) + share
    return found


def same(found, mine, rules, stakes=None, wager=""):
    """The figures of the round are those of the engine, outcome by outcome."""
    theirs = {one.wager: one for one in found.odds.results(rules, stakes, None, wager)}
    every = mine.results(rules, stakes, None, wager)
    assert {one.wager for one in every} == set(theirs)
    for one in every:
        other = theirs[one.wager]
        one.outcomes.check()
        assert distribution(one) == distribution(other), one.wager
        assert one.outcomes.variance == other.outcomes.variance
        assert one.outcomes.house_advantage_on_action == other.outcomes.house_advantage_on_action
        assert (one.strategy, dict(one.stakes)) == (other.strategy, dict(other.stakes))


@pytest.mark.parametrize("wheel", ["double_zero", "single_zero"])
def test_every_wager_of_a_wheel(wheel) -> None:
    found = game("roulette")
    rules = TableRules(found.rulebook(), {"wheel": wheel})
    same(found, FromRound(found.play, none, stakes=maths(found).STAKES), rules)


def test_the_big_six() -> None:
    found = game("big-six")
    same(found, FromRound(found.play, none), TableRules(found.rulebook()))


@pytest.mark.parametrize("ranks", ["469", RANKS] if SOAK else ["469"])
def test_baccarat_and_its_vigorish(ranks) -> None:
    found = game("mini-baccarat")
    hundred = {"player": Fraction(100), "banker": Fraction(100)}
    mine = FromRound(
        found.play, none, alike=lambda card: min(rank(card), 8) if card & 15 < 12 else 12,
        stakes=hundred, begun=BEGUN,
    )  # fmt: skip
    rules = SmallTable(ranks, "cdhs", {}, (), {"decks": 6}).rules(found.rulebook())
    same(found, mine, rules)


def test_three_card_poker_on_a_small_deck() -> None:
    found = game("three-card-poker")
    rules = TableRules(reduced(found.rulebook(), "9JQA", "cd", dealer_needs="Q"), STACKS)
    mine = FromRound(found.play, none)
    for wager in ("main", "ante", "play", "pair_plus", "ante_bonus"):
        same(found, mine, rules, wager=wager)


def test_more_ends_than_are_walked_through_are_refused(monkeypatch) -> None:
    found = game("big-six")
    monkeypatch.setattr(round_figures, "MOST_ENDS", 6)
    with pytest.raises(Refused, match="more than 6 ends"):
        FromRound(found.play, none).results(TableRules(found.rulebook()), wager="joker")


def test_ends_are_told_as_they_are_reached() -> None:
    found, watch = game("big-six"), Counts()
    with watched(watch):
        FromRound(found.play, none).results(TableRules(found.rulebook()), wager="joker")
    assert watch.reached == 2 * 7  # whatever is answered first or last, each symbol once
    assert watch.expected == 2 * 7  # one spin of seven symbols: every estimate is exact


def test_the_number_of_ends_is_estimated() -> None:
    """Of a walk with decisions and with cards that are alike, within a fifth of what it is."""
    found, reached = game("red-dog"), []
    rules = TableRules(found.rulebook())
    [figure] = [one for one in red_dog.ODDS.figures(rules) if one.name == "main"]
    walk = red_dog.ODDS.oracle(rules, figure.bets)
    walk.told = reached.append
    walk.solve()
    assert walk.estimated_ends(400, Random(1)) == pytest.approx(sum(reached), rel=0.2)


def test_a_round_that_is_far_too_large_is_refused_before_any_walk(monkeypatch) -> None:
    monkeypatch.setattr(Oracle, "_draws", None)  # not even the first hands are listed
    found = game("three-card-blitz")
    with pytest.raises(Refused, match=r"about [0-9]e\+[0-9]+ ends, and at most 5,000,000"):
        FromRound(found.play, none).results(TableRules(found.rulebook()), wager="main")


class Counts:
    """A watch that adds up what it hears."""

    expected = reached = 0

    def expect(self, ends, seconds):
        self.expected += ends

    def done(self, ends):
        self.reached += ends


def test_a_card_that_nobody_sees_does_not_change_what_comes_next() -> None:
    """Six decks, one card burned unseen: the walk is as long as without it, and every card still
    comes as often as it is in the shoe."""
    found = game("blackjack")
    book = reduced(found.rulebook(), "9T", "cd")
    burned = TableRules(book, {"dealer_cards": "no_hole"})
    plain = TableRules(book, {"dealer_cards": "no_hole", "shuffle_method": "house"})
    assert any(e.kind == "burned" for r, _ in follow(found, burned) for e in r.events)
    ends = [
        [(r.state.nets[1], chance) for r, chance in follow(found, one)] for one in (burned, plain)
    ]
    assert ends[0] == ends[1]


def follow(found, rules):
    stands = lambda view: next(  # noqa: E731
        c.name for c in view.asked.choices if c.name in ("no_insurance", "stand", "no_double")
    )
    return list(Oracle(found.play, rules, {"main": 1000}, alike=rank, decide=stands).follow())


def test_advice_is_what_the_solver_says() -> None:
    """Worth of each choice in three-card poker, whose dealer's cards nobody has seen."""
    found = game("three-card-poker")
    rules = TableRules(reduced(found.rulebook(), "9JQA", "cd", dealer_needs="Q"), STACKS)
    table = Table(
        found.play, rules.book, options=STACKS, chance=Scripted({1: cards("9c Jd Qd")}),
    )  # fmt: skip
    table.sit(1)
    table.begin()
    table.bet(1, {"ante": 1000})
    table.close()
    view = table.view(1)
    assert view.asked is not None
    worth = FromRound(found.play, none).advise(view, rules)
    assert worth == found.odds.advise(view, rules)
    assert set(worth) == {"play", "fold"}


FROM_ROUND = {
    name: found
    for name, found in games().items()
    if found.has_odds and isinstance(getattr(found.odds, "ODDS", None), FromRound)
}


def other_choices(rules):
    """Every option of a table that is lawful alone in another choice, with that choice."""
    for name, option in rules.book.options.items():
        for choice in option.choices or ([True, False] if option.kind == "flag" else []):
            try:
                yield name, TableRules(rules.book, {**rules.options, name: choice})
            except Refused:
                continue


@pytest.mark.parametrize("name", FROM_ROUND)
def test_an_option_that_is_not_said_to_matter_does_not(name) -> None:
    """On a deck of few ranks, so that every table is quick; a declaration that leaves an option out
    would have one figure answer for tables that differ."""
    found = FROM_ROUND[name]
    book, odds = found.rulebook(), maths(found).ODDS
    usual = TableRules(reduced(book, "29QA", "cdhs") if book.deck else book)
    figures = {one.wager: one.outcomes for one in odds.results(usual)}
    tried = 0
    for option, rules in other_choices(usual):
        for result in odds.results(rules):
            if option not in result.options and result.wager in figures:
                assert result.outcomes == figures[result.wager], (result.wager, option)
                tried += 1
    assert tried


@pytest.mark.parametrize("name", FROM_ROUND)
def test_a_game_from_its_round_is_counted_again_without_it(name) -> None:
    """The second count of such a game may not be the referee's, whose the first one is."""
    found = FROM_ROUND[name]
    for edition in found.editions:
        for wager in found.rulebook(edition).wagers:
            assert route_of(found, edition, wager) is Route.PLAIN, wager
