"""Every figure of high card, from its round: every deal is walked through, with the best choice."""

from collections.abc import Iterator

from houseway.games.authoring.from_round import FromRound
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.authoring.round_figures import rank
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

from .game import play


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """The tables that figures are shipped for: both of the match."""
    return variations(book, "match")


def card(sight: Sight, rules: TableRules) -> int:
    """Return the pips of the player's card, an ace as 14, by which a decision is described."""
    return rank(sight.hand[0]) + 2


ODDS = FromRound(
    play, every_variation,
    alike=rank,
    facts={"card": card},
    simple=[
        {"name": "always raise", "rules": [], "otherwise": "raise"},
        {
            "name": "fold below a five",
            "rules": [{"do": "raise", "card": "5 or more"}],
            "otherwise": "fold",
        },
    ],
)  # fmt: skip
FIGURES = ODDS.to_figures()
