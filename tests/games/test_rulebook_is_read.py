"""Nothing in a rulebook is idle: the round reads every rule and every option while the scenarios of
the game run. What is only for people to read stands under ``stated``."""

from collections.abc import Iterator

import pytest

from houseway.games import Game, games
from houseway.pages.scenarios_run import ran
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_rule_and_option_is_read(game: Game) -> None:
    read = {name for edition in game.editions for name in ran(game, edition).asked}
    assert read, "nothing was noted"
    for edition in game.editions:
        book = game.rulebook(edition)
        assert set(book.rules) - read == set(), "rules that nothing reads"
        used = read | set(depended_on(book)) | set(bounded(book))
        assert set(book.options) - used == set(), "options that decide nothing"


def bounded(book: Rulebook) -> Iterator[str]:
    """Options that refuse a house something by themselves: a choice that the law does not list."""
    for name, option in book.options.items():
        if option.choices or option.at_least is not None or option.at_most is not None:
            yield name


def depended_on(book: Rulebook) -> Iterator[str]:
    """The options that other parts of a rulebook depend on."""
    for wager in book.wagers.values():
        yield from (*wager.cases, *filter(None, [wager.if_offered]))
    for part in (*book.round.values(), *book.irregularities.values()):
        yield from part.cite_by
    for rule in book.rules.values():
        yield from rule.by
    for found in book.irregularities.values():
        yield from (*found.only_if, *filter(None, [found.rulings_by]))
    for constraint in book.constraints:
        yield from (*constraint.when, *constraint.then)
    for cap in book.caps.values():
        yield from filter(None, [cap.limit])
    for least in book.minimums.values():
        yield from filter(None, [least.if_chosen])
    for paytable in book.paytables.values():
        yield from filter(None, [paytable.drawn_if])


def test_what_is_stated_is_not_read() -> None:
    """The round cannot decide anything by what is only stated."""
    found = games()["caribbean-stud-poker"]
    rules = TableRules(found.rulebook("nj"))
    assert "leaving" in rules.book.stated
    assert not rules.fixes("leaving")
    with pytest.raises(ValueError, match="has no rule or option 'leaving'"):
        rules.rule("leaving")
