"""Hands that are set on a page come from the choices alone; what happens is said in words."""

from itertools import combinations

from houseway.equipment.cards import NAMES, card, deck
from houseway.games import games, open_table
from houseway.referee.events import Event
from houseway.referee.requests import Ask, Choice
from houseway.server.table.announcements import spoken
from houseway.server.table.set_hands import groups_of, setting, written

BOOK = games()["three-card-blitz"].rulebook()


def says(held: list[int], low: tuple[int, ...]) -> str:
    high = [one for one in held if one not in low]
    return f"high {' '.join(NAMES[c] for c in high)}, low {' '.join(NAMES[c] for c in low)}"


def test_seven_cards_are_set_as_five_and_two() -> None:
    held = deck()[:7]
    choices = [
        Choice(f"way {at}", says=says(held, low)) for at, low in enumerate(combinations(held, 2))
    ]
    found = setting([*choices, Choice("house_way")])
    assert found is not None
    assert found.groups == (("high", 5), ("low", 2))
    assert [piece.code for piece in found.pieces] == [NAMES[one] for one in sorted(held)]
    made = {written(groups_of(choice.says)) for choice in choices}
    assert len(made) == len(choices) == 21  # no two are taken for each other


def test_the_order_in_which_cards_are_told_does_not_matter() -> None:
    assert written(groups_of("high 2c 3d, low 4h")) == written(groups_of("high 3d 2c, low 4h"))


def test_other_choices_are_not_set_by_hand() -> None:
    assert setting([Choice("play"), Choice("fold")]) is None
    assert setting([Choice("one", says="high 2c, low 3c")]) is None  # nothing to choose
    other = [Choice("one", says="high 2c, low 3c"), Choice("two", says="high 4c, low 3c")]
    assert setting(other) is None  # not the same cards
    assert setting([Choice("one", says="keeps 2c"), Choice("two", says="keeps 2c")]) is None
    twice = [
        Choice("one", says="keep 2c 3c, discard 2c 4d"),
        Choice("two", says="keep 2c 2c, discard 3c 4d"),
    ]
    assert setting(twice) is None  # a page could not tell the two 2c apart


def test_the_pieces_at_the_table_are_those_of_the_seat() -> None:
    table = open_table("pai-gow", seed=11)
    table.sit(1, "Ann")
    table.bet(1, pai_gow=1000)
    table.close()
    assert isinstance(table.waiting, Ask)
    found = setting(table.waiting.choices)
    assert found is not None
    held = sorted(table.view(1).state.hands[1])
    assert [card(piece.code) for piece in found.pieces] == held


def test_cards_are_said_by_name_and_those_face_down_are_counted() -> None:
    table = open_table("three-card-blitz", seed=22)
    table.sit(1, "Ann")
    table.sit(2, "Ben")
    for seat in (1, 2):
        table.bet(seat, ante=1000, blind=1000)
    table.close()
    players = {1: "Ann", 2: "Ben"}
    said = spoken(table.view(1).events, BOOK, players, [1])
    assert "Seat 1, you, bets $10 on Ante." in said
    assert "No more bets." in said
    own = next(one for one in said if one.startswith("Seat 1, you, is dealt"))
    assert own.count(" of ") == 7
    assert "Seat 2, Ben, is dealt 7 face down." in said
    assert "The dealer is dealt 7 face down." in said


def test_only_the_last_sentences_are_said() -> None:
    events = [Event("said", "dealer", says=f"number {at}") for at in range(100)]
    said = spoken(events, BOOK, {}, [])
    assert len(said) == 30
    assert said[-1] == "Number 99."
