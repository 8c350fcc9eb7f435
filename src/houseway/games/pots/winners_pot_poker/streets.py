"""Five-card stud against one blind hand, counted whole: every deal of a deck.

A player has three cards in view of one of the dealer's, then four in view of two, then five; three
cards of the dealer's are not seen before the end. For each two cards that the dealer shows, all
hands of five are gone through from the weakest up beside the three unseen cards that they beat, and
how many of these share no card with a hand is counted by inclusion and exclusion. What four cards
win follows by adding up, and from that what three cards do.

Suits that the dealer's two cards do not tell apart may be exchanged, so that one hand stands for
all that differ only in them. Cards go by their place in the deck: suit by suit, ranks rising.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.games.pots.winners_pot_poker.facts import code_of
from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS, place_of_five

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Cards = NDArray[np.uint8]
    Words = NDArray[np.uint64]
    Places = NDArray[np.int16]
    Ints = NDArray[np.int64]
    Small = NDArray[np.int32]

CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(64)], np.int64)
SUITS = 4
HALF = 1 << 24  # more than there are halves of classes
WON, TIED, PLAYED = range(3)  # what is counted of each class


class Shown(NamedTuple):
    """Two cards of the dealer's, by their places: one pair stands for ``ways`` that differ only in
    the names of suits; ``blocks`` numbers suits that may still be exchanged alike."""

    low: int
    high: int
    ways: int
    blocks: tuple[int, ...]


@dataclass(frozen=True)
class Pack:
    """A deck of some ranks in some suits, all of them full."""

    cards: tuple[int, ...]
    ranks: int
    suits: int

    @classmethod
    def of(cls, cards: tuple[int, ...]) -> Pack:
        """The pack of these cards."""
        ordered = tuple(sorted(cards))
        ranks, suits = len({card & 15 for card in cards}), len({card >> 4 for card in cards})
        if ranks * suits != len(cards):
            raise ValueError("every suit of the deck has the same ranks")
        return cls(ordered, ranks, suits)

    @property
    def names(self) -> Cards:
        """The card at each place."""
        return np.array(self.cards, np.uint8)

    @property
    def unseen(self) -> int:
        """How many threes the dealer may have, besides two that show, against five cards."""
        return comb(len(self.cards) - 7, 3)

    @property
    def after_four(self) -> int:
        """In how many ways a round goes on from four cards and two of the dealer's."""
        return (len(self.cards) - 6) * self.unseen

    @property
    def after_three(self) -> int:
        """In how many ways a round goes on from three cards and one of the dealer's."""
        left = len(self.cards) - 4
        return left * (left - 1) * self.after_four

    @property
    def deals(self) -> int:
        """All deals."""
        return comb(len(self.cards), 3) * (len(self.cards) - 3) * self.after_three

    def shown(self) -> Iterator[Shown]:
        """Every two cards that the dealer may show, but for the names of suits."""
        ranks, suits = self.ranks, self.suits
        rest = [2 if suit < suits else SUITS + suit for suit in range(SUITS)]
        for low in range(ranks):
            if suits > 1:
                yield Shown(low, ranks + low, comb(suits, 2), (0, 0, *rest[2:]))
            for high in range(low + 1, ranks):
                yield Shown(low, high, suits, (0, *rest[1:]))
                if suits > 1:
                    yield Shown(low, ranks + high, suits * (suits - 1), (0, 1, *rest[2:]))

    @cached_property
    def fives(self) -> tuple[Cards, Words, Places]:
        """All hands of five from the weakest up: their cards by place, the same as a mask, and how
        strong they are."""
        count = comb(len(self.cards), 5)
        members, places = np.zeros((count, 5), np.uint8), np.zeros(count, np.int16)
        every_five.jit(self.names, members, places)
        order = np.argsort(places, kind="stable")
        return members[order], masks_of(members[order]), places[order]

    @lru_cache(maxsize=8)  # noqa: B019 (packs are few and stay)
    def exchanged(self, blocks: tuple[int, ...]) -> Exchanged:
        """Hands where suits of a block may be exchanged."""
        of = np.array(blocks, np.int64)
        members, bits, places = self.fives
        weights = np.zeros(len(members), np.uint8)
        weigh_fives.jit(members, self.ranks, of, weights)
        some = weights > 0
        fours = comb(len(self.cards), 4)
        stands, weight = np.zeros(fours, np.int32), np.zeros(fours, np.uint8)
        weigh_fours.jit(len(self.cards), self.ranks, of, CHOOSE, stands, weight)
        return Exchanged(members[some], bits[some], places[some], weights[some], stands, weight)

    def beaten(self, shown: Shown) -> tuple[Ints, Ints]:
        """For each four cards that stand for others beside two of the dealer's: how often they win
        and tie, times the fours for which they stand."""
        deck = len(self.cards)
        members = np.zeros((comb(deck - 2, 3), 3), np.uint8)
        places = np.zeros(len(members), np.int16)
        unseen_threes.jit(self.names, shown.low, shown.high, members, places)
        order = np.argsort(places, kind="stable")
        threes = members[order]
        some = self.exchanged(shown.blocks)
        won, tied = np.zeros(comb(deck, 4), np.int64), np.zeros(comb(deck, 4), np.int64)
        sweep.jit(
            some.fives, some.bits, some.places, some.weights,
            np.uint64(1 << shown.low | 1 << shown.high),
            threes, masks_of(threes), places[order], deck, CHOOSE, some.stands, won, tied,
        )  # fmt: skip
        return won, tied

    @cached_property
    def classes(self) -> Classes:
        """Three cards beside one of the dealer's, but for the names of suits."""
        size = comb(len(self.cards), 3)
        masks = np.zeros((size, SUITS), np.int64)
        suit_masks.jit(len(self.cards), self.ranks, masks)
        codes = np.full((size, len(self.cards)), -1, np.int64)
        for card in range(len(self.cards)):
            suit, rank = divmod(card, self.ranks)
            by_suit = masks.copy()
            by_suit[:, suit] |= 1 << 13 + rank
            by_suit.sort(axis=1)
            free = masks[:, suit] >> rank & 1 == 0
            # Two suits of 26 bits are one number, and two of these are another
            low, high = (by_suit[free, at] << 26 | by_suit[free, at + 1] for at in (0, 2))
            codes[free, card] = self._halves(low) * HALF + self._halves(high)
        _, first, where = np.unique(codes, return_index=True, return_inverse=True)
        numbers = (where.reshape(codes.shape) - 1).astype(np.int32)  # -1 where a card is held
        return Classes(numbers, np.bincount(numbers[numbers >= 0]), first[1:])

    @cached_property
    def examples(self) -> list[tuple[tuple[int, ...], int]]:
        """Three cards and one of the dealer's for each class."""
        threes = list(combinations(range(len(self.cards)), 3))
        threes.sort(key=lambda one: one[::-1])
        found = []
        for three, card in zip(*divmod(self.classes.examples, len(self.cards)), strict=True):
            own = tuple(self.cards[at] for at in threes[int(three)])
            found.append((own, self.cards[int(card)]))
        return found

    @cached_property
    def _known_halves(self) -> dict[int, int]:
        return {}

    def _halves(self, words: Ints) -> Ints:
        """A small number for each of some large ones, always the same."""
        kinds, where = np.unique(words, return_inverse=True)
        known = self._known_halves
        small = [known.setdefault(word, len(known)) for word in kinds.tolist()]
        found: Ints = np.array(small, np.int64)[where]
        return found


