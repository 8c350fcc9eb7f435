"""Baccarat dealt by the million, at either table: a shoe with its burn and its cutting card.

The kernel draws third cards by the referee's rules and counts how hands end; what that makes of
each wager is arithmetic afterwards. Vigorish counts when it is due, though it may be marked for
later.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.equipment.cards import deck
from houseway.games.authoring.draw import INDEX, SHOE, draw, record
from houseway.games.authoring.sums import Dealt, Move, main_wagers
from houseway.games.shoe_contests.baccarat_hand import (
    NO_CARD,
    Outcome,
    Tableau,
    banker_draws,
    player_draws,
    point_count,
)
from houseway.games.shoe_contests.baccarat_odds import net_of
from houseway.games.shoe_contests.baccarat_table import TOTALS
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

MOST_DECKS = 16
AHEAD, FRESH = 32, 6  # cards mixed at a time, of a shoe and of one that is shuffled every round
VALUE, CARD = 0xF, 4  # a card is its value, and above that which card it is
COUNTS = 10
POLICIES: dict[str, dict[str, Any]] = {"first": {}}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST_DECKS * 52,)),
    ("due", "i8"),  # a shuffle is due
    ("last", "i8"),  # the cutting card is out: one more hand
    ("one_more", "i8"),  # or none, where the hand in which it comes out is the last
    ("continuous", "i8"),
    ("cutting_card", "i8"),
    ("burn_for_ten", "i8"),
    ("natural", "i8"),
    ("player_table", "i8"),
    ("banker_table", "i8", (COUNTS,)),
    ("cells", "i8", (COUNTS * COUNTS * 4,)),  # counts, and who drew
]


@kernel
def prepare(s: Any) -> None:
    """A new shoe, when one is due: its first card is burned, and as many more as it says."""
    if s.due:
        s.dealt, s.mixed, s.due, s.last = 0, 0, 0, 0
        if not s.continuous:
            more = draw(s) & VALUE
            for _ in range(more if more else s.burn_for_ten):
                draw(s)


@kernel
def play_round(s: Any) -> None:
    """One round, counted."""
    player, banker = draw(s) & VALUE, draw(s) & VALUE
    player = point_count(player + (draw(s) & VALUE))
    banker = point_count(banker + (draw(s) & VALUE))
    first, third, drew = player, NO_CARD, 0
    if player_draws(player, banker, s.natural, s.player_table):
        third = draw(s) & VALUE
        player, drew = point_count(player + third), 2
    if banker_draws(first, banker, third, s.natural, s.banker_table):
        banker, drew = point_count(banker + (draw(s) & VALUE)), drew + 1
    s.cells[INDEX((player * COUNTS + banker) * 4 + drew)] += 1
    if s.continuous or s.last:
        s.due = 1
    elif s.cards - s.dealt <= s.cutting_card:
        s.last, s.due = s.one_more, 1 - s.one_more


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        play_round(s)


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if rules.rule("decks") > MOST_DECKS:
        return f"{rules.book.title} is dealt natively from {MOST_DECKS} decks at the most"
    return ""


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int
) -> Dealt:
    """So many rounds from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    state = table(rules, seed, shard)
    play_rounds.jit(state, rounds)
    return dealt(rules, bets, state[0])


def table(
    rules: TableRules, seed: int, shard: int, tables: Tableau | None = None, one_more: bool = True
) -> Any:
    """A new table's record; ``tables`` say who draws where the rulebook leaves a choice, and
    ``one_more`` whether a hand follows that in which the cutting card comes out."""
    book = rules.book.deck
    assert book is not None
    cards = deck(book.ranks, book.suits, rules.rule("decks"))
    state = record(STATE, seed, shard)
    one, continuous = state[0], rules.rule("shuffler") == "continuous"
    one.shoe[: len(cards)] = [rules.points[name & 15] | name << CARD for name in cards]
    if tables is None:
        tables = Tableau.of(*(rules.rule(n) for n in ("natural", "player_table", "banker_table")))
    one.banker_table[:] = tables.banker
    state.natural, state.player_table = tables.natural, tables.player
    state.cards, state.due, state.ahead = len(cards), 1, FRESH if continuous else AHEAD
    state.continuous, state.cutting_card = continuous, rules.rule("cutting_card")
    state.burn_for_ten, state.one_more = rules.rule("burn_for_ten"), one_more
    return state


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, main = Dealt(), main_wagers(rules, bets)
    totals = sum(bets.get(wager, 0) for wager in TOTALS)
    for at in np.flatnonzero(one.cells):
        end = outcome_at(int(at), int(one.natural))
        moves = {
            name: Move(net_of(rules, name, end, chips, totals), chips, chips)
            for name, chips in bets.items()
        }
        found.take(moves, main, times=int(one.cells[at]))
    return found


def outcome_at(cell: int, natural: int) -> Outcome:
    """How the hands ended that were counted in a cell."""
    counts, drew = divmod(cell, 4)
    player, banker = divmod(counts, COUNTS)
    mine, theirs = 2 + (drew >> 1), 2 + (drew & 1)
    return Outcome(
        player,
        banker,
        mine + theirs,
        mine == 2 and player >= natural,
        theirs == 2 and banker >= natural,
        theirs,
    )
