"""A typed client for the HTTP API of a houseway server.

>>> from houseway.client import Client
>>> with Client("http://127.0.0.1:8000") as house:          # doctest: +SKIP
...     house.enter("the token of a one-time link", "Ada")
...     table = house.open_table("three-card-blitz")
...     table.sit(1)
...     table.bet(1, ante=1000, blind=1000)
...     table.ready(1)
...     while table.look()["asks"] == "decision":
...         table.act(1, "play")
...     table.look()["nets"]
"""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx

from houseway.rulebook.refusal import Refused

Snapshot = dict[str, Any]  # a table as the caller may see it; docs: /api/openapi.json
WAIT = 30.0  # seconds
TRIES, PAUSE = 20, 0.5  # how often a broken stream is reopened, and the delay before each attempt


class Problem(Exception):
    """An error response of the server, other than a refusal under the rules."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail


def with_changes(state: Snapshot, changes: dict[str, Any]) -> Snapshot:
    """Return the table with the fields of a stream message laid over it."""
    new = changes.pop("new_events", None)
    state = {**state, **changes}
    return state if new is None else {**state, "events": [*state["events"], *new]}


class Client:
    """A connection to a server, signed in as one person."""

    def __init__(
        self, base: str, token: str = "", *, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._http = httpx.Client(base_url=base, timeout=WAIT, transport=transport)
        self._token(token)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def _token(self, token: str) -> None:
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def enter(self, link: str, name: str, role: str | None = None, password: str = "") -> str:
        """Sign in with the token of a one-time link; return the token for later requests. A player
        may set a password; everyone else must."""
        said = {"link": link, "name": name, "role": role, "password": password}
        return self._sign_in("/api/session", said)

    def log_in(self, name: str, password: str, code: str = "") -> str:
        """Sign in with a password and, if a second factor is set up, its current code; return the
        token."""
        said = {"name": name, "password": password, "code": code}
        return self._sign_in("/api/session/password", said)

    def sign_out(self, everywhere: bool = True) -> None:
        """End all of your sessions, or only this one; streams end at once."""
        self._ask("DELETE", f"/api/session?everywhere={str(everywhere).lower()}")

    def set_password(self, password: str, old: str = "") -> None:
        """Set or change your password; every session ends."""
        self._ask("POST", "/api/me/password", {"password": password, "old": old})

    def enroll(self) -> str:
        """Start to set up a second factor; return the address for an authenticator app. ``confirm``
        completes it."""
        return str(self._ask("POST", "/api/me/factor")["address"])

    def confirm(self, code: str) -> None:
        """Confirm the second factor with a code; every later sign-in requires one."""
        self._ask("POST", "/api/me/factor/confirm", {"code": code})

    def reset_factor(self, name: str) -> None:
        """Remove another user's lost second factor (admins only)."""
        self._ask("DELETE", f"/api/people/{quote(name, safe='')}/factor")

    def doors(self, person: str = "", before: int = 0, most: int = 100) -> list[dict[str, Any]]:
        """Return the sign-in log, newest first (auditors and admins)."""
        wanted: dict[str, str | int] = {"person": person, "before": before, "most": most}
        found: list[dict[str, Any]] = _read(self._http.get("/api/eye/doors", params=wanted))
        return found

    def _sign_in(self, path: str, said: Mapping[str, Any]) -> str:
        signed = self._ask("POST", path, said)
        self._token(signed["token"])
        return str(signed["token"])

    def me(self) -> dict[str, Any]:
        """Return your name, role and balance."""
        found: dict[str, Any] = self._ask("GET", "/api/me")
        return found

    @property
    def balance(self) -> int:
        """Return your balance in cents, without chips that are bet."""
        return int(self.me()["balance"])

    def buy_in(self) -> int:
        """Get new chips when your balance is low; return the balance."""
        return int(self._ask("POST", "/api/me/buy-in")["balance"])

    def invite(self, role: str = "player") -> str:
        """Create a one-time sign-in link for another person; return its token."""
        return str(self._ask("POST", "/api/links", {"role": role})["link"])

    def games(self) -> list[dict[str, Any]]:
        """Return every game."""
        found: list[dict[str, Any]] = self._ask("GET", "/api/games")
        return found

    def tables(self) -> list[dict[str, Any]]:
        """Return every table."""
        found: list[dict[str, Any]] = self._ask("GET", "/api/tables")
        return found

    def open_table(
        self, game: str, edition: str = "nj", options: Mapping[str, Any] | None = None
    ) -> "TableClient":
        """Open a table."""
        wanted = {"game": game, "edition": edition, "options": dict(options or {})}
        return self.table(self._ask("POST", "/api/tables", wanted)["id"])

    @property
    def floor(self) -> "FloorClient":
        """Return the client for floor supervisors."""
        return FloorClient(self)

    def table(self, id: int) -> "TableClient":
        """Return the client of the table with this number."""
        return TableClient(self, id)

    @property
    def eye(self) -> "EyeClient":
        """Return the client for surveillance: finished rounds, for auditors, the floor and
        admins."""
        return EyeClient(self)

    def my_rounds(self, before: str = "", most: int = 25) -> dict[str, Any]:
        """Return your own finished rounds, newest first; ``next`` is the cursor of the next
        page."""
        return self._get("/api/eye/mine/rounds", {"before": before, "most": most})

    def my_round(self, table: int, round: int, seat: int | None = None) -> dict[str, Any]:
        """Return a finished round as your own seat saw it."""
        return self._get(f"/api/eye/mine/tables/{table}/rounds/{round}", {"seat": seat})

    def _get(self, path: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = _read(self._http.get(path, params=_given(wanted)))
        return found

    # -- practice ----------------------------------------------------------------------------

    def lab(self, game: str, **wanted: Any) -> dict[str, Any]:
        """Return exact figures of a table and whether the law permits it: ``edition``, ``option``
        (``NAME=VALUE``), ``price`` (``PAYTABLE.ROW=PRICE``). Poll while ``state`` is ``working``.
        """
        return self._get(f"/api/lab/{quote(game)}", wanted)

    def practice(self) -> dict[str, Any]:
        """Return your play-money balance and what your decisions at practice tables have cost."""
        found: dict[str, Any] = self._ask("GET", "/api/practice")
        return found

    def practice_buy_in(self) -> int:
        """Get new play money when your balance is low; return the balance."""
        return int(self._ask("POST", "/api/practice/buy-in")["balance"])

    def practice_table(
        self,
        game: str,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        company: int | None = None,
    ) -> "PracticeTable":
        """Return your practice table for this game, with a seat taken; open one if there is none.
        ``players`` sets the number of bots, in games that need other players."""
        wanted = {"game": game, "edition": edition, "options": options or {}, "company": company}
        return PracticeTable(self, self._ask("POST", "/api/practice/tables", wanted)["id"])

    def lesson(self, game: str, edition: str = "", seed: int | None = None) -> "LessonClient":
        """Start a lesson for a dealer; the same seed makes the same lesson."""
        wanted = {"game": game, "edition": edition, "seed": seed}
        return LessonClient(self, self._ask("POST", "/api/practice/lessons", wanted)["id"])

    def _ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = ""
    ) -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return _read(self._http.request(method, path, json=body, headers=headers))


