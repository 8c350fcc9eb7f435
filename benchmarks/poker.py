"""Hands of poker per second: our referee against PokerKit, given the same cards and decisions.

    python benchmarks/poker.py [--hands 100] [--smoke]

Two to five players play hands at random, and the hands are recorded. Then both sides replay them
from calls that are prepared beforehand. Our side keeps books to the cent, cites the law with every
event and can be dealt again from its inputs; PokerKit keeps stacks and pots.
"""

import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from operator import methodcaller
from typing import Any

import pokerkit
from pokerkit import Automation, Card, Mode, State

from houseway.games import game, open_table
from houseway.games.pots.poker.hand import best
from houseway.games.pots.poker.history.export import export_round
from houseway.games.pots.poker.history.phh import VARIANTS, Hand
from houseway.referee.conversation import Conversation
from houseway.referee.data import TableData
from houseway.referee.log import RoundRecord
from houseway.referee.requests import Ask, Bets
from houseway.referee.round import Round
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from report import figure, options, progress, section, table

GOAL = 0.5
TURNS = 5
POKER = game("poker")
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
Step = Callable[[State], object]


def options_of(code: str) -> dict[str, Any]:
    """A house's choices for a game of PokerKit's."""
    played, betting = VARIANTS[code]
    fixed = {"most_raises": 3} if betting == "fixed_limit" else {}
    return {"game": played, "betting": betting, "ante": "$1", "rake_percent": 0, **fixed}


def play(code: str, seed: int) -> Table:
    """A hand played at random."""
    chance = random.Random(f"{code} {seed}")
    stacks = [100 * chance.randint(20, 200) for _ in range(chance.randint(2, 5))]
    table = open_table("poker", seed=seed, options=options_of(code))
    for seat, _ in enumerate(stacks, start=1):
        table.sit(seat)
    table.begin()
    while (waiting := table.waiting) is not None:
        if isinstance(waiting, Bets):
            for seat, stack in enumerate(stacks, start=1):
                table.bet(seat, stakes=stack)
            table.close()
            continue
        assert isinstance(waiting, Ask)
        choices = list(waiting.choices)
        if chance.random() < 0.7:
            choices = [one for one in choices if one.name != "fold"]
        choice = chance.choice(choices)
        table.act(waiting.who, choice.name, choice.least + -choice.least % choice.step)
    return table


# -- ours ------------------------------------------------------------------------------------------


def deal(rules: TableRules, records: list[RoundRecord]) -> None:
    """The hands, told to the referee, with no hand remembered."""
    best.cache_clear()
    for record in records:
        talk = Conversation(Round(rules, TableData.from_json(record.start).copy()), POKER.play)
        for given in record.inputs:
            talk.submit(given)
        assert talk.over


# -- PokerKit's ------------------------------------------------------------------------------------


def opened(hand: Hand) -> Callable[[], State]:
    """The same table as PokerKit opens it."""
    kind: Any = pokerkit.HandHistory.game_types[hand.variant]
    stacks = hand.starting_stacks
    opens = hand.bring_in or hand.blinds_or_straddles
    bets = (hand.small_bet, hand.big_bet) if hand.small_bet else (hand.min_bet,)
    settings = (AUTOMATIC, True, hand.antes, opens, *bets, stacks, len(stacks))
    return partial(kind.create_state, *settings, mode=Mode.CASH_GAME)


def steps_of(hand: Hand) -> list[Step]:
    """The actions of a hand as calls of PokerKit, with the burn cards between them."""
    state, steps = opened(hand)(), list[Step]()
    unknown = tuple(Card.parse("??"))

    def do(step: Step) -> None:
        step(state)
        steps.append(step)

    for line in hand.actions:
        words = line.split()
        if words[1] == "sm":
            continue
        if words[0] == "d":
            while state.can_burn_card(unknown):
                do(methodcaller("burn_card", unknown))
        cards = tuple(Card.parse(words[-1])) if words[1] in ("db", "dh") else ()
        match words:
            case ["d", "db", _]:
                do(methodcaller("deal_board", cards))
            case ["d", "dh", player, _]:
                do(methodcaller("deal_hole", cards, int(player[1:]) - 1))
            case [_, "sd", *thrown]:
                gone = tuple(Card.parse("".join(thrown)))
                do(methodcaller("stand_pat_or_discard", gone))
            case [_, "pb"]:
                do(State.post_bring_in)
            case [_, "f"]:
                do(State.fold)
            case [_, "cc"]:
                do(State.check_or_call)
            case [_, "cbr", amount]:
                do(methodcaller("complete_bet_or_raise_to", int(amount) * 100))
    if state.status:
        raise Refused("PokerKit is not at the end of the hand")
    return steps


def deal_there(hands: list[tuple[Callable[[], State], list[Step]]]) -> None:
    """The hands, told to PokerKit."""
    for create, steps in hands:
        state = create()
        for step in steps:
            step(state)


# -- both ------------------------------------------------------------------------------------------


def measure(code: str, count: int, turns: int) -> tuple[float, float]:
    """Hands a second, ours and PokerKit's."""
    records, theirs = list[RoundRecord](), list[tuple[Callable[[], State], list[Step]]]()
    seed = 0
    while len(records) < count:
        played, seed = play(code, seed), seed + 1
        try:
            hand = export_round(played.round)
            theirs.append((opened(hand), steps_of(hand)))
        except (Refused, ValueError):  # discards that are shuffled to draw from
            continue
        records += played.records
    rules = TableRules(POKER.rulebook(), options_of(code))
    least = [float("inf")] * 2
    for _ in range(turns):
        for side, work in enumerate((partial(deal, rules, records), partial(deal_there, theirs))):
            start = time.process_time()
            work()
            least[side] = min(least[side], time.process_time() - start)
    return count / least[0], count / least[1]


ABOUT = f"""\
Recorded hands of two to five players, replayed by our referee and by PokerKit with the same
cards and decisions; hands per second of CPU time, the fastest of {{turns}} turns, the lowest
ratio first. Our side keeps books to the cent and cites the law with every event; PokerKit keeps
stacks and pots. The target is a ratio of at least {GOAL}."""


def main() -> None:
    """Measure every game that both have."""
    parser = options(__doc__)
    parser.add_argument("--hands", type=int, default=100)
    given = parser.parse_args()
    count, turns = (1, 1) if given.smoke else (given.hands, TURNS)
    warnings.simplefilter("ignore")
    found = []
    for code in VARIANTS:
        ours, theirs = measure(code, count, turns)
        name = " ".join(VARIANTS[code]).replace("_", " ")
        progress(f"{name}: ratio {figure(ours / theirs)}")
        found.append((ours / theirs, name, ours, theirs))
    rows = [
        [name, f"{ours:,.0f}", f"{theirs:,.0f}", figure(ratio)]
        for ratio, name, ours, theirs in sorted(found)
    ]
    head = ["game", "hands/s", "PokerKit, hands/s", "ratio"]
    section("Poker against PokerKit", ABOUT.format(turns=turns), table(head, rows))


if __name__ == "__main__":
    main()
