"""The referee and the odds of craps tell the same story.

A craps table between rolls is plain data, so the referee itself is a chain: every roll out of every
state of the table, until a wager is decided. Solved as it stands, with the money as it moved, it
must give the distribution that the odds give. Random nights do the same roll by roll.
"""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from houseway.counting.chain import Chain
from houseway.games import game
from houseway.games.dice.craps_bets import STAKES, numbers
from houseway.games.dice.craps_money import net, shares_of
from houseway.games.dice.craps_odds import Plan
from houseway.games.dice.craps_rules import number_of
from houseway.referee.conversation import Conversation
from houseway.referee.data import TableData
from houseway.referee.requests import Ask, Bets, Input, Next, Roll
from houseway.referee.round import Round
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

CRAPS = game("craps")
SEAT = 1
ROLLS = combinations_with_replacement(range(1, 7), 2)
WAYS = {dice: 1 if dice[0] == dice[1] else 2 for dice in ROLLS}
EVERYTHING = {"offer_fire": True, "offer_678": True}


def play_roll(rules, data, bets, dice, chooses=lambda ask: None):
    """One round of the referee with these bets and dice, and everything else as usual. A wager on
    the line keeps an empty table going."""
    bets = bets or ({} if data.standing else {"pass": 1000})
    talk = Conversation(Round(rules, data), CRAPS.play)
    while (waiting := talk.waiting) is not None:
        if isinstance(waiting, Bets):
            if bets:
                talk.submit(Input("bet", SEAT, amounts=tuple(bets.items()), accepted=True))
                bets = {}
            else:
                talk.submit(Input("close"))
        elif isinstance(waiting, Roll):
            talk.submit(Input("roll", numbers=dice))
        elif isinstance(waiting, Ask):
            named = chooses(waiting)
            choice = next((c for c in waiting.choices if c.name == named), waiting.choices[0])
            talk.submit(Input("act", waiting.who, choice.name, amount=choice.least))
        else:
            assert isinstance(waiting, Next)
            talk.submit(Input("go"))
    return talk.round


class Table(NamedTuple):
    """A table between rolls: its data as text, whether the wagers were made, and what they have
    cost so far."""

    data: str
    made: bool = False
    net: int = 0

    def load(self):
        return TableData.from_json(json.loads(self.data))


def saved(data):
    """A table's data without what no wager here depends on: who shot before, and how many rolls."""
    notes = {**data.notes, "last": 0, "shooter": SEAT if data.notes.get("shooter") else 0}
    if "fire" not in data.standing.get(SEAT, {}):
        notes["fresh"] = False
    notes["fire"] = {seat: sorted(points) for seat, points in notes.get("fire", {}).items()}
    return json.dumps({**data.to_json(), "notes": notes, "rounds": 0}, sort_keys=True)


def solve(rules, followed, bets, chooses=lambda ask: None, rolls=WAYS):
    """The distribution of what the wagers of these kinds net, in cents, when ``bets(point, layout,
    made)`` are made before each roll."""

    def after(table, dice):
        data = table.load()
        layout, point = data.standing.get(SEAT, {}), data.notes.get("point", 0)
        stakes = bets(point, layout, table.made)
        made = table.made or bool(stakes)
        round = play_roll(rules, data, stakes, dice, chooses)
        moved = sum(n for w, n in round.state.nets.get(SEAT, {}).items() if base_of(w) in followed)
        left = [w for w in data.standing.get(SEAT, {}) if base_of(w) in followed]
        total = table.net + moved
        return Table("", True, total) if made and not left else Table(saved(data), made, total)

    def moves(table):
        found = Counter()
        for dice, ways in rolls.items() if table.data else ():
            found[after(table, dice)] += ways
        return found

    start = saved(TableData(players={SEAT: "one"}))
    chain = Chain({Table(start): 1}, moves)
    return {end.net: chance for end, chance in chain.ends.items()}


def computed(rules, name, stakes=None):
    """The same distribution from the odds."""
    (result,) = CRAPS.odds.results(rules, stakes, wager=name)
    result.outcomes.check()
    unit = int(next(iter(result.stakes.values())) * 100)
    found = Counter()
    for outcome in result.outcomes.outcomes:
        found[outcome.net * unit] += Fraction(outcome.count, result.outcomes.denominator)
    return found


def once(wager, amount):
    return lambda point, layout, made: {} if made else {wager: amount}


