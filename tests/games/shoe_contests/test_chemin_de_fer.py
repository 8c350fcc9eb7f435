"""Chemin de fer: figures against punto banco, the best use of the free choices, and the books."""

from fractions import Fraction

import pytest
from given import Given

from houseway.equipment.cards import card
from houseway.games import game
from houseway.games.shoe_contests import baccarat_deal
from houseway.games.shoe_contests.baccarat_chemin_de_fer import deal as chemin_deal
from houseway.games.shoe_contests.baccarat_chemin_de_fer.odds import (
    Choices,
    best_play,
    edge_of_card,
    edge_of_reply,
    every_choice,
    shares,
    tables_of,
)
from houseway.games.shoe_contests.baccarat_odds import Shoe
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.native import is_wanted

CHEMIN = game("baccarat-chemin-de-fer")
PUNTO = game("baccarat-punto-banco")


def at(**options: object) -> TableRules:
    return TableRules(CHEMIN.rulebook(), options)


@pytest.mark.parametrize("decks", ["6", "8"])
def test_best_play_is_punto_banco(decks) -> None:
    rules = at(decks=decks)
    assert best_play(rules).name == "card_draw_draw"
    punto = TableRules(PUNTO.rulebook(), {"decks": decks})
    edges = {one.wager: one.outcomes.house_advantage for one in PUNTO.odds.results(punto)}
    own = {one.wager: one.outcomes.house_advantage for one in CHEMIN.odds.results(rules)}
    assert own["bank"] == edges["banker"]
    assert own["cover"] == edges["player"]


def test_published_shares_of_eight_decks() -> None:
    found = shares(at(decks="8"), best_play(at(decks="8")))
    whole = sum(found)
    assert round(found.banker / whole, 6) == 0.458597
    assert round(found.player / whole, 6) == 0.446247
    assert round(found.tie / whole, 6) == 0.095156


@pytest.mark.parametrize("rate", [4, 5])
def test_vigorish_does_not_change_the_bankers_choices(rate) -> None:
    """Beside a player who draws on 5 the Banker draws on both squares, before and after it; beside
    one who stays he stays on both."""
    rules, kept = at(), 1 - Fraction(rate, 100)

    def worth(choices) -> Fraction:
        found = shares(rules, choices)
        return found.banker * kept - found.player

    for player, best in (("D", "card_draw_draw"), ("S", "stay_stay_stay")):
        own = [one for one in every_choice(rules) if one.player == player]
        assert max(own, key=worth).name == best


def test_the_house_takes_what_both_sides_lose() -> None:
    best = CHEMIN.odds.strategy(at())
    found = shares(at(), best_play(at()))
    assert best.vigorish == Fraction(5, 100) * Fraction(found.banker, sum(found))
    assert best.house_advantage + best.bank_loses == best.vigorish


def pairs(count: int, shoe) -> list[tuple[tuple[int, int], Fraction]]:
    """Two cards of a count from a full shoe, in order, and their chance."""
    whole = sum(shoe)
    return [
        ((a, b), Fraction(shoe[a] * (shoe[b] - (a == b)), whole * (whole - 1)))
        for a in range(10)
        for b in range(10)
        if (a + b) % 10 == count
    ]


def test_what_a_card_on_5_is_worth_adds_up_to_the_figures() -> None:
    """Hand by hand, the gain of a card over a stay is what the two whole figures differ by."""
    rules = at()
    card, stay = Choices("D", ("D", "D")), Choices("S", ("D", "D"))
    gain = sum(
        chance * (edge_of_card(rules, own, "D") - edge_of_card(rules, own, "S"))
        for own, chance in pairs(5, Shoe.at(rules).values)
    )
    assert gain == shares(rules, stay).edge - shares(rules, card).edge
    assert gain > 0


