"""Rounds per second through the referee, game by game, on one core.

    python benchmarks/referee.py [--rounds 500] [--smoke]

Seconds are CPU time. As few seats play as the game needs. Each bets on every wager on offer, or on
the required ones where the others do not go together; decisions are random.
"""

import random
import statistics
import time

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game, games
from houseway.referee.requests import Ask, Bets, Tickets
from houseway.referee.table import Table
from houseway.referee.window import fitting
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets
from report import options, progress, section, table

TURNS = 3
TARGET = 2_000  # rounds per second
SEATS = {"baccarat-chemin-de-fer": 2}  # one covers the other's bank; alone, nothing is dealt

ABOUT = """\
Complete rounds (bets, deal, decisions, settlement, events with their cites) per second of CPU
time in plain Python, the slowest game first. As few seats play as the game needs: one, or two
where players bet against each other. Each bets on every wager on offer, or on the required ones
where the others do not go together; decisions are random. The rate is the median of three
turns."""


def bets_on_everything(rules: TableRules) -> dict[str, int]:
    """Return the usual amount on every wager on offer, each on its first spot."""
    bets: dict[str, int] = {}
    for name, wager in rules.wagers.items():
        if wager.window == "bets" and not wager.paid_on:
            fixed = [amount for rule in wager.amount for amount in rule.choices]
            spot = f"@{next(iter(wager.spots))}" if wager.spots else ""
            bets[name + spot] = fixed[0] if fixed else 1000
    return bets


def play(table: Table, seats: range, rounds: int, bets: dict[str, int]) -> int:
    """Play rounds with these bets at every seat and random decisions; return how many wagers a
    seat makes before the deal, a ticket being one."""
    dice, made = random.Random(1), len(bets)
    required = [name for name in bets if table.rules.wager(name).required]
    for _ in range(rounds):
        table.begin()
        while (asked := table.waiting) is not None:
            if isinstance(asked, Ask):
                choice = dice.choice(asked.choices)
                table.act(asked.who, choice.name, choice.least + -choice.least % choice.step)
            elif isinstance(asked, Tickets):
                for seat in seats:
                    table.buy(seat, **asked.suggest(Philox(dice.getrandbits(60))))
                table.close()
                made = 1
            elif isinstance(asked, Bets):
                for seat in seats:
                    placed = table.round.state.placed.get(seat, {})
                    if not placed or any(placed.get(name, 0) < bets[name] for name in required):
                        table.bet(seat, bets)
                table.close()
    return made


def opened(game: Game, edition: str) -> tuple[Table, range]:
    """Return a table and its occupied seats."""
    found = Table(game.play, game.rulebook(edition), chance=Shoe(Philox(7)), keep_log=False)
    seats = range(1, SEATS.get(game.id, found.rules.players_needed) + 1)
    for seat in seats:
        found.sit(seat)
    return found, seats


def rounds_per_second(game: Game, edition: str, rounds: int) -> tuple[float, int, int]:
    """Return the median rate, the number of seats and the number of wagers of each."""
    rules = TableRules(game.rulebook(edition))
    everything = bets_on_everything(rules)
    for bets in (everything, fitting(rules, everything), usual_bets(rules)):
        rates = []
        try:
            for _ in range(TURNS):
                table, seats = opened(game, edition)
                start = time.process_time()
                wagers = play(table, seats, rounds, bets)
                rates.append(rounds / (time.process_time() - start))
        except Refused:
            continue
        return statistics.median(rates), len(seats), wagers
    raise Refused(f"{game.id} takes none of these bets")


def main() -> None:
    """Measure every edition of every game."""
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    given = parser.parse_args()
    rounds = 2 if given.smoke else given.rounds
    found = []
    for game in games().values():
        for edition in game.editions:
            rate, seats, wagers = rounds_per_second(game, edition, rounds)
            progress(f"{game.id} {edition}: {rate:,.0f} rounds/s")
            found.append((rate, f"{game.id} ({edition})", seats, wagers))
    found.sort()
    rates = [one[0] for one in found]
    slow = sum(rate < TARGET for rate in rates)
    summary = (
        f"The slowest is {found[0][1]} with {rates[0]:,.0f} rounds/s, the median"
        f" {statistics.median(rates):,.0f}, the fastest {found[-1][1]} with {rates[-1]:,.0f}."
        f" {slow} of {len(rates)} are below {TARGET:,}."
    )
    rows = [[name, f"{rate:,.0f}", str(seats), str(n)] for rate, name, seats, n in found]
    head = ["game (edition)", "rounds/s", "seats", "wagers per seat"]
    section("Rounds through the referee", ABOUT, summary, table(head, rows))


if __name__ == "__main__":
    main()
