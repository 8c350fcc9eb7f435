"""Pai gow poker: hands, the house way line by line, side wagers, exact figures and the kernel."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.equipment.cards import cards, deck, mask, names
from houseway.games import game
from houseway.games.set_hands.house_way import read_house_way
from houseway.games.set_hands.pai_gow_poker import counted, deal, odds, results, side_results
from houseway.games.set_hands.pai_gow_poker.hand import (
    CATEGORIES,
    LAST,
    SECOND,
    five_card_strength,
    is_in_order,
)
from houseway.games.set_hands.pai_gow_poker.hand_names import name_set
from houseway.games.set_hands.pai_gow_poker.rows import (
    FACTS,
    THREE_CARD_ROWS,
    seven_card_facts,
    three_card_facts,
)
from houseway.games.set_hands.pai_gow_poker.solver import dealer, is_dragon
from houseway.games.set_hands.pai_gow_poker.way import (
    WORDS,
    set_by_house_way,
    settings,
    way_of,
)
from houseway.games.set_hands.seven_cards import two_card_strength
from houseway.hands.poker import strength
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BOOK = game("pai-gow-poker").rulebook()
RULES = TableRules(BOOK)
BANKED = TableRules(BOOK, {"player_bank": True, "co_bank": True})
WAY = way_of(RULES)


def five(text: str, wheel: int = SECOND) -> int:
    return five_card_strength(mask(cards(text)), wheel)


# -- hands -----------------------------------------------------------------------------------------


def test_high_hands_rank_as_the_text_lists_them() -> None:
    listed = [
        "Ac Ad Ah As X1", "Ac Kc Qc Jc X1", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c", "6c 5c 4c 3c 2c",
        "Ac Ad Ah X1 2d", "2c 2d 2h 2s Ac", "Ac Ad X1 Kc Kd", "2c 2d 2h 3c 3d", "Kc 9c 7c 5c X1",
        "Kd Qd Jd 9d 7d", "7c 5c 4c 3c 2c", "Ac Kd Qh Js Tc", "Ac 2d 3h 4s 5c", "Kc Qd Jh Ts 9c",
        "6c 5d 4h 3s 2c", "Ac Ad X1 7c 5d", "2c 2d 2h 7c 5d", "Ac Ad Kc Kd 3c", "3c 3d 2c 2d Ac",
        "Ac Ad 5c 4d 3h", "2c 2d Ac Kd Qh", "Ac Qd 9h 7s 5c", "7c 5d 4h 3s 2c",
    ]  # fmt: skip
    strengths = [five(text) for text in listed]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_ace_to_five_may_be_the_lowest() -> None:
    for ace, six in (("Ac 2d 3h 4s 5c", "6c 5d 4h 3s 2c"), ("Ac 2c 3c 4c 5c", "6d 5d 4d 3d 2d")):
        assert five(ace) > five(six)
        assert five(ace, LAST) < five(six, LAST)
    assert five("5c 4d 3h 2s X1") == five("Ac 2d 3h 4s 5c")
    assert five("5c 4d 3h 2s X1", LAST) == five("6c 5d 4h 3s 2c", LAST)


def test_without_a_joker_hands_are_of_the_usual_kinds() -> None:
    chance = random.Random(11)
    for _ in range(3000):
        hand = mask(chance.sample(deck(), 5))
        assert five_card_strength(hand, SECOND) >> 20 == strength(hand) >> 20


@pytest.mark.parametrize(
    ("high", "low", "wanted"),
    [("7c 7d Ac Kd 9h", "7h 7s", True), ("7c 7d Ac Kd 9h", "8h 8s", False),
     ("Ac Kd 9h 7s 5c", "As Kh", True), ("Ac Qd 9h 7s 5c", "As Kh", False),
     ("3c 3d 2c 2d 9h", "Ah As", True), ("Kc Qd 9h 7s 5c", "Ah 2s", False)],
)  # fmt: skip
def test_when_two_hands_are_in_order(high: str, low: str, wanted: bool) -> None:
    assert is_in_order(five(high), two_card_strength(*cards(low))) == wanted


# -- the house way, line by line -------------------------------------------------------------------

LINES = [  # line, seven cards, the two of the low hand
    (1, "Ac Ad Ah As X1 Kc Kd", "Kc Kd"),
    (2, "Ac Ad Ah As X1 Qc Qd", "As X1"),
    (3, "Ac Ad Ah As 7c 7d 2h", "7c 7d"),
    (4, "Ac Ad Ah As 6c 6d 2h", "Ah As"),
    (5, "Jc Jd Jh Js 2c 2d 9h", "2c 2d"),
    (6, "Jc Jd Jh Js Ac 2d 9h", "Ac 9h"),
    (7, "Jc Jd Jh Js Kc 2d 9h", "Jh Js"),
    (8, "9c 9d 9h 9s Kc 2d 7h", "Kc 7h"),
    (9, "9c 9d 9h 9s Qc 2d 7h", "9h 9s"),
    (10, "6c 6d 6h 6s Qc 2d 7h", "Qc 7h"),
    (11, "9c 9d 9h 5c 5d 5h Ks", "9c 9d"),
    (12, "9c 9d 9h 5c 5d 3h 3s", "5c 5d"),
    (13, "9c 9d 9h 8s 7c 6d 5h", "9d 9h"),
    (14, "Ac Ad Ah Ks 9c 7d 5h", "Ah Ks"),
    (15, "Kc Kd Kh As 9c 7d 5h", "As 9c"),
    (16, "Kc Kd 9h 9s 5c 5d Ah", "Kc Kd"),
    (17, "Ad X1 5h 4h 2c Th Td", "Th Td"),
    (18, "6c 6d 3h 3s Kc Jd 8h", "Kc Jd"),
    (19, "Tc Td 3h 3s Ac Jd 8h", "Ac Jd"),
    (20, "Jc Jd 3h 3s Ac Td 8h", "3h 3s"),
    (21, "9c 8d 7h 6s 5c Ad Kh", "Ad Kh"),
    (22, "9c 9d Ah Ks Qc 7d 5h", "Ah Ks"),
    (23, "Ac Kd Jh 9s 7c 5d 3h", "Kd Jh"),
]


@pytest.mark.parametrize(("line", "seven", "low"), LINES)
def test_each_line_of_the_house_way(line: int, seven: str, low: str) -> None:
    dealt = cards(seven)
    decided, name = set_by_house_way(dealt, WAY, SECOND)
    assert decided + 1 == line
    found = settings(dealt, SECOND)[name]
    ranks = sorted("A" if card == "X1" else card[0] for card in names(found.low).split())
    assert ranks == sorted("A" if card == "X1" else card[0] for card in low.split())


def test_every_line_is_shown_above() -> None:
    assert [line for line, *_ in LINES] == list(range(1, len(WAY.lines) + 1))


def test_a_house_way_is_read_and_held_to_its_words() -> None:
    rest = {"says": "All.", "first": ["low", "high"]}
    with pytest.raises(Refused, match="'six aces' is no hand of five cards"):
        read_house_way({"name": "Ours", "lines": [{**rest, "high": "six aces"}, rest]}, WORDS)


# -- side wagers -----------------------------------------------------------------------------------


def outcomes(options: dict[str, object], wager: str) -> dict[str, int]:
    found = results.results(TableRules(BOOK, options), wager=wager)[0]
    return {one.label: one.count for one in found.outcomes.outcomes}


def test_bonus_hands_are_as_published() -> None:
    """Counts of the Wizard of Odds for fortune pai gow poker, over 154,143,080 hands."""
    assert outcomes({"bonus_offered": True}, "bonus") == {
        "seven_natural": 32, "royal_match": 72, "seven_with_joker": 196, "five_aces": 1128,
        "royal_flush": 26_020, "straight_flush": 184_644, "four_of_a_kind": 307_472,
        "full_house": 4_188_528, "flush": 6_172_088, "three_of_a_kind": 7_672_500,
        "straight": 11_034_204, "lose": 124_556_196,
    }  # fmt: skip
    assert counted.HANDS == comb(53, 7) == 154_143_080


def test_hands_without_a_pair_by_hand() -> None:
    """Nine high: of eight ranks below ten all but one, no five in a row; no five of a suit."""
    suits = 4**7 - 4 * sum(comb(7, alike) * 3 ** (7 - alike) for alike in (5, 6, 7))
    rank_sets = {9: 2, 10: 16, 11: 62, 12: 175, 13: 411}  # by the highest, two to king
    for top, count in rank_sets.items():
        sets = [
            ranks
            for ranks in combinations(range(2, top), 6)
            if not any({*range(low, low + 5)} <= {*ranks, top} for low in range(2, 10))
        ]
        assert len(sets) == count
    found = outcomes({"insurance_offered": True}, "insurance")
    names_of = {9: "nine_high", 10: "ten_high", 11: "jack_high", 12: "queen_high", 13: "king_high"}
    assert {names_of[top]: count * suits for top, count in rank_sets.items()}.items() <= (
        found.items()
    )


def test_published_advantages() -> None:
    """Of the Wizard of Odds: the bonus, what an envy bonus gives back, and the queen's dragon."""
    bonus = {"bonus_offered": True}
    edge = results.results(TableRules(BOOK, bonus), wager="bonus")[0].outcomes.house_advantage
    assert round(float(edge), 4) == 0.0777
    envy = results.results(TableRules(BOOK, bonus), wager="envy")[0].outcomes.expectation
    assert round(float(envy), 4) == 0.0093
    by_players = results.strategy(TableRules(BOOK, bonus)).with_envy
    assert by_players == {n: edge - (n - 1) * envy for n in range(2, 7)}
    ez = TableRules(BOOK, {"commission": "ez", "ez_wagers": True})
    dragon = results.results(ez, wager="queens_dragon")[0].outcomes.house_advantage
    assert round(float(dragon), 4) == 0.1002


