"""Pai gow: known counts, published figures, and hands dealt out one by one."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from houseway.certificates import figures
from houseway.equipment.tiles import NUMBERS, tile_set
from houseway.games import game
from houseway.games.set_hands.dragon_odds import DiceBonus, dice_table
from houseway.games.set_hands.dragon_results import prices as prices_of
from houseway.games.set_hands.pai_gow import odds
from houseway.games.set_hands.pai_gow.odds import Rules, TileGame
from houseway.games.set_hands.two_hands import Kinds, Tally
from houseway.hands.tiles import SIX, THREE, outcome, pair_rank, rank, strength
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

PAI_GOW = game("pai-gow")
BOOK = PAI_GOW.rulebook()
HIGH, LOW = Rules((9, 8, 7), low_first=False), Rules((9, 8, 7), low_first=True)
FIVE = Fraction(19, 20)
DEALS = comb(32, 4) * comb(28, 4)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in text.split())


def edge(play: TileGame, tally: Tally) -> str:
    return f"{float(-play.worth(tally)):.4%}"


# Known counts


def test_sets_of_four_tiles() -> None:
    """Wikipedia, "Pai gow": 35,960 sets of four, 3,620 that differ, 496 sets of two, 136 that
    differ, the tiles of the supreme pair taken as alike. Apart, there are 4,285."""

    def supreme_alike(tile: int) -> int:
        return rank(SIX) if tile == THREE else rank(tile)

    assert odds.contest(HIGH).dealt.sum() == 35_960
    assert len(odds.contest(HIGH).hands) == 4_285
    alike = Kinds.of(tile_set(), supreme_alike)
    assert (len(list(alike.sets(4))), len(list(alike.sets(2)))) == (3_620, 136)
    assert DEALS == odds.contest(HIGH).deals == 736_281_000


def test_how_many_hands_hold_a_pair() -> None:
    """Sets of four out of which some pair can be made, counted without the engine."""
    pairs = sum(
        any(pair_rank(*two) for two in combinations(four, 2))
        for four in combinations(tile_set(), 4)
    )
    known = odds.contest(HIGH)
    holds = [any(pair_rank(*two) for two in combinations(hand, 2)) for hand in known.hands]
    assert known.share(holds) == (pairs, 35_960)


# Tiles


@pytest.mark.parametrize(
    ("rules", "banks", "house", "best", "percent"),
    [
        (HIGH, False, (218057736, 291324440, 226898824), (221646408, 311195460, 203439132),
         ("2.6816%", "-0.9677%")),
        (LOW, False, (217493540, 293157704, 225629756), (229925096, 300555724, 205800180),
         ("2.5820%", "-1.7152%")),
        (HIGH, True, (226898824, 291324440, 218057736), (229168912, 309976056, 197136032),
         ("0.3401%", "-2.7944%")),
        (LOW, True, (225629756, 293157704, 217493540), (236276364, 300484280, 199520356),
         ("0.4272%", "-3.3876%")),
    ],
)  # fmt: skip
def test_deals_won_pushed_and_lost(rules, banks, house, best, percent) -> None:
    """The first line's house way against itself was also counted by an independent program."""
    play = TileGame(rules, FIVE, banks)
    assert (play.as_the_house.tally, play.optimal.tally) == (house, best)
    assert sum(house) == sum(best) == DEALS
    found = edge(play, play.as_the_house.tally), edge(play, play.optimal.tally)
    assert found == percent


def test_the_bank_is_the_players_mirror() -> None:
    for rules in (HIGH, LOW):
        player, bank = TileGame(rules, FIVE), TileGame(rules, FIVE, banks=True)
        assert bank.as_the_house.tally == player.as_the_house.tally[::-1]


@pytest.mark.parametrize(
    ("hand", "rules"),
    [("6-6 1-6 5-6 2-3", HIGH), ("2-4 1-2 6-6 5-6", HIGH), ("1-1 1-1b 3-6 5-6", LOW)],
)
def test_one_hand_against_every_hand_of_the_dealer(hand, rules) -> None:
    four = tiles(hand)
    left = [tile for tile in tile_set() if tile not in four]
    theirs = [odds.ways(other)[rules.house_way(other)] for other in combinations(left, 4)]
    for way, found in enumerate(odds.contest(rules).of_hand(four)):
        better = [outcome(*odds.ways(four)[way], *other) for other in theirs]
        assert found == tuple(better.count(hands) for hands in (2, 1, 0))


def test_nothing_beats_the_best_play_and_the_best_differs_with_the_vigorish() -> None:
    five, none = TileGame(HIGH, FIVE), TileGame(HIGH, Fraction(1))
    for name, setter in odds.SETTERS.items():
        other = five.follow(name, setter)
        assert five.cost(other) > 0
        assert other.worse > 0
    assert five.cost(five.optimal) == five.optimal.worse == 0
    assert none.best != five.best
    assert five.worth(none.optimal.tally) < five.worth(five.optimal.tally)
    assert none.worth(five.optimal.tally) < none.worth(none.optimal.tally)


