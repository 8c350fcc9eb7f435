"""What three dice are to a wager of sic bo: pure rules for table and odds (9.2).

A wager lies on a number, a total or two numbers: ``two_of_a_kind@5``, ``total@11``,
``combination@2-6``.
"""

Dice = tuple[int, ...]

SMALL, BIG = range(4, 11), range(11, 18)


def is_triple(dice: Dice) -> bool:
    """Whether all dice show the same.

    >>> is_triple((2, 2, 2)), is_triple((2, 2, 3))
    (True, False)
    """
    return len(set(dice)) == 1


def rows_hit(wager: str, dice: Dice, *, triple_is_pair: bool) -> set[str]:
    """The rows of its paytable that a wager hits; none where it loses.

    >>> rows_hit("one_of_a_kind@4", (4, 1, 4), triple_is_pair=True)
    {'two'}
    >>> rows_hit("total@6", (2, 2, 2), triple_is_pair=True)
    {'total_6'}
    >>> rows_hit("small", (2, 2, 2), triple_is_pair=True)
    set()
    """
    base, _, spot = wager.partition("@")
    total, triple = sum(dice), is_triple(dice)
    if base == "combination":
        return _win({int(number) for number in spot.split("-")} <= set(dice))
    if base == "total":
        return {f"total_{total}"} if total == int(spot) else set()
    if base == "small":
        return _win(total in SMALL and not triple)
    if base == "big":
        return _win(total in BIG and not triple)
    if base == "any_three_of_a_kind":
        return _win(triple)
    shown = dice.count(int(spot))
    if base == "three_of_a_kind":
        return _win(shown == 3)
    if base == "two_of_a_kind":
        return _win(shown == 2 or (shown == 3 and triple_is_pair))
    return {("one", "two", "three")[shown - 1]} if shown else set()


def _win(won: bool) -> set[str]:
    return {"win"} if won else set()
