"""Every figure of Colorado hold 'em poker at one table. Stakes are in dollars.

The bonus wager is counted for a player who decides as is best for ante and bet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import deck, mask, names
from houseway.games.against_table.colorado_hold_em_poker import odds
from houseway.games.against_table.colorado_hold_em_poker.game import (
    ANTE,
    BET,
    BONUS,
    CHECK,
    DECLARE,
    FOLD,
    WAGERS,
)
from houseway.games.against_table.colorado_hold_em_poker.hand import instant_row
from houseway.games.against_table.colorado_hold_em_poker.points import discard_by_points
from houseway.games.against_table.held import READERS, Held, called, held
from houseway.games.against_table.played import Played, limit_of
from houseway.games.against_table.table_results import AgainstTable
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_lines,
    renamed,
    sight_of,
)
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.simple_rule import simple_rules as costs
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

STAKES: Mapping[str, Fraction] = {ANTE: Fraction(10), BONUS: Fraction(1)}
DISCARDS = ("discard_1", "discard_2", "discard_3")
OPTIMAL = "optimal"


def nets(rules: TableRules, wager: str) -> dict[str, Fraction]:
    """What a wager of one nets by row."""
    prices = rules.schedule(wager).prices
    return {
        row: Fraction(0) if price.kind == "push" else price.odds
        for row, price in prices.items()
        if price.kind != "lose"
    }


def prices(rules: TableRules, ante: Fraction) -> odds.Prices:
    """What each row nets, and the limit of a hand where it can be reached."""
    found = nets(rules, ANTE)
    win, push = (RANKS.index(rules.rule(name)) for name in ("least_win", "least_push"))
    cap = limit_of(rules, ANTE, ante, 2 * max(found.values()))
    return odds.Prices(rules.rule("without_bet"), found, win, push, cap)


def bonus_results(rules: TableRules, stakes: Stakes | None) -> Iterator[Result]:
    """The bonus wager under the best play, where it is offered."""
    game = main_game(rules, stakes)
    return bonus_of(rules, game.plan, game.optimal.strategy, stakes)


def bonus_of(
    rules: TableRules, plan: Sequence[int], strategy: str, stakes: Stakes | None
) -> Iterator[Result]:
    """The bonus wager when decided so, where it is offered."""
    if BONUS in rules.wagers:
        least = RANKS.index(rules.rule("bonus_least"))
        table = main_game(rules, stakes).bonus(plan, nets(rules, BONUS), least)
        yield result_at(
            rules, table, Method.ENUMERATION, wager=BONUS,
            depends_on=TABLE.options(rules, stakes), stakes={BONUS: STAKES[BONUS]},
            strategy=strategy,
        )  # fmt: skip


TABLE = AgainstTable(
    STAKES, WAGERS, prices, odds.main_game, Method.ENUMERATION, ["version", "main"], bonus_results
)
main_game, results = TABLE.main_game, TABLE.results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Both versions with their odds. A payout limit is any amount, and matters only to wagers that
    can reach it."""
    return variations(book, together=[["version", "main", "bonus"]])


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    flat = odds.Prices(FOLD, {}, 8, 5)
    assert odds.MainGame(flat, tuple(deck("TJQKA", "cd"))).optimal.deals


# -- the best play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: the share of deals in which it does what, and what simpler ways to
    play cost. By points is the way to discard of ``points``."""

    house_advantage: Fraction
    decides: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways."""
    game = main_game(rules, stakes)
    best = game.optimal
    others = (_followed(game, read_policy(content, rules)) for content in simple_rules(rules))
    return Strategy(-best.expectation, best.decided, costs(best, others))


def simple_rules(rules: TableRules) -> list[dict[str, Any]]:
    """Ways to play that a person can remember; each discards by points."""
    game, declare = rules.book.game, {"do": DECLARE, "instant": True}
    if rules.rule("without_bet") == FOLD:
        low = {"do": FOLD, "pair": False, "highest": "2 to 6"}
        return [
            {"game": game, "name": "fold sixes or less", "rules": [declare, low], "otherwise": BET},
            {"game": game, "name": "never fold", "rules": [declare], "otherwise": BET},
            {"game": game, "name": "never declare", "rules": [low], "otherwise": BET},
        ]
    pair = {"do": BET, "pair": "2 to A"}
    return [
        {"game": game, "name": "bet on a pair", "rules": [declare, pair], "otherwise": CHECK},
        {"game": game, "name": "never bet", "rules": [declare], "otherwise": CHECK},
        {"game": game, "name": "always bet", "rules": [declare], "otherwise": BET},
    ]


