"""How the figures of ultimate Texas hold 'em are counted a second time."""

from houseway.games.authoring.recount import Recount, SmallTable, prefer

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
DECIDE = {"trips": prefer("play_4x", "play_2x", "play_1x")}
SMALL = (
    SmallTable(
        "TQA", "cdh", {"ante": 1000, "blind": 1000}, ("main", "ante", "blind", "play"), STACKS,
        {"burned": 0}, alike=True,  # a card that nobody sees changes no odds
    ),
    SmallTable(
        "TJQKA", "cd", {"ante": 100, "blind": 100, "trips": 100}, ("trips",), STACKS,
        {"burned": 0}, alike=True, best=False, decide=DECIDE["trips"], slow=True,
    ),
)  # fmt: skip


RECOUNT = Recount(
    small=SMALL,
    decide=DECIDE,
)
