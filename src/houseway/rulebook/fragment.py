"""Text that many subchapters share almost word for word, written once."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from houseway.rulebook.load import BadFile, read_yaml

FOLDER = Path(__file__).parent / "fragments"
INCLUDES, WITHOUT, HERE = "includes", "without", "included"
_LISTS = ("constraints", "readings")
_GAP = re.compile(r"\{([a-z_]+)\}")


def fragments(beside: Path | None = None) -> dict[str, Path]:
    """The fragments that there are: of all games, of a family in its folder, and of a game in its
    own."""
    folders = (beside.parent.parent, beside.parent) if beside else ()
    own = [path for folder in folders for path in sorted(folder.glob("*.fragment.yaml"))]
    found = {path.name.removesuffix(".fragment.yaml"): path for path in own}
    return {**{path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}, **found}


def included(content: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Everything that the rulebook of that file includes, with its own sections for gaps, in the
    order of the fragments."""
    found: dict[str, Any] = {}
    file, known_ones = str(path), fragments(path)
    for name, given in content[INCLUDES].items():
        if name not in known_ones:
            raise BadFile(file, [(INCLUDES, f"{name!r} is none of {', '.join(known_ones)}")])
        sections = {key: str(value) for key, value in given.items() if key != WITHOUT}
        part = read_yaml(known_ones[name])
        left_out = given.get(WITHOUT, [])
        if strange := sorted(set(sections) - gaps(part)):
            known = ", ".join(sorted(gaps(part)))
            problem = f"{strange[0]!r} is none of its sections: {known}"
            raise BadFile(file, [(f"{INCLUDES}.{name}", problem)])
        for entry in left_out:
            if not _has(part, entry):
                raise BadFile(file, [(f"{INCLUDES}.{name}.{WITHOUT}", f"it has no {entry}")])
        for key, entries in part.items():
            filled = _filled(_left(key, entries, left_out), sections)
            if key in _LISTS:
                found[key] = [*found.get(key, []), *filled]
            elif isinstance(filled, dict):
                found[key] = {**found.get(key, {}), **filled}
    return found


def without_marks(below: Mapping[str, Any], own: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """What a rulebook says itself, without the names of what fragments bring."""

    def said(part: str, entries: Any) -> Any:
        if not isinstance(entries, Mapping):
            return entries
        marked = [name for name, entry in entries.items() if entry == HERE]
        if strange := [name for name in marked if name not in below.get(part, {})]:
            raise BadFile(str(path), [(f"{part}.{strange[0]}", "no fragment has it")])
        return {name: entry for name, entry in entries.items() if name not in marked}

    return {part: said(part, entries) for part, entries in own.items()}


def in_order(merged: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Every part with what the rulebook does not name first, and then in its own order."""

    def order(entries: Any, names: Any) -> Any:
        if not (isinstance(entries, Mapping) and isinstance(names, Mapping)):
            return entries
        named = [name for name in names if name in entries]
        others = [name for name in entries if name not in named]
        return {name: entries[name] for name in [*others, *named]}

    return {part: order(entries, own.get(part)) for part, entries in merged.items()}


def gaps(content: Any) -> set[str]:
    """The names of all gaps in a fragment.

    >>> sorted(gaps({"cut": {"cite": "{shuffle}(b)", "says": "cut"}, "x": [{"at": "{deck}"}]}))
    ['deck', 'shuffle']
    """
    if isinstance(content, Mapping):
        return {gap for pair in content.items() for part in pair for gap in gaps(part)}
    if isinstance(content, list):
        return {gap for part in content for gap in gaps(part)}
    return set(_GAP.findall(content)) if isinstance(content, str) else set()


def _has(part: Mapping[str, Any], entry: str) -> bool:
    """Whether a fragment has an entry, ``rules.cut_method``, or a whole part, ``readings``."""
    kind, _, name = entry.partition(".")
    entries = part.get(kind) or ()
    names = entries if isinstance(entries, Mapping) else [_at(one) for one in entries]
    return kind in part if not name else name in names


def _left(key: str, entries: Any, left_out: Collection[str]) -> Any:
    """What is left of a part without the entries that are not wanted."""
    if key in left_out:
        return []
    if not isinstance(entries, Mapping):
        return [one for one in entries if f"{key}.{_at(one)}" not in left_out]
    return {name: one for name, one in entries.items() if f"{key}.{name}" not in left_out}


def _at(entry: Mapping[str, Any]) -> str:
    """What a reading or a constraint goes by, which has no name: its paragraphs."""
    return str(entry.get("at") or entry["cite"])


def _filled(entries: Any, sections: Mapping[str, str]) -> Any:
    """The entries whose gaps can all be filled."""

    def complete(entry: Any) -> bool:
        return gaps(entry) <= set(sections)

    if isinstance(entries, list):
        return [_fill(one, sections) for one in entries if complete(one)]
    return {
        _fill(name, sections): _fill(one, sections)
        for name, one in entries.items()
        if complete({name: one})
    }


def _fill(content: Any, sections: Mapping[str, str]) -> Any:
    if isinstance(content, Mapping):
        return {_fill(key, sections): _fill(value, sections) for key, value in content.items()}
    if isinstance(content, list):
        return [_fill(one, sections) for one in content]
    if isinstance(content, str):
        return _GAP.sub(lambda gap: sections[gap[1]], content)
    return content
