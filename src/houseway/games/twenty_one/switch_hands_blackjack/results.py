"""Every figure of switch hands blackjack at one table: the rulebook's numbers put into the solver.

The main wager's figure has in it the ante fee and whatever is doubled and split; a pair that is
split is one line with its mean. One player plays one round from a full shoe. Stakes are in dollars.

Certificates have every number of decks with everything that is not about splits, and every way to
split with six decks; other tables are counted when they are asked for, in about a minute.
"""

from collections.abc import Iterator
from fractions import Fraction

from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.twenty_one.figures import best_play, insurance, own_play, results_of
from houseway.games.twenty_one.strategy import every_class
from houseway.games.twenty_one.switch_hands_blackjack import odds
from houseway.games.twenty_one.switch_hands_blackjack.advice import POLICIES, advise
from houseway.games.twenty_one.switch_hands_blackjack.strategy import (
    SwitchStrategy,
    follow,
    mistakes_of,
    strategy_at,
)
from houseway.games.twenty_one.table_numbers import MAIN
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

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
APART = ("decks_in_use",)
UNPRICED = dict.fromkeys(
    ("double", *(f"{name}_{n}" for n in (2, 3, 4) for name in ("split", "double"))),
    "in the figure of the main wager",
)


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure, those about splits by themselves."""
    yield from variations(book, together=[BESIDES, SPLITS])


results = results_of(
    {
        MAIN: best_play(lambda rules, bets: odds.optimal(odds.known_at(rules)).table, PLAYED),
        INSURANCE: insurance(["decks_in_use"]),
    },
    STAKES,
)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> SwitchStrategy:
    """The best play at this table, when to switch, and what simpler ways to play cost."""
    return strategy_at(odds.known_at(rules))


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=own_play(lambda rules, bets: odds.known_at(rules), follow, mistakes_of, PLAYED),
    apart=APART,
    unpriced=UNPRICED,
)
