"""Every figure of Boston 5 stud poker at one table: the rulebook's numbers put into mathematics.

Stakes are in dollars. The optional bonus is settled before the second wager, on cards that are
shown if they win it. Where a house has posted a payout limit, the figures hold for the ante that is
named.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.canonical import Pack
from houseway.counting.result import Method, Result
from houseway.equipment.cards import cards_in, mask, names
from houseway.games.against_dealer.boston_5_stud_poker import odds
from houseway.games.against_dealer.boston_5_stud_poker.hand import three_card_rows
from houseway.games.against_dealer.boston_5_stud_poker.odds import FOLD, SECOND
from houseway.games.against_dealer.fold_or_play_policy import least_of
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_least,
    read_table,
    renamed,
)
from houseway.games.authoring.result_at import Stakes, Variation, result_at, results_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import even_odds, pack_of, paid_by, times_of
from houseway.hands.poker import (
    CATEGORIES,
    PAIR,
    THREE_CARD_CATEGORIES,
    best_ranks,
    category,
    three_card_strength,
)
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

STAKES = {"ante": Fraction(1), "first": Fraction(2), "bonus3": Fraction(1)}
MAIN = "main"  # ante, first, second and ante bonus together
BONUS, SIDE, LIMIT = "ante_bonus", "bonus3", "payout_limit"
CHOICES = (SECOND, FOLD)


# The table's numbers


def prices(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for an ante of so many dollars."""
    first = times_of(rules, "first", "ante")
    second = first * times_of(rules, "second", "first")
    rows = rules.schedule(BONUS).prices
    bonus = tuple(rows[row].odds if row in rows else Fraction(0) for row in CATEGORIES)
    limits = [Fraction(limit, 100) / ante for limit, _ in rules.caps(BONUS)]
    most = first + second + max(bonus)
    cap = min((limit for limit in limits if limit < most), default=None)
    return odds.Prices(
        times=(Fraction(1), first, second),
        odds=(even_odds(rules, "first"), even_odds(rules, "second")),
        bonus=bonus,
        cap=cap,  # one that is never reached makes no difference
    )


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante, first and second wager at this table."""
    cards = rules.rule("first_cards"), rules.rule("final_cards")
    return odds.main_game(prices(rules, ante), pack_of(rules), *cards)


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named."""
    bets = _bets(rules, stakes)
    found: list[Result] = []
    if wager in ("", MAIN, *odds.CONTEST, BONUS):
        found += _main_results(rules, main_game(rules, bets["ante"]).optimal, bets)
    if wager in ("", SIDE):
        pays = paid_by(rules, SIDE, bets[SIDE])
        table = odds.bonus3(pack_of(rules), rules.rule("first_cards"), pays)
        found.append(result_at(rules, table, Method.COUNTING, stakes={SIDE: bets[SIDE]}))
    return [result for result in found if wager in ("", result.wager)]


def _bets(rules: TableRules, stakes: Stakes | None) -> dict[str, Fraction]:
    """Stakes with a first wager that fits the ante."""
    given = dict(stakes or {})
    bets = {**STAKES, **given}
    fitting = bets["ante"] * times_of(rules, "first", "ante")
    if given.get("first", fitting) != fitting:
        first = rules.book.wagers["first"]
        raise Refused(f"{first.name} is twice the ante", first.cite)
    return {**bets, "first": fitting}