def test_pairs_that_are_never_split() -> None:
    """Players of every school keep a pair of fours, tens or elevens (Shackleford's lessons)."""
    split = TileGame(HIGH, FIVE).pairs_split
    assert sorted(split) == list(range(1, 21))
    for never in ("1-3 1-3b", "2-2 2-2b", "5-5 5-5b", "4-6 4-6b", "5-6 5-6b"):
        assert split[pair_rank(*tiles(never))] == 0
    assert split[pair_rank(*tiles("6-6 6-6b"))] > Fraction(2, 5)


def test_simple_rules_do_what_they_say() -> None:
    hand = tiles("6-6 1-6 5-6 2-3")  # 9 and 6, 8 and 7 with the highest tile low, 7 and 8, ...
    high = {name: odds.ways(hand)[set_(hand)] for name, set_ in odds.SETTERS.items()}
    nine, low = strength(*tiles("6-6 1-6")), strength(*tiles("5-6 2-3"))
    assert high["best_high"] == high["low_beside_9"] == (nine, low)
    assert high["best_low"] == high["low_beside_pair"] == high["low_beside_8"]
    assert high["best_low"][1] > low


# Dice


@pytest.mark.parametrize(
    ("wager", "advantage"),
    [
        ("odd", Fraction(1, 36)),
        ("even", Fraction(1, 36)),
        ("double", Fraction(1, 6)),
        ("triple", Fraction(5, 36)),
        ("match", Fraction(17, 216)),
    ],
)
def test_dice_wagers(wager, advantage) -> None:
    """Match is chuck-a-luck, 17/216; any triple at 30 to 1 is sic bo's, 13.89 %."""
    rules = TableRules(BOOK, {"dragons_eye": True})
    prices = prices_of(rules, wager)
    for seat in range(1, 7):
        table = dice_table(wager, prices, seat)
        table.check()
        assert table.house_advantage == advantage


def bonus(**changed: int) -> DiceBonus:
    prices = {"shaker_1": 30, "other_1": 25, "shaker_2": 500, "other_2": 50, "shaker_3": 10_000,
              "other_3": 1_000, **changed}  # fmt: skip
    return DiceBonus({row: Fraction(odds_to) for row, odds_to in prices.items()}, 3)


def rolled_out(found: DiceBonus, shakes: bool) -> Fraction:
    """The mean net of three rounds rolled out in full, the wager left down until the last."""
    triple = [roll for roll in product(range(1, 7), repeat=3) if len(set(roll)) == 1]

    def go(count: int, shakes: bool) -> Fraction:
        net = Fraction(-(216 - len(triple)))
        for roll in triple:
            row = f"{'shaker' if shakes else 'other'}_{count + 1}"
            net += found.prices[row] + (go(count + 1, roll[0] == 4) if count < 2 else 0)
        return net / 216

    return go(0, shakes)


@pytest.mark.parametrize("shakes", [True, False])
def test_the_dice_bonus_rolled_out(shakes) -> None:
    found = bonus()
    table = found.table({shakes: 1})
    table.check()
    assert table.expectation == rolled_out(found, shakes) == found.worth[0, shakes]
    assert table.expectation == -(
        Fraction(775, 46656) if shakes else Fraction(7255, 46656)
    )  # fmt: skip


def test_the_dice_bonus_of_any_player() -> None:
    found = bonus()
    both = found.table({True: 1, False: 5})
    both.check()
    assert both.expectation == (found.worth[0, True] + 5 * found.worth[0, False]) / 6


def test_a_dice_bonus_that_is_not_worth_leaving_down_comes_down() -> None:
    poor = bonus(other_2=1, shaker_3=1, other_3=1)
    assert poor.worth[1, False] < 0 < poor.worth[1, True]
    table = poor.table({False: 1})
    table.check()
    assert table.expectation == poor.worth[0, False]
    assert "other_1, other_2 and then lost" not in {o.label for o in table.outcomes}


def test_a_dice_bonus_worth_leaving_down_for_ever() -> None:
    rich = bonus(shaker_1=100, other_1=90)
    for count, shakes in product(range(3), (True, False)):
        later = sum(
            Fraction(1 if s else 5, 6) * max(rich.worth[(count + 1) % 3, s], 0)
            for s in (True, False)
        )
        row = f"{'shaker' if shakes else 'other'}_{count + 1}"
        assert rich.worth[count, shakes] == (rich.prices[row] + later) / 36 - Fraction(35, 36)
    with pytest.raises(ValueError, match="never come down"):
        rich.table({True: 1})


# The table's rules


def results(**options):
    return {r.wager: r for r in PAI_GOW.odds.results(TableRules(BOOK, options))}


