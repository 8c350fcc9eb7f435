"""The referee and the solver of blackjack tell the same story: on all deals of small shoes, split
trees included, and on random deals of full ones."""

from collections import Counter
from fractions import Fraction

import pytest

from houseway.equipment.cards import deck
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import game
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.blackjack import side_odds
from houseway.games.twenty_one.by_plan import by_plan
from houseway.games.twenty_one.composition.terms import TEN, hand_of
from houseway.games.twenty_one.match_dealer import match_rows
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.table_numbers import prices as table_prices
from houseway.games.twenty_one.twentyone import GOAL, is_blackjack, rank, worth
from houseway.referee.oracle import SEAT, Oracle
from houseway.referee.requests import Ask, Input
from houseway.referee.table import Table
from houseway.rulebook.models import Deck
from houseway.rulebook.table_rules import TableRules

BLACKJACK = game("blackjack")
BOOK = BLACKJACK.rulebook("nj")
PLAIN = {"decks_in_use": "2", "shuffle_method": "house", "dealer_cards": "hole_no_peek"}
RESPLITS = {"resplit_offered": True, "boxes": "6", "resplits": "4"}
EXPOSED = {
    "dealer_cards": "double_exposure",
    "main_pays": "exposed",
    "double_on": "nine_to_eleven",
}


def small_table(ranks, suits, **options):
    """A table whose deck has these cards alone; the shoe must outlast any round."""
    book = BOOK.model_copy(update={"deck": Deck(ranks=ranks, suits=suits, cite=BOOK.deck.cite)})
    return TableRules(book, {**PLAIN, **options})


SAFEST = ["stand", "hit", "double", "surrender"]  # of equal choices the solver takes the first


class Walk(Oracle):
    """The oracle, with the solver's choice among equal ones. A double is made in full."""

    def _best(self, known, alike):
        waiting = self.resume(alike[0][0]).waiting
        names = [c.name for c in waiting.choices if c.name not in self.never]
        names.sort(key=lambda name: SAFEST.index(name) if name in SAFEST else 0)
        found = []
        for name in names:
            given = Input("act", SEAT, name, amount=waiting.choice(name).most)
            found.append(self._solve([((*ins, given), chance) for ins, chance in alike]))
        return max(found, key=lambda solved: solved.value)


def follow(rules, bets, decide, alike=True):
    """All that happens to a seat that decides so."""
    walk = Oracle(
        BLACKJACK.play, rules, bets, alike=rank if alike else None,
        decide=lambda view: decide(view, rules),
    )  # fmt: skip
    return walk.solve().outcomes


def mean(outcomes, name=""):
    """The mean net in dollars, of every wager whose name ends so."""
    return sum(
        chance * net for nets, chance in outcomes.items() for wager, net in nets
        if wager.endswith(name)
    ) / 1000  # fmt: skip


def distribution(solved):
    found = Counter()
    for nets, chance in solved.outcomes.items():
        found[Fraction(sum(net for _, net in nets), 1000)] += chance
    return found


CASES = [
    ("8TA", {}),
    ("9TA", {"soft_17": "hit", "surrender": True}),
    ("7TA", EXPOSED),
]


@pytest.mark.parametrize(("ranks", "options"), CASES)
def test_the_best_play_without_splits_on_a_small_shoe(ranks, options):
    """Every decision tried through the referee; outcome by outcome the solver's counts."""
    plain = {"decks_in_use": "1", "dealer_cards": "no_hole"}  # a hidden card would tell by its suit
    rules = small_table(ranks, "cdhs", **{**plain, **options})
    walk = Walk(BLACKJACK.play, rules, {"main": 1000}, alike=rank, never=["split", "insure"])
    seen = walk.solve()
    solved = odds.play_by(numbers(rules), odds.no_splits, "no splits")
    solved.table.check()
    assert seen.value / 1000 == solved.expectation
    assert sum(seen.outcomes.values()) == 1
    counted = {
        net: Fraction(count, solved.table.denominator)
        for net, count in solved.table.distribution.items()
        if count
    }
    assert distribution(seen) == counted


SPLITS = [
    ("8A", "cdhs", RESPLITS),
    ("TA", "cdhs", {**RESPLITS, "resplits": "3", "resplit_aces": True}),
    ("7A", "cdhs", {**RESPLITS, "dealer_cards": "hole_with_reader", "soft_17": "hit"}),
    ("8TA", "cd", {"surrender": True, "soft_17": "hit"}),
    ("9TA", "cd", {"main_pays": "six_to_five", "soft_17": "hit", "double_after_split": False}),
    ("8TA", "cd", {"split_21_beats": False, "dealer_cards": "hole_with_reader"}),
    ("9TA", "cd", {**EXPOSED, "soft_17": "hit"}),
    ("6TA", "cd", EXPOSED),
]


