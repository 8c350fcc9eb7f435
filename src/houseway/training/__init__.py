"""Lessons for dealers: rounds through the referee, asked about step by step."""
