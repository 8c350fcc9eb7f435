"""The counters of all deals of seven cards, on a deck of four ranks, against plain enumeration."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

import pytest

from houseway.equipment.cards import RANKS, card, deck
from houseway.games import game
from houseway.games.set_hands.asia_poker import count as asia
from houseway.games.set_hands.asia_poker import way as asia_way
from houseway.games.set_hands.asia_poker.hand import LAST, SECOND
from houseway.games.set_hands.pai_gow_poker import count as pai_gow
from houseway.games.set_hands.pai_gow_poker import way as pai_gow_way
from houseway.rulebook.table_rules import TableRules

FEW = "A432"
RENAMED = list(permutations(range(4)))
ASIA = asia_way.way_of(TableRules(game("asia-poker").rulebook()))


def same_with_suits_renamed(seven: Sequence[int]) -> tuple[int, ...]:
    """The first of all hands that differ from this one in the names of suits alone."""
    return min(
        tuple(sorted(one if one == JOKER else 16 * suits[one >> 4] + (one & 15) for one in seven))
        for suits in RENAMED
    )


JOKER = card("X1")


@pytest.mark.parametrize("wheel", [SECOND, pytest.param(LAST, marks=pytest.mark.soak)])
def test_asia_poker_on_a_small_deck(wheel: int) -> None:
    whole = deck(FEW, jokers=1)
    hands = {seven: same_with_suits_renamed(seven) for seven in combinations(sorted(whole), 7)}

    @cache
    def made(seven: tuple[int, ...]) -> tuple[tuple[int, ...], frozenset[tuple[int, ...]], int]:
        found = asia_way.settings(seven, wheel)
        line, name = asia_way.set_by_house_way(seven, ASIA, wheel)
        return found[name].strengths, frozenset(one.strengths for one in found.values()), line

    def wins(own: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> int:
        return sum(sum(a > b for a, b in zip(own, other, strict=True)) >= 2 for other in others)

    times: dict[tuple[int, ...], int] = {}
    for one in hands.values():
        times[one] = times.get(one, 0) + 1
    won = {"house_way": 0, "optimal": 0}
    worse = 0
    for seven, weight in times.items():
        left = sorted(set(whole) - set(seven))
        against = [made(hands[other])[0] for other in combinations(left, 7)]
        own, every, _ = made(seven)
        by_setting = {one: wins(one, against) for one in every}
        won["house_way"] += weight * by_setting[own]
        won["optimal"] += weight * max(by_setting.values())
        worse += weight * (max(by_setting.values()) > by_setting[own])
    setup = asia.set_up(ASIA, wheel, sum(1 << RANKS.index(rank) for rank in FEW))
    found = asia.counts(setup)
    assert found["deals"] == len(hands) * len(against)
    assert found["won"] == won
    assert sum(found["worse"]) == worse
    assert sum(found["lines"]) == len(hands)
    assert 2 * sum(found["lost"]) == 2 * (won["optimal"] - won["house_way"])


PAI_GOW = pai_gow_way.way_of(TableRules(game("pai-gow-poker").rulebook()))


@pytest.mark.parametrize("wheel", [pytest.param("second", marks=pytest.mark.soak), "lowest"])
def test_pai_gow_poker_on_a_small_deck(wheel: str) -> None:
    few, place = "A345", pai_gow.WHEELS[wheel]
    whole = deck(few, jokers=1)
    hands = {seven: same_with_suits_renamed(seven) for seven in combinations(sorted(whole), 7)}

    @cache
    def made(seven: tuple[int, ...]) -> tuple[tuple[int, ...], frozenset[tuple[int, ...]]]:
        found = pai_gow_way.settings(seven, place)
        _, name = pai_gow_way.set_by_house_way(seven, PAI_GOW, place)
        return found[name].strengths, frozenset(one.strengths for one in found.values())

    times: dict[tuple[int, ...], int] = {}
    for one in hands.values():
        times[one] = times.get(one, 0) + 1
    wanted = {name: [0, 0, 0] for name in ("house_way", "even", "bank")}
    for seven, weight in times.items():
        left = sorted(set(whole) - set(seven))
        against = [made(hands[other])[0] for other in combinations(left, 7)]
        own, every = made(seven)

        def tally(mine: tuple[int, ...], against=against) -> list[int]:
            won = [(mine[0] > high) + (mine[1] > low) for high, low in against]
            return [won.count(number) for number in (2, 1, 0)]

        best = max((tally(one) for one in every), key=lambda found: found[0] - found[2])
        bank = [(own[0] >= high) + (own[1] >= low) for high, low in against]
        for name, found in (
            ("house_way", tally(own)),
            ("even", best),
            ("bank", [bank.count(number) for number in (2, 1, 0)]),
        ):
            wanted[name] = [a + weight * b for a, b in zip(wanted[name], found, strict=True)]
    setup = pai_gow.set_up(PAI_GOW, place, sum(1 << RANKS.index(rank) for rank in few))
    played, banked = pai_gow.count(setup), pai_gow.count(setup, banks=True)
    assert list(played.tally(played.house)) == wanted["house_way"]
    assert list(banked.tally(banked.house)) == wanted["bank"]
    even = played.tally(played.best(1, 1))
    assert even.win - even.lose == wanted["even"][0] - wanted["even"][2]
    assert sum(wanted["house_way"]) == setup.deals == sum(even)
