"""Games by what they are, from the registry: what a test needs one of, or all of."""

import gzip
import json
from functools import cache

import golden

from houseway.games import games
from houseway.rulebook.table_rules import TableRules


@cache
def one_of_each_family() -> list[str]:
    """One game of every family: of those that one player can play, the one with the most
    scenarios."""
    found: dict[str, str] = {}
    for id, game in sorted(games().items(), key=lambda one: _size(one[0]), reverse=True):
        if TableRules(game.rulebook(game.editions[0])).players_needed == 1:
            found.setdefault(game.folder.parent.name, id)
    return sorted(found.values())


def _size(id: str) -> int:
    game = games()[id]
    return sum(game.scenarios(edition).stat().st_size for edition in game.editions)


@cache
def that_hide_cards() -> list[str]:
    """Games in which a seat has cards, and not all cards are for everybody to see."""
    found = []
    for id, game in games().items():
        if not (path := golden.path(game, game.editions[0])).exists():
            continue  # another test says so
        text = gzip.decompress(path.read_bytes()).decode()
        first = [json.loads(line)["events"] for line in text.splitlines()[:20]]
        dealt = [event for events in first for event in events if event["kind"] == "dealt"]
        if any(isinstance(one["who"], int) for one in dealt) and any(
            "sees" in one for one in dealt
        ):
            found.append(id)
    return found