@pytest.mark.parametrize(("count", "third", "at_square"), [(3, 9, 0), (5, 4, 1)])
def test_what_the_banker_gains_by_a_draw_adds_up_to_the_figures(count, third, at_square) -> None:
    rules = at()
    values = Shoe.at(rules).values
    draws = tables_of(rules, best_play(rules)).player
    gain = Fraction(0)
    for own, chance in pairs(count, values):
        left = list(values)
        for value in own:
            left[value] -= 1
        asked = sum(  # the Player's two cards ask for a third, and it is this one
            Fraction(
                left[a] * (left[b] - (a == b)) * (left[third] - (a == third) - (b == third)),
                sum(left) * (sum(left) - 1) * (sum(left) - 2),
            )
            for a in range(10)
            for b in range(10)
            if draws >> (a + b) % 10 & 1
        )
        worth = [edge_of_reply(rules, own, third, choice) for choice in "DS"]
        gain += chance * asked * (worth[0] - worth[1])
    best, other = best_play(rules), list(best_play(rules).banker)
    other[at_square] = "S"
    assert gain == shares(rules, best).edge - shares(rules, Choices("D", tuple(other))).edge
    assert gain > 0


def test_advice_on_a_free_choice_and_on_nothing_else() -> None:
    given = Given()
    table = Table(CHEMIN.play, CHEMIN.rulebook(), chance=given, keep_log=False)
    for seat in (1, 2):
        table.sit(seat)
    burned, dealt = "2c 9c 9d", "2h As 3h 2s 9h 5s"
    given.cards = [card(name) for name in f"{burned} {dealt}".split()]
    advised = []
    table.begin()
    while isinstance(asked := table.waiting, Ask):
        found = CHEMIN.odds.advise(table.view(asked.who), table.rules)
        names = {choice.name for choice in asked.choices}
        if found:
            advised.append(found)
            assert set(found) == names
        takes = [n for n in ("bid", "stake", "accept", "banco", "card", "draw") if n in names]
        chosen = takes[0] if takes else asked.choices[0].name
        choice = asked.choice(chosen)
        table.act(asked.who, chosen, choice.least)
    announced, replied = advised
    assert announced["card"] > announced["stay"]
    assert replied["draw"] > replied["stay"]


def test_the_referee_settles_the_kernels_cards_alike() -> None:
    """The kernel's cards through the referee, with two participants who take every wager."""
    rules, given = at(), Given()
    state = chemin_deal.table(rules, 7, 3)
    one = state[0]
    table = Table(CHEMIN.play, CHEMIN.rulebook(), chance=given, keep_log=False)
    for seat in (1, 2):
        table.sit(seat)
    nets = {"bank": 0, "cover": 0}
    for _ in range(200):
        due, before = bool(one.due), given.shuffles
        start = 0 if due else int(one.dealt)
        baccarat_deal.prepare.jit(one)
        baccarat_deal.play_round.jit(one)
        given.cards = [int(c) >> baccarat_deal.CARD for c in one.shoe[start : one.dealt]]
        table.begin()
        assert (given.shuffles > before) == due
        while isinstance(asked := table.waiting, Ask):
            names = [choice.name for choice in asked.choices]
            takes = [n for n in ("bid", "stake", "accept", "banco", "card", "draw") if n in names]
            chosen = takes[0] if takes else names[0]
            choice = asked.choice(chosen)
            table.act(asked.who, chosen, choice.least if choice.cards else min(10_000, choice.most))
        assert not given.cards
        for moves in table.round.state.nets.values():
            for name, net in moves.items():
                nets[name] += net
    bets = {"bank": 10_000, "cover": 10_000}
    found = chemin_deal.dealt(rules, bets, one)
    assert {name: sums.net for name, sums in found.wagers.items()} == nets
    assert given.shuffles > 1


def test_the_kernel_holds_wagers_to_the_limits() -> None:
    with pytest.raises(Refused, match="wagers run from"):
        CHEMIN.deal.every_bet(at(), {"bank": 1})
    with pytest.raises(Refused, match="only the kernel simulates"):
        is_wanted(CHEMIN, at(), {"bank": 1000}, None, 10, False)
