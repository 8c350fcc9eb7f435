"""Ways to set tiles that people bring along, against the engine, the house way and every deal."""

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from checked import checked as held

from houseway.equipment.tiles import NUMBERS, tile_set
from houseway.games import game
from houseway.games.authoring.policy import Sight, sight_of
from houseway.games.set_hands.pai_gow import odds, policy
from houseway.games.set_hands.pai_gow.hands import WAYS
from houseway.games.set_hands.two_hands import Tally
from houseway.hands.tiles import OF_PAIR, outcome, rank, spots
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.load import read_yaml
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
PAI_GOW = game("pai-gow")
BOOK = PAI_GOW.rulebook()
RULES = TableRules(BOOK)
NAMES = "6-6 6-6b 1-1 4-4 1-3 5-5 5-6 3-6 4-5 2-4 1-4 1-2"
SMALL = tuple(NUMBERS[name] for name in NAMES.split())
SUPREME, PAIR = {"either": "supreme pair"}, {"either": "pair"}


def example(name: str, rules: TableRules = RULES) -> policy.SettingTable:
    return PAI_GOW.odds.own_play.read(read_yaml(EXAMPLES / f"{name}.yaml"), rules)


def table(*lines, otherwise: str = "best_low", name: str = "mine") -> policy.SettingTable:
    content = {"game": "pai-gow", "name": name, "rules": list(lines), "otherwise": otherwise}
    return PAI_GOW.odds.own_play.read(content, RULES)


LOW_FIRST = table(
    *({"do": "best_low", **line} for line in (SUPREME, PAIR, {"either": "7 to 9"})),
    otherwise="ends",
)


def even(sight: Sight) -> str:
    """The two hands as near to each other as can be."""

    def apart(choice: str) -> tuple[int, int]:
        high, low = odds.ways(sight.hand)[WAYS.index(choice)]
        return high - low, -high

    return min(WAYS, key=apart)


def checked(decide, rules: TableRules = RULES):
    return held(PAI_GOW, decide, rules, "pai_gow")


# Against the house way


@pytest.mark.soak
@pytest.mark.parametrize(
    ("house_way", "written"),
    [("high_first", example("pai-gow-house-way")), ("low_first", LOW_FIRST)],
)
def test_the_house_way_written_out_is_the_house_way(house_way, written) -> None:
    """10.7(d) as a table sets every hand as the rule that the dealer follows, and is worth what the
    house way is worth against itself."""
    rules = TableRules(BOOK, {"house_way": house_way})
    house = maths(PAI_GOW).numbers(rules).house_way
    for hand in odds.contest(maths(PAI_GOW).numbers(rules)).hands:
        assert odds.ways(hand)[written.way(hand)] == odds.ways(hand)[house(hand)]
    main, mistakes = checked(written, rules)
    (filed,) = PAI_GOW.odds.results(rules, wager="pai_gow@house_way")
    assert main.outcomes.outcomes == filed.outcomes.outcomes
    assert sum(one.share for one in mistakes) == PAI_GOW.odds.strategy(rules).house_way_is_worse


def test_the_figure_of_the_house_way() -> None:
    main, mistakes = checked(example("pai-gow-house-way"))
    assert main.outcomes.house_advantage == Fraction(49359937, 1840702500)
    assert (main.wager, main.strategy) == ("pai_gow", "the house way, high first")
    assert len(mistakes) == 889


@pytest.mark.parametrize("decide", [lambda sight: "house_way", table(otherwise="house_way")])
def test_a_player_may_ask_for_the_house_way(decide) -> None:
    main, _ = checked(decide)
    (filed,) = PAI_GOW.odds.results(RULES, wager="pai_gow@house_way")
    assert main.outcomes.outcomes == filed.outcomes.outcomes


