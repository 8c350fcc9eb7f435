"""Every figure of pai gow poker at one table: the rulebook's numbers put into the mathematics.

A player plays against the house way, as the dealer must set his cards. Where players may bank,
``bank`` is the bank's side of the dealer's wager, and ``bank@co_bank`` of a player's wager against
a co-bank, both set by the house way. Against several wagers the bank's outcomes add up, and its
vigorish falls on the balance alone. Stakes are in dollars; a bank's is the wager against it.

With the house way that is shipped, deals are counted; the best setting is that at five percent, or
at none. With any other house way they are simulated and say so. Mathematics is imported where it is
done: a table needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.equipment.cards import Card
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, dearest, sight_of
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.set_hands.advice import (
    Set,
    SettingAdvice,
    line_policies,
    offered,
    quiet,
)
from houseway.games.set_hands.bank_results import (
    BANK,
    CO_BANK,
    bank_result,
    co_bank_result,
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
from houseway.games.set_hands.house_way import HouseWay, unused
from houseway.games.set_hands.lines_policy import LinesPolicy, lines_of, read_lines_policy
from houseway.games.set_hands.pai_gow_poker import odds, side_results
from houseway.games.set_hands.pai_gow_poker.counted import Counted, counted
from houseway.games.set_hands.pai_gow_poker.felt import ENVY, WAGER
from houseway.games.set_hands.pai_gow_poker.hand_names import high_name
from houseway.games.set_hands.pai_gow_poker.rows import is_queens_dragon
from houseway.games.set_hands.pai_gow_poker.way import (
    SIMPLE,
    WAYS,
    WORDS,
    set_by_house_way,
    settings,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.setting_game import outcomes
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.two_card_name import two_card_name
from houseway.games.set_hands.two_hands import Tally
from houseway.games.set_hands.way_card import WayCard
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.games.set_hands.pai_gow_poker.solver import Dealer

STAKES = {
    WAGER: Fraction(10),
    **side_results.STAKES,
    **dict.fromkeys((*DICE, "dice_bonus"), Fraction(1)),
    BANK: Fraction(10),
}
BY_HOUSE_WAY = f"{WAGER}@house_way"
BEST, EVEN = "optimal", "even"
OPTIONS = ("house_way", "ace_low_straight", "commission")
PROGRESSIVES = side_results.MADE
PLAYERS = range(2, 7)


# The table's numbers


def dealer_of(rules: TableRules) -> Dealer:
    """The side that follows the house way. One of a house's own with a line that never decides
    contradicts itself and is refused."""
    from houseway.games.set_hands.pai_gow_poker.solver import dealer

    found = dealer(way_of(rules), wheel_of(rules))
    if idle := unused(found.line_counts, found.way):
        raise Refused(f"no hand is set by line {idle[0]}", rules.cite("house_way"))
    return found


def known(rules: TableRules) -> Counted | None:
    """What was counted for the house way of a table."""
    return counted(way_of(rules), rules.rule("ace_low_straight"))


def played(
    rules: TableRules, name: str, *, banks: bool = False, fewer: bool = False
) -> odds.Played:
    """What comes of all deals when hands are set so, as a player or a bank: counted where the house
    way has been, simulated otherwise."""
    pushes = bool(rules.rule("queens_dragon_pushes"))
    role = ("ez_" if pushes else "") + BANK if banks else "ez" if pushes else "player"
    best = BEST if banks or rules.rule("commission") == "five_percent" else EVEN
    found, way = known(rules), best if name == BEST else name
    if found is not None and way in found.tallies.get(role, {}):
        return odds.Played(found.tallies[role][way], is_exact=True)
    if banks and name == HOUSE_WAY:  # set alike, the one wins where the other loses
        player = played(rules, HOUSE_WAY, fewer=fewer)
        tally = Tally(player.tally.lose, player.tally.push, player.tally.win)
        return odds.Played(tally, player.is_exact)
    sets = None if name == BEST else way_of(rules) if name == HOUSE_WAY else SIMPLE[name]
    deals = odds.FEWER if fewer else odds.SIMULATED_DEALS
    return odds.simulate(dealer_of(rules), sets, banks, pushes, deals)


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table, under the best play and by the house way; or the one
    named."""
    bets = {**STAKES, **(stakes or {})}
    found = [
        _main(rules, bets, name, played(rules, play), play)
        for name, play in ((WAGER, BEST), (BY_HOUSE_WAY, HOUSE_WAY))
        if wager in ("", name)
    ]
    if BANK in rules.wagers:
        found += _as_bank(rules, bets, wager)
    found += side_results.side_results(rules, bets, meters, wager)
    if rules.rule("dragons_eye"):
        if wager in ("", *DICE):
            found += on_dice(rules, bets)
        if wager in ("", "dice_bonus", SHAKER, OTHER):
            found += on_triples(rules, bets)
    return [result for result in found if wager in ("", result.wager)]


