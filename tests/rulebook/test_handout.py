"""The words of signs and guides, for every game."""

import pytest

from houseway.games import games
from houseway.rulebook.handout import (
    Handout,
    is_hidden,
    posted,
    shared,
    undecided,
    unknown_names,
)
from houseway.rulebook.placard import pay_tables, placard, shown_wagers
from houseway.rulebook.table_rules import TableRules

GAMES = list(games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_word_of_a_handout_is_one_of_its_game(game) -> None:
    assert list(unknown_names(game.handout, [game.rulebook(e) for e in game.editions])) == []


def test_a_name_that_the_game_does_not_have_is_told() -> None:
    book = games()["blackjack"].rulebook("nj")
    handout = Handout.model_validate(
        {
            "posted": [{"if": {"soft_18": True}, "says": "x"}, "{decs}"],
            "how": [{"if": {"soft_17": "sit"}, "says": "x"}],
            "unposted": ["nothing"],
            "hidden": ["side"],
            "rows": {"main_pays": {"joker": {"soft_16": True}}},
        }
    )
    assert list(unknown_names(handout, [book])) == [
        "'soft_18' is no option or rule",
        "'decs' is no option or rule",
        "'sit' is no choice of soft_17",
        "'nothing' is no option or rule",
        "'side' is no wager",
        "'joker' is no row of main_pays",
        "'soft_16' is no option or rule",
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_somebody_has_decided_of_every_option_whether_it_is_posted(game) -> None:
    for edition in game.editions:
        assert undecided(TableRules(game.rulebook(edition)), game.handout) == []
    assert len(game.handout.how) >= 3


def test_what_is_shared_is_used() -> None:
    known = {
        name
        for game in GAMES
        for book in map(game.rulebook, game.editions)
        for name in (*book.options, *book.rules)
    }
    for phrase in shared().posted:
        assert phrase.about <= known, phrase.says
    assert set(shared().unposted) <= known
    assert not set(shared().unposted) & {n for one in shared().posted for n in one.about}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_sign_has_every_wager_that_a_player_makes_and_no_other(game) -> None:
    rules = TableRules(game.rulebook(game.editions[0]))
    made = placard(rules, game.handout)
    told = " ".join([table.name for table in made.tables])
    for name, wager in shown_wagers(rules, game.handout).items():
        if wager.pays or (wager.paytable and not rules.book.rates):
            shared_by = rules.book.paytables[wager.paytable].name if wager.paytable else ""
            called = game.handout.names.get(name, wager.name)
            assert called in told or (shared_by and shared_by in told), name
    assert "Split hand" not in told
    assert "Double of" not in told
    assert not any(line.startswith("Whether") or line.endswith(": no") for line in made.rules)
    assert made.minimum.startswith("$") or made.stakes


def test_a_choice_changes_what_is_posted() -> None:
    blackjack = games()["blackjack"]
    book = blackjack.rulebook("nj")
    stand = posted(TableRules(book), blackjack.handout)
    hit = posted(TableRules(book, {"soft_17": "hit"}), blackjack.handout)
    assert "Dealer stands on soft 17" in stand
    assert "Dealer stands on soft 17" not in hit
    assert "Dealer hits soft 17" in hit
    again = {"resplit_offered": True, "boxes": "6", "resplits": "4"}
    told = posted(TableRules(book, again), blackjack.handout)
    assert "Pairs may be split again, up to 4 hands" in told


def test_a_row_is_there_only_where_the_house_pays_it() -> None:
    blackjack = games()["blackjack"]
    book = blackjack.rulebook("nj")

    def rows(options: dict[str, object]) -> list[str]:
        tables = pay_tables(TableRules(book, options), blackjack.handout)
        (main,) = [table for table in tables if table.name == "Blackjack"]
        return [row for row, _ in main.rows]

    assert rows({}) == ["Blackjack", "Any other winning hand"]
    assert "Three sevens" in rows({"pays_777": True})


def test_a_game_that_nobody_wrote_words_for_is_told_by_its_labels() -> None:
    blackjack = games()["blackjack"]
    rules = TableRules(blackjack.rulebook("nj"), {"several_bettors": True})
    told = posted(rules, Handout())
    assert "Up to three people may bet on a box" in told
    assert is_hidden("split_2_on_3", Handout())
    assert not is_hidden("double_attack", Handout())
