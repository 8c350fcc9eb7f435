"""Two-card joker poker dealt by the million: a kernel counts what hands come to, money comes after.

A round is dealt from the whole deck and the player calls from a strength on. What two cards are
worth is the referee's rule; so is what each kind of hand is paid, when the rounds are counted.
"""

from collections.abc import Mapping
from typing import Any

from houseway.games import game
from houseway.games.against_dealer.fold_or_play_deal import deck_of, paid, why_not_dealt, won
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    EQUAL,
    HIGHER,
    LOWER,
    NOT_QUALIFIED,
    TWO_CARD_CATEGORIES,
    two_card_rows,
    two_card_strength,
)
from houseway.games.against_dealer.two_card_joker_poker.results import (
    ACE_THREE,
    SIDES,
    contest,
    least_hands,
    main_game,
)
from houseway.games.authoring.draw import INDEX, SHOE, mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import check_way, counted, shards, whole_deck
from houseway.games.authoring.sums import Dealt, Move
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

MOST = 54  # of a deck
KINDS = 16 * len(TWO_CARD_CATEGORIES)  # a category and a highest card
ENDS = ("no_ante", "fold", NOT_QUALIFIED, LOWER, EQUAL, HIGHER)
BETS = ("ante", *SIDES)
BEST = "optimal"
POLICIES = {name: {"call_from": name} for name in (BEST, *least_hands())}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards
    ("ante", "i8"),
    ("lowest", "i8"),  # whether ace and three is the lowest flush
    ("needed", "i8"),  # the strength that the dealer needs
    ("least", "i8"),  # the strength from which on the player calls
    ("hands", "i8", (KINDS,)),  # a hand of each kind that was seen
    ("cells", "i8", (KINDS * len(ENDS),)),
]


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds, counted by what the hands came to."""
    s = records[0]
    lowest = s.lowest != 0
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        hand = 1 << int(s.shoe[0]) | 1 << int(s.shoe[1])
        own = two_card_strength(hand, lowest)
        end = 0
        if s.ante:
            end = 1
            if own >= s.least:
                other = two_card_strength(1 << int(s.shoe[2]) | 1 << int(s.shoe[3]), lowest)
                end = 2
                if other >= s.needed:
                    end = 5 if own > other else 3 if own < other else 4
        kind = own >> 16
        s.hands[INDEX(kind)] = hand
        s.cells[INDEX(kind * len(ENDS) + end)] += 1


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "two-card joker poker")


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("two-card-joker-poker").rulebook()), {"ante": 1000}, 0, 0, 0)


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, call_from: str = BEST
) -> Any:
    """A new table's record. ``call_from`` names a simple way to play, or leaves it to the exact
    odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    check_way(call_from, POLICIES)
    state = whole_deck(STATE, deck_of(rules), seed, shard, 4)
    state.ante, state.lowest = "ante" in bets, rules.rule(ACE_THREE)
    state.needed = contest(rules).needed
    state.least = best_from(rules) if call_from == BEST else least_hands()[call_from][1]
    return state


def best_from(rules: TableRules) -> int:
    """The strength from which on hands are worth a call, by the exact odds of the table."""
    found = main_game(rules)
    called = [found.best(hand) == "call" for hand in found.contest.standing]  # the weakest first
    strengths = [found.contest.strength(hand) for hand in found.contest.standing]
    least = strengths[called.index(True)]
    if not all(does for strength, does in zip(strengths, called, strict=True) if strength >= least):
        raise Refused("at this table the best play is no matter of strength alone")
    return least


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""

    def moves_at(at: int) -> Mapping[str, Move]:
        kind, end = divmod(at, len(ENDS))
        rows = two_card_rows(int(one.hands[kind]), rules.rule(ACE_THREE))
        moves = dict(_contest(rules, bets, ENDS[end], rows))
        moves |= {side: paid(rules, side, bets, rows) for side in SIDES if side in bets}
        return moves

    return counted(rules, bets, ("call",) if "ante" in bets else (), one.cells, moves_at)


def _contest(
    rules: TableRules, bets: Mapping[str, int], end: str, rows: set[str]
) -> Mapping[str, Move]:
    """What ante and call move."""
    if end == "no_ante":
        return {}
    ante = bets["ante"]
    if end == "fold":
        return {"ante": Move(-ante, ante, ante)}
    gain = rules.schedule("ante").prices["win"].wins(ante)
    nets = {
        NOT_QUALIFIED: (gain, 0),
        HIGHER: (gain, won(rules, "call", ante, rows) or 0),
        LOWER: (-ante, -ante),
    }.get(end, (0, 0))
    return {"ante": Move(nets[0], ante, ante), "call": Move(nets[1], ante)}


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
