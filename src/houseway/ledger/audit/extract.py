"""One table of a house as lines that an audit accepts, without what is still secret.

An extract ends where nothing is secret any more: before a round in progress, and before a card that
was set aside face down and waits to be dealt.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, text

from houseway.equipment.cards import UNKNOWN
from houseway.ledger.chain.hash_chain import end_message
from houseway.ledger.chain.heads import Head, head_at, last_note, leaves
from houseway.ledger.chain.lines import FORMAT, Line
from houseway.ledger.chain.merkle import inclusion
from houseway.ledger.house import House
from houseway.ledger.tables import snapshots
from houseway.ledger.tables.rounds import Record, entries_from, table_row
from houseway.referee.events import EVERYONE, Event

_COVERING = text(
    "SELECT checkpoints.number, at, books FROM heads JOIN checkpoints"
    " ON checkpoints.number = heads.number WHERE table_id = :table AND seq <= :seq ORDER BY seq"
)

_FIRST_AFTER = text("SELECT MIN(seq) FROM heads WHERE table_id = :table AND seq >= :seq")


def cards_wait(data: Mapping[str, Any]) -> bool:
    """Whether a table between rounds has cards beside the shoe that the next round will use."""
    return bool(data["notes"].get("shoe", {}).get("aside")) if "notes" in data else False


def waits(house: House, record: Record) -> bool:
    """Whether a card of a finished round may still be waiting to be dealt: something was set aside,
    and since then there has been no rest without such a card."""
    if not any(event.kind == "set_aside" for event in record.log.events):
        return False
    with house.database.reading() as connection:
        for row in entries_from(connection, record.card.table, record.card.last):
            body = json.loads(row.body)
            if "data" in body and not cards_wait(body["data"]):
                return False
    return True


def seen(event: Event) -> Event:
    """An event without a card that waits face down to be dealt."""
    if event.kind != "set_aside" or event.sees == EVERYONE:
        return event
    return event._replace(cards=(UNKNOWN,) * len(event.cards))


def of_table(house: House, table: int, last: int | None = None) -> Iterator[Line]:
    """The lines of one table: the house, the law it was dealt under, the signed heads that cover it
    with the proof that they are the house's, its entries, and where it ends, signed. If an entry
    ``last`` is given, it ends with the first rest after the head that covers that entry, or after
    the entry where no head does."""
    with house.database.reading() as connection:
        table_row(connection, table)
        if last is not None:
            at = {"table": table, "seq": last}
            last = connection.execute(_FIRST_AFTER, at).scalar_one() or last
        end, hashes = _span(connection, table, last)
        name, public = house.store.name, house.keys.public
        yield {
            "kind": "house", "format": FORMAT, "name": name, "public_key": public, "only": [table],
        }  # fmt: skip
        for hash in sorted(hashes):
            content = snapshots.stored(connection, hash)
            yield {"kind": "rulebook", "hash": hash, "content": content}
        yield {"kind": "checkpoint", "note": last_note(connection)}
        own = leaves(connection)
        for covering in _heads(connection, name, table, end):
            proof = [one.hex() for one in inclusion(covering.number - 1, own)]
            yield {**covering.line(), "proof": proof}
        head = ""
        for row in entries_from(connection, table, 1):
            if row.seq > end:
                break
            head = row.hash
            place = {"table": table, "seq": row.seq}
            body = json.loads(row.body)
            yield {"kind": "entry", **place, "prev": row.prev, "hash": row.hash, "body": body}
        heads = {str(table): (end, head)}
        signature = house.keys.sign(end_message(name, heads))
        yield {"kind": "end", "heads": heads, "signature": signature}


def _heads(connection: Connection, house: str, table: int, end: int) -> Iterator[Head]:
    """The signed heads that name a table, up to an entry."""
    for row in connection.execute(_COVERING, {"table": table, "seq": end}).all():
        yield head_at(connection, house, row)


def _span(connection: Connection, table: int, last: int | None) -> tuple[int, set[str]]:
    """Return the last entry that may be shown and was requested, and the stored rulebooks up to
    it."""
    end, hashes, newer = 0, set[str](), set[str]()
    for row in entries_from(connection, table, 1):
        body = json.loads(row.body)
        if rules := body.get("rules"):
            newer |= {rules["content"], rules["chapter"]}
        if "data" in body and not cards_wait(body["data"]):
            end, hashes, newer = row.seq, hashes | newer, set()
            if last is not None and end >= last:
                break
    return end, hashes