NUMBERS = (4, 5, 6, 8, 9, 10)
KEPT = [
    *((name, {}) for name in ("pass", "dont_pass", "hard_4", "hard_6", "hard_8", "hard_10")),
    *((f"{base}@{n}", {}) for base in ("place_win", "place_lose", "buy", "lay") for n in NUMBERS),
    ("place_win@9", {"payable_unit": 1}),
    ("buy@5", {"buy_fee_5": "won"}),
    ("buy@8", {"buy_fee_rate": 333}),
    ("lay@10", {"lay_fee": "won"}),
    ("lay@6", {"lay_fee_rate": 417}),
    ("hard_8", {"hard_6_8": ["10 to 1"]}),
]


@pytest.mark.parametrize(("wager", "options"), KEPT)
def test_a_wager_kept_until_it_is_decided(wager, options):
    rules = TableRules(CRAPS.rulebook(), options)
    amount = int(STAKES.get(base_of(wager), 1) * 100)
    assert solve(rules, {base_of(wager)}, once(wager, amount)) == computed(rules, wager)


def test_fees_are_rounded_down_to_the_smallest_chip():
    rules = TableRules(CRAPS.rulebook())
    stakes = {"buy@4": Fraction(39)}
    seen = solve(rules, {"buy"}, once("buy@4", 3900))
    assert seen == {7700: Fraction(1, 3), -4000: Fraction(2, 3)} == computed(rules, "buy@4", stakes)


def backed(flat, stakes):
    """A flat bet and its odds as soon as they may be made. ``stakes`` are by the number."""
    travels = {"come": "come_point", "dont_come": "dont_come_point"}

    def bets(point, layout, made):
        if not made:
            return {flat: 1000} if point or flat not in travels else {}
        for wager in list(layout):
            base, at, spot = wager.partition("@")
            if base == travels.get(flat, flat) and (number := number_of(wager, point)):
                odds = f"{flat}_odds{at}{spot}"
                return {} if odds in layout else {odds: stakes[number]}
        return {}

    return bets


TAKEN = dict.fromkeys(NUMBERS, 1000)
LAID = {4: 2000, 5: 1500, 6: 1200, 8: 1200, 9: 1500, 10: 2000}
GRADED = {4: 3000, 5: 4000, 6: 5000, 8: 5000, 9: 4000, 10: 3000}
AT_345 = {"odds_on_4_or_10": 3, "odds_on_5_or_9": 4, "odds_on_6_or_8": 5}


def leave_off(ask):
    return "leave_off"


def call_on(ask):
    return next((choice.name for choice in ask.choices if choice.name.startswith("on_")), None)


@pytest.mark.parametrize(
    ("flat", "stakes", "options"),
    [("pass", TAKEN, {}), ("pass", GRADED, AT_345), ("dont_pass", LAID, {})],
)
def test_a_line_bet_with_full_odds(flat, stakes, options):
    rules = TableRules(CRAPS.rulebook(), options)
    seen = solve(rules, {flat, f"{flat}_odds"}, backed(flat, stakes))
    assert seen == computed(rules, f"{flat}@odds")


@pytest.mark.parametrize(
    ("flat", "stakes", "chooses", "name"),
    [
        ("come", TAKEN, leave_off, "come@odds"),
        pytest.param("come", TAKEN, call_on, "come@odds_on", marks=pytest.mark.slow),
        pytest.param("dont_come", LAID, leave_off, "dont_come@odds", marks=pytest.mark.slow),
    ],
)
def test_a_come_bet_with_full_odds(flat, stakes, chooses, name):
    """Odds of a come bet go back when it is decided by a come out roll, unless they are called
    on."""
    rules = TableRules(CRAPS.rulebook())
    followed = {flat, f"{flat}_point", f"{flat}_odds"}
    assert solve(rules, followed, backed(flat, stakes), chooses) == computed(rules, name)


def test_every_wager_of_one_roll():
    """All of them lie on the layout at once; a Whirl is booked as others and has a roll of its
    own."""
    rules = TableRules(CRAPS.rulebook(), EVERYTHING)
    names = [
        result.wager
        for result in CRAPS.odds.results(rules)
        if result.strategy == "none" and result.wager != "whirl"
    ]
    assert len(names) == 31
    bets = {name: int(STAKES.get(base_of(name), 1) * 100) for name in names}
    seen = {name: Counter() for name in [*names, "whirl"]}
    for dice, ways in WAYS.items():
        round = play_roll(rules, TableData(players={SEAT: "one"}), bets, dice)
        for name in names:
            seen[name][round.state.nets[SEAT][name]] += Fraction(ways, 36)
        alone = play_roll(rules, TableData(players={SEAT: "one"}), {"whirl": 500}, dice)
        nets = alone.state.nets[SEAT]
        seen["whirl"][sum(n for w, n in nets.items() if w != "pass")] += Fraction(ways, 36)
    for name, nets in seen.items():
        assert nets == computed(rules, name), name


