"""What is done away from the poker tables, by subject, as scenarios do it."""

from houseway.games.pots.poker.payouts.case import PayoutCase
from houseway.games.pots.poker.payouts.system_case import SystemCase
from houseway.rulebook.acts import Case

ACTS: dict[str, type[Case]] = {"payouts": PayoutCase, "payout_system": SystemCase}
