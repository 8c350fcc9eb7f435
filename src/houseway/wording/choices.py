"""The title of a choice (button, sentence, log) and the amount that it usually has.

No page shows the identifier of a choice: its title comes from the rulebook's wagers, or from here.
"""

import re
from collections.abc import Iterable, Sequence

from houseway.equipment.cards import printed
from houseway.referee.requests import Choice
from houseway.rulebook.models import Rulebook
from houseway.rulebook.words import words

TITLES = {
    "war": "go to war",
    "stay": "stay",
    "switch_back": "switch back",
    "leave_off": "leave the others off",
    "pass": "no cut",
    "pass_bank": "pass the bank",
    "pass_dice": "pass the dice",
    "pass_shaker": "pass the shaker",
    "shake": "shake the dice",
    "shoot": "shoot the dice",
    "decision_only": "shoot without a line bet",
    "name_dealer": "name a dealer",
    "all_in": "all in",
    "second": "bet",
    "tie_wager": "bet on a tie",
    "no_tie_wager": "no bet on a tie",
    "flop": "bet Flop",
    "turn": "bet Turn",
    "river": "bet River",
}
FULL = ("double", "double_down", "raise", "insure", "rescue")  # as much as allowed is usual
_NUMBERED = re.compile(r"(bet|play)_\d+x?")  # so many times another wager: the amount says it
_DISCARD = re.compile(r"discard_(\d+)")


def choice_title(name: str, book: Rulebook) -> str:
    """Return what a choice is called, in the words of the game's layout where it is a wager.

    >>> from houseway.games import game
    >>> craps = game("craps").rulebook("nj")
    >>> choice_title("bet_dont_pass", craps), choice_title("on_hard_6", craps)
    ("bet Don't Pass", 'Six the Hardway on')
    """
    if name in TITLES:
        return TITLES[name]
    if found := _NUMBERED.fullmatch(name):
        return found[1]
    if found := _DISCARD.fullmatch(name):
        return f"discard card {found[1]}"
    verb, _, wager = name.partition("_")
    if verb in ("bet", "on") and wager.partition("@")[0] in book.wagers:
        base, _, spot = wager.partition("@")
        title = f"{book.wagers[base].name} {printed(spot)}".rstrip()
        return f"bet {title}" if verb == "bet" else f"{title} on"
    return words(name)


def options_words(titles: Sequence[str]) -> str:
    """Return choices as a sentence has them: what can be done first, and "or not" for refusing it.

    >>> options_words(["No raise", "Raise"]), options_words(["Hit", "Stand", "Double"])
    ('raise or not', 'hit, stand or double')
    """
    said = [_lower(one) for one in titles]
    if len(said) == 2 and (no := [one for one in said if one.startswith("no ")]):
        done = next(one for one in said if one not in no)
        return f"{done} or not"
    return either(said)


def either(said: Iterable[str]) -> str:
    """Return alternatives in words: "hit, stand or double"."""
    *first, last = said
    return f"{', '.join(first)} or {last}" if first else last


def usual_amount(choice: Choice, most: int, unit: int) -> int:
    """Return the amount that is offered first: all of a double or a raise, the middle of a deck,
    and otherwise the usual ``unit`` as far as it is allowed, never all that somebody has."""
    if choice.cards:
        return (choice.least + most) // 2
    if choice.name in FULL:
        return most
    return min(most, choice.least + max(0, -(-(unit - choice.least) // choice.step)) * choice.step)


def _lower(title: str) -> str:
    """A title within a sentence: only a verb loses its capital, the name of a wager keeps it."""
    return title[:1].lower() + title[1:] if not title.endswith(" on") else title
