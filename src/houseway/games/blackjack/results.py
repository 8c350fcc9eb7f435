"""Every figure of blackjack at one table: the rulebook's numbers put into the mathematics.

``odds.py`` and ``side_odds.py`` take plain parameters; here they come from the rules in effect, and
what comes back carries all that it depends on. One player plays one round from a full shoe. Stakes
are in dollars.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.equipment.cards import UNKNOWN, Card, card
from houseway.games.blackjack import odds, side_odds
from houseway.games.blackjack.chart import COLUMNS, Chart, chart_of
from houseway.games.blackjack.hand import extras_at
from houseway.games.blackjack.side_rows import seven_rows
from houseway.games.policy import Decide, Mistake, name_of
from houseway.games.result_at import Variation, result_at, variations
from houseway.games.simple_rule import SimpleRule
from houseway.games.twentyone import EIGHT, GOAL, SEVEN, SIX, rank, suit, worth
from houseway.odds.composition.kernels import VALUES
from houseway.odds.composition.terms import Counts, hand_of
from houseway.odds.progressive import Award, Progressive
from houseway.odds.result import Method, OutcomeTable, Result
from houseway.referee.award import prizes
from houseway.referee.award import worth as prize_worth
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

MAIN, DEALER = "main", "dealer"
STREAKS = {"streak_2": 2, "streak_3": 3, "streak_4": 4, "streak_5": 5}
SIDES = (
    "over_13", "under_13", "same_suit", "sevens", "match_dealer", "twenty_point", "optional_bonus",
    "in_between",
)  # fmt: skip
STAKES = {
    **dict.fromkeys((MAIN, "main_on_2", "main_on_3", "behind_1", "behind_2"), Fraction(10)),
    **dict.fromkeys(("insurance", "insurance_on_2", "insurance_on_3"), Fraction(5)),
    **dict.fromkeys((*SIDES, *STREAKS), Fraction(1)),
    "progressive": Fraction(1),
}
LUCKY = {SIX, SEVEN, EIGHT}
NEVER_SPLITS = "optimal without splits, a full shoe for every hand"

# What the main wager's figures depend on, whatever they are
MAIN_OPTIONS = (
    "main_pays", "decks_in_use", "dealing", "dealer_cards", "soft_17", "surrender",
    "resplit_offered", "resplits", "resplit_aces", "double_after_split", "double_on", "pays_678",
    "pays_777", "pays_five_card_21", "named_ace", "named_face", "split_21_beats",
    "multiple_action",
)  # fmt: skip
SHOE_OPTIONS = ("decks_in_use", "dealing")


# -- the rulebook's numbers -----------------------------------------------------------------------


def decks_dealt(rules: TableRules) -> int:
    """Decks that a round is dealt from: one side of a double shoe has half of them."""
    decks: int = rules.rule("decks")
    return decks // 2 if rules.rule("dealing") == "double_shoe" else decks


def numbers(rules: TableRules) -> odds.Rules:
    """The game's numbers as the rulebook gives them."""
    deck = rules.book.deck
    assert deck is not None
    any_total = rules.rule("double_on") == "any"
    prices = rules.schedule(MAIN).prices
    return odds.Rules(
        points=rules.points,
        decks=decks_dealt(rules),
        stands=rules.rule("dealer_stands"),
        stands_soft=rules.rule("dealer_stands_soft"),
        split_hands=rules.rule("split_hands"),
        prices=tuple((row, price.odds) for row, price in prices.items()),
        extras=extras_at(rules),
        resplit_aces=rules.rule("resplit_aces"),
        double_after_split=rules.rule("double_after_split"),
        double_totals=() if any_total else tuple(map(int, rules.rule("double_totals"))),
        surrender=rules.rule("surrender"),
        exposed=rules.rule("dealer_cards") == "double_exposure",
        split_21_beats=rules.rule("split_21_beats"),
        bust_is_final=bool(rules.rule("multiple_action") and rules.rule("multi_bust")),
        ranks=deck.ranks,
        suits=deck.suits,
    )


