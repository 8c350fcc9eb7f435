"""Strict parsing of command-line arguments."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.equipment.cards import card, deck
from houseway.referee.events import HOUSE, Place
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.house_options import one_of
from houseway.rulebook.load import read_plain_yaml
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of

TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
DECK = frozenset(deck())


def pairs(given: Sequence[str] | None, example: str) -> dict[str, str]:
    """``name=value`` as written, each name once."""
    found: dict[str, str] = {}
    for pair in given or ():
        name, _, value = (part.strip() for part in pair.partition("="))
        if not (name and value):
            raise Refused(f"{pair!r} is not a name and a value: write {example}")
        if name in found:
            raise Refused(f"{name!r} is given more than once")
        found[name] = value
    return found


def id_of(name: str, titled: Mapping[str, str]) -> str:
    """Return the id that a name or a printed title stands for; where there is none, the name.

    >>> id_of("Pair Plus", {"pair_plus": "Pair plus"}), id_of("pairs", {"pair_plus": "Pair plus"})
    ('pair_plus', 'pairs')
    """
    if name in titled:
        return name
    wanted = _letters(name)
    return next(
        (id for id, title in titled.items() if wanted in (_letters(id), _letters(title))), name
    )


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def wager_id(book: Rulebook, name: str) -> str:
    """Return the id of a wager that is named by its id or title, with its spot."""
    base, at, spot = name.partition("@")
    return id_of(base, {id: wager.name for id, wager in book.wagers.items()}) + at + spot


def options(book: Rulebook, given: Sequence[str] | None) -> dict[str, Any]:
    """Options of the house, by id or title; a paytable of its own is its prices with semicolons
    between, and a rate card or a house way of its own is a file."""
    titles = {id: option.says for id, option in book.choices.items()}
    chosen = pairs(given, "--option dealing=hand").items()
    found: dict[str, Any] = {id_of(name, titles): value for name, value in chosen}
    for name, value in found.items():
        option = book.choices.get(name)
        if option and option.kind == "flag":
            found[name] = TRUTHS.get(value.lower(), value)
        elif option and option.own and value.endswith((".yaml", ".yml", ".json")):
            found[name] = _data(value, option.says.lower())
        elif ";" in value:
            found[name] = [price.strip() for price in value.split(";")]
    return found


def bets(book: Rulebook, given: Sequence[str] | None) -> dict[str, int]:
    """Wagers and their amounts: dollars as written, cents as found."""
    return amounts(book, pairs(given, "--bet ante=10"))


def amounts(book: Rulebook, given: Mapping[str, int | str | Decimal]) -> dict[str, int]:
    """Wagers, by id or title, and their amounts: dollars as given, cents as found."""
    found = {wager_id(book, name): dollars(amount) for name, amount in given.items()}
    for name in found:
        if base_of(name) not in book.wagers:
            known = one_of(name, book.wagers)
            raise Refused(f"there is no wager {name!r} in {book.title}{known}")
    return found


def plan(policy: str | None) -> dict[str, Any] | None:
    """A policy that is a file of data; nothing if it is a name."""
    if policy is None or not policy.endswith((".yaml", ".yml")):
        return None
    return {str(name): value for name, value in _data(policy, "plan").items()}


def _data(path: str, what: str) -> dict[Any, Any]:
    """A file of plain data."""
    found = read_plain_yaml(Path(path))
    if not isinstance(found, dict):
        raise Refused(f"{path} contains no {what}")
    return found


def meters(given: Sequence[str] | None) -> dict[str, int]:
    """Meters and what they show: dollars as written, cents as found."""
    return {name: dollars(amount) for name, amount in pairs(given, "--meter meter_1=9000").items()}


def limits(book: Rulebook, given: Sequence[str] | None) -> dict[str, Limit]:
    """Limits of wagers, least, most and perhaps a step: dollars as written, cents as found."""
    found = {}
    for written, text in pairs(given, "--limit ante=10:500").items():
        name, parts = wager_id(book, written), text.split(":")
        if len(parts) not in (2, 3):
            raise Refused(f"limits of {name} are {text!r}: write --limit {name}=10:500")
        found[name] = Limit(*(dollars(part) for part in parts))
    return found


def stakes(book: Rulebook, given: Sequence[str] | None) -> dict[str, Fraction]:
    """Wagers and their amounts in dollars, as mathematics takes them."""
    return {name: Fraction(amount, 100) for name, amount in bets(book, given).items()}


def viewer(text: str) -> Place:
    """Return the place from which a round is viewed."""
    if text.isdecimal():
        return int(text)
    if text not in ("dealer", HOUSE):
        raise Refused(f"--as {text}: write a seat's number, dealer or house")
    return text


def count(text: str) -> int:
    """A number of rounds.

    >>> count("100,000"), count("1e5")
    (100000, 100000)
    """
    found = re.fullmatch(r"(\d{1,15})(?:[eE]\+?(\d{1,2}))?", text.replace(",", "").replace("_", ""))
    if not found:
        raise Refused(f"--rounds {text}: write a whole number such as 100000 or 1e5")
    return int(found[1] + "0" * int(found[2] or 0))


def day(text: str) -> str:
    """A day as written, or today."""
    if not text:
        return date.today().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(f"{text!r} is not a date: write it as 2026-11-17") from None


def moment(text: str) -> datetime:
    """A day with a time, as 2026-12-01 20:00."""
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d %H:%M")
    except ValueError:
        raise Refused(f"{text!r} is no time: as 2026-12-01 20:00") from None


def hand(text: str) -> tuple[int, ...]:
    """Cards of a whole deck, written together or apart.

    >>> hand("AsKs") == hand("As Ks"), len(hand("10d9c")), hand("")
    (True, 2, ())
    """
    words = re.findall(r"10[a-z]|[^\s,]{1,2}", text.lower())
    found = tuple(card(word) for word in words)
    if any(one not in DECK for one in found):
        raise ValueError(f"{text}: cards are written as As, Td or 10d, 2c")
    return found
