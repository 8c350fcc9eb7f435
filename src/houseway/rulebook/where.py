"""The position of a rulebook's key in its file."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml


@cache
def lines(path: Path) -> dict[str, int]:
    """The line of every key in a YAML file by its dotted path: ``round.higher``, ``readings.0``."""
    root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    return dict(_keys(root, "")) if root is not None else {}


def _keys(node: yaml.Node, above: str) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.MappingNode):
        parts = [(key.value, key, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        parts = [(str(number), value, value) for number, value in enumerate(node.value)]
    else:
        return
    for name, start, value in parts:
        yield f"{above}{name}", start.start_mark.line + 1
        yield from _keys(value, f"{above}{name}.")
