"""Tickets on numbers that are drawn."""
