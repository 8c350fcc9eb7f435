"""Winner's pot poker dealt by the million to one player or to several: a kernel counts how rounds
end for the first of them, money comes after.

Every player decides alike: as is best against the dealer alone, or by a simple rule. Who wins what
is divided by the referee's own rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import INDEX, SHOE, mix, record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.pair_rows import KINDS, kind_of, row_of_kind
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.games.authoring.table_numbers import in_cents, times_of
from houseway.games.pots.winners_pot_poker.facts import code_of
from houseway.games.pots.winners_pot_poker.game import ANTE, BET, BONUS, DOUBLE, POT
from houseway.games.pots.winners_pot_poker.hand import divide, terms_of
from houseway.games.pots.winners_pot_poker.odds import codes_of_classes, row_of_shown
from houseway.games.pots.winners_pot_poker.results import SIMPLE, main_game, simple_way
from houseway.games.pots.winners_pot_poker.streets import CHOOSE
from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS, STRENGTHS, place_of_five
from houseway.hands.poker import strength
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

MOST = 52  # cards of a deck
SEATS = 7
HANDS = SEATS + 1
FOLDED_THREE, FOLDED_FOUR, LOST, FIRST_WIN = range(4)
PARTS = 2 * HANDS + 1  # a pot in halves of what a hand puts up
CELLS = FIRST_WIN + PARTS * HANDS * 2
BEST = "optimal"
POLICIES = {name: {"plays": name} for name in (BEST, *SIMPLE)}
BETS = (ANTE, BONUS)
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # places of cards in the deck
    ("cells", "i8", (CELLS * len(KINDS),)),
]


class Plan(NamedTuple):
    """What is done: with three cards by their number and the dealer's card; with four by their
    number and the dealer's two, or by facts."""

    names: Any  # the card at each place
    ranks: int
    three: Any  # [three, place]
    rows: Any  # [rank, rank, whether suited]: the row of two cards
    four: Any  # [row, four] at how many commissions to double
    at: int  # the commission's own number
    facts: Any  # [facts], or nothing where four decides
    kinds: Any  # the kind of each hand, by place


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def number_of(places: Any, size: int, choose: Any) -> int:
    """The number of a set of places, in any order."""
    found = 0
    for i in range(size):
        below = 0
        for j in range(size):
            if places[j] < places[i]:
                below += 1
        found += int(choose[INDEX(places[i]), INDEX(below + 1)])
    return found


@kernel
def doubles(t: Plan, own: Any, shown: Any, choose: Any, spare: Any) -> bool:
    """Whether to double with four places in view of two; suits are named anew as the plan has
    them."""
    low, high = int(shown[0]), int(shown[1])
    if low % t.ranks > high % t.ranks:
        low, high = high, low
    first, second = low // t.ranks, high // t.ranks
    row = int(
        t.rows[INDEX(low % t.ranks), INDEX(high % t.ranks), INDEX(1 if first == second else 0)]
    )
    for n in range(4):
        suit = int(own[n]) // t.ranks
        named = 0
        if suit != first:
            named = 1
            if suit != second:
                for other in range(suit):
                    if other not in (first, second):
                        named += 1
                if second != first:
                    named += 1
        spare[n] = named * t.ranks + int(own[n]) % t.ranks
    return bool(int(t.four[INDEX(row), INDEX(number_of(spare, 4, choose))]) > t.at)


@kernel
def play_rounds(records: Any, t: Plan, players: int, choose: Any, rounds: int) -> None:
    """So many rounds. Each hand has five cards of the shoe, the dealer's first: two open, and then
    those that are not seen."""
    s = records[0]
    shoe = s.shoe
    own, spare = np.zeros(5, np.int64), np.zeros(4, np.int64)
    shown, two = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        shown[0], shown[1] = shoe[0], shoe[1]
        key, bits = EMPTY, BITS[0] & ~BITS[0]
        for n in range(5):
            card = t.names[INDEX(shoe[INDEX(n)])]
            key += KEYS[card]
            bits |= BITS[card]
        dealer = int(place_of_five(key, bits))
        best, winners, stayed, left, cards, mine = dealer, 0, 1, 0, 5, -1
        for player in range(players):
            at = 5 * player + 5
            for n in range(5):
                own[n] = shoe[INDEX(at + n)]
            if not t.three[INDEX(number_of(own, 3, choose)), INDEX(shown[0])]:
                if player == 0:
                    cards = 3
                continue
            if len(t.facts):
                for n in range(4):
                    spare[n] = t.names[INDEX(own[n])]
                two[0], two[1] = t.names[INDEX(shown[0])], t.names[INDEX(shown[1])]
                stays = bool(t.facts[INDEX(code_of(spare, 4, two, 2))])
            else:
                stays = doubles(t, own, shown, choose, spare)
            if not stays:
                left += 1
                if player == 0:
                    cards = 4
                continue
            stayed += 1
            key, bits = EMPTY, BITS[0] & ~BITS[0]
            for n in range(5):
                card = t.names[INDEX(own[n])]
                key += KEYS[card]
                bits |= BITS[card]
            place = int(place_of_five(key, bits))
            if player == 0:
                mine = place
            if place > best:
                best, winners = place, 1
            elif place == best:
                winners += 1
        cell = LOST
        if cards == 3:
            cell = FOLDED_THREE
        elif cards == 4:
            cell = FOLDED_FOUR
        elif mine == best:
            pot = 2 * stayed + left
            ties = 1 if dealer == best else 0
            cell = FIRST_WIN + (pot * HANDS + winners) * 2 + ties
        kind = int(t.kinds[INDEX(mine)]) if mine >= 0 else 0
        if mine < 0:
            hand = 0
            for n in range(cards):
                hand |= 1 << int(t.names[INDEX(shoe[INDEX(5 + n)])])
            kind = kind_of(strength(hand))
        s.cells[INDEX(cell * len(KINDS) + kind)] += 1


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if ANTE not in bets or set(bets) - set(BETS):
        return "winner's pot poker is dealt natively to one player with an ante, and the bonus"
    if BONUS in bets:
        most = max(p.wins(bets[BONUS]) for p in rules.schedule(BONUS).prices.values())
        if any(most > limit for limit, _ in rules.caps(BONUS)):
            return "winner's pot poker is not dealt natively where the limit of a hand is reached"
    return ""


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int, **how: Any
) -> Dealt:
    """So many rounds of one seat with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    state = table(rules, 1, seed, shard)
    plan = plan_of(rules, Fraction(bets[ANTE], 100), **how)
    play_rounds.jit(state, plan, 1, CHOOSE, rounds)
    return dealt(rules, bets, state[0])


def warm() -> None:
    """Compile the kernel."""
    rules = TableRules(game("winners-pot-poker").rulebook())
    simulate_shard(rules, {ANTE: 1000}, 0, 0, 0, plays="ahead")


def table(rules: TableRules, players: int, seed: int, shard: int) -> Any:
    """A new table's record."""
    state = record(STATE, seed, shard)
    cards = len(main_game(rules).pack.cards)
    state[0].shoe[:cards] = range(cards)
    state.cards, state.ahead = cards, 5 * (players + 1)
    return state


