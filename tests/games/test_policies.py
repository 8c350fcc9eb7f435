"""Strategies that people bring along, valued: tables, functions, and what is refused."""

from fractions import Fraction
from pathlib import Path

import pytest
from checked import checked as held
from reduced import reduced

from houseway.equipment.cards import cards, mask
from houseway.games import game
from houseway.games.against_dealer.three_card_blitz import policy as blitz_policy
from houseway.games.against_dealer.three_card_blitz.hand import hand_total, rows_hit
from houseway.games.authoring.policy import Sight, read_ranks, read_span, sight_of
from houseway.referee.oracle import Oracle
from houseway.rulebook.load import read_yaml
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
POKER, STUD, BLITZ = (
    game(name) for name in ("three-card-poker", "caribbean-stud-poker", "three-card-blitz")
)
RULES = {where.id: TableRules(where.rulebook()) for where in (POKER, STUD, BLITZ)}


def example(where, name):
    return where.odds.own_play.read(read_yaml(EXAMPLES / f"{name}.yaml"), RULES[where.id])


def table(where, *lines, otherwise="fold"):
    content = {"game": where.id, "name": "mine", "rules": list(lines), "otherwise": otherwise}
    return where.odds.own_play.read(content, RULES[where.id])


def checked(where, decide, rules=None):
    main, mistakes = held(where, decide, rules or RULES[where.id])
    return main.outcomes, mistakes


# Three-card poker


def test_queen_six_four_is_the_best_play() -> None:
    """3.37 percent of the ante, 2.01 of all money bet: every book."""
    found, mistakes = checked(POKER, example(POKER, "queen-six-four"))
    assert found.house_advantage == Fraction(686689, 20358520)
    assert mistakes == []


def test_queen_high_and_every_hand() -> None:
    """3.45 and 7.65 percent."""
    queen = table(POKER, {"do": "play", "hand": "Q-3-2 or better"})
    found, mistakes = checked(POKER, queen)
    assert found.house_advantage == Fraction(70219, 2035852)
    assert {one.hand for one in mistakes} == {"Q-3-2", "Q-4-2", "Q-4-3", "Q-5-2", "Q-5-3", "Q-5-4",
                                              "Q-6-2", "Q-6-3"}  # fmt: skip
    assert {(one.does, one.best, one.beside) for one in mistakes} == {("play", "fold", "")}
    found, _ = checked(POKER, table(POKER, otherwise="play"))
    assert found.house_advantage == Fraction(1947749, 25448150)


def test_a_function_is_worth_what_its_table_is() -> None:
    def queen(sight: Sight) -> str:
        assert sight.choices == ("play", "fold")
        ranks = sorted((card & 15 for card in sight.hand), reverse=True)
        suits = {card >> 4 for card in sight.hand}
        run = ranks[0] - ranks[2] == 2 or ranks == [12, 1, 0]
        better = len(set(ranks)) < 3 or len(suits) == 1 or run
        return "play" if better or ranks >= [10, 4, 2] else "fold"

    main, *others = POKER.odds.own_play.results(RULES[POKER.id], queen)
    assert main.strategy == "queen"
    assert main.outcomes.house_advantage == Fraction(686689, 20358520)
    assert [one.wager for one in others] == ["ante", "play", "ante_bonus"]


def test_folding_everything_costs_the_ante() -> None:
    found, mistakes = checked(POKER, table(POKER))
    assert found.house_advantage == 1
    assert mistakes[0].does == "fold"


def test_prices_by_suit_are_weighed() -> None:
    """A mini royal in spades pays more in table C; a policy that folds straight flushes errs."""
    rules = TableRules(POKER.rulebook(), {"version": "f2", "ante_bonus": "C"})
    content = {"game": POKER.id, "name": "odd", "otherwise": "play",
               "rules": [{"do": "fold", "hand": "straight flush or better"}]}  # fmt: skip
    _, mistakes = checked(POKER, POKER.odds.own_play.read(content, rules), rules)
    assert "A-K-Q (mini royal)" in {one.hand for one in mistakes}


# 3 Card Blitz


def test_nineteen_or_more() -> None:
    found, mistakes = checked(BLITZ, example(BLITZ, "blitz-nineteen"))
    game_ = maths(BLITZ).main_game(RULES[BLITZ.id])
    assert found.outcomes == game_.play_from(19).together.outcomes
    assert f"{float(found.house_advantage):.5%}" == "3.53297%"
    assert {one.does for one in mistakes} == {"play", "fold"}


def test_totals_between() -> None:
    some = table(BLITZ, {"do": "fold", "total": "20 to 21"}, {"do": "play", "total": "19 or more"})
    found, _ = checked(BLITZ, some)
    less, _ = checked(BLITZ, example(BLITZ, "blitz-nineteen"))
    assert found.house_advantage > less.house_advantage


def test_hands_alike_are_worth_the_same() -> None:
    points = RULES[BLITZ.id].points
    for text in ("As Ks Qs 4h 2c 3d 9s", "Kc Qc Jd Td 2h 3h 9s", "Ac Td Jd Qd Kh 5h 2s"):
        hand = mask(cards(text))
        other = mask(blitz_policy.alike(blitz_policy.sight_of(hand)).hand)
        assert other != hand
        assert hand_total(other, points, 3) == hand_total(hand, points, 3)
        kinds = {"blitz", "royal_blitz", "double_blitz"}
        assert rows_hit(other, points, 3) & kinds == rows_hit(hand, points, 3) & kinds


