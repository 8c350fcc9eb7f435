"""Exact results, and the certificates that contain them."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
Option = str | int | bool

FORMAT = "houseway certificate 1"
FRACTION = re.compile(r"-?[0-9]+(/[0-9]+)?")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOST_DIGITS = 4000  # more than any count of ours, and no more than Python reads at once


@cache
def code_version() -> str:
    """The version of this software that a result names as its maker."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("houseway")
    except PackageNotFoundError:
        return "unknown"


class Method(StrEnum):
    """The method by which a result was found."""

    ENUMERATION = "exact enumeration"
    COUNTING = "exact counting"
    DYNAMIC_PROGRAMMING = "exact dynamic programming"
    MARKOV_CHAIN = "exact Markov chain"
    SIMULATION = "simulation"


@dataclass(frozen=True)
class Outcome:
    """One thing that can become of a wager: what it nets and how many deals lead there.

    ``net`` and ``action`` (the money at risk by the end) are in the units of the table. An
    outcome in which the wager was never made has no action.
    """

    label: str
    net: Fraction
    count: int
    action: Fraction = Fraction(1)


@dataclass(frozen=True)
class OutcomeTable:
    """Every outcome of a wager, counted over ``denominator`` deals."""

    wager: str
    denominator: int
    outcomes: tuple[Outcome, ...]
    unit: str = "stake"
    stake: Fraction = Fraction(1)

    def check(self) -> None:
        """Raise ``ValueError`` unless the counts are sound and add up to the denominator."""
        if self.denominator <= 0:
            raise ValueError(f"denominator {self.denominator} is not positive")
        if self.stake <= 0:
            raise ValueError(f"stake {self.stake} is not positive")
        for outcome in self.outcomes:
            if outcome.count < 0:
                raise ValueError(f"outcome {outcome.label!r} has a negative count")
            if outcome.action < 0:
                raise ValueError(f"outcome {outcome.label!r} has a negative action")
        total = sum(outcome.count for outcome in self.outcomes)
        if total != self.denominator:
            raise ValueError(f"counts sum to {total}, not to the denominator {self.denominator}")

    def probability(self, wanted: Callable[[Outcome], bool]) -> Fraction:
        """Return the probability of the chosen outcomes."""
        return Fraction(sum(o.count for o in self.outcomes if wanted(o)), self.denominator)

    def mean(self, value: Callable[[Outcome], Fraction]) -> Fraction:
        """The mean of something about an outcome."""
        return sum((o.count * value(o) for o in self.outcomes), Fraction(0)) / self.denominator

    @cached_property
    def expectation(self) -> Fraction:
        """Return the player's expected net, in units."""
        return self.mean(lambda outcome: outcome.net)

    @property
    def house_advantage(self) -> Fraction:
        """Return the house advantage: the expected loss per unit bet."""
        return -self.expectation

    @property
    def house_advantage_on_initial_stake(self) -> Fraction:
        """Return the expected loss per unit of the initial stake."""
        return -self.expectation / self.stake

    @property
    def mean_action(self) -> Fraction:
        """Return the expected amount at risk by the end of the round, in units."""
        return self.mean(lambda outcome: outcome.action)

    @property
    def house_advantage_on_action(self) -> Fraction:
        """Return the expected loss per unit at risk, later bets included."""
        action = self.mean_action
        return -self.expectation / action if action else Fraction(0)

    @property
    def win_probability(self) -> Fraction:
        """The chance that the wager nets something."""
        return self.probability(lambda outcome: outcome.net > 0)

    hit_frequency = win_probability

    @property
    def push_probability(self) -> Fraction:
        """The chance that the wager is made and comes back."""
        return self.probability(lambda outcome: outcome.net == 0 and outcome.action > 0)

    @property
    def loss_probability(self) -> Fraction:
        """The chance that the wager costs something."""
        return self.probability(lambda outcome: outcome.net < 0)

    @property
    def true_odds(self) -> Fraction | None:
        """Losses for each win, pushes left out: the odds against; ``None`` if it cannot win."""
        win = self.win_probability
        return self.loss_probability / win if win else None

    def central_moment(self, power: int) -> Fraction:
        """The mean of a power of the distance from the expectation."""
        return self.mean(lambda outcome: (outcome.net - self.expectation) ** power)

    @cached_property
    def variance(self) -> Fraction:
        """The mean squared distance from the expectation, in units squared."""
        return self.central_moment(2)

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance, in units."""
        return math.sqrt(self.variance)

    @property
    def skew(self) -> float:
        """Return the skewness of the nets: large for a wager with rare large wins."""
        spread = self.standard_deviation
        return float(self.central_moment(3)) / spread**3 if spread else 0.0

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """Deals by net, the worst first."""
        counts: dict[Fraction, int] = {}
        for outcome in self.outcomes:
            counts[outcome.net] = counts.get(outcome.net, 0) + outcome.count
        return dict(sorted(counts.items()))


DERIVED = (
    "house_advantage", "house_advantage_on_initial_stake", "house_advantage_on_action",
    "hit_frequency", "variance",
)  # fmt: skip


def derived(result: Result) -> dict[str, Any]:
    """What follows from the outcomes: each exactly, as text, and as a decimal; of a simulation only
    the digits that the standard error supports, with it."""
    if not result.is_exact:
        return _estimates(result)
    table, found = result.outcomes, dict[str, Any]()
    for name in DERIVED:
        exact: Fraction = getattr(table, name)
        found[name] = {"exact": str(exact), "decimal": f"{float(exact):.10f}"}
    found["standard_deviation"] = {"decimal": f"{table.standard_deviation:.10f}"}
    return found


def _estimates(result: Result) -> dict[str, Any]:
    table, found = result.outcomes, dict[str, Any]()
    errors = standard_errors(table)
    for name in (*DERIVED, "standard_deviation"):
        found[name] = estimate(float(getattr(table, name)), errors[name])
    return found


def estimate(value: float, error: float) -> dict[str, str]:
    """A simulated figure to the digit in which its standard error begins, and that error.

    >>> estimate(0.0271828, 0.00123)
    {'decimal': '0.027', 'standard_error': '0.0012'}
    """
    digits = supported_digits(error)
    return {"decimal": f"{value:.{digits}f}", "standard_error": f"{error:.{digits + 1}f}"}


def supported_digits(error: float, most: int = 10) -> int:
    """Return the number of decimals that this standard error supports."""
    return min(most, max(0, -math.floor(math.log10(error)))) if error > 0 else most


def standard_errors(table: OutcomeTable) -> dict[str, float]:
    """The standard error of each figure of an outcome table that was simulated."""
    root, spread = math.sqrt(table.denominator), table.standard_deviation
    variance = math.sqrt(max(0.0, float(table.central_moment(4) - table.variance**2))) / root
    mean = spread / root

    def share(part: Fraction) -> float:
        return math.sqrt(part * (1 - part)) / root

    edge, action = table.house_advantage_on_action, table.mean_action
    ratio = table.mean(lambda one: (one.net + edge * one.action) ** 2)
    return {
        "house_advantage": mean,
        "house_advantage_on_initial_stake": mean / float(table.stake),
        "house_advantage_on_action": math.sqrt(ratio) / float(action) / root if action else 0.0,
        "hit_frequency": share(table.win_probability),
        "push_probability": share(table.push_probability),
        "variance": variance,
        "standard_deviation": variance / (2 * spread) if spread else 0.0,
    }


@dataclass(frozen=True)
class Recount:
    """A second count of a figure that was made and agreed with it. A sample has rounds, a seed,
    and the player's mean net with its standard error, in units of the table."""

    method: str
    made: str  # the day, as 2026-11-18
    code_version: str = field(default_factory=code_version)
    rounds: int = 0
    seed: str = ""
    mean: str = ""
    standard_error: str = ""

    def to_json(self) -> dict[str, str]:
        """The recount as plain JSON values; what a full count has not is left out."""
        found = {name: str(value) for name, value in vars(self).items()}
        if not self.rounds:
            del found["rounds"]
        return {name: value for name, value in found.items() if value}

    def __str__(self) -> str:
        """Return the recount in words, without the figures of its sample."""
        dealt = f", {self.rounds:,} rounds, seed {self.seed}" if self.rounds else ""
        return f"{self.method}{dealt}, made {self.made} by version {self.code_version}"


