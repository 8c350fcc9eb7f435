"""Numbers drawn out of a cage, or picked by a machine."""

from houseway.equipment.randomness import Source


def pick(count: int, numbers: int, source: Source) -> tuple[int, ...]:
    """So many distinct numbers from 1 to ``numbers``, in the order drawn; every order is equally
    likely.

    >>> from houseway.equipment.randomness import Philox
    >>> len(set(pick(20, 80, Philox(seed=7))))
    20
    """
    if not 0 <= count <= numbers:
        raise ValueError(f"cannot pick {count} of {numbers} numbers")
    left = list(range(1, numbers + 1))
    for place in range(count):
        other = place + source.below(numbers - place)
        left[place], left[other] = left[other], left[place]
    return tuple(left[:count])
