"""A round that compares hands is held to the order that its rulebook states."""

import pytest

from houseway.games import game, games
from houseway.referee.table import Table

ORDERS = [
    (id, order)
    for id, found in games().items()
    if "hold_to_ranking" in (found.folder / "game.py").read_text()
    for order in found.rulebook().rules
    if order.endswith(("card_order", "hand_order"))
]


def test_there_are_such_rounds() -> None:
    assert len(ORDERS) >= 8


@pytest.mark.parametrize(("id", "order"), ORDERS)
def test_another_order_is_not_dealt_as_if_it_were_this_one(id: str, order: str) -> None:
    found = game(id)
    book = found.rulebook()
    stated = book.rules[order].value
    turned = stated[::-1]  # the lowest first
    rules = {**book.rules, order: book.rules[order].model_copy(update={"value": turned})}
    Table(found.play, book).begin()
    with pytest.raises(ValueError, match=f"^{order}: this round ranks"):
        Table(found.play, book.model_copy(update={"rules": rules})).begin()