@lru_cache(maxsize=64)
def _shoe_alone(rules: odds.Rules) -> odds.Rules:
    """The same shoe with everything that side wagers do not ask for at its plainest."""
    return odds.Rules(
        rules.points, rules.decks, rules.stands, rules.stands_soft, 2, (),
        ranks=rules.ranks, suits=rules.suits,
    )  # fmt: skip


def shoe(rules: TableRules) -> odds.Rules:
    """The table's shoe, for what first cards decide."""
    return _shoe_alone(numbers(rules))


def prices(rules: TableRules, wager: str) -> dict[str, Fraction]:
    """A wager's paytable in use, as odds."""
    return {row: price.odds for row, price in rules.schedule(wager).prices.items()}


# -- results --------------------------------------------------------------------------------------


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table, with its outcomes counted; or the one named."""
    bets = {**STAKES, **(stakes or {})}
    offered = [name for name in rules.wagers if wager in ("", name)]
    found = [
        _result(rules, name, bets.get(name, Fraction(1)), meters)
        for name in offered
        if name in MAKERS or name in ALIKE
    ]
    return [result for result in found if result is not None]


def _result(
    rules: TableRules, name: str, stake: Fraction, meters: Mapping[str, int] | None
) -> Result | None:
    base = ALIKE.get(name, name)
    made = MAKERS[base](rules, base, meters)
    if made is None:
        return None
    table, method, strategy, depends_on, shown = made
    return result_at(
        rules, table, method, wager=name, depends_on=_lawful(rules, name, depends_on),
        stakes={name: stake}, strategy=strategy, meters=shown,
    )  # fmt: skip


def _lawful(rules: TableRules, wager: str, names: tuple[str, ...]) -> list[str]:
    """The options that a result names: what it depends on, and what the law ties to these."""
    found = [*names]
    if (offered := rules.book.wagers[wager].if_offered) and offered not in found:
        found.append(offered)
    if rules.options.get("dealing") == "hand":
        found += ["shuffler", "second_deck"]
    if "resplits" in found and rules.options["resplit_offered"]:
        found.append("boxes")
    if "dealer_cards" in found and "soft_17" not in found:
        found.append("soft_17")
    return [name for name in dict.fromkeys(found) if name in rules.options]


Made = tuple[OutcomeTable, Method, str, tuple[str, ...], Mapping[str, int] | None]
Maker = Callable[[TableRules, str, Mapping[str, int] | None], Made | None]


def _main(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    table = odds.optimal(numbers(rules)).table
    return table, Method.DYNAMIC_PROGRAMMING, "optimal", MAIN_OPTIONS, None


def _insurance(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made | None:
    if not rules.rule("insurance_offered"):
        return None
    return odds.insurance_table(shoe(rules)), Method.COUNTING, "always", SHOE_OPTIONS, None


def _streak(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    game = _without_splits(numbers(rules))
    table = side_odds.streak(name, game, STREAKS[name], prices(rules, name)["win"])
    depends_on = tuple(option for option in MAIN_OPTIONS if option not in SPLIT_OPTIONS)
    return table, Method.MARKOV_CHAIN, NEVER_SPLITS, depends_on, None


SPLIT_OPTIONS = (
    "resplit_offered", "resplits", "resplit_aces", "double_after_split", "split_21_beats",
)  # fmt: skip


@lru_cache(maxsize=32)
def _without_splits(known: odds.Rules) -> odds.Game:
    return odds.play_by(known, odds.no_splits, NEVER_SPLITS)


def _side(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    cards, strategy = shoe(rules), "none"
    if name in ("over_13", "under_13"):
        pair = side_odds.over_under(cards, rules.rule("thirteen"))
        table = pair[0] if name == "over_13" else pair[1]
    elif name == "match_dealer":
        table = side_odds.match_dealer(cards, prices(rules, name))
    else:
        counts = COUNTS[name](rules, cards)
        table = side_odds.one_row(name, counts, prices(rules, name))
        if name == "sevens":
            strategy = "a third card with every pair of sevens"
    depends_on = SHOE_OPTIONS
    return table, Method.COUNTING, strategy, depends_on, None


COUNTS: dict[str, Callable[[TableRules, odds.Rules], Mapping[str, int]]] = {
    "same_suit": lambda rules, cards: side_odds.same_suit_counts(cards),
    "sevens": lambda rules, cards: side_odds.seven_counts(cards),
    "twenty_point": lambda rules, cards: side_odds.twenty_counts(cards, rules.rule("twenty")),
    "optional_bonus": lambda rules, cards: side_odds.optional_counts(
        cards, rules.rule("dealer_stands")
    ),
    "in_between": lambda rules, cards: side_odds.between_counts(cards),
}


def progressive(rules: TableRules, stake: Fraction = STAKES["progressive"]) -> Progressive:
    """The progressive wager at this table, for any state of the meter: pairs of aces are split."""
    schedule, cents = rules.schedule("progressive"), int(stake * 100)
    resets = {name: terms.reset for name, terms in rules.meters.items()}

    def award(rows: frozenset[str], shown: Mapping[str, int]) -> Award:
        fine = {name: amount * FINE for name, amount in shown.items()}
        paid, taken = 0, set()
        for prize in prizes(
            schedule, rows, lambda price: prize_worth(price, cents, fine, schedule.rounds_up)
        ):
            paid += prize_worth(prize.price, cents, fine, schedule.rounds_up)
            if prize.price.meter:
                taken.add(prize.price.meter)
        return Award(paid, frozenset(taken))

    counts = side_odds.ace_counts(shoe(rules))
    patterns = {
        frozenset() if row == side_odds.LOSE else frozenset({row}): count
        for row, count in counts.items()
    }
    whole = sum(counts.values())
    return Progressive("progressive", tuple(schedule.prices), patterns, whole, award, resets, cents)


def _progressive(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    shown = {n: terms.reset for n, terms in rules.meters.items()} | dict(meters or {})
    table = progressive(rules).table(shown)
    return table, Method.COUNTING, "every pair of aces split", SHOE_OPTIONS, shown


PROGRESSIVES = {"progressive": progressive}
_LATER = "money added to the main wager, whose figures count it"
UNPRICED = {
    "bj_bonus": "the house sets its amounts; `side_odds.bonus_mean` is what they may not exceed",
    **dict.fromkeys(
        (
            *("double", "double_2", "double_3", "double_4", "split_2", "split_3", "split_4"),
            *("double_on_2", "double_on_3", "double_2_on_2", "double_2_on_3"),
            *("split_2_on_2", "split_2_on_3"),
        ),
        _LATER,
    ),
}
MAKERS: dict[str, Maker] = {
    MAIN: _main,
    "insurance": _insurance,
    "progressive": _progressive,
    **dict.fromkeys(STREAKS, _streak),
    **dict.fromkeys(SIDES, _side),
}
ALIKE = {  # wagers whose figures are those of another
    "main_on_2": MAIN, "main_on_3": MAIN,
    "insurance_on_2": "insurance", "insurance_on_3": "insurance",
}  # fmt: skip


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure: the common rules in every combination, the
    rarer ones each by itself."""
    seen: list[Variation] = []
    for one in _variations(book):
        if one not in seen:
            seen.append(one)
            yield one


