"""Dealer's cards: what the rulebook orders at a table, and nothing that cannot happen there."""

import pytest

from houseway.documents.blocks import Document, Grid, Heading, Steps, Terms
from houseway.documents.dealer_card import consistent_order, dealer_card
from houseway.documents.pdf import pdf
from houseway.games import games
from houseway.rulebook.house_options import holds
from houseway.rulebook.table_rules import TableRules
from houseway.training.rehearsal import typical_rounds


def card(id: str, **options: object) -> Document:
    game = games()[id]
    edition = game.editions[0]
    rules = TableRules(game.rulebook(edition), options)
    rounds = typical_rounds(game, edition, options)
    return dealer_card(game, rules, game.handout, rounds)


def under(made: Document, heading: str) -> list[str]:
    blocks = list(made.blocks)
    at = next(n for n, one in enumerate(blocks) if isinstance(one, Heading) and one.text == heading)
    found = blocks[at + 1]
    assert isinstance(found, Steps)
    return list(found.items)


@pytest.mark.parametrize("id", ["three-card-poker", "roulette", "craps", "keno", "pai-gow"])
def test_a_card_has_the_round_and_every_irregularity_that_can_happen(id) -> None:
    game = games()[id]
    book = game.rulebook("nj")
    rules = TableRules(book)
    made = card(id)
    steps = [item for one in made.blocks if isinstance(one, Steps) for item in one.items]
    assert any(item.endswith("]") for item in steps)
    told = {name for one in made.blocks if isinstance(one, Terms) for name, _ in one.items}
    for found in book.irregularities.values():
        assert (found.says in told) == holds(found.only_if, rules.options)


def test_what_the_house_chose_changes_the_procedure() -> None:
    by_reader = "The hole card shall go into the reader."
    plain = "\n".join(under(card("blackjack"), "Settlement"))
    deal = "\n".join(
        item
        for one in card("blackjack", dealer_cards="hole_with_reader").blocks
        if isinstance(one, Steps)
        for item in one.items
    )
    assert by_reader not in plain
    assert by_reader in deal


def test_the_order_of_settlement_is_told_where_there_is_one() -> None:
    assert under(card("blackjack"), "Order of Settlement") == ["Insurance", "Blackjack"]
    assert consistent_order([["a", "b"], ["c", "a"]]) == ["c", "a", "b"]
    assert consistent_order([["a", "b"], ["b", "a"]]) == []


def test_the_house_way_and_the_third_card_are_on_the_card() -> None:
    assert len(under(card("pai-gow-poker"), "House Way")) > 10
    grids = [one for one in card("mini-baccarat").blocks if isinstance(one, Grid)]
    assert [len(grid.rows) for grid in grids if "Third Card" in grid.name] == [1, 10]
    assert pdf(card("mini-baccarat")).startswith(b"%PDF")
