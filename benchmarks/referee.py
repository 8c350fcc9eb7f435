"""How many rounds a second the referee deals and settles, game by game: one seat, one core.

    python benchmarks/referee.py [--rounds 2000]

Every wager on offer that goes with the others is bet, and decisions are made at random.
"""

import argparse
import random
import time

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import games
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused

FLOOR = 2000  # rounds a second


def bets_on_everything(table: Table) -> dict[str, int]:
    """The usual amount on every wager, as far as the window takes it."""
    bets: dict[str, int] = {}
    for name, wager in table.rules.wagers.items():
        if wager.window == "bets" and not wager.paid_on:
            fixed = [amount for rule in wager.amount for amount in rule.choices]
            spot = f"@{next(iter(wager.spots))}" if wager.spots else ""
            bets[name + spot] = fixed[0] if fixed else 1000
    return bets


def rounds_a_second(table: Table, rounds: int) -> float:
    """Play so many rounds and tell the rate."""
    dice = random.Random(1)
    table.sit(1)
    bets = bets_on_everything(table)
    start = time.perf_counter()
    for _ in range(rounds):
        table.bet(1, bets)
        table.close()
        while isinstance(asked := table.waiting, Ask):
            table.act(asked.who, dice.choice(asked.choices).name)
    return rounds / (time.perf_counter() - start)


def main() -> None:
    """Measure every edition of every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    rounds = parser.parse_args().rounds
    for game in games().values():
        for edition in game.editions:
            table = Table(game.play, game.rulebook(edition), chance=Shoe(Philox(7)), keep_log=False)
            try:
                rate = rounds_a_second(table, rounds)
            except Refused as refusal:
                print(f"{game.id} {edition}: {refusal}")
                continue
            print(
                f"{game.id} {edition}: {rate:,.0f} rounds a second, {rate / FLOOR:.1f} x {FLOOR:,}"
            )


if __name__ == "__main__":
    main()
