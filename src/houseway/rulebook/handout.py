"""The words of a game's papers: what a sign posts, and how a guide tells a round.

A game's folder may have a ``handout.yaml``. Like the drawing of the felt it is no law and no part
of a rulebook's fingerprint: every figure on a paper is read from the rules of the table. What games
have in common stands in ``handouts/shared.yaml``; a game's own phrase about an option replaces the
shared ones about it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from houseway.rulebook.choosing import value_words
from houseway.rulebook.house_options import case
from houseway.rulebook.load import check, read_plain_yaml
from houseway.rulebook.models import Id, Model, Option, Rulebook, Text
from houseway.rulebook.table_rules import TableRules

FILE = "handout.yaml"
SHARED = Path(__file__).parent / "handouts" / "shared.yaml"
_GAP = re.compile(r"\{([a-z0-9_]+)(%?)\}")
_SPLIT = re.compile(r"(split|double)_\d(_on_\d)?|double_on_\d")  # hands of a hand
_WHETHER = re.compile(r"^Whether (?:the |a |an )?", re.IGNORECASE)
_SILENT = re.compile(r"\s*\([^)]*\b(?:silent|unclear|both ways)\b[^)]*\)")


def _one_or_more(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _worded(value: Any) -> Any:
    return {"says": value} if isinstance(value, str) else value


Condition = dict[Id, Annotated[list[Text | bool], BeforeValidator(_one_or_more)]]


class Phrase(Model):
    """A sentence that is true where each option or rule named has one of the values listed.

    ``{name}`` stands for the house's choice, and ``{name%}`` for one in hundredths of a percent; a
    phrase about a choice that was not made says nothing.
    """

    condition: Condition = Field(default={}, alias="if")
    says: str

    @property
    def about(self) -> set[str]:
        """The options and rules that it speaks of."""
        return {*self.condition, *(found[1] for found in _GAP.finditer(self.says))}

    def at(self, rules: TableRules) -> str:
        """What it says at a table; nothing where it does not hold."""
        if not holds(self.condition, rules):
            return ""
        values = {found[1]: _value(rules, found[1]) for found in _GAP.finditer(self.says)}
        if None in values.values():
            return ""
        return _GAP.sub(lambda found: _filled(rules, found, values[found[1]]), self.says)


PhraseField = Annotated[Phrase, BeforeValidator(_worded)]


class Handout(Model):
    """The texts for a game's documents."""

    stakes: list[PhraseField] = []
    posted: list[PhraseField] = []
    unposted: list[Id] = []
    hidden: list[Id] = []
    names: dict[Id, str] = {}
    supposed: dict[Id, str] = {}
    rows: dict[Id, dict[Id, Condition]] = {}
    how: list[PhraseField] = []

    @property
    def phrases(self) -> list[Phrase]:
        """Return everything that a sign says about choices."""
        return [*self.stakes, *self.posted]


def read_handout(folder: Path) -> Handout:
    """Return a game's own texts; None if it has no such file."""
    path = folder / FILE
    return check(Handout, read_plain_yaml(path), str(path)) if path.exists() else Handout()


@cache
def shared() -> Handout:
    """Return the texts that games share."""
    return check(Handout, read_plain_yaml(SHARED), str(SHARED))


def choice_name(handout: Handout, option: str, choice: str) -> str:
    """What a choice of an option is called on a sign: the phrase that holds for it alone; nothing
    where there is none."""
    alone = {option: [choice]}
    found = (one.says for one in handout.phrases if one.condition == alone)
    return next((says for says in found if "{" not in says), "")


def holds(condition: Mapping[str, list[Any]], rules: TableRules) -> bool:
    """Whether each option or rule named has one of the values listed for it."""
    return all(
        rules.fixes(name) and case(_value(rules, name)) in map(case, values)
        for name, values in condition.items()
    )


def is_hidden(name: str, handout: Handout) -> bool:
    """Whether a wager is one that no player makes by that name.

    >>> is_hidden("split_2_on_3", Handout()), is_hidden("double_attack", Handout())
    (True, False)
    """
    return name in handout.hidden or bool(_SPLIT.fullmatch(name))


def posted(rules: TableRules, handout: Handout) -> list[str]:
    """The choices of the house that a sign posts, each as a phrase that is true here."""
    own = set().union(*(phrase.about for phrase in handout.phrases), handout.unposted)
    usual = [phrase for phrase in shared().posted if not phrase.about & own]
    found = [phrase.at(rules) for phrase in (*handout.posted, *usual)]
    return list(dict.fromkeys(filter(None, [*found, *_unworded(rules, handout)])))


def stakes(rules: TableRules, handout: Handout) -> list[str]:
    """Return the stakes, where chips on the table are the only limit."""
    return list(filter(None, (phrase.at(rules) for phrase in handout.stakes)))


def undecided(rules: TableRules, handout: Handout) -> list[str]:
    """Options of which nobody has written whether and how a sign posts them."""
    told = {name for phrase in (*handout.phrases, *shared().posted) for name in phrase.about}
    kept = {*handout.unposted, *shared().unposted}
    offers = {wager.if_offered for wager in rules.book.wagers.values()}
    in_rows = {name for rows in handout.rows.values() for when in rows.values() for name in when}
    known = told | kept | offers | in_rows
    return [name for name in rules.book.options if name not in known]


def unknown_names(handout: Handout, books: Sequence[Rulebook]) -> Iterator[str]:
    """Whatever a handout names that no edition of its game has, each as a line."""
    choices = {name: option for book in books for name, option in book.options.items()}
    known = {*choices, *(name for book in books for name in book.rules)}
    wagers = {name for book in books for name in book.wagers}
    tables = {name: table for book in books for name, table in book.paytables.items()}
    for phrase in (*handout.phrases, *handout.how):
        yield from (f"{n!r} is no option or rule" for n in phrase.about if n not in known)
        for name, values in phrase.condition.items():
            listed = choices[name].choices if name in choices else None
            others = set(map(case, values)) - set(listed or map(case, values))
            yield from (f"{one!r} is no choice of {name}" for one in sorted(others))
    yield from (f"{n!r} is no option or rule" for n in handout.unposted if n not in known)
    yield from (f"{n!r} is no wager" for n in (*handout.hidden, *handout.names) if n not in wagers)
    for table, rows in handout.rows.items():
        if table not in tables:
            yield f"{table!r} is no paytable"
            continue
        found = tables[table].rows
        yield from (f"{row!r} is no row of {table}" for row in rows if row not in found)
        asked = [name for condition in rows.values() for name in condition]
        yield from (f"{name!r} is no option or rule" for name in asked if name not in known)


def _unworded(rules: TableRules, handout: Handout) -> Iterator[str]:
    """Other options by their own labels: those that are chosen, where they are a yes or no."""
    for name in undecided(rules, handout):
        option, value = rules.book.options[name], rules.options[name]
        if value is not None and value is not False:
            yield (
                label(option) if value is True else f"{label(option)}: {value_words(option, value)}"
            )


def label(option: Option) -> str:
    """Return an option's title, without a question mark or a remark on the text."""
    said = _SILENT.sub("", _WHETHER.sub("", option.says))
    return said[:1].upper() + said[1:]


def _value(rules: TableRules, name: str) -> Any:
    return rules.rule(name) if rules.fixes(name) else None


def _filled(rules: TableRules, found: re.Match[str], value: Any) -> str:
    if found[2]:
        return f"{value / 100:g}%"
    option = rules.book.options.get(found[1])
    return value_words(option, value) if option else str(value)
