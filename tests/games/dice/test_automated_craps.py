"""A shaker that is not in order keeps the table closed until it is (1A.5(a))."""

from houseway.games import open_table
from houseway.referee.requests import Ask, Bets


def test_a_shaker_that_is_out_of_order_keeps_the_table_closed() -> None:
    table = open_table("automated-craps", by_hand=["floor"])
    table.sit(1, "Ann")
    table.begin()
    assert isinstance(table.waiting, Ask)
    table.act("floor", "out_of_order")
    assert table.waiting is None
    assert "not_opened" in [event.what for event in table.round.events]
    assert not [event for event in table.round.events if event.kind == "rolled"]
    table.begin()
    assert isinstance(table.waiting, Ask)
    table.act("floor", "in_order")
    assert isinstance(table.waiting, Bets)
    table.bet(1, field=500)
    table.close()
    table.begin()
    assert isinstance(table.waiting, Bets), "it is tried once"
