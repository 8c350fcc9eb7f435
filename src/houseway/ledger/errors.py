"""How the ledger says that something cannot be done, apart from what the rules do not allow."""

from houseway.rulebook.refusal import Refused


class Unavailable(ValueError):
    """The database does not answer. Nothing was acknowledged; the same key can be sent again."""


class Unusable(ValueError):
    """The database or the keys are not what they must be: another version, another key."""


class Elsewhere(Refused):
    """Another process runs this table, or has taken it over."""


class Broken(ValueError):
    """What is stored contradicts itself."""
