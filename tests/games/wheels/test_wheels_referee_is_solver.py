"""The referee and the odds of roulette and the big six wheel tell the same story: every pocket of
every wheel, with every wager on every spot."""

from collections import Counter
from fractions import Fraction

import pytest

from houseway.games import game
from houseway.referee.conversation import Conversation
from houseway.referee.data import TableData
from houseway.referee.requests import Ask, Bets, Input, Next, Spin
from houseway.referee.round import Round
from houseway.rulebook.table_rules import TableRules

SEAT = 1
EXTRA = {"offer_five_adjacent": True, "wheel_replica": True, "offer_seven_numbers": True}
COLORS = {"offer_red_black": False, "offer_dozen": False}


def spin(where, rules, bets, *pockets):
    """One round with these bets; the wheel stops on these pockets in turn until one counts."""
    talk = Conversation(Round(rules, TableData(players={SEAT: "one"})), where.play)
    stops = iter(pockets)
    while (waiting := talk.waiting) is not None:
        if isinstance(waiting, Bets):
            if not talk.round.state.placed.get(SEAT):
                talk.submit(Input("bet", SEAT, amounts=tuple(bets.items())))
            talk.submit(Input("close"))
        elif isinstance(waiting, Spin):
            talk.submit(Input("spin", what=next(stops)))
        elif isinstance(waiting, Ask):
            talk.submit(Input("act", waiting.who, waiting.choices[0].name))
        else:
            assert isinstance(waiting, Next)
            talk.submit(Input("go"))
    return talk.round.state.nets[SEAT]


def compare(where, options, pockets, void=()):
    rules = TableRules(where.rulebook(), options)
    found = {result.wager: result for result in where.odds.results(rules)}
    bets = {}
    for base, wager in rules.wagers.items():
        cents = int(found[base].stakes[base] * 100)
        bets |= {f"{base}@{spot}": cents for spot in wager.spots} or {base: cents}
    nets = {name: Counter() for name in bets}
    counting = [pocket for pocket in pockets if pocket not in void]
    for pocket in counting:
        for name, won in spin(where, rules, bets, *void, pocket).items():
            nets[name][Fraction(won, bets[name])] += Fraction(1, len(counting))
    for name, seen in nets.items():
        outcomes = found[name.partition("@")[0]].outcomes
        shares = {
            net: Fraction(n, outcomes.denominator) for net, n in outcomes.distribution.items()
        }
        assert seen == shares, name


@pytest.mark.parametrize(
    ("options", "void"),
    [
        ({"wheel": "double_zero", **EXTRA}, ()),
        ({"wheel": "double_zero", "zero_rule": "half", **EXTRA}, ()),
        (
            {"wheel": "double_zero", "offer_six_color": True, "offer_eight_color": True, **COLORS},
            (),
        ),
        ({"wheel": "single_zero", "offer_seven_color": True, **COLORS, **EXTRA}, ()),
        ({"wheel": "double_as_single", "offer_seven_color": True, **COLORS, **EXTRA}, ("00",)),
    ],
)
def test_roulette(options, void):
    roulette = game("roulette")
    wheel = "single_zero" if options["wheel"] == "single_zero" else "double_zero"
    compare(roulette, options, roulette.rulebook().wheels[wheel].pockets, void)


@pytest.mark.parametrize("wheel", ["ones_23", "ones_24"])
def test_big_six(wheel):
    big_six = game("big-six")
    compare(big_six, {"wheel": wheel}, big_six.rulebook().wheels[wheel].pockets)
