"""Wagers on dice and wheels: every roll and every stop through the referee, on the real equipment.

A table between rounds is plain data, so the referee itself is a chain: every roll out of every
state of the table, until the wager is decided. The chain is solved here by elimination.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.seen import Rows, Seen, told
from houseway.games.authoring.recount import Bettor
from houseway.referee.data import TableData
from houseway.referee.oracle import SEAT, Oracle, end_of
from houseway.referee.view import View
from houseway.rulebook.table_rules import base_of


class Table(NamedTuple):
    """A table between rounds: its data as text (none: the wager is decided), whether the wager has
    been made, what it has netted and the rows that it was paid for."""

    data: str
    made: bool = False
    net: int = 0
    rows: Rows = ()

    def load(self) -> TableData:
        """The data."""
        return TableData.from_json(json.loads(self.data))


ROLL = Table("", net=1 << 40)  # no end: what it gathers is how many rolls there are


def count(setting: Setting, bettor: Bettor | None = None) -> Seen:
    """Return the probability of each end of the wager."""
    bettor = bettor or _once(setting)
    ends: dict[Table, Fraction] = defaultdict(Fraction)
    for notes in bettor.notes:
        start = Table(_saved(TableData(players={SEAT: "one"}, notes=dict(notes))))
        for end, chance in solve(start, lambda table: _next(setting, bettor, table)).items():
            ends[end] += chance / len(bettor.notes)
    unit = int(next(iter(setting.result.stakes.values())) * 100)
    found: Seen = defaultdict(Fraction)
    if bettor.per_roll:
        rolls = ends.pop(ROLL)
        ends = {end: chance / rolls for end, chance in ends.items()}
        found[Fraction(0), ()] += 1 - 1 / rolls
    for end, chance in ends.items():
        found[told(Fraction(end.net - bettor.put_up, unit), end.rows, setting.rows)] += chance
    return dict(found)


def _once(setting: Setting) -> Bettor:
    base = base_of(setting.result.wager)
    name = setting.result.wager
    spots = setting.rules.wagers[base].spots
    if spots and "@" not in name:
        name = f"{base}@{next(iter(spots))}"
    amount = int(next(iter(setting.result.stakes.values())) * 100)
    return Bettor(
        lambda point, layout, made: {} if made else {name: amount},
        lambda wager: base_of(wager) == base,
    )


def _next(setting: Setting, bettor: Bettor, table: Table) -> dict[Table, Fraction]:
    if not table.data:
        return {}
    data = table.load()
    layout, point = data.standing.get(SEAT, {}), int(data.notes.get("point", 0))
    bets = dict(bettor.bets(point, layout, table.made))
    made = table.made or any(bettor.follows(name) for name in {**bets, **layout})
    waiting = any(name not in bettor.keep_on for name in {**bets, **layout})
    if not bets and not layout:
        bets = dict(bettor.keep_on)
    found: dict[Table, Fraction] = defaultdict(Fraction)
    walk = Oracle(
        setting.game.play, setting.rules, bets, data=data,
        decide=_chooser(bettor),
    )  # fmt: skip
    for round, chance in walk.follow():
        rows, net = list(table.rows), table.net
        for one in end_of(round):
            if bettor.follows(one.wager):
                net, rows = net + one.net, rows + list(one.rows)
        stands = round.data.standing.get(SEAT, {})
        left = sum(chips for name, chips in stands.items() if bettor.follows(name))
        over = made and not left and not (bettor.again and net == 0)
        if bettor.one_roll and made and left:
            # Its chips are the player's still; a fee paid at first counts when it is decided
            over, net = True, 0
        data_left = "" if over else _saved(round.data)
        others = [name for name in stands if name not in bettor.keep_on]
        if bettor.restarts and waiting and not made and not others:
            data_left = _saved(TableData(players={SEAT: "one"}))
        still = made and bool(over or left)
        found[Table(data_left, still, net if still else 0, tuple(sorted(rows)))] += chance
    if bettor.per_roll and made:
        found[ROLL] = Fraction(1)
    return dict(found)


def _chooser(bettor: Bettor) -> Callable[[View], str] | None:
    chooses = bettor.chooses
    if chooses is None:
        return None

    def choose(view: View) -> str:
        assert view.asked is not None
        return chooses(view.asked)

    return choose


def _saved(data: TableData) -> str:
    """A table's data without what no wager depends on: who shot before, and how many rolls."""
    plain = data.to_json()
    notes = dict(plain["notes"])
    notes["last"] = 0
    notes["shooter"] = SEAT if notes.get("shooter") else 0
    if "fire" not in data.standing.get(SEAT, {}):
        notes["fresh"] = False
    notes["fire"] = {seat: sorted(points) for seat, points in notes.get("fire", {}).items()}
    return json.dumps({**plain, "notes": notes, "rounds": 0}, sort_keys=True)


def solve(start: Table, moves: Callable[[Table], dict[Table, Fraction]]) -> dict[Table, Fraction]:
    """The chance of each end of a chain: states are put out one after another, each into those that
    lead to it.

    >>> done, go = Table("", net=1), Table("x")
    >>> solve(go, lambda t: {done: Fraction(1, 3), go: Fraction(2, 3)} if t.data else {})[done]
    Fraction(1, 1)
    """
    rows: dict[Table, dict[Table, Fraction]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in rows:
            rows[state] = moves(state)
            todo += rows[state]
    inner = [state for state, row in rows.items() if row]
    into: dict[Table, set[Table]] = defaultdict(set)
    for state in inner:
        for other in rows[state]:
            into[other].add(state)
    for state in reversed(inner):
        row = rows[state]
        stays = row.pop(state, Fraction(0))
        if stays:
            for other in row:
                row[other] /= 1 - stays
        if state == start:
            continue
        for before in into.pop(state, set()):
            share = rows[before].pop(state, None) if before != state else None
            if share is not None:
                for other, part in row.items():
                    rows[before][other] = rows[before].get(other, Fraction(0)) + share * part
                    into[other].add(before)
        for other in row:
            into[other].discard(state)
    # The start is left with itself and ends
    row = rows[start]
    stays = row.pop(start, Fraction(0))
    return {end: part / (1 - stays) for end, part in row.items()}
