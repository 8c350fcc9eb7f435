"""Every figure of blackjack switch at one table: the rulebook's numbers put into the solver.

The main wager's figure is that of either of the two wagers, with whatever is doubled and split; a
pair that is split is one line with its mean. One player plays one round from a full shoe. Stakes
are in dollars.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, name_of
from houseway.games.authoring.result_at import Variation, result_at, variations
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one import policy
from houseway.games.twenty_one.blackjack_switch import odds
from houseway.games.twenty_one.blackjack_switch.advice import POLICIES, advise
from houseway.games.twenty_one.blackjack_switch.match import CARDS, MATCH, match_row
from houseway.games.twenty_one.blackjack_switch.strategy import (
    SwitchStrategy,
    follow,
    mistakes_of,
    strategy_at,
)
from houseway.games.twenty_one.shoe_cards import LOSE, one_row, tally
from houseway.games.twenty_one.strategy import every_class
from houseway.games.twenty_one.table_numbers import MAIN, numbers, prices, shoe
from houseway.games.twenty_one.twentyone import rank
from houseway.odds.result import Method, OutcomeTable, Result
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

__all__ = [
    "APART",
    "POLICIES",
    "SLOW",
    "STAKES",
    "UNPRICED",
    "advise",
    "every_class",
    "every_variation",
    "mistakes",
    "read_policy",
    "results",
    "strategy",
    "valued",
]

STAKES = {MAIN: Fraction(10), "insurance": Fraction(5), MATCH: Fraction(1)}
PLAYED = [
    "decks_in_use",
    "match_pays",  # tied to the number of decks by the law
    "resplit_offered",
    "splits",
    "resplit_aces",
    "surrender",
    "dealer_cards",
]
OPTIONS = {
    MAIN: PLAYED,
    "insurance": ["decks_in_use", "match_pays"],
    MATCH: ["decks_in_use", "match_pays"],
}
APART = ("decks_in_use",)
SLOW = frozenset({MAIN})  # a minute for each number of decks and way to split
_LATER = "in the figure of the first hand's wager"
UNPRICED = {
    "second": "its figure is that of the first hand's wager",
    "insurance_2": "its figure is that of the first hand's insurance",
    **dict.fromkeys(
        (
            "double",
            "double_2",
            *(f"{name}_{n}" for n in range(3, 9) for name in ("split", "double")),
        ),
        _LATER,
    ),
}


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[tuple(PLAYED)])


@lru_cache(maxsize=8)
def match_table(known: family.Rules, pays: tuple[tuple[str, Fraction], ...]) -> OutcomeTable:
    """The match wager, by the ranks of four cards."""
    counts = tally(known.cards, CARDS, lambda four: match_row(four) or LOSE, rank)
    return one_row(MATCH, counts, dict(pays))


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager with a figure of its own, or the one named."""
    bets, found = {**STAKES, **(stakes or {})}, []
    for name in [name for name in STAKES if wager in ("", name)]:
        if name == MAIN:
            table: OutcomeTable = odds.optimal(numbers(rules)).table
            method, way = Method.DYNAMIC_PROGRAMMING, "optimal"
        elif name == "insurance":
            table = family.insurance_table(shoe(rules), prices(rules, name)["win"])
            method, way = Method.COUNTING, "always"
        else:
            table = match_table(shoe(rules), tuple(prices(rules, name).items()))
            method, way = Method.COUNTING, "none"
        found.append(
            result_at(
                rules, table, method, wager=name, depends_on=OPTIONS[name],
                stakes={name: bets[name]}, strategy=way,
            )
        )  # fmt: skip
    return found


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> SwitchStrategy:
    """The best play at this table, when to switch, and what simpler ways to play cost."""
    return strategy_at(numbers(rules))


# -- any other strategy ----------------------------------------------------------------------------


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """Either of the two wagers when decided so, exactly. No insurance is taken."""
    table = follow(numbers(rules), decide).table
    stake = {**STAKES, **(stakes or {})}[MAIN]
    return [
        result_at(
            rules, table, Method.DYNAMIC_PROGRAMMING, wager=MAIN, stakes={MAIN: stake},
            depends_on=PLAYED, strategy=name_of(decide),
        )
    ]  # fmt: skip


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    return mistakes_of(numbers(rules), decide)


def read_policy(content: Any, rules: TableRules) -> Decide:
    """A way to decide from a plan as simulation takes it, whose bets do not change."""
    return policy.read(content, rules)


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    apart=APART,
    unpriced=UNPRICED,
)
