"""Every figure of ultimate Texas hold 'em at one table: the rulebook's numbers put into the
mathematics. Stakes are in dollars."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.equipment.cards import RANKS, UNKNOWN, deck, names
from houseway.games.result_at import Variation, result_at, variations
from houseway.games.row_price import row_price
from houseway.games.ultimate_texas_hold_em import odds
from houseway.games.ultimate_texas_hold_em.hand import opening_strength
from houseway.hands.poker import CATEGORIES
from houseway.odds.result import Method, Result
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import Schedule, TableRules

STAKES = {"ante": Fraction(1), "blind": Fraction(1), "trips": Fraction(1)}
MAIN = "main"  # ante, blind and play together
STREETS = ("decision", "flop", "final")


def odds_of(schedule: Schedule, row: str) -> Fraction | None:
    """What a hand nets to 1 by a paytable, or nothing if it loses."""
    price = row_price(schedule, {row})
    return price.odds if price else None


def prices(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.Prices:
    """The game's numbers as the rulebook gives them, for an ante of so many dollars."""
    first, flop, final = (
        tuple(int(times) for times in rules.rule(f"times_{street}")) for street in STREETS
    )
    even = {wager: rules.schedule(wager).prices["win"].odds for wager in ("ante", "play")}
    blind = [odds_of(rules.schedule("blind"), row) for row in CATEGORIES]
    cap = min(Fraction(limit, 100) / ante for limit, _ in rules.caps("blind"))
    most = even["ante"] + even["play"] * max(first) + max(filter(None, blind))
    return odds.Prices(
        times=(first, flop, final),
        ante=even["ante"],
        play=even["play"],
        blind=tuple(Fraction(-1) if won is None else won for won in blind),
        opens=rules.rule("dealer_opens"),
        unopened_returns=tuple(rules.rule("unopened_returns")),
        order=tuple(rules.rule("contest_order")),
        fold_loses=tuple(rules.rule("fold_loses")),
        cap=cap if cap < most else None,  # one that is never reached makes no difference
    )


def main_game(rules: TableRules, ante: Fraction = STAKES["ante"]) -> odds.MainGame:
    """Ante, blind and play at this table."""
    cards = rules.book.deck
    assert cards is not None
    ranks = tuple(RANKS.index(rank) for rank in cards.ranks)
    return odds.main_game(prices(rules, ante), tuple(sorted(ranks)), len(cards.suits))


# Results


def results(
    rules: TableRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table under the best play, with its outcomes counted; or the
    one named. The limit on a hand's winnings is that of the contest alone."""
    bets = {**STAKES, **(stakes or {})}
    found: list[Result] = []
    if wager in ("", MAIN, *odds.CONTEST):
        if bets["blind"] != bets["ante"]:
            blind = rules.book.wagers["blind"]
            raise Refused(f"{blind.name} is as much as the ante", blind.cite)
        contest = {name: bets[name] for name in ("ante", "blind")}
        optimal = main_game(rules, bets["ante"]).optimal
        for name, table in (
            (MAIN, optimal.together),
            ("ante", optimal.ante),
            ("blind", optimal.blind),
            ("play", optimal.play),
        ):
            found.append(
                result_at(
                    rules, table, Method.COUNTING, wager=name, depends_on=["blind"],
                    stakes=contest, strategy="optimal",
                )
            )  # fmt: skip
    if "trips" in rules.wagers and wager in ("", "trips"):
        cards = rules.book.deck
        assert cards is not None
        schedule = rules.schedule("trips")
        odds_by_row = {row: won for row in schedule.prices if (won := odds_of(schedule, row))}
        table = odds.trips(deck(cards.ranks, cards.suits), odds_by_row)
        stake = {"trips": bets["trips"]}
        found.append(result_at(rules, table, Method.ENUMERATION, stakes=stake))
    return [result for result in found if wager in ("", result.wager)]


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure: how cards are dealt and shuffled does not."""
    return variations(book, *book.paytables)


def warm() -> None:
    """Compile what the figures need, on the smallest deck that has a game."""
    from houseway.odds.board import Deck, Solver

    flat = odds.Prices(
        ((1,), (1,), (1,)), Fraction(1), Fraction(1), (Fraction(0),) * len(CATEGORIES),
        CATEGORIES[0], (), odds.CONTEST, ("ante", "blind"),
    )  # fmt: skip
    solver = Solver(Deck((0, 1, 2, 3, 4), 2), odds.board_stakes(flat))
    solver.tally(solver.solved.plan)
    solver.on_board(solver.cards[:2], solver.cards[2:7])
    odds.trips(deck("23456", "cd"), {"pair": Fraction(1)})
