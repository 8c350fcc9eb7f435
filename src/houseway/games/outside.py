"""Games that lie outside of this package.

``HOUSEWAY_GAMES`` (or ``houseway --games``) names folders, parted as those of ``PATH`` are: each is
a game's own folder, or holds such folders. An installed package may declare games instead, as entry
points of the group ``houseway.games``, whose values are the packages that they are in.

Such a game has what one of ours has. To use it is to run its code: nothing keeps that from doing
whatever the user who runs the house may do.
"""

import os
import sys
from collections.abc import Iterator
from importlib import util
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from houseway.rulebook.refusal import Refused

VARIABLE = "HOUSEWAY_GAMES"
GROUP = "houseway.games"
PACKAGE = "houseway_games"  # what the folders are imported as


def found() -> Iterator[tuple[Path, str]]:
    """The folder of every game that is not one of ours, and the package its code is in."""
    folders = [path for named in _named() for path in _in(named)]
    if folders:
        _package(folders)
    for path in folders:
        yield path, f"{PACKAGE}.{path.name}"
    from importlib.metadata import entry_points  # takes a while

    for point in sorted(entry_points(group=GROUP)):
        spec = util.find_spec(point.value)
        if spec is None or spec.origin is None:
            raise Refused(f"the entry point {point.name} names no package: {point.value}")
        yield Path(spec.origin).parent, point.value


def add_law(folder: Path) -> None:
    """A game may bring the list of its own paragraphs, ``own.law.tsv``."""
    path = folder / "own.law.tsv"
    if path.exists():
        from houseway.rulebook import law

        law.add_source(f"own-{folder.name}", path)


def _named() -> list[Path]:
    text = os.environ.get(VARIABLE, "")
    return [Path(part).expanduser().resolve() for part in text.split(os.pathsep) if part]


def _in(folder: Path) -> list[Path]:
    """The games in a folder, which may be one itself."""
    if (folder / "game.py").exists():
        found = [folder]
    else:
        found = sorted(path.parent for path in folder.glob("*/game.py"))
    if not found:
        raise Refused(f"{folder}: there is no game in it (a folder with a game.py)")
    for path in found:
        if not path.name.isidentifier():
            raise Refused(f"{path}: a game's folder is named as a Python package is, as my_game")
    return found


def _package(folders: list[Path]) -> None:
    """A package whose modules are those folders and nothing else beside them."""
    module = ModuleType(PACKAGE, "Games that were found in folders.")
    module.__path__ = []
    module.__spec__ = ModuleSpec(PACKAGE, None, is_package=True)
    sys.modules[PACKAGE] = module
    for path in folders:
        own = f"{PACKAGE}.{path.name}"
        for name in [name for name in sys.modules if name == own or name.startswith(f"{own}.")]:
            del sys.modules[name]  # of another folder that was named before
        init = path / "__init__.py"
        inner = ModuleType(own)
        inner.__path__ = [str(path)]
        inner.__spec__ = ModuleSpec(own, None, origin=str(init), is_package=True)
        inner.__package__ = own
        sys.modules[own] = inner
        setattr(module, path.name, inner)
