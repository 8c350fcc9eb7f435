"""How many rounds a second the referee deals and settles, game by game: one seat, one core.

    python benchmarks/referee.py [--rounds 2000]

Seconds are of the processor, so that what else runs on the machine does not matter. Every wager on
offer is bet, or the usual ones where they do not go together; decisions are made at
random.
"""

import argparse
import random
import time

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game, games
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulate.policies import usual_bets

FLOOR = 2000  # rounds a second


def bets_on_everything(rules: TableRules) -> dict[str, int]:
    """The usual amount on every wager on offer, each on its first spot."""
    bets: dict[str, int] = {}
    for name, wager in rules.wagers.items():
        if wager.window == "bets" and not wager.paid_on:
            fixed = [amount for rule in wager.amount for amount in rule.choices]
            spot = f"@{next(iter(wager.spots))}" if wager.spots else ""
            bets[name + spot] = fixed[0] if fixed else 1000
    return bets


def play(table: Table, rounds: int, bets: dict[str, int]) -> None:
    """So many rounds of one seat with these bets; decisions are made at random."""
    dice = random.Random(1)
    table.sit(1)
    for _ in range(rounds):
        table.begin()
        while (asked := table.waiting) is not None:
            if isinstance(asked, Ask):
                choice = dice.choice(asked.choices)
                table.act(asked.who, choice.name, choice.least)
            else:
                if not table.round.state.placed.get(1):
                    table.bet(1, bets)
                table.close()


def rounds_a_second(game: Game, edition: str, rounds: int) -> float:
    """The rate with every wager or, where they do not go together, with the usual ones."""
    book = game.rulebook(edition)
    for bets in (bets_on_everything(TableRules(book)), usual_bets(TableRules(book))):
        table = Table(game.play, book, chance=Shoe(Philox(7)), keep_log=False)
        start = time.process_time()
        try:
            play(table, rounds, bets)
        except Refused:
            continue
        return rounds / (time.process_time() - start)
    raise Refused(f"{game.id} takes none of these bets")


def main() -> None:
    """Measure every edition of every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    rounds = parser.parse_args().rounds
    for game in games().values():
        for edition in game.editions:
            rate = rounds_a_second(game, edition, rounds)
            ratio = rate / FLOOR
            print(f"{game.id} {edition}: {rate:,.0f} rounds a second, {ratio:.1f} x {FLOOR:,}")


if __name__ == "__main__":
    main()