def _method(play: odds.Played) -> Method:
    return Method.COUNTING if play.is_exact else Method.SIMULATION


def main_table(rules: TableRules, name: str, play: odds.Played, win: Fraction) -> OutcomeTable:
    """A player's wager, and under the dice where a triple takes it."""
    takes = bool(rules.rule("triple_takes_hands"))
    triples, others = rolls(takes, rules.rule("dice"))
    found = outcomes(Tally(*(count * others for count in play.tally)), win)
    if takes:
        found.insert(0, Outcome("triple", Fraction(-1), triples * sum(play.tally)))
    return OutcomeTable(name, (triples + others) * sum(play.tally), tuple(found))


def _main(rules: TableRules, bets: Stakes, name: str, play: odds.Played, strategy: str) -> Result:
    table = main_table(rules, name, play, win_of(rules, WAGER, bets[WAGER]))
    terms = ["vigorish_rounding"] if rules.rule("commission") == "five_percent" else []
    if rules.rule("triple_takes_hands"):
        terms.append("dragons_eye")
    return result_at(
        rules, table, _method(play), depends_on=[*OPTIONS, *terms], stakes={WAGER: bets[WAGER]},
        strategy=strategy,
    )  # fmt: skip


def _as_bank(rules: TableRules, bets: Stakes, wager: str) -> list[Result]:
    options, stake = [*OPTIONS, "vigorish_rounding", "player_bank"], bets[BANK]
    found = []
    if wager in ("", BANK):
        play, win = played(rules, BEST, banks=True), win_of(rules, BANK, stake)
        how = _method(play)
        found.append(bank_result(rules, BANK, play.tally, win, stake, options, BEST, method=how))
    if wager in ("", CO_BANK) and rules.rule("co_bank"):
        play = played(rules, HOUSE_WAY, banks=True)
        found.append(co_bank_result(rules, stake, play.tally, options, _method(play)))
    return found


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure."""
    yield from variations(book, "vigorish_rounding", "ace_low_straight")
    yield from variations(book, "ace_low_straight", player_bank=True, co_bank=True)
    yield from variations(book, "ace_low_straight", player_bank=True, co_bank=True, commission="ez")
    yield from variations(book, "number", number_offered=True, start_by="number")
    yield from variations(book, progressive_1_offered=True)
    yield from variations(book, progressive_5_offered=True)
    yield from variations(book, "royal_match", bonus_offered=True)
    yield from variations(book, "insurance", insurance_offered=True)
    yield from variations(
        book, "seven_card", bonus_deal=True, three_card_offered=True, seven_card_offered=True,
        dealing="automated_shoe",
    )  # fmt: skip
    yield from variations(book, imperial_offered=True)
    yield from variations(book, "shaker_named", dragons_eye=True)
    yield from variations(book, "ace_low_straight", dragons_eye=True, commission="triples")
    for table in ("A", "B"):
        yield from variations(
            book, commission="ez", ez_wagers=True, dynasty=table, dynasty_envy=table
        )


def warm() -> None:
    """Compile what the figures need."""
    from houseway.games import game

    rules = TableRules(game("pai-gow-poker").rulebook())
    odds.simulate(dealer_of(rules), None, False, False, 1)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play in numbers. ``as_bank`` is what a bank loses to the dealer's wager, where
    players may bank; ``with_envy`` what the house keeps of a bonus wager with its envy bonuses, by
    how many players there are; the house way with how often each of its lines decides."""

    house_advantage: Fraction
    by_house_way: Fraction
    house_way_is_worse: Fraction | None
    as_bank: Fraction | None
    with_envy: Mapping[int, Fraction]
    house_way: WayCard
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """The best way to set cards at this table, and what the house way and simple rules cost."""
    bets = {**STAKES, **(stakes or {})}
    win = win_of(rules, WAGER, bets[WAGER])

    def edge(name: str) -> Fraction:
        play = played(rules, name, fewer=True)
        return main_table(rules, WAGER, play, win).house_advantage

    best = edge(BEST)
    simple = [
        SimpleRule(says, edge(name), edge(name) - best)
        for name, says in {
            HOUSE_WAY: "as the house does",
            **{name: way.name for name, way in SIMPLE.items()},
        }.items()
    ]
    found = known(rules)
    lines = found.lines if found else dealer_of(rules).line_counts
    bank = played(rules, BEST, banks=True, fewer=True) if BANK in rules.wagers else None
    return Strategy(
        house_advantage=best,
        by_house_way=simple[0].house_advantage,
        house_way_is_worse=found.house_way_is_worse if found else None,
        as_bank=-bank.worth(win_of(rules, BANK, bets[BANK])) if bank else None,
        with_envy=with_envy(rules, bets),
        house_way=WayCard(way_of(rules), [Fraction(count, sum(lines)) for count in lines]),
        simple_rules=tuple(simple),
    )