@pytest.mark.parametrize(("ranks", "suits", "options"), SPLITS)
def test_a_strategy_with_splits_on_a_small_shoe(ranks, suits, options):
    """The solver's strategy played through the referee card by card: the same rounds, split into
    the same hands, with the same nets."""
    rules = small_table(ranks, suits, **options)
    seen = follow(rules, {"main": 1000}, by_plan)
    solved = odds.optimal(numbers(rules))
    solved.table.check()
    assert any("split" in outcome.label for outcome in solved.table.outcomes)
    if "6" in ranks:
        assert any(TEN in one.splits for one in solved.dealt)
    assert sum(seen.values()) == 1
    assert mean(seen) == solved.expectation == solved.table.expectation
    assert by_hands(seen, told=False) == counted_by_hands(solved, told=False)
    if rules.rule("dealer_cards") == "hole_with_reader":  # else hands are split beside a blackjack
        assert by_hands(seen) == counted_by_hands(solved)


def by_hands(outcomes, told=True):
    """Rounds of the referee by the number of hands, if that is told, and the net of all of them."""
    found = Counter()
    for nets, chance in outcomes.items():
        hands = 1 + sum(name.startswith("split_") for name, _ in nets)
        found[hands if told else 0, Fraction(sum(net for _, net in nets), 1000)] += chance
    return found


def counted_by_hands(solved, told=True):
    """The solver's outcomes likewise."""
    found = Counter()
    for label, net, _, chance in solved.lines:
        hands = int(label.split()[2]) if label.startswith("split into") else 1
        found[hands if told else 0, net] += chance
    return found


@pytest.mark.parametrize("ranks", ["TA", "8T"])
def test_multiple_action_on_a_small_shoe(ranks):
    """What a hand over 21 has lost is not given back beside a blackjack of the dealer's."""
    rules = small_table(ranks, "cdhs", multiple_action=True, dealer_cards="no_hole")
    seen = follow(rules, {"main": 1000, "main_on_2": 1000}, by_plan)
    solved = odds.optimal(numbers(rules))
    assert numbers(rules).bust_is_final
    assert mean(seen, "_on_2") == solved.expectation
    assert mean(seen) == 2 * solved.expectation
    second = Counter()
    for nets, chance in seen.items():
        net = sum(net for name, net in nets if name.endswith("_on_2"))
        second[Fraction(net, 1000)] += chance
    counted = counted_by_hands(solved, told=False)
    assert second == {net: chance for (_, net), chance in counted.items()}
    assert sum(counted.values()) == 1


# -- random deals of full shoes -------------------------------------------------------------------


def final_hands(events):
    """The cards of every hand at the end, and which hands were doubled."""
    held, doubled = {}, set()
    for event in events:
        if event.kind == "dealt":
            held.setdefault(event.who, []).extend(event.cards)
            if event.step in ("double_card", "double_down"):
                doubled.add(event.who)
        elif event.kind == "revealed" and event.step == "split":
            held[event.who] = list(event.cards)
    return held, doubled


def solvers_net(rules, events, choices):
    """What the solver's own functions make of a round, in units of the wager."""
    engine, known = odds.terms(numbers(rules)), numbers(rules)
    held, doubled = final_hands(events)
    dealer = held.pop("dealer")
    hands = {place: cards for place, cards in held.items() if place != "determinant"}
    split = len(hands) > 1
    natural = len(dealer) > 1 and is_blackjack(dealer[:2], rules.points)
    mine = not split and is_blackjack(hands[SEAT], rules.points)
    if natural:
        if mine:
            return known.price("blackjack") if known.exposed else Fraction(0)
        return Fraction(-1)
    if mine:
        return known.price("blackjack")
    if "surrender" in choices:
        return Fraction(-1, 2)
    total = Fraction(0)
    for place, cards in hands.items():
        points = worth(cards, rules.points).total
        more = int(place in doubled)
        if points > GOAL:
            total -= 1 + more
            continue
        end = worth(dealer, rules.points).total
        won = engine.beats(points, len(cards), split, min(end, GOAL + 1))
        counts = hand_of(*(odds.value_of(rules.points[card & 15]) for card in cards))
        total += {1: dict(engine.prices)[engine.row(counts)] + more, 0: 0, -1: -1 - more}[won]
    return total


TABLES = [
    {"dealer_cards": "hole_no_peek", "surrender": True, **RESPLITS, "resplit_aces": True},
    {"dealer_cards": "hole_with_reader", "pays_777": True, "pays_five_card_21": True},
    {"dealer_cards": "no_hole", "soft_17": "hit", "main_pays": "six_to_five"},
    {**EXPOSED, "decks_in_use": "8"},
]


