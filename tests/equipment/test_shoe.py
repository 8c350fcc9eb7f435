"""A shoe deals each card once, a script deals what it names, a replay repeats the record."""

from collections import Counter
from collections.abc import Sequence

import pytest

from houseway.equipment.cards import UNKNOWN, Card, card, cards, deck, names
from houseway.equipment.randomness import ChaCha, Philox
from houseway.equipment.shoe import Chance, Place, Replayed, Scripted, Shoe, ShoeEmpty

FULL = tuple(deck())


def shoe(of: Sequence[Card], seed: int = 0) -> Shoe:
    made = Shoe(Philox(seed))
    made.shuffle(of)
    return made


def scripted(by_place: dict[Place, str], of: Sequence[Card] = FULL, seed: int = 0) -> Scripted:
    made = Scripted({place: cards(text) for place, text in by_place.items()}, seed=seed)
    made.shuffle(of)
    return made


def test_all_three_answer_a_round() -> None:
    answers: list[Chance] = [Shoe(ChaCha()), Scripted(), Replayed([[0, 1]], numbers=[3])]
    for chance in answers:
        chance.shuffle(deck())
        chance.cut(10)
        assert len(chance.draw("board", 2)) == 2
        assert 0 <= chance.below(4) < 4


# Shoe


@pytest.mark.parametrize("copies", [1, 8])
def test_a_shoe_deals_every_card_once(copies: int) -> None:
    full = deck(copies=copies)
    chance = shoe(full)
    dealt = [card for seat in range(len(full) // 4) for card in chance.draw(seat, 4)]
    assert chance.left == 0
    assert Counter(dealt) == Counter(full)
    assert dealt != full


def test_shuffling_leaves_the_given_deck_alone_and_starts_afresh() -> None:
    given = deck()
    chance = shoe(given)
    first = chance.draw(1, 52)
    chance.shuffle(given)
    assert given == deck()
    assert chance.left == 52
    assert chance.draw(1, 52) != first


def test_the_same_source_deals_the_same_cards() -> None:
    assert shoe(deck(), seed=3).draw(1, 52) == shoe(deck(), seed=3).draw(2, 52)
    assert shoe(deck(), seed=3).draw(1, 52) != shoe(deck(), seed=4).draw(1, 52)
    key = ChaCha().key
    one, other = Shoe(ChaCha(key)), Shoe(ChaCha(key))
    for chance in (one, other):
        chance.shuffle(deck())
    assert one.draw(1, 52) == other.draw(1, 52)


@pytest.mark.parametrize("depth", [0, 1, 20, 51, 52])
def test_a_cut_moves_the_top_to_the_bottom(depth: int) -> None:
    order = shoe(deck()).draw(1, 52)
    chance = shoe(deck())
    chance.cut(depth)
    assert chance.draw(1, 52) == order[depth:] + order[:depth]


def test_a_cut_after_some_cards_moves_only_what_is_left() -> None:
    order = shoe(deck()).draw(1, 52)
    chance = shoe(deck())
    assert chance.draw(1, 10) == order[:10]
    chance.cut(5)
    chance.cut(2)
    assert chance.left == 42
    assert chance.draw(1, 42) == order[17:] + order[10:17]


@pytest.mark.parametrize("depth", [-1, 43])
def test_a_cut_must_fall_within_the_cards(depth: int) -> None:
    chance = shoe(deck())
    chance.draw(1, 10)
    with pytest.raises(ValueError, match=f"cut {depth} cards deep: 42 left"):
        chance.cut(depth)
    assert chance.left == 42


def test_an_empty_shoe_says_so_and_keeps_what_it_has() -> None:
    chance = shoe(deck(suits="c"))
    chance.draw("burn", 10)
    with pytest.raises(ShoeEmpty, match=r"^4 cards wanted for seat 2, but only 3 left$"):
        chance.draw(2, 4)
    assert len(chance.draw(2, 3)) == 3
    with pytest.raises(ShoeEmpty, match=r"^1 card wanted for dealer, but only 0 left$"):
        chance.draw("dealer", 1)


def test_a_shoe_has_no_cards_until_they_are_shuffled() -> None:
    with pytest.raises(ShoeEmpty):
        Shoe(Philox(0)).draw(1, 1)


def test_a_draw_may_be_of_none_but_not_of_fewer() -> None:
    for chance in (shoe(deck()), scripted({1: "As"})):
        assert chance.draw(1, 0) == []
        with pytest.raises(ValueError, match="draw -1"):
            chance.draw(1, -1)


def test_what_is_drawn_is_the_rounds_own() -> None:
    chance = shoe(deck())
    order = shoe(deck()).draw(1, 52)
    chance.draw(1, 5).clear()
    assert chance.draw(1, 47) == order[5:]


def test_undealt_cards_and_the_key_are_not_shown() -> None:
    live = Shoe(ChaCha())
    live.shuffle(deck())
    assert repr(live) == str(live) == "Shoe(left=52)"
    assert repr(scripted({"dealer": "As 2c"})) == "Scripted(unused=2)"
    assert "[" not in repr(Replayed([[1, 2]]))


# Scripted


def test_named_cards_go_to_their_places_in_any_order_of_dealing() -> None:
    chance = scripted({1: "Ah Kh 2c", "dealer": "9s 9d"})
    assert names(chance.draw("dealer", 1)) == "9s"
    assert names(chance.draw(1, 2)) == "Ah Kh"
    assert names(chance.draw("dealer", 1)) == "9d"
    assert chance.unused() == cards("2c")
    assert names(chance.draw(1, 1)) == "2c"
    assert chance.unused() == []


def test_the_rest_comes_from_the_cards_named_nowhere() -> None:
    chance = scripted({1: "Ah Kh", "dealer": "9s"})
    hand = chance.draw(1, 5)
    assert names(hand[:2]) == "Ah Kh"
    others = hand[2:] + chance.draw(2, 46)
    assert sorted(others + cards("Ah Kh 9s")) == sorted(deck())
    with pytest.raises(ShoeEmpty, match="1 card wanted for seat 2, but only 0 left"):
        chance.draw(2, 1)
    with pytest.raises(ShoeEmpty, match="2 cards wanted for dealer, but only 1 left"):
        chance.draw("dealer", 2)
    assert names(chance.draw("dealer", 1)) == "9s"


def test_the_rest_is_the_same_every_time() -> None:
    assert scripted({1: "Ah"}).draw(1, 40) == scripted({1: "Ah"}).draw(1, 40)
    assert scripted({1: "Ah"}).draw(1, 40) != scripted({1: "Ah"}, seed=1).draw(1, 40)
    assert [scripted({}).below(52) for _ in range(3)] == [scripted({}).below(52)] * 3


def test_an_unknown_card_may_be_any_other() -> None:
    chance = scripted({1: "Ah ?? Kh ??"})
    assert chance.unused() == cards("Ah Kh")
    hand = chance.draw(1, 4)
    assert (hand[0], hand[2]) == (card("Ah"), card("Kh"))
    assert UNKNOWN not in hand
    assert len(set(hand)) == 4
    assert chance.unused() == []


def test_a_shoe_may_be_named_in_strict_order() -> None:
    chance = Scripted(shoe=cards("2c 3c 4c 5c"))
    chance.shuffle(deck())
    chance.cut(20)
    assert names(chance.draw(1, 1)) == "2c"
    assert names(chance.draw("dealer", 2)) == "3c 4c"
    assert chance.unused() == cards("5c")
    hand = chance.draw(1, 49)
    assert names(hand[:1]) == "5c"
    assert sorted(hand + cards("2c 3c 4c")) == sorted(deck())


def test_cards_and_a_shoe_cannot_both_be_named() -> None:
    with pytest.raises(ValueError, match="not both"):
        Scripted({1: cards("As")}, shoe=cards("Ks"))


@pytest.mark.parametrize("by_place", [{1: "Ah Ah"}, {1: "2c Ah", "dealer": "3c Ah"}])
def test_a_card_named_twice_is_an_error(by_place: dict[Place, str]) -> None:
    with pytest.raises(ValueError, match=r"^card Ah is named twice"):
        scripted(by_place)
    with pytest.raises(ValueError, match=r"^card Ah is named twice"):
        Scripted(shoe=cards("Ah 2c Ah")).shuffle(deck())


def test_more_decks_hold_more_copies() -> None:
    two = deck(copies=2)
    chance = scripted({1: "Ah Ah"}, two)
    hands = chance.draw(1, 2) + chance.draw(2, 102)
    assert Counter(hands) == Counter(two)
    with pytest.raises(ValueError, match=r"^card Ah is named 3 times: the deck has 2$"):
        scripted({1: "Ah Ah", "board": "Ah"}, two)


def test_a_card_that_is_not_in_the_deck_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^card 2h is not in the deck$"):
        scripted({1: "Ah 2h"}, deck(ranks="89TJQKA"))


def test_nothing_is_dealt_before_there_is_a_deck() -> None:
    with pytest.raises(ShoeEmpty):
        Scripted({1: cards("Ah")}).draw(1, 1)


def test_a_second_shuffle_checks_only_what_is_still_to_come() -> None:
    chance = scripted({1: "Ah Kh"})
    assert names(chance.draw(1, 1)) == "Ah"
    chance.shuffle(deck(suits="h", ranks="23456789TJQK"))
    assert names(chance.draw(1, 1)) == "Kh"
    assert sorted(chance.draw(1, 11)) == cards("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh")


# Replayed


def test_a_replay_repeats_a_round() -> None:
    asked: list[tuple[Place, int]] = [(1, 3), ("dealer", 3), (1, 0), ("board", 5)]
    live = shoe(deck())
    record = [live.draw(to, count) for to, count in asked]
    replay = Replayed(iter(record), numbers=[17])
    replay.shuffle(deck())
    replay.cut(replay.below(52))
    assert [replay.draw(to, count) for to, count in asked] == record


def test_a_replay_refuses_another_count() -> None:
    for count in (1, 3):
        with pytest.raises(ValueError, match=f"^{count} cards? wanted for seat 4, .* has 2$"):
            Replayed([[1, 2]]).draw(4, count)


def test_a_replay_ends_with_its_record() -> None:
    replay = Replayed([[1]])
    replay.draw(1, 1)
    with pytest.raises(ValueError, match=r"^1 card wanted for dealer, but the record ends$"):
        replay.draw("dealer", 1)
    with pytest.raises(ValueError, match=r"^a number below 52 .* the record ends$"):
        replay.below(52)


@pytest.mark.parametrize("number", [-1, 52])
def test_a_replayed_number_must_have_been_possible(number: int) -> None:
    with pytest.raises(ValueError, match=f"has {number}$"):
        Replayed([], numbers=[number]).below(52)
