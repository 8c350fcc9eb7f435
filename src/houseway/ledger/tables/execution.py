"""Execute one command in memory; return its answer and what to write."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from houseway.ledger import books
from houseway.ledger.books import BANK, Accounts, Move, part
from houseway.ledger.chain.hash_chain import asked, canonical, digest, link
from houseway.ledger.chain.hidden import hide, hide_answer
from houseway.ledger.database.database import Wanted
from houseway.ledger.database.store import Store
from houseway.ledger.payouts import log as payout_log
from houseway.ledger.payouts.funds import check_closing, check_offered
from houseway.ledger.people import people
from houseway.ledger.people.people import Person
from houseway.ledger.tables import commands, listing, seating, snapshots
from houseway.ledger.tables.answers import Answer, seen_by
from houseway.ledger.tables.live import Live, waiting_json
from houseway.ledger.tables.notices import noted
from houseway.ledger.tables.opening import check_shared, open_meters
from houseway.ledger.tables.step import Step
from houseway.referee import absence
from houseway.referee.data import SET_CLOCK
from houseway.referee.events import EVERYONE, STANDING
from houseway.referee.requests import Tickets
from houseway.rulebook.refusal import Refused

DRIFT = 1  # minutes by which clocks of two processes may differ; the table's then stands still


def done(
    store: Store,
    begun: Wanted,
    live: Live,
    command: dict[str, Any],
    giver: Person,
    key: str,
    minutes: int,
) -> tuple[Answer, Step]:
    """Do a command in memory, so many minutes after the table was opened; its answer, and what is
    to be written of it."""
    table = live.table
    _show(store, begun, live, minutes, command)
    mark = live.mark()
    pending = len(table.announced)
    moves: list[Move] = []
    shuts = command["do"] == "close_table"
    if shuts:
        giver.must_be("floor", "admin", to="close tables")
        moves = _clear(begun.connection(), live)
    else:
        commands.authorize(command, giver, table.data.players, live.allowed)
        _check_person(begun, command)
        _check_change(begun, live, command)
        _check_seat(store, begun, live, command, giver, minutes)
        commands.run(table, command, giver, live.heard.append)
        if command["do"] == SET_CLOCK:
            _set_clock(live, minutes)
        if command["do"] in commands.CHANCE:
            _mix(live, command)
        live.allow(command)
        if command["do"] in ("announce", "change"):
            _check_offered(begun.connection(), live)
    resting, round = live.resting, live.round
    if resting:
        live.rest()
    if shuts:
        live.chance.rest(shoe_goes_on=False, cards_wait=False, closes=True)
    events = live.since(mark)
    moves += _open_new_meters(begun, live)
    data = table.data
    players = data.players
    paid = [event for event in events if event.source]
    accounts = Accounts(live.id, players, live.meters)
    moves += accounts.moves(paid)
    seq = live.seq + 1
    body: dict[str, Any] = {
        "table": live.id,
        "seq": seq,
        "at": store.moment(),
        "by": giver.name,
        "key": key,
        "do": command,
        "round": round,
        "inputs": live.heard,
        "chance": live.chance.log,
        "events": [event.to_json() for event in events],
        "moves": moves,
        "players": players,
    }
    header = snapshots.header(table.rules)
    ruled, rest = live.ruled, None
    if header is not live.header and header != live.header:
        body["rules"], ruled = header, seq
    if resting:
        if ruled:
            body["ruled"] = ruled
        body["data"] = data.told()
        body["pending"] = [commands.change_json(change) for change in table.announced]
        rest = {
            "rules": snapshots.header_text(table.rules),
            "data": canonical(body["data"]),
            "pending": canonical(body["pending"]),
        }
    waiting = waiting_json(table.waiting)
    answer, secret = canonical({"waiting": waiting}), b""
    hides = rest is None and not shuts  # a table that is closed has nothing left to hide
    if hides:
        secret = store.round_key(live.id, live.boundary)
        body, answer = hide(body, secret, live.boundary), hide_answer(answer, secret, live.id, seq)
    elif seq > live.boundary + 1:
        body["opens"] = store.round_key(live.id, live.boundary).hex()
    body["answer"] = digest(answer)
    written = canonical(body)
    head, chance = (
        link(live.head, written),
        canonical(live.chance.to_json(store.keys.seal, hide=hides)),
    )
    step = Step(
        live.id, seq, live.fence, live.head, head, key,
        asked(giver.name, command, secret), written, answer,
        chance, store.seal(live.id, seq, head, live.settings_text, chance),
        moves, accounts.wanted(paid), rest,
        sits=players[command["seat"]] if command["do"] == "sit" else "",
        shuts=shuts,
        also=noted(live, command, seq, pending),
    )  # fmt: skip
    live.header, live.ruled = header, ruled
    seen = tuple([e if e.sees == EVERYONE else seen_by(e, giver, players) for e in events])
    return Answer(live.id, seq, round, seen, waiting), step


def _mix(live: Live, command: Mapping[str, Any]) -> None:
    """Commit to the key of the next shuffle, or take a seat's seed for it."""
    if not live.draws:
        raise Refused("this table is dealt by hand: enter the cards, dice and numbers")
    if command["do"] == "commit":
        live.chance.promise()
    else:
        live.chance.contribute(command["seat"], command["seed"])


