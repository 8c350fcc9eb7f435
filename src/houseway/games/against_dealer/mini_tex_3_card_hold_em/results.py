"""Every figure of mini-tex 3 card hold 'em at one table: the rulebook's numbers put into the
mathematics. Stakes are in dollars. Pocket poker stands whatever is done with the hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays
from houseway.counting.result import OutcomeTable
from houseway.games.against_dealer.hole_cards import class_name
from houseway.games.against_dealer.mini_tex_3_card_hold_em import odds, policy
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import QUALIFIERS
from houseway.games.against_dealer.side_wagers import Side, with_sides
from houseway.games.against_dealer.street_results import StreetGame, Ways
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import even_odds, pack_of, times_of
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = {"ante": Fraction(1), "pocket_poker": Fraction(1)}
SIDE = "pocket_poker"
QUALIFIER, ACE_LOW = "dealer_qualifier", "pocket_ace_low"


def prices(rules: TableRules) -> odds.Prices:
    """The game's numbers as the rulebook gives them."""
    flop, river, play = (times_of(rules, wager, "ante") for wager in odds.STREETS)
    first, second, third, fourth = (even_odds(rules, wager) for wager in odds.CONTEST)
    return odds.Prices(
        times=(Fraction(1), flop, river, play),
        odds=(first, second, third, fourth),
        returned=tuple(rules.rule("unqualified_returns")),
        needed=QUALIFIERS[rules.rule(QUALIFIER)],
    )


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante and the wagers of the streets at this table; the same for any ante."""
    community = rules.rule("flop_cards"), rules.rule("river_cards")
    return odds.main_game(prices(rules), pack_of(rules), *community)


# Results


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure; how cards are dealt does not."""
    yield from variations(book, QUALIFIER, together=[(SIDE, ACE_LOW)])


def warm() -> None:
    """Compile what the figures need."""
    flat = (Fraction(1),) * 4
    whole = odds.main_game(odds.Prices(flat, flat, (), 0), Pack(0b11111), 2, 1)
    whole.follow(whole.solver.best, "optimal")


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers: how often the player folds on each street, and the share of hands
    that are folded before the flop by their cards."""

    house_advantage: Fraction
    element_of_risk: Fraction
    ends_with: Mapping[str, Fraction]
    folds_before_the_flop: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


EVERY = "22+ A2+ K2+ Q2+ J2+ T2+ 92+ 82+ 72+ 62+ 52+ 42+ 32"
FIRST_FOLDS = {"do": "fold", "street": "first", "cards": "72o 62o 52o"}
PAIRS = {"do": "play", "hand": "pair or better"}
AT_LAST = {"do": "fold", "street": "last", "cards": EVERY}
SIMPLE: Ways = {
    "own_pairs": (
        "fold 7-2, 6-2 and 5-2 offsuit; see the river; play a pair, with a ten if the board pairs",
        [
            FIRST_FOLDS,
            {"do": "play", "hand": "flush or better"},
            {
                "do": "fold",
                "street": "last",
                "board_pairs": True,
                "cards": "92+ 82+ 72+ 62+ 52+ 42+ 32",
            },
            PAIRS,
            AT_LAST,
        ],
        odds.STREETS[-1],
    ),
    "any_pair": (
        "fold 7-2, 6-2 and 5-2 offsuit; see the river; play a pair or better",
        [FIRST_FOLDS, PAIRS, AT_LAST],
        odds.STREETS[-1],
    ),
    "never_fold": ("never fold", [], odds.STREETS[-1]),
}
GAME = StreetGame(main_game, odds.CONTEST, [QUALIFIER], policy, SIMPLE)
valued, mistakes, read_policy = GAME.valued, GAME.mistakes, GAME.read_policy
simple = GAME.simple


def _pocket_poker(rules: TableRules, pays: Pays) -> OutcomeTable:
    return odds.pocket_poker(pack_of(rules), rules.rule(ACE_LOW), pays)


results = with_sides(GAME, STAKES, {SIDE: Side(_pocket_poker, [ACE_LOW])})


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways to play."""
    game = main_game(rules)
    best = game.optimal
    return Strategy(
        -best.expectation, best.together.house_advantage_on_action, best.frequencies,
        _early_folds(game), GAME.simple_rules(rules, game),
    )  # fmt: skip


def _early_folds(game: odds.MainGame) -> dict[str, Fraction]:
    """The classes of two cards that are folded before the flop."""
    table, before = game.solver.table, game.solver.best.before.tolist()
    found: dict[str, list[bool]] = {}
    for hole, stays in zip(table.holes, before, strict=True):
        found.setdefault(class_name([table.cards[card] for card in hole]), []).append(not stays)
    shares = {name: Fraction(sum(folds), len(folds)) for name, folds in found.items()}
    return {name: share for name, share in shares.items() if share}


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
    game = main_game(rules)
    table = game.solver.table
    found: dict[str, list[tuple[int, ...]]] = {}
    for hole in table.holes:
        cards = tuple(table.cards[card] for card in hole)
        found.setdefault(class_name(cards), []).append(cards)

    def ranks(name: str) -> list[int]:
        return sorted((card & 15 for card in found[name][0]), reverse=True)

    for name in sorted(found, key=ranks, reverse=True):
        worth = game.worth(found[name][0], ())
        best = game.best(found[name][0], ())
        yield HandClass(name, len(found[name]), worth["flop"], worth["fold"], best)


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
