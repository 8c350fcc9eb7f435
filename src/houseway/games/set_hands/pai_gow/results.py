"""Every figure of pai gow at one table: the rulebook's numbers put into the mathematics.

A player plays against the house way, as the dealer must set his tiles. Where players may bank,
``bank`` is the bank's side of the dealer's wager, and ``bank@co_bank`` of a player's wager against
a co-bank, both set by the house way. Against several wagers the bank's outcomes add up, and its
vigorish falls on the balance alone, so that it costs less and never more than against one.
Stakes are in dollars; a bank's is the wager against it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.equipment.cards import names
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, sight_of
from houseway.games.authoring.result_at import Variation, result_at, variations
from houseway.games.set_hands.advice import Set, SettingAdvice, best_known, offered, quiet
from houseway.games.set_hands.bank_results import (
    BANK,
    CO_BANK,
    bank_result,
    bank_results,
    win_of,
)
from houseway.games.set_hands.dragon_odds import rolls
from houseway.games.set_hands.dragon_results import (
    DICE,
    OTHER,
    SHAKER,
    left_down,
    on_dice,
    on_triples,
)
from houseway.games.set_hands.pai_gow import odds, policy
from houseway.games.set_hands.pai_gow.hands import (
    WAGER,
    WAYS,
    Hands,
    house_values,
    looks_low_first,
)
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.setting_game import Setter, Solution
from houseway.games.set_hands.two_hands import Hand, Tally
from houseway.hands.tiles import spots
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKES = {
    "pai_gow": Fraction(10),
    **dict.fromkeys((*DICE, "dice_bonus"), Fraction(1)),
    BANK: Fraction(10),
}
BY_HOUSE_WAY = "pai_gow@house_way"
BANK_OPTIONS = ["house_way", "vigorish_rounding", "player_bank"]


# The table's numbers


def numbers(rules: TableRules) -> odds.Rules:
    """The house way as this table has filed it."""
    return odds.Rules(house_values(rules), looks_low_first(rules))


def tile_game(
    rules: TableRules, stake: Fraction = STAKES["pai_gow"], *, banks: bool = False
) -> odds.TileGame:
    """Four tiles against the house way, as a player or as a bank against the dealer's wager."""
    win = win_of(rules, BANK if banks else "pai_gow", stake)
    return odds.TileGame(numbers(rules), win, banks)


# Results


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table with its outcomes counted, under the best play and by the
    house way; or the one named."""
    bets = {**STAKES, **(stakes or {})}
    made: list[tuple[tuple[str, ...], Callable[..., list[Result]]]] = [
        (("pai_gow", BY_HOUSE_WAY), _on_tiles),
        ((BANK, CO_BANK), _as_bank),
        (DICE, on_dice),
        (("dice_bonus", SHAKER, OTHER), on_triples),
    ]
    found = [
        result
        for offered, make in made
        if wager in ("", *offered) and offered[0] in rules.wagers
        for result in make(rules, bets)
    ]
    return [result for result in found if wager in ("", result.wager)]


def _on_tiles(rules: TableRules, bets: Mapping[str, Fraction]) -> list[Result]:
    game = tile_game(rules, bets["pai_gow"])
    played = ("pai_gow", game.optimal), (BY_HOUSE_WAY, game.as_the_house)
    return [_set_in_one_way(rules, bets, name, game, play) for name, play in played]


def _set_in_one_way(
    rules: TableRules,
    bets: Mapping[str, Fraction],
    name: str,
    game: odds.TileGame,
    play: Solution,
) -> Result:
    """A player's wager when the tiles are set in one way."""
    terms = ["dragons_eye"] if rules.rule("triple_takes_tiles") else ["vigorish_rounding"]
    return result_at(
        rules, _tile_table(name, rules, game, play), Method.COUNTING,
        depends_on=["house_way", "dragon_vigorish", *terms],
        stakes={"pai_gow": bets["pai_gow"]}, strategy=play.strategy,
    )  # fmt: skip


def _tile_table(wager: str, rules: TableRules, game: odds.TileGame, play: Solution) -> OutcomeTable:
    """A player's wager under one way to set, and under the dice where a triple takes it."""
    takes = rules.rule("triple_takes_tiles")
    dice = rules.rule("dice")
    return odds.tile_table(wager, play.tally, game.win, triple_takes=takes, dice=dice)


def _as_bank(rules: TableRules, bets: Mapping[str, Fraction]) -> list[Result]:
    game = tile_game(rules, bets[BANK], banks=True)
    return bank_results(
        rules, bets[BANK], game.optimal.tally, game.as_the_house.tally, BANK_OPTIONS
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, together=[["house_way", "vigorish_rounding"]])
    yield from variations(
        book, together=[["house_way", "vigorish_rounding"]], player_bank=True, co_bank=True
    )
    yield from variations(book, "house_way", dragons_eye=True, dragon_vigorish="none")
    yield from variations(book, "shaker_named", dragons_eye=True)


# Strategy


@dataclass(frozen=True)
class SimpleRule:
    """A way to set that a person can remember: what the house keeps, what it costs against the
    best play, and how often it is worse than that."""

    name: str
    house_advantage: Fraction
    cost: Fraction
    worse: Fraction


@dataclass(frozen=True)
class Strategy:
    """The best play in numbers. ``as_bank`` is what a bank loses to the dealer's wager, where
    players may bank; ``pairs_split`` goes by the place in the order of pairs (10.2(b)), 17 to 20
    being wongs and gongs."""

    house_advantage: Fraction
    house_way_is_worse: Fraction
    as_bank: Fraction | None
    pairs_split: Mapping[int, Fraction]
    simple_rules: tuple[SimpleRule, ...]


