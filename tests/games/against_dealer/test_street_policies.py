"""Strategies that people bring along for games of more than one decision: let it ride, ultimate
Texas hold 'em and blackjack."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from checked import checked as held
from reduced import reduced

from houseway.equipment.cards import deck
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Scripted, Shoe
from houseway.games import game
from houseway.games.against_dealer.ultimate_texas_hold_em.policy import offered
from houseway.games.authoring.policy import Sight, sight_of
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.blackjack import deal
from houseway.games.twenty_one.policy import follow
from houseway.games.twenty_one.table_numbers import numbers
from houseway.referee.oracle import Oracle
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.load import read_yaml
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

EIGHT = 7  # its place among the values, of which an ace is the first
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
RIDE, ULTIMATE, BLACKJACK = (
    game(name) for name in ("let-it-ride-poker", "ultimate-texas-hold-em", "blackjack")
)


def example(where, name, rules=None):
    content = read_yaml(EXAMPLES / f"{name}.yaml")
    return where.odds.own_play.read(content, rules or TableRules(where.rulebook()))


def checked(where, decide, rules=None):
    return held(where, decide, rules or TableRules(where.rulebook()))


def table(where, *lines, otherwise, rules=None):
    content = {"game": where.id, "name": "mine", "rules": list(lines), "otherwise": otherwise}
    return where.odds.own_play.read(content, rules or TableRules(where.rulebook()))


# Let it ride


def test_the_published_strategy_of_let_it_ride_is_the_best() -> None:
    main, mistakes = checked(RIDE, example(RIDE, "let-it-ride-published"))
    assert main.outcomes.house_advantage == Fraction(37963, 1082900)
    assert main.strategy == "the published strategy"
    assert mistakes == []


@pytest.mark.soak
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
        RIDE.odds.own_play.results(TableRules(RIDE.rulebook()), looks_there)


@pytest.mark.parametrize(
    ("line", "reason"),
    [({"bet": 3}, "no decision on bet 3"), ({"gaps": "few"}, "no number"), ({"low": 1}, "no key")],
)
def test_tables_of_let_it_ride_that_are_not_clear(line, reason) -> None:
    with pytest.raises(Refused, match=reason):
        table(RIDE, {"do": "let_it_ride", **line}, otherwise="withdraw")


# Ultimate Texas hold 'em


@pytest.mark.soak
def test_the_published_strategy_of_ultimate() -> None:
    """Its author gives 2.43 percent of the ante; here it is a table that anyone can change."""
    rules = TableRules(ULTIMATE.rulebook())
    main, ante, blind, play = ULTIMATE.odds.own_play.results(
        rules, maths(ULTIMATE).published(rules)
    )
    assert main.outcomes.house_advantage == Fraction(452323427, 18592119000)
    assert f"{float(main.outcomes.house_advantage):.4%}" == "2.4329%"
    assert [one.wager for one in (ante, blind, play)] == ["ante", "blind", "play"]
    assert {one.strategy for one in (main, ante, blind, play)} == {"published"}


LINES = (
    {"do": "play_4x", "cards": "QQ+ AQs AT"},
    {"do": "play_3x", "cards": ["ATo+"]},
    {"do": "check", "street": "flop", "cards": "TT"},
    {"do": "play_2x", "makes": "two pair or better"},
    {"do": "play_2x", "four_to_flush": "T to A", "own_pair": False},
    {"do": "fold", "cards": "QT", "beats_board": False},
    {"do": "play_1x", "makes": "pair or better", "own_pair": True},
    {"do": "play_1x", "outs": "1 or less"},
)


def ultimate(ranks: str, suits: str) -> TableRules:
    return TableRules(reduced(ULTIMATE.rulebook(), ranks, suits), STACKS)


def test_the_referee_asks_what_the_solver_asks() -> None:
    """At the table the same choices are seen on every street, and a table decides among them."""
    rules = TableRules(ULTIMATE.rulebook(), STACKS)
    decide = table(ULTIMATE, *LINES, otherwise="fold", rules=rules)
    prices, chance, ended = maths(ULTIMATE).prices(rules), random.Random(5), set()
    for _ in range(60):
        out = chance.sample(deck(), 9)
        hole, board, dealer = out[:2], out[2:7], out[7:]
        given = Scripted({1: hole, "board": board, "dealer": dealer})
        at = Table(ULTIMATE.play, rules.book, options=STACKS, chance=given, keep_log=False)
        at.sit(1)
        at.bet(1, {"ante": 100, "blind": 100})
        at.close()
        chosen = "check"
        for street, cards_out in enumerate((0, 3, 5)):
            sight = sight_of(at.view(1))
            assert sight.choices == offered(prices)[street]
            assert (set(sight.hand), set(sight.board)) == (set(hole), set(board[:cards_out]))
            chosen = decide(sight)
            at.act(1, chosen)
            if chosen != "check":
                break
        ended.add(chosen)
    assert ended >= {"play_2x", "play_1x", "fold"}


@pytest.mark.soak
@pytest.mark.parametrize("otherwise", ["fold", "play_1x", "play_4x", "check"])
def test_what_ultimate_gives_away_adds_up(otherwise) -> None:
    """Decks on which flushes come: a table is worth the same as the function that it is."""
    rules = ultimate("89TQA", "cdh")
    decide = table(ULTIMATE, *LINES, otherwise=otherwise, rules=rules)
    main, mistakes = checked(ULTIMATE, decide, rules)
    assert {one.beside.partition(":")[0] for one in mistakes} >= {"two cards"}
    assert all(one.cost > 0 for one in mistakes)
    if otherwise == "fold":
        assert {one.beside.partition(":")[0] for one in mistakes} == {"two cards", "flop", "board"}
        same = ULTIMATE.odds.own_play.results(rules, decide.__call__)[0].outcomes
        assert same.outcomes == main.outcomes.outcomes


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"do": "play_4x", "outs": 3}, "no outs to look at on street first"),
        ({"do": "check", "makes": "pair or better"}, "no makes to look at on street first"),
        ({"do": "play_4x", "street": "flop"}, "not offered on street 'flop'"),
        ({"do": "check", "street": "turn"}, "no street 'turn'"),
        ({"do": "play_2x", "makes": "pair"}, "write pair or better"),
        ({"do": "play_2x", "makes": "two pairs or better"}, "no hand 'two pairs'"),
        ({"do": "play_1x", "cards": "AKs"}, "leave out s, o"),
        ({"do": "play_4x", "cards": "AKx"}, "write 33"),
        ({"do": "play_4x", "cards": "KA"}, "higher card is written first"),
        ({"do": "play_4x", "cards": []}, "no cards"),
        ({"do": "raise", "cards": "AA"}, "does 'raise'"),
    ],
)
def test_tables_of_ultimate_that_are_not_clear(line, reason) -> None:
    with pytest.raises(Refused, match=reason):
        table(ULTIMATE, line, otherwise="fold")


@pytest.mark.parametrize("street", [0, 3, 5])
def test_ultimate_by_the_name_of_a_suit_is_refused(street) -> None:
    def spades(sight: Sight) -> str:
        likes = len(sight.board) == street and sight.hand[0] >> 4 == 1
        return sight.choices[0 if likes else -1]

    with pytest.raises(Refused, match="worth the same"):
        ULTIMATE.odds.own_play.results(ultimate("89TQA", "cdh"), spades)


# Blackjack


@pytest.mark.soak
def test_the_basic_chart_costs_three_thousandths_of_a_percent() -> None:
    """What it gives away is what everyone says of it: sixteen against a ten."""
    main, mistakes = checked(BLACKJACK, example(BLACKJACK, "blackjack-basic"))
    assert f"{float(main.outcomes.house_advantage):.6%}" == "0.434061%"
    assert (mistakes[0].hand, mistakes[0].beside, mistakes[0].best) == ("hard 16", "10", "stand")
    assert main.strategy == "the basic chart"


def test_to_play_like_the_dealer() -> None:
    """A chart written out, the rule of the odds and a function are worth the same."""
    rules = TableRules(BLACKJACK.rulebook())
    known = maths(BLACKJACK).numbers(rules)
    (main,) = BLACKJACK.odds.own_play.results(rules, example(BLACKJACK, "blackjack-mimic"))
    same = odds.play_by(known, odds.drawing(odds.mimic(known)), "mimic").table
    assert main.outcomes.outcomes == same.outcomes
    assert f"{float(main.outcomes.house_advantage):.4%}" == "5.6756%"


THREE = {"resplit_offered": True, "resplits": "3", "boxes": "6", "decks_in_use": "1"}
BOLD = {  # splits and surrenders much, and doubles what cannot go over
    "chart": {
        "hard": dict.fromkeys(range(4, 12), "DDDDDDDDHR")
        | dict.fromkeys(range(12, 17), "RHSSSHHRRr")
        | {17: "S" * 10},
        "soft": dict.fromkeys(range(13, 19), "HdDdDHHHHH") | {19: "S" * 10},
        "pairs": dict.fromkeys(("2", "6", "8", "10", "A"), "P-P-P-P-P-"),
    }
}
SEEN = {
    "chart": {
        "columns": [*map(str, range(4, 21)), *(f"soft {total}" for total in range(12, 21))],
        "hard": {9: "D" * 26, 10: "D" * 26, 11: "D" * 26, 16: "HS" * 13, 17: "S" * 26},
        "soft": {18: "S" * 26},
        "pairs": {"8": "P-" * 13},
    }
}
NO_DOUBLE = {
    "main_pays": "six_to_five", "soft_17": "hit", "double_after_split": False, "decks_in_use": "1",
}  # fmt: skip
EXPOSED = {
    "dealer_cards": "double_exposure", "main_pays": "exposed", "double_on": "nine_to_eleven",
    "decks_in_use": "1",
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(
    ("options", "content"),
    [
        pytest.param(
            {"surrender": True, "pays_678": True, "soft_17": "hit", **THREE},
            BOLD,
        ),
        pytest.param(NO_DOUBLE, BOLD),
        pytest.param({"multiple_action": True, "decks_in_use": "1"}, BOLD),
        pytest.param(EXPOSED, SEEN),
    ],
)
def test_what_a_chart_gives_away_adds_up(options, content) -> None:
    """And a function that answers as the chart does is worth the same."""
    rules = TableRules(BLACKJACK.rulebook(), options)
    decide = BLACKJACK.odds.own_play.read(content, rules)
    main, mistakes = checked(BLACKJACK, decide, rules)
    assert all(one.cost > 0 for one in mistakes if one.does != one.best)
    (same,) = BLACKJACK.odds.own_play.results(rules, decide.__call__)
    assert same.outcomes.outcomes == main.outcomes.outcomes


def test_after_a_split_the_chart_is_followed_too() -> None:
    """Where split hands may not double, a D is a hit and a d a stand, whatever would be best."""
    rules = TableRules(BLACKJACK.rulebook(), NO_DOUBLE)
    found = []
    for row in ("d" * 10, "D" * 10):
        chart = {**BOLD["chart"], "hard": {**BOLD["chart"]["hard"], 10: row, 11: row}}
        played = follow(numbers(rules), BLACKJACK.odds.own_play.read({"chart": chart}, rules))
        eights = [(chance * line.chance, line) for at, chance, line in played.splits if at == EIGHT]
        found.append(sum(chance * line.net for chance, line in eights))
    stands, hits = found
    assert stands < hits


@pytest.mark.soak
def test_at_the_table_the_chart_is_played_hand_by_hand() -> None:
    """The best chart as a policy decides as the game's own does, split hands with the others."""
    options = {"shuffler": "continuous", "surrender": True, **THREE, "decks_in_use": "6"}
    at = Table(
        BLACKJACK.play, BLACKJACK.rulebook(), options=options, chance=Shoe(Philox(3)),
        keep_log=False,
    )  # fmt: skip
    decide = BLACKJACK.odds.own_play.read({"chart": "optimal"}, at.rules)
    at.sit(1)
    asked = {"split": 0, "after": 0}
    for _ in range(150):
        at.begin()
        at.bet(1, {"main": 1000})
        at.close()
        while isinstance(at.waiting, Ask):
            view = at.view(1)
            wanted = BLACKJACK.odds.policies["optimal"](view, at.rules)
            sight = sight_of(view)
            if "stand" in sight.choices:
                assert decide(sight) == wanted
                asked["split"] += wanted == "split"
                asked["after"] += "1.2" in view.state.hands
            choice = next(one for one in at.waiting.choices if one.name == wanted)
            at.act(1, wanted, choice.most)
    assert all(asked.values())


