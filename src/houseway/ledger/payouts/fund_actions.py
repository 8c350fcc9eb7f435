"""What people do with payout funds: file, count, verify, match, adjust, end, transfer, pay out.

Each is an entry in the chain of the house under a key of its own; nothing is taken out. An entry
holds what was said and what the books showed at that moment, so that the same steps lead to the
same fund for whoever reads the chain.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import games
from houseway.ledger import books
from houseway.ledger.books import meter
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.desk import cash_moves
from houseway.ledger.house import House
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.funds import (
    DO,
    Known,
    Standing,
    filing,
    find,
    fund_scope,
    kind_scope,
    known_funds,
    standing,
)
from houseway.ledger.people import people
from houseway.ledger.tables.rounds import body_at
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

ROLES = ("floor", "admin")
FILE = "file"
ACTS = (
    "count_at_table", "verify", "count_in_cage", "count_container", "deposit", "match", "adjust",
    "close_day", "end", "transfer", "pay_out", "close",
)  # of one fund; what tables do to it they tell themselves  # fmt: skip
ENDING = ("end", "transfer", "pay_out", "close")
Given = Mapping[str, Any]

_BY_KEY = text(f"SELECT seq, body FROM entries WHERE table_id = {CAGE} AND key = :key")


@dataclass(frozen=True)
class Line:
    """A fund as a report tells it."""

    known: Known
    fund: Any
    due: tuple[Refused, ...]
    history: tuple[tuple[str, str, str, str], ...]  # when, by whom, what, cite; the newest first

    @property
    def label(self) -> str:
        """Return the title of the action."""
        payout: str = self.known.law.payouts.names[self.known.payout]
        return payout if self.known.linked else f"{payout}, table {self.known.name.split()[0]}"


def file(
    house: House, payout: str, given: Given, *, game: str, edition: str = "nj", by: str, key: str
) -> int:
    """File how a kind of payout ends and how its contributions are counted; return the entry."""
    found = games().get(game)
    rules = found.payouts if found else None
    law = rules.law(edition) if rules else None
    if rules is None or law is None or payout not in law.payouts.names:
        known = ", ".join(law.payouts.names) if law else "none"
        raise Refused(f"{game} ({edition}) has no payout {payout[:40]!r}: {known}")
    of = {"game": game, "edition": edition, "payout": payout}
    command = {"do": DO, "act": FILE, **of, "given": dict(given)}

    def check(connection: Connection) -> dict[str, Any]:
        fund = rules.take(law, rules.Fund(payout), FILE, given)
        today = datetime.fromisoformat(house.store.moment()).date()
        rules.check_submitted(law, fund.filing, today)
        return command

    return _tell(house, kind_scope(game, edition, payout), command, by, key, check)


def act(house: House, fund: str, what: str, given: Given, *, by: str, key: str) -> int:
    """Do something with a fund, by the rules of its game; the entry."""
    if what not in ACTS:
        raise Refused(f"there is no {what[:40]!r}: {', '.join(ACTS)}")
    command = {"do": DO, "act": what, "fund": fund, "given": dict(given)}
    moves_on = what == "transfer"

    def check(connection: Connection) -> dict[str, Any]:
        known = find(connection, fund)
        others = [_taker(connection, known, str(given.get("to", "")))] if moves_on else []
        for name in sorted([fund, *others]):
            house.store.meter(connection, name)  # it stands still until this is written
        known = find(connection, fund)  # tables may have continued until then
        if what in ENDING:
            _check_own(connection, known)
        stands = standing(connection, known)
        known.rules.take(known.law, stands.fund, what, given)
        if what in ("transfer", "pay_out"):
            _whole_cents(connection, known)
        for name in given.get("players", ()) if what == "pay_out" else ():
            people.find(connection, name).must_be("player", to="be paid out of a payout fund")
        return {**command, "books": stands.now}

    return _tell(house, fund_scope(fund), command, by, key, check)


def _check_own(connection: Connection, known: Known) -> None:
    """Refuse to end a fund of this house's own that other casinos have a part in."""
    if payout_log.newest(connection, payout_log.JOINED, known.name):
        cite = games()[known.game].payout_system.law_of(known.edition).agreement.cite
        raise Refused("casinos share this fund: only their agreement can end it", cite)


