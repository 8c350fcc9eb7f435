"""The pot among players: how often a player takes it, shares it and loses it.

No decision touches it and the house takes nothing of it, so that with equal pot wagers everybody
has the same chance and nets nothing on average, however many play. How often is counted exactly for
two players; for more it is simulated, with its error.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.against_table.community import best_of_board, others
from houseway.games.against_table.dealing import bit_at, key_at, table
from houseway.games.against_table.held import classes
from houseway.games.authoring.draw import INDEX, draw
from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS
from houseway.rulebook.refusal import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cards = NDArray[np.uint8]
    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

OWN = 3
MOST = 7  # players at a table
ROUNDS = 1 << 20


@dataclass(frozen=True)
class PotShares:
    """How often one player of so many takes the pot alone, shares it and loses it; ``error`` is the
    standard error of each share, and nothing where the shares are exact. ``mean`` is what a player
    nets on average, in pot wagers."""

    players: int
    takes: Fraction
    shares: Fraction
    loses: Fraction
    error: float
    mean: Fraction = Fraction(0)


def pot_shares(
    cards: tuple[int, ...], players: int, rounds: int = ROUNDS, seed: int = 29
) -> PotShares:
    """The shares among so many players: exact for two, else from so many rounds."""
    if not 2 <= players <= MOST:
        raise Refused(f"a pot is played for by 2 to {MOST} players, not {players}")
    return of_two(cards) if players == 2 else simulated(cards, players, rounds, seed)


@lru_cache(maxsize=4)
def of_two(cards: tuple[int, ...]) -> PotShares:
    """Two players, every deal: for each class of boards every hand against all that share no card
    with it."""
    boards = classes(cards, OWN)
    left = np.zeros(len(cards) - OWN, np.uint8)
    hands = comb(len(left), OWN)
    places, lower, equal = np.zeros(hands, np.int64), 0, 0
    members = np.zeros((hands, OWN), np.int64)
    for one in boards:
        board = np.array(one.example, np.uint8)
        judge.jit(np.array(cards, np.uint8), board, left, places, members)
        found = np.zeros(2, np.int64)
        sweep.jit(places, np.argsort(places, kind="stable"), members, len(left), found)
        lower += one.ways * int(found[0])
        equal += one.ways * int(found[1])
    every = sum(one.ways for one in boards) * hands * comb(len(left) - OWN, OWN)
    takes, shares = Fraction(lower, every), Fraction(equal, every)
    return PotShares(2, takes, shares, 1 - takes - shares, 0.0)


@kernel
def judge(cards: Cards, board: Cards, left: Cards, places: Ints, members: Ints) -> None:
    """The place of every hand of three beside a board, and which of the cards left it has."""
    others(cards, board, left)
    n = 0
    for i in range(len(left)):
        for j in range(i):
            for k in range(j):
                key = EMPTY + KEYS[left[i]] + KEYS[left[j]] + KEYS[left[k]]
                bits = BITS[left[i]] | BITS[left[j]] | BITS[left[k]]
                places[n] = best_of_board(key, bits, board[0], board[1], board[2])
                members[n, 0], members[n, 1], members[n, 2] = i, j, k
                n += 1


@kernel
def disjoint(all: int, ones: Ints, twos: Ints, hand: Ints) -> Any:
    """How many of the hands counted share no card with a hand, itself not counted among them."""
    a, b, c = hand[0], hand[1], hand[2]
    return all - ones[a] - ones[b] - ones[c] + twos[a, b] + twos[a, c] + twos[b, c]


@kernel
def sweep(places: Ints, order: Ints, members: Ints, left: int, found: Ints) -> None:
    """All pairs of hands without a common card in which the other is lower, and equal ones."""
    ones, twos = np.zeros(left, np.int64), np.zeros((left, left), np.int64)
    first = 0
    while first < len(order):
        last = first
        while last < len(order) and places[order[last]] == places[order[first]]:
            last += 1
        below = 0
        for at in range(first, last):
            below += disjoint(first, ones, twos, members[order[at]])
        for at in range(first, last):
            a, b, c = members[order[at], 0], members[order[at], 1], members[order[at], 2]
            ones[a] += 1
            ones[b] += 1
            ones[c] += 1
            twos[a, b] += 1
            twos[a, c] += 1
            twos[b, c] += 1
        for at in range(first, last):
            # The hand itself is in all of these counts but the last of the inclusion-exclusion
            found[1] += disjoint(last, ones, twos, members[order[at]]) - 1
        found[0] += below
        found[1] -= below
        first = last


def simulated(cards: tuple[int, ...], players: int, rounds: int, seed: int) -> PotShares:
    """So many rounds of the same players; each of them counts, for all have the same chance."""
    state = table(3, cards, OWN * (players + 1), seed, players)
    play_pots.jit(state, players, rounds)
    takes, shares, loses = (Fraction(int(one), rounds * players) for one in state[0].cells)
    # Players of one round hang together: a round is one observation
    error = max(sqrt(one * (1 - one) / rounds) for one in (takes, shares, loses))
    return PotShares(players, takes, shares, loses, error)


@kernel
def play_pots(records: Any, players: int, rounds: int) -> None:
    """So many rounds, counted by how many take the pot alone, share it and lose it."""
    s = records[0]
    for _ in range(rounds):
        s.dealt, s.mixed = 0, 0
        for _card in range(3 * players + 3):
            draw(s)
        a, b, c = (
            s.names[INDEX(s.shoe[INDEX(0)])],
            s.names[INDEX(s.shoe[INDEX(1)])],
            s.names[INDEX(s.shoe[INDEX(2)])],
        )
        best, winners = -1, 0
        for player in range(players):
            at = 3 * player + 3
            key = EMPTY + key_at(s, at) + key_at(s, at + 1) + key_at(s, at + 2)
            bits = bit_at(s, at) | bit_at(s, at + 1) | bit_at(s, at + 2)
            place = int(best_of_board(key, bits, a, b, c))
            if place > best:
                best, winners = place, 1
            elif place == best:
                winners += 1
        if winners == 1:
            s.cells[INDEX(0)] += 1
        else:
            s.cells[INDEX(1)] += winners
        s.cells[INDEX(2)] += players - winners
