"""Surveillance: find any round, step through it, verify it, take it away as a log or a report."""