def _taker(connection: Connection, known: Known, to: str) -> str:
    """The fund that what is left of another goes to, if it may."""
    cite = known.law.to_patrons.cite
    if to == known.name:
        raise Refused("a payout cannot be transferred to itself", cite)
    other = find(connection, to)
    if not other.linked:
        raise Refused(f"{to!r} is the fund of one table; choose a fund that tables share", cite)
    if (stage := standing(connection, other).fund.stage) != "offered":
        raise Refused(f"the payout {to!r} is {stage}", cite)
    return to


def _whole_cents(connection: Connection, known: Known) -> None:
    if books.balance(connection, meter(known.name)) % FINE:
        raise Refused(f"the fund {known.name!r} holds a fraction of a cent, which cannot be paid")


def _tell(
    house: House,
    scope: str,
    command: dict[str, Any],
    by: str,
    key: str,
    check: Callable[[Connection], dict[str, Any]],
) -> int:
    """Write an entry once for a key, if the rules allow it now."""
    if not key:
        raise Refused("a payout command needs an idempotency key")
    whole = scope + sha256(f"{by}\n{key}".encode()).hexdigest()[:32]
    with house.at_the_cage() as connection:
        giver = people.find(connection, by)
        giver.must_be(*ROLES, to=f"do that with a payout ({command['act'].replace('_', ' ')})")
        cage = house.store.lock_cage(connection)
        if found := connection.execute(_BY_KEY, {"key": whole}).first():
            said = {n: v for n, v in json.loads(found.body)["do"].items() if n != "books"}
            if said != json.loads(json.dumps(command)):
                raise Refused("this idempotency key was used for a different command")
            return int(found.seq)
        made = check(connection)
        moves = cash_moves(made)
        wanted = {move.source: sum(m.amount for m in moves) for move in moves}
        return house.store.append_to_cage(connection, cage, made, by, whole, moves, wanted)


# -- what there is to do ---------------------------------------------------------------------------


def report(house: House, today: date, day_of: Callable[[datetime], date]) -> list[Line]:
    """Every fund: where it stands, what is due today, what was done. ``day_of`` tells the gaming
    day of a moment."""
    with house.database.reading() as connection:
        stands = [standing(connection, known) for known in known_funds(connection)]
        return [_line(connection, one, today, day_of) for one in stands]


def _line(
    connection: Connection, stands: Standing, today: date, day_of: Callable[[datetime], date]
) -> Line:
    known = stands.known
    boxes = dict(stands.fund.boxes)
    for table, seq in stands.since.items():
        began = datetime.fromisoformat(body_at(connection, int(table), seq)["at"])
        boxes[table] = replace(boxes[table], since=day_of(began))
    fund = replace(stands.fund, boxes=boxes)
    due = tuple(known.rules.due(known.law, fund, today)) if fund.stage != "closed" else ()
    told = zip(stands.entries, fund.history, strict=True)
    history = tuple((body["at"], body["by"], done.what, done.cite) for body, done in told)
    return Line(known, fund, due, history[::-1])


def filings(house: House) -> dict[tuple[str, str, str], dict[str, Any] | None]:
    """What is on file for every kind of payout that a game of the house may offer: by game, edition
    and payout."""
    with house.database.reading() as connection:
        return {
            (game.id, edition, payout): filing(connection, game.id, edition, payout)
            for game in games().values()
            if game.payouts is not None
            for edition in game.editions
            if (law := game.payouts.law(edition)) is not None
            for payout in law.payouts.names
        }