def plan_of(rules: TableRules, ante: Fraction, *, plays: str = BEST) -> Plan:
    """What is done with every hand."""
    if plays not in POLICIES:
        raise Refused(f"{plays!r} is no way to play: it is one of {', '.join(POLICIES)}")
    found = main_game(rules, {ANTE: ante})
    pack = found.pack
    rows = np.zeros((pack.ranks, pack.ranks, 2), np.int64)
    for low in range(pack.ranks):
        for high in range(low, pack.ranks):
            for suited in range(2 if high > low else 1):
                rows[low, high, suited] = row_of_shown(
                    pack.ranks, pack.suits, low, high, bool(suited)
                )
    if plays == BEST:
        bets, facts = found.bets, np.zeros(0, np.uint8)
        four = found.family.solved[1]
    else:
        way = simple_way(plays)
        bets, facts, four = way.three[codes_of_classes(pack)], way.four, np.zeros((1, 1), np.uint8)
    three = np.append(bets, 0)[pack.classes.numbers].astype(np.uint8)
    kinds = np.array([kind_of(one) for one in STRENGTHS.tolist()], np.uint8)
    return Plan(pack.names, pack.ranks, three, rows, four, found.at, facts, kinds)


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    wagers = [ANTE, BET, DOUBLE, POT, *(name for name in bets if name == BONUS)]
    found, main = Dealt({name: Sums() for name in wagers}), main_wagers(rules, bets)
    for at in np.flatnonzero(one.cells):
        cell, kind = divmod(int(at), len(KINDS))
        moves = contest(rules, bets[ANTE], cell)
        if BONUS in bets:
            moves[BONUS] = _bonus(rules, bets[BONUS], kind)
        found.take(moves, main, times=int(one.cells[at]))
    return found


def _bonus(rules: TableRules, chips: int, kind: int) -> Move:
    least = RANKS.index(rules.rule("least_win"))
    price = rules.schedule(BONUS).prices.get(row_of_kind(kind, least, least))
    return Move(price.wins(chips) if price else -chips, chips, chips)


def contest(rules: TableRules, ante: int, cell: int) -> dict[str, Move]:
    """What the wagers of the main game and the pot move."""
    bet, double = (int(times_of(rules, wager, ANTE) * ante) for wager in (BET, DOUBLE))
    moves = {ANTE: Move(-ante, ante, ante), BET: Move(), DOUBLE: Move(), POT: Move()}
    if cell != FOLDED_THREE:
        moves[BET] = Move(-bet, bet)
    if cell not in (FOLDED_THREE, FOLDED_FOUR):
        moves[DOUBLE] = Move(-double, double)
    if cell >= FIRST_WIN:
        rest, ties = divmod(cell - FIRST_WIN, 2)
        parts, winners = divmod(rest, HANDS)
        pot = parts * (ante + bet + double) // 2
        # The first player sits farthest from the dealer's right and is the last to get a cent more
        division = divide(pot, list(range(winners, 0, -1)), bool(ties), terms_of(rules))
        moves[POT] = Move(division.shares[1])
    return moves


# -- more players ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class WithPlayers:
    """What the house keeps of each player's ante where so many play alike: simulated, with the
    standard error."""

    players: int
    rounds: int
    house_advantage: Fraction
    error: float


def simulate_players(
    rules: TableRules, players: int, rounds: int, seed: int, ante: Fraction
) -> WithPlayers:
    """So many rounds of as many players, looked at from the first."""
    if not 1 <= players <= SEATS:
        raise Refused(f"1 to {SEATS} play at a table, not {players}")
    state, cents = table(rules, players, seed, players), in_cents(ante)
    play_rounds.jit(state, plan_of(rules, ante), players, CHOOSE, rounds)
    found = dealt(rules, {ANTE: cents}, state[0]).game
    return WithPlayers(players, rounds, -found.mean / cents, found.standard_error / cents)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
