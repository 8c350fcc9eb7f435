"""Every figure of double down stud at one table. Stakes are in dollars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import UNKNOWN, deck, names
from houseway.games.against_table.double_down_stud import odds
from houseway.games.against_table.double_down_stud.game import (
    DOUBLE,
    NO_DOUBLE,
    ORIGINAL,
    UP_CARDS,
    WAGERS,
)
from houseway.games.against_table.held import READERS, Held, classes, held
from houseway.games.against_table.played import Played, limit_of
from houseway.games.against_table.set_policy import Decision, Lost, plan_of
from houseway.games.against_table.set_policy import mistakes as mistakes_of
from houseway.games.against_table.table_results import AgainstTable
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.pair_rows import ROWS, nets_of
from houseway.games.authoring.policies import by_table
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    name_of,
    read_table,
)
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, simple_rules
from houseway.referee.round import whole_deck
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STAKES: Mapping[str, Fraction] = {ORIGINAL: Fraction(10)}
GAME = "double-down-stud"
CHOICES = (NO_DOUBLE, DOUBLE)
PAIRS = {"do": DOUBLE, "pair": "6 to A"}
MADE = [{"do": DOUBLE, "pays": True}, PAIRS]
SIMPLE: list[dict[str, Any]] = [
    {
        "game": GAME,
        "name": "sixes, four of a suit, open straights",
        "rules": [
            *MADE,
            {"do": DOUBLE, "suited": True},
            {"do": DOUBLE, "gaps": 0, "lowest": "3 to T"},
        ],
        "otherwise": NO_DOUBLE,
    },
    {"game": GAME, "name": "a pair of sixes or better", "rules": MADE, "otherwise": NO_DOUBLE},
    {"game": GAME, "name": "never double", "rules": [], "otherwise": NO_DOUBLE},
    {"game": GAME, "name": "always double", "rules": [], "otherwise": DOUBLE},
]


def prices(rules: TableRules, original: Fraction) -> odds.Prices:
    """What each row nets, and the limit of a hand where it can be reached: then there are amounts
    between none and all that may be best, those up to which a row is paid in full."""
    nets = nets_of(rules.schedule(ORIGINAL))
    win, push = (RANKS.index(rules.rule(name)) for name in ("least_win", "least_push"))
    cap = limit_of(rules, ORIGINAL, original, 2 * max(nets))
    if cap is None:
        return odds.Prices(nets, win, push)
    chips = original * 100 / rules.chip  # of the original wager
    amounts = set(odds.FULL)
    for net in nets:
        if net > 0 and (full := cap / net - 1) > 0:
            in_chips = full * chips // 1
            amounts |= {min(Fraction(n) / chips, Fraction(1)) for n in (in_chips, in_chips + 1)}
    return odds.Prices(nets, win, push, tuple(sorted(amounts)), cap)


TABLE = AgainstTable(STAKES, WAGERS, prices, odds.main_game, Method.DYNAMIC_PROGRAMMING, ["main"])
main_game, results = TABLE.main_game, TABLE.results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """There is one listed table. A payout limit is any amount, and matters only to wagers that can
    reach it."""
    return variations(book, "main")


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    flat = odds.Prices((Fraction(-1),) * len(ROWS), 9, 4)
    assert odds.MainGame(flat, deck("TJQKA", "cd")).optimal.deals


# -- the best play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: the share of all deals in which it doubles, what it doubles on, and
    what simpler ways to play cost."""

    house_advantage: Fraction
    doubles: Fraction
    doubles_on: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways."""
    game = main_game(rules, stakes)
    best = game.optimal
    others = (_followed(game, read_policy(content, rules)) for content in SIMPLE)
    doubles = best.share(lambda end: bool(end.decided))
    return Strategy(-best.expectation, doubles, _doubles_on(game), simple_rules(best, others))


def _doubles_on(game: odds.MainGame) -> dict[str, Fraction]:
    """Of all sets of four cards, the share with which the best play doubles, by what they are."""
    solver, found = game.solver, dict[str, int]()
    for one in classes(solver.cards, odds.SEEN):
        if solver.plan[0][solver.number(one.example), 0]:
            kind = _kind(held(one.example, game.prices.least_win), game.prices.least_push)
            found[kind] = found.get(kind, 0) + one.ways
    sets = sum(one.ways for one in classes(solver.cards, odds.SEEN))
    return {kind: Fraction(found[kind], sets) for kind in sorted(found)}


def _kind(seen: Held, least_push: int) -> str:
    """What four cards are that one may double on."""
    if seen.pays:
        return "a hand that pays"
    if any(rank >= least_push for rank in seen.pairs):
        return "a pair that pushes"
    if seen.pairs:
        return "a lower pair"
    if seen.suited:
        return "four of a suit"
    return "four in a row" if seen.gaps == 0 else "anything else"


DECISIONS = (Decision(odds.SEEN, 1, CHOICES, choices=(DOUBLE, NO_DOUBLE)),)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Held]:
    """A way to decide from a table; conditions as in ``held``."""
    least = RANKS.index(rules.rule("least_win"))

    def facts(sight: Sight) -> Held:
        return held((*sight.hand, *sight.board), least)

    return read_table(content, rules.book.game, CHOICES, READERS, facts)


def _plan(game: odds.MainGame, decide: Decide) -> odds.Plan:
    """Who doubles adds as much as may be."""
    most = len(game.prices.amounts) - 1
    return [one * most for one in plan_of(game.solver.cards, DECISIONS, decide)]


def plan_by(rules: TableRules, name: str) -> NDArray[np.uint8]:
    """What one of the simple rules does with every four cards."""
    content = next(one for one in SIMPLE if one["name"] == name)
    (plan,) = plan_of(whole_deck(rules), DECISIONS, read_policy(content, rules))
    return plan


def _followed(game: odds.MainGame, decide: Decide) -> Played:
    return game.follow(_plan(game, decide), name_of(decide))


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """Both wagers when decided so: exact, whatever it is."""
    return TABLE.played(rules, _followed(main_game(rules, stakes), decide), stakes)


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    game = main_game(rules, stakes)
    solver, plan = game.solver, _plan(game, decide)
    ((deals, lost),) = solver.regrets(plan)
    amounts = tuple(DOUBLE if added else NO_DOUBLE for added in game.prices.amounts)
    one = Decision(odds.SEEN, 1, amounts)
    away = [Lost(plan[0], solver.plan[0], deals, lost)]
    return mistakes_of(solver.cards, [one], away, solver.deals, game.scale)


# -- single hands --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandClass:
    """Four cards that differ only in the names of suits: one of them, how many there are, and what
    the round is worth, in original wagers, with the most added and with nothing."""

    hand: str
    ways: int
    double_down: Fraction
    no_double: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of four cards."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, stakes)
    for one in classes(game.solver.cards, odds.SEEN):
        double, stay = _by_choice(game.worth(one.example))
        best = DOUBLE if double > stay else NO_DOUBLE
        yield HandClass(names(one.example), one.ways, double, stay, best)


def _by_choice(worth: Mapping[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """What the best amount is worth, and nothing added."""
    return max(one for added, one in worth.items() if added), worth[Fraction(0)]


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, of the whole round."""
    if view.asked is None or not isinstance(view.who, int) or UP_CARDS not in view.state.hands:
        return {}
    original = view.state.stake(view.who, ORIGINAL)
    hands = view.state.hands
    seen = [card for card in (*hands[view.who], *hands[UP_CARDS]) if card != UNKNOWN]
    worth = main_game(rules, {ORIGINAL: Fraction(original, 100)}).worth(seen)
    double, stay = _by_choice(worth)
    return {NO_DOUBLE: stay * original, DOUBLE: double * original}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly; what is worth nothing either way is not added."""
    assert view.asked is not None
    worth = advise(view, rules)
    return max(worth, key=lambda name: worth[name]) if worth else view.asked.choices[0].name


POLICIES: dict[str, Policy] = {
    "optimal": optimal_policy,
    "short_rule": by_table(SIMPLE[0], read_policy),
    "made_hands": by_table(SIMPLE[1], read_policy),
    "never_double": by_table(SIMPLE[2], read_policy),
    "always_double": by_table(SIMPLE[3], read_policy),
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