def test_three_cards_by_hand() -> None:
    found = dict.fromkeys(THREE_CARD_ROWS, 0)
    for rows, count in odds.three_card_counts().items():
        for row in rows:
            found[row] += count
    assert found["straight_flush_natural"] == 12 * 4
    assert found["three_of_a_kind"] == 13 * 4 + comb(4, 2)  # and two aces with the joker
    assert found["flush"] == 4 * comb(13, 3) + 4 * comb(13, 2)
    joker_rows = 11 + 12 + 2 + 1 - 1  # gaps of one; side by side, which an ace ends at both sides
    pairs = {p for p in combinations(range(13), 2) if p[1] - p[0] in (1, 2)} | {(0, 12), (1, 12)}
    assert len(pairs) == joker_rows
    assert found["straight_flush_joker"] == 4 * joker_rows
    assert found["straight"] == 12 * 4**3 + joker_rows * 16


def test_facts_of_single_hands() -> None:
    def facts(text: str) -> set[str]:
        found = seven_card_facts(cards(text))
        return {name for at, name in enumerate(FACTS) if found >> at & 1}

    assert "natural_royal_flush_and_pair" in facts("Ac Kc Qc Jc Tc Ad X1")
    assert "royal_flush" in facts("Ac Kc X1 Jc Tc 2d 3h")
    assert "natural_royal_flush" not in facts("Ac Kc X1 Jc Tc 2d 3h")
    assert facts("X1 Kc 9c 7c 4c 6d 2h") == {"flush", "ace_high"}
    assert facts("X1 9c 8d 6h 5s Kc 2d") == {"straight", "ace_high"}
    assert facts("9c 8d 7h 5s 4d 3c 2h") == {"nine_high"}
    assert three_card_facts(*cards("9c Qd X1")) == 0


