"""How the figures of three-card poker are counted a second time."""

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer

PLAYS = prefer("play")
# A hand comes at once, so that fewer orders are dealt; a small deck cannot be cut by ten cards
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FIRST_CARDS = {"pair_plus": FirstCards((((1, 3),),), decide=PLAYS)}
DECIDE = {"six_card": PLAYS}
WITH = {"six_card": {"ante": 100, "pair_plus": 100}}
MAIN = ("main", "ante", "play", "ante_bonus")
MAIN_TABLES = tuple(
    SmallTable(
        ranks, suits, {"ante": 100}, MAIN,
        {**STACKS, "ante_bonus": table, "version": version}, {"dealer_needs": needs},
    )
    for ranks, suits, needs, table, version in (
        ("9JQA", "cd", "Q", "base", "base"),
        ("TQKA", "cs", "K", "A", "f1"),
        ("23QA", "ds", "Q", "C_literal", "f2"),
    ))  # fmt: skip
SMALL = (
    *MAIN_TABLES,
    SmallTable(
        "9TJQKA", "d", {"ante": 100, "pair_plus": 200, "six_card": 500}, ("six_card",),
        {**STACKS, "six_card": "E", "version": "f3", "ante_bonus": "B"},
        best=False, decide=PLAYS,
    ),
    SmallTable(
        "TJQKA", "cs", {"ante": 100, "pair_plus": 200, "six_card": 500}, ("six_card",),
        {**STACKS, "six_card": "C", "version": "f3", "ante_bonus": "B"},
        best=False, decide=PLAYS,
    ),
)  # fmt: skip


RECOUNT = Recount(
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
    bets_beside=WITH,
)
