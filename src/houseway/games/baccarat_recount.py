"""How the figures of both baccarats are counted a second time: shoes of few ranks, of which two
cards count 0, 2, 3, 5 or 8, so that both sides have naturals, draw and stay."""

from collections.abc import Mapping

from houseway.games.recount import SmallTable

STAKE = 10_000
SIDES = ("player", "banker", "tie")
TOTALS = ("total_4", "total_5", "total_6")
WITH = {"banker@matched": {"total_5": STAKE}}  # which waives the vigorish
NO_BURN = {"shuffler": "continuous"}  # each round from all the cards; a burn changes no odds


def small_tables(
    options: Mapping[str, object], values: Mapping[str, object]
) -> tuple[SmallTable, ...]:
    """Small tables with these options, or values of rules that are no option, throughout."""

    def table(wagers: tuple[str, ...], ranks: str, **more: object) -> SmallTable:
        bets = dict.fromkeys(wagers, STAKE)
        chosen = {"decks": 6, **options, **more}
        return SmallTable(ranks, "cdhs", bets, wagers, chosen, values, ranks_alike=True, best=False)

    dragon = {"commission": "dragon_7", "dragon_7_offered": True}
    sides = {"bonus_offered": True, "total_cards_offered": True, "bonus": "C"}
    return (
        table(SIDES, "469"),
        table(SIDES, "37K", vig_rate="4%", vig_rounding="up"),
        table((*SIDES, "dragon_7"), "469", **dragon),
        table((*SIDES, *TOTALS, "bonus_player", "bonus_banker"), "469", **sides),
    )
