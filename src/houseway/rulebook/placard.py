"""The sign of a table as a placard: what a player reads before he bets (13:69F-8.3).

``signs.sign`` lists every choice in effect, for the record. A placard has what the law asks to be
posted, in the words of the trade: limits, what each wager pays, the choices that matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from houseway.rulebook.handout import Handout, holds, is_hidden, posted, stakes
from houseway.rulebook.models import Wager
from houseway.rulebook.money import money
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import Line, limit_words
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words

WINS = "win"  # the row of a wager that has one price


@dataclass(frozen=True)
class PayTable:
    """The payouts of some wagers, row by row; a single row has the name of the wager."""

    name: str
    rows: Sequence[tuple[str, str]]

    @property
    def is_single(self) -> bool:
        """Whether there is one price."""
        return len(self.rows) == 1

    @property
    def verb(self) -> str:
        """One wager pays, several pay."""
        return "pay" if " and " in self.name or ", " in self.name else "pays"


@dataclass(frozen=True)
class Placard:
    """Everything on a sign, in order."""

    title: str
    main: str  # the wager whose limits are those of the table
    minimum: str
    maximum: str
    limits: Sequence[tuple[str, str]]  # of wagers that have others
    tables: Sequence[PayTable]
    rules: Sequence[str]
    meters: Sequence[tuple[str, str]]
    law: str
    stakes: Sequence[str] = ()  # in place of limits, where chips on the table are the only one
    place: str = ""  # the number of the table and where it stands


def placard(
    rules: TableRules, handout: Handout, meters: Mapping[str, int] | None = None, place: str = ""
) -> Placard:
    """The sign of a table; ``meters`` are what progressive meters show now, in cents, and ``place``
    says which table it is."""
    for name in meters or {}:
        if name not in rules.meters:
            raise Refused(f"no wager on offer is paid from a meter {name!r}")
    main = _main(rules, handout)
    played_for = stakes(rules, handout)
    limit = None if played_for else rules.limits.get(main)
    return Placard(
        title=rules.book.title,
        main=_name(rules, handout, main) if main else "",
        minimum=money(limit.minimum) if limit else "",
        maximum=money(limit.maximum) if limit else "",
        limits=[] if played_for else _limits(rules, handout, main),
        tables=pay_tables(rules, handout),
        rules=posted(rules, handout),
        meters=[
            (_meter_name(rules, name), money((meters or {}).get(name, terms.reset)))
            for name, terms in rules.meters.items()
        ],
        law=rules.book.law,
        stakes=played_for,
        place=place,
    )


def lines(law_cites: tuple[str, str], made: Placard) -> list[Line]:
    """The sign as lines of text, each with the paragraph that asks for it: the cites of limits and
    of rules."""
    of_limits, of_rules = law_cites
    found = []
    if made.minimum:
        found.append(Line(limit_line(made), of_limits))
    found += [Line(said, of_limits) for said in made.stakes]
    found += [Line(f"{name}: {said}", of_limits) for name, said in made.limits]
    for table in made.tables:
        told = ", ".join(f"{row} {price}" for row, price in table.rows)
        told = table.rows[0][1] if table.is_single else told
        colon = "" if table.is_single else ":"
        found.append(Line(f"{table.name} {table.verb}{colon} {told}", of_rules))
    found += [Line(said, of_rules) for said in made.rules]
    found += [Line(f"{name}: {amount}", of_rules) for name, amount in made.meters]
    return found


def equal_prices(tables: Sequence[PayTable]) -> list[tuple[str, str]]:
    """Wagers of one price, those of equal prices in one row.

    >>> equal_prices([PayTable("Red", [("r", "1 to 1")]), PayTable("Odd", [("o", "1 to 1")])])
    [('Red, Odd', '1 to 1')]
    """
    names: dict[str, list[str]] = {}
    for table in tables:
        if table.is_single:
            names.setdefault(table.rows[0][1], []).append(table.name)
    return [(", ".join(together), price) for price, together in names.items()]


def limit_line(made: Placard) -> str:
    """The limits of the table in one line."""
    if made.minimum == made.maximum:
        return f"{made.main} {made.minimum}"
    return f"Minimum {made.minimum}, maximum {made.maximum}"


def shown_wagers(rules: TableRules, handout: Handout) -> dict[str, Wager]:
    """The wagers on offer that a player makes by their names."""
    return {name: wager for name, wager in rules.wagers.items() if not is_hidden(name, handout)}


def _main(rules: TableRules, handout: Handout) -> str:
    """The wager whose limits are those of the table: the first that is required, or the first."""
    shown = [name for name in shown_wagers(rules, handout) if name in rules.limits]
    required = [name for name in shown if rules.wagers[name].required]
    return next(iter([*required, *shown]), "")


def _limits(rules: TableRules, handout: Handout, main: str) -> list[tuple[str, str]]:
    """Limits that are not those of the table, and amounts that the law or the house fixes."""
    alike: dict[str, list[str]] = {}
    own = rules.limits.get(main)
    if own and own.step > 1:
        alike[limit_words(own)] = [_name(rules, handout, main)]
    for name, wager in shown_wagers(rules, handout).items():
        limit = rules.limits.get(name)
        if limit and limit != own:
            alike.setdefault(limit_words(limit), []).append(_name(rules, handout, name))
        elif not limit and wager.window == "bets" and wager.amount and not wager.paid_on:
            said = " and ".join(_amount(rules, str(rule)) for rule in wager.amount)
            alike.setdefault(said, []).append(_name(rules, handout, name))
    return [(", ".join(names), said) for said, names in alike.items()]


def _name(rules: TableRules, handout: Handout, key: str) -> str:
    return handout.names.get(key) or rules.wagers[key].name


def _amount(rules: TableRules, said: str) -> str:
    """Return a wager's required amount, with the printed names of other wagers."""
    last = said.rpartition(" ")[2]
    if other := rules.book.wagers.get(last):
        return f"{words(said.removesuffix(last))}{other.name}"
    return words(said)


