"""Forms for the documents of a payout fund: their fields, and parsing of submitted ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words


@dataclass(frozen=True)
class Field:
    """One form field."""

    name: str
    label: str
    kind: str  # flag, text, list, pairs
    offers: tuple[str, ...] = ()
    value: str = ""


def fields_of(law: Any, model: Any, said: Mapping[str, str], above: str = "") -> list[Field]:
    """Return the fields of a document; fields of nested documents have dotted names."""
    found = []
    for name, field in model.model_fields.items():
        whole = f"{above}{name}"
        inner = _inner(field.annotation)
        if inner is not None:
            found += fields_of(law, inner, said, f"{whole}.")
            continue
        kind = "flag" if field.annotation is bool else _kind(field.annotation)
        offers = _offers(law, whole)
        found.append(
            Field(whole, words(whole.replace(".", " ")), kind, offers, said.get(whole, ""))
        )
    return found


def read_paper(model: Any, form: Mapping[str, str], above: str = "") -> dict[str, Any]:
    """Return a submitted form as plain data, without empty fields."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        text = form.get(f"{above}{name}", "").strip()
        inner = _inner(field.annotation)
        if inner is not None:
            if within := read_paper(inner, form, f"{above}{name}."):
                found[name] = within
        elif text:
            found[name] = _value(
                "flag" if field.annotation is bool else _kind(field.annotation), text
            )
    return found


def _value(kind: str, text: str) -> Any:
    if kind == "flag":
        return True
    if kind == "number":
        if not text.isdecimal():
            raise Refused(f"{text[:20]!r} is not a number")
        return int(text)
    if kind in ("list", "numbers"):
        parts = [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]
        return [_value("number", part) for part in parts] if kind == "numbers" else parts
    if kind == "pairs":
        return _pairs(text)
    return text


def _pairs(text: str) -> dict[str, str]:
    """Parse lines such as ``7: 80``."""
    found = {}
    for line in filter(None, (one.strip() for one in text.replace(";", "\n").splitlines())):
        name, colon, value = line.partition(":")
        if not colon or not value.strip():
            raise Refused(f"{line[:40]!r} is not a line such as '7: 80'")
        found[name.strip()] = value.strip()
    return found


def _inner(kind: Any) -> Any:
    """Return the nested document type of a field, if any."""
    for one in (kind, *getattr(kind, "__args__", ())):
        if hasattr(one, "model_fields"):
            return one
    return None


def _kind(kind: Any) -> str:
    told = str(kind)
    if told.startswith("dict"):
        return "pairs"
    if told.startswith("list"):
        return "numbers" if "int" in told else "list"
    return "number" if kind is int else "text"


def _offers(law: Any, name: str) -> tuple[str, ...]:
    """Return the values that the law lists for a field."""
    own, last = name.rpartition(".")[0], name.rpartition(".")[2]
    if name == "witness.position":  # any department that the internal controls name
        return ()
    if last == "position":
        every = (getattr(law, part) for part in type(law).model_fields)
        duties = [one.people[own] for one in every if own in getattr(one, "people", {})]
        return tuple(dict.fromkeys(position for duty in duties for position in duty.is_))
    lists = {
        "method": law.methods, "place": law.places, "payout": law.payouts,
        "procedure": law.witnesses, "witness.license": law.licenses,
    }  # fmt: skip
    if name.endswith("_in"):
        return (law.goes_to.names[last.removesuffix("_in")],)
    named = lists.get(name) or lists.get(last) or (law.witnesses if name == "witness" else None)
    return tuple(named.names) if named else ()
