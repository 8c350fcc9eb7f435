"""A hook that counts what a house does; by default a no-op."""


class Watch:
    """A hook that is called for every command. The house waits for it, so it must be quick."""

    def done(self, word: str) -> None:
        """A command was done and committed."""

    def refused(self, word: str) -> None:
        """A command was refused."""

    def committed(self, seconds: float) -> None:
        """A command was written, and this is how long that took."""

    def round_ended(self) -> None:
        """Called when a round is over."""
