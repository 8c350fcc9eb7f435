"""The key for each choice: one table for all games, on the page and in the terminal."""

import re
from collections.abc import Sequence

from houseway.referee.requests import Choice

COMMANDS = "qlge?!"  # of the terminal: quit, log, game rules, explain, wagers, advice
PAGE = {"again": "a", "undo": "u", "take_back": "t", "double_bets": "x", "next": " "}
VERBS = {
    "b": (
        "bet", "play", "raise", "war", "flop", "turn", "river", "second", "add_double_attack",
        "add_second_attack", "add_third_attack", "tie_wager", "bid", "stake", "complete",
        "cover", "banco", "suivi",
    ),
    "c": ("call", "check", "concede"),
    "d": ("double", "double_down"),
    "f": ("fold", "give_up"),
    "h": ("hit", "draw"),
    "i": ("insure",),
    "j": ("all_in",),
    "k": ("keep", "keep_hand", "cut"),
    "m": ("name_dealer",),
    "n": ("decline", "refuse", "leave_off", "pass"),
    "o": ("shoot", "shake", "horizontal", "show"),
    "p": ("split", "post"),
    "r": ("surrender", "rescue"),
    "s": ("stand", "stay", "let_it_ride", "stand_pat"),
    "v": ("vertical",),
    "w": ("switch", "switch_hands", "switch_back", "withdraw", "house_way"),
    "y": ("accept", "agree"),
}  # fmt: skip
_KEYS = {verb: key for key, verbs in VERBS.items() for verb in verbs}
_FAMILIES = {"no": "n", "pass": "n", "bet": "b", "play": "b"}  # by the first word
_NUMBER = re.compile(r"_(\d)x?$")


def verb_key(name: str) -> str:
    """Return the key that a choice has in every game; nothing for one that has no verb of its own.

    >>> verb_key("stand"), verb_key("split"), verb_key("no_insurance"), verb_key("on_hard_6")
    ('s', 'p', 'n', '')
    """
    return _KEYS.get(name) or _FAMILIES.get(name.partition("_")[0], "")


def choice_keys(choices: Sequence[Choice]) -> dict[str, Choice]:
    """Return the choices by their keys: the key of the verb, and a number where several choices
    have the same verb (Play 4x, Play 3x) or none."""
    verbs = [verb_key(choice.name) for choice in choices]
    keys: dict[str, Choice] = {}
    numbered = [
        choice
        for choice, key in zip(choices, verbs, strict=True)
        if not key or verbs.count(key) > 1
    ]
    for at, choice in enumerate(choices):
        if choice not in numbered:
            keys[verbs[at]] = choice
    for choice in numbered:
        said = _NUMBER.search(choice.name)
        number = said[1] if said and said[1] not in keys else ""
        keys[number or _next_number(keys)] = choice
    return {key: one for choice in choices for key, one in keys.items() if one is choice}


def _next_number(keys: dict[str, Choice]) -> str:
    return next(str(number) for number in range(1, len(keys) + 2) if str(number) not in keys)
