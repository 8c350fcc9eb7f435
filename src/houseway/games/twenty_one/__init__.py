"""Games of 21 from a shoe: blackjack and its relatives."""
