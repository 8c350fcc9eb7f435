"""Durable state: tables, rounds, money, meters, and a log that shows tampering."""
