"""Exact odds on a terminal: every wager at a glance, or one of them outcome by outcome."""

from __future__ import annotations

import csv
import math
import re
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from houseway.counting.result import Result, standard_errors, supported_digits
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import row_names, words
from houseway.terminal.console import CITE, HEAD, grid, heading, indented
from houseway.wording.shares import estimated, percent

if TYPE_CHECKING:  # many figures are shown without a rulebook
    from houseway.games import Game
    from houseway.rulebook.models import Rulebook
    from houseway.rulebook.table_rules import TableRules

Stakes = Mapping[str, Fraction]
Labeled = tuple[str, Result]  # the paytable that a result is for, and the result

_ROW = re.compile(r"[a-z]+[a-z0-9_]*")
MAIN = "main"  # the result of a game whose wagers are played together
FEW = 6  # stakes of the same amount that are still told one by one
LONG = 10**18  # larger numbers of deals are rounded for display
RARE = 1000  # from this much between the commonest and the rarest outcome a chart is logarithmic


def print_odds(
    console: Console, found: list[Labeled], title: str, compulsory: Collection[str] = ()
) -> None:
    """Each wager's edge and how often it wins; and the edge of those that must be made together."""
    first = found[0][1]
    kind = "exact odds" if all(result.is_exact for _, result in found) else "simulated odds"
    console.print(Text.assemble((f"{title}, {kind}", HEAD), f"  edition {first.edition}"))
    table = grid(
        "wager", "table", "edge>", "per bet>", "wins>", "pushes>", "std dev>",
        shares=(0, 1, 0, 0, 0, 0, 0),
    )  # fmt: skip
    for label, result in found:
        table.add_row(result.wager, label, *_figures(result))
    together = together_of([result for _, result in found], compulsory)
    if together is not None:
        names = " + ".join(together.wagers)
        table.add_row(names, "", percent(together.edge), percent(together.on_action), "", "", "")
    console.print(indented(table))
    if together is not None:
        console.print(Text(f"Compulsory together, per dollar put up: {names}.", CITE))
    units = {result.outcomes.unit for _, result in found if result.outcomes.unit != "stake"}
    for unit in sorted(units):
        mains = [result.wager for _, result in found if result.outcomes.unit == unit]
        names = ", ".join(dict.fromkeys(mains))
        console.print(Text(f"Per {unit}, all that is played with it counted: {names}.", CITE))
    strategies = {result.strategy for _, result in found} - {"none"}
    play = f" under {' and '.join(sorted(strategies))} play" if strategies else ""
    exact = kind == "exact odds"
    counts = (
        f"Exact counts{play}." if exact else f"Simulated rounds{play}; ± is one standard error."
    )
    console.print(Text(f"{counts} Stakes: {_stakes(found)}.", CITE))
    _print_meters(console, found)
    console.print(Text(f"Rulebook {first.rulebook_hash[:12]}.", CITE))


def _figures(result: Result) -> list[str]:
    """The columns of a result; a simulated one has its standard error."""
    outcomes = result.outcomes
    if result.is_exact:
        return [
            percent(outcomes.house_advantage),
            percent(outcomes.house_advantage_on_action),
            percent(outcomes.win_probability, 2),
            percent(outcomes.push_probability, 2),
            f"{outcomes.standard_deviation:.2f}",
        ]
    errors = standard_errors(outcomes)
    wins, pushes = outcomes.win_probability, outcomes.push_probability
    deviation = errors["standard_deviation"]
    return [
        estimated(outcomes.house_advantage, errors["house_advantage"]),
        estimated(outcomes.house_advantage_on_action, errors["house_advantage_on_action"]),
        percent(wins, supported_digits(100 * errors["hit_frequency"], 2)),
        percent(pushes, supported_digits(100 * errors["push_probability"], 2)),
        f"{outcomes.standard_deviation:.{supported_digits(deviation, 2)}f}",
    ]


@dataclass(frozen=True)
class Together:
    """The combined house edge of wagers that must be made together."""

    wagers: tuple[str, ...]
    edge: Fraction  # of all that is put up for them at the start
    on_action: Fraction  # of all that is bet by the end


