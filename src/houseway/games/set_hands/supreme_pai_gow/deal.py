"""Supreme pai gow dealt by the million: the kernel counts how rounds end, and then comes the money.

Suits are nothing to the supreme pai gow wager, so that how four cards are set, by the player and by
the house, is looked up by their ranks. The bonus wager is the referee's own rule on the cards.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import INDEX, SHOE, mix, record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.games.set_hands.deal_lines import BEST, lines_of, policies_of
from houseway.games.set_hands.player_bank import vigorish
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.supreme_pai_gow import odds
from houseway.games.set_hands.supreme_pai_gow.game import BONUS, BOTH_JOKERS, WAGER
from houseway.games.set_hands.supreme_pai_gow.hand import (
    BONUS_ROWS,
    CARDS,
    NOTHING,
    VALUE,
    bonus_row,
    is_joker,
)
from houseway.games.set_hands.supreme_pai_gow.results import card_game
from houseway.games.set_hands.supreme_pai_gow.way import SIMPLE, way_of
from houseway.games.set_hands.two_hands import Hand, Kinds, Way
from houseway.hands.kernel import kernel
from houseway.referee.award import prizes, worth
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

WHOLE = len(odds.DECK)
POLICIES = policies_of(SIMPLE)
JOKER_KIND, BASE = 13, 14
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (WHOLE,)),
    ("cells", "i8", (3 * (NOTHING + 1),)),  # by hands won and row of the bonus
]


@kernel
def kind_of(card: int) -> int:
    """The rank of a card, or that it is a joker."""
    return JOKER_KIND if is_joker(card) else card & 15


@kernel
def set_number(a: int, b: int, c: int, d: int) -> int:
    """A number for four cards, the same for all of their ranks, in whatever order."""
    w, x, y, z = kind_of(a), kind_of(b), kind_of(c), kind_of(d)
    w, x = min(w, x), max(w, x)
    y, z = min(y, z), max(y, z)
    w, y = min(w, y), max(w, y)
    x, z = min(x, z), max(x, z)
    x, y = min(x, y), max(x, y)
    return ((w * BASE + x) * BASE + y) * BASE + z


@kernel
def play_rounds(records: Any, own: Any, house: Any, both: bool, rounds: int) -> None:
    """So many rounds, counted by how many hands were higher and what the bonus wager sees."""
    s = records[0]
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        a, b, c, d = int(s.shoe[0]), int(s.shoe[1]), int(s.shoe[2]), int(s.shoe[3])
        mine = set_number(a, b, c, d)
        theirs = set_number(int(s.shoe[4]), int(s.shoe[5]), int(s.shoe[6]), int(s.shoe[7]))
        low = own[mine, 1]
        won = int(own[mine, 0] > house[theirs, 0]) + int(low > house[theirs, 1] and low >= VALUE)
        s.cells[INDEX(won * (NOTHING + 1) + bonus_row(a, b, c, d, both))] += 1


def strength_table(setter: Callable[[Hand], Way]) -> Any:
    """The strengths of the high and the low hand by the number of a set, when it is set so."""
    found = np.zeros((BASE**CARDS, 2), np.int64)
    known = Kinds.of(odds.DECK, odds.alike)
    for row in known.sets(CARDS):
        hand = known.hand(row)
        a, b, c, d = hand
        found[set_number(a, b, c, d)] = odds.ways(hand)[setter(hand)]
    return found


@lru_cache(maxsize=8)
def tables(rules: TableRules, sets: str) -> tuple[Any, Any]:
    """What the player makes of each set, and what the house does."""
    lines = lines_of(rules, sets, SIMPLE, way_of)
    house = strength_table(odds.Setter(way_of(rules)))
    if lines:
        return house if sets == HOUSE_WAY else strength_table(odds.Setter(lines)), house
    found = card_game(rules)
    best = dict(zip(found.contest.hands, found.best, strict=True))
    return strength_table(best.__getitem__), house


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if "bank" in rules.wagers:
        return "supreme pai gow is not dealt natively where players may bank"
    price = rules.schedule(BONUS).prices
    most = max(worth(one, bets.get(BONUS, 0), {}) for one in price.values())
    if any(most > limit for limit, _ in rules.caps(BONUS)):
        return "supreme pai gow is not dealt natively where a bonus wager may reach the limit"
    return ""


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    sets: str = BEST,
) -> Dealt:
    """So many rounds of one seat with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    own, house = tables(rules, sets)
    state = record(STATE, seed, shard)
    state[0].shoe[:] = odds.DECK
    state.cards, state.ahead = WHOLE, 2 * CARDS
    play_rounds.jit(state, own, house, rules.rule(BOTH_JOKERS), rounds)
    return dealt(rules, bets, state[0])


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, main = Dealt({name: Sums() for name in bets}), main_wagers(rules, bets)
    chips = bets[WAGER]
    gain = rules.schedule(WAGER).prices["win"].wins(chips)
    nets = (-chips, 0, gain - vigorish(rules, gain))
    for at in np.flatnonzero(one.cells):
        won, row = divmod(int(at), NOTHING + 1)
        moves = {WAGER: Move(nets[won], chips, chips)}
        if stake := bets.get(BONUS, 0):
            hit = set() if row == NOTHING else {BONUS_ROWS[row]}
            paid = prizes(rules.schedule(BONUS), hit, lambda price: worth(price, stake, {}))
            net = sum(worth(prize.price, stake, {}) for prize in paid) if paid else -stake
            moves[BONUS] = Move(net, stake, stake)
        found.take(moves, main, times=int(one.cells[at]))
    return found


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("supreme-pai-gow").rulebook()), {WAGER: 1000}, 0, 0, 0)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
