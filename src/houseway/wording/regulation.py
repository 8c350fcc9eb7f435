"""The rules of a game as clauses of a regulation, made from its rulebook.

A clause may have parts: items of a list, or alternatives. ``{ref:Title}`` in a text stands for the
section of that title, which whoever numbers the sections puts in its place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.referee.rulings import SAYS
from houseway.rulebook.models import Irregularity, Option, Rule, Rulebook, Step, Terms, Wager
from houseway.rulebook.money import money
from houseway.rulebook.words import deck_words, reset_words
from houseway.wording.sentences import clause, full_stop, has_verb, shall
from houseway.wording.titles import (
    amount_title,
    capital,
    choice_title,
    meter_terms,
    option_title,
    plain_title,
    pocket_title,
    prose,
    ruling_title,
    value_title,
    wager_title,
    within,
)

PAYOUTS, OPTIONS = "Payout Odds", "Options of the Casino Licensee"
FEW = 8  # words of a mere name, which is told with what it is the name of
LONG = 5  # values from which a rule prints them as a list
# what a step tells by the end of its name, where its text only tells a fact
_OUTCOMES = {
    "wins": "shall win", "won": "shall win", "loses": "shall lose", "lost": "shall lose",
    "void": "shall be void and returned", "push": "shall be returned",
    "pushes": "shall be returned",
}  # fmt: skip
_YOU = re.compile(r"\b(You|you)(r?)\b(?: (\w+))?")
_LETTER = re.compile(r"\([a-z](\d)\)")
_CARDS = re.compile(r"[AKQJT2-9]{2,}")
_RANK = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_PASSIVE = re.compile(r"(?:^|(?<=\. ))(Lost|Returned|Settled|Made|Paid|Won|Placed|Taken|Kept)\b")
_ACTIVE = re.compile(r"(?:^|(?<=\. ))(Stands|Goes|Loses|Wins|Pays|Backs|Counts|Stays)\b")
_UNTIL = re.compile(r"^(.*?)( by |[;,]|$)")
_SAME = {"may", "can", "must", "will", "decide", "and", "or", "to", "has"}
_REFERRED = "The matter shall be decided by the persons whom this subchapter names."


@dataclass(frozen=True)
class Clause:
    """A sentence, its parts, and the paragraph of the rulebook that it rests on."""

    text: str
    cite: str = ""
    parts: tuple["Clause", ...] = ()


def cites(cite: str, by: Mapping[str, Mapping[str, str]]) -> str:
    """Return the paragraphs behind something, those of single cases included, each once."""
    every = [cite, *(one for cases in by.values() for one in cases.values())]
    parts = [part.strip() for text in every for part in text.split(", ") if part.strip()]
    return ", ".join(dict.fromkeys(parts))


def listed(lead: str, items: Sequence[str], last: str, cite: str = "") -> Clause:
    """Return a clause with items that end as those of a list do: "; and" before the last.

    >>> [part.text for part in listed("One of:", ["A shoe", "By hand"], "or").parts]
    ['A shoe; or', 'By hand.']
    """
    ends = [";"] * max(0, len(items) - 2) + [f"; {last}"] * (len(items) > 1) + ["."]
    parts = (f"{item.rstrip('.;')}{end}" for item, end in zip(items, ends, strict=True))
    return Clause(lead, cite, tuple(Clause(capital(part)) for part in parts))


def the_player(text: str) -> str:
    """Return words to a player as words about one.

    >>> the_player("That your hand beats the dealer's. Lost if you ante and then fold.")
    "That the player's hand beats the dealer's. Lost if the player antes and then folds."
    >>> the_player("You have more than 21."), the_player("What you bet again.")
    ('The player has more than 21.', 'What the player bets again.')
    """

    def third(verb: str) -> str:
        if verb in ("have", "are", "do"):
            return {"have": "has", "are": "is", "do": "does"}[verb]
        if verb in _SAME or verb.endswith(("ed", "s")):
            return f"{verb}s" if verb in ("decide", "miss") else verb
        return f"{verb}es" if verb.endswith(("sh", "ch", "x")) else f"{verb}s"

    def said(found: re.Match[str]) -> str:
        who = "The player" if found[1] == "You" else "the player"
        if found[2]:
            return f"{who}'s{f' {found[3]}' if found[3] else ''}"
        return who + (f" {third(found[3])}" if found[3] else "")

    text = re.sub(r"\byours\b", "the player's", text)
    text = _YOU.sub(said, re.sub(r"\bYour\b", "The player's", text))
    return re.sub(r"(the player \w+s and then )(\w+?)(s?)\b", r"\1\2s", text)


# Definitions and equipment


def definitions(book: Rulebook) -> list[Clause]:
    """Return the words that the rules define."""
    return [
        Clause(full_stop(f"“{name}” means {term.means}"), term.cite)
        for name, term in sorted(book.terms.items(), key=lambda one: one[0].lower())
    ]


def equipment(book: Rulebook) -> list[Clause]:
    """Return what the game is played with."""
    found = []
    if book.seats:
        places = "1 player" if book.seats.max == 1 else f"{book.seats.max} players"
        said = f"{book.title} shall be played at a table with places for no more than {places}."
        found.append(Clause(said, book.seats.cite))
    if book.deck:
        said = deck_words(book.deck, book.chooses_decks)
        found.append(Clause(full_stop(f"The game shall be played with {said}"), book.deck.cite))
    for wheel in book.wheels.values():
        order = ", ".join(pocket_title(one, book) for one in wheel.pockets)
        said = (
            f"The {clause(wheel.name)} shall have {len(wheel.pockets)} pockets, marked in this "
            f"order: {order}"
        )
        found.append(Clause(full_stop(said), wheel.cite))
    if book.cage:
        said = f"{book.cage.drawn} of the numbers 1 to {book.cage.numbers} shall be drawn."
        found.append(Clause(said, book.cage.cite))
    if book.layout:
        areas = [wager_title(one, book) for one in book.layout.areas]
        items = [f"an area for each wager of {_series(areas)}"] if areas else []
        items += list(book.layout.inscriptions)
        found.append(listed("The layout shall show:", items, "and", book.layout.cite))
    return found


def short_option(name: str, book: Rulebook) -> str:
    """Return what an option is called where it is referred to."""
    return re.split(r"[:;]| \(", option_title(name, book), maxsplit=1)[0].strip()


def alternative(name: str, value: Any, book: Rulebook) -> str:
    """Return what a choice is called in a text that does not have the paragraphs of the law."""
    return re.sub(r"^Paragraph \(\w\)(\d+)$", r"Version \1", choice_title(name, value, book))


def _series(names: Sequence[str]) -> str:
    *before, last = dict.fromkeys(names)
    return f"{', '.join(before)} and {last}" if before else last


# Wagers and what they pay


def wager(key: str, book: Rulebook) -> Clause:
    """Return the terms of a wager."""
    one = book.wagers[key]
    name = _named(one)
    parts = [_says(one, book)] if one.says else []
    parts += _amount(key, one, book)
    if one.needs and not one.paid_on:
        others = " and ".join(book.wagers[other].name for other in one.needs)
        parts.append(f"{_cap(name)} shall be made only by a player who has made: {others}.")
    if one.excludes:
        others = _series([book.wagers[other].name for other in one.excludes])
        parts.append(f"{_cap(name)} shall not be made together with: {others}.")
    cases = [
        Clause(f"Where the casino licensee has chosen {_chosen(option, case, book)}, "
               f"{_terms(name, terms, book)}.", terms.cite)
        for option, cases in one.cases.items()
        for case, terms in cases.items()
    ]  # fmt: skip
    if one.pays or one.paytable:
        parts.append(f"If it wins, it shall be paid as {{ref:{PAYOUTS}}} provides.")
    return Clause(
        _made(one, name, book), one.cite, (*(Clause(full_stop(part)) for part in parts), *cases)
    )


def _named(one: Wager) -> str:
    return f"the {one.name}" if one.name.lower().endswith("wager") else f"the {one.name} wager"


def _cap(text: str) -> str:
    return capital(text)


def _made(one: Wager, name: str, book: Rulebook) -> str:
    when = "before the deal" if one.window == "bets" else "in the course of the round"
    if book.deck is None and one.window == "bets":
        when = "before the outcome is determined"
    offered = ""
    if one.if_offered:
        offered = f"If the casino licensee has chosen “{short_option(one.if_offered, book)},” "
    if one.paid_on:
        paid = wager_title(one.paid_on, book)
        return capital(f"{offered}{name} shall have no stake of its own and shall be paid on the "
                       f"amount of the {paid} wager.")  # fmt: skip
    who = "each player shall make" if one.required else "a player may make"
    return capital(f"{offered}{who} {name} {when}.")


def _says(one: Wager, book: Rulebook) -> str:
    """Return what a wager is on."""
    said = the_player(prose(one.says, book))
    if said.startswith("No stake of its own. "):
        return said.removeprefix("No stake of its own. ")
    if said.startswith("That "):
        said = f"It is a wager {clause(said)}."
    elif not has_verb(re.split(r"\. ", said)[0]) and not _PASSIVE.match(said):
        said = f"It is {clause(said)}."
    said = _PASSIVE.sub(lambda found: f"It shall be {found[1].lower()}", said)
    return _ACTIVE.sub(lambda found: f"It {found[1].lower()}", said)


def _amount(key: str, one: Wager, book: Rulebook) -> list[str]:
    """Return how large a wager shall be."""
    if one.paid_on:
        return []
    least = book.minimums.get(key)
    said = [f"at least {money(least.at_least)}"] if least and least.at_least else []
    said += amount_title(one, book)
    if one.one_amount:
        said.append("one amount that the casino licensee sets for all players")
    if said:
        return [f"Its amount shall be {' and '.join(said)}."]
    usual = one.window == "bets" and one.has_limits
    return ["Its amount shall be within the limits posted at the table."] if usual else []


def _chosen(option: str, case: str, book: Rulebook) -> str:
    return f"“{short_option(option, book)}: {alternative(option, case, book)}”"


def _terms(name: str, terms: Terms, book: Rulebook) -> str:
    said = ["shall be made by each player"] if terms.required else []
    if terms.needs:
        others = " and ".join(book.wagers[other].name for other in terms.needs)
        said.append(f"shall be made only by a player who has made: {others}")
    amounts = amount_title(Wager(name="x", amount=terms.amount, cite=terms.cite), book)
    if amounts:
        said.append(f"shall be {' and '.join(amounts)}")
    return f"{name} {' and '.join(said)}" if said else f"{name} is subject to no further terms"


def payouts(book: Rulebook, wagers: Mapping[str, Wager]) -> list[Clause]:
    """Return what winning wagers are paid."""
    found = [
        Clause(f"{_cap(_named(one))} shall be paid at odds of {one.pays}.", one.cite)
        if one.pays.kind == "odds"
        else Clause(f"{_cap(_named(one))} shall be paid {within(str(one.pays))}.", one.cite)
        for one in wagers.values()
        if one.pays
    ]
    for key, table in book.paytables.items():
        paid = _series([one.name for one in wagers.values() if one.paytable == key] or [table.name])
        many = len(table.tables) > 1
        how = "one of the tables, as the casino licensee chooses," if many else "the table"
        said = f"{paid} shall be paid by {how} under “{table.name}” in this section"
        if table.floor:
            said += "; the odds printed there are minimums, and the casino licensee may pay more"
        found.append(Clause(full_stop(said), table.cite))
    for meter in book.meters.values():
        said = (
            f"{meter.name} shall begin with {reset_words(meter)} and shall be increased by "
            f"{meter_terms(meter, book)}"
        )
        found.append(Clause(full_stop(said), meter.cite))
    return found


# The round


def step(key: str, one: Step, book: Rulebook) -> Clause:
    """Return a step of the round: an order, or the fact on which a wager is decided."""
    return Clause(step_sentence(key, one.says, book), cites(one.cite, one.cite_by))


def step_sentence(key: str, says: str, book: Rulebook) -> str:
    """Return a step in regulatory form; a bare fact becomes the condition of what it decides."""
    text = capital(says.strip())
    if text.lower().startswith("house way"):
        text = re.sub(r"(?i)^house way \d+: ", "", text)
        return full_stop(f"The dealer shall set: {clause(text)}")
    ordered = shall(text)
    if "shall" in ordered or " may " in ordered:
        return prose(ordered, book)
    names = [one.name for one in book.wagers.values()]
    subject, _, ending = key.rpartition("_")
    if ending in _OUTCOMES and subject in book.wagers:
        joint = "if" if has_verb(text) else "on"
        decided = f"{_named(book.wagers[subject])} {_OUTCOMES[ending]}"
        return prose(full_stop(f"{decided} {joint} {clause(text, names)}"), book)
    words = text.lower().rstrip(".").split()
    if words[:2] == ["the", "fee"]:
        return prose(full_stop(f"{text.rstrip('.')} shall be collected"), book)
    if subject == "settle" or key.startswith("settle_"):
        settled = _UNTIL.sub(r"\1 shall be settled\2", text.rstrip("."), count=1)
        return prose(full_stop(settled), book)
    if (
        not has_verb(text)
        and len(words) < FEW
        and not {*plain_title(key).lower().split()} <= {*words}
    ):
        return prose(full_stop(f"{plain_title(key)}: {clause(text, names)}"), book)
    return prose(full_stop(ordered), book)


# Rules, options, irregularities


def rule(name: str, one: Rule, book: Rulebook) -> Clause:
    """Return a rule that the law fixes: its value, or its values case by case."""
    if not one.by:
        return _valued(one.says, one.value, one.cite, book)
    (option, cases), *_ = one.by.items()
    if all(str(value) == case for case, value in cases.items()):
        said = f"{prose(one.says, book).rstrip('.')}: as the casino licensee has chosen"
        return Clause(full_stop(said), one.cite)
    found: dict[str, list[str]] = {}
    for case, value in cases.items():
        found.setdefault(_value(value, book), []).append(alternative(option, case, book))
    if len(found) == 1:
        return _valued(one.says, next(iter(cases.values())), one.cite, book)
    items = [
        f"where “{short_option(option, book)}” is {' or '.join(map(_quoted, names))}: {value}"
        for value, names in found.items()
    ]
    return listed(f"{prose(one.says, book).rstrip('.')}:", items, "and", one.cite)


def _quoted(name: str) -> str:
    return f"“{name}”"


def _valued(says: str, value: Any, cite: str, book: Rulebook) -> Clause:
    said = prose(says, book).rstrip(".")
    if isinstance(value, (list, tuple)) and len(value) >= LONG and all(" " not in v for v in value):
        items = [book.wagers[one].name if one in book.wagers else plain_title(one) for one in value]
        return listed(f"{said}:", items, "and", cite)
    if value is True:
        return Clause(shall(said), cite)
    return Clause(full_stop(f"{said}: {_value(value, book)}"), cite)


def _value(value: Any, book: Rulebook) -> str:
    """Return the value of a rule within a sentence."""
    text = str(value)
    if _CARDS.fullmatch(text) and not text.isdigit():
        return ", ".join(_RANK.get(one, one) for one in text)
    choices = {one for option in book.options.values() for one in option.choices or []}
    if isinstance(value, (list, tuple)) and any(one in choices for one in value):
        return ", ".join(_quoted(plain_title(one)) for one in value)
    return _RANK.get(text) or within(value_title(value, book))


def options(chosen: Mapping[str, Option], book: Rulebook) -> list[Clause]:
    """Return what the casino licensee chooses: each choice with its alternatives, and then whatever
    may be in effect or not."""
    found = [option(name, one, book) for name, one in chosen.items() if one.kind != "flag"]
    flags = {name: one for name, one in chosen.items() if one.kind == "flag"}
    if flags:
        parts = [
            Clause(f"{option_title(name, book)}{';' if name != [*flags][-1] else '.'}", one.cite)
            for name, one in flags.items()
        ]
        found.append(Clause("Whether each of the following is in effect:", "", tuple(parts)))
    return found


def option(name: str, one: Option, book: Rulebook) -> Clause:
    """Return what the casino licensee chooses between, alternative by alternative."""
    title = _LETTER.sub(r"(version \1)", option_title(name, book))
    if one.kind == "choice":
        items = [alternative(name, each, book) for each in one.choices or []]
        if len(items) == 1:
            return Clause(full_stop(f"{title}: {items[0]}"), one.cite)
        return listed(f"{title}; one of the following:", items, "or", one.cite)
    show = money if one.kind == "money" else str
    what = "an amount" if one.kind == "money" else "a number"
    least = f" of at least {show(one.at_least)}" if one.at_least is not None else ""
    most = f" of at most {show(one.at_most)}" if one.at_most is not None else ""
    return Clause(f"{title}: {what}{' and'.join(filter(None, [least, most]))}.", one.cite)


def irregularity(one: Irregularity, book: Rulebook) -> Clause:
    """Return what follows when something goes wrong."""
    names = [each.name for each in book.wagers.values()]
    facts, _, after = prose(one.says, book).strip().rstrip(".").partition("; ")
    lead = f"If {clause(facts, names)}" + (f" and {clause(after, names)}" if after else "")
    cite = cites(one.cite, one.cite_by)
    if one.rulings_by:
        choices = book.choices[one.rulings_by].choices or []
        items = [clause(_ruling(each)) for each in choices]
        chosen = short_option(one.rulings_by, book)
        return listed(
            f"{lead}, as the casino licensee chooses under “{chosen}”:", items, "or", cite
        )
    ruled = [_ruling(each) for each in one.rulings]
    if len(ruled) == 1:
        return Clause(full_stop(f"{lead}, {clause(ruled[0])}"), cite)
    return listed(f"{lead}:", ruled, "and", cite)


def _ruling(ruling: str) -> str:
    """Return a ruling as an order."""
    if ruling == "referred":
        return _REFERRED
    return shall(SAYS[ruling]) if ruling in SAYS else full_stop(ruling_title(ruling))
