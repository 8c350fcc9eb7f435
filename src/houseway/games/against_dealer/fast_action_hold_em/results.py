"""Every figure of fast action hold 'em at one table: the rulebook's numbers put into the
mathematics. Stakes are in dollars. Figures are counted where they have been, and else simulated and
say so; see ``odds``."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Method, Result
from houseway.games.against_dealer.fast_action_hold_em import odds
from houseway.games.against_dealer.fast_action_hold_em.chart import WinChart
from houseway.games.against_dealer.fast_action_hold_em.hand import PAIRS, house_way, read_way
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.policy import Sight, sight_of
from houseway.games.authoring.result_at import Stakes, Variation, results_at, variations
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STAKES = {"original": Fraction(1)}
MAIN = "main"  # the original wager and that on a split together
WAGERS = (MAIN, "original", "split")
DECKS = "decks_in_use"
APART = (DECKS,)


def ways_of(rules: TableRules) -> odds.Ways:
    """The dealer's house ways at a table."""
    return tuple(read_way(words) for words in rules.rule("house_ways"))


# Results


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table when two cards are kept by their worth; or the one
    named."""
    if wager not in ("", *WAGERS):
        return []
    bets = {**STAKES, **(stakes or {})}
    dealt = odds.every_deal(ways_of(rules), rules.rule("decks"))
    found = results_at(
        rules,
        odds.tables(dealt),
        Method.COUNTING if dealt.is_exact else Method.SIMULATION,
        depends_on=[DECKS],
        stakes={"original": bets["original"]},
        strategy="two-card worth",
    )
    return [result for result in found if wager in ("", result.wager)]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Six decks and eight; how they are shuffled changes nothing."""
    yield from variations(book, DECKS)


def warm() -> None:
    """Compile what the figures need."""
    from houseway.games import game

    rules = TableRules(game("fast-action-hold-em").rulebook())
    odds.simulate(ways_of(rules), rules.rule("decks"), deals=1)


# Strategy


@dataclass(frozen=True)
class Strategy(Remembered):
    """How to play in numbers: how often hands are split or surrendered, how often the dealer sets
    a hand by each house way (exact), how often two cards beat the dealer, and simple ways to play.
    The advantage is counted where it has been; all else but the house ways and the naturals is
    simulated, with this error."""

    house_advantage: Fraction
    standard_error: Fraction
    naturals: Fraction
    splits: Fraction
    surrenders: Fraction
    wins_by_two_cards: WinChart
    house_ways: Mapping[str, Fraction]
    simple_rules: tuple[SimpleRule, ...]


SIMPLE = {
    odds.BY_WORTH: "keep the highest of the chart; split two that add up to 50 more than it",
    odds.NO_SPLIT: "keep the two cards that win most often and never split",
    odds.HOUSE_WAYS: "keep what the dealer would keep",
}


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """How to play at this table, and what simpler ways to play cost."""
    ways, decks = ways_of(rules), rules.rule("decks")
    tables = odds.tables(odds.every_deal(ways, decks, odds.FEWER))
    edge = tables[MAIN].house_advantage
    simple, error = [SimpleRule(SIMPLE[odds.BY_WORTH], edge, Fraction(0))], 0.0
    for plays in (odds.NO_SPLIT, odds.HOUSE_WAYS):
        dealt = odds.simulate(ways, decks, plays, odds.FEWER)
        other, error = odds.tables(dealt)[MAIN].house_advantage, dealt.standard_error
        simple.append(SimpleRule(SIMPLE[plays], other, other - edge))
    counts = odds.house_way_counts(ways, decks)
    known = {name: Fraction(*found) for name, found in odds.win_counts(decks).items()}
    return Strategy(
        house_advantage=edge,
        standard_error=Fraction(error).limit_denominator(10**9),
        naturals=odds.natural_chance(decks),
        splits=1 - tables["split"].probability(lambda outcome: not outcome.action),
        surrenders=tables[MAIN].probability(lambda outcome: outcome.label == "surrender"),
        wins_by_two_cards=WinChart(known),
        house_ways={name: Fraction(count, sum(counts.values())) for name, count in counts.items()},
        simple_rules=tuple(simple),
    )


# Classes of hands


@dataclass(frozen=True)
class HandClass:
    """Two cards by their ranks and whether they are suited: in how many ways they come out of the
    shoe, how often they beat the dealer, and what keeping them nets in original wagers."""

    hand: str
    ways: int
    wins: Fraction
    keep: Fraction


def every_class(
    rules: TableRules, stakes: Stakes | None = None, total: int | None = None
) -> Iterator[HandClass]:
    """Every two cards, aces first."""
    if total is not None:
        raise Refused(f"hands of {rules.book.title} have no point total")
    decks = rules.rule("decks")
    for first, second in odds.every_two():
        name = odds.two_card_name(first, second)
        wins = Fraction(*odds.win_counts(decks)[name])
        yield HandClass(name, odds.ways_to_hold(first, second, decks), wins, 2 * wins - 1)


# What is done at a table


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """What each choice that a seat has now nets on average in cents, by the worth of two cards."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    stake = view.state.stakes(view.who).get("original", 0)
    return {name: net * stake for name, net in worth_of(sight_of(view), rules).items()}


def worth_of(sight: Sight, rules: TableRules) -> dict[str, Fraction]:
    """What each choice nets on average, in original wagers; nothing where it is not about cards
    that are kept."""
    decks, found = rules.rule("decks"), {}
    known, cards = odds.worth(decks), sight.hand
    if "play" in sight.choices and len(cards) == 4:
        nets = {one.choice: one.net for one in odds.every_play(cards, decks)}
        return {name: nets[name] for name in sight.choices}
    for name in sight.choices:
        if "+" not in name:
            return {}
        first, second = (int(at) - 1 for at in name.split("+"))
        wins = known[odds.two_card_name(cards[first], cards[second])]
        found[name] = Fraction(2 * wins, odds.MILLION) - 1
        if len(sight.choices) == 3:
            kept = odds.others((first, second))
            wins = known[odds.two_card_name(*(cards[at] for at in kept))]
            wins += odds.spared(decks)
            found[name] += Fraction(2 * wins, odds.MILLION) - 1
    return found


def by_worth(view: View, rules: TableRules) -> str:
    """What nets most by the worth of two cards."""
    return _choose(view, worth_of(sight_of(view), rules))


def no_split(view: View, rules: TableRules) -> str:
    """The same without a split."""
    nets = worth_of(sight_of(view), rules)
    return _choose(view, {name: net for name, net in nets.items() if name != "split"})


def as_the_dealer(view: View, rules: TableRules) -> str:
    """What the dealer would keep, and a natural announced."""
    sight = sight_of(view)
    if "natural" in sight.choices:
        return "natural"
    if len(sight.choices) != len(PAIRS):
        return _choose(view, {})
    kept, _ = house_way(sight.hand, ways_of(rules))
    return "+".join(str(at + 1) for at in kept)


def _choose(view: View, nets: Mapping[str, Any]) -> str:
    assert view.asked is not None
    return max(nets, key=lambda name: nets[name]) if nets else view.asked.choices[0].name


POLICIES: dict[str, Callable[[View, TableRules], str]] = {
    odds.BY_WORTH: by_worth,
    odds.NO_SPLIT: no_split,
    odds.HOUSE_WAYS: as_the_dealer,
}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
    policies=POLICIES,
    classes=every_class,
    apart=APART,
    warm=warm,
)