@dataclass(frozen=True)
class TableClient:
    """One table. A command that the rules do not allow raises ``Refused`` with its paragraph, as a
    table of the referee does."""

    client: Client
    id: int

    @property
    def path(self) -> str:
        """Return the URL path of the table."""
        return f"/api/tables/{self.id}"

    def look(self, seat: int | None = None) -> Snapshot:
        """Return the table as the caller may see it."""
        wanted = f"?seat={seat}" if seat is not None else ""
        found: Snapshot = self.client._ask("GET", f"{self.path}{wanted}")
        return found

    def felt(self, shape: str = "wide") -> dict[str, Any]:
        """Return the drawing of the felt and the position of everything on it; ``phone`` draws one
        seat."""
        found: dict[str, Any] = self.client._ask("GET", f"{self.path}/felt?shape={shape}")
        return found

    def stream(self) -> Iterator[Snapshot]:
        """Yield the table now and after every change. A broken connection is reopened; the last
        error is raised if the server stays away."""
        tries = 0
        while True:
            try:
                for found in self._stream():
                    tries = 0
                    yield found
            except httpx.TransportError:
                if tries >= TRIES:
                    raise
            tries += 1
            if tries > TRIES:
                return
            time.sleep(PAUSE)

    def _stream(self) -> Iterator[Snapshot]:
        state: Snapshot = {}
        with self.client._http.stream("GET", f"{self.path}/stream?changes=true") as answer:
            if answer.status_code != httpx.codes.OK:
                answer.read()
                _read(answer)
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    state = with_changes(state, json.loads(line.removeprefix("data: ")))
                    yield state

    def do(self, command: Mapping[str, Any], key: str = "") -> dict[str, Any]:
        """Send a command. It has an idempotency key, its own unless you give one, and is sent again
        under the same key if the connection breaks, so that it is executed once."""
        path, key = f"{self.path}/commands", key or uuid.uuid4().hex
        try:
            done = self.client._ask("POST", path, command, key)
        except httpx.TransportError:
            done = self.client._ask("POST", path, command, key)
        found: dict[str, Any] = done
        return found

    def sit(self, seat: int) -> dict[str, Any]:
        """Take a seat."""
        return self.do({"do": "sit", "seat": seat})

    def leave(self, seat: int) -> dict[str, Any]:
        """Leave the seat."""
        return self.do({"do": "leave", "seat": seat})

    def bet(
        self, seat: int, bets: Mapping[str, int] | None = None, **wagers: int
    ) -> dict[str, Any]:
        """Make wagers of these amounts, in cents."""
        return self.do({"do": "bet", "seat": seat, "bets": {**(bets or {}), **wagers}})

    def ready(self, seat: int) -> dict[str, Any]:
        """Mark the seat ready: it makes no more bets."""
        return self.do({"do": "ready", "seat": seat})

    def act(self, seat: int, what: str, amount: int | None = None) -> dict[str, Any]:
        """Make a decision: play, fold, hit, stand and so on."""
        said: dict[str, Any] = {"do": "act", "seat": seat, "what": what}
        return self.do(said if amount is None else {**said, "amount": amount})

    def buy(self, seat: int, **form: Any) -> dict[str, Any]:
        """Buy a ticket."""
        return self.do({"do": "buy", "seat": seat, "form": form})


