"""What a game's kernel offers to simulation.

A game's ``deal.py`` ends with it::

    KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games.authoring.sums import Dealt
from houseway.rulebook.table_rules import TableRules

Bets = Mapping[str, int]  # wager -> cents


def all_at_once(rules: TableRules, bets: Bets, **how: Any) -> list[Bets]:
    """The bets of a round, where all are made together."""
    return [bets]


@dataclass(frozen=True)
class Kernel:
    """How a game is dealt by compiled code."""

    policies: Mapping[str, Mapping[str, Any]]  # as data, the usual one first
    why_not: Callable[[TableRules, Bets], str]  # why it does not deal this, or nothing
    simulate_shard: Callable[..., Dealt]  # (rules, bets, seed, shard, rounds, **policy)
    warm: Callable[[], None]  # compiles
    every_bet: Callable[..., list[Bets]] = all_at_once  # what the referee refuses beforehand
    only: str = ""  # why the referee cannot simulate this game
