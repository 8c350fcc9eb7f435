"""A gaming guide (13:69F-8.5): the leaflet that a player reads, and the full rules as a booklet."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.counting.result import Result
from houseway.documents.blocks import (
    Block,
    Contents,
    Document,
    Drawing,
    Grid,
    Heading,
    Steps,
    Terms,
    Words,
)
from houseway.documents.example import Example, hands_picture
from houseway.documents.layout.felt import picture
from houseway.documents.rules_text import clauses_of, sections
from houseway.rulebook.handout import Handout
from houseway.rulebook.layout import Layout
from houseway.rulebook.models import Rulebook, Wager
from houseway.rulebook.placard import Placard, equal_prices, limit_line, placard, shown_wagers
from houseway.rulebook.table_rules import TableRules
from houseway.wording.titles import prose, wager_title

EXAMPLE = "A Round for Example"
FEW_PRICES = 15  # rows of prices that leave room for the example below them
MANY = 4  # more wagers than these that share a paytable are told of together
FULL_RULES = (
    "This guide is a short form of the rules. The complete rules are at the security podium."
)


def leaflet(
    rules: TableRules,
    handout: Handout,
    layout: Layout | None,
    results: Sequence[Result] = (),
    example: Example | None = None,
) -> Document:
    """The guide to a game at one table; with results it tells the house advantage, and with an
    example it shows a round."""
    made = placard(rules, handout)
    blocks: list[Block] = [
        Words(rules.book.summary),
        Heading("How a Round Goes"),
        Steps(how(rules, handout)),
        Heading("The Card" if rules.book.rates else "The Layout"),
        Drawing(picture(rules, layout)),
        Heading("What You Bet On", panel=True),
        Terms(list(wager_terms(rules, handout).items())),
        Heading("At This Table"),
        Steps(at_this_table(made), numbered=False),
    ]
    shown, prices = _example(example), pay_grids(made)
    rows = sum(len(one.rows) for one in prices if isinstance(one, Grid))
    if rows >= FEW_PRICES:
        blocks += [*shown, Heading("What They Pay", panel=True), *prices]
    elif rows:
        blocks += [Heading("What They Pay", panel=True), *prices, *shown]
    else:
        blocks += [Heading(EXAMPLE, panel=True), *shown[1:]] if shown else []
    if results:
        blocks += [Heading("House Advantage"), *_advantage(rules, handout, results)]
    blocks.append(Words(FULL_RULES, quiet=True))
    under = f"A gaming guide. {rules.book.law}"
    return Document(rules.book.title, under, blocks, style="leaflet")


def _example(example: Example | None) -> list[Block]:
    if example is None:
        return []
    told = [f"{one}." for one in example.told]
    said = Steps(told) if example.happened else Words(" ".join(told))
    drawn = [Drawing(hands_picture(example))] if example.hands else []
    return [Heading(EXAMPLE), *drawn, said]


def how(rules: TableRules, handout: Handout) -> list[str]:
    """A round in a few steps: as somebody wrote them, or the steps of the rulebook."""
    told = [phrase.at(rules) for phrase in handout.how]
    return list(filter(None, told)) or [step.says for step in rules.book.round.values()]


def wager_terms(rules: TableRules, handout: Handout) -> Mapping[str, str]:
    """Each wager with what it is; many that share a paytable are told of together."""
    shown = shown_wagers(rules, handout)
    found: dict[str, str] = {}
    for key, wager in shown.items():
        if wager.paytable and _is_one_of_many(wager, shown):
            table = rules.book.paytables[wager.paytable]
            found[table.name] = f"{'; '.join(table.rows.values())}."
        elif wager.says:
            found[handout.names.get(key, wager.name)] = prose(wager.says, rules.book)
    return found


def _is_one_of_many(wager: Wager, shown: Mapping[str, Wager]) -> bool:
    alike = [one for one in shown.values() if one.paytable == wager.paytable]
    return len(alike) > MANY


def pay_grids(made: Placard) -> list[Block]:
    """What is paid: wagers of one price in one table, the others each in its own."""
    singles = [list(row) for row in equal_prices(made.tables)]
    blocks: list[Block] = [Grid("Pays", ["", "pays>"], singles)] if singles else []
    for table in made.tables:
        if not table.is_single:
            blocks += [
                Heading(table.name, 2),
                Grid(table.name, ["", "pays>"], [list(row) for row in table.rows]),
            ]
    return blocks


def at_this_table(made: Placard) -> list[str]:
    """Limits and choices of the house, a line each."""
    limit = [limit_line(made)] if made.minimum else []
    limits = [f"{name}: {said}" for name, said in made.limits]
    meters = [f"{name} stands at {amount}" for name, amount in made.meters]
    return [*limit, *made.stakes, *limits, *made.rules, *meters]


def _advantage(rules: TableRules, handout: Handout, results: Sequence[Result]) -> list[Block]:
    rows = [
        [wager_title(one.wager, rules.book, handout), _percent(one.outcomes.house_advantage)]
        for one in results
    ]
    said = "What the house keeps on average of each dollar bet on the wager, in percent. "
    best = "Where there is something to decide it is that of the best play."
    return [Grid("House advantage", ["", "advantage>"], rows), Words(said + best, quiet=True)]


def _percent(part: Fraction) -> str:
    return f"{float(part):.2%}"


def booklet(
    book: Rulebook, handout: Handout, layout: Layout | None, way: Sequence[str] = ()
) -> Document:
    """Return the complete rules that are kept for the public (8.5(a)): every part of the rulebook
    with its paragraphs, and the lines of the house way."""
    found = sections(book, handout, way)
    parts = {section.title: f"Part {number}" for number, section in enumerate(found, start=1)}
    blocks: list[Block] = [Words(book.summary), Contents()]
    for section in found:
        blocks.append(Heading(f"{parts[section.title].removeprefix('Part ')}. {section.title}"))
        if section.title == "Equipment":
            blocks.append(Drawing(picture(TableRules(book), layout), "The layout."))
        blocks += clauses_of(section, parts.__getitem__, with_cites=True)
    title, under = f"{book.title}: the rules", f"{book.law}, edition {book.edition}"
    return Document(title, under, blocks, running=f"{book.title}: the rules")
