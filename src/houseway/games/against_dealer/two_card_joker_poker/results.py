"""Every figure of two-card joker poker at one table: the rulebook's numbers put into mathematics.

Stakes are in dollars. Pair up and super flush stand whether the player folds or not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import JOKERS, RANKS, mask, names
from houseway.games.against_dealer.fold_or_play_deal import deck_of
from houseway.games.against_dealer.fold_or_play_paid import FOLD, Solution, Terms
from houseway.games.against_dealer.fold_or_play_strategy import Strategy
from houseway.games.against_dealer.two_card_joker_poker import odds
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    FLUSH,
    PAIR,
    TWO_CARD_CATEGORIES,
    least_with,
    two_card_strength,
)
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
from houseway.games.authoring.simple_rule import simple_rules
from houseway.games.authoring.table_numbers import even_odds, paid_by, times_of
from houseway.hands.poker import category
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = dict.fromkeys(("ante", "pair_up", "super_flush"), Fraction(1))
MAIN = "main"  # ante and call together
SIDES = ("pair_up", "super_flush")
ACE_THREE = "ace_three_lowest"


# The table's numbers


def contest(rules: TableRules) -> odds.Contest:
    """Player against dealer at this table."""
    needed = least_with(RANKS.index(rules.rule("dealer_needs")))
    return odds.Contest(deck_of(rules), needed, rules.rule(ACE_THREE))


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante and call at this table; solved once for tables alike."""
    times = times_of(rules, "call", "ante")
    terms = Terms(
        second="call",
        times=times,
        pays=paid_by(rules, "call", times * ante),
        ante=even_odds(rules, "ante"),
    )
    return odds.main_game_of(contest(rules), terms)


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", MAIN, "ante", "call"):
        found += _main_results(rules, main_game(rules, bets["ante"]).optimal, bets["ante"])
    for name in SIDES:
        if wager in ("", name):
            table = odds.own_cards(name, contest(rules), paid_by(rules, name, bets[name]))
            depends = [ACE_THREE] if name == "super_flush" else []
            stake = {name: bets[name]}
            found.append(
                result_at(rules, table, Method.ENUMERATION, depends_on=depends, stakes=stake)
            )
    return [result for result in found if wager in ("", result.wager)]


