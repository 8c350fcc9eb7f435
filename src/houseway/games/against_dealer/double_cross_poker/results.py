"""Every figure of double cross poker at one table: the rulebook's numbers put into the mathematics.

Stakes are in dollars. The three-card wager is settled before anybody decides, on cards that are
shown if they win it. Where a house has posted a payout limit, the figures hold for the ante that is
named.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.canonical import Pack
from houseway.equipment.cards import mask, names
from houseway.games.against_dealer.double_cross_poker import odds, policy
from houseway.games.against_dealer.double_cross_poker.hand import AXES, three_card_rows
from houseway.games.against_dealer.double_cross_poker.odds import CHOICES, FOLD
from houseway.games.against_dealer.side_wagers import Side, with_sides
from houseway.games.against_dealer.street_results import StreetGame, Ways
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.hand_names import RANKS as RANK_NAMES
from houseway.games.authoring.policy import sight_of
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import even_odds, in_cents, pack_of, paid_by, times_of
from houseway.hands.poker import CATEGORIES
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = {"ante": Fraction(1), "three_card": Fraction(1)}
SIDE, RAISES, LIMIT = "three_card", "raises", "payout_limit"
RAISE = odds.CONTEST[1]  # one stands for all four: they are paid alike


# The table's numbers


def prices(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for an ante of so many dollars."""
    times, rows = times_of(rules, RAISE, "ante"), rules.schedule(RAISE).prices
    raises = tuple(rows[row].odds for row in CATEGORIES)
    even = even_odds(rules, "ante")
    limits = [Fraction(limit, 100) / ante for limit, _ in rules.caps(RAISE)]
    most = even + 2 * times * max(raises)
    cap = min((limit for limit in limits if limit < most), default=None)
    if cap is None:  # one that is never reached makes no difference
        return odds.Prices(times, even, raises)
    return odds.Prices(times, even, raises, cap, Fraction(1, in_cents(ante)))


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante and raises at this table."""
    return odds.main_game(prices(rules, ante), pack_of(rules))


# Results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; a payout limit is any amount."""
    return variations(book, *book.paytables)


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    flat = (Fraction(1),) * len(CATEGORIES)
    small = odds.main_game(odds.Prices(Fraction(1), Fraction(1), flat), Pack(0b111111, (0, 1)))
    small.follow(small.best, "optimal")


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: how often each choice is made; how often a hand is folded by what
    it makes with the shown card of an axis, or by the higher of its two cards; and how often the
    axis that is played is the one on which three cards are higher."""

    house_advantage: Fraction
    element_of_risk: Fraction
    plays_higher_axis: Fraction
    choices: Mapping[str, Fraction]
    folded_with: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


HIGH_CARDS = "A2+ K2+ Q5+ J8+"
TEN_HIGH = "A2+ K2+ Q2+ J2+ T2+"
PAIRS: list[dict[str, Any]] = [
    {"do": "horizontal", "makes": "pair or better", "higher": "horizontal"},
    {"do": "vertical", "makes": "pair or better"},
]
SUITED: list[dict[str, Any]] = [
    {"do": "vertical", "suited": "vertical", "cards": TEN_HIGH},
    {"do": "horizontal", "suited": "horizontal", "cards": TEN_HIGH},
]


def by_cards(cards: str) -> list[dict[str, Any]]:
    """Two cards that are played on the axis where three of them are higher."""
    return [
        {"do": "horizontal", "cards": cards, "higher": "horizontal"},
        {"do": "vertical", "cards": cards},
    ]


SIMPLE: Ways = {
    "suited": (
        "play a pair, A, K, Q-5, J-8, or three suited with a ten; axis: pair, suited, higher card",
        [*PAIRS, *SUITED, *by_cards(HIGH_CARDS)],
        FOLD,
    ),
    "high_cards": (
        "play a pair, A, K, Q-5 or J-8; axis: pair, higher card",
        [*PAIRS, *by_cards(HIGH_CARDS)],
        FOLD,
    ),
    "queen": (
        "play a pair or a queen; axis: pair, higher card",
        [*PAIRS, *by_cards("A2+ K2+ Q2+")],
        FOLD,
    ),
    "never_fold": (
        "never fold; axis: pair, higher card",
        by_cards("22+ A2+ K2+ Q2+ J2+ T2+ 92+ 82+ 72+ 62+ 52+ 42+ 32"),
        "vertical",
    ),
}
GAME = StreetGame(main_game, odds.CONTEST, [RAISES, LIMIT], policy, SIMPLE)
valued, mistakes, read_policy = GAME.valued, GAME.mistakes, GAME.read_policy
simple = GAME.simple
results = with_sides(
    GAME, STAKES, {SIDE: Side(lambda rules, pays: odds.three_card(pack_of(rules), pays))}
)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways to play."""
    game = GAME.staked(rules, stakes)
    best = game.optimal
    higher, folded = _by_hand(game)
    return Strategy(
        -best.expectation, best.together.house_advantage_on_action, higher, best.frequencies,
        folded, GAME.simple_rules(rules, game),
    )  # fmt: skip


