"""What a person types: one key where one key will do, else a line; nothing more means leaving."""

import sys

from rich.console import Console


class Left(Exception):
    """The end of input: the person has left."""


class Keyboard:
    """Reads from the terminal, or from a file of lines, which it shows as if they were typed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._typed = sys.stdin.isatty()

    def line(self, prompt: str) -> str:
        """A line, without the spaces around it."""
        self._console.print(prompt, end="")
        return self._read()

    def key(self, prompt: str) -> str:
        """One key; from a file, or where the system cannot read single keys, a line."""
        self._console.print(prompt, end="")
        if not self._typed:
            return self._read()
        pressed = _press()
        if pressed is None:
            return self._read()
        if pressed in ("\x03", "\x04", ""):  # Ctrl-C, Ctrl-D
            self._console.print()
            raise Left
        if pressed == "?":  # the name of a wager may follow
            return pressed + self.line(pressed)
        self._console.print(pressed.strip())
        return pressed.strip()

    def _read(self) -> str:
        typed = sys.stdin.readline()
        if not typed:
            self._console.print()
            raise Left
        if not self._typed:
            self._console.print(typed.strip())
        return typed.strip()


def _press() -> str | None:
    """The next key on a terminal, at once; nothing where this cannot be had."""
    try:
        import termios
        import tty
    except ImportError:
        return None
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    sys.stdout.flush()
    try:
        tty.setcbreak(handle)
        return sys.stdin.read(1)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
