"""Every deal of thirteen cards of a shoe, counted for a player who goes by the worth of two cards.

Boards are gone through one by one, with suits renamed: 208,481 of them stand for 3,819,816. On a
board every two cards have a place among all. Both sides set their four cards without a look at the
board, so that it is known how many of the player's hands keep two cards of each place, and how many
of the dealer's. Hands that share a card cannot meet: over the sets T of up to four cards that both
hold, inclusion and exclusion takes them out. Of hands that are split, both halves are looked up.

Where several pairs of a hand are liked as much, the first in the order of the deal is kept; each of
the 24 orders is as likely, and a hand counts with 24 for all of them.

A count of six decks and one of eight take an hour or more each. It goes on where it was broken off:

    python -m houseway.games.against_dealer.fast_action_hold_em.count 6 FILE
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, prod
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.equipment.cards import RANKS, SUITS, Card, deck
from houseway.games.against_dealer.fast_action_hold_em.hand import (
    NOTHING,
    PAIRS,
    is_natural,
    preference,
    strength_by_ranks,
    strength_in_suit,
    with_rank,
)
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]

ORDERS = np.array(list(permutations(range(4))), np.int64)
TWO = np.array(PAIRS, np.int64)  # of four cards, by their order; the others are at 5 less it
MOST = 6  # different pairs that may be kept of a hand
BOARD, DEALT = 5, 4
BLOCK = 200  # boards between two savings
KEPT, ONE, BOTH = range(
    3
)  # sums of a board: hands that win; splits of which one half does, or both


# -- sets of kinds of cards ------------------------------------------------------------------------


def multisets(kinds: int, size: int) -> Ints:
    """Every set of so many cards by their kinds, which do not fall, in the order of ``place``."""
    found = np.zeros((comb(kinds + size - 1, size), size), np.int64)
    list_multisets.jit(kinds, size, found)
    return found


@kernel
def list_multisets(kinds: int, size: int, found: Any) -> None:
    """Fill in every set of so many kinds, that with the lowest last kind first."""
    held = np.zeros(size, np.int64)
    for at in range(len(found)):
        found[at] = held
        turn = 0
        while turn < size - 1 and held[turn] == held[turn + 1]:
            held[turn] = 0
            turn += 1
        held[turn] += 1


@kernel
def place_of_two(a: int, b: int) -> int:
    """The place of two kinds among all, in whatever order."""
    return max(a, b) * (max(a, b) + 1) // 2 + min(a, b)


@kernel
def place_of(held: Any) -> int:
    """The place of two, three or four kinds that do not fall."""
    total = held[0] + held[1] * (held[1] + 1) // 2
    if len(held) > 2:
        total += held[2] * (held[2] + 1) * (held[2] + 2) // 6
    if len(held) > 3:
        total += held[3] * (held[3] + 1) * (held[3] + 2) * (held[3] + 3) // 24
    return int(total)


@kernel
def fill_fours(threes: Any, kinds: int, found: Any) -> None:
    """Fill in the place of each three kinds with one more."""
    held = np.zeros(DEALT, np.int64)
    for at in range(len(threes)):
        for more in range(kinds):
            held[:3] = threes[at]
            held[3] = more
            turn = 3
            while turn and held[turn - 1] > held[turn]:
                held[turn - 1], held[turn] = held[turn], held[turn - 1]
                turn -= 1
            found[at, more] = place_of(held)


# -- how hands are set -----------------------------------------------------------------------------


@kernel
def fill_kept(
    fours: Any, natural: Any, likes: Any, spared: int, can_split: bool, kept: Any, times: Any,
    split: Any, split_times: Any,
) -> None:  # fmt: skip
    """Fill in the pairs that are kept of each four cards, and how many of the 24 orders lead to
    each; or, where the two halves together are liked better, the first and the second of these."""
    for at in range(len(fours)):
        if natural[at]:
            continue
        for order in range(len(ORDERS)):
            best, most, both, apart = 0, -1, -1, -1
            for way in range(len(TWO)):
                a, b = fours[at, ORDERS[order, TWO[way, 0]]], fours[at, ORDERS[order, TWO[way, 1]]]
                liked = likes[a, b]
                if liked > most:
                    best, most = place_of_two(a, b), liked
            if can_split:
                worth = most
                for way in range(3):
                    a, b = (
                        fours[at, ORDERS[order, TWO[way, 0]]],
                        fours[at, ORDERS[order, TWO[way, 1]]],
                    )
                    c, d = (
                        fours[at, ORDERS[order, TWO[5 - way, 0]]],
                        fours[at, ORDERS[order, TWO[5 - way, 1]]],
                    )
                    liked = likes[a, b] + likes[c, d] + spared
                    if liked > worth:
                        worth, both, apart = liked, place_of_two(a, b), place_of_two(c, d)
            if both < 0:
                for k in range(MOST):
                    if times[at, k] == 0 or kept[at, k] == best:
                        kept[at, k] = best
                        times[at, k] += 1
                        break
            else:
                for k in range(MOST):
                    if split_times[at, k] == 0 or (
                        split[at, k, 0] == both and split[at, k, 1] == apart
                    ):
                        split[at, k, 0], split[at, k, 1] = both, apart
                        split_times[at, k] += 1
                        break


@dataclass(frozen=True, eq=False)
class Setup:
    """All hands of a shoe as both sides set them."""

    cards: tuple[Card, ...]  # of each kind
    decks: int
    threes: Ints
    fours: Ints
    natural: Ints
    kept: tuple[Ints, Ints, Ints]  # by the player: where each hand begins, pairs, times
    house: tuple[Ints, Ints, Ints]  # by the dealer
    kept_of: (
        Ints  # what the player keeps of three kinds and one more: the pair, or as ``_by_three``
    )
    house_of: Ints  # what the dealer does
    unlike: Ints  # hands that the two sides set differently
    split: Ints  # the hand, its two halves, times
    without: Ints  # of each hand that is split without each card: its row
    row_of: Ints  # the row of three kinds that such a hand has; -1 of others

    @property
    def size(self) -> int:
        """How many cards the shoe has."""
        return self.decks * len(self.cards)


def set_up(
    cards: Sequence[Card], decks: int, ways: Sequence[int], worth: Callable[[Card, Card], int],
    spared: int,
) -> Setup:  # fmt: skip
    """Every hand set: the player's by worth, the dealer's by the house ways. ``spared`` is what a
    split is worth beside its halves."""
    kinds = len(cards)
    threes, fours = multisets(kinds, 3), multisets(kinds, DEALT)
    four_of = np.zeros((len(threes), kinds), np.int32)
    fill_fours.jit(threes, kinds, four_of)
    natural = np.array([is_natural([cards[k] for k in four]) for four in fours.tolist()])
    mine = np.array([[worth(a, b) for b in cards] for a in cards], np.int64)
    liked = [[preference(a, b, ways) for b in cards] for a in cards]
    known = sorted({one for row in liked for one in row})
    theirs = np.array([[known.index(one) for one in row] for row in liked], np.int64)
    found = []
    for likes, splits in ((mine, True), (theirs, False)):
        kept, times = np.zeros((len(fours), MOST), np.int32), np.zeros((len(fours), MOST), np.int64)
        split, split_times = np.zeros((len(fours), MOST, 2), np.int32), np.zeros_like(times)
        fill_kept.jit(fours, natural, likes, spared, splits, kept, times, split, split_times)
        found.append((kept, times, split, split_times))
    (kept, times, split, split_times), (house, house_times, _, _) = found
    unlike = ((kept != house) | (times != house_times)).any(axis=1)
    hands, number = split_times.nonzero()
    halves = np.sort(split[hands, number], axis=1)  # either goes first as often
    rows = np.column_stack([hands, halves, split_times[hands, number]]).astype(np.int64)
    apart, place = np.unique(rows[:, :3], axis=0, return_inverse=True)
    both = np.zeros(len(apart), np.int64)
    np.add.at(both, place.ravel(), rows[:, 3])
    without = np.array(
        [
            [place_of([*four[:out], *four[out + 1 :]]) for out in range(DEALT)]
            for four in fours[apart[:, 0]].tolist()
        ],
        np.int64,
    ).reshape(len(apart), DEALT)
    needed = np.unique(without)
    row_of = np.full(len(threes), -1, np.int32)
    row_of[needed] = np.arange(len(needed))
    return Setup(
        tuple(cards), decks, threes, fours, natural, _in_rows(kept, times),
        _in_rows(house, house_times), _by_three(kept, times, four_of),
        _by_three(house, house_times, four_of),
        np.nonzero(unlike & (times.sum(axis=1) > 0))[0], np.column_stack([apart, both]),
        row_of[without], row_of,
    )  # fmt: skip


def _by_three(kept: Ints, times: Ints, four_of: Ints) -> Ints:
    """The pair that is kept of three kinds and one more in all orders; -1 where none is, and -2
    less the hand where it goes by the order."""
    whole = np.where(times[:, 0] == len(ORDERS), kept[:, 0], -2 - np.arange(len(kept)))
    whole[times.sum(axis=1) == 0] = -1
    return whole[four_of].astype(np.int32)


def _in_rows(kept: Ints, times: Ints) -> tuple[Ints, Ints, Ints]:
    """Pairs and times one after another, and where those of each hand begin."""
    first = np.concatenate([[0], np.cumsum((times > 0).sum(axis=1))]).astype(np.int32)
    return first, kept[times > 0].astype(np.int32), times[times > 0]


# -- one board -------------------------------------------------------------------------------------


@kernel
def fill_places(board: Any, cards: Any, strengths: Any, found: Any) -> int:
    """Fill in the place of each two kinds by what they make with a board; says how many places
    there are."""
    kinds = len(cards)
    common = NOTHING
    for at in range(len(board)):
        common = with_rank(common, cards[board[at]] & 15)
    for second in range(kinds):
        for first in range(second + 1):
            a, b = cards[first], cards[second]
            best = strength_by_ranks(with_rank(with_rank(common, a & 15), b & 15))
            for suit in range(4):
                held, count = 0, NOTHING
                for at in range(len(board)):
                    if cards[board[at]] >> 4 == suit:
                        held += 1
                        count = with_rank(count, cards[board[at]] & 15)
                if held < 3:
                    continue
                if a >> 4 == suit:
                    held += 1
                    count = with_rank(count, a & 15)
                if b >> 4 == suit:
                    held += 1
                    count = with_rank(count, b & 15)
                if held >= 5:
                    best = max(best, strength_in_suit(count))
            strengths[place_of_two(first, second)] = best
    every = np.unique(strengths)
    for at in range(len(strengths)):
        found[at] = np.searchsorted(every, strengths[at])
    return len(every)


@kernel
def ways_of(held: Any, left: Any) -> int:
    """In how many ways kinds that do not fall come from what is left of each."""
    total, run = 1, 0
    for at in range(len(held)):
        run = run + 1 if at and held[at] == held[at - 1] else 1
        total = total * (left[held[at]] - run + 1) // run
    return total


@kernel
def in_front(own: Any, other: Any, places: int) -> int:
    """How often one of these hands is above one of those."""
    total, below = 0, 0
    for place in range(places):
        total += own[place] * below
        below += other[place]
    return total


@kernel
def add_up(line: Any, places: int, parts: int) -> None:
    """Divide counts that were added up so many times, and turn them into counts below a place."""
    below = 0
    for place in range(places):
        here = line[place] // parts
        line[place] = below
        below += here


@kernel
def count_board(
    board: Any, cards: Any, decks: int, threes: Any, fours: Any, kept_of: Any, house_of: Any,
    first: Any, pairs: Any, times: Any, house_first: Any, house_pairs: Any, house_times: Any,
    unlike: Any, split: Any, without: Any, row_of: Any, sums: Any,
) -> float:  # fmt: skip
    """Fill in how often, of all pairs of hands that can be dealt with a board, the player wins;
    sums wrap at 64 bits. Says about how often the hand that is kept does."""
    kinds = len(cards)
    twos = kinds * (kinds + 1) // 2
    left = np.full(kinds, decks, np.int64)
    for at in range(len(board)):
        left[board[at]] -= 1
    place = np.zeros(twos, np.int64)
    places = fill_places(board, cards, np.zeros(twos, np.int64), place)
    own2, other2 = np.zeros((twos, places), np.int32), np.zeros((twos, places), np.int32)
    own1, other1 = np.zeros((kinds, places), np.int64), np.zeros((kinds, places), np.int64)
    own0, other0 = np.zeros(places, np.int64), np.zeros(places, np.int64)
    own, other = np.zeros(places, np.int32), np.zeros(places, np.int32)
    below3 = np.zeros((row_of.max() + 1, places), np.int32)
    held = np.zeros(2, np.int64)
    kept = 0
    for at in range(len(unlike)):  # the same four cards: sets of four
        four = unlike[at]
        ways = ways_of(fours[four], left)
        if ways > 0:
            for mine in range(first[four], first[four + 1]):
                for theirs in range(house_first[four], house_first[four + 1]):
                    if place[house_pairs[theirs]] < place[pairs[mine]]:
                        kept += ways * times[mine] * house_times[theirs]
    for at in range(len(threes)):
        ways = ways_of(threes[at], left)
        if ways <= 0:
            continue
        own[:] = 0
        other[:] = 0
        a, b, c = threes[at, 0], threes[at, 1], threes[at, 2]
        for more in range(kinds):
            many = left[more] - int(more == a) - int(more == b) - int(more == c)
            if many <= 0:
                continue
            two = kept_of[at, more]
            if two >= 0:
                own[place[two]] += many * len(ORDERS)
            elif two < -1:
                for mine in range(first[-2 - two], first[-1 - two]):
                    own[place[pairs[mine]]] += many * times[mine]
            two = house_of[at, more]
            if two >= 0:
                other[place[two]] += many * len(ORDERS)
            elif two < -1:
                for theirs in range(house_first[-2 - two], house_first[-1 - two]):
                    other[place[house_pairs[theirs]]] += many * house_times[theirs]
        kept -= ways * in_front(own, other, places)
        if row_of[at] >= 0:
            below = 0
            for k in range(places):
                below3[row_of[at], k] = below
                below += other[k]
        for out in range(3):
            if out and threes[at, out] == threes[at, out - 1]:
                continue
            x = b if out == 0 else a
            y = b if out == 2 else c
            gone = threes[at, out]
            many = np.int32(left[gone] - int(x == gone) - int(y == gone))
            own_row, other_row = own2[place_of_two(x, y)], other2[place_of_two(x, y)]
            for k in range(places):
                own_row[k] += many * own[k]
                other_row[k] += many * other[k]
    for y in range(kinds):
        for x in range(y + 1):
            two = place_of_two(x, y)
            held[0], held[1] = x, y
            ways = ways_of(held, left)
            if ways <= 0:
                continue
            for k in range(places):
                own2[two, k] //= 2
                other2[two, k] //= 2
            kept += ways * in_front(own2[two], other2[two], places)
            for k in range(places):
                own1[x, k] += (left[y] - int(x == y)) * own2[two, k]
                other1[x, k] += (left[y] - int(x == y)) * other2[two, k]
                if x != y:
                    own1[y, k] += left[x] * own2[two, k]
                    other1[y, k] += left[x] * other2[two, k]
            add_up(other2[two], places, 1)
    for x in range(kinds):
        if left[x] <= 0:
            continue
        for k in range(places):
            own1[x, k] //= 3
            other1[x, k] //= 3
            own0[k] += left[x] * own1[x, k]
            other0[k] += left[x] * other1[x, k]
        kept -= left[x] * in_front(own1[x], other1[x], places)
        add_up(other1[x], places, 1)
    about, under = 0.0, 0.0
    for k in range(places):
        own0[k] //= 4
        other0[k] //= 4
        about += float(own0[k]) * under
        under += float(other0[k])
    kept += in_front(own0, other0, places)
    add_up(other0, places, 1)
    sums[KEPT], sums[ONE], sums[BOTH] = kept, 0, 0
    limit, won = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for at in range(len(split)):
        four = split[at, 0]
        ways = ways_of(fours[four], left)
        if ways <= 0:
            continue
        limit[0], limit[1] = place[split[at, 1]], place[split[at, 2]]
        limit[2] = min(limit[0], limit[1])
        for k in range(3):
            won[k] = other0[limit[k]]
        for x in range(4):
            one = fours[four, x]
            for k in range(3):
                won[k] -= other1[one, limit[k]]
            for y in range(x):
                two = place_of_two(one, fours[four, y])
                for k in range(3):
                    won[k] += other2[two, limit[k]]
            row = without[at, x]
            for k in range(3):
                won[k] -= below3[row, limit[k]]
        for theirs in range(house_first[four], house_first[four + 1]):
            for k in range(3):
                if place[house_pairs[theirs]] < limit[k]:
                    won[k] += house_times[theirs]
        sums[BOTH] += ways * split[at, 3] * won[2]
        sums[ONE] += ways * split[at, 3] * (won[0] + won[1] - 2 * won[2])
    return about


# -- all boards ------------------------------------------------------------------------------------


@kernel
def list_boards(boards: Any, renamed: Any, times: Any) -> None:
    """Fill in how many boards each stands for with suits renamed; none for one that another stands
    for."""
    held = np.zeros(BOARD, np.int64)
    for at in range(len(boards)):
        count, same = 0, 0
        for number in range(len(renamed)):
            for k in range(BOARD):
                kind = boards[at, k]
                held[k] = renamed[number, kind // 13] * 13 + kind % 13
            held.sort()
            order = 0
            for k in range(BOARD - 1, -1, -1):
                if held[k] != boards[at, k]:
                    order = -1 if held[k] < boards[at, k] else 1
                    break
            if order < 0:
                count = -1
                break
            same += int(order == 0)
            count += 1
        times[at] = count // same if count > 0 else 0


def every_board(setup: Setup) -> tuple[Ints, Ints]:
    """The boards to go through, and for how many each stands."""
    boards = multisets(len(setup.cards), BOARD)
    times = np.ones(len(boards), np.int64)
    if len(setup.cards) == len(RANKS) * len(SUITS):
        list_boards.jit(boards, ORDERS, times)
    return boards[times > 0], times[times > 0]


def exact(wrapped: int, about: float) -> int:
    """The number near ``about`` that a sum wrapped at 64 bits stands for."""
    return wrapped + (round((about - wrapped) / 2**64) << 64)


def count_boards(setup: Setup, boards: Ints, times: Ints) -> list[int]:
    """How often the player wins on these boards: a hand that is kept, one half of a split, or both;
    a deal counts 24 times 24 times."""
    cards, found = np.array(setup.cards, np.int64), [0] * 3
    sums = np.zeros(3, np.int64)
    for board, stands_for in zip(boards, times.tolist(), strict=True):
        about = count_board.jit(
            board, cards, setup.decks, setup.threes, setup.fours, setup.kept_of, setup.house_of,
            *setup.kept, *setup.house, setup.unlike, setup.split, setup.without, setup.row_of, sums,
        )  # fmt: skip
        kinds = board.tolist()
        ways = prod(comb(setup.decks, kinds.count(kind)) for kind in set(kinds)) * stands_for
        # Hands that share a card are in what is said about it: a twentieth of all at the most
        exactly = [exact(int(sums[KEPT]), 0.97 * about), *map(int, sums[1:])]
        found = [total + ways * one for total, one in zip(found, exactly, strict=True)]
    return found


def ends(setup: Setup, won: Sequence[int]) -> dict[str, int]:
    """All deals by how they end, from the sums of all boards."""
    held = [[setup.cards[kind] for kind in four] for four in setup.fours.tolist()]
    copies: dict[int, int] = {}
    for card in setup.cards:
        copies[card & 15] = copies.get(card & 15, 0) + setup.decks
    boards = comb(setup.size - 2 * DEALT, BOARD)
    hands = comb(setup.size - DEALT, DEALT)
    times = [np.zeros(len(held), np.int64) for _ in range(2)]
    first, _, kept = setup.kept
    np.add.at(times[0], np.repeat(np.arange(len(held)), np.diff(first)), kept)
    np.add.at(times[1], setup.split[:, 0], setup.split[:, 3])
    found = dict.fromkeys(("natural", "kept", "dealer_natural", "split", "split_dealer_natural"), 0)
    for at, cards in enumerate(held):
        ways = prod(comb(setup.decks, cards.count(card)) for card in set(cards))
        if setup.natural[at]:
            found["natural"] += 24 * 24 * ways * hands * boards
            continue
        ranks = [card & 15 for card in cards]
        naturals = sum(comb(many - ranks.count(rank), DEALT) for rank, many in copies.items())
        for name, beaten, part in (
            ("kept", "dealer_natural", int(times[0][at])),
            ("split", "split_dealer_natural", int(times[1][at])),
        ):
            found[beaten] += 24 * part * ways * naturals * boards
            found[name] += 24 * part * ways * (hands - naturals) * boards
    kept_won, one, both = won
    return {
        "natural": found["natural"],
        "higher": kept_won,
        "lower": found["kept"] - kept_won,
        "dealer_natural": found["dealer_natural"],
        "both": both,
        "first": one // 2,  # either half goes first as often
        "second": one // 2,
        "neither": found["split"] - one - both,
        "split_dealer_natural": found["split_dealer_natural"],
    }


# -- what is kept ----------------------------------------------------------------------------------


def house_ways() -> tuple[int, ...]:
    """The dealer's house ways at a usual table."""
    from houseway.games import game
    from houseway.games.against_dealer.fast_action_hold_em.hand import read_way
    from houseway.rulebook.table_rules import TableRules

    rules = TableRules(game("fast-action-hold-em").rulebook())
    return tuple(read_way(words) for words in rules.rule("house_ways"))


