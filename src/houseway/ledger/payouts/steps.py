"""A payout system as its steps make it. The host and every casino compute it by the same rules, so
that nobody has to believe what a payout comes to or what it owes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

from houseway.games import game
from houseway.ledger import books
from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.chain.keys import is_signed
from houseway.ledger.payouts.messages import (
    Asked,
    ClaimPayout,
    Confirm,
    Deny,
    Disconnect,
    Question,
    Step,
    TellOtherwise,
    Transmit,
    Wait,
    question_text,
    text_of,
)
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused

REMEMBERED = 256  # steps whose hashes are at hand


@dataclass(frozen=True)
class Replica:
    """A system after some of its steps. ``heads`` has the hash of all steps up to each of the last
    ones, ``asked`` the number of the last question of each casino that caused a step."""

    rules: Any
    agreement: Any
    state: Any
    heads: Mapping[int, str]
    asked: Mapping[str, int]

    @classmethod
    def start(cls, agreement: Mapping[str, Any]) -> "Replica":
        """Return a system of which nothing is known but the agreement: its first step."""
        rules = game(str(agreement["game"])).payout_system
        made = rules.Agreement.model_validate(agreement)
        state = rules.found(rules.law_of(made.edition), made)
        head = sha256(canonical(made.model_dump(mode="json")).encode()).hexdigest()
        return cls(rules, made, state, {state.number: head}, {})

    @property
    def law(self) -> Any:
        """The rules of law for the system."""
        return self.rules.law_of(self.agreement.edition)

    @property
    def number(self) -> int:
        """The last step."""
        return int(self.state.number)

    @property
    def head(self) -> str:
        """The hash of all steps."""
        return self.heads[self.number]

    def check_signed(self, casino: str, said: Question, signature: str) -> None:
        """Refuse a question that was not signed by a casino of the agreement."""
        member = self.agreement.members.get(casino)
        text = question_text(self.agreement.name, casino, said)
        if member is None or not is_signed(text, signature, member.key):
            reason = f"this was not signed by a casino of {self.agreement.name!r}"
            raise Refused(reason, self.law.access.cite)

    def check_head(self, casino: str, said: Question, head: str) -> None:
        """Refuse a question of a casino that has other steps."""
        if said.head != head:
            reason = f"{casino} has another step {said.known}, or another agreement"
            raise Refused(reason, self.law.transmission.cite)

    def after(self, step: Step, *, trusted: bool = False) -> "Replica":
        """Return the system after its next step. A step is refused that the rules do not allow,
        that changes nothing, or whose question was not signed, was used before or comes from a
        casino with other steps. ``trusted`` steps come from this house's own chain."""
        cite = self.law.transmission.cite
        if step.number != self.number + 1:
            raise Refused(f"step {step.number} does not follow step {self.number}", cite)
        asked = self.asked
        if isinstance(step.act, Asked):
            if not trusted:
                self._check_question(step, step.act)
            asked = {**asked, step.casino: step.act.question}
        elif step.casino != self.agreement.host or step.signature:
            raise Refused("only the host may decide that", self.law.access.cite)
        state = self.apply(step)
        if state is self.state or state.number != step.number:
            raise Refused(f"step {step.number} changes nothing", cite)
        head = sha256(f"{self.head}\n{text_of(step)}".encode()).hexdigest()
        heads = {**self.heads, state.number: head}
        heads.pop(state.number - REMEMBERED, None)
        return replace(self, state=state, heads=heads, asked=asked)

    def differs(self, step: Step) -> bool:
        """Return whether a step that is known is remembered otherwise."""
        before, known = self.heads.get(step.number - 1), self.heads.get(step.number)
        if before is None or known is None:
            return False
        return sha256(f"{before}\n{text_of(step)}".encode()).hexdigest() != known

    def apply(self, step: Step) -> Any:
        """Return the state that a step leads to by the rules; the same one if nothing changes."""
        rules, law, state, act = self.rules, self.law, self.state, step.act
        match act:
            case Wait():
                after = rules.connect(law, state, step.casino)
            case Transmit():
                after = rules.transmit(law, state, step.casino, act.number, act.total)
            case ClaimPayout():
                after = rules.claim(law, state, claim_of(rules, step.casino, act))
            case Disconnect():
                after = rules.disconnect(law, state, act.casino)
            case TellOtherwise():
                after = rules.tell_otherwise(law, state, act.payout, act.casino, act.how, act.by)
            case Confirm():
                after = rules.confirm(law, state, act.payout, act.by, step.at)
            case Deny():
                after = rules.deny(law, state, act.payout, act.by)
        if after.displayed > books.MOST:
            raise Refused(f"a fund holds {money(books.MOST)} at the most", law.transmission.cite)
        return after

    def _check_question(self, step: Step, said: Question) -> None:
        """Refuse a step whose request does not match it."""
        self.check_signed(step.casino, said, step.signature)
        cite = self.law.transmission.cite
        if said.question <= self.asked.get(step.casino, 0):
            reason = f"question {said.question} of {step.casino} was used before"
            raise Refused(reason, cite)
        if said.known > self.number:
            raise Refused(f"{step.casino} names step {said.known}, which does not exist yet", cite)
        self.check_head(step.casino, said, self.heads.get(said.known, said.head))
        if isinstance(said, ClaimPayout) and said.told > said.known:
            raise Refused(f"{step.casino} has not received step {said.told}", cite)


def claim_of(rules: Any, casino: str, said: ClaimPayout) -> Any:
    """Return a claim as the rules know it."""
    given = said.model_dump(exclude={"do", *Asked.model_fields})
    return rules.Claim(casino, **given)


def overview(replica: Replica) -> dict[str, Any]:
    """Return how a system stands, as plain data for pages and programs."""
    now = replica.state
    return {
        "number": now.number,
        "said": now.last.what,
        "operational": now.operational,
        "down": sorted(now.down),
        "displayed": now.displayed,
        "shares": {name: asdict(share) for name, share in now.shares.items()},
        "payouts": [_payout(replica, one) for one in now.payouts],
    }


def _payout(replica: Replica, payout: Any) -> dict[str, Any]:
    pending, parts = payout.stage == "pending", payout.parts()
    return {
        "number": payout.number,
        "stage": payout.stage,
        "amount": payout.amount,
        "owed": dict(payout.owed),
        "told": dict(payout.told),
        "claims": [{**asdict(one), "part": parts[one.place]} for one in payout.claims],
        "authorized_by": payout.authorized_by,
        "confirmed_at": payout.confirmed_at,
        "to_tell": replica.rules.to_tell(replica.state, payout) if pending else [],
    }
