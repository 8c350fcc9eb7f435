"""3 Card Blitz: published figures, enumerations of small decks, and dealt hands."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from houseway.counting.progressive import Award
from houseway.counting.result import Certificate, Method, Result
from houseway.equipment.cards import RANKS, deck, mask
from houseway.games.against_dealer.three_card_blitz.odds import (
    MainGame,
    Rules,
    by_hand,
    classes,
    decide,
    progressive,
    row_patterns,
    side_bet,
)

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
RULES = Rules(POINTS, used=3, cards=7)
HANDS = comb(52, 7)
DEALS = comb(52, 7) * comb(45, 7)

BLIND_ROWS = (
    "double_blitz",
    "royal_blitz",
    "blitz",
    *(f"total_{n}" for n in (30, 29, 28, 27)),
    "otherwise",
)
BLIND = {
    table: dict(zip(BLIND_ROWS, prices, strict=True))
    for table, prices in {
        1: (50, 10, 4, 3, 1, "push", "push", "push"),
        2: (50, 10, 4, 1, 1, 1, 1, "push"),
        3: (50, 8, 4, 1, 1, 1, 1, "push"),
    }.items()
}
FLUSH = {
    1: {"suited_7": 200, "suited_6": 50, "suited_5": 8, "suited_4": 2},
    2: {"suited_7": 500, "suited_6": 100, "suited_5": 10, "suited_4": 1},
}
JACKPOT = {"royal_flush": 2500, "double_blitz": 250, "royal_blitz": 25, "blitz": 10, "total_30": 5}

SUITS = ("clubs", "diamonds", "hearts", "spades")


def royal_blitz(suit):
    return f"royal_blitz_{suit}"


def dollars_up(cents):
    return -(-cents // 100) * 100


NJ_METERS = {"spades": "meter_2", "hearts": "meter_3", "diamonds": "meter_4", "clubs": "meter_5"}
NJ_RESETS = {"meter_1": 500_000, **dict.fromkeys(NJ_METERS.values(), 20_000)}
NJ_RATES = {"meter_1": Fraction(2, 100), **dict.fromkeys(NJ_METERS.values(), Fraction(5, 100))}
NJ_ROWS = ["royal_flush", *map(royal_blitz, NJ_METERS), "double_blitz", "blitz", "total_30"]


def nj_award(rows, meters):
    """New Jersey: the highest payout; a Double Blitz has its Royal Blitz meters on top."""
    royals = [meter for suit, meter in NJ_METERS.items() if royal_blitz(suit) in rows]
    if "double_blitz" in rows:
        cents = 100_000 + sum(dollars_up(meters[meter]) for meter in royals)
        return Award(cents, frozenset(royals))
    if "royal_flush" in rows:
        royals.append("meter_1")
    if royals:
        best = max(royals, key=meters.__getitem__)
        if meters[best] >= 3_000:
            return Award(dollars_up(meters[best]), frozenset({best}))
    return Award(3_000 if "blitz" in rows else 2_000 if "total_30" in rows else 0)


MD_METERS = {
    "A": {"diamonds": "meter_2", "hearts": "meter_3", "spades": "meter_4", "clubs": "meter_5"},
    "B": {"diamonds": "meter_2", "hearts": "meter_2", "spades": "meter_3", "clubs": "meter_3"},
}
MD_ROWS = [*NJ_ROWS, "total_29"]


def md_resets(table):
    return {"meter_1": 100_000, **dict.fromkeys(MD_METERS[table].values(), 3_000)}


def md_award(table, stake):
    """Maryland: the highest rank; a meter hit twice by one hand pays its reset the second time."""

    def award(rows, meters):
        if "royal_flush" in rows:
            return Award(dollars_up(meters["meter_1"]), frozenset({"meter_1"}))
        royals = [meter for suit, meter in MD_METERS[table].items() if royal_blitz(suit) in rows]
        cents = sum(dollars_up(meters[meter]) for meter in set(royals))
        cents += sum(md_resets(table)[m] * (royals.count(m) - 1) for m in set(royals))
        if "double_blitz" in rows:
            return Award(200 * stake + cents, frozenset(royals))
        if royals:
            return Award(cents, frozenset(royals))
        odds = {"blitz": 6, "total_30": 3, "total_29": 2}
        return Award(next((stake * odds[row] for row in odds if row in rows), 0))

    return award


def naive_rows(cards):
    """The rows of a hand from sets of ranks, independent of the rule functions."""
    suits = [{card % 16 for card in cards if card // 16 == suit} for suit in range(4)]
    totals = [sum(sorted((POINTS[rank] for rank in suit), reverse=True)[:3]) for suit in suits]
    rows = {f"total_{max(totals)}", f"suited_{max(map(len, suits))}"}
    blitzes = [suit for suit, ranks in enumerate(suits) if totals[suit] == 31]
    for suit in blitzes:
        rows.add("blitz")
        if {12, 11, 10} <= suits[suit]:
            rows |= {"royal_blitz", royal_blitz(SUITS[suit])}
        if {12, 11, 10, 9, 8} <= suits[suit]:
            rows.add("royal_flush")
    if len(blitzes) == 2:
        rows.add("double_blitz")
    return frozenset(rows), max(totals)


@pytest.mark.parametrize(
    ("table", "percent", "advantage"),
    [
        (1, "3.469240", Fraction(26327598842969, 758886561833400)),
        (2, "2.626429", Fraction(9965809557271, 379443280916700)),
        (3, "3.850345", Fraction(859404392519, 22320192995100)),
    ],
)
def test_house_advantage_with_best_play(table, percent, advantage):
    best = MainGame(RULES, BLIND[table]).optimal
    assert best.deals == DEALS
    assert best.together.house_advantage == advantage
    assert f"{float(advantage):.6%}" == f"{percent}%"
    assert f"{float(best.fold_frequency):.3%}" == "20.225%"
    assert best.together.house_advantage_on_initial_stake == advantage / 2
    action = 3 - best.fold_frequency
    assert best.together.house_advantage_on_action == advantage / action


def test_the_wagers_add_up_to_the_game():
    best = MainGame(RULES, BLIND[1], ratio=3).optimal
    for table in (best.ante, best.blind, best.play, best.together):
        table.check()
        assert table.denominator == DEALS
    assert best.expectation == (
        best.ante.expectation + 3 * best.blind.expectation + best.play.expectation
    )
    assert [outcome.label for outcome in best.together.outcomes] == [
        "fold",
        "lose",
        "push",
        "win, blind pushes",
        "win and blind 1 to 1",
        "win and blind 3 to 1",
        "win and blind 4 to 1",
        "win and blind 10 to 1",
        "win and blind 50 to 1",
    ]
    assert best.together.outcomes[0].net == -4
    assert best.together.outcomes[-1].net == 152


def test_the_best_simple_rule():
    game = MainGame(RULES, BLIND[1])
    simple = game.best_simple_rule
    assert simple.strategy == "play 19 or more"
    assert f"{float(-simple.expectation):.5%}" == "3.53297%"
    assert game.cost(simple) == Fraction(120904539793, 189721640458350)
    same = game.follow(lambda known: known.score >= 19, "19 or more")
    assert same.tallies == simple.tallies


def test_of_the_nineteens_some_fold_and_of_the_eighteens_some_play():
    folds = MainGame(RULES, BLIND[1]).optimal.folds_by_total
    assert 0.14 < folds[19] < 0.16
    assert 0.9 < folds[18] < 1
    assert all(share == (total < 18) for total, share in folds.items() if total not in (18, 19))


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("ratio", [Fraction(1, 4), 1, 2, 5, 25])
def test_nothing_a_progressive_pays_is_ever_folded(table, ratio):
    """So Maryland's forfeit of the progressive on a fold takes nothing from a good player."""
    assert MainGame(RULES, BLIND[table], ratio).optimal.highest_total_folded < 27


