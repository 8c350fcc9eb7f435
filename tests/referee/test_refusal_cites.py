"""A refusal carries the paragraph that decides, not all that a wager rests on."""

import pytest

import houseway
from houseway import Refused

OFFERED = {"progressive_offered": True, "shuffler": "continuous"}
TIED = {"version": "f1", "ante_bonus": "A"}
CASES = [
    ("blackjack", "nj", OFFERED, {"main": 1000, "progressive": 200}, "2.19(a)"),
    ("blackjack", "nj", OFFERED, {"progressive": 100}, "2.3(a)"),
    ("boston-5-stud-poker", "nj", {}, {"bonus3": 100}, "24.6(c)"),
    ("boston-5-stud-poker", "nj", {}, {"ante": 1000, "bonus3": 100}, "24.6(c)"),
    ("boston-5-stud-poker", "nj", {}, {"ante": 1000}, "24.1 First wager"),
    ("caribbean-stud-poker", "nj", {}, {"progressive": 100}, "16.6(c)"),
    ("caribbean-stud-poker", "nj-19-47", {}, {"ante": 1000, "progressive": 200}, "16.6(c)"),
    ("let-it-ride-poker", "nj", {}, {"lir_bonus": 200}, "18.6A(b)"),
    ("pai-gow", "nj", {"dragons_eye": True}, {"odd": 1000}, "10.5(d)"),
    ("three-card-poker", "nj", TIED, {"pair_plus": 1000}, "20.6(f), 20.6(f)1"),
    ("three-card-poker", "nj", {}, {"ante": 1000, "six_card": 500}, "20.6(a)2i, 20.12A(b)"),
    ("ultimate-texas-hold-em", "nj", {}, {"ante": 1000, "blind": 500}, "32.1 Blind"),
    ("ultimate-texas-hold-em", "nj", {}, {"trips": 500}, "32.6(c)"),
    ("three-card-blitz", "md", {}, {"ante": 1000, "blind": 500}, "7.F(1)"),
]


def lay_and_close(table, bets) -> None:
    table.begin()
    for name, amount in bets.items():
        table.bet(1, {name: amount})
    table.close()


@pytest.mark.parametrize(("id", "edition", "options", "bets", "cite"), CASES)
def test_a_refusal_carries_what_decides_it(id, edition, options, bets, cite) -> None:
    table = houseway.open_table(id, edition, seed=1, options=options)
    table.sit(1, "Ann")
    with pytest.raises(Refused) as refusal:
        lay_and_close(table, bets)
    assert refusal.value.cite == cite
