"""The scripts of the pages can be read, and name only what is there."""

import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

STATIC = Path(str(resources.files("houseway.server"))) / "static"
SCRIPTS = sorted(one for one in STATIC.rglob("*.js") if "vendor" not in one.parts)
PARTS = re.compile(r'part\("([a-z-]+)"\)')
IMPORT = re.compile(r'import \{([^}]+)\} from "\./([a-z]+\.js)"')
EXPORT = re.compile(r"export (?:async )?(?:function|class|const) (\w+)")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda one: one.stem)
def test_a_script_can_be_read(script: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    module = "import " in script.read_text() or "export " in script.read_text()
    copy = tmp_path / f"script.{'mjs' if module else 'cjs'}"
    copy.write_text(script.read_text())
    told = subprocess.run([node, "--check", str(copy)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_modules_import_what_others_export() -> None:
    for script in SCRIPTS:
        for names, other in IMPORT.findall(script.read_text()):
            given = set(EXPORT.findall((script.parent / other).read_text()))
            assert {name.strip() for name in names.split(",")} <= given, (script.name, other)


def test_the_page_has_every_part_that_its_script_asks_for() -> None:
    page = (STATIC.parent / "templates" / "table.html").read_text()
    wanted = set(PARTS.findall((STATIC / "table" / "main.js").read_text())) - {"spoken"}
    assert wanted
    for name in wanted:
        assert f'id="{name}"' in page, name