def shoe(decks: int) -> Setup:
    """The real shoe, with the house ways of the law."""
    from houseway.games.against_dealer.fast_action_hold_em import odds

    known = odds.worth(decks)
    spared = odds.spared(decks) - odds.MILLION // 2
    return set_up(
        sorted(deck()), decks, house_ways(), lambda a, b: known[odds.two_card_name(a, b)], spared
    )


def count(setup: Setup, file: Path, told: Callable[[int, int], None]) -> dict[str, int]:
    """All deals by how they end. What is counted so far is kept in a file, and gone on with."""
    boards, times = every_board(setup)
    says = {"decks": setup.decks, "boards": len(boards)}
    done, won = 0, [0] * 3
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        if kept["of"] != says:
            raise ValueError(f"{file} is of another count")
        done, won = kept["done"], kept["won"]
    while done < len(boards):
        part = slice(done, done + BLOCK)
        more = count_boards(setup, boards[part], times[part])
        won = [one + other for one, other in zip(won, more, strict=True)]
        done = min(done + BLOCK, len(boards))
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"of": says, "done": done, "won": won}), encoding="utf-8")
        new.replace(file)
        told(done, len(boards))
    return ends(setup, won)


def main() -> None:
    """Count a shoe of so many decks, and keep how all deals end."""
    from houseway.games.against_dealer.fast_action_hold_em import odds
    from houseway.games.against_dealer.fast_action_hold_em.counted import keep

    decks, file, began = int(sys.argv[1]), Path(sys.argv[2]), monotonic()

    def told(done: int, of: int) -> None:
        seconds = monotonic() - began
        print(f"{done:,} of {of:,} boards, {seconds:,.0f} s", file=sys.stderr, flush=True)

    keep(decks, odds.rests_on(house_ways(), decks), count(shoe(decks), file, told))


if __name__ == "__main__":
    main()
