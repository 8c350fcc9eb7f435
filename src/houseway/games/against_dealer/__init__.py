"""A hand against the dealer's: ante, look, raise or fold."""
