"""Every figure of let it ride poker at one table: the rulebook's numbers put into the mathematics.

Stakes are in dollars.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.equipment.cards import RANKS, UNKNOWN, deck, mask, names
from houseway.games.against_table.held import Held, already_pays, classes
from houseway.games.against_table.let_it_ride_poker import odds, policy, published
from houseway.games.against_table.let_it_ride_poker.game import FIRST
from houseway.games.against_table.let_it_ride_poker.hand import MINI_ROYAL
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable
from houseway.games.authoring.result_at import Variation, result_at, results_at, variations
from houseway.games.authoring.row_price import row_price
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = dict.fromkeys((*odds.BETS, "lir_bonus", "three_card_bonus"), Fraction(1))
MAIN = "main"  # bets 1 to 3 together
LOSE = "lose"


def cards_of(rules: TableRules) -> tuple[int, ...]:
    """The cards of the deck in use."""
    assert rules.book.deck is not None
    return tuple(deck(rules.book.deck.ranks, rules.book.deck.suits))


def least_pair(rules: TableRules) -> int:
    """The rank of the lowest pair that wins, a deuce being nought."""
    return RANKS.index(rules.rule("least_pair"))


def prices(rules: TableRules, bet: Fraction = Fraction(1)) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for bets of so many dollars each."""
    schedule = rules.schedule("bet_1")
    found = [row_price(schedule, {row}) for row in odds.ROWS]
    nets = tuple(price.odds if price else Fraction(-1) for price in found)
    limits = [Fraction(limit, 100) / bet for limit, _ in rules.caps("bet_1")]
    cap = min(limits, default=None)
    order = tuple(name for name in rules.rule("settlement_order") if name in odds.BETS)
    reached = cap is not None and cap < len(order) * max(nets)
    return odds.Prices(nets, least_pair(rules), order, cap if reached else None)


def main_game(rules: TableRules, bet: Fraction = Fraction(1)) -> odds.MainGame:
    """Bets 1 to 3 at this table."""
    return odds.main_game(prices(rules, bet), cards_of(rules))


def three_card_bonus(rules: TableRules) -> OutcomeTable:
    """The bonus on the player's own three cards."""
    schedule = rules.schedule("three_card_bonus")

    def net(rows: frozenset[str]) -> tuple[str, Fraction]:
        price = row_price(schedule, rows)
        if price is None:
            return LOSE, Fraction(-1)
        return next(row for row in rows if schedule.prices[row] == price), price.odds

    counts = odds.three_card_counts(cards_of(rules), rules.rule("unlisted_mini_royal"))
    return odds.bonus("three_card_bonus", counts, net)


def lir_bonus(rules: TableRules) -> OutcomeTable:
    """The one-dollar bonus on the five cards; its chip is in the rack whatever comes."""
    schedule = rules.schedule("lir_bonus")
    stake = rules.book.wagers["lir_bonus"].amount[0].exact({})
    assert stake
    kept = 0 if rules.rule("lir_bonus_stake_returned") else 1

    def net(rows: frozenset[str]) -> tuple[str, Fraction]:
        price = row_price(schedule, rows)
        if price is None:
            return LOSE, Fraction(-1)
        (row,) = rows
        return row, Fraction(price.wins(stake), stake) - kept

    counts = odds.five_card_counts(cards_of(rules), least_pair(rules))
    return odds.bonus("lir_bonus", {frozenset({row}): n for row, n in counts.items()}, net)


# Results


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", MAIN, *odds.BETS):
        found += _main_results(rules, main_game(rules, _bet(rules, bets)).optimal, bets)
    if "lir_bonus" in rules.wagers and wager in ("", "lir_bonus"):
        fixed = rules.book.wagers["lir_bonus"]
        if (fixed.amount[0].exact({}) or 0) != bets["lir_bonus"] * 100:
            raise Refused(f"the {fixed.name} is one dollar", fixed.cite)
        found.append(
            result_at(
                rules, lir_bonus(rules), Method.ENUMERATION,
                depends_on=["lir_bonus_stake_returned"], stakes={"lir_bonus": bets["lir_bonus"]},
            )
        )  # fmt: skip
    if "three_card_bonus" in rules.wagers and wager in ("", "three_card_bonus"):
        found.append(
            result_at(
                rules, three_card_bonus(rules), Method.ENUMERATION,
                depends_on=["unlisted_mini_royal"] if mini_royal_unlisted(rules) else [],
                stakes={"three_card_bonus": bets["three_card_bonus"]},
            )
        )  # fmt: skip
    return [result for result in found if wager in ("", result.wager)]


def _main_results(
    rules: TableRules, played: odds.Solution, bets: Mapping[str, Fraction]
) -> list[Result]:
    """Bets 1 to 3 together and each for itself, played in one way."""
    limit = ["payout_limit"] if played.prices.cap is not None else []
    tables = {MAIN: played.together} | {bet: played.alone(bet) for bet in odds.BETS}
    return results_at(
        rules,
        tables,
        Method.DYNAMIC_PROGRAMMING,
        depends_on=["main", *limit],
        stakes={bet: bets[bet] for bet in odds.BETS},
        strategy=played.strategy,
    )


