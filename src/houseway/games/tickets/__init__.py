"""Tickets on numbers that are drawn.

- ``draws.py``: numbers drawn from a cage, and how many of each of several groups are among them
- ``keno``: tickets bought, voided, refunded and redeemed at a desk; ways and combinations; rate
  cards
"""
