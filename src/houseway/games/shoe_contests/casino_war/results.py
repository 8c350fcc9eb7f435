"""Every figure of casino war, from its round."""

from collections.abc import Iterator

from houseway.games.authoring.from_round import FromRound
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.authoring.round_figures import rank
from houseway.games.shoe_contests.casino_war.game import play
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

DECKS = ("6", "7", "8")


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every number of decks."""
    for decks in DECKS:
        yield from variations(book, decks=decks)


def tied(sight: Sight, rules: TableRules) -> int:
    """The value of the rank that player and dealer both have."""
    return rules.points[rank(sight.hand[0])]


ODDS = FromRound(
    play, every_variation,
    alike=rank,
    depends_on={"": ("decks",)},
    always={"war_tie": ("war", "tie_wager")},
    facts={"rank": tied},
    simple=[
        {"name": "always war", "rules": [], "otherwise": "war"},
        {"name": "always surrender", "rules": [], "otherwise": "surrender"},
    ],
)  # fmt: skip
FIGURES = ODDS.to_figures()