def _variations(book: Rulebook) -> Iterator[Variation]:
    six_boxes = {"resplit_offered": True, "boxes": "6"}
    hand = {"dealing": "hand", "shuffler": "automated", "second_deck": True}
    exposed = {"dealer_cards": "double_exposure", "main_pays": "exposed"}
    yield from variations(book, together=[("main_pays", "soft_17", "decks_in_use")])
    yield from variations(book, "soft_17", surrender=True)
    yield from variations(
        book, together=[("resplits", "resplit_aces", "soft_17")], **six_boxes
    )  # fmt: skip
    yield from variations(book, "soft_17", double_after_split=False, main_pays="six_to_five")
    for decks in ("1", "2"):
        yield from variations(
            book, together=[("double_on", "double_after_split", "soft_17")],
            decks_in_use=decks, **hand,
        )  # fmt: skip
    yield from variations(
        book, together=[("decks_in_use", "soft_17")], double_on="nine_to_eleven", **exposed
    )
    yield from variations(book, "decks_in_use", dealing="double_shoe")
    yield from variations(book, "pays_678", "pays_777", "pays_five_card_21", "split_21_beats")
    yield from variations(book, named_ace="As", named_face="Js")
    yield from variations(book, "soft_17", multiple_action=True)
    for offered, table in (
        ("over_under_offered", ""), ("same_suit_offered", "same_suit_pays"),
        ("sevens_offered", ""), ("progressive_offered", ""), ("match_offered", "match_pays"),
        ("twenty_offered", "twenty_pays"), ("optional_offered", ""),
        ("between_offered", "between_pays"),
    ):  # fmt: skip
        group = [("decks_in_use", table) if table else ("decks_in_use",)]
        yield from variations(book, together=group, **{offered: True})
    yield from variations(book, together=[("decks_in_use", "soft_17")], streak_offered=True)


