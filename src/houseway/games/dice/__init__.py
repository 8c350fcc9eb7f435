"""Wagers on rolls, many of which stand from one to the next.

- ``shaker.py``: dice in a shaker: tried before the table opens, shaken until they lie flat
- ``craps_table.py``, ``craps_rules.py``, ``craps_window.py``: the steps of a roll, what it means to
  a wager, what may be bet before the next; shared by all craps games
- ``craps_money.py``, ``craps_bets.py``: what wagers may be and come to in cents, for table and odds
- ``craps_odds.py``, ``craps_results.py``, ``craps_recount.py``: wagers kept until they are decided,
  exactly
- ``rolled.py``: any game of dice as a table of layouts that a kernel walks, found by the referee
"""
