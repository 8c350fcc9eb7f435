"""What becomes of the contributions that pots make to a payout, away from the table."""

from houseway.games.pots.poker.payouts.fund import (
    ACTS,
    Box,
    Fund,
    check_closing,
    check_offer,
    check_submitted,
    due,
    take,
)
from houseway.games.pots.poker.payouts.law import PayoutLaw, law

__all__ = [
    "ACTS", "Box", "Fund", "PayoutLaw", "check_closing", "check_offer", "check_submitted", "due",
    "law", "take",
]  # fmt: skip
