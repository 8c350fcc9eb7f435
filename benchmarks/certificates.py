"""Time to recompute every shipped figure, against eval7 evaluating hands one by one.

    python benchmarks/certificates.py [GAME ...] [--smoke]

Every certificate is made in a folder of its own with two processes, kernels compiled before
(`houseway warm`). The measure is the time in which two cores make 400 million evaluations with
eval7, by its rate in this run.
"""

import random
import tempfile
import time
from pathlib import Path

import eval7

from houseway.certificates import figures
from houseway.games import Game, editions_with_odds, game
from houseway.simulation.shards import local
from report import figure, options, progress, section, table

EVALUATIONS = 400_000_000
CORES = 2
SAMPLE, TIMES = 300_000, 5  # hands, and how often all of them are evaluated
CHEAP = ("big-six", "sic-bo")  # for a smoke run

ABOUT = f"""\
Every figure that is shipped, recomputed by two processes, against the time in which two cores
make {EVALUATIONS // 1_000_000} million evaluations with eval7. The target is a ratio of at most
1."""


def eval7_rate(sample: int, times: int) -> float:
    """Return how many seven-card hands eval7 evaluates per second, called one by one."""
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    dice = random.Random(7)
    hands = [dice.sample(deck, 7) for _ in range(sample)]
    start = time.perf_counter()
    for _ in range(times):
        for hand in hands:
            eval7.evaluate(hand)
    return times * sample / (time.perf_counter() - start)


def certify(games: list[Game]) -> tuple[float, int]:
    """Make the certificates of these games; return the seconds and the number of figures."""
    figures_made = 0
    with tempfile.TemporaryDirectory() as folder, local(CORES) as executor:
        start = time.perf_counter()
        for one, counts in figures.each_certified(games, Path(folder), executor):
            figures_made += sum(counts.values())
            progress(f"{one.id}: {sum(counts.values())} figures")
        return time.perf_counter() - start, figures_made


def main() -> None:
    """Measure the given games or all of them."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    given = parser.parse_args()
    names = given.games or (CHEAP if given.smoke else ())
    games = [game(name) for name in names] or list(
        dict.fromkeys(g for g, _ in editions_with_odds())
    )
    sample, times = (5_000, 1) if given.smoke else (SAMPLE, TIMES)
    before = eval7_rate(sample, times)
    spent, count = certify(games)
    rate = (before + eval7_rate(sample, times)) / 2
    limit = EVALUATIONS / rate / CORES
    row = [str(len(games)), str(count), f"{spent:.1f}", f"{limit:.1f}", figure(spent / limit)]
    head = ["games", "figures", "s", "400 million evaluations, s", "ratio"]
    section("Shipped figures recomputed", ABOUT, table(head, [row]))


if __name__ == "__main__":
    main()
