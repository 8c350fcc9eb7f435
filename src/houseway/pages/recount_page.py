"""The part of the documentation that says which second count stands behind which figure, written
from the code."""

from houseway.certificates.recount.routes import Route, route_of
from houseway.games import Game, editions_with_odds
from houseway.rulebook.table_rules import base_of
from houseway.wording.markdown import table

BEGIN, END = "<!-- second counts: generated -->\n", "<!-- end -->\n"


def markdown() -> str:
    """A row for each route of each edition: the wagers that it counts."""
    rows = []
    for found, edition in editions_with_odds():
        for route, wagers in _by_route(found, edition).items():
            names = ", ".join(f"`{name}`" for name in wagers)
            rows.append([found.id, edition, names, str(route)])
    return "\n".join(table(["game", "edition", "wagers", "second count"], rows))


def _by_route(found: Game, edition: str) -> dict[Route, list[str]]:
    unpriced = found.odds.unpriced
    wagers = [name for name in found.rulebook(edition).wagers if name not in unpriced]
    by_route: dict[Route, list[str]] = {}
    for name in wagers:
        by_route.setdefault(route_of(found, edition, name), []).append(name)
    for small in found.recount.small_tables(edition):
        if "main" in small.wagers:
            known = by_route.setdefault(Route.SMALL, [])
            if base_of("main") not in known:
                known.insert(0, "main")
    return by_route


def page(text: str) -> str:
    """Return the page with its table regenerated."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{markdown()}\n{END}{after}"
