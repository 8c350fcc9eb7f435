"""What a house has chosen, read and held to the law: its options, and those that do not go
together."""

import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from houseway.rulebook.models import Constraint, Option, Paytable, Rulebook
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused


def one_of(name: str, known: Iterable[str]) -> str:
    """Return a question after the name that was probably meant or, if there is none, the names.

    >>> one_of("soft17", ["soft_17", "decks_in_use"]), one_of("dekcs", ["soft_17", "decks_in_use"])
    (': did you mean soft_17?', ': did you mean decks_in_use?')
    >>> one_of("zero", ["soft_17", "decks"])
    ': it is one of soft_17, decks'
    """
    names = list(known)
    words = {word: each for each in reversed(names) for word in each.split("_")}
    close = get_close_matches(name, names, 1) or get_close_matches(name, words, 1, 0.7)
    if close:
        return f": did you mean {words.get(close[0], close[0])}?"
    return f": it is one of {', '.join(names)}"


def read_options(book: Rulebook, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option of a rulebook as the house has chosen it, or its default."""
    known = book.choices
    for name in given:
        if name not in known:
            meant = one_of(name, sorted(known))
            raise Refused(f"there is no option {name!r} in {book.title}{meant}")
    return {
        name: read_option(book, name, option, given.get(name, option.default))
        for name, option in known.items()
    }


def read_option(book: Rulebook, name: str, option: Option, value: Any) -> Any:
    """Return a choice in canonical form, or refuse one that the law does not offer."""
    if option.kind == "flag":
        if not isinstance(value, bool):
            raise Refused(f"option {name} must be true or false, not {value!r}", option.cite)
        return value
    if option.kind == "choice":
        if isinstance(value, str) and ", " in value:  # prices of the house's own, as results say it
            value = value.split(", ")
        elif isinstance(value, str) and name in book.paytables and _is_price(value):
            value = [value]  # a table of one row
        if option.own and isinstance(value, Mapping):
            return _own_data(option, value)
        if isinstance(value, (list, tuple)):
            return _own_table(book, name, option, value)
        if str(value) not in (option.choices or []):
            choices = listed(option.choices or [])
            raise Refused(f"option {name} may not be {value!r}: {choices}", option.cite)
        return str(value)
    if value is None:
        if option.default is not None and not option.or_none:
            raise Refused(f"option {name} may not be left out", option.cite)
        return None
    if option.kind == "money":
        if isinstance(value, str):
            value = dollars(value)
        cents(value, f"option {name}", option.cite)
    elif option.decimals:
        return _decimal(name, option, value)
    elif isinstance(value, str) and value.isdecimal():
        value = int(value)
    elif isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"option {name} must be a number, not {value!r}", option.cite)
    _check_range(name, option, value)
    if value % option.multiple_of or (
        option.whole_from is not None and value >= option.whole_from and value % dollars(1)
    ):
        raise Refused(f"option {name} may not be {value}: {option.says}", option.cite)
    return value


def _check_range(name: str, option: Option, value: int | Decimal) -> None:
    if option.at_least is not None and value < option.at_least:
        raise Refused(f"option {name} must be at least {option.at_least}, not {value}", option.cite)
    if option.at_most is not None and value > option.at_most:
        raise Refused(f"option {name} may be at most {option.at_most}, not {value}", option.cite)


def _decimal(name: str, option: Option, value: Any) -> int | str:
    """A number with decimals as it is kept: whole as an integer, otherwise as text, ``7.5``."""
    if isinstance(value, bool) or not re.fullmatch(r"\d+(\.\d+)?", str(value)):
        raise Refused(f"option {name} must be a number, not {value!r}", option.cite)
    whole, _, part = str(value).partition(".")
    part = part.rstrip("0")
    if len(part) > option.decimals:
        places = f"{option.decimals} decimals at most"
        raise Refused(f"option {name} has {places}, not {value}", option.cite)
    _check_range(name, option, Decimal(str(value)))
    return f"{int(whole)}.{part}" if part else int(whole)


def _is_price(text: str) -> bool:
    try:
        Price.parse(text)
    except ValueError:
        return False
    return True


def _own_data(option: Option, value: Mapping[str, Any]) -> dict[str, Any]:
    """A rate card or a house way of the house's own, as plain data that a log can hold."""
    try:
        found: dict[str, Any] = json.loads(json.dumps(dict(value)))
    except TypeError as error:
        raise Refused(f"the {option.says.lower()}: {error}", option.cite) from None
    return found


def _own_table(book: Rulebook, name: str, option: Option, value: Any) -> tuple[Price, ...]:
    """A paytable of the house's own, where the listed ones are only minimums."""
    paytable = book.paytables.get(name)
    if paytable is None or not paytable.floor:
        raise Refused(f"option {name} must be one of the listed tables", option.cite)
    try:
        prices = tuple(Price.parse(cell) for cell in value)
    except ValueError as error:
        raise Refused(f"option {name}: {error}", option.cite) from None
    if len(prices) != len(paytable.rows):
        raise Refused(f"option {name} needs {len(paytable.rows)} prices", option.cite)
    given, listed = dict(zip(paytable.rows, prices, strict=True)), paytable.prices(paytable.default)
    for row in paytable.fixed:
        if given[row] != listed[row]:
            raise Refused(
                f"{paytable.rows[row]} pays {listed[row]}, not another price", option.cite
            )
    for price in prices:
        if paytable.at_most and price.odds > paytable.at_most.odds:
            raise Refused(f"option {name} may pay at most {paytable.at_most}", option.cite)
    if pays_at_least(paytable, prices, paytable.tables):
        return prices
    raise Refused(f"option {name} pays less than every listed table", option.cite)


def pays_at_least(paytable: Paytable, prices: tuple[Price, ...], tables: Iterable[str]) -> bool:
    """Whether prices of the house's own are nowhere below those of one of these tables."""
    return any(
        all(price.at_least(floor) for price, floor in zip(prices, floors, strict=True))
        for floors in (paytable.tables[name] for name in tables)
    )


def check_constraints(book: Rulebook, options: Mapping[str, Any]) -> None:
    """Refuse choices that do not go together."""
    for constraint in broken(book, options):
        raise Refused(constraint.says, constraint.cite)


def broken(book: Rulebook, options: Mapping[str, Any]) -> list[Constraint]:
    """The constraints that these choices do not keep."""
    return [
        constraint
        for constraint in book.constraints
        if holds(constraint.when, options)
        and not (_keeps(book, constraint.then, options) and _adds_up(constraint, options))
    ]


def _adds_up(constraint: Constraint, options: Mapping[str, Any]) -> bool:
    """Whether numbers come to no more than they may together."""
    most = constraint.at_most
    return most is None or sum(options[name] or 0 for name in constraint.total) <= most


def _keeps(book: Rulebook, wanted: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether each option is as it must be. Where certain tables must be used and the law lets a
    house pay more than is listed, prices of its own keep to one of them that they are not below."""
    return all(
        options[name] in values
        or (
            isinstance(options[name], tuple)
            and pays_at_least(book.paytables[name], options[name], values)
        )
        for name, values in wanted.items()
    )


def holds(conditions: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether each option named has one of the values listed for it."""
    return all(options[name] in values for name, values in conditions.items())


def case(value: Any) -> str:
    """Return the name under which a rulebook lists the case of a choice."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def listed(names: Any) -> str:
    """Return the known names in words."""
    return "it is one of " + ", ".join(sorted(str(name) for name in names))