@dataclass(frozen=True)
class FloorClient:
    """The floor supervisor's view of a server: tables, changes, rulings, meters."""

    client: Client

    def check(self, game: str, edition: str = "nj", **wanted: Any) -> dict[str, Any]:
        """Return what the law bars in a table's setup, and why: options, limits, meters,
        by_hand."""
        said = {"game": game, "edition": edition, **wanted}
        found: dict[str, Any] = self.client._ask("POST", "/api/floor/check", said)
        return found

    def open_table(self, game: str, edition: str = "nj", **wanted: Any) -> "TableClient":
        """Open a table: options, limits (cents), meters, by_hand."""
        said, key = {"game": game, "edition": edition, **wanted}, uuid.uuid4().hex
        return self.client.table(self.client._ask("POST", "/api/floor/tables", said, key)["id"])

    def tables(self) -> list[dict[str, Any]]:
        """Return every table."""
        found: list[dict[str, Any]] = self.client._ask("GET", "/api/floor/tables")
        return found

    def table(self, id: int) -> dict[str, Any]:
        """Return a table: its rules, announced changes and the irregularities that can be
        reported."""
        found: dict[str, Any] = self.client._ask("GET", f"/api/floor/tables/{id}")
        return found

    def close_table(self, id: int) -> dict[str, Any]:
        """Close a table that has no seated players."""
        return self._tell(id, "close", {})

    def announce(self, id: int, in_minutes: int, **change: Any) -> dict[str, Any]:
        """Announce a change: options, limits, and how many minutes ago it was posted, announced and
        sent to the Division."""
        return self._tell(id, "changes", {"in_minutes": in_minutes, **change})

    def sign(self, id: int, change: int | None = None) -> list[dict[str, str]]:
        """Return the contents of the table's sign, for the rules in effect or for an announced
        change."""
        wanted = f"?change={change}" if change is not None else ""
        path = f"/api/floor/tables/{id}/sign{wanted}"
        found: list[dict[str, str]] = self.client._ask("GET", path)
        return found

    def preview(self, id: int, what: str, seat: int | None = None) -> dict[str, Any]:
        """Return the ruling on an irregularity without applying it."""
        return self._tell(id, "reports/preview", {"what": what, "seat": seat})

    def report(self, id: int, what: str, entry: int, seat: int | None = None) -> dict[str, Any]:
        """Report an irregularity and apply its ruling, if the table is still at the entry of the
        preview."""
        return self._tell(id, "reports", {"what": what, "seat": seat, "entry": entry})

    def meters(self) -> dict[str, Any]:
        """Return every meter with its account, and whether the books balance."""
        found: dict[str, Any] = self.client._ask("GET", "/api/floor/meters")
        return found

    def takings(self, day: str = "", shift: str = "") -> dict[str, Any]:
        """Return drop, win, hold and rounds of every table in a gaming day, or in one shift of
        it."""
        path = f"/api/floor/takings?day={quote(day)}&shift={quote(shift)}"
        found: dict[str, Any] = self.client._ask("GET", path)
        return found

    def alerts(self) -> list[dict[str, Any]]:
        """Return the current alerts for the floor."""
        found: list[dict[str, Any]] = self.client._ask("GET", "/api/floor/alerts")
        return found

    def presets(self) -> list[dict[str, Any]]:
        """Return table presets: ``house.floor.open_table(**preset["wanted"])``."""
        found: list[dict[str, Any]] = self.client._ask("GET", "/api/floor/presets")
        return found

    def _tell(self, id: int, what: str, said: Mapping[str, Any]) -> dict[str, Any]:
        path, key = f"/api/floor/tables/{id}/{what}", uuid.uuid4().hex
        found: dict[str, Any] = self.client._ask("POST", path, said, key)
        return found