def _main_results(
    rules: TableRules, played: odds.Solution, bets: Mapping[str, Fraction]
) -> list[Result]:
    """The wagers together and each for itself, played in one way."""
    tables = {MAIN: played.together, **{wager: played.of(wager) for wager in odds.CONTEST}}
    tables[BONUS] = played.bonus
    return results_at(
        rules,
        tables,
        Method.COUNTING,
        depends_on=[BONUS, LIMIT],
        stakes={name: bets[name] for name in ("ante", "first")},
        strategy=played.strategy,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; a payout limit is any amount."""
    return variations(book, *book.paytables)


def warm() -> None:
    """Compile what the figures need."""
    odds.threes(Pack(), 3, 2)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in words and numbers; what the worst three cards lose, folded and not."""

    house_advantage: Fraction
    element_of_risk: Fraction
    fold_frequency: Fraction
    simple_rules: tuple[SimpleRule, ...]


def high_cards(ranks: str) -> int:
    """The strength of three cards of these ranks that make nothing better."""
    return best_ranks(sum(1 << RANKS.index(rank) for rank in ranks), 3) << 8


LEAST = {
    "never_fold": ("never fold", 0),
    "nine_high": ("fold less than nine high", high_cards("932")),
    "queen_high": ("fold less than queen high", high_cards("Q32")),
    "pair": ("fold less than a pair", PAIR << 20),
}


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the cost of rules that a person can remember."""
    game = main_game(rules, _bets(rules, stakes)["ante"])
    simple = []
    for says, least in LEAST.values():
        other = game.follow(_stays(game, call_from(least)), says)
        simple.append(SimpleRule(says, -other.expectation, game.cost(other)))
    best = game.optimal
    return Strategy(
        -best.expectation, best.together.house_advantage_on_action, best.fold_frequency,
        tuple(simple),
    )  # fmt: skip


def call_from(least: int) -> Decide:
    """Stay in with three cards of that strength or more."""
    return lambda sight: SECOND if three_card_strength(mask(sight.hand)) >= least else FOLD


def _stays(game: odds.MainGame, decide: Decide) -> Any:
    """Which classes of three cards stay in."""
    import numpy as np

    suits = game.known.hands.pack.suits
    hands = [tuple(cards_in(hand)) for hand in game.known.hands.masks.tolist()]
    sights = [Sight(CHOICES, hand) for hand in hands]
    check_alike(decide, [(s, s._replace(hand=renamed(s.hand[::-1], suits))) for s in sights])
    return np.array([answer(decide, sight) != FOLD for sight in sights])


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """The wagers when decided so: exact, whatever it is."""
    bets = _bets(rules, stakes)
    game = main_game(rules, bets["ante"])
    return _main_results(rules, game.follow(_stays(game, decide), name_of(decide)), bets)


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs; by ranks and suits."""
    game = main_game(rules, _bets(rules, stakes)["ante"])
    known, stays = game.known, _stays(game, decide).tolist()
    dealt, found = known.hands.pack.hands(known.hands.size), []
    rows = zip(known.hands.masks.tolist(), known.hands.ways.tolist(), strict=True)
    for row, (hand, ways) in enumerate(rows):
        if stays[row] != bool(game.stays[row]):
            each = abs(game.second[row] + game.prices.folded)
            share = Fraction(ways, dealt)
            does, best = CHOICES if stays[row] else CHOICES[::-1]
            held = names(sorted(cards_in(hand), key=lambda card: card & 15, reverse=True))
            found.append(Mistake(held, "", does, best, share, each, share * each))
    return dearest(found)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[int]:
    """A way to decide from a table; its one condition is the ``hand``, as three cards: ``Q-3-2 or
    better``, ``pair or better``, ``pair of 8 or better``."""

    def hand(value: Any) -> Condition[int]:
        least = read_least(value, least_of(THREE_CARD_CATEGORIES, 3, high_cards))
        return lambda strength: strength >= least

    def facts(sight: Sight) -> int:
        return three_card_strength(mask(sight.hand))

    return read_table(content, rules.book.game, CHOICES, {"hand": hand}, facts)


@dataclass(frozen=True)
class HandClass:
    """Three cards that differ only in the names of suits: how many hands they are, and what a
    second wager and a fold are worth in antes."""

    hand: str
    rows: str
    ways: int
    second: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of three cards, or for those of one category (0 is no
    pair), the weakest first."""
    game = main_game(rules, _bets(rules, stakes)["ante"])
    masks, ways = game.known.hands.masks.tolist(), game.known.hands.ways.tolist()
    for row in sorted(range(len(masks)), key=lambda row: game.second[row]):
        hand = masks[row]
        if total is None or category(three_card_strength(hand)) == total:
            yield HandClass(
                names(cards_in(hand)), " ".join(three_card_rows(hand)), ways[row],
                game.second[row], -game.prices.folded, SECOND if game.stays[row] else FOLD,
            )  # fmt: skip


# At the table


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante,
    first and second wager and ante bonus, or of the optional bonus while that is settled."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes, own = view.state.stakes(view.who), mask(view.state.hands[view.who])
    offered = {choice.name for choice in view.asked.choices}
    if "expose" in offered:
        chips = stakes[SIDE]
        won = paid_by(rules, SIDE, Fraction(chips, 100))(frozenset(three_card_rows(own)))
        shown = won.odds * chips if won else Fraction(-chips)
        return {"expose": shown, "keep": Fraction(-chips)}
    worth = main_game(rules, Fraction(stakes["ante"], 100)).worth(own)
    told = {name: value * stakes["ante"] for name, value in worth.items()}
    if "stay" in offered:
        return {"stay": told[SECOND], "withdraw": told[FOLD]}
    return told


def at_table(decide: Callable[[View, TableRules], str]) -> Callable[[View, TableRules], str]:
    """A way to decide on the second wager that shows every hand and withdraws nothing."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        first = view.asked.choices[0].name
        return decide(view, rules) if first == SECOND else first

    return policy


def optimal_policy(view: View, rules: TableRules) -> str:
    """The better choice, exactly."""
    assert isinstance(view.who, int)
    ante = view.state.stakes(view.who)["ante"]
    return main_game(rules, Fraction(ante, 100)).best(mask(view.state.hands[view.who]))


def simple_policy(least: int) -> Callable[[View, TableRules], str]:
    """A simple way to play."""
    decide = call_from(least)
    return lambda view, rules: decide(Sight(CHOICES, tuple(view.state.hands[view.who])))


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": at_table(optimal_policy),
    **{name: at_table(simple_policy(least)) for name, (_, least) in LEAST.items()},
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
