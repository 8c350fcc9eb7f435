"""The hash chain: each entry carries the hash of the entry before it."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pydantic_core import to_json

CAGE = 0  # the number of the chain for entries that concern the whole house
GENESIS = "0" * 64  # what the first entry of a table follows
_SORTED = json.JSONEncoder(sort_keys=True, check_circular=False)


def canonical(data: Any) -> str:
    """Plain data in the one form that is hashed. Its order stays: bets are taken in theirs.

    >>> canonical({"by": "Zoë", "amounts": {"ante": 10}, "seats": [1, None, True]})
    '{"by":"Zoë","amounts":{"ante":10},"seats":[1,null,true]}'
    """
    return to_json(data).decode()


def link(prev: str, body: str) -> str:
    """Return the hash of an entry, computed from its body and the hash of the previous entry."""
    return sha256(f"{prev}\n{body}".encode()).hexdigest()


def digest(answer: str) -> str:
    """An answer in short, as its entry tells it."""
    return sha256(answer.encode()).hexdigest()


def asked(by: str, command: Mapping[str, Any], secret: bytes = b"") -> str:
    """A fingerprint of a request, to know a repeated key from a key used twice. While a round is on
    nobody guesses from it what was asked."""
    return sha256(secret + _SORTED.encode([by, command]).encode()).hexdigest()


def head_message(house: str, table: int, seq: int, head: str) -> str:
    """Return the signed message of a head: the position of this house's table."""
    return f"houseway head 1\n{house}\n{table}\n{seq}\n{head}"


def end_message(house: str, heads: Mapping[str, tuple[int, str]]) -> str:
    """Return the signed message of an export: the last entry of every table in it."""
    return f"houseway export 1\n{house}\n{json.dumps(heads, sort_keys=True)}"