def test_prices_above_what_anyone_folds_do_not_change_the_strategy():
    held = MainGame(RULES, BLIND[1]).optimal.at(BLIND[2])
    assert held.expectation == MainGame(RULES, BLIND[2]).optimal.expectation
    assert held.stakes.blind == BLIND[2]


def test_a_generous_low_row_changes_the_strategy():
    prices = {**BLIND[1], "otherwise": 1}
    game = MainGame(RULES, prices)
    held = MainGame(RULES, BLIND[1]).optimal.at(prices)
    assert game.cost(held) > 0
    assert game.optimal.fold_frequency < held.fold_frequency


@pytest.mark.parametrize("ratio", [1, 2, Fraction(1, 2)])
def test_one_hand_and_all_classes_agree(ratio):
    dice = random.Random(51)
    known = classes(RULES)
    game = MainGame(RULES, BLIND[1], ratio)
    plays = game.best(known)
    marginal = np.flatnonzero((known.score >= 17) & (known.score <= 19)).tolist()
    picked = dice.choices(range(len(known)), weights=known.ways.tolist(), k=80)
    for i in picked + dice.sample(marginal, 80):
        hand = somebody_like(int(known.hand[i]), dice)
        decision = decide(hand, RULES, BLIND[1], ratio)
        assert (decision.best == "play") == plays[i]
        won = game.stakes.won(RULES.rows(hand))
        worth = int(known.below[i]) * won - int(known.above[i]) * game.stakes.lost
        assert decision.play == worth / known.opponents
        assert decision.fold == -1 - Fraction(ratio)


