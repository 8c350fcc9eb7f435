"""Ways to decide that someone brings along, to be valued exactly against the best.

A way to decide (``Decide``) is any function from what a player sees to the name of a choice. It may
be written in Python, or as a plain table that a game reads (``PolicyTable``): lines that are gone
through in order, of which the first whose conditions all hold decides.

    game: three-card-poker
    name: play Q-6-4 or better
    rules:
      - {do: play, hand: Q-6-4 or better}
    otherwise: fold

What the conditions are called, and what they mean, is the game's to say.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.equipment.cards import RANKS, UNKNOWN, Card, names
from houseway.referee.view import View
from houseway.rulebook.refusal import Refused

FOLD = "fold"
OR_BETTER = " or better"


class Sight(NamedTuple):
    """What a player sees who has to decide: the choices, the cards in hand, those of the dealer's
    that lie open and those on the board."""

    choices: tuple[str, ...]
    hand: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return " | ".join(names(cards) for cards in self[1:] if cards)


Decide = Callable[[Sight], str]


def sight_of(view: View) -> Sight:
    """What the player of a seat sees of a round now; of several hands, that which is decided on:
    the one that was dealt to last."""
    if view.asked is None:
        raise ValueError("nothing is asked of this seat now")
    hands = view.state.hands

    def seen(*places: int | str) -> tuple[Card, ...]:
        cards = (card for place in places for card in hands.get(place, ()))
        return tuple(card for card in cards if card != UNKNOWN)

    choices = tuple(choice.name for choice in view.asked.choices)
    board = [place for place in hands if str(place).startswith("board")]
    own = {place for place in hands if str(place).partition(".")[0] == str(view.who)}
    dealt = [event.who for event in view.events if event.kind == "dealt" and event.who in own]
    return Sight(choices, seen(*dealt[-1:]), seen("dealer"), seen(*board))


def name_of(decide: Decide) -> str:
    """What a way to decide is called."""
    name: str = getattr(decide, "name", "") or getattr(decide, "__name__", "a policy")
    return name


def answer(decide: Decide, sight: Sight) -> str:
    """What is decided, or a refusal if it is none of the choices."""
    chosen = decide(sight)
    if chosen not in sight.choices:
        known = " or ".join(sight.choices)
        raise Refused(f"{name_of(decide)} answers {chosen!r} to {sight}: it is {known}")
    return chosen


def check_alike(
    decide: Decide,
    pairs: Sequence[tuple[Sight, Sight]],
    meant: Callable[[Sight, str], object] = lambda _, choice: choice,
) -> None:
    """Refuse a way to decide that tells apart what is worth the same: hands are asked about as
    classes, one hand for all that differ in nothing but names, and its value would be wrong.

    ``meant`` says what an answer comes to, where its name alone does not."""
    for one, other in pairs:
        if meant(one, answer(decide, one)) != meant(other, answer(decide, other)):
            raise Refused(
                f"{name_of(decide)} decides otherwise with {one} than with {other}, which are "
                "worth the same: it cannot be valued"
            )


def renamed(cards: tuple[Card, ...], suits: Sequence[int]) -> tuple[Card, ...]:
    """Cards with each suit called by the next one's name.

    >>> from houseway.equipment.cards import cards
    >>> names(renamed(tuple(cards("As 2c")), (0, 1, 2, 3)))
    'Ac 2d'
    """
    after = dict(zip(suits, [*suits[1:], suits[0]], strict=True))
    return tuple(16 * after[card >> 4] + (card & 15) for card in cards)


# What a way to decide gets wrong


@dataclass(frozen=True)
class Mistake:
    """Hands of one class with which the best play decides otherwise: how often they come, what the
    mistake costs each time and in all, in units of the game."""

    hand: str
    beside: str  # what lies open besides, or nothing
    does: str
    best: str
    share: Fraction
    each: Fraction
    cost: Fraction


def dearest(found: Collection[Mistake]) -> list[Mistake]:
    """Mistakes, those that cost most in all first."""
    return sorted(found, key=lambda mistake: (-mistake.cost, mistake.hand, mistake.beside))


# Tables

Facts = TypeVar("Facts")
Condition = Callable[[Facts], bool]
Readers = Mapping[str, Callable[[Any], Condition[Facts]]]  # a value as written -> what it asks


@dataclass(frozen=True)
class Line(Generic[Facts]):
    """What to do if all of these hold."""

    do: str
    conditions: tuple[Condition[Facts], ...]


@dataclass(frozen=True)
class PolicyTable(Generic[Facts]):
    """A table by which to decide. It looks at a few facts about what is seen, and at nothing else,
    so that it can be asked about all hands that share them at once."""

    name: str
    lines: tuple[Line[Facts], ...]
    otherwise: str
    facts: Callable[[Sight], Facts]

    def choose(self, facts: Facts) -> str:
        """What is done where these are the facts."""
        for line in self.lines:
            if all(condition(facts) for condition in line.conditions):
                return line.do
        return self.otherwise

    def __call__(self, sight: Sight) -> str:
        """What is done by someone who sees this."""
        return self.choose(self.facts(sight))


def read_table(
    content: Any,
    game: str,
    choices: Collection[str],
    readers: Readers[Facts],
    facts: Callable[[Sight], Facts],
) -> PolicyTable[Facts]:
    """A table as someone has written it."""
    return PolicyTable(*read_lines(content, game, choices, readers), facts)


def read_lines(
    content: Any, game: str, choices: Collection[str], readers: Readers[Facts]
) -> tuple[str, tuple[Line[Facts], ...], str]:
    """The name of a table, its lines, and what is done otherwise; a key that is not known is an
    error, never ignored."""
    written = _mapping(content, "a policy", {"game", "name", "rules", "otherwise"})
    if (named := written.get("game")) != game:
        raise Refused(f"a policy for {named!r} does not decide in {game}")
    name = written.get("name")
    if not isinstance(name, str) or not name:
        raise Refused("a policy has a name")
    lines = written.get("rules", [])
    if not isinstance(lines, list):
        raise Refused("the rules of a policy are a list, a line each")
    otherwise = _choice(written.get("otherwise"), choices, "otherwise")
    return name, tuple(_read_lines(lines, choices, readers)), otherwise


def _read_lines(
    lines: list[Any], choices: Collection[str], readers: Readers[Facts]
) -> Iterator[Line[Facts]]:
    for number, content in enumerate(lines, start=1):
        where = f"line {number} of the policy"
        line = _mapping(content, where, {"do", *readers})
        conditions = []
        for key, value in line.items():
            if key != "do":
                try:
                    conditions.append(readers[key](value))
                except ValueError as error:
                    raise Refused(f"{where}, {key}: {error}") from None
        if not conditions:
            raise Refused(f"{where} has no condition: that is said by otherwise")
        yield Line(_choice(line.get("do"), choices, where), tuple(conditions))


def _mapping(content: Any, where: str, known: Collection[str]) -> Mapping[str, Any]:
    if not isinstance(content, Mapping):
        raise Refused(f"{where} is written as keys and values")
    for key in content:
        if key not in known:
            raise Refused(f"{where} has no key {key!r}: it is one of {', '.join(sorted(known))}")
    return content


def _choice(value: Any, choices: Collection[str], where: str) -> str:
    if value not in choices:
        raise Refused(f"{where} does {value!r}: it is {' or '.join(choices)}")
    return str(value)


# What values of conditions look like


def read_ranks(value: Any) -> frozenset[int]:
    """Ranks as written: one, a list of them, or a span.

    >>> sorted(read_ranks("T to Q")) == sorted(read_ranks(["T", "J", "Q"])) == [8, 9, 10]
    True
    """
    if isinstance(value, list):
        return frozenset().union(*map(read_ranks, value)) if value else _no_ranks(value)
    low, _, high = str(value).partition(" to ")
    places = [_rank(part) for part in (low, high or low)]
    if places[0] > places[1]:
        raise ValueError(f"{value!r} runs downward")
    return frozenset(range(places[0], places[1] + 1))


def _rank(text: str) -> int:
    rank = text.strip().upper().replace("10", "T")
    return RANKS.index(rank) if len(rank) == 1 and rank in RANKS else _no_rank(text)


def _no_rank(text: str) -> int:
    raise ValueError(f"there is no rank {text!r}: they are {', '.join(RANKS)}")


def _no_ranks(value: object) -> frozenset[int]:
    raise ValueError(f"{value!r} are no ranks")


def read_span(value: Any) -> range:
    """Numbers as written: one, ``19 or more``, ``17 to 19`` or ``18 or less``.

    >>> 19 in read_span("19 or more"), read_span("17 to 19"), 12 in read_span(12)
    (True, range(17, 20), True)
    """
    text = str(value)
    least, most = 0, 10**6
    try:
        if text.endswith(" or more"):
            least = int(text.removesuffix(" or more"))
        elif text.endswith(" or less"):
            most = int(text.removesuffix(" or less"))
        else:
            low, _, high = text.partition(" to ")
            least, most = int(low), int(high or low)
    except ValueError:
        raise ValueError(f"{value!r} is no number: write 19, 17 to 19 or 19 or more") from None
    if not 0 <= least <= most:
        raise ValueError(f"{value!r} are no numbers")
    return range(least, most + 1)


def read_least(value: Any, least: Callable[[str], int]) -> int:
    """The weakest hand of those written as ``pair or better``, by what reads the weakest.

    >>> read_least("pair or better", ["high card", "pair"].index)
    1
    """
    text = str(value)
    if not text.endswith(OR_BETTER):
        raise ValueError(f"{value!r} is no class of hands: write {value}{OR_BETTER}")
    return least(text.removesuffix(OR_BETTER).strip())


def read_truth(value: Any) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise ValueError(f"it is true or false, not {value!r}")
    return value