# Caribbean stud


def test_caribbean_rules() -> None:
    """Losses over all deals, to the last deal: the Wizard of Odds."""
    for name, lost in (
        ("caribbean-three-rules", 1_041_417_758_724),
        ("caribbean-threshold", 1_059_715_400_580),
    ):
        found, mistakes = checked(STUD, example(STUD, name))
        assert -found.expectation * found.denominator == lost
        assert all(one.beside for one in mistakes)


# The referee


STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}  # a hand comes at once


@pytest.mark.parametrize("line", [{"hand": "Q-J-9 or better"}, {"holds": ["J", "A"]}])
def test_the_referee_pays_a_policy_what_it_is_valued_at(line) -> None:
    book = reduced(POKER.rulebook("nj"), "9JQA", "cd", dealer_needs="Q")
    rules = TableRules(book, STACKS)
    content = {"game": POKER.id, "name": "mine", "otherwise": "fold",
               "rules": [{"do": "play", **line}]}  # fmt: skip
    decide = POKER.odds.own_play.read(content, rules)
    seen = Oracle(POKER.play, rules, {"ante": 100}, decide=lambda view: decide(sight_of(view)))
    main = POKER.odds.own_play.results(rules, decide)[0].outcomes
    assert seen.solve().value / 100 == main.expectation
    same = POKER.odds.own_play.results(rules, decide.__call__)[0].outcomes
    assert same.outcomes == main.outcomes


def test_the_referee_pays_a_policy_that_looks_at_the_dealers_card() -> None:
    """Eight cards and hands of three: every deal, decided by what the seat sees."""
    book = reduced(
        STUD.rulebook("nj"), "9QKA", "cd",
        cards_each=3, qualifying_hand="AKQ", dealer_up_card=3,
    )  # fmt: skip
    rules = TableRules(book, STACKS)
    content = {
        "game": STUD.id,
        "name": "mine",
        "rules": [
            {"do": "bet", "hand": "pair or better", "shown": "9 to Q", "shown_below": 2},
            {"do": "bet", "holds_one_of": ["K"], "shown_is_mine": False},
        ],
        "otherwise": "fold",
    }
    decide = STUD.odds.own_play.read(content, rules)
    seen = Oracle(
        STUD.play, rules, {"ante": 100}, suits_alike=True,
        decide=lambda view: decide(sight_of(view)),
    ).solve()  # fmt: skip
    main = STUD.odds.own_play.results(rules, decide)[0].outcomes
    assert seen.value / 100 == main.expectation
    same = STUD.odds.own_play.results(rules, decide.__call__)[0].outcomes
    assert same.outcomes == main.outcomes


# What is refused


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "craps"}, "does not decide in three-card-poker"),
        ({"nme": "x"}, "has no key 'nme'"),
        ({"name": ""}, "has a name"),
        ({"otherwise": "raise"}, "play or fold"),
        ({"rules": {}}, "are a list"),
        ({"rules": [{"do": "play"}]}, "no condition"),
        ({"rules": [{"do": "hit", "hand": "pair or better"}]}, "play or fold"),
        ({"rules": [{"do": "play", "hand": "pair"}]}, "write pair or better"),
        ({"rules": [{"do": "play", "hand": "Q-6 or better"}]}, "no hand"),
        ({"rules": [{"do": "play", "hand": "Q-6-6 or better"}]}, "no hand"),
        ({"rules": [{"do": "play", "holds": ["X"]}]}, "no rank 'X'"),
        ({"rules": [{"do": "play", "holds": []}]}, "no ranks"),
        ({"rules": [{"do": "play", "holds": "Q to 2"}]}, "downward"),
        ({"rules": [{"do": "play", "shown": "Q"}]}, "has no key 'shown'"),
        ({"rules": ["play"]}, "keys and values"),
    ],
)
def test_tables_that_are_not_clear(change, reason) -> None:
    good = {"game": POKER.id, "name": "mine", "rules": [], "otherwise": "fold"}
    with pytest.raises(Refused, match=reason):
        POKER.odds.own_play.read({**good, **change}, RULES[POKER.id])


@pytest.mark.parametrize(
    ("line", "reason"),
    [({"shown_is_mine": "yes"}, "true or false"), ({"shown_below": 6}, "no card 6")],
)
def test_conditions_on_the_shown_card(line, reason) -> None:
    with pytest.raises(Refused, match=reason):
        table(STUD, {"do": "bet", **line})


@pytest.mark.parametrize("value", ["many", "5 to 3", "-1"])
def test_spans_that_are_none(value) -> None:
    with pytest.raises(ValueError, match="no number"):
        read_span(value)
    assert read_ranks("10") == {8}


def test_a_policy_that_goes_by_the_name_of_a_suit_is_refused() -> None:
    def spades(sight: Sight) -> str:
        return "play" if any(card >> 4 == 3 for card in sight.hand) else "fold"

    for where in (POKER, BLITZ):
        with pytest.raises(Refused, match="worth the same"):
            where.odds.own_play.results(RULES[where.id], spades)


def test_a_policy_that_answers_nonsense_is_refused() -> None:
    with pytest.raises(Refused, match="'call'"):
        POKER.odds.own_play.results(RULES[POKER.id], lambda sight: "call")
