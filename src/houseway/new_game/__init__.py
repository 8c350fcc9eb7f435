"""For those who write a game: a folder to begin with, and what does not fit in one."""
