"""The table is light: playing needs no compiler."""

import subprocess
import sys

ROUND = """
import sys, houseway
table = houseway.open_table("three-card-blitz", "md")
table.sit(1)
table.bet(1, ante=1000, blind=1000, flush_bonus=500, progressive=500)
table.close()
table.act(1, "play")
assert table.results.nets
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"numba", "llvmlite", "numpy"}, loaded
"""

ODDS = """
import sys
from houseway.games import games
assert [game.odds for game in games().values() if game.has_odds]
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"numba", "llvmlite", "numpy"}, loaded
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_playing_a_round_imports_no_compiler() -> None:
    run(ROUND)


def test_importing_the_odds_imports_no_compiler() -> None:
    run(ODDS)


def test_importing_houseway_imports_hardly_anything() -> None:
    run("import sys, houseway; assert 'pydantic' not in sys.modules and 'rich' not in sys.modules")


LOOKED_UP = """
import sys
from houseway.cli import app
try:
    app(["odds", "three-card-poker"])
except SystemExit as done:
    assert not done.code
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"numba", "llvmlite", "numpy", "cryptography", "yaml", "pydantic"}, loaded
"""


def test_looking_up_odds_imports_no_compiler_no_table_and_no_rulebook() -> None:
    run(LOOKED_UP)
