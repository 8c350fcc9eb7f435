"""Stakes that someone states for a calculation, held to the table's rules."""

from houseway.games.authoring.result_at import Stakes
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of


def check_stakes(rules: TableRules, stakes: Stakes) -> None:
    """Refuse a stake on a wager that is not on offer, or of an amount that cannot be."""
    for name, dollars in stakes.items():
        if "@" in name or name not in rules.wagers:
            rules.wager(name)  # refuses what is not on offer
        known, cents = rules.wagers[base_of(name)], dollars * 100
        if cents <= 0 or cents.denominator > 1:
            raise Refused(f"${dollars} is no amount for the {known.name} wager", known.cite)
        for rule in known.amount:
            if not rule.other and not rule.fits(int(cents), {}):
                raise Refused(f"the {known.name} wager is {rule.wants({})}", known.cite)