def warm() -> None:
    """Compile what the figures need."""
    from houseway.games import game

    book = game("blackjack").rulebook("nj")
    odds.optimal(numbers(TableRules(book, {"decks_in_use": "1"})))


# -- strategy -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy:
    """The best play in numbers, and the chart of totals that comes nearest to it."""

    house_advantage: Fraction
    chart_house_advantage: Fraction
    chart_cost: Fraction
    split_frequency: Fraction
    double_frequency: Fraction
    surrender_frequency: Fraction
    insurance_house_advantage: Fraction
    even_money_cost: Fraction
    chart: Chart
    simple_rules: tuple[SimpleRule, ...]

    @property
    def best_simple_rule(self) -> SimpleRule:
        """The simple rule that costs least."""
        return min(self.simple_rules, key=lambda rule: rule.cost)


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, its chart, and what simpler ways to play cost."""
    known = numbers(rules)
    best, chart = odds.optimal(known), odds.by_chart(known)
    ways = {
        "the chart of totals": chart,
        "never split": _without_splits(known),
        "play like the dealer": odds.play_by(known, odds.drawing(odds.mimic(known)), "mimic"),
        "never bust": odds.play_by(known, odds.drawing(odds.never_bust), "never bust"),
    }
    simple = tuple(
        SimpleRule(name, -game.expectation, best.expectation - game.expectation)
        for name, game in ways.items()
    )
    insured = bool(rules.rule("insurance_offered"))
    return Strategy(
        house_advantage=-best.expectation,
        chart_house_advantage=-chart.expectation,
        chart_cost=best.expectation - chart.expectation,
        split_frequency=best.split_frequency,
        double_frequency=best.frequency("doubled"),
        surrender_frequency=best.frequency("surrender"),
        insurance_house_advantage=-odds.insurance_table(known).expectation
        if insured
        else Fraction(0),
        even_money_cost=odds.even_money_cost(known) if insured else Fraction(0),
        chart=_chart(known),
        simple_rules=simple,
    )


# -- any other strategy ---------------------------------------------------------------------------
# plan.py reads charts and needs the best one from here, so what needs plan.py comes in late


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """The main wager when decided so: exact, whatever it is. No insurance is taken."""
    from houseway.games.blackjack import policy

    table = policy.follow(numbers(rules), decide).table
    stake = {**STAKES, **(stakes or {})}[MAIN]
    return [
        result_at(
            rules, table, Method.DYNAMIC_PROGRAMMING, wager=MAIN, stakes={MAIN: stake},
            depends_on=_lawful(rules, MAIN, MAIN_OPTIONS), strategy=name_of(decide),
        )
    ]  # fmt: skip


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    from houseway.games.blackjack import policy

    return policy.mistakes(numbers(rules), decide)


def read_policy(content: Any, rules: TableRules) -> Decide:
    """A way to decide from a plan as simulation takes it, whose bets do not change."""
    from houseway.games.blackjack import policy

    return policy.read(content, rules)


@dataclass(frozen=True)
class HandClass:
    """Two cards against the dealer's: what each decision is worth in units of the wager, together
    with the chance that the dealer has no blackjack (beside one all cost the same)."""

    hand: str
    dealer: str
    total: int
    stand: Fraction
    hit: Fraction
    double: Fraction | None
    split: Fraction | None
    surrender: Fraction | None
    no_blackjack: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every two cards against every card of the dealer's, or for those of
    one point total."""
    known = numbers(rules)
    engine = odds.terms(known)
    for start, _ in odds.dealer_starts(known):
        left = [n - start.count(v) for v, n in enumerate(engine.shoe)]
        for one in range(VALUES):
            for other in range(one, VALUES):
                hand = hand_of(one, other)
                points = odds.worth(hand)[0]
                dealt = all(left[v] >= hand[v] for v in range(VALUES))
                if not dealt or points == engine.goal or total not in (None, points):
                    continue
                found = odds.choices(known, hand, start)
                worth_of = found.worth
                yield HandClass(
                    f"{COLUMNS[one]}-{COLUMNS[other]}", "-".join(COLUMNS[v] for v in start), points,
                    worth_of["stand"], worth_of["hit"], worth_of.get("double"),
                    worth_of.get("split"), worth_of.get("surrender"), found.free,
                    max(worth_of, key=lambda name: worth_of[name]),
                )  # fmt: skip


