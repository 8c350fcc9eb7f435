"""Every figure of Spanish 21 at one table: the rulebook's numbers put into the family's solver.

The main wager's figure has in it whatever is doubled and split, the bonus 21s and the super bonus
that a wager of this size wins; a pair that is split is one line with its mean. One player plays one
round from a full shoe; ``others_add`` is what the super bonuses of other players add to that.
Stakes are in dollars.
"""

from collections.abc import Iterator
from fractions import Fraction

from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.twenty_one import match_dealer, odds, policy
from houseway.games.twenty_one.advice import advise
from houseway.games.twenty_one.figures import Figure, best_play, insurance, own_play, results_of
from houseway.games.twenty_one.policies import POLICIES
from houseway.games.twenty_one.strategy import Strategy, every_class
from houseway.games.twenty_one.strategy import strategy as best_strategy
from houseway.games.twenty_one.super_bonus import SUPER
from houseway.games.twenty_one.table_numbers import MAIN, numbers_at, prices, shoe
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

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


def known_at(rules: TableRules, stakes: Stakes | None) -> odds.Rules:
    """The table's numbers for a wager of this size."""
    return numbers_at(rules, int({**STAKES, **(stakes or {})}[MAIN] * 100))


results = results_of(
    {
        MAIN: best_play(lambda rules, bets: odds.optimal(known_at(rules, bets)).table, OPTIONS),
        "insurance": insurance(OPTIONS),
        match_dealer.MATCH: Figure(
            lambda rules, bets: match_dealer.match_table(
                shoe(rules), prices(rules, match_dealer.MATCH)
            ),
            OPTIONS,
        ),
    },
    STAKES,
)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, its chart, and what simpler ways to play cost."""
    return best_strategy(rules, {**STAKES, **(stakes or {})})


def others_add(rules: TableRules, stakes: Stakes | None = None, others: int = 1) -> Fraction:
    """What the super bonuses of so many other players add to a main wager, in units of it, if they
    bet as much and play as well: every box is dealt from the same shoe and has the same chance."""
    known = known_at(rules, stakes)
    stake = {**STAKES, **(stakes or {})}[MAIN]
    chance = odds.optimal(known).super_frequency
    return others * chance * Fraction(rules.schedule(SUPER).prices["others"].cents, 100) / stake


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=own_play(known_at, policy.follow, policy.mistakes, OPTIONS),
    apart=APART,
    unpriced=UNPRICED,
)