@dataclass(frozen=True)
class Result:
    """An outcome table and all that it depends on."""

    game: str
    edition: str
    table: str  # the paytable's name, or "" if the wager has none
    options: Mapping[str, Option]
    stakes: Mapping[str, Fraction]
    strategy: str  # "optimal", or the name of a fixed one, or "none" where nothing is decided
    method: Method
    outcomes: OutcomeTable
    rulebook_hash: str
    code_version: str = field(default_factory=code_version)
    figures: Mapping[str, Any] = field(default_factory=dict)  # computed from it, on request
    second_count: str = ""  # how the figure was recounted, if it was
    recounts: tuple[Recount, ...] = ()  # the second counts that are recorded

    @property
    def wager(self) -> str:
        """The wager that the outcomes are those of."""
        return self.outcomes.wager

    @property
    def recounted(self) -> str:
        """Return the recount in words; empty if there is none."""
        if self.recounts:
            return "; ".join(map(str, self.recounts))
        unrecorded = f"{self.second_count}; no run is recorded in the certificate"
        return unrecorded if self.second_count else ""

    @property
    def is_exact(self) -> bool:
        """Return whether outcomes were counted, not simulated."""
        return self.method is not Method.SIMULATION

    @property
    def standard_error(self) -> float:
        """How far a simulated mean is likely to be off at the most, in units; nothing for one that
        was counted."""
        if self.is_exact:
            return 0.0
        return self.outcomes.standard_deviation / math.sqrt(self.outcomes.denominator)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON values."""
        table = self.outcomes
        return {
            "game": self.game,
            "edition": self.edition,
            "wager": self.wager,
            "table": self.table,
            "options": dict(self.options),
            "stakes": {name: str(amount) for name, amount in self.stakes.items()},
            "strategy": self.strategy,
            "method": str(self.method),
            "unit": table.unit,
            "stake": str(table.stake),
            "denominator": str(table.denominator),
            "outcomes": [
                {
                    "label": o.label,
                    "net": str(o.net),
                    "action": str(o.action),
                    "count": str(o.count),
                }
                for o in table.outcomes
            ],
            "expectation": self._expectation(),
            "rulebook_hash": self.rulebook_hash,
            "code_version": self.code_version,
            **({"second_count": self.second_count} if self.second_count else {}),
            **({"recounts": [one.to_json() for one in self.recounts]} if self.recounts else {}),
            **({"figures": dict(self.figures)} if self.figures else {}),
        }

    def _expectation(self) -> str | dict[str, str]:
        """The player's mean net: exactly, or as far as the simulation supports it."""
        if self.is_exact:
            return str(self.outcomes.expectation)
        return estimate(float(self.outcomes.expectation), self.standard_error)

    @classmethod
    def from_json(cls, value: object, path: str = "result") -> Result:
        """The result that ``to_json`` wrote; ``BadCertificate`` if it did not write this."""
        reader = _Reader(value, path)
        table = OutcomeTable(
            wager=reader.text("wager"),
            denominator=reader.integer("denominator"),
            outcomes=tuple(_outcome(item, where) for item, where in reader.items("outcomes")),
            unit=reader.text("unit"),
            stake=reader.fraction("stake"),
        )
        result = cls(
            game=reader.text("game"),
            edition=reader.text("edition"),
            table=reader.text("table"),
            options=reader.mapping("options", _option),
            stakes=reader.mapping("stakes", _fraction),
            strategy=reader.text("strategy"),
            method=reader.read("method", _method),
            outcomes=table,
            rulebook_hash=reader.text("rulebook_hash"),
            code_version=reader.text("code_version"),
            second_count=reader.text("second_count") if "second_count" in reader.content else "",
            recounts=_recounts(reader) if "recounts" in reader.content else (),
            figures=reader.read("figures", _object) if "figures" in reader.content else {},
        )
        expectation = reader.read("expectation", _expectation)
        reader.finish()
        try:
            table.check()
        except ValueError as error:
            _refuse(f"{path}.outcomes", str(error))
        if expectation not in (result._expectation(), str(table.expectation)):
            _refuse(f"{path}.expectation", f"the outcomes give {result._expectation()}")
        for name, figure in derived(result).items() if result.figures else ():
            if result.figures.get(name) != figure:
                _refuse(f"{path}.figures.{name}", f"the outcomes give {figure}")
        return result


