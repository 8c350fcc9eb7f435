"""A bad beat or high hand payout that several casinos offer together (14.20): who takes part, whose
contributions are whose, who is told of a payout, and who has it when two casinos claim it.

``System`` is what the host casino's computer knows. A step gives a new ``System`` or is refused;
each is numbered, and every casino is told of it under that number.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from houseway.equipment.cards import NAMES
from houseway.games.pots.poker.jackpot import BEATEN, HIGHEST, WINNER, comes_from, divided
from houseway.referee.events import Event
from houseway.rulebook.acts import Done
from houseway.rulebook.chapter import Named, Said
from houseway.rulebook.load import read
from houseway.rulebook.models import Model
from houseway.rulebook.money import money
from houseway.rulebook.papers import Paper, gaps, raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

__all__ = ["divided"]

ClaimRule = Literal["first_claim", "equal_shares"]
Stage = Literal["pending", "confirmed", "denied"]
BY_SYSTEM = "payout system"  # how a casino was told that is connected


class SystemLaw(Model):
    """What the law says of such a system, by paragraph."""

    together: Said  # two casinos or more, under the same rules
    payouts: Named  # what they may offer
    executed: Said
    records: Said
    agreement: Paper
    posted: Paper  # in each poker room
    liability: Said
    controls: Paper
    transmission: Said
    access: Said
    capability: Said
    notices: Said
    record: Paper
    claims: Said


@cache
def law_of(edition: str) -> SystemLaw:
    """What an edition says of such a system."""
    return read(SystemLaw, Path(__file__).parents[1] / f"{edition}.payout_system.yaml")


class Posted(Model):
    """What a casino has posted in its poker rooms."""

    payout_information: bool = False
    participants_and_host: bool = False


class SystemControls(Model):
    """The internal controls for the system."""

    security: str = ""
    notice_to_division: str = ""


class Member(Model):
    """A casino that takes part: its key, its payout rules, who may act for it."""

    key: str  # with which its house signs
    rules: dict[str, str | int | bool]
    executed: bool = False  # it has signed the agreement
    access: list[str] = []
    posted: Posted = Posted()


class Agreement(Model):
    """The payout system agreement, with what the casinos have in place by it."""

    name: str  # of the fund, as tables are linked to it
    game: str = "poker"
    edition: str = "nj"
    approved: str = ""  # by the Division, in advance
    decisions: str = ""
    funds_and_costs: str = ""
    records: str = ""  # which casinos keep them, divided by commas
    joint_liability: bool = False
    claims: ClaimRule | None = None
    host: str = ""
    host_address: str = ""
    members: dict[str, Member] = Field(default={}, min_length=1)
    controls: SystemControls = SystemControls()


@dataclass(frozen=True)
class Share:
    """One casino's part of the fund, in cents, and how many transmissions it comes from."""

    number: int = 0
    total: int = 0  # contributed so far
    taken: int = 0  # of it by payouts, also those that are pending

    @property
    def held(self) -> int:
        """What of it is in the fund."""
        return self.total - self.taken


@dataclass(frozen=True)
class Claim:
    """A hand that a casino claims the payout for."""

    casino: str
    table: int
    round: int
    at: str  # date and time
    winning: str
    losing: str
    verified_by: str
    told: int  # the last step that the casino had been told of when the round began
    percent: int = 100  # the part of the fund that the hand is paid

    @property
    def place(self) -> tuple[str, int, int]:
        """What no two claims have alike."""
        return self.casino, self.table, self.round


@dataclass(frozen=True)
class Payout:
    """A payout: what it comes to, whose contributions it is, who was told of it and how."""

    number: int
    claims: tuple[Claim, ...]
    amount: int
    owed: Mapping[str, int]  # by casino, in cents
    told: Mapping[str, str]  # by casino: how, of the pending payout
    stage: Stage = "pending"
    authorized_by: str = ""
    confirmed_at: str = ""

    def parts(self) -> dict[tuple[str, int, int], int]:
        """What each claim has of it; odd cents go to those that came first."""
        each, over = divmod(self.amount, len(self.claims))
        return {claim.place: each + (n < over) for n, claim in enumerate(self.claims)}

    @property
    def percent(self) -> int:
        """The part of the fund that it is."""
        return self.claims[0].percent


