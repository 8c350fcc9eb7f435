"""Every figure of flop poker at one table. Stakes are in dollars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import deck, names
from houseway.games.against_table.flop_poker import odds
from houseway.games.against_table.flop_poker.game import (
    ANTE,
    BET,
    BONUS,
    FLOP,
    POT,
    SURRENDER,
)
from houseway.games.against_table.flop_poker.hand import HIGH_PAIR_UP
from houseway.games.against_table.held import READERS, Held, held
from houseway.games.against_table.played import Played, limit_of
from houseway.games.against_table.set_policy import Decision, Lost, by_set, plan_of_classes
from houseway.games.against_table.set_policy import mistakes as mistakes_of
from houseway.games.against_table.table_results import AgainstTable
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policies import by_table
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    name_of,
    read_table,
)
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, simple_rules
from houseway.referee.round import whole_deck
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

if TYPE_CHECKING:
    from houseway.games.against_table.flop_poker.pot import PotShares

STAKES: Mapping[str, Fraction] = {ANTE: Fraction(10), BONUS: Fraction(5)}
UNPRICED = {
    POT: "it is won from the other players: with equal wagers nobody gains or loses on average"
}
GAME = "flop-poker"
PAIR_OR_SUIT = [{"do": BET, "pair": "2 to A"}, {"do": BET, "suited": True}]
HIGH = {"do": BET, "high": "1 or more"}
SIMPLE: list[dict[str, Any]] = [
    {
        "game": GAME,
        "name": "a pair, one suit, a jack, or three within five ranks",
        "rules": [*PAIR_OR_SUIT, HIGH, {"do": BET, "gaps": "0 to 2"}],
        "otherwise": SURRENDER,
    },
    {
        "game": GAME,
        "name": "a pair, one suit or a jack",
        "rules": [*PAIR_OR_SUIT, HIGH],
        "otherwise": SURRENDER,
    },
    {"game": GAME, "name": "always bet", "rules": [], "otherwise": BET},
]
DECISION = Decision(odds.OWN, odds.OWN, odds.OPTIONS, choices=(BET, SURRENDER))


def prices(rules: TableRules, ante: Fraction) -> odds.Prices:
    """What each row nets, and the limit of a hand where it can be reached."""
    flop = {row: price.odds for row, price in rules.schedule(FLOP).prices.items()}
    even = rules.schedule(ANTE).prices[HIGH_PAIR_UP].odds
    cap = limit_of(rules, ANTE, ante, even + max(flop.values()))
    least = RANKS.index(rules.rule("least_win"))
    return odds.Prices(even, tuple(flop.items()), least, cap)


def bonus(rules: TableRules, stakes: Stakes | None) -> Iterator[Result]:
    """The three card bonus, where it is offered."""
    if BONUS in rules.wagers:
        nets = {row: price.odds for row, price in rules.schedule(BONUS).prices.items()}
        table = odds.bonus(BONUS, odds.three_card_counts(whole_deck(rules)), nets)
        staked = {BONUS: Fraction({**STAKES, **(stakes or {})}[BONUS])}
        yield result_at(rules, table, Method.ENUMERATION, stakes=staked)


TABLE = AgainstTable(
    STAKES, (ANTE, FLOP), prices, odds.main_game, Method.ENUMERATION, [ANTE, FLOP], bonus
)
main_game, results = TABLE.main_game, TABLE.results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Each wager has one listed table."""
    return variations(book, FLOP, BONUS)


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    from houseway.games.against_table.flop_poker import pot

    small = tuple(deck("TJQKA", "cd"))
    flat = odds.Prices(Fraction(1), tuple((row, Fraction(0)) for row in odds.ROWS), 12)
    assert odds.MainGame(flat, small).sums.size
    pot.of_two(small)


# -- the best play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: the share of deals in which it bets and surrenders, what simpler
    ways to play cost, and how often each of two players takes, shares and loses the pot."""

    house_advantage: Fraction
    decides: Mapping[str, Fraction]
    pot_of_two: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways."""
    game = main_game(rules, stakes)
    best = game.optimal
    others = (_followed(game, read_policy(content, rules)) for content in SIMPLE)
    two = pot(rules, 2)
    shares = {"takes it": two.takes, "shares it": two.shares, "loses it": two.loses}
    return Strategy(-best.expectation, best.decided, shares, simple_rules(best, others))


def pot(rules: TableRules, players: int, rounds: int = 1 << 20, seed: int = 29) -> PotShares:
    """The pot among so many players: exact for two, else simulated with its error."""
    from houseway.games.against_table.flop_poker.pot import pot_shares

    return pot_shares(whole_deck(rules), players, rounds, seed)


# -- any other strategy --------------------------------------------------------------------------


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Held]:
    """A way to decide from a table; conditions as in ``held``."""
    least = RANKS.index(rules.rule("least_win"))

    def facts(sight: Sight) -> Held:
        return held(sight.hand, least)

    return read_table(content, rules.book.game, odds.OPTIONS, READERS, facts)


def _followed(game: odds.MainGame, decide: Decide) -> Played:
    return game.follow(plan_of_classes(game.cards, DECISION, decide), name_of(decide))


def plan_by(rules: TableRules, number: int) -> odds.Choices:
    """What one of the simple rules does with each class of three cards."""
    decide = read_policy(SIMPLE[number], rules)
    return plan_of_classes(whole_deck(rules), DECISION, decide)


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """Ante and flop when decided so: exact, whatever it is."""
    return TABLE.played(rules, _followed(main_game(rules, stakes), decide), stakes)


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    import numpy as np

    game = main_game(rules, stakes)
    plan = plan_of_classes(game.cards, DECISION, decide)
    at = np.arange(len(plan))
    lost = game.sums[at, game.plan] - game.sums[at, plan]
    taken, best, cost = (by_set(game.cards, DECISION, one) for one in (plan, game.plan, lost))
    deals = np.full(cost.shape, game.boards)
    away = [Lost(taken, best, deals, cost)]
    return mistakes_of(game.cards, [DECISION], away, game.deals, game.scale)


# -- single hands --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandClass:
    """Three cards that differ only in the names of suits: one of them, how many there are, and what
    the round is worth, in antes, when the player bets and when he surrenders."""

    hand: str
    ways: int
    bet: Fraction
    surrender: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of three cards."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, stakes)
    unit = game.boards * game.scale
    for n, one in enumerate(game.classes):
        give_up, bet = (Fraction(int(value), unit) for value in game.sums[n])
        best = odds.OPTIONS[int(game.plan[n])]
        yield HandClass(names(one.example), one.ways, bet, give_up, best)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, of ante and flop together."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    ante = view.state.stake(view.who, ANTE)
    worth = main_game(rules, {ANTE: Fraction(ante, 100)}).worth(view.state.hands[view.who])
    return {choice.name: worth[choice.name] * ante for choice in view.asked.choices}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly; what is worth the same is surrendered."""
    worth = advise(view, rules)
    return BET if worth[BET] > worth[SURRENDER] else SURRENDER


POLICIES: dict[str, Policy] = {
    "optimal": optimal_policy,
    "short_rule": by_table(SIMPLE[0], read_policy),
    "shorter_rule": by_table(SIMPLE[1], read_policy),
    "always_bet": by_table(SIMPLE[2], read_policy),
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    unpriced=UNPRICED,
    warm=warm,
)
