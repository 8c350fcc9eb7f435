"""Every figure of supreme pai gow at one table: the rulebook's numbers put into the mathematics.

A player plays against the house way, as the dealer must set his cards. Where players may bank,
``bank`` is the bank's side of the dealer's wager, and ``bank@co_bank`` of a player's wager against
a co-bank, both set by the house way. Against several wagers the bank's outcomes add up, and its
vigorish falls on the balance alone. Stakes are in dollars; a bank's is the wager against it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.equipment.cards import Card, names
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, Sight, dearest, name_of
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.authoring.table_numbers import paid_by
from houseway.games.set_hands.advice import Set, SettingAdvice, best_known, line_policies
from houseway.games.set_hands.bank_results import BANK, CO_BANK, bank_results, win_of
from houseway.games.set_hands.house_way import HouseWay, unused
from houseway.games.set_hands.lines_policy import LinesPolicy, read_lines_policy
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.setting_game import Solution, outcomes
from houseway.games.set_hands.supreme_pai_gow import odds
from houseway.games.set_hands.supreme_pai_gow.game import BONUS, BOTH_JOKERS, WAGER
from houseway.games.set_hands.supreme_pai_gow.hand import CARDS
from houseway.games.set_hands.supreme_pai_gow.way import (
    SIMPLE,
    WAYS,
    WORDS,
    Hands,
    set_by_house_way,
    way_of,
)
from houseway.games.set_hands.two_hands import Hand, Tally, Way
from houseway.games.set_hands.way_card import WayCard
from houseway.referee.view import Policy
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = {WAGER: Fraction(10), BONUS: Fraction(1), BANK: Fraction(10)}
BY_HOUSE_WAY = f"{WAGER}@house_way"
OFFERED = (*WAYS, HOUSE_WAY)
BANK_OPTIONS = ["house_way", "vigorish_rounding", "player_bank"]


# The table's numbers


def card_game(
    rules: TableRules, stake: Fraction = STAKES[WAGER], *, banks: bool = False
) -> odds.CardGame:
    """Four cards against the house way, as a player or as a bank against the dealer's wager. A
    house way of its own with a line that never decides contradicts itself and is refused."""
    game = odds.CardGame(way_of(rules), win_of(rules, BANK if banks else WAGER, stake), banks)
    if idle := unused([int(share > 0) for share in game.line_shares], game.way):
        raise Refused(f"no hand is set by line {idle[0]}", rules.cite("house_way"))
    return game


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table with its outcomes counted, under the best play and by the
    house way; or the one named."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", WAGER, BY_HOUSE_WAY):
        game = card_game(rules, bets[WAGER])
        for name, play in ((WAGER, game.optimal), (BY_HOUSE_WAY, game.as_the_house)):
            found.append(_supreme(rules, bets, name, game, play))
    if wager in ("", BONUS):
        paid, both = paid_by(rules, BONUS, bets[BONUS]), rules.rule(BOTH_JOKERS)
        found.append(
            result_at(
                rules,
                odds.bonus_table(paid, both),
                Method.ENUMERATION,
                depends_on=[BOTH_JOKERS],
                stakes={BONUS: bets[BONUS]},
            )
        )
    if wager in ("", BANK, CO_BANK) and BANK in rules.wagers:
        found += _as_bank(rules, bets)
    return [result for result in found if wager in ("", result.wager)]


def _supreme(
    rules: TableRules, bets: Stakes, name: str, game: odds.CardGame, play: Solution
) -> Result:
    """A player's wager when the cards are set in one way."""
    table = OutcomeTable(name, sum(play.tally), tuple(outcomes(play.tally, game.win)))
    return result_at(
        rules,
        table,
        Method.COUNTING,
        depends_on=["house_way", "vigorish_rounding"],
        stakes={WAGER: bets[WAGER]},
        strategy=play.strategy,
    )


