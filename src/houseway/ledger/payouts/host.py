"""The host of a payout that several casinos share: its central computer, in the chain of the host
casino's house.

A casino's question is parsed, its signature and number are checked, and the step that it leads to
is computed before anything is written. A step is committed before it is answered, and everybody who
waits is told of it at once, under the host's signature. A casino that has not shown for a while
that it receives the answers is not connected.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from sqlalchemy import Connection

from houseway.games import game
from houseway.ledger.house import House
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.log import HEARD, STEPS, key_of
from houseway.ledger.payouts.messages import (
    LARGEST,
    LONGEST,
    PAGE,
    PATIENCE,
    Confirm,
    Decision,
    Declined,
    Deny,
    Disconnect,
    Letter,
    Question,
    SignedAnswer,
    Step,
    TellOtherwise,
    Told,
    Wait,
    answer_text,
    hash_of,
    kept,
    one_line,
    parse,
    text_of,
)
from houseway.ledger.payouts.steps import Replica
from houseway.ledger.people import people
from houseway.rulebook.load import check
from houseway.rulebook.refusal import Refused

__all__ = ["PATIENCE", "Confirm", "Deny", "Host", "TellOtherwise", "found_system"]

BLOCK = 1000  # numbers of questions for which one entry is written
RECENT = 8  # answers of which a casino may say that it has received them


def found_system(house: House, agreement: Mapping[str, Any], *, by: str) -> "Host":
    """Start a system with the agreement of its casinos; once."""
    rules = game(str(agreement.get("game", ""))).payout_system
    made = check(rules.Agreement, dict(agreement), "agreement")
    rules.found(rules.law_of(made.edition), made)
    command = {
        "do": "payout_step",
        "system": made.name,
        "number": 1,
        "agreement": made.model_dump(mode="json"),
    }
    with house.at_the_cage() as connection:
        people.find(connection, by).must_be("admin", to="found a payout system")
        cage = house.store.lock_cage(connection)
        if payout_log.newest(connection, STEPS, made.name):
            raise Refused(f"there is a payout system {made.name!r} already")
        key = key_of(STEPS, made.name, 1)
        house.store.append_to_cage(connection, cage, command, by, key, [])
    return Host(house, made.name)


class Host:
    """A payout system as its host runs it. One process of a house does."""

    def __init__(
        self,
        house: House,
        name: str,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.house, self.name = house, name
        self.patience, self._clock = patience, clock
        self._heard: dict[str, float] = {}  # when each casino was last heard of
        self._asked: dict[str, tuple[int, str]] = {}  # the last question of each, and its hash
        self._answered: dict[str, deque[int]] = {}  # the last questions that were answered
        self._received: dict[str, int] = {}  # the last answer that each has received
        self._turn = threading.Condition()
        self._closed = False
        self._replica: Any = None
        with house.database.reading() as connection:
            self._catch_up(connection)
            marks = payout_log.newest(connection, HEARD, name)
        if self._replica is None:
            raise Refused(f"this house hosts no payout system {name!r}")
        self._up_to: dict[str, int] = dict(marks["do"]["up_to"]) if marks else {}
        self._marks: int = marks["do"]["n"] if marks else 0
        for casino in self.state.shares:
            used = max(self._up_to.get(casino, 0), self._replica.asked.get(casino, 0))
            self._asked[casino] = (used, "")
            self._answered[casino] = deque(maxlen=RECENT)
            self._heard[casino] = self._clock()

    @property
    def state(self) -> Any:
        """The system now."""
        return self._replica.state

    # -- what comes in ---------------------------------------------------------------------------

    def receive(self, text: str | bytes) -> str:
        """Return the signed answer to a letter. What does not parse, or was not signed by a casino
        of the agreement, is refused without one."""
        return self.answer(parse(Letter, text, "the letter"))

    def answer(self, letter: Letter) -> str:
        """Return the signed answer to a question: the steps that the casino does not have, or why
        it is refused."""
        casino, said = letter.casino, letter.said
        if letter.system != self.name:
            raise Refused("this house does not host that payout system")
        self._replica.check_signed(casino, said, letter.signature)
        asked = hash_of(self.name, casino, said)
        about: dict[str, Any] = {
            "system": self.name,
            "casino": casino,
            "question": said.question,
            "asked": asked,
        }
        following, again = self._number(casino, said, asked)
        if following:
            reason = f"question {said.question} comes too late: {following} is next"
            cite = self._law.transmission.cite
            return self._signed(Declined(**about, reason=reason, cite=cite, following=following))
        try:
            self._check_known(casino, said)
            fresh = not again and self._hear(casino, said)
            comes_back = fresh and casino in self.state.down
            if comes_back or not isinstance(said, Wait):
                self._act(said, casino, casino, letter.signature)
            elif fresh:
                self._wait(casino, said)
        except Refused as refusal:
            reason = one_line(refusal.reason)
            return self._signed(Declined(**about, reason=reason, cite=refusal.cite))
        with self._turn:
            self._answered[casino].append(said.question)
        steps = tuple(self._steps_after(said.known))
        return self._signed(Told(**about, number=self.state.number, steps=steps))

    def do(self, decision: Decision, *, by: str) -> None:
        """Confirm or deny a payout at the host, or record that a casino was notified in another
        way."""
        with self.house.database.reading() as connection:
            giver = people.find(connection, by)
        giver.must_be("floor", "admin", to="decide on payouts")
        decided = decision.model_copy(update={"by": by})
        self._act(decided, self.state.agreement.host, by, "")

    def wake(self) -> None:
        """Wake all waiting requests, as the house closes."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    def beat(self) -> None:
        """Casinos that have not been heard of are not connected."""
        for casino, heard in list(self._heard.items()):
            late = self._clock() - heard > self.patience
            if late and casino not in self.state.down:
                host = self.state.agreement.host
                self._act(Disconnect(casino=casino), host, host, "")

    # -- questions -------------------------------------------------------------------------------

    def _number(self, casino: str, said: Question, hashed: str) -> tuple[int, bool]:
        """Take a question's number. Return the number that the next question needs, if this one was
        used for another, or 0, and whether the same question came before."""
        with self._turn:
            last, known = self._asked[casino]
            if said.question == last and hashed == known:
                return 0, True
            if said.question <= last:
                return min(last + 1, LARGEST), False
            if said.question > self._up_to.get(casino, 0):
                self._mark(casino, said.question + BLOCK)
            self._asked[casino] = (said.question, hashed)
            return 0, False

    def _mark(self, casino: str, number: int) -> None:
        """Keep that questions up to a number count as used after a restart."""
        up_to = {**self._up_to, casino: number}
        command = {"do": "payout_heard", "system": self.name, "n": self._marks + 1, "up_to": up_to}
        key = key_of(HEARD, self.name, self._marks + 1)
        with self.house.at_the_cage() as connection:
            cage = self.house.store.lock_cage(connection)
            host = self.state.agreement.host
            self.house.store.append_to_cage(connection, cage, command, host, key, [])
        self._up_to, self._marks = up_to, self._marks + 1

    def _check_known(self, casino: str, said: Question) -> None:
        """Refuse a question of a casino whose steps are not those of the host."""
        if said.known > self.state.number:
            reason = f"{casino} has step {said.known}, and the host has {self.state.number}"
            raise Refused(reason, self._law.transmission.cite)
        head = self._replica.heads.get(said.known)
        if head is None:
            with self.house.database.reading() as connection:
                key = key_of(STEPS, self.name, said.known)
                head = payout_log.one(connection, key)["head"]
        self._replica.check_head(casino, said, head)

    def _hear(self, casino: str, said: Question) -> bool:
        """Return whether a casino shows that it receives the answers: it is heard of then. It names
        the last answer, or a later one than before."""
        with self._turn:
            recent = self._answered[casino]
            is_later = said.answered > self._received.get(casino, 0)
            fresh = said.answered in recent and (is_later or said.answered == max(recent))
            if fresh:
                self._received[casino] = said.answered
                self._heard[casino] = self._clock()
            return fresh

    def _wait(self, casino: str, said: Wait) -> None:
        """Wait until there is a step that a casino does not have, or its time is over; it is
        connected while it waits."""
        end = self._clock() + min(said.milliseconds / 1000, self.patience / 2)
        with self._turn:
            while self._goes_on(said.known) and (left := end - self._clock()) > 0:
                self._heard[casino] = self._clock() + left
                self._turn.wait(left)
            self._heard[casino] = self._clock()

    def _goes_on(self, known: int) -> bool:
        """Return whether there are no steps after the first ``known``."""
        return not self._closed and self.state.number <= known

    # -- inside ----------------------------------------------------------------------------------

    @property
    def _law(self) -> Any:
        return self._replica.law

    def _signed(self, body: Told | Declined) -> str:
        """Return an answer as it is sent."""
        signature = self.house.keys.sign(answer_text(self.state.agreement.host, body))
        return text_of(SignedAnswer(body=body, signature=signature))

    def _steps_after(self, known: int) -> Iterator[Step]:
        """Yield the steps from one on that fit into an answer."""
        if known >= self.state.number:
            return
        room = LONGEST // 2
        with self.house.database.reading() as connection:
            found = payout_log.entries(connection, STEPS, self.name, known + 1)
            for body in islice(found, PAGE):
                step = kept(Step, body["do"]["step"])
                if (room := room - len(text_of(step))) < 0:
                    return
                yield step

    def _act(
        self, act: Question | Decision | Disconnect, casino: str, by: str, signature: str
    ) -> None:
        """Take one step and commit it; a step that changes nothing is dropped."""
        with self._turn:
            with self.house.at_the_cage() as connection:
                cage = self.house.store.lock_cage(connection)
                self._catch_up(connection)
                step = Step(
                    number=self.state.number + 1,
                    casino=casino,
                    act=act,
                    at=self.house.store.moment(),
                    signature=signature,
                )
                if self._replica.apply(step) is self.state:
                    return
                after = self._replica.after(step)
                command = {
                    "do": "payout_step",
                    "system": self.name,
                    "number": step.number,
                    "step": step.model_dump(),
                    "head": after.head,
                }
                key = key_of(STEPS, self.name, step.number)
                self.house.store.append_to_cage(connection, cage, command, by, key, [])
            self._replica = after
            self._turn.notify_all()

    def _catch_up(self, connection: Connection) -> None:
        """Take in what stands in the chain and is not known here yet."""
        known = self._replica.number if self._replica else 0
        for body in payout_log.entries(connection, STEPS, self.name, known + 1):
            if "agreement" in body["do"]:
                self._replica = Replica.start(body["do"]["agreement"])
            else:
                step = kept(Step, body["do"]["step"])
                self._replica = self._replica.after(step, trusted=True)