# Against simple rules and the best play


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("low_beside_9", example("pai-gow-nine")),
        ("low_beside_pair", table({"do": "best_low", "high": "pair"})),
        ("low_beside_7", table({"do": "best_low", "high": "7 or better"})),
        ("best_high", table(otherwise="best_high")),
        ("best_low", table()),
    ],
)
def test_simple_rules_written_out(name, written) -> None:
    main, _ = checked(written)
    costs = {rule.name: rule for rule in PAI_GOW.odds.strategy(RULES).simple_rules}
    assert main.outcomes.house_advantage == costs[name].house_advantage


def test_the_best_play_makes_no_mistake() -> None:
    play = maths(PAI_GOW).tile_game(RULES)
    best = dict(zip(map(ranks, play.contest.hands), play.best, strict=True))
    found = {
        key: odds.ways(hand)[best[key]] for hand in play.contest.hands for key in [ranks(hand)]
    }

    def decide(sight: Sight) -> str:
        made = odds.ways(sight.hand)
        return WAYS[made.index(found[ranks(sight.hand)])]

    main, mistakes = checked(decide)
    assert mistakes == []
    assert main.outcomes.house_advantage == Fraction(-848209, 87652500)


def ranks(hand) -> tuple[int, ...]:
    return tuple(sorted(map(rank, hand)))


@pytest.mark.soak
@pytest.mark.parametrize(
    "options",
    [
        {"dragons_eye": True, "dragon_vigorish": "none"},  # a triple takes the tiles
        {"vigorish_rounding": "quarter"},
        {"player_bank": True, "house_way": "low_first"},
    ],
)
def test_mistakes_add_up_whatever_the_house_chooses(options) -> None:
    rules = TableRules(BOOK, options)
    main, mistakes = checked(even, rules)
    assert main.strategy == "even"
    assert mistakes


@pytest.mark.soak
def test_a_bank_sets_by_it_too() -> None:
    rules = TableRules(BOOK, {"player_bank": True})
    bank = PAI_GOW.odds.own_play.results(rules, example("pai-gow-house-way"))[1]
    game_ = maths(PAI_GOW).tile_game(rules, banks=True)
    assert (bank.wager, bank.outcomes.unit) == ("bank", "wager against the bank")
    assert bank.outcomes.expectation == game_.worth(game_.as_the_house.tally)


# Against every deal of a small set


@pytest.mark.parametrize("decide", [even, example("pai-gow-nine"), LOW_FIRST])
@pytest.mark.parametrize("banks", [False, True])
def test_every_deal_of_a_small_set(decide, banks) -> None:
    """34,650 deals, one by one, tiles of one rank and their order told apart."""
    dice = random.Random(5)
    rules = odds.Rules((9, 8, 7), low_first=False, tiles=SMALL)
    counts, mine, theirs = [0, 0, 0], {}, {}
    for hand in combinations(SMALL, 4):
        shuffled = tuple(dice.sample(hand, 4))
        choice = decide(Sight((*WAYS, "house_way"), shuffled))
        mine[hand] = odds.ways(shuffled)[WAYS.index(choice)]
        theirs[hand] = odds.ways(hand)[rules.house_way(hand)]
    for hand, setting in mine.items():
        left = [tile for tile in SMALL if tile not in hand]
        for other in combinations(left, 4):
            sides = (theirs[other], setting) if banks else (setting, theirs[other])
            counts[outcome(*sides[0], *sides[1])] += 1
    play = odds.TileGame(rules, Fraction(19, 20), banks)
    assert policy.follow(play, decide).tally == Tally(*(counts if banks else counts[::-1]))
    assert sum(counts) == 34_650


# At the table


def test_the_referee_asks_what_the_engine_asks() -> None:
    decide, seen = example("pai-gow-nine"), 0
    for seed in range(40):
        live = game("pai-gow")
        table_ = Table(live.play, BOOK, keep_log=False)
        table_.sit(1)
        table_.begin()
        table_.bet(1, pai_gow=1000)
        table_.close()
        while isinstance(asked := table_.waiting, Ask):
            offered = [choice.name for choice in asked.choices]
            if asked.who == 1 and WAYS[0] in offered:
                sight = sight_of(table_.view(1))
                assert sight.choices == policy.OFFERED == tuple(offered)
                choice = decide(sight)
                high, low = odds.ways(sight.hand)[WAYS.index(choice)]
                others = odds.ways(sight.hand)
                strong = [one for one in others if one[0] >= 9 * 20] or others
                assert low == max(one[1] for one in strong), (seed, high)
                seen += 1
                table_.act(1, choice)
            else:
                table_.act(
                    asked.who, maths(PAI_GOW).quiet(table_.view(asked.who), maths(PAI_GOW).QUIET)
                )
    assert seen == 40


