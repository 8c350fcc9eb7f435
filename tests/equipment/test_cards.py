"""Cards are read and written as people do, and what is not a card is refused."""

import pytest

from houseway.equipment.cards import (
    NAMES,
    RANKS,
    SUIT,
    SUITS,
    UNKNOWN,
    card,
    cards,
    cards_in,
    deck,
    mask,
    name,
    names,
)


def test_a_card_is_sixteen_times_its_suit_plus_its_rank() -> None:
    assert cards("2c Ac 2d Ah 2s As") == [0, 12, 16, 44, 48, 60]


def test_every_card_is_read_as_it_is_written() -> None:
    for suit in SUITS:
        for rank in RANKS:
            assert name(card(rank + suit)) == rank + suit == NAMES[card(rank + suit)]


@pytest.mark.parametrize("text", ["Td", "10d", "td", "tD", "10D", " Td "])
def test_a_ten_and_any_case(text: str) -> None:
    assert name(card(text)) == "Td"


def test_an_unknown_card() -> None:
    assert card("??") == UNKNOWN
    assert name(UNKNOWN) == NAMES[UNKNOWN] == "??"


@pytest.mark.parametrize(
    "text",
    ["1s", "Ax", "", " ", "Asd", "A", "s", "sA", "0d", "100d", "11d", "23c", "?", "?s", "A?"],
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="unknown card"):
        card(text)


def test_the_bad_card_is_named() -> None:
    with pytest.raises(ValueError, match="unknown card 'Ax'"):
        cards("As Ax Ad")


def test_several_cards() -> None:
    assert cards("As 10d  2c") == cards(["As", "Td", "2c"]) == [60, 24, 0]
    assert names([60, 24, UNKNOWN]) == "As Td ??"
    assert cards("") == []
    assert names([]) == ""


def test_masks_hold_sixteen_bits_a_suit() -> None:
    whole = mask(deck())
    assert [whole >> 16 * suit & 0xFFFF for suit in range(4)] == [SUIT] * 4
    hand = cards("2c As Td")
    assert sorted(hand) == cards_in(mask(hand))
    assert cards_in(0) == []


def test_decks() -> None:
    assert len(set(deck())) == 52
    assert names(deck(ranks="KA", suits="cs")) == "Kc Ac Ks As"
    assert sorted(deck(copies=6)) == sorted(deck() * 6)
