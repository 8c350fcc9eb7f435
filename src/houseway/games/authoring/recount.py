"""What a game says about how its figures are counted a second time.

A game's ``recount.py``, where it has one, ends with ``RECOUNT``; ``houseway.certificates.recount``
does the counting. What a game does not say is derived: wheels and dice are walked through as they
are, numbers of a cage by how many are caught, everything else is simulated at the real table. A
game whose first count comes from its round has a ``plain_count(result, rules)`` instead: how likely
each net is, and the rows that it is paid for, without the referee.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from houseway.counting.result import Result
from houseway.referee.events import Place
from houseway.referee.requests import Ask
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Deck, Rulebook
from houseway.rulebook.table_rules import TableRules

PlainCount = Mapping[tuple[Fraction, tuple[str, ...]], Fraction]  # (net, rows paid) -> chance

ALL, COLORS, NAMED = "all", "colors", "named"  # suits that a wager cannot tell apart


@dataclass(frozen=True)
class FirstCards:
    """A wager that a few cards decide, whatever else comes.

    ``pools`` are cards whose order does not matter among themselves, each with the places that
    they go to. ``suits`` may be renamed among all four, among those of a color, among all but the
    one named (``d``), or not at all.
    """

    pools: tuple[tuple[tuple[Place, int], ...], ...]
    suits: str = ALL
    decide: Policy | None = None


@dataclass(frozen=True)
class SmallTable:
    """A table with so few cards that every deal of it can be played, and the wagers looked at."""

    ranks: str
    suits: str
    bets: Mapping[str, int]  # cents
    wagers: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)  # rules that a small deck needs
    alike: bool = False  # whether the suits of cards are nothing to any of these wagers
    ranks_alike: bool = False  # whether cards of one rank are
    best: bool = True  # whether every decision can be tried
    decide: Policy | None = None
    editions: tuple[str, ...] = ()  # all, unless some are named
    slow: bool = False  # more than a few seconds
    in_full: bool = False  # whether a choice with an amount puts up as much as it may
    data: Mapping[str, Any] = field(default_factory=dict)  # how the table stands before the round

    def rules(self, book: Rulebook) -> TableRules:
        """The rules of such a table."""
        rules = dict(book.rules)
        for name, value in self.values.items():
            rules[name] = book.rules[name].model_copy(update={"value": value, "by": {}})
        assert book.deck is not None
        jokers, cite = book.deck.jokers, book.deck.cite
        deck = Deck(ranks=self.ranks, suits=self.suits, jokers=jokers, cite=cite)
        return TableRules(book.model_copy(update={"deck": deck, "rules": rules}), self.options)


class Bettor(NamedTuple):
    """How a wager is made and looked at: what is bet before each roll, which wagers are followed,
    and what is chosen."""

    bets: Callable[[int, Mapping[str, int], bool], Mapping[str, int]]
    follows: Callable[[str], bool]
    chooses: Callable[[Ask], str] | None = None
    keep_on: Mapping[str, int] = {}  # a wager that keeps an empty table going
    one_roll: bool = False  # what does not come to an end stays, and that is an end
    per_roll: bool = False  # of several rolls each counts for itself; it stays in all but the last
    again: bool = False  # a wager that goes back is made again
    restarts: bool = False  # whatever else was bet is gone: begin again at a fresh table
    put_up: int = 0  # cents that were put up under another name
    notes: tuple[Mapping[str, Any], ...] = ({},)  # what the table remembers first, each as likely


@dataclass(frozen=True)
class Recount:
    """How the figures of a game are counted a second time; what it does not say is derived."""

    plain_count: Callable[[Result, TableRules], PlainCount] | None = None
    counted_plainly: tuple[str, ...] | None = None  # the wagers, if not all
    bettor: Callable[[Result, TableRules], Bettor] | None = None
    notes: Callable[[str, Random], dict[str, Any]] | None = None  # before a figure's first round
    is_part: Callable[[str, str], bool] | None = None  # whether a wager belongs to a figure
    first_cards: Mapping[str, FirstCards] = field(default_factory=dict)
    sets: tuple[str, ...] = ()  # wagers counted on small sets of tiles
    small: tuple[SmallTable, ...] = ()
    decide: Mapping[str, Policy] = field(default_factory=dict)  # by wager or strategy
    data: Mapping[str, Any] = field(default_factory=dict)  # how the table stands before the round
    bets_beside: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # in cents
    without_bets: tuple[str, ...] = ()  # figures for which no bet is made

    def small_tables(self, edition: str) -> list[SmallTable]:
        """The small tables of an edition."""
        return [one for one in self.small if not one.editions or edition in one.editions]


def prefer(*names: str) -> Policy:
    """The first of these choices that is offered, or else whatever is offered first."""

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        offered = [choice.name for choice in view.asked.choices]
        return next((name for name in names if name in offered), offered[0])

    return choose