# Conditions


@pytest.mark.parametrize(
    ("line", "hand", "high"),
    [
        ({"do": "best_low", "high": "pair"}, "6-6 6-6b 1-4 2-3", "1-4 2-3"),
        ({"do": "best_high", "holds": ["6-6", "6-6"]}, "6-6 6-6b 1-4 2-3", "6-6 6-6b"),
        ({"do": "best_high", "holds": ["6-6", "1-1"]}, "6-6 6-6b 1-4 2-3", "otherwise"),
        ({"do": "best_high", "either": "wong"}, "6-6 3-6 5-6 2-2", "6-6 3-6"),
        ({"do": "best_high", "either": "gong"}, "6-6 3-6 5-6 2-2", "otherwise"),
        ({"do": "best_high", "either": "gong"}, "1-1 2-6 5-6 2-2", "1-1 2-6"),
        ({"do": "best_high", "either": "supreme pair"}, "2-4 1-2 6-6 5-6", "2-4 1-2"),
        ({"do": "ends", "high": "9"}, "6-6 1-6 5-6 2-3", "otherwise"),
        ({"do": "house_way", "low": "6"}, "6-6 1-6 5-6 2-3", "6-6 1-6"),
    ],
)  # fmt: skip
def test_what_lines_speak_of(line, hand, high) -> None:
    tiles = tuple(NUMBERS[name] for name in hand.split())
    found = table(line).way(tiles)
    usual = table().way(tiles)
    if high == "otherwise":
        assert found == usual
    else:
        wanted = {NUMBERS[name] for name in high.split()}
        assert wanted in [set(two) for two in odds.set_as(tiles, found)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"high": "flush"}, "'flush' is no hand: write supreme pair, wong"),
        ({"low": "10"}, "'10' is no hand"),
        ({"low": "9 or more"}, "is no hand"),
        ({"holds": ["6-7"]}, "there is no tile '6-7'"),
        ({"total": 3}, "no key 'total'"),
        ({}, "no condition"),
    ],
)
def test_tables_that_are_not_clear(line, reason) -> None:
    with pytest.raises(Refused, match=reason):
        table({"do": "best_low", **line})


def test_what_a_table_does_is_known() -> None:
    with pytest.raises(Refused, match="does '1\\+2': it is best_high or best_low"):
        table({"do": "1+2", "high": "pair"})


# Functions that cannot be valued


def test_a_function_that_tells_copies_apart_is_refused() -> None:
    second = NUMBERS["6-6b"]

    def decide(sight: Sight) -> str:
        return even(sight) if second in sight.hand else WAYS[odds.best_high(sight.hand)]

    with pytest.raises(Refused, match="worth the same"):
        PAI_GOW.odds.own_play.results(RULES, decide)


def test_a_function_that_goes_by_the_order_of_tiles_is_refused() -> None:
    with pytest.raises(Refused, match="worth the same"):
        PAI_GOW.odds.own_play.results(RULES, lambda sight: "1+2")


def test_an_answer_that_is_no_setting_is_refused() -> None:
    with pytest.raises(Refused, match="answers 'split'"):
        PAI_GOW.odds.own_play.results(RULES, lambda sight: "split")


def test_tiles_of_one_rank_count_alike() -> None:
    """What the classes rest on: equal ranks have equal spots."""
    for one, other in combinations(tile_set(), 2):
        if rank(one) == rank(other):
            assert spots(one) == spots(other)
    assert OF_PAIR > 9 * 20 + 17
