"""Millions of rounds of one figure, dealt by the referee: cut into shards, kept in a file, taken up
again after a break. The figure's mean is held against theirs.
"""

import math
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from houseway.certificates.recount import simulation
from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.seen import Tally
from houseway.counting.result import Result
from houseway.simulation.shards import play_all

SHARD = 500  # rounds


@dataclass
class Dealt:
    """The results of dealt rounds."""

    tally: Tally

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "ends": [
                [str(net), list(rows), times] for (net, rows), times in sorted(self.tally.items())
            ]
        }

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return self.tally.total()

    @cached_property
    def mean(self) -> Fraction:
        """The player's mean net, in units of the figure."""
        total = sum((net * times for (net, _), times in self.tally.items()), Fraction(0))
        return total / self.rounds

    @cached_property
    def standard_error(self) -> float:
        """Return the standard error of the mean."""
        squares = sum((net**2 * times for (net, _), times in self.tally.items()), Fraction(0))
        spread = squares / self.rounds - self.mean**2
        return math.sqrt(spread / self.rounds)


@dataclass(frozen=True)
class Deals:
    """So many rounds of the table that a result is of, each from a full shoe. More rounds of the
    same result and seed go on in the same file."""

    result: Result
    rounds: int
    seed: int

    @property
    def shards(self) -> int:
        """Into how many parts the work is cut."""
        return -(-self.rounds // SHARD)

    def play(self, shard: int) -> Dealt:
        """The rounds of one part."""
        chance = Random(f"{self.seed} {self.result.game} {self.result.wager} {shard}")
        return Dealt(simulation.sample(Setting(self.result), SHARD, chance))

    def read(self, data: dict[str, Any]) -> Dealt:
        """A part, read back."""
        ends = ((Fraction(net), tuple(rows), int(times)) for net, rows, times in data["ends"])
        return Dealt(Counter({(net, rows): times for net, rows, times in ends}))

    def to_json(self) -> dict[str, Any]:
        """Return all that determines the rounds, except their number."""
        said = self.result.to_json()
        kept = ("game", "edition", "wager", "options", "stakes", "strategy", "rulebook_hash")
        return {**{name: said[name] for name in kept}, "seed": self.seed, "shard": SHARD}


def deal(
    result: Result,
    rounds: int,
    seed: int,
    file: Path | None = None,
    executor: Executor | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Dealt:
    """Deal this many rounds; rounds already in the file count."""
    done = max(0, _lines(file) - 1) * SHARD if file else 0
    total = Dealt(Counter())
    for found in play_all(Deals(result, max(rounds, done), seed), executor, file):
        total.tally.update(found.tally)
        told(SHARD)
    return total


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0
