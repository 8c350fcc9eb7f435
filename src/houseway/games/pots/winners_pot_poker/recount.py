"""How the figures of winner's pot poker are counted a second time: the bonus from the real deck,
the main game on small decks by the referee."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
STAYS = prefer("bet", "double")
FIRST_CARDS = {"jacks_plus": FirstCards((((1, 5),),), decide=STAYS)}
WITH = {"jacks_plus": {"ante": 1000}}
ANTE = {"ante": 1000}
NO_BURNS = {"burned": 0}  # nobody sees a burned card, and a small deck has none to spare
SMALL = (
    # Three ranks make no straight and no flush. Cards of a rank are dealt in a fixed order, which
    # would tell the player of those that lie face down
    SmallTable("QKA", "cdhs", ANTE, ("main",), STACKS, NO_BURNS, ranks_alike=True, best=False),
)


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
