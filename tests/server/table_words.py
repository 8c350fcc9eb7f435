"""Every string that the page of a table shows, and what no page may show."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from houseway.games import game
from houseway.referee.requests import Choice
from houseway.rulebook.refusal import Refused
from houseway.server.host import Host, Snapshot
from houseway.server.memory import MemoryHost
from houseway.server.table.data import table_data
from houseway.simulation.policies import usual_bets
from houseway.wording.tickets import parse_ticket

NAMES = {1: "Ada", 2: "Ben", 3: "Cyd"}
DENIED = (
    r"\w_|_\w",  # identifiers
    r"@",
    r"\b[Ss]eat -",
    r"\b[Mm]eter \d",
    r"\bdont\b",
    r"\b[Bb]et [123]\b(?! (?:\$|lies|stands|lost|and|is|:))",
    r"^[Ss]econd(?: \$|$)",
    r"\bno raise or raise\b",
    r"\b[Tt]he \d+\.\d",  # a further hand of a seat
    r"\bNone\b",
    r"\b(?:True|False)\b",
    r"\bnan\b",
)  # fmt: skip
INTERNAL = re.compile("|".join(DENIED))
NAMED_SO = {"let-it-ride-poker": re.compile(r"\bBet [123]\b")}  # as on its layout
SHOWN = (
    "status", "told", "closed", "spoken", "go", "next_round", "not_yet", "noted", "waiting_for",
    "tickets", "marks", "changes",
)  # fmt: skip


def internal(said: str, id: str) -> bool:
    """Whether a string has a word that players should not see."""
    allowed = NAMED_SO.get(id)
    return bool(INTERNAL.search(allowed.sub("", said) if allowed else said))


def strings(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every string that a page shows of a table, with where it stands."""
    for field in SHOWN:
        yield from ((field, one) for one in _leaves(data[field]))
    yield from (("barred", one) for one in data["barred"].values())
    for name, amount in data["meters"]:
        yield from (("meter", name), ("meter", amount))
    yield from (("log", line["says"]) for line in data["log"])
    for row in data["rows"]:
        yield from (
            (f"row {part}", one)
            for part in ("name", "how", "told", "rules")
            for one in _leaves(row[part])
        )
    for choice in data["choices"]:
        yield from ((f"button {part}", choice[part]) for part in ("label", "short"))
        yield from (("amount", name) for name, _ in choice["amounts"])
    for hand in data["hands"]:
        yield from ((f"hand {part}", hand[part]) for part in ("name", "called", "said"))
    yield from (("pot", pot["name"]) for pot in data["things"].get("pots", ()))


def _leaves(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, list | tuple):
        for one in found:
            yield from _leaves(one)
    elif isinstance(found, dict):
        for one in found.values():
            yield from _leaves(one)


def looks(id: str, edition: str, rounds: int, seed: int) -> Iterator[tuple[Snapshot, list[str]]]:
    """A table as it is after everything that somebody does there in some rounds, with what was
    refused: bets of all kinds, and decisions at random."""
    host, chance = MemoryHost(seed=seed, practice=True, decision_seconds=0), random.Random(seed)
    names = NAMES if game(id).has_bots or id == "baccarat-chemin-de-fer" else {1: NAMES[1]}
    for name in names.values():
        host.enter(name)
    table = host.open_table(id, edition, {}, by=NAMES[1])
    for seat, name in names.items():
        with suppress(Refused):  # who opens a table may have a seat already
            host.do(table, {"do": "sit", "seat": seat}, by=name)
    for _ in range(rounds):
        yield from one_round(host, table, chance)


def one_round(
    host: Host, table: int, chance: random.Random
) -> Iterator[tuple[Snapshot, list[str]]]:
    """A round, as Ada sees it after each thing that is done."""
    begun, bets, refused = host.look(table, by=NAMES[1]).rounds, False, list[str]()
    for _ in range(120):
        seen = host.look(table, by=NAMES[1])
        yield seen, refused
        refused = []
        if seen.over and seen.rounds > begun:
            return
        if seen.asks == "decision" and not isinstance(seen.asked_of, int):
            return  # for the dealer or the floor to decide
        if isinstance(seen.asked_of, int):
            name = seen.players[seen.asked_of]
            ask = host.look(table, by=name, seat=seen.asked_of).ask
            assert ask is not None
            refused += said(host, table, name, acted(seen.asked_of, chance.choice(ask.choices)))
        elif seen.rules.book.rates:
            form = parse_ticket("quick 5 $1", seen.rules)
            bought = {"do": "buy", "seat": 1, "form": form}
            refused += said(host, table, NAMES[1], {"do": "ready", "seat": 1} if bets else bought)
            bets = True
        else:
            for seat, name in ours(seen):
                if not bets:
                    made = usual_bets(seen.rules)
                    refused += said(host, table, name, {"do": "bet", "seat": seat, "bets": made})
                    for more in others(seen, chance):
                        bet = {"do": "bet", "seat": seat, "bets": more}
                        refused += said(host, table, name, bet)
                else:
                    refused += said(host, table, name, {"do": "ready", "seat": seat})
            bets = not bets


def ours(seen: Snapshot) -> list[tuple[int, str]]:
    """The seats that the test plays; bots play by themselves."""
    return [one for one in seen.players.items() if one[1] in NAMES.values()]


def acted(seat: int, choice: Choice) -> dict[str, Any]:
    """A decision as a command."""
    what = {"do": "act", "seat": seat, "what": choice.name}
    return what | ({"amount": choice.least} if choice.least else {})


def others(seen: Snapshot, chance: random.Random) -> Iterator[dict[str, int]]:
    """Some wagers beside the usual ones."""
    for name, wager in seen.rules.wagers.items():
        if chance.random() < 0.3:
            spot = f"@{chance.choice(list(wager.spots))}" if wager.spots else ""
            limit = seen.rules.limits.get(name)
            yield {name + spot: limit.minimum if limit else 500}


def said(host: Host, table: int, name: str, command: dict[str, Any]) -> list[str]:
    """Do something; the reason if it is refused."""
    try:
        host.do(table, command, by=name)
    except Refused as refusal:
        return [refusal.reason]
    return []


def found(id: str, edition: str, rounds: int, seed: int) -> list[str]:
    """The strings of a game that players should not see."""
    wrong: dict[str, None] = {}
    for seen, refused in looks(id, edition, rounds, seed):
        every = [*strings(table_data(seen, balance=100_000)), *(("refused", r) for r in refused)]
        wrong |= {f"{at}: {one}": None for at, one in every if internal(one, id)}
    return list(wrong)
