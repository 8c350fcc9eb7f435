"""Rulebooks by content hash, and tables made from them.

A hand is dealt again under the rulebook that is stored with it, whatever today's says.
"""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, PrivateAttr
from sqlalchemy import Connection, text

import houseway
from houseway.equipment.shoe import Chance
from houseway.games import game
from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.errors import Broken
from houseway.referee.requests import Input
from houseway.referee.table import Table
from houseway.rulebook.chapter import Chapter
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.load import check
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

Find = Callable[[str], str]  # the stored content of that hash


def content(model: BaseModel) -> str:
    """A rulebook or chapter as text, its rows in their order."""
    return json.dumps(model.model_dump(mode="json", by_alias=True), separators=(",", ":"))


def digest(text: str) -> str:
    """Return the hash under which a content is stored."""
    return sha256(text.encode()).hexdigest()


class _StoredRulebook(Rulebook):
    """A rulebook that came out of the store. It keeps the name it was stored under, whatever a
    later version would make of its content, and the fingerprint that older versions gave it: of all
    that it says, what is said by default included."""

    _stored: str = PrivateAttr("")
    _older_hash: str = PrivateAttr("")


class _StoredChapter(Chapter):
    """Rules for every table that came out of the store."""

    _stored: str = PrivateAttr("")


class _Same:
    """A model as a key: the same object, not an equal one, so that nothing large is compared."""

    def __init__(self, model: BaseModel) -> None:
        self.model = model

    def __hash__(self) -> int:
        return id(self.model)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.model is other.model


@lru_cache(maxsize=256)
def _digest_once(same: _Same) -> str:
    return getattr(same.model, "_stored", "") or digest(content(same.model))


@lru_cache(maxsize=64)
def header(rules: TableRules) -> dict[str, Any]:
    """Return all that determines how a hand is dealt: the house's choices, and the rulebook by
    hash."""
    return {
        **rules.header(),
        "content": _digest_once(_Same(rules.book)),
        "chapter": _digest_once(_Same(rules.chapter)),
        "engine": houseway.__version__,
    }


def are_in_force(recorded: Mapping[str, Any], rules: TableRules) -> bool:
    """Whether the rules that an entry records are these, whichever version wrote them down."""
    now = header(rules)
    then = {**recorded, "engine": now["engine"]}
    if then.get("rulebook") == getattr(rules.book, "_older_hash", None):
        then["rulebook"] = now["rulebook"]
    return then == now


@lru_cache(maxsize=64)
def header_text(rules: TableRules) -> str:
    """Return the header as text."""
    return canonical(header(rules))


def remember(connection: Connection, rules: TableRules) -> None:
    """Store the law of a table, once."""
    for model in (rules.book, rules.chapter):
        found = {"hash": _digest_once(_Same(model))}
        known = connection.execute(text("SELECT 1 FROM rulebooks WHERE hash = :hash"), found)
        if known.first() is None:
            insert = text(
                "INSERT INTO rulebooks (hash, content) VALUES (:hash, :content)"
                " ON CONFLICT DO NOTHING"
            )
            connection.execute(insert, {**found, "content": content(model)})


def stored(connection: Connection, hash: str) -> str:
    """The content stored under a hash."""
    query = text("SELECT content FROM rulebooks WHERE hash = :hash")
    found: str | None = connection.execute(query, {"hash": hash}).scalar()
    if found is None:
        raise Broken(f"the rulebook {hash[:12]} is not stored")
    return found


@lru_cache(maxsize=64)
def _rulebook(text: str, hash: str) -> Rulebook:
    if digest(text) != hash:
        raise Broken(f"the stored rulebook {hash[:12]} has been altered")
    book = check(_StoredRulebook, json.loads(text), f"rulebook {hash[:12]}")
    book._stored = hash
    book._older_hash = digest(json.dumps(json.loads(text), sort_keys=True))
    return book


@lru_cache(maxsize=16)
def _chapter(text: str, hash: str) -> Chapter:
    if digest(text) != hash:
        raise Broken(f"the stored chapter {hash[:12]} has been altered")
    chapter = check(_StoredChapter, json.loads(text), f"chapter {hash[:12]}")
    chapter._stored = hash
    return chapter


def table(
    head: Mapping[str, Any],
    find: Find,
    *,
    by_hand: Collection[str] = (),
    chance: Chance | None = None,
    heard: Callable[[Input], object] | None = None,
    keep_log: bool = False,
    strict: bool = False,
) -> Table:
    """A table under the rules that a header pins."""
    return Table(
        game(head["game"]).play,
        _rulebook(find(head["content"]), head["content"]),
        options=head["options"],
        limits={name: Limit(*values) for name, values in head["limits"].items()},
        meters=head["meters"],
        by_hand=by_hand,
        chance=chance,
        keep_log=keep_log,
        chapter=_chapter(find(head["chapter"]), head["chapter"]),
        heard=heard,
        strict=strict,
    )
