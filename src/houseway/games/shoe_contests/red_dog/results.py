"""Every figure of red dog, from its round."""

from collections.abc import Iterator

from houseway.games.authoring.from_round import FromRound
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.result_at import Variation, variations
from houseway.games.authoring.round_figures import rank
from houseway.games.shoe_contests.red_dog.game import play
from houseway.games.shoe_contests.red_dog.hand import spread_of
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

DECKS = ("1", "2", "4", "6", "8")  # the shoes in common use


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """The shoes in common use."""
    for decks in DECKS:
        yield from variations(book, decks=decks)


def spread(sight: Sight, rules: TableRules) -> int:
    """The spread of the two cards that lie open."""
    first, second, *_ = (rules.points[rank(card)] for card in sight.board)
    return spread_of(first, second)


ODDS = FromRound(
    play, every_variation,
    alike=rank,
    depends_on={"": ("decks",)},
    facts={"spread": spread},
    simple=[
        {
            "name": "raise on seven or more",
            "rules": [{"do": "raise", "spread": "7 or more"}],
            "otherwise": "no_raise",
        },
        {"name": "always raise", "rules": [], "otherwise": "raise"},
        {"name": "never raise", "rules": [], "otherwise": "no_raise"},
    ],
)  # fmt: skip
FIGURES = ODDS.to_figures()
