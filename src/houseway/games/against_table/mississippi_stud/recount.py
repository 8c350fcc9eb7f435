"""How the figures of Mississippi stud are counted a second time: a small deck by the referee."""

from houseway.games.authoring.recount import Recount, SmallTable

STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
WAGERS = ("main", "ante", "third_street", "fourth_street", "fifth_street")
SMALL = (
    SmallTable("TKA", "cd", {"ante": 1000}, WAGERS, STACKS, alike=True),
    SmallTable("5TKA", "cd", {"ante": 1000}, WAGERS, STACKS, alike=True, slow=True),
)


RECOUNT = Recount(
    small=SMALL,
)
