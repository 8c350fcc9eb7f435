"""Places and prizes. All of the pool is paid (8.6(e)); amounts are cents."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.rulebook.money import DOLLAR
from houseway.rulebook.refusal import Refused
from houseway.simulation.tournament.structure import WHOLE, Prizes


class Finish(NamedTuple):
    """A player's place; tied players share the best place among them."""

    player: str
    place: int
    hand: int  # in which it was decided


def prizes_of(posted: Sequence[Prizes], entrants: int, pool: int) -> list[int]:
    """Return the prizes from the first place in whole dollars; the remainder goes to the first."""
    fitting = [row for row in posted if entrants <= row.entrants]
    if not fitting:
        raise Refused(f"no prizes are posted for {entrants} entrants")
    percent = min(fitting, key=lambda row: row.entrants).percent
    if len(percent) > entrants:
        raise Refused(f"{len(percent)} prizes are posted and {entrants} have entered")
    found = [pool * part // WHOLE // DOLLAR * DOLLAR for part in percent]
    found[0] += pool - sum(found)
    return found


def rank_busted(stacks: Mapping[str, int], left: int, hand: int) -> list[Finish]:
    """The places of players who have lost their last chip in one hand, with so many left who have
    not: who began the hand with more chips is the better one, and equal stacks share a place.

    >>> [(one.player, one.place) for one in rank_busted({"Ann": 300, "Bob": 500, "Cy": 300}, 4, 9)]
    [('Bob', 5), ('Ann', 6), ('Cy', 6)]
    """
    order = sorted(stacks, key=lambda player: (-stacks[player], player))
    return [
        Finish(player, left + 1 + sum(other > stacks[player] for other in stacks.values()), hand)
        for player in order
    ]


def pay(finishes: Sequence[Finish], prizes: Sequence[int]) -> dict[str, int]:
    """What everybody gets: who shares a place shares the prizes of the places that they take
    together, an odd cent going to the first by name.

    >>> pay([Finish("Ann", 1, 9), Finish("Bob", 2, 9), Finish("Cy", 2, 9)], [500, 301])
    {'Ann': 500, 'Bob': 151, 'Cy': 150}
    """
    found: dict[str, int] = {}
    for place in sorted({one.place for one in finishes}):
        tied = sorted(one.player for one in finishes if one.place == place)
        each, over = divmod(sum(prizes[place - 1 : place - 1 + len(tied)]), len(tied))
        found |= {player: each + (number < over) for number, player in enumerate(tied)}
    return {player: amount for player, amount in found.items() if amount}
