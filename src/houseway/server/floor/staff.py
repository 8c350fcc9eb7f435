"""Staff commands at a table, and the roles that may give them."""

from collections.abc import Mapping
from typing import Any

from houseway.ledger.people.people import Person
from houseway.ledger.tables.commands import WORDS, authorize, check
from houseway.referee.table import Table
from houseway.server.http.problems import Problem
from houseway.server.sign_in.sessions import PLAYER

OWN_WORDS = ("ready", "hurry", "change_seat")  # house commands that players may give


def roles_of(word: str) -> tuple[str, ...]:
    """Return the roles that may give a command."""
    return (PLAYER,) if word in OWN_WORDS else WORDS[word].roles


def may_say(role: str, word: str) -> None:
    """Refuse a command that the role may not give; the ledger checks this again."""
    roles = roles_of(word)
    if role not in roles:
        raise Problem(403, f"{word} is for {' or '.join(roles)}; you are signed in as {role}")


def say(table: Table, command: Mapping[str, Any], by: Person) -> None:
    """Give a command to a table in memory, as to a table in a ledger."""
    said = {name: value for name, value in command.items() if value is not None}
    if said["do"] == "act" and "seat" in said:
        said["who"] = said.pop("seat")
    check(said)
    authorize(said, by, table.data.players)
    WORDS[said["do"]].run(table, said, by)
