"""The exact odds of the side wagers of blackjack (2.17 to 2.26), from the first cards of a shoe.

Which rows cards hit is ``side_rows``; here they are counted over all deals. What the player's own
decisions can change is played for the wager: a pair of sevens draws its third card, a pair of aces
is split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import Card, card
from houseway.games.twenty_one.blackjack import side_rows
from houseway.games.twenty_one.composition.kernels import (
    LOST,
    LOST_DOUBLE,
    NATURAL,
    PUSHED,
    PUSHED_DOUBLE,
    SURRENDERED,
)
from houseway.games.twenty_one.composition.terms import falling
from houseway.games.twenty_one.odds import Game, Rules
from houseway.games.twenty_one.shoe_cards import LOSE, first_of, tally
from houseway.games.twenty_one.twentyone import ACE, SEVEN, is_blackjack, rank

Prices = Mapping[str, Fraction]
QUEEN_OF_HEARTS = card("Qh")


@lru_cache(maxsize=64)
def over_under(rules: Rules, thirteen: int) -> tuple[OutcomeTable, OutcomeTable]:
    """Over and under 13."""
    counts = tally(
        rules.cards, 2, lambda drawn: side_rows.low_total(drawn, rules.points),
        lambda card: (rank(card) == ACE, rules.points[rank(card)]),
    )  # fmt: skip
    over = sum(count for total, count in counts.items() if total > thirteen)
    under = sum(count for total, count in counts.items() if total < thirteen)
    whole = sum(counts.values())
    tables = []
    for name, won in (("over_13", over), ("under_13", under)):
        outcomes = (Outcome("win", Fraction(1), won), Outcome(LOSE, Fraction(-1), whole - won))
        tables.append(OutcomeTable(name, whole, outcomes))
    return tables[0], tables[1]


@lru_cache(maxsize=64)
def same_suit_counts(rules: Rules) -> Counter[str]:
    """Two cards of one suit, by row."""
    return tally(rules.cards, 2, lambda drawn: first_of(side_rows.suit_rows(drawn)))


@lru_cache(maxsize=64)
def seven_counts(rules: Rules) -> Counter[str]:
    """Sevens, when every pair of them takes a third card."""

    def row(drawn: list[Card]) -> str:
        return first_of(
            side_rows.seven_rows(drawn if side_rows.is_two_sevens(drawn) else drawn[:2])
        )

    return tally(rules.cards, 3, row, _kind_of(SEVEN))


def _kind_of(*ranks: int) -> Callable[[Card], Hashable]:
    """Cards of these ranks by themselves, all others alike."""
    return lambda card: card if rank(card) in ranks else None


@lru_cache(maxsize=64)
def ace_counts(rules: Rules) -> Counter[str]:
    """Aces among the first four cards that a box gets when it splits every pair of aces."""
    return tally(rules.cards, 4, lambda drawn: first_of(side_rows.ace_rows(drawn)), _kind_of(ACE))


@lru_cache(maxsize=64)
def between_counts(rules: Rules) -> Counter[str]:
    """The dealer's first card between the player's two."""

    def row(drawn: list[Card]) -> str:
        return first_of(side_rows.between_rows([drawn[0], drawn[2]], drawn[1]))

    return tally(rules.cards, 3, row, rank)


@lru_cache(maxsize=64)
def twenty_counts(rules: Rules, twenty: int) -> Counter[str]:
    """Twenties among two cards; those of two queens of hearts with what the dealer's two are."""
    whole = len(rules.cards)
    found = tally(
        rules.cards, 2,
        lambda drawn: first_of(side_rows.twenty_rows(drawn, rules.points, twenty, False)),
    )  # fmt: skip
    scaled = Counter({row: count * falling(whole - 2, 2) for row, count in found.items()})
    queens = rules.cards.count(QUEEN_OF_HEARTS)
    if queens >= 2:
        left = list(rules.cards)
        left.remove(QUEEN_OF_HEARTS)
        left.remove(QUEEN_OF_HEARTS)
        both = tally(
            left, 2, lambda drawn: is_blackjack(drawn, rules.points),
            lambda card: rules.points[rank(card)],
        )  # fmt: skip
        scaled["queens_and_blackjack"] = falling(queens, 2) * both[True]
        scaled["queens"] -= scaled["queens_and_blackjack"]
    return scaled


def bonus_mean(rules: Rules, stake: int, advantage: Fraction, returned: bool) -> Fraction:
    """The mean dollars that a blackjack bonus must display for the house to have an advantage."""
    wins = tally(
        rules.cards, 2, lambda drawn: is_blackjack(drawn, rules.points),
        lambda card: rules.points[rank(card)],
    )  # fmt: skip
    chance = Fraction(wins[True], sum(wins.values()))
    kept = stake if returned else 0
    return (1 - advantage) * stake / chance - kept


# -- streaks --------------------------------------------------------------------------------------


def steps(game: Game) -> tuple[Fraction, Fraction]:
    """How often a hand moves a streak on and how often it ends one, where nothing is split."""
    won = lost = Fraction(0)
    for one in game.dealt:
        if one.splits:
            raise ValueError("the hands of a split are not known together")
        lost += one.beaten
        won += one.both if game.rules.exposed else 0
        for place, chance in one.places.items():
            if place in (LOST, LOST_DOUBLE, SURRENDERED):
                lost += chance
            elif place == NATURAL or place not in (PUSHED, PUSHED_DOUBLE):
                won += chance
    return won, lost


def streak(wager: str, game: Game, length: int, price: Fraction) -> OutcomeTable:
    """So many hands in a row that are won, pushes left out, each from a full shoe."""
    won, lost = steps(game)
    chance = (won / (won + lost)) ** length
    whole = chance.denominator
    outcomes = (
        Outcome("win", price, chance.numerator),
        Outcome(LOSE, Fraction(-1), whole - chance.numerator),
    )
    return OutcomeTable(wager, whole, outcomes)
