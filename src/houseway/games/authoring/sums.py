"""What rounds come to, as whole numbers that add up; money in cents."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from houseway.referee.round import Round
from houseway.rulebook.table_rules import TableRules


@dataclass
class Sums:
    """Whole-number sums over rounds of one wager, or of several together."""

    rounds: int = 0
    made: int = 0  # rounds in which it was bet
    won: int = 0
    lost: int = 0
    action: int = 0  # what was put at risk, later bets included
    initial: int = 0  # what was put up before the deal
    net: int = 0  # of the player
    squares: int = 0  # of the nets of single rounds

    def take(self, net: int, action: int, initial: int, times: int = 1) -> None:
        """So many more rounds that came to this."""
        self.rounds += times
        self.made += times * (action > 0)
        self.won += times * (net > 0)
        self.lost += times * (net < 0)
        self.action += times * action
        self.initial += times * initial
        self.net += times * net
        self.squares += times * net * net

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


class Move(NamedTuple):
    """What a wager did in a round: the player's net, what was put at risk, and what of it before
    the deal."""

    net: int = 0
    action: int = 0
    initial: int = 0


def together(moves: Mapping[str, Move], names: Iterable[str]) -> Move:
    """What several of the wagers did together.

    >>> together({"ante": Move(-5, 5, 5), "play": Move(-5, 5)}, ["ante", "play", "pair_plus"])
    Move(net=-10, action=10, initial=5)
    """
    found = [moves[name] for name in names if name in moves]
    return Move(*(sum(part) for part in zip(Move(), *found, strict=True)))


@dataclass
class Dealt:
    """What the rounds of a shard came to: wager by wager, the game itself without side wagers,
    and everything together."""

    wagers: dict[str, Sums] = field(default_factory=dict)
    game: Sums = field(default_factory=Sums)
    all: Sums = field(default_factory=Sums)

    def take(self, moves: Mapping[str, Move], main: Iterable[str], times: int = 1) -> None:
        """So many rounds in which these wagers moved; ``main`` are those of the game itself."""
        for name, move in moves.items():
            self.wagers.setdefault(name, Sums()).take(*move, times=times)
        self.game.take(*together(moves, main), times=times)
        self.all.take(*together(moves, moves), times=times)


def main_wagers(rules: TableRules, bets: Iterable[str]) -> frozenset[str]:
    """What the game itself is played for, side wagers left out; where nothing is required, every
    bet."""
    main = [n for n, wager in rules.wagers.items() if wager.required or wager.window == "decision"]
    required = any(wager.required for wager in rules.wagers.values())
    return frozenset(main if required else [*main, *bets])


def moves_of(round: Round, seat: int, bets: Mapping[str, int]) -> dict[str, Move]:
    """What the wagers of a seat did in a round that is over, and ``bets`` in any case. Wagers that
    stand from one round to the next are counted when they are made, and until they are decided
    their chips are the player's."""
    state = round.state
    stood, stays = (
        {e.wager: e.amount for e in round.events if e.kind == kind and e.who == seat}
        for kind in ("stands", "stays")
    )
    nets, placed = state.nets[seat], state.placed[seat]
    found = {}
    for name in {**bets, **placed, **nets, **stood}:
        action = placed.get(name, 0) - (stood.get(name, 0) if name in placed else 0)
        net = nets.get(name, 0) + stays.get(name, 0) - stood.get(name, 0)
        found[name] = Move(net, action, min(bets.get(name, 0), action))
    return found
