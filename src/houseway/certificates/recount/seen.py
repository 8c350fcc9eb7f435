"""What a second count has seen of a wager, held against what is certified."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.odds.result import OutcomeTable

Rows = tuple[str, ...]
Seen = dict[tuple[Fraction, Rows], Fraction]  # net in units and rows paid -> chance
Tally = Counter[tuple[Fraction, Rows]]  # the same, as numbers of rounds

WORD = re.compile(r"[a-z][a-z0-9_]*")
HIT = " + "  # between rows that a hand hits, of which not all may be paid
ONLY = "win"  # the row of a wager that has no other
SIGMAS = 5.5  # a sample is refuted once in 26 million outcomes by bad luck


def named_rows(table: OutcomeTable, known: Iterable[str]) -> frozenset[str]:
    """The rows of a paytable that an outcome table tells apart by name."""
    if any(HIT in one.label for one in table.outcomes):
        return frozenset()
    words = {word for one in table.outcomes if one.net > 0 for word in WORD.findall(one.label)}
    return frozenset(words) & (frozenset(known) - {ONLY})


def certified(table: OutcomeTable, rows: frozenset[str]) -> Seen:
    """What the certificate says, in the same terms."""
    found: dict[tuple[Fraction, Rows], Fraction] = {}
    for one in table.outcomes:
        if one.count:
            words = [word for word in WORD.findall(one.label) if word in rows]
            key = one.net, tuple(sorted(words)) if one.net > 0 else ()
            found[key] = found.get(key, Fraction(0)) + Fraction(one.count, table.denominator)
    return found


def told(net: Fraction, paid: Iterable[str], rows: frozenset[str]) -> tuple[Fraction, Rows]:
    """A round of the referee's in the same terms."""
    return net, tuple(sorted(row for row in paid if row in rows)) if net > 0 else ()


def exact_differences(expected: Seen, seen: Mapping[tuple[Fraction, Rows], Fraction]) -> list[str]:
    """Where two exact counts part; nothing if they agree in every outcome."""
    return [
        f"{_words(key)}: certified {expected.get(key, 0)}, counted {seen.get(key, 0)}"
        for key in sorted({*expected, *seen})
        if expected.get(key, 0) != seen.get(key, 0)
    ]


def sample_differences(expected: Seen, seen: Tally) -> list[str]:
    """Outcomes that came more often or less often than chance explains."""
    rounds = seen.total()
    found = []
    for key in sorted({*expected, *seen}):
        chance = float(expected.get(key, Fraction(0)))
        came = seen[key]
        if not chance:
            found.append(f"{_words(key)}: certified never, came {came} times in {rounds}")
            continue
        error = math.sqrt(rounds * chance * (1 - chance))
        rare = 12 if rounds * chance < 3 else 3  # the normal curve is not right for rare ones
        if abs(came - rounds * chance) > SIGMAS * error + rare:
            found.append(f"{_words(key)}: certified {rounds * chance:.1f}, came {came} of {rounds}")
    return found


def _words(key: tuple[Fraction, Rows]) -> str:
    net, rows = key
    return f"net {net}" + (f" ({', '.join(rows)})" if rows else "")