def somebody_like(hand, dice):
    """The hand with its suits in another order and jacks and tens exchanged."""
    suits = [hand >> 16 * suit & 0x1FFF for suit in range(4)]
    dice.shuffle(suits)
    swapped = []
    for suit in suits:
        jack_and_ten = 0b11 << 8
        one = (suit & jack_and_ten).bit_count() == 1
        swapped.append(suit ^ jack_and_ten if one and dice.random() < 0.5 else suit)
    return sum(suit << 16 * place for place, suit in enumerate(swapped))


def small_rules(ranks, suits, cards):
    return Rules(POINTS, 3, cards, sum(1 << RANKS.index(rank) for rank in ranks), len(suits))


@pytest.mark.parametrize(
    ("ranks", "suits", "cards"),
    [("9TKA", "cdhs", 3), ("TQKA", "cdhs", 4), ("TQKA", "cdhs", 6), (RANKS, "cd", 3)],
)
@pytest.mark.parametrize("ratio", [1, 3])
def test_the_game_on_a_small_deck_dealt_out_in_full(ranks, suits, cards, ratio):
    prices = {**BLIND[1], "total_20": Fraction(1, 2)}
    del prices["otherwise"]
    rules = small_rules(ranks, suits, cards)
    hands = list(combinations(deck(ranks, suits), cards))
    masks = np.array([mask(hand) for hand in hands], np.int64)
    judged = [naive_rows(hand) for hand in hands]
    totals = np.array([total for _, total in judged])

    naive, folded, deals = Fraction(0), 0, 0
    for held, (rows, total) in zip(masks, judged, strict=True):
        dealers = totals[masks & held == 0]
        below, above = int((dealers < total).sum()), int((dealers > total).sum())
        row = next((row for row in prices if row in rows), None)
        odds = prices[row] if row and prices[row] != "push" else 0
        play = below * (2 + ratio * odds) - above * (2 + ratio)
        fold = -(1 + ratio) * len(dealers)
        naive += max(play, fold)
        folded += len(dealers) if fold >= play else 0
        deals += len(dealers)

    best = MainGame(rules, prices, ratio).optimal
    best.together.check()
    best.blind.check()
    assert best.deals == deals
    assert best.expectation == naive / deals
    assert best.fold_frequency == Fraction(folded, deals)


def test_a_strategy_about_one_hand():
    rules = small_rules("9TKA", "cdhs", 3)
    game = MainGame(rules, BLIND[1])

    def two_suited(hand):
        return any((hand >> 16 * suit & 0x1FFF).bit_count() > 1 for suit in range(4))

    followed = game.follow(by_hand(two_suited), "two suited")
    naive = sum(two_suited(mask(hand)) for hand in combinations(deck("9TKA"), 3))
    assert followed.fold_frequency == 1 - Fraction(naive, rules.hands)
    assert game.cost(followed) >= 0


def test_a_blind_of_nothing_is_refused():
    with pytest.raises(ValueError, match="more than nothing"):
        decide(0x7F, RULES, BLIND[1], ratio=0)


@pytest.mark.parametrize("row", ["suited_5", "royal_blitz_spades", "total", "lower"])
def test_a_row_that_no_blind_has_is_refused(row):
    with pytest.raises(ValueError, match=f"the blind has no row '{row}'"):
        decide(0x7F, RULES, {row: 1})


