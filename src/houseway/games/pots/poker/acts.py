"""What is done away from the poker tables, by subject, as scenarios do it."""

from houseway.games.pots.poker.payouts.case import PayoutCase
from houseway.rulebook.acts import Case

ACTS: dict[str, type[Case]] = {"payouts": PayoutCase}
