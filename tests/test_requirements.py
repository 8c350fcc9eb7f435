"""Every pinned package has its hashes, and installations ask for them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "requirements").glob("*.txt"))
PINNED = re.compile(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==[^ ;]+( ; [^\\]+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_package_is_pinned_with_hashes(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        package, *hashes = line.split("    ")
        assert PINNED.fullmatch(package.strip()), line[:80]
        assert hashes, package
        assert all(HASH.fullmatch(one.strip()) for one in hashes), package
        assert len(set(hashes)) == len(hashes), package


def test_installations_ask_for_hashes() -> None:
    for name in ("Makefile", "tests/versions.py"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for line in text.splitlines():
            if re.search(r"-r[\", ]+(requirements/|name)", line):
                assert "--require-hashes" in line, f"{name}: {line}"
        assert "--require-hashes" in text
