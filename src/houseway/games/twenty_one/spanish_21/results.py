"""Every figure of Spanish 21 at one table: the rulebook's numbers put into the family's solver.

The main wager's figure has in it whatever is doubled and split, the bonus 21s and the super bonus
that a wager of this size wins; a pair that is split is one line with its mean. One player plays one
round from a full shoe; ``others_add`` is what the super bonuses of other players add to that.
Stakes are in dollars.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, name_of
from houseway.games.authoring.result_at import Variation, result_at, variations
from houseway.games.twenty_one import match_dealer, odds, policy
from houseway.games.twenty_one.advice import advise
from houseway.games.twenty_one.policies import POLICIES
from houseway.games.twenty_one.strategy import Strategy, every_class
from houseway.games.twenty_one.strategy import strategy as best_strategy
from houseway.games.twenty_one.super_bonus import SUPER
from houseway.games.twenty_one.table_numbers import MAIN, numbers_at, prices, shoe
from houseway.odds.result import Method, OutcomeTable, Result
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

__all__ = [
    "APART",
    "POLICIES",
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

STAKES = {
    MAIN: Fraction(10),
    "insurance": Fraction(5),
    match_dealer.MATCH: Fraction(1),
}
OPTIONS = ["decks_in_use", "match_pays"]  # the number of decks, and what the law ties to it
APART = ("decks_in_use",)
_LATER = "in the figure of the main wager"
UNPRICED = {
    SUPER: "in the figure of the main wager; `results.others_add` is what other winners add to it",
    **dict.fromkeys(
        ("double", *(f"{name}_{n}" for n in range(2, 5) for name in ("split", "double"))), _LATER
    ),
}


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[("decks_in_use", "match_pays")])


def known_at(rules: TableRules, stakes: Mapping[str, Fraction] | None) -> odds.Rules:
    """The table's numbers for a wager of this size."""
    return numbers_at(rules, int({**STAKES, **(stakes or {})}[MAIN] * 100))


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
            table: OutcomeTable = odds.optimal(known_at(rules, stakes)).table
            method, way = Method.DYNAMIC_PROGRAMMING, "optimal"
        elif name == "insurance":
            table = odds.insurance_table(shoe(rules), prices(rules, name)["win"])
            method, way = Method.COUNTING, "always"
        else:
            table = match_dealer.match_table(shoe(rules), prices(rules, name))
            method, way = Method.COUNTING, "none"
        found.append(
            result_at(
                rules, table, method, wager=name, depends_on=OPTIONS,
                stakes={name: bets[name]}, strategy=way,
            )
        )  # fmt: skip
    return found


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, its chart, and what simpler ways to play cost."""
    return best_strategy(rules, {**STAKES, **(stakes or {})})


def others_add(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, others: int = 1
) -> Fraction:
    """What the super bonuses of so many other players add to a main wager, in units of it, if they
    bet as much and play as well: every box is dealt from the same shoe and has the same chance."""
    known = known_at(rules, stakes)
    stake = {**STAKES, **(stakes or {})}[MAIN]
    chance = odds.optimal(known).super_frequency
    return others * chance * Fraction(rules.schedule(SUPER).prices["others"].cents, 100) / stake


# -- any other strategy ----------------------------------------------------------------------------


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """The main wager when decided so, exactly. No insurance is taken, and a double is taken back
    where that is better."""
    table = policy.follow(known_at(rules, stakes), decide).table
    stake = {**STAKES, **(stakes or {})}[MAIN]
    return [
        result_at(
            rules, table, Method.DYNAMIC_PROGRAMMING, wager=MAIN, stakes={MAIN: stake},
            depends_on=OPTIONS, strategy=name_of(decide),
        )
    ]  # fmt: skip


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    return policy.mistakes(known_at(rules, stakes), decide)


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
