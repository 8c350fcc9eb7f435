"""Fast action hold 'em dealt by the million: the kernel counts how rounds end, then comes money."""

from collections.abc import Mapping
from typing import Any

from houseway.games import game
from houseway.games.against_dealer.fast_action_hold_em import odds
from houseway.games.against_dealer.fast_action_hold_em.deal_kernel import (
    BOTH_WIN,
    DEALER_NATURAL,
    FIRST_WINS,
    HIGHER,
    NATURAL,
    SECOND_WINS,
    SPLIT_NATURAL,
    SURRENDERED,
    deal_board,
    deal_hands,
    dealer_strength,
    four_alike,
    play_hand,
)
from houseway.games.against_dealer.fast_action_hold_em.game import ORIGINAL, SPLIT
from houseway.games.against_dealer.fast_action_hold_em.results import ways_of
from houseway.games.authoring.commission import fee
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.hands.kernel import kernel
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

AHEAD, FRESH = 32, 16  # cards mixed at a time, of a shoe and of one that is shuffled every round
POLICIES = {name: {"plays": name} for name in odds.PLAYS}


@kernel
def play_rounds(records: Any, rounds: int, behind: int, continuous: bool) -> None:
    """So many rounds of one player, counted by how they end. A new shoe burns a card, and another
    goes before the community cards, which come unless nobody is left to play or the dealer has a
    natural."""
    s, due = records[0], True
    for _ in range(rounds):
        if due:
            s.dealt, s.mixed = 0, 0
            if not continuous:
                draw(s)
        deal_hands(s)
        dealer = -1
        if not four_alike(s, 0) and not four_alike(s, 1):
            draw(s)
            deal_board(s)
            dealer = dealer_strength(s, 1)
        s.cells[INDEX(play_hand(s, 0, dealer))] += 1
        due = continuous or s.cards - s.dealt <= behind


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return ""


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    plays: str = odds.BY_WORTH,
) -> Dealt:
    """So many rounds from a new shoe, with the chance of that seed and shard."""
    if plays not in POLICIES:
        raise Refused(f"{plays!r} is no way to play: it is one of {', '.join(POLICIES)}")
    state = odds.new_record(ways_of(rules), rules.rule("decks"), plays, seed, shard)
    continuous = rules.rule("shuffler") == "continuous"
    state.ahead = FRESH if continuous else AHEAD
    behind = int(state[0].cards) // int(rules.rule("cutting_card_part"))
    play_rounds.jit(state, rounds, behind, continuous)
    return dealt(rules, bets, state[0])


def warm() -> None:
    """Compile the kernel."""
    rules = TableRules(game("fast-action-hold-em").rulebook())
    simulate_shard(rules, {ORIGINAL: 1000}, 0, 0, 0)


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, main = Dealt({name: Sums() for name in (ORIGINAL, SPLIT)}), main_wagers(rules, bets)
    for end, times in enumerate(one.cells):
        if times:
            found.take(moves_of(rules, bets[ORIGINAL], end), main, times=int(times))
    return found


def moves_of(rules: TableRules, chips: int, end: int) -> dict[str, Move]:
    """What each wager moves in a round that ends so."""
    paid, second = rules.schedule(ORIGINAL).prices, rules.schedule(SPLIT).prices["win"]
    nets = dict.fromkeys((HIGHER, BOTH_WIN, FIRST_WINS), paid["higher"].wins(chips))
    nets[NATURAL] = paid["natural"].wins(chips)
    nets[SURRENDERED] = -fee(chips, parse_rate(rules.rule("surrendered")))
    split = Move()
    if end > DEALER_NATURAL:
        won = second.wins(chips) if end in (BOTH_WIN, SECOND_WINS) else -chips
        split = Move(0 if end == SPLIT_NATURAL else won, chips)
    return {ORIGINAL: Move(nets.get(end, -chips), chips, chips), SPLIT: split}


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