def _bet(rules: TableRules, bets: Mapping[str, Fraction]) -> Fraction:
    """What each of bets 1 to 3 is, in dollars."""
    first, *others = (bets[bet] for bet in odds.BETS)
    if any(other != first for other in others):
        raise Refused("bets 1 to 3 are equal", rules.book.wagers["bet_2"].cite)
    return first


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure: the paytables, what a mini-royal counts as
    where a table does not list it, whether the bonus gives its dollar back. A payout limit is any
    amount, and matters only to bets that can reach it."""
    yield from variations(book, "main", "lir_bonus", "lir_bonus_stake_returned")
    for chosen in variations(book, together=[["three_card_bonus", "unlisted_mini_royal"]]):
        usual = chosen["unlisted_mini_royal"] == book.choices["unlisted_mini_royal"].default
        if usual or mini_royal_unlisted(TableRules(book, chosen)):
            yield chosen


def mini_royal_unlisted(rules: TableRules) -> bool:
    """Whether the three-card table in use has no price for a mini-royal."""
    return rules.schedule("three_card_bonus").prices[MINI_ROYAL].kind == "lose"


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    flat = odds.Prices((Fraction(-1),) * len(odds.ROWS), 0)
    game = odds.MainGame(flat, deck("TJQKA", "cd"))
    list(simple_solutions(game))
    game.cost(game.optimal)
    odds.five_card_counts(tuple(deck("TJQKA", "cd")), 0)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: how often bets ride, and on what, as shares of all hands. High are
    cards of the least rank whose pair wins, and better."""

    house_advantage: Fraction
    bet_1_rides: Fraction
    bet_2_rides: Fraction
    bet_1_rides_on: Mapping[str, Fraction]
    bet_2_rides_on: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways to play."""
    game = main_game(rules, _bet(rules, {**STAKES, **(stakes or {})}))
    best = game.optimal
    simple = tuple(
        SimpleRule(other.strategy, -other.expectation, game.cost(other))
        for other in simple_solutions(game)
    )
    return Strategy(
        -best.expectation, best.rides(1), best.rides(2),
        _rides_on(game, 3), _rides_on(game, 4), simple,
    )  # fmt: skip


def simple_solutions(game: odds.MainGame) -> Iterator[odds.Solution]:
    """Simpler ways to play: the published one, riding only on hands that already pay, and never
    withdrawing."""
    from houseway.games.against_table.let_it_ride_poker.published_plan import (
        MADE_HANDS,
        NEVER_WITHDRAW,
        PUBLISHED,
        plan_of,
    )

    for name, rule in (
        ("published", PUBLISHED),
        ("made_hands", MADE_HANDS),
        ("never_withdraw", NEVER_WITHDRAW),
    ):
        yield game.follow(plan_of(game.solver, rule, game.prices.least_pair), name)


def _rides_on(game: odds.MainGame, held: int) -> dict[str, Fraction]:
    """Of all sets of three or four cards, the share on which a bet rides, by what they are."""
    solver = game.solver
    riding: dict[str, int] = {}
    for one in classes(solver.cards, held):
        if solver.plan[held - 3][solver.number(one.example), 0]:
            kind = published.kind_of(mask(one.example), game.prices.least_pair)
            riding[kind] = riding.get(kind, 0) + one.ways
    hands = comb(len(solver.cards), held)
    return {kind: Fraction(riding[kind], hands) for kind in sorted(riding)}


# Any other strategy


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """Bets 1 to 3 when decided so: exact, whatever it is."""
    bets = {**STAKES, **(stakes or {})}
    played = policy.follow(main_game(rules, _bet(rules, bets)), decide)
    return _main_results(rules, played, bets)


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    return policy.mistakes(main_game(rules, _bet(rules, {**STAKES, **(stakes or {})})), decide)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Held]:
    """A way to decide from a table; conditions as in ``policy.py``."""
    return policy.read(content, rules.book.game, least_pair(rules))


# Classes of hands


@dataclass(frozen=True)
class HandClass:
    """Three or four cards that differ only in the names of suits: one of them, how many there are,
    and what the round is worth, in bets, when the bet rides and when it is withdrawn. With four
    cards that is said of a player who withdrew bet 1."""

    hand: str
    cards: int
    ways: int
    let_it_ride: Fraction
    withdraw: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of three cards and of four."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, _bet(rules, {**STAKES, **(stakes or {})}))
    for held in (3, 4):
        for one in classes(game.solver.cards, held):
            worth = game.worth(one.example)
            ride, withdraw = worth[odds.RIDE], worth[odds.WITHDRAW]
            best = odds.RIDE if ride > withdraw else odds.WITHDRAW
            yield HandClass(names(one.example), held, one.ways, ride, withdraw, best)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of the
    whole round, played as well as can be from here on."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    bet = view.state.stakes(view.who)["bet_3"]
    game = main_game(rules, Fraction(bet, 100))
    rides = bool(view.state.bets[view.who].get("bet_1"))
    worth = game.worth(_seen(view), rides)
    return {choice.name: worth[choice.name] * bet for choice in view.asked.choices}


def _seen(view: View) -> list[int]:
    """A seat's own cards and the first community card, if it shows."""
    hands = view.state.hands
    return [card for card in (*hands[view.who], *hands.get(FIRST, ())) if card != UNKNOWN]


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly; a bet that is worth nothing either way is withdrawn."""
    worth = advise(view, rules)
    return odds.RIDE if worth[odds.RIDE] > worth[odds.WITHDRAW] else odds.WITHDRAW


def published_policy(view: View, rules: TableRules) -> str:
    """The published way to play."""
    seen = _seen(view)
    rides = published.first_rides if len(seen) == 3 else published.second_rides
    return odds.RIDE if rides(mask(seen), least_pair(rules)) else odds.WITHDRAW


def made_hands_policy(view: View, rules: TableRules) -> str:
    """Ride only on a hand that already pays."""
    pays = already_pays(mask(_seen(view)), least_pair(rules))
    return odds.RIDE if pays else odds.WITHDRAW


def never_withdraw_policy(view: View, rules: TableRules) -> str:
    """Let every bet ride."""
    return odds.RIDE


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": optimal_policy,
    "published": published_policy,
    "made_hands": made_hands_policy,
    "never_withdraw": never_withdraw_policy,
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    warm=warm,
)
