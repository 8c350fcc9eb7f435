"""Rounds dealt by a game's own kernel, by the million, and told as the referee's are.

A shard's cards come from its own stream of the seed, and what it finds is whole numbers that add up
(``shards.py``): threads, processes and a cluster come to the same. What a game's kernel does not
deal, the referee does (``sessions.py``).
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from houseway.games import Game, game
from houseway.games.authoring.sums import Sums
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation import sessions
from houseway.simulation.sessions import Progress, Session
from houseway.simulation.shards import play_all, seed_of

SHARD = 1 << 20  # rounds
WORTHWHILE = 100_000  # rounds from which on a kernel that must be compiled is the quicker way


@dataclass(frozen=True)
class NativeJob:
    """A simulation by a compiled kernel. It determines the result to the last digit."""

    game: str
    edition: str
    bets: Mapping[str, int]  # wager -> cents
    policy: str
    rounds: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    plan: Mapping[str, Any] | None = None  # the policy as data, if it is not one of the game's

    @property
    def dealt_by(self) -> str:
        """Return the name of the dealer: the kernel."""
        return "kernel"

    @property
    def shards(self) -> int:
        """Into how many parts the work is cut."""
        return -(-self.rounds // SHARD)

    def rounds_of(self, shard: int) -> int:
        """The rounds of one part."""
        return min(SHARD, self.rounds - shard * SHARD)

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return TableRules(game(self.game).rulebook(self.edition), self.options)

    @property
    def how(self) -> Mapping[str, Any]:
        """The policy as data."""
        return plan_of(game(self.game), self.policy) if self.plan is None else self.plan

    def play(self, shard: int) -> Session:
        """One shard's rounds."""
        return _play(self, shard, self.rounds_of(shard))

    def read(self, data: dict[str, Any]) -> Session:
        """A shard's sums, read back."""
        return sessions.read_session(self, data)

    def to_json(self) -> dict[str, Any]:
        """Return all that determines the result."""
        data = asdict(self)
        data["rulebook"] = game(self.game).rulebook(self.edition).hash
        data["options"] = {name: str(value) for name, value in self.options.items()}
        return {"dealt_by": self.dealt_by, **data, "plan": dict(self.how)}


def _play(job: NativeJob, shard: int, rounds: int) -> Session:
    seed = seed_of(job.seed, job.game)
    dealt = game(job.game).deal.simulate_shard(job.rules, job.bets, seed, shard, rounds, **job.how)
    found = sessions.empty(job)
    for name, sums in found.wagers.items():
        sums.add(dealt.wagers.get(name, Sums(rounds=rounds)))
    found.game.add(dealt.game)
    found.all.add(dealt.all)
    return found


def policies(found: Game) -> Mapping[str, Mapping[str, Any]]:
    """The policies that a game's kernel knows, the usual one first."""
    return found.deal.policies


def plan_of(found: Game, policy: str) -> Mapping[str, Any]:
    """A policy of that name, as data."""
    known = policies(found)
    if policy not in known:
        names = ", ".join(known)
        raise Refused(f"the kernel of {found.id} has no policy {policy!r}: it is one of {names}")
    return known[policy]


def usual(found: Game) -> str:
    """The policy to use when none is named."""
    return next(iter(policies(found)))


def why_not(found: Game, rules: TableRules, bets: Mapping[str, int], policy: str | None) -> str:
    """Why no kernel deals this; nothing if one does."""
    if not found.has_deal:
        return f"{found.id} has no kernel that deals it"
    try:
        if policy is not None and policy not in policies(found):
            return f"the kernel of {found.id} has no policy {policy!r}"
    except ModuleNotFoundError as missing:  # the compiler is an extra
        return f"a kernel needs {missing.name}, which is not installed"
    return found.deal.why_not(rules, bets)


def is_wanted(
    found: Game,
    rules: TableRules,
    bets: Mapping[str, int],
    policy: str | None,
    rounds: int,
    asked: bool | None,
    *,
    logged: bool = False,
) -> bool:
    """Whether the kernel deals: if it is asked for, or if nobody says who deals and it can and is
    worth while, or if one seat is not enough for the referee (``ONLY`` says why). A kernel that is
    asked for and cannot deal is refused."""
    if found.has_deal and (only := found.deal.only):
        if asked is False or logged:
            raise Refused(f"only the kernel simulates {found.id}: {only}")
        asked = True
    if asked is False or (asked is None and (logged or rounds < WORTHWHILE)):
        return False
    reason = why_not(found, rules, bets, policy)
    if asked and logged:
        reason = reason or "a kernel keeps no records of rounds: let the referee deal"
    if asked and reason:
        raise Refused(reason)
    return not reason


def simulate(
    job: NativeJob,
    executor: Executor | None = None,
    progress: Progress | None = None,
    journal: Path | None = None,
) -> Session:
    """Run the simulation. ``progress`` is called with the number of finished rounds, in order."""
    if job.rounds < 1:
        raise Refused("a simulation needs at least one round")
    total = _tried(job)
    for shard, found in enumerate(play_all(job, executor, journal)):
        total.add(found)
        if progress:
            progress(job.rounds_of(shard))
    return total


def every_bet(job: NativeJob) -> list[Mapping[str, int]]:
    """Return the bets that can be made together in a round: all bets, unless the kernel says
    otherwise."""
    return game(job.game).deal.every_bet(job.rules, job.bets, **job.how)


def _tried(job: NativeJob) -> Session:
    """No rounds: what is wrong is refused, and compiled is what must be, once. A plan of one's own
    that says what this kernel does not ask for, as a table of another format does, is refused."""
    try:
        for bets in every_bet(job):
            sessions.try_bets(_by_referee(job, bets))
        return _play(job, 0, rounds=0)
    except TypeError:
        if job.plan is None:
            raise
        keys = ", ".join(map(repr, job.plan))
        raise Refused(
            f"the kernel of {job.game} takes no plan of {keys};"
            f" a table of rules is valued by `houseway strategy {job.game} --policy FILE`"
        ) from None


def _by_referee(job: NativeJob, bets: Mapping[str, int]) -> sessions.Job:
    return sessions.Job(job.game, job.edition, bets, "first", 1, job.seed, job.options)
