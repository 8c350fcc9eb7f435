"""Every figure of Caribbean stud at one table: the rulebook's numbers put into the mathematics.

Stakes are in dollars. The progressive is settled for a player who folds nothing that it pays for;
the best play never does. Where a house has posted a payout limit, the figures hold for the ante
that is named.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from houseway.counting.canonical import Pack
from houseway.counting.progressive import Progressive
from houseway.counting.result import Method, Result
from houseway.equipment.cards import mask
from houseway.games.against_dealer.caribbean_stud_poker import odds
from houseway.games.against_dealer.caribbean_stud_poker.hand import strength_of_ranks
from houseway.games.against_dealer.fold_or_play_odds import (
    Chooser,
    Contest,
    MainGame,
    decide,
    from_strength,
)
from houseway.games.against_dealer.fold_or_play_paid import Terms
from houseway.games.against_dealer.fold_or_play_policy import (
    shown_to,
)
from houseway.games.against_dealer.fold_or_play_results import DOLLAR, FoldOrPlay
from houseway.games.against_dealer.fold_or_play_strategy import Strategy, strategy_of
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.table_numbers import (
    award_of,
    even_odds,
    in_cents,
    meters_shown,
    pack_of,
    paid_by,
    times_of,
)
from houseway.hands.poker import CATEGORIES, PAIR, category, strength
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = {"ante": Fraction(1), "progressive": Fraction(1)}
THRESHOLD = "AKJ83"  # the weakest hand of the simplest good rule


# The table's numbers


def contest(rules: TableRules) -> Contest:
    """Player against dealer at this table."""
    least = strength_of_ranks(rules.rule("qualifying_hand"))
    return odds.contest(pack_of(rules), rules.rule("cards_each"), least)


def terms(rules: TableRules, ante: Fraction = DOLLAR) -> Terms:
    """What ante and bet are paid at this table, with an ante of so many dollars."""
    times = times_of(rules, "bet", "ante")
    return Terms(
        second="bet",
        times=times,
        pays=paid_by(rules, "bet", times * ante),
        ante=even_odds(rules, "ante"),
    )


GAME = FoldOrPlay(
    contest,
    terms,
    parts={"ante": "ante", "bet": "second"},
    depends_on=("bet", "payout_limit"),
    categories=CATEGORIES,
    cards=lambda rules: rules.rule("cards_each"),
    high_cards=strength_of_ranks,
)
main_game, valued, mistakes = GAME.main_game, GAME.valued, GAME.mistakes
read_policy, every_class = GAME.read_policy, GAME.every_class


def progressive(rules: TableRules, stake: Fraction = STAKES["progressive"]) -> Progressive:
    """The progressive wager at this table, for any state of the meter."""
    schedule, cents = rules.schedule("progressive"), in_cents(stake)
    patterns = odds.rows_dealt(pack_of(rules), rules.rule("cards_each"))
    paid = frozenset(schedule.prices)
    hit: dict[frozenset[str], int] = {}
    for rows, count in patterns.items():
        hit[rows & paid] = hit.get(rows & paid, 0) + count
    return Progressive(
        wager="progressive",
        rows=tuple(schedule.prices),
        patterns=hit,
        hands=sum(hit.values()),
        award=award_of(rules, "progressive", cents, returns_stake=False),
        resets=meters_shown(rules),
        stake=cents,
        unit=100 if schedule.rounds_up else 0,
    )


PROGRESSIVES = {"progressive": progressive}


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
    if GAME.asks_for(wager):
        found += GAME.results(rules, bets["ante"])
    if "progressive" in rules.wagers and wager in ("", "progressive"):
        shown = meters_shown(rules, meters)
        stake = {"progressive": bets["progressive"]}
        table = progressive(rules, stake["progressive"]).table(shown)
        found.append(result_at(rules, table, Method.COUNTING, stakes=stake, meters=shown))
    return [result for result in found if wager in ("", result.wager)]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure. From where fixed awards are drawn changes
    the life of the meter but nothing at a given meter; a payout limit is any amount."""
    return variations(book, "bet", "progressive")


def warm() -> None:
    """Compile what the figures need."""
    game = MainGame(odds.contest(Pack(), 5, 0), Terms("bet"))
    game.cost(game.follow(from_strength(0), "every hand"))


# Strategy


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the cost of rules that a person can remember."""
    game = GAME.staked(rules, stakes)
    simple: dict[str, Chooser] = {
        RULES[name]: odds.pair_or(bluff) for name, bluff in odds.BLUFFS.items()
    }
    simple[RULES["threshold"]] = from_strength(strength_of_ranks(THRESHOLD))
    simple[RULES["every_hand"]] = from_strength(0)
    return strategy_of(game, odds.called, simple)


RULES = {
    "three_rules": "bet pairs, and ace-king by three rules",
    "threshold": f"bet {'-'.join(THRESHOLD)} or better",
    "matching_rank": "bet pairs, and ace-king with the shown rank",
    "pair_or_better": "bet a pair or better",
    "ace_king_or_better": "bet ace-king or better",
    "every_hand": "bet every hand",
}


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: of ante
    and bet. A progressive that a fold would give up is left out."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    ante = view.state.stakes(view.who)["ante"]
    hand = mask(view.state.hands[view.who])
    found = decide(contest(rules), terms(rules, Fraction(ante, 100)), hand, shown_to(view))
    return {"bet": found.play * ante, "fold": found.fold * ante}


def bet_from(least: int) -> Callable[[View, TableRules], str]:
    """The simple rule: bet hands of that strength or more."""

    def policy(view: View, rules: TableRules) -> str:
        return "bet" if strength(mask(view.state.hands[view.who])) >= least else "fold"

    return policy


def pair_or(bluff: odds.Bluff) -> Callable[[View, TableRules], str]:
    """Bet a pair or better, and of the others what the rule says."""

    def policy(view: View, rules: TableRules) -> str:
        cards = view.state.hands[view.who]
        ranks = sum(1 << rank for rank in {card & 15 for card in cards})
        bets = category(strength(mask(cards))) >= PAIR or bluff(ranks, shown_to(view) & 15)
        return "bet" if bets else "fold"

    return policy


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    "optimal": GAME.best_choice,
    **{name: pair_or(bluff) for name, bluff in odds.BLUFFS.items()},
    "threshold": bet_from(strength_of_ranks(THRESHOLD)),
    "every_hand": bet_from(0),
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    progressives=PROGRESSIVES,
    warm=warm,
)
