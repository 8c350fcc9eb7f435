"""Who may import whom: docs/architecture.md, kept by a test."""

import ast
from functools import cache
from pathlib import Path

import houseway

SRC = Path(houseway.__file__).parent
ANYWHERE = {"cache"}  # imports nothing of houseway itself
BASE = {"rulebook", "equipment", "hands"}
TEMPLATE = "new_game/high_card"  # a game for outside the package, where imports are relative
SHOWN = BASE | {
    "referee", "counting", "games", "simulation", "documents", "certificates", "ledger", "training",
    "wording",
}  # fmt: skip
MAY_IMPORT = {
    "rulebook": {"rulebook"},
    "equipment": {"equipment"},
    "hands": {"hands"},
    "referee": BASE | {"referee"},
    "counting": {"equipment", "hands", "counting"},
    "games": BASE | {"referee", "counting", "games"},
    "simulation": BASE | {"referee", "counting", "games", "simulation"},
    "gym": BASE | {"referee", "counting", "games", "simulation", "gym"},
    "certificates/recount": BASE | {"referee", "counting", "games", "simulation", "certificates"},
    "ledger": BASE | {"referee", "counting", "games", "ledger"},
    "documents": BASE | {"referee", "counting", "games", "wording", "documents"},
    "wording": BASE | {"referee", "counting", "games", "wording"},
    "training": BASE | {"referee", "counting", "games", "simulation", "wording", "training"},
    "frames": BASE | {"counting", "simulation", "certificates", "ledger", "frames"},
    "certificates": BASE
    | {"referee", "counting", "games", "simulation", "wording", "certificates"},
    "mutate": BASE | {"referee", "games", "mutate"},
    "new_game": BASE | {"referee", "games", "documents", "new_game"},
    "server": SHOWN | {"frames", "server"},
    "pages": SHOWN | {"server", "pages"},
    "terminal": SHOWN | {"frames", "server", "pages", "terminal"},
    "cli": SHOWN | {"frames", "server", "pages", "terminal", "mutate", "new_game", "cli"},
}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The syntax tree of a file, flat."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def imports(path: Path) -> set[str]:
    """The parts of houseway that a file imports."""
    return {module.split(".")[1] for module in imported(path)}


@cache
def imported(path: Path) -> set[str]:
    """The modules of houseway that a file imports, each with what is taken from it."""
    found = set()
    for node in nodes(path):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {module for module in modules if module.startswith("houseway.")}
    return found


def test_nothing_imports_upward() -> None:
    for layer, allowed in MAY_IMPORT.items():
        files = [one for one in (SRC / layer).rglob("*.py") if TEMPLATE not in str(one)]
        assert files, f"{layer} has no files"
        for path in files:
            upward = imports(path) - allowed - ANYWHERE
            assert not upward, f"{path.relative_to(SRC)} imports {upward}"


def test_every_layer_is_known() -> None:
    folders = {path.parent.name for path in SRC.glob("*/__init__.py")}
    assert folders == {layer.split("/")[0] for layer in MAY_IMPORT}


def test_a_game_is_reached_only_through_the_registry() -> None:
    families = {path.parents[1].name for path in (SRC / "games").glob("*/*/game.py")}
    for path in SRC.rglob("*.py"):
        if path.is_relative_to(SRC / "games"):
            continue
        text = path.read_text()
        assert not [family for family in families if f"games.{family}" in text], path


def test_a_game_knows_its_family_and_no_other_game() -> None:
    for path in (SRC / "games").rglob("*.py"):
        family, *inside = path.relative_to(SRC / "games").parts
        for module in imported(path):
            _, layer, *at = *module.split("."), ""
            shared = at[0] == "authoring" or not (SRC / "games" / at[0]).is_dir()
            if layer != "games" or shared:
                continue
            assert at[0] == family, f"{path} imports {module}, of another family"
            if (SRC / "games" / family / at[1] / "game.py").exists():
                assert at[1] == inside[0], f"{path} imports {module}, another game"


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
    for path in (SRC / "certificates" / "recount").glob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                shared.add(node.module)
    assert {name for name in shared if name.startswith("houseway.counting")} == {
        "houseway.counting.result"
    }
    assert {name for name in shared if name.startswith("houseway.games")} <= {
        "houseway.games",
        "houseway.games.authoring.recount",
        "houseway.games.authoring.result_at",
        "houseway.games.authoring.sums",
    }


def test_threads_for_compiled_work_come_from_one_place() -> None:
    for folder in ("games", "simulation", "certificates", "counting", "gym"):
        for path in sorted((SRC / folder).rglob("*.py")):
            made = {"ThreadPoolExecutor", "Thread"} & {
                node.attr if isinstance(node, ast.Attribute) else node.id
                for node in nodes(path)
                if isinstance(node, ast.Name | ast.Attribute)
            }
            assert not made, f"{path}: use thread_pool, which imports numba before threads start"
