"""Four-card poker dealt by the million: the kernel counts what hands come to, money comes after.

A round is dealt from the whole deck, and what cards are worth is found by the referee's own rule.
The player folds below one strength and bets the most from another on; between them the least, or
what the exact odds say for the hand beside the dealer's open card.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.against_dealer.fold_or_play_deal import deck_of, paid, why_not_dealt, won
from houseway.games.against_dealer.fold_or_play_odds import MainGame
from houseway.games.against_dealer.four_card_poker.hand import (
    FOUR_CARD_CATEGORIES,
    WINS,
    contest,
    four_card_rows,
    four_card_strength,
    kind_of,
)
from houseway.games.against_dealer.four_card_poker.results import THRESHOLDS, main_game, terms
from houseway.games.against_dealer.hand_table import HandTable, done_with, hand_table
from houseway.games.authoring.draw import INDEX, SHOE, mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import check_way, counted, shards, whole_deck
from houseway.games.authoring.sums import Dealt, Move
from houseway.games.authoring.table_numbers import pack_of
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

MOST = 52  # of a deck
KINDS = 2 * len(FOUR_CARD_CATEGORIES)
FOLDED, NO_ANTE, FIRST = range(3)  # then lower, equal and higher for each amount
ENDS = FIRST + 2 * 3
BETS = ("ante", "aces_up")
BEST = "optimal"
POLICIES = {BEST: {"play_from": BEST}, **{name: {"play_from": name} for name in THRESHOLDS}}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards
    ("ante", "i8"),
    ("own", "i8"),  # cards of a player, and of the dealer
    ("dealers", "i8"),
    ("least", "i8"),  # the strengths from which on one stays in and bets the most
    ("most", "i8"),
    ("looks", "i8"),  # whether what is done between them is looked up
    ("hands", "i8", (KINDS,)),  # a hand of each kind that was seen
    ("cells", "i8", (KINDS * ENDS,)),
]


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def hand_of(shoe: Any, first: int, last: int) -> int:
    """Some of the cards that were dealt, as a hand."""
    hand = 0
    for at in range(first, last):
        hand |= 1 << int(shoe[INDEX(at)])
    return hand


@kernel
def play_rounds(records: Any, t: HandTable, rounds: int) -> None:
    """So many rounds, counted by what the hands came to."""
    s = records[0]
    size, every = int(s.own), int(s.own + s.dealers)
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        hand = hand_of(s.shoe, 0, size)
        own = four_card_strength(hand)
        end = NO_ANTE
        if s.ante:
            does = 2
            if own < s.least:
                does = 0
            elif own < s.most:
                does = done_with(t, hand, int(s.shoe[INDEX(size)])) if s.looks else 1
            end = FOLDED
            if does > 0:
                other = four_card_strength(hand_of(s.shoe, size, every))
                end = FIRST + 3 * (does - 1)
                if own >= other:
                    end += 2 if own > other else 1
        kind = kind_of(own)
        s.hands[INDEX(kind)] = hand
        s.cells[INDEX(kind * ENDS + end)] += 1


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "four-card poker")


def warm() -> None:
    """Compile the kernels."""
    rules = TableRules(game("four-card-poker").rulebook())
    simulate_shard(rules, {"ante": 1000}, 0, 0, 0, play_from="every_hand")


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, play_from: str = BEST
) -> tuple[Any, HandTable]:
    """A new table's record, and what the hands of its deck do. ``play_from`` names the thresholds
    from which on one stays in and bets the most, or leaves that to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    size, dealers = rules.rule("cards_each"), rules.rule("dealer_cards")
    state = whole_deck(STATE, deck_of(rules), seed, shard, size + dealers)
    state.ante, state.own, state.dealers = "ante" in bets, size, dealers
    if play_from == BEST:
        found = main_game(rules)
        state.least, state.most = certain(found)
        state.looks = True
        return state, hand_table(found.contest.pack, size, found.how)
    check_way(play_from, POLICIES)
    state.least, state.most = THRESHOLDS[play_from]
    return state, hand_table(pack_of(rules), size, np.zeros((0, 0), np.uint8))


def certain(found: MainGame) -> tuple[int, int]:
    """The strengths below which all hands fold, and from which on all bet the most."""
    strengths, dealt = found.contest.standing.strength, found.contest.standing.times > 0
    stays = ((found.how > 0) & dealt).any(axis=1)
    less = ((found.how < 2) & dealt).any(axis=1)
    return int(strengths[stays].min()), int(strengths[less].max()) + 1


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""

    def moves_at(at: int) -> Mapping[str, Move]:
        kind, end = divmod(at, ENDS)
        rows = four_card_rows(int(one.hands[kind]))
        moves = dict(_contest(rules, bets, end, rows))
        if "aces_up" in bets:
            moves["aces_up"] = paid(rules, "aces_up", bets, rows)
        return moves

    later = ("play", "ante_bonus") if "ante" in bets else ()
    return counted(rules, bets, later, one.cells, moves_at)


def _contest(
    rules: TableRules, bets: Mapping[str, int], end: int, rows: set[str]
) -> Mapping[str, Move]:
    """What ante, play and ante bonus move."""
    if end == NO_ANTE:
        return {}
    ante = bets["ante"]
    if end == FOLDED:
        return {"ante": Move(-ante, ante, ante)}
    level, result = divmod(end - FIRST, 3)
    second = int(terms(rules).levels[level].times * ante)
    wins = contest(result, 1) in WINS
    nets = {
        name: rules.schedule(name).prices["win"].wins(chips) if wins else -chips
        for name, chips in (("ante", ante), ("play", second))
    }
    return {
        "ante": Move(nets["ante"], ante, ante),
        "play": Move(nets["play"], second),
        "ante_bonus": Move(won(rules, "ante_bonus", ante, rows) or 0),
    }


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
