"""Output of a simulation, with standard errors."""

from rich.console import Console
from rich.text import Text

from houseway.games.authoring.sums import Sums
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.simulation.sessions import NORMAL_95, SHARD, Edge, Session, edge
from houseway.terminal.console import CITE, HEAD, grid, heading, indented
from houseway.wording.events import wager_name


def print_session(console: Console, session: Session, book: Rulebook) -> None:
    """The sums and edges of a session."""
    job, total = session.job, session.all
    bets = ", ".join(f"{wager_name(name, book)} {money(bet)}" for name, bet in job.bets.items())
    console.print(
        Text.assemble(
            (f"{book.title}, {job.rounds:,} rounds", HEAD),
            f"  edition {job.edition}, policy {job.policy}, seed {job.seed}, "
            f"dealt by the {job.dealt_by}",
        )
    )
    console.print(Text(f"Bets: {bets}", CITE))
    base = wager_name(session.base, book)
    facts = grid("", ">", "", head=False)
    facts.add_row("player's net", money(total.net), _per_round(total))
    facts.add_row("money bet", money(total.action), "")
    if session.edge_on_base:
        facts.add_row(f"house edge per {base}", *_edge_cells(session.edge_on_base))
    if session.edge_on_action:
        facts.add_row("house edge per money bet", *_edge_cells(session.edge_on_action))
    heading(console, "In all")
    console.print(indented(facts))
    heading(console, "By wager")
    table = grid("", "made>", "won>", "lost>", "net>", "edge>", "95% interval")
    for name, sums in session.wagers.items():
        found = edge(sums, sums.action)
        table.add_row(
            wager_name(name, book),
            f"{sums.made:,}",
            f"{sums.won:,}",
            f"{sums.lost:,}",
            money(sums.net),
            *(_short(found) if found else ("-", "-")),
        )
    console.print(indented(table))
    console.print()
    for note in _notes(session, book):
        console.print(Text(note, CITE))


def _per_round(sums: Sums) -> str:
    if sums.rounds < 2:
        return ""
    mean, error = float(sums.mean) / 100, sums.standard_error / 100
    return f"{_cents(mean)} a round, standard error {_cents(error)}"


def _cents(amount: float) -> str:
    return f"{'-' if amount < 0 else ''}${abs(amount):.4f}"


def _edge_cells(found: Edge) -> tuple[str, str]:
    value, interval = _short(found)
    return value, f"95% interval {interval}"


def _short(found: Edge) -> tuple[str, str]:
    if found.error == float("inf"):
        return f"{found.value:.3%}", "unknown"
    return f"{found.value:.3%}", f"{found.low:.3%} to {found.high:.3%}"


def _notes(session: Session, book: Rulebook) -> list[str]:
    notes = [f"Simulated, not exact: an interval is {NORMAL_95:.2f} standard errors either side."]
    if session.game.action != session.all.action:
        notes.append(f"The edge per {wager_name(session.base, book)} leaves side wagers out.")
    fed = {meter.fed_by for meter in book.meters.values()}
    if fed & set(session.job.bets):
        notes.append(f"Meters start again from their reset amounts every {SHARD:,} rounds.")
    return notes
