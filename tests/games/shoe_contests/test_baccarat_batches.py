"""Two batches of cards take turns, shoe by shoe."""

import houseway


def test_each_batch_is_used_for_every_other_shoe() -> None:
    options = {"shuffler": "automated", "second_deck": True, "cutting_card": 416}
    table = houseway.open_table("mini-baccarat", seed=3, options=options)
    table.sit(1, "Ann")
    batches = []
    for _ in range(6):  # a shoe of two hands each: one brings the cutting card, one is the last
        table.begin()
        while table.waiting.who == 1:
            table.act(1, "pass")
        table.bet(1, {"player": 1000})
        table.close()
        batches.append(table.data.deck_in_use)
    assert batches == [1, 1, 2, 2, 1, 1]
