"""Audits: is the log whole, was every payment due, does one round verify from the ground up."""
