"""Rounds played by the referee itself, many of them, with honest error bars.

A shard opens its own table, with its meters at their reset amounts, and takes its cards from its
own stream of the seed; what it finds is whole numbers that add up (``shards.py``).
"""

import json
import math
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import game
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.simulate.policies import Policy, policy
from houseway.simulate.shards import play_all, seed_of

SHARD = 1_000  # rounds
NORMAL_95 = 1.959963984540054  # standard errors either side that hold 95% of a normal curve
_DECISIONS = 1 << 63  # streams of policies that choose at random, apart from those of the cards
SEAT = 1

Progress = Callable[[int], None]
Log = Callable[[str], object]


@dataclass(frozen=True)
class Job:
    """What is to be played. It decides the result to the last digit."""

    game: str
    edition: str
    bets: Mapping[str, int]  # wager -> cents
    policy: str
    rounds: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    logged: bool = False  # whether the records of rounds are kept

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
        )

    def play(self, shard: int) -> "Session":
        """One shard's rounds."""
        return play_shard(self, shard)

    def read(self, data: dict[str, Any]) -> "Session":
        """A shard's sums, read back."""
        found = _empty(self)
        for name, sums in data["wagers"].items():
            found.wagers[name] = Sums(**sums)
        found.game, found.all = Sums(**data["game"]), Sums(**data["all"])
        found.lines = data.get("lines", [])
        return found

    def to_json(self) -> dict[str, Any]:
        """All that decides the result."""
        data = asdict(self)
        data["rulebook"] = game(self.game).rulebook(self.edition).hash
        data["options"] = {name: str(value) for name, value in self.options.items()}
        return data


@dataclass
class Sums:
    """Whole-number sums over rounds of one wager, or of several together; money in cents."""

    rounds: int = 0
    made: int = 0  # rounds in which it was bet
    won: int = 0
    lost: int = 0
    action: int = 0  # what was put at risk, later bets included
    initial: int = 0  # what was put up before the deal
    net: int = 0  # of the player
    squares: int = 0  # of the nets of single rounds

    def take(self, net: int, action: int, initial: int) -> None:
        """One more round."""
        self.rounds += 1
        self.made += action > 0
        self.won += net > 0
        self.lost += net < 0
        self.action += action
        self.initial += initial
        self.net += net
        self.squares += net * net

    def add(self, other: "Sums") -> None:
        """The sums of more rounds."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def mean(self) -> Fraction:
        """The player's mean net of a round, in cents."""
        return Fraction(self.net, self.rounds)

    @property
    def standard_error(self) -> float:
        """How far the mean is likely to be off, in cents."""
        if self.rounds < 2:
            return math.inf
        spread = Fraction(self.squares * self.rounds - self.net**2, self.rounds - 1)
        return math.sqrt(spread / self.rounds**2)


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
    """What the house kept of ``per`` cents bet over all rounds; nothing if none was bet.

    The interval takes the money bet as known, which it is but for the later bets.
    """
    if not per:
        return None
    rounds = sums.rounds
    return Edge(float(Fraction(-sums.net, per)), sums.standard_error * rounds / per)


@dataclass
class Session:
    """What a simulation came to.

    ``wagers`` are the single wagers; ``game`` is the game itself without side wagers (what must
    be bet to be dealt in, and what is bet in the course of the round); ``all`` is everything.
    """

    job: Job
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
        """What the house keeps of the first required wager, all bets on the game counted."""
        return edge(self.game, self.wagers[self.base].initial)

    @property
    def edge_on_action(self) -> Edge | None:
        """What the house keeps of all the money bet, side wagers included."""
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
    total = _empty(job)
    _try_bets(job)
    for shard, found in enumerate(play_all(job, executor, journal)):
        total.add(found)
        if log:
            for line in found.lines:
                log(line)
        if progress:
            progress(job.rounds_of(shard))
    return total


def _try_bets(job: Job) -> None:
    """Let the referee refuse a bad bet or an unknown policy before the work is shared out."""
    decide = policy(game(job.game), job.policy, Philox(seed_of(job.seed, job.game)))
    table = job.table()
    table.sit(SEAT)
    _come_to_bets(table, decide)
    table.bet(SEAT, job.bets)
    table.make_ready()
    table.close()


def play_shard(job: Job, shard: int) -> Session:
    """One shard's rounds, and their records if these are wanted."""
    table = job.table(shard, keep_log=job.logged)
    seed = seed_of(job.seed, job.game)
    decide = policy(game(job.game), job.policy, Philox(seed, _DECISIONS + shard))
    found = _empty(job)
    main = _main_wagers(table.rules, job.bets)
    table.sit(SEAT)
    for _ in range(job.rounds_of(shard)):
        _come_to_bets(table, decide)
        table.bet(SEAT, job.bets)
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


def _come_to_bets(table: Table, decide: Policy) -> None:
    """Begin a round; a player may have to cut the cards before there are bets."""
    table.begin()
    while isinstance(table.waiting, Ask):
        _act(table, decide)


def _act(table: Table, decide: Policy) -> None:
    """A decision; where it may carry more or less money, it carries all that it may."""
    asked = table.waiting
    assert isinstance(asked, Ask)
    choice = asked.choice(decide(table.view(SEAT), table.rules))
    table.act(SEAT, choice.name, choice.least if choice.cards else choice.most)


def _count(found: Session, table: Table, main: frozenset[str]) -> None:
    """Take in a round. Wagers that stand from one round to the next are counted when they are made,
    and until they are decided their chips are the player's."""
    state = table.round.state
    stood, stays = (
        {e.wager: e.amount for e in table.events if e.kind == kind and e.who == SEAT}
        for kind in ("stands", "stays")
    )
    nets = {
        name: state.nets[SEAT].get(name, 0) + stays.get(name, 0) - stood.get(name, 0)
        for name in {*state.nets[SEAT], *stood}
    }
    placed = {name: bet - stood.get(name, 0) for name, bet in state.placed[SEAT].items()}
    early = {name: min(bet, placed.get(name, 0)) for name, bet in found.job.bets.items()}
    for name, sums in found.wagers.items():
        sums.take(nets.get(name, 0), placed.get(name, 0), early.get(name, 0))
    every = {*found.wagers, *nets}  # a bet that moves is settled under another name
    for sums, names in ((found.all, every), (found.game, main)):
        sums.take(
            sum(net for name, net in nets.items() if name in names),
            sum(bet for name, bet in placed.items() if name in names),
            sum(bet for name, bet in early.items() if name in names),
        )


def _empty(job: Job) -> Session:
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


def _main_wagers(rules: TableRules, bets: Mapping[str, int]) -> frozenset[str]:
    """What the game itself is played for, side wagers left out; where nothing is required, every
    bet."""
    main = [n for n, wager in rules.wagers.items() if wager.required or wager.window == "decision"]
    required = any(wager.required for wager in rules.wagers.values())
    return frozenset(main if required else [*main, *bets])
