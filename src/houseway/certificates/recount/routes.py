"""Which second count stands behind which figure, and how it is done."""

from enum import StrEnum
from random import Random

from houseway.certificates.recount import catches, dice_and_wheels, first_cards, simulation
from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.seen import exact_differences, in_terms, sample_differences
from houseway.counting.result import Result
from houseway.games import Game, game
from houseway.rulebook.table_rules import base_of

ROUNDS = 2_000  # of a sample


class Route(StrEnum):
    """A second count."""

    PLAIN = "everything that can come at the real table, counted without the referee"
    FIRST_CARDS = "every deal of its cards from the real shoe, through the referee"
    STOPS = "every stop of the real wheel, through the referee"
    ROLLS = "every roll from every state of the table, through the referee"
    CATCHES = "every number of catches, paid by the referee"
    SMALL = "every deal of small decks through the referee, row by row; the real deck simulated"
    TILES = "every deal of small sets of tiles, set in every way, through the referee"
    SIMULATED = "the real table simulated through the referee"


EXACT = (Route.PLAIN, Route.FIRST_CARDS, Route.STOPS, Route.ROLLS, Route.CATCHES)


def route_of(found: Game, edition: str, wager: str) -> Route:
    """The second count behind a wager's figures."""
    book, base = found.rulebook(edition), base_of(wager)
    told = found.recount
    if told.plain_count and (told.counted_plainly is None or wager in told.counted_plainly):
        return Route.PLAIN
    if book.wheels:
        return Route.STOPS
    if book.cage is not None:
        return Route.CATCHES
    if told.bettor:
        return Route.ROLLS
    if wager in told.first_cards:
        return Route.FIRST_CARDS
    if base in told.sets:
        return Route.TILES
    if any(base in small.wagers for small in told.small_tables(edition)):
        return Route.SMALL
    return Route.SIMULATED


def differences(result: Result, chance: Random, rounds: int = ROUNDS) -> list[str]:
    """Where a second count of a result parts from it. Small decks are counted by themselves
    (``small_tables.py``); here the real table is looked at."""
    setting, route = Setting(result), route_of(game(result.game), result.edition, result.wager)
    told = setting.game.recount
    if route is Route.PLAIN:
        # The first count was the referee's, so that the second knows neither it nor the oracle
        assert told.plain_count is not None
        counted = told.plain_count(result, setting.rules)
        return exact_differences(setting.expected, in_terms(counted, setting.rows))
    if route is Route.FIRST_CARDS:
        first = told.first_cards[result.wager]
        return exact_differences(setting.expected, first_cards.count(setting, first, chance))
    if route is Route.CATCHES:
        return exact_differences(setting.expected, catches.count(setting))
    if route in (Route.STOPS, Route.ROLLS):
        bettor = told.bettor(result, setting.rules) if told.bettor else None
        return exact_differences(setting.expected, dice_and_wheels.count(setting, bettor))
    if route is Route.TILES and result.wager not in setting.bets:
        return []  # a bank makes no wager of its own: the small sets have it
    return sample_differences(setting.expected, simulation.sample(setting, rounds, chance))
