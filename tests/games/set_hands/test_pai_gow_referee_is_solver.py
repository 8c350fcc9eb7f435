"""The referee and the solver of pai gow tell the same story.

A round needs all 32 tiles, so a reduced set is one out of which the two sides that meet are dealt:
every deal of it goes through the referee, in every way to set.
"""

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product

import pytest

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Scripted, Shoe
from houseway.equipment.tiles import NUMBERS, tile_set
from houseway.games import game
from houseway.games.set_hands.dragon_results import prices as prices_of
from houseway.games.set_hands.dragons_eye import won as won_by
from houseway.games.set_hands.pai_gow import odds
from houseway.games.set_hands.pai_gow.hands import WAYS
from houseway.games.set_hands.player_bank import vigorish
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.two_hands import Tally
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules
from maths import maths

PAI_GOW = game("pai-gow")
BOOK = PAI_GOW.rulebook()
SEAT = 1


class Dealt(Scripted):
    """Tiles for places, and dice."""

    def __init__(self, tiles, dice: Iterable[int] = ()) -> None:
        super().__init__({place: list(hand) for place, hand in tiles.items()})
        self.dice = list(dice)

    def below(self, n: int) -> int:
        return self.dice.pop(0) - 1 if self.dice else super().below(n)


def table(**options) -> Table:
    found = Table(PAI_GOW.play, BOOK, options=options, keep_log=False)
    found.sit(SEAT)
    return found


def as_player(live: Table, mine, dealers, way: str, stake: int = 1000) -> int:
    """What a player nets against the dealer, who banks."""
    live.chance = Dealt({SEAT: mine, "dealer": dealers})
    live.bet(SEAT, pai_gow=stake)
    live.close()
    live.act(SEAT, way)
    live.act(SEAT, "stay")
    return live.results.nets.get(SEAT, {}).get("pai_gow", 0)


def as_bank(live: Table, mine, dealers, way: str, stake: int = 1000) -> int:
    """What a player nets who banks alone against the dealer's wager. The round before is the
    house's: the table's first, or the one in which the offer is back at the dealer."""
    as_player(live, tile_set()[:4], tile_set()[4:8], WAYS[0], stake)
    live.chance = Dealt({SEAT: mine, "dealer": dealers})
    live.begin()
    live.act(SEAT, "bank")
    live.close()
    for choice in ("no_cut", "allow", "no_choice", way):
        live.act(SEAT, choice)
    return live.results.nets.get(SEAT, {}).get("bank", 0)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in text.split())


SMALL = [
    ("6-6 1-1 4-4 5-6 3-6 2-4 1-2 1-4", {"house_way": "high_first"}, False),
    ("6-6 6-6b 1-1 3-5 4-5 1-6 2-4 2-3", {"house_way": "low_first"}, False),
    ("1-3 1-3b 5-5 4-6 3-4 2-5 1-2 2-3", {"house_way": "high_first", "player_bank": True}, True),
    ("6-6 1-1 3-3 1-5 2-6 2-5 2-4 1-2", {"house_way": "low_first", "player_bank": True}, True),
]


@pytest.mark.parametrize(("text", "options", "banks"), SMALL)
def test_every_deal_of_a_small_set(text, options, banks) -> None:
    every_deal(text, options, banks)


@pytest.mark.slow
@pytest.mark.parametrize("banks", [False, True])
def test_every_deal_of_nine_tiles(banks) -> None:
    every_deal("6-6 1-1 4-4 2-2 5-6 3-6 2-5 2-4 1-2", {"player_bank": banks}, banks)


