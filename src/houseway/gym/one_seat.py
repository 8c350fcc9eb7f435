"""One seat at a table, as a gymnasium environment."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.games import games
from houseway.gym import seen
from houseway.gym.sitting import Sitting, Terms

PATIENCE = 100  # unlawful choices after which an episode is broken off


class OneSeat(gymnasium.Env[seen.Seen, int]):
    """A round at a time: its decisions are the steps, and what it came to is the reward, in units
    of the first bet. Where no wager is required the first step chooses one. The shoe goes on from
    episode to episode until a seed is given.

    An action is the number of a choice (``words``); the mask in the observation and in ``info``
    tells which are lawful now. One that is not changes nothing, is told as ``refused`` and costs
    nothing. With ``shaped`` a decision also costs at once what it gives away to the best one, which
    is worked out exactly where the game has advice; the best strategy stays the best.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        edition: str = "",
        *,
        options: Mapping[str, Any] | None = None,
        bets: Mapping[str, int] | None = None,
        seat: int = 1,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.terms = Terms(game, edition, options, bets, (seat,))
        self.render_mode = render_mode
        self.observation_space = seen.observation_space(self.terms)
        self.action_space: Any = spaces.Discrete(seen.actions(self.terms))
        self._seat, self._shaped = seat, shaped
        self._sitting: Sitting | None = None
        self._refused = 0

    @property
    def words(self) -> tuple[str, ...]:
        """Return the choice for each action; spare actions stand for others, if there are any."""
        return self.terms.words

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[seen.Seen, dict[str, Any]]:
        """Another round, at a fresh table if there is a seed; up to the first decision in it."""
        super().reset(seed=seed)
        if seed is not None or self._sitting is None or not self._sitting.over:
            self._sitting = Sitting(self.terms, int(self.np_random.integers(2**62)))
        self._refused = 0
        for _ in range(10_000):  # a round may end with nothing to decide
            self._sitting.begin()
            if self._sitting.seat is not None:
                break
            self._sitting.net[self._seat] = 0
        return self._look()

    def step(self, action: int) -> tuple[seen.Seen, float, bool, bool, dict[str, Any]]:
        """Make a choice; the reward comes when the round is over."""
        sitting = self._sitting
        assert sitting is not None, "reset first"
        if sitting.seat is None:
            observed, info = self._look()
            return observed, 0.0, True, False, info
        lawful = self._lawful()
        if (name := lawful.get(int(action))) is None:
            self._refused += 1
            observed, info = self._look()
            info["refused"] = f"{self._word(int(action))} is not offered now"
            return observed, 0.0, False, self._refused >= PATIENCE, info
        given_away = self._given_away(name) if self._shaped else 0.0
        sitting.choose(name)
        over = sitting.seat is None
        reward = sitting.net[self._seat] / self.terms.unit if over else 0.0
        if over:
            sitting.net[self._seat] = 0
        observed, info = self._look()
        return observed, float(reward - given_away), over and not sitting.stuck, sitting.stuck, info

    def render(self) -> str | None:
        """Return the seat's view in words."""
        view = self._sitting.view(self._seat) if self._sitting else None
        if view is None or self.render_mode != "ansi":
            return None
        told = view.to_json()
        hands = "; ".join(f"{place}: {hand}" for place, hand in told["hands"].items())
        return f"{hands or 'no cards'} | {', '.join(self._lawful().values()) or 'over'}"

    def _look(self) -> tuple[seen.Seen, dict[str, Any]]:
        assert self._sitting is not None
        lawful = self._lawful()
        view = self._sitting.view(self._seat)
        observed = seen.seen(self.terms, self._seat, view, list(lawful.values()))
        return observed, {
            "choices": list(lawful.values()),
            "action_mask": np.array(observed["action_mask"]),
        }

    def _lawful(self) -> dict[int, str]:
        assert self._sitting is not None
        if self._sitting.seat is None:
            return {}
        return seen.numbered(self.terms, list(self._sitting.choices()))

    def _word(self, action: int) -> str:
        return self.words[action] if action < len(self.words) else f"action {action}"

    def _given_away(self, name: str) -> float:
        """Return how much a choice costs compared with the best, in units; None if unknown."""
        assert self._sitting is not None
        found, asked = self.terms.found, self._sitting.view(self._seat)
        if asked is None or asked.asked is None or not found.has_advice:
            return 0.0
        worth = found.advise(asked, self.terms.rules)
        plain = name.removesuffix(", the least")
        return float(max(worth.values()) - worth[plain]) if plain in worth else 0.0


def register() -> list[str]:
    """Put every game into gymnasium's registry; their names there."""
    names = []
    for id in games():
        name = f"houseway/{id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, "houseway.gym:OneSeat", kwargs={"game": id})
        names.append(name)
    return names
