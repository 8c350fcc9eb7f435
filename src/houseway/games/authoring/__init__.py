"""What any game is written with; families and games import it, it imports neither.

- ``figures.py``, ``kernels.py``, ``recount.py``, ``hand_names.py``, ``bots.py``, ``shown.py``: what
  a game offers to pages, commands and simulation, one typed object each
- ``result_at.py``, ``table_numbers.py``, ``row_price.py``, ``pair_rows.py``: a table's numbers, and
  results
- ``from_round.py``, ``round_figures.py``, ``walk.py``, ``one_seat.py``: exact odds by walking a
  round
- ``policy.py``, ``policies.py``, ``simple_rule.py``, ``watched.py``, ``best_wagers.py``: ways to
  decide
- ``shoe.py``, ``shoe_cut.py``, ``draw.py``, ``sums.py``: shoes at a table and in kernels; their
  sums
- ``cash.py``, ``commission.py``, ``pot.py``, ``equity.py``, ``offered.py``, ``ranking.py``,
  ``shared_limit.py``, ``spots.py``, ``stakes.py``: steps and rules that families share
"""
