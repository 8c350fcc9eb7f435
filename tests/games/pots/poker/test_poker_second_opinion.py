"""PokerKit's opinion of random hands: who wins, and what every player wins or loses.

Where its rules and New Jersey's coincide the money must be the same to the cent. PokerKit knows no
five-card stud, mambo or pineapple, and a straight of ace to five in deuce to seven, which the text
does not have; those are left out.
"""

import random
import warnings
from collections import defaultdict

import pokerkit
import pytest
from pokerkit import Automation, Mode

from houseway.equipment.cards import NAMES, deck, mask
from houseway.games import open_table
from houseway.games.pots.poker.hand import BADUGI, DEUCE_SEVEN, HIGH, LOW, OMAHA, best
from houseway.hands.poker import WHEEL, ranks_of
from houseway.referee.requests import Bets

HANDS = 60
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
ANTE, BLINDS, SMALL, BIG, BRING_IN = 100, (100, 200), 200, 400, 100


def kit(game: str, stacks: list[int]) -> pokerkit.State:
    """The same table as PokerKit opens it."""
    count, common = len(stacks), (AUTOMATIC, True, ANTE)
    if game == "holdem":
        return pokerkit.NoLimitTexasHoldem.create_state(
            *common, BLINDS, SMALL, stacks, count, mode=Mode.CASH_GAME
        )
    if game == "omaha":
        return pokerkit.PotLimitOmahaHoldem.create_state(
            *common, BLINDS, SMALL, stacks, count, mode=Mode.CASH_GAME
        )
    kinds = {
        "fixed_holdem": pokerkit.FixedLimitTexasHoldem,
        "omaha_hilo8": pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        "triple_draw_27": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw,
        "badugi": pokerkit.FixedLimitBadugi,
        "stud7_high": pokerkit.FixedLimitSevenCardStud,
        "stud7_low": pokerkit.FixedLimitRazz,
        "stud7_hilo8": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    }
    opens = BRING_IN if game.startswith("stud7") else BLINDS
    return kinds[game].create_state(*common, opens, SMALL, BIG, stacks, count, mode=Mode.CASH_GAME)


def options(game: str) -> dict[str, object]:
    """The house's choices for it."""
    betting = {"holdem": "no_limit", "omaha": "pot_limit"}.get(game, "fixed_limit")
    played = "holdem" if game == "fixed_holdem" else game
    fixed = {"most_raises": 3} if betting == "fixed_limit" else {}  # which PokerKit counts as four
    return {"game": played, "betting": betting, "ante": ANTE, "rake_percent": 0, **fixed}


def deal(game: str, seed: int) -> tuple[list[int], list, dict[int, int]]:
    """A hand at our table, played at random: stacks, events, and what each seat has won."""
    chance = random.Random(f"{game} {seed}")
    stacks = [100 * chance.randint(6, 60) for _ in range(chance.randint(3, 5))]
    table = open_table("poker", seed=seed, options=options(game))
    for seat, _ in enumerate(stacks, start=1):
        table.sit(seat)
    table.begin()
    while (waiting := table.waiting) is not None:
        if isinstance(waiting, Bets):
            for seat, stack in enumerate(stacks, start=1):
                table.bet(seat, stakes=stack)
            table.close()
            continue
        choices = list(waiting.choices)
        names = [one.name for one in choices]
        if "concede" in names:
            table.act(waiting.who, "show")
            continue
        if "fold" in names and chance.random() < 0.7:
            choices = [one for one in choices if one.name != "fold"]
        choice = chance.choice(choices)
        amount = chance.choice([choice.least, chance.randint(choice.least, choice.most)])
        table.act(waiting.who, choice.name, amount - amount % choice.step)
    nets = {
        seat: table.data.standing.get(seat, {}).get("stakes", 0) - stack
        for seat, stack in enumerate(stacks, start=1)
    }
    return stacks, table.events, nets


