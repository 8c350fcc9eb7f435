"""What wagers, spots, rows, options and choices are called in print.

A rulebook names them by identifiers (``dont_pass``, ``place_win@4@roll``, ``three_to_two``). No
document shows one: every title here is the rulebook's own name, or is made from the identifier
where it has none.
"""

import re
from collections.abc import Mapping
from typing import Any

from houseway.equipment.cards import printed
from houseway.referee.rulings import SAYS
from houseway.rulebook.choosing import text_of
from houseway.rulebook.handout import Handout, label
from houseway.rulebook.models import Irregularity, Meter, Rulebook, Wager
from houseway.rulebook.money import money
from houseway.rulebook.rate import rate_text
from houseway.rulebook.words import TERMS, row_names, words

WHOLE = {"main": "Main Game"}  # what is played as several wagers
# what a figure supposes, by what follows the wager in its name
SUPPOSED = {
    "decided": "kept until resolved",
    "house_way": "set the house way",
    "most": "at the largest wager",
    "odds": "with full odds",
    "odds_on": "with full odds, called on at the come-out",
    "roll": "per roll",
    "spin": "per spin",
}
STRATEGIES = {
    "none": "nothing is decided",
    "optimal": "every decision is the best one",
    "always": "the wager is always made",
    "house_way": "hands are set the house way",
    "full odds": "full odds are taken",
    "full odds, called on": "full odds are taken, and are called on at the come-out",
    "keep until resolved": "the wager is kept until it is resolved",
    "two-card worth": "a decision rests on the two cards held",
}
_GAMES = re.compile(r"x(\d+)")
_TICKET = re.compile(r"(\d+(?:\+\d+)*)(?::any(\d+(?:,\d+)*))?")
_ID = re.compile(r"(?<!\w)[a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)+(?!\w)")
_SPOT = re.compile(r"(?<=\w)@(?=\w)")
_PARAGRAPH = re.compile(r"([a-z])(\d)")
_LETTERED = re.compile(r"([A-Z])_(\w+)")
_TIMES = re.compile(r"(\w+)_(\d+)x")
_TO = re.compile(r"(one|two|three|five|six|seven)_to_(one|two|three|five|six|seven)")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "five": 5, "six": 6, "seven": 7}


def capital(text: str) -> str:
    """Return text with a capital first letter."""
    return text[:1].upper() + text[1:]


def within(name: str) -> str:
    """Return a name as it stands within a sentence: in small letters, unless it is a proper name.

    >>> within("Four of a kind"), within("Royal Blitz in spades"), within("Flush")
    ('four of a kind', 'Royal Blitz in spades', 'flush')
    """
    proper = any(word[:1].isupper() for word in name.split()[1:])
    return name if proper else name[:1].lower() + name[1:]


def plain_title(identifier: object) -> str:
    """Return a title for something that nothing names, made from its identifier.

    >>> plain_title("manual_shoe"), plain_title("three_to_two"), plain_title("f1")
    ('Manual shoe', '3 to 2', 'Paragraph (f)1')
    >>> plain_title("play_4x"), plain_title("vigorish 5%")
    ('Play 4 times', 'Vigorish 5%')
    """
    text = str(identifier)
    if found := _PARAGRAPH.fullmatch(text):
        return f"Paragraph ({found[1]}){found[2]}"
    if found := _LETTERED.fullmatch(text):
        return f"{found[1]} ({words(found[2])})"
    if found := _TO.fullmatch(text):
        return f"{_NUMBERS[found[1]]} to {_NUMBERS[found[2]]}"
    if found := _TIMES.fullmatch(text):
        times = "once" if found[2] == "1" else f"{found[2]} times"
        return capital(f"{words(found[1])} {times}")
    return capital(words(identifier))


def wager_title(key: str, book: Rulebook, handout: Handout | None = None) -> str:
    """Return what a wager is called, with its spot and what its figures suppose: ``dont_pass@roll``
    is Don't Pass, per roll."""
    base, *more = key.split("@")
    own = handout.names.get(base, "") if handout else ""
    title = own or (book.wagers[base].name if base in book.wagers else "")
    title = title or WHOLE.get(base) or plain_title(base)
    supposed = {**SUPPOSED, **(handout.supposed if handout else {})}
    for part in more:
        if part in supposed:
            title = f"{title}, {supposed[part]}"
        elif found := _GAMES.fullmatch(part):
            title = f"{title}, {found[1]} games"
        elif book.rates and (found := _TICKET.fullmatch(part)):
            title = f"{title}, {_ticket(found)}"
        else:
            title = f"{title} {printed(words(part))}"
    return title


def _ticket(found: re.Match[str]) -> str:
    """Return what is marked on a ticket: its spots, or its groups of spots."""
    sizes = found[1].split("+")
    if len(sizes) == 1:
        return f"{sizes[0]} {'spot' if sizes[0] == '1' else 'spots'}"
    groups = f"groups of {', '.join(sizes[:-1])} and {sizes[-1]}"
    return f"{groups}, any {' or '.join(found[2].split(','))} together" if found[2] else groups


def outcome_title(key: str, book: Rulebook, wager: str) -> str:
    """Return what an outcome of a wager is called: its row in the paytable, or its description with
    the names of rows in it."""
    rows = row_names(book, wager)
    if key in rows:
        return rows[key]
    names = {**_names(book), **rows}

    def named(found: re.Match[str]) -> str:
        return within(names.get(found[0]) or plain_title(found[0]))

    return capital(_ID.sub(named, key))


