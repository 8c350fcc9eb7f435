"""A table that has been played changes its rules with notice (13:69F-8.3), whatever the game."""

import pytest

import houseway
from houseway.games import games
from houseway.referee.data import TableData
from houseway.referee.scenarios import fingerprint
from houseway.referee.table import DEVICES, Table
from houseway.rulebook.cite import is_under
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused

EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]


def opened(game, edition: str, rounds: int, **more) -> Table:
    """A table that has been played for so many rounds."""
    first = Table(game.play, game.rulebook(edition), **more)
    kept = TableData(rounds=rounds, meters=dict(first.data.meters))
    return Table(game.play, game.rulebook(edition), data=kept, **more)


def cleared(table: Table, option: str) -> Table:
    """A table from which the machine that an option names has been taken out."""
    if option in DEVICES and table.rules.rule(option) not in ("manual", "manual_shoe", "hand"):
        table.take_out(table.rules.rule(option), table.rules.rule("device_out")[0])
    return table


def others(table: Table) -> list[dict[str, object]]:
    """Every single change of an option that would be lawful at a table that is being opened."""
    found: list[dict[str, object]] = []
    for name, option in table.rules.book.choices.items():
        now = table.rules.options[name]
        choices = option.choices or {"flag": [True, False], "money": ["$100,000"]}.get(
            option.kind, range(1, 9)
        )
        for choice in choices:
            try:
                if table.changed({name: choice}).options[name] != now:
                    found.append({name: choice})
            except Refused:
                continue
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_what_is_a_rule_is_announced_once_a_round_has_been_played(game, edition) -> None:
    changes = others(opened(game, edition, 0))
    assert changes
    notice = opened(game, edition, 0).rules.chapter.rule_notice
    free = notice.free.options if notice else None
    for change in changes:
        (name,) = change
        cleared(opened(game, edition, 0), name).change(**change)
        cleared(opened(game, edition, 1, practice=True), name).change(**change)
        played = cleared(opened(game, edition, 1), name)
        if free is None or name in free:
            played.change(**change)
            continue
        before = fingerprint(played)
        with pytest.raises(Refused, match=rf"a change of .*{name}.* is announced") as told:
            played.change(**change)
        assert told.value.cite.split(", ")[-1] == notice.cite
        assert fingerprint(played) == before
        played.announce(RuleChange(change, 30, 0, 0, 0))


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_what_is_free_decides_no_wager(game, edition) -> None:
    """A device may be changed freely, so the same cards must come to the same: nothing that a
    wager, its price or its limits are read from depends on it."""
    table = opened(game, edition, 0)
    if (notice := table.rules.chapter.rule_notice) is None:
        return
    book = game.rulebook(edition)
    for name in notice.free.options:
        assert all(wager.if_offered != name for wager in book.wagers.values())
        assert all(name not in wager.cases for wager in book.wagers.values())
        assert all(cap.limit != name for cap in book.caps.values())
        assert name not in book.paytables


def test_a_round_that_has_begun_is_play_and_one_that_nobody_bet_on_is_a_round() -> None:
    table = houseway.open_table("three-card-blitz", seed=3)
    table.change(blind=2)
    table.sit(1)
    table.bet(1, ante=1000, blind=1000)
    with pytest.raises(Refused, match="between rounds"):
        table.change(blind=3)
    table.close()
    table.act(1, "fold")
    with pytest.raises(Refused, match="announced at least 30 minutes"):
        table.change(blind=3, second_deck=False)
    table.change(blind="2")  # no change
    table.announce(RuleChange({"blind": 3}, 30, 0, 0, 0))
    table.at(30)
    table.bet(1, ante=1000, blind=1000)
    assert table.rules.rule("blind") == "3"


LOW, HIGH = {"payout_limit": 6_000_000}, {"payout_limit": 7_000_000}
OWN = [
    ("blackjack", {"surrender": True}, {"surrender": False}, "2.8(c), 8.3(b)"),
    ("blackjack", {"surrender": False}, {"surrender": True}, "2.8(c), 8.3(b)"),
    ("blackjack", {}, {"dealer_cards": "hole_with_reader"}, "8.3(b)"),
    ("blackjack", {"over_under_offered": True}, {"over_under_offered": False}, "2.17(a), 8.3(b)"),
    ("blackjack", {}, {"over_under_offered": True}, "8.3(b)"),
    ("let-it-ride-poker", HIGH, LOW, "18.11(c), 8.3(b)"),
    ("let-it-ride-poker", {}, LOW, "18.11(c), 8.3(b)"),
    ("let-it-ride-poker", LOW, HIGH, "8.3(b)"),
    ("boston-5-stud-poker", LOW, HIGH, "24.11(e), 8.3(b)"),
    ("boston-5-stud-poker", HIGH, LOW, "8.3(b)"),
    ("baccarat-punto-banco", {"vig_rate": "4%"}, {"vig_rate": "5%"}, "3.3(d), 8.3(b)"),
    ("baccarat-punto-banco", {"vig_rate": "5%"}, {"vig_rate": "4%"}, "8.3(b)"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "before", "after", "cite"), OWN)
def test_a_games_own_paragraph_on_notice_comes_first(id, before, after, cite) -> None:
    table = opened(games()[id], "nj", 1, options=before)
    with pytest.raises(Refused) as refusal:
        table.change(**after)
    assert refusal.value.cite == cite
    with pytest.raises(Refused, match="must be announced at least 30 minutes") as refusal:
        table.announce(RuleChange(after, 60, 0, 31, 0))
    assert refusal.value.cite == f"{cite}, 8.3(b)2"


def test_every_paragraph_on_notice_is_that_of_an_option() -> None:
    books = [game.rulebook("nj") for game in games().values() if "nj" in game.editions]
    chapter = houseway.open_table("blackjack").rules.chapter
    for own in chapter.rule_notice.own:
        assert any(
            name in book.choices and is_under(book.choices[name].cite, own.cite)
            for book in books
            for name in own.options
        ), own
