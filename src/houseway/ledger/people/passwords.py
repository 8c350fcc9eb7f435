"""Password hashes (argon2id). Hashing takes a while and much memory on purpose: it is never done
within a transaction, and only so many at a time."""

import threading

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from houseway.rulebook.refusal import Refused

LEAST = 10  # characters of a password that a person chooses
AT_ONCE = 2  # of 64 MB each
_HASHER = PasswordHasher(parallelism=1)
_NOBODY = PasswordHasher(parallelism=1).hash("nobody")  # so that an unknown name takes as long
_TURN = threading.BoundedSemaphore(AT_ONCE)


def check_new(password: str) -> None:
    """Refuse a password that is too short."""
    if len(password) < LEAST:
        raise Refused(f"a password needs at least {LEAST} characters")


def hashed(password: str) -> str:
    """Return the stored form of a password; empty for none."""
    if not password:
        return ""
    with _TURN:
        return _HASHER.hash(password)


def matches(kept: str, password: str) -> bool:
    """Whether a password is the one that a hash is of; none matches nothing, after as long."""
    with _TURN:
        try:
            return _HASHER.verify(kept or _NOBODY, password) and bool(kept)
        except (Argon2Error, InvalidHashError):
            return False