@dataclass(frozen=True)
class System:
    """The fund of several casinos as the host knows it."""

    agreement: Agreement
    shares: Mapping[str, Share]
    down: frozenset[str] = frozenset()  # casinos that are not connected
    payouts: tuple[Payout, ...] = ()
    suspended: tuple[range, ...] = ()  # the steps after which no payout was offered
    number: int = 0  # how many steps there have been
    last: Done = field(default_factory=lambda: Done("", ""))

    @property
    def fund(self) -> int:
        """What the next payout comes to, in cents."""
        return sum(share.held for share in self.shares.values())

    @property
    def pending(self) -> tuple[Payout, ...]:
        """Payouts that are neither confirmed nor denied."""
        return tuple(one for one in self.payouts if one.stage == "pending")

    @property
    def displayed(self) -> int:
        """What the display tells: it falls only by what has been paid."""
        return self.fund + sum(payout.amount for payout in self.pending)

    @property
    def operational(self) -> bool:
        """Whether every casino is connected, so that payouts may be offered."""
        return not self.down

    def offered_after(self, step: int) -> bool:
        """Whether payouts were offered once a step was taken, until the next."""
        return not any(step in down for down in self.suspended)


# -- the agreement ---------------------------------------------------------------------------------


def problems(law: SystemLaw, agreement: Agreement) -> list[Refused]:
    """Everything that keeps casinos from offering a payout together, in the order of the law."""
    found: list[Refused] = []
    members = agreement.members
    if len(members) < 2:
        found.append(Refused("a payout system is of two casinos or more", law.together.cite))
    rules = next(iter(members.values())).rules
    for name, member in members.items():
        if member.rules != rules:
            differ = sorted({*member.rules.items()} ^ {*rules.items()})
            found.append(
                Refused(f"{name} has other payout rules: {differ[0][0]}", law.together.cite)
            )
    percent = str(rules.get("secondary_percent", 100))
    if not percent.isascii() or not percent.isdecimal() or not 1 <= int(percent[:4]) <= 100:
        says = f"secondary_percent is a whole number from 1 to 100, not {percent[:20]!r}"
        found.append(Refused(says, law.together.cite))
    if rules.get("jackpot") not in law.payouts.names:
        kinds = " or a ".join(law.payouts.names.values())
        found.append(Refused(f"casinos offer a {kinds} together", law.payouts.cite))
    found += gaps(law.agreement, agreement)
    for name in filter(None, (one.strip() for one in agreement.records.split(","))):
        if name not in members:
            says = f"records are kept by casinos that take part, not by {name}"
            found.append(Refused(says, law.records.cite))
    for name, member in members.items():
        if not member.executed:
            found.append(Refused(f"{name} has not signed the agreement", law.executed.cite))
    for name, member in members.items():
        found += gaps(law.posted, member.posted, name)
    if agreement.host and agreement.host not in members:
        says = f"the host {agreement.host!r} is none of the casinos"
        found.append(Refused(says, law.posted.cite))
    if not agreement.joint_liability:
        says = "the casinos are not jointly and severally liable"
        found.append(Refused(says, law.liability.cite))
    found += gaps(law.controls, agreement)
    keys = [member.key for member in members.values()]
    if len(set(keys)) < len(keys):
        says = "two casinos sign with one key and could not be told apart"
        found.append(Refused(says, law.transmission.cite))
    for name, member in members.items():
        if not member.access:
            found.append(Refused(f"nobody has access for {name}", law.access.cite))
    if agreement.claims is None:
        says = "nothing says who has a payout that two casinos claim"
        found.append(Refused(says, law.claims.cite))
    return found


def percents(agreement: Agreement) -> list[int]:
    """Return the parts of the fund, in percent, that hands are paid by the rules on file: all of
    it, and that of a secondary hand where its payout comes out of the primary one (14.19(m)2)."""
    rules = next(iter(agreement.members.values())).rules
    if rules.get("secondary") != "part_of_primary":
        return [100]
    return sorted({100, int(rules.get("secondary_percent", 100))}, reverse=True)


def found(law: SystemLaw, agreement: Agreement) -> System:
    """The system starts, with nothing in the fund; a casino is down until it has connected."""
    raise_first(problems(law, agreement))
    members = agreement.members
    empty = System(agreement, {name: Share() for name in members}, frozenset(members))
    rests_on = (law.together, law.agreement, law.posted, law.liability, law.controls)
    return _on(empty, "founded", *(one.cite for one in rests_on))


# -- contributions and connections -----------------------------------------------------------------


def transmit(law: SystemLaw, system: System, casino: str, number: int, total: int) -> System:
    """A casino tells what it has contributed so far in all, under a number that follows its last.
    So what was lost on the way is noticed, and what comes twice counts once."""
    share = _member(law, system, casino)
    cite = law.transmission.cite
    if number == share.number and total == share.total:
        return system
    if number != share.number + 1:
        says = f"{casino}'s transmission {number} does not follow {share.number}"
        raise Refused(says, cite)
    if total <= share.total:
        says = f"{casino} had contributed {money(share.total)}, no less than {money(total)}"
        raise Refused(says, cite)
    shares = {**system.shares, casino: replace(share, number=number, total=total)}
    added = money(total - share.total)
    return _on(replace(system, shares=shares), f"{casino} contributes {added}", cite)