def every_deal(text: str, options, banks: bool) -> None:
    few = tiles(text)
    rules = TableRules(BOOK, options)
    known = maths(PAI_GOW).numbers(rules)
    play = odds.TileGame(odds.Rules(known.values, known.low_first, few), Fraction(19, 20), banks)
    live = table(**options)
    through = as_bank if banks else as_player
    nets: Counter[tuple[tuple[int, ...], str]] = Counter()
    best = house = 0
    for mine in combinations(few, 4):
        outcomes = {way: Counter() for way in (*WAYS, HOUSE_WAY)}
        for dealers in combinations([tile for tile in few if tile not in mine], 4):
            for way, counted in outcomes.items():
                net = through(live, mine, dealers, way)
                counted[net] += 1
                nets[mine, way] += net
        tallies = [Tally(o[950], o[0], o[-1000]) for o in (outcomes[way] for way in WAYS)]
        assert play.contest.of_hand(mine) == tallies
        assert outcomes[HOUSE_WAY] == outcomes[WAYS[known.house_way(mine)]]
        best += max(nets[mine, way] for way in WAYS)
        house += nets[mine, HOUSE_WAY]
    deals = play.contest.deals * 1000
    assert play.worth(play.optimal.tally) == Fraction(best, deals)
    assert play.worth(play.as_the_house.tally) == Fraction(house, deals)


def random_deals(rounds: int, seed: int) -> None:
    """Random tiles, stakes, options and settings: the solver's payoffs against the referee's."""
    dice = random.Random(seed)
    for _ in range(rounds):
        banks = dice.random() < 0.3
        options = {
            "house_way": dice.choice(["high_first", "low_first"]),
            "vigorish_rounding": dice.choice(["none", "quarter"]),
        }
        stake = dice.choice([500, 1000, 1225, 2550])
        dealt = dice.sample(tile_set(), 8)
        mine, dealers = tuple(dealt[:4]), tuple(dealt[4:])
        way = dice.choice([*WAYS, HOUSE_WAY])
        live = table(player_bank=banks, **options)
        net = (as_bank if banks else as_player)(live, mine, dealers, way, stake)

        known = maths(PAI_GOW).numbers(live.rules)
        number = known.house_way(mine) if way == HOUSE_WAY else WAYS.index(way)
        ours, theirs = odds.ways(mine)[number], odds.ways(dealers)[known.house_way(dealers)]
        player, bank = (theirs, ours) if banks else (ours, theirs)
        better = odds.outcome(*player, *bank)
        won = {2: -1, 1: 0, 0: 1}[better] if banks else better - 1
        wager = "bank" if banks else "pai_gow"
        gain = maths(PAI_GOW).win_of(live.rules, wager, Fraction(stake, 100)) * stake
        assert net == {1: gain, 0: 0, -1: -stake}[won]


def test_some_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(250, 10)


@pytest.mark.slow
def test_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(10_000, 107)


def co_banked(live: Table, bank_tiles, player_tiles, way: str, stake: int) -> dict[int, int]:
    """Seat 1 co-banks against seat 2; what each nets."""
    live.chance = Dealt({})
    for seat in (1, 2):
        live.bet(seat, pai_gow=stake)
    live.close()
    while isinstance(live.waiting, Ask):
        asked = [choice.name for choice in live.waiting.choices]
        live.act(live.waiting.who, "stay" if "stay" in asked else WAYS[0])
    live.chance = Dealt({1: bank_tiles, 2: player_tiles})
    live.begin()
    live.act(1, "co_bank")
    live.bet(2, pai_gow=stake)
    live.close()
    while isinstance(live.waiting, Ask):
        asked = {choice.name for choice in live.waiting.choices}
        live.act(
            live.waiting.who,
            next(name for name in ("no_cut", "no_choice", "stay", way) if name in asked),
        )
    return {seat: sum(nets.values()) for seat, nets in live.results.nets.items()}


