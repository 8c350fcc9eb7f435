"""What those who work here may tell a table: the ledger's words, and who may say them."""

from collections.abc import Mapping
from typing import Any

from houseway.ledger.people.people import Person
from houseway.ledger.tables.commands import WORDS, authorise, check
from houseway.referee.table import Table
from houseway.server.http.problems import Problem
from houseway.server.sign_in.sessions import PLAYER

OWN_WORDS = ("ready", "hurry", "change_seat")  # the house's own, for those who play


def roles_of(word: str) -> tuple[str, ...]:
    """Who may say a word."""
    return (PLAYER,) if word in OWN_WORDS else WORDS[word].roles


def may_say(role: str, word: str) -> None:
    """Turn away a word that is not for this role; the ledger's list is the one that counts."""
    roles = roles_of(word)
    if role not in roles:
        raise Problem(403, f"{word} is for {' or '.join(roles)}; you are signed in as {role}")


def say(table: Table, command: Mapping[str, Any], by: Person) -> None:
    """Tell a table of the referee something, as a ledger's table would be told."""
    said = {name: value for name, value in command.items() if value is not None}
    if said["do"] == "act" and "seat" in said:
        said["who"] = said.pop("seat")
    check(said)
    authorise(said, by, table.data.players)
    WORDS[said["do"]].run(table, said, by)