def connect(law: SystemLaw, system: System, casino: str) -> System:
    """A casino is connected again; what it could not be told it is told now."""
    _member(law, system, casino)
    if casino not in system.down:
        return system
    payouts = tuple(
        replace(one, told={casino: BY_SYSTEM, **one.told}) if one.stage == "pending" else one
        for one in system.payouts
    )
    joined = replace(system, down=system.down - {casino}, payouts=payouts)
    cites = (law.notices.cite,) if joined.operational else ()
    return _on(joined, f"{casino} is connected", law.capability.cite, *cites)


def disconnect(law: SystemLaw, system: System, casino: str) -> System:
    """A casino is not connected: no payout is offered anywhere until it is again."""
    _member(law, system, casino)
    if casino in system.down:
        return system
    cut = replace(system, down=system.down | {casino})
    return _on(cut, f"{casino} is not connected", law.notices.cite)


# -- payouts ---------------------------------------------------------------------------------------


def claim(law: SystemLaw, system: System, made: Claim) -> System:
    """A casino claims a payout for a hand that its supervisor has verified. Who is connected is
    told at once. A second claim of the same part of the fund, while one is pending, shares it or
    has the next payout, as the agreement says."""
    raise_first(gaps(law.record, _Recorded.of(made)))
    _may_act(law, system, made.casino, made.verified_by)
    if made.percent not in (filed := percents(system.agreement)):
        known = " or ".join(f"{one}%" for one in filed)
        says = f"by the rules on file a hand is paid {known} of the fund, not {made.percent}%"
        raise Refused(says, law.together.cite)
    for one in (one for payout in system.payouts for one in payout.claims):
        if one.place == made.place:
            if replace(one, told=made.told) == made:
                return system
            says = f"round {made.round} of {made.casino}'s table {made.table} was claimed otherwise"
            raise Refused(says, law.claims.cite)
    if not 1 <= made.told <= system.number:
        says = f"{made.casino} has not been told of step {made.told}"
        raise Refused(says, law.transmission.cite)
    if not system.offered_after(made.told):
        says = "no payout was offered when the round began: a casino was not connected"
        raise Refused(says, law.notices.cite)
    waiting = [one for one in system.pending if one.percent == made.percent]
    if waiting and system.agreement.claims == "equal_shares":
        shared = replace(waiting[0], claims=(*waiting[0].claims, made))
        return _on(_with(system, shared), f"{made.casino} claims it too", law.claims.cite)
    owed = _owed(system, system.fund * made.percent // 100)
    told = {name: BY_SYSTEM for name in system.shares if name not in system.down}
    number = len(system.payouts) + 1
    payout = Payout(number, (made,), sum(owed.values()), owed, told)
    shares = {
        name: replace(share, taken=share.taken + owed[name])
        for name, share in system.shares.items()
    }
    taken = replace(system, shares=shares, payouts=(*system.payouts, payout))
    cites = (law.notices.cite, law.capability.cite, *((law.claims.cite,) if waiting else ()))
    return _on(taken, f"{made.casino} claims {money(payout.amount)}", *cites)


def tell_otherwise(
    law: SystemLaw, system: System, number: int, casino: str, how: str, by: str
) -> System:
    """A casino that is not connected is told of a payout in another way: that it is pending, or,
    if it knew that, that it is about to be confirmed."""
    payout = _payout(law, system, number)
    _may_act(law, system, casino, by)
    if casino not in to_tell(system, payout):
        raise Refused(f"{casino} has been told of payout {number} already", law.notices.cite)
    if not how.strip():
        raise Refused(f"it is not said how {casino} was told", law.notices.cite)
    told = replace(payout, told={**payout.told, casino: how})
    return _on(_with(system, told), f"{casino} is told by {how}", law.notices.cite)


def confirm(law: SystemLaw, system: System, number: int, by: str, at: str) -> System:
    """The payout is confirmed. All who are connected are told at once; who is not has been told in
    another way."""
    payout = _payout(law, system, number)
    _may_act(law, system, system.agreement.host, by)
    if untold := to_tell(system, payout):
        says = f"{', '.join(untold)} has not been told of payout {number} and is not connected"
        raise Refused(says, law.notices.cite)
    if not at.strip():
        raise Refused("the date and time of the confirmation are missing", law.record.cite)
    sure = replace(payout, stage="confirmed", authorized_by=by, confirmed_at=at)
    says = f"payout {number} of {money(payout.amount)} is confirmed"
    items = law.record.items.values()
    return _on(_with(system, sure), says, law.notices.cite, *(one.cite for one in items))


def deny(law: SystemLaw, system: System, number: int, by: str) -> System:
    """The hand did not qualify: what was set aside goes back into the fund."""
    payout = _payout(law, system, number)
    _may_act(law, system, system.agreement.host, by)
    shares = {
        name: replace(share, taken=share.taken - payout.owed[name])
        for name, share in system.shares.items()
    }
    back = replace(payout, stage="denied", authorized_by=by)
    freed = _with(replace(system, shares=shares), back)
    return _on(freed, f"payout {number} is denied", law.notices.cite)


def record(payout: Payout) -> list[dict[str, str]]:
    """What must be on record of a payout, a line for each claim."""
    parts = payout.parts()
    return [
        {
            **vars(_Recorded.of(one)),
            "amount": money(parts[one.place]),
            "authorized_by": payout.authorized_by,
        }
        for one in payout.claims
    ]


class _Recorded(Model):
    """The record of a claim, by the names that the law's list has."""

    date_and_time: str
    winning_hand: str
    losing_hand: str
    location: str
    verified_by: str

    @classmethod
    def of(cls, made: Claim) -> "_Recorded":
        """What a claim tells."""
        return cls(
            date_and_time=made.at,
            winning_hand=made.winning,
            losing_hand=made.losing,
            location=f"{made.casino}, table {made.table}",
            verified_by=made.verified_by,
        )


# -- what a round claims ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Entitled:
    """Who is entitled to a payout by a round, out of which meter and to how many percent of it,
    and the hands that count."""

    meter: str
    percent: int
    seats: Mapping[str, list[int]]  # by what they are entitled for
    winning: str
    losing: str


def entitled(events: Iterable[Event], rules: TableRules) -> Entitled | None:
    """What a round claims, if it claims a payout."""
    claimed = [event for event in events if event.kind == "claimed"]
    if not claimed:
        return None
    seats: dict[str, list[int]] = {}
    hands: dict[str, list[str]] = {}
    for event in claimed:
        assert isinstance(event.who, int)
        seats.setdefault(event.what, []).append(event.who)
        if event.cards:
            told = " ".join(NAMES[card] for card in event.cards)
            hands.setdefault(event.what, []).append(told)
    meter, percent = comes_from(rules, claimed[0].wager)
    winning = hands.get(HIGHEST) or hands.get(WINNER, [])
    losing = hands.get(BEATEN, ["none"])
    return Entitled(meter, percent, seats, "; ".join(winning), "; ".join(losing))


def to_tell(system: System, payout: Payout) -> list[str]:
    """Who must be told of a payout in another way than by the system before it is confirmed."""
    down = [name for name in system.shares if name in system.down]
    return [name for name in down if payout.told.get(name, BY_SYSTEM) == BY_SYSTEM]


# -- inside ----------------------------------------------------------------------------------------


def _owed(system: System, amount: int) -> dict[str, int]:
    """Whose contributions an amount is, in proportion; cents that do not divide come from the
    casinos in the order of the agreement."""
    fund = system.fund
    held = {name: share.held for name, share in system.shares.items()}
    owed = {name: amount * one // fund if fund else 0 for name, one in held.items()}
    over = amount - sum(owed.values())
    for name, one in held.items():
        more = min(over, one - owed[name], 1)
        owed[name], over = owed[name] + more, over - more
    return owed


def _member(law: SystemLaw, system: System, casino: str) -> Share:
    if casino not in system.shares:
        raise Refused(f"{casino!r} takes no part in this payout", law.access.cite)
    return system.shares[casino]


def _may_act(law: SystemLaw, system: System, casino: str, who: str) -> None:
    _member(law, system, casino)
    if who not in system.agreement.members[casino].access:
        raise Refused(f"{who or 'nobody'} has no access for {casino}", law.access.cite)


def _payout(law: SystemLaw, system: System, number: int) -> Payout:
    if not 1 <= number <= len(system.payouts):
        raise Refused(f"there is no payout {number}", law.notices.cite)
    payout = system.payouts[number - 1]
    if payout.stage != "pending":
        raise Refused(f"payout {number} is {payout.stage} already", law.notices.cite)
    return payout


def _with(system: System, payout: Payout) -> System:
    payouts = tuple(payout if one.number == payout.number else one for one in system.payouts)
    return replace(system, payouts=payouts)


def _on(system: System, what: str, *cites: str) -> System:
    """The next step; while a casino is down, the time without payouts reaches up to it."""
    number, suspended = system.number + 1, system.suspended
    if not system.operational:
        goes_on = bool(suspended) and suspended[-1].stop == number
        first = suspended[-1].start if goes_on else number
        suspended = (*suspended[: -1 if goes_on else None], range(first, number + 1))
    said = Done(what, ", ".join(dict.fromkeys(cites)))
    return replace(system, number=number, suspended=suspended, last=said)
