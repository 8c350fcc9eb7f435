"""Shoes: they answer a round's requests for cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from houseway.equipment.cards import UNKNOWN, Card, name
from houseway.equipment.randomness import Philox, Source, shuffle

Place = int | str  # where cards go: a seat's number, "dealer", "board", ...


class Chance(Protocol):
    """The random events at a card table."""

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """Start afresh with exactly these cards, shuffled."""

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Shuffle some cards and put them among those left, in a stack at each of these depths."""

    def cut(self, depth: int, side: str = "") -> None:
        """Move that many cards from the top to the bottom."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The next cards, for that place."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, as when a machine decides where to cut."""


class ShoeEmpty(ValueError):
    """More cards were requested than are left."""

    def __init__(self, to: Place, count: int, left: int) -> None:
        super().__init__(f"{_cards_for(to, count)}, but only {left} left")


class Shoe:
    """Cards in an order that a random source decides when they are shuffled.

    >>> shoe = Shoe(Philox(seed=7))
    >>> shoe.shuffle(range(13))
    >>> len(shoe.draw("dealer", 5))
    5
    >>> shoe
    Shoe(left=8)
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._sides: dict[str, list[Card]] = {}  # the next card is the last in its list

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """Start afresh with exactly these cards, shuffled."""
        self._sides[side] = self._shuffled(deck)

    def _shuffled(self, cards: Sequence[Card]) -> list[Card]:
        mixed = list(cards)
        shuffle(mixed, self._source)
        return mixed[::-1]

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Shuffle some cards and put them among those left, in a stack at each of these depths.

        >>> shoe = Shoe(Philox(seed=7))
        >>> shoe.shuffle([1, 2, 3, 4])
        >>> first, second, *_ = shoe.draw("dealer", 2)
        >>> shoe.put_back([first, second], at=[1, 2])
        >>> shoe.left
        4
        """
        left, stack = self._sides.get(side, []), self._shuffled(cards)
        if not at or not all(0 <= depth <= len(left) for depth in at):
            raise ValueError(f"stacks cannot go in at {list(at)}: {len(left)} cards are left")
        for number, depth in reversed(list(enumerate(sorted(at)))):
            begin, end = number * len(stack) // len(at), (number + 1) * len(stack) // len(at)
            where = len(left) - depth
            left[where:where] = stack[begin:end]

    def cut(self, depth: int, side: str = "") -> None:
        """Move that many cards from the top to the bottom."""
        left = self._sides.get(side, [])
        if not 0 <= depth <= len(left):
            raise ValueError(f"cannot cut {depth} cards deep: {len(left)} left")
        middle = len(left) - depth
        self._sides[side] = left[middle:] + left[:middle]

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The next cards from the top."""
        if count < 0:
            raise ValueError(f"cannot draw {count} cards")
        left = self._sides.get(side, [])
        if (stay := len(left) - count) < 0:
            raise ShoeEmpty(to, count, len(left))
        drawn = left[stay:][::-1]
        del left[stay:]
        return drawn

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, from the same source as the shuffle."""
        return self._source.below(n)

    @property
    def left(self) -> int:
        """Return the number of cards that have not been dealt."""
        return sum(len(cards) for cards in self._sides.values())

    def __repr__(self) -> str:
        return f"Shoe(left={self.left})"


