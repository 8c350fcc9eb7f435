"""Every figure of blackjack at one table: the rulebook's numbers put into the mathematics.

``odds.py`` and ``side_odds.py`` take plain parameters; here they come from the rules in effect, and
what comes back carries all that it depends on. One player plays one round from a full shoe. Stakes
are in dollars.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from houseway.counting.progressive import Award, Progressive
from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.twenty_one import match_dealer, odds, policy, third_card
from houseway.games.twenty_one.blackjack import side_odds
from houseway.games.twenty_one.blackjack.advice import advise
from houseway.games.twenty_one.figures import own_play
from houseway.games.twenty_one.policies import POLICIES
from houseway.games.twenty_one.shoe_cards import LOSE, one_row
from houseway.games.twenty_one.strategy import (
    NEVER_SPLITS,
    every_class,
    strategy,
    without_splits,
)
from houseway.games.twenty_one.table_numbers import MAIN, numbers, prices, shoe
from houseway.referee.award import prizes
from houseway.referee.award import worth as prize_worth
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

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

# What the main wager's figures depend on, whatever they are
MAIN_OPTIONS = (
    "main_pays", "decks_in_use", "dealing", "dealer_cards", "soft_17", "surrender",
    "resplit_offered", "resplits", "resplit_aces", "double_after_split", "double_on", "pays_678",
    "pays_777", "pays_five_card_21", "named_ace", "named_face", "split_21_beats",
    "multiple_action",
)  # fmt: skip
SHOE_OPTIONS = ("decks_in_use", "dealing")
# Tables that differ in these share little that takes long; those with the most come first
APART = ("resplits", "decks_in_use")


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
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
    game = without_splits(numbers(rules))
    table = side_odds.streak(name, game, STREAKS[name], prices(rules, name)["win"])
    depends_on = tuple(option for option in MAIN_OPTIONS if option not in SPLIT_OPTIONS)
    return table, Method.MARKOV_CHAIN, NEVER_SPLITS, depends_on, None


SPLIT_OPTIONS = (
    "resplit_offered", "resplits", "resplit_aces", "double_after_split", "split_21_beats",
)  # fmt: skip


def _side(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    cards, strategy = shoe(rules), "none"
    if name in ("over_13", "under_13"):
        pair = side_odds.over_under(cards, rules.rule("thirteen"))
        table = pair[0] if name == "over_13" else pair[1]
    elif name == "match_dealer":
        table = match_dealer.match_table(cards, prices(rules, name))
    else:
        counts = COUNTS[name](rules, cards)
        table = one_row(name, counts, prices(rules, name))
        if name == "sevens":
            strategy = "a third card with every pair of sevens"
    depends_on = SHOE_OPTIONS
    return table, Method.COUNTING, strategy, depends_on, None


COUNTS: dict[str, Callable[[TableRules, odds.Rules], Mapping[str, int]]] = {
    "same_suit": lambda rules, cards: side_odds.same_suit_counts(cards),
    "sevens": lambda rules, cards: side_odds.seven_counts(cards),
    "twenty_point": lambda rules, cards: side_odds.twenty_counts(cards, rules.rule("twenty")),
    "optional_bonus": lambda rules, cards: third_card.counts(cards, rules.rule("dealer_stands")),
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
        frozenset() if row == LOSE else frozenset({row}): count for row, count in counts.items()
    }
    whole = sum(counts.values())
    return Progressive("progressive", tuple(schedule.prices), patterns, whole, award, resets, cents)


def _progressive(rules: TableRules, name: str, meters: Mapping[str, int] | None) -> Made:
    shown = {n: terms.reset for n, terms in rules.meters.items()} | dict(meters or {})
    table = progressive(rules).table(shown)
    return table, Method.COUNTING, "every pair of aces split", SHOE_OPTIONS, shown


PROGRESSIVES = {"progressive": progressive}
_LATER = "money added to the main wager, whose outcomes (`doubled`, `split into`) count it"
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
    yield from variations(book, together=[("decks_in_use", "soft_17")], streak_offered=True)
    yield from variations(book, "soft_17", surrender=True)
    yield from variations(book, together=[("resplits", "resplit_aces", "soft_17")], **six_boxes)
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


def warm() -> None:
    """Compile what the figures need."""
    from houseway.games import game

    book = game("blackjack").rulebook("nj")
    odds.optimal(numbers(TableRules(book, {"decks_in_use": "1"}))).table.check()


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=own_play(
        lambda rules, bets: numbers(rules),
        policy.follow,
        policy.mistakes,
        lambda rules: _lawful(rules, MAIN, MAIN_OPTIONS),
    ),
    progressives=PROGRESSIVES,
    apart=APART,
    unpriced=UNPRICED,
    warm=warm,
)