def together_of(results: Sequence[Result], compulsory: Collection[str]) -> Together | None:
    """The combined edge of compulsory wagers; none where one result already covers all of them.

    A result covers the wagers among its stakes. Where a wager has several results (paytables that
    are compared), nothing is combined.
    """
    named = Counter(result.wager for result in results)
    parts: list[Result] = []
    covered: set[str] = set()
    for result in sorted(results, key=lambda one: one.wager != MAIN):  # the whole game first
        wanted = result.wager in compulsory or result.wager == MAIN
        if wanted and result.wager not in covered:
            if named[result.wager] > 1 or not result.is_exact:
                return None
            parts.append(result)
            covered |= {result.wager, *result.stakes}
    if len(parts) < 2 or not all(sum(part.stakes.values()) for part in parts):
        return None
    put_up = [sum(part.stakes.values(), Fraction(0)) for part in parts]
    units = [bet / part.outcomes.stake for bet, part in zip(put_up, parts, strict=True)]
    kept = sum(u * p.outcomes.house_advantage for u, p in zip(units, parts, strict=True))
    action = sum(u * p.outcomes.mean_action for u, p in zip(units, parts, strict=True))
    names = tuple(part.wager for part in parts)
    return Together(names, Fraction(kept) / sum(put_up), Fraction(kept) / action)


def _stakes(found: list[Labeled]) -> str:
    """Return the stake of each wager; an amount shared by many is given once."""
    stakes = {name: amount for _, result in found for name, amount in result.stakes.items()}
    if not stakes:
        return "any"
    usual, many = Counter(stakes.values()).most_common(1)[0]
    told = {name: amount for name, amount in stakes.items() if many <= FEW or amount != usual}
    said = [f"{words(name)} {money(int(bet * 100))}" for name, bet in told.items()]
    rest = [f"{money(int(usual * 100))} on each{' other' if told else ''}"] if many > FEW else []
    return ", ".join([*said, *rest])


def _print_meters(console: Console, found: list[Labeled]) -> None:
    shown = {
        words(key.removeprefix("meters.")): money(int(value))
        for _, result in found
        for key, value in result.options.items()
        if key.startswith("meters.")
    }
    if shown:
        said = ", ".join(f"{name} {amount}" for name, amount in shown.items())
        console.print(Text(f"Meters: {said}.", CITE))


def print_result(console: Console, label: str, result: Result, book: Rulebook) -> None:
    """One wager with everything that can become of it."""
    outcomes = result.outcomes
    title = f"{words(result.wager).capitalize()}{f', table {label}' if label else ''}"
    heading(console, title)
    table = grid("outcome", "net>", "deals>", "probability>", shares=(1, 0, 0, 0))
    for outcome in (one for one in outcomes.outcomes if one.count):
        chance = Fraction(outcome.count, outcomes.denominator)
        error = 0.0 if result.is_exact else math.sqrt(chance * (1 - chance) / outcomes.denominator)
        table.add_row(
            outcome_name(outcome.label, book, result.wager),
            _number(outcome.net),
            _deals(outcome.count),
            percent(chance, supported_digits(100 * error, 5)),
        )
    console.print(indented(table))
    facts = grid("", "", shares=(0, 1), head=False)
    edge = outcomes.house_advantage
    if result.is_exact:
        facts.add_row("house edge", f"{percent(edge, 6)} of the {outcomes.unit}, exactly {edge}")
        if outcomes.mean_action != 1:
            facts.add_row("per money bet", percent(outcomes.house_advantage_on_action, 6))
        facts.add_row("wins", percent(outcomes.win_probability, 4))
        if (odds := outcomes.true_odds) is not None:
            facts.add_row("odds against", f"{float(odds):.4f} to 1")
        spread, skew = outcomes.standard_deviation, outcomes.skew
        variance = float(outcomes.variance)
        facts.add_row("std dev", f"{spread:.4f}, variance {variance:.4f}, skew {skew:.3f}")
    else:
        edge_told, per_bet, wins, _, spread_told = _figures(result)
        facts.add_row("house edge", f"{edge_told} of the {outcomes.unit}")
        if outcomes.mean_action != 1:
            facts.add_row("per money bet", per_bet)
        facts.add_row("wins", wins)
        facts.add_row("std dev", spread_told)
    dealt = f"{_deals(outcomes.denominator)} deals, {result.method}"
    facts.add_row("counted" if result.is_exact else "dealt", dealt)
    console.print()
    console.print(indented(facts))


