"""Results as rows: a dictionary each, all of one kind with the same names. Money is whole cents;
fractions are text where they are exact and numbers beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import DERIVED, standard_errors, supported_digits

if TYPE_CHECKING:
    from houseway.certificates.sweep import Tried
    from houseway.counting.result import DERIVED, Result, standard_errors, supported_digits
    from houseway.ledger.tables.rounds import RoundCard
    from houseway.simulation.bankroll import Evening, Evenings

Row = dict[str, Any]
SUMS = ("rounds", "made", "won", "lost", "action", "initial", "net")
ERRORS = ("value", "standard_error", "low_95", "high_95")


def outcomes(results: Iterable[Result]) -> list[Row]:
    """Every outcome of every result. Counts are text: some are longer than a column of numbers
    holds."""
    return [
        {
            **_head(result),
            "outcome": one.label,
            **_both("net", one.net),
            **_both("action", one.action),
            "count": str(one.count),
            "denominator": str(result.outcomes.denominator),
            "probability": float(Fraction(one.count, result.outcomes.denominator)),
        }
        for result in results
        for one in result.outcomes.outcomes
    ]


def figures(results: Iterable[Result]) -> list[Row]:
    """What every wager comes to, per unit."""
    return [_figures(result) for result in results]


def _figures(result: Result) -> Row:
    table = result.outcomes
    errors = dict.fromkeys(DERIVED, 0.0) if result.is_exact else standard_errors(table)
    spread = errors.get("standard_deviation", 0.0)
    return {
        **_head(result),
        "unit": table.unit,
        "method": str(result.method),
        **_figure("house_advantage", table.house_advantage, errors["house_advantage"]),
        **_figure("player_return", 1 - table.house_advantage, errors["house_advantage"]),
        **_figure("hit_frequency", table.hit_frequency, errors["hit_frequency"]),
        **_figure("variance", table.variance, errors["variance"]),
        "standard_deviation": round(table.standard_deviation, supported_digits(spread, 16)),
        "standard_error": result.standard_error,
    }


def sweep(tried: Iterable[Tried]) -> list[Row]:
    """A row for each table that was tried, with its prices."""
    return [
        {
            **{f"price_{row}": price for row, price in one.prices.items()},
            **_figures(one.result),
            "changes_play": one.changes_play,
        }
        for one in tried
    ]


def simulation(report: Mapping[str, Any]) -> list[Row]:
    """A row for each wager of a session (``Session.report()``), and one for all that was bet."""
    head = {name: report[name] for name in ("game", "edition", "policy", "seed", "dealt_by")}
    found = {"all": {**report["all"], "house_edge": report["house_edge_on_action"]}}
    found |= report["wagers"]
    return [
        {
            **head,
            "wager": wager,
            **{name: sums[name] for name in SUMS},
            **{f"house_edge_{name}": (sums.get("house_edge") or {}).get(name) for name in ERRORS},
        }
        for wager, sums in found.items()
    ]


def evenings(job: Evening, total: Evenings) -> list[Row]:
    """How often each bankroll stood at each mark of an evening, in cents."""
    return [
        {
            "game": job.result.game,
            "edition": job.result.edition,
            "wager": job.result.wager,
            "rounds": mark,
            "bankroll": bankroll,
            "evenings": count,
        }
        for mark, counted in zip(job.marks, total.bankrolls, strict=True)
        for bankroll, count in sorted(counted.items())
    ]


def rounds(cards: Iterable[RoundCard]) -> list[Row]:
    """Rounds of a ledger: a row for each seat that bet, in cents; times are UTC, as text."""
    return [
        {
            "table": card.table,
            "game": card.game,
            "edition": card.edition,
            "round": card.round,
            "began": card.began,
            "ended": card.ended,
            "seat": seat,
            "player": card.players.get(seat, ""),
            "staked": staked,
            "net": card.nets.get(seat, 0),
            "void": card.void,
            "rulings": " ".join(card.rulings),
        }
        for card in cards
        for seat, staked in sorted(card.staked.items())
    ]


def _head(result: Result) -> Row:
    return {
        "game": result.game,
        "edition": result.edition,
        "wager": result.wager,
        "table": result.table,
        "strategy": result.strategy,
    }


def _both(name: str, value: Fraction) -> Row:
    """A fraction as a number, and exactly."""
    return {name: float(value), f"{name}_exact": str(value)}


def _figure(name: str, value: Fraction, error: float) -> Row:
    """A figure as a number, and exactly; a simulated one only as far as its error supports it."""
    if not error:
        return _both(name, value)
    return {name: round(float(value), supported_digits(error)), f"{name}_exact": None}
