"""What cards count at blackjack and what its main wager pays at the usual table."""

from fractions import Fraction

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
PRICES = (
    ("designated", Fraction(2)),
    ("suited_678", Fraction(2)),
    ("five_card_21", Fraction(2)),
    ("three_sevens", Fraction(3, 2)),
    ("blackjack", Fraction(3, 2)),
    ("win", Fraction(1)),
)
