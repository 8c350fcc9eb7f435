"""Checking a certificate: every result in it is computed again and compared, count by count."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.games import game
from houseway.odds.result import Certificate, Result
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class Verified:
    """What became of one result: no reason means that it was found again exactly."""

    result: Result
    reason: str = ""


def verify(certificate: Certificate) -> Iterator[Verified]:
    """Compute every result again."""
    for result in certificate.results:
        yield Verified(result, _difference(result))


def recompute(result: Result) -> Result:
    """The same wager under the same rules, computed afresh."""
    found = game(result.game)
    meters = {
        key.removeprefix("meters."): int(value)
        for key, value in result.options.items()
        if key.startswith("meters.")
    }
    options = {k: v for k, v in result.options.items() if not k.startswith("meters.")}
    rules = TableRules(found.rulebook(result.edition), options)
    for again in found.odds.results(rules, result.stakes, meters or None):
        if again.wager == result.wager:
            computed: Result = again
            return computed
    raise Refused(f"{result.game} ({result.edition}) has no wager {result.wager!r} at this table")


def _difference(result: Result) -> str:
    try:
        book = game(result.game).rulebook(result.edition)
        if result.rulebook_hash != book.hash:
            return f"made under another rulebook ({result.rulebook_hash[:12]})"
        again = recompute(result)
    except Refused as refusal:
        return str(refusal)
    for key, value in again.to_json().items():
        if key != "code_version" and result.to_json()[key] != value:
            return f"{key} is {_short(result.to_json()[key])}, computed {_short(value)}"
    return ""


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
