"""Hands to set, against a dealer or a bank who follows a house way.

- ``start.py``, ``seat_cut.py``, ``dragons_eye.py``: who cuts, where a deal begins, wagers on its
  dice
- ``arranging.py``, ``setting.py``: players set in turn; hands compared; what is found wrong
- ``bank_window.py``, ``player_bank.py``: a player as the bank, alone or with the house
- ``house_way.py``, ``lines_policy.py``, ``way_card.py``: ways to set as lines of data
- ``seven_cards.py``, ``seven_card_way.py``, ``every_seven.py``, ``suit_classes.py``: seven cards
  with a joker: rules, settings, and all hands of them
- ``two_hands.py``, ``setting_game.py``, ``dragon_odds.py``: two hands against two, counted
- ``advice.py``, ``bank_results.py``, ``dragon_results.py``: advice, policies and results
"""
