"""Terminal output. Nothing here depends on a particular game."""
