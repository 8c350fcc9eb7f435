"""How long every shipped figure takes to count anew, against eval7 evaluating hands one by one.

    python benchmarks/certificates.py

The kernels are compiled first (`houseway warm`); then every certificate is made in a folder of its
own with two processes. The limit is the time in which two cores make 400 million evaluations with
eval7, by its rate in this run.
"""

import random
import tempfile
import time
from pathlib import Path

import eval7

from houseway.certificates import figures
from houseway.games import editions_with_odds
from houseway.simulate.shards import local

EVALUATIONS = 400_000_000
CORES = 2
SAMPLE, TIMES = 300_000, 10  # hands, and how often all of them are evaluated


def eval7_rate() -> float:
    """Seven-card hands that eval7 evaluates in a second, called one by one."""
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    dice = random.Random(7)
    hands = [dice.sample(deck, 7) for _ in range(SAMPLE)]
    start = time.perf_counter()
    for _ in range(TIMES):
        for hand in hands:
            eval7.evaluate(hand)
    return TIMES * SAMPLE / (time.perf_counter() - start)


def certify_everything() -> float:
    """Seconds in which every certificate is made anew."""
    games = list(dict.fromkeys(found for found, _ in editions_with_odds()))
    with tempfile.TemporaryDirectory() as folder, local(CORES) as executor:
        start = time.perf_counter()
        for found, counts in figures.each_certified(games, Path(folder), executor):
            print(f"  {found.id}: {sum(counts.values())} results", flush=True)
        return time.perf_counter() - start


def main() -> None:
    before = eval7_rate()
    spent = certify_everything()
    rate = (before + eval7_rate()) / 2
    limit = EVALUATIONS / rate / CORES
    print(f"eval7: {rate:,.0f} evaluations a second")
    print(f"every certificate: {spent:.1f} s, {spent / limit:.2f} of the limit ({limit:.1f} s)")


if __name__ == "__main__":
    main()
