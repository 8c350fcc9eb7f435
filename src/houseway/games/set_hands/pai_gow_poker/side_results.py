"""The side wagers of pai gow poker at one table: the rulebook's numbers and the mathematics."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from houseway.counting.progressive import Progressive
from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.games.authoring.result_at import Stakes, result_at
from houseway.games.authoring.table_numbers import award_of, in_cents, meters_shown, paid_by
from houseway.games.set_hands.pai_gow_poker import odds
from houseway.games.set_hands.pai_gow_poker.counted import banker_counts, fact_counts
from houseway.games.set_hands.pai_gow_poker.felt import ENVY, PROGRESSIVES
from houseway.games.set_hands.pai_gow_poker.rows import BANKER, FACTS, is_premium
from houseway.games.set_hands.pai_gow_poker.sides import COLORS, rows_of
from houseway.rulebook.table_rules import TableRules

BY_FACTS = ("bonus", "insurance", "seven_card", "dynasty", "protection")
OFFERED_BY = {
    "number": "number_offered", "progressive_1": "progressive_1_offered",
    "progressive_5": "progressive_5_offered", "bonus": "bonus_offered", "envy": "bonus_offered",
    "insurance": "insurance_offered", "three_card": "three_card_offered",
    "seven_card": "seven_card_offered", "imperial": "imperial_offered", "dynasty": "ez_wagers",
    "dynasty_envy": "ez_wagers", "protection": "ez_wagers", "red_black": "ez_wagers",
    "queens_dragon": "ez_wagers",
}  # fmt: skip
ALSO = {
    "number": ["start_by"],
    "bonus": ["royal_match"],
    "envy": ["royal_match"],
    "three_card": ["bonus_deal", "dealing"],
    "seven_card": ["bonus_deal", "dealing", "seven_card_limit"],
    **{
        name: ["commission"]
        for name in ("dynasty", "dynasty_envy", "protection", "red_black", "queens_dragon")
    },
}
LIMITS = {"bonus": "bonus_limit", "insurance": "bonus_limit", "imperial": "imperial_limit"}
LIMITS |= dict.fromkeys(("dynasty", "protection", "red_black", "queens_dragon"), "ez_limit")
TABLES = {"dynasty": ["dynasty_envy"], "dynasty_envy": ["dynasty"]}  # that go together
STAKES = {
    "number": Fraction(5), "progressive_1": Fraction(1), "progressive_5": Fraction(5),
    "bonus": Fraction(5), "insurance": Fraction(5), "three_card": Fraction(5),
    "seven_card": Fraction(5), "imperial": Fraction(5), "dynasty": Fraction(5),
    "protection": Fraction(5), "red_black": Fraction(5), "queens_dragon": Fraction(5),
}  # fmt: skip
SPOTS = {"number": "number@1", "red_black": "red_black@red"}  # all alike


def counts_of(rules: TableRules, wager: str) -> odds.Counts:
    """How often each set of rows of a side wager is hit."""
    if wager == "number":
        return odds.number_counts(rules.rule("start_numbers"))
    if wager == "three_card":
        return odds.three_card_counts()
    if wager == "red_black":
        return odds.color_counts(COLORS)
    facts = fact_counts()
    if wager == "queens_dragon":
        queen = FACTS.index("queen_high")
        return odds.gathered(facts, lambda fact: {"win"} if fact >> queen & 1 else ())
    if wager == "imperial":
        return odds.beside(facts, banker_counts(), _rows(rules, wager), tuple(BANKER))
    return odds.gathered(facts, _rows(rules, wager))


def _rows(rules: TableRules, wager: str) -> Callable[[int], set[str]]:
    return lambda fact: rows_of(rules, wager, fact)


def progressive(wager: str) -> Callable[..., Progressive]:
    """A progressive wager, for any state of its meter."""

    def made(rules: TableRules, stake: Fraction = STAKES[wager]) -> Progressive:
        schedule, cents = rules.schedule(wager), in_cents(stake)
        hit = counts_of(rules, wager)
        resets = meters_shown(rules)
        return Progressive(
            wager=wager,
            rows=tuple(schedule.prices),
            patterns=hit,
            hands=sum(hit.values()),
            award=award_of(rules, wager, cents, returns_stake=False),
            resets=resets,
            stake=cents,
            unit=0,
        )

    return made


MADE = {wager: progressive(wager) for wager in PROGRESSIVES}


def side_results(
    rules: TableRules, bets: Stakes, meters: Mapping[str, int] | None, wager: str
) -> list[Result]:
    """Every side wager on cards and number that is on offer; or the one named."""
    base = wager.partition("@")[0]
    return [
        _result(rules, bets, meters, name)
        for name in OFFERED_BY
        if name in rules.wagers and base in ("", name)
    ]


def _result(rules: TableRules, bets: Stakes, meters: Mapping[str, int] | None, name: str) -> Result:
    depends = [OFFERED_BY[name], *ALSO.get(name, ()), *TABLES.get(name, ())]
    if name in LIMITS:
        depends.append(LIMITS[name])
    if name in PROGRESSIVES:
        shown = {
            meter: cents
            for meter, cents in meters_shown(rules, meters).items()
            if rules.book.meters[meter].fed_by == name
        }
        table = MADE[name](rules, bets[name]).table({**meters_shown(rules), **shown})
        return result_at(
            rules, table, Method.COUNTING, depends_on=depends, stakes={name: bets[name]},
            meters=shown,
        )  # fmt: skip
    if name in ENVY.values():
        own = next(wager for wager, envy in ENVY.items() if envy == name)
        return result_at(
            rules, envy_table(rules, name, bets[own]), Method.COUNTING, depends_on=depends,
            stakes={own: bets[own]},
        )  # fmt: skip
    spot = SPOTS.get(name, name)
    stake = bets.get(spot, bets[name])
    table = odds.table_of(name, counts_of(rules, name), paid_by(rules, spot, stake))
    return result_at(rules, table, Method.COUNTING, depends_on=depends, stakes={spot: stake})


def envy_table(rules: TableRules, name: str, stake: Fraction) -> OutcomeTable:
    """What one other player's hand brings on a bonus wager of so much, in units of that wager."""
    prices = rules.schedule(name).prices
    found: dict[tuple[int, str], int] = {}
    for fact, times in fact_counts().items():
        rows = rows_of(rules, name, fact) if is_premium(fact) else set()
        paid = max(((prices[row].cents, row) for row in rows), default=(0, ""))
        found[paid] = found.get(paid, 0) + times
    outcomes = tuple(
        Outcome(row or "nothing", Fraction(cents, 100) / stake, times, Fraction(0))
        for (cents, row), times in sorted(found.items())
    )
    own = next(wager for wager, envy in ENVY.items() if envy == name)
    return OutcomeTable(name, sum(found.values()), outcomes, f"{own} wager")
