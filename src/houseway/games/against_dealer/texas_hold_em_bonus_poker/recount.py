"""How the figures of Texas hold 'em bonus poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FOLDS = prefer("fold")
FIRST_CARDS = {"bonus": FirstCards((((1, 2),), (("dealer", 2),)), decide=FOLDS)}
WITH = {"bonus": {"ante": 100}}
MAIN = ("main", "ante", "flop", "turn", "river")
SMALL = (
    SmallTable(
        "TQA", "cdh", {"ante": 100}, MAIN, STACKS,
        {"burned": 0}, alike=True,  # a card that nobody sees changes no odds
    ),
    SmallTable(
        "TJQKA", "cd", {"ante": 100}, MAIN, {**STACKS, "ante_paid_from": "flush"},
        {"burned": 0}, alike=True, slow=True,
    ),
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    bets_beside=WITH,
)