def _names(book: Rulebook) -> dict[str, str]:
    """Return the names of places, wagers and rows of paytables by their identifiers."""
    rows = {row: name for table in book.paytables.values() for row, name in table.rows.items()}
    wagers = {key: one.name for key, one in book.wagers.items()}
    return {**{key: one.name for key, one in book.places.items()}, **wagers, **rows}


def option_title(name: str, book: Rulebook) -> str:
    """Return what an option of the house is called."""
    option = book.choices.get(name)
    return label(option) if option else plain_title(name)


def choice_title(name: str, value: Any, book: Rulebook) -> str:
    """Return what a choice of an option is called."""
    option = book.choices.get(name)
    if option and option.kind == "money" and isinstance(value, int) and value is not True:
        return money(value)
    if isinstance(value, (tuple, list, dict)):
        return text_of(value) if isinstance(value, tuple) else words(value)
    if str(value) in book.wagers:
        return book.wagers[str(value)].name
    return plain_title(str(value).lower() if isinstance(value, bool) else value)


def option_choices(name: str, book: Rulebook) -> str:
    """Return what the house may choose, and what holds if it does not."""
    option = book.choices[name]
    if option.kind == "choice":
        *before, last = [choice_title(name, one, book) for one in option.choices or []]
        span = f"{', '.join(before)} or {last}" if before else last
    elif option.kind == "flag":
        span = "Yes or No"
    else:
        show = money if option.kind == "money" else str
        least = f" from {show(option.at_least)}" if option.at_least is not None else ""
        most = f" to {show(option.at_most)}" if option.at_most is not None else ""
        span = f"{'An amount' if option.kind == 'money' else 'A number'}{least}{most}"
    if option.default is None:
        return f"{span}; none by default"
    return f"{span}; {choice_title(name, option.default, book)} by default"


def rule_title(name: str, book: Rulebook) -> str:
    """Return what a rule of the law says, with the cases in which it says something else."""
    rule = book.fixed[name]
    for option, cases in rule.by.items():
        found: dict[str, list[str]] = {}
        for case, value in cases.items():
            found.setdefault(value_title(value, book), []).append(choice_title(option, case, book))
        if len(found) == 1:
            return next(iter(found))
        said = (f"{value} ({', '.join(names)})" for value, names in found.items())
        return capital("; ".join(said))
    return capital(value_title(rule.value, book))


def value_title(value: Any, book: Rulebook) -> str:
    """Return the value of a rule, with wagers by their names."""
    if isinstance(value, str) and value.partition("@")[0] in book.wagers and "@" in value:
        return wager_title(value, book)
    if isinstance(value, (list, tuple)):
        return ", ".join(value_title(one, book) for one in value) or "none"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    said = prose(text, book)
    return said if said != text else within(plain_title(text))


def prose(text: str, book: Rulebook) -> str:
    """Return a sentence of a rulebook with names where it has identifiers."""
    names = _names(book)
    said = _ID.sub(lambda found: names.get(found[0]) or within(plain_title(found[0])), text)
    return _SPOT.sub(" ", said)


def pocket_title(pocket: str, book: Rulebook) -> str:
    """Return what a pocket of a wheel shows: a number, a card, or the name of a wager."""
    return book.wagers[pocket].name if pocket in book.wagers else printed(pocket)


def meter_title(name: str, book: Rulebook) -> str:
    """Return what a meter is called within a sentence.

    A meter that only bears the name of a hand is called the meter of it.
    """
    title = within(book.meters[name].name) if name in book.meters else words(name)
    kind = ("jackpot", "meter", "payout")
    return title if title.lower().endswith(kind) else f"{title} meter"


def price_title(price: object, book: Rulebook) -> str:
    """Return a price with meters by their names."""
    text = str(price).replace("100% of", "all of")
    for name in book.meters:
        text = re.sub(rf"\b{name}\b", f"the {meter_title(name, book)}", text)
    return _ID.sub(lambda found: within(plain_title(found[0])), text)


def meter_terms(meter: Meter, book: Rulebook) -> str:
    """Return what a meter takes of each wager."""
    fed_by = wager_title(meter.fed_by, book)
    named = fed_by if fed_by.lower().endswith("wager") else f"{fed_by} wager"
    return f"{TERMS[meter.rate_is]}{rate_text(meter.rate)} of each {named}"


def amount_title(wager: Wager, book: Rulebook) -> list[str]:
    """Return the rules on the amount of a wager, with other wagers by their names."""
    names = {key: one.name for key, one in book.wagers.items()}
    return [_with_names(str(rule), names) for rule in wager.amount]


def _with_names(text: str, names: Mapping[str, str]) -> str:
    *before, last = text.split(" ")
    said = [*before, names[last]] if before and last in names else [text]
    return words(" ".join(said))


def ruling_title(ruling: str) -> str:
    """Return what a ruling does, in a clause."""
    return SAYS.get(ruling, within(plain_title(ruling)))


def rulings_title(irregularity: Irregularity, book: Rulebook) -> str:
    """Return what follows an irregularity: rulings in order, or those the house chooses between."""
    if not irregularity.rulings_by:
        return ", then ".join(ruling_title(one) for one in irregularity.rulings)
    choices = book.choices[irregularity.rulings_by].choices or []
    return f"as the house chooses: {'; or '.join(ruling_title(one) for one in choices)}"


def strategy_title(strategy: str, handout: Handout | None = None) -> str:
    """Return what a figure supposes of the player's decisions, in a clause."""
    supposed = handout.supposed if handout else {}
    return STRATEGIES.get(strategy) or supposed.get(strategy) or words(strategy)
