"""Hidden information of a round in progress: sealed wherever it is stored.

While a round is on, an entry holds what was said, drawn and caused only sealed with the round's own
key; the hash of that key stands beside it. The entry that ends the round shows the key, so that
from then on anybody who has the log can open it. Nothing is written anew: the chain stays as it is.
"""

import json
import os
from base64 import b64decode
from binascii import Error as NotBase64
from binascii import b2a_base64
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from pydantic_core import to_json

from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.chain.keys import NONCE, Keys
from houseway.ledger.errors import Broken

TELLING = ("draw", "act", "rolled", "spun", "picked")  # words that may tell a hidden card
PARTS = ("inputs", "chance", "events")

Body = dict[str, Any]


def round_key(keys: Keys, house: str, table: int, since: int) -> bytes:
    """Return the key for the entries between two pauses of a table; ``first`` is the first
    entry."""
    return keys.derived(f"round {house} {table} {since}")


@lru_cache(maxsize=256)
def _cipher(key: bytes) -> ChaCha20Poly1305:
    """Return the cipher for a key; a round uses the same ones several times."""
    return ChaCha20Poly1305(key)


@lru_cache(maxsize=256)
def _hash(key: bytes) -> str:
    return sha256(key).hexdigest()


def seal(key: bytes, text: bytes, about: str) -> str:
    """A text that only this key opens."""
    nonce = os.urandom(NONCE)
    sealed = nonce + _cipher(key).encrypt(nonce, text, about.encode())
    return b2a_base64(sealed, newline=False).decode()


def unseal(key: bytes, sealed: str, about: str) -> str:
    """The text again."""
    try:
        data = b64decode(sealed, validate=True)
        opened = _cipher(key).decrypt(data[:NONCE], data[NONCE:], about.encode())
        return opened.decode()
    except (InvalidTag, NotBase64, ValueError):
        raise Broken(f"what was sealed in {about} does not open: run an audit") from None


def hide(body: Body, key: bytes, since: int) -> Body:
    """Return an entry of a round in progress as it is stored, sealed. Commitments stay readable."""
    told = dict(body)
    hidden = {name: told.pop(name) for name in PARTS}
    if body["do"]["do"] in TELLING:
        hidden["do"], told["do"] = body["do"], {"do": body["do"]["do"]}
    commits = [step["commit"] for step in body["chance"] if "commit" in step]
    sealed = seal(key, to_json(hidden), _about(body))
    told.update(commits=commits, since=since, under=_hash(key), sealed=sealed)
    return told


def show(body: Body, key: bytes) -> Body:
    """Return the same entry opened; an unsealed entry is returned unchanged."""
    if "sealed" not in body:
        return body
    if _hash(key) != body["under"]:
        raise Broken(f"the key of {_about(body)} is not the one that was committed to")
    opened = {**body, **json.loads(unseal(key, body["sealed"], _about(body)))}
    commits = [step["commit"] for step in opened["chance"] if "commit" in step]
    if commits != body["commits"]:
        raise Broken(f"{_about(body)} commits to something else than it shows")
    return opened


def _about(body: Mapping[str, Any]) -> str:
    return f"entry {body['seq']} of table {body['table']}"


def hide_answer(answer: str, key: bytes, table: int, seq: int) -> str:
    """Return an answer as it is stored during a round; choices may name hidden cards."""
    return canonical({"sealed": seal(key, answer.encode(), f"the answer {seq} of table {table}")})


def show_answer(kept: str, key: bytes, table: int, seq: int) -> dict[str, Any]:
    """The answer that was given."""
    found: dict[str, Any] = json.loads(kept)
    if "sealed" in found:
        found = json.loads(unseal(key, found["sealed"], f"the answer {seq} of table {table}"))
    return found
