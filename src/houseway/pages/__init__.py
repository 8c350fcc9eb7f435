"""Pages of the documentation that are written from the code, and how far the law is covered."""
