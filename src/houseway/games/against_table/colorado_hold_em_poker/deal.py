"""Colorado hold 'em poker dealt by the million: the kernel counts hands, money comes after."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.against_table.colorado_hold_em_poker.game import (
    ANTE,
    BET,
    BONUS,
    CHECK,
    DECLARE,
    FOLD,
)
from houseway.games.against_table.colorado_hold_em_poker.hand import INSTANT
from houseway.games.against_table.colorado_hold_em_poker.odds import OWN, MainGame
from houseway.games.against_table.colorado_hold_em_poker.results import (
    OPTIMAL,
    main_game,
    plan_by,
)
from houseway.games.against_table.community import kinds
from houseway.games.against_table.dealing import (
    move,
    place_at,
    set_number,
    set_numbers,
    table,
)
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import shards
from houseway.games.authoring.pair_rows import KINDS, row_of_kind
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

DOES = (FOLD, CHECK, BET, DECLARE)
WHOLE = 6  # cards of a player and the board
WAGERS = (ANTE, BONUS)
POLICIES = {
    OPTIMAL: {"plays": OPTIMAL},
    "short_rule": {"plays": "0"},
    "shorter_rule": {"plays": "1"},
}


@kernel
def lower(s: Any, at: int) -> int:
    """How many of a player's cards lie below one of them in the deck."""
    found = 0
    for other in range(3):
        if s.shoe[INDEX(other)] < s.shoe[INDEX(at)]:
            found += 1
    return found


@kernel
def play_rounds(records: Any, plan: Any, kinds: Any, rounds: int) -> None:
    """So many rounds, counted by what was decided and by the kind of hand. A plan has for every
    three cards four times the card that is discarded, or what is declared, and what is done."""
    s = records[0]
    for _ in range(rounds):
        s.dealt, s.mixed = 0, 0
        for _card in range(WHOLE):
            draw(s)
        found = int(plan[INDEX(set_number(s, 0, OWN))])
        does, which = found % 4, found // 4
        kind = which
        if does in (1, 2):
            one, two = -1, -1
            for at in range(OWN):
                if lower(s, at) != which:
                    one, two = two, at
            kind = int(kinds[INDEX(place_at(s, one, two, 3, 4, 5))])
        s.cells[INDEX(does * len(KINDS) + kind)] += 1


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if ANTE not in bets or set(bets) - set(WAGERS):
        return "Colorado hold 'em poker is dealt natively with an ante, and with a bonus beside it"
    if rules.caps(ANTE):
        return "Colorado hold 'em poker is not dealt natively with a limit on what a hand wins"
    return ""


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("colorado-hold-em-poker").rulebook()), {ANTE: 1000}, 0, 0, 0)


def prepared(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = OPTIMAL
) -> tuple[Any, Any, Any]:
    """A new table's record, what is done with every three cards, and the kinds of all hands."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    solved = main_game(rules)
    plan = solved.plan if plays == OPTIMAL else plan_by(rules, int(plays))
    state = table(len(DOES) * len(KINDS), solved.cards, WHOLE, seed, shard)
    return state, by_set(solved, plan), kinds()


def by_set(solved: MainGame, plan: list[int]) -> Any:
    """A plan for classes as one for every three cards: each class stands for the sets that other
    names of suits make of it, and the discard is told by its place among the cards of the deck."""
    place = {card: at for at, card in enumerate(solved.cards)}
    suits = sorted({card >> 4 for card in solved.cards})
    sets, found = [], []
    for one, option, instant in zip(solved.classes, plan, solved.instants, strict=True):
        does, away = solved.prices.options[option]
        for names in permutations(suits):
            called = dict(zip(suits, names, strict=True))
            own = [place[16 * called[card >> 4] + (card & 15)] for card in one.example]
            which = sorted(own).index(own[away]) if does in (CHECK, BET) else instant
            sets.append(sorted(own))
            found.append(4 * which + DOES.index(does))
    every = np.zeros(sum(one.ways for one in solved.classes), np.uint8)
    every[set_numbers(sets)] = found
    return every


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    names = [*bets, BET]
    found, main = Dealt({name: Sums() for name in names}), main_wagers(rules, bets)
    win, push, least = (
        RANKS.index(rules.rule(name)) for name in ("least_win", "least_push", "bonus_least")
    )
    for at in np.flatnonzero(one.cells):
        number, kind = divmod(int(at), len(KINDS))
        does = DOES[number]
        row = bonus_row = {FOLD: "", DECLARE: INSTANT[kind % len(INSTANT)]}.get(does, "")
        if does in (CHECK, BET):
            row, bonus_row = row_of_kind(kind, win, push), row_of_kind(kind, least, least)
        moves = {ANTE: move(rules, ANTE, row, bets[ANTE], bets[ANTE])}
        moves[BET] = move(rules, BET, row, bets[ANTE]) if does == BET else Move()
        if BONUS in bets:
            moves[BONUS] = move(rules, BONUS, bonus_row, bets[BONUS], bets[BONUS])
        found.take({name: moves[name] for name in names}, main, times=int(one.cells[at]))
    return found


simulate_shard = shards(prepared, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
