"""Casinos that share a payout, for tests: each with its own database, keys and people, the host's
end of the system, and lines that can be cut."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from furnished import furnish

from houseway.games import game
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.chain.keys import Keys
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.payouts import fund_actions as payouts
from houseway.ledger.payouts.host import Host, found_system
from houseway.ledger.payouts.http import send_within
from houseway.ledger.payouts.member import Link, Send, join
from houseway.ledger.payouts.messages import Letter, Question, question_text
from houseway.ledger.tables.opening import payout_rules
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

FUND = "Shore Bad Beat"
OPTIONS = {"jackpot": "bad_beat", "jackpot_scope": "several_casinos", "jackpot_least_pot": 400}
QUADS = {1: "9h 8h", 2: "7c 7d", "board": "7h 6h 5h 7s Kc"}  # beaten by a straight flush
PLAIN = {1: "Ah Kd", 2: "7c 2d", "board": "7h 6h 5s Ts Qc"}
REST = "2c 3c 4c 5c 6c 8c 9c Tc Jc"  # to burn
PLAN = {  # for ending the payout, without which none is offered (14.19(l))
    "submitted": "2026-11-02",
    "contributions": "at the notice",
    "patrons": "a drawing",
    "method": "box",
    "place": "cage",
}


class Line:
    """The way from one house to the host, which can be cut."""

    def __init__(self, send: Send) -> None:
        self.send, self.cut, self.loses_answers = send, False, False

    def __call__(self, letter: str) -> str | bytes:
        if self.cut:
            raise Unavailable("the host does not answer")
        answer = self.send(letter)
        if self.loses_answers:
            raise Unavailable("the host does not answer")
        return answer


def agreement(
    keys: dict[str, str], rules: dict[str, Any], claims: str = "first_claim"
) -> dict[str, Any]:
    """The agreement of casinos with these keys, in order; North is the host."""
    posted = {"payout_information": True, "participants_and_host": True}
    same = {"rules": rules, "executed": True, "access": ["Flo", "Fay", "boss"], "posted": posted}
    return {
        "name": FUND,
        "game": "poker",
        "approved": "January 4, 2027",
        "decisions": "by both casinos",
        "funds_and_costs": "each keeps what its pots contribute",
        "records": "North",
        "joint_liability": True,
        "claims": claims,
        "host": "North",
        "host_address": "1 Ocean Way",
        "members": {name: {"key": key, **same} for name, key in keys.items()},
        "controls": {"security": "a locked room", "notice_to_division": "30 days"},
    }


def letter(casino: str, said: Question, keys: Keys) -> Letter:
    """A question, signed with these keys."""
    signature = keys.sign(question_text(FUND, casino, said))
    return Letter(system=FUND, casino=casino, said=said, signature=signature)


class Casinos:
    """North, which is the host, and South; or others, the first of which is the host."""

    def __init__(
        self,
        folder: Path,
        claims: str = "first_claim",
        north: str = "",
        names: tuple[str, ...] = ("North", "South"),
    ) -> None:
        self.now = 0.0
        self.houses, self.urls = {}, {}
        for name in names:
            own = folder / name
            own.mkdir()
            self.urls[name] = f"sqlite:///{own}/house.db"
            if north and name == "North":
                self.urls[name] = north
            made = House.create(self.urls[name], own / "keys", "boss", "a password", name=name)
            self.houses[name] = furnish(made)
            payouts.file(made, "bad_beat", PLAN, game="poker", by="Flo", key="plan")
        rules = payout_rules(TableRules(game("poker").rulebook("nj"), OPTIONS), "bad_beat")
        keys = {name: house.keys.public for name, house in self.houses.items()}
        self.agreement = agreement(keys, rules, claims)
        found_system(self.houses["North"], self.agreement, by="boss")
        for name, house in self.houses.items():
            join(house, self.agreement, name, "", by="boss")
        self.open()

    def open(self, clock: Callable[[], float] | None = None) -> None:
        """The host and both ends of the system, as after a start."""
        clock = clock or (lambda: self.now)
        self.host = Host(self.houses["North"], FUND, patience=10, clock=clock)
        self.lines = {name: Line(send_within(self.host)) for name in self.houses}
        self.links = {
            name: Link(house, FUND, self.lines[name], patience=10, clock=clock)
            for name, house in self.houses.items()
        }

    def listen(self, *names: str) -> None:
        """Whoever is named hears how the system stands, and tells what it has."""
        for name in names or self.links:
            self.links[name].listen(0)
            self.links[name].transmit()
        for name in names or self.links:
            self.links[name].listen(0)

    def question(self, casino: str, kind: type[Question], **given: Any) -> Question:
        """The next question of a casino, as its own end of the system would ask it."""
        return self.links[casino]._next(kind, given)

    def table(self, casino: str) -> "Dealt":
        """A table of a casino at which Ann and Bob sit."""
        return Dealt(self.houses[casino])

    def held(self, casino: str) -> int:
        """What a casino holds of the fund, in cents."""
        found = self.houses[casino].reconcile()
        assert found.holds, found.wrong
        return sum(line.stands for line in found.meters if line.name == FUND) // FINE

    def check(self) -> None:
        """The books and chains of both houses hold."""
        for name, house in self.houses.items():
            report = house.reconcile()
            assert report.holds, report.wrong
            house.close()
            assert audit_database(self.urls[name], workers=1).findings == []


def to_deal(cards: dict[Any, str]) -> dict[Any, list[str]]:
    """The cards of each place, and others to burn."""
    dealt = {place: hand.split() for place, hand in cards.items()}
    named = {card for hand in dealt.values() for card in hand}
    return {**dealt, "rack": [card for card in REST.split() if card not in named]}


class Dealt:
    """A table whose cards are dealt by hand."""

    def __init__(self, house: House) -> None:
        self.house, self.said = house, 0
        link = {"bad_beat": {"link": FUND}}
        self.number = house.open_table(
            "poker", options=OPTIONS, meters=link, by_hand=["chance"], by="Flo"
        )
        for seat, name in ((1, "Ann"), (2, "Bob")):
            self.do({"do": "sit", "seat": seat}, name)
        self.comes = {1: "Ann", 2: "Bob"}

    def do(self, command: dict[str, Any], by: str) -> None:
        self.said += 1
        self.house.do(self.number, command, by=by, key=str(self.said))

    def begin(self) -> None:
        """The cards are shuffled, and stakes are on the table."""
        self.do({"do": "begin"}, "Dee")
        self.deal({})
        for seat, name in self.comes.items():
            self.do({"do": "bet", "seat": seat, "bets": {"stakes": 10_000}}, name)
        self.comes = {}  # stakes stay from round to round

    def play(self, cards: dict[Any, str], *, begun: bool = False) -> int:
        """One round, checked to the end; its number."""
        if not begun:
            self.begin()
        self.do({"do": "close"}, "Dee")
        left = to_deal(cards)
        while self.house.waiting(self.number):
            self.deal(left)
            waiting = self.house.waiting(self.number)
            if not waiting:
                break
            names = [choice["name"] for choice in waiting["choices"]]
            wish = next(one for one in ("check", "call", "show", *names) if one in names)
            if isinstance(waiting["who"], int):
                who = {1: "Ann", 2: "Bob"}[waiting["who"]]
                self.do({"do": "act", "who": waiting["who"], "what": wish}, who)
        with self.house.looking(self.number) as live:
            return live.table.data.rounds

    def deal(self, left: dict[Any, list[str]]) -> None:
        while (waiting := self.house.waiting(self.number)).get("for") in ("shuffle", "draw", "ask"):
            if waiting["for"] == "shuffle":
                self.do({"do": "shuffled"}, "Dee")
            elif waiting["for"] == "draw":
                hand = left[waiting["to"]]
                drawn, hand[:] = hand[: waiting["count"]], hand[waiting["count"] :]
                self.do({"do": "draw", "cards": " ".join(drawn)}, "Dee")
            else:
                return


def contribute(casinos: Casinos, casino: str, rounds: int) -> Dealt:
    table = casinos.table(casino)
    for _ in range(rounds):
        table.play(PLAIN)
    return table