def test_a_co_bank_and_its_opponent() -> None:
    """The co-bank's half by its result's table, whatever the deal."""
    dice = random.Random(108)
    for number in range(40):
        options = {
            "player_bank": True,
            "co_bank": True,
            "vigorish_rounding": ["none", "quarter"][number % 2],
        }
        live = table(**options)
        live.sit(2)
        stake = dice.choice([1000, 1200, 2500])
        dealt = dice.sample(tile_set(), 8)
        mine, theirs = tuple(dealt[:4]), tuple(dealt[4:])
        nets = co_banked(live, mine, theirs, HOUSE_WAY, stake)
        rules = live.rules
        (result,) = PAI_GOW.odds.results(
            rules, {"bank": Fraction(stake, 100)}, wager="bank@co_bank"
        )
        known = maths(PAI_GOW).numbers(rules)
        better = odds.outcome(
            *odds.ways(theirs)[known.house_way(theirs)], *odds.ways(mine)[known.house_way(mine)]
        )
        label = {2: "lose", 1: "push", 0: "win"}[better]
        due = next(o.net for o in result.outcomes.outcomes if o.label == label)
        assert nets.get(1, 0) == due * stake
        gain = stake - vigorish(rules, stake)
        assert nets.get(2, 0) == {2: gain, 1: 0, 0: -stake}[better]


# Dice


def test_every_roll_settles_dice_wagers_as_counted() -> None:
    bets = dict.fromkeys(("odd", "even", "double", "match", "triple"), 100)
    nets: Counter[str] = Counter()
    for roll in product(range(1, 7), repeat=3):
        live = Table(
            PAI_GOW.play, BOOK, options={"dragons_eye": True, "dragon_without_main": True},
            chance=Dealt({}, roll), keep_log=False,
        )  # fmt: skip
        seat = 1 + sum(roll) % 6
        live.sit(seat)
        live.bet(seat, bets)
        live.close()
        won = live.results.nets[seat]
        nets.update(won)
        for wager in bets:
            prices = prices_of(live.rules, wager)
            hit = [prices[row] for row in prices if row in won_by(seat, roll)[wager]]
            assert won[wager] == 100 * (hit[0] if hit else -1)
    for result in PAI_GOW.odds.results(live.rules):
        if result.wager in bets and result.wager != "match":  # at one position it is even
            assert nets[result.wager] == result.outcomes.expectation * 216 * 100


@pytest.mark.parametrize("named", ["every_round", "after_triple"])
def test_every_course_of_a_dice_bonus(named) -> None:
    """Three rounds through the referee, for every seat of the button before and after triples."""
    options = {"dragons_eye": True, "dragon_without_main": True, "shaker_named": named}
    rules = TableRules(BOOK, options)
    found = {r.wager: r.outcomes for r in PAI_GOW.odds.results(rules) if "bonus" in r.wager}
    mine, other = 3, 5
    weights = {mine: Fraction(1, 216), other: Fraction(5, 216), 0: Fraction(210, 216)}
    expected = Fraction(0)
    for button, *course in product((mine, other), *[(mine, other, 0)] * 3):
        chance = Fraction(1 if button == mine else 5, 6)
        for triple in course:
            chance *= weights[triple]
        expected += chance * course_of(options, button, course, mine)
    assert expected / 100 == found["dice_bonus"].expectation


def course_of(options, button: int, course: list[int], mine: int) -> int:
    """What a dollar nets in cents when triples of these numbers come, 0 being no triple, and the
    button was there before; a wager is left down as is best."""
    live = Table(PAI_GOW.play, BOOK, options=options, keep_log=False)
    live.chance = Dealt({}, (button, 1, 2))
    live.sit(mine)
    live.bet(mine, odd=100)
    live.close()
    net = 0
    for number, triple in enumerate(course):
        live.chance = Dealt({}, (triple,) * 3 if triple else (1, 2, 2))
        live.begin()
        if not number:
            live.bet(mine, dice_bonus=100)
        live.close()
        while isinstance(live.waiting, Ask):
            view = live.view(mine)
            worth = PAI_GOW.odds.advise(view, live.rules)
            if worth:
                assert (worth["retain"] > worth["take_down"]) is (number < 2)
            live.act(mine, maths(PAI_GOW).POLICIES["optimal"](view, live.rules))
        stood, stays = (
            sum(event.amount for event in live.events if event.kind == kind)
            for kind in ("stands", "stays")
        )
        net += live.round.state.nets[mine].get("dice_bonus", 0) + stays - stood
        if not triple:
            break
    return net


