"""The keys of a house, kept outside the database: one to seal secrets, one to sign heads."""

import hmac
import os
from dataclasses import dataclass, field
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
_NONCE = 12


@dataclass(frozen=True)
class Keys:
    """What seals and what signs. Neither is ever shown."""

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
        nonce = os.urandom(_NONCE)
        return (nonce + ChaCha20Poly1305(self.master).encrypt(nonce, secret, about.encode())).hex()

    def unseal(self, sealed: str, about: str) -> bytes:
        """The secret again."""
        data = bytes.fromhex(sealed)
        try:
            return ChaCha20Poly1305(self.master).decrypt(
                data[:_NONCE], data[_NONCE:], about.encode()
            )
        except InvalidTag:
            raise Unusable("this master key does not open what the database has sealed") from None

    def secret(self, about: str) -> str:
        """A secret that every process of this house knows and nobody else."""
        return hmac.new(self.master, about.encode(), sha256).hexdigest()

    @property
    def public(self) -> str:
        """The key that anybody may check signatures with."""
        return self._signer.public_key().public_bytes_raw().hex()

    def sign(self, message: str) -> str:
        """A signature under a message."""
        return self._signer.sign(message.encode()).hex()

    @property
    def _signer(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.signing)


def is_signed(message: str, signature: str, public: str) -> bool:
    """Whether whoever holds the private key of this public one has signed the message."""
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
