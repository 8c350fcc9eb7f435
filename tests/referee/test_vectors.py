"""Scenarios exported for other programs: what is given, what must follow, and the rounds."""

import pytest

from houseway.games import game
from houseway.referee.log import FORMAT, deal_again
from houseway.referee.scenarios import read_scenarios
from houseway.referee.scenarios.vectors import Vector, vectors


@pytest.mark.parametrize("id", ["red-dog", "casino-war"])
def test_a_vector_deals_again_to_its_nets(id: str) -> None:
    found = game(id)
    book = found.rulebook("nj")
    file = read_scenarios(found.scenarios("nj"))
    every = list(vectors(file, found.play, book))
    assert len(every) == len(file.scenarios)
    compared = 0
    for vector in every:
        Vector.model_validate(vector)
        nets: dict[str, dict[str, int]] = {}
        for played in vector["rounds"]:
            rules = {key: played[key] for key in ("options", "limits", "meters")}
            record = {
                "format": FORMAT,
                "rules": {"rulebook": vector["rulebook"], **rules},
                **{key: played[key] for key in ("start", "inputs", "events")},
            }
            dealt = deal_again(record, found.play, book)
            for seat, wagers in dealt.state.nets.items():
                for wager, net in wagers.items():
                    made = nets.setdefault(str(seat), {})
                    made[wager] = made.get(wager, 0) + net
        if len(vector["rounds"]) == 1:
            for seat, expected in vector["expected"].get("nets", {}).items():
                found_nets = {name: net for name, net in nets.get(seat, {}).items() if net}
                assert found_nets == {name: net for name, net in expected.items() if net}, vector
                compared += 1
    assert compared > 20