def _main_results(rules: TableRules, solution: Solution, ante: Fraction) -> list[Result]:
    """Ante and call, together and each for itself, when played in one way."""
    tables = {MAIN: solution.together, "ante": solution.ante, "call": solution.second}
    return results_at(
        rules,
        tables,
        Method.ENUMERATION,
        depends_on=["call", ACE_THREE],
        stakes={"ante": ante},
        strategy=solution.strategy,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; how cards are dealt does not."""
    return variations(book, *book.paytables, ACE_THREE)


# Strategy


def least_hands() -> dict[str, tuple[str, int]]:
    """Simple ways to play: the weakest hand that is called, and its strength."""

    def high(ranks: str) -> int:
        return RANKS.index(ranks[0]) << 16 | RANKS.index(ranks[1]) << 12

    return {
        "queen_five": ("call Q-5 or better", high("Q5")),
        "like_the_dealer": ("call queen high or better", high("Q2")),
        "king": ("call king high or better", high("K2")),
        "flush": ("call a flush or better", FLUSH << 20),
        "pair": ("call a pair or better", PAIR << 20),
        "every_hand": ("call every hand", 0),
    }


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the cost of rules that a person can remember."""
    game = main_game(rules, {**STAKES, **(stakes or {})}["ante"])
    others = (game.follow(_from(game, least), says) for says, least in least_hands().values())
    best = game.optimal
    folds = {
        name: Fraction(sum(game.best(hand) == FOLD for hand in hands), len(hands))
        for name, hands in game.by_class()
    }
    return Strategy(
        -best.expectation, best.together.house_advantage_on_action, best.fold_frequency,
        folds, simple_rules(best, others),
    )  # fmt: skip


def _from(game: odds.MainGame, least: int) -> odds.Stays:
    return lambda hand: game.contest.strength(hand) >= least


def chooser_of(game: odds.MainGame, decide: Decide) -> odds.Stays:
    """Which hands stay in if one decides so; suits, and which of the jokers, have no names."""
    choices = (game.terms.second, FOLD)
    cards = game.contest.cards
    suits = sorted({card >> 4 for card in cards if card not in JOKERS})
    pairs = [
        (Sight(choices, hand), Sight(choices, _renamed(hand[::-1], suits)))
        for hand in combinations(cards, 2)
    ]
    check_alike(decide, pairs)
    return lambda hand: answer(decide, Sight(choices, hand)) != FOLD


def _renamed(hand: odds.Hand, suits: list[int]) -> odds.Hand:
    others = dict(zip(JOKERS, JOKERS[::-1], strict=True))
    return tuple(others[card] if card in JOKERS else renamed((card,), suits)[0] for card in hand)


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """Ante and call when decided so: exact, whatever it is."""
    ante = {**STAKES, **(stakes or {})}["ante"]
    game = main_game(rules, ante)
    return _main_results(rules, game.follow(chooser_of(game, decide), name_of(decide)), ante)


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    game = main_game(rules, {**STAKES, **(stakes or {})}["ante"])
    stays, found = chooser_of(game, decide), []
    dealt = len(game.contest.standing)
    for name, hands in game.by_class():
        wrong: dict[bool, list[Fraction]] = {}
        for hand in hands:
            worth, does = game.worth(hand), stays(hand)
            if does == (game.best(hand) == FOLD):
                gap = abs(worth[game.terms.second] - worth[FOLD])
                wrong.setdefault(does, []).append(gap)
        for does, gaps in wrong.items():
            names_ = (game.terms.second, FOLD)
            share, cost = Fraction(len(gaps), dealt), sum(gaps, Fraction(0)) / dealt
            found.append(
                Mistake(
                    name, "", names_[not does], names_[does],
                    share=share, each=cost / share, cost=cost,
                )
            )  # fmt: skip
    return dearest(found)


def read_policy(content: Any, rules: TableRules) -> PolicyTable[int]:
    """A way to decide from a table; its one condition is the ``hand``: ``Q-5 or better``, ``pair or
    better``, ``pair of 8 or better``."""
    low = rules.rule(ACE_THREE)

    def hand(value: Any) -> Condition[int]:
        least = read_least(value, _least)
        return lambda strength: strength >= least

    def facts(sight: Sight) -> int:
        return two_card_strength(mask(sight.hand), low)

    return read_table(content, rules.book.game, ("call", FOLD), {"hand": hand}, facts)


def _least(text: str) -> int:
    """The weakest hand of those that are called so."""
    known = {name.replace("_", " "): place for place, name in enumerate(TWO_CARD_CATEGORIES)}
    if text in known:
        return known[text] << 20
    pair, _, rank = text.partition(" of ")
    if pair == "pair" and len(rank) == 1 and rank.upper() in RANKS:
        return PAIR << 20 | RANKS.index(rank.upper()) << 16
    high, _, low = text.upper().replace("10", "T").partition("-")
    if len(high) != 1 or len(low) != 1 or not {high, low} <= set(RANKS):
        raise ValueError(f"{text!r} is no hand: write Q-5, pair of 8 or one of {', '.join(known)}")
    return RANKS.index(high) << 16 | RANKS.index(low) << 12


@dataclass(frozen=True)
class HandClass:
    """Hands of one strength: how many there are, one of them, how the dealer's hands compare with
    it, and what calling and folding are worth in antes."""

    called: str
    hand: str
    ways: int
    unqualified: int
    below: int
    equal: int
    above: int
    call: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for hands of each strength that the deck tells apart, or for those of one
    category (0 is a high card)."""
    game = main_game(rules, {**STAKES, **(stakes or {})}["ante"])
    for name, hands in game.by_class():
        if total is not None and category(game.contest.strength(hands[0])) != total:
            continue
        stands: dict[odds.Stand, list[odds.Hand]] = {}
        for hand in hands:
            stands.setdefault(game.contest.standing[hand], []).append(hand)
        for stand, alike in stands.items():
            worth = game.worth(alike[0])
            yield HandClass(
                name, names(alike[0]), len(alike), *stand, worth["call"], worth[FOLD],
                game.best(alike[0]),
            )  # fmt: skip


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante
    and call. Pair up and super flush stand."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    ante = view.state.stakes(view.who)["ante"]
    worth = main_game(rules, Fraction(ante, 100)).worth(tuple(view.state.hands[view.who]))
    return {name: value * ante for name, value in worth.items()}


def optimal_policy(view: View, rules: TableRules) -> str:
    """The better choice, exactly."""
    assert isinstance(view.who, int)
    ante = view.state.stakes(view.who)["ante"]
    return main_game(rules, Fraction(ante, 100)).best(tuple(view.state.hands[view.who]))


def call_from(least: int) -> Callable[[View, TableRules], str]:
    """The simple rule: call hands of that strength or more."""

    def policy(view: View, rules: TableRules) -> str:
        own = two_card_strength(mask(view.state.hands[view.who]), rules.rule(ACE_THREE))
        return "call" if own >= least else FOLD

    return policy


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": optimal_policy,
    **{name: call_from(least) for name, (_, least) in least_hands().items()},
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
)
