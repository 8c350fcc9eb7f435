"""Many sessions at once, with rounds dealt by a game's kernel."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from houseway.gym.sitting import Terms
from houseway.rulebook.refusal import Refused
from houseway.simulation import native

Array = Any  # of numpy


class Evenings(VectorEnv[Array, Array, Array]):
    """A step is so many rounds of everybody's, and an action how they are played: a strategy that
    the game's kernel knows, at a stake (``ways``). The reward is what they came to, in units of the
    first bet; an evening ends when its steps are over or the money for the rounds is not there.
    An observation is the money left, in units, and the part of the evening that is left."""

    def __init__(
        self,
        game: str,
        edition: str = "",
        *,
        num_envs: int = 16,
        rounds: int = 60,
        steps: int = 8,
        bankroll: int = 100,
        stakes: Sequence[int] = (1, 2, 5),
        options: Mapping[str, Any] | None = None,
        bets: Mapping[str, int] | None = None,
    ) -> None:
        self.terms = Terms(game, edition, options, bets)
        found, rules = self.terms.found, self.terms.rules
        if reason := native.why_not(found, rules, self.terms.usual, None):
            raise Refused(reason)
        self.ways = [(policy, stake) for policy in native.policies(found) for stake in stakes]
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = spaces.Discrete(len(self.ways))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = spaces.Box(0, np.inf, (2,), np.float64)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rounds, self._steps, self._bankroll = rounds, steps, bankroll
        self._money = np.full(num_envs, float(bankroll))
        self._left = np.full(num_envs, steps)
        self._over = np.zeros(num_envs, bool)
        self._seed, self._shard = 0, 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start new sessions for all players."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._shard = int(self.np_random.integers(2**62)), 0
        self._begin(np.ones(self.num_envs, bool))
        return self._look(), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play a step of every session; finished sessions restart."""
        rewards = np.zeros(self.num_envs)
        resting = self._over.copy()
        for at in np.flatnonzero(~resting):
            rewards[at] = self._play(*self.ways[int(actions[at])])
        self._money += rewards
        self._left -= ~resting
        self._begin(resting)
        broke = self._money < 1
        ended = ~resting & (self._left == 0)
        self._over = ~resting & (broke | ended)
        return self._look(), rewards, ~resting & broke, ended & ~broke, {}

    def _begin(self, who: Array) -> None:
        self._money[who], self._left[who], self._over[who] = self._bankroll, self._steps, False

    def _play(self, policy: str, stake: int) -> float:
        terms = self.terms
        bets = {name: stake * cents for name, cents in terms.usual.items()}
        self._shard += 1
        how = native.plan_of(terms.found, policy)
        dealt = terms.found.deal.simulate_shard(
            terms.rules, bets, self._seed, self._shard, self._rounds, **how
        )
        return float(dealt.all.net / terms.unit)

    def _look(self) -> Array:
        money = np.maximum(self._money, 0)
        return np.stack([money, self._left / self._steps], axis=1)