def with_envy(rules: TableRules, bets: Stakes) -> dict[int, Fraction]:
    """What the house keeps of a bonus wager that earns envy bonuses, by the number of players: each
    other player's hand adds as much."""
    for wager, envy in ENVY.items():
        if wager in rules.wagers:
            own = side_results.side_results(rules, bets, None, wager)[0].outcomes
            each = side_results.envy_table(rules, envy, bets[wager]).expectation
            return {count: own.house_advantage - (count - 1) * each for count in PLAYERS}
    return {}


@dataclass(frozen=True)
class LineClass:
    """The hands that a line of the house way decides, and how many there are."""

    line: int
    says: str
    hands: int


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[LineClass]:
    """The hands by the line of the house way that decides about them."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    found = known(rules)
    lines = found.lines if found else dealer_of(rules).line_counts
    for number, (line, count) in enumerate(zip(way_of(rules).lines, lines, strict=True)):
        yield LineClass(number + 1, line.says, count)


# Any other way to set


def _by_lines(rules: TableRules, cards: tuple[Card, ...], way: HouseWay) -> str:
    return set_by_house_way(cards, way, wheel_of(rules))[1]


def read_policy(content: Any, rules: TableRules) -> LinesPolicy:
    """A way to set from a file of lines, written as those of a house way (``way.py``)."""
    return read_lines_policy(content, rules, WORDS, _by_lines)


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """The wager when hands are set by lines of one's own, simulated."""
    bets, lines = {**STAKES, **(stakes or {})}, lines_of(decide)
    pushes = bool(rules.rule("queens_dragon_pushes"))
    play = odds.simulate(dealer_of(rules), lines, False, pushes, odds.SIMULATED_DEALS)
    return [replace(_main(rules, bets, WAGER, play, BEST), strategy=lines.name)]


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where lines of one's own part from the setting that nets most against all hands, whatever
    cards are gone, by what is made of the cards instead."""
    from houseway.games.set_hands.pai_gow_poker.compare_ways import compared

    rows = []
    for (line, does, best), (share, cost) in compared(dealer_of(rules), lines_of(decide)).items():
        names = (f"{high_name(high)} / {two_card_name(low)}" for high, low in (does, best))
        mine, other = (name.split(" / ")[0] for name in names)
        rows.append(Mistake(f"line {line + 1}", "", mine, other, share, cost / share, cost))
    return dearest(rows)


# Advice


def _tallies(
    rules: TableRules, hand: tuple[Card, ...], seen: Sequence[Card], banks: bool
) -> dict[str, Tally]:
    """What becomes of each lawful setting of seven cards."""
    pushes = bool(rules.rule("queens_dragon_pushes"))
    return dealer_of(rules).tallies(hand, seen, banks=banks, dragons_push=pushes)


def _won(rules: TableRules, own: Set, other: Set) -> int:
    """How many hands beat the other side's; one where a queen's dragon pushes."""
    wheel = wheel_of(rules)
    mine, theirs = (settings(cards, wheel)[name] for cards, name in (own, other))
    pushes = rules.rule("queens_dragon_pushes") and is_queens_dragon(list(other[0]))
    return 1 if pushes else mine.against(theirs)


ADVICE = SettingAdvice(
    WAGER,
    WAYS,
    CARDS,
    tallies=_tallies,
    house=lambda rules, cards: _by_lines(rules, cards, way_of(rules)),
    won=_won,
)


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, also of leaving a dice bonus
    down. Side wagers stand whatever is done, but where a hand is voided they go back, which is left
    out."""
    if "retain" in offered(view):
        assert isinstance(view.who, int)
        return left_down(view, rules, view.who)
    return ADVICE.worth(view, rules)


# Policies


QUIET = ("stay", "pass", "play_out", "allow", "shake", "take_down")


def as_nets_most(view: View, rules: TableRules) -> str:
    """Set as nets most against all hands of the other side, whatever cards are gone."""
    if HOUSE_WAY not in offered(view):
        worth = advise(view, rules) if "retain" in offered(view) else {}
        return max(worth, key=worth.__getitem__) if worth else quiet(view, QUIET)
    from houseway.games.set_hands.pai_gow_poker.compare_ways import best_setting

    return best_setting(sight_of(view).hand, dealer_of(rules))


def as_bank(view: View, rules: TableRules) -> str:
    """Take the bank and the dealer's whole wager, and set as nets most."""
    return next((name for name in (BANK, "allow") if name in offered(view)), "") or (
        as_nets_most(view, rules)
    )


POLICIES: dict[str, Policy] = {
    BEST: as_nets_most,
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
    progressives=PROGRESSIVES,
    warm=warm,
)
