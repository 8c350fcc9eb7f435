"""Asia poker: hands, settings, the house way line by line, exact chances, and the kernel."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.counting.result import Method
from houseway.equipment.cards import card, cards, deck, mask, names
from houseway.games import game, open_table
from houseway.games.set_hands.asia_poker import counted, deal, odds, results
from houseway.games.set_hands.asia_poker.hand import CATEGORIES, LAST, SECOND, four_card_strength
from houseway.games.set_hands.asia_poker.hand_names import name_set
from houseway.games.set_hands.asia_poker.solver import DECK, dealer
from houseway.games.set_hands.asia_poker.way import (
    SIMPLE,
    WORDS,
    set_by_house_way,
    settings,
    way_of,
)
from houseway.games.set_hands.house_way import read_house_way, unused
from houseway.games.set_hands.suit_classes import class_counts
from houseway.referee.requests import Ask
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

RULES = TableRules(game("asia-poker").rulebook())
WAY = way_of(RULES)
WHOLE = deck(jokers=1)
JOKER = card("X1")


# -- hands -----------------------------------------------------------------------------------------


def plain(four):
    """Four cards without a joker as 31.3(b) lists them: the place from the bottom, and then the
    ranks that decide."""
    count = Counter(one & 15 for one in four)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape, flush = tuple(count[rank] for rank in ranks), len({one >> 4 for one in four}) == 1
    low = sorted(ranks) == [0, 1, 2, 12]
    straight = len(ranks) == 4 and (max(ranks) - min(ranks) == 3 or low)
    if straight:
        ranks = [11.5 if low else max(ranks)]
    order = [
        shape == (4,) and ranks == [12], straight and flush and ranks == [12], straight and flush,
        shape == (4,), flush, straight, shape == (3, 1), shape == (2, 2), shape == (2, 1, 1), True,
    ]  # fmt: skip
    return 9 - order.index(True), ranks


def wild(four):
    """The same where a joker is an ace, or completes a straight or a flush."""
    if JOKER not in four:
        return plain(four)
    real = [one for one in four if one != JOKER]
    aces = sum(one & 15 == 12 for one in real)
    best = plain([*real, 64 + 12])  # an ace of no suit
    if aces == 3:
        return best
    for other in deck():
        if other in real:
            continue
        made = plain([*real, other])
        if CATEGORIES[made[0]] in ("straight", "flush", "straight_flush", "royal_flush"):
            best = max(best, made)
    return best


def test_four_cards_rank_as_the_text_lists_them() -> None:
    dice = random.Random(31)
    rich = [*deck("A234", "cd"), *deck("AKQJ", "hs"), *deck("T98", "c"), JOKER]
    hands = []
    for number in range(4_000):
        four = dice.sample((WHOLE, rich, deck("K2"))[number % 3], 4)
        if number % 4 == 3 and JOKER not in four:
            four[0] = JOKER
        hands.append((four_card_strength(mask(four), SECOND), wild(four)))
        assert hands[-1][0] >> 20 == hands[-1][1][0], names(four)
    assert {one[1][0] for one in hands} == set(range(10))
    for (strength, listed), (other, another) in zip(hands, hands[5:], strict=False):
        assert (strength > other) == (listed > another)
        assert (strength == other) == (listed == another)


def test_where_ace_to_four_stands() -> None:
    def strength(text: str, wheel: int) -> int:
        return four_card_strength(mask(cards(text)), wheel)

    for suits in ("cccc", "cdhs"):
        ace, king, five = (
            " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in ("A234", "KQJT", "5432")
        )
        assert strength(ace, SECOND) > strength(king, SECOND) > strength(five, SECOND)
        assert strength(king, LAST) > strength(five, LAST) > strength(ace, LAST)
    assert strength("Ac Kd Qh Js", SECOND) > strength("Ac 2d 3h 4s", SECOND)


def test_every_setting_is_in_order_and_no_other() -> None:
    seven = cards("7c 7d 7h 7s Kc 9d 2h")
    found = settings(seven, SECOND)
    assert str(found["1+2/5"]) == "high 7h 7s 9d 2h, medium 7c 7d, low Kc"
    assert "1+2/3" not in found  # king high below a pair of sevens
    assert "5+6/1" in found
    assert "6+7/5" not in found  # nine-two below a king
    none = settings(cards("Kc Qd 9h 8s 6c 4d 2h"), SECOND)
    assert all("Kc" in str(setting).split(",")[0] for setting in none.values())


# -- the house way, line by line -------------------------------------------------------------------

LINES = [  # line, seven cards, how they are set
    (1, "9c 9d 9h 9s Kc Jd 2h", "high 9 9 J 2, medium 9 9, low K"),
    (1, "9c 9d 9h 9s Kc Kd 2h", "high 9 9 9 2, medium K K, low 9"),
    (2, "Ac Ad Kh Ks 4c 4d 9h", "high K K A 9, medium 4 4, low A"),
    (3, "Kc Kd 9h 9s 4c 4d Jh", "high 9 9 4 4, medium K K, low J"),
    (4, "Kc Kd 9h 9s Ac 5d 3h", "high K K 5 3, medium 9 9, low A"),
    (5, "8c 7d 6h 5s Jc Jd Kh", "high 8 7 6 5, medium J J, low K"),
    (5, "Kc Qc 8c 3c Jd Jh Ts", "high K Q 8 3, medium J J, low T"),
    (6, "9c 9d 6h 6s Kc Jd 2h", "high 9 9 J 2, medium 6 6, low K"),
    (7, "Jc Jd Jh 6s 6c 4d 2h", "high J J 4 2, medium 6 6, low J"),
    (8, "5c 5d 5h 8s 8c 4d 2h", "high 5 5 5 2, medium 8 8, low 4"),
    (9, "8c 7d 6h 5s Ac Kd 2h", "high 8 7 6 5, medium A 2, low K"),
    (10, "Qc Qd Qh 9s 7c 4d 2h", "high Q Q 4 2, medium Q 7, low 9"),
    (11, "7c 7d 7h Ks Jc 4d 2h", "high 7 7 7 2, medium K 4, low J"),
    (12, "Ac Ad Js 9h 6c 5d 3h", "high A 9 5 3, medium A 6, low J"),
    (13, "8c 7d 6h 5s Kc Td 2h", "high 8 7 6 5, medium K 2, low T"),
    (14, "8c 7d 6h 5s Kc 3d 2h", "high 8 7 6 5, medium K 3, low 2"),
    (15, "8c 7d 6h 5s 5c Td 2h", "high 8 7 6 5, medium T 2, low 5"),
    (16, "9c 9d Kh Js 6c 4d 2h", "high 9 9 4 2, medium K 6, low J"),
    (17, "Tc 9d 8h 7s 5c 3d 2h", "high T 9 8 7, medium 5 2, low 3"),
    (18, "Kc Jd 9h 8s 6c 4d 2h", "high K 6 4 2, medium J 8, low 9"),
]


@pytest.mark.parametrize(("line", "seven", "wanted"), LINES)
def test_each_line_of_the_house_way(line: int, seven: str, wanted: str) -> None:
    dealt = cards(seven)
    decided, name = set_by_house_way(dealt, WAY, SECOND)
    assert decided + 1 == line
    said = str(settings(dealt, SECOND)[name])
    ranks = [sorted(word[0] for word in part.split()[1:]) for part in said.split(", ")]
    assert ranks == [sorted(part.split()[1:]) for part in wanted.split(", ")]


def test_every_line_is_shown_above() -> None:
    assert {line for line, *_ in LINES} == set(range(1, len(WAY.lines) + 1))


ANY = {"says": "All.", "first": ["low", "medium", "high"]}


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([{**ANY, "high": "pair"}], "last line of the house way asks nothing"),
        ([ANY, ANY], "line 1 of the house way decides every hand"),
        ([{**ANY, "high": "five aces"}, ANY], "line 1 of the house way: 'five aces' is no hand"),
        ([{**ANY, "medium": "pair of 1"}, ANY], "there is no rank '1'"),
        ([{**ANY, "if": {"pairs": "two"}}, ANY], "'two' is no number"),
        ([{**ANY, "if": {"suits": 2}}, ANY], "has no key 'suits'"),
        ([{**ANY, "first": ["low", "high"]}], "first lists high, medium, low"),
        ([{"first": ["low", "medium", "high"]}], "says in words"),
        ([], "a list of lines"),
        ("all", "a list of lines"),
    ],
)
def test_a_house_way_that_is_not_clear_is_refused(lines, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        read_house_way({"name": "Ours", "lines": lines}, WORDS, "31.12(d)")


@pytest.mark.soak
def test_a_line_that_no_hand_reaches_is_found() -> None:
    never = {**ANY, "high": "high card", "medium": "pair"}
    own = {"name": "Ours", "lines": [never, ANY]}
    rules = TableRules(game("asia-poker").rulebook(), {"house_way": own})
    assert unused(dealer(way_of(rules), SECOND).line_counts, way_of(rules)) == ["1. All."]
    with pytest.raises(Refused, match="no hand is set by line 1"):
        results.results(rules)


def test_the_line_counts_are_all_hands() -> None:
    counts = dealer(WAY, SECOND).line_counts
    assert sum(counts) == 154_143_080  # of 53 cards seven
    assert min(counts) > 0


# -- exact chances ---------------------------------------------------------------------------------

SMALL = [  # few cards are left, so that every hand of the dealer can be gone through
    "X1 As Ah Kd Qd Jd Td 9c 8c 7c 2h 2s",
    "Ac Kc Qc 9c 8c 7c 6h 5h 4h 3h 2h Th",
    "X1 Kc Qc 3c Kh Qh 3h 9s 9d 9c 4s 5d",
    "5c 5d 5h 5s 6c 6d 6h 6s 7c 8d 9h Ts",
]


@pytest.mark.parametrize("left", SMALL)
@pytest.mark.parametrize("wheel", [SECOND, LAST])
def test_the_dealers_hands_are_counted_as_if_gone_through(left: str, wheel: int) -> None:
    known = dealer(WAY, wheel)
    held = cards(left)
    gone = mask(one for one in WHOLE if one not in held)
    wanted = Counter(
        settings(seven, wheel)[set_by_house_way(seven, WAY, wheel)[1]].strengths
        for seven in combinations(held, 7)
    )
    found = known.met(gone)
    triples = known.triples[0].tolist()
    counted = {tuple(triples[at]): int(found[at]) for at in found.nonzero()[0]}
    assert counted == wanted


@pytest.mark.soak
def test_the_worth_of_each_setting_is_that_of_all_hands_of_the_dealer() -> None:
    """With all but thirteen cards known to be elsewhere, the dealer has one of 1716 hands."""
    known, dice = dealer(WAY, SECOND), random.Random(4)
    mixed = dice.sample(WHOLE, 53)
    own, left = mixed[:7], mixed[7:20]
    found = known.chances(own, mixed[20:])
    mine = settings(own, SECOND)
    assert found.keys() == mine.keys()
    for name in list(mine)[::9]:
        won = sum(
            mine[name].against(settings(seven, SECOND)[set_by_house_way(seven, WAY, SECOND)[1]])
            >= 2
            for seven in combinations(left, 7)
        )
        assert found[name] == Fraction(won, 1716)


def test_classes_hold_every_hand_once() -> None:
    dice = random.Random(8)
    assert class_counts(DECK, 0).min() > 0
    for count in (3, 7, 20):
        gone = mask(dice.sample(WHOLE, count))
        found = class_counts(DECK, gone)
        assert found.min() >= 0
        assert int(found.sum()) == comb(53 - count, 7)


# -- the kernel ------------------------------------------------------------------------------------


def test_the_kernel_sets_as_the_referee_does() -> None:
    known = dealer(WAY, SECOND)
    made, lines = known.made
    dice = random.Random(12)
    for at in dice.sample(range(len(DECK.hands)), 300):
        seven = [int(one) for one in DECK.hands[at]]
        line, name = set_by_house_way(seven, WAY, SECOND)
        assert line == lines[at]
        assert settings(seven, SECOND)[name].strengths == tuple(made[at])
    compared = odds.compared(known, WAY)
    hands, times = [tuple(row) for row in known.triples[0].tolist()], known.met(0).tolist()
    for at in dice.sample(range(len(DECK.hands)), 8):
        seven = [int(one) for one in DECK.hands[at]]
        found = settings(seven, SECOND)
        won = {
            strengths: sum(
                count
                for theirs, count in zip(hands, times, strict=True)
                if sum(a > b for a, b in zip(strengths, theirs, strict=True)) >= 2
            )
            for strengths in (
                found[results.likeliest_setting(seven, known)].strengths,
                tuple(int(one) for one in compared.best[at]),
                tuple(int(one) for one in made[at]),
            )
        }
        assert max(won.values()) == won[tuple(compared.best[at])] == compared.most[at]
        assert won[tuple(made[at])] == compared.wins[at]


@pytest.mark.soak
def test_both_sides_of_a_deal_cannot_win_by_the_same_way() -> None:
    none, one, two = deal.deal_rounds(dealer(WAY, SECOND), WAY, 7, 0, 3_000, both=True)
    assert two == 0
    assert none > 0
    assert none + one == 3_000


def test_figures_stand_in_the_order_of_skill() -> None:
    known = dealer(WAY, SECOND)
    edges = {
        name: odds.simulate(known, sets, 1 << 14).table("asia", Fraction(1)).house_advantage
        for name, sets in {"best": None, "house": WAY, **SIMPLE}.items()
    }
    assert edges["best"] < edges["house"] < edges["medium_first"] < edges["low_first"]
    assert edges["low_first"] < edges["high_first"]
    assert 0.03 < edges["best"] < 0.04
    assert 0.045 < edges["house"] < 0.056  # 4.82 percent is printed of a house way in Atlantic City


@pytest.mark.parametrize("wheel", [SECOND, LAST])
def test_all_deals_are_counted_for_the_house_way_that_is_shipped(wheel: int) -> None:
    found = counted.counted(WAY, wheel)
    assert found is not None
    assert found.deals == comb(53, 7) * comb(46, 7)
    assert found.lines == dealer(WAY, wheel).line_counts
    assert found.won["optimal"] - found.won["house_way"] == sum(found.lost)
    edges = {name: 1 - 2 * won / found.deals for name, won in found.won.items()}
    assert 0.0345 < edges["optimal"] < 0.0355  # simulated once: 3.55 percent, error 0.05
    assert 0.0505 < edges["house_way"] < 0.0515  # 5.11 percent, error 0.05
    assert 0.15 < found.costs()[0] < 0.155
    assert sum(found.costs(line)[1] for line in range(len(WAY.lines))) == found.costs()[1]


def test_another_house_way_has_no_count() -> None:
    own = read_house_way({"name": "Ours", "lines": [ANY]}, WORDS)
    assert counted.counted(own, SECOND) is None


def test_counted_figures_are_exact() -> None:
    best, by_house = results.results(RULES)
    assert (best.method, by_house.method) == (Method.COUNTING, Method.COUNTING)
    assert best.outcomes.house_advantage < by_house.outcomes.house_advantage
    (own,) = results.results(RULES, wager="asia@house_way")
    assert own == by_house


def test_the_referee_pays_what_the_kernel_counts() -> None:
    """Rounds of a seeded table, settled by the referee as the rules on strengths say."""
    table = open_table("asia-poker", seed=31)
    table.sit(1, "Ann")
    for _ in range(12):
        table.begin()
        table.bet(1, {"asia": 1000})
        table.close()
        while isinstance(table.waiting, Ask):
            asked = table.waiting
            offered = [choice.name for choice in asked.choices]
            if "house_way" in offered:
                own = list(table.round.state.hands[1])
                theirs = list(table.round.state.hands["dealer"])
                table.act(1, results.likeliest_setting(own, dealer(WAY, SECOND)))
            else:
                table.act(asked.who, "stay" if "stay" in offered else offered[0], amount_of(asked))
        mine = settings(own, SECOND)[results.likeliest_setting(own, dealer(WAY, SECOND))]
        dealers = settings(theirs, SECOND)[set_by_house_way(theirs, WAY, SECOND)[1]]
        won = mine.against(dealers) >= 2
        assert table.round.state.nets[1]["asia"] == (1000 if won else -1000)


def amount_of(asked: Ask) -> int:
    return asked.choices[0].least


# -- people ----------------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_file_of_lines_is_a_policy() -> None:
    content = {
        "game": "asia-poker",
        "name": "pair in the high hand",
        "lines": [{**ANY, "says": "Pair.", "high": "pair"}, ANY],
    }
    policy = results.read_policy(content, RULES)
    found = results.mistakes(RULES, policy)
    assert found[0].cost >= found[-1].cost > 0
    _, whole = odds.compared(dealer(WAY, SECOND), policy.way).worse()
    assert sum(mistake.cost for mistake in found) == whole
    with pytest.raises(Refused, match="names the game"):
        results.read_policy({**content, "game": "pai-gow"}, RULES)
    with pytest.raises(Refused, match="not as a function"):
        results.mistakes(RULES, lambda sight: "house_way")


def test_what_hands_are_called() -> None:
    def called(high: str, medium: str, low: str) -> str:
        parts = {"high": cards(high), "medium": cards(medium), "low": cards(low)}
        return name_set(parts, RULES)

    assert called("9c 9d 2h Jd", "6h 6s", "Kc") == "pair of nines / pair of sixes / king"
    assert called("Ac 2c 3c 4c", "Kd Qd", "Jh") == "straight flush, four high / king-queen / jack"
