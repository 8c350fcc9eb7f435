"""The sweep against every deal of small decks, and against one hand at a time on the full deck."""

import random
from itertools import combinations

import numpy as np
import pytest

from houseway.counting.canonical import Pack, classes
from houseway.equipment.cards import mask
from houseway.games.against_dealer import value_sweep
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.one_hand import Stand, against
from houseway.games.against_dealer.value_sweep import stand
from houseway.hands.poker import strength, strengths, three_card_strength, three_card_strengths

CASES = [
    # ranks, suits, cards, bulk rule, rule, the least that qualifies, whether a card is shown
    (0b1111, (0, 1, 2), 3, three_card_strengths, three_card_strength, 3 << 16, False),
    (0b1011 << 9, (1, 2), 2, strengths, strength, 12 << 16, True),
    (0b11011, (0, 1, 3), 3, three_card_strengths, three_card_strength, 1 << 20, True),
    (0b1111 << 9, (0, 1, 2), 5, strengths, strength, 1 << 20, True),
    (0b1111, (0, 1, 2, 3), 2, strengths, strength, 0, False),
]


def dealt_out(pack, hand, size, rule, least, shown):
    """Every hand that the other side can have, one by one."""
    found = [0, 0, 0, 0]
    mine = rule(hand)
    for cards in combinations([card for card in pack.cards if not hand >> card & 1], size):
        if shown is None or shown in cards:
            its = rule(mask(cards))
            found[0 if its < least else 1 if its < mine else 2 if its == mine else 3] += 1
    return Stand(*found)


@pytest.mark.parametrize(("ranks", "suits", "size", "bulk", "rule", "least", "shows"), CASES)
def test_every_hand_of_a_small_deck_dealt_out_in_full(ranks, suits, size, bulk, rule, least, shows):
    pack = Pack(ranks, suits)
    found = stand(pack, size, bulk, least, shows=shows)
    deals = 0
    for cards in combinations(pack.cards, size):
        hand = mask(cards)
        for shown in [card for card in pack.cards if card not in cards] if shows else [None]:
            cell = found.cell(hand, shown)
            expected = dealt_out(pack, hand, size, rule, least, shown)
            counts = (found.unqualified, found.below, found.equal, found.above)
            assert tuple(int(count[cell]) for count in counts) == expected
            assert sum(expected) == found.opponents
            if size > 2:
                assert against(rule, hand, pack, least=least, shown=shown) == expected
            deals += sum(expected)
    assert deals == found.deals
    weights = found.hands.ways[:, None] * found.times
    assert int(weights.sum()) * found.opponents == deals


@pytest.mark.parametrize("case", [0, 2, 3])
def test_plain_and_compiled_sweeps_are_one(case, monkeypatch):
    ranks, suits, size, bulk, _, least, shows = CASES[case]
    plain = stand(Pack(ranks, suits), size, bulk, least, shows=shows)
    monkeypatch.setattr(value_sweep, "PLAIN", 0)
    monkeypatch.setattr(value_sweep, "FEW", 0)
    compiled = stand(Pack(ranks, suits), size, bulk, least, shows=shows)
    for name in ("strength", "times", "unqualified", "below", "equal"):
        assert np.array_equal(getattr(plain, name), getattr(compiled, name)), name
    dice = np.random.default_rng(16)
    plays = dice.random(plain.times.shape) < 0.5
    kind = plain.strength >> 20
    swift = compiled.tally(kind, plays)
    monkeypatch.setattr(value_sweep, "PLAIN", 10**9)
    assert plain.tally(kind, plays) == swift
    assert sum(map(sum, swift)) == plain.deals


def test_shards_cover_every_class_once():
    hands = classes(Pack(), 3)
    worth = value_sweep.measured(three_card_strengths, hands)
    for parts in (1, 2, 5):
        shards = value_sweep.Frame.of(hands, worth, hands, worth).shards(10 << 16, parts)
        assert [first for first, _ in shards[1:]] == [last for _, last in shards[:-1]]
        assert (shards[0][0], shards[-1][1]) == (0, len(hands))


def test_rules_are_the_same_plain_and_compiled(monkeypatch):
    """Twenty thousand hands of five and of three cards."""
    dice = random.Random(20)
    for bulk, size in ((strengths, 5), (strengths, 7), (three_card_strengths, 3)):
        hands = [mask(dice.sample(Pack().cards, size)) for _ in range(7_000)]
        plain, swift = [0] * len(hands), np.zeros(len(hands), np.int64)
        bulk.function(hands, plain)
        bulk.jit(np.array(hands, np.int64), swift)
        assert swift.tolist() == plain


def test_two_hands_need_cards_enough():
    with pytest.raises(ValueError, match="does not give two hands"):
        stand(Pack(0b11, (0, 1)), 3, three_card_strengths)


def test_cards_in_two_places_are_refused():
    with pytest.raises(ValueError, match="two places"):
        against(strength, 0b11111, Pack(), shown=0)
    with pytest.raises(ValueError, match="not in the deck"):
        against(strength, 0b11111, Pack(0b1111, (0, 1)))


def test_cards_seen_elsewhere_are_not_the_dealers():
    pack = Pack(0b1111 << 9, (0, 1, 2))
    hand, seen = mask(pack.cards[:3]), mask(pack.cards[3:5])
    found = against(three_card_strength, hand, pack, least=12 << 16, seen=seen)
    rest = list(pack.cards[5:])
    its = [three_card_strength(mask(cards)) for cards in combinations(rest, 3)]
    mine = three_card_strength(hand)
    assert found == Stand(
        sum(one < 12 << 16 for one in its),
        sum(12 << 16 <= one < mine for one in its),
        sum(one == mine >= 12 << 16 for one in its),
        sum(one > mine and one >= 12 << 16 for one in its),
    )


def test_rows_that_name_a_suit_are_split_over_the_suits():
    def rows(hand):
        return {"low_pair_of_clubs"} if hand & 0b1 and hand >> 16 & 0b1 else {"other"}

    @value_sweep.kernel
    def pairs(hands, found):
        for i in range(len(hands)):
            c, d, h = hands[i] & 1, hands[i] >> 16 & 1, hands[i] >> 32 & 1
            found[i] = c + d + h

    pack = Pack(0b111, (0, 1, 2))
    found = kinds(pack, 2, pairs, rows).patterns
    assert found == {frozenset({"low_pair_of_clubs"}): 1, frozenset({"other"}): 35}