# -- any other strategy --------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What a table looks at: three cards, whether they are an instant winner, and which of them is
    discarded by points."""

    cards: Held
    instant: bool
    away: int


@dataclass(frozen=True)
class Table(PolicyTable[Seen]):
    """A table that decides whether to bet; what is discarded is left to points."""

    def __call__(self, sight: Sight) -> str:
        """What is done by someone who sees this."""
        facts = self.facts(sight)
        if sight.choices == DISCARDS:
            return DISCARDS[facts.away]
        return self.choose(facts)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Seen]:
    """A way to decide from a table: conditions as in ``held``, `pair: false` for cards without one,
    and `instant: true` for an instant winner. Discards are by points."""
    win, push = (RANKS.index(rules.rule(name)) for name in ("least_win", "least_push"))
    otherwise = rules.rule("without_bet")

    def facts(sight: Sight) -> Seen:
        cards = sight.hand
        found = bool(instant_row(mask(cards)))
        return Seen(held(cards, win), found, discard_by_points(cards, win, push))

    readers: dict[str, Callable[[Any], Callable[[Seen], bool]]] = {
        name: _of_cards(reader) for name, reader in READERS.items()
    }
    readers["instant"] = lambda value: lambda seen: seen.instant == bool(value)
    pair = readers["pair"]
    readers["pair"] = lambda value: (
        (lambda seen: not seen.cards.pairs) if value is False else pair(value)
    )
    choices = (BET, otherwise, DECLARE)
    return Table(*read_lines(content, rules.book.game, choices, readers), facts)


def _of_cards(
    reader: Callable[[Any], Callable[[Held], bool]],
) -> Callable[[Any], Callable[[Seen], bool]]:
    def read(value: Any) -> Callable[[Seen], bool]:
        condition = reader(value)
        return lambda seen: condition(seen.cards)

    return read


def _plan(game: odds.MainGame, decide: Decide) -> list[int]:
    """Which option is taken with each class of three cards."""
    suits, found = sorted({card >> 4 for card in game.cards}), []
    for one, instant in zip(game.classes, game.instants, strict=True):
        sight = Sight(_choices(game, bool(instant)), one.example)
        other = Sight(sight.choices, renamed(one.example, suits))
        check_alike(decide, [(sight, other)])
        does, away = answer(decide, sight), odds.NONE
        if does in (BET, CHECK):
            first, second = (Sight(DISCARDS, each.hand) for each in (sight, other))
            check_alike(decide, [(first, second)])
            away = DISCARDS.index(answer(decide, first))
        found.append(game.prices.options.index((does, away)))
    return found


def plan_by(rules: TableRules, number: int) -> list[int]:
    """What one of the simple rules does with each class of three cards."""
    return _plan(main_game(rules), read_policy(simple_rules(rules)[number], rules))


def _choices(game: odds.MainGame, instant: bool) -> tuple[str, ...]:
    """What may be decided first, in the referee's order."""
    return (BET, game.prices.otherwise, *((DECLARE,) if instant else ()))


def _followed(game: odds.MainGame, decide: Decide) -> Played:
    return game.follow(_plan(game, decide), name_of(decide))


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """Every wager when decided so: exact, whatever it is."""
    game = main_game(rules, stakes)
    plan = _plan(game, decide)
    played = game.follow(plan, name_of(decide))
    bonus = bonus_of(rules, plan, played.strategy, stakes)
    return [*TABLE.played(rules, played, stakes), *bonus]


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    game = main_game(rules, stakes)
    sets = sum(one.ways for one in game.classes)
    groups: dict[tuple[str, str, str], tuple[int, int]] = {}
    for n, (option, best) in enumerate(zip(_plan(game, decide), game.plan, strict=True)):
        lost = int(game.sums[n, best] - game.sums[n, option])
        if lost:
            one = game.classes[n]
            does, should = (said(game.prices.options[at], one.example) for at in (option, best))
            key = called(one.example), does, should
            came, cost = groups.get(key, (0, 0))
            groups[key] = came + one.ways, cost + one.ways * lost
    unit = game.boards * game.scale
    return dearest(
        [
            Mistake(
                hand=hand, beside="", does=does, best=best, share=Fraction(came, sets),
                each=Fraction(cost, came * unit), cost=Fraction(cost, sets * unit),
            )
            for (hand, does, best), (came, cost) in groups.items()
        ]
    )  # fmt: skip


def said(option: odds.Option, hand: Sequence[int]) -> str:
    """An option in words.

    >>> from houseway.equipment.cards import cards
    >>> said(("bet", 1), cards("Kc 7d 2h")), said(("fold", -1), ())
    ('bet, without the 7', 'fold')
    """
    does, away = option
    return does if away == odds.NONE else f"{does}, without the {RANKS[hand[away] & 15]}"


# -- single hands --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandClass:
    """Three cards that differ only in the names of suits: one of them, how many there are, what the
    best of it is, and what it is worth in antes."""

    hand: str
    ways: int
    best: str
    worth: Fraction


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of three cards."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, stakes)
    for n, (one, best) in enumerate(zip(game.classes, game.plan, strict=True)):
        worth = Fraction(int(game.sums[n, best]), game.boards * game.scale)
        words = said(game.prices.options[best], one.example)
        yield HandClass(names(one.example), one.ways, words, worth)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, of ante and bet together, played
    as well as can be from here on."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes = view.state.stakes(view.who)
    game = main_game(rules, {ANTE: Fraction(stakes[ANTE], 100)})
    worth = game.worth(view.state.hands[view.who])
    offered = [choice.name for choice in view.asked.choices]
    if offered[0] in DISCARDS:
        does = BET if stakes.get(BET) else CHECK
        found = {name: worth[does, away] for away, name in enumerate(DISCARDS)}
    else:
        found = {
            name: max(one for (does, _), one in worth.items() if does == name) for name in offered
        }
    return {name: one * stakes[ANTE] for name, one in found.items()}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly; of equal ones the cheapest, and of equal discards the first."""
    worth = advise(view, rules)
    order = sorted(worth, key=lambda name: name == BET)
    return max(order, key=lambda name: worth[name])


def _simple(number: int) -> Callable[[View, TableRules], str]:
    def choose(view: View, rules: TableRules) -> str:
        return answer(read_policy(simple_rules(rules)[number], rules), sight_of(view))

    return choose


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    OPTIMAL: optimal_policy,
    "short_rule": _simple(0),
    "shorter_rule": _simple(1),
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