@dataclass(frozen=True)
class PracticeTable(TableClient):
    """A practice table. The caller is the only person at it, so it changes only by the caller's
    commands."""

    @property
    def path(self) -> str:
        """Return the URL path of the table."""
        return f"/api/practice/tables/{self.id}"

    def stream(self) -> Iterator[Snapshot]:
        """Raise an error: practice tables have no stream."""
        raise Refused("a practice table has no stream: nobody else acts there")

    def advice(self) -> dict[str, Any]:
        """Return the value of every choice of the current decision; poll while its ``state`` is
        ``working``."""
        found: dict[str, Any] = self.client._ask("GET", f"{self.path}/advice")
        return found


@dataclass(frozen=True)
class EyeClient:
    """Finished rounds: search, view from any seat, verify, download."""

    client: Client

    def find(self, before: str = "", most: int = 25, **wanted: Any) -> dict[str, Any]:
        """Return a page of rounds, newest first. ``wanted`` is any of ``game``, ``table``,
        ``player``, ``since``, ``until``, ``round``, ``void``, ``least`` (cents), ``wager``,
        ``ruling``, ``staff`` and ``flagged``."""
        return self.client._get("/api/eye/rounds", {**wanted, "before": before, "most": most})

    def round(self, table: int, round: int, seen_as: int | str = "") -> dict[str, Any]:
        """Return a round as the house, the dealer, the public or a seat saw it."""
        return self.client._get(_path(table, round), {"as": seen_as})

    def flag(self, table: int, round: int, note: str, kind: str = "look") -> dict[str, Any]:
        """Flag a round: ``look``, ``dispute``, ``procedure`` or ``play``."""
        path, said = f"{_path(table, round)}/flags", {"kind": kind, "note": note}
        found: dict[str, Any] = self.client._ask("POST", path, said, uuid.uuid4().hex)
        return found

    def clear_flag(self, table: int, round: int, entry: int, note: str) -> dict[str, Any]:
        """Clear a flag with a note on how it was resolved."""
        path = f"{_path(table, round)}/flags/{entry}/clear"
        found: dict[str, Any] = self.client._ask("POST", path, {"note": note}, uuid.uuid4().hex)
        return found

    def flags(self, table: int | None = None) -> list[dict[str, Any]]:
        """Return the flags of one table or of all, newest first."""
        wanted = f"?table={table}" if table is not None else ""
        found: list[dict[str, Any]] = self.client._ask("GET", f"/api/eye/flags{wanted}")
        return found

    def day(self, day: str = "", shift: str = "") -> dict[str, Any]:
        """Return the summary of a gaming day: tables, rulings, disputes, largest wins, flags."""
        return self.client._get("/api/eye/day", {"day": day, "shift": shift})

    def proof(self, table: int, round: int) -> dict[str, Any]:
        """Verify a finished round; return the result of each check."""
        return self.client._get(f"{_path(table, round)}/proof", {})

    def report(self, table: int, round: int, form: str = "pdf") -> bytes:
        """Return the report of a finished round as ``pdf`` or ``html``."""
        return b"".join(self._file(f"{_path(table, round)}/report", {"form": form}))

    def log(self, table: int, round: int) -> bytes:
        """Return a finished round as a line for `houseway replay`."""
        return b"".join(self._file(f"{_path(table, round)}/log", {}))

    def logs(self, **wanted: Any) -> Iterator[bytes]:
        """Yield all rounds that match, as lines for `houseway replay`, in chunks."""
        return self._file("/api/eye/log", wanted)

    def signed(self, table: int, round: int) -> bytes:
        """Return a finished round with the signatures and proofs that ``houseway audit --key``
        checks."""
        return b"".join(self._file(f"/api/eye/tables/{table}/rounds/{round}/ledger", {}))

    def public_key(self) -> str:
        """Return the server's public key."""
        return b"".join(self._file("/api/eye/public-key", {})).decode().strip()

    def ledger(self, table: int) -> Iterator[bytes]:
        """Yield a table's hash chain as lines for `houseway audit`, in chunks."""
        return self._file(f"/api/eye/tables/{table}/ledger", {})

    def _file(self, path: str, wanted: Mapping[str, Any]) -> Iterator[bytes]:
        with self.client._http.stream("GET", path, params=_given(wanted)) as answer:
            if answer.status_code != httpx.codes.OK:
                answer.read()
                _read(answer)
            yield from answer.iter_bytes()


