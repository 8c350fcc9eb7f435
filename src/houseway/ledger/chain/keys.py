"""The keys of a house, kept outside the database: one seals secrets, one signs heads."""

import hmac
import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from houseway.ledger.errors import Unusable

MASTER, SIGNING, PUBLIC = "master.key", "signing.key", "public.key"
VARIABLES = {MASTER: "HOUSEWAY_MASTER_KEY", SIGNING: "HOUSEWAY_SIGNING_KEY"}
NONCE = 12  # bytes
_BLOCK = 64  # bytes that SHA-256 takes at a time


@dataclass(frozen=True)
class Keys:
    """The house's keys for sealing and signing. They are never displayed."""

    master: bytes = field(repr=False)
    signing: bytes = field(repr=False)

    @classmethod
    def make(cls, folder: Path) -> "Keys":
        """New keys in a folder that has none."""
        folder.mkdir(parents=True, exist_ok=True)
        keys = cls(os.urandom(32), os.urandom(32))
        for name, key in ((MASTER, keys.master), (SIGNING, keys.signing)):
            _write(folder / name, key.hex(), 0o600)
        _write(folder / PUBLIC, keys.public, 0o644)
        return keys

    @classmethod
    def load(cls, folder: Path | None) -> "Keys":
        """The keys in a folder, or those that the environment gives."""
        return cls(_read(folder, MASTER), _read(folder, SIGNING))

    def seal(self, secret: bytes, about: str) -> str:
        """A secret that only the master key opens, and only for what it is about."""
        nonce = os.urandom(NONCE)
        return (nonce + self._sealing.encrypt(nonce, secret, about.encode())).hex()

    def unseal(self, sealed: str, about: str) -> bytes:
        """The secret again."""
        data = bytes.fromhex(sealed)
        try:
            return self._sealing.decrypt(data[:NONCE], data[NONCE:], about.encode())
        except InvalidTag:
            raise Unusable("this master key does not open what the database has sealed") from None

    def secret(self, about: str) -> str:
        """Return a secret that only the processes of this house know."""
        return self.derived(about).hex()

    def derived(self, about: str) -> bytes:
        """The same, as bytes."""
        return self._secrets.of(about)

    def tag(self, message: str) -> str:
        """Return proof that a message's author has the master key."""
        return self._tags.of(message).hex()

    def tagged(self, message: str, tag: str) -> bool:
        """Return whether a message's author has the master key."""
        return hmac.compare_digest(self.tag(message).encode(), tag.encode())

    @cached_property
    def _sealing(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(self.master)

    @cached_property
    def _secrets(self) -> "Hmac":
        return Hmac(self.master)

    @cached_property
    def _tags(self) -> "Hmac":
        return Hmac(self.derived("houseway tags"))

    @cached_property
    def public(self) -> str:
        """The key that anybody may check signatures with."""
        return self._signer.public_key().public_bytes_raw().hex()

    def sign(self, message: str) -> str:
        """A signature under a message."""
        return self.sign_bytes(message.encode()).hex()

    def sign_bytes(self, message: bytes) -> bytes:
        """The same, as bytes."""
        return self._signer.sign(message)

    @cached_property
    def _signer(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.signing)


class Hmac:
    """HMAC-SHA-256 (RFC 2104) under one key that is taken in once: for messages as short as those
    of every command the library's own sets up its key for longer than it hashes.

    >>> Hmac(b"Jefe").of("what do ya want for nothing?").hex()[:16]
    '5bdcc146bf60754e'
    """

    def __init__(self, key: bytes) -> None:
        assert len(key) <= _BLOCK
        padded = key.ljust(_BLOCK, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in padded))

    def of(self, message: str) -> bytes:
        """The code of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message.encode())
        outer.update(inner.digest())
        return outer.digest()


def is_signed(message: str, signature: str, public: str) -> bool:
    """Return whether a message is signed with the private key of this public key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: str) -> str:
    """A public key in short, for people to compare."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def _write(path: Path, text: str, mode: int) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise Unusable(f"{path} is there already; keys are never overwritten") from None
    with os.fdopen(handle, "w") as file:
        file.write(text + "\n")


def _read(folder: Path | None, name: str) -> bytes:
    given = os.environ.get(VARIABLES[name])
    where = VARIABLES[name] if given else str((folder or Path()) / name)
    if not given and folder is not None:
        try:
            given = (folder / name).read_text()
        except OSError:
            raise Unusable(f"{where} cannot be read: the house needs its keys") from None
    if not given:
        raise Unusable(f"no keys: name their folder, or set {' and '.join(VARIABLES.values())}")
    try:
        key = bytes.fromhex(given.strip())
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Unusable(f"{where} is not a key of 32 bytes in hexadecimal")
    return key


def public_key(written: str) -> str:
    """A public key as people have it: 64 hexadecimal digits, or the line that names a log."""
    from houseway.ledger.chain.signed_notes import ED25519, Verifier

    text = written.strip()
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return text.lower()
    if re.fullmatch(r"[0-9a-fA-F]{16}", text):
        raise Unusable(f"{text} is only the fingerprint of a key: give the key or its file")
    found = Verifier.parse(text)
    if found.kind != ED25519:
        raise Unusable(f"{found.name} is the key of a witness, not of a house")
    return found.public.hex()
