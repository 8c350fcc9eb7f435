"""The page of readings: how every rulebook reads words that are silent, damaged or at odds.

Readings of the same words stand together, so that it shows where games read them alike and where
they do not.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houseway.games import games
from houseway.rulebook.models import Reading

FILE = "readings.md"
INTRODUCTION = """\
Where the law is silent, damaged or at odds with itself, a rulebook says how it is read and why.
Below, readings of the same words stand together; each begins with what is read. Where a house may
choose otherwise, its option is named."""

# Words that subchapters print in different ways and mean alike.
SAME_WORDS = {
    "a match play coupon": ("match play coupon", "coupons"),
    "all hands are void": ("hands are void", "round are void", "round void", "hands void"),
    "the deck is removed": ("the deck is removed",),
    "(no number of seats)": (
        "number of seats", "how many betting areas", "number of betting areas", "number of players",
        "number of places", "how many may play", "how many spots",
    ),
    "(nothing about several places of one player)": ("several areas", "several places"),
    "one-half of the wager": ("one-half of the", "half of the wager"),
    "approximately one-quarter of the way in from the back": ("one-quarter", "about a quarter"),
    "where the cutting card appeared": ("the cutting card appeared",),
    "no gaming activity at the table": ("no gaming activity",),
    "the most that one patron could win at the minimum": (
        "could win", "could be won at the minimum", "most at the minimum",
    ),
    "the automated shoe fails during a round of play": ("shoe fails", "fails to deal after"),
    "a counting shuffler makes the count of the stub unnecessary": (
        "counting the stub is not required", "a shuffler that counts",
    ),
    "the highest card that the other hand does not have decides": (
        "the other has not", "other hand does not have", "not contained in the other hand",
    ),
    "an ace may not be combined with a king and a two": ("with a king and", "with king and"),
    "(the last card of the royal flush is lost)": ("last card of the royal flush",),
    "an incorrect number of cards": (
        "incorrect number of cards", "wrong number of cards", "misdealt player", "player's misdeal",
        "misdeal found by the stub count",
    ),
    "a round of play": ("a round of play",),
    "exposed too early": (
        "shows too early", "exposed before", "shown before", "all ante and flop wagers are void",
    ),
    "cards to each player, in no stated pattern": ("in no stated pattern",),
    "only the original wager is collected": ("original wager is collected", "original wager(s)"),
    "the hand is dead": ("hand is dead", "hand without cards"),
}  # fmt: skip


class Found(NamedTuple):
    """A reading and the rulebook that has it."""

    title: str
    edition: str
    reading: Reading

    @property
    def name(self) -> str:
        """The game, and the edition where it is not the usual one."""
        return self.title if self.edition == "nj" else f"{self.title} ({self.edition})"


def every_reading() -> Iterator[Found]:
    """The readings of all rulebooks."""
    for game in games().values():
        for edition in game.editions:
            book = game.rulebook(edition)
            for reading in book.readings:
                yield Found(book.title, edition, reading)


def words_of(printed: str) -> str:
    """The words that a reading interprets, as the page groups by them.

    >>> words_of("coupons"), words_of("A  Round of play (not defined)")
    ('a match play coupon', 'a round of play')
    >>> words_of("The hand, or nothing.")
    'the hand or nothing'
    """
    plain = re.sub(r"[^\w\s()'-]", "", " ".join(printed.lower().split()))
    for title, phrases in SAME_WORDS.items():
        if any(phrase in plain for phrase in phrases):
            return title
    return plain


def grouped(found: Iterable[Found]) -> dict[str, list[Found]]:
    """Readings by the words that they interpret."""
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(words_of(one.reading.printed), []).append(one)
    return groups


def markdown() -> str:
    """The page: words that several games share, then the readings of one game alone."""
    groups = grouped(every_reading())
    shared = {w: own for w, own in groups.items() if len({one.title for one in own}) > 1}
    lines = ["# Readings", "", INTRODUCTION, "", "## Words of several games", ""]
    for words in sorted(shared, key=lambda words: words.strip("(")):
        lines += [f"### {words}", "", *_readings(shared[words]), ""]
    lines += ["## Words of one game", ""]
    by_game: dict[str, list[Found]] = {}
    for words, own in groups.items():
        if words not in shared:
            by_game.setdefault(own[0].title, []).extend(own)
    for title in sorted(by_game):
        lines += [f"### {title}", ""]
        for one in by_game[title]:
            lines.append(f'- `{one.reading.at}` "{one.reading.printed}": {_said(one.reading)}')
        lines.append("")
    return "\n".join(lines)


def _readings(found: Iterable[Found]) -> list[str]:
    """Each way in which words are read once, with the games that read them so."""
    ways: dict[str, list[str]] = {}
    for one in found:
        ways.setdefault(_said(one.reading), []).append(f"{one.name} `{one.reading.at}`")
    return [f"- {said} {'; '.join(places)}." for said, places in ways.items()]


def _said(reading: Reading) -> str:
    option = f" A house may choose otherwise (`{reading.option}`)." if reading.option else ""
    return f"{reading.read} Because: {reading.why}{option}"
