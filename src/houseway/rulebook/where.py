"""Where in its file a key of a rulebook stands."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml


@cache
def lines(path: Path) -> dict[str, int]:
    """The line of every key in a YAML file, by its dotted path: ``round.higher``."""
    root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    return dict(_keys(root, "")) if root is not None else {}


def _keys(node: yaml.Node, above: str) -> Iterator[tuple[str, int]]:
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        path = f"{above}{key.value}"
        yield path, key.start_mark.line + 1
        yield from _keys(value, f"{path}.")
