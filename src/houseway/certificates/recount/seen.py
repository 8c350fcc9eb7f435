"""The outcomes that a recount has found, compared with the certified ones."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.counting.result import OutcomeTable

Rows = tuple[str, ...]
Seen = dict[tuple[Fraction, Rows], Fraction]  # net in units and rows paid -> chance
Tally = Counter[tuple[Fraction, Rows]]  # the same, as numbers of rounds

WORD = re.compile(r"[a-z][a-z0-9_]*")
HIT = " + "  # between rows that a hand hits, of which not all may be paid
ONLY = "win"  # the row of a wager that has no other
AVERAGE = "on average"  # in the name of a line that has only the mean of its rounds
SIGMAS = 5.5  # a sample is refuted once in 26 million outcomes by bad luck


def named_rows(table: OutcomeTable, known: Iterable[str]) -> frozenset[str]:
    """The rows of a paytable that an outcome table tells apart by name."""
    if any(HIT in one.label for one in table.outcomes):
        return frozenset()
    words = {word for one in table.outcomes if one.net > 0 for word in WORD.findall(one.label)}
    return frozenset(words) & (frozenset(known) - {ONLY})


def certified(table: OutcomeTable, rows: frozenset[str]) -> Seen:
    """Return the certified outcomes in the same terms."""
    found: dict[tuple[Fraction, Rows], Fraction] = {}
    for one in table.outcomes:
        if one.count:
            words = [word for word in WORD.findall(one.label) if word in rows]
            key = one.net, tuple(sorted(words)) if one.net > 0 else ()
            if AVERAGE in one.label:
                key = one.net, (AVERAGE,)
            found[key] = found.get(key, Fraction(0)) + Fraction(one.count, table.denominator)
    return found


def told(net: Fraction, paid: Iterable[str], rows: frozenset[str]) -> tuple[Fraction, Rows]:
    """A round of the referee's in the same terms."""
    return net, tuple(sorted(row for row in paid if row in rows)) if net > 0 else ()


def in_terms(seen: Mapping[tuple[Fraction, Rows], Fraction], rows: frozenset[str]) -> Seen:
    """A plain count in the same terms: it may name rows that a certificate leaves out."""
    found: Seen = {}
    for (net, paid), chance in seen.items():
        key = told(net, paid, rows)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def exact_differences(expected: Seen, seen: Mapping[tuple[Fraction, Rows], Fraction]) -> list[str]:
    """Where two exact counts part; nothing if they agree in every outcome. Rounds of which only the
    mean is certified may be any: then the mean of all is compared, and no outcome may come less
    often than it does without them or more often than it could with them."""
    free, plain = _averaged(expected)
    if free:
        means = [sum((n * p for (n, _), p in one.items()), Fraction(0)) for one in (expected, seen)]
        found = [f"mean: certified {means[0]}, counted {means[1]}"] if means[0] != means[1] else []
        return found + [
            f"{_words(key)}: certified {plain.get(key, 0)} to {plain.get(key, 0) + free}, "
            f"counted {seen.get(key, 0)}"
            for key in sorted({*plain, *seen})
            if not plain.get(key, 0) <= seen.get(key, 0) <= plain.get(key, 0) + free
        ]
    return [
        f"{_words(key)}: certified {expected.get(key, 0)}, counted {seen.get(key, 0)}"
        for key in sorted({*expected, *seen})
        if expected.get(key, 0) != seen.get(key, 0)
    ]


def sample_differences(expected: Seen, seen: Tally) -> list[str]:
    """Outcomes that came more often or less often than chance explains; of rounds of which only the
    mean is certified, their mean."""
    rounds = seen.total()
    free, plain = _averaged(expected)
    found = _mean_differences(expected, seen) if free else []
    for key in sorted({*plain, *seen}):
        chance = float(plain.get(key, Fraction(0)))
        came = seen[key]
        most = chance + float(free)
        if free and rounds * chance <= came <= rounds * most:
            continue
        if free and came > rounds * most:
            chance = most
        if not chance:
            found.append(f"{_words(key)}: certified never, came {came} times in {rounds}")
            continue
        error = math.sqrt(rounds * chance * (1 - chance))
        rare = 12 if rounds * chance < 3 else 3  # the normal curve is not right for rare ones
        if abs(came - rounds * chance) > SIGMAS * error + rare:
            found.append(f"{_words(key)}: certified {rounds * chance:.1f}, came {came} of {rounds}")
    return found


def _averaged(expected: Seen) -> tuple[Fraction, Seen]:
    """The chance of rounds of which only the mean is certified, and the outcomes of the others."""
    plain = {key: chance for key, chance in expected.items() if AVERAGE not in key[1]}
    return sum(expected.values(), Fraction(0)) - sum(plain.values(), Fraction(0)), plain


def _mean_differences(expected: Seen, seen: Tally) -> list[str]:
    """Whether the mean of a sample is further off than chance explains."""
    rounds = seen.total()
    wanted = float(sum((net * chance for (net, _), chance in expected.items()), Fraction(0)))
    mean = sum(float(net) * times for (net, _), times in seen.items()) / rounds
    squares = sum((float(net) - mean) ** 2 * times for (net, _), times in seen.items())
    error = math.sqrt(squares) / rounds
    if abs(mean - wanted) <= SIGMAS * error:
        return []
    return [f"mean: certified {wanted:.5f}, came {mean:.5f} in {rounds} rounds"]


def _words(key: tuple[Fraction, Rows]) -> str:
    net, rows = key
    return f"net {net}" + (f" ({', '.join(rows)})" if rows else "")
