"""One-time codes by the clock (RFC 6238): six digits, thirty seconds, HMAC-SHA-1, as every
authenticator has them."""

import hmac
import secrets
from base64 import b32encode
from urllib.parse import quote

DIGITS, STEP = 6, 30
SLACK = 1  # time steps by which the user's clock may differ
BYTES = 20


def new_secret() -> bytes:
    """A secret for one person."""
    return secrets.token_bytes(BYTES)


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a step."""
    told = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    start = told[-1] & 15
    number = int.from_bytes(told[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def code(secret: bytes, seconds: float) -> str:
    """The code at a moment."""
    return code_at(secret, int(seconds) // STEP)


def accepted(secret: bytes, given: str, seconds: float, last: int) -> int:
    """The step that a code is of, if it is good now and later than the last that was used; else
    0. A code that was seen over a shoulder is good for nothing once it has been used."""
    now, found = int(seconds) // STEP, 0
    for step in range(now - SLACK, now + SLACK + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), given.encode()) and step > last:
            found = step
    return found


def address(secret: bytes, house: str, name: str) -> str:
    """Return the ``otpauth`` URL for an authenticator app."""
    key = b32encode(secret).decode().rstrip("=")
    told = f"secret={key}&issuer={quote(house)}&algorithm=SHA1&digits={DIGITS}&period={STEP}"
    return f"otpauth://totp/{quote(house)}:{quote(name)}?{told}"
