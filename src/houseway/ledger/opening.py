"""Opening a table: its first entry, its rulebook, its meters."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import game as find_game
from houseway.ledger import books, snapshots
from houseway.ledger.books import BANK, Move
from houseway.ledger.chain import CAGE, GENESIS, asked, canonical, link
from houseway.ledger.store import Store, moment
from houseway.referee.table import Table
from houseway.rulebook.chapter import chapter
from houseway.rulebook.money import FINE
from houseway.rulebook.rate import rate_text
from houseway.rulebook.refusal import Refused

Named = Mapping[str, Any]


@dataclass(frozen=True)
class Opening:
    """What table is wanted."""

    game: str
    edition: str
    options: Named | None
    limits: Named | None
    meters: Mapping[str, Named] | None
    by_hand: Collection[str]
    zone: str = ""

    @property
    def links(self) -> dict[str, str]:
        """The meters that are shared: their names in the house."""
        return {n: str(m["link"]) for n, m in (self.meters or {}).items() if "link" in m}

    def table(self, now: int) -> Table:
        """The table, if the rules allow it; its clock starts now."""
        found = find_game(self.game)
        terms = {
            name: {key: value for key, value in meter.items() if key != "link"}
            for name, meter in (self.meters or {}).items()
        }
        return Table(
            found.play,
            found.rulebook(self.edition),
            options=self.options,
            limits=self.limits,
            meters=terms,
            by_hand=self.by_hand,
            keep_log=False,
            began=now,
            zone=self.zone or chapter(self.edition).zone,
        )


def open_table(
    store: Store, connection: Connection, wanted: Opening, by: str, key: str, now: int
) -> int:
    """A new table, and its number."""
    table, links, by_hand = wanted.table(now), wanted.links, sorted(wanted.by_hand)
    rules = snapshots.header(table.rules)
    command = {"do": "open_table", "rules": rules, "linked": links, "by_hand": by_hand}
    cage = store.lock_cage(connection)
    if again := store.repeated(connection, CAGE, by, command, key):
        return int(json.loads(again.answer)["table"])
    number = 1 + int(connection.execute(text("SELECT MAX(id) FROM tables")).scalar() or 0)
    snapshots.remember(connection, table.rules)
    settings = {"by_hand": by_hand, "linked": links, "opened": now}
    moves = open_meters(connection, number, table, links)
    store.insert_table(connection, number, wanted.game, wanted.edition, settings)
    body = {
        "table": number,
        "seq": 1,
        "at": moment(),
        "by": by,
        "key": key,
        "do": command,
        "round": 0,
        "settings": settings,
        "rules": rules,
        "data": table.data.to_json(),
        "pending": [],
        "inputs": [],
        "chance": [],
        "events": [],
        "moves": moves,
        "players": {},
    }
    written = canonical(body)
    head = link(GENESIS, written)
    store.insert_entry(connection, body, written, GENESIS, head, asked(by, command), {})
    books.write(connection, number, 1, moves)
    connection.execute(
        text(
            "UPDATE tables SET seq = 1, head = :head, boundary = 1, rules = :rules, data = :data"
            " WHERE id = :id"
        ),
        {"id": number, "head": head, "rules": canonical(rules), "data": canonical(body["data"])},
    )
    store.append_to_cage(connection, cage, command, by, key, [], answer={"table": number})
    return number


def open_meters(
    connection: Connection, id: int, table: Table, links: Mapping[str, str]
) -> list[Move]:
    """Accounts for the meters of a table; those that are linked stand where they stand."""
    for name in links:
        if name not in table.rules.meters:
            known = ", ".join(table.rules.meters) or "none"
            raise Refused(f"this table has no meter {name!r} to link: {known}")
    moves = []
    for name, terms in table.rules.meters.items():
        own = links.get(name) or f"{id} {name}"
        told = canonical({"reset": terms.reset, "rate": rate_text(terms.rate)})
        stored = connection.execute(
            text("SELECT terms FROM meters WHERE name = :name"), {"name": own}
        ).scalar()
        if stored is None:
            insert = text("INSERT INTO meters (name, terms) VALUES (:name, :terms)")
            connection.execute(insert, {"name": own, "terms": told})
            books.open_account(connection, books.meter(own))
            if terms.reset:
                moves.append(Move("opened", BANK, books.meter(own), terms.reset * FINE))
        elif stored != told:
            raise Refused(f"the meter {own!r} runs on other terms: {stored}")
        else:
            table.data.meters[name] = books.balance(connection, books.meter(own))
    return moves
