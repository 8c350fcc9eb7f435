"""Rules as sentences: orders where something is ordered, facts where something is so."""

import re

import pytest

from houseway.documents.blocks import Clauses, Grid
from houseway.documents.guide import booklet
from houseway.documents.rules_text import clauses_of, house_way, sections, third_cards
from houseway.games import games
from houseway.rulebook.table_rules import TableRules
from houseway.wording.regulation import irregularity, option, step_sentence, wager
from houseway.wording.sentences import shall

GAMES = list(games().values())
BROKEN = re.compile(
    r"shall \w+ shall|shall (?:the|a|an)\b|shall \w*s\b(?<!pass)(?<!press)|\bbe be\b"
)


@pytest.mark.parametrize(
    ("told", "ordered"),
    [
        ("Losing wagers are taken.", "Losing wagers shall be taken."),
        ("A losing wager is not touched.", "A losing wager shall not be touched."),
        (
            "The dealer has no blackjack and half the wager is taken.",
            "If the dealer has no blackjack, half the wager shall be taken.",
        ),
        ("Nobody has taken the cut and the dealer cuts.",
         "If nobody has taken the cut, the dealer shall cut."),
        ("Every player has refused the shaker.", "Every player has refused the shaker."),
        ("The counts are not equal.", "The counts are not equal."),
        ("The wager must lie on its number.", "The wager shall lie on its number."),
        ("Equal hands push.", "Equal hands push."),
        ("No more bets", "The dealer shall announce “No more bets.”"),
        ("Call.", "The player may call."),
        ("A play wager equal to the ante.", "The player may make a play wager equal to the ante."),
        ("From the dealer's far right.", "The dealer shall proceed from the dealer's far right."),
        ("When all are paid the cards of the winners are collected.",
         "When all are paid the cards of the winners shall be collected."),
        ("The hand that shows most bets or checks.", "The hand that shows most bets or checks."),
    ],
)  # fmt: skip
def test_statements_become_orders(told: str, ordered: str) -> None:
    assert shall(told) == ordered


def test_a_fact_is_the_condition_of_the_wager_that_it_decides() -> None:
    book = games()["mini-baccarat"].rulebook("nj")
    told = {key: step_sentence(key, book.round[key].says, book) for key in book.round}
    assert told["tie_wins"] == "The Tie Bet wager shall win if the counts are equal."
    assert told["banker_loses"].startswith("The Banker's Hand wager shall lose if")
    assert (
        told["deal"]
        == "The dealer shall deal four cards one by one to player, banker, player, banker."
    )


def test_what_goes_wrong_has_rulings_in_order() -> None:
    book = games()["mini-baccarat"].rulebook("nj")
    made = irregularity(book.irregularities["shoe_runs_out"], book)
    assert made.text.startswith("If there are not enough cards in the shoe")
    assert [part.text for part in made.parts] == [
        "All hands shall be void and every wager shall be returned; and",
        "The cards shall be reshuffled.",
    ]


def test_choices_are_alternatives_without_paragraphs_of_the_law() -> None:
    book = games()["three-card-poker"].rulebook("nj")
    made = option("version", book.choices["version"], book)
    assert [part.text for part in made.parts] == [
        "Base;", "Version 1;", "Version 2; or", "Version 3.",
    ]  # fmt: skip
    ante = wager("ante", book)
    assert ante.parts[0].text == (
        "It is a wager that the player's hand beats the dealer's, or that the dealer has less than "
        "queen high. It shall be lost on a fold."
    )
    assert "Version 3" in ante.parts[-1].text
    assert "at most 5 times Pair Plus" in ante.parts[-1].text


def test_third_cards_are_a_table() -> None:
    player, banker = third_cards(games()["mini-baccarat"].rulebook("nj"))
    assert player.name == "Table 1: Third Card of the Player’s Hand"
    assert player.rows == [["Third card", *["Draw"] * 6, *["Stay"] * 4]]
    assert banker.rows[3] == ["3", *["Draw"] * 9, "Stay", "Draw"]


def test_the_house_way_is_a_list_of_steps() -> None:
    game = games()["pai-gow-poker"]
    book = game.rulebook("nj")
    way = house_way(game, TableRules(book))
    made = booklet(book, game.handout, None, way)
    (listed,) = (
        block
        for block in made.blocks
        if isinstance(block, Clauses) and "shall set a hand by" in block.items[0][2]
    )
    assert len(listed.items) == 1 + len(way) > 5
    assert [mark for _, mark, *_ in listed.items[:3]] == ["(a)", "1.", "2."]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_sentence_is_broken(game) -> None:
    for edition in game.editions:
        for section in sections(game.rulebook(edition), game.handout):
            for block in clauses_of(section, str, with_cites=True):
                if isinstance(block, Clauses):
                    for *_, text, _ in block.items:
                        assert not BROKEN.search(text), text
                        assert text[0] == text[0].upper()
                        assert text.endswith((".", ":", "and", "or", ";", "”"))
                else:
                    assert not isinstance(block, Grid) or block.rows
