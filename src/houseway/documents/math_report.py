"""The report of a game's mathematics, one of the papers of a petition (13:69F-8.4(d)3iii): odds of
every wager, the whole game, volatility, what prices and mistakes change, and how it was counted."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.counting.result import Result
from houseway.documents.blocks import Block, Document, Grid, Heading, Words
from houseway.documents.parsheet import About, percent, table_name
from houseway.games.authoring.sums import main_wagers
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.wording.titles import outcome_title, price_title, strategy_title, wager_title

MAIN = "main"
NORMAL_95 = 1.9599639845400545  # standard errors either side that hold 95% of a normal curve
ODDS = (
    "True odds are losses to one win, pushes left out. The house advantage is what the house keeps "
    "on average of one unit of the wager under the best play."
)
WHOLE = (
    "What a player loses on average who makes these wagers at the minimum of the table and plays "
    "the strategy of the figures, in parts of all money that is put at risk, later bets included."
)
DEARER = (
    "The house advantage of each wager if one outcome alone were paid one unit more, or one less. "
    "The strategy of the figures is kept."
)
VOLATILE = (
    "Where the house's hold of a wager lies in 95 of 100 runs of so many rounds, by the normal "
    "curve."
)


@dataclass(frozen=True)
class Simulated:
    """What a wager came to in rounds that the referee dealt: shares of the money put at risk."""

    wager: str
    rounds: int
    seed: int
    policy: str
    value: float
    error: float
    exact: Fraction

    @property
    def agrees(self) -> bool:
        """Return whether the exact figure lies within four standard errors."""
        return abs(self.value - float(self.exact)) <= 4 * self.error


def math_report(
    book: Rulebook,
    results: Sequence[Result],
    figures: Mapping[str, Mapping[str, object]],
    about: About | None = None,
    simulated: Sequence[Simulated] = (),
) -> Document:
    """Return the report of these results."""
    about = about or About(TableRules(book))
    rules, handout = about.rules, about.handout
    own = [one for one in results if one.wager in figures]
    blocks: list[Block] = [
        Words(book.summary),
        Heading("Odds of Every Wager"),
        _odds(book, figures),
        Words(ODDS, quiet=True),
        Heading("The Whole Game"),
        *_whole(results, own, rules, handout),
        Heading("Volatility"),
        Words(VOLATILE, quiet=True),
        _volatility(results, rules, handout),
        Heading("Sensitivity to Prices"),
        Words(DEARER, quiet=True),
        _prices(own, book),
        Heading("Strategy and Playing Errors"),
        *_strategy(results, about),
    ]
    if simulated:
        blocks += [Heading("Simulation Beside the Exact Figures"), *_simulation(simulated, about)]
    blocks += [Heading("Method"), *_method(results, book, handout)]
    running = f"{book.title} · mathematical report · rulebook {book.hash[:16]}"
    return Document(f"Mathematical report: {book.title}", book.law, blocks, running=running)


def _odds(book: Rulebook, figures: Mapping[str, Mapping[str, object]]) -> Grid:
    rows = [
        [
            wager_title(wager, book),
            str(stated["true_odds"]),
            _payout(book, wager, stated["payout_odds"]),
            str(stated["house_advantage"]),
        ]
        for wager, stated in figures.items()
    ]
    return Grid("Odds", ["Wager", "True odds>", "Payout odds", "House advantage>"], rows)


def _payout(book: Rulebook, wager: str, pays: object) -> str:
    """Return one price, or each row with its own."""
    if not isinstance(pays, Mapping):
        return price_title(pays, book)
    return "; ".join(
        f"{outcome_title(row, book, wager)} {price_title(price, book)}"
        for row, price in pays.items()
    )


# The whole game


def whole_game(
    results: Sequence[Result], own: Sequence[Result], rules: TableRules
) -> Iterator[tuple[list[Result], Fraction, Fraction]]:
    """Return what is played together, with the loss and the money at risk on average in cents: the
    game itself, or its first wager, and then every wager."""
    main = [one for one in results if one.wager == MAIN]
    parts = {*main_wagers(rules, []), *main[0].stakes} if main else set()
    others = [one for one in own if base_of(one.wager) not in parts and one.wager != MAIN]
    every = [*main, *others]
    for made in (main, every) if main and others else (every[:1], every):
        loss = sum((_unit(one, rules) * one.outcomes.house_advantage for one in made), Fraction(0))
        risk = sum((_unit(one, rules) * one.outcomes.mean_action for one in made), Fraction(0))
        yield list(made), loss, risk
        if len(every) == 1:
            return


def _unit(result: Result, rules: TableRules) -> int:
    """Return the least that one unit of a result's figures can be, in cents."""
    named = [base_of(result.outcomes.unit), base_of(result.wager), *result.stakes]
    limits = [rules.limits[name] for name in named if name in rules.limits]
    if limits:
        return limits[0].minimum
    fixed = next(iter(result.stakes.values()), Fraction(1))
    return int(100 * fixed)


