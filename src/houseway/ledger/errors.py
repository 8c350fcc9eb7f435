"""Errors of the ledger, apart from refusals by the rules."""

from houseway.rulebook.refusal import Refused


class Unavailable(ValueError):
    """The database does not answer. Nothing was acknowledged; the same key can be sent again."""


class KeyUsed(Unavailable):
    """The key of a command stands in the log already: what was answered then is the answer."""


class Unusable(ValueError):
    """The database or the keys are not what they must be: another version, another key."""


class Elsewhere(Refused):
    """Another process runs this table, or has taken it over."""


class Short(Refused):
    """A person's balance does not cover a bet or withdrawal."""


class NoRoom(Refused):
    """There are as many tables as there may be."""


class TooMuch(Refused):
    """A balance would exceed its limit."""


class Broken(ValueError):
    """Stored data contradicts itself."""


class TooMany(Refused):
    """Something was tried too often; ``wait`` is the seconds until it may be tried again."""

    def __init__(self, reason: str, wait: float) -> None:
        super().__init__(reason)
        self.wait = wait