def test_a_row_that_no_hand_hits_is_refused():
    with pytest.raises(ValueError, match="no hand answers to a row 'royal_blits'"):
        side_bet("bonus", RULES, {"royal_blits": 5})


def test_a_hand_has_seven_cards():
    with pytest.raises(ValueError, match="7 cards"):
        decide(0x3F, RULES, BLIND[1])
    with pytest.raises(ValueError, match="seen elsewhere"):
        decide(0x7F, RULES, BLIND[1], seen=1)


def test_prices_too_large_to_compare_are_refused():
    game = MainGame(RULES, {"otherwise": 10**15})
    with pytest.raises(ValueError, match="too large"):
        game.best(classes(RULES))


@pytest.mark.parametrize(
    ("table", "advantage"),
    [(1, Fraction(57767, 1286390)), (2, Fraction(24923, 367540))],
)
def test_flush_bonus(table, advantage):
    bonus = side_bet("flush_bonus", RULES, FLUSH[table])
    bonus.check()
    assert bonus.denominator == HANDS
    suited = {outcome.label: outcome.count for outcome in bonus.outcomes}
    for size in (4, 5, 6, 7):
        assert suited[f"suited_{size}"] == 4 * comb(13, size) * comb(39, 7 - size)
    assert bonus.house_advantage == advantage


def test_blitz_jackpot():
    bonus = side_bet("blitz_jackpot", RULES, JACKPOT)
    bonus.check()
    assert {outcome.label: outcome.count for outcome in bonus.outcomes} == {
        "royal_flush": 4 * comb(47, 2),
        "double_blitz": 9_360,
        "royal_blitz": 839_964,
        "blitz": 3_681_516,
        "total_30": 5_489_460,
        "lose": 123_759_936,
    }
    assert bonus.house_advantage == Fraction(3168547, 16723070)


def test_double_blitzes_counted_by_hand():
    """Two of six pairs of suits; in each an ace and two or three of four ten-value cards."""
    six_and_any = comb(4, 2) * 6 * 6 * (52 - 2 * 5)  # two tens each and a card of neither kind
    seven = comb(4, 2) * 2 * 4 * 6  # three tens in one suit, two in the other
    patterns = row_patterns(RULES, ["double_blitz"])
    assert patterns[frozenset({"double_blitz"})] == six_and_any + seven == 9_360


@pytest.mark.parametrize("rows", [JACKPOT, MD_ROWS, FLUSH[1], [*JACKPOT, *FLUSH[1]]])
def test_rows_hit_on_a_small_deck_dealt_out_in_full(rows):
    wanted = frozenset(rows)
    naive = Counter(naive_rows(hand)[0] & wanted for hand in combinations(deck("9TJQKA", "cdh"), 7))
    assert row_patterns(small_rules("9TJQKA", "cdh", 7), rows) == naive


def test_rows_hit_by_dealt_hands():
    """Two hundred thousand hands from a whole deck, judged one by one, within five sigmas."""
    dice = random.Random(5151)
    cards, dealt = deck(), 200_000
    tallies = {name: Counter() for name in ("jackpot", "progressive", "flush")}
    wanted = {"jackpot": JACKPOT, "progressive": MD_ROWS, "flush": FLUSH[1]}
    for _ in range(dealt):
        rows, _ = naive_rows(dice.sample(cards, 7))
        for name, tally in tallies.items():
            tally[rows.intersection(wanted[name])] += 1
    for name, tally in tallies.items():
        patterns = row_patterns(RULES, wanted[name])
        assert sum(patterns.values()) == HANDS
        assert tally.keys() <= patterns.keys()
        for rows, count in patterns.items():
            chance = count / HANDS
            spread = sqrt(dealt * chance * (1 - chance))
            assert abs(tally[rows] - dealt * chance) <= 5 * spread + 1


def nj_progressive():
    return progressive("progressive", RULES, NJ_ROWS, nj_award, NJ_RESETS, 500)


def md_progressive(table, stake=500):
    award = md_award(table, stake)
    return progressive("progressive", RULES, MD_ROWS, award, md_resets(table), stake)


