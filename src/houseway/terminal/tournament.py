"""A tournament on a terminal: what happens, who wins what, and where every chip and dollar is."""

from pathlib import Path

from houseway.games import Game
from houseway.referee.log import write_log
from houseway.rulebook.chapter import chapter
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.simulation.tournament.run import Report, Run
from houseway.simulation.tournament.structure import read_structure
from houseway.terminal.console import grid, indented, print_json, stdout


def run_tournament(
    found: Game,
    edition: str,
    players: int,
    seed: int,
    structure: Path | None,
    log: Path | None,
    quiet: bool,
    json: bool,
) -> None:
    """Play one and show how it went."""
    law = chapter(edition).tournament
    if law is None:
        raise Refused(f"the edition {edition} has no rules for tournaments")
    posted = read_structure(structure)
    names = [f"player {number}" for number in range(1, players + 1)]
    run = Run(found, edition, posted, names, seed, keep_log=log is not None)
    report = run.play(law, (lambda line: None) if quiet else print)
    if log is not None:
        write_log(report.records, log)
    if json:
        print_json(data_of(report))
    else:
        print_report(report, law.pool.cite)


def print_report(report: Report, cite: str) -> None:
    """Places, prizes and the accounts."""
    console, posted, pool = stdout(), report.structure, report.pool
    assert pool is not None
    console.print(f"{posted.title}: {report.entrants} entrants")
    table = grid("place>", "player", "hand>", "prize>")
    for one in reversed(report.finishes):
        prize = report.prizes.get(one.player, 0)
        table.add_row(str(one.place), one.player, str(one.hand), money(prize) if prize else "")
    console.print(indented(table))
    console.print(
        f"{report.hands:,} hands, {len(report.moves)} changes of table, {report.races} chip races; "
        f"{report.chips:,} chips in play from the first hand to the last."
    )
    paid, due = sum(report.prizes.values()), pool.due
    console.print(
        f"Collected {money(due + pool.fees)}: buy-ins {money(due)}, all paid in prizes "
        f"({money(paid)}) [{cite}], and fees {money(pool.fees)}."
    )


def data_of(report: Report) -> dict[str, object]:
    """The same as plain data."""
    pool = report.pool
    assert pool is not None
    return {
        "title": report.structure.title,
        "entrants": report.entrants,
        "hands": report.hands,
        "rounds": report.rounds,
        "level": report.level + 1,
        "chips": report.chips,
        "chip_races": report.races,
        "moves": len(report.moves),
        "buy_ins": pool.due,
        "fees": pool.fees,
        "places": [
            {**one._asdict(), "prize": report.prizes.get(one.player, 0)}
            for one in reversed(report.finishes)
        ],
    }
