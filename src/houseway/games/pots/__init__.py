"""Games in which players and dealer contest a common pot."""
