"""The page at a table: what one person sees, what they may do next, and what each press does."""
