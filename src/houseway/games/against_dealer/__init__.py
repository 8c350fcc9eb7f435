"""A hand against the dealer's: ante, look, raise or fold, on one street or several.

- ``fold_or_play.py``: steps of a round with one decision; ``fold_or_play_odds.py`` (``Contest``,
  ``MainGame``), ``_paid.py``, ``_policy.py``, ``_results.py`` (``FoldOrPlay``), ``_strategy.py``:
  its figures; ``fold_or_play_deal.py``: what its kernels share
- ``streets.py``, ``street_sums.py``, ``street_results.py``: a raise on each of several streets
- ``community.py``, ``board.py``, ``board_kinds.py``, ``board_sums.py``, ``board_policy.py``,
  ``hole_cards.py``, ``first_cards.py``: common cards, and hands counted over all boards
- ``value_sweep.py``, ``hand_table.py``, ``one_hand.py``, ``higher_hand.py``: every class of hands
  against all that a dealer may hold
"""
