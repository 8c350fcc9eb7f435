"""What people see on a terminal. Nothing here knows a particular game."""
