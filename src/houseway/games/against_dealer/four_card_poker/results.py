"""Every figure of four-card poker at one table: the rulebook's numbers put into the mathematics.

Stakes are in dollars. The best play of ante and play does not depend on the aces up wager, which
stands whether the player folds or not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays
from houseway.counting.result import OutcomeTable
from houseway.equipment.cards import RANKS, mask
from houseway.games.against_dealer.fold_or_play_odds import (
    Chooser,
    Contest,
    MainGame,
    from_strength,
)
from houseway.games.against_dealer.fold_or_play_paid import Terms
from houseway.games.against_dealer.fold_or_play_policy import (
    shown_to,
)
from houseway.games.against_dealer.fold_or_play_results import DOLLAR, FoldOrPlay
from houseway.games.against_dealer.fold_or_play_strategy import Strategy, strategy_of
from houseway.games.against_dealer.four_card_poker import odds
from houseway.games.against_dealer.four_card_poker.hand import (
    CARDS,
    FOUR_CARD_CATEGORIES,
    four_card_strength,
    high_cards,
    pair_of,
)
from houseway.games.against_dealer.side_wagers import Side, with_sides
from houseway.games.against_dealer.value_sweep import Standing
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.table_numbers import bounds_of, even_odds, pack_of, paid_by
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = dict.fromkeys(("ante", "aces_up"), Fraction(1))
BONUS = "ante_bonus"


# The table's numbers


def contest(rules: TableRules) -> Contest:
    """Player against dealer at this table."""
    return odds.contest(pack_of(rules), rules.rule("cards_each"), rules.rule("dealer_cards"))


def terms(rules: TableRules, ante: Fraction = DOLLAR) -> Terms:
    """What ante and play are paid at this table, with an ante of so many dollars."""
    least, most = bounds_of(rules, "play", "ante")
    return Terms(
        second="play",
        times=least,
        pays=paid_by(rules, "play", ante),
        bonus=paid_by(rules, BONUS, ante),
        ante=even_odds(rules, "ante"),
        most=most,
    )


GAME = FoldOrPlay(
    contest,
    terms,
    parts={"ante": "ante", "play": "second", BONUS: "bonus"},
    depends_on=(BONUS,),
    categories=FOUR_CARD_CATEGORIES,
    cards=lambda rules: CARDS,
    high_cards=high_cards,
)
main_game, valued, mistakes = GAME.main_game, GAME.valued, GAME.mistakes
read_policy, every_class = GAME.read_policy, GAME.every_class


# Results


def _aces_up(rules: TableRules, pays: Pays) -> OutcomeTable:
    return odds.aces_up(pack_of(rules), rules.rule("cards_each"), pays)


results = with_sides(GAME, STAKES, {"aces_up": Side(_aces_up)})


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; how cards are dealt does not."""
    return variations(book, *book.paytables)


def warm() -> None:
    """Compile what the figures need."""
    game = MainGame(odds.contest(Pack(), 5, 6), Terms("play", most=Fraction(3)))
    game.cost(game.follow(from_strength(0), "every hand"))


# Strategy


@dataclass(frozen=True)
class Choices(Strategy):
    """The best play in words and numbers, and how often each choice is made."""

    frequencies: Mapping[str, Fraction]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Choices:
    """The best play at this table, and the cost of rules that a person can remember."""
    game = GAME.staked(rules, stakes)
    found = strategy_of(game, odds.called, {RULES[name]: rule for name, rule in SIMPLE.items()})
    return Choices(**vars(found), frequencies=game.optimal.frequencies)


def by_strength(least: int, most: int) -> Chooser:
    """Bet the least from one strength on and the most from another, whatever is shown."""

    def chooser(standing: Standing) -> Any:
        return (from_strength(least)(standing) * 1 + from_strength(most)(standing)).astype("u1")

    return chooser


T = RANKS.index("T")
STRONGEST = len(FOUR_CARD_CATEGORIES) << 20
THRESHOLDS = {
    "tens": (pair_of(0), pair_of(T)),
    "threes": (pair_of(1), pair_of(T)),
    "always_three": (pair_of(0), pair_of(0)),
    "never_three": (pair_of(0), STRONGEST),
    "every_hand": (0, pair_of(T)),
}
RULES = {
    "tens": "play 1x from a pair of twos, 3x from a pair of tens",
    "threes": "play 1x from a pair of threes, 3x from a pair of tens",
    "always_three": "play 3x with any pair, fold the rest",
    "never_three": "play 1x with any pair, fold the rest",
    "every_hand": "play every hand, 3x from a pair of tens",
}
SIMPLE = {name: by_strength(*at) for name, at in THRESHOLDS.items()}


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante,
    play and ante bonus. Any amount is worth what the most is worth, or less. Aces up stands."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    ante = view.state.stakes(view.who)["ante"]
    game = main_game(rules, Fraction(ante, 100))
    found = game.worth(mask(view.state.hands[view.who]), shown_to(view))
    found["play"] = found[game.terms.choices[-1]]
    return {choice.name: found[choice.name] * ante for choice in view.asked.choices}


def from_two(least: int, most: int) -> Callable[[View, TableRules], str]:
    """The simple rule: bet the least from one strength on and the most from another."""

    def policy(view: View, rules: TableRules) -> str:
        found = four_card_strength(mask(view.state.hands[view.who]))
        return terms(rules).choices[(found >= least) + (found >= most)]

    return policy


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": GAME.best_choice,
    **{name: from_two(*at) for name, at in THRESHOLDS.items()},
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
