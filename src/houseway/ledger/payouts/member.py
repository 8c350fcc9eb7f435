"""A house that takes part in a payout of several casinos: it tells the host what its tables have
contributed, claims payouts, keeps every step in its own chain, and pays what is confirmed.

The house believes nothing that it cannot compute: an answer holds the steps that are new, each is
checked by the rules of the system, and only then anything is written. While the line is faulty the
house is down: no table of it offers the payout (14.20(e)4i), and the chain says why and since when.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import game
from houseway.ledger.books import meter
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.chain.keys import is_signed
from houseway.ledger.errors import Broken, Unavailable
from houseway.ledger.house import House
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.log import ASKED, JOINED, SETTLED, TOLD, key_of, settled_moves
from houseway.ledger.payouts.messages import (
    PATIENCE,
    ClaimPayout,
    Letter,
    Question,
    SignedAnswer,
    Step,
    Told,
    Transmit,
    Wait,
    answer_text,
    hash_of,
    kept,
    one_line,
    parse,
    question_text,
    text_of,
)
from houseway.ledger.payouts.steps import Replica, claim_of, overview
from houseway.ledger.people import people
from houseway.ledger.tables import rounds
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

Send = Callable[[str], str | bytes]  # to the host: a letter, and its answer
SECONDS = 5.0  # to wait for news at a time
AGAIN = 1.0  # seconds before the host is contacted again after a failure
JUMP = 10**9  # numbers of questions that a host may ask to leave out
BLOCK = 1000  # numbers of questions for which one entry is written
LINE, CONTRIBUTIONS, PAYMENT = "line", "contributions", "payment"  # what may be at fault
_log = logging.getLogger("houseway.payouts")

# Rounds that are over: what a ruling may still give back is not told to anybody.
_CONTRIBUTED = text(
    "SELECT SUM(CASE WHEN target = :fund THEN amount ELSE -amount END) FROM transfers"
    " JOIN tables ON tables.id = transfers.table_id AND transfers.seq <= tables.boundary"
    " WHERE kind IN ('fed', 'restored', 'opened', 'reset') AND (target = :fund OR source = :fund)"
)


@dataclass(frozen=True)
class Fault:
    """Why a house is down, and since when."""

    reason: str
    since: str


def join(house: House, agreement: Mapping[str, Any], casino: str, url: str, *, by: str) -> None:
    """Take part in a system as one of its casinos; its host is reached at an address."""
    rules = game(str(agreement.get("game", ""))).payout_system
    made = rules.Agreement.model_validate(agreement)
    if casino not in made.members or made.members[casino].key != house.keys.public:
        law = rules.law_of(made.edition)
        raise Refused(f"{casino!r} is not in the agreement with this house's key", law.access.cite)
    rules.found(rules.law_of(made.edition), made)
    command = {
        "do": "payout_join",
        "system": made.name,
        "casino": casino,
        "rules": made.members[casino].rules,
        "agreement": made.model_dump(mode="json"),
        "url": url,
    }
    with house.at_the_cage() as connection:
        people.find(connection, by).must_be("admin", to="join a payout system")
        cage = house.store.lock_cage(connection)
        key = key_of(JOINED, made.name, 1)
        if not house.store.repeated(connection, CAGE, by, command, key):
            house.store.append_to_cage(connection, cage, command, by, key, [])


def joined(connection: Connection, system: str) -> dict[str, Any] | None:
    """Return this house's membership in a system, if any."""
    found = payout_log.newest(connection, JOINED, system)
    return found["do"] if found else None


def no_host(letter: str) -> str:
    """Letters that go nowhere, for who only looks at what was told."""
    raise Unavailable("nobody is asked")


