"""PokerKit's opinion of random hands: who wins, and what every player wins or loses.

Where its rules and New Jersey's coincide the money must be the same to the cent. Of the games that
PokerKit does not know (five-card stud and draw, mambo, pineapple, high-low without a qualifier) the
money is counted alone. Hands are left out in which

- PokerKit shuffles otherwise: discards to draw from, a common card of stud;
- somebody has ace to five in deuce to seven, a straight there and none in the text;
- a low hand wins one pot and none qualifies in another, of which PokerKit gives half to hands that
  do not qualify.
"""

import random
import warnings
from collections import Counter, defaultdict

import pokerkit
import pytest
from pokerkit import Automation, Mode

from houseway.equipment.cards import NAMES, deck, mask
from houseway.games import open_table
from houseway.games.pots.poker.hand import BADUGI, DEUCE_SEVEN, HIGH, LOW, OMAHA, best
from houseway.hands.poker import WHEEL, ranks_of
from houseway.referee.requests import Bets

HANDS, MANY = 60, 100_000
GAMES = (
    "holdem", "omaha", "fixed_holdem", "omaha_hilo8", "triple_draw_27", "badugi", "stud7_high",
    "stud7_low", "stud7_hilo8",
)  # fmt: skip
OWN = (
    "pineapple", "crazy_pineapple", "draw5_high", "draw5_low", "stud5_high", "stud7_hilo", "mambo",
)  # fmt: skip
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
    blinds = BLINDS[::-1] if count == 2 else BLINDS  # of two players the button's comes first
    if game == "holdem":
        return pokerkit.NoLimitTexasHoldem.create_state(
            *common, blinds, SMALL, stacks, count, mode=Mode.CASH_GAME
        )
    if game == "omaha":
        return pokerkit.PotLimitOmahaHoldem.create_state(
            *common, blinds, SMALL, stacks, count, mode=Mode.CASH_GAME
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
    opens = BRING_IN if game.startswith("stud7") else blinds
    return kinds[game].create_state(*common, opens, SMALL, BIG, stacks, count, mode=Mode.CASH_GAME)


def options(game: str) -> dict[str, object]:
    """The house's choices for it."""
    betting = {"holdem": "no_limit", "omaha": "pot_limit"}.get(game, "fixed_limit")
    betting = "no_limit" if game in ("pineapple", "draw5_high", "mambo") else betting
    played = "holdem" if game == "fixed_holdem" else game
    fixed = {"most_raises": 3} if betting == "fixed_limit" else {}  # which PokerKit counts as four
    return {"game": played, "betting": betting, "ante": ANTE, "rake_percent": 0, **fixed}


def deal(game: str, seed: int, least: int = 3, most: int = 5) -> tuple[list[int], list, dict]:
    """A hand at our table, played at random: stacks, events, and what each seat has won."""
    chance = random.Random(f"{game} {seed}")
    stacks = [100 * chance.randint(6, 60) for _ in range(chance.randint(least, most))]
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
        if drew:
            burn()
        for seat in drew:
            state.stand_pat_or_discard(thrown[seat])
        if drew:
            burn()
        for seat in drew:
            for card in [drawn[seat][at : at + 2] for at in range(0, len(drawn[seat]), 2)]:
                state.deal_hole(card)
        thrown.clear(), drawn.clear(), drew.clear()

    def burn() -> None:
        if state.actor_index is not None and not state.checking_or_calling_amount:
            state.check_or_call()  # of who has nobody left to bet with, PokerKit wants a check
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
            if state.can_post_bring_in():  # somebody is left to bet with
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


def left_out(game: str, events: list) -> str:
    """Why a hand is not compared, if it is not."""
    steps = {event.step for event in events if event.kind == "paid"}
    if any(event.what == "reshuffle_discards" or event.step == "common_card" for event in events):
        return "shuffled otherwise"
    if steps & {"award_low", "tied_low", "both_ways"} and steps & {"no_low", "tied_high"}:
        return "low in one pot"
    if game == "triple_draw_27" and any(
        event.kind == "revealed" and ranks_of(mask(event.cards)) == WHEEL for event in events
    ):
        return "ace to five"
    return ""


def compare(game: str, seeds: range, least: int = 3, most: int = 5) -> Counter[str]:
    """How many hands came out as PokerKit has them, by what was seen; a difference fails."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        stacks, events, nets = deal(game, seed, least, most)
        assert not sum(nets.values()), (game, seed, nets)
        if game in OWN:
            seen["money alone"] += 1
            continue
        if why := left_out(game, events):
            seen[why] += 1
            continue
        state = kit(game, stacks)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            replay(state, events)
        assert not state.status, (game, seed)
        over = [net - state.payoffs[seat - 1] for seat, net in nets.items()]
        pots = 1 + sum(event.step == "side_pots_first" for event in events)
        assert all(abs(cents) <= 200 * pots for cents in over), (game, seed, nets, over)
        seen["odd dollar" if any(over) else "to the cent"] += 1  # which we do not cut into cents
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_the_money_is_pokerkits_to_the_cent(game: str) -> None:
    assert compare(game, range(HANDS))["odd dollar"] <= HANDS / 4


@pytest.mark.parametrize("game", OWN)
def test_the_money_of_other_games_is_conserved(game: str) -> None:
    compare(game, range(HANDS // 3), 2, 6)


@pytest.mark.soak
@pytest.mark.parametrize("game", [*GAMES, *OWN])
def test_many_hands(game: str) -> None:
    seen = compare(game, range(MANY), 2, 6)
    assert seen.total() == MANY
    assert seen["odd dollar"] <= MANY / 4


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
