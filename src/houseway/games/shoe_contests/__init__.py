"""One or two hands for all, dealt from a shoe.

- ``baccarat_table.py``, ``baccarat_hand.py``, ``baccarat_hand_names.py``: how baccarat is dealt,
  called and settled at the large and the small table; what hands count, who draws, who wins
- ``baccarat_odds.py``, ``baccarat_deal.py``, ``baccarat_recount.py``: every end of a hand counted
  by value; the kernel; the second count
- ``ordered_values.py``: cards whose value alone matters, one after another from a known shoe
- ``one_burn_deal.py``: shoes for the kernels of red dog and casino war
"""
