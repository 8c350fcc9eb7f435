"""Bankroll simulation for games that are shuffled for every round, drawn from their exact
outcomes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import OutcomeTable, Result
from houseway.equipment.randomness import philox4x32
from houseway.hands.kernel import kernel
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.simulation.shards import seed_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

SHARD = 4_096  # sessions
MARKS = 24  # moments of a session at which the bankroll is recorded
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
_philox = kernel(philox4x32)


@dataclass(frozen=True)
class Evening:
    """A session plan, simulated many times. It determines the result to the last digit."""

    result: Result
    bankroll: int  # cents
    unit: int  # cents on the wager that the result measures by
    rounds: int  # most rounds of a session
    evenings: int
    seed: int
    target: int = 0  # the bankroll at which the player stops, if any

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.evenings < 1:
            raise Refused("simulate at least one session of at least one round")
        if self.unit < 1:
            raise Refused(f"a bet of {money(self.unit)} is too small")
        if self.bankroll < self.worst:
            raise Refused(
                f"a bankroll of {money(self.bankroll)} does not cover the {money(self.worst)} "
                "that one round can cost"
            )
        if self.target and self.target <= self.bankroll:
            raise Refused("a target must be more than the bankroll")

    @property
    def nets(self) -> list[tuple[int, int]]:
        """Return the possible nets of a round in cents, with the number of deals for each."""
        found = []
        for net, count in self.result.outcomes.distribution.items():
            cents = net * self.unit
            if cents.denominator != 1:
                whole = self.unit * cents.denominator
                raise Refused(f"{money(self.unit)} cannot be paid exactly; bet {money(whole)}")
            found.append((int(cents), count))
        return found

    @property
    def worst(self) -> int:
        """The most that one round can cost."""
        return max(0, -min(net for net, _ in self.nets))

    @property
    def marks(self) -> list[int]:
        """Return the rounds after which the bankroll is recorded; the last is the end of the
        session."""
        return sorted({max(1, self.rounds * mark // MARKS) for mark in range(1, MARKS + 1)})

    @property
    def shards(self) -> int:
        """Into how many parts the work is cut."""
        return -(-self.evenings // SHARD)

    def evenings_of(self, shard: int) -> int:
        """Return the number of sessions of one shard."""
        return min(SHARD, self.evenings - shard * SHARD)

    def play(self, shard: int) -> "Evenings":
        """Simulate one shard's sessions."""
        import numpy as np

        nets, bounds = self._drawn_from()
        marks = np.array(self.marks, dtype=np.int64)
        count = self.evenings_of(shard)
        noted = np.empty((count, len(marks)), dtype=np.int64)
        facts = np.empty((count, 4), dtype=np.int64)
        seed = seed_of(self.seed, self.result.game)
        _play.jit(
            seed & 0xFFFFFFFF, seed >> 32, shard, nets, bounds, self.bankroll, self.worst,
            self.target or 2**62, marks, noted, facts,
        )  # fmt: skip
        lasted, gaps, ruined, reached = (facts[:, column] for column in range(4))
        return Evenings(
            evenings=count,
            ruined=int(ruined.sum()),
            reached=int(reached.sum()),
            rounds=int(lasted.sum()),
            bankrolls=[_counted(noted[:, column]) for column in range(len(marks))],
            lasted=_counted(lasted),
            gaps=_counted(gaps),
        )

    def _drawn_from(self) -> "tuple[Ints, Words]":
        """The nets, and below which of 2**64 numbers each of them is drawn."""
        import numpy as np

        nets, counts = zip(*self.nets, strict=True)
        total, seen, bounds = self.result.outcomes.denominator, 0, []
        for count in counts:
            seen += count
            bounds.append(min(seen * 2**64 // total, 2**64 - 1))
        return np.array(nets, dtype=np.int64), np.array(bounds, dtype=np.uint64)

    def read(self, data: dict[str, Any]) -> "Evenings":
        """Read the result of one shard."""
        return Evenings(
            evenings=data["evenings"],
            ruined=data["ruined"],
            reached=data["reached"],
            rounds=data["rounds"],
            bankrolls=[_read(one) for one in data["bankrolls"]],
            lasted=_read(data["lasted"]),
            gaps=_read(data["gaps"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return all that determines the result."""
        plain = ("bankroll", "unit", "rounds", "evenings", "seed", "target")
        result = self.result.to_json()
        del result["code_version"]
        return {"result": result, **{name: getattr(self, name) for name in plain}}


@dataclass
class Evenings:
    """The results of sessions: integers that add up. Amounts are in cents."""

    evenings: int = 0
    ruined: int = 0
    reached: int = 0  # went home with the target
    rounds: int = 0
    bankrolls: list[Counter[int]] = field(default_factory=list)  # at each mark, how often
    lasted: Counter[int] = field(default_factory=Counter)  # rounds played
    gaps: Counter[int] = field(default_factory=Counter)  # the longest wait for a win, in rounds

    def add(self, other: "Evenings") -> None:
        """Add more sessions of the same kind."""
        for name in ("evenings", "ruined", "reached", "rounds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.bankrolls = self.bankrolls or [Counter() for _ in other.bankrolls]
        for mine, theirs in zip(self.bankrolls, other.bankrolls, strict=True):
            mine.update(theirs)
        self.lasted.update(other.lasted)
        self.gaps.update(other.gaps)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            **{name: getattr(self, name) for name in ("evenings", "ruined", "reached", "rounds")},
            "bankrolls": [_plain(one) for one in self.bankrolls],
            "lasted": _plain(self.lasted),
            "gaps": _plain(self.gaps),
        }


def percentiles(counted: Mapping[int, int], wanted: Iterable[int] = PERCENTILES) -> dict[int, int]:
    """Return for each percentage the smallest value that this share of the cases does not
    exceed."""
    total, seen, found = sum(counted.values()), 0, {}
    left = sorted(wanted)
    for value in sorted(counted):
        seen += counted[value]
        while left and seen * 100 >= left[0] * total:
            found[left.pop(0)] = value
    return found


def mean(counted: Mapping[int, int]) -> Fraction:
    """Return the mean of the counted values."""
    return Fraction(sum(value * count for value, count in counted.items()), sum(counted.values()))


def rounds_between_wins(outcomes: OutcomeTable) -> Fraction | None:
    """Return the average number of rounds between wins; None if no round can win."""
    win = outcomes.win_probability
    return 1 / win if win else None


def _counted(values: "Ints") -> Counter[int]:
    import numpy as np

    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def _plain(counted: Mapping[int, int]) -> dict[str, int]:
    return {str(value): counted[value] for value in sorted(counted)}


def _read(plain: Mapping[str, int]) -> Counter[int]:
    return Counter({int(value): count for value, count in plain.items()})


@kernel
def _play(
    key0: int,
    key1: int,
    shard: int,
    nets: "Ints",
    bounds: "Words",
    bankroll: int,
    worst: int,
    target: int,
    marks: "Ints",
    noted: "Ints",
    facts: "Ints",
) -> None:
    """Every evening of a shard. An evening draws from blocks of its own, so that it can be played
    again alone; two words of a block make one number below 2**64."""
    for evening in range(noted.shape[0]):
        balance, gap, longest, played, mark = bankroll, 0, 0, 0, 0
        block, second = 0, True
        low, high = 0, 0
        last = marks[-1]
        while played < last and worst <= balance < target:
            if second:
                w0, w1, w2, w3 = _philox((block, evening, shard, 1), (key0, key1))
                block += 1
                low, high = w0, w1
            else:
                low, high = w2, w3
            second = not second
            drawn = bounds.dtype.type(high) << bounds.dtype.type(32) | bounds.dtype.type(low)
            left, right = 0, nets.shape[0] - 1
            while left < right:
                middle = (left + right) // 2
                if drawn < bounds[middle]:
                    right = middle
                else:
                    left = middle + 1
            balance += nets[left]
            gap = 0 if nets[left] > 0 else gap + 1
            longest = max(longest, gap)
            played += 1
            if played == marks[mark]:
                noted[evening, mark] = balance
                mark += 1
        while mark < marks.shape[0]:
            noted[evening, mark] = balance
            mark += 1
        facts[evening, 0] = played
        facts[evening, 1] = longest
        facts[evening, 2] = balance < worst
        facts[evening, 3] = balance >= target
