"""What has to be chosen at a table for a wager to be on offer there."""

from collections.abc import Iterable

from houseway.rulebook.house_options import holds
from houseway.rulebook.table_rules import TableRules, base_of


def needed_for(rules: TableRules, wager: str, also: Iterable[str] = ()) -> list[str]:
    """The options, away from their defaults, without which this table could not offer a wager: its
    own, others that matter to it, and those that the law ties to these."""
    flag = rules.book.wagers[base_of(wager)].if_offered
    names = dict.fromkeys([*([flag] if flag else []), *also])
    before = -1
    while len(names) > before:
        before = len(names)
        for rule in rules.book.constraints:
            if rule.when.keys() <= names.keys() and holds(rule.when, rules.options):
                names |= dict.fromkeys(rule.then)
    usual = {name: option.default for name, option in rules.book.choices.items()}
    return [name for name in names if str(rules.options[name]) != str(usual[name])]
