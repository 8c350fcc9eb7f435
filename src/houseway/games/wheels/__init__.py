"""Wagers on where a wheel stops."""