class Exchanged(NamedTuple):
    """Hands of five that stand for others which differ only in suits that may be exchanged, with
    their masks, places and how many they stand for; and the four that stands for each four (by
    number), with how many it stands for."""

    fives: Cards
    bits: Words
    places: Places
    weights: Cards
    stands: Small
    weight: Cards


class Classes(NamedTuple):
    """Three cards and one of the dealer's: the class of each three (by number) and card, how many
    there are of each class, and one of them (its place in the flat table)."""

    numbers: Small
    ways: Ints
    examples: Ints


def masks_of(members: Cards) -> Words:
    """Sets of places as masks."""
    found: Words = (np.uint64(1) << members.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return found


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def every_five(cards: Cards, members: Cards, places: Places) -> None:
    """All hands of five cards."""
    at = 0
    for e in range(len(cards)):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        members[at, 0], members[at, 1], members[at, 2] = a, b, c
                        members[at, 3], members[at, 4] = d, e
                        key = EMPTY + KEYS[cards[a]] + KEYS[cards[b]] + KEYS[cards[c]]
                        bits = BITS[cards[a]] | BITS[cards[b]] | BITS[cards[c]]
                        places[at] = place_of_five(
                            key + KEYS[cards[d]] + KEYS[cards[e]],
                            bits | BITS[cards[d]] | BITS[cards[e]],
                        )
                        at += 1


@kernel
def unseen_threes(cards: Cards, i: int, j: int, members: Cards, places: Places) -> None:
    """All threes that the dealer may have besides two cards, and what they make with them."""
    at = 0
    two, pair = EMPTY + KEYS[cards[i]] + KEYS[cards[j]], BITS[cards[i]] | BITS[cards[j]]
    for c in range(len(cards)):
        for b in range(c):
            for a in range(b):
                if not ((1 << a | 1 << b | 1 << c) & (1 << i | 1 << j)):
                    members[at, 0], members[at, 1], members[at, 2] = a, b, c
                    places[at] = place_of_five(
                        two + KEYS[cards[a]] + KEYS[cards[b]] + KEYS[cards[c]],
                        pair | BITS[cards[a]] | BITS[cards[b]] | BITS[cards[c]],
                    )
                    at += 1


@kernel
def weight_of(masks: Ints, blocks: Ints) -> int:
    """For how many hands one stands whose suits hold these ranks; none where suits of a block are
    not in falling order, because another one stands for it then."""
    found, alike, order = 1, 1, 1
    for suit in range(1, SUITS):
        if blocks[suit] != blocks[suit - 1]:
            alike, order = 1, 1
        elif masks[suit] > masks[suit - 1]:
            return 0
        else:
            order += 1
            alike = alike + 1 if masks[suit] == masks[suit - 1] else 1
            found = found * order // alike
    return found


@kernel
def weigh_fives(members: Cards, ranks: int, blocks: Ints, found: Cards) -> None:
    """For how many each hand of five stands."""
    masks = np.zeros(SUITS, np.int64)
    for n in range(len(members)):
        masks[:] = 0
        for at in range(5):
            masks[members[n, at] // ranks] |= 1 << members[n, at] % ranks
        found[n] = weight_of(masks, blocks)


@kernel
def weigh_fours(
    deck: int, ranks: int, blocks: Ints, choose: Ints, stands: Small, weight: Cards
) -> None:
    """The four cards that stand for each four, and for how many these stand."""
    masks = np.zeros(SUITS, np.int64)
    at = 0
    for d in range(deck):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    masks[:] = 0
                    for card in (a, b, c, d):
                        masks[card // ranks] |= 1 << card % ranks
                    weight[at] = weight_of(masks, blocks)
                    for _ in range(SUITS - 1):
                        for suit in range(1, SUITS):
                            if blocks[suit] == blocks[suit - 1] and masks[suit] > masks[suit - 1]:
                                more = masks[suit]
                                masks[suit], masks[suit - 1] = masks[suit - 1], more
                    number, size = 0, 0
                    for card in range(deck):
                        if masks[card // ranks] >> card % ranks & 1:
                            size += 1
                            number += choose[card, size]
                    stands[at] = number
                    at += 1


@kernel
def suit_masks(deck: int, ranks: int, masks: Ints) -> None:
    """The ranks of each suit of all threes."""
    at = 0
    for c in range(deck):
        for b in range(c):
            for a in range(b):
                for card in (a, b, c):
                    masks[at, card // ranks] |= 1 << card % ranks
                at += 1


@kernel
def sweep(
    hands: Cards,
    bits: Words,
    places: Places,
    weights: Cards,
    shown: Any,
    threes: Cards,
    three_bits: Words,
    made: Places,
    deck: int,
    choose: Ints,
    stands: Small,
    won: Ints,
    tied: Ints,
) -> None:
    """For each four cards that stand for others: how many fifth cards and unseen threes win and
    tie, times the fours for which they stand. Hands and threes come from the weakest up."""
    ones, twos = np.zeros(deck, np.int32), np.zeros((deck, deck), np.int32)
    all_threes = np.zeros((deck, deck, deck), np.int32)
    at = total = 0
    for n in range(len(places)):
        if bits[n] & shown:
            continue
        place = places[n]
        while at < len(made) and made[at] < place:
            x, y, z = threes[at, 0], threes[at, 1], threes[at, 2]
            ones[x] += 1
            ones[y] += 1
            ones[z] += 1
            twos[x, y] += 1
            twos[x, z] += 1
            twos[y, z] += 1
            all_threes[x, y, z] += 1
            at += 1
            total += 1
        a, b, c, d, e = hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4]
        # Threes without a card of the hand, by inclusion and exclusion
        wins = total - ones[a] - ones[b] - ones[c] - ones[d] - ones[e]
        wins += twos[a, b] + twos[a, c] + twos[a, d] + twos[a, e] + twos[b, c]
        wins += twos[b, d] + twos[b, e] + twos[c, d] + twos[c, e] + twos[d, e]
        wins -= all_threes[a, b, c] + all_threes[a, b, d] + all_threes[a, b, e]
        wins -= all_threes[a, c, d] + all_threes[a, c, e] + all_threes[a, d, e]
        wins -= all_threes[b, c, d] + all_threes[b, c, e] + all_threes[b, d, e]
        wins -= all_threes[c, d, e]
        ties, equal = 0, at
        while equal < len(made) and made[equal] == place:
            if not bits[n] & three_bits[equal]:
                ties += 1
            equal += 1
        wins, ties = wins * weights[n], ties * weights[n]
        for four in (
            choose[b, 1] + choose[c, 2] + choose[d, 3] + choose[e, 4],
            choose[a, 1] + choose[c, 2] + choose[d, 3] + choose[e, 4],
            choose[a, 1] + choose[b, 2] + choose[d, 3] + choose[e, 4],
            choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[e, 4],
            choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4],
        ):
            won[stands[four]] += wins
            tied[stands[four]] += ties


@kernel
def add_up(
    deck: int,
    shown: tuple[int, int, int],
    weight: Cards,
    level: Cards,
    won: Ints,
    tied: Ints,
    choose: Ints,
    numbers: Small,
    found: Ints,
) -> None:
    """What fours that are played to the end come to, by the class of three of them beside one of
    the dealer's two. A four is counted at its ``level``; at none it is folded."""
    i, j, ways = shown
    at = -1
    for d in range(deck):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    at += 1
                    if weight[at] == 0 or level[at] == 0:
                        continue
                    threes = (
                        choose[b, 1] + choose[c, 2] + choose[d, 3],
                        choose[a, 1] + choose[c, 2] + choose[d, 3],
                        choose[a, 1] + choose[b, 2] + choose[d, 3],
                        choose[a, 1] + choose[b, 2] + choose[c, 3],
                    )
                    for three in threes:
                        for card in (i, j):
                            cell = found[level[at] - 1, numbers[three, card]]
                            cell[WON] += ways * won[at]
                            cell[TIED] += ways * tied[at]
                            cell[PLAYED] += ways * weight[at]


@kernel
def codes_of_fours(cards: Cards, i: int, j: int, weight: Cards, codes: Small) -> None:
    """The number of facts of each four that stands for others, beside the dealer's two; -1 where
    there is none."""
    own, shown = np.zeros(4, np.uint8), np.zeros(2, np.uint8)
    shown[0], shown[1] = cards[i], cards[j]
    at = -1
    for d in range(len(cards)):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    at += 1
                    held = 1 << a | 1 << b | 1 << c | 1 << d
                    codes[at] = -1
                    if weight[at] and not held & (1 << i | 1 << j):
                        own[0], own[1], own[2], own[3] = cards[a], cards[b], cards[c], cards[d]
                        codes[at] = code_of(own, 4, shown, 2)


@kernel
def add_reached(
    deck: int,
    shown: tuple[int, int, int],
    weight: Cards,
    choose: Ints,
    numbers: Small,
    bets: Cards,
    codes: Small,
    lost: Ints,
    found: Ints,
) -> None:
    """What a way to play gives away with four cards, by their facts: how often they come to be
    decided on where it bets with three (by class), and the sum of what is ``lost``, by whether it
    should double or fold. What is lost is below nothing where it should have folded."""
    i, j, ways = shown
    at = -1
    for d in range(deck):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    at += 1
                    if codes[at] < 0 or lost[at] == 0:
                        continue
                    reached = 0
                    for three in (
                        choose[b, 1] + choose[c, 2] + choose[d, 3],
                        choose[a, 1] + choose[c, 2] + choose[d, 3],
                        choose[a, 1] + choose[b, 2] + choose[d, 3],
                        choose[a, 1] + choose[b, 2] + choose[c, 3],
                    ):
                        reached += bets[numbers[three, i]] + bets[numbers[three, j]]
                    side = 1 if lost[at] < 0 else 0
                    found[codes[at], side, 0] += reached * ways * weight[at]
                    found[codes[at], side, 1] += reached * ways * abs(lost[at])


@kernel
def count_four(cards: Cards, own: Cards, shown: Cards, found: Ints) -> None:
    """How often four cards win and tie beside two open ones of the dealer's, card by card."""
    left = np.zeros(len(cards), np.uint8)
    size = 0
    gone = BITS[shown[0]] | BITS[shown[1]]
    key, bits = EMPTY, BITS[own[0]] & ~BITS[own[0]]
    for card in own:
        key += KEYS[card]
        bits |= BITS[card]
    for card in cards:
        if not BITS[card] & (gone | bits):
            left[size] = card
            size += 1
    two = EMPTY + KEYS[shown[0]] + KEYS[shown[1]]
    made = np.zeros(size, np.int64)
    for n in range(size):
        made[n] = place_of_five(key + KEYS[left[n]], bits | BITS[left[n]])
    for c in range(size):
        for b in range(c):
            for a in range(b):
                three = BITS[left[a]] | BITS[left[b]] | BITS[left[c]]
                place = place_of_five(
                    two + KEYS[left[a]] + KEYS[left[b]] + KEYS[left[c]], gone | three
                )
                for n in range(size):
                    if n not in (a, b, c):
                        if made[n] > place:
                            found[0] += 1
                        elif made[n] == place:
                            found[1] += 1
