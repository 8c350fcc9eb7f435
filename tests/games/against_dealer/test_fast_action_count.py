"""The counter of all deals of fast action hold 'em, on a shoe of four kinds of cards."""

from collections import Counter
from itertools import combinations_with_replacement, permutations
from math import comb, prod

import pytest

from houseway.equipment.cards import cards as read
from houseway.equipment.cards import deck
from houseway.games import game
from houseway.games.against_dealer.fast_action_hold_em import count, counted, odds
from houseway.games.against_dealer.fast_action_hold_em.hand import (
    best_five,
    house_way,
    is_natural,
)
from houseway.games.against_dealer.fast_action_hold_em.results import results, ways_of
from houseway.rulebook.table_rules import TableRules

DECKS = 4
KINDS = read("5c Qd Ah 5s")
WAYS = ways_of(TableRules(game("fast-action-hold-em").rulebook()))


def likes(first: int, second: int) -> int:
    return odds.worth(6)[odds.two_card_name(first, second)]


def ways(held: Counter[int], gone: Counter[int]) -> int:
    return prod(comb(max(0, DECKS - gone[card]), many) for card, many in held.items())


def plain() -> Counter[str]:
    """Every set of cards for both sides and the board, in every order, settled in plain Python."""
    found: Counter[str] = Counter()
    hands = list(combinations_with_replacement(sorted(KINDS), 4))
    plays = {
        hand: Counter(
            (play.choice, *(tuple(sorted(order[at] for at in two)) for two in halves))
            for order in permutations(hand)
            for play in [odds.best_play(order, 6)]
            for halves in [
                (play.kept, odds.others(play.kept)) if play.choice == "split" else (play.kept,)
            ]
        )
        for hand in hands
    }
    sets = {
        hand: Counter(
            tuple(order[at] for at in house_way(order, WAYS)[0]) for order in permutations(hand)
        )
        for hand in hands
    }
    strength = {
        (two, board): best_five([*two, *board])
        for two in combinations_with_replacement(sorted(KINDS), 2)
        for board in combinations_with_replacement(sorted(KINDS), 5)
    }
    for own in hands:
        for theirs in hands:
            gone = Counter(own) + Counter(theirs)
            dealt = ways(Counter(own), Counter()) * ways(Counter(theirs), Counter(own))
            for board in combinations_with_replacement(sorted(KINDS), 5):
                times = dealt * ways(Counter(board), gone)
                for (choice, *kept), mine in plays[own].items() if times > 0 else ():
                    for held, other in sets[theirs].items():
                        end = choice
                        if choice != "natural" and is_natural(theirs):
                            end = "dealer_natural"
                            end = f"split_{end}" if choice == "split" else end
                        elif choice != "natural":
                            dealer = strength[tuple(sorted(held)), board]
                            won = [strength[two, board] > dealer for two in kept]
                            end = ("lower", "higher")[won[0]]
                            if choice == "split":
                                end = ("neither", "second", "first", "both")[won[0] * 2 + won[1]]
                        found[end] += times * mine * other
    return found


def test_all_deals_of_a_small_shoe() -> None:
    setup = count.set_up(KINDS, DECKS, WAYS, likes, odds.spared(6) - odds.MILLION // 2)
    assert len(setup.split)
    assert len(setup.unlike)
    boards, times = count.every_board(setup)
    found = count.ends(setup, count.count_boards(setup, boards, times))
    wanted = plain()
    assert found == {name: wanted[name] for name in found}
    whole = comb(16, 4) * comb(12, 4) * comb(8, 5)
    assert sum(found.values()) == 24 * 24 * whole


def test_every_board_stands_for_those_with_suits_renamed() -> None:
    kinds = count.multisets(52, 2)
    assert kinds[:4].tolist() == [[0, 0], [0, 1], [1, 1], [0, 2]]
    assert [count.place_of(two) for two in kinds[:60]] == list(range(60))
    assert sorted(deck()) == [16 * suit + rank for suit in range(4) for rank in range(13)]


def test_a_sum_that_has_wrapped_is_found_again() -> None:
    for number in (0, 7 * 10**18, 5 * 10**19 + 3):
        wrapped = (number + 2**63) % 2**64 - 2**63
        assert count.exact(wrapped, number * 1.02) == number


def test_figures_are_counted_where_they_have_been(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(counted, "FILE", tmp_path / "counts.json")
    ends = {name: 10**20 + number for number, name in enumerate(counted.ENDS)}
    counted.keep(6, odds.rests_on(WAYS, 6), ends)
    rules = TableRules(game("fast-action-hold-em").rulebook(), {"decks_in_use": "6"})
    (found,) = results(rules, wager="main")
    assert (found.is_exact, found.outcomes.denominator) == (True, sum(ends.values()))
    assert counted.counted(6, odds.rests_on(WAYS[1:] + WAYS[:1], 6)) is None
    assert counted.counted(8, odds.rests_on(WAYS, 8)) is None


def test_a_count_goes_on_where_it_stopped(tmp_path, monkeypatch) -> None:
    setup = count.set_up(KINDS, DECKS, WAYS, likes, odds.spared(6) - odds.MILLION // 2)
    monkeypatch.setattr(count, "BLOCK", 20)
    told: list[int] = []

    def stop(done: int, of: int) -> None:
        told.append(done)
        if len(told) == 1:
            raise KeyboardInterrupt

    file = tmp_path / "kept.json"
    with pytest.raises(KeyboardInterrupt):
        count.count(setup, file, stop)
    found = count.count(setup, file, stop)
    assert told == [20, 40, 56]
    boards, times = count.every_board(setup)
    assert found == count.ends(setup, count.count_boards(setup, boards, times))
