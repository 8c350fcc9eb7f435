"""Payout funds of a house, and funds that several casinos share (13:69F-14.19, 14.20)."""
