"""What is said of a round is what decided it, and hands are named as they were set."""

import random
from collections.abc import Iterator

import pytest

from houseway.games import game, games
from houseway.referee.view import nets_of
from houseway.rulebook.refusal import Refused
from houseway.server.host import Snapshot
from houseway.server.memory import MemoryHost
from houseway.server.table.view import table_view
from houseway.simulation.policies import usual_bets
from houseway.wording.events import hand_names
from houseway.wording.outcome import GIVEN_UP, POINTS, RESULT, UNQUALIFIED, decided

NAME, SEAT, LONGEST = "Ada", 1, 120


def rounds(id: str, count: int, seed: int, prefers: str = "") -> Iterator[Snapshot]:
    """Rounds at a table of one's own, each when it is over: usual bets, decisions at random or as
    preferred."""
    host, choose = MemoryHost(seed=seed, practice=True, decision_seconds=0), random.Random(seed)
    host.enter(NAME)
    table = host.open_table(id, game(id).editions[0], {}, by=NAME)
    host.do(table, {"do": "sit", "seat": SEAT}, by=NAME)
    for _ in range(count):
        begun, bet = host.look(table, by=NAME).rounds, False
        for _ in range(LONGEST):
            seen = host.look(table, by=NAME)
            if seen.over and seen.rounds > begun:
                yield seen
                break
            if seen.ask is not None:
                wanted = [one for one in seen.ask.choices if one.name == prefers]
                chosen = (wanted or [choose.choice(seen.ask.choices)])[0]
                said = {"do": "act", "seat": SEAT, "what": chosen.name}
                said |= {"amount": chosen.least} if chosen.least else {}
            elif not bet and not (seen.question_first and seen.over):
                said, bet = {"do": "bet", "seat": SEAT, "bets": usual_bets(seen.rules)}, True
            else:
                said = {"do": "ready", "seat": SEAT}
            try:
                host.do(table, said, by=NAME)
            except Refused:  # the chips are spent, or nobody wants to be the banker
                return


def status(seen: Snapshot) -> str:
    return table_view(seen, drawn=False).status


GAMES = [
    id
    for id, one in games().items()
    if not one.rulebook(one.editions[0]).rates and not one.has_bots
]
SAMPLE = (
    "three-card-poker", "caribbean-stud-poker", "mississippi-stud", "asia-poker", "pai-gow",
    "mini-baccarat", "craps", "blackjack", "roulette",
)  # fmt: skip


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=() if id in SAMPLE else pytest.mark.soak) for id in GAMES]
)
def test_the_sentence_is_what_the_events_and_the_nets_say(id: str) -> None:
    for seen in rounds(id, 12, seed=7):
        assert seen.view is not None
        mine = [event for event in seen.view.events if event.who == SEAT]
        nets, said = nets_of(seen.view.events, seen.view.state), status(seen)
        net = sum(nets.get(SEAT, {}).values())
        gave_up = [one.what for one in mine if one.kind == "chose" and one.what in GIVEN_UP]
        settled = any(one.kind in ("paid", "taken", "returned") for one in mine)
        if any(one.kind == "stays" for one in mine) and not settled:
            assert said.startswith("No decision."), said
        else:
            assert ("you win" in said) == (net > 0), (said, net)
            assert ("you lose" in said) == (net < 0), (said, net)
            assert ("you break even" in said) == (net == 0 and SEAT in nets), (said, net)
        if gave_up and id != "flop-poker":  # where a hand that is given up still plays for the pot
            assert "against" not in said, said
            assert f"You {GIVEN_UP[gave_up[-1]]}" in said, said
        else:
            assert "You folded" not in said, said


FOLDS = [  # every game in which a hand can be folded or surrendered, by the choice
    ("three-card-poker", "fold", "You folded: Ante lost."),
    ("caribbean-stud-poker", "fold", "You folded: Ante lost."),
    ("mississippi-stud", "fold", "You folded: Ante lost."),
    ("three-card-blitz", "fold", "You folded: Ante and Blind lost."),
    ("ultimate-texas-hold-em", "fold", "You folded: Ante and Blind lost."),
    ("asia-poker", "surrender", "You surrendered: Asia Poker lost."),
]


@pytest.mark.parametrize(("id", "choice", "told"), FOLDS)
def test_a_fold_is_told_as_a_fold(id: str, choice: str, told: str) -> None:
    said = [status(seen) for seen in rounds(id, 6, seed=3, prefers=choice)]
    assert any(told in one for one in said), said
    assert not any("against" in one and "You folded" in one for one in said), said


def test_a_dealer_who_does_not_qualify_is_told() -> None:
    for seen in rounds("three-card-poker", 20, seed=5, prefers="play"):
        assert seen.view is not None
        steps = {one.step for one in seen.view.events if one.who == SEAT}
        assert ("The dealer does not qualify" in status(seen)) == ("below_queen" in steps)


def test_a_roll_says_what_it_decided() -> None:
    told = {decided(one.view.events, SEAT, one.rules.book) for one in rounds("craps", 40, seed=2)}
    assert {"seven out", "the point is 6"} <= told
    assert any(one.startswith("point made, ") for one in told)
    assert "" in told, "a roll that neither sets nor ends a point"


@pytest.mark.parametrize("id", ["asia-poker", "pai-gow-poker", "supreme-pai-gow", "pai-gow"])
def test_hands_are_named_as_they_were_set_and_not_before(id: str) -> None:
    others = 0
    for seed in range(4):
        for seen in rounds(id, 6, seed=seed):
            assert seen.view is not None
            events, rules = seen.view.events, seen.rules
            told = hand_names(events, rules)
            for at, event in enumerate(events):
                if event.who == SEAT and event.kind == "dealt":
                    assert SEAT not in hand_names(events[: at + 1], rules)
            parts = [one.says for one in events if one.kind == "set" and one.who == SEAT]
            others += bool(parts and SEAT in told)
            if SEAT in told:
                assert told[SEAT].count(" / ") == (2 if id == "asia-poker" else 1)
    assert others or id == "pai-gow"


def test_every_step_that_is_named_is_one_of_a_rulebook() -> None:
    steps = {step for one in games().values() for step in one.rulebook(one.editions[0]).round}
    assert {*UNQUALIFIED, *POINTS, RESULT} <= steps
