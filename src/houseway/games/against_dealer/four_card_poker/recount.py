"""How the figures of four-card poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

PLAYS = prefer("play_1x")
# A hand comes at once, so that fewer orders are dealt; a small deck cannot be cut by ten cards
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FIRST_CARDS = {"aces_up": FirstCards((((1, 5),),), decide=PLAYS)}
MAIN = ("main", "ante", "play", "ante_bonus")
SMALL = tuple(
    SmallTable(
        ranks, suits, {"ante": 100}, MAIN, STACKS,
        {"cards_each": cards, "dealer_cards": cards + 1, "last_stack": 1}, alike=True, slow=slow,
    )
    for ranks, suits, cards, slow in (
        ("2QKA", "cdh", 4, True),
        ("TJQKA", "cd", 4, False),
        ("3KA", "cdhs", 5, False),
    )
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
)
