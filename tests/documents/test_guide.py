"""Gaming guides: leaflets for every game, and full rules as booklets."""

import re

import pytest

from houseway.certificates import figures
from houseway.documents.blocks import (
    Clauses,
    Contents,
    Document,
    Drawing,
    Grid,
    Heading,
    Steps,
    Terms,
    Words,
)
from houseway.documents.guide import booklet, leaflet
from houseway.documents.html import html
from houseway.documents.pdf import pdf
from houseway.documents.plain import plain
from houseway.games import games
from houseway.rulebook.handout import Handout
from houseway.rulebook.placard import shown_wagers
from houseway.rulebook.table_rules import TableRules

GAMES = list(games().values())
WORD = re.compile(r"[a-z]{4,}")


def guide(game, **options: object) -> Document:
    edition = game.editions[0]
    rules = TableRules(game.rulebook(edition), options)
    return leaflet(rules, game.handout, game.layout(edition))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_leaflet_has_all_that_a_player_asks(game) -> None:
    blocks = guide(game).blocks
    steps = [block for block in blocks if isinstance(block, Steps) and block.numbered]
    assert 3 <= len(steps[0].items) <= 8
    assert all(len(item) < 220 for item in steps[0].items)
    (drawing,) = [block for block in blocks if isinstance(block, Drawing)]
    assert drawing.svg.startswith("<svg")
    text = plain(guide(game))
    for name, wager in shown_wagers(
        TableRules(game.rulebook(game.editions[0])), game.handout
    ).items():
        named = game.handout.names.get(name, wager.name)
        shared = game.rulebook(game.editions[0]).paytables.get(wager.paytable or "")
        assert named in text or (shared and shared.name in text) or not wager.says, name
    assert "Split hand 2" not in text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_booklet_has_every_paragraph_of_the_rulebook(game) -> None:
    book = game.rulebook(game.editions[0])
    made = booklet(book, game.handout, game.layout(game.editions[0]))
    told = {
        cell
        for block in made.blocks
        if isinstance(block, Grid)
        for row in block.rows
        for cell in row
    }
    clauses = [item for block in made.blocks if isinstance(block, Clauses) for item in block.items]
    said = "\n".join([*told, *(text for _, _, text, _ in clauses)])
    known = set(WORD.findall(said.lower()))
    cited = ", ".join(note for *_, note in clauses)
    for one in (*book.round.values(), *book.irregularities.values()):
        assert {word for word in WORD.findall(one.says.lower()) if word[-1] != "s"} <= known
        assert {*one.cite.split(", ")} <= {*cited.split(", "), ""}
    for table in book.paytables.values():
        assert set(table.rows.values()) <= told
    assert "Split hand 2 (" not in said
    assert "{ref" not in said
    assert any(isinstance(block, Contents) for block in made.blocks)


def test_the_rules_at_the_table_change_what_a_guide_says() -> None:
    blackjack = games()["blackjack"]
    assert "stands on all 17s" in plain(guide(blackjack))
    assert "stands on all 17s" not in plain(guide(blackjack, soft_17="hit"))
    assert "hits soft 17" in plain(guide(blackjack, soft_17="hit"))


def test_the_house_advantage_is_told_if_asked() -> None:
    game = games()["three-card-poker"]
    rules = TableRules(game.rulebook("nj"))
    results = figures.at_table(game, rules, wager="pair_plus")
    told = plain(leaflet(rules, game.handout, game.layout("nj"), results))
    edge = f"{float(results[0].outcomes.house_advantage):.2%}"
    assert f"Pair Plus {edge}" in " ".join(told.split())
    assert "HOUSE ADVANTAGE" in told
    assert "HOUSE ADVANTAGE" not in plain(guide(game))


def test_a_game_that_nobody_wrote_steps_for_has_those_of_its_rulebook() -> None:
    game = games()["casino-war"]
    book = game.rulebook("nj")
    made = leaflet(TableRules(book), Handout(), None)
    (steps,) = [block for block in made.blocks if isinstance(block, Steps) and block.numbered]
    assert list(steps.items) == [step.says for step in book.round.values()]


def test_every_kind_of_block_is_shown_in_every_form() -> None:
    made = Document(
        "Title",
        "under",
        [
            Contents(),
            Heading("First & foremost"),
            Words("A paragraph."),
            Steps(["one <b>", "two"]),
            Steps(["point"], numbered=False),
            Terms([("Name", "meaning")]),
            Grid("Grid", ["word", "number>"], [["a", "1"]]),
        ],
        style="leaflet",
    )
    page = html(made)
    assert '<a href="#first-foremost">' in page
    assert 'id="first-foremost"' in page
    assert "<li>one &lt;b&gt;</li>" in page
    assert "<dt>Name</dt><dd>meaning</dd>" in page
    assert pdf(made).startswith(b"%PDF")
    assert "1. one <b>\n2. two\n- point\nName: meaning\nword  number\na" in plain(made)
