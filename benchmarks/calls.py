"""CPU time of single requests, without sockets: the application is called in this process.

    python benchmarks/calls.py [--rounds 60] [--smoke]

Five players sit at a roulette table on SQLite. Each row is a request of one of them; times are CPU
time of the process, the database's work included.
"""

import asyncio
import json
import logging
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from houseway.games import game
from houseway.rulebook.table_rules import TableRules
from houseway.server.app import create_app
from houseway.server.durable import DurableHost, open_house
from houseway.server.sign_in.house_sessions import HouseSessions
from houseway.simulation.policies import usual_bets
from report import options, progress, section, table

PLAYERS = 5
GAME = "roulette"
EVERY = 10  # bets after which the wheel is spun, so that the table's events stay few

ABOUT = """\
CPU milliseconds of one request, the application called in its own process: no sockets, no HTTP
parsing. Five players at a roulette table on SQLite; a table is asked for after it has changed and
again when it has not."""


class Caller:
    """Calls an application and adds up the CPU time of each kind of request."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.sizes: dict[str, int] = {}

    async def ask(
        self, what: str, method: str, path: str, body: Any = None, token: str = "", key: str = ""
    ) -> Any:
        """Return the answer to a request, as plain data."""
        sent = json.dumps(body).encode() if body is not None else b""
        path, _, query = path.partition("?")
        headers = [(b"host", b"x"), (b"content-length", str(len(sent)).encode())]
        headers += [(b"content-type", b"application/json")] if sent else []
        headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
        headers += [(b"idempotency-key", key.encode())] if key else []
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("x", 80), "scheme": "http", "root_path": "",
            "asgi": {"version": "3.0"},
        }  # fmt: skip
        parts: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Any) -> None:
            parts.append(message)

        start = time.process_time()
        await self.app(scope, receive, send)
        self.spent[what].append(time.process_time() - start)
        given = b"".join(part.get("body", b"") for part in parts[1:])
        assert parts[0]["status"] < 300, (path, given)
        self.sizes[what] = len(given)
        return json.loads(given) if given else None


async def measure(caller: Caller, link: str, rounds: int) -> None:
    """Seat the players and play; what happens before the first round is not counted."""
    ask, tokens = caller.ask, list[str]()
    for number in range(PLAYERS):
        come = {"link": link, "name": f"player {number}"}
        tokens.append((await ask("", "POST", "/api/session", come))["token"])
        link = (await ask("", "POST", "/api/links", {}, tokens[0]))["link"]
    opened = await ask("", "POST", "/api/tables", {"game": GAME}, tokens[0])
    at, bets = f"/api/tables/{opened['id']}", usual_bets(TableRules(game(GAME).rulebook()))
    for seat, token in enumerate(tokens, 1):
        await ask("", "POST", f"{at}/commands", {"do": "sit", "seat": seat}, token)
    caller.spent.clear()
    for turn in range(rounds):
        seat, token = turn % PLAYERS + 1, tokens[turn % PLAYERS]
        more = {name: amount + 100 * (turn // PLAYERS % 2) for name, amount in bets.items()}
        bet = {"do": "bet", "seat": seat, "bets": more}
        await ask("my name and balance", "GET", "/api/me", token=token)
        await ask("a bet", "POST", f"{at}/commands", bet, token, f"bet {turn}")
        for other in tokens:
            await ask("a table that has changed", "GET", at, token=other)
        await ask("a table that has not changed", "GET", at, token=token)
        for other in tokens:
            await ask("the same for a page", "GET", f"{at}/view", token=other)
        if turn % EVERY == EVERY - 1:
            for each, other in enumerate(tokens, 1):
                ready = {"do": "ready", "seat": each}
                await ask("", "POST", f"{at}/commands", ready, other)


def main() -> None:
    """Measure and print the section."""
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    given = parser.parse_args()
    logging.getLogger("houseway").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="houseway-bench-") as name:
        folder = Path(name)
        with open_house(f"sqlite:///{folder / 'house.db'}", folder / "keys") as house:
            sessions = HouseSessions(house)
            app = create_app(DurableHost(house), sessions)
            app.state.buckets.take = lambda who: True  # nobody is told to wait
            caller = Caller(app)
            progress(f"{GAME}, {PLAYERS} players")
            asyncio.run(measure(caller, sessions.link(), 5 if given.smoke else given.rounds))
    rows = [
        [what, f"{1000 * sum(spent) / len(spent):.2f}", f"{caller.sizes[what]:,}"]
        for what, spent in caller.spent.items()
        if what
    ]
    section("Requests without sockets", ABOUT, table(["request", "CPU ms", "bytes"], rows))


if __name__ == "__main__":
    main()
