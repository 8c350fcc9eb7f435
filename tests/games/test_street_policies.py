"""Strategies that people bring along for games of more than one decision: let it ride, ultimate
Texas hold 'em and blackjack."""

from fractions import Fraction
from pathlib import Path

import pytest
from reduced import reduced

from houseway.games import game
from houseway.games.policy import Sight, sight_of
from houseway.referee.oracle import Oracle
from houseway.rulebook.load import read_yaml
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RIDE = game("let-it-ride-poker")


def example(where, name, rules=None):
    content = read_yaml(EXAMPLES / f"{name}.yaml")
    return where.odds.read_policy(content, rules or TableRules(where.rulebook()))


def checked(where, decide, rules=None):
    """What a way to decide is worth; its mistakes make up all of its cost."""
    rules = rules or TableRules(where.rulebook())
    main, *others = where.odds.valued(rules, decide)
    for result in (main, *others):
        result.outcomes.check()
    mistakes = where.odds.mistakes(rules, decide)
    (best,) = where.odds.results(rules, None, None, "main")
    cost = best.outcomes.expectation - main.outcomes.expectation
    assert sum((one.cost for one in mistakes), Fraction(0)) == cost
    assert all(one.each * one.share == one.cost for one in mistakes)
    assert [one.cost for one in mistakes] == sorted((m.cost for m in mistakes), reverse=True)
    return main, mistakes


def table(where, *lines, otherwise, rules=None):
    content = {"game": where.id, "name": "mine", "rules": list(lines), "otherwise": otherwise}
    return where.odds.read_policy(content, rules or TableRules(where.rulebook()))


# Let it ride


def test_the_published_strategy_of_let_it_ride_is_the_best() -> None:
    main, mistakes = checked(RIDE, example(RIDE, "let-it-ride-published"))
    assert main.outcomes.house_advantage == Fraction(37963, 1082900)
    assert main.strategy == "the published strategy"
    assert mistakes == []


def test_simple_rules_of_let_it_ride_cost_what_the_strategy_says() -> None:
    known = {one.name: one for one in RIDE.odds.strategy(TableRules(RIDE.rulebook())).simple_rules}
    made = table(RIDE, {"do": "let_it_ride", "pays": True}, otherwise="withdraw")
    main, mistakes = checked(RIDE, made)
    assert main.outcomes.house_advantage == known["made_hands"].house_advantage
    assert mistakes[0].hand == "K-Q-J-T"
    assert {(one.does, one.best) for one in mistakes} == {("withdraw", "let_it_ride")}
    main, _ = checked(RIDE, lambda sight: "let_it_ride")
    assert main.outcomes.house_advantage == known["never_withdraw"].house_advantage


STACKS = {"shuffler": "automated", "dealing": "automated_shoe"}  # a hand comes at once


@pytest.mark.parametrize(
    "lines",
    [
        [{"do": "let_it_ride", "bet": 1, "suited": False, "gaps": "0 to 1"}],
        [
            {"do": "withdraw", "bet": 2, "pays": True, "highest": "A"},
            {"do": "let_it_ride", "high": "3 or more"},
            {"do": "let_it_ride", "lowest": ["9"]},
        ],
    ],
)
def test_the_referee_pays_let_it_ride_what_it_is_valued_at(lines) -> None:
    rules = TableRules(reduced(RIDE.rulebook(), "9TQA", "cd"), STACKS)
    decide = table(RIDE, *lines, otherwise="withdraw", rules=rules)
    seen = Oracle(
        RIDE.play, rules, dict.fromkeys(("bet_1", "bet_2", "bet_3"), 100), suits_alike=True,
        decide=lambda view: decide(sight_of(view)),
    )  # fmt: skip
    main, _ = checked(RIDE, decide, rules)
    assert seen.solve().value / 100 == main.outcomes.expectation


def test_which_card_lies_on_the_table_makes_no_difference() -> None:
    def looks_there(sight: Sight) -> str:
        assert sight.choices == ("let_it_ride", "withdraw")
        return "let_it_ride" if any(card & 15 == 12 for card in sight.board) else "withdraw"

    with pytest.raises(Refused, match="worth the same"):
        RIDE.odds.valued(TableRules(RIDE.rulebook()), looks_there)


@pytest.mark.parametrize(
    ("line", "reason"),
    [({"bet": 3}, "no decision on bet 3"), ({"gaps": "few"}, "no number"), ({"low": 1}, "no key")],
)
def test_tables_of_let_it_ride_that_are_not_clear(line, reason) -> None:
    with pytest.raises(Refused, match=reason):
        table(RIDE, {"do": "let_it_ride", **line}, otherwise="withdraw")
