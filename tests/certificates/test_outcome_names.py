"""Outcomes are called by the rows of their own wager's paytable, in every game."""

import pytest

from houseway.certificates.figures import shipped
from houseway.games import editions_with_odds, game
from houseway.rulebook.words import row_names, words
from houseway.terminal.odds import outcome_name

EDITIONS = [pytest.param(*one, id=f"{one[0].id}-{one[1]}") for one in editions_with_odds()]


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_no_outcome_has_the_name_of_another_wagers_row(found, edition) -> None:
    book = found.rulebook(edition)
    for result in shipped(found, edition):
        terms = book.wagers.get(result.wager.partition("@")[0])
        if terms is None:
            continue  # several wagers that are played together
        own = set(book.paytables[terms.paytable].rows.values()) if terms.paytable else set()
        others = {name for table in book.paytables.values() for name in table.rows.values()} - own
        for outcome in result.outcomes.outcomes:
            told = outcome_name(outcome.label, book, result.wager)
            assert told not in others or told == words(outcome.label), (result.wager, told)


def test_a_win_on_insurance_is_a_win() -> None:
    book = game("blackjack").rulebook("nj")
    assert outcome_name("win", book, "insurance") == "win"
    assert outcome_name("win", book, "over_13") == "win"
    assert outcome_name("win", book, "main") == row_names(book, "main")["win"]
