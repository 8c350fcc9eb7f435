"""Two hands to set, against a dealer or a bank."""
