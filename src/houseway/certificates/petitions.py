"""The mathematics of a petition held against the house's own exact results (13:69F-8.4(d)3iii)."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.certificates.figures import look_up
from houseway.counting.result import OutcomeTable
from houseway.games import game
from houseway.rulebook.chapter import PetitionLaw, chapter
from houseway.rulebook.figures import decimal, parse
from houseway.rulebook.petition import Figures, Petition, Shown, problems
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

DIGITS = 6
WAGERS = "description.summary.wagers"
LAYOUT, EQUIPMENT = "description.layout_sketch", "description.equipment_sketches"
_FILE = re.compile(r"\.[A-Za-z]{2,4}$")  # what names a file ends so
WIN = "win"  # the one row of a wager that has a single price


def law(edition: str) -> PetitionLaw:
    """The rules of petitions, where an edition has them."""
    if found := chapter(edition).petition:
        return found
    raise Refused(f"edition {edition} has no rules of petitions")


def all_problems(petition: Petition, edition: str = "nj") -> list[Refused]:
    """Return everything wrong with a petition: its gaps, and figures that differ from the exact
    ones."""
    rules = law(edition)
    return [
        *problems(rules, petition),
        *unnamed_wagers(rules, petition),
        *wrong_figures(rules, petition),
    ]


def unnamed_wagers(law: PetitionLaw, petition: Petition) -> list[Refused]:
    """Return the wagers that the game offers and the petition's summary does not name."""
    if petition.shown is None or petition.description is None or petition.by_division:
        return []
    summary = petition.description.summary.wagers
    if not summary:
        return []  # told already
    named, item = {base_of(one) for one in summary}, law.contents.items[WAGERS]
    return [
        Refused(f"{WAGERS} does not name {wager}: {item.says}", f"{law.contents.cite}, {item.cite}")
        for wager in _rules(petition.shown).wagers
        if wager not in named
    ]


def missing_drawings(law: PetitionLaw, petition: Petition, folder: Path) -> list[Refused]:
    """Drawings that a petition names as files and that do not lie beside it."""
    if petition.description is None or petition.by_division:
        return []
    layout, equipment = petition.description.layout_sketch, petition.description.equipment_sketches
    found = []
    for field, names in ((LAYOUT, [layout]), (EQUIPMENT, equipment)):
        item = law.contents.items[field]
        for name in names:
            if _FILE.search(name.strip()) and not (folder / name.strip()).is_file():
                cite = f"{law.contents.cite}, {item.cite}"
                found.append(Refused(f"{field}: there is no file {name}: {item.says}", cite))
    return found


def wrong_figures(law: PetitionLaw, petition: Petition) -> list[Refused]:
    """Figures that differ from the exact results of the game that is shown."""
    if petition.shown is None or petition.description is None:
        return []
    if not game(petition.shown.game).has_odds:
        return []  # there is no exact figure to compare with
    cite, found = law.figures.cite, []
    exact = _results(petition.shown)
    rules = _rules(petition.shown)
    for wager, stated in petition.description.figures.items():
        if wager not in exact:
            known = ", ".join(exact)
            found.append(Refused(f"{petition.shown.game} has no wager {wager!r}: {known}", cite))
            continue
        for what in _wrong(stated, exact[wager], rules, wager):
            found.append(Refused(f"{wager}: {what}", cite))
    return found


def _wrong(stated: Figures, exact: OutcomeTable, rules: TableRules, wager: str) -> Iterator[str]:
    numbers = {"true_odds": exact.true_odds, "house_advantage": exact.house_advantage}
    for name, value in numbers.items():
        if not (text := getattr(stated, name)):
            continue  # a gap, told elsewhere
        try:
            agrees = text == _text(name, None) if value is None else parse(text).agrees(value)
        except ValueError as error:
            yield f"{name}: {error}"
            continue
        if not agrees:
            yield f"{name} is {_text(name, value)}, not {text}"
    if not stated.payout_odds:
        return
    told = _by_row(stated.payout_odds)
    forms = [_by_row(payout(rules, wager, exact)), _by_row(_every_price(rules, wager))]
    wrong = [_wrong_prices(due, told) for due in forms if due]
    if all(wrong):
        yield from wrong[0]


