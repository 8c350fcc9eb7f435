"""Shares of one in words: exact, or as far as a simulation supports them."""

from fractions import Fraction

from houseway.counting.result import Result, supported_digits


def percent(part: Fraction, digits: int = 4) -> str:
    """A share of one as people read it."""
    return f"{float(part):.{digits}%}"


def edge_text(result: Result) -> str:
    """The house advantage of a result as a percentage; of a simulation as far as it goes."""
    edge = result.outcomes.house_advantage
    return percent(edge) if result.is_exact else estimated(edge, result.standard_error)


def estimated(part: Fraction, error: float) -> str:
    """A simulated share to the digit in which its standard error begins, and that error.

    >>> estimated(Fraction(27183, 1000000), 0.00123)
    '2.7% ±0.1%'
    """
    digits = supported_digits(100 * error, 4)
    return f"{percent(part, digits)} ±{error:.{digits}%}"
