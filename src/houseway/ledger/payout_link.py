"""A house that takes part in a payout of several casinos: it tells the host what its tables have
contributed, claims payouts, keeps what it is told in its own chain, and pays what is confirmed.

While the host does not answer, that is kept too, and no table of this house offers the payout.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import game
from houseway.ledger import payout_log, people, rounds
from houseway.ledger.books import meter
from houseway.ledger.chain import CAGE
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.keys import is_signed
from houseway.ledger.payout_log import JOINED, SETTLED, TOLD, key_of, message, settled_moves
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

Send = Callable[[dict[str, Any]], dict[str, Any]]  # to the host: a letter, and its answer
SECONDS = 5.0  # to wait for news at a time
AGAIN = 1.0  # seconds until a host that is silent is asked again
_log = logging.getLogger("houseway.payouts")

_CONTRIBUTED = text(
    "SELECT SUM(CASE WHEN target = :fund THEN amount ELSE -amount END) FROM transfers"
    " WHERE kind IN ('fed', 'restored', 'opened', 'reset') AND (target = :fund OR source = :fund)"
)


def join(house: House, agreement: Mapping[str, Any], casino: str, url: str, *, by: str) -> None:
    """Take part in a system as one of its casinos; its host is reached at an address."""
    rules = game(str(agreement.get("game", ""))).payout_system
    made = rules.Agreement.model_validate(agreement)
    if casino not in made.members or made.members[casino].key != house.keys.public:
        law = rules.law_of(made.edition)
        raise Refused(f"{casino!r} is not in the agreement with this house's key", law.access.cite)
    command = {
        "do": "payout_join",
        "system": made.name,
        "casino": casino,
        "game": made.game,
        "edition": made.edition,
        "rules": made.members[casino].rules,
        "host": made.host,
        "host_key": made.members[made.host].key,
        "url": url,
    }
    with house.at_the_cage() as connection:
        people.find(connection, by).must_be("admin", to="join a payout system")
        cage = house.store.lock_cage(connection)
        key = key_of(JOINED, made.name, 1)
        if not house.store.repeated(connection, CAGE, by, command, key):
            house.store.append_to_cage(connection, cage, command, by, key, [])


def joined(connection: Connection, system: str) -> dict[str, Any] | None:
    """How this house takes part in a system, if it does."""
    found = payout_log.newest(connection, JOINED, system)
    return found["do"] if found else None


def no_host(letter: dict[str, Any]) -> dict[str, Any]:
    """Letters that go nowhere, for who only looks at what was told."""
    raise Unavailable("nobody is asked")


class Link:
    """This house's end of a system. One process of a house has it."""

    def __init__(self, house: House, system: str, send: Send) -> None:
        self.house, self.system, self._send = house, system, send
        with house.database.reading() as connection:
            terms = joined(connection, system)
            if terms is None:
                raise Refused(f"this house takes no part in a payout system {system!r}")
            last = payout_log.newest(connection, TOLD, system)
        self.casino: str = terms["casino"]
        self._terms = terms
        self._rules = game(terms["game"]).payout_system
        self._told: dict[str, Any] = last["do"]["told"] if last else {"number": 0}
        self._kept = last["do"]["n"] if last else 0
        self._question = time.time_ns()
        self._turn = threading.RLock()

    @property
    def law(self) -> Any:
        """What the law says of the system."""
        return self._rules.law_of(self._terms["edition"])

    @property
    def told(self) -> Mapping[str, Any]:
        """How the system stands, as far as this house knows."""
        return self._told

    # -- what is sent ----------------------------------------------------------------------------

    def transmit(self) -> None:
        """Tell the host what the tables of this house have contributed, if that is more."""
        with self._turn:
            with self.house.database.reading() as connection:
                fund = meter(self.system)
                found = connection.execute(_CONTRIBUTED, {"fund": fund}).scalar()
            share = self._told.get("shares", {}).get(self.casino, {"number": 0, "total": 0})
            total = int(found or 0) // FINE
            if total > share["total"]:
                number = share["number"] + 1
                self._ask({"do": "transmit", "number": number, "total": total})

    def listen(self, seconds: float = SECONDS) -> None:
        """Wait for news of the host, for so long at the most."""
        with self._turn:
            self._question += 1
            said = {
                "do": "wait",
                "question": self._question,
                "known": self._told["number"] if self._told.get("operational") is not None else 0,
                "seconds": seconds,
            }
        self._ask(said)

    def claim(self, table: int, round: int, *, by: str) -> Mapping[str, Any]:
        """Claim the payout for a hand of a round that is over; ``by`` is who verified it."""
        with self.house.database.reading() as connection:
            people.find(connection, by).must_be("floor", "admin", to="claim a payout")
        found = rounds.record(self.house, table, round)
        due = self._rules.entitled(found.log.events, found.rules)
        if due is None or self._linked(table).get(due.meter) != self.system:
            raise Refused(f"round {round} of table {table} claims nothing of {self.system!r}")
        said = {
            "do": "claim",
            "table": table,
            "round": round,
            "at": found.card.ended,
            "winning": due.winning,
            "losing": due.losing,
            "verified_by": by,
            "told": _told_at(found, due.meter),
            "percent": due.percent,
        }
        self._ask(said)
        return self._told

    def _linked(self, table: int) -> dict[str, str]:
        with self.house.database.reading() as connection:
            row = rounds.table_row(connection, table)
        found: dict[str, str] = json.loads(row.settings)["linked"]
        return found

    def _ask(self, said: dict[str, Any]) -> None:
        """Send a letter to the host and take in its answer; a silent host is kept as one."""
        letter = {
            "system": self.system,
            "casino": self.casino,
            "said": said,
            "signature": self.house.keys.sign(message(self.system, self.casino, said)),
        }
        try:
            answer = self._send(letter)
        except Unavailable:
            self._keep({**self._told, "operational": False}, "")
            raise
        if refused := answer.get("refused"):
            raise Refused(refused["reason"], refused["cite"])
        body, signature = answer["told"], answer["signature"]
        signed = message(self.system, self._terms["host"], body)
        if not is_signed(signed, signature, self._terms["host_key"]):
            raise Refused("the answer was not signed by the host", self.law.transmission.cite)
        self._keep(body, signature)

    # -- what is kept ----------------------------------------------------------------------------

    def _keep(self, told: dict[str, Any], signature: str) -> None:
        """What the host tells, or that it is silent, is an entry; then what is due is paid."""
        with self._turn:
            older = told["number"] < self._told["number"]
            if older or told == self._told or (not signature and not self._kept):
                return
            command = {
                "do": "payout_told",
                "system": self.system,
                "n": self._kept + 1,
                "told": told,
                "signature": signature,
            }
            key = key_of(TOLD, self.system, self._kept + 1)
            with self.house.at_the_cage() as connection:
                cage = self.house.store.lock_cage(connection)
                by = self._terms["host"]
                self.house.store.append_to_cage(connection, cage, command, by, key, [])
            self._told, self._kept = told, self._kept + 1
            self._settle()

    def _settle(self) -> None:
        """Payouts that are confirmed and not yet in the books of this house."""
        for payout in self._told.get("payouts", ()):
            key = key_of(SETTLED, self.system, payout["number"])
            if payout["stage"] != "confirmed" or self._has(key):
                continue
            command = {
                "do": "payout_settled",
                "system": self.system,
                "payout": payout["number"],
                "owed": payout["owed"][self.casino],
                "winners": self._winners(payout),
            }
            by, moves = self._terms["host"], settled_moves(command)
            with self.house.at_the_cage() as connection:
                cage = self.house.store.lock_cage(connection)
                if not self.house.store.repeated(connection, CAGE, by, command, key):
                    self.house.store.append_to_cage(connection, cage, command, by, key, moves)

    def _has(self, key: str) -> bool:
        with self.house.database.reading() as connection:
            return payout_log.has(connection, key)

    def _winners(self, payout: Mapping[str, Any]) -> dict[str, int]:
        """What each player of this house has of a payout."""
        won: dict[str, int] = {}
        for claim in payout["claims"]:
            if claim["casino"] != self.casino:
                continue
            found = rounds.record(self.house, claim["table"], claim["round"])
            due = self._rules.entitled(found.log.events, found.rules)
            for seat, cents in self._rules.divided(found.rules, claim["part"], due.seats):
                name = found.card.players[seat]
                won[name] = won.get(name, 0) + cents
        return won

    # -- day and night ---------------------------------------------------------------------------

    def run(self, closing: threading.Event, seconds: float = SECONDS) -> None:
        """Listen, for so long at a time, and tell, until the house closes."""
        self._settle()
        while not closing.is_set():
            try:
                self.listen(seconds)
                self.transmit()
            except Unavailable:
                closing.wait(AGAIN)
            except Refused as refusal:
                _log.warning("payout system %s: %s", self.system, refusal)
                closing.wait(AGAIN)


def _told_at(found: rounds.Record, meter: str) -> int:
    """The step of the system by which the payout was offered when the cards were dealt."""
    offered = dict(found.log.start.get("offered", {}))
    for given in found.log.inputs:
        if given.do == "offered":
            offered.update(given.amounts)
        elif given.do == "close":
            break
    return int(offered.get(meter, 0))
