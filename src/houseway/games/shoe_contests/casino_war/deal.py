"""Casino war dealt by the million: the kernel counts how deals end, money comes after."""

from collections.abc import Mapping
from typing import Any

from houseway.games import game
from houseway.games.authoring.commission import fee
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.games.shoe_contests import one_burn_deal as shoe
from houseway.games.shoe_contests.casino_war.game import INITIAL, TIE, WAR
from houseway.games.shoe_contests.casino_war.hand import compare
from houseway.games.shoe_contests.casino_war.results import ODDS
from houseway.hands.kernel import kernel
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

LOWER, HIGHER, SURRENDERED, WAR_LOWER, WAR_HIGHER, WAR_EQUAL = range(6)
BEST, SURRENDER = "optimal", "surrender"
POLICIES = {
    BEST: {"on_tie": BEST},
    "always_war": {"on_tie": WAR},
    "always_surrender": {"on_tie": SURRENDER},
}
FIELDS = [("war", "i8"), ("burned", "i8"), ("cells", "i8", (6,))]
prepare, finish = shoe.prepare, shoe.finish


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds of one player, counted by how they end."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        player = draw(s)
        order = compare(player, draw(s))
        end = HIGHER if order > 0 else LOWER
        if order == 0:
            end = SURRENDERED
            if s.war:
                for _ in range(s.burned):
                    draw(s)
                player = draw(s)
                order = compare(player, draw(s))
                end = WAR_EQUAL if order == 0 else WAR_HIGHER if order > 0 else WAR_LOWER
        s.cells[INDEX(end)] += 1
        finish(s)


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if rules.rule("war_burn") != "once":
        return f"{rules.book.title} is dealt natively where cards are burned once in a war"
    return shoe.why_not(rules)


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    on_tie: str = BEST,
) -> Dealt:
    """So many rounds from a new shoe, with the chance of that seed and shard; what is done on a tie
    is named, or left to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    state = shoe.table(FIELDS, rules, seed, shard)
    state.war, state.burned = best_on_tie(rules, on_tie) == WAR, rules.rule("burned_in_war")
    play_rounds.jit(state, rounds)
    return dealt(rules, bets, state[0])


def warm() -> None:
    """Compile the kernel."""
    rules = TableRules(game("casino-war").rulebook())
    simulate_shard(rules, {INITIAL: 1000}, 0, 0, 0, on_tie=WAR)


def best_on_tie(rules: TableRules, on_tie: str) -> str:
    """What is done on a tie, whatever the rank."""
    if on_tie != BEST:
        return on_tie
    first = {one.best for one in ODDS.classes(rules) if WAR in one.choices}
    if len(first) > 1:
        raise Refused("at this table the best play depends on the rank that ties")
    return first.pop()


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    names = [INITIAL, WAR, *([TIE] if TIE in bets else [])]
    found, main = Dealt({name: Sums() for name in names}), main_wagers(rules, bets)
    for end, times in enumerate(one.cells):
        if times:
            found.take(moves_of(rules, bets, end), main, times=int(times))
    return found


def moves_of(rules: TableRules, bets: Mapping[str, int], end: int) -> dict[str, Move]:
    """What each wager moves in a round that ends so."""
    chips = bets[INITIAL]
    paid = {name: rules.schedule(name).prices for name in (INITIAL, TIE, WAR)}
    nets = {HIGHER: paid[INITIAL]["win"].wins(chips)}
    nets[SURRENDERED] = -fee(chips, parse_rate(rules.rule("surrendered")))
    war = {
        WAR_LOWER: -chips,
        WAR_HIGHER: paid[WAR]["higher"].wins(chips),
        WAR_EQUAL: paid[WAR]["equal"].wins(chips),
    }
    found = {
        INITIAL: Move(nets.get(end, -chips), chips, chips),
        WAR: Move(war[end], chips) if end in war else Move(),
    }
    if up := bets.get(TIE, 0):
        won = paid[TIE]["win"].wins(up) if end > HIGHER else -up
        found[TIE] = Move(won, up, up)
    return found


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
