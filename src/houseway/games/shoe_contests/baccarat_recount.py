"""How the figures of both baccarats are counted a second time: shoes of few ranks, of which two
cards count 0, 2, 3, 5 or 8, so that both sides have naturals, draw and stay."""

from houseway.games.authoring.recount import Recount, SmallTable

STAKE = 10_000
SIDES = ("player", "banker", "tie")
TOTALS = ("total_4", "total_5", "total_6")
WITH = {"banker@matched": {"total_5": STAKE}}  # which waives the vigorish
# A burn changes no odds and makes a tree too large: the shoe has been begun, and is still whole
BEGUN = {
    "fresh_deck": False,
    "notes": {
        "shoe": {"aside": [], "players": {"1": "one"}, "done": False, "last": False, "decks": 6}
    },
}


def small_tables() -> tuple[SmallTable, ...]:
    """Shoes of few ranks."""

    def table(wagers: tuple[str, ...], ranks: str, **more: object) -> SmallTable:
        bets = dict.fromkeys(wagers, STAKE)
        chosen = {"decks": 6, **more}
        return SmallTable(
            ranks, "cdhs", bets, wagers, chosen, ranks_alike=True, best=False, data=BEGUN
        )

    dragon = {"commission": "dragon_7", "dragon_7_offered": True}
    sides = {"bonus_offered": True, "total_cards_offered": True, "bonus": "C"}
    return (
        table(SIDES, "469"),
        table(SIDES, "37K", vig_rate="4%", vig_rounding="up"),
        table((*SIDES, "dragon_7"), "469", **dragon),
        table((*SIDES, *TOTALS, "bonus_player", "bonus_banker"), "469", **sides),
    )


SMALL = small_tables()


RECOUNT = Recount(
    small=SMALL,
    bets_beside=WITH,
)
