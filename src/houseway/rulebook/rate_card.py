"""The law's requirements for a rate card, computed exactly."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from pydantic import ValidationError

from houseway.rulebook.models import Cage, RateCard, Rates
from houseway.rulebook.money import money
from houseway.rulebook.rate import percent, rate_text
from houseway.rulebook.refusal import Refused

MILLION = 1_000_000  # rates are kept in millionths


@cache
def catch_chances(numbers: int, drawn: int, spots: int) -> tuple[Fraction, ...]:
    """How likely it is to catch 0, 1, ... all of one's spots when so many of so many numbers are
    drawn.

    >>> catch_chances(80, 20, 2)
    (Fraction(177, 316), Fraction(30, 79), Fraction(19, 316))
    """
    every = comb(numbers, spots)
    return tuple(
        Fraction(comb(drawn, caught) * comb(numbers - drawn, spots - caught), every)
        for caught in range(spots + 1)
    )


def house_advantage(card: RateCard, cage: Cage, spots: int, wager: int) -> Fraction:
    """The part of a wager that the house keeps in the long run, whatever limit it has set."""
    chances = catch_chances(cage.numbers, cage.drawn, spots)
    paid = (chance * _limited(card, spots, k, wager) for k, chance in enumerate(chances))
    due = sum(paid, Fraction(0))
    return 1 - due / wager


def _limited(card: RateCard, spots: int, caught: int, wager: int) -> Fraction:
    due = card.payoff(spots, caught, wager)
    return due if card.aggregate is None else min(due, Fraction(card.aggregate))


def read_card(value: Any, rates: Rates, cage: Cage) -> RateCard:
    """The card of that name, or a card of the house's own; one that is not lawful is refused."""
    if not isinstance(value, Mapping):
        if value not in rates.cards:
            known = ", ".join(rates.cards)
            raise Refused(f"there is no rate card {value!r}: it is one of {known}", rates.cite)
        card = rates.cards[value]
    else:
        try:
            card = RateCard.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise Refused(f"the rate card: {where}: {first['msg']}", rates.cite) from None
    check_card(card, rates, cage)
    return card


def check_card(card: RateCard, rates: Rates, cage: Cage) -> None:
    """Refuse a card that the law does not allow."""
    _check_wagers(card, rates)
    _check_spots(card, rates, cage)
    _check_limit(card, rates)
    _check_proportion(card, rates)
    _check_edge(card, rates, cage)


def _check_wagers(card: RateCard, rates: Rates) -> None:
    if card.max_wager < card.min_wager:
        raise Refused("the card's maximum wager is less than its minimum", rates.wagers.cite)


def _check_spots(card: RateCard, rates: Rates, cage: Cage) -> None:
    """Every number of spots up to the most has its payoffs, in every column."""
    if card.max_spots > cage.numbers:
        raise Refused(f"there are only {cage.numbers} numbers", rates.every_spot.cite)
    for column in card.columns:
        if set(column.pays) != set(range(1, card.max_spots + 1)):
            wanted = f"a card of {card.max_spots} spots has payoffs for each number of spots up to"
            raise Refused(f"{wanted} {card.max_spots}, and no others", rates.every_spot.cite)
        for spots, pays in column.pays.items():
            if any(caught > spots for caught in pays):
                raise Refused(f"{spots} spots catch at most {spots}", rates.every_spot.cite)


def _check_limit(card: RateCard, rates: Rates) -> None:
    bound, least = rates.limit_at_least, rates.limit_at_least.amount or 0
    if card.aggregate is not None and card.aggregate < least:
        raise Refused(
            f"the maximum aggregate payout of a game may not be less than {money(least)}",
            bound.cite,
        )
    if card.individual is not None and card.individual != card.aggregate:
        raise Refused("the maximum payout of one wager must be the most paid in a game", bound.cite)


def _check_proportion(card: RateCard, rates: Rates) -> None:
    """Each column pays what the first does for its own wager, until the limit is reached."""
    for column in card.columns:
        for spots, pays in column.pays.items():
            for caught in range(spots + 1):
                due = _limited(card, spots, caught, column.wager)
                if pays.get(caught, 0) != due:
                    raise Refused(
                        f"{caught} of {spots} must pay {money(column.wager)} in proportion, "
                        f"not {money(pays.get(caught, 0))}",
                        rates.proportion.cite,
                    )


def _check_edge(card: RateCard, rates: Rates, cage: Cage) -> None:
    rate = rates.edge_at_most.rate or 0
    for spots in range(1, card.max_spots + 1):
        edge = house_advantage(card, cage, spots, card.min_wager)
        if edge > Fraction(rate, MILLION):
            raise Refused(
                f"the house advantage on {spots} spots at {money(card.min_wager)} is "
                f"{percent(edge)}, more than {rate_text(rate)}",
                rates.edge_at_most.cite,
            )
