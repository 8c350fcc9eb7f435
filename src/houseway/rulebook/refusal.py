"""Refusals of what the rules do not allow."""


class Refused(ValueError):
    """Something that the rules do not allow. It names the reason and the paragraph, and it is
    raised before anything has changed."""

    def __init__(self, reason: str, cite: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.reason} [{self.cite}]" if self.cite else self.reason
