"""The floor's pages and interface: open and close tables, change rules, rule on irregularities."""