def few_points(book):
    """A game with three points and a fire bet that they can win."""
    fire = book.paytables["fire"]
    rows = {"points_3": "Three points", "points_2": "Two points"}
    prices = [Price.parse("30 to 1"), Price.parse("4 to 1")]
    small = fire.model_copy(update={"rows": rows, "tables": {"A": prices}})
    points = book.rules["points"].model_copy(update={"value": ["4", "8", "9"]})
    return book.model_copy(
        update={
            "rules": {**book.rules, "points": points},
            "paytables": {**book.paytables, "fire": small},
        }
    )


def test_the_fire_bet_with_few_points():
    rules = TableRules(few_points(CRAPS.rulebook()), {"offer_fire": True})
    seen = solve(rules, {"fire"}, once("fire", 100))
    assert seen == computed(rules, "fire")
    assert set(seen) == {3000, 400, -100}


@pytest.mark.slow
def test_the_fire_bet():
    rules = TableRules(CRAPS.rulebook(), {"offer_fire": True, "fire": "B"})
    assert solve(rules, {"fire"}, once("fire", 100)) == computed(rules, "fire")


# -- random nights ---------------------------------------------------------------------------


SMALL = ("dont_pass_odds", "dont_come_odds")  # what a flat bet of ten dollars supports anywhere


def random_bets(rules, dice):
    """A few wagers that may or may not be allowed now."""
    found = {}
    for base in dice.sample(list(rules.wagers), 12):
        spots = list(rules.wagers[base].spots)
        amount = 600 if base in SMALL else int(STAKES.get(base, 1) * 100)
        found[f"{base}@{dice.choice(spots)}" if spots else base] = amount
    return found


def allowed(rules, data, bets):
    """Those of the bets that the window takes, one by one."""
    good = {}
    for name, amount in bets.items():
        talk = Conversation(Round(rules, data.copy()), CRAPS.play)
        try:
            talk.submit(Input("bet", SEAT, amounts=(*good.items(), (name, amount)), accepted=True))
        except Refused:
            continue
        good[name] = amount
    return good


def settled(round, wager):
    """What a roll made of a wager, by the money that moved: nothing if it was not decided."""
    won = {"paid": 1, "taken": -1, "returned": 0}
    decided = [e for e in round.events if (e.who, e.wager) == (SEAT, wager) and e.kind in won]
    return sum(won[event.kind] * event.amount for event in decided) if decided else None


def night(rolls, seed):
    dice = random.Random(seed)
    rules = TableRules(CRAPS.rulebook(), EVERYTHING)
    known, data = numbers(rules), TableData(players={SEAT: "one"})
    checked = Counter()
    for _ in range(rolls):
        point = data.notes.get("point", 0)
        bets = allowed(rules, data, random_bets(rules, dice))
        bets.pop("whirl", None)
        called, thrown = set(), (dice.randint(1, 6), dice.randint(1, 6))

        def chooses(ask, called=called):
            offered = [c.name for c in ask.choices]
            if "leave_off" not in offered:
                return offered[0]
            chosen = dice.choice(offered)
            called |= {chosen.removeprefix("on_")} - {"leave_off"}
            return chosen

        round = play_roll(rules, data, bets, thrown, chooses)
        for wager, stake in round.state.placed[SEAT].items():
            if wager == "fire":
                continue
            plan, number = Plan((wager,), called_on=wager in called), number_of(wager, point)
            if base_of(wager) in ("c_and_e", "horn", "horn_high"):
                due = sum(
                    net(rules, part, chips, plan.fate(known, part, point, thrown), thrown, 0)
                    for part, chips in shares_of(rules, wager, stake)
                )
            else:
                fate = plan.fate(known, wager, point, thrown)
                made = fate in ("win", "lose", "void")
                due = net(rules, wager, stake, fate, thrown, number) if made else None
            assert settled(round, wager) == due, (wager, point, thrown)
            checked[base_of(wager)] += due is not None
    return checked


def test_random_rolls_are_settled_as_the_odds_count_them():
    assert sum(night(150, seed=1).values()) > 500


@pytest.mark.soak
@pytest.mark.slow
def test_a_long_night_is_settled_as_the_odds_count_it():
    checked = night(2_000, seed=2)
    wagers = CRAPS.rulebook().wagers.keys() - {"whirl", "fire"}
    assert min(checked[base] for base in wagers) > 8


def test_what_is_not_decided_neither_wins_nor_loses() -> None:
    rules = TableRules(game("craps").rulebook())
    assert net(rules, "pass", 1000, "stay", (1, 2), 0) == 0
    assert net(rules, "pass", 1000, "lose", (1, 2), 0) == -1000
