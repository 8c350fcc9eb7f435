"""The stud game of docs/adding-a-game.md, from an empty folder to its petition pack."""

import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (harbor_stud/[\w.]+)\n")


def houseway(words: list[str], folder: Path) -> str:
    """What a command prints in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *words], cwd=folder, capture_output=True, text=True,
        check=False, env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page is followed."""
    return tmp_path_factory.mktemp("page")


def test_the_page_is_followed_from_the_first_command_to_the_last(folder: Path) -> None:
    """Files are put in place as they come; every command prints what stands behind it."""
    _, _, section = PAGE.read_text().partition("## A stud game, from an empty folder")
    section, _, _ = section.partition("\n## ")
    files, commands = 0, 0
    for kind, text in BLOCK.findall(section):
        if kind == "sh":
            for line in text.splitlines():
                command, _, printed = line.partition("  # ")
                name, *words = shlex.split(command)
                assert (name, bool(printed)) == ("houseway", True), line
                assert printed.strip() in " ".join(houseway(words, folder).split()), line
                commands += 1
            (folder / "my-games/harbor_stud/recount.py").unlink(missing_ok=True)
        elif found := FILE.match(text):
            of_data = found[1].endswith(".tsv")
            target = folder / "my-games" / found[1]
            target.write_text(text[found.end() :] if of_data else text)
            files += 1
    assert (files, commands) == (8, 7)
    names = {Path(name).name for name in zipfile.ZipFile(folder / "pack.zip").namelist()}
    assert {"rules.pdf", "math-report.pdf", "par-sheet.pdf", "layout.svg", "own.yaml"} <= names
