"""The actions of people in a scenario, as calls of a table."""

from collections.abc import Mapping
from typing import Any

from houseway.referee.events import Place
from houseway.referee.requests import Ask
from houseway.referee.scenario import Announced, AtDesk, AtSeats, Attempt, Doing, Meanwhile
from houseway.referee.scenarios.checked import Unready
from houseway.referee.table import Table
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import dollars
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused

Decided = str | dict[str, Any]  # an act, or an act with its amount


def attempted(table: Table, attempt: Attempt) -> None:
    """Try something that is to be refused."""
    seat = attempt.seat
    if _at_desk(attempt):
        done(table, Doing(who=seat, **_at_desk(attempt)))
    elif at_seats(table, attempt):
        pass
    elif attempt.bet:
        table.bet(seat or 0, attempt.bet, tender=attempt.tender, accepted=attempt.accepted)
    elif attempt.close:
        table.close()
    elif attempt.act is not None:
        amount = attempt.amount if attempt.depth is None else attempt.depth
        who = attempt.who if seat is None else seat
        table.act(who, attempt.act, amount, reason=attempt.reason)
    elif attempt.draw is not None:
        table.draw(attempt.draw)
    elif attempt.report is not None:
        table.report(attempt.report, seat)
    elif attempt.sit is not None:
        table.sit(attempt.sit, attempt.player)
    elif attempt.leave is not None:
        table.leave(attempt.leave)
    elif attempt.change:
        table.change(**attempt.change)
    elif attempt.announce:
        table.announce(change(attempt.announce))
    elif attempt.take_out:
        table.take_out(attempt.take_out.device, attempt.take_out.how)
    elif attempt.begin:
        table.begin()
    else:
        raise Unready("tries: nothing is tried")


def at_seats(table: Table, given: AtSeats) -> bool:
    """Somebody goes away, is back or changes seats, if it is that."""
    if given.away is not None:
        table.away(given.away)
    elif given.back is not None:
        table.back(given.back, given.amount or 0)
    elif given.move is not None:
        table.move(given.move, given.into)
    else:
        return False
    return True


def happen(table: Table, given: Meanwhile) -> None:
    """Something happens at the table besides the round."""
    if given.sit is not None:
        table.sit(given.sit, given.player)
    elif given.leave is not None:
        table.leave(given.leave)
    elif given.clock is not None:
        table.at(given.clock)
    elif given.seat is not None and given.bet:
        table.bet(given.seat, given.bet)
    elif not at_seats(table, given):
        raise Unready("meanwhile: nothing happens")


def _at_desk(given: AtDesk) -> dict[str, Any]:
    """What is done with a ticket, if it is that."""
    words = {name: getattr(given, name) for name in AtDesk.model_fields}
    return words if any(words[name] is not None for name in words if name != "how") else {}


def done(table: Table, doing: Doing) -> None:
    """Do one thing at the desk."""
    who = doing.who if isinstance(doing.who, int) else 0
    if doing.buy is not None:
        table.buy(who, **doing.buy.form())
    elif doing.void is not None:
        table.void(who, doing.void)
    elif doing.redeem is not None:
        table.redeem(who, doing.redeem, **doing.how)
    elif doing.refund is not None:
        table.refund(who, doing.refund)
    elif doing.act is not None:
        table.act(doing.who or "", doing.act)
    elif doing.report is not None:
        table.report(doing.report)
    elif doing.clock is not None:
        table.at(doing.clock)
    elif doing.lock:
        table.close(str(doing.who or ""), approved=doing.approved)
    else:
        raise Unready("desk: nothing is done")


def change(told: Announced) -> RuleChange:
    """A change as it was announced."""
    limits = {name: tuple(values) for name, values in told.limits.items()}
    return RuleChange(
        told.table, told.effective, told.posted, told.announced, told.division, limits
    )


def signer(asked: Ask, told: dict[Any, list[Any]]) -> Place:
    """Who does it: who is asked, unless the scenario has only somebody above do something."""
    able = [who for who in (asked.who, *asked.above) if told.get(who)]
    return able[0] if able else asked.who


def decision(asked: Ask, told: dict[Any, list[Any]]) -> tuple[str, int | None, str]:
    """Return a seat's next decision, with its amount or reason."""
    if done := told.get(signer(asked, told)):
        given = done.pop(0)
        if isinstance(given, dict):
            if len(given) != 1:
                raise Unready(f"does.{asked.who}: {given} is not one act with its amount")
            ((what, amount),) = given.items()
            if asked.choice(what).reasoned:
                return what, None, str(amount)
            return what, dollars(amount) if isinstance(asked.who, int) else int(amount), ""
        return given, None, ""
    if isinstance(asked.who, int):
        names = " or ".join(choice.name for choice in asked.choices)
        raise Unready(f"seat {asked.who} may {names}, and the scenario does not say which")
    return asked.choices[0].name, None, ""


def is_called(asked: Ask, calls: Mapping[Place, Decided]) -> bool:
    """Whether it is the one who is asked that makes a call, and one that is offered."""
    if asked.who not in calls:
        return False
    call = calls[asked.who]
    names = {call} if isinstance(call, str) else set(call)
    return names <= {choice.name for choice in asked.choices}


def options(book: Rulebook, given: dict[str, Any]) -> dict[str, Any]:
    """Options as a table takes them: an amount of money is written in dollars here."""
    kinds = {name: option.kind for name, option in book.choices.items()}
    return {
        name: str(value) if kinds.get(name) == "money" and value is not None else value
        for name, value in given.items()
    }


def fingerprint(table: Table) -> str:
    """Everything that a refusal must leave as it was. Events are only ever added."""
    try:
        talk: Any = (len(table.events), table.round.state, table.waiting)
    except Refused:
        talk = None
    return repr((table.data, table.rules.header(), talk, len(table.records)))
