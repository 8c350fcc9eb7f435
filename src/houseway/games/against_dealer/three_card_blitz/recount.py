"""How the figures of 3 Card Blitz are counted a second time."""

from houseway.games.authoring.recount import Recount, SmallTable, prefer

# A hand comes at once, so that fewer orders are dealt
STACKS = {
    "nj": {"shuffler": "automated"},
    "md": {"shuffler": "automated", "dealing": "automated_shoe", "stack_order": "dealer_held"},
}
DECIDE = {name: prefer("play") for name in ("flush_bonus", "progressive", "blitz_jackpot")}
BETS = {"ante": 100, "blind": 100}
MAIN = ("main", "ante", "blind", "play")
SMALL = tuple(
    table
    for edition, stacks in STACKS.items()
    for table in (
        SmallTable(
            "9JKA", "cd", BETS, MAIN, stacks, {"cards_each": 3}, alike=True, editions=(edition,)
        ),
        SmallTable(
            "TKA", "cdh", BETS, MAIN, stacks, {"cards_each": 3}, alike=True, editions=(edition,)
        ),
        SmallTable(  # a deck in which Blitzes are common; meters tell suits apart
            "JQKA", "cd", {**BETS, "flush_bonus": 100, "progressive": 500},
            ("flush_bonus", "progressive"), stacks, {"cards_each": 4},
            best=False, decide=prefer("play"), editions=(edition,),
        ),
    )
)  # fmt: skip


RECOUNT = Recount(
    small=SMALL,
    decide=DECIDE,
)
