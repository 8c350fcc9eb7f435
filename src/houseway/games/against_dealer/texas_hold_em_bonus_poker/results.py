"""Every figure of Texas hold 'em bonus poker at one table: the rulebook's numbers put into the
mathematics. Stakes are in dollars. The bonus stands whatever is done with the hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.prices import Pays
from houseway.counting.result import Method, OutcomeTable
from houseway.equipment.cards import RANKS, deck
from houseway.games.against_dealer.hole_cards import class_name
from houseway.games.against_dealer.side_wagers import Side, with_sides
from houseway.games.against_dealer.street_results import StreetGame, Ways
from houseway.games.against_dealer.texas_hold_em_bonus_poker import odds, policy
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import even_odds, times_of
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = {"ante": Fraction(1), "bonus": Fraction(1)}
SIDE, BOTH, PAID_FROM = "bonus", "both_aces_paid", "ante_paid_from"


def prices(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for an ante of so many dollars; not for one so
    large that a hand would win more than it may."""
    times = (Fraction(1), *(times_of(rules, wager, "ante") for wager in odds.CONTEST[1:]))
    ante_odds, flop, turn, river = (even_odds(rules, wager) for wager in odds.CONTEST)
    if not flop == turn == river:
        raise Refused("flop, turn and river wagers are paid alike", rules.wager("flop").cite)
    most = ante_odds + flop * sum(times[1:])
    for limit, cap in rules.caps("ante"):
        if most * ante * 100 > limit:
            raise Refused("there are no figures for an ante whose winnings are cut off", cap.cite)
    return odds.Prices(times, ante_odds, flop, rules.rule(PAID_FROM))


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante and the wagers of the streets at this table."""
    cards = rules.book.deck
    assert cards is not None
    ranks = tuple(RANKS.index(rank) for rank in cards.ranks)
    return odds.main_game(prices(rules, ante), tuple(sorted(ranks)), len(cards.suits))


# Results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; how cards are dealt does not."""
    yield from variations(book, PAID_FROM, together=[(SIDE, BOTH)])


def warm() -> None:
    """Compile what the figures need, on the smallest deck that has a game."""
    times = (Fraction(1), Fraction(2), Fraction(1), Fraction(1))
    small = odds.main_game(
        odds.Prices(times, Fraction(1), Fraction(1), "straight"), (8, 9, 10, 11, 12), 2
    )
    small.follow(small.plan, "optimal")


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: how often the player folds and makes each later wager, and the
    hands that are folded."""

    house_advantage: Fraction
    element_of_risk: Fraction
    frequencies: Mapping[str, Fraction]
    folds: tuple[str, ...]
    simple_rules: tuple[SimpleRule, ...]


FOLDED = {"do": "fold", "cards": "72o 62o 52o 42o 32o"}
OWN_PAIRS: list[dict[str, Any]] = [
    {"do": "turn", "makes": "two pair or better"},
    {"do": "turn", "makes": "pair or better", "own_pair": True},
    {"do": "river", "makes": "straight or better"},
    {"do": "river", "makes": "pair or better", "own_pair": True},
]
HIGH_CARDS: list[dict[str, Any]] = [
    {"do": "turn", "cards": "A8+ KJ+"},
    {"do": "turn", "makes": "pair or better", "cards": "A2+"},
    {"do": "turn", "four_to_flush": "T to A"},
    {"do": "river", "makes": "pair or better", "cards": "A9+"},
]
SIMPLE: Ways = {
    "high_cards": (
        "fold 7-2 to 3-2 offsuit; check deuces; bet a pair of your own or better, on the flop also"
        " A-8, K-J and four to a flush with a ten, and aces when the board pairs",
        [FOLDED, {"do": "check", "cards": "22"}, *OWN_PAIRS, *HIGH_CARDS],
        odds.FLOP,
    ),
    "own_pairs": (
        "fold 7-2 to 3-2 offsuit; bet a pair of your own or better",
        [FOLDED, *OWN_PAIRS],
        odds.FLOP,
    ),
    "one_bet": ("fold 7-2 to 3-2 offsuit and never bet again", [FOLDED], odds.FLOP),
}
GAME = StreetGame(main_game, odds.CONTEST, [PAID_FROM], policy, SIMPLE)
valued, mistakes, read_policy = GAME.valued, GAME.mistakes, GAME.read_policy
simple = GAME.simple


def _bonus(rules: TableRules, pays: Pays) -> OutcomeTable:
    cards = rules.book.deck
    assert cards is not None
    return odds.bonus(deck(cards.ranks, cards.suits), rules.rule(BOTH), pays)


results = with_sides(GAME, STAKES, {SIDE: Side(_bonus, [BOTH], Method.ENUMERATION)})


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways to play."""
    game = GAME.staked(rules, stakes)
    best = game.optimal
    folds = [one.hand for one in _classes(game) if one.best == odds.FOLD]
    return Strategy(
        -best.expectation, best.together.house_advantage_on_action, best.frequencies,
        tuple(folds), GAME.simple_rules(rules, game),
    )  # fmt: skip


# Classes of hands


@dataclass(frozen=True)
class HandClass:
    """Two cards that differ only in the names of suits: how many hands they are, and what the flop
    wager and a fold are worth in antes."""

    hand: str
    ways: int
    flop: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision before the flop for every class of hands, aces first."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    yield from _classes(GAME.staked(rules, stakes))


def _classes(game: odds.MainGame) -> Iterator[HandClass]:
    holes = game.streets.holes
    classes = sorted(
        game.streets.classes.values(),
        key=lambda alike: sorted((card & 15 for card in holes[alike[0]]), reverse=True),
        reverse=True,
    )
    for alike in classes:
        hole = holes[alike[0]]
        worth = game.worth(hole, ())
        yield HandClass(
            class_name(hole), len(alike), worth[odds.FLOP], worth[odds.FOLD], game.best(hole, ())
        )


POLICIES = GAME.policies()
FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=GAME.advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    warm=warm,
)
