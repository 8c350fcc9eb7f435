"""Rounds played by the referee itself, many of them, with honest error bars.

A shard opens its own table, with its meters at their reset amounts, and takes its cards from its
own stream of the seed; what it finds is whole numbers that add up (``shards.py``).
"""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import game
from houseway.games.authoring.sums import Move, Sums, main_wagers, moves_of, together
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.referee.view import Policy
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.simulation.policies import policy
from houseway.simulation.shards import play_all, seed_of

SHARD = 1_000  # rounds
NORMAL_95 = (
    1.959963984540054  # standard errors on either side that cover 95% of a normal distribution
)
_DECISIONS = 1 << 63  # streams of policies that choose at random, apart from those of the cards
SEAT = 1

Progress = Callable[[int], None]
Log = Callable[[str], object]


@dataclass(frozen=True)
class Job:
    """A simulation through the referee. It determines the result to the last digit."""

    game: str
    edition: str
    bets: Mapping[str, int]  # wager -> cents
    policy: str
    rounds: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    logged: bool = False  # whether the records of rounds are kept

    @property
    def dealt_by(self) -> str:
        """Return the name of the dealer: the referee."""
        return "referee"

    @property
    def shards(self) -> int:
        """Into how many parts the work is cut."""
        return -(-self.rounds // SHARD)

    def rounds_of(self, shard: int) -> int:
        """The rounds of one part."""
        return min(SHARD, self.rounds - shard * SHARD)

    def table(self, shard: int = 0, keep_log: bool = False) -> Table:
        """A fresh table with the cards of one part."""
        found = game(self.game)
        return Table(
            found.play,
            found.rulebook(self.edition),
            options=self.options,
            chance=Shoe(Philox(seed_of(self.seed, self.game), shard)),
            keep_log=keep_log,
            strict=True,
        )

    def play(self, shard: int) -> "Session":
        """One shard's rounds."""
        return play_shard(self, shard)

    def read(self, data: dict[str, Any]) -> "Session":
        """A shard's sums, read back."""
        return read_session(self, data)

    def to_json(self) -> dict[str, Any]:
        """Return all that determines the result."""
        data = asdict(self)
        data["rulebook"] = game(self.game).rulebook(self.edition).hash
        data["options"] = {name: str(value) for name, value in self.options.items()}
        return data


class Asked(Protocol):
    """What a session was asked to play; who deals it makes no difference to how it reads."""

    @property
    def game(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def bets(self) -> Mapping[str, int]: ...
    @property
    def policy(self) -> str: ...
    @property
    def rounds(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def dealt_by(self) -> str: ...


@dataclass(frozen=True)
class Edge:
    """The house's share of some money, with its 95% interval, as parts of one."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - NORMAL_95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + NORMAL_95 * self.error

    def to_json(self) -> dict[str, float]:
        """The edge as plain data."""
        return {
            "value": self.value,
            "standard_error": self.error,
            "low_95": self.low,
            "high_95": self.high,
        }


def edge(sums: Sums, per: int) -> Edge | None:
    """Return the house's share of each ``per`` cents bet over all rounds; None without bets."""
    if not per:
        return None
    rounds = sums.rounds
    return Edge(float(Fraction(-sums.net, per)), sums.standard_error * rounds / per)


@dataclass
class Session:
    """The result of a simulation."""

    job: "Asked"
    base: str  # the wager that the others are compared with
    wagers: dict[str, Sums]
    game: Sums = field(default_factory=Sums)
    all: Sums = field(default_factory=Sums)
    lines: list[str] = field(default_factory=list)  # the records of the rounds, if they are kept

    def add(self, other: "Session") -> None:
        """More rounds of the same job."""
        for name, sums in other.wagers.items():
            self.wagers[name].add(sums)
        self.game.add(other.game)
        self.all.add(other.all)

    @property
    def edge_on_base(self) -> Edge | None:
        """Return the house edge on the first required wager, with all bets on the game counted."""
        return edge(self.game, self.wagers[self.base].initial)

    @property
    def edge_on_action(self) -> Edge | None:
        """Return the house edge on all money bet, side wagers included."""
        return edge(self.all, self.all.action)

    def to_json(self) -> dict[str, Any]:
        """The sums as plain data."""
        data: dict[str, Any] = {
            "wagers": {name: vars(sums) for name, sums in self.wagers.items()},
            "game": vars(self.game),
            "all": vars(self.all),
        }
        return {**data, "lines": self.lines} if self.lines else data

    def report(self) -> dict[str, Any]:
        """The result as plain data, with its edges; money in cents."""
        job = self.job
        return {
            "game": job.game,
            "edition": job.edition,
            "options": dict(job.options),
            "bets": dict(job.bets),
            "policy": job.policy,
            "rounds": job.rounds,
            "seed": job.seed,
            "method": "simulation",
            "dealt_by": job.dealt_by,
            "base": self.base,
            "house_edge_on_base": _edge_json(self.edge_on_base),
            "house_edge_on_action": _edge_json(self.edge_on_action),
            "all": vars(self.all),
            "main_game": vars(self.game),
            "wagers": {
                name: {**vars(sums), "house_edge": _edge_json(edge(sums, sums.action))}
                for name, sums in self.wagers.items()
            },
        }


def read_session(job: Asked, data: dict[str, Any]) -> Session:
    """A shard's sums, read back."""
    found = empty(job)
    for name, sums in data["wagers"].items():
        found.wagers[name] = Sums(**sums)
    found.game, found.all = Sums(**data["game"]), Sums(**data["all"])
    found.lines = data.get("lines", [])
    return found


def _edge_json(found: Edge | None) -> dict[str, float] | None:
    return found.to_json() if found else None


def simulate(
    job: Job,
    executor: Executor | None = None,
    progress: Progress | None = None,
    log: Log | None = None,
    journal: Path | None = None,
) -> Session:
    """Play the job. ``progress`` is told of rounds as they are finished, in order; ``log`` is
    given the record of every round, one line of JSON each."""
    if job.rounds < 1:
        raise Refused("a simulation needs at least one round")
    total = empty(job)
    try_bets(job)
    for shard, found in enumerate(play_all(job, executor, journal)):
        total.add(found)
        if log:
            for line in found.lines:
                log(line)
        if progress:
            progress(job.rounds_of(shard))
    return total


def try_bets(job: Job) -> None:
    """Let the referee refuse a bad bet or an unknown policy before the work is distributed."""
    decide = policy(game(job.game), job.policy, Philox(seed_of(job.seed, job.game)))
    table = job.table()
    _sit_down(table)
    _come_to_bets(table, decide)
    _bet(table, job.bets)
    table.make_ready()
    table.close()


def play_shard(job: Job, shard: int) -> Session:
    """Simulate one shard's rounds; also return their records on request."""
    table = job.table(shard, keep_log=job.logged)
    seed = seed_of(job.seed, job.game)
    decide = policy(game(job.game), job.policy, Philox(seed, _DECISIONS + shard))
    found = empty(job)
    main = main_wagers(table.rules, job.bets)
    _sit_down(table)
    for _ in range(job.rounds_of(shard)):
        _come_to_bets(table, decide)
        _bet(table, job.bets)
        table.make_ready()
        table.close()
        while isinstance(table.waiting, (Ask, Bets)):
            if isinstance(table.waiting, Bets):  # a spin that did not count has opened it again
                table.close()
            else:
                _act(table, decide)
        _count(found, table, main)
        if job.logged:
            record = table.records.pop().to_json()
            found.lines.append(json.dumps(record, separators=(",", ":")))
    return found


def _sit_down(table: Table) -> None:
    """One player, or as many as a round needs; they all bet and decide alike, and the first
    counts."""
    for seat in range(SEAT, SEAT + table.rules.players_needed):
        table.sit(seat)


def _bet(table: Table, bets: Mapping[str, int]) -> None:
    """What is to be bet; chips that are kept on the table and have grown stay there."""
    for seat in table.data.players:
        lies = table.round.state.placed.get(seat, {})
        kept = [name for name in bets if table.rules.wager(name).kept]
        due = {n: cents for n, cents in bets.items() if n not in kept or cents > lies.get(n, 0)}
        if due:
            table.bet(seat, due)


def _come_to_bets(table: Table, decide: Policy) -> None:
    """Begin a round; a player may have to cut the cards before there are bets."""
    table.begin()
    while isinstance(table.waiting, Ask):
        _act(table, decide)


def _act(table: Table, decide: Policy) -> None:
    """A decision; where it may carry more or less money, it carries all that it may."""
    asked = table.waiting
    assert isinstance(asked, Ask)
    choice = asked.choice(decide(table.view(asked.who), table.rules))
    table.act(asked.who, choice.name, choice.least if choice.cards else choice.most)


def _count(found: Session, table: Table, main: frozenset[str]) -> None:
    """Take in a round. A bet that moves is settled under another name."""
    moves = moves_of(table.round, SEAT, found.job.bets)
    for name, sums in found.wagers.items():
        sums.take(*moves.get(name, Move()))
    found.all.take(*together(moves, moves))
    found.game.take(*together(moves, main))


def empty(job: Asked) -> Session:
    """A session in which nothing has been played yet."""
    rules = TableRules(game(job.game).rulebook(job.edition), job.options)
    later = [name for name, wager in rules.wagers.items() if wager.window == "decision"]
    order = {name: at for at, name in enumerate(rules.wagers)}
    names = sorted({*job.bets, *later}, key=lambda name: (order.get(base_of(name), 0), name))
    base = next((name for name, wager in rules.wagers.items() if wager.required), "")
    if base not in job.bets:
        base = next(iter(job.bets), "")
    if not base:
        raise Refused("a simulation needs at least one bet")
    for name in job.bets:
        rules.wager(name)
    return Session(job, base, {name: Sums() for name in names})
