"""The values of a rulebook in words, as a person would say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from houseway.rulebook.money import money
from houseway.rulebook.rate import percent, rate_text

if TYPE_CHECKING:  # a word of a looked-up figure needs no rulebook
    from houseway.rulebook.models import (
        Bound,
        Cage,
        Column,
        Constraint,
        Deck,
        Irregularity,
        LeastBet,
        Meter,
        Option,
        RateCard,
        Rule,
        Rulebook,
        Wager,
    )

_NAMES = re.compile(r"\b[A-Za-z][a-z0-9]*(?:_[a-z0-9]+)+\b")  # within a sentence
_SPOT = re.compile(r"(?<=[a-z])@(?=\w)")
_DECKS = re.compile(r"decks_(\d+)(?:_(\d+))?")
_CARD = re.compile(r"([2-9TJQKA])([cdhs])")
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def words(value: object) -> str:
    """Any value: a truth, a number, a name, a list of names.

    >>> words(True), words(["flush_bonus", "contest"]), words(None)
    ('yes', 'flush bonus, contest', 'none')
    >>> words("decks_6"), words("decks_6_1"), words("Qh")
    ('6 decks', '6 decks (table 1)', 'queen of hearts')
    >>> words("equal to bet_1"), words("three_numbers@0-2-00")
    ('equal to bet 1', 'three numbers 0-2-00')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], (), {}):
        return "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(words(item) for item in value)
    text = str(value)
    if text in ("true", "false"):
        return words(text == "true")
    if found := _CARD.fullmatch(text):
        return f"{_RANKS.get(found[1], found[1])} of {_SUITS[found[2]]}"
    if found := _DECKS.fullmatch(text):
        decks = f"{found[1]} {'deck' if found[1] == '1' else 'decks'}"
        return f"{decks} (table {found[2]})" if found[2] else decks
    return _SPOT.sub(" ", _NAMES.sub(lambda found: found[0].replace("_", " "), text))


def either(values: Iterable[object]) -> str:
    """Alternatives.

    >>> either(["manual_shoe", "hand"])
    'manual shoe or hand'
    """
    *before, last = [words(value) for value in values]
    return f"{', '.join(before)} or {last}" if before else last


def price_words(price: object) -> str:
    """A price: ``100% of meter_1`` is all of it.

    >>> price_words("100% of meter_1"), price_words("3 to 2")
    ('all of meter 1', '3 to 2')
    """
    return words(str(price)).replace("100% of", "all of")


def deck_words(deck: Deck, as_chosen: bool = False) -> str:
    """The cards in play; ``as_chosen`` where the house chooses how many decks they are."""
    if deck.kind == "tiles":
        return "1 set of 32 tiles"
    each = len(deck.ranks) * len(deck.suits) + deck.jokers
    if as_chosen:
        return f"decks of {each} cards, as many as the house has chosen"
    return f"{deck.decks} {'deck' if deck.decks == 1 else 'decks'} of {each} cards"


def amount_words(wager: Wager, least: LeastBet | None = None) -> str:
    """How large a wager may be; ``least`` is what the law says of the least."""
    if wager.paid_on:
        return f"no stake of its own; paid on the {words(wager.paid_on)}"
    said = [f"at least {money(least.at_least)}"] if least and least.at_least else []
    said += [words(str(rule)) for rule in wager.amount]
    if wager.one_amount:
        said.append("one amount that the house sets")
    usual = "within the table's limits" if wager.window == "bets" else "as the round allows"
    return " and ".join(said) or usual


def window_words(wager: Wager) -> str:
    """When a wager is made."""
    return "before the deal" if wager.window == "bets" else "in the course of the round"


def pays_words(wager: Wager, rated: bool = False) -> str:
    """What a winning wager is paid; ``rated`` where a rate card says it."""
    if rated:
        return "by the rate card"
    if wager.paytable:
        return "by its paytable"
    return str(wager.pays) if wager.pays else "nothing of its own"


def option_words(option: Option) -> str:
    """What the house may choose, and what holds if it does not."""
    if option.kind == "choice":
        span = either(option.choices or [])
    elif option.kind == "flag":
        span = "yes or no"
    else:
        span = _span(option)
    return f"{span}; {words(option.default)} by default"


