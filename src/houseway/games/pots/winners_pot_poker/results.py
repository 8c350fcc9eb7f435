"""Every figure of winner's pot poker at one table. Stakes are in dollars.

Figures of the main game are those of one player against the dealer, exactly. With more players they
are simulated with their error (``with_players``): the pot then hangs on what everybody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import deck, names
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policies import by_table
from houseway.games.authoring.policy import Decide, Mistake, PolicyTable, sight_of
from houseway.games.authoring.result_at import Stakes, Variation, result_at
from houseway.games.authoring.simple_rule import Remembered, SimpleRule, simple_rules
from houseway.games.authoring.table_numbers import in_cents, paid_by, times_of
from houseway.games.pots.winners_pot_poker import odds, policy
from houseway.games.pots.winners_pot_poker.facts import Seen
from houseway.games.pots.winners_pot_poker.game import ANTE, BET, BONUS, DOUBLE, FOLD, POT
from houseway.games.pots.winners_pot_poker.hand import Terms, divide, terms_of
from houseway.referee.round import whole_deck
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS, TableRules

if TYPE_CHECKING:
    from houseway.games.pots.winners_pot_poker.deal import WithPlayers

STAKES: Mapping[str, Fraction] = {ANTE: Fraction(10), BONUS: Fraction(1)}
MAIN = "main"  # ante, bet and double, and what is won of the pot
PERCENT, MOST, STEP = "commission_percent", "commission_most", "commission_step"
MATTERS = (PERCENT, MOST, STEP)
_PART = "it goes into the pot with the others; what becomes of them together is the main game"
UNPRICED = dict.fromkeys((ANTE, BET, DOUBLE, POT), _PART)
GAME = "winners-pot-poker"
STAYS = "stays in to the end"  # how the bonus is played

# -- ways to play ----------------------------------------------------------------------------------

PAIRED = {"do": BET, "cards": 3, "makes": "pair or better"}
DRAWS = [
    {"do": DOUBLE, "cards": 4, "suited": True, "dealer_pair": False},
    {"do": DOUBLE, "cards": 4, "gaps": 0, "dealer_pair": False},
]
AHEAD = {"do": DOUBLE, "cards": 4, "behind": False}
SIMPLE: dict[str, dict[str, Any]] = {
    "ahead_with_draws": {
        "game": GAME,
        "name": "a pair; a ten or suited if not behind; with 4 cards, not behind or a draw",
        "rules": [
            PAIRED,
            {"do": BET, "cards": 3, "behind": False, "highest": "T to A"},
            {"do": BET, "cards": 3, "behind": False, "suited": True},
            AHEAD,
            *DRAWS,
        ],
        "otherwise": FOLD,
    },
    "ahead": {
        "game": GAME,
        "name": "stay unless the dealer shows more",
        "rules": [{"do": BET, "cards": 3, "behind": False}, AHEAD],
        "otherwise": FOLD,
    },
    "always_stay": {
        "game": GAME,
        "name": "always stay in",
        "rules": [{"do": BET, "cards": 3}, {"do": DOUBLE, "cards": 4}],
        "otherwise": FOLD,
    },
}


def read_policy(content: Any, rules: TableRules) -> PolicyTable[Seen]:
    """A way to decide from a table; conditions as in ``policy.py``."""
    return policy.read(content, rules.book.game)


@lru_cache(maxsize=8)
def simple_way(name: str) -> odds.Way:
    """A simple way to play, by facts."""
    return policy.way_of(policy.read(SIMPLE[name], GAME))


# -- the table's numbers ---------------------------------------------------------------------------


def nets_of(rules: TableRules, ante: int, terms: Terms) -> odds.Nets:
    """What a round of one player against the dealer comes to, for an ante of so many cents."""
    bet, double = (times_of(rules, wager, ANTE) for wager in (BET, DOUBLE))
    put = 1 + bet + double
    pot = int(2 * put * ante)
    won, tied = (divide(pot, [1], ties, terms).shares[1] for ties in (False, True))
    return odds.Nets(
        Fraction(-1), -(1 + bet), Fraction(won, ante) - put, Fraction(tied, ante) - put, -put
    )


def main_game(rules: TableRules, stakes: Stakes | None = None) -> odds.MainGame:
    """The main game at this table; where no fixed amount limits the commission, it is solved for
    every percentage at once."""
    ante, terms = in_cents({**STAKES, **(stakes or {})}[ANTE]), terms_of(rules)
    option = rules.book.options[PERCENT]
    least, most = option.at_least or 0, option.at_most or 0
    percents = [Fraction(one) for one in range(least, most + 1)]
    if terms.most is not None or terms.percent not in percents:
        percents = [terms.percent]
    nets = tuple(nets_of(rules, ante, terms._replace(percent=one)) for one in percents)
    return _game(whole_deck(rules), nets, percents.index(terms.percent))


@lru_cache(maxsize=32)
def _game(cards: tuple[int, ...], nets: tuple[odds.Nets, ...], at: int) -> odds.MainGame:
    return odds.MainGame(cards, nets, at)


# -- results ---------------------------------------------------------------------------------------


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """The main game of one player under the best play and the bonus, or the one named."""
    found = []
    bets = {**STAKES, **(stakes or {})}
    if wager in ("", MAIN):
        found.append(_main(rules, main_game(rules, stakes).optimal, bets))
    if wager in ("", BONUS) and BONUS in rules.wagers:
        least = RANKS.index(rules.rule("least_win"))
        table = odds.bonus(whole_deck(rules), least, paid_by(rules, BONUS, bets[BONUS]))
        found.append(
            result_at(rules, table, Method.COUNTING, stakes={BONUS: bets[BONUS]}, strategy=STAYS)
        )
    return found


def _main(rules: TableRules, played: odds.Played, bets: Mapping[str, Fraction]) -> Result:
    return result_at(
        rules,
        played.together,
        Method.COUNTING,
        depends_on=MATTERS,
        stakes={ANTE: bets[ANTE]},
        strategy=played.strategy,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every whole percentage; a fixed amount may be any."""
    option = book.options[PERCENT]
    yield {}
    for percent in range(option.at_least or 0, (option.at_most or 0) + 1):
        if str(percent) != option.default:
            yield {PERCENT: percent}


