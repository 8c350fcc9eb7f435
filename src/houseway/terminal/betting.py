"""The betting window on a terminal: what is on offer, and bets as people type them."""

import re
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.referee.table import Table as GameTable
from houseway.rulebook.models import Wager
from houseway.rulebook.money import FINE, dollars, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.words import card_words, pays_of, words
from houseway.terminal.console import CITE, HEAD, grid, indented
from houseway.terminal.rules import paytable_grid
from houseway.wording.events import meter_title
from houseway.wording.rules import paytable_notes
from houseway.wording.typed import match


def offer(table: GameTable) -> Table:
    """The wagers that may be made now, with their limits and what they pay."""
    rules = table.rules
    shown = grid("wager", "", "amount", "pays")
    for name, wager in on_offer(rules).items():
        shown.add_row(
            f"{name}@{_spots(wager)}" if wager.spots else name,
            Text("required" if wager.required else "optional", CITE),
            limits_text(rules, name, wager),
            _pays(rules, name, wager),
        )
    return shown


def _spots(wager: Wager) -> str:
    """The spots of a wager, if they are few."""
    return "|".join(wager.spots) if len(wager.spots) <= 3 else f"{next(iter(wager.spots))}|..."


def on_offer(rules: TableRules) -> dict[str, Wager]:
    """The wagers of the betting window."""
    return {name: wager for name, wager in rules.wagers.items() if wager.window == "bets"}


def limits_text(rules: TableRules, name: str, wager: Wager) -> str:
    """Return the limits of a wager at this table."""
    if limit := rules.limits.get(name):
        span = f"{money(limit.minimum)} to {money(limit.maximum)}"
        fixed = [words(str(rule)) for rule in wager.amount]
        return ", ".join([span, *fixed])
    return " and ".join(words(str(rule)) for rule in wager.amount)


def _pays(rules: TableRules, name: str, wager: Wager) -> str:
    if rules.book.rates:
        return f"by the rate card (?{name})"
    if wager.paytable:
        chosen = rules.options[wager.paytable]
        table = chosen if isinstance(chosen, str) else "of the house"
        return f"paytable {table} (?{name})"
    return str(wager.pays or "")


def print_wager(console: Console, table: GameTable, typed: str) -> None:
    """One wager in full: what it is, what it pays, and what its meters show."""
    rules, book = table.rules, table.rules.book
    name = base_of(match(typed, rules.wagers))
    wager = rules.wagers[name]
    console.print(Text.assemble((wager.name, HEAD), f"  {wager.says}"))
    if book.rates:
        card = rules.rate_card
        console.print(indented(f"paid for the catches of each way: {card_words(card)}"))
        pays = grid("spots>", f"for {money(card.columns[0].wager)}")
        for spots in card.columns[0].pays:
            pays.add_row(str(spots), pays_of(card.columns[0], spots))
        console.print(indented(pays))
        console.print(indented(Text(f"[{wager.cite}, {book.rates.cite}]", CITE)))
        return
    if not wager.paytable:
        console.print(indented(Text.assemble(f"pays {wager.pays}  ", (f"[{wager.cite}]", CITE))))
        return
    paytable, schedule = book.paytables[wager.paytable], rules.schedule(name)
    chosen = rules.options[wager.paytable]
    if isinstance(chosen, str):
        console.print(indented(paytable_grid(paytable, chosen, only=chosen)))
    else:
        own = grid("", "of the house>")
        for row, price in schedule.prices.items():
            own.add_row(paytable.rows[row], words(str(price)))
        console.print(indented(own))
    for note in paytable_notes(paytable):
        if not note.startswith("*"):
            console.print(indented(Text(note, CITE)))
    for meter in dict.fromkeys(p.meter for p in schedule.prices.values() if p.meter):
        shown = table.data.meters[meter] // FINE
        console.print(indented(f"{meter_title(meter, book, rules.options)} shows {money(shown)}"))
    console.print(indented(Text(f"[{schedule.cite}]", CITE)))


def parse_bets(text: str, rules: TableRules) -> dict[str, int]:
    """Bets as typed: ``ante 10 blind 10``, ``ante=10, flush 5``; a bare ``10`` goes on every
    required wager, or on the first. An amount that the law fixes may be left out."""
    offered = on_offer(rules)
    bets: dict[str, int] = {}
    named: list[str] = []
    parts = [part for part in re.split(r"[\s,=:]+", text) if part]
    for part in parts:
        if not _is_amount(part):
            named.append(match(part, offered))
            continue
        amount = dollars(part)
        targets = named[-1:] if named and named[-1] not in bets else []
        if not targets and bets:
            raise Refused(f"{part!r} is not a wager and an amount, such as ante 10")
        for name in targets or _usual(offered):
            bets[name] = amount
    for name in dict.fromkeys([*named, *(n for n, w in offered.items() if w.required and bets)]):
        if name not in bets:
            wager = offered[base_of(name)]
            exact = next((e for rule in wager.amount if (e := rule.exact(bets))), None)
            if exact is not None:
                bets[name] = exact
            elif name in named:
                raise Refused(f"how much on {wager.name}? Write {name} and an amount")
    if not bets:
        raise Refused("write a wager and its amount, such as ante 10")
    return bets


def _usual(offered: Mapping[str, Wager]) -> list[str]:
    """Return the wager for a bare amount: the required wagers, or else the first without spots."""
    required = [name for name, wager in offered.items() if wager.required]
    return required or [name for name, wager in offered.items() if not wager.spots][:1]


def _is_amount(part: str) -> bool:
    return part[0].isdigit() or part[0] in "$-.+"


def bets_text(bets: Mapping[str, int]) -> str:
    """Bets as they could be typed."""
    return " ".join(f"{name} {money(amount).removeprefix('$')}" for name, amount in bets.items())
