"""Lists of tables from committed data, without loading any table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.database.database import POSTGRES, SQLITE, inside
from houseway.ledger.tables import snapshots
from houseway.rulebook.table_rules import TableRules

Rules = dict[str, TableRules]  # by the header that they are made from
_MOST_RULES = 1000  # kept at hand for lists of tables
_LISTED = {  # the last entry tells who sits where, also within a round
    kind: text(
        f"SELECT id, tables.seq, owner, rules, {players} AS players, {rounds} AS rounds"
        " FROM tables JOIN entries ON table_id = id AND entries.seq = tables.seq"
        f" WHERE open AND id <> {CAGE} ORDER BY id"
    )
    for kind, players, rounds in (
        (kind, inside(kind, "body", "players"), inside(kind, "data", "rounds"))
        for kind in (SQLITE, POSTGRES)
    )
}


@dataclass(frozen=True)
class Listed:
    """An open table as a list of tables tells it, from what is committed and nothing else."""

    id: int
    seq: int
    owner: str
    rules: TableRules
    players: Mapping[int, str]
    rounds: int


def rows(connection: Connection) -> list[dict[str, Any]]:
    """Every open table."""
    found = connection.execute(
        text(
            "SELECT id, game, edition, seq, owner, data FROM tables"
            f" WHERE open AND id <> {CAGE} ORDER BY id"
        )
    )
    return [
        {
            "id": row.id,
            "game": row.game,
            "edition": row.edition,
            "seq": row.seq,
            "owner": row.owner,
            "rounds": json.loads(row.data)["rounds"],
        }
        for row in found
    ]


def listed(connection: Connection, kind: str, known: Rules) -> list[Listed]:
    """Every open table with its rules and players; rules that are known are not made again."""
    return [
        Listed(
            row.id,
            row.seq,
            row.owner,
            _rules_of(connection, row.rules, known),
            {int(seat): name for seat, name in json.loads(row.players).items()},
            int(row.rounds),
        )
        for row in connection.execute(_LISTED[kind])
    ]


def empty(connection: Connection, kind: str, player: str) -> list[int]:
    """Return the empty tables that were opened for players."""
    own, who = inside(kind, "settings", "for"), inside(kind, "body", "players")
    query = text(
        f"SELECT id, {own} AS own, {who} AS players FROM tables"
        " JOIN entries ON table_id = id AND entries.seq = tables.seq"
        f" WHERE open AND id <> {CAGE} ORDER BY id"
    )
    rows = [(row.id, row.own, json.loads(row.players)) for row in connection.execute(query)]
    if kind != SQLITE:  # which gives a word in JSON form
        rows = [(id, json.loads(own or "null"), sit) for id, own, sit in rows]
    return [id for id, own, sit in rows if own == player and not sit]


def plays_at(connection: Connection, kind: str, player: str) -> list[int]:
    """Return the open tables at which a person has a seat and is not away."""
    query = text(
        f"SELECT id, {inside(kind, 'body', 'players')} AS players, data FROM tables"
        " JOIN entries ON table_id = id AND entries.seq = tables.seq"
        " WHERE open AND id IN (SELECT table_id FROM visits WHERE person = :name) ORDER BY id"
    )
    found = []
    for row in connection.execute(query, {"name": player}):
        away = json.loads(row.data).get("absent", {})
        own = [seat for seat, name in json.loads(row.players).items() if name == player]
        if any(seat not in away for seat in own):
            found.append(int(row.id))
    return found


def _rules_of(connection: Connection, header: str, known: Rules) -> TableRules:
    if header not in known:
        if len(known) >= _MOST_RULES:
            known.clear()
        find = partial(snapshots.stored, connection)
        known[header] = snapshots.table(json.loads(header), find).rules
    return known[header]
