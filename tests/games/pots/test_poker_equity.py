"""Shares of a pot: by hand, against another evaluator, and what cannot be asked."""

from fractions import Fraction

import pytest

from houseway.equipment.cards import cards
from houseway.games import game
from houseway.games.pots.poker.equity import equity
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


def rules(name: str) -> TableRules:
    return TableRules(game("poker").rulebook(), {"game": name})


def shares(name, hands, board="", **more):
    return equity(rules(name), [tuple(cards(one)) for one in hands], tuple(cards(board)), **more)


def test_one_card_to_come_is_counted_by_hand() -> None:
    # Nine hearts and no other card win; the board does not pair into a full house but by a nine,
    # a two or a king of hearts, which is counted with the hearts and beaten by three nines full
    found = shares("holdem", ["Ah Qh", "9s 9c"], "9h 2h 3c Ks")
    assert found.is_exact
    assert found.deals == 44
    # hearts left: 13 - Ah Qh 9h 2h = 9; 3h and Kh pair the board and fill the set
    assert found.shares == (Fraction(7, 44), Fraction(37, 44))


@pytest.mark.parametrize(
    ("name", "hands", "board", "told"),
    [
        ("holdem", ("2c 3d", "4c 5d"), "As Ks Qs Js Ts", (Fraction(1, 2), Fraction(1, 2))),
        # two of the own cards must play: four spades on the board are no flush with one
        ("omaha", ("2s 3d 4d 5h", "Ac Ad 7h 8h"), "Ks Qs 9s 6s Td", (0, 1)),
        ("holdem", ("2s 3d", "Ac Ad"), "Ks Qs 9s 6s Td", (1, 0)),
        # half to the high hand, half to the low one; without a low the high hand has it all
        (
            "omaha_hilo8",
            ("As 2s Kd Kc", "Ah 3h Qd Qc"),
            "4c 5d 8h Ks 9s",
            (1, 0),
        ),
        ("omaha_hilo8", ("Jh Jd Kd Kc", "Ah 2h Qd Tc"), "4c 5d 8h Ks 9s", ("1/2", "1/2")),
        ("omaha_hilo8", ("Jh Jd Kd Kc", "Ah 2h Qd Tc"), "9c 5d 8h Ks 9s", (1, 0)),
        # an 8-6 low loses to an 8-5
        ("omaha_hilo8", ("Kh Kd 6d 3c", "Ah 5h Jd Tc"), "2c 4d 8h Ks 9s", ("1/2", "1/2")),
        ("badugi", ("Ac 2d 3h 4s", "Ad 2h 3s 4c"), "", ("1/2", "1/2")),
        ("badugi", ("Ac 2d 3h 5s", "Ad 2h 3s 4c"), "", (0, 1)),
        ("triple_draw_27", ("7c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c"), "", (1, 0)),
        ("draw5_low", ("7c 5d 4h 3s 2c", "Ac 2d 3h 4s 5h"), "", (0, 1)),
    ],
)
def test_hands_that_are_complete(name, hands, board, told) -> None:
    assert shares(name, hands, board).shares == tuple(Fraction(one) for one in told)


def test_stud_deals_to_every_hand() -> None:
    found = shares(
        "stud7_high", ["As Ad Ah Kc Kd 2s", "Qs Qd Jh Tc 9d 8s"], dead=tuple(cards("3c"))
    )
    assert found.deals == 39 * 38
    # only four queens would beat aces full, and one card cannot make them
    assert found.shares == (1, 0)


def test_every_board_and_many_at_random_agree(monkeypatch) -> None:
    hands = ["As Ah", "Kd Kc", "7h 6h"]
    exact = shares("holdem", hands, "Qh 8d")  # three cards to come
    monkeypatch.setattr("houseway.games.pots.poker.equity.EXACT", 10)
    by_kernel = shares("holdem", hands, "Qh 8d")
    monkeypatch.setattr("houseway.games.pots.poker.equity.BOARDS", 10)
    sampled = shares("holdem", hands, "Qh 8d", deals=4_000, seed=1)
    assert (exact.deals, sampled.deals) == (13_244, 4_000)
    assert by_kernel == exact
    assert (exact.is_exact, sampled.is_exact) == (True, False)
    assert sum(exact.shares) == sum(sampled.shares) == 1
    for one, other, error in zip(exact.shares, sampled.shares, sampled.errors, strict=True):
        assert abs(float(one - other)) < 4 * error


@pytest.mark.soak
def test_pokerkit_has_the_same_shares_after_the_flop() -> None:
    from pokerkit import Card, Deck, StandardHighHand, calculate_equities, parse_range

    ours = shares("holdem", ["Ah Kh", "8s 8c"], "7h 2h 3c 9s")
    theirs = calculate_equities(
        (parse_range("AhKh"), parse_range("8s8c")),
        tuple(Card.parse("7h2h3c9s")), 2, 5, Deck.STANDARD, (StandardHighHand,),
        sample_count=8_000,
    )  # fmt: skip
    assert abs(float(ours.shares[0]) - theirs[0]) < 0.03


@pytest.mark.parametrize(
    ("name", "hands", "board", "says"),
    [
        ("holdem", ("As Ks",), "", "two to 11 hands"),
        ("holdem", ("As Ks", "As Qd"), "", "there is one As"),
        ("holdem", ("As Ks Qs", "Ad Qd"), "", "a hand has 2 cards at the most"),
        ("holdem", ("As Ks", "Ad Qd"), "2c 3c 4c 5c 6c 7c", "5 community cards, not 6"),
        ("draw5_high", ("As Ks", "Ad Qd"), "", "5 cards when all draws"),
        ("stud7_high", ("As Ks", "Ad Qd"), "2c", "0 community cards"),
    ],
)
def test_what_cannot_lie_so_is_refused(name, hands, board, says) -> None:
    with pytest.raises(Refused, match=says):
        shares(name, hands, board)


def test_the_command_tells_it(run, refused) -> None:
    told = run("equity", "poker", "AhQh", "9s 9c", "--board", "9h2h3cKs").stdout
    assert "15.9091%" in told
    assert "44 deals, all that can come" in told
    assert "no pot" in refused("equity", "craps", "AsKs", "QdQc")
    assert "unknown card" in refused("equity", "poker", "AsKx", "QdQc")
    assert "written as" in refused("equity", "poker", "As??", "QdQc")
