"""Table presets: the usual table of every game and edition, and tables that this house has opened
before."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import text

from houseway.games import game as find_game
from houseway.games import games
from houseway.ledger.chain.hash_chain import CAGE, canonical
from houseway.rulebook.choosing import choose, text_of, value_words
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import limit_words
from houseway.server.durable import DurableHost
from houseway.server.floor.desk import Wanted
from houseway.server.host import Host

MOST, SCANNED = 8, 200  # number of recent tables from which presets are made
_TABLES = text(
    "SELECT id, game, edition, settings, rules FROM tables"
    f" WHERE id <> {CAGE} ORDER BY id DESC LIMIT {SCANNED}"
)
_TABLE = text(
    f"SELECT id, game, edition, settings, rules FROM tables WHERE id = :id AND id <> {CAGE}"
)


@dataclass(frozen=True)
class Preset:
    """A table setup, and how it differs from the usual table."""

    wanted: Wanted
    title: str
    like: int = 0  # the number of the copied table; none for a usual table
    differs: tuple[str, ...] = ()
    family: str = ""


@cache
def usual_presets() -> tuple[Preset, ...]:
    """Return the usual table of every game and edition."""
    found = []
    for id in games():
        for edition in find_game(id).editions:
            book = find_game(id).rulebook(edition)
            found.append(Preset(Wanted(id, edition, {}, {}, {}), book.title, family=book.family))
    return tuple(found)


def opened_before(host: Host) -> list[Preset]:
    """Return tables that staff opened, newest first, without duplicates and without setups that are
    no longer lawful."""
    if not isinstance(host, DurableHost):
        return []
    with host.house.database.reading() as connection:
        rows = connection.execute(_TABLES).all()
    found: dict[str, Preset] = {}
    for row in rows:
        if len(found) >= MOST:
            break
        settings, rules = json.loads(row.settings), json.loads(row.rules)
        if "for" in settings:
            continue
        chosen = {name: rules[name] for name in ("options", "limits", "meters")}
        links = sorted(settings["linked"].items())
        kind = canonical([row.game, row.edition, chosen, links, settings["by_hand"]])
        if kind not in found and (made := _preset(row)):
            found[kind] = made
    return list(found.values())


def preset_of(host: Host, table: int) -> Preset:
    """Return a preset with the setup of an open or closed table."""
    if isinstance(host, DurableHost):
        with host.house.database.reading() as connection:
            row = connection.execute(_TABLE, {"id": table}).first()
        if row is not None and (made := _preset(row)):
            return made
    raise Refused(f"there is no table {table} to open another like it")


def _preset(row: Any) -> Preset | None:
    try:
        found = find_game(row.game)
        book = found.rulebook(row.edition)
    except Refused:
        return None
    settings, rules = json.loads(row.settings), json.loads(row.rules)
    usual = choose(book, {}, {})
    assert usual.rules is not None
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in rules["options"].items()
        if name in book.choices and _text(value) != text_of(usual.rules.options[name])
    }
    limits = {
        name: Limit(*value)
        for name, value in rules["limits"].items()
        if name in book.wagers and usual.rules.limits.get(name) != Limit(*value)
    }
    meters: dict[str, dict[str, Any]] = {
        name: {**terms, **({"link": link} if (link := settings["linked"].get(name)) else {})}
        for name, terms in rules["meters"].items()
        if name in book.meters
    }
    by_hand = tuple(settings["by_hand"])
    wanted = Wanted(row.game, row.edition, options, limits, meters, by_hand)
    if wanted.choosing().problems:
        return None
    says = [
        f"{book.choices[n].says}: {value_words(book.choices[n], v)}" for n, v in options.items()
    ]
    says += _limits_told(book.wagers, limits)
    says += [f"{who} in person" if who != "chance" else "cards are read in" for who in by_hand]
    says += [f"meter shared as {m['link']}" for m in meters.values() if "link" in m]
    return Preset(wanted, book.title, row.id, tuple(says), book.family)


def _limits_told(wagers: Mapping[str, Any], limits: Mapping[str, Limit]) -> list[str]:
    """Return limits in words; wagers with equal limits are listed together."""
    alike: dict[str, list[str]] = {}
    for name, limit in limits.items():
        alike.setdefault(limit_words(limit), []).append(wagers[name].name)
    return [
        f"{', '.join(names) if len(names) < 4 else f'{len(names)} wagers'}: {said}"
        for said, names in alike.items()
    ]


def _text(value: Any) -> str:
    return text_of(tuple(value) if isinstance(value, list) else value)


@dataclass(frozen=True)
class Group:
    """Related options of a table: those that differ from the preset, and the rest."""

    name: str
    changed: list[Any] = field(default_factory=list)
    rest: list[Any] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Return the group's element id on the page."""
        return self.name.lower().replace(" ", "-")


_CARDS = {
    "deck", "decks", "shuffler", "shuffle", "reshuffle", "dealing", "deal", "cutting", "recut",
    "preshuffled", "shoe", "dice", "shaker", "wheel", "stack", "burn", "cover", "backs", "securely",
    "start",
}  # fmt: skip
_MONEY = {
    "fee", "commission", "vig", "vigorish", "rake", "chip", "unit", "limit", "stake", "stakes",
    "jackpot", "drop", "charge", "cap",
}  # fmt: skip


def group_of(book: Any, name: str) -> str:
    """Return the heading under which an option is listed."""
    words = set(name.split("_"))
    if name in book.paytables or "pays" in words or "odds" in words:
        return "Paytables"
    offered = {wager.if_offered for wager in book.wagers.values()}
    if name in offered or words & {"offer", "offered"}:
        return "Wagers"
    return "Cards and equipment" if words & _CARDS else "Money" if words & _MONEY else "Rules"


def grouped(book: Any, chosen: Any, base: Mapping[str, str]) -> list[Group]:
    """Return the options by heading; ``base`` has the preset's values as form fields."""
    made = {
        name: Group(name)
        for name in ("Wagers", "Paytables", "Rules", "Cards and equipment", "Money")
    }
    for one in chosen:
        group = made[group_of(book, one.name)]
        same = one.text == base.get(one.name) and not one.refusal and not one.barred
        (group.rest if same else group.changed).append(one)
    return [group for group in made.values() if group.changed or group.rest]
