"""The exact odds of chemin de fer: both hands under each way to use the two free choices.

The Dominant Player draws or stays on 5, the Banker on 3 against a 9 and on 5 against a 4; each
goes by the count alone. Everything else is as at any baccarat, and is counted by its solver.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from houseway.games.shoe_contests.baccarat_chemin_de_fer.hand import DRAW, OPTION, STAY
from houseway.games.shoe_contests.baccarat_hand import NO_CARD, Tableau, compare, point_count
from houseway.games.shoe_contests.baccarat_odds import Shoe
from houseway.rulebook.table_rules import TableRules


class Choices(NamedTuple):
    """What is done with the free choices: D to draw, S to stay."""

    player: str  # on 5
    banker: tuple[str, ...]  # on 3 against a 9, on 5 against a 4

    @property
    def name(self) -> str:
        """The choices as they are named after a wager: card or stay, then draw or stay twice."""
        words = {DRAW: "draw", STAY: "stay"}
        own = "card" if self.player == DRAW else "stay"
        return "_".join([own, *(words[letter] for letter in self.banker)])


class Shares(NamedTuple):
    """In how many of all ordered deals of six cards each hand wins."""

    banker: int
    player: int
    tie: int

    @property
    def edge(self) -> Fraction:
        """What the Banker's Hand wins for each dollar covered, before the house takes anything."""
        return Fraction(self.banker - self.player, sum(self))


def every_choice(rules: TableRules) -> Iterator[Choices]:
    """Each way to use the free choices."""
    squares = sum(row.count(OPTION) for row in rules.rule("banker_table"))
    for player, *banker in product((DRAW, STAY), repeat=1 + squares):
        yield Choices(player, tuple(banker))


def shares(rules: TableRules, choices: Choices) -> Shares:
    """How the hands of a full shoe end."""
    return _shares(Shoe(Shoe.at(rules).values, tables_of(rules, choices)))


def tables_of(rules: TableRules, choices: Choices) -> Tableau:
    """Who draws, with the free choices made."""
    left = list(choices.banker)
    rows = []
    for row in rules.rule("banker_table"):
        while OPTION in row:
            row = row.replace(OPTION, left.pop(0), 1)
        rows.append(row)
    own = rules.rule("player_table").replace(OPTION, choices.player)
    return Tableau.of(rules.rule("natural"), own, rows)


@lru_cache(maxsize=64)
def _shares(shoe: Shoe) -> Shares:
    found = {"banker": 0, "player": 0, "tie": 0}
    for end, ways in shoe.outcomes().items():
        found[end.winner] += ways
    return Shares(**found)


def best_reply(rules: TableRules, player: str) -> Choices:
    """The Banker's best choices beside what the Dominant Player does on 5; a share of what he wins
    that is as small as vigorish does not change them."""
    replies = (one for one in every_choice(rules) if one.player == player)
    return max(replies, key=lambda choices: shares(rules, choices).edge)


def best_play(rules: TableRules) -> Choices:
    """What both do best: the Dominant Player so that the Banker's best reply is worth least."""
    replies = [best_reply(rules, player) for player in (DRAW, STAY)]
    return min(replies, key=lambda choices: shares(rules, choices).edge)


# What one choice is worth to who makes it


def edge_of_card(rules: TableRules, own: Sequence[int], choice: str) -> Fraction:
    """What the Dominant Player's side wins for each dollar covered who holds two cards of these
    values and draws or stays; the Banker answers as he does best."""
    left, tables = _left(rules, own), tables_of(rules, best_reply(rules, DRAW))
    count = point_count(sum(own))
    total = weight = 0
    for banker, ways in _pairs(left):
        rest, held = _without(left, banker), point_count(sum(banker))
        stays = choice == STAY or held >= tables.natural
        for player, other, times in (_after_stay if stays else _after_card)(
            rest, count, held, tables
        ):
            total += ways * times * sign(compare(player, other))
            weight += ways * times
    return Fraction(total, weight)


def edge_of_reply(rules: TableRules, own: Sequence[int], third: int, choice: str) -> Fraction:
    """What the Banker wins for each dollar covered, before vigorish, who holds two cards of these
    values beside a third card of the Player's and draws or stays. The other side draws on 5."""
    left = _left(rules, [*own, third])
    draws = tables_of(rules, best_play(rules)).player
    held = point_count(sum(own))
    total = weight = 0
    for player, ways in _pairs(left):
        two = point_count(sum(player))
        if not draws >> two & 1:
            continue  # this hand would not have asked for a card
        count, rest = point_count(two + third), _without(left, player)
        for card, n in enumerate(rest):
            banker = point_count(held + card) if choice == DRAW else held
            total += ways * n * sign(compare(banker, count))
            weight += ways * n
    return Fraction(total, weight)


def _after_stay(
    left: Sequence[int], count: int, banker: int, tables: Tableau
) -> Iterator[tuple[int, int, int]]:
    """Both counts, and in how many ways two more cards come, where the Player's Hand stays."""
    others = sum(left) - 1
    if not tables.banker[banker] >> (NO_CARD + 1) & 1:
        yield count, banker, (others + 1) * others
        return
    for card, n in enumerate(left):
        yield count, point_count(banker + card), n * others


def _after_card(
    left: Sequence[int], count: int, banker: int, tables: Tableau
) -> Iterator[tuple[int, int, int]]:
    """The same where it takes a third card."""
    for third, n in enumerate(left):
        after, rest = point_count(count + third), _without(left, [third])
        if not tables.banker[banker] >> (third + 1) & 1:
            yield after, banker, n * sum(rest)
            continue
        for card, more in enumerate(rest):
            yield after, point_count(banker + card), n * more


def _pairs(left: Sequence[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Two cards by value, in order, and how many ways there are to draw them."""
    for one, other in product(range(len(left)), repeat=2):
        ways = left[one] * (left[other] - (one == other))
        if ways > 0:
            yield (one, other), ways


def _left(rules: TableRules, seen: Sequence[int]) -> list[int]:
    """A full shoe by value, less the cards that were seen."""
    return _without(Shoe.at(rules).values, seen)


def _without(left: Sequence[int], cards: Sequence[int]) -> list[int]:
    found = list(left)
    for value in cards:
        found[value] -= 1
    return found


def sign(difference: int) -> int:
    """One for a win, nothing for a stand-off, minus one for a loss."""
    return (difference > 0) - (difference < 0)