# Advice


def test_advice_at_every_question_of_a_round() -> None:
    live = table()
    hand = tiles("6-6 1-6 5-6 2-3")
    dealers = tiles("4-4 1-3 2-2 2-4")
    live.chance = Dealt({SEAT: hand, "dealer": dealers})
    live.bet(SEAT, pai_gow=1000)
    live.close()
    worth = PAI_GOW.odds.advise(live.view(SEAT), live.rules)
    known = maths(PAI_GOW).numbers(live.rules)
    tallies = odds.contest(known).of_hand(hand)
    assert [worth[way] for way in WAYS] == [
        Fraction(950 * t.win - 1000 * t.lose, sum(t)) for t in tallies
    ]
    assert worth[HOUSE_WAY] == worth[WAYS[known.house_way(hand)]]
    best = maths(PAI_GOW).POLICIES["optimal"](live.view(SEAT), live.rules)
    live.act(SEAT, best)
    staying = PAI_GOW.odds.advise(live.view(SEAT), live.rules)
    live.act(SEAT, "stay")
    assert staying == {
        "stay": live.results.nets.get(SEAT, {}).get("pai_gow", 0),
        "surrender": -1000,
    }


def test_a_shown_tile_is_played_out_or_not_by_its_worth() -> None:
    live = table()
    good, bad = "6-6 6-6b 1-1 1-1b", "1-3 3-3 5-5 4-6"
    for text, better in ((good, "play_out"), (bad, "void_hand")):
        live.chance = Dealt({SEAT: tiles(text)})
        live.bet(SEAT, pai_gow=1000)
        live.close()
        live.report("player_tile_exposed", SEAT)
        while isinstance(live.waiting, Ask):
            view = live.view(SEAT)
            worth = PAI_GOW.odds.advise(view, live.rules)
            assert worth
            chosen = maths(PAI_GOW).POLICIES["optimal"](view, live.rules)
            if "void_hand" in worth:
                assert chosen == better
            live.act(SEAT, chosen)
        assert live.results


def test_advice_for_a_bank() -> None:
    live = table(player_bank=True)
    as_player(live, tile_set()[:4], tile_set()[4:8], WAYS[0])
    hand = tiles("6-6 1-6 5-6 2-3")
    live.chance = Dealt({SEAT: hand})
    live.begin()
    live.act(SEAT, "bank")
    live.close()
    for choice in ("no_cut", "allow", "no_choice"):
        assert PAI_GOW.odds.advise(live.view(SEAT), live.rules) == {}
        live.act(SEAT, choice)
    worth = PAI_GOW.odds.advise(live.view(SEAT), live.rules)
    known = odds.contest(maths(PAI_GOW).numbers(live.rules), banks=True)
    assert [worth[way] for way in WAYS] == [
        Fraction(950 * t.win - 1000 * t.lose, sum(t)) for t in known.of_hand(hand)
    ]


@pytest.mark.parametrize("name", list(PAI_GOW.odds.policies))
def test_every_policy_plays_rounds(name) -> None:
    live = table(dragons_eye=True)
    live.chance = Shoe(Philox(10))
    policy = PAI_GOW.odds.policies[name]
    for _ in range(20):
        live.bet(SEAT, pai_gow=1000, odd=500)
        live.close()
        asked = 0
        while isinstance(live.waiting, Ask):
            chosen = policy(live.view(SEAT), live.rules)
            asked += chosen in (*WAYS, HOUSE_WAY)
            live.act(SEAT, chosen)
        assert asked == 1
