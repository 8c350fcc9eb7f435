"""Every figure of Asia poker at one table: the rulebook's numbers put into the mathematics. Stakes
are in dollars. With the house way that is shipped, deals are counted; with any other house way they
are simulated and say so. What one hand is worth is exact.

Mathematics is imported where it is done: a table needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.counting.result import Method, Result
from houseway.equipment.cards import Card
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import Decide, Mistake, dearest, sight_of
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.games.set_hands.advice import line_policies, offered, quiet, seen_elsewhere
from houseway.games.set_hands.asia_poker.counted import Counted, counted
from houseway.games.set_hands.asia_poker.game import WAGER
from houseway.games.set_hands.asia_poker.hand import CATEGORIES
from houseway.games.set_hands.asia_poker.way import (
    SIMPLE,
    WORDS,
    set_by_house_way,
    settings,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.house_way import HouseWay, unused
from houseway.games.set_hands.lines_policy import LinesPolicy, lines_of, read_lines_policy
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.seven_card_way import Hands
from houseway.games.set_hands.seven_cards import PAIR_OF_TWO
from houseway.games.set_hands.way_card import WayCard
from houseway.referee.view import Policy, View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.games.set_hands.asia_poker.solver import Dealer

STAKES = {WAGER: Fraction(1)}
BY_HOUSE_WAY = f"{WAGER}@house_way"
OPTIONS = ("house_way", "ace_low_straight")
BEST = "optimal"


def dealer_of(rules: TableRules) -> Dealer:
    """The dealer of a table. A house way of its own with a line that never decides contradicts
    itself and is refused."""
    from houseway.games.set_hands.asia_poker.solver import dealer

    found = dealer(way_of(rules), wheel_of(rules))
    if idle := unused(found.line_counts, found.way):
        raise Refused(f"no hand is set by line {idle[0]}", rules.cite("house_way"))
    return found


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """The wager when hands are set as wins most often, and when they are set by the house way;
    or the one named."""
    made = {WAGER: None, BY_HOUSE_WAY: way_of(rules)}
    return [
        _result(rules, stakes, name, sets)
        for name, sets in made.items()
        if wager in ("", name)
    ]  # fmt: skip


def known(rules: TableRules) -> Counted | None:
    """What was counted for the house way of a table."""
    return counted(way_of(rules), wheel_of(rules))


def _result(rules: TableRules, stakes: Stakes | None, name: str, sets: HouseWay | None) -> Result:
    from houseway.games.set_hands.asia_poker import odds

    bet = {**STAKES, **(stakes or {})}[WAGER]
    price = rules.schedule(WAGER).prices["win"].odds
    found = known(rules) if sets in (None, way_of(rules)) else None
    if found:
        won = found.won[HOUSE_WAY if sets else BEST]
        table = odds.win_or_lose(name, found.deals, won, price)
    else:
        table = odds.simulate(dealer_of(rules), sets).table(name, price)
    return result_at(
        rules,
        table,
        Method.COUNTING if found else Method.SIMULATION,
        depends_on=OPTIONS,
        stakes={WAGER: bet},
        strategy=HOUSE_WAY if sets else BEST,
    )


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Where ace, two, three, four stands; how cards are dealt changes nothing."""
    yield from variations(book, "ace_low_straight")


