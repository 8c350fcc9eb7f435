"""A seat's view as numbers of a fixed shape, made from the view alone."""

from typing import Any

import numpy as np
from gymnasium import spaces

from houseway.equipment.cards import NAMES, UNKNOWN
from houseway.gym.sitting import SPARE, Terms
from houseway.referee.view import View
from houseway.rulebook.table_rules import base_of

KINDS = {card: at for at, card in enumerate(sorted(one for one in NAMES if one != UNKNOWN))}
ROWS = ("own", "in hand", "house", "others")  # in hand: of one's hands the one last dealt to
MOST = 127  # copies of a card that are distinguished

Seen = dict[str, Any]


def observation_space(terms: Terms) -> spaces.Dict:
    """Cards by who has them, chips by wager, and what may be chosen."""
    wagers = len(terms.rules.wagers)
    table = spaces.Dict(
        {
            "cards": spaces.Box(0, MOST, (len(ROWS), len(KINDS)), np.int8),
            "chips": spaces.Box(0, np.inf, (wagers,), np.float32),
        }
    )
    mask = spaces.Box(0, 1, (actions(terms),), np.int8)
    return spaces.Dict({"observation": table, "action_mask": mask})


def actions(terms: Terms) -> int:
    """Return the number of actions."""
    return len(terms.words) + SPARE


def seen(terms: Terms, seat: int, view: View | None, names: list[str]) -> Seen:
    """A table as a seat sees it that may choose among these."""
    cards = np.zeros((len(ROWS), len(KINDS)), np.int8)
    chips = np.zeros(len(terms.rules.wagers), np.float32)
    if view is not None:
        _cards(cards, seat, view)
        order = {name: at for at, name in enumerate(terms.rules.wagers)}
        for name, amount in view.state.bets.get(seat, {}).items():
            if (at := order.get(base_of(name))) is not None:
                chips[at] += amount / terms.unit
    mask = np.zeros(actions(terms), np.int8)
    mask[list(numbered(terms, names))] = 1
    return {"observation": {"cards": cards, "chips": chips}, "action_mask": mask}


def numbered(terms: Terms, names: list[str]) -> dict[int, str]:
    """Return the choices by action; a choice that no rehearsal met has a spare action."""
    known = {word: at for at, word in enumerate(terms.words)}
    spare = (name for name in names if name not in known)
    found = {known[name]: name for name in names if name in known}
    return found | {len(known) + at: name for at, name in zip(range(SPARE), spare, strict=False)}


def _cards(cards: Any, seat: int, view: View) -> None:
    own = [place for place in view.state.hands if str(place).split(".")[0] == str(seat)]
    dealt = [event.who for event in view.events if event.kind == "dealt" and event.who in own]
    for place, hand in view.state.hands.items():
        rows = [0] if place in own else [3 if str(place).split(".")[0].isdigit() else 2]
        rows += [1] if dealt and place == dealt[-1] else []
        for card in hand:
            if card in KINDS:
                for row in rows:
                    cards[row, KINDS[card]] += 1
