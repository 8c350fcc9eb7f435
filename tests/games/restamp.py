"""Put the hash of a changed rulebook on certificates and recorded sessions that it leaves alone.

python tests/games/restamp.py REVISION

A rulebook that differs from that of the revision only in words about the game (readings, conduct,
irregularities, what a step says) has the same figures: its certificate gets the new hash, and so do
its recorded sessions, which test_golden.py deals again. A rulebook that differs otherwise is named
and left to ``make results`` and ``make golden``. Run ``make usual`` afterward.
"""

import gzip
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import golden

from houseway.counting.result import Certificate
from houseway.games import Game, games

ROOT = Path(__file__).parents[2]
WORDS = {"readings", "conduct", "irregularities", "round", "stated", "terms", "summary"}
DUMP = """
import json
from houseway.games import games
found = {}
for game in games().values():
    for edition in game.editions:
        book = game.rulebook(edition)
        plain = book.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        found[f"{game.id} {edition}"] = [book.hash, plain]
print(json.dumps(found))
"""
Books = dict[str, tuple[str, dict[str, object]]]


def books(source: Path) -> Books:
    """Every rulebook of a source tree, with its hash."""
    run = subprocess.run(
        [sys.executable, "-c", DUMP], env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    return {name: (hash, plain) for name, (hash, plain) in json.loads(run.stdout).items()}


def books_at(revision: str) -> Books:
    """Every rulebook as it was at a revision."""
    packed = subprocess.run(
        ["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=BytesIO(packed)) as tar:
        tar.extractall(folder, filter="data")
        return books(Path(folder) / "src")


def differs_in(old: dict[str, object], new: dict[str, object]) -> set[str]:
    """The parts of a rulebook that are not as they were."""
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def main(revision: str) -> None:
    """Restamp what rests on rulebooks that differ from those of a revision in words alone."""
    before, now = books_at(revision), books(ROOT / "src")
    for game in games().values():
        for edition in game.editions:
            name = f"{game.id} {edition}"
            if name not in before or before[name][0] == now[name][0]:
                continue
            if more := differs_in(before[name][1], now[name][1]) - WORDS:
                print(f"{name}: differs in {', '.join(sorted(more))}; certify and record it anew")
                continue
            restamp(game, edition, before[name][0], now[name][0])
            print(f"{name}: restamped")


def restamp(game: Game, edition: str, old: str, new: str) -> None:
    """Put a new hash where the old one stands."""
    path, session = game.certificate(edition), golden.path(game, edition)
    if path.exists():
        results = Certificate.loads(path.read_text(encoding="utf-8")).results
        Certificate(tuple(replace(one, rulebook_hash=new) for one in results)).save(path)
    lines = gzip.decompress(session.read_bytes()).replace(old.encode(), new.encode())
    session.write_bytes(gzip.compress(lines, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