def _show(
    store: Store, begun: Wanted, live: Live, minutes: int, command: Mapping[str, Any]
) -> None:
    """Tell the table the time and what its linked meters stand at; these rows stay locked."""
    if live.linked:
        amounts = {}
        for name, own in sorted(live.linked.items(), key=lambda pair: pair[1]):
            amounts[name] = store.meter(begun.connection(), own)
        live.table.show_meters(amounts)
    if shared := live.settings.get("shared"):
        connection = begun.connection()
        live.table.show_offered({m: payout_log.offered(connection, live.linked[m]) for m in shared})
    stands = live.table.data.minutes
    if minutes < stands - DRIFT and command["do"] != SET_CLOCK:
        behind = f"the house's clock is {stands - minutes} minutes behind the table's"
        raise Refused(f"{behind}: correct it or, if it is right, set the table's back (floor)")
    if minutes > stands and (live.resting or isinstance(live.table.waiting, Tickets)):
        live.table.at(minutes)


def _set_clock(live: Live, minutes: int) -> None:
    """Set back the clock of a table that was played while the house's clock ran ahead."""
    ahead = live.table.data.minutes - minutes
    if ahead <= DRIFT:
        raise Refused("the table's clock is not ahead of the house's")
    live.table.set_clock(live.began - ahead)


def _check_person(begun: Wanted, command: Mapping[str, Any]) -> None:
    """Only people whom the house knows take a seat."""
    if command["do"] == "sit" and command.get("player"):
        people.find(begun.connection(), command["player"]).must_be("player", to="take a seat")


def _check_change(begun: Wanted, live: Live, command: Mapping[str, Any]) -> None:
    """A payout that casinos share keeps the rules that it has everywhere."""
    if command["do"] in commands.WHOLE and live.settings.get("shared"):
        rules = live.table.changed(command.get("options", {}), command.get("limits"))
        if check_shared(begun.connection(), rules, live.linked) != live.settings["shared"]:
            raise Refused("a table cannot leave a payout that it shares with other casinos")


def _check_seat(
    store: Store,
    begun: Wanted,
    live: Live,
    command: Mapping[str, Any],
    giver: Person,
    minutes: int,
) -> None:
    """Refuse a seat that is held for somebody on the waiting list, and a substitute who plays at
    another table of the house."""
    if command["do"] not in ("sit", "move"):
        return
    table, connection = live.table, begun.connection()
    if command["do"] == "sit":
        seat, player = command["seat"], command.get("player") or giver.name
    else:
        seat, player = command["to"], table.data.players.get(command["seat"], "")
    now = live.began + minutes
    players, rules = table.data.players, table.rules
    seating.check_seat(connection, live.id, rules, players, seat, player, now)
    if seat > STANDING and absence.seats_kept(rules):
        elsewhere = listing.plays_at(connection, store.database.kind, player)
        if others := [one for one in elsewhere if one != live.id]:
            reason = f"{player} is a player at table {others[0]}"
            raise Refused(reason, rules.cite(absence.SUBSTITUTE))


def _clear(connection: Connection, live: Live) -> list[Move]:
    """Clear all seats and move the table's money to the bank."""
    table = live.table
    if not live.resting and not _untouched(live):
        raise Refused("a round is in progress; close the table between rounds")
    check_closing(connection, table.rules.book.game, live.id, live.meters)
    for seat in list(table.data.players):
        table.leave(seat)
    moves = []
    for name in books.PARTS:
        account = part(live.id, name)
        with suppress(Refused):
            amount = books.balance(connection, account)
            if amount > 0:
                moves.append(Move("closed", account, BANK, amount))
            elif amount:
                moves.append(Move("closed", BANK, account, -amount))
    return moves


def _check_offered(connection: Connection, live: Live) -> None:
    """Refuse a change by which the table offers a payout that may not be offered."""
    table, known = live.table, live.header["meters"]
    brought = {*table.rules.meters}
    for change in table.announced:
        brought |= {*table.changed(change.options, change.limits).meters}
    if new := brought - {*known}:
        book = table.rules.book
        check_offered(connection, book.game, book.edition, sorted(new), live.linked, live.id)


def _open_new_meters(begun: Wanted, live: Live) -> list[Move]:
    """Accounts for meters that a change of rules has brought."""
    known = live.header["meters"]
    if all(name in known for name in live.table.rules.meters):
        return []
    return open_meters(begun.connection(), live.id, live.table, live.linked)


def _untouched(live: Live) -> bool:
    """Return whether a round has begun without a bet and without a wager standing from before."""
    data, placed = live.table.data, live.table.round.state.placed
    return not any(placed.values()) and not any(data.standing.values()) and not data.tickets