@dataclass(frozen=True)
class Certificate:
    """Results in one file, with a hash over them."""

    results: tuple[Result, ...]

    def _body(self) -> dict[str, Any]:
        return {"format": FORMAT, "results": [result.to_json() for result in self.results]}

    @property
    def sha256(self) -> str:
        """The hash over the canonical form of everything else in the file."""
        return hashlib.sha256(canonical(self._body())).hexdigest()

    def dumps(self) -> str:
        """The text of the file: a line for each result."""
        body = self._body()
        lines = [json.dumps(result, ensure_ascii=False) for result in body.pop("results")]
        ends = json.dumps({**body, "sha256": self.sha256}, indent=0)[:-2]
        return ends + ',\n"results": [\n' + ",\n".join(lines) + "\n]\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the file."""
        Path(path).write_text(self.dumps(), encoding="utf-8")

    @classmethod
    def loads(cls, text: str) -> Certificate:
        """Read a file's text; ``BadCertificate`` if anything about it is not right."""
        return cls(tuple(Result.from_json(item, where) for item, where in sealed(text)))

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """Read a file; ``BadCertificate`` if anything about it is not right."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadCertificate(f"not a text file: {error.reason}") from None
        return cls.loads(text)


def sealed(text: str) -> list[tuple[Any, str]]:
    """The results of a file as they stand in it, each with its place: the seal holds, and nothing
    else has been looked at. ``BadCertificate`` if it does not."""
    results, broken = unsealed(text)
    if broken:
        raise BadCertificate(broken)
    return results


def unsealed(text: str) -> tuple[list[tuple[Any, str]], str]:
    """The results of a file as they stand in it, and what is wrong with the seal, if anything."""
    reader = _Reader(_parse(text), "")
    if reader.text("format") != FORMAT:
        _refuse("format", f"expected {FORMAT!r}")
    printed, results = reader.text("sha256"), reader.items("results")
    reader.finish()
    body = {key: part for key, part in reader.content.items() if key != "sha256"}
    try:
        actual = hashlib.sha256(canonical(body)).hexdigest()
    except UnicodeEncodeError:
        raise BadCertificate("a text is not Unicode") from None
    return results, "" if printed == actual else f"sha256: the contents hash to {actual}"


def canonical(value: object) -> bytes:
    """JSON in the one form that is hashed: sorted keys, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


