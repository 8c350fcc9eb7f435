"""A hand against a paytable: more or less at risk, street by street.

- ``dealing.py``, ``community.py``, ``three_each.py``: hands and common cards as they are dealt
- ``settling.py``: wagers paid and lost by one paytable
- ``fold_back.py``: the worth of all five cards folded back over four, three and two
- ``held.py``, ``plain_hands.py``: what is decided with the cards that a player holds
- ``played.py``, ``set_policy.py``, ``table_results.py``: ways to decide valued, and the results
"""
