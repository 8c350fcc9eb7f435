"""A game outside of the package: begun by a command, found in a folder or as an entry point."""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from houseway.games import Game, games
from houseway.new_game.lint import flaws
from houseway.referee.round import Round

BEGINNING = Path(sys.modules["houseway.new_game"].__file__ or "").parent


def houseway(*words: str | Path, games: Path | None = None, path: Path | None = None) -> str:
    """What a command prints, whether it holds or not."""
    env = {**os.environ, "COLUMNS": "200"}
    env.pop("HOUSEWAY_GAMES", None)
    if path:
        env["PYTHONPATH"] = str(path)
    own = ["--games", str(games)] if games else []
    command = [sys.executable, "-m", "houseway", *own, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of its own numbering, one by the law, and one like another game."""
    folder = tmp_path_factory.mktemp("games")
    houseway("new-game", "lucky-card", "--into", folder)
    houseway("new-game", "hot-dog", "--law", "6", "--into", folder)
    houseway(
        "new-game",
        "my-poker",
        "--like",
        "three-card-poker",
        "--title",
        "My Fine Poker",
        "--into",
        folder,
    )
    return folder


def test_what_is_begun_runs_and_fits(begun: Path) -> None:
    for id in ("lucky-card", "hot-dog"):
        assert "Nothing in" in houseway("lint-game", id, games=begun)
        (scenarios,) = (begun / id.replace("-", "_")).glob("*.scenarios.yaml")
        assert "12 of 12 scenarios hold" in houseway("check", scenarios, games=begun)


def test_a_game_with_its_own_numbering_has_its_own_law(begun: Path) -> None:
    told = houseway("law", "own-lucky_card", games=begun)
    assert told.splitlines()[-1].split()[1:] == ["15", "13", "2", "0", "0", "100.0", "%"]
    assert "1.4(b)" in houseway("show", "lucky-card", "--cite", "1.4(b)", games=begun)


ACTS = """
from houseway.rulebook.acts import Case, act
from houseway.rulebook.chapter import Said
from houseway.rulebook.refusal import Refused


class Keeping(Case):
    @classmethod
    def law(cls, edition):
        return Said(says="The deck is put away.", cite="1.7") if edition == "own" else None

    @act
    def put_away(self, how):
        if not self.papers["box"].get("locked"):
            raise Refused("locked is missing: the box has no lock", self.law(self.edition).cite)


ACTS = {"keeping": Keeping}
"""
CASES = """
game: lucky-card
acts: keeping
edition: own
papers: {box: {locked: true}}
scenarios:
- {name: a deck is put away, cite: 1.7, does: [put_away]}
- {name: a box without a lock, cite: 1.7, does: [put_away], without: {box.locked: 1.7}}
"""


def test_what_is_done_away_from_a_table_is_found_by_its_folder(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lucky_card"
    shutil.copytree(begun / "lucky_card", folder)
    (folder / "acts.py").write_text(ACTS)
    file = folder / "own.keeping.scenarios.yaml"
    file.write_text(CASES)
    assert "2 of 2 scenarios hold" in houseway("check", file, games=tmp_path)
    with (folder / "own.law.tsv").open("a") as law:  # a paragraph that no round shows at work
        law.write("1.7\texecuted\n")
    told = houseway("law", "own-lucky_card", games=tmp_path)
    assert told.splitlines()[-1].split()[1:] == ["16", "14", "2", "0", "0", "100.0", "%"]
    (listed,) = [row for row in json.loads(houseway("games", "--json", games=tmp_path))
                 if row["game"] == "lucky-card"]  # fmt: skip
    assert listed["scenarios"] == 14
    file.write_text(CASES.replace("acts: keeping", "acts: weeping"))
    assert "lucky-card has no acts 'weeping': keeping" in houseway("check", file, games=tmp_path)


def test_a_game_by_the_law_has_every_paragraph_as_a_line(begun: Path) -> None:
    text = (begun / "hot_dog" / "nj.yaml").read_text()
    cases = (begun / "hot_dog" / "nj.scenarios.yaml").read_text()
    for cite in ("6.3(b)", "6.9"):
        assert f"#   {cite}: executed" in text
        assert f"cite: {cite}" in cases


def test_a_game_like_another_has_its_round_and_its_odds(begun: Path) -> None:
    assert "707/5525" in houseway("odds", "my-poker", "--wager", "pair_plus", games=begun)
    assert "my-poker" in houseway("games", games=begun)
    assert "my-poker" not in houseway("games")


def test_the_beginning_is_named_for_the_new_game(begun: Path) -> None:
    for id in ("lucky_card", "hot_dog"):
        named = [path for path in (begun / id).iterdir() if path.is_file()]
        assert len(named) > 5
        for path in named:
            assert not re.search("high.card", path.read_text(), re.IGNORECASE), path


def test_a_game_like_another_has_a_title_and_paragraphs_of_its_own(begun: Path) -> None:
    folder = begun / "my_poker"
    assert not list(folder.glob("nj*"))
    head = (folder / "own.yaml").read_text()
    assert "title: My Fine Poker" in head
    assert "law: the rules of My Fine Poker" in head
    assert "is not a title" in houseway("new-game", "x", "--title", "a: b", "--into", begun)
    assert "law_sources: [own-my_poker]" in head
    cites = r"(?<![\w.-])20\.\d|13:69F-20|Three-Card Poker"
    for path in folder.glob("*.yaml"):
        assert not re.findall(cites, path.read_text()), path
    assert "Nothing in" in houseway("lint-game", "my-poker", games=begun)
    told = houseway("check", folder / "own.scenarios.yaml", games=begun).split()
    assert told[0] == told[2] != "0"


def test_every_change_to_the_beginning_is_noticed() -> None:
    told = houseway("mutate", "high-card", "--scenarios-only", games=BEGINNING)
    assert " 0 survive" in told


def test_shipped_figures_name_what_the_rulebook_has(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lucky_card"
    shutil.copytree(begun / "lucky_card", folder)
    result = {
        "wager": "mach",
        "stakes": {"match": "1"},
        "options": {"match": "high", "meters.a": 1},
    }
    other = {**result, "wager": "match@x", "options": {"mach": "high"}}
    file = folder / "own.certificate.json"
    file.write_text(json.dumps({"results": [result, other, {**other, "wager": "main"}]}))
    told = houseway("lint-game", "lucky-card", games=tmp_path).splitlines()
    assert [line.partition("results: ")[2] for line in told] == [
        "'mach' is no wager",
        "'mach' is no option or paytable",
    ]


def test_what_does_not_fit_is_one_line_each(begun: Path, tmp_path: Path) -> None:
    houseway("new-game", "odd-card", "--into", tmp_path)
    code, book = tmp_path / "odd_card" / "game.py", tmp_path / "odd_card" / "own.yaml"
    code.write_text(code.read_text().replace('r.say("close")', 'r.say("clse")'))
    book.write_text(
        book.read_text()
        .replace("[void_round]", "[void_rond]")
        .replace("during: [deal,", "during: [dael,")
        .replace("cards_each:", "cards_ech:")
        .replace("says: The lowest card with", "says: Whether the card with")
        .replace("areas: [ante,", "areas: [ant,")
        .replace("cite: 1.6(a)", "cite: 1.7(a)")
    )
    told = houseway("lint-game", "odd-card", games=tmp_path).splitlines()
    assert [line.split(": ", 2)[:2] for line in told] == [
        ["own.yaml", "rules.cards_ech"],
        ["own.yaml", "rules.dealer_needs.says"],
        ["own.yaml", "irregularities.dealer_card_seen.rulings"],
        ["own.yaml", "irregularities.dealer_card_seen.during"],
        ["own.yaml", "layout.areas"],
        ["own.yaml", "cite"],
        ["game.py", "line 16"],
        ["game.py", "line 26"],
    ]


def test_figures_that_name_what_there_is_not(begun: Path, tmp_path: Path) -> None:
    shutil.copytree(begun / "lucky_card", tmp_path / "lucky_card")
    folder = tmp_path / "lucky_card"
    book = (folder / "own.yaml").read_text()
    second = book[book.index("  match:\n    name: Match\n", book.index("paytables:")) :]
    second = second[: second.index("\n\n") + 1].replace("  match:", "  other:", 1)
    (folder / "own.yaml").write_text(book.replace("paytables:\n", "paytables:\n" + second, 1))
    with (folder / "handout.yaml").open("a") as words:
        words.write("rows: {bonus: {}}\n")
    with (folder / "recount.py").open("a") as count:
        count.write(
            "\n\nfrom houseway.games.authoring.recount import FirstCards, SmallTable\n"
            "FIRST = {'bonus': FirstCards((((1, 1),),)), 'match': FirstCards((((1, 1),),))}\n"
            "SMALL = SmallTable('23', 'cd', {'ante': 1, 'bet': 1}, ('raize',), {'match': 'x',"
            " 'pays': 'y'}, {'cards': 1})\n"
            "RECOUNT = Recount(first_cards=FIRST, small=(SMALL,))\n"
        )
    code = folder / "results.py"
    code.write_text(
        code.read_text() + "\n\ndef _(rules):\n    rules.schedule('mach')\n"
        "\n\nfrom dataclasses import replace\n"
        "FIGURES = replace(FIGURES, unpriced={'rase': 'x'}, apart=('decks',),"
        " progressives={'jackpot': None}, variations=lambda book: [{'match': 'z'}, {'mtch': 1}])\n"
    )
    told = houseway("lint-game", "lucky-card", games=tmp_path)
    for said in (
        "own.yaml: paytables.other: no wager is paid by it",
        "handout.yaml: handout: 'bonus' is no paytable",
        "recount.py: recount: RECOUNT, first_cards: 'bonus' is no wager",
        "RECOUNT, small table 1: 'bet' is no wager",
        "RECOUNT, small table 1: 'raize' is no wager",
        "RECOUNT, small table 1: 'x' is no choice of match",
        "RECOUNT, small table 1: 'pays' is no option or paytable",
        "RECOUNT, small table 1: 'cards' is no rule",
        "no wager 'mach' has a paytable",
        "results.py: FIGURES: unpriced: 'rase' is no wager",
        "results.py: FIGURES: progressives: 'jackpot' is no wager",
        "results.py: FIGURES: apart: 'decks' is no option or paytable",
        "results.py: FIGURES: variations: 'z' is no choice of match",
        "results.py: FIGURES: variations: 'mtch' is no option or paytable",
    ):
        assert said in told
    (folder / "recount.py").write_text("def plain_cout(result, rules):\n    return {}\n")
    assert "recount.py: recount: it has no RECOUNT" in houseway(
        "lint-game", "lucky-card", games=tmp_path
    )
    (folder / "recount.py").write_text("import nowhere\n")
    assert "it cannot be loaded: ModuleNotFoundError" in houseway(
        "lint-game", "lucky-card", games=tmp_path
    )


def test_a_step_that_nobody_wrote_is_one_line(tmp_path: Path) -> None:
    houseway("new-game", "odd-card", "--into", tmp_path)
    code = tmp_path / "odd_card" / "game.py"
    code.write_text(code.read_text().replace('r.say("close")', 'r.say("clse")'))
    told = houseway("simulate", "odd-card", "--rounds", "5", games=tmp_path)
    assert told.strip() == "houseway: the rulebook of odd-card (own) has no step 'clse'"
    code.write_text("x =")
    told = houseway("simulate", "odd-card", "--rounds", "5", games=tmp_path)
    assert "game.py, line 1: invalid syntax" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new-game", "Bad_Name"), "is not a game id"),
        (("new-game", "x", "--law", "99"), "there is no subchapter '99'"),
        (("--games", "nowhere", "games"), "there is no game in it"),
    ],
)
def test_what_cannot_be_begun_or_found_is_one_line(words: tuple[str, ...], says: str) -> None:
    told = houseway(*words)
    assert says in told
    assert len(told.splitlines()) == 1


def test_a_name_may_be_taken_once(begun: Path, tmp_path: Path) -> None:
    assert "already exists" in houseway("new-game", "lucky-card", "--into", begun)
    houseway("new-game", "blackjack", "--into", tmp_path)
    assert "there is a game 'blackjack' already" in houseway("games", games=tmp_path)


def test_an_installed_package_may_declare_games(tmp_path: Path) -> None:
    package = tmp_path / "inventors"
    houseway("new-game", "lucky-card", "--into", package)
    (package / "__init__.py").touch()
    info = tmp_path / "inventors-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: inventors\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[houseway.games]\nlucky-card = inventors.lucky_card\n")
    assert "lucky-card" in houseway("games", path=tmp_path)
    told = houseway("simulate", "lucky-card", "--rounds", "50", path=tmp_path)
    assert "Ante" in told


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_no_shipped_game_has_a_step_or_a_name_that_does_not_fit(game: Game) -> None:
    assert [one for one in flaws(game) if "nothing reads" not in one.what] == []


def test_the_authors_page_shows_what_is_in_the_files() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text()
    shown = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for name, code in shown:
        assert code in (BEGINNING / "high_card" / name).read_text(), name


def test_every_word_of_the_round_on_that_page_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text()
    for word in set(re.findall(r"`r\.([a-z_]+)", page)):
        assert hasattr(Round, word) or f"self.{word}" in inspect.getsource(Round), word


def test_a_game_outside_has_a_petition_pack(begun: Path, tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    told = houseway("petition", "pack", "lucky-card", "-o", path, games=begun)
    assert "as on checklist.pdf" in told
    names = {name.removeprefix("lucky-card/") for name in zipfile.ZipFile(path).namelist()}
    assert {"rules.pdf", "layout.pdf", "sign.pdf", "guide.pdf", "dealer-card.pdf"} <= names
    assert {"math-report.pdf", "par-sheet.xlsx", "data/own.yaml"} <= names