def pay_tables(rules: TableRules, handout: Handout) -> list[PayTable]:
    """What is paid: first the wagers of one price, then paytables. Wagers that share a paytable
    share its name, and tables that read the same are one."""
    if rules.book.rates:
        return list(_rate_card(rules))
    found: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for key, wager in shown_wagers(rules, handout).items():
        rows = tuple(_rows(rules, handout, key, wager))
        if not rows:
            continue
        names = found.setdefault(rows if len(rows) > 1 else (rows[0], ("", key)), [])
        name = _table_name(rules, handout, key, wager)
        if name not in names:
            names.append(name)
    tables = [PayTable(", ".join(n), [one for one in rows if one[0]]) for rows, n in found.items()]
    singles: dict[str, PayTable] = {}
    for table in tables:
        if table.is_single:
            singles.setdefault(table.name, table)
    return [*singles.values(), *(table for table in tables if not table.is_single)]


def _table_name(rules: TableRules, handout: Handout, key: str, wager: Wager) -> str:
    if not wager.paytable:
        return _name(rules, handout, key)
    sharing = [
        one
        for one in shown_wagers(rules, handout).values()
        if one.paytable == wager.paytable and one.without == wager.without
    ]
    shared = rules.book.paytables[wager.paytable].name
    return shared if len(sharing) > 1 else _name(rules, handout, key)


def _rows(rules: TableRules, handout: Handout, key: str, wager: Wager) -> Iterator[tuple[str, str]]:
    if not (wager.paytable or wager.pays):
        return
    names = rules.book.paytables[wager.paytable].rows if wager.paytable else {WINS: wager.name}
    only_if = handout.rows.get(wager.paytable or "", {})
    for row, price in rules.schedule(key).prices.items():
        if price.kind != "lose" and holds(only_if.get(row, {}), rules):
            yield names[row], price_on_paper(price)


def price_on_paper(price: Price) -> str:
    """A price as a sign prints it.

    >>> price_on_paper(Price.parse("100% of meter_1")), price_on_paper(Price.parse("push"))
    ('Meter', 'Push')
    """
    if price.kind == "meter":
        return "Meter" if price.share == 1 else f"{float(100 * price.share):g}% of meter"
    return price.text.capitalize() if price.kind == "push" else price.text


def _meter_name(rules: TableRules, name: str) -> str:
    return rules.book.meters[name].name


def _rate_card(rules: TableRules) -> Iterator[PayTable]:
    """Return what a rate card pays on its smallest wager, a table for each number of spots."""
    card = rules.rate_card
    base = card.columns[0]
    for spots in range(1, card.max_spots + 1):
        rows = [(f"Catch {n}", money(pay)) for n, pay in sorted(base.pays[spots].items()) if pay]
        many = "1 spot" if spots == 1 else f"{spots} spots"
        yield PayTable(f"{many}, {money(base.wager)} ticket", rows)
