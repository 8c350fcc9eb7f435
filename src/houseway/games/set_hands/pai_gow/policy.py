"""Any way to set tiles, valued exactly: a function, or a table.

A function is asked with four tiles in sight and answers ``1+2``, ``1+3`` or ``1+4``, the tile that
goes with the first, or ``house_way``. The better of the two hands it makes is the high one.

A line of a table speaks of the ways to set in which all of its conditions hold, and decides if
there is one.

| a line does | of those ways |
|---|---|
| `best_high` | the one with the best high hand and, of equals, the best low hand |
| `best_low` | the one with the best low hand and, of equals, the best high hand |
| `house_way` | the way of this house, if it is among them |
| `ends` | the highest tile with the lowest, if that is among them |

| condition | holds for |
|---|---|
| `high: pair`, `high: 9`, `high: 7 to 9`, `high: 7 or better` | ways with such a high hand |
| `low: ...`, `either: ...` | ways with such a low hand, or with one of the two |
| `holds: [6-6, 6-6]` | four tiles with these among them, or others of their rank |

A hand is a `supreme pair`, a `wong`, a `gong`, a `pair` (any of these too) or its value where it is
no pair; `7 or better` is that value or more, or a pair.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.equipment.tiles import NAMES, NUMBERS
from houseway.games.authoring.policy import (
    OR_BETTER,
    Condition,
    Decide,
    Line,
    Mistake,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_lines,
    read_span,
)
from houseway.games.set_hands.pai_gow.hands import WAYS as CHOICES
from houseway.games.set_hands.pai_gow.odds import WAYS, Rules, TileGame, set_as, ways
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.setting_game import Solution
from houseway.games.set_hands.two_hands import Hand, Way
from houseway.hands.tiles import OF_PAIR, POINT, SUPREME, ends_joined, pair_rank, rank, strength

OFFERED = (*CHOICES, HOUSE_WAY)
BEST_HIGH, BEST_LOW, ENDS = "best_high", "best_low", "ends"
DOES = (BEST_HIGH, BEST_LOW, HOUSE_WAY, ENDS)
WONGS, GONGS = (17, 18), (19, 20)  # places in the order of pairs

OneHand = Callable[[int, int], bool]  # what is asked of a hand of two tiles


class Setting(NamedTuple):
    """What a condition looks at: one way to set four tiles."""

    high: Hand
    low: Hand


# Conditions


def _places(*wanted: int) -> OneHand:
    return lambda a, b: pair_rank(a, b) in wanted


KINDS: dict[str, OneHand] = {
    "supreme pair": _places(SUPREME),
    "wong": _places(*WONGS),
    "gong": _places(*GONGS),
    "pair": lambda a, b: pair_rank(a, b) > 0,
}


def read_hand(value: Any) -> OneHand:
    """What is asked of a hand, as written.

    >>> nine = NUMBERS["6-6"], NUMBERS["1-6"]
    >>> [read_hand(said)(*nine) for said in ("9", "7 to 8", "7 or better", "pair")]
    [True, False, True, False]
    """
    text = str(value)
    if text in KINDS:
        return KINDS[text]
    if text.endswith(OR_BETTER):
        least = _values(text.removesuffix(OR_BETTER), text).start
        return lambda a, b: strength(a, b) >= least * POINT
    wanted = _values(text, text)
    return lambda a, b: strength(a, b) < OF_PAIR and strength(a, b) // POINT in wanted


def _values(text: str, said: str) -> range:
    try:
        found = read_span(text)
    except ValueError:
        found = range(0)
    if not found or found[-1] > 9:
        known = ", ".join((*KINDS, "9", "7 to 9", f"7{OR_BETTER}"))
        raise ValueError(f"{said!r} is no hand: write {known}")
    return found


def _high(asked: OneHand) -> Condition[Setting]:
    return lambda setting: asked(*setting.high)


def _low(asked: OneHand) -> Condition[Setting]:
    return lambda setting: asked(*setting.low)


def _either(asked: OneHand) -> Condition[Setting]:
    return lambda setting: asked(*setting.high) or asked(*setting.low)


def _holds(value: Any) -> Condition[Setting]:
    written = value if isinstance(value, list) else [value]
    for name in written:
        if name not in NUMBERS:
            raise ValueError(f"there is no tile {name!r}: write 6-6, 1-3, 2-4")
    wanted = Counter(rank(NUMBERS[name]) for name in written)
    return lambda setting: wanted <= Counter(map(rank, (*setting.high, *setting.low)))


READERS: dict[str, Callable[[Any], Condition[Setting]]] = {
    "high": lambda value: _high(read_hand(value)),
    "low": lambda value: _low(read_hand(value)),
    "either": lambda value: _either(read_hand(value)),
    "holds": _holds,
}


# Tables


@dataclass(frozen=True)
class SettingTable:
    """A table by which to set tiles in a house that has filed a way of its own."""

    name: str
    lines: tuple[Line[Setting], ...]
    otherwise: str
    rules: Rules

    def way(self, hand: Hand) -> Way:
        """How four tiles are set."""
        settings = [Setting(*set_as(hand, way)) for way in WAYS]
        for line in self.lines:
            fitting = [w for w in WAYS if all(meets(settings[w]) for meets in line.conditions)]
            if fitting and (found := self._done(line.do, hand, fitting)) is not None:
                return found
        found = self._done(self.otherwise, hand, WAYS)
        assert found is not None
        return found

    def _done(self, do: str, hand: Hand, among: Collection[Way]) -> Way | None:
        """What is done, of the ways that are open to it."""
        made = ways(hand)
        if do == BEST_HIGH:
            return max(among, key=lambda way: made[way])
        if do == BEST_LOW:
            return max(among, key=lambda way: made[way][::-1])
        a, b, c, d = hand
        way = self.rules.house_way(hand) if do == HOUSE_WAY else ends_joined((a, b, c, d))
        return way if way in among else None

    def __call__(self, sight: Sight) -> str:
        """What is done by someone who sees this."""
        return CHOICES[self.way(sight.hand)]


def read(content: Any, game: str, rules: Rules) -> SettingTable:
    """A table as someone has written it."""
    return SettingTable(*read_lines(content, game, DOES, READERS), rules)


# All tiles


def follow(game: TileGame, decide: Decide) -> Solution:
    """What becomes of all deals if one sets tiles so."""
    return game.follow(name_of(decide), setter(game.rules, decide, game.contest.hands))


def setter(rules: Rules, decide: Decide, hands: Collection[Hand]) -> Callable[[Hand], Way]:
    """A way to decide as a way to set; one that tells tiles of one rank apart, or their order, is
    refused, as it is asked about one hand for all that are worth the same."""
    if isinstance(decide, SettingTable):
        return decide.way

    def made(sight: Sight, choice: str) -> tuple[int, int]:
        return ways(sight.hand)[_way(rules, sight.hand, choice)]

    sights = [Sight(OFFERED, hand) for hand in hands]
    pairs = [(one, one._replace(hand=alike(one.hand, rules.tiles))) for one in sights]
    check_alike(decide, pairs, made)
    return lambda hand: _way(rules, hand, answer(decide, Sight(OFFERED, hand)))


def _way(rules: Rules, hand: Hand, choice: str) -> Way:
    return rules.house_way(hand) if choice == HOUSE_WAY else CHOICES.index(choice)


def alike(hand: Hand, tiles: Collection[int]) -> Hand:
    """Tiles worth the same, others of their ranks where any are left, so ordered that each choice
    means another setting."""
    found: list[int] = []
    for tile in (hand[0], hand[2], hand[3], hand[1]):
        same = [one for one in tiles if rank(one) == rank(tile) and one not in found]
        found.append(next((one for one in same if one not in hand), same[-1]))
    return tuple(found)


def mistakes(game: TileGame, decide: Decide, played: Fraction) -> list[Mistake]:
    """The tiles with which a way to set gives something away against the best play; what they cost
    adds up to the whole cost. ``played`` is the chance that it comes to the tiles at all."""
    known = game.contest
    way_of, every = setter(game.rules, decide, known.hands), int(known.dealt.sum())
    rows = zip(known.hands, known.dealt.tolist(), known.tallies, game.best, strict=True)
    found = []
    for hand, times, tallies, best in rows:
        way = way_of(hand)
        each = game.worth(tallies[best]) - game.worth(tallies[way])
        if each:
            share = played * Fraction(times, every)
            does, other = (f"{called(set_as(hand, one)[0])} high" for one in (way, best))
            found.append(Mistake(called(hand), "", does, other, share, each, share * each))
    return dearest(found)


def called(tiles: Hand) -> str:
    """Tiles by name, whichever copy of a tile they are.

    >>> called((NUMBERS["1-3"], NUMBERS["1-3b"]))
    '1-3 1-3'
    """
    return " ".join(NAMES[tile].removesuffix("b") for tile in tiles)
