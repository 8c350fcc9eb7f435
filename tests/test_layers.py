"""Who may import whom: docs/architecture.md, kept by a test."""

import ast
from pathlib import Path

import houseway

SRC = Path(houseway.__file__).parent
BASE = {"rulebook", "equipment", "hands"}
MAY_IMPORT = {
    "rulebook": {"rulebook"},
    "equipment": {"equipment"},
    "hands": {"hands"},
    "referee": BASE | {"referee"},
    "odds": {"equipment", "hands", "odds"},
    "games": BASE | {"referee", "odds", "games"},
    "simulate": BASE | {"referee", "odds", "games", "simulate"},
    "recount": BASE | {"referee", "odds", "games", "simulate", "recount"},
    "ledger": BASE | {"referee", "odds", "games", "ledger"},
    "documents": BASE | {"referee", "odds", "games", "documents"},
    "training": BASE | {"referee", "odds", "games", "simulate", "terminal", "training"},
    "server": BASE
    | {
        "referee",
        "odds",
        "games",
        "simulate",
        "documents",
        "terminal",
        "certificates",
        "ledger",
        "training",
        "server",
    },
}


def imports(path: Path) -> set[str]:
    """The parts of houseway that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            modules = [node.module or ""]
            if node.module == "houseway":
                modules = [f"houseway.{alias.name}" for alias in node.names]
        found |= {m.split(".")[1] for m in modules if m.startswith("houseway.")}
    return found


def test_nothing_imports_upward() -> None:
    for layer, allowed in MAY_IMPORT.items():
        files = list((SRC / layer).rglob("*.py"))
        assert files, f"{layer} has no files"
        for path in files:
            upward = imports(path) - allowed
            assert not upward, f"{path.relative_to(SRC)} imports {upward}"


def test_every_layer_is_known() -> None:
    folders = {path.parent.name for path in SRC.glob("*/__init__.py")}
    assert folders <= {*MAY_IMPORT, "cli", "mutate", "terminal"}


def test_a_game_is_reached_only_through_the_registry() -> None:
    games = {path.parent.name for path in (SRC / "games").glob("*/game.py")}
    for path in SRC.rglob("*.py"):
        if path.is_relative_to(SRC / "games"):
            continue
        text = path.read_text()
        assert not [game for game in games if f"games.{game}" in text], path


def test_the_architecture_page_tells_the_same_layers() -> None:
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text()
    for layer, allowed in MAY_IMPORT.items():
        row = (
            f"| `{layer}` | {', '.join(f'`{name}`' for name in sorted(allowed - {layer})) or '-'} |"
        )
        assert row in page, row


def test_a_second_count_shares_no_counting() -> None:
    """It knows results as data and asks the referee; no engine of the odds, no solver of a game."""
    shared = set()
    for path in (SRC / "recount").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                shared.add(node.module)
    assert {name for name in shared if name.startswith("houseway.odds")} == {"houseway.odds.result"}
    assert {name for name in shared if name.startswith("houseway.games")} <= {
        "houseway.games",
        "houseway.games.recount",
        "houseway.games.result_at",
        "houseway.games.sums",
    }