def _as_bank(rules: TableRules, bets: Stakes) -> list[Result]:
    game = card_game(rules, bets[BANK], banks=True)
    return bank_results(
        rules, bets[BANK], game.optimal.tally, game.as_the_house.tally, BANK_OPTIONS
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, "vigorish_rounding", BOTH_JOKERS)
    yield from variations(book, "vigorish_rounding", player_bank=True, co_bank=True)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers. ``as_bank`` is what a bank loses to the dealer's wager, where
    players may bank; the house way with how often each of its lines decides."""

    house_advantage: Fraction
    by_house_way: Fraction
    house_way_is_worse: Fraction
    as_bank: Fraction | None
    house_way: WayCard
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best way to set cards at this table, and what the house way and simple rules cost."""
    bets = {**STAKES, **(stakes or {})}
    game = card_game(rules, bets[WAGER])
    best = game.worth(game.optimal.tally)
    simple = []
    for name, way in {"as the house does": game.way, **SIMPLE}.items():
        says = way.name if name in SIMPLE else name
        worth = game.worth(game.follow(name, odds.Setter(way)).tally)
        simple.append(SimpleRule(says, -worth, best - worth))
    bank = card_game(rules, bets[BANK], banks=True) if rules.rule("player_bank") else None
    return Strategy(
        house_advantage=-best,
        by_house_way=-game.worth(game.as_the_house.tally),
        house_way_is_worse=game.as_the_house.worse,
        as_bank=-bank.worth(bank.optimal.tally) if bank else None,
        house_way=WayCard(game.way, game.line_shares),
        simple_rules=tuple(simple),
    )


@dataclass(frozen=True)
class HandClass:
    """Cards of the same ranks: one such hand, how many there are, the best setting with what comes
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
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """The best setting of every set of four ranks."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    game = card_game(rules, {**STAKES, **(stakes or {})}[WAGER])
    known = game.contest
    rows = zip(
        known.hands, known.dealt.tolist(), known.tallies, game.best, known.followed, strict=True
    )
    for hand, times, tallies, best, house in rows:
        yield HandClass(
            names(hand), times, str(Hands.of(hand, best)), *tallies[best],
            game.worth(tallies[best]), str(Hands.of(hand, house)), game.worth(tallies[house]),
        )  # fmt: skip


# Any other way to set


def read_policy(content: Any, rules: TableRules) -> LinesPolicy:
    """A way to set from a file of lines, written as those of a house way (``way.py``)."""
    return read_lines_policy(content, rules, WORDS, _by_lines)


def _setter(decide: Decide, rules: TableRules) -> Callable[[Hand], Way]:
    """Any way to decide as a way to set four cards."""

    def setter(hand: Hand) -> Way:
        choice = decide(Sight(OFFERED, hand))
        if choice == HOUSE_WAY:
            return set_by_house_way(hand, way_of(rules))[1]
        if choice not in WAYS:
            raise Refused(f"{name_of(decide)} answers {choice!r}: it is {' or '.join(WAYS)}")
        return WAYS.index(choice)

    return setter


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """A player's wager when cards are set so: exact, whatever it is."""
    bets = {**STAKES, **(stakes or {})}
    game = card_game(rules, bets[WAGER])
    play = game.follow(name_of(decide), _setter(decide, rules))
    return [replace(_supreme(rules, bets, WAGER, game, play), strategy=play.strategy)]


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """The hands with which a way to set gives something away against the best play."""
    game = card_game(rules, {**STAKES, **(stakes or {})}[WAGER])
    known, setter = game.contest, _setter(decide, rules)
    every, found = int(known.dealt.sum()), []
    for hand, times, tallies, best in zip(
        known.hands, known.dealt.tolist(), known.tallies, game.best, strict=True
    ):
        way = setter(hand)
        each = game.worth(tallies[best]) - game.worth(tallies[way])
        if each:
            share = Fraction(times, every)
            does, other = (f"{names(Hands.of(hand, one).high)} high" for one in (way, best))
            found.append(Mistake(names(hand), "", does, other, share, each, share * each))
    return dearest(found)


# Advice


def _tallies(rules: TableRules, hand: Hand, seen: Sequence[Card], banks: bool) -> dict[str, Tally]:
    """What becomes of each way to divide four cards."""
    return dict(zip(WAYS, odds.contest(way_of(rules), banks).of_hand(hand, seen), strict=True))


def _won(rules: TableRules, own: Set, other: Set) -> int:
    """How many hands beat the other side's."""
    mine, theirs = (Hands.of(cards, WAYS.index(name)) for cards, name in (own, other))
    return mine.against(theirs)


def _by_lines(rules: TableRules, cards: Hand, way: HouseWay) -> str:
    return WAYS[set_by_house_way(cards, way)[1]]


ADVICE = SettingAdvice(
    WAGER,
    WAYS,
    CARDS,
    tallies=_tallies,
    house=lambda rules, cards: _by_lines(rules, cards, way_of(rules)),
    won=_won,
)
advise = ADVICE.worth  # the bonus wager stands whatever is done


# Policies


QUIET = ("stay", "pass", "play_out", "allow")
POLICIES: dict[str, Policy] = {
    "optimal": best_known(advise, QUIET),  # the bank is passed on
    **line_policies(SIMPLE, way_of, _by_lines, QUIET),
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
