"""The kernel deals baccarat as the referee does: the same cards come to the same cents."""

import pytest
from given import Given

from houseway.games import game
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.games.shoe_contests import baccarat_deal as deal
from houseway.games.shoe_contests.baccarat_hand import Outcome
from houseway.games.shoe_contests.baccarat_odds import Shoe
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

SEAT = 1
HANDS = {"player": 1_000, "banker": 2_000, "tie": 500}
DRAGON = {"commission": "dragon_7", "dragon_7_offered": True}
MACHINE = {"shuffler": "continuous", "bonus_offered": True, "vig_collection": "at_payout"}
TABLES = [
    ("mini-baccarat", {"vig_collection": "at_payout"}, HANDS),
    (
        "mini-baccarat",
        {
            "commission": "total_card_match",
            "total_cards_offered": True,
            "variation_notice": True,
            "vig_collection": "at_payout",
        },
        {**HANDS, "total_4": 1_000, "total_5": 1_000},
    ),
    (
        "mini-baccarat",
        {"commission": "dragon_7", "dragon_7_offered": True},
        {**HANDS, "dragon_7": 100},
    ),
    (
        "mini-baccarat",
        {"shuffler": "continuous", "bonus_offered": True},
        {**HANDS, "bonus_player": 100},
    ),
    ("baccarat-punto-banco", {"vig_collection": "at_payout"}, {"banker": 2_000}),
]


def answer(table: Table) -> None:
    while isinstance(asked := table.waiting, Ask):
        table.act(asked.who, asked.choices[0].name)


@pytest.mark.parametrize(("name", "options", "bets"), TABLES)
def test_the_referee_settles_the_kernels_cards_alike(name, options, bets) -> None:
    found, rounds = game(name), 250  # some three shoes
    rules = TableRules(found.rulebook(), options)
    state, given, summed = deal.table(rules, 7, 3), Given(), Dealt()
    one = state[0]
    table = Table(found.play, found.rulebook(), options=options, chance=given, keep_log=False)
    table.sit(SEAT)
    for _ in range(rounds):
        due, before = bool(one.due), given.shuffles
        start = 0 if due else int(one.dealt)
        deal.prepare.jit(one)
        deal.play_round.jit(one)
        given.cards = [int(c) >> deal.CARD for c in one.shoe[start : one.dealt]]
        table.begin()
        assert (given.shuffles > before) == due
        answer(table)
        table.bet(SEAT, bets)
        table.make_ready()
        table.close()
        answer(table)
        assert table.waiting is None
        assert not given.cards, "the kernel has dealt more"
        summed.take(moves_of(table.round, SEAT, bets), main_wagers(rules, bets))
    kernel = deal.dealt(rules, bets, one)
    assert (kernel.wagers, kernel.game, kernel.all) == (summed.wagers, summed.game, summed.all)
    assert given.shuffles > 2


def test_the_kernel_is_the_same_in_plain_python() -> None:
    rules = TableRules(game("mini-baccarat").rulebook())
    plain, compiled = (deal.table(rules, 7, 1) for _ in range(2))
    deal.play_rounds(plain, 2_000)
    deal.play_rounds.jit(compiled, 2_000)
    assert plain.tobytes() == compiled.tobytes()


def test_hands_end_as_often_as_every_deal_says() -> None:
    """A full shoe for every round, each way to end within five standard errors."""
    rules = TableRules(game("mini-baccarat").rulebook(), {"shuffler": "continuous"})
    state, rounds, shoe = deal.table(rules, 5, 0), 1 << 21, Shoe.at(rules)
    deal.play_rounds.jit(state, rounds)
    counted: dict[Outcome, int] = {}
    for cell, times in enumerate(state[0].cells):
        end = deal.outcome_at(cell, int(state.natural[0]))
        counted[end] = counted.get(end, 0) + int(times)
    exact = {end: ways / shoe.deals for end, ways in shoe.outcomes().items()}
    assert {end for end, times in counted.items() if times} <= set(exact)
    for end, chance in exact.items():
        error = (rounds * chance * (1 - chance)) ** 0.5
        assert abs(counted[end] - rounds * chance) < 5 * error + 1, end


def test_a_shoe_is_worth_what_a_full_one_is() -> None:
    rules = TableRules(game("mini-baccarat").rulebook())
    exact = {r.wager: r.outcomes.expectation for r in game("mini-baccarat").odds.results(rules)}
    found = deal.simulate_shard(rules, {"player": 10_000, "banker": 10_000}, 5, 0, 1 << 22)
    for wager, sums in found.wagers.items():
        error = sums.standard_error / 10_000
        assert abs(float(sums.mean) / 10_000 - float(exact[wager])) < 4 * error


def test_more_decks_than_a_record_holds_are_refused() -> None:
    rules = TableRules(game("mini-baccarat").rulebook(), {"decks": 17})
    with pytest.raises(Refused, match="16 decks at the most"):
        deal.simulate_shard(rules, HANDS, 0, 0, 1)
