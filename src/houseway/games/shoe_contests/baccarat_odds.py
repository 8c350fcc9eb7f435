"""The exact odds of baccarat: how every hand can end, and what that makes of each wager.

Who draws and who wins are the rules that the referee uses; so is what becomes of a wager.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.counting import result as results_of
from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.best_wagers import Strategy, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.offered import needed_for
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.stakes import check_stakes
from houseway.games.shoe_contests import ordered_values
from houseway.games.shoe_contests.baccarat_hand import (
    NO_CARD,
    Outcome,
    Tableau,
    banker_draws,
    player_draws,
    point_count,
)
from houseway.games.shoe_contests.baccarat_table import BANKER, fate, vigorish
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

MOST_CARDS = 6
MATCHED = "banker@matched"  # with as much on the number of cards, which waives the vigorish
CHARGES = ("commission", "vig_rate", "vig_rounding")
DECKS = ("6", "8")  # the shoes in common use


class Dealt(NamedTuple):
    """How far two hands are dealt: counts, cards and the value of the player's third card."""

    player: int = 0
    banker: int = 0
    cards: tuple[int, int] = (0, 0)
    third: int = NO_CARD
    drawn_out: bool = False  # nothing more is dealt


@dataclass(frozen=True)
class Shoe:
    """Cards by value, from nothing to nine, and the tables that say who draws."""

    values: tuple[int, ...]
    tableau: Tableau

    @classmethod
    def at(cls, rules: TableRules) -> "Shoe":
        """The shoe of a table, full."""
        deck = rules.book.deck
        assert deck is not None
        each = rules.rule("decks") * len(deck.suits)
        points = [rules.points["23456789TJQKA".index(rank)] for rank in deck.ranks]
        counts = tuple(each * points.count(value) for value in range(10))
        tables = (rules.rule(name) for name in ("natural", "player_table", "banker_table"))
        return cls(counts, Tableau.of(*tables))

    @property
    def deals(self) -> int:
        """All ordered deals of six cards."""
        return ordered_values.ordered_deals(self.values, MOST_CARDS)

    def outcomes(self) -> Mapping[Outcome, int]:
        """Every way in which two hands can end, with the number of deals for it."""
        return _outcomes(self)


@lru_cache(maxsize=16)
def _outcomes(shoe: Shoe) -> dict[Outcome, int]:
    tables = shoe.tableau

    def after(dealt: Dealt, value: int) -> Dealt:
        player, banker, (mine, theirs), third, _ = dealt
        if mine == theirs and mine < 2:
            return dealt._replace(player=point_count(player + value), cards=(mine + 1, theirs))
        if theirs < 2:
            both = dealt._replace(banker=point_count(banker + value), cards=(mine, theirs + 1))
            return _settled(both, tables) if both.cards == (2, 2) else both
        if (
            third == NO_CARD
            and mine == 2
            and player_draws(player, banker, tables.natural, tables.player)
        ):
            draws = banker_draws(player, banker, value, tables.natural, tables.banker)
            return Dealt(point_count(player + value), banker, (3, 2), value, not draws)
        return Dealt(player, point_count(banker + value), (mine, 3), third, True)

    found: dict[Outcome, int] = {}
    every = ordered_values.ends(
        shoe.values, Dealt(), after, lambda dealt: dealt.drawn_out, MOST_CARDS
    )
    for dealt, ways in every.items():
        mine, theirs = dealt.cards
        end = Outcome(
            dealt.player,
            dealt.banker,
            mine + theirs,
            mine == 2 and dealt.player >= tables.natural,
            theirs == 2 and dealt.banker >= tables.natural,
            theirs,
        )
        found[end] = found.get(end, 0) + ways
    return found


def _settled(dealt: Dealt, tables: Tableau) -> Dealt:
    """Four cards are out: whether anything more is dealt."""
    player, banker = dealt.player, dealt.banker
    more = player_draws(player, banker, tables.natural, tables.player) or banker_draws(
        player, banker, NO_CARD, tables.natural, tables.banker
    )
    return dealt._replace(drawn_out=not more)


# What it makes of a wager


def usual_stakes(rules: TableRules) -> dict[str, Fraction]:
    """A hundred dollars on a hand, so that its vigorish is whole; a dollar on everything else."""
    return {name: Fraction(100 if name in (BANKER, "player") else 1) for name in rules.wagers}


def wager_table(rules: TableRules, name: str, stake: Fraction) -> OutcomeTable:
    """A wager's outcomes at this table, vigorish taken off, with so many dollars on it."""
    shoe, cents = Shoe.at(rules), int(stake * 100)
    matched = cents if name == MATCHED else 0
    wager = BANKER if name == MATCHED else name
    counted: dict[tuple[str, Fraction], int] = {}
    for end, ways in shoe.outcomes().items():
        what, row = fate(rules, wager, end)
        label = {"loses": "lose", "void": "push", "dragon": "push, dragon 7"}.get(what, row)
        key = (label, Fraction(net_of(rules, wager, end, cents, matched), cents))
        counted[key] = counted.get(key, 0) + ways
    order = sorted(counted.items(), key=lambda item: -item[0][1])
    outcomes = tuple(results_of.Outcome(label, net, ways) for (label, net), ways in order)
    return OutcomeTable(name, shoe.deals, outcomes)


def net_of(rules: TableRules, wager: str, end: Outcome, stake: int, totals: int) -> int:
    """What a wager nets in cents, vigorish taken off, beside so much on the number of cards."""
    what, row = fate(rules, wager, end)
    net = 0
    if what == "wins":
        net = rules.schedule(wager).prices[row].wins(stake)
    elif what == "loses":
        net = -stake
    matched = totals >= stake
    return net - (vigorish(rules, what, row, stake, matched).amount if wager == BANKER else 0)


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table, from a full shoe; or the one named."""
    check_stakes(rules, stakes or {})
    bets = {**usual_stakes(rules), **(stakes or {})}
    return [_result(rules, name, bets) for name in _names(rules) if wager in ("", name)]


def _names(rules: TableRules) -> Iterator[str]:
    yield from rules.wagers
    if rules.rule("commission") == "total_card_match":
        yield MATCHED


def _result(rules: TableRules, name: str, bets: Stakes) -> Result:
    wager = BANKER if name == MATCHED else name
    charges = CHARGES if wager == BANKER else ()
    depends = ["decks", *charges, *needed_for(rules, wager, charges)]
    return result_at(
        rules,
        wager_table(rules, name, bets[wager]),
        Method.COUNTING,
        depends_on=dict.fromkeys(depends),
        stakes={wager: bets[wager]},
    )


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Nothing is decided but what to bet on: the wagers, the cheapest first."""
    return best_wagers(results(rules, stakes))


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure, with the shoes in common use."""
    for decks in DECKS:
        yield from variations(
            book, "bonus", decks=decks, total_cards_offered=True, bonus_offered=True
        )
        yield from variations(book, together=[("commission", "banker", *CHARGES[1:])], decks=decks)
        yield from variations(
            book, together=[CHARGES[1:]], decks=decks,
            commission="total_card_match", total_cards_offered=True,
        )  # fmt: skip
        yield from variations(
            book, "dragon_7", decks=decks, commission="dragon_7", dragon_7_offered=True
        )


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
