"""Wagers on where a wheel stops.

- ``wheel.py``, ``clapper.py``: spins that count, sections and pockets, a clapper between two of
  them
- ``chips_window.py``: betting with chips in each player's own color
- ``wheel_odds.py``: what a wager makes of every place where the wheel may stop; pokette, whose
  wheels show cards that stand over several spins, is a chain of its own
"""