def _whole(
    results: Sequence[Result], own: Sequence[Result], rules: TableRules, handout: Handout
) -> list[Block]:
    rows = []
    for made, loss, risk in whole_game(results, own, rules):
        named = ", ".join(wager_title(one.wager, rules.book, handout) for one in made)
        share = percent(loss / risk) if risk else "-"
        lost = f"{'-' if loss < 0 else ''}${abs(float(loss)) / 100:.4f}"
        rows.append([named, money(round(risk)), lost, share])
    columns = ["Wagers", "At risk on average>", "Lost on average>", "Edge of the whole>"]
    return [Words(WHOLE, quiet=True), Grid("The whole game", columns, rows)]


# Volatility, prices, mistakes


def _volatility(results: Sequence[Result], rules: TableRules, handout: Handout) -> Grid:
    usual = TableRules(rules.book)
    rows = []
    for one in results:
        table = one.outcomes
        spread, edge = table.standard_deviation, float(table.house_advantage)
        row = [_titled(one, usual, handout), f"{spread:.4f}", f"{float(table.variance):.4f}"]
        for rounds in (10_000, 1_000_000):
            around = NORMAL_95 * spread / math.sqrt(rounds)
            row += [f"{edge - around:.3%}", f"{edge + around:.3%}"]
        rows.append(row)
    runs = [f"{rounds} {end}>" for rounds in ("10,000", "1,000,000") for end in ("from", "to")]
    return Grid("Volatility", ["Wager", "Standard deviation>", "Variance>", *runs], rows)


def _titled(result: Result, usual: TableRules, handout: Handout) -> str:
    title, named = wager_title(result.wager, usual.book, handout), table_name(result, usual)
    return f"{title} ({named})" if named != "-" else title


def _prices(own: Sequence[Result], book: Rulebook) -> Grid:
    rows = []
    for one in own:
        table = one.outcomes
        for outcome in table.outcomes:
            if outcome.net <= 0 or not outcome.count:
                continue
            chance = Fraction(outcome.count, table.denominator)
            rows.append(
                [
                    wager_title(one.wager, book),
                    outcome_title(outcome.label, book, one.wager),
                    f"{float(outcome.net):g}",
                    f"{float(chance):.8f}".rstrip("0"),
                    percent(table.house_advantage - chance),
                    percent(table.house_advantage + chance),
                ]
            )
    columns = ["Wager", "Outcome", "Net>", "Probability>", "One unit more>", "One unit less>"]
    return Grid("Sensitivity to prices", columns, rows)


def _strategy(results: Sequence[Result], about: About) -> list[Block]:
    supposed = dict.fromkeys(strategy_title(one.strategy, about.handout) for one in results)
    blocks: list[Block] = [Words(f"The figures suppose: {'; '.join(supposed)}.")]
    if about.strategy:
        return [*blocks, *about.strategy]
    decided = any(one.strategy != "none" for one in results)
    if decided:
        blocks.append(
            Words("The strategy in full, and what simple rules and errors cost, is not included.")
        )
    return blocks


# Two methods


def _simulation(simulated: Sequence[Simulated], about: About) -> list[Block]:
    first = simulated[0]
    rows = [
        [
            wager_title(one.wager, about.rules.book, about.handout),
            f"{one.value:.4%}",
            f"{one.error:.4%}",
            percent(one.exact),
            "yes" if one.agrees else "NO",
        ]
        for one in simulated
    ]
    return [
        Words(
            f"The referee dealt {first.rounds:,} rounds from seed {first.seed}, with the policy "
            f"{first.policy}. Shares of the money put at risk; a figure agrees that lies within "
            "four standard errors."
        ),
        Grid(
            "Simulation",
            ["Wager", "Simulated>", "Standard error>", "Exact>", "Agrees"],
            rows,
        ),
    ]


def _method(results: Sequence[Result], book: Rulebook, handout: Handout) -> list[Block]:
    made = [
        [
            wager_title(one.wager, book, handout),
            str(one.method),
            "; ".join(map(str, one.recounts)) or (f"{one.second_count}; no run is recorded"
                                                 if one.second_count else "none"),
        ]
        for one in results
    ]  # fmt: skip
    return [
        Grid("Method", ["Wager", "First count", "Second count"], made),
        Words(
            f"Rulebook {book.hash}. The par sheet has every outcome; certificates have every count."
        ),
    ]
