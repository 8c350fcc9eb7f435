"""How the figures of double cross poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
SHOWS = prefer("expose", "fold")
FIRST_CARDS = {"three_card": FirstCards((((1, 2), ("board_far", 1)),), decide=SHOWS)}
WITH = {"three_card": {"ante": 100}}
MAIN = ("main", "ante", "raise_top", "raise_bottom", "raise_left", "raise_right")
ANTE = {"ante": 100}
SMALL = (
    # Three ranks make no flush: pairs, full houses and threes alone. Cards of a rank are dealt in a
    # fixed order, which would tell the player of those that lie face down
    SmallTable("QKA", "cdh", ANTE, MAIN, STACKS, ranks_alike=True, best=False),
    SmallTable("QKA", "cdh", ANTE, MAIN, STACKS, alike=True, slow=True),
    # One suit makes nothing else
    SmallTable("6789TJQKA", "c", ANTE, MAIN, STACKS, slow=True),
)


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
