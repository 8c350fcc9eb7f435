"""Second counts of certified figures: made, printed and recorded."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from houseway.certificates import figures, usual
from houseway.certificates.recount import record as records
from houseway.certificates.recount.dealing import deal as deal_rounds
from houseway.certificates.recount.record import Recounted
from houseway.counting.result import Result
from houseway.games import Game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.shards import local
from houseway.terminal.console import progress


def count_again(
    found: Game, edition: str, wager: str, rounds: int, seed: int, *, record: bool
) -> bool:
    """Whether all results of a game agree with their second counts. Those that do are recorded."""
    agreed = True
    for one in _editions(found, edition):
        certificate = records.certificate_of(found, one)
        wanted = [result for result in certificate.results if wager in ("", result.wager)]
        _check(found, wager, wanted)
        after = []
        with progress(len(wanted), "results") as told:
            for done in records.recount(
                found, one, wanted, rounds=rounds, seed=seed, today=date.today().isoformat()
            ):
                after.append(done)
                _print(done)
                told(1)
        wrong = sum(bool(done.wrong) for done in after)
        agreed = agreed and not wrong
        counted = sum(bool(done.result.recounts) and not done.wrong for done in after)
        print(f"{found.id} {one}: {counted} of {len(after)} results agree with a second count.")
        if record:
            records.save(found, one, certificate, [done.result for done in after])
            usual.write([found])
    return agreed


def deal(
    found: Game, edition: str, wager: str, rounds: int, seed: int, keep: Path, workers: int,
    *, record: bool,
) -> bool:  # fmt: skip
    """Whether the rounds that the referee deals agree with the figure of a wager at the usual
    table. What was dealt is recorded, also when it is broken off."""
    one = edition or found.editions[0]
    certificate = records.certificate_of(found, one)
    known = figures.look_up(found, TableRules(found.rulebook(one)), wager=wager or "main") or []
    _check(found, wager or "main", known)
    keep.parent.mkdir(parents=True, exist_ok=True)
    with local(workers) as executor, progress(rounds, "rounds") as told:
        dealt = deal_rounds(known[0], rounds, seed, keep, executor, told)
    done = records.after_dealing(known[0], dealt, seed, date.today().isoformat())
    _print(done)
    mean, error = float(dealt.mean), dealt.standard_error
    certified = float(known[0].outcomes.expectation)
    print(
        f"{found.id} {one} {known[0].wager}: mean net {mean:.6f}, standard error {error:.6f}, of "
        f"{dealt.rounds:,} rounds; certified {certified:.6f}, "
        f"{abs(mean - certified) / error if error else 0:.1f} standard errors away."
    )
    if record and not done.wrong:
        records.save(found, one, certificate, [done.result])
        usual.write([found])
    return not done.wrong


def _editions(found: Game, edition: str) -> Sequence[str]:
    if edition:
        found.rulebook(edition)
        return [edition]
    return found.editions


def _check(found: Game, wager: str, results: Sequence[Result]) -> None:
    if not results:
        raise Refused(f"{found.id} has no certified figure {wager!r}")


def _print(done: Recounted) -> None:
    for said in done.wrong:
        print(f"{done.result.wager} {dict(done.result.options)}: {said}")
