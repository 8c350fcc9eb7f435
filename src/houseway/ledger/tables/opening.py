"""Opening a table: its first entry, its rulebook, its meters."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import game as find_game
from houseway.ledger import books
from houseway.ledger.books import BANK, Move
from houseway.ledger.chain.hash_chain import CAGE, GENESIS, asked, canonical, link
from houseway.ledger.database.store import Store
from houseway.ledger.errors import NoRoom
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.funds import check_offered
from houseway.ledger.tables import snapshots
from houseway.referee.table import Table
from houseway.rulebook.chapter import chapter
from houseway.rulebook.house_options import holds
from houseway.rulebook.money import FINE, money
from houseway.rulebook.rate import rate_text
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

Named = Mapping[str, Any]
_OWN = re.compile(r"\s*\d+(\s|$)")  # how the name of a table's own meter begins


@dataclass(frozen=True)
class Room:
    """For which player a table is opened (nobody: for the house), and how many there may be: of
    that player's, and of all players' or all of the house's. Neither takes the other's room."""

    player: str
    each: int
    most: int

    def check(self, connection: Connection) -> None:
        """Refuse one more where there are as many as there may be."""
        rows = connection.execute(text(f"SELECT settings FROM tables WHERE open AND id <> {CAGE}"))
        owners = [json.loads(row.settings).get("for", "") for row in rows]
        if self.player and owners.count(self.player) >= self.each:
            raise NoRoom(f"{self.player} already has {self.each} tables, the most that are allowed")
        if sum(bool(one) == bool(self.player) for one in owners) >= self.most:
            raise NoRoom(f"the house already has {self.most} tables, the most that are allowed")


@dataclass(frozen=True)
class Opening:
    """The setup of a new table."""

    game: str
    edition: str
    options: Named | None
    limits: Named | None
    meters: Mapping[str, Named] | None
    by_hand: Collection[str]
    zone: str = ""
    room: Room | None = None

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
    owner = {"for": wanted.room.player} if wanted.room and wanted.room.player else {}
    command = {"do": "open_table", "rules": rules, "linked": links, "by_hand": by_hand, **owner}
    cage = store.lock_cage(connection)
    if again := store.repeated(connection, CAGE, by, command, key):
        return int(json.loads(again.answer)["table"])
    if wanted.room:
        wanted.room.check(connection)
    check_offered(connection, wanted.game, wanted.edition, table.rules.meters, links)
    number = 1 + int(connection.execute(text("SELECT MAX(id) FROM tables")).scalar() or 0)
    snapshots.remember(connection, table.rules)
    shared = check_shared(connection, table.rules, links)
    settings = {"by_hand": by_hand, "linked": links, "opened": now, **owner}
    if shared:
        settings["shared"] = shared
    moves = open_meters(connection, number, table, links)
    store.insert_table(connection, number, wanted.game, wanted.edition, settings)
    body = {
        "table": number,
        "seq": 1,
        "at": store.moment(),
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
            "UPDATE tables SET seq = 1, head = :head, seal = :seal, boundary = 1, rules = :rules,"
            " data = :data WHERE id = :id"
        ),
        {
            "id": number,
            "head": head,
            "seal": store.seal(number, 1, head, canonical(settings)),
            "rules": canonical(rules),
            "data": canonical(body["data"]),
        },
    )
    store.append_to_cage(connection, cage, command, by, key, [], answer={"table": number})
    return number


def check_links(links: Mapping[str, str], meters: Collection[str]) -> None:
    """Refuse links of meters that there are not, and to what no other table may move."""
    for name, shared in links.items():
        if name not in meters:
            known = ", ".join(meters) or "none"
            raise Refused(f"this table has no meter {name!r} to link: {known}")
        if _OWN.match(shared):
            raise Refused(
                f"{shared!r} is a table's own meter; a linked meter has a name of its own"
                " that does not begin with a number"
            )
        plain = shared == " ".join(shared.split()) and shared.isprintable()
        if not 0 < len(shared) <= 60 or not plain:
            raise Refused(f"{shared!r} does not name a meter: one to sixty characters")
    if len(set(links.values())) < len(links):
        raise Refused("two meters of a table may not link to the same shared meter")


def check_shared(connection: Connection, rules: TableRules, links: Mapping[str, str]) -> list[str]:
    """The meters that other casinos share. Each is linked to their payout system, of which this
    house is part, and has the rules that it has there."""
    found = []
    for name in rules.meters:
        sharing = rules.book.meters[name].shared
        if sharing is None or not holds(sharing.when, rules.options):
            continue
        told = payout_log.newest(connection, payout_log.JOINED, links.get(name, ""))
        if told is None:
            reason = f"the meter {name!r} is linked to no payout system that this house is part of"
            raise Refused(reason, sharing.cite)
        if payout_rules(rules, name) != told["do"]["rules"]:
            reason = f"the payout rules of {links[name]!r} are the same at all casinos"
            raise Refused(reason, sharing.cite)
        found.append(name)
    return found


def payout_rules(rules: TableRules, meter: str) -> dict[str, Any]:
    """Return the terms that must be equal wherever a meter is shared."""
    found = rules.book.meters.get(meter)
    same = found.shared.same if found and found.shared else ()
    return {name: rules.options.get(name) for name in same}


def open_meters(
    connection: Connection, id: int, table: Table, links: Mapping[str, str]
) -> list[Move]:
    """Accounts for the meters of a table; those that are linked stand where they stand."""
    check_links(links, list(table.rules.meters))
    moves = []
    for name, terms in table.rules.meters.items():
        own = books.meter_name(id, name, links)
        if terms.reset > books.MOST:
            raise Refused(f"the meter {name!r} is reset to more than {money(books.MOST)}")
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
            raise Refused(f"the meter {own!r} has different terms: {stored}")
        else:
            table.data.meters[name] = books.balance(connection, books.meter(own))
    return moves
