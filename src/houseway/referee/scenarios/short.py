"""Scenario files that say less: scenarios that games share, rounds that differ in a few keys, and
the prices of a paytable row by row.

``written_out`` makes of them what everything else reads: a list of whole scenarios.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.rulebook.load import BadFile, read_yaml

FOLDER = Path(__file__).parent / "shared"
INCLUDES, SHARED, ROUND, EACH, PAYS = "includes", "shared", "round", "each", "pays"
ROW, TABLE, TABLES, WAGER = "row", "table", "tables", "wager"
_GAP = re.compile(r"\{([a-z_]+)\}")
Found = dict[str, Any]


def written_out(content: Any, file: str) -> Any:
    """The content of a scenario file with everything in its place that it includes or shortens."""
    if not isinstance(content, dict) or not isinstance(content.get("scenarios"), list):
        return content
    included = _included(content.get(INCLUDES) or {}, file)
    scenarios = [
        whole
        for one in content["scenarios"]
        for whole in (_whole(one, included, file) if isinstance(one, dict) else [one])
    ]
    rest = {key: value for key, value in content.items() if key != INCLUDES}
    return {**rest, "scenarios": scenarios}


def laid_over(below: Mapping[str, Any], over: Mapping[str, Any]) -> Found:
    """Two mappings as one: what is said above counts, and mappings within are put together.

    >>> laid_over({"does": {1: ["fold"]}, "cite": "a"}, {"does": {"dealer": ["cut"]}})
    {'does': {1: ['fold'], 'dealer': ['cut']}, 'cite': 'a'}
    """
    found = dict(below)
    for key, value in over.items():
        both = isinstance(found.get(key), Mapping) and isinstance(value, Mapping)
        found[key] = laid_over(found[key], value) if both else value
    return found


def filled(content: Any, gaps: Mapping[str, str]) -> Any:
    """The same with its gaps filled; a gap that nothing is known of stays."""
    if isinstance(content, Mapping):
        return {filled(key, gaps): filled(value, gaps) for key, value in content.items()}
    if isinstance(content, list):
        return [filled(one, gaps) for one in content]
    if isinstance(content, str):
        return _GAP.sub(lambda gap: gaps.get(gap[1], gap[0]), content)
    return content


# -- shared by games -------------------------------------------------------------------------------


def _included(includes: Any, file: str) -> dict[str, dict[str, Found]]:
    """The scenarios of every shared file that a file names, by name, with its own sections."""
    known = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
    found = {}
    for name, given in includes.items():
        if name not in known:
            raise BadFile(file, [(INCLUDES, f"{name!r} is none of {', '.join(known)}")])
        sections = {key: str(value) for key, value in given.items() if key != ROUND}
        scenarios = {}
        for one in read_yaml(known[name])["scenarios"]:
            usual = given.get(ROUND, {}) if one.get(ROUND) else {}
            rest = {key: value for key, value in one.items() if key != ROUND}
            scenarios[one["name"]] = laid_over(usual, filled(rest, sections))
        found[name] = scenarios
    return found


def _whole(one: Found, included: Mapping[str, Mapping[str, Found]], file: str) -> Iterator[Found]:
    """The scenarios that an entry of a file stands for."""
    if SHARED in one:
        of, name = one[SHARED], one.get("name", "")
        if of not in included:
            raise BadFile(file, [(name, f"the file does not include {of!r}")])
        if name not in included[of]:
            raise BadFile(file, [(name, f"{of} has no such scenario")])
        found = laid_over(included[of][name], {k: v for k, v in one.items() if k != SHARED})
        if left := _GAP.findall(str(found)):
            raise BadFile(file, [(name, f"{INCLUDES}.{of} does not say {left[0]!r}")])
        yield found
    elif EACH in one:
        common = {key: value for key, value in one.items() if key != EACH}
        yield from (laid_over(common, row) for row in one[EACH])
    elif PAYS in one:
        yield from _priced(one, file)
    else:
        yield one


# -- prices row by row -----------------------------------------------------------------------------


def _priced(one: Found, file: str) -> Iterator[Found]:
    """A round for every row and table of a wager's prices.

    ``pays`` has under each row the keys that make it (``cards``, ``rolls``) and, under ``tables``,
    what the wager nets by each table; or under ``nets``, where there are none. ``wager`` names the
    wager where there are several in ``bets``.
    """
    common = {key: value for key, value in one.items() if key not in (PAYS, WAGER)}
    name, named = str(one.get("name", "")), one.get(WAGER)
    made = [(seat, wager) for seat, wagers in one.get("bets", {}).items() for wager in wagers]
    bets = [(seat, wager) for seat, wager in made if named in (None, wager)]
    if len(bets) != 1:
        raise BadFile(file, [(name, f"{PAYS} needs one wager of one seat: {WAGER} names it")])
    seat, wager = bets[0]
    for row, said in one[PAYS].items():
        rest = {key: value for key, value in said.items() if key != TABLES}
        for table, net in said.get(TABLES, {"": None}).items():
            gaps = {ROW: str(row).replace("_", " "), TABLE: str(table)}
            nets = {} if net is None else {"nets": {seat: {wager: net}}}
            yield laid_over(filled(common, gaps), {**filled(rest, gaps), **nets})
