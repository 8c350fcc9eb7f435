"""Every figure of blackjack switch at one table: the rulebook's numbers put into the solver.

The main wager's figure is that of either of the two wagers, with whatever is doubled and split; a
pair that is split is one line with its mean. One player plays one round from a full shoe. Stakes
are in dollars.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from houseway.counting.result import OutcomeTable
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one.blackjack_switch import odds
from houseway.games.twenty_one.blackjack_switch.advice import POLICIES, advise
from houseway.games.twenty_one.blackjack_switch.match import CARDS, MATCH, match_row
from houseway.games.twenty_one.blackjack_switch.strategy import (
    SwitchStrategy,
    follow,
    mistakes_of,
    strategy_at,
)
from houseway.games.twenty_one.figures import Figure, best_play, insurance, own_play, results_of
from houseway.games.twenty_one.shoe_cards import LOSE, one_row, tally
from houseway.games.twenty_one.strategy import every_class
from houseway.games.twenty_one.table_numbers import MAIN, numbers, prices, shoe
from houseway.games.twenty_one.twentyone import rank
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

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
SHOE = ["decks_in_use", "match_pays"]
APART = ("decks_in_use",)
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


MATCH_WAGER = Figure(
    lambda rules, bets: match_table(shoe(rules), tuple(prices(rules, MATCH).items())), SHOE
)
results = results_of(
    {
        MAIN: best_play(lambda rules, bets: odds.optimal(numbers(rules)).table, PLAYED),
        "insurance": insurance(SHOE),
        MATCH: MATCH_WAGER,
    },
    STAKES,
)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> SwitchStrategy:
    """The best play at this table, when to switch, and what simpler ways to play cost."""
    return strategy_at(numbers(rules))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=own_play(lambda rules, bets: numbers(rules), follow, mistakes_of, PLAYED),
    apart=APART,
    unpriced=UNPRICED,
)
