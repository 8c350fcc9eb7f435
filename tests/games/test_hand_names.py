"""Every game that deals cards says what a hand is called, and says nothing of what is hidden."""

import pytest

from houseway.equipment.cards import UNKNOWN, cards
from houseway.games import game, games
from houseway.rulebook.table_rules import TableRules

CALLED = [  # game, hands by place, the place, what its hand is called
    ("blackjack", {1: "Ac 7d"}, 1, "soft 18"),
    ("blackjack", {1: "Ac 7d 9h"}, 1, "17"),
    ("blackjack", {1: "Ac Kd"}, 1, "blackjack"),
    ("blackjack", {1: "Ac Kd", "1.2": "Ad 5c"}, 1, "21"),
    ("blackjack", {1: "Ac Kd", "1.2": "Ad 5c"}, "1.2", "soft 16"),
    ("blackjack", {"dealer": "Tc 6d 6h"}, "dealer", "bust with 22"),
    ("mini-baccarat", {"player": "9c 9d"}, "player", "natural 8"),
    ("mini-baccarat", {"player": "9c 8d"}, "player", "7"),
    ("mini-baccarat", {"banker": "2c 3d 4h"}, "banker", "9"),
    ("mini-baccarat", {"banker": "2c"}, "banker", ""),
    ("red-dog", {"board_left": "4c", "board_right": "9d"}, "board_right", "spread 4"),
    ("red-dog", {"board_left": "4c", "board_right": "5d"}, "board_right", "consecutive"),
    ("red-dog", {"board_left": "4c", "board_right": "4d"}, "board_right", "pair"),
    ("casino-war", {1: "Qd"}, 1, "queen"),
    ("three-card-poker", {1: "2c 3d Ah"}, 1, "straight, three high"),
    ("three-card-poker", {1: "2c 9c Ac"}, 1, "flush, ace high"),
    ("three-card-poker", {"dealer": "Qc 9d 2h"}, "dealer", "queen high"),
    ("caribbean-stud-poker", {1: "Tc Td 4h 4s 9c"}, 1, "two pair, tens and fours"),
    ("caribbean-stud-poker", {1: "6c 6d 6h 4s 4c"}, 1, "full house, sixes over fours"),
    ("ultimate-texas-hold-em", {1: "Ac 9d", "board": "9h 2s 2c"}, 1, "two pair, nines and deuces"),
    ("ultimate-texas-hold-em", {1: "Ac 9d", "board": "9h 2s 2c"}, "board", ""),
    ("four-card-poker", {1: "5c 5d 9h 9s Kc"}, 1, "two pair, nines and fives"),
    ("four-card-poker", {1: "5c 6d 7h 8s Kc"}, 1, "straight, eight high"),
    ("four-card-poker", {"dealer": "5c 6c 7c Kc 2d 2h"}, "dealer", "flush, king high"),
    ("boston-5-stud-poker", {1: "5c 4d 3h"}, 1, "straight, five high"),
    ("boston-5-stud-poker", {1: "5c 4d 3h 3c 2d"}, 1, "pair of threes"),
    ("two-card-joker-poker", {1: "X1 9d"}, 1, "pair of nines"),
    ("two-card-joker-poker", {1: "X1 X2"}, 1, "two jokers"),
    ("two-card-joker-poker", {1: "Ac Kc"}, 1, "royal flush"),
    ("two-card-joker-poker", {1: "Ac 2d"}, 1, "straight, deuce high"),
    ("mini-tex-3-card-hold-em", {1: "Ac 2d"}, 1, "ace high"),
    ("mini-tex-3-card-hold-em", {1: "Ac 2d", "board": "9h 9s"}, 1, "pair of nines"),
    ("mini-tex-3-card-hold-em", {1: "Ac 2d", "board": "9h 9s 9c"}, 1, "pair of nines"),
    ("colorado-hold-em-poker", {1: "Ac Ad", "board": "Ah 9s 9c"}, 1, "full house, aces over nines"),
    ("flop-poker", {1: "Ac Ad 2h"}, 1, "pair of aces"),
    ("flop-poker", {1: "Ac Ad 2h", "board": "9s 9c 9d"}, 1, "two pair, aces and nines"),
    ("double-down-stud", {1: "Ac", "board_up": "Ah 9s 8c"}, 1, "pair of aces"),
    ("mississippi-stud", {1: "8c 8d"}, 1, "pair of eights"),
    ("let-it-ride-poker", {1: "Tc Jc Qc", "board": "Kc Ac"}, 1, "royal flush"),
    ("three-card-blitz", {1: "Ah Kh Qh 2c 3d"}, 1, "Royal Blitz in hearts, 31"),
    ("three-card-blitz", {1: "Ah Th Jh 2c 3d"}, 1, "Blitz in hearts, 31"),
    ("three-card-blitz", {1: "9s 8s 5s 2c 3d"}, 1, "22 in spades"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "hands", "place", "name"), CALLED)
