"""Recorded sessions come out as they did: a change of behavior has to be meant."""

import gzip
import json

import golden
import pytest

from houseway.games import games
from houseway.referee.log import deal_again
from houseway.rulebook.table_rules import base_of

EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_long_session_deals_again(game, edition) -> None:
    text = gzip.decompress(golden.path(game, edition).read_bytes()).decode()
    records = [json.loads(line) for line in text.splitlines()]
    assert golden.ROUNDS <= len(records) <= golden.MOST
    used = set()
    for record in records:
        round = deal_again(record, game.play, game.rulebook(edition))
        made = [event for event in round.events if event.kind in ("wagered", "stands")]
        used |= {base_of(event.wager) for event in made}
    assert used >= {
        name
        for name, wager in game.rulebook(edition).wagers.items()
        if wager.if_offered is None and not wager.paid_on
    }
