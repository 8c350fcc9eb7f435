"""A tournament of poker, from the draw for seats to the prizes (13:69F-8.6).

What the house posts is data (``posted.yaml``); seating, chip races, places and prizes are pure
functions; hands are dealt by the referee.
"""