def warm() -> None:
    """Compile what the figures need, on a small deck."""
    small = tuple(deck("9TJQKA", "cd"))
    flat = odds.Nets(*(Fraction(net) for net in (-1, -2, 4, 0, -4)))
    game = odds.MainGame(small, (flat,), 0)
    assert game.optimal.counts
    odds.follow(game, [simple_way("ahead")])


# -- the best play ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play of one player against the dealer in numbers: the shares of deals that are
    folded and played to the end, what simpler ways to play cost, and what the house keeps where
    more play by it, which is simulated with this error."""

    house_advantage: Fraction
    element_of_risk: Fraction
    ends: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]
    simulated_by_players: Mapping[str, Fraction]
    standard_error: Fraction


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best play at this table, and the exact cost of simpler ways."""
    game = main_game(rules, stakes)
    best = game.optimal
    others = odds.follow(game, [simple_way(name) for name in SIMPLE])
    assert rules.book.seats is not None
    more = [with_players(rules, n, stakes=stakes) for n in range(2, rules.book.seats.max + 1)]
    return Strategy(
        house_advantage=-best.expectation,
        element_of_risk=best.together.house_advantage_on_action,
        ends={end: best.share(end) for end in odds.ENDS},
        simple_rules=simple_rules(best, others),
        simulated_by_players={f"{one.players} players": one.house_advantage for one in more},
        standard_error=Fraction(max(one.error for one in more)).limit_denominator(10**6),
    )


def with_players(
    rules: TableRules,
    players: int,
    rounds: int = 1 << 19,
    seed: int = 33,
    stakes: Stakes | None = None,
) -> WithPlayers:
    """The main game where so many play as one would alone: simulated, with its error."""
    from houseway.games.pots.winners_pot_poker.deal import simulate_players

    return simulate_players(rules, players, rounds, seed, {**STAKES, **(stakes or {})}[ANTE])


# -- any other strategy ----------------------------------------------------------------------------


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """The main game of one player when decided so, exactly."""
    game = main_game(rules, stakes)
    (played,) = odds.follow(game, [policy.way_of(decide)])
    return [_main(rules, played, {**STAKES, **(stakes or {})})]


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where a way to decide and the best play part, and what that costs."""
    return policy.mistakes(main_game(rules, stakes), decide)


# -- single hands ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandClass:
    """Three cards beside one of the dealer's that differ only in the names of suits: how many there
    are, and what a bet and a fold are worth, in antes, with the best play after it."""

    hand: str
    dealer: str
    ways: int
    bet: Fraction
    fold: Fraction
    best: str


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best decision for every class of three cards."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = main_game(rules, stakes)
    pack = game.pack
    for at, (own, card) in enumerate(pack.examples):
        ways = int(pack.classes.ways[at])
        worth = Fraction(game.betting[at], ways * pack.after_three * game.nets.scale)
        best = BET if game.bets[at] else FOLD
        yield HandClass(names(own), names([card]), ways, worth, game.nets.fold_three, best)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice of a player who is alone against the dealer; with
    others in the round nothing exact is known."""
    if view.asked is None or not isinstance(view.who, int) or _others(view):
        return {}
    if any(event.kind == "gone" for event in view.events) or _down(view):
        return {}
    ante, sight = view.state.stake(view.who, ANTE), sight_of(view)
    worth = main_game(rules, {ANTE: Fraction(ante, 100)}).worth(sight.hand, sight.dealer)
    return {choice.name: worth[choice.name] * ante for choice in view.asked.choices}


def _others(view: View) -> bool:
    return any(wagers for seat, wagers in view.state.placed.items() if seat != view.who)


def _down(view: View) -> bool:
    """Whether the dealer shows fewer cards than usual, because one of the others has shown."""
    return len(sight_of(view).dealer) != len(sight_of(view).hand) - 2


def optimal_policy(view: View, rules: TableRules) -> str:
    """The best choice against the dealer alone, whoever else plays; where something has gone wrong
    with the dealer's cards, a simple one."""
    assert view.asked is not None
    stay = view.asked.choices[0].name
    if stay not in (BET, DOUBLE):
        return stay
    sight = sight_of(view)
    if _down(view):
        return SIMPLE_POLICIES["always_stay"](view, rules)
    ante = Fraction(view.state.stake(int(view.who), ANTE), 100)
    game = main_game(rules, {ANTE: ante})
    if stay == BET:
        stays = bool(game.bets[game.class_of(sight.hand, sight.dealer[0])])
    else:
        stays = game.doubles(sight.hand, sight.dealer)
    return stay if stays else FOLD


def _simple(name: str) -> Policy:
    by = by_table(SIMPLE[name], read_policy)

    def choose(view: View, rules: TableRules) -> str:
        assert view.asked is not None
        if not sight_of(view).dealer:  # a dealer whose hand is dead shows nothing
            return view.asked.choices[0].name
        return by(view, rules)

    return choose


SIMPLE_POLICIES: dict[str, Policy] = {name: _simple(name) for name in SIMPLE}
POLICIES: dict[str, Policy] = {"optimal": optimal_policy, **SIMPLE_POLICIES}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    own_play=OwnPlay(read_policy, valued, mistakes),
    unpriced=UNPRICED,
    warm=warm,
)