# Reading strictly: a key that is missing, unknown or of the wrong shape is named by its path


class BadCertificate(ValueError):
    """A certificate that cannot be trusted; the message names the place and the reason."""


def _refuse(path: str, reason: str) -> NoReturn:
    raise BadCertificate(f"{path}: {reason}")


def _parse(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at line {error.lineno} column {error.colno}"
        raise BadCertificate(message) from None
    except BadCertificate:
        raise
    except (RecursionError, ValueError) as error:
        raise BadCertificate(f"not JSON that can be read: {error}") from None


def _no_key_twice(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            _refuse(key, "written twice in one object")
        found[key] = value
    return found


class _Reader:
    """A JSON object whose keys are all asked for, once each."""

    def __init__(self, value: object, path: str) -> None:
        self.path = path
        if not isinstance(value, dict):
            _refuse(path or "certificate", "expected an object")
        self.content: dict[str, Any] = value
        self._asked: set[str] = set()

    def where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def read(self, key: str, convert: Callable[[Any, str], T]) -> T:
        self._asked.add(key)
        if key not in self.content:
            _refuse(self.where(key), "missing")
        return convert(self.content[key], self.where(key))

    def text(self, key: str) -> str:
        return self.read(key, _text)

    def integer(self, key: str) -> int:
        return self.read(key, _integer)

    def fraction(self, key: str) -> Fraction:
        return self.read(key, _fraction)

    def items(self, key: str) -> list[tuple[Any, str]]:
        values = self.read(key, _list)
        return [(value, f"{self.where(key)}[{i}]") for i, value in enumerate(values)]

    def mapping(self, key: str, convert: Callable[[Any, str], T]) -> dict[str, T]:
        values = self.read(key, _object)
        return {name: convert(part, f"{self.where(key)}.{name}") for name, part in values.items()}

    def finish(self) -> None:
        unknown = sorted(self.content.keys() - self._asked)
        if unknown:
            _refuse(self.where(unknown[0]), "unknown key")


def _text(value: Any, path: str) -> str:
    return value if isinstance(value, str) else _refuse(path, "expected a string")


def _list(value: Any, path: str) -> list[Any]:
    return value if isinstance(value, list) else _refuse(path, "expected a list")


def _object(value: Any, path: str) -> dict[str, Any]:
    return value if isinstance(value, dict) else _refuse(path, "expected an object")


def _option(value: Any, path: str) -> Option:
    return value if isinstance(value, str | int) else _refuse(path, "expected a plain value")


def _method(value: Any, path: str) -> Method:
    try:
        return Method(_text(value, path))
    except ValueError:
        _refuse(path, f"unknown method {value!r}")


def _fraction(value: Any, path: str) -> Fraction:
    """A fraction, accepted only as we write it, so that one number has one spelling."""
    text = _text(value, path)
    if not FRACTION.fullmatch(text) or len(text) > MOST_DIGITS:
        _refuse(path, f"{text[:40]!r} is not a fraction")
    try:
        number = Fraction(text)
    except ZeroDivisionError:
        _refuse(path, f"{text!r} divides by zero")
    return number if str(number) == text else _refuse(path, f"{text!r} should be {str(number)!r}")


def _integer(value: Any, path: str) -> int:
    number = _fraction(value, path)
    return int(number) if number.denominator == 1 else _refuse(path, f"{value!r} is not whole")


def _expectation(value: Any, path: str) -> str | dict[str, str]:
    """A fraction, or what a simulation supports of one."""
    if isinstance(value, dict):
        return {key: _text(part, f"{path}.{key}") for key, part in value.items()}
    return str(_fraction(value, path))


def _outcome(value: Any, path: str) -> Outcome:
    reader = _Reader(value, path)
    outcome = Outcome(
        label=reader.text("label"),
        net=reader.fraction("net"),
        count=reader.integer("count"),
        action=reader.fraction("action"),
    )
    reader.finish()
    return outcome


def _recounts(reader: _Reader) -> tuple[Recount, ...]:
    return tuple(_recount(item, where) for item, where in reader.items("recounts"))


def _recount(value: Any, path: str) -> Recount:
    reader = _Reader(value, path)
    made = reader.text("made")
    if not DAY.fullmatch(made):
        _refuse(f"{path}.made", f"{made[:40]!r} is not a day as 2026-11-18")
    sampled = {name: reader.text(name) for name in ("seed", "mean", "standard_error")
               if name in reader.content}  # fmt: skip
    rounds = reader.integer("rounds") if "rounds" in reader.content else 0
    if rounds < 0 or bool(rounds) != bool(sampled):
        _refuse(f"{path}.rounds", "a sample has rounds, and nothing else has")
    found = Recount(
        reader.text("method"), made, reader.text("code_version"), rounds, **sampled
    )  # fmt: skip
    reader.finish()
    return found
