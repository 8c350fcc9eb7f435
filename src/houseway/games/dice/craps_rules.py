"""What a roll means to a craps wager: pure rules, shared by craps and mini-craps (13:69F-1).

The rulebook words what decides each wager, as ``win 2 3; lose 7 11; void 12``. A total
is a number, two faces are ``2-2`` or ``1-3`` in whatever order they fall, ``number`` is the number
that the wager lies on (a place number, a come out point, a come point) and ``any`` is every roll.
What comes first in the list holds first; a roll that is not in it leaves the wager where it is.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Literal, NamedTuple, cast, get_args

Outcome = Literal["win", "lose", "void", "move", "stay"]
Dice = tuple[int, ...]

LINE = ("pass", "dont_pass")
TRAVELS = {"come": "come_point", "dont_come": "dont_come_point"}  # by a roll that is its point
SUPPORTS = {  # odds -> the flat bet that they support
    "pass_odds": "pass",
    "dont_pass_odds": "dont_pass",
    "come_odds": "come_point",
    "dont_come_odds": "dont_come_point",
}
FEES = ("buy", "lay")


@dataclass(frozen=True)
class Terms:
    """What decides a wager: outcomes in their order, each with the faces that bring it."""

    on: tuple[tuple[Outcome, frozenset[str]], ...]


@cache
def parse(text: str) -> Terms:
    """Terms as the rulebook words them.

    >>> parse("win 2-2; lose 4 7").on[0][0]
    'win'
    """
    found = []
    for part in text.split(";"):
        outcome, *faces = part.split()
        if outcome not in get_args(Outcome) or not faces:
            raise ValueError(f"{part.strip()!r} is not an outcome and the rolls that bring it")
        found.append((cast(Outcome, outcome), frozenset(faces)))
    return Terms(tuple(found))


def faces(dice: Dice, number: int = 0) -> set[str]:
    """Everything that a roll may be called, for a wager that lies on a number.

    >>> sorted(faces((3, 1), number=4))
    ['1-3', '4', 'any', 'number']
    """
    total = sum(dice)
    called = {"any", str(total), "-".join(str(face) for face in sorted(dice))}
    return called | {"number"} if total == number else called


def decide(terms: Terms, dice: Dice, number: int = 0) -> Outcome:
    """What a roll does to a wager.

    >>> decide(parse("win number; lose 7"), (2, 2), number=4)
    'win'
    >>> decide(parse("win 2-2; lose 4 7"), (3, 1))
    'lose'
    """
    called = faces(dice, number)
    for outcome, bringing in terms.on:
        if called & bringing:
            return outcome
    return "stay"


# -- where a wager lies ----------------------------------------------------------------------


def number_of(wager: str, point: int) -> int:
    """The number that a wager lies on: its spot, or the come out point for the line.

    >>> number_of("place_win@6", 4), number_of("pass_odds", 4), number_of("field", 4)
    (6, 4, 0)
    """
    base, _, spot = wager.partition("@")
    if base in LINE or SUPPORTS.get(base) in LINE:
        return point
    return int(spot) if spot else 0


def flat_of(wager: str) -> str:
    """The flat bet that an odds wager supports."""
    base, at, spot = wager.partition("@")
    return f"{SUPPORTS[base]}{at}{spot}"


def rule_of(wager: str, point: int) -> str:
    """The name of the rule that says what decides a wager: the line has one for each kind of roll.

    >>> rule_of("pass", 0), rule_of("pass", 6), rule_of("come_point@6", 0)
    ('roll_pass', 'roll_pass_point', 'roll_come_point')
    """
    base = wager.partition("@")[0]
    return f"roll_{base}_point" if base in LINE and point else f"roll_{base}"


def moved(wager: str, dice: Dice) -> str:
    """Where a roll moves a come or don't come bet."""
    return f"{TRAVELS[wager]}@{sum(dice)}"


def rests(wager: str, point: int, resting: Collection[str]) -> bool:
    """Whether a wager is off for a roll, unless it is called on: ``resting`` are on a come out."""
    return not point and wager.partition("@")[0] in resting


# -- the point -------------------------------------------------------------------------------


class Puck(NamedTuple):
    """Where a roll leaves the game: the point that is on (or none), and how it came about."""

    point: int
    happened: Literal["", "set", "made", "loser_seven"] = ""


def next_point(point: int, dice: Dice, numbers: Collection[str], seven: int, line: bool) -> Puck:
    """The point after a roll. Without a wager on the line no point is set.

    >>> next_point(0, (2, 2), ["4", "5", "6", "8", "9", "10"], seven=7, line=True)
    Puck(point=4, happened='set')
    """
    total = sum(dice)
    if not point:
        return Puck(total, "set") if line and str(total) in numbers else Puck(0)
    if total == point:
        return Puck(0, "made")
    return Puck(0, "loser_seven") if total == seven else Puck(point)


def marked(points: Sequence[int], made: int) -> list[int]:
    """The points that count for a fire bet once another is made; one made again counts once.

    >>> marked([4, 6], 9), marked([4, 6], 4)
    ([4, 6, 9], [4, 6])
    """
    return [*points] if made in points else [*points, made]


def fire_row(points: Sequence[int]) -> str:
    """The row of the fire bet's paytable on a loser 7."""
    return f"points_{len(points)}"


# -- what is paid ----------------------------------------------------------------------------


def rows_hit(rows: Iterable[str], dice: Dice, number: int = 0) -> set[str]:
    """The rows of a paytable that a winning wager answers to: ``win``, ``hard`` (two equal faces),
    or a row that names the wager's number or else the total, as ``on_4_or_10``.

    >>> rows_hit(["on_4_or_10", "on_5_or_9"], (6, 1), number=9)
    {'on_5_or_9'}
    """
    name = str(number or sum(dice))
    hard = {"hard"} if len(set(dice)) == 1 else set()
    return {row for row in rows if row == "win" or row in hard or name in row.split("_")}


# -- amounts ---------------------------------------------------------------------------------


def payable_step(odds: Iterable[Fraction], unit: int) -> int:
    """The step between stakes that each of these odds pays in whole units.

    >>> payable_step([Fraction(7, 6)], 100), payable_step([Fraction(3, 2), Fraction(7, 3)], 100)
    (600, 600)
    """
    return unit * lcm(*(one.denominator for one in odds))


def most_odds(
    flat: int, times: int, odds: Fraction, *, against: bool, unit: int, excess: bool
) -> int:
    """The most that may be bet in support of a flat bet.

    With the point it is so many times the flat bet; against it, a stake that wins no more than
    that. ``excess`` lets it run on to the next stake that can be paid.

    >>> most_odds(1000, 1, Fraction(1, 2), against=True, unit=100, excess=False)
    2000
    >>> most_odds(500, 1, Fraction(3, 2), against=False, unit=100, excess=True)
    600
    """
    limit = Fraction(flat * times) / (odds if against else 1)
    if not excess:
        return int(limit)
    step = payable_step([odds], unit)
    return step * -(-limit.numerator // (limit.denominator * step))


def fee(stake: int, rate: int, unit: int) -> int:
    """A share of the stake in hundredths of a percent, down to whole units.

    >>> fee(2000, 500, 100), fee(1900, 500, 100)
    (100, 0)
    """
    return stake * rate // 10_000 // unit * unit
