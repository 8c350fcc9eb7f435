"""How the figures of mini-tex 3 card hold 'em are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FOLDS = prefer("fold")
FIRST_CARDS = {"pocket_poker": FirstCards((((1, 2),),), decide=FOLDS)}
WITH = {"pocket_poker": {"ante": 100}}
MAIN = ("main", "ante", "flop", "river", "play")
SMALL = tuple(
    SmallTable(
        ranks, suits, {"ante": 100}, MAIN, {**STACKS, "dealer_qualifier": qualifier},
        {"burned": 0},  # a card that nobody sees changes no odds
    )
    for ranks, suits, qualifier in (("2QKA", "cd", "ace_king"), ("9TKA", "cd", "pair"))
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