def _by_hand(game: odds.MainGame) -> tuple[Fraction, dict[str, Fraction]]:
    """How often the axis that is played is the higher one, and how often hands are folded."""
    import numpy as np

    known, fold = game.sights, CHOICES.index(FOLD)
    used, which = np.unique(policy.facts(known), return_inverse=True)
    ways = np.zeros((len(used), len(CHOICES)), np.int64)
    np.add.at(ways, (which, game.best), known.ways)
    counts: dict[str, list[int]] = {}
    played = higher = 0
    for code, chosen in zip(used.tolist(), ways.tolist(), strict=True):
        seen = policy.decoded(known, code)
        name = "pair or better" if seen.makes else f"{RANK_NAMES[seen.high]} high"
        so_far = counts.setdefault(name, [0, 0])
        so_far[0] += chosen[fold]
        so_far[1] += sum(chosen)
        played += sum(chosen[:fold])
        higher += sum(
            chosen[at] for at, axis in enumerate(AXES) if seen.higher in (axis, policy.NEITHER)
        )
    order = ["pair or better", *(f"{name} high" for name in reversed(RANK_NAMES))]
    shares = {name: Fraction(*counts[name]) for name in order if counts.get(name, [0, 0])[1]}
    return Fraction(higher, max(played, 1)), shares


# Classes of hands


@dataclass(frozen=True)
class HandClass:
    """Two cards with the far card and the one at the dealer's right, which differ only in the names
    of suits: how many sights they are, and what each choice is worth in antes."""

    hand: str
    far: str
    right: str
    ways: int
    vertical: Fraction
    horizontal: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of sights."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = GAME.staked(rules, stakes)
    known, whole = game.sights, game.prices.scale * game.sights.each
    fold = Fraction(game.folded, whole)
    for number in known.ways.nonzero()[0].tolist():
        own, far, right = known.cards(number)
        vertical, horizontal = (
            Fraction(int(worth[number]), whole) for worth in (game.vertical, game.horizontal)
        )
        yield HandClass(
            names(own[::-1]), names([far]), names([right]), int(known.ways[number]),
            vertical, horizontal, fold, CHOICES[game.best[number]],
        )  # fmt: skip


# At the table


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante
    and raises, or of the three-card wager while that is settled."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes, hands = view.state.stakes(view.who), view.state.hands
    if "expose" in {choice.name for choice in view.asked.choices}:
        chips = stakes[SIDE]
        rows = three_card_rows(mask([*hands[view.who], *hands[rules.rule("three_card_with")]]))
        won = paid_by(rules, SIDE, Fraction(chips, 100))(frozenset(rows))
        return {"expose": won.odds * chips if won else Fraction(-chips), "keep": Fraction(-chips)}
    own, far, right = in_view(view)
    worth = main_game(rules, Fraction(stakes["ante"], 100)).worth(own, far, right)
    return {choice.name: worth[choice.name] * stakes["ante"] for choice in view.asked.choices}


def in_view(view: View) -> tuple[tuple[int, ...], int, int]:
    """A seat's own two cards, the far card and the one at the dealer's right."""
    sight = sight_of(view)
    right, far = sight.board
    return sight.hand, far, right


def at_table(decide: Callable[[View, TableRules], str]) -> Callable[[View, TableRules], str]:
    """A way to decide that shows every hand for the three-card wager."""

    def policy(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        first = view.asked.choices[0].name
        return decide(view, rules) if first in AXES else first

    return policy


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice, exactly."""
    ante = view.state.stakes(int(view.who))["ante"]
    return main_game(rules, Fraction(ante, 100)).choice(*in_view(view))


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": at_table(optimal_policy),
    **{name: at_table(GAME.by_table(name)) for name in SIMPLE},
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
