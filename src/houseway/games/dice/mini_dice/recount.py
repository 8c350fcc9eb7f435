"""How the figures are counted a second time: as at craps, but no line bet keeps the table going."""

from houseway.counting.result import Result
from houseway.games.authoring.recount import Bettor, Recount
from houseway.games.dice.craps_recount import bettor as craps_bettor
from houseway.rulebook.table_rules import TableRules


def bettor(result: Result, rules: TableRules) -> Bettor:
    """How the wager of a result is made before each shake; a place bet is always on."""
    base, *where = result.wager.split("@")
    found = craps_bettor(result, rules)
    if "roll" in where:
        amount = int(next(iter(result.stakes.values())) * 100)
        wager = f"{base}@{where[0]}"
        return found._replace(bets=lambda *_: {wager: amount}, keep_on={})
    return found._replace(keep_on={})


RECOUNT = Recount(
    bettor=bettor,
)
