"""Every shipped scenario holds, and together they show every paragraph at work."""

import pytest

from houseway.games import games
from houseway.pages import coverage
from houseway.pages.scenarios_run import ran, run
from houseway.referee.scenarios import read_scenarios
from houseway.rulebook import law
from houseway.rulebook.acts import ActsFile
from houseway.rulebook.load import read, read_yaml

FILES = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]

SOURCES = sorted(
    {
        source
        for game in games().values()
        for edition in game.editions
        for source in game.rulebook(edition).law_sources
    }
)


def own(game, edition, part) -> dict:
    """What an edition's own file says in a part: one that extends another is asked for no more."""
    found = read_yaml(game.folder / f"{edition}.yaml").get(part, {})
    return {name: said for name, said in found.items() if said is not None}


def own_tables(game, edition) -> list[tuple[str, str]]:
    """The tables of paytables that an edition's own file prices."""
    return [
        (name, str(table))
        for name, paytable in own(game, edition, "paytables").items()
        for table, prices in paytable.get("tables", {}).items()
        if prices is not None
    ]


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_scenarios_hold(game, edition) -> None:
    file = read_scenarios(game.scenarios(edition))
    assert (file.game, file.edition) == (game.id, edition)
    assert run(game, edition).problems == {}  # run now, whatever is remembered


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_files_of_acts_are_of_their_game_and_do_all_of_it(game, edition) -> None:
    """Each act of a subject is done in a scenario, and each subject has a file."""
    done: dict[str, set[str]] = {}
    for path in game.act_scenarios(edition):
        file = read(ActsFile, path)
        assert (file.game, file.edition) == (game.id, edition)
        assert path.name == f"{edition}.{file.acts}.scenarios.yaml"
        names = [scenario.name for scenario in file.scenarios]
        assert len(names) == len(set(names))
        every = (one for scenario in file.scenarios for one in scenario.does)
        done[file.acts] = {one if isinstance(one, str) else next(iter(one)) for one in every}
    ruled = {name: acts for name, acts in game.acts.items() if acts.law(edition) is not None}
    assert done == {name: set(acts.acts()) for name, acts in ruled.items()}


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_every_irregularity_is_ruled_on_in_its_time_and_refused_at_another(game, edition) -> None:
    """Somewhere it is reported and ruled on; somewhere else it is tried at a wrong moment."""
    ruled, refused = set(), set()
    for scenario in read_scenarios(game.scenarios(edition)).scenarios:
        for turn in (scenario, *scenario.then):
            ruled |= {report.what for report in turn.reports}
            refused |= {one.report for one in turn.attempts if one.report}
            for doing in turn.desk:
                (refused if doing.refused or doing.reason else ruled).add(doing.report)
        ruled |= {step.report.what for step in scenario.before if step.report}
        if scenario.refused or scenario.reason:
            refused |= {report.what for report in scenario.reports}
    names = set(own(game, edition, "irregularities"))
    spoken = {"shoe_runs_out"}  # the script itself finds it
    assert names - ruled - spoken == set(), "never ruled on"
    assert names - refused == set(), "never refused"


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_scenarios_have_names_of_their_own(game, edition) -> None:
    names = [scenario.name for scenario in read_scenarios(game.scenarios(edition)).scenarios]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_every_row_of_every_paytable_is_paid_in_a_scenario(game, edition) -> None:
    """A row that no scenario has paid is a row nobody has checked."""
    book, paid = game.rulebook(edition), ran(game, edition).paid
    offered = {
        (name, table, row)
        for name, table in own_tables(game, edition)
        for row, price in book.paytables[name].prices(table).items()
        if price.kind not in ("push", "lose")
    }
    assert offered - paid == set()


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_every_table_and_irregularity_is_used_in_a_scenario(game, edition) -> None:
    book = game.rulebook(edition)
    file = read_scenarios(game.scenarios(edition))
    said = file.model_dump_json()
    for name, table in own_tables(game, edition):
        usual = file.table.get(name, book.paytables[name].default)
        assert any(str(scenario.table.get(name, usual)) == table for scenario in file.scenarios), (
            f"no scenario uses {name} table {table}"
        )
    for name in own(game, edition, "irregularities"):
        assert f'"{name}"' in said, f"no scenario reports {name}"


def test_cites_name_paragraphs() -> None:
    assert coverage.unknown_cites() == []


@pytest.mark.parametrize("source", SOURCES)
def test_nothing_is_missing(source) -> None:
    (found,) = coverage.report(source)
    assert [row.cite for row, status in found.rows if status == "missing"] == []


@pytest.mark.parametrize("source", SOURCES)
def test_what_decides_something_is_seen_at_work(source) -> None:
    """A paragraph that decides, refuses or orders something is executed, not only held as data."""
    (found,) = coverage.report(source)
    assert found.held_only == []


def test_every_kind_of_paragraph_is_known() -> None:
    assert {row.kind for name in law.sources() for row in law.paragraphs(name)} <= set(law.KINDS)
