"""Two honest casinos and one hostile party, all of it decided by one seed: a member with its own
key, the host, or the network between them. The honest ones play poker, contribute, claim, confirm
and restart; the hostile one drops, repeats, reorders, alters and forges whatever it can."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from casinos import FUND, PLAIN, QUADS, Casinos, Dealt
from sqlalchemy import text

from houseway.ledger.books import meter
from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.errors import Unavailable
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.messages import (
    Act,
    ClaimPayout,
    Confirm,
    Declined,
    Deny,
    Disconnect,
    Letter,
    SignedAnswer,
    Step,
    TellOtherwise,
    Told,
    Transmit,
    Wait,
    hash_of,
    parse,
    text_of,
)
from houseway.rulebook.refusal import Refused

MEMBER, HOST, NETWORK = "member", "host", "network"
ROUNDS = 20  # at one table, before its players are out of chips
NO = (Refused, Unavailable)  # what an honest house may answer
JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 100, 101, 2**53, 10**30, 1.5, "", "x", "\n", "South", "North",
    "0" * 64, "0" * 128, [], [1], {}, {"do": "wait"}, "claim", "confirm",
)  # fmt: skip
GARBAGE = ("", "{", "null", "[]", "{}", "<html>", "\x00", "7", '{"body": {}, "signature": ""}')


class World:
    """Casinos and whoever is against them, from one seed."""

    def __init__(self, seed: int, role: str, folder: Path) -> None:
        self.dice, self.role = random.Random(f"{role} {seed}"), role
        names = ("North", "South") if role == NETWORK else ("North", "South", "West")
        claims = self.dice.choice(("first_claim", "equal_shares"))
        self.all = Casinos(folder, claims, names=names)
        self.honest = {MEMBER: ["North", "South"], HOST: ["South", "West"]}.get(role, list(names))
        self.letters: list[str] = []  # that were on the way
        self.answers: list[str] = []
        self.tables: dict[str, Dealt] = {}
        self.rounds: Counter[str] = Counter()
        self.qualify: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
        self.seen: Counter[str] = Counter()
        self.heard: dict[str, float] = {}  # when an answer of the host has come through
        self.mood: list[str] = []  # what is done to the next letters
        self.calm = True
        self.start()
        for _ in range(3):
            self.everybody()

    def start(self) -> None:
        """Open all ends of the system, as after a restart."""
        self.all.open()
        if self.role == MEMBER:  # it does not mind claims for rounds that it never dealt
            self.all.links["West"]._after = lambda replica, step: replica.after(step)  # type: ignore[method-assign]
        for name, line in self.all.lines.items():
            good = line.send
            if self.role == HOST and name != "North":
                line.send = lambda sent, good=good: self.lying_host(sent, good)
            elif self.role == NETWORK and name != "North":
                line.send = lambda sent, good=good: self.bad_line(sent, good)

    def run(self, steps: int) -> None:
        """Take so many steps, and see after each that the honest casinos hold."""
        actions: list[tuple[int, Callable[[], None]]] = [
            (30, self.cycle), (12, self.plain), (5, self.quads), (8, self.claim), (7, self.decide),
            (8, self.time), (3, self.restart), (25, self.hostile), (8, self.everybody),
        ]  # fmt: skip
        weights, does = zip(*actions, strict=True)
        self.calm = False
        for _ in range(steps):
            self.dice.choices(does, weights)[0]()
            self.check()
        self.calm = True

    # -- the honest ones -------------------------------------------------------------------------

    def cycle(self, name: str = "") -> None:
        """One casino asks for news and tells what it has."""
        name = name or self.dice.choice(list(self.all.links))
        link = self.all.links[name]
        try:
            link.listen(0)
            link.transmit()
            self.seen["cycles"] += 1
        except NO as error:
            self.seen["faults"] += 1
            offers = link.told["operational"]
            assert not offers, f"{name} offers a payout after {error}"

    def everybody(self) -> None:
        """All of them do, twice."""
        for name in (*self.all.links, *self.all.links):
            self.cycle(name)

    def plain(self) -> None:
        self.play(PLAIN)

    def quads(self) -> None:
        self.play(QUADS)

    def play(self, cards: dict[Any, str]) -> None:
        """A round of poker in an honest casino, whatever the system does."""
        name = self.dice.choice(self.honest)
        if self.rounds[name] % ROUNDS == 0:
            self.tables[name] = self.all.table(name)
        self.rounds[name] += 1
        table = self.tables[name]
        round = table.play(cards)
        if cards is QUADS:
            self.qualify[name].append((table.number, round))

    def claim(self) -> None:
        """Somebody claims a hand; the same one again at times."""
        name = self.dice.choice(self.honest)
        if not self.qualify[name]:
            return
        table, round = self.dice.choice(self.qualify[name][-4:])
        try:
            self.all.links[name].claim(table, round, by="Flo")
            self.seen["claims"] += 1
        except NO:
            pass

    def decide(self) -> None:
        """Somebody at the host confirms or denies a payout."""
        pending = self.all.host.state.pending
        if not pending:
            return
        payout = self.dice.choice(pending)
        try:
            for casino in sorted(self.all.host.state.down):
                how = TellOtherwise(payout=payout.number, casino=casino, how="telephone")
                self.all.host.do(how, by="Flo")
        except NO:
            pass
        decision = Deny if self.dice.random() < 0.2 else Confirm
        try:
            self.all.host.do(decision(payout=payout.number), by="Flo")
            self.seen["decided"] += 1
        except NO:
            pass

    def time(self) -> None:
        """Time goes by, and both ends look at their clocks."""
        self.all.now += self.dice.choice((1, 3, 6, 12))
        self.all.host.beat()
        for name in self.honest:
            self.all.links[name].beat()

    def restart(self) -> None:
        self.start()
        self.seen["restarts"] += 1

    # -- the hostile one -------------------------------------------------------------------------

    def hostile(self) -> None:
        """Do something of one's own accord."""
        if self.role == MEMBER:
            self.send(self.members_letter())
        elif self.dice.random() < 0.3:  # for a while everything goes wrong alike
            self.mood = [self.dice.choice(LINE if self.role == NETWORK else LIES)] * 8
        elif self.letters:
            self.send(self.dice.choice(self.letters[-50:]))  # late, or a second time

    def send(self, sent: str) -> None:
        """Something reaches the host."""
        try:
            answer = self.all.host.receive(sent)
            self.seen["heard"] += 1
            parse(SignedAnswer, answer, "the host's answer")
        except NO:
            self.seen["refused"] += 1

    def members_letter(self) -> str:
        """Anything that West may sign."""
        dice, link = self.dice, self.all.links["West"]
        kind = dice.choice(("wait", "transmit", "claim", "claim"))
        big = dice.choice((1, 100, 10**6, 10**10, 10**11, 10**12))
        total = self.all.host.state.shares["West"].total + dice.randrange(-1, big)
        number = self.all.host.state.shares["West"].number + dice.choice((0, 1, 1, 1, 2))
        given: dict[str, Any] = {
            "wait": {"milliseconds": 0},
            "transmit": {"number": max(number, 1), "total": min(max(total, 0), 10**11)},
            "claim": {
                "table": dice.randrange(1, 4), "round": dice.randrange(1, 9), "at": "now",
                "winning": "9h 8h 7h 6h 5h", "losing": "7c 7d 7h 7s Kc",
                "verified_by": dice.choice(("Flo", "Flo", "Dee")), "percent": 100,
                "told": dice.randrange(1, self.all.host.state.number + 2),
            },
        }[kind]  # fmt: skip
        model = {"wait": Wait, "transmit": Transmit, "claim": ClaimPayout}[kind]
        try:
            said = link._next(model, given).model_dump()
        except NO:
            return ""
        if dice.random() < 0.4:
            said = self.spoiled(said)
        casino = dice.choice(("West", "West", "West", "South", "North"))
        under = f"houseway payout question 2\n{FUND}\n{casino}\n{canonical(said)}"
        signature = self.all.houses["West"].keys.sign(under)
        return json.dumps({"system": FUND, "casino": casino, "said": said, "signature": signature})

    def next_of(self, known: tuple[str, ...]) -> str:
        """What is done to the next letter."""
        if self.calm:
            return "pass"
        return self.mood.pop() if self.mood else self.dice.choice(known)

    def bad_line(self, sent: str, good: Callable[[str], str | bytes]) -> str | bytes:
        """The network: it drops, repeats, reorders, alters and invents."""
        self.letters.append(sent)
        what = self.next_of(LINE)
        if what == "drop":
            raise Unavailable("dropped")
        if what == "late":
            self.send(self.dice.choice(self.letters))
        if what == "alter":
            sent = self.scratched(sent)
        answer = str(good(sent))
        self.answers.append(answer)
        if what == "twice":
            answer = str(good(sent))
        if what == "lost":
            raise Unavailable("the answer is lost")
        if what == "old":
            return self.dice.choice(self.answers)
        if what == "altered":
            return self.scratched(answer)
        if what == "invented":
            return self.invented(answer)
        if what == "garbage":
            return self.dice.choice(GARBAGE)
        self.heard["South"] = self.all.now
        return answer

    def invented(self, answer: str) -> str:
        """An answer with a step that the host never took."""
        signed = parse(SignedAnswer, answer, "the host's answer")
        if not isinstance(signed.body, Told) or signed.body.steps:
            return answer
        number = signed.body.number + 1
        act = Disconnect(casino="North")
        step = Step(number=number, casino="North", act=act, at="now", signature="")
        body = signed.body.model_copy(update={"number": number, "steps": (step,)})
        return text_of(signed.model_copy(update={"body": body}))

    def lying_host(self, sent: str, good: Callable[[str], str | bytes]) -> str | bytes:
        """The host: it answers as it likes, under its own signature."""
        self.letters.append(sent)
        asked = Letter.model_validate_json(sent)
        what = self.next_of(LIES)
        if what == "drop":
            raise Unavailable("nothing")
        answer = str(good(sent))
        self.answers.append(answer)
        signed = parse(SignedAnswer, answer, "the host's answer")
        if what == "old":
            signed = parse(SignedAnswer, self.dice.choice(self.answers), "an old answer")
        body = signed.body.model_copy(
            update={
                "casino": asked.casino,
                "question": asked.said.question,
                "asked": hash_of(FUND, asked.casino, asked.said),
            }
        )
        if what == "garbage":
            return self.dice.choice(GARBAGE)
        if what == "scratched":
            return self.scratched(answer)
        if what == "spoiled":
            return self.under_seal(self.spoiled(body.model_dump()))
        if what == "refuse":
            fields = {
                name: getattr(body, name) for name in ("system", "casino", "question", "asked")
            }
            numbers = (0, 1, body.question + 1, body.question + 5000, 10**15, 2**53 - 1)
            following = self.dice.choice(numbers)
            body = Declined(**fields, reason="no", cite="", following=following)
        if isinstance(body, Told):
            if what == "forge":
                body = self.forged(asked, body)
            elif what == "fewer" and body.steps:
                body = body.model_copy(update={"steps": body.steps[:-1]})
            elif what == "mixed":
                steps = list(body.steps) * self.dice.choice((1, 2))
                self.dice.shuffle(steps)
                body = body.model_copy(update={"steps": tuple(steps)})
        return self.under_seal(body.model_dump())

    def forged(self, asked: Letter, body: Told) -> Told:
        """A step that the host has made up."""
        number = max(asked.said.known, *(step.number for step in body.steps), 0) + 1
        payout = self.dice.randrange(1, 4)
        claim = ClaimPayout(
            question=10**6, answered=0, known=asked.said.known, head=asked.said.head, table=1,
            round=self.dice.randrange(1, 9), at="now", winning="9h", losing="7c",
            verified_by="Flo", told=3, percent=100,
        )  # fmt: skip
        transmit = Transmit(
            question=10**6, answered=0, known=asked.said.known, head=asked.said.head,
            number=9, total=10**9,
        )  # fmt: skip
        acts: list[tuple[str, Act]] = [
            ("South", claim), ("West", claim), ("North", claim), ("South", transmit),
            ("West", asked.said), ("South", asked.said), ("North", Disconnect(casino="East")),
            ("South", Confirm(payout=payout, by="Flo")), ("North", Confirm(payout=99, by="Flo")),
            ("North", Confirm(payout=payout, by="Dee")),
        ]  # fmt: skip
        if self.dice.random() < 0.02:  # one that the rules allow: another history for one casino
            acts = [("North", Disconnect(casino=self.dice.choice(("South", "West", "North"))))]
        casino, act = self.dice.choice(acts)
        key = self.all.houses["North"].keys
        signature = asked.signature if act is asked.said else key.sign("anything")
        forged = Step(
            number=number, casino=casino, act=act, at="now",
            signature="" if casino == "North" and not isinstance(act, ClaimPayout) else signature,
        )  # fmt: skip
        return body.model_copy(update={"number": number, "steps": (*body.steps, forged)})

    def under_seal(self, body: dict[str, Any]) -> str:
        """Anything, signed by the host."""
        under = f"houseway payout answer 2\nNorth\n{canonical(body)}"
        return json.dumps({"body": body, "signature": self.all.houses["North"].keys.sign(under)})

    # -- spoiling --------------------------------------------------------------------------------

    def spoiled(self, data: Any) -> Any:
        """The same data with one value replaced, left out or added."""
        places = list(_places(data))
        if not places:
            return data
        made = json.loads(json.dumps(data))
        place = self.dice.choice(places)
        inner = made
        for key in place[:-1]:
            inner = inner[key]
        what = self.dice.random()
        if what < 0.1 and isinstance(inner, dict):
            del inner[place[-1]]
        elif what < 0.2 and isinstance(inner, dict):
            inner["more"] = self.dice.choice(JUNK)
        elif what < 0.5 and type(inner[place[-1]]) is int:
            inner[place[-1]] += self.dice.choice((-1, 1, 1000, -(10**6)))
        else:
            inner[place[-1]] = self.dice.choice(JUNK)
        return made

    def scratched(self, sent: str) -> str:
        """A message with a value or a letter changed."""
        if self.dice.random() < 0.6:
            return json.dumps(self.spoiled(json.loads(sent)))
        place = self.dice.randrange(len(sent))
        return sent[:place] + self.dice.choice('0a",:{}[]\n\x00é') + sent[place + 1 :]

    # -- what must hold --------------------------------------------------------------------------

    def check(self) -> None:
        """No fund is negative, and nobody who is down offers the payout."""
        for name in self.honest:
            house, link = self.all.houses[name], self.all.links[name]
            with house.database.reading() as connection:
                query = text("SELECT balance FROM accounts WHERE name = :name")
                held = connection.execute(query, {"name": meter(FUND)}).scalar()
                offered = payout_log.offered(connection, FUND)
            assert (held or 0) >= 0, f"{name} holds {held} of the fund"
            assert not (offered and link.fault), f"{name} offers a payout and is down"
            assert bool(offered) == link.told["operational"], f"{name} offers otherwise"
            silent = self.all.now - self.heard.get(name, self.all.now)
            assert not offered or silent <= self.all.links[name].patience, f"{name}: {silent} s"
            self.check_believed(name)

    def check_believed(self, name: str) -> None:
        """An honest casino believes of another one only what that one has signed."""
        state = self.all.links[name]._replica.state
        for claim in (claim for payout in state.payouts for claim in payout.claims):
            made = (claim.table, claim.round) in self.qualify[claim.casino]
            assert made or claim.casino not in self.honest, f"{name} believes {claim}"
        for other in self.honest:  # a round contributes a dollar
            assert state.shares[other].total <= 100 * self.rounds[other], f"{name}: {other}"

    def settle(self) -> None:
        """Everybody is honest now: what can be mended is mended by itself, and a last payout goes
        from claim to payment. A casino that was told another history stays down."""
        for _ in range(3):
            self.everybody()
        same = [name for name in self.honest if not self.other_history(name)]
        assert same == self.honest or self.role == HOST
        for name in same:
            assert not self.all.links[name].fault, f"{name}: {self.all.links[name].fault}"
        if same and self.all.links[same[0]].told["operational"]:
            self.seen["last payouts"] += 1
            table = self.all.table(same[0])
            table.play(PLAIN)
            round = table.play(QUADS)
            self.rounds[same[0]] += 2
            self.qualify[same[0]].append((table.number, round))
            self.everybody()
            self.all.links[same[0]].claim(table.number, round, by="Flo")
        for payout in self.all.host.state.pending:
            for casino in sorted(self.all.host.state.down):
                how = TellOtherwise(payout=payout.number, casino=casino, how="telephone")
                self.all.host.do(how, by="Flo")
            self.all.host.do(Confirm(payout=payout.number), by="Flo")
        for _ in range(2):
            self.everybody()
        self.check()
        for name in same:
            self.check_books(name)
        if self.role == NETWORK:
            sent, paid = self.moved("sent"), self.moved("awarded")
            assert sent == paid, f"{sent} was sent and {paid} was paid"

    def other_history(self, name: str) -> bool:
        """Whether a casino has a step that is not the host's."""
        known, host = self.all.links[name]._replica, self.all.host._replica
        return any(
            head != host.heads.get(number, head) for number, head in known.heads.items()
        ) or (known.number > host.number)

    def check_books(self, name: str) -> None:
        """A casino holds what it has contributed less what it owed to confirmed payouts."""
        state = self.all.links[name]._replica.state
        owed = sum(one.owed[name] for one in state.payouts if one.stage == "confirmed")
        assert self.all.held(name) == state.shares[name].total - owed, name

    def moved(self, kind: str) -> int:
        """What went out of the fund in all casinos together."""
        found = 0
        for house in self.all.houses.values():
            with house.database.reading() as connection:
                query = text("SELECT SUM(amount) FROM transfers WHERE kind = :kind")
                found += int(connection.execute(query, {"kind": kind}).scalar() or 0)
        return found

    def audit(self) -> None:
        """The books and the chain of every honest casino hold."""
        for name in list(self.all.houses):
            if name not in self.honest:
                self.all.houses.pop(name).close()
        self.all.check()


LINE = ("pass",) * 6 + (
    "drop", "late", "alter", "twice", "lost", "old", "altered", "invented", "garbage",
)  # fmt: skip
LIES = ("pass",) * 8 + (
    "drop", "old", "garbage", "scratched", "spoiled", "spoiled", "refuse", "forge", "forge",
    "fewer", "mixed",
)  # fmt: skip


def _places(data: Any, at: tuple[Any, ...] = ()) -> Any:
    """Where there are values in some data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        yield (*at, key)
        if isinstance(value, dict | list | tuple):
            yield from _places(value, (*at, key))
