"""Searches for rounds in surveillance."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import dropwhile, islice

from houseway.games import game as find_game
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.ledger.tables.round_flags import flags
from houseway.ledger.tables.rounds import RoundCard, card, find
from houseway.ledger.tables.rounds import tables as every_table
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DurableHost
from houseway.server.host import Host

PAGE = 25  # rounds per page
SCANNED = 2_000  # rounds examined for one page
MOST = 5_000  # most rounds in one download
ANY = "any"
UNREADABLE = (KeyError, TypeError, ValueError)  # errors that altered rows cause


@dataclass(frozen=True)
class Wanted:
    """The conditions of a search; an empty one matches every round."""

    game: str = ""
    table: int | None = None
    player: str = ""
    since: datetime | None = None
    until: datetime | None = None
    round: int | None = None
    void: bool = False
    least: int = 0  # least amount in cents that one seat bet, won or lost
    wager: str = ""  # its name in the rulebook, or on the layout
    ruling: str = ""  # a reported irregularity, or ``ANY``
    staff: str = ""  # a staff member who acted in it
    flagged: bool = False

    @property
    def sifts(self) -> bool:
        """Return whether rounds must be examined one by one."""
        return bool(self.void or self.least or self.wager or self.ruling or self.staff)


@dataclass(frozen=True)
class InProgress:
    """A round in progress, as the public sees it."""

    table: int
    game: str
    edition: str
    round: int
    players: dict[int, str]
    staked: dict[int, int]


@dataclass(frozen=True)
class Found:
    """A page of finished rounds, newest first, and the cursor of the next page."""

    cards: tuple[RoundCard, ...]
    next: str


def ledger_of(host: Host) -> House:
    """Return the ledger of the house, or refuse if it has none."""
    if isinstance(host, DurableHost):
        return host.house
    raise Refused("this house is kept in memory and has no record of its rounds")


def checked(wanted: Wanted) -> Wanted:
    """Return a valid search, or refuse what is invalid."""
    if wanted.game:
        find_game(wanted.game)
    if not (wanted.player + wanted.staff + wanted.wager + wanted.ruling).isprintable():
        raise Refused("a name is made of printable characters")
    return replace(wanted, since=_utc(wanted.since), until=_utc(wanted.until))


def _utc(moment: datetime | None) -> datetime | None:
    """Return a moment in UTC; without a zone it is taken as UTC."""
    if moment is None:
        return None
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise Refused(f"{moment} is not a valid time") from None


def search(house: House, wanted: Wanted, before: str = "", most: int = PAGE) -> Found:
    """Return a page of matching finished rounds."""
    wanted = checked(wanted)
    try:
        if wanted.round is not None:
            return Found(tuple(_numbered(house, wanted)), "")
        if wanted.flagged:
            return _flagged_page(house, wanted, before, most)
        return _paged(house, wanted, before, most)
    except Refused:
        raise
    except UNREADABLE as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> Refused:
    if isinstance(error, Broken):
        return Refused(str(error))
    return Refused("the records of these rounds are damaged: run an audit")


def _paged(house: House, wanted: Wanted, before: str, most: int) -> Found:
    found: list[RoundCard] = []
    scanned = 0
    while len(found) < most and scanned < SCANNED:
        asked = min(100, SCANNED - scanned) if wanted.sifts else most - len(found) + 1
        page = _find(house, wanted, before, asked)
        for one in page:
            if wanted.sifts and not _sifted(one, wanted):
                before = one.mark
            elif len(found) == most:
                return Found(tuple(found), before)
            else:
                found.append(one)
                before = one.mark
        scanned += len(page)
        if len(page) < asked:
            return Found(tuple(found), "")
    return Found(tuple(found), before)


def _find(house: House, wanted: Wanted, before: str, most: int) -> list[RoundCard]:
    return find(
        house,
        table=wanted.table,
        player=wanted.player or None,
        game=wanted.game or None,
        since=wanted.since,
        until=wanted.until,
        before=before,
        most=most,
    )


def _numbered(house: House, wanted: Wanted) -> Iterator[RoundCard]:
    """Return the rounds with this number, at one table or at each."""
    assert wanted.round is not None
    tables = [wanted.table] if wanted.table is not None else every_table(house)
    for table in reversed(tables):
        try:
            one = card(house, table, wanted.round)
        except Refused as refusal:
            if wanted.table is not None and refusal.reason.startswith("there is no table"):
                raise
            continue
        if _fits(one, wanted):
            yield one


def _fits(one: RoundCard, wanted: Wanted) -> bool:
    ended = datetime.fromisoformat(one.ended)
    return (
        wanted.game in ("", one.game)
        and (not wanted.player or wanted.player in one.players.values())
        and (wanted.since is None or ended >= wanted.since)
        and (wanted.until is None or ended <= wanted.until)
        and _sifted(one, wanted)
    )


def _flagged_page(house: House, wanted: Wanted, before: str, most: int) -> Found:
    """Return flagged rounds after the cursor."""
    cards = _flagged(house, wanted)
    if before:
        cards = islice(dropwhile(lambda one: one.mark != before, cards), 1, None)
    found = tuple(islice(cards, most + 1))
    return Found(found[:most], found[most - 1].mark if len(found) > most else "")


def _flagged(house: House, wanted: Wanted) -> Iterator[RoundCard]:
    """Return flagged rounds, newest flag first, including cleared flags."""
    places = dict.fromkeys((one.table, one.round) for one in flags(house, wanted.table))
    for table, round in places:
        try:
            one = card(house, table, round)
        except Refused:  # not over yet
            continue
        if _fits(one, wanted):
            yield one


def _sifted(one: RoundCard, wanted: Wanted) -> bool:
    """Return whether a round matches the conditions that need its contents."""
    amounts = [*one.staked.values(), *map(abs, one.nets.values())]
    return (
        (one.void or not wanted.void)
        and (not wanted.least or max(amounts, default=0) >= wanted.least)
        and (not wanted.wager or _has_wager(one, wanted.wager))
        and (not wanted.ruling or _ruled(one, wanted.ruling))
        and (not wanted.staff or wanted.staff in one.staff)
    )


def _ruled(one: RoundCard, ruling: str) -> bool:
    return bool(one.rulings) if ruling == ANY else ruling in one.rulings


def _has_wager(one: RoundCard, name: str) -> bool:
    """Return whether a wager was made, by its name in the rulebook or on the layout."""
    plain = name.strip().lower().replace(" ", "_")
    if plain in one.wagers:
        return True
    book = find_game(one.game).rulebook(one.edition)
    return any(
        book.wagers[made].name.lower() == name.strip().lower()
        for made in one.wagers
        if made in book.wagers
    )


def all_found(house: House, wanted: Wanted) -> list[RoundCard]:
    """Return every matching round, oldest first, for a download."""
    cards: list[RoundCard] = []
    before = ""
    while True:
        found = search(house, wanted, before, 500)
        cards += found.cards
        if len(cards) > MOST:
            raise Refused(f"more than {MOST:,} rounds match: choose a shorter time")
        if not found.next:
            return cards[::-1]
        before = found.next


def in_progress(house: House, wanted: Wanted) -> list[InProgress]:
    """Return matching rounds in progress; their end is unknown."""
    if wanted.sifts or wanted.flagged or wanted.since or wanted.until:
        return []
    found = []
    for row in house.tables():
        if wanted.table not in (None, row["id"]) or wanted.game not in ("", row["game"]):
            continue
        try:
            with house.looking(row["id"]) as live:
                if live.resting or wanted.round not in (None, live.round):
                    continue
                players = dict(live.table.data.players)
                if wanted.player and wanted.player not in players.values():
                    continue
                placed = live.table.view("public").state.placed
                staked = {seat: sum(bets.values()) for seat, bets in placed.items() if bets}
                place = (live.id, row["game"], row["edition"], live.round)
                found.append(InProgress(*place, players, staked))
        except (Refused, *UNREADABLE):  # a damaged table is left to the audit
            continue
    return found
