"""Winner's pot poker: figures worked out another way, any table valued, the button over many
rounds, and the kernel's cards dealt again by the referee."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from checked import checked
from given import assert_alike

from houseway.equipment.cards import cards, deck, mask
from houseway.games import game, open_table
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.games.pots.button import after_button, next_button
from houseway.games.pots.winners_pot_poker import deal, odds, policy
from houseway.games.pots.winners_pot_poker.facts import CAN_BE, code_of, decoded
from houseway.games.pots.winners_pot_poker.hand import Terms, bonus_row, divide
from houseway.games.pots.winners_pot_poker.results import SIMPLE, main_game, simple_way
from houseway.games.pots.winners_pot_poker.streets import CHOOSE, Pack
from houseway.hands.poker import strength
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

GAME = game("winners-pot-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
FREE = odds.Nets(*map(Fraction, (-1, -2, 4, 0, -4)))
TENTH = odds.Nets(Fraction(-1), Fraction(-2), Fraction(16, 5), Fraction(-2, 5), Fraction(-4))
SMALL = tuple(deck("9TJQK", "cd"))  # ten cards: two hands of five and no more


# -- against plain enumeration ---------------------------------------------------------------------


def brute_force(whole, nets):
    """The best play by trying everything: own three and one card seen, then four and two."""
    three = defaultdict(lambda: defaultdict(list))
    for own in combinations(whole, 3):
        left = [card for card in whole if card not in own]
        for shown, fourth, other, fifth in permutations(left, 4):
            rest = [card for card in left if card not in (shown, fourth, other, fifth)]
            mine = strength(mask([*own, fourth, fifth]))
            for unseen in combinations(rest, 3):
                theirs = strength(mask([shown, other, *unseen]))
                net = nets.win if mine > theirs else nets.tie if mine == theirs else nets.lose
                three[own, shown][fourth, other].append(net)
    total = deals = 0
    for fours in three.values():
        count = sum(len(ends) for ends in fours.values())
        bet = sum(max(sum(ends), nets.fold_four * len(ends)) for ends in fours.values())
        total += max(bet, nets.fold_three * count)
        deals += count
    return Fraction(total) / deals, deals


@pytest.mark.parametrize("nets", [FREE, TENTH])
def test_every_deal_of_a_small_deck(nets) -> None:
    found = odds.MainGame(SMALL, (nets,), 0)
    best, deals = brute_force(SMALL, nets)
    assert found.deals == deals
    assert found.optimal.expectation == best
    assert sum(found.optimal.counts) == deals


def test_two_commissions_at_once_are_as_each_alone() -> None:
    both = [odds.MainGame(SMALL, (FREE, TENTH), at).optimal for at in (0, 1)]
    assert both == [odds.MainGame(SMALL, (nets,), 0).optimal for nets in (FREE, TENTH)]
    with pytest.raises(ValueError, match="rise"):
        odds.MainGame(SMALL, (TENTH, FREE), 0)


def test_four_cards_are_looked_up_as_they_are_counted() -> None:
    whole = tuple(deck("9TJQKA", "cdh"))
    found = odds.MainGame(whole, (TENTH,), 0)
    chance = Random(33)
    for _ in range(300):
        seen = chance.sample(whole, 6)
        worth = found.worth(seen[:4], seen[4:])
        assert found.doubles(seen[:4], seen[4:]) == (worth["double"] > worth["fold"])


def test_three_cards_are_worth_the_mean_of_four() -> None:
    found = odds.MainGame(SMALL, (TENTH,), 0)
    own, shown = SMALL[:3], SMALL[5]
    left = [card for card in SMALL if card not in (*own, shown)]
    worths = [
        max(found.worth([*own, fourth], [shown, other]).values())
        for fourth, other in permutations(left, 2)
    ]
    assert found.worth(own, [shown])["bet"] == sum(worths) / len(worths)


def test_classes_tell_apart_what_suits_do() -> None:
    pack = Pack.of(tuple(deck()))
    assert pack.classes.ways.sum() == 22100 * 49
    found = odds.MainGame(pack.cards, (FREE,), 0)
    one, other, third = (
        found.class_of(cards(own), cards(card)[0])
        for own, card in (("Ac Kc 2d", "3c"), ("Kh Ah 2s", "3h"), ("Ac Kc 2d", "3h"))
    )
    assert one == other != third


# -- the real deck ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def main():
    return main_game(RULES)


@pytest.mark.soak
def test_the_house_has_no_edge_but_its_commission(main) -> None:
    """Both sides get five cards: without a fold nobody is ahead, and the commission is a tenth of
    the pot of eight antes half of the time, or of four where hands tie."""
    (stay,) = odds.follow(main, [simple_way("always_stay")])
    assert stay.expectation == Fraction(-2, 5)
    assert stay.share(odds.WIN) == stay.share(odds.LOSE)
    # Half of all hands are five ranks apart, of which 3**5 others have the same; pairs add a tenth
    apart = Fraction(1302540, 2598960) * Fraction(3**5, 1533939)
    assert apart < stay.share(odds.TIE) < apart * Fraction(12, 10)


@pytest.mark.soak
def test_the_best_play(main) -> None:
    edge = Fraction(3034090608509, 15820024220000)
    assert -main.optimal.expectation == edge
    free = TableRules(BOOK, {"commission_percent": 0})
    assert main_game(free).optimal.expectation == Fraction(866351171843, 6229134536625)
    kept = [
        -main_game(TableRules(BOOK, {"commission_percent": percent})).optimal.expectation
        for percent in range(11)
    ]
    assert kept == sorted(kept)
    assert kept[4] < 0 < kept[5]


def test_a_fixed_amount_that_is_never_less_makes_no_difference(main) -> None:
    """At an ante of $10 a tenth of the pot is $8."""
    above = TableRules(BOOK, {"commission_most": 800})
    assert maths(GAME).nets_of(above, 1_000, Terms(10, 800)) == main.nets
    below = maths(GAME).nets_of(above, 1_000, Terms(10, 300))
    assert (below.win, below.tie) == (4 - Fraction(3, 10), -Fraction(3, 10))
    assert maths(GAME).nets_of(RULES, 1_000, Terms(10, None, 250)).win == 4 - Fraction(3, 4)


@pytest.mark.soak
def test_simple_rules_cost_little(main) -> None:
    best = main.optimal.expectation
    played = odds.follow(main, [simple_way(name) for name in SIMPLE])
    costs = [best - one.expectation for one in played]
    assert costs == sorted(costs)
    assert 0 < costs[0] < Fraction(13, 1000)
    assert costs[1] < Fraction(21, 1000)


@pytest.mark.soak
def test_mistakes_make_up_the_cost() -> None:
    mine = GAME.odds.own_play.read(SIMPLE["ahead"], RULES)
    played, mistakes = checked(GAME, mine, RULES)
    assert played.strategy == "stay unless the dealer shows more"
    assert {(one.does, one.best) for one in mistakes} == {
        ("bet", "fold"), ("fold", "bet"), ("double", "fold"), ("fold", "double"),
    }  # fmt: skip


def test_only_tables_are_valued() -> None:
    def mine(sight: Sight) -> str:
        return "fold"

    with pytest.raises(Refused, match="table of conditions"):
        GAME.odds.own_play.results(RULES, mine)
    content = {**SIMPLE["ahead"], "rules": [{"do": "bet", "cards": 4}]}
    with pytest.raises(Refused, match="with 4 cards"):
        GAME.odds.own_play.results(RULES, GAME.odds.own_play.read(content, RULES))


def test_the_bonus_of_who_stays_in() -> None:
    """Hands of five as every book counts them; of the pairs, four ranks of thirteen."""
    counts = odds.five_card_rows(tuple(deck()), 9)
    assert counts["royal_flush"] == 4
    assert counts["straight_flush"] == 36
    assert counts["high_pair"] == 1098240 * 4 // 13
    won = 4 * 400 + 36 * 80 + 624 * 50 + 3744 * 30 + 5108 * 15 + 10200 * 10
    won += 54912 * 7 + 123552 * 3 + 337920
    paid = 4 + 36 + 624 + 3744 + 5108 + 10200 + 54912 + 123552 + 337920
    (found,) = GAME.odds.results(RULES, wager="jacks_plus")
    assert found.outcomes.expectation == Fraction(won - (2598960 - paid), 2598960)
    assert found.outcomes.house_advantage == Fraction(473, 1911)


@pytest.mark.parametrize(
    ("held", "row"),
    [("Jc Jd", "high_pair"), ("Tc Td", "pair"), ("2c 2d 2h", "three_of_a_kind"),
     ("2c 3c 4c 5c", "high_card"), ("4c 4d 4h 4s", "four_of_a_kind"), ("9c 9d 2c 2d", "two_pair")],
)  # fmt: skip
def test_rows_of_folded_hands(held, row) -> None:
    assert bonus_row(mask(cards(held)), 9) == row


# -- facts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "shown", "behind"),
    [("Kc 7d 2h", "Qs", False), ("Kc 7d 2h", "Ks", False), ("Kc 7d 2h", "As", True),
     ("2c 2d 3h", "As", False), ("2c 2d 3h 4s", "3s 3d", True), ("3c 3d 5h 4s", "3s 3h", False),
     ("Ac Kd Qh Js", "2s 2d", True), ("2c 2d 4h 4s", "As Ad", False),
     ("9c 7d 2h 3h", "9s 8d", False)],
)  # fmt: skip
def test_behind_what_the_dealer_shows(own, shown, behind) -> None:
    sight = Sight((), tuple(cards(own)), tuple(cards(shown)))
    assert policy.seen_of(sight).behind == behind


def test_every_sight_has_a_number_that_can_be() -> None:
    chance, known = Random(5), set(CAN_BE)
    for _ in range(2000):
        seen = chance.sample(deck(), 6)
        code = code_of(seen[:4], 4, seen[4:], 2)
        assert code in known
        told = decoded(code, 4)
        assert told.highest == max(card & 15 for card in seen[:4])
        assert told.dealer == max(card & 15 for card in seen[4:])
        assert told.suited == (len({card >> 4 for card in seen[:4]}) == 1)
        assert (told.makes == 0) == (len({card & 15 for card in seen[:4]}) == 4)


# -- pot and button --------------------------------------------------------------------------------


def test_nothing_of_a_pot_is_lost() -> None:
    chance = Random(1)
    for _ in range(500):
        pot, winners = chance.randrange(1, 5000), list(range(chance.randrange(0, 7)))
        terms = Terms(chance.randrange(11), chance.choice([None, 1, 50]), chance.choice([1, 25]))
        found = divide(pot, winners, chance.random() < 0.5, terms)
        assert sum(found.shares.values()) + found.dealer + found.commission == pot
        assert found.commission * 10 <= pot
        if winners:
            assert max(found.shares.values()) - min(found.shares.values()) <= 1


def test_the_button_goes_around() -> None:
    last, seen = None, []
    for _ in range(7):
        last = next_button(last, [2, 5])
        seen.append(last)
    assert seen == [0, 2, 5, 0, 2, 5, 0]
    assert next_button(5, [1, 2]) == 0
    assert after_button(2, [2, 5, 7]) == [5, 7, "dealer", 2]


def test_the_button_over_rounds_at_a_table() -> None:
    table = open_table("winners-pot-poker", seed=4)
    for seat in (1, 4):
        table.sit(seat)
    places = []
    for _ in range(5):
        for seat in (1, 4):
            table.bet(seat, {"ante": 1_000})
        table.close()
        while (asked := table.waiting) is not None:
            table.act(asked.who, "fold")
        places.append(next(one.who for one in table.events if one.kind == "button"))
    assert places == ["dealer", 1, 4, "dealer", 1]


def test_no_advice_among_others() -> None:
    table = open_table("winners-pot-poker", seed=4)
    for seat in (1, 4):
        table.sit(seat)
        table.bet(seat, {"ante": 1_000})
    table.close()
    assert GAME.odds.advise(table.view(1), table.rules) == {}
    assert GAME.odds.policies["ahead"](table.view(1), table.rules) in ("bet", "fold")


def test_advice_is_exact_alone(main) -> None:
    table = open_table("winners-pot-poker", seed=4)
    table.sit(1)
    table.bet(1, {"ante": 1_000})
    table.close()
    view = table.view(1)
    worth = GAME.odds.advise(view, table.rules)
    own, shown = view.state.hands[1], [view.state.hands["dealer"][2]]
    assert worth == {name: 1_000 * one for name, one in main.worth(own, shown).items()}
    best = max(worth, key=lambda name: worth[name])
    assert GAME.odds.policies["optimal"](view, table.rules) == best


# -- the kernel ------------------------------------------------------------------------------------


class Places:
    """The kernel's cards for each place, and any others for the rack."""

    def __init__(self) -> None:
        self.hands: dict[object, list[int]] = {}

    def shuffle(self, deck, side: str = "") -> None:
        pass

    def cut(self, depth: int, side: str = "") -> None:
        pass

    def draw(self, to, count: int, side: str = "") -> list[int]:
        return [self.hands[to].pop(0) for _ in range(count)]

    def below(self, n: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("plays", "players"), [("ahead", 1), ("ahead_with_draws", 1), ("ahead", 3)]
)
def test_the_referee_pays_what_the_kernel_counts(plays, players) -> None:
    bets, rounds, every = {"ante": 1_000, "jacks_plus": 100}, 300, deck()
    state, chance = deal.table(RULES, players, 5, 1), Places()
    plan = deal.plan_of(RULES, Fraction(10), plays=plays)
    table = Table(GAME.play, BOOK, options=STACKS, chance=chance, keep_log=False)
    for seat in range(1, players + 1):
        table.sit(seat)
    found, decide = Dealt(), GAME.odds.policies[plays]
    for _ in range(rounds):
        deal.play_rounds.jit(state, plan, players, CHOOSE, 1)
        dealt = [every[int(at)] for at in state[0].shoe]
        first, second, *unseen = dealt[:5]
        chance.hands = {"dealer": [*unseen[:2], first, second, unseen[2]]}
        for seat in range(1, players + 1):
            chance.hands[seat] = dealt[5 * seat : 5 * seat + 5]
        chance.hands["rack"] = dealt[5 * players + 5 :]
        for seat in range(1, players + 1):
            table.bet(seat, bets)
        table.close()
        while (asked := table.waiting) is not None:
            table.act(asked.who, decide(table.view(asked.who), table.rules))
        found.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    for name in ("bet", "double", "pot"):
        found.wagers.setdefault(name, type(found.all)())
    assert_alike(deal.dealt(RULES, bets, state[0]), found, rounds)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    plan = deal.plan_of(RULES, Fraction(10), plays="ahead")
    plain, compiled = (deal.table(RULES, 2, 7, 1) for _ in range(2))
    deal.play_rounds(plain, plan, 2, CHOOSE, 100)
    deal.play_rounds.jit(compiled, plan, 2, CHOOSE, 100)
    assert plain.tobytes() == compiled.tobytes()


