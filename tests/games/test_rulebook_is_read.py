"""Nothing in a rulebook is idle: the round reads every rule and every option while the scenarios of
the game run. What is only for people to read stands under ``stated``."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from houseway.games import Game, games
from houseway.referee.scenarios import check_file, read_scenarios
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """By game, the names that have been asked for: a rule's value, or the paragraph behind it."""
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for method in ("_look_up", "_look_up_cite"):
        looked_up = getattr(TableRules, method)

        def noted(rules: TableRules, name: str, looked_up=looked_up):
            asked[rules.book.game].add(name)
            return looked_up(rules, name)

        monkeypatch.setattr(TableRules, method, noted)
    return asked


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_rule_and_option_is_read(game: Game, read: dict[str, set[str]]) -> None:
    for edition in game.editions:
        file = read_scenarios(game.scenarios(edition))
        assert list(check_file(file, game.play, game.rulebook(edition)))
    assert read[game.id], "nothing was noted"
    for edition in game.editions:
        book = game.rulebook(edition)
        assert set(book.rules) - read[game.id] == set(), "rules that nothing reads"
        used = read[game.id] | set(depended_on(book)) | set(bounded(book))
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


def test_what_is_stated_is_not_read(read: dict[str, set[str]]) -> None:
    """The round cannot decide anything by what is only stated."""
    found = games()["caribbean-stud-poker"]
    rules = TableRules(found.rulebook("nj"))
    assert "leaving" in rules.book.stated
    assert not rules.fixes("leaving")
    with pytest.raises(ValueError, match="has no rule or option 'leaving'"):
        rules.rule("leaving")
