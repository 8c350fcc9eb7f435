"""How the figures of Boston 5 stud poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STAYS = prefer("expose", "second", "stay")
STACKS = {"dealing": "automated_shoe"}
FIRST_CARDS = {"bonus3": FirstCards((((1, 3),),), decide=STAYS)}
MAIN = ("main", "ante", "first", "second", "ante_bonus")
STAKES = {"ante": 100, "first": 200}
WITH = {"bonus3": STAKES}
SMALL = (
    SmallTable("JQKA", "cd", STAKES, MAIN, STACKS, {"first_cards": 1}, alike=True),
    SmallTable("TJQKA", "cd", STAKES, MAIN, STACKS, alike=True, slow=True),
)


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