def replay(state: pokerkit.State, events: list) -> None:
    """What happened at our table, told to PokerKit in its order: all discards, then all draws."""
    thrown, drawn, drew = defaultdict(str), defaultdict(str), []

    def flush() -> None:
        for seat in drew:
            state.stand_pat_or_discard(thrown[seat])
        if drew:
            burn()
        for seat in drew:
            for card in [drawn[seat][at : at + 2] for at in range(0, len(drawn[seat]), 2)]:
                state.deal_hole(card)
        thrown.clear(), drawn.clear(), drew.clear()

    def burn() -> None:
        while state.can_burn_card("??"):
            state.burn_card("??")

    for event in events:
        names = "".join(NAMES[card] for card in event.cards)
        if event.kind == "dealt" and isinstance(event.who, int):
            if event.who in drew:
                drawn[event.who] += names
            else:
                burn()
                for card in [names[at : at + 2] for at in range(0, len(names), 2)]:
                    state.deal_hole(card)
        elif event.kind == "dealt":
            burn()
            state.deal_board(names)
        elif event.kind == "burned":  # another draw, with no betting before it where all are all-in
            flush()
        elif event.kind == "discarded":
            if event.who not in drew:
                drew.append(event.who)
            thrown[event.who] += names
        elif event.kind == "taken" and event.what == "forced_bet":
            state.post_bring_in()
        elif event.kind == "chose" and isinstance(event.who, int):
            if event.what == "stand_pat":
                drew.append(event.who)
            if event.what in ("check", "call", "bet", "raise", "all_in", "fold"):
                flush()
                assert state.actor_index == event.who - 1, event
            if event.what == "fold":
                state.fold()
            elif event.what in ("check", "call"):
                state.check_or_call()
            elif event.what in ("bet", "raise", "all_in"):
                state.complete_bet_or_raise_to(event.amount)
    flush()


@pytest.mark.parametrize(
    "game",
    [
        "holdem", "omaha", "fixed_holdem", "omaha_hilo8", "triple_draw_27", "badugi", "stud7_high",
        "stud7_low", "stud7_hilo8",
    ],
)  # fmt: skip
def test_the_money_is_pokerkits_to_the_cent(game: str) -> None:
    odd = 0
    for seed in range(HANDS):
        stacks, events, nets = deal(game, seed)
        if any(event.what == "reshuffle_discards" for event in events):
            continue  # PokerKit shuffles otherwise
        state = kit(game, stacks)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            replay(state, events)
        found = {seat: state.payoffs[seat - 1] for seat in nets}
        assert not state.status, (game, seed)
        over = {seat: nets[seat] - found[seat] for seat in nets}
        assert all(abs(cents) <= 200 for cents in over.values()), (game, seed, nets, found)
        odd += any(over.values())  # an odd dollar that we do not cut into cents
    assert odd <= HANDS / 4


@pytest.mark.parametrize(
    ("kind", "own", "common", "how", "most", "hand"),
    [
        (HIGH, 2, 5, "any", 0, pokerkit.StandardHighHand),
        (HIGH, 4, 5, OMAHA, 0, pokerkit.OmahaHoldemHand),
        (LOW, 4, 5, OMAHA, 8, pokerkit.OmahaEightOrBetterLowHand),
        (LOW, 7, 0, "any", 8, pokerkit.EightOrBetterLowHand),
        (LOW, 7, 0, "any", 0, pokerkit.RegularLowHand),
        (DEUCE_SEVEN, 5, 0, "any", 0, pokerkit.StandardLowHand),
        (BADUGI, 4, 0, "any", 0, pokerkit.BadugiHand),
    ],
)
def test_hands_rank_as_pokerkits_do(kind, own, common, how, most, hand) -> None:
    chance, cards = random.Random(f"{kind} {how} {most}"), list(deck())
    for _ in range(300):
        dealt = chance.sample(cards, 2 * own + common)
        hands = [tuple(dealt[:own]), tuple(dealt[own : 2 * own])]
        if kind == DEUCE_SEVEN and any(ranks_of(mask(one)) == WHEEL for one in hands):
            continue
        board = tuple(dealt[2 * own :])
        ours = [best(kind, one, board, how, most) for one in hands]
        text = ["".join(NAMES[card] for card in one) for one in (*hands, board)]
        theirs = [hand.from_game_or_none(one, text[2]) for one in text[:2]]
        assert [one is None for one in ours] == [one is None for one in theirs]
        if None not in ours:
            assert (ours[0].score > ours[1].score) == (theirs[0] > theirs[1]), text
            assert (ours[0].score == ours[1].score) == (theirs[0] == theirs[1]), text
