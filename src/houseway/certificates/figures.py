"""The certificates that the house ships, one for each edition of a game with mathematics.

They hold every figure under every lawful paytable and every option that changes one, so that a
figure can be looked up without computing anything. A certificate made under another rulebook than
the one at hand is not used. ``verify`` computes results again and compares them count by count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.counting.result import (
    BadCertificate,
    Certificate,
    Recount,
    Result,
    sealed,
    unsealed,
)
from houseway.games import Game, game
from houseway.games.authoring.result_at import METER, Variation, option_value, options_of
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

Stakes = Mapping[str, Fraction]
Meters = Mapping[str, int]


# Making them


Counted = dict[str, dict[int, list[Result]]]  # by edition and the number of a variation


def certify(game: Game, edition: str) -> Certificate:
    """Every figure of an edition, each once."""
    return _certificate(_count(game, edition, range(len(_variations(game, edition)))))


def _certificate(counted: Mapping[int, Sequence[Result]]) -> Certificate:
    found: dict[str, Result] = {}
    for number in sorted(counted):
        for result in counted[number]:
            found.setdefault(_key(result), result)
    return Certificate(tuple(found.values()))


def _with_recounts(certificate: Certificate, before: Sequence[Result]) -> Certificate:
    """The certificate with the second counts of results that are as they were before."""
    known = {_key(one): one for one in before}
    kept = []
    for result in certificate.results:
        old = known.get(_key(result))
        if old is not None and _claim(old) == _claim(result):
            result = replace(result, second_count=old.second_count, recounts=old.recounts)
        kept.append(result)
    return Certificate(tuple(kept))


def _claim(result: Result) -> dict[str, Any]:
    """Return the claims of a result, without its method and number of counts."""
    left_out = ("code_version", "second_count", "recounts", "figures")
    return {key: value for key, value in result.to_json().items() if key not in left_out}


def _count(game: Game, edition: str, numbers: Sequence[int]) -> dict[int, list[Result]]:
    book, every = game.rulebook(edition), _variations(game, edition)
    return {number: game.odds.results(TableRules(book, every[number])) for number in numbers}


def _variations(game: Game, edition: str) -> list[Variation]:
    """The usual table, and every choice that changes a figure."""
    return [{}, *game.odds.variations(game.rulebook(edition))]


def _parts(game: Game) -> list[dict[str, list[int]]]:
    """Variations that are counted apart, since they share little: by edition and number, those
    that take the longest first. The editions share what they have in common."""
    options = game.odds.apart
    found: dict[tuple[str, ...], dict[str, list[int]]] = {}
    for edition in game.editions:
        usual = TableRules(game.rulebook(edition)).options
        for number, one in enumerate(_variations(game, edition)):
            value = tuple(str(one.get(option, usual.get(option))) for option in options)
            found.setdefault(value, {}).setdefault(edition, []).append(number)
    return [found[value] for value in sorted(found, reverse=True)]


def _count_part(id: str, part: Mapping[str, Sequence[int]]) -> Counted:
    """The figures of a part. The game is found by its id: another process has not looked for games
    outside of this package yet."""
    found = game(id)
    return {edition: _count(found, edition, numbers) for edition, numbers in part.items()}


def each_certified(
    games: Sequence[Game], folder: Path | None = None, executor: "Executor | None" = None
) -> Iterator[tuple[Game, dict[str, int]]]:
    """Write the certificates of games, and say how many results each edition has."""
    if executor is None:
        for one in games:
            yield one, _write(one, [_count_part(one.id, part) for part in _parts(one)], folder)
        return
    waiting = [
        (one, [executor.submit(_count_part, one.id, part) for part in _parts(one)]) for one in games
    ]
    for one, parts in waiting:
        yield one, _write(one, [part.result() for part in parts], folder)


def _write(game: Game, parts: Sequence[Counted], folder: Path | None) -> dict[str, int]:
    found = {}
    for edition in game.editions:
        certificate = _certificate(
            {number: every for part in parts for number, every in part.get(edition, {}).items()}
        )
        path = game.certificate(edition)
        path = folder / f"{game.id}.{path.name}" if folder else path
        path.parent.mkdir(parents=True, exist_ok=True)
        certificate = _with_recounts(certificate, shipped(game, edition))
        certificate.save(path)
        found[edition] = len(certificate.results)
    return found


def _key(result: Result) -> str:
    return repr((result.wager, sorted(result.options.items()), result.strategy, result.stakes))


# Looking something up


@cache
def _sealed(game: Game, edition: str) -> tuple[tuple[dict[str, Any], str], ...]:
    """The results that an edition came with, as they stand in the file; none if they were made
    under another rulebook. Reading all of them for one would take too long."""
    path = game.certificate(edition)
    if not path.exists():
        return ()
    every = sealed(path.read_text(encoding="utf-8"))
    fresh = game.rulebook(edition).hash
    return tuple(every) if all(one["rulebook_hash"] == fresh for one, _ in every) else ()


def shipped(game: Game, edition: str) -> tuple[Result, ...]:
    """The results that an edition came with; none if they were made under another rulebook."""
    return tuple(Result.from_json(one, where) for one, where in _sealed(game, edition))


def shipped_of(game: Game, edition: str, wager: str) -> tuple[Result, ...]:
    """The shipped results of one wager, at every table."""
    every = _sealed(game, edition)
    return tuple(Result.from_json(one, where) for one, where in every if one["wager"] == wager)


@cache
def depends_on(game: Game, edition: str) -> Mapping[str, frozenset[str]]:
    """Every wager that an edition has shipped results of, with the options that they depend on."""
    found: dict[str, set[str]] = {}
    for one, _ in _sealed(game, edition):
        found.setdefault(one["wager"], set()).update(one["options"])
    return {name: frozenset(options) for name, options in found.items()}


def look_up(
    game: Game,
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Meters | None = None,
    wager: str = "",
) -> list[Result] | None:
    """Every result of a table, or that of one wager, as shipped; nothing at all if any of them
    would have to be computed. Further figures of a wager (``banker@matched``) are given where
    there are any for this table."""
    by_wager: dict[str, list[tuple[dict[str, Any], str]]] = {}
    for one, where in _sealed(game, rules.book.edition):
        if wager in ("", one["wager"]):
            by_wager.setdefault(one["wager"], []).append((one, where))
    found: list[Result] = []
    for name, every in by_wager.items():
        if base_of(name) in rules.book.wagers and base_of(name) not in rules.wagers:
            continue  # not on offer here
        here = [item for item in every if _is_at(item[0], rules)]
        fitting = [item for item in here if _fits(item[0], rules, stakes, meters)]
        if not fitting and (here or _is_wager(name, rules)):
            return None
        found += [Result.from_json(one, where) for one, where in fitting]
    return found or None


def _is_wager(name: str, rules: TableRules) -> bool:
    """Whether this is a wager itself, on a spot or not, and no further figure of one."""
    base, at, spot = name.partition("@")
    return not at or spot in rules.wagers[base].spots


def _is_at(result: Mapping[str, Any], rules: TableRules) -> bool:
    """Whether a result, as it stands in a file, is of tables with the options of this one."""
    return all(
        option_value(rules.options[name]) == value
        for name, value in result["options"].items()
        if not name.startswith(METER)
    )


def _fits(
    result: Mapping[str, Any], rules: TableRules, stakes: Stakes | None, meters: Meters | None
) -> bool:
    """Whether a result of such tables is of these stakes and meters."""
    for name, value in result["options"].items():
        if name.startswith(METER):
            meter = name.removeprefix(METER)
            terms = rules.meters.get(meter)
            if terms is None or value != (meters or {}).get(meter, terms.reset):
                return False
    if not stakes:
        return True
    made = {name: Fraction(amount) for name, amount in result["stakes"].items()}
    return all(stakes.get(name, amount) == amount for name, amount in made.items())


def at_table(
    game: Game,
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Meters | None = None,
    wager: str = "",
    *,
    recompute: bool = False,
) -> list[Result]:
    """Every result of a table, or that of one wager: looked up if it can be, else computed."""
    if not recompute and (found := look_up(game, rules, stakes, meters, wager)):
        return found
    computed = game.odds.results(rules, stakes, meters, wager)
    return computed


# Checking them


@dataclass(frozen=True)
class Verified:
    """The verification of one result; no reason means that it was reproduced exactly."""

    wager: str
    table: str
    reason: str = ""
    second_count: str = ""  # the second counts in words
    recounts: tuple[Recount, ...] = ()


def verify(certificate: Certificate) -> Iterator[Verified]:
    """Compute every result again."""
    for result in certificate.results:
        yield _verified(result.to_json(), result)


def verify_text(text: str) -> tuple[list[Verified], str]:
    """Compute every result of a file again, also of one whose seal is broken, so that what was
    changed is told row by row; and what is wrong with the seal, if anything."""
    results, broken = unsealed(text)
    if not broken:
        return list(verify(Certificate.loads(text))), ""
    return [_verified(content, _asked(content, where)) for content, where in results], broken


def _verified(content: Mapping[str, Any], result: Result) -> Verified:
    return Verified(
        result.wager, result.table, _difference(content, result), result.recounted,
        result.recounts,
    )  # fmt: skip


def _asked(content: Any, where: str) -> Result:
    """Return the subject of a result, without its figures."""
    if not isinstance(content, dict):
        raise BadCertificate(f"{where}: expected an object")
    lost = {"label": "lose", "net": "-1", "action": "1", "count": "1"}
    kept = {key: value for key, value in content.items() if key != "figures"}
    plain = {**kept, "denominator": "1", "outcomes": [lost], "expectation": "-1"}
    return Result.from_json(plain, where)


def recompute(result: Result) -> Result:
    """The same wager under the same rules, computed afresh."""
    found = game(result.game)
    meters = {
        key.removeprefix(METER): int(value)
        for key, value in result.options.items()
        if key.startswith(METER)
    }
    rules = TableRules(found.rulebook(result.edition), options_of(result))
    for again in found.odds.results(rules, result.stakes, meters or None, result.wager):
        if (again.wager, again.strategy) == (result.wager, result.strategy):
            computed: Result = again
            return computed
    raise Refused(f"{result.game} ({result.edition}) has no wager {result.wager!r} at this table")


def _difference(printed: Mapping[str, Any], result: Result) -> str:
    """Return where a certificate's claim differs from the computed one."""
    from houseway.certificates.recount.routes import route_of

    try:
        book = game(result.game).rulebook(result.edition)
        if result.rulebook_hash != book.hash:
            return f"made under another rulebook ({result.rulebook_hash[:12]})"
        computed = recompute(result).to_json()
        route = route_of(game(result.game), result.edition, result.wager)
    except Refused as refusal:
        return str(refusal)
    if _same_rows(printed.get("outcomes"), computed["outcomes"]):
        computed["outcomes"] = printed["outcomes"]
    if row := _row_that_differs(printed.get("outcomes"), computed["outcomes"]):
        return row
    if (named := printed.get("second_count")) not in (None, str(route)):
        return f"second_count is {_short(named)}, this version counts by {_short(route)}"
    left_out = ("code_version", "figures", "second_count", "recounts")
    for key in dict.fromkeys([*computed, *printed]):
        if key not in left_out and printed.get(key) != computed.get(key):
            return f"{key} is {_short(printed.get(key))}, computed {_short(computed.get(key))}"
    return ""


def _same_rows(printed: Any, computed: Sequence[Mapping[str, str]]) -> bool:
    """Whether a certificate has the rows that are computed, in whatever order: rows of one net and
    action have none of their own."""
    if not isinstance(printed, list) or not all(isinstance(row, dict) for row in printed):
        return False
    rows, again = ([sorted(map(str, row.items())) for row in one] for one in (printed, computed))
    return sorted(rows) == sorted(again)


def _row_that_differs(printed: Any, computed: Sequence[Mapping[str, str]]) -> str:
    """The first outcome that is not what is computed."""
    rows = printed if isinstance(printed, list) else []
    for number, row in enumerate(computed):
        given = rows[number] if number < len(rows) else None
        if not isinstance(given, dict):
            return f"row {row['label']!r} is missing"
        for key, value in row.items():
            if given.get(key) != value:
                label = given.get("label")
                return f"row {label!r}: {key} is {_short(given.get(key))}, computed {_short(value)}"
    if len(rows) > len(computed):
        return f"row {_short(rows[len(computed)])} is not one of this wager's"
    return ""


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