def test_what_a_hand_is_called(id: str, hands: dict, place: int | str, name: str) -> None:
    held = {where: cards(written) for where, written in hands.items()}
    assert game(id).name_hand(held, place, TableRules(game(id).rulebook())) == name


@pytest.mark.parametrize("id", sorted({row[0] for row in CALLED}))
def test_a_hand_with_a_hidden_card_is_not_named(id: str) -> None:
    rules = TableRules(game(id).rulebook())
    assert game(id).name_hand({1: [*cards("Ac"), UNKNOWN]}, 1, rules) == ""
    assert game(id).name_hand({}, 1, rules) == ""


def test_every_game_of_cards_names_its_hands() -> None:
    dealt = {
        name
        for name, one in games().items()
        if (deck := one.rulebook(one.editions[0]).deck) and deck.kind == "cards"
    }
    assert {
        name for name in dealt if not (games()[name].folder / "hand_names.py").exists()
    } == set()


FLOP = {"board_1": "Kd", "board_2": "9h", "board_3": "2c"}
CROSS = {
    "board_near": "Kd", "board_center": "Qs", "board_far": "Jh", "board_left": "4c",
    "board_right": "7s",
}  # fmt: skip
KICKERS = [
    (
        "texas-hold-em-bonus-poker",
        "pair of aces with king, ten and nine",
        {1: "Ac Td", "board": "As Kd 9c 5h 2s"},
    ),
    ("caribbean-stud-poker", "ace high with king, nine, five and three", {1: "Ac Kd 9s 5h 3c"}),
    ("three-card-poker", "flush, queen high with ten and deuce", {1: "Qd Td 2d"}),
    ("four-card-poker", "pair of nines with king and four", {1: "9c 9d Ks 4h 2c"}),
    ("two-card-joker-poker", "king high with seven", {1: "Kc 7d"}),
    ("flop-poker", "two pair, kings and nines with five", {1: "Kc 9d 5s", **FLOP}),
    (
        "double-cross-poker",
        "pair of kings with queen, jack and deuce",
        {"dealer": "Kc 2d", **CROSS},
    ),
]


@pytest.mark.parametrize(("id", "called", "dealt"), KICKERS)
def test_side_cards_are_named_when_they_are_asked_for(id, called, dealt) -> None:
    rules, hands = TableRules(game(id).rulebook()), {p: cards(c) for p, c in dealt.items()}
    place = next(iter(dealt))
    assert game(id).name_hand(hands, place, rules, kickers=True) == called
    assert game(id).name_hand(hands, place, rules) == called.partition(" with ")[0]


SET = [  # hands as somebody has set them, whatever the house way would do
    ("asia-poker", "ace high / queen-deuce / ten", "Ac Kd 9h 2s", "Qd 2c", "Th"),
    ("asia-poker", "pair of aces / pair of kings / queen", "Ac Ad 9h 2s", "Kd Kc", "Qh"),
    ("pai-gow-poker", "pair of nines / ace-king", "9c 9d 5h 4s 2d", "Ac Kd"),
    ("pai-gow-poker", "pair of deuces / king-queen", "2c 2d Ac 5h 4s", "Kd Qc"),
    ("supreme-pai-gow", "pair of nines / 5 points, four high", "9c 9d", "Ac 4d"),
    ("pai-gow", "Teen pair / 9", "6-6 6-6b", "4-5 5-5"),
    ("pai-gow", "Wong with Day / Gong with Teen", "1-1 3-6", "6-6 4-4"),
    ("pai-gow", "supreme pair / 0", "2-4 1-2", "4-6 5-5"),
]


@pytest.mark.parametrize(("id", "called", "parts"), [(one[0], one[1], one[2:]) for one in SET])
def test_hands_that_are_set_are_named_as_they_were_set(id: str, called: str, parts) -> None:
    names = ("high", "low") if len(parts) == 2 else ("high", "medium", "low")
    held = {name: cards(part) for name, part in zip(names, parts, strict=True)}
    rules = TableRules(game(id).rulebook())
    assert game(id).name_set(held, rules) == called
    seven = [card for part in held.values() for card in part]
    assert game(id).name_hand({1: seven}, 1, rules) == "", "before it is set a name would advise"