def warm() -> None:
    """Compile what the figures need."""
    from houseway.games import game
    from houseway.games.set_hands.asia_poker import odds

    rules = TableRules(game("asia-poker").rulebook())
    odds.simulate(dealer_of(rules), None, deals=1)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """How to play in numbers. The advantages under the best play and by the house way are counted
    for the house way that is shipped; simpler ways, and all with another house way, are simulated,
    with this error. How often the house way is worse than the setting that wins most often, and
    what that costs, is counted over all hands, as is how often each of its lines decides."""

    house_advantage: Fraction
    standard_error: Fraction
    by_house_way: Fraction
    house_way_is_worse: Fraction
    house_way_costs: Fraction
    house_way: WayCard
    simple_rules: tuple[SimpleRule, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """How to set at this table, and what the house way and simpler ways cost."""
    from houseway.games.set_hands.asia_poker import odds

    against, found = dealer_of(rules), known(rules)
    simulated = {
        name: odds.simulate(against, sets, odds.FEWER)
        for name, sets in {BEST: None, HOUSE_WAY: against.way, **SIMPLE}.items()
        if found is None or name in SIMPLE
    }
    price = rules.schedule(WAGER).prices["win"].odds

    def edge(name: str) -> Fraction:
        if name in simulated:
            return simulated[name].table(WAGER, price).house_advantage
        assert found is not None
        return odds.win_or_lose(WAGER, found.deals, found.won[name], price).house_advantage

    best = edge(BEST)
    simple = []
    for name, sets in {HOUSE_WAY: against.way, **SIMPLE}.items():
        says = "as the house does" if name == HOUSE_WAY else sets.name
        simple.append(SimpleRule(says, edge(name), edge(name) - best))
    worse, cost = found.costs() if found else odds.compared(against, against.way).worse()
    error = max(one.standard_error for one in simulated.values())
    return Strategy(
        house_advantage=best,
        standard_error=Fraction(error).limit_denominator(10**9),
        by_house_way=simple[0].house_advantage,
        house_way_is_worse=worse,
        house_way_costs=cost,
        house_way=WayCard(against.way, odds.line_shares(against)),
        simple_rules=tuple(simple),
    )


@dataclass(frozen=True)
class LineClass:
    """The hands that a line of the house way decides: how many there are, how often another setting
    wins more often, and what that costs in stakes of all hands."""

    line: int
    says: str
    hands: int
    worse: Fraction
    cost: Fraction


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[LineClass]:
    """The hands by the line of the house way that decides about them."""
    from houseway.games.set_hands.asia_poker import odds

    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    against, found = dealer_of(rules), known(rules)
    costs = found.costs if found else odds.compared(against, against.way).worse
    for number, (line, count) in enumerate(
        zip(against.way.lines, against.line_counts, strict=True)
    ):
        yield LineClass(number + 1, line.says, count, *costs(number))


# Any other way to set


def _by_lines(rules: TableRules, cards: tuple[Card, ...], way: HouseWay) -> str:
    return set_by_house_way(cards, way, wheel_of(rules))[1]


def read_policy(content: Any, rules: TableRules) -> LinesPolicy:
    """A way to set from a file of lines, written as those of a house way (``way.py``)."""
    return read_lines_policy(content, rules, WORDS, _by_lines)


def valued(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Result]:
    """The wager when hands are set by lines of one's own, simulated."""
    found = _result(rules, stakes, WAGER, lines_of(decide))
    return [Result(**{**vars(found), "strategy": lines_of(decide).name})]


def mistakes(rules: TableRules, decide: Decide, stakes: Stakes | None = None) -> list[Mistake]:
    """Where lines of one's own part from the setting that wins most often, by what is made of the
    cards instead."""
    from houseway.games.set_hands.asia_poker import odds

    against, sets = dealer_of(rules), lines_of(decide)
    found = odds.compared(against, sets)
    grouped: dict[tuple[int, str, str], list[int]] = {}
    for at in (found.most > found.wins).nonzero()[0]:
        key = int(found.lines[at]), _called(found.made[at]), _called(found.best[at])
        sums = grouped.setdefault(key, [0, 0])
        times = int(found.times[at])
        sums[0] += times
        sums[1] += times * int(found.most[at] - found.wins[at])
    rows = []
    for (line, does, best), (times, lost) in grouped.items():
        share, cost = Fraction(times, found.whole), Fraction(2 * lost, found.whole**2)
        rows.append(Mistake(f"line {line + 1}", "", does, best, share, cost / share, cost))
    return dearest(rows)


def _called(strengths: Sequence[int]) -> str:
    """What the high and the medium hand are, by kind."""
    high = CATEGORIES[int(strengths[0]) >> 20].replace("_", " ")
    return f"{high}, {'pair' if strengths[1] >= PAIR_OF_TWO else 'no pair'}"


# Advice


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """The exact worth in cents of each choice that a seat has now, from what it can see: over all
    hands that the dealer may have, or against the one that lies open."""
    choices, seat = offered(view), view.who
    if not choices or not isinstance(seat, int):
        return {}
    chips, stake = view.state.placed[seat][WAGER], view.state.stake(seat, WAGER)
    gain = rules.schedule(WAGER).prices["win"].wins(stake)

    def worth(chance: Fraction) -> Fraction:
        return chance * gain - (1 - chance) * chips

    if HOUSE_WAY in choices or "void_hand" in choices:
        cards = tuple(view.state.hands[seat])
        found = dealer_of(rules).chances(cards, seen_elsewhere(view, seat))
        house = set_by_house_way(cards, way_of(rules), wheel_of(rules))[1]
        known = {name: worth(chance) for name, chance in {**found, HOUSE_WAY: found[house]}.items()}
        if HOUSE_WAY in choices:
            return known
        chosen = _chosen(view, seat)
        return {
            "play_out": known[chosen] if chosen else max(known.values()),
            "void_hand": Fraction(0),
        }
    if "surrender" in choices:
        own, other = _set_so(view, rules, seat), _set_so(view, rules, "dealer")
        return {"stay": worth(Fraction(own.against(other) >= 2)), "surrender": Fraction(-chips)}
    return {}


def _chosen(view: View, seat: int) -> str:
    """How a seat has set, if it has."""
    made = view.state.choices.get(seat, [])
    return next((name for name in made if "/" in name or name == HOUSE_WAY), "")


def _set_so(view: View, rules: TableRules, place: int | str) -> Hands:
    """Cards in sight as they are set: as chosen, or else by the house way."""
    cards, wheel = view.state.hands[place], wheel_of(rules)
    chosen = _chosen(view, place) if isinstance(place, int) else HOUSE_WAY
    name = set_by_house_way(cards, way_of(rules), wheel)[1] if chosen == HOUSE_WAY else chosen
    return settings(cards, wheel)[name]


# Policies


QUIET = ("stay", "play_out")


def likeliest_setting(cards: Sequence[Card], against: Dealer) -> str:
    """The setting that wins against most of all hands of the dealer."""

    from houseway.games.set_hands.asia_poker.solver import cases_won, place_of
    from houseway.games.set_hands.every_seven import place_of_two

    def wins(setting: Hands) -> int:
        high, medium, low = setting.strengths
        return cases_won(against.below, place_of(against.highs, high), place_of_two(medium), low)

    found = settings(cards, against.wheel)
    return max(found, key=lambda name: wins(found[name]))


def as_wins_most(view: View, rules: TableRules) -> str:
    """Set as wins against most of all hands of the dealer."""
    if HOUSE_WAY not in offered(view):
        return quiet(view, QUIET)
    return likeliest_setting(sight_of(view).hand, dealer_of(rules))


POLICIES: dict[str, Policy] = {
    BEST: as_wins_most,
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
    warm=warm,
)
