"""What the poker room does away from its tables, by subject."""

from houseway.games.pots.poker.payout_system_acts import SystemCase

ACTS = {"payout_system": SystemCase}
