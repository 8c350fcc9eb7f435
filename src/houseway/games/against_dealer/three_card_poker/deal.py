"""Three-card poker dealt by the million: the kernel counts what hands come to, money comes after.

A round is dealt from the whole deck and the player plays from a strength on. What three cards are
worth is the referee's rule, asked once for every hand of the deck; so is what each kind of hand is
paid, when the rounds have been counted.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from houseway.equipment.cards import RANKS, card, mask
from houseway.games import game
from houseway.games.against_dealer.fold_or_play_deal import deck_of, paid, why_not_dealt, won
from houseway.games.against_dealer.three_card_poker.hand import (
    BELOW,
    CONTEST,
    HIGHER,
    LOWER,
    MINI_ROYAL,
    SIX_ROYAL,
    contest,
    least_with,
    six_card_rows,
    suited,
    three_card_rows,
)
from houseway.games.against_dealer.three_card_poker.results import main_game
from houseway.games.authoring.draw import INDEX, SHOE, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import counted, numbered_deck, shards
from houseway.games.authoring.sums import Dealt, Move
from houseway.hands.kernel import kernel
from houseway.hands.poker import ROYAL, category, strength, three_card_strength
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

CARDS = 3  # of a hand
MOST = 52  # of a deck
STRAIGHT_FLUSH = 5
KINDS, SIX_KINDS = 6 * 8, 10 * 8  # eight for a category: a royal is of one suit or another
FOLDED, NO_ANTE = len(CONTEST), len(CONTEST) + 1
ENDS = NO_ANTE + 1
BETS = ("ante", "pair_plus", "six_card")
BEST = "optimal"
POLICIES = {
    BEST: {"play_from": BEST},
    "queen_six_four": {"play_from": "Q64"},
    "like_the_dealer": {"play_from": "Q32"},
    "every_hand": {"play_from": "532"},
}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards by their place in the deck
    ("masks", "i8", (MOST,)),  # each as the hand that it is by itself
    ("ante", "i8"),
    ("six", "i8"),  # whether six cards are looked at
    ("needed", "i8"),  # the strength that the dealer needs
    ("least", "i8"),  # the strength from which on the player plays
    ("six_hands", "i8", (SIX_KINDS,)),  # a hand of each kind that was seen
    ("cells", "i8", (KINDS * ENDS * SIX_KINDS,)),
]


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def fill_hands(masks: Any, strengths: Any, kinds: Any, examples: Any) -> None:
    """The strength and the kind of every three cards, in every order, and a hand of each kind."""
    count = len(masks)
    for i in range(count):
        for j in range(count):
            for k in range(count):
                if i != j and k not in (i, j):
                    hand = masks[i] | masks[j] | masks[k]
                    at = (i * MOST + j) * MOST + k
                    strengths[at] = three_card_strength(hand)
                    kind = category(strengths[at]) * 8
                    if category(strengths[at]) == STRAIGHT_FLUSH:
                        kind += suited(hand, MINI_ROYAL) + 1
                    kinds[at], examples[kind] = kind, hand


@kernel
def place(s: Any) -> int:
    """Three cards, as a place among all threes."""
    one, two, three = draw(s), draw(s), draw(s)
    return (one * MOST + two) * MOST + three


@kernel
def six_kind(s: Any) -> int:
    """The kind of the six cards that were dealt."""
    hand = 0
    for at in range(2 * CARDS):
        hand |= int(s.masks[INDEX(s.shoe[INDEX(at)])])
    best = category(strength(hand))
    kind = best * 8
    if best == ROYAL:
        kind += suited(hand, SIX_ROYAL) + 1
    s.six_hands[INDEX(kind)] = hand
    return kind


@kernel
def play_rounds(records: Any, strengths: Any, kinds: Any, rounds: int) -> None:
    """So many rounds, counted by what the hands came to."""
    s = records[0]
    for _ in range(rounds):
        s.dealt, s.mixed = 0, 0
        player, dealer = place(s), place(s)
        own, other = int(strengths[INDEX(player)]), int(strengths[INDEX(dealer)])
        end = NO_ANTE
        if s.ante:
            end = contest(own, other, s.needed) if own >= s.least else FOLDED
        six = six_kind(s) if s.six else 0
        at = (int(kinds[INDEX(player)]) * ENDS + end) * SIX_KINDS + six
        s.cells[INDEX(at)] += 1


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "three-card poker")


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("three-card-poker").rulebook()), {"ante": 1000}, 0, 0, 0)


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, play_from: str = BEST
) -> tuple[Any, Any, Any]:
    """A new table's record, and what the hands of its deck are worth. ``play_from`` are the ranks
    of the weakest hand that is played, or leaves that to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    cards = deck_of(rules)
    state = numbered_deck(STATE, cards, seed, shard, 2 * CARDS)
    state.ante, state.six = "ante" in bets, "six_card" in bets
    state.needed = least_with(RANKS.index(rules.rule("dealer_needs")))
    state.least = best_from(rules) if play_from == BEST else weakest(play_from)
    strengths, kinds, _ = _hands(cards)
    return state, strengths, kinds


def weakest(ranks: str) -> int:
    """The strength of three cards of these ranks, of different suits.

    >>> weakest("532") < weakest("Q32") < weakest("Q64") < weakest("223")
    True
    """
    if len(ranks) != CARDS or set(ranks) - set(RANKS):
        raise Refused(f"{ranks!r} is no hand to play from: three ranks of {RANKS}, as Q64")
    return three_card_strength(mask(card(r + s) for r, s in zip(ranks, "cdh", strict=True)))


def best_from(rules: TableRules) -> int:
    """The strength from which on hands are worth playing, by the exact odds of the table."""
    game = main_game(rules)
    strengths, plays = game.contest.standing.strength, game.plays[:, 0]
    least = int(strengths[plays].min())
    if (strengths[~plays] >= least).any():
        raise Refused("at this table the best play is no matter of strength alone")
    return least


@cache
def _hands(cards: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """Strength and kind of every three cards of a deck, and a hand of each kind."""
    strengths = np.zeros(MOST**CARDS, np.int32)
    kinds, examples = np.zeros(MOST**CARDS, np.uint8), np.zeros(KINDS, np.int64)
    masks = np.array([mask([one]) for one in cards], np.int64)
    fill_hands.jit(masks, strengths, kinds, examples)
    return strengths, kinds, examples


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    examples = _hands(deck_of(rules))[2]

    def moves_at(at: int) -> Mapping[str, Move]:
        kind, rest = divmod(at, ENDS * SIX_KINDS)
        end, six = divmod(rest, SIX_KINDS)
        rows = three_card_rows(int(examples[kind]))
        moves = dict(_contest(rules, bets, end, rows))
        if "pair_plus" in bets:
            lost = end == FOLDED and "pair_plus" in rules.rule("fold_loses")
            moves["pair_plus"] = paid(rules, "pair_plus", bets, set() if lost else rows)
        if "six_card" in bets:
            six_rows = six_card_rows(int(one.six_hands[six]))
            moves["six_card"] = paid(rules, "six_card", bets, six_rows)
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
    wins = {name: rules.schedule(name).prices["win"].wins(ante) for name in ("ante", "play")}
    nets = {
        BELOW: (wins["ante"], 0),
        HIGHER: (wins["ante"], wins["play"]),
        LOWER: (-ante, -ante),
    }.get(end, (0, 0))
    return {
        "ante": Move(nets[0], ante, ante),
        "play": Move(nets[1], ante),
        "ante_bonus": Move(won(rules, "ante_bonus", ante, rows) or 0),
    }


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