# -- one decision ---------------------------------------------------------------------------------


def values_of(cards: list[Card], rules: TableRules) -> Counts:
    """Cards by value; those nobody has seen are left out."""
    seen = [odds.value_of(rules.points[rank(c)]) for c in cards if c != UNKNOWN]
    return hand_of(*seen)


def _places(view: View) -> list[int | str]:
    """The seat's hands, in the order in which they came to be."""
    own = [view.who, *(f"{view.who}.{n}" for n in range(2, 5))]
    return [place for place in own if place in view.state.hands]


def _acting(view: View) -> int | str:
    """The hand that is being decided on: the one that was dealt to last."""
    mine = _places(view)
    dealt = [event.who for event in view.events if event.kind == "dealt" and event.who in mine]
    return dealt[-1] if dealt else mine[0]


@dataclass(frozen=True)
class Seen:
    """What a seat sees when it decides: the hand, the dealer's cards, its other cards."""

    place: int | str
    cards: tuple[Card, ...]
    dealer: tuple[int, ...]  # places among the values
    shown: tuple[Card, ...]
    elsewhere: Counts
    split: bool
    stake: int
    peeked: bool  # the dealer is known to have no blackjack


def _seen(view: View, rules: TableRules) -> Seen:
    state, place = view.state, _acting(view)
    hand = [c for c in state.hands[place] if c != UNKNOWN]
    others = [c for other in _places(view) if other != place for c in state.hands[other]]
    dealer = [c for c in state.hands.get(DEALER, []) if c != UNKNOWN]
    if rules.rule("dealer_cards") != "double_exposure":
        dealer = dealer[:1]
    points = tuple(sorted(odds.value_of(rules.points[rank(c)]) for c in dealer))
    seat = view.who
    assert isinstance(seat, int)
    return Seen(
        place, tuple(hand), points, tuple(dealer), values_of(others, rules),
        bool(state.bets[seat].get("split_2") or len(_places(view)) > 1),
        state.stakes(seat)[MAIN], rules.rule("dealer_cards") == "hole_with_reader",
    )  # fmt: skip


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: its own
    cards and the dealer's, and for the rest a full shoe."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = {choice.name: choice for choice in view.asked.choices}
    if "no_insurance" in names:
        return _insuring(view, rules, names)
    if "third_card" in names:
        return _third_card(view, rules)
    if not names.keys() & {"stand"}:
        return {}
    seen, known = _seen(view, rules), numbers(rules)
    found = _choices(seen, known, rules)
    base = Fraction(1) if seen.place == view.who else Fraction(0)
    worths = {}
    for name in names:
        worth_of = found.worth.get("double" if name == "double_down" else name)
        if worth_of is None:
            continue
        if seen.peeked and found.free:
            net = worth_of / found.free
        else:
            net = worth_of - base * (1 - found.free)
        worths[name] = net * seen.stake
    return worths


def _choices(seen: Seen, known: odds.Rules, rules: TableRules) -> odds.Choices:
    hand = values_of(list(seen.cards), rules)
    return odds.choices(
        known, hand, seen.dealer, seen.elsewhere, _kind(seen, known, rules), seen.split
    )


