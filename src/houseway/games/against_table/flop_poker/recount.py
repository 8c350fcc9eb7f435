"""How the figures of flop poker are counted a second time: the bonus from the real deck, ante and
flop on small decks by the referee."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
WAGERS = ("main", "ante", "flop")
BETS = {"ante": 1000}
FIRST_CARDS = {"three_card_bonus": FirstCards((((1, 3),),), decide=prefer("surrender"))}
WITH = {"three_card_bonus": {"ante": 1000}}
SMALL = (
    SmallTable("TJA", "cd", BETS, WAGERS, STACKS, alike=True),
    SmallTable("9TKA", "cd", BETS, WAGERS, STACKS, alike=True),
    SmallTable("5678", "cd", BETS, WAGERS, STACKS, alike=True, slow=True),
)


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