def test_kernel_and_exact_value_agree(main) -> None:
    found = deal.simulate_shard(RULES, {"ante": 1_000}, 3, 0, 1 << 21)
    off = abs(float(found.game.mean / 1_000 - main.optimal.expectation))
    assert off < 4 * found.game.standard_error / 1_000
    always = deal.simulate_shard(RULES, {"ante": 1_000, "jacks_plus": 100}, 3, 1, 1 << 20,
                                 plays="always_stay")  # fmt: skip
    sums = always.wagers["jacks_plus"]
    assert abs(float(sums.mean / 100 + Fraction(473, 1911))) < 4 * sums.standard_error / 100


def test_more_players_leave_more_to_the_house(main) -> None:
    alone = maths(GAME).with_players(RULES, 1)
    assert abs(float(alone.house_advantage + main.optimal.expectation)) < 4 * alone.error
    three = maths(GAME).with_players(RULES, 3)
    assert three.house_advantage - alone.house_advantage > 4 * (three.error + alone.error)
    with pytest.raises(Refused, match="1 to 7"):
        maths(GAME).with_players(RULES, 8)


def test_what_is_not_dealt_is_said() -> None:
    assert "one player" in deal.why_not(RULES, {"jacks_plus": 500})
    assert "limit" in deal.why_not(RULES, {"ante": 1_000, "jacks_plus": 12_501})
    assert not deal.why_not(RULES, {"ante": 1_000, "jacks_plus": 12_500})
    with pytest.raises(Refused, match="no way to play"):
        deal.plan_of(RULES, Fraction(10), plays="boldly")