def _wrong_prices(due: dict[str, str], told: dict[str, str]) -> list[str]:
    if list(told) == [WIN] and WIN not in due and len(set(due.values())) == 1:
        due = {WIN: next(iter(due.values()))}
    return [
        f"payout_odds: {row} is {due.get(row, 'none')}, not {told.get(row, 'none')}"
        for row in {**due, **told}
        if not _same(due.get(row), told.get(row))
    ]


def _by_row(prices: str | dict[str, str]) -> dict[str, str]:
    return prices if isinstance(prices, dict) else {WIN: prices}


def _same(due: str | None, told: str | None) -> bool:
    """Whether two prices are one, as 10 to 2 and 5 to 1 are."""
    if due is None or told is None:
        return due == told
    try:
        left, right = Price.parse(due), Price.parse(told)
    except ValueError:
        return False
    return left.at_least(right) and right.at_least(left)


def figures(shown: Shown) -> dict[str, dict[str, Any]]:
    """Return the figures that a petition for this game would state, from the exact results."""
    rules = _rules(shown)
    return {
        wager: {
            "true_odds": _text("true_odds", exact.true_odds),
            "payout_odds": payout(rules, wager, exact),
            "house_advantage": _text("house_advantage", exact.house_advantage),
        }
        for wager, exact in _own(_results(shown), rules).items()
    }


def payout(rules: TableRules, wager: str, exact: OutcomeTable) -> str | dict[str, str]:
    """What a wager pays: one price, or each row's. On a spot only those rows are told that can be
    won there; what is booked as several wagers is told by what it nets."""
    nets = {one.net for one in exact.outcomes if one.net > 0 and one.count}
    prices = _every_price(rules, wager)
    if isinstance(prices, dict) and wager != base_of(wager):
        here = {row: text for row, text in prices.items() if Price.parse(text).odds in nets}
        prices = here or prices
    if not prices:
        won = [one for one in exact.outcomes if one.net > 0 and one.count]
        prices = {one.label: f"{one.net.numerator} to {one.net.denominator}" for one in won}
    if isinstance(prices, dict) and len(prices) == 1:
        return next(iter(prices.values()))
    return prices


def _every_price(rules: TableRules, wager: str) -> str | dict[str, str]:
    """A wager's paytable, if it has one."""
    terms = rules.book.wagers[base_of(wager)]
    if not (terms.paytable or terms.pays):
        return {}
    prices = {row: str(price) for row, price in rules.schedule(wager).prices.items()}
    return prices[WIN] if list(prices) == [WIN] else prices


def _text(name: str, value: Fraction | None) -> str:
    if value is None:
        return "none"
    if name == "true_odds":
        return f"{decimal(value, DIGITS)} to 1"
    return f"{decimal(100 * value, DIGITS - 2)} %"


def _rules(shown: Shown) -> TableRules:
    return TableRules(game(shown.game).rulebook(shown.edition), shown.options)


def _results(shown: Shown) -> dict[str, OutcomeTable]:
    """The exact outcomes of every wager, on each of its spots where these differ: as shipped, or
    counted now."""
    rules, found = _rules(shown), game(shown.game)
    return {
        result.wager: result.outcomes
        for result in (found.has_odds and look_up(found, rules)) or found.odds.results(rules)
        if base_of(result.wager) in rules.wagers
    }


def _own(found: dict[str, OutcomeTable], rules: TableRules) -> dict[str, OutcomeTable]:
    """Those that are wagers themselves, and not another look at one (``pass@odds``); where a wager
    has no figure but such, these."""
    own = {
        name: table
        for name, table in found.items()
        if name in rules.wagers or name.partition("@")[2] in rules.wagers[base_of(name)].spots
    }
    told = {base_of(name) for name in own}
    return {
        name: table for name, table in found.items() if name in own or base_of(name) not in told
    }