class Scripted:
    """Cards as a scenario names them: for each place, or all in the order they leave the shoe.

    What is not named, or named ``??``, is dealt from a fixed seed out of the cards named nowhere.
    The names say what comes out, so shuffling and cutting do not move them.

    >>> from houseway.equipment.cards import cards, deck, names
    >>> chance = Scripted({"dealer": cards("As Kd")})
    >>> chance.shuffle(deck())
    >>> hand = chance.draw(1, 5)
    >>> names(chance.draw("dealer", 2))
    'As Kd'
    """

    def __init__(
        self,
        cards: Mapping[Place, Sequence[Card]] | None = None,
        shoe: Sequence[Card] | None = None,
        seed: int = 0,
    ) -> None:
        if cards is not None and shoe is not None:
            raise ValueError("name cards by place or in the order of the shoe, not both")
        self._by_place = {place: list(named) for place, named in (cards or {}).items()}
        self._in_order = list(shoe or ())
        self._sides: dict[str, list[Card]] = {}  # the cards that are named nowhere
        self._source = Philox(seed)

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """Start afresh with these cards, which must include all that are still to come."""
        named, held = Counter(self.unused()), Counter(deck)
        for card, times in named.items():
            if card not in held:
                raise ValueError(f"card {name(card)} is not in the deck")
            if times > held[card]:
                often = "twice" if times == 2 else f"{times} times"
                raise ValueError(f"card {name(card)} is named {often}: the deck has {held[card]}")
        self._hold(held - named, side)

    def _hold(self, cards: Counter[Card], side: str) -> None:
        self._sides[side] = list(cards.elements())
        shuffle(self._sides[side], self._source)

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Return cards to those left, wherever they are placed."""
        self._hold(Counter(self._sides.get(side, [])) + Counter(cards), side)

    def go_on_from(self, other: "Scripted") -> None:
        """Deal on with what another has left of its cards, if it has begun."""
        for side, others in other._sides.items():
            self._hold(Counter(others) - Counter(self.unused()), side)

    def cut(self, depth: int, side: str = "") -> None:
        """Change nothing: the names already say what comes out."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The cards named for this place, or next in the shoe, and after those any others."""
        if count < 0:
            raise ValueError(f"cannot draw {count} cards")
        if side not in self._sides:
            raise ShoeEmpty(to, count, left=0)
        others = self._sides[side]
        script = self._in_order or self._by_place.get(to, [])
        drawn = script[:count] + [UNKNOWN] * (count - len(script))
        lacking = drawn.count(UNKNOWN) - len(others)
        if lacking > 0:
            raise ShoeEmpty(to, count, left=count - lacking)
        del script[:count]
        return [others.pop() if card == UNKNOWN else card for card in drawn]

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, from the fixed seed."""
        return self._source.below(n)

    def unused(self) -> list[Card]:
        """The named cards that have not been dealt."""
        scripts = [self._in_order, *self._by_place.values()]
        return [card for script in scripts for card in script if card != UNKNOWN]

    def __repr__(self) -> str:
        return f"Scripted(unused={len(self.unused())})"


class Replayed:
    """Cards and numbers as they were recorded, in their order; any other request is an error.

    >>> chance = Replayed([[60, 11], [24]])
    >>> chance.draw("dealer", 2)
    [60, 11]
    >>> chance.draw("dealer", 2)
    Traceback (most recent call last):
    ValueError: 2 cards wanted for dealer, but the record has 1
    """

    def __init__(self, draws: Iterable[Sequence[Card]], numbers: Iterable[int] = ()) -> None:
        self._draws = iter(draws)
        self._numbers = iter(numbers)

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """No-op: the record has the cards in the order dealt."""

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """No-op: the record has the cards in the order dealt."""

    def cut(self, depth: int, side: str = "") -> None:
        """No-op: the record has the cards in the order dealt."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The cards of the next recorded draw."""
        drawn = next(self._draws, None)
        if drawn is None:
            raise ValueError(f"{_cards_for(to, count)}, but the record ends")
        if len(drawn) != count:
            raise ValueError(f"{_cards_for(to, count)}, but the record has {len(drawn)}")
        return list(drawn)

    def below(self, n: int) -> int:
        """The next recorded number."""
        number = next(self._numbers, None)
        if number is None:
            raise ValueError(f"a number below {n} is wanted, but the record ends")
        if not 0 <= number < n:
            raise ValueError(f"a number below {n} is wanted, but the record has {number}")
        return number


def _cards_for(to: Place, count: int) -> str:
    place = f"seat {to}" if isinstance(to, int) else to
    return f"{count} {'card' if count == 1 else 'cards'} wanted for {place}"
