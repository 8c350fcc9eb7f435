"""Games in which players and dealer contest a common pot.

- ``button.py``: the button: where it lies, and who comes after it
- ``winners_pot_poker``: a dealer who plays a fixed line; best replies by streets
- ``poker``: the poker room, whose players decide for themselves: betting and side pots, rake,
  jackpots, tournaments; ``payouts`` are the rules of funds that pots feed
"""
