"""Every figure of switch hands blackjack at one table: the rulebook's numbers put into the solver.

The main wager's figure has in it the ante fee and whatever is doubled and split; a pair that is
split is one line with its mean. One player plays one round from a full shoe. Stakes are in dollars.

Certificates have every number of decks with everything that is not about splits, and every way to
split with six decks; other tables are counted when they are asked for, in about a minute.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, name_of
from houseway.games.authoring.result_at import Variation, result_at, variations
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one import policy
from houseway.games.twenty_one.strategy import every_class
from houseway.games.twenty_one.switch_hands_blackjack import odds
from houseway.games.twenty_one.switch_hands_blackjack.advice import POLICIES, advise
from houseway.games.twenty_one.switch_hands_blackjack.strategy import (
    SwitchStrategy,
    follow,
    mistakes_of,
    strategy_at,
)
from houseway.games.twenty_one.table_numbers import MAIN, prices, shoe
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

INSURANCE = "insurance"
STAKES = {MAIN: Fraction(10), INSURANCE: Fraction(5)}
BESIDES = (
    "decks_in_use",
    "surrender",
    "dealer_cards",
    "blackjack_tie_pays",
    "blackjack_ties_21",
)
SPLITS = ("resplit_offered", "splits", "resplit_aces")
PLAYED = [BESIDES[0], *SPLITS, *BESIDES[1:]]
OPTIONS = {MAIN: PLAYED, INSURANCE: ["decks_in_use"]}
APART = ("decks_in_use",)
SLOW = frozenset({MAIN})  # a minute for each number of decks and way to split
UNPRICED = dict.fromkeys(
    ("double", *(f"{name}_{n}" for n in (2, 3, 4) for name in ("split", "double"))),
    "in the figure of the main wager",
)


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure, those about splits by themselves."""
    yield from variations(book, together=[BESIDES, SPLITS])


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
            table: OutcomeTable = odds.optimal(odds.known_at(rules)).table
            method, way = Method.DYNAMIC_PROGRAMMING, "optimal"
        else:
            table = family.insurance_table(shoe(rules), prices(rules, name)["win"])
            method, way = Method.COUNTING, "always"
        found.append(
            result_at(
                rules, table, method, wager=name, depends_on=OPTIONS[name],
                stakes={name: bets[name]}, strategy=way,
            )
        )  # fmt: skip
    return found


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> SwitchStrategy:
    """The best play at this table, when to switch, and what simpler ways to play cost."""
    return strategy_at(odds.known_at(rules))


# -- any other strategy ----------------------------------------------------------------------------


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """The main wager when decided so, exactly. No insurance is taken."""
    table = follow(odds.known_at(rules), decide).table
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
    return mistakes_of(odds.known_at(rules), decide)


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
