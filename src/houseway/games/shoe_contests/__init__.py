"""One or two hands for all, dealt from a shoe."""
