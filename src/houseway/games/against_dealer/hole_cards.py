"""Two hole cards as players write and call them."""

from collections.abc import Sequence
from typing import Any

from houseway.equipment.cards import RANKS, UNKNOWN
from houseway.hands.kernel import kernel
from houseway.hands.poker import highest, in_suit, ranks_of, size
from houseway.referee.view import View


@kernel
def hole_code(hole: int, by_suit: bool) -> int:
    """Two cards by their ranks and, if it matters, by whether they are of one suit."""
    ranks = ranks_of(hole)
    high = highest(ranks)
    low = high if size(ranks) == 1 else highest(ranks ^ 1 << high)
    return high * 13 + low if by_suit and in_suit(hole) else low * 13 + high


def read_holes(value: Any) -> frozenset[tuple[int, int, bool]]:
    """Two cards as players write them, as high and low rank and whether they are of one suit.

    >>> sorted(read_holes("QQ+ KQs")) == [(10, 10, False), (11, 10, True), (11, 11, False),
    ...     (12, 12, False)]
    True
    """
    words = value if isinstance(value, list) else str(value).split()
    found: set[tuple[int, int, bool]] = set()
    for word in words:
        found |= _holes(str(word))
    if not found:
        raise ValueError(f"{value!r} are no cards")
    return frozenset(found)


def _holes(word: str) -> set[tuple[int, int, bool]]:
    plain = word.removesuffix("+")
    ranks, suits = plain[:2].upper(), plain[2:].lower()
    paired = ranks[:1] == ranks[1:]
    wrong = len(ranks) != 2 or not set(ranks) <= set(RANKS) or suits not in ("", "s", "o")
    if wrong or (paired and suits):
        raise ValueError(f"{word!r} are no two cards: write 33+, A2+, K5o+ or K2s")
    high, low = map(RANKS.index, ranks)
    if high < low:
        raise ValueError(f"{word!r}: the higher card is written first")
    if paired:
        top = len(RANKS) if word.endswith("+") else high + 1
        return {(rank, rank, False) for rank in range(high, top)}
    top = high if word.endswith("+") else low + 1
    kinds = {"": (False, True), "s": (True,), "o": (False,)}[suits]
    return {(high, rank, suited) for rank in range(low, top) for suited in kinds}


def class_name(hole: Sequence[int]) -> str:
    """Two cards as players call them.

    >>> class_name([11, 12]), class_name([11, 28]), class_name([0, 16])
    ('AKs', 'AKo', '22')
    """
    low, high = sorted(hole, key=lambda card: card & 15)
    ranks = RANKS[high & 15] + RANKS[low & 15]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if low >> 4 == high >> 4 else "o")


def own_and_board(view: View) -> tuple[list[int], list[int]]:
    """A seat's own cards and the board."""
    hands = view.state.hands
    return list(hands[view.who]), [card for card in hands.get("board", ()) if card != UNKNOWN]
