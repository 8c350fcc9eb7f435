"""How the figures of two-card joker poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

CALLS = prefer("call")
# A hand comes at once, so that fewer orders are dealt; a small deck cannot be cut by ten cards
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FIRST_CARDS = {name: FirstCards((((1, 2),),), decide=CALLS) for name in ("pair_up", "super_flush")}
SMALL = tuple(
    SmallTable(
        ranks, suits, {"ante": 100}, ("main", "ante", "call"),
        {**STACKS, "ace_three_lowest": lowest}, {"dealer_needs": needs},
    )
    for ranks, suits, needs, lowest in (
        ("29JQKA", "cd", "Q", False),
        ("34TJA", "cds", "T", True),
        ("23QKA", "cdh", "K", False),
    )
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
)
