"""Rounds that are played without a page: what the eye looks back on."""

import uuid
from collections.abc import Mapping
from typing import Any

from houseway.server.durable import DEALER, FLOOR, DurableHost
from houseway.simulation.policies import usual_bets

BETS = {"ante": 1000, "blind": 1000}


def say(host: DurableHost, table: int, by: str, **said: Any) -> None:
    """A command of the ledger, as a dealer or the floor gives it."""
    host.house.do(table, said, by=by, key=uuid.uuid4().hex)


def seat(host: DurableHost, *names: str, game: str = "three-card-blitz") -> int:
    """A table with these people at its first seats, each let in if the house does not know them."""
    table = host.open_table(game, "nj", {}, by=FLOOR)
    for number, name in enumerate(names, 1):
        if not host.role(name):
            host.enter(name)
        host.do(table, {"do": "sit", "seat": number}, by=name)
    return table


def deal(host: DurableHost, table: int, *names: str) -> None:
    """Bets are taken, and the cards of a round dealt."""
    for number, name in enumerate(names, 1):
        host.do(table, {"do": "bet", "seat": number, "bets": BETS}, by=name)
    for number, name in enumerate(names, 1):
        host.do(table, {"do": "ready", "seat": number}, by=name)


def decide(host: DurableHost, table: int, *names: str, what: str = "fold") -> None:
    """Everybody decides."""
    for number, name in enumerate(names, 1):
        host.do(table, {"do": "act", "seat": number, "what": what}, by=name)


def expose(host: DurableHost, table: int) -> None:
    """The dealer reports a wrong number of cards, and the round is void."""
    say(host, table, DEALER, do="report", what="wrong_number_of_cards")


def play(host: DurableHost, table: int, *names: str, bets: Mapping[str, int] | None = None) -> None:
    """A round of any game to its end: the usual bets, and the first of every choice."""
    house = host.house
    with house.looking(table) as live:
        done = live.table.data.rounds
        usual = dict(bets or usual_bets(live.table.rules))
    while True:
        with house.looking(table) as live:
            if live.resting and live.table.data.rounds > done:
                return
        waiting = house.waiting(table)
        if not waiting:
            say(host, table, DEALER, do="begin")
        elif waiting["for"] == "bets":
            for number, name in enumerate(names, 1):
                say(host, table, name, do="bet", seat=number, bets=usual)
            say(host, table, DEALER, do="close")
        elif waiting["for"] == "tickets":
            form = {"wager": "straight", "rate": 100, "numbers": [3, 17, 42]}
            for number, name in enumerate(names, 1):
                say(host, table, name, do="buy", seat=number, form=form)
            for act in house.waiting(table)["acts"]:
                say(host, table, FLOOR, do="act", **act)
            say(host, table, DEALER, do="close")
        else:
            who, choice = waiting["who"], waiting["choices"][0]
            by = house.players(table)[who] if isinstance(who, int) else FLOOR
            say(host, table, by, do="act", who=who, what=choice["name"], amount=choice["least"])
