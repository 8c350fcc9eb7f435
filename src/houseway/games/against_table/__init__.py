"""A hand against a paytable: more or less at risk, street by street."""
