"""Every figure of three-card poker at one table: the rulebook's numbers put into the mathematics.

Stakes are in dollars. The best play of ante and play does not depend on the other wagers: a fold
gives up the pair plus too, but no hand that wins it is ever folded, and the six-card bonus stands
either way.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from houseway.counting.canonical import Pack
from houseway.equipment.cards import RANKS, mask
from houseway.games.against_dealer.fold_or_play_odds import (
    Chooser,
    Contest,
    MainGame,
    decide,
    from_strength,
)
from houseway.games.against_dealer.fold_or_play_paid import Terms
from houseway.games.against_dealer.fold_or_play_results import DOLLAR, FoldOrPlay
from houseway.games.against_dealer.fold_or_play_strategy import Strategy, strategy_of
from houseway.games.against_dealer.side_wagers import Side, with_sides
from houseway.games.against_dealer.three_card_poker import odds
from houseway.games.against_dealer.three_card_poker.hand import least_with, three_card_rows
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.result_at import Stakes, Variation, variations
from houseway.games.authoring.table_numbers import even_odds, pack_of, paid_by, times_of
from houseway.hands.poker import THREE_CARD_CATEGORIES, category, three_card_strength
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = dict.fromkeys(("ante", "pair_plus", "six_card"), Fraction(1))
BONUS = "ante_bonus"


# The table's numbers


def contest(rules: TableRules) -> Contest:
    """Player against dealer at this table."""
    return odds.contest(pack_of(rules), RANKS.index(rules.rule("dealer_needs")))


def terms(rules: TableRules, ante: Fraction = DOLLAR) -> Terms:
    """What ante and play are paid at this table, with an ante of so many dollars."""
    return Terms(
        second="play",
        times=times_of(rules, "play", "ante"),
        pays=paid_by(rules, "play", ante),
        bonus=paid_by(rules, BONUS, ante),
        ante=even_odds(rules, "ante"),
    )


GAME = FoldOrPlay(
    contest,
    terms,
    parts={"ante": "ante", "play": "second", BONUS: "bonus"},
    depends_on=(BONUS, "version"),
    categories=THREE_CARD_CATEGORIES,
    cards=lambda rules: odds.CARDS,
    high_cards=odds.high_cards,
)
main_game, valued, mistakes = GAME.main_game, GAME.valued, GAME.mistakes
read_policy, every_class = GAME.read_policy, GAME.every_class


# Results


def _needed(wager: str) -> Callable[[TableRules], list[str]]:
    """The options that a paytable binds and that bind others in turn: a result must name them."""

    def options(rules: TableRules) -> list[str]:
        paytable = rules.wager(wager).paytable or ""
        chosen = rules.options[paytable]
        for constraint in rules.book.constraints:
            if chosen in constraint.when.get(paytable, []):
                return ["version", BONUS]
        return []

    return options


results = with_sides(
    GAME,
    STAKES,
    {
        "pair_plus": Side(
            lambda rules, pays: odds.pair_plus(pack_of(rules), pays), _needed("pair_plus")
        ),
        "six_card": Side(
            lambda rules, pays: odds.six_card(pack_of(rules), pays), _needed("six_card")
        ),
    },
)


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure: each ante bonus in the versions it belongs
    to, each pair plus, each six-card bonus; one that only goes with a version, in that version."""
    yield from variations(book, "pair_plus", "six_card", together=[("version", BONUS)])
    alone = [chosen["six_card"] for chosen in variations(book, "six_card")]
    for chosen in variations(book, together=[("version", BONUS, "six_card")]):
        if chosen["six_card"] not in alone:
            yield chosen


def warm() -> None:
    """Compile what the figures need: the six-card bonus alone is too long for plain Python."""
    odds.six_card(Pack(), lambda rows: None)


# Strategy


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the cost of rules that a person can remember."""
    game = GAME.staked(rules, stakes)
    return strategy_of(game, odds.called, dict(_simple(game)))


def _simple(game: MainGame) -> Iterator[tuple[str, Chooser]]:
    """The rule that begins with the weakest hand worth playing, and rules by the highest card."""
    standing = game.contest.standing
    least = int(standing.strength[game.plays[:, 0]].min())
    if not category(least):
        yield f"play {odds.ranks_of(least)} or better", from_strength(least)
    for rank in RANKS[-4:]:
        if game.contest.pack.ranks >> RANKS.index(rank) & 1:
            yield f"play {rank} high or better", from_strength(least_with(RANKS.index(rank)))
    yield "play every hand", from_strength(0)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante,
    play, ante bonus and the pair plus, which a fold gives up. The six-card bonus stands."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stakes = view.state.stakes(view.who)
    hand = mask(view.state.hands[view.who])
    found = decide(contest(rules), terms(rules, Fraction(stakes["ante"], 100)), hand)
    worth = {"play": found.play * stakes["ante"], "fold": found.fold * stakes["ante"]}
    if beside := stakes.get("pair_plus", 0):
        paid = paid_by(rules, "pair_plus", Fraction(beside, 100))(frozenset(three_card_rows(hand)))
        worth["play"] += beside * (paid.odds if paid else -1)
        worth["fold"] -= beside
    return worth


def play_from(least: int) -> Callable[[View, TableRules], str]:
    """The simple rule: play hands of that strength or more."""

    def policy(view: View, rules: TableRules) -> str:
        return "play" if three_card_strength(mask(view.state.hands[view.who])) >= least else "fold"

    return policy


def like_the_dealer(view: View, rules: TableRules) -> str:
    """Play what would qualify at the dealer."""
    least = least_with(RANKS.index(rules.rule("dealer_needs")))
    return play_from(least)(view, rules)


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": GAME.best_choice,
    "queen_six_four": play_from(odds.high_cards("Q64")),
    "like_the_dealer": like_the_dealer,
    "every_hand": play_from(0),
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
