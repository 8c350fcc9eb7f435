"""The host of a payout that several casinos share: its central computer, in the chain of the host
casino's house.

What a casino sends is signed with its house's key. A step that the rules allow is committed before
it is answered, and everybody who waits is told of it at once, under the host's signature. A casino
that has not been heard of for a while is not connected.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection

from houseway.games import game
from houseway.ledger import payout_log, people
from houseway.ledger.house import House
from houseway.ledger.keys import is_signed
from houseway.ledger.payout_log import STEPS, key_of, message
from houseway.rulebook.load import check
from houseway.rulebook.refusal import Refused

PATIENCE = 15.0  # seconds without a word after which a casino is not connected
Told = dict[str, Any]


def found_system(house: House, agreement: Mapping[str, Any], *, by: str) -> "Host":
    """Start a system with the agreement of its casinos; once."""
    rules = game(str(agreement.get("game", ""))).payout_system
    made = check(rules.Agreement, dict(agreement), "agreement")
    rules.found(rules.law_of(made.edition), made)
    command = {
        "do": "payout_step",
        "system": made.name,
        "number": 1,
        "casino": made.host,
        "act": {"do": "found", "agreement": made.model_dump(mode="json")},
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
        self._asked: dict[str, int] = {}  # the last question of each, which only count up
        self._turn = threading.Condition()
        self._closed = False
        self._state: Any = None
        self._rules: Any = None
        with house.database.reading() as connection:
            self._catch_up(connection)
        if self._state is None:
            raise Refused(f"this house is host of no payout system {name!r}")
        for casino in self._state.shares:
            self._heard[casino] = self._clock()

    @property
    def state(self) -> Any:
        """The system now."""
        return self._state

    # -- what comes in ---------------------------------------------------------------------------

    def take(self, casino: str, said: Mapping[str, Any], signature: str) -> Told:
        """What a casino's house has sent; the answer is how the system stands."""
        self._check(casino, said, signature)
        if said.get("do") in ("confirm", "deny", "tell_otherwise", "disconnect"):
            raise Refused("the host decides that", self._law.access.cite)
        self._act(said, casino, casino, signature)
        return self.told()

    def do(self, said: Mapping[str, Any], *, by: str) -> Told:
        """Somebody at the host confirms or denies a payout, or has told a casino otherwise."""
        with self.house.database.reading() as connection:
            giver = people.find(connection, by)
        giver.must_be("floor", "admin", to="decide on payouts")
        self._act({**said, "by": by}, self._state.agreement.host, by, "")
        return self.told()

    def wait(self, casino: str, said: Mapping[str, Any], signature: str) -> Told:
        """A casino waits to be told of what comes after the step that it knows; it is connected
        while it does. The answer comes as soon as there is any, or when its time is over."""
        self._check(casino, said, signature)
        with self._turn:
            if int(said["question"]) <= self._asked.get(casino, 0):
                raise Refused("this question was asked before", self._law.transmission.cite)
            self._asked[casino] = int(said["question"])
        if casino in self._state.down:
            self._act({"do": "connect"}, casino, casino, signature)
        end = self._clock() + min(float(said["seconds"]), self.patience / 2)
        with self._turn:
            while self._goes_on(int(said["known"])) and (left := end - self._clock()) > 0:
                self._heard[casino] = self._clock() + left
                self._turn.wait(left)
            self._heard[casino] = self._clock()
        return self.told()

    def wake(self) -> None:
        """The house closes: nobody waits any longer."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    def _goes_on(self, known: int) -> bool:
        """Whether there is nothing new for who knows so many steps."""
        return not self._closed and self._state.number <= known

    def beat(self) -> None:
        """Casinos that have not been heard of are not connected."""
        for casino, heard in list(self._heard.items()):
            late = self._clock() - heard > self.patience
            if late and casino not in self._state.down:
                self._act({"do": "disconnect"}, casino, self._state.agreement.host, "")

    def _check(self, casino: str, said: Mapping[str, Any], signature: str) -> None:
        member = self._state.agreement.members.get(casino)
        if member is None or not is_signed(message(self.name, casino, said), signature, member.key):
            reason = f"this was not signed by a casino of {self.name!r}"
            raise Refused(reason, self._law.access.cite)

    # -- what goes out ---------------------------------------------------------------------------

    def told(self) -> Told:
        """How the system stands, signed by the host."""
        now = self._state
        body = {
            "system": self.name,
            "number": now.number,
            "said": now.last.what,
            "operational": now.operational,
            "down": sorted(now.down),
            "displayed": now.displayed,
            "shares": {name: asdict(share) for name, share in now.shares.items()},
            "payouts": [self._payout_told(one) for one in now.payouts],
        }
        signed = message(self.name, now.agreement.host, body)
        return {"told": body, "signature": self.house.keys.sign(signed)}

    # -- inside ----------------------------------------------------------------------------------

    @property
    def _law(self) -> Any:
        return self._rules.law_of(self._state.agreement.edition)

    def _act(self, said: Mapping[str, Any], casino: str, by: str, signature: str) -> None:
        """One step, committed; one that changes nothing is none."""
        with self._turn, self.house.at_the_cage() as connection:
            cage = self.house.store.lock_cage(connection)
            self._catch_up(connection)
            at = self.house.store.moment()
            after = self._rules.act(self._law, self._state, said, casino, at)
            if after is self._state:
                return
            command = {
                "do": "payout_step",
                "system": self.name,
                "number": after.number,
                "casino": casino,
                "act": dict(said),
                "at": at,
                "signature": signature,
            }
            key = key_of(STEPS, self.name, after.number)
            self.house.store.append_to_cage(connection, cage, command, by, key, [])
        with self._turn:
            self._state = after
            self._turn.notify_all()

    def _catch_up(self, connection: Connection) -> None:
        """Take in what stands in the chain and is not known here yet."""
        known = self._state.number if self._state else 0
        for body in payout_log.entries(connection, STEPS, self.name, known + 1):
            said = body["do"]
            if said["act"]["do"] == "found":
                self._rules = game(said["act"]["agreement"]["game"]).payout_system
                agreement = self._rules.Agreement(**said["act"]["agreement"])
                self._state = self._rules.found(self._rules.law_of(agreement.edition), agreement)
            else:
                self._state = self._rules.act(
                    self._law, self._state, said["act"], said["casino"], said["at"]
                )

    def _payout_told(self, payout: Any) -> dict[str, Any]:
        pending = payout.stage == "pending"
        return {
            **_plain(payout),
            "to_tell": self._rules.to_tell(self._state, payout) if pending else [],
        }


def _plain(payout: Any) -> dict[str, Any]:
    """A payout as it is told."""
    return {
        "number": payout.number,
        "stage": payout.stage,
        "amount": payout.amount,
        "owed": dict(payout.owed),
        "told": dict(payout.told),
        "claims": [{**asdict(one), "part": payout.parts()[one.place]} for one in payout.claims],
        "authorized_by": payout.authorized_by,
        "confirmed_at": payout.confirmed_at,
    }
