"""Rounds of a ledger as rows of a frame."""

from playing import Playing

from houseway import frames
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import find


def test_a_row_for_each_seat_that_bet(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table, ["Ann", "Bob"]).rounds(3)
    cards = find(house)
    found = frames.to_polars(frames.rounds(cards))
    assert found.height == sum(len(card.staked) for card in cards)
    assert found["net"].sum() == sum(sum(card.nets.values()) for card in cards)
