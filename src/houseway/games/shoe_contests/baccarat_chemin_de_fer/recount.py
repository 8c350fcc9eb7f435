"""Chemin de fer counted a second time: first cards by value and without order, third cards one by
one, in plain arithmetic. It knows neither the round nor the solver, and has Table 3 in words."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

from houseway.counting.result import Result
from houseway.games.authoring.recount import Recount
from houseway.rulebook.table_rules import TableRules

Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]
BEST = "card_draw_draw"


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is under the choices that its figure names."""
    base, _, named = result.wager.partition("@")
    won, lost, tied = _counted(int(rules.options["decks"]), named or BEST)
    if base == "bank":
        rate = Fraction(int(str(rules.options["vig_rate"]).rstrip("%")), 100)
        gain = 1 - rate
    else:
        gain, won, lost = Fraction(1), lost, won
    return {(gain, ()): won, (Fraction(0), ()): tied, (Fraction(-1), ()): lost}


def _must_draw(banker: int, third: int, on_three: bool, on_five: bool) -> bool:
    if banker == 3 and third == 9:
        return on_three
    if banker == 5 and third == 4:
        return on_five
    return (
        banker <= 2
        or (banker == 3 and third != 8)
        or (banker == 4 and 2 <= third <= 7)
        or (banker == 5 and 5 <= third <= 7)
        or (banker == 6 and third in (6, 7))
    )


@lru_cache(maxsize=32)
def _counted(decks: int, choices: str) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the Banker's Hand wins, that the Player's does, and of a stand-off."""
    on_own_five, on_three, on_five = (word != "stay" for word in choices.split("_"))
    left = [16 * decks, *[4 * decks] * 9]
    whole, found = sum(left), [Fraction(0)] * 3

    def end(player: int, banker: int, weight: Fraction | int) -> None:
        found[2 if player == banker else 1 if player > banker else 0] += weight

    def pairs() -> list[tuple[int, int, int]]:
        made = []
        for a, b in combinations_with_replacement(range(10), 2):
            made.append((a, b, (2 if a != b else 1) * left[a] * (left[b] - (a == b))))
        return made

    def drawn(first: int, second: int, change: int) -> None:
        left[first] += change
        left[second] += change

    for a, b, ways in pairs():
        drawn(a, b, -1)
        player = (a + b) % 10
        for c, d, more in pairs():
            drawn(c, d, -1)
            banker, weight = (c + d) % 10, ways * more * (whole - 4) * (whole - 5)
            if player >= 8 or banker >= 8:
                end(player, banker, weight)
            elif player >= 6 or (player == 5 and not on_own_five):
                if banker <= 5:
                    for card in range(10):
                        count = ways * more * left[card] * (whole - 5)
                        end(player, (banker + card) % 10, count)
                else:
                    end(player, banker, weight)
            else:
                for third in range(10):
                    count = ways * more * left[third]
                    after = (player + third) % 10
                    if not _must_draw(banker, third, on_three, on_five):
                        end(after, banker, count * (whole - 5))
                        continue
                    for card in range(10):
                        end(after, (banker + card) % 10, count * (left[card] - (card == third)))
            drawn(c, d, 1)
        drawn(a, b, 1)
    every = sum(found)
    banker_wins, player_wins, ties = (share / every for share in found)
    return banker_wins, player_wins, ties


RECOUNT = Recount(
    plain_count=plain_count,
)
