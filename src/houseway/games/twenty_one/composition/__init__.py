"""Games of twenty-one dealt from a known shoe, card by card exactly.

A hand is how many cards of each value it has; the shoe is what is left beside it.

| file | holds |
|---|---|
| ``terms.py`` | the rules of one table, as functions |
| ``hands.py``, ``dealer.py`` | every hand of a player; every way a dealer goes on |
| ``chances.py`` | chances of draws as residues |
| ``against.py`` | one dealer's start: the best decisions, and what any come to |
| ``splits.py`` | a split pair on average |
| ``ways.py``, ``products.py``, ``rounds.py`` | the hands of a split together |
| ``deals.py`` | all deals of a table |
| ``kernels.py``, ``product_kernels.py`` | the inner loops |
"""