# -- figures ---------------------------------------------------------------------------------------


def test_what_was_counted_rests_on_the_house_way_at_hand() -> None:
    assert counted.counted(WAY, "second") is not None
    other = read_house_way(
        {"name": "Ours", "lines": [{"says": "All.", "first": ["low", "high"]}]}, WORDS
    )
    assert counted.counted(other, "second") is None


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_house_way_against_house_way(wheel: str) -> None:
    """Set alike by both, what a player loses the bank wins; all deals are there."""
    found = counted.counted(WAY, wheel)
    assert found is not None
    player, bank = found.tallies["player"]["house_way"], found.tallies["bank"]["house_way"]
    assert (player.win, player.push, player.lose) == (bank.lose, bank.push, bank.win)
    assert sum(player) == comb(53, 7) * comb(46, 7)
    assert sum(found.lines) == comb(53, 7)


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_ez_hands_set_alike_and_the_best_setting(wheel: str) -> None:
    """Two counts, one for each side, agree where both set by the house way."""
    found = counted.counted(WAY, wheel)
    assert found is not None
    player, bank = found.tallies["ez"], found.tallies["ez_bank"]["house_way"]
    assert tuple(player["house_way"]) == (bank.lose, bank.push, bank.win)
    assert {sum(tally) for tally in player.values()} == {counted.DEALS}
    assert max(player, key=lambda name: player[name].win - player[name].lose) == "even"


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_the_best_setting_is_better_than_any_other(wheel: str) -> None:
    found = counted.counted(WAY, wheel)
    assert found is not None
    win = Fraction(19, 20)
    worth = {
        name: odds.Played(tally, is_exact=True).worth(win)
        for name, tally in found.tallies["player"].items()
    }
    assert worth["optimal"] == max(worth.values())
    assert worth["low_first"] < worth["house_way"]
    assert worth["high_first"] < worth["house_way"]
    assert -0.029 < float(worth["house_way"]) < float(worth["optimal"]) < -0.024
    assert set(found.tallies) == set(counted.ROLES)


