"""The lab: a table with other rules or prices, its exact figures, best play and legality."""
