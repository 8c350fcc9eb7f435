"""How the figures of Caribbean stud poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

BETS = prefer("bet")
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FIRST_CARDS = {"progressive": FirstCards((((1, 5),),), decide=BETS)}
SMALL = tuple(
    SmallTable(
        ranks, suits, {"ante": 100}, ("main", "ante", "bet"), {**STACKS, "bet": table},
        {"cards_each": cards, "qualifying_hand": least, "dealer_up_card": cards}, alike=True,
    )
    for ranks, suits, cards, least, table in (
        ("9QKA", "cd", 3, "AKQ", "as_printed"),
        ("QKA", "cdh", 3, "AKQ", "repaired"),
        ("TJQKA", "cd", 5, "AKQJT", "repaired"),
    )
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
)