def _span(option: Option) -> str:
    show = money if option.kind == "money" else str
    what = "an amount" if option.kind == "money" else "a number"
    least = f" from {show(option.at_least)}" if option.at_least is not None else ""
    most = f" to {show(option.at_most)}" if option.at_most is not None else ""
    return f"{what}{least}{most}"


def rule_words(rule: Rule) -> str:
    """What a rule says, with the cases in which it says something else."""
    for cases in rule.by.values():
        return _cases(cases)
    return words(rule.value)


def _cases(cases: Mapping[str, object]) -> str:
    found: dict[str, list[str]] = {}
    for case, value in cases.items():
        found.setdefault(words(value), []).append(words(case))
    if len(found) == 1:
        return next(iter(found))
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in found.items())


TERMS = {"fixed": "", "minimum": "at least ", "filed": "as filed, here "}


def reset_words(meter: Meter) -> str:
    """What a meter starts again from."""
    return TERMS[meter.reset_is] + money(meter.reset)


def rate_words(meter: Meter) -> str:
    """What a meter takes of each wager."""
    rate = f"{rate_text(meter.rate)} of each {words(meter.fed_by)} wager"
    return TERMS[meter.rate_is] + rate


def conditions(found: Mapping[str, Iterable[object]]) -> str:
    """Options and the values that they must have."""
    return " and ".join(f"{words(name)} is {either(values)}" for name, values in found.items())


def constraint_words(constraint: Constraint) -> str:
    """What must hold, and when."""
    return f"when {conditions(constraint.when)}, {conditions(constraint.then)}"


def ruling_words(irregularity: Irregularity) -> str:
    """What follows, in order."""
    if irregularity.rulings_by:
        return f"as the house chooses ({words(irregularity.rulings_by)})"
    return ", then ".join(words(ruling) for ruling in irregularity.rulings)


def bound_words(bound: Bound) -> str:
    """The figure of something that a rate card is held to."""
    if bound.rate is not None:
        return rate_text(bound.rate)
    return money(bound.amount) if bound.amount is not None else ""


def card_words(card: RateCard) -> str:
    """A rate card but for its payoffs."""
    ways = f"{card.max_ways} ways and {card.max_games} games at most"
    most = f"at most {money(card.aggregate)} a game" if card.aggregate else "no limit a game"
    return (
        f"{card.name}, 1 to {card.max_spots} spots, {money(card.min_wager)} to "
        f"{money(card.max_wager)} a way, {most}, {ways}"
    )


def card_rows(card: RateCard, cage: Cage) -> list[list[str]]:
    """What a card pays, a row for each number of catches that it pays in any column, with the house
    advantage at its smallest wager beside the first row of each number of spots."""
    from houseway.rulebook.rate_card import house_advantage

    rows = []
    for spots in range(1, card.max_spots + 1):
        paid = sorted({caught for column in card.columns for caught in column.pays[spots]})
        edge = percent(house_advantage(card, cage, spots, card.min_wager))
        for caught in paid:
            pays = [money(column.pays[spots].get(caught, 0)) for column in card.columns]
            first = caught == paid[0]
            rows.append([str(spots) if first else "", str(caught), *pays, edge if first else ""])
    return rows


def card_head(card: RateCard) -> list[str]:
    """What stands above the rows of a card."""
    columns = [f"for {money(column.wager)}" for column in card.columns]
    return ["spots", "caught", *columns, f"house advantage at {money(card.min_wager)}"]


def pays_of(column: Column, spots: int) -> str:
    """What so many spots pay, by their catches.

    >>> from houseway.rulebook.models import Column
    >>> pays_of(Column(wager=1, pays={2: {1: "0.50", 2: 12}}), 2)
    '1: $0.50, 2: $12'
    """
    return ", ".join(f"{caught}: {money(pay)}" for caught, pay in column.pays[spots].items())


def row_names(book: Rulebook, wager: str) -> dict[str, str]:
    """What the rows that a wager is paid by are called: those of its own paytable and no other's,
    for many paytables have a row of the same key. What is played as several wagers has all."""
    terms = book.wagers.get(wager.partition("@")[0])
    if terms is None:
        tables = list(book.paytables.values())
    else:
        tables = [book.paytables[terms.paytable]] if terms.paytable else []
    return {key: name for table in reversed(tables) for key, name in table.rows.items()}