class Link:
    """This house's end of a system. One process of a house has it."""

    def __init__(
        self,
        house: House,
        system: str,
        send: Send,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.house, self.system, self._send = house, system, send
        self.patience, self._clock = patience, clock
        with house.database.reading() as connection:
            terms = joined(connection, system)
            if terms is None:
                raise Refused(f"this house is not a member of the payout system {system!r}")
            if "agreement" not in terms:
                raise Refused(f"{system!r} has an older format: create a new system")
            self._replica = self._replay(connection, terms["agreement"])
            last = payout_log.newest(connection, TOLD, system)
            asked = payout_log.newest(connection, ASKED, system)
        self.casino: str = terms["casino"]
        self._kept = last["do"]["n"] if last else 0
        self._now: dict[str, Any] = last["do"]["now"] if last else {}
        self._faults: dict[str, Fault] = {}
        if self._now.get("fault"):
            self._faults[LINE] = Fault(**self._now["fault"])
        self._question = self._up_to = int(asked["do"]["up_to"]) if asked else 0
        self._blocks = int(asked["do"]["n"]) if asked else 0
        self._answered = 0  # the last question that was answered
        self._host_has = self._replica.number  # the last step that the host has named
        self._settled: set[int] = set()
        self._heard = self._clock()
        self._turn = threading.RLock()

    def _replay(self, connection: Connection, agreement: Mapping[str, Any]) -> Replica:
        """Return the system as this house's chain has it."""
        found = Replica.start(agreement)
        for body in payout_log.entries(connection, TOLD, self.system):
            if answer := body["do"].get("answer"):
                told = kept(SignedAnswer, answer).body
                for step in told.steps if isinstance(told, Told) else ():
                    if step.number > found.number:
                        found = found.after(step, trusted=True)
        return found

    @property
    def law(self) -> Any:
        """Return the rules of law for the system."""
        return self._replica.law

    @property
    def fault(self) -> Fault | None:
        """Why this house is down, if it is."""
        return next(iter(self._faults.values()), None)

    @property
    def told(self) -> Mapping[str, Any]:
        """Return the state of the system as far as this house knows it; only a number before the
        first answer."""
        with self._turn:
            shown = overview(self._replica) if self._replica.number > 1 else {"number": 0}
            fault = asdict(self.fault) if self.fault else None
            return {**shown, "operational": self._operational, "fault": fault}

    @property
    def _operational(self) -> bool:
        """Whether tables of this house may offer the payout."""
        is_behind = self._host_has > self._replica.number
        return bool(self._replica.state.operational) and not self._faults and not is_behind

    # -- what is sent ----------------------------------------------------------------------------

    def transmit(self) -> None:
        """Tell the host what the tables of this house have contributed, if that is more."""
        try:
            with self.house.database.reading() as connection:
                fund = meter(self.system)
                found = connection.execute(_CONTRIBUTED, {"fund": fund}).scalar()
            share, total = self._replica.state.shares[self.casino], int(found or 0) // FINE
            if total > share.total:
                self._ask(Transmit, number=share.number + 1, total=total)
        except Refused as refusal:
            self._fail(CONTRIBUTIONS, f"the host refuses contributions: {refusal.reason}")
            raise
        except Unavailable as error:
            self._fail(LINE, str(error))
            raise
        self._mend(CONTRIBUTIONS)

    def listen(self, seconds: float = SECONDS) -> None:
        """Wait for news from the host, up to a time limit, until no step is missing."""
        try:
            self._ask(Wait, milliseconds=int(seconds * 1000))
            while self._host_has > self._replica.number:
                self._ask(Wait, milliseconds=0)
        except Refused as refusal:
            self._fail(LINE, f"the host refuses questions: {refusal.reason}")
            raise
        except Unavailable as error:
            self._fail(LINE, str(error))
            raise
        self._mend(LINE)

    def claim(self, table: int, round: int, *, by: str) -> Mapping[str, Any]:
        """Claim the payout for a hand of a finished round; ``by`` is the person who verified it."""
        with self.house.database.reading() as connection:
            people.find(connection, by).must_be("floor", "admin", to="claim a payout")
        try:
            self._ask(ClaimPayout, verified_by=by, **self._due(table, round))
        except Unavailable as error:
            self._fail(LINE, str(error))
            raise
        return self.told

    def _due(self, table: int, round: int) -> dict[str, Any]:
        """Return what a round of this house claims; refuse if it was not dealt or claims
        nothing."""
        found = rounds.record(self.house, table, round)
        due = self._replica.rules.entitled(found.log.events, found.rules)
        if due is None or self._linked(table).get(due.meter) != self.system:
            raise Refused(f"round {round} of table {table} claims nothing of {self.system!r}")
        return {
            "table": table,
            "round": round,
            "at": found.card.ended,
            "winning": due.winning,
            "losing": due.losing,
            "told": _told_at(found, due.meter),
            "percent": due.percent,
        }

    def _linked(self, table: int) -> dict[str, str]:
        with self.house.database.reading() as connection:
            row = rounds.table_row(connection, table)
        linked: dict[str, str] = json.loads(row.settings)["linked"]
        return linked

    # -- questions and answers -------------------------------------------------------------------

    def _ask(self, kind: type[Question], **given: Any) -> None:
        """Send a question to the host and take in the answer to it. A number that the host has
        seen is replaced once."""
        for is_last in (False, True):
            said = self._next(kind, given)
            letter = Letter(
                system=self.system,
                casino=self.casino,
                said=said,
                signature=self.house.keys.sign(question_text(self.system, self.casino, said)),
            )
            sent = self._clock()
            signed = self._checked(said, self._send(text_of(letter)))
            if (took := self._clock() - sent) > self.patience:
                raise Unavailable(f"the host took {took:.0f} seconds to answer")
            body = signed.body
            if isinstance(body, Told):
                self._take_in(said, body, signed)
                return
            if is_last or not said.question < body.following <= said.question + JUMP:
                raise Refused(body.reason, body.cite)
            with self._turn:
                self._question = max(self._question, body.following - 1)

    def _next(self, kind: type[Question], given: Mapping[str, Any]) -> Question:
        """Return the next question, under a number that was never used."""
        with self._turn:
            number = self._question + 1
            if number > self._up_to:
                self._reserve(number + BLOCK)
            self._question = number
            replica = self._replica
            return kind(
                question=number,
                answered=self._answered,
                known=replica.number,
                head=replica.head,
                **given,
            )

    def _reserve(self, number: int) -> None:
        """Keep that numbers of questions up to this one count as used after a restart."""
        command = {
            "do": "payout_asked",
            "system": self.system,
            "n": self._blocks + 1,
            "up_to": number,
        }
        self._write(command, key_of(ASKED, self.system, self._blocks + 1))
        self._up_to, self._blocks = number, self._blocks + 1

    def _checked(self, said: Question, text: str | bytes) -> SignedAnswer:
        """Return an answer that was signed by the host and belongs to this question."""
        try:
            signed = parse(SignedAnswer, text, "the host's answer")
        except Refused as refusal:
            raise Unavailable(refusal.reason) from None
        agreement, body = self._replica.agreement, signed.body
        host = agreement.host
        key = agreement.members[host].key
        if not is_signed(answer_text(host, body), signed.signature, key):
            raise Unavailable("the answer was not signed by the host")
        asked = hash_of(self.system, self.casino, said)
        about = (body.system, body.casino, body.question, body.asked)
        if about != (self.system, self.casino, said.question, asked):
            raise Unavailable("the answer belongs to another question")
        return signed

    def _take_in(self, said: Question, body: Told, signed: SignedAnswer) -> None:
        """Check every new step, store them, and then pay what is due."""
        with self._turn:
            replica = self._replica
            for step in body.steps:
                if step.number > replica.number:
                    replica = self._after(replica, step)
                elif replica.differs(step):
                    raise Unavailable(f"the host has another step {step.number} than before")
            if body.number < said.known:
                reason = f"the host has gone back from step {said.known} to step {body.number}"
                raise Unavailable(reason)
            is_new = replica.number > self._replica.number
            if body.number > replica.number and not is_new:
                reason = f"the host has step {body.number} and sends none after {replica.number}"
                raise Unavailable(reason)
            was = self._replica, self._host_has
            is_newest = said.question > self._answered
            host_has = body.number if is_newest else self._host_has
            self._replica, self._host_has = replica, max(host_has, replica.number)
            try:
                self._keep(signed if is_new else None)
            except BaseException:
                self._replica, self._host_has = was
                raise
            self._answered = max(self._answered, said.question)
            self._heard = self._clock()
            self._settle()

    def _after(self, replica: Replica, step: Step) -> Replica:
        """Return the system after a step that the host sends, if the rules allow it and this house
        did what the step says that it did."""
        try:
            after = replica.after(step)
            if step.casino == self.casino and isinstance(step.act, ClaimPayout):
                due = self._due(step.act.table, step.act.round)
                own = step.act.model_copy(update=due)
                if claim_of(replica.rules, "", own) != claim_of(replica.rules, "", step.act):
                    raise Refused("this house has made a different claim")
        except Refused as refusal:
            reason = one_line(f"step {step.number} of the host is refused: {refusal.reason}")
            raise Unavailable(reason) from None
        return after

    # -- faults ----------------------------------------------------------------------------------

    def _fail(self, kind: str, reason: str) -> None:
        """Be down for a reason; the chain keeps the first one and since when."""
        with self._turn:
            if kind not in self._faults:
                _log.warning("payout system %s is down here: %s", self.system, reason)
            since = self._faults[kind].since if kind in self._faults else self.house.store.moment()
            self._faults[kind] = Fault(one_line(reason), since)
            try:
                self._keep(None)
            except Unavailable as error:  # it is written as soon as that is possible
                _log.warning("payout system %s: %s", self.system, error)

    def _mend(self, kind: str) -> None:
        """Be up again as far as this goes."""
        with self._turn:
            if self._faults.pop(kind, None) and not self._faults:
                _log.warning("payout system %s works here again", self.system)
            self._keep(None)

    def beat(self) -> None:
        """Report the system as down if the host has not answered for too long."""
        if (silent := self._clock() - self._heard) > self.patience:
            self._fail(LINE, f"the host has not answered for {silent:.0f} seconds")

    def begin(self) -> None:
        """Be down until the host has answered for the first time since this house was opened."""
        self._heard = self._clock()
        self._fail(LINE, "the host has not answered since this house was opened")

    # -- what is kept ----------------------------------------------------------------------------

    def _keep(self, answer: SignedAnswer | None) -> None:
        """An answer with new steps, and that this house is down or up, are an entry."""
        fault = self.fault
        now = {
            "number": self._replica.number,
            "operational": self._operational,
            "displayed": self._replica.state.displayed,
            "pending": bool(self._replica.state.pending),
            "fault": asdict(fault) if fault else None,
        }
        was_down, is_down = bool(self._now.get("fault")), fault is not None
        same = now["operational"] == self._now.get("operational", False) and was_down == is_down
        if answer is None and same:
            return
        command = {
            "do": "payout_told",
            "system": self.system,
            "n": self._kept + 1,
            "now": now,
            "answer": answer.model_dump() if answer else None,
        }
        self._write(command, key_of(TOLD, self.system, self._kept + 1))
        self._now, self._kept = now, self._kept + 1

    def _write(self, command: Mapping[str, Any], key: str) -> None:
        with self.house.at_the_cage() as connection:
            cage = self.house.store.lock_cage(connection)
            by = self._replica.agreement.host
            self.house.store.append_to_cage(connection, cage, command, by, key, [])

    def _settle(self) -> None:
        """Book payouts that are confirmed and not yet in the books of this house."""
        try:
            for payout in self._replica.state.payouts:
                if payout.stage == "confirmed" and payout.number not in self._settled:
                    self._settle_one(payout)
                    self._settled.add(payout.number)
        except (Refused, Broken, Unavailable) as error:
            self._fail(PAYMENT, f"payout {payout.number} cannot be paid: {error}")
        else:
            self._mend(PAYMENT)

    def _settle_one(self, payout: Any) -> None:
        key = key_of(SETTLED, self.system, payout.number)
        with self.house.database.reading() as connection:
            if payout_log.has(connection, key):
                return
        command = {
            "do": "payout_settled",
            "system": self.system,
            "payout": payout.number,
            "owed": payout.owed[self.casino],
            "winners": self._winners(payout),
        }
        by, moves = self._replica.agreement.host, settled_moves(command)
        own = sum(move.amount for move in moves if move.kind == "sent")
        wanted = {meter(self.system): own} if own else None
        with self.house.at_the_cage() as connection:
            cage = self.house.store.lock_cage(connection)
            if not self.house.store.repeated(connection, CAGE, by, command, key):
                store = self.house.store
                store.append_to_cage(connection, cage, command, by, key, moves, wanted)

    def _winners(self, payout: Any) -> dict[str, int]:
        """Return the share of each player of this house in a payout."""
        won: dict[str, int] = {}
        rules, parts = self._replica.rules, payout.parts()
        for claim in payout.claims:
            if claim.casino != self.casino:
                continue
            found = rounds.record(self.house, claim.table, claim.round)
            due = rules.entitled(found.log.events, found.rules)
            for seat, cents in rules.divided(found.rules, parts[claim.place], due.seats):
                name = found.card.players[seat]
                won[name] = won.get(name, 0) + cents
        return won

    # -- day and night ---------------------------------------------------------------------------

    def run(self, closing: threading.Event, seconds: float = SECONDS) -> None:
        """Listen, for so long at a time, and tell, until the house closes. Whatever goes wrong,
        this house is down, and the host is asked again."""
        while not closing.is_set():
            try:
                self._settle()
                self.listen(seconds)
                self.transmit()
            except (Unavailable, Refused):
                closing.wait(AGAIN)
            except Exception as error:
                _log.exception("payout system %s", self.system)
                self._fail(LINE, f"unexpected {type(error).__name__}: {error}")
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
