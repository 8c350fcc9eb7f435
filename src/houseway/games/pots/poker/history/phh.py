"""A hand of poker as a PHH file holds it, read and written. Amounts are cents here and dollars in
the file."""

import json
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from houseway.rulebook.load import BadFile
from houseway.rulebook.money import DOLLAR, dollars
from houseway.rulebook.refusal import Refused

VARIANTS = {
    "NT": ("holdem", "no_limit"),
    "FT": ("holdem", "fixed_limit"),
    "PO": ("omaha", "pot_limit"),
    "FO/8": ("omaha_hilo8", "fixed_limit"),
    "F7S": ("stud7_high", "fixed_limit"),
    "F7S/8": ("stud7_hilo8", "fixed_limit"),
    "FR": ("stud7_low", "fixed_limit"),
    "F2L3D": ("triple_draw_27", "fixed_limit"),
    "FB": ("badugi", "fixed_limit"),
}  # by code: the game and the betting of a table here
OTHERS = {
    "NS": "short-deck hold 'em is not among the games of the poker room (14.8)",
    "N2L1D": "five-card draw for low is ace to five here, not deuce to seven (14.12)",
}  # codes of games that are played otherwise here, or not at all
MONEY = ("bring_in", "small_bet", "big_bet", "min_bet")
MONEY_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
LARGEST_FILE = 50_000_000  # bytes


@dataclass
class Hand:
    """One hand: who sat where with how much, and what was dealt and done. A list of amounts has
    one for each player, in the order of the deal."""

    variant: str
    starting_stacks: list[int]
    actions: list[str]
    antes: list[int] = field(default_factory=list)
    blinds_or_straddles: list[int] = field(default_factory=list)
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    players: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    finishing_stacks: list[int] = field(default_factory=list)
    hand: str = ""
    rake: int = 0
    unreadable: str = ""  # why nothing else of it could be read


# -- read ------------------------------------------------------------------------------------------


def read_hands(path: Path) -> list[Hand]:
    """The hand of a ``.phh`` file, or the hands of a ``.phhs`` file. A hand that cannot be read
    says why; a file of which no hand can be is refused."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadFile(str(path), [("", "is larger than 50 MB")])
        found = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(str(path), [("", f"is not TOML: {error}")]) from None
    tables = {"": found} if "variant" in found else found
    hands, problems = [], []
    for name, one in tables.items():
        try:
            hands.append(_hand(one))
        except (Refused, ValueError) as error:
            problems.append((f"hand {name}" if name else "", str(error)))
            variant = one.get("variant") if isinstance(one, dict) else None
            hands.append(Hand(str(variant or "?"), [], [], hand=name, unreadable=str(error)))
    if len(problems) == len(hands):
        raise BadFile(str(path), problems or [("", "holds no hand")])
    return hands


def _hand(data: Any) -> Hand:
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise Refused("names no variant")
    for name in ("starting_stacks", "actions"):
        if not isinstance(data.get(name), list):
            raise Refused(f"has no list of {name}")
    if not all(isinstance(one, str) for one in data["actions"]):
        raise Refused("an action is not text")
    hand = Hand(data["variant"], _amounts(data, "starting_stacks"), list(data["actions"]))
    for name in MONEY:
        setattr(hand, name, dollars(data.get(name, 0)))
    for name in MONEY_LISTS:
        setattr(hand, name, _amounts(data, name))
    for name, kind in (("players", str), ("seats", int)):
        given = data.get(name, [])
        if not isinstance(given, list) or not all(type(one) is kind for one in given):
            raise Refused(f"{name} is not a list of {'names' if kind is str else 'numbers'}")
        setattr(hand, name, given)
    for name in (*MONEY_LISTS, "players", "seats"):
        given = getattr(hand, name)
        if given and len(given) != len(hand.starting_stacks):
            raise Refused(f"{len(given)} {name} for {len(hand.starting_stacks)} starting stacks")
    hand.hand = str(data.get("hand", ""))
    return hand


def _amounts(data: dict[str, Any], name: str) -> list[int]:
    given = data.get(name, [])
    if not isinstance(given, list):
        raise Refused(f"{name} is not a list")
    return [dollars(one) for one in given]


# -- write -----------------------------------------------------------------------------------------


def write_hands(hands: list[Hand], path: Path) -> None:
    """One hand as a ``.phh`` file, or any number of them as a ``.phhs`` file."""
    if path.suffix != ".phhs" and len(hands) != 1:
        raise Refused(f"{path.name}: {len(hands)} hands go into a .phhs file, or choose one")
    path.write_text(text_of(hands, several=path.suffix == ".phhs"), encoding="utf-8")


def text_of(hands: list[Hand], several: bool) -> str:
    """What a file of these hands holds."""
    if not several:
        return "\n".join(lines_of(hands[0])) + "\n"
    parts = ["\n".join([f"[{number}]", *lines_of(hand)]) for number, hand in enumerate(hands, 1)]
    return "\n\n".join(parts) + "\n"


def lines_of(hand: Hand) -> list[str]:
    """A hand, a field a line."""
    lines = [f"variant = {json.dumps(hand.variant)}", "ante_trimming_status = true"]
    for name in ("antes", "blinds_or_straddles"):
        if given := getattr(hand, name):
            lines.append(f"{name} = {_money_list(given)}")
    lines += [f"{name} = {amount_of(given)}" for name in MONEY if (given := getattr(hand, name))]
    lines.append(f"starting_stacks = {_money_list(hand.starting_stacks)}")
    lines += ["actions = [", *(f"  {json.dumps(one)}," for one in hand.actions), "]"]
    if hand.hand:
        number = hand.hand if hand.hand.isdecimal() else json.dumps(hand.hand)
        lines.append(f"hand = {number}")
    if hand.seats:
        lines.append(f"seats = {hand.seats}")
    if hand.players:
        lines.append(f"players = [{', '.join(map(_text, hand.players))}]")
    if hand.finishing_stacks:
        lines.append(f"finishing_stacks = {_money_list(hand.finishing_stacks)}")
    if hand.rake:
        lines.append(f"_rake = {amount_of(hand.rake)}")
    return [*lines, 'currency = "USD"']


def _text(name: str) -> str:
    """A name as TOML writes it: a delete character, which JSON leaves, is escaped as well."""
    return json.dumps(name).replace("\x7f", "\\u007f")


def _money_list(amounts: list[int]) -> str:
    return f"[{', '.join(map(amount_of, amounts))}]"


def amount_of(cents: int) -> str:
    """An amount in dollars, as short as it can be told.

    >>> amount_of(1200), amount_of(1250)
    ('12', '12.50')
    """
    whole, part = divmod(cents, DOLLAR)
    return f"{whole}.{part:02d}" if part else str(whole)