def play_random(rounds, options, seed):
    dice = Philox(seed, 1)
    shuffled = {"shuffler": "continuous", **options}
    table = Table(BLACKJACK.play, BOOK, options=shuffled, chance=Shoe(Philox(seed)), keep_log=False)
    table.sit(SEAT)
    for _ in range(rounds):
        table.begin()
        table.bet(SEAT, {"main": 1000})
        table.close()
        while isinstance(table.waiting, Ask):
            offered = [c for c in table.waiting.choices if c.name not in ("insure", "even_money")]
            choice = offered[dice.below(len(offered))]
            table.act(SEAT, choice.name, choice.most)
        state = table.round.state
        net = sum(state.nets[SEAT].values())
        held, _ = final_hands(table.events)
        if len(held["dealer"]) == 1 and len(held) > 2:
            continue  # split hands that were all over: nothing was drawn to compare with
        due = solvers_net(table.rules, table.events, state.choices.get(SEAT, ()))
        assert net == due * 1000, [str(event) for event in table.events]


@pytest.mark.parametrize("options", TABLES)
def test_random_deals_are_settled_as_the_solver_pays(options):
    play_random(150, options, 21)


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_ten_thousand_random_deals(options):
    play_random(2_500, options, 2)


# -- side wagers ----------------------------------------------------------------------------------

SIDES = [
    ("over_13", {"over_under_offered": True}),
    ("under_13", {"over_under_offered": True}),
    ("same_suit", {"same_suit_offered": True, "same_suit_pays": "decks_1_1"}),
]


@pytest.mark.parametrize(("wager", "options"), SIDES)
def test_side_wagers_of_two_cards_on_a_small_shoe(wager, options):
    rules = small_table("9KA", "cd", decks_in_use="1", **options)
    seen = follow(rules, {"main": 1000, wager: 100}, lambda view, _: _stand(view), alike=False)
    (result,) = BLACKJACK.odds.results(rules, wager=wager)
    assert 10 * mean(seen, wager) == result.outcomes.expectation


def _stand(view):
    names = [choice.name for choice in view.asked.choices]
    return "stand" if "stand" in names else names[-1]


SHOES = [
    ({"match_offered": True}, ["match_dealer"]),
    ({"match_offered": True, "decks_in_use": "8", "match_pays": "decks_8"}, ["match_dealer"]),
    ({"twenty_offered": True, "twenty_pays": "B"}, ["twenty_point"]),
    ({"optional_offered": True}, ["optional_bonus"]),
    ({"between_offered": True, "between_pays": "C"}, ["in_between"]),
    ({"sevens_offered": True}, ["sevens"]),
]


@pytest.mark.parametrize(("options", "wagers"), SHOES)
def test_side_wagers_of_random_deals_are_paid_by_the_rows_counted(options, wagers):
    """Each wager's net at the table is one of the solver's outcomes, by its own rule of rows."""
    table = Table(
        BLACKJACK.play, BOOK, options={"shuffler": "continuous", **options},
        chance=Shoe(Philox(5)), keep_log=False,
    )  # fmt: skip
    table.sit(SEAT)
    (result,) = BLACKJACK.odds.results(table.rules, wager=wagers[0])
    nets = {outcome.net for outcome in result.outcomes.outcomes}
    seen = Counter()
    for _ in range(250):
        table.begin()
        table.bet(SEAT, {"main": 1000, wagers[0]: 100})
        table.close()
        while isinstance(table.waiting, Ask):
            names = [choice.name for choice in table.waiting.choices]
            table.act(SEAT, "hit" if "hit" in names else _stand(table.view(SEAT)))
        net = Fraction(table.round.state.nets[SEAT][wagers[0]], 100)
        assert net in nets
        assert net == row_net(table, wagers[0], result)
        seen[net] += 1
    assert len(seen) > 1


def row_net(table, wager, result):
    """The net of the row that the solver sees in the cards dealt."""
    from houseway.games.twenty_one import third_card
    from houseway.games.twenty_one.blackjack import side_rows

    held, _ = final_hands(table.events)
    cards, dealer, points = held[SEAT], held["dealer"], table.rules.points
    prices = table_prices(table.rules, wager)
    first = cards[:2]
    rows = {
        "match_dealer": lambda: list(match_rows(first, dealer[0])),
        "in_between": lambda: list(side_rows.between_rows(first, dealer[0])),
        "twenty_point": lambda: list(
            side_rows.twenty_rows(first, points, 20, is_blackjack(dealer[:2], points))
        ),
        "optional_bonus": lambda: (
            list(third_card.rows(dealer[:3], points))
            if worth(dealer[:2], points).total < 17
            else []
        ),
        "sevens": lambda: list(
            side_rows.seven_rows(cards[:3] if side_rows.is_two_sevens(cards) else first)
        ),
    }[wager]()
    if not rows:
        return Fraction(-1)
    return sum(prices[row] for row in (rows if wager == "match_dealer" else rows[:1]))


def test_the_shoe_of_side_wagers_is_the_tables():
    rules = TableRules(BOOK, {"decks_in_use": "8"})
    assert Counter(numbers(rules).cards) == Counter(deck(copies=8))
    assert sum(side_odds.same_suit_counts(numbers(rules)).values()) == 416 * 415