def test_every_wager_on_offer_has_a_result() -> None:
    assert list(results()) == ["pai_gow", "pai_gow@house_way"]
    bank = results(player_bank=True, co_bank=True)
    assert list(bank) == ["pai_gow", "pai_gow@house_way", "bank", "bank@co_bank"]
    assert list(results(player_bank=True))[-1] == "bank"
    dice = results(dragons_eye=True)
    assert {name.partition("@")[0] for name in dice} == set(
        TableRules(BOOK, {"dragons_eye": True}).wagers
    )
    for result in (*bank.values(), *dice.values()):
        result.outcomes.check()


def test_a_co_bank_bears_one_half() -> None:
    whole = odds.TileGame(HIGH, FIVE, banks=True)
    table = results(player_bank=True, co_bank=True)["bank@co_bank"].outcomes
    assert table.house_advantage_on_action == -whole.worth(whole.as_the_house.tally)
    assert table.mean_action == Fraction(1, 2)


def test_without_vigorish_a_triple_takes_the_tiles() -> None:
    table = results(dragons_eye=True, dragon_vigorish="none")["pai_gow"].outcomes
    free = TileGame(HIGH, Fraction(1))
    assert table.expectation == Fraction(35, 36) * free.worth(free.optimal.tally) - Fraction(1, 36)


@pytest.mark.parametrize(
    ("stake", "rounding", "net"),
    [(10, "none", 950), (10, "quarter", 950), (12, "none", 1140), (12, "quarter", 1125),
     (1, "quarter", 75), (Fraction(5, 4), "none", 119)],
)  # fmt: skip
def test_vigorish_at_a_stake(stake, rounding, net) -> None:
    """Five percent of the amount won, up to the next quarter where the house rounds (10.7(k))."""
    rules = TableRules(BOOK, {"vigorish_rounding": rounding})
    (found,) = PAI_GOW.odds.results(rules, {"pai_gow": Fraction(stake)}, wager="pai_gow")
    assert found.outcomes.outcomes[-1].net == Fraction(net, int(stake * 100))


def test_stakes_that_are_none_are_refused() -> None:
    for stakes in ({"pai_gow": Fraction(0)}, {"pai_gow": Fraction(1, 300)}):
        with pytest.raises(Refused, match="whole number of cents"):
            PAI_GOW.odds.results(TableRules(BOOK), stakes)
    rules = TableRules(BOOK, {"player_bank": True, "co_bank": True})
    with pytest.raises(Refused, match="one cent"):
        PAI_GOW.odds.results(rules, {"bank": Fraction(1, 100)}, wager="bank@co_bank")


def test_variations_are_lawful_and_every_figure_is_found_again() -> None:
    found = figures.certify(PAI_GOW, "nj")
    keys = [(r.wager, tuple(sorted(r.options.items()))) for r in found.results]
    assert len(set(keys)) == len(keys)
    assert len({r.outcomes for r in found.results if r.wager == "pai_gow"}) == 4
    assert all(not one.reason for one in figures.verify(found))


def test_strategy_names_what_each_way_costs() -> None:
    found = PAI_GOW.odds.strategy(TableRules(BOOK, {"player_bank": True}))
    rules = {rule.name: rule for rule in found.simple_rules}
    assert f"{float(found.house_advantage):.4%}" == "-0.9677%"
    assert f"{float(found.as_bank):.4%}" == "-2.7944%"
    assert found.house_way_is_worse == rules["house_way, high first"].worse == Fraction(1347, 4495)
    assert f"{float(rules['house_way, high first'].cost):.4%}" == "3.6493%"
    assert min(rules.values(), key=lambda rule: rule.cost).name == "low_beside_9"
    assert PAI_GOW.odds.strategy(TableRules(BOOK)).as_bank is None


def test_strategy_counts_the_triples_that_take_tiles() -> None:
    options = {"dragons_eye": True, "dragon_vigorish": "none"}
    found = PAI_GOW.odds.strategy(TableRules(BOOK, options))
    assert found.house_advantage == results(**options)["pai_gow"].outcomes.house_advantage


def test_every_class_adds_up_to_the_best_play() -> None:
    rules = TableRules(BOOK)
    classes = list(PAI_GOW.odds.classes(rules))
    best = TileGame(HIGH, FIVE).optimal.tally
    assert len(classes) == 4_285
    assert sum(one.ways for one in classes) == 35_960
    assert Tally(
        *(sum(one.ways * getattr(one, name) for one in classes) for name in Tally._fields)
    ) == best  # fmt: skip
    assert all(one.worth >= one.house_way_worth for one in classes)
    assert all((one.best == one.house_way) for one in classes if one.worth == one.house_way_worth)
    few = list(PAI_GOW.odds.classes(rules, total=20))
    assert 0 < len(few) < len(classes)
    assert set(few) < set(classes)
