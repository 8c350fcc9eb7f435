"""Selection of the requested odds, looked up or computed."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.certificates import figures
from houseway.counting.result import OutcomeTable, Result
from houseway.games import Game
from houseway.games.authoring.result_at import unusual
from houseway.games.authoring.watched import watched
from houseway.rulebook.house_options import one_of
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.words import words
from houseway.terminal.console import walk_progress
from houseway.terminal.odds import Labeled, Stakes

Meters = Mapping[str, int]


def at_table(
    game: Game,
    rules: TableRules,
    stakes: Stakes,
    wager: str,
    meters: Meters | None = None,
    *,
    recompute: bool = False,
) -> list[Labeled]:
    """Every result at one table, or that of one wager; meters are in cents."""
    for name in meters or {}:
        if name not in rules.meters:
            known = ", ".join(rules.meters) or "none"
            raise Refused(f"there is no meter {name!r} at this table: {known}")
    if wager in rules.book.wagers and wager not in rules.wagers:
        rules.wager(wager)  # refuses one that this table does not offer
    with walk_progress() as watch, watched(watch):
        found = figures.at_table(game, rules, stakes, meters, wager, recompute=recompute)
    if wager and not found:
        names = [one.wager for one in figures.at_table(game, rules, stakes, meters)]
        raise _unknown(wager, names)
    return [(result.table, result) for result in found]


def at_all_tables(
    game: Game,
    book: Rulebook,
    options: Mapping[str, Any],
    stakes: Stakes,
    wager: str,
    meters: Meters | None = None,
    *,
    recompute: bool = False,
) -> list[Labeled]:
    """The results of every choice of the house that changes one, one choice at a time."""
    usual = TableRules(book, options)
    found: list[Labeled] = []
    known: dict[str, list[tuple[str, OutcomeTable]]] = {}
    for variation in ({}, *game.odds.variations(book)):
        try:
            rules = TableRules(book, {**options, **variation})
        except Refused:
            continue  # a variation that does not go with the options given
        shown = {name: cents for name, cents in (meters or {}).items() if name in rules.meters}
        if base_of(wager) in book.wagers and base_of(wager) not in rules.wagers:
            continue  # not on offer there
        with walk_progress() as watch, watched(watch):
            every = figures.at_table(game, rules, stakes, shown, wager, recompute=recompute)
        for result in every:
            same = (result.table, result.outcomes)
            if same not in known.setdefault(result.wager, []):
                known[result.wager].append(same)
                found.append((_label(result, usual), result))
    order = list(known)
    found.sort(key=lambda item: order.index(item[1].wager))
    if wager and not found:
        names = [one.wager for one in figures.at_table(game, usual, stakes)]
        raise _unknown(wager, names)
    return found


def _unknown(wager: str, names: Iterable[str]) -> Refused:
    known = one_of(wager, dict.fromkeys(names))
    return Refused(f"there are no odds for {wager!r}{known}")


def _label(result: Result, usual: TableRules) -> str:
    """A result's paytable, and what else it depends on that is not as usual."""
    others = [
        f"{words(name)} {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in unusual(result, usual).items()
    ]
    return ", ".join(filter(None, [result.table, *others]))


def with_table(book: Rulebook, options: dict[str, Any], wager: str, table: str) -> dict[str, Any]:
    """The options with a wager's paytable chosen."""
    if not table:
        return options
    named = book.wagers.get(wager)
    if named is None or not named.paytable:
        known = " or ".join(name for name, one in book.wagers.items() if one.paytable)
        raise Refused(f"--table {table} needs a wager with a paytable: --wager {known}")
    return {**options, named.paytable: table}
