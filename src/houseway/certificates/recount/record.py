"""Second counts of a game's certified figures, made now and recorded in its certificate."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from houseway.certificates.recount import small_tables
from houseway.certificates.recount.dealing import Dealt
from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.routes import EXACT, Route, differences, route_of
from houseway.certificates.recount.seen import sample_differences
from houseway.counting.result import Certificate, Recount, Result
from houseway.games import Game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of


@dataclass(frozen=True)
class Recounted:
    """One result after its second count: with the count recorded, or what differs."""

    result: Result
    wrong: tuple[str, ...] = ()


def certificate_of(found: Game, edition: str) -> Certificate:
    """Return the certificate of an edition under the current rulebook; refuse if there is none."""
    path = found.certificate(edition)
    if not path.exists():
        raise Refused(f"{found.id} ({edition}) has no certificate: run houseway certify {found.id}")
    certificate = Certificate.load(path)
    fresh = found.rulebook(edition).hash
    if any(one.rulebook_hash != fresh for one in certificate.results):
        raise Refused(
            f"{path.name} was made under a different rulebook: run houseway certify {found.id}"
        )
    return certificate


def recount(
    found: Game, edition: str, results: Sequence[Result], *, rounds: int, seed: int, today: str
) -> Iterator[Recounted]:
    """Each result counted a second time. Small tables that stand for several wagers are gone
    through once."""
    on_small = _small_differences(found, edition, results)
    for number, result in enumerate(results):
        route = route_of(found, edition, result.wager)
        chance = Random(f"{seed} {found.id} {edition} {result.wager} {number}")
        wrong = [*on_small.get(base_of(result.wager), ()), *differences(result, chance, rounds)]
        if wrong:
            yield Recounted(replace(result, second_count="", recounts=()), tuple(wrong))
            continue
        if route is Route.TILES:  # small sets of tiles are enumerated by the tests of the game
            route = Route.SIMULATED
            if result.wager not in Setting(result).bets:
                yield Recounted(result)
                continue
        made = Recount(str(route), today)
        if route not in EXACT:
            made = replace(made, rounds=rounds, seed=str(seed))
        yield Recounted(with_recount(result, made))


def with_recount(result: Result, made: Recount) -> Result:
    """The result with a second count in place of an older one of the same kind."""
    route = str(route_of_result(result))
    others = [
        one
        for one in result.recounts
        if (one.method, bool(one.mean)) != (made.method, bool(made.mean))
    ]
    second = route if made.method == route else result.second_count
    return replace(result, second_count=second, recounts=(*others, made))


def route_of_result(result: Result) -> Route:
    """Return the method by which a result is recounted."""
    from houseway.games import game

    return route_of(game(result.game), result.edition, result.wager)


def after_dealing(result: Result, dealt: Dealt, seed: int, today: str) -> Recounted:
    """A result after rounds were dealt: with their mean recorded, or what differs."""
    setting = Setting(result)
    wrong = sample_differences(setting.expected, dealt.tally)
    if wrong:
        return Recounted(result, tuple(wrong))
    made = Recount(
        str(Route.SIMULATED), today, rounds=dealt.rounds, seed=str(seed),
        mean=f"{float(dealt.mean):.7f}", standard_error=f"{dealt.standard_error:.7f}",
    )  # fmt: skip
    return Recounted(with_recount(result, made))


def save(found: Game, edition: str, certificate: Certificate, after: Sequence[Result]) -> Path:
    """Write a certificate with these results in place of those that say the same."""
    known: Mapping[str, Result] = {_key(one): one for one in after}
    kept = tuple(known.get(_key(one), one) for one in certificate.results)
    path = found.certificate(edition)
    Certificate(kept).save(path)
    return path


def _key(result: Result) -> str:
    bare = replace(result, second_count="", recounts=())
    return repr(sorted((name, str(value)) for name, value in bare.to_json().items()))


def _small_differences(
    found: Game, edition: str, results: Sequence[Result]
) -> dict[str, list[str]]:
    """What differs on small tables, by wager. Slow ones are gone through only for wagers that no
    other has."""
    every = found.recount.small_tables(edition)
    wanted = {
        base_of(one.wager) for one in results if route_of(found, edition, one.wager) is Route.SMALL
    }
    quick = {name for one in every if not one.slow for name in one.wagers}
    wrong: dict[str, list[str]] = {}
    for small in every:
        needed = set(small.wagers) & wanted
        if needed and (not small.slow or needed - quick):
            for name in small.wagers:
                wrong.setdefault(name, [])
            for said in small_tables.differences(found, edition, small):
                wrong.setdefault(said.partition(",")[0].partition(":")[0], []).append(said)
    return wrong
