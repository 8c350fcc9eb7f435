"""Several seats at a table, each with its own agent, as a PettingZoo environment."""

from collections.abc import Mapping, Sequence
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.gym import seen
from houseway.gym.sitting import Sitting, Terms, seats_of


class SeveralSeats(AECEnv):  # type: ignore[misc]
    """A round at a time. Whoever the referee asks is the agent that is selected; each is rewarded,
    in units of the first bet, when the round is over. An action must be one that the mask allows.
    """

    metadata = {"name": "houseway", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        edition: str = "",
        *,
        seats: int | Sequence[int] = 3,
        options: Mapping[str, Any] | None = None,
        bets: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__()
        self.terms = Terms(game, edition, options, bets, seats_of(seats))
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in self.terms.seats]
        self._seats = dict(zip(self.possible_agents, self.terms.seats, strict=True))
        space, actions = seen.observation_space(self.terms), seen.actions(self.terms)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._sitting: Sitting | None = None
        self._next_seed = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Another round, at a fresh table if there is a seed; up to the first decision in it."""
        if seed is not None or self._sitting is None or not self._sitting.over:
            self._sitting = Sitting(self.terms, self._next_seed if seed is None else seed)
            self._next_seed = self._sitting.table.chance.below(1 << 31)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for _ in range(10_000):  # a round may end with nothing to decide
            self._sitting.net = dict.fromkeys(self.terms.seats, 0)
            self._sitting.begin()
            if self._sitting.seat is not None:
                break
        self._select()

    def observe(self, agent: str) -> seen.Seen:
        """The table as an agent sees it."""
        assert self._sitting is not None
        seat = self._seats[agent]
        asked = self._sitting.seat == seat
        names = list(self._sitting.choices()) if asked else []
        names = list(seen.numbered(self.terms, names).values())
        return seen.seen(self.terms, seat, self._sitting.view(seat), names)

    def step(self, action: int | None) -> None:
        """The agent that is selected chooses."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._sitting is not None
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        lawful = seen.numbered(self.terms, list(self._sitting.choices()))
        if int(action) not in lawful:
            raise ValueError(f"{action} is not one of {lawful}")
        self._sitting.choose(lawful[int(action)])
        if self._sitting.seat is None:
            for one, seat in self._seats.items():
                self.rewards[one] = self._sitting.net[seat] / self.terms.unit
                self.terminations[one] = not self._sitting.stuck
                self.truncations[one] = self._sitting.stuck
        self._select()
        self._accumulate_rewards()

    def close(self) -> None:
        """No-op: there is nothing to close."""

    def _select(self) -> None:
        assert self._sitting is not None
        asked = self._sitting.seat
        named = next((agent for agent, seat in self._seats.items() if seat == asked), None)
        self.agent_selection = named or self.agents[0]
