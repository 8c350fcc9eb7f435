"""Fast action hold 'em: hands, house ways, figures, and the kernel that deals."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from given import Given

from houseway.equipment.cards import RANKS, SUITS, cards, deck
from houseway.games import game
from houseway.games.against_dealer.fast_action_hold_em import deal, deal_kernel, odds, results
from houseway.games.against_dealer.fast_action_hold_em.hand import (
    CATEGORIES,
    best_five,
    house_way,
    is_natural,
)
from houseway.games.against_dealer.fast_action_hold_em.hand_names import name_hand
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("fast-action-hold-em")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
WAYS = results.ways_of(RULES)
SIX, EIGHT = deck(RANKS, SUITS, 6), deck(RANKS, SUITS, 8)
BETS = {"original": 1_000}
CONTINUOUS = {"shuffler": "continuous"}


def plain(five):
    """A hand of five cards as the list of 21.3(b) has it: its place from the bottom, and then the
    ranks that decide, the most frequent first."""
    count = Counter(card & 15 for card in five)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape, flush = tuple(count[rank] for rank in ranks), len({card >> 4 for card in five}) == 1
    top = max(ranks)
    straight = len(ranks) == 5 and (top - min(ranks) == 4 or sorted(ranks) == [0, 1, 2, 3, 12])
    if straight:
        ranks = [3 if sorted(ranks) == [0, 1, 2, 3, 12] else top]
    order = [
        shape == (5,) and flush, straight and flush and ranks == [12], shape == (4, 1) and flush,
        straight and flush, shape == (3, 2) and flush, shape == (5,), shape == (3, 1, 1) and flush,
        shape == (2, 2, 1) and flush, shape == (2, 1, 1, 1) and flush, shape == (4, 1),
        shape == (3, 2), flush, straight, shape == (3, 1, 1), shape == (2, 2, 1),
        shape == (2, 1, 1, 1), True,
    ]  # fmt: skip
    return 16 - order.index(True), ranks


def test_the_best_five_of_seven_cards_of_several_decks() -> None:
    dice = random.Random(21)
    rich = deck("TJQKA", "cd", 6)
    seen, hands = set(), []
    for number in range(3_000):
        dealt = dice.sample((SIX, rich, deck("9TK", "s", 6))[number % 3], 7)
        best = max(plain(five) for five in combinations(dealt, 5))
        hands.append((best_five(dealt), best))
        assert CATEGORIES[best_five(dealt) >> 20] == CATEGORIES[best[0]]
        seen.add(best[0])
    assert len(seen) >= 15
    for (strength, best), (other, another) in zip(hands, hands[3:], strict=False):
        assert (strength > other) == (best > another)
        assert (strength == other) == (best == another)


def test_the_kernel_finds_the_same_hands() -> None:
    dice = random.Random(3)
    state = odds.new_record(WAYS, 6, odds.HOUSE_WAYS, 0, 0)
    one = state[0]
    for number in range(2_000):
        dealt = dice.sample(deck("TJQKA", "cd", 6) if number % 2 else SIX, 7)
        one.board[:] = dealt[:5]
        one.common = deal_kernel.EMPTY + sum(int(deal_kernel.KEYS[card]) for card in dealt[:5])
        found = deal_kernel.strength_with_board(one, *dealt[5:])
        assert found == best_five(dealt)


def told(four):
    """What the dealer keeps, as the fourteen lines of 21.8(i) say it one after another."""
    twos = [tuple(sorted(two, key=lambda c: -(c & 15))) for two in combinations(four, 2)]
    ranks = {two: (two[0] & 15, two[1] & 15) for two in twos}
    suited = {two: two[0] >> 4 == two[1] >> 4 for two in twos}
    pair = {two: ranks[two][0] == ranks[two][1] for two in twos}
    running = {two: ranks[two][0] - ranks[two][1] == 1 for two in twos}
    ace = {two: ranks[two][0] == 12 for two in twos}
    lines = [
        lambda t: pair[t] and suited[t],
        lambda t: pair[t],
        lambda t: ace[t] and suited[t] and ranks[t][1] >= 8,
        lambda t: suited[t] and running[t] and ranks[t][1] >= 8,
        lambda t: ace[t] and ranks[t][1] >= 8,
        lambda t: not suited[t] and running[t] and ranks[t][1] >= 9,
        lambda t: ace[t] and suited[t],
        lambda t: suited[t] and ranks[t][1] >= 8,
        lambda t: ranks[t][1] >= 9,
        lambda t: ace[t],
        lambda t: suited[t] and running[t],
        lambda t: suited[t] and not running[t],
        lambda t: running[t],
        lambda t: True,
    ]
    for number, line in enumerate(lines):
        if fit := [two for two in twos if line(two)]:
            return number, max(ranks[two] for two in fit)
    raise AssertionError


def test_house_ways() -> None:
    dice = random.Random(14)
    for _ in range(4_000):
        four = dice.sample(SIX, 4)
        (first, second), way = house_way(four, WAYS)
        kept = tuple(sorted((four[first] & 15, four[second] & 15), reverse=True))
        assert (way, kept) == told(four)


@pytest.mark.soak
def test_house_ways_and_naturals_are_counted_exactly() -> None:
    for decks in (6, 8):
        counts = odds.house_way_counts(WAYS, decks)
        assert sum(counts.values()) == comb(52 * decks, 4)
        assert counts["natural"] == 13 * comb(4 * decks, 4)
        assert odds.natural_chance(decks) == Fraction(counts["natural"], comb(52 * decks, 4))
    dice, seen = random.Random(9), Counter()
    for _ in range(20_000):
        four = dice.sample(EIGHT, 4)
        seen["natural" if is_natural(four) else str(house_way(four, WAYS)[1] + 1)] += 1
    for name, count in counts.items():
        share = count / comb(416, 4)
        assert abs(seen[name] - 20_000 * share) < 5 * (20_000 * share) ** 0.5 + 1, name


@pytest.mark.soak
@pytest.mark.parametrize("decks", [6, 8])
def test_the_worth_of_two_cards_is_found_again(decks) -> None:
    shipped = odds.win_counts(decks)
    assert len(shipped) == 182
    for name, (wins, times) in odds.count_wins(WAYS, decks, 1 << 18, 5).items():
        whole = Fraction(*shipped[name])
        error = float(whole * (1 - whole) / times) ** 0.5
        assert abs(wins / times - whole) < 5 * error, name


def test_what_is_done_with_four_cards() -> None:
    best = {
        "Ac Ad Kc Kd": ("split", (0, 1)),
        "Ac 9d Ah 9c": ("split", (0, 2)),
        "Ac Kc 7d 2h": ("play", (0, 1)),
        "4c 3d 2c 2h": ("play", (2, 3)),
        "2c 2d 2h 2s": ("natural", (0, 1)),
        "2c 3d 4h 7s": ("play", (2, 3)),  # no hand is so low that it is surrendered
    }
    for text, (choice, kept) in best.items():
        found = odds.best_play(cards(text), 6)
        assert (found.choice, found.kept) == (choice, kept), text


@pytest.mark.soak
def test_figures() -> None:
    few = odds.simulate(WAYS, 6, deals=1 << 20)
    tables = odds.tables(few)
    for table in tables.values():
        table.check()
    main = tables["main"]
    assert main.expectation == tables["original"].expectation + tables["split"].expectation
    whole = odds.natural_chance(6)
    natural = main.probability(lambda outcome: outcome.label == "natural")
    assert abs(natural - whole) < 5 * float(whole / few.rounds) ** 0.5
    assert abs(float(main.house_advantage) - 0.018) < 4 * few.standard_error + 0.0005
    assert few.standard_error < float(main.variance / few.rounds) ** 0.5


def test_classes() -> None:
    rows = list(results.every_class(RULES))
    assert len(rows) == 182
    assert sum(row.ways for row in rows) == comb(312, 2)
    assert max(rows, key=lambda row: row.wins).hand == "AAs"
    with pytest.raises(Refused, match="no point total"):
        list(results.every_class(RULES, total=3))


@pytest.mark.parametrize("name", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(name) -> None:
    rules = TableRules(BOOK, CONTINUOUS)
    state = odds.new_record(WAYS, 6, name, 7, 3)
    state.ahead = deal.FRESH
    given, one, found = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options=CONTINUOUS, chance=given, keep_log=False)
    table.sit(1)
    for _ in range(250):
        deal.play_rounds.jit(state, 1, 0, True)
        drawn = [int(card) for card in one.shoe[:14]]
        own, its = drawn[0:8:2], drawn[1:8:2]
        at_dealer = table.data.notes.get("marker", {"at": "dealer"})["at"] == "dealer"
        order = (its, own) if at_dealer else (own, its)
        given.cards = [card for both in zip(*order, strict=True) for card in both] + drawn[8:]
        table.bet(1, BETS)
        table.close()
        while table.waiting is not None:
            view = table.view(1)
            choice = results.POLICIES[name](view, table.rules)
            table.act(1, choice, {c.name: c.most for c in view.asked.choices}[choice])
        found.take(moves_of(table.round, 1, BETS), main_wagers(RULES, BETS))
    kernel = deal.dealt(rules, BETS, one)
    assert (kernel.all, kernel.game) == (found.all, found.game)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    slow, compiled = (odds.new_record(WAYS, 6, odds.BY_WORTH, 7, 1) for _ in range(2))
    for state, play in ((slow, deal.play_rounds), (compiled, deal.play_rounds.jit)):
        state.ahead = deal.AHEAD
        play(state, 200, 78, False)
    assert slow.tobytes() == compiled.tobytes()


def test_edges_are_the_simulated_ones() -> None:
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 20)
    few = odds.tables(odds.simulate(WAYS, 6, deals=1 << 20))["main"]
    assert abs(float(dealt.game.mean / 1_000 - few.expectation)) < 0.005
    with pytest.raises(Refused, match="no way to play"):
        deal.simulate_shard(RULES, BETS, 0, 0, 1, plays="blind")


@pytest.mark.parametrize(("own", "first", "second"), [
    ("7d As 2h Ac", "play", "2+4"), ("2c 9d Kh Qh", "play", "3+4"), ("2c 2d 2h 2c", "natural", ""),
])  # fmt: skip
def test_a_player_who_does_not_answer_plays_as_the_dealer_would(own, first, second) -> None:
    table = Table(GAME.play, BOOK, options=CONTINUOUS, chance=Given(), keep_log=False)
    both = zip(cards("Kc Kd 5h 6s"), cards(own), strict=True)
    table.chance.cards = [card for two in both for card in two]
    table.sit(1)
    table.bet(1, BETS)
    table.close()
    assert table.waiting.idle == first
    if second:
        table.act(1, "play")
        assert table.waiting.idle == second


def test_advice_names_what_each_choice_nets() -> None:
    table = Table(GAME.play, BOOK, options=CONTINUOUS, chance=Given(), keep_log=False)
    table.chance.cards = cards("Kc As Kd Ac 5h 7d 6s 2h")
    table.sit(1)
    table.bet(1, BETS)
    table.close()
    told = results.advise(table.view(1), RULES)
    assert set(told) == {"play", "split", "surrender"}
    assert told["surrender"] == -500 < told["split"] < told["play"]
    table.act(1, "play")
    told = results.advise(table.view(1), RULES)
    assert max(told, key=lambda name: told[name]) == "1+2"


@pytest.mark.parametrize(("own", "board", "name"), [
    ("9s 9s", "9s 9s 9s 2c 3d", "flush with five of a kind, nines"),
    ("9s 9d", "9c 9h 9s 2c 3d", "five nines"),
    ("Ks 9s", "9s 5s 2s 3d 4c", "flush with pair, nines"),
    ("Ks Kd", "9s 9d 2s 3d 4c", "two pair, kings and nines"),
    ("As Ks", "Qs Js Ts 3d 4c", "royal flush"),
    ("As As", "", "suited pair"),
    ("As Ad", "", "pair of aces"),
    ("As Ad Ac As", "", "natural, aces"),
    ("As Ad Ac 2s", "", ""),
])  # fmt: skip
def test_hand_names(own, board, name) -> None:
    hands = {1: cards(own), **({"board": cards(board)} if board else {})}
    assert name_hand(hands, 1, RULES) == name
    assert not board or not name_hand(hands, "board", RULES)
