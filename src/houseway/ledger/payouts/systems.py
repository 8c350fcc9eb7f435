"""The payout systems of a house: those it is host of, and those it takes part in, kept going while
the house is open."""

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text

from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.house import House
from houseway.ledger.payouts.host import Host
from houseway.ledger.payouts.http import PayoutServer, send_to, send_within
from houseway.ledger.payouts.log import JOINED, STEPS
from houseway.ledger.payouts.member import Link
from houseway.ledger.payouts.messages import PATIENCE
from houseway.ledger.tables import rounds
from houseway.rulebook.refusal import Refused

_log = logging.getLogger("houseway.payouts")

LOOKED_AT = 40  # rounds of a table in which a claim is looked for

_FIRST = text(f"SELECT body FROM entries WHERE table_id = {CAGE} AND key LIKE :like ORDER BY seq")
_SHARING = text("SELECT id, settings FROM tables WHERE id <> :cage ORDER BY id")


@dataclass
class Systems:
    """The shared payout systems of a house."""

    house: House
    hosts: dict[str, Host] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)

    def link(self, name: str) -> Link:
        """This house's end of a system."""
        if name not in self.links:
            raise Refused(f"this house is not a member of the payout system {name!r}")
        return self.links[name]

    def host(self, name: str) -> Host:
        """A system that this house is host of."""
        if name not in self.hosts:
            raise Refused(f"this house is not the host of {name!r}")
        return self.hosts[name]

    def unclaimed(self, name: str) -> list[tuple[int, int]]:
        """Tables and rounds with a hand that no claim was made for yet, the newest first."""
        link = self.link(name)
        made = {
            (claim["table"], claim["round"])
            for payout in link.told.get("payouts", ())
            for claim in payout["claims"]
            if claim["casino"] == link.casino
        }
        found = [
            (table, card.round)
            for table in self._tables(name)
            for card in rounds.find(self.house, table=table, most=LOOKED_AT)
            if (table, card.round) not in made and self._claims(table, card.round)
        ]
        return sorted(found, reverse=True)

    def _tables(self, name: str) -> list[int]:
        """Tables that are linked to a system."""
        with self.house.database.reading() as connection:
            rows = connection.execute(_SHARING, {"cage": CAGE}).all()
        told = {row.id: json.loads(row.settings) for row in rows}
        return [
            number
            for number, settings in told.items()
            if any(settings["linked"][meter] == name for meter in settings.get("shared", ()))
        ]

    def _claims(self, table: int, round: int) -> bool:
        with self.house.database.reading() as connection:
            _, bodies = rounds.bodies_of(connection, table, round)
        return any(event["kind"] == "claimed" for body in bodies for event in body["events"])


def named(house: House, kind: str) -> list[Mapping[str, Any]]:
    """The first entries of a kind, one for each system."""
    like = f"payout {kind} % {1:010d}"
    with house.database.reading() as connection:
        rows = connection.execute(_FIRST, {"like": like}).scalars().all()
    return [json.loads(body)["do"] for body in rows]


@contextmanager
def kept_going(house: House, address: tuple[str, int] | None = None) -> Iterator[Systems]:
    """Every system of a house while it is open. Other casinos reach its hosts at an address."""
    found, closing = Systems(house), threading.Event()
    for told in named(house, STEPS):
        if "agreement" in told:
            found.hosts[told["system"]] = Host(house, told["system"])
    for told in named(house, JOINED):
        if "agreement" not in told:
            _log.warning("payout system %s is of an older version: found another", told["system"])
            continue
        own = found.hosts.get(told["system"])
        send = send_within(own) if own else send_to(told["url"])
        found.links[told["system"]] = Link(house, told["system"], send)
    for link in found.links.values():
        link.begin()
    work = [_kept_up(one.beat, closing) for one in found.hosts.values()]
    work += [_kept_up(one.beat, closing) for one in found.links.values()]
    work += [threading.Thread(target=one.run, args=(closing,)) for one in found.links.values()]
    server = PayoutServer(address, *found.hosts.values()) if address and found.hosts else None
    if server:
        work.append(threading.Thread(target=server.serve_forever))
    for one in work:
        one.daemon = True
        one.start()
    try:
        yield found
    finally:
        closing.set()
        if server:
            server.shutdown()
            server.server_close()
        for host in found.hosts.values():
            host.wake()
        for one in work:
            one.join(PATIENCE)


def _kept_up(beat: Callable[[], None], closing: threading.Event) -> threading.Thread:
    """Return a thread that does something again and again, whatever goes wrong with it."""

    def run() -> None:
        while not closing.wait(PATIENCE / 5):
            try:
                beat()
            except Exception:
                _log.exception("payout systems")

    return threading.Thread(target=run)