def test_one_hand_is_worth_what_all_hands_of_the_dealer_say() -> None:
    """All but nine cards are known, and each of 36 hands is set by the referee's own rule."""
    chance = random.Random(5)
    for text in ("Kc Kd 8h 7s 5c Ad X1", "9c 8d 7h 5s 4d 3c Kh"):
        own = cards(text)
        rest = [card for card in deck(jokers=1) if card not in own]
        chance.shuffle(rest)
        left, seen = rest[:9], rest[9:]
        theirs = [
            settings(seven, SECOND)[set_by_house_way(seven, WAY, SECOND)[1]]
            for seven in combinations(left, 7)
        ]
        for banks in (False, True):
            tallies = dealer(WAY, SECOND).tallies(own, seen, banks=banks)
            for name, mine in settings(own, SECOND).items():
                if banks:
                    ends = [2 - other.against(mine) for other in theirs]
                else:
                    ends = [mine.against(other) for other in theirs]
                wanted = tuple(ends.count(number) for number in (2, 1, 0))
                assert tuple(tallies[name]) == wanted


def test_a_queens_dragon_is_seen() -> None:
    assert is_dragon(cards("Qc Ts 9h 7s 5h 3s 2d"))
    assert not is_dragon(cards("Kc Ts 9h 7s 5h 3s 2d"))


def test_vigorish_counts_at_the_stake_and_a_bank_pays_its_own() -> None:
    quarter = TableRules(BOOK, {"vigorish_rounding": "quarter"})
    ez = TableRules(BOOK, {"commission": "ez", "player_bank": True})
    assert results.win_of(RULES, "pai_gow_poker", Fraction(12)) == Fraction(1140, 1200)
    assert results.win_of(quarter, "pai_gow_poker", Fraction(12)) == Fraction(1125, 1200)
    assert results.win_of(ez, "pai_gow_poker", Fraction(12)) == 1
    assert results.win_of(ez, "bank", Fraction(12)) == Fraction(1140, 1200)


def test_progressive_payouts_are_drawn_from_the_meter_by_sum_or_hand() -> None:
    rules = TableRules(BOOK, {"progressive_1_offered": True})
    schedule = rules.schedule("progressive_1")
    assert schedule.draws("straight_flush", 2500)
    assert schedule.draws("royal_flush", 5000)
    assert not schedule.draws("four_of_a_kind_and_pair", 4999)
    life = side_results.MADE["progressive_1"](rules)
    assert life.hands == comb(53, 7)
    assert life.hits()["jackpot_1"] == 264 + 72


# -- the kernel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", list(deal.POLICIES))
def test_the_kernel_is_near_what_was_counted(sets: str) -> None:
    dealt = deal.simulate_shard(RULES, {"pai_gow_poker": 1000}, 5, 0, 60_000, sets=sets)
    main = dealt.wagers["pai_gow_poker"]
    exact = 1000 * float(results.played(RULES, sets).worth(Fraction(19, 20)))
    assert abs(float(main.mean) - exact) < 4 * main.standard_error


def test_the_kernel_leaves_banks_sides_and_dice_to_the_referee() -> None:
    assert "may bank" in deal.why_not(BANKED, {"pai_gow_poker": 1000})
    bonus = TableRules(BOOK, {"bonus_offered": True})
    assert "side wagers" in deal.why_not(bonus, {"pai_gow_poker": 1000, "bonus": 100})
    dice = TableRules(BOOK, {"dragons_eye": True})
    assert "dragon's eye" in deal.why_not(dice, {"pai_gow_poker": 1000})
    assert deal.why_not(RULES, {"pai_gow_poker": 1000}) == ""


def test_what_hands_are_called() -> None:
    def called(high: str, low: str) -> str:
        return name_set({"high": cards(high), "low": cards(low)}, RULES)

    assert called("Ac Ad Ah As X1", "Kc Kd") == "five aces / pair of kings"
    assert called("Ac 2d 3h 4s 5c", "Kd Qh") == "straight, five high / king-queen"
    assert CATEGORIES[-1] == "five_aces"