def _path(table: int, round: int) -> str:
    return f"/api/eye/tables/{table}/rounds/{round}"


def _given(wanted: Mapping[str, Any]) -> dict[str, str]:
    """Return the query parameters that are not None."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else str(value)
        for name, value in wanted.items()
        if value not in (None, "", False)
    }


@dataclass(frozen=True)
class LessonClient:
    """A lesson for a dealer."""

    client: Client
    id: int

    def look(self) -> dict[str, Any]:
        """Return the lesson: marks, score by section, and the next question if any."""
        found: dict[str, Any] = self.client._ask("GET", f"/api/practice/lessons/{self.id}")
        return found

    def question(self) -> dict[str, Any] | None:
        """Return the next question, or None after the last."""
        found: dict[str, Any] | None = self.look()["question"]
        return found

    def answer(self, number: int, choice: int, amount: int | None = None) -> dict[str, Any]:
        """Answer the current question; amounts are in cents."""
        said = {"number": number, "choice": choice, "amount": amount}
        path = f"/api/practice/lessons/{self.id}/answers"
        found: dict[str, Any] = self.client._ask("POST", path, said)
        return found

    def score(self) -> list[dict[str, Any]]:
        """Return the score so far, by section of the law."""
        found: list[dict[str, Any]] = self.look()["score"]
        return found


def _read(answer: httpx.Response) -> Any:
    """Return the body of a response; raise ``Problem`` or ``Refused`` for an error."""
    if answer.is_success:
        return answer.json() if answer.content else None
    try:
        problem = answer.json()
    except json.JSONDecodeError:
        problem = {}
    detail = str(problem.get("detail", answer.text[:200]))
    if problem.get("code") == "refused":
        raise Refused(detail, str(problem.get("cite", "")))
    raise Problem(answer.status_code, str(problem.get("code", "")), detail)
