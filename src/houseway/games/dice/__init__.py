"""Wagers on rolls, many of which stand from one to the next."""
