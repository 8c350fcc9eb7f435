"""What everybody at a table is sent in a whole round of every game: nobody is told a card that is
not theirs to see."""

import json
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from house import all_of, application
from kinds import that_hide_cards
from may_know import hidden_from, seen_cards, told_of
from test_pages import Visitor

from houseway.documents.pictures import card_name
from houseway.equipment.cards import NAMES
from houseway.server.http.limits import Buckets
from houseway.simulation.policies import usual_bets


@pytest.fixture
def app() -> Iterator[FastAPI]:
    with application("memory", seed=17) as found:
        found.state.buckets = Buckets(rate=1e6, burst=1e6)
        yield found


@pytest.mark.parametrize("game", that_hide_cards())
def test_nobody_is_sent_what_is_hidden(app: FastAPI, game: str) -> None:
    """Two play and a third looks on; after every step all that each of them can ask for is read."""
    host = app.state.host
    people = {name: Visitor(app, f"{name} {game}") for name in ("ada", "ben", "cyd")}
    table = people["ada"].play(game)
    id = int(table.rpartition("/")[2])
    ada, ben = (people[name].table(table) for name in ("ada", "ben"))
    seats = {"ada": ada["seat"], "ben": ben["free"][-1], "cyd": None}
    people["ben"].do(table, do="sit", seat=seats["ben"])
    rules = next(card.rules for card in host.tables() if card.id == id)
    tried, known, betting = 0, False, False
    for _ in range(90):
        events = list(all_of(host, id).events)
        for name, person in people.items():
            asked = (f"/api{table}/view", f"/api{table}", table)
            sent = [person.http.get(path).text for path in asked]
            may = seen_cards(seats[name], events)
            for place, cards in hidden_from(seats[name], events).items():
                for card in cards:
                    if card_name(card) in may:
                        continue  # another of the same name lies open
                    tried += 1
                    leaks = [text for text in sent if told_of(card).search(text)]
                    assert not leaks, f"{name} is told {NAMES[card]} of {place}"
            mine = [c for e in events if e.who == seats[name] for c in e.cards if seats[name]]
            known |= any(told_of(card).search(text) for card in mine for text in sent)
        looks = {name: people[name].table(table) for name in ("ada", "ben")}
        shown = tried or game == "blackjack"  # where nothing is dealt face down
        if betting and shown and not looks["ada"]["asks"]:
            break
        if looks["ada"]["asks"] in ("bets", ""):
            betting = True
            for name in looks:
                people[name].do(table, do="bet", bets=usual_bets(rules))
            for name in looks:
                people[name].do(table, do="ready")
            continue
        [turn] = [name for name, look in looks.items() if look["choices"]]
        choice = looks[turn]["choices"][-1]
        amount = {"amount": choice["most"]} if choice["unit"] else {}
        people[turn].do(table, do="act", seat=choice["who"], what=choice["name"], **amount)
    else:
        raise AssertionError(f"the round does not end: {json.dumps(looks['ada']['status'])}")
    assert known