def test_one_file_is_valued_and_simulated() -> None:
    content = read_yaml(EXAMPLES / "blackjack-mimic.yaml")
    rules = TableRules(BLACKJACK.rulebook())
    plain = {key: content[key] for key in content if key == "chart"}
    dealt = [
        deal.simulate_shard(rules, {"main": 1000}, 7, 0, 500, **one) for one in (content, plain)
    ]
    assert dealt[0] == dealt[1]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("basic", "keys and values"),
        ({"game": "craps", "chart": "basic"}, "does not decide in blackjack"),
        ({"chart": "basic", "rules": []}, "no 'rules'"),
        ({"chart": "never"}, "no chart 'never'"),
        (deal.POLICIES["hi_lo"], "is simulated"),
        (SEEN, "columns for the dealer's up cards"),
    ],
)
def test_charts_that_cannot_be_valued(content, reason) -> None:
    with pytest.raises(Refused, match=reason):
        BLACKJACK.odds.own_play.read(content, TableRules(BLACKJACK.rulebook()))


@pytest.mark.parametrize(
    ("decide", "reason"),
    [
        (lambda sight: "hit" if sight.hand[0] >> 4 == 3 else "stand", "worth the same"),
        (lambda sight: "hit" if any(c & 15 == 11 for c in sight.hand) else "stand", "the same"),
        (lambda sight: "fold", "'fold'"),
    ],
)
def test_functions_of_blackjack_that_are_refused(decide, reason) -> None:
    with pytest.raises(Refused, match=reason):
        BLACKJACK.odds.own_play.results(
            TableRules(BLACKJACK.rulebook(), {"decks_in_use": "1"}), decide
        )
