"""The ante fee: what a player pays for the choice between two pairs."""

from houseway.rulebook.table_rules import TableRules

ANTE = "ante"
CENTS = 100


def ante_fee(stake: int, rules: TableRules) -> int:
    """The fee on a wager, both in cents: so much for each unit bet and for a part of one."""
    unit = rules.rule("ante_unit") * CENTS
    fee: int = -(-stake // unit) * rules.rule("ante_fee") * CENTS
    return fee
