"""The page that tells who may do what, written from the code."""

from collections.abc import Iterable, Mapping

from houseway.server.app import create_app
from houseway.server.memory import MemoryHost
from houseway.server.sign_in.authority import BESIDES, EVERYBODY, invitations, routes, words
from houseway.server.sign_in.sessions import ROLES
from houseway.wording.markdown import table

FILE = "authority.md"


def markdown() -> str:
    """The whole page."""
    found = routes(create_app(MemoryHost()))
    asked = {f"`{one.name}`": (*one.roles, *_besides(one.name)) for one in found}
    lines = [
        "# Who may do what",
        "",
        "Written from the code by `python -m houseway.pages docs`: the checks of every route, the",
        "words of `ledger/tables/commands.py`, the invitations of `server/sign_in/links.py`.",
        "`tests/server/test_authority.py` has every role, and nobody, really try each of them.",
        "",
        "## Routes",
        "",
        *_matrix("route", asked, EVERYBODY),
        "",
        *(f"`{name}`: {why}." for name, why in BESIDES.items()),
        "",
        "## Words at a table",
        "",
        "A player speaks for a seat of their own and nobody else's. Nobody who works here bets,",
        "buys or decides for a seat; `act` is theirs only for the place that they stand at.",
        "",
        *_matrix("word", {f"`{word}`": roles for word, roles in words().items()}, ROLES),
        "",
        "At a practice table everybody is a player.",
        "",
        "## Invitations",
        "",
        *_matrix("as", invitations(), ROLES, "invited by "),
        "",
    ]
    return "\n".join(lines)


def _besides(name: str) -> tuple[str, ...]:
    return ("*",) if name in BESIDES else ()


def _matrix(
    head: str, rows: Mapping[str, Iterable[str]], columns: Iterable[str], before: str = ""
) -> list[str]:
    columns = list(columns)
    cells = [[name, *(_cell(one, tuple(may)) for one in columns)] for name, may in rows.items()]
    return table([head, *(f"{before}{one}" for one in columns)], cells)


def _cell(role: str, may: tuple[str, ...]) -> str:
    return "*" if "*" in may else "yes" if role in may else ""
