"""Payout contributions: every field, position and department that the law names is put to the
test, and acts neither lose nor make money."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games import game
from houseway.games.pots.poker.payouts import Fund, due, law, take
from houseway.games.pots.poker.payouts.law import Act
from houseway.rulebook.acts import ActsFile
from houseway.rulebook.load import read
from houseway.rulebook.papers import Paper
from houseway.rulebook.refusal import Refused

POKER = game("poker")
FILE = read(ActsFile, POKER.folder / "nj.payouts.scenarios.yaml")
LAW = law("nj")
DAY = "2026-11-18"

# Under which name scenarios leave out the fields of each list.
LISTS = {
    "plan": "filing",
    "at_table": "at_table",
    "in_cage": "in_cage",
    "verified": "verified",
    "supervised": "container",
    "second_department": "container",
    "form": "container.form",
    "deposited": "deposit",
    "matched": "match",
    "adjusted": "adjust",
    "ended": "end",
    "paid_out": "pay_out",
}


def lists() -> list[tuple[str, Paper]]:
    """Every list of fields that the law asks for."""
    found = [(name, getattr(LAW, name)) for name in type(LAW).model_fields]
    return [
        (name, part if isinstance(part, Paper) else part.holds)
        for name, part in found
        if isinstance(part, (Paper, Act))
    ]


@pytest.mark.parametrize(("name", "paper"), lists(), ids=[name for name, _ in lists()])
def test_each_field_is_left_out_in_a_scenario(name: str, paper: Paper) -> None:
    left_out = {}
    for scenario in FILE.scenarios:
        left_out.update(scenario.without)
    for field, item in paper.items.items():
        path = f"{LISTS[name]}.{field.removesuffix('.name')}"
        assert item.cite in left_out[path], path


def test_each_barred_department_and_each_license_is_tried() -> None:
    tried = [s.papers.get("container", {}).get("witness", {}) for s in FILE.scenarios]
    assert set(LAW.barred.names) <= {one.get("department") for one in tried}
    assert set(LAW.licenses.names) <= {one.get("license") for one in tried}


def test_other_editions_have_no_such_law() -> None:
    assert law("md") is None


def test_a_misspelled_field_is_one_line() -> None:
    with pytest.raises(Refused, match="file: submited: there is no such key"):
        take(LAW, Fund("bad_beat"), "file", {"submited": DAY})
    with pytest.raises(Refused, match="there is no 'dance'"):
        take(LAW, Fund("bad_beat"), "dance", {})


def offered(tables: list[str]) -> Fund:
    fund = take(LAW, Fund("bad_beat"), "file", {**FILE.papers["filing"], "place": "cage"})
    for table in tables:
        fund = take(LAW, fund, "offer", {"day": DAY, "table": table})
    return fund


@given(
    st.lists(st.tuples(st.sampled_from("789"), st.integers(1, 500)), max_size=20),
    st.dictionaries(st.sampled_from("789"), st.integers(0, 5_000), min_size=3),
)
def test_a_count_never_changes_what_players_are_owed(
    pots: list[tuple[str, int]], found: dict[str, int]
) -> None:
    """Whatever is found, the record stays at what pots gave, and what differs is told."""
    fund, gave = offered(["7", "8", "9"]), dict.fromkeys("789", 0)
    for table, amount in pots:
        fund = take(LAW, fund, "contribute", {"day": DAY, "table": table, "amount": amount})
        gave[table] += amount
    paper = {**FILE.papers["in_cage"], "day": DAY, "found": found}
    counted = take(LAW, fund, "count_in_cage", paper)
    assert counted.record == fund.record == 100 * sum(gave.values())
    told = {one.what: (one.found, one.due) for one in counted.differences}
    expected = {
        f"table {table}": (100 * found[table], 100 * gave[table])
        for table in "789"
        if found[table] != gave[table]
    }
    assert told == expected
    assert all(not box.held for box in counted.boxes.values())


def test_what_is_refused_changes_nothing() -> None:
    fund = offered(["7"])
    before = (fund, list(map(str, due(LAW, fund, date.fromisoformat(DAY)))))
    for act in ("count_at_table", "count_container", "verify", "match", "close", "pay_out"):
        with pytest.raises(Refused):
            take(LAW, fund, act, {"day": DAY})
    assert (fund, list(map(str, due(LAW, fund, date.fromisoformat(DAY))))) == before