def _kind(seen: Seen, known: odds.Rules, rules: TableRules) -> int:
    """Which kind of hand it is where suits matter: 0 is of two suits, then come those of one, by
    how many of the cards still wanted the dealer shows."""
    ranks = {rank(c) for c in seen.cards}
    if not known.extras.suited_678 or len(seen.cards) != 2 or len(ranks & LUCKY) != 2:
        return -1
    if len({suit(c) for c in seen.cards}) != 1:
        return 0
    (missing,) = LUCKY - ranks
    wanted = [c for c in seen.shown if rank(c) == missing]
    return 1 + sum(suit(c) == suit(seen.cards[0]) for c in wanted)


def _insuring(view: View, rules: TableRules, names: Mapping[str, Any]) -> dict[str, Fraction]:
    """Insurance at its most, no insurance, and even money: each with what the hand is worth."""
    seen, known = _seen(view, rules), numbers(rules)
    hand = values_of(list(seen.cards), rules)
    tens = odds.insurance(known, hand)
    if odds.worth(hand)[0] == GOAL and len(seen.cards) == 2:
        named = {card(n) for n in known.extras.named} == set(seen.cards)
        keep = (1 - tens) * known.price("designated" if named else "blackjack")
    else:
        keep = max(_choices(seen, known, rules).worth.values()) - tens
    found = {"no_insurance": keep * seen.stake}
    if "insure" in names:
        found["insure"] = keep * seen.stake + names["insure"].most * (3 * tens - 1)
    if "even_money" in names:
        found["even_money"] = Fraction(seen.stake)
    return found


def _third_card(view: View, rules: TableRules) -> dict[str, Fraction]:
    """A third card for a pair of sevens beside a dealer's blackjack."""
    seat = view.who
    assert isinstance(seat, int)
    cards = list(view.state.hands[seat])
    stake, pays = view.state.stakes(seat)["sevens"], prices(rules, "sevens")
    left = list(numbers(rules).cards)
    for gone in [*cards, *(c for c in view.state.hands[DEALER] if c != UNKNOWN)]:
        left.remove(gone)
    wins = [pays[next(seven_rows([*cards, third]))] for third in left]
    return {
        "third_card": sum(wins, Fraction(0)) * stake / len(wins),
        "no_card": pays[next(seven_rows(cards))] * stake,
    }


# -- ways to decide, for simulation ---------------------------------------------------------------

ByView = Callable[[View, TableRules], str]


def by_total(choose: Callable[[TableRules, Seen, set[str]], str]) -> ByView:
    """A policy from a rule about one hand; everything else is declined or passed on."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        names = [choice.name for choice in view.asked.choices]
        for usual in ("no_insurance", "third_card", "pass"):
            if usual in names:
                return usual
        if "stand" not in names:
            return names[0]
        return choose(rules, _seen(view, rules), set(names))

    return policy


def _by_chart(rules: TableRules, seen: Seen, names: set[str]) -> str:
    chart = best_chart(rules)
    total, soft = worth(seen.cards, rules.points)
    pair = None
    if "split" in names:
        pair = odds.value_of(rules.points[rank(seen.cards[0])])
    wanted = chart.decide(total, soft, seen.dealer, pair, names)
    return "double_down" if wanted == "double" and "double_down" in names else wanted


def best_chart(rules: TableRules) -> Chart:
    """The chart of totals that is worth most at this table."""
    return _chart(numbers(rules))


@lru_cache(maxsize=64)
def _chart(known: odds.Rules) -> Chart:
    return chart_of(odds.best_chart(known), odds.terms(known))


def _mimic(rules: TableRules, seen: Seen, names: set[str]) -> str:
    total, soft = worth(seen.cards, rules.points)
    draws = odds.drawer(rules.rule("dealer_stands"), rules.rule("dealer_stands_soft"))
    return "hit" if draws(total, soft) and "hit" in names else "stand"


def _never_bust(rules: TableRules, seen: Seen, names: set[str]) -> str:
    total, soft = worth(seen.cards, rules.points)
    return "hit" if odds.never_bust(total, soft) and "hit" in names else "stand"


POLICIES: dict[str, ByView] = {
    "optimal": by_total(_by_chart),
    "mimic": by_total(_mimic),
    "never_bust": by_total(_never_bust),
}
