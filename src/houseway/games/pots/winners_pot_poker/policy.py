"""Strategies of winner's pot poker: tables of conditions, valued exactly for one player against the
dealer.

The conditions of a table:

| condition | holds for |
|---|---|
| `cards: 3` | three cards in hand, to bet or fold; `4`: four, to double or fold |
| `makes: pair or better` | cards that make such a hand |
| `rank: 6 to A` | a pair, or three or four of a kind, of one of these ranks; otherwise such a highest card |
| `highest: T to A` | a highest card of one of these ranks |
| `behind: true` | cards that make less than what the dealer shows; `false`: as much, or more |
| `suited: true` | cards of one suit |
| `gaps: 0 to 1` | cards of different ranks with so many ranks missing between them |
| `dealer: 2 to 9` | a highest open card of the dealer's of one of these ranks |
| `dealer_pair: true` | two open cards of the dealer's that are a pair |
"""  # noqa: E501 (a line of a table)

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from houseway.equipment.cards import names
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    dearest,
    read_least,
    read_ranks,
    read_span,
    read_table,
    read_truth,
)
from houseway.games.pots.winners_pot_poker.facts import CAN_BE, CODES, MADE, Seen, code_of, decoded
from houseway.games.pots.winners_pot_poker.game import BET, DOUBLE, FOLD
from houseway.games.pots.winners_pot_poker.odds import MainGame, Way, lost
from houseway.rulebook.refusal import Refused

CHOICES = (BET, DOUBLE, FOLD)


def seen_of(sight: Sight) -> Seen:
    """What is looked at where this is seen."""
    held = len(sight.hand)
    return decoded(code_of(sight.hand, held, sight.dealer, len(sight.dealer)), held)


def _makes(least: int) -> Condition[Seen]:
    return lambda seen: seen.makes >= least


def _cards(wanted: range) -> Condition[Seen]:
    return lambda seen: seen.cards in wanted


def _ranks(name: str, wanted: frozenset[int]) -> Condition[Seen]:
    return lambda seen: getattr(seen, name) in wanted


def _truth(name: str, wanted: bool) -> Condition[Seen]:
    return lambda seen: getattr(seen, name) == wanted


def _gaps(wanted: range) -> Condition[Seen]:
    return lambda seen: seen.gaps is not None and seen.gaps in wanted


READERS: dict[str, Callable[[Any], Condition[Seen]]] = {
    "cards": lambda value: _cards(read_span(value)),
    "makes": lambda value: _makes(read_least(value, MADE.index)),
    "rank": lambda value: _ranks("rank", read_ranks(value)),
    "highest": lambda value: _ranks("highest", read_ranks(value)),
    "behind": lambda value: _truth("behind", read_truth(value)),
    "suited": lambda value: _truth("suited", read_truth(value)),
    "gaps": lambda value: _gaps(read_span(value)),
    "dealer": lambda value: _ranks("dealer", read_ranks(value)),
    "dealer_pair": lambda value: _truth("dealer_pair", read_truth(value)),
}


def read(content: Any, game: str) -> PolicyTable[Seen]:
    """A table that decides by what is seen."""
    return read_table(content, game, CHOICES, READERS, seen_of)


def way_of(decide: Decide) -> Way:
    """A table as a way to play by facts. Nothing else is valued: a function would have to be asked
    about thirteen million sights."""
    import numpy as np

    if not isinstance(decide, PolicyTable):
        raise Refused("only a table of conditions is valued in winner's pot poker")
    stays = []
    for cards, stay in ((3, BET), (4, DOUBLE)):
        found = np.zeros(CODES, np.uint8)
        for code in CAN_BE:
            does = decide.choose(decoded(code, cards))
            if does not in (stay, FOLD):
                raise Refused(f"{decide.name} does {does!r} with {cards} cards: {stay} or {FOLD}")
            found[code] = does == stay
        stays.append(found)
    return Way(decide.name, *stays)


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """What a table gives away against the best play: with three cards by their class, with four by
    what the table looks at."""
    way = way_of(decide)
    away = lost(game, way)
    deals, scale = game.deals, game.nets.scale
    found = []
    for (own, card), (times, cost), bets in zip(
        game.pack.examples, away.three, game.bets, strict=True
    ):
        if cost:
            best = BET if bets else FOLD
            does = FOLD if bets else BET
            said = (names(own), names([card]), does, best)
            found.append(_mistake(said, times, cost, deals, scale))
    for (code, should_fold), (times, cost) in away.four.items():
        seen = decoded(code, 4)
        does, best = (DOUBLE, FOLD) if should_fold else (FOLD, DOUBLE)
        found.append(_mistake((str(seen), seen.beside, does, best), times, cost, deals, scale))
    return dearest(found)


def _mistake(
    said: tuple[str, str, str, str], times: int, cost: int, deals: int, scale: int
) -> Mistake:
    return Mistake(
        *said, Fraction(times, deals), Fraction(cost, times * scale), Fraction(cost, deals * scale)
    )
