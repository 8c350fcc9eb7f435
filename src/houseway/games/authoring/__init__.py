"""What a game is written with: results, stakes, ways to decide, steps that families share."""
