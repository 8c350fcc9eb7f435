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
import houseway.games.let_it_ride_poker.results
import houseway.games.three_card_blitz.results
import houseway.games.ultimate_texas_hold_em.results
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