def print_meters(console: Console, game: Game, rules: TableRules, result: Result) -> None:
    """What a progressive wager's meters do to it: where it is fair, and the long run."""
    if not rules.meters:
        return
    make = game.odds.progressives.get(result.wager)
    if make is None:
        return
    wager = make(rules, result.stakes[result.wager])
    rates = {name: Fraction(terms.rate, 1_000_000) for name, terms in rules.meters.items()}
    long_run = wager.long_run(rates)
    table = grid("meter", "starts at>", "fair from>", "bets between hits>", "mean at a hit>")
    for name, terms in rules.meters.items():
        life = long_run.meters[name]
        table.add_row(
            words(name),
            money(terms.reset),
            _fair(wager.break_even(name)),
            f"{float(life.bets_between_hits):,.1f}",
            money(int(life.mean_at_hit)),
        )
    console.print()
    console.print(indented(table))
    others = [name for name in rules.meters if name != next(iter(rules.meters))]
    console.print(
        Text("Fair from: the house has no edge when this meter alone has grown so far.", CITE)
    )
    if len(others) > 1:
        together = f"Fair from {_fair(wager.break_even(*others))} on {words(others[0])} to"
        console.print(Text(f"{together} {words(others[-1])} each, the first at its start.", CITE))
    edge, gift = long_run.house_advantage, long_run.rounding
    console.print(
        Text(
            f"In the long run, meters fed, the house keeps {percent(edge)} of the stake, "
            f"less {percent(gift)} for rounding awards up.",
            CITE,
        )
    )


def _fair(cents: int | None) -> str:
    return "never" if cents is None else money(cents)


def outcome_name(label: str, book: Rulebook, wager: str) -> str:
    """An outcome with the rows of the wager's paytable called by their names."""
    rows = row_names(book, wager)
    return _ROW.sub(lambda found: rows.get(found[0], words(found[0])), label)


def _deals(count: int) -> str:
    """A number of deals; one that would fill the line is rounded (a certificate has it exactly).

    >>> _deals(133784560), _deals(7**60)
    ('133,784,560', '5.0802e50')
    """
    if count < LONG:
        return f"{count:,}"
    power = len(str(count)) - 1
    return f"{float(Fraction(count, 10**power)):.4f}e{power}"


def _number(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"


def write_csv(found: list[Labeled]) -> None:
    """Every outcome of every result, a line each, with exact numbers."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(
        [
            "game",
            "edition",
            "wager",
            "table",
            "strategy",
            "outcome",
            "net",
            "action",
            "count",
            "denominator",
        ]
    )
    for label, result in found:
        key = [result.game, result.edition, result.wager, label, result.strategy]
        for outcome in result.outcomes.outcomes:
            out.writerow(
                [
                    *key,
                    outcome.label,
                    outcome.net,
                    outcome.action,
                    outcome.count,
                    result.outcomes.denominator,
                ]
            )


def write_chart(found: list[Labeled], path: Path) -> None:
    """The distribution of one wager as a drawing."""
    from houseway.counting.plot import outcome_chart

    if len(found) != 1:
        raise Refused("a chart shows one wager at one table: name them with --wager and --table")
    label, result = found[0]
    counts = [outcome.count for outcome in result.outcomes.outcomes if outcome.count]
    title = f"{result.game} {result.edition}: {result.wager}{f', table {label}' if label else ''}"
    log = max(counts) > RARE * min(counts)
    path.write_text(outcome_chart(result.outcomes, title=title, log=log), encoding="utf-8")
