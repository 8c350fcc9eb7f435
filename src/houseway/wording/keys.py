"""The key for each choice."""

from collections.abc import Sequence

from houseway.referee.requests import Choice

COMMANDS = "qlrw?!"  # of the terminal


def choice_keys(choices: Sequence[Choice]) -> dict[str, Choice]:
    """A key for each choice: the first letter of its name that is free, or else a number."""
    keys: dict[str, Choice] = {}
    for number, choice in enumerate(choices, 1):
        letters = (c for c in choice.name if c.isalpha() and c not in keys and c not in COMMANDS)
        keys[next(letters, str(number))] = choice
    return keys
