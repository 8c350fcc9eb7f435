"""How the figures of let it ride poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

RIDES = prefer("let_it_ride")
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FIRST_CARDS = {
    "three_card_bonus": FirstCards((((1, 3),),), decide=RIDES),
    "lir_bonus": FirstCards((((1, 3), ("board_2", 1), ("board_3", 1)),), decide=RIDES),
}
WITH = {name: dict.fromkeys(("bet_1", "bet_2", "bet_3"), 1000) for name in FIRST_CARDS}
BETS = ("bet_1", "bet_2", "bet_3")
FLAT = dict.fromkeys(BETS, 100)
SMALL = (
    SmallTable("9TKA", "cd", FLAT, ("main", *BETS), STACKS, alike=True, slow=True),
    SmallTable("9TJQ", "cd", FLAT, ("main", *BETS), STACKS, alike=True, best=False),
)


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