def test_new_jersey_progressive_at_reset():
    bet = nj_progressive()
    bet.table().check()
    assert bet.table().house_advantage == -bet.expectation() == Fraction(6226803, 16723070)
    royal = comb(49, 4)  # A K Q of one suit and any four more, less the five-card royal flushes
    assert bet.hits() == {
        "meter_1": 4 * comb(47, 2),
        **dict.fromkeys(NJ_METERS.values(), royal - comb(47, 2)),
    }


def test_new_jersey_pays_by_amount():
    """A suit's meter that has outgrown Meter 1 is the award of a royal flush."""
    bet = nj_progressive()
    meters = {**NJ_RESETS, "meter_2": 600_000}
    hits = bet.hits(meters)
    assert hits["meter_1"] == 3 * comb(47, 2)
    assert hits["meter_2"] == comb(49, 4)
    flush = frozenset({"royal_flush", "royal_blitz_spades", "blitz"})
    assert nj_award(flush, meters) == Award(600_000, frozenset({"meter_2"}))


def test_new_jersey_double_blitz_has_its_meters_on_top():
    bet = nj_progressive()
    top = {outcome.label: outcome.net for outcome in bet.table().outcomes}
    label = "royal_blitz_spades + royal_blitz_hearts + double_blitz + blitz"
    assert top[label] == Fraction(1_000 + 200 + 200 - 5, 5)
    assert top["nothing"] == -1


@pytest.mark.parametrize(
    ("raised", "dollars"),
    [(["meter_1"], 62_602), (["meter_2"], 1_381), (list(NJ_METERS.values()), 495)],
)
def test_new_jersey_meters_at_which_the_wager_is_fair(raised, dollars):
    """The first cent over these dollars, since awards are rounded up."""
    bet = nj_progressive()
    fair = bet.break_even(*raised)
    assert fair == dollars * 100 + 1
    assert bet.expectation({**NJ_RESETS, **dict.fromkeys(raised, fair)}) >= 0
    assert bet.expectation({**NJ_RESETS, **dict.fromkeys(raised, fair - 1)}) < 0


def test_new_jersey_in_the_long_run():
    life = nj_progressive().long_run(NJ_RATES)
    assert life.house_advantage == Fraction(6226803, 16723070) - Fraction(22, 100)
    assert life.meters["meter_1"].bets_between_hits == 30_940
    assert life.meters["meter_1"].mean_at_hit == 500_000 + 10 * 30_940
    assert life.meters["meter_2"].mean_at_hit == 20_000 + 25 * Fraction(HANDS, 210_795)
    assert 0 < life.rounding < Fraction(1, 1000)


@pytest.mark.parametrize("table", ["A", "B"])
def test_maryland_progressive_at_reset(table):
    bet = md_progressive(table)
    bet.table().check()
    assert bet.table().house_advantage == Fraction(3750709, 6689228)
    assert bet.expectation() == md_progressive("A" if table == "B" else "B").expectation()
    alone = comb(49, 4) - comb(47, 2)
    both = 46  # A K Q twice and any seventh card
    expected = alone if table == "A" else 2 * alone - both
    assert set(bet.hits().values()) == {4 * comb(47, 2), expected}


def test_maryland_shared_meters_are_fair_earlier():
    alone, shared = md_progressive("A"), md_progressive("B")
    assert alone.break_even("meter_2") == 1_809_01
    assert shared.break_even("meter_2") == 919_01
    assert alone.break_even("meter_1") == shared.break_even("meter_1") == 87_741_01


def test_results_go_into_a_certificate(tmp_path):
    best = MainGame(RULES, BLIND[1]).optimal
    results = [
        Result(
            game="three-card-blitz",
            edition="nj",
            table="1",
            options={"blind_table": "1"},
            stakes={"ante": Fraction(1), "blind": best.stakes.ratio},
            strategy=best.strategy,
            method=Method.COUNTING,
            outcomes=table,
            rulebook_hash="0" * 64,
        )
        for table in (best.ante, best.blind, best.play, best.together)
    ]
    file = tmp_path / "blitz.json"
    Certificate(tuple(results)).save(file)
    loaded = Certificate.load(file)
    assert loaded.results[3].outcomes.house_advantage == best.together.house_advantage