def setters(rules: TableRules) -> dict[str, Setter]:
    """Ways to set by name: those of houses, and simple rules."""
    values = house_values(rules)
    houses = {
        "house_way, high first": odds.Rules(values, low_first=False).house_way,
        "house_way, low first": odds.Rules(values, low_first=True).house_way,
    }
    return {**houses, **odds.SETTERS}


def strategy(rules: TableRules, stakes: Mapping[str, Fraction] | None = None) -> Strategy:
    """The best way to set tiles at this table, and what houses' ways and simple rules cost."""
    bets = {**STAKES, **(stakes or {})}
    game = tile_game(rules, bets["pai_gow"])
    best = _tile_table("pai_gow", rules, game, game.optimal).house_advantage
    simple = []
    for name, setter in setters(rules).items():
        other = game.follow(name, setter)
        edge = _tile_table("pai_gow", rules, game, other).house_advantage
        simple.append(SimpleRule(name, edge, edge - best, other.worse))
    bank = tile_game(rules, bets[BANK], banks=True) if rules.rule("player_bank") else None
    return Strategy(
        best,
        game.as_the_house.worse,
        -bank.worth(bank.optimal.tally) if bank else None,
        game.pairs_split,
        tuple(simple),
    )


# Any other way to set


def valued(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Result]:
    """A player's wager when tiles are set so and, where players may bank, a bank's: exact, whatever
    it is."""
    bets = {**STAKES, **(stakes or {})}
    game = tile_game(rules, bets["pai_gow"])
    found = [_set_in_one_way(rules, bets, "pai_gow", game, policy.follow(game, decide))]
    if BANK in rules.wagers:
        bank = tile_game(rules, bets[BANK], banks=True)
        play = policy.follow(bank, decide)
        found.append(
            bank_result(
                rules, BANK, play.tally, bank.win, bets[BANK], BANK_OPTIONS, play.strategy
            )
        )  # fmt: skip
    return found


def mistakes(
    rules: TableRules, decide: Decide, stakes: Mapping[str, Fraction] | None = None
) -> list[Mistake]:
    """Where a player's way to set and the best play part, and what that costs."""
    triples, others = rolls(rules.rule("triple_takes_tiles"), rules.rule("dice"))
    game = tile_game(rules, {**STAKES, **(stakes or {})}["pai_gow"])
    return policy.mistakes(game, decide, Fraction(others, triples + others))


def read_policy(content: Any, rules: TableRules) -> policy.SettingTable:
    """A way to set from a table; conditions as in ``policy.py``."""
    return policy.read(content, rules.book.game, numbers(rules))


@dataclass(frozen=True)
class HandClass:
    """Tiles of the same ranks: one such hand, how many there are, the best setting with what comes
    of it against all hands of the dealer, and the house's own setting; worth in stakes."""

    hand: str
    ways: int
    best: str
    win: int
    push: int
    lose: int
    worth: Fraction
    house_way: str
    house_way_worth: Fraction


def every_class(
    rules: TableRules, stakes: Mapping[str, Fraction] | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best setting of every set of four tiles, or of those with so many spots in total."""
    bets = {**STAKES, **(stakes or {})}
    game = tile_game(rules, bets["pai_gow"])
    known = game.contest
    rows = zip(
        known.hands, known.dealt.tolist(), known.tallies, game.best, known.followed, strict=True
    )
    for hand, times, tallies, best, house in rows:
        if total in (None, sum(map(spots, hand))):
            yield HandClass(
                names(hand), times, str(Hands.of(list(hand), best)), *tallies[best],
                game.worth(tallies[best]), str(Hands.of(list(hand), house)),
                game.worth(tallies[house]),
            )  # fmt: skip


# Advice


def _tallies(rules: TableRules, hand: Hand, seen: Sequence[int], banks: bool) -> dict[str, Tally]:
    """What becomes of each way to split four tiles."""
    return dict(zip(WAYS, odds.contest(numbers(rules), banks).of_hand(hand, seen), strict=True))


def _won(rules: TableRules, own: Set, other: Set) -> int:
    """How many hands beat the other side's."""
    mine, theirs = (Hands.of(list(tiles), WAYS.index(name)) for tiles, name in (own, other))
    return mine.against(theirs)


ADVICE = SettingAdvice(
    WAGER,
    WAYS,
    odds.TILES,
    tallies=_tallies,
    house=lambda rules, tiles: WAYS[numbers(rules).house_way(tiles)],
    won=_won,
)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, also of leaving a dice bonus
    wager down. A bank's vigorish on the balance of several wagers is left out, as they do not win
    one by one."""
    if "retain" in offered(view):
        assert isinstance(view.who, int)
        return left_down(view, rules, view.who)
    return ADVICE.worth(view, rules)


# Policies


QUIET = ("stay", "shake", "pass", "play_out", "take_down", "no_cut", "no_choice", "allow")


def setting(name: str) -> Policy:
    """The policy that sets tiles by a simple rule."""

    def decided(view: View, rules: TableRules) -> str:
        if HOUSE_WAY in offered(view):
            return WAYS[odds.SETTERS[name](sight_of(view).hand)]
        return quiet(view, QUIET)

    return decided


def house_way_policy(view: View, rules: TableRules) -> str:
    """Set as the house would."""
    return HOUSE_WAY if HOUSE_WAY in offered(view) else quiet(view, QUIET)


POLICIES: dict[str, Policy] = {
    "optimal": best_known(advise, QUIET),  # the bank is passed on
    HOUSE_WAY: house_way_policy,
    **{name: setting(name) for name in odds.SETTERS},
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
