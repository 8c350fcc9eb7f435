"""A rulebook as sections of clauses with their paragraphs: a booklet, and a draft subchapter."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, util
from itertools import count
from string import ascii_lowercase

from houseway.documents.blocks import Block, Clauses, Grid, Heading, Words
from houseway.games import Game
from houseway.rulebook.handout import Handout, is_hidden
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import card_head, card_rows
from houseway.wording import regulation
from houseway.wording.regulation import OPTIONS, PAYOUTS, Clause, listed
from houseway.wording.sentences import full_stop
from houseway.wording.titles import capital, plain_title, price_title

DEFINED = (
    "The following words and terms, when used in this subchapter, shall have the following "
    "meanings, unless the context clearly indicates otherwise:"
)
CHOSEN = (
    "In each of the following matters the casino licensee shall choose what is in effect at a "
    "table, and shall post its choice as N.J.A.C. 13:69F-8.3 requires:"
)
AS_APPLIES = "the following shall apply, so far as the occasion for each arises:"
HOUSE_WAY = "The dealer shall set a hand by the first of the following that applies to it:"
DRAWS = ("player_table", "banker_table")  # whether a third card is drawn, by counts
LETTERS = {"D": "Draw", "S": "Stay", "O": "Either"}
# sections of the round, each with the steps that begin it
STAGES = (
    ("Opening and Shuffle", ()),
    ("Conduct of Wagers", ("bets",)),
    ("Dealing and Play", ("late_bets", "close", "deal")),
    ("Settlement", ("settle", "result", "collect_losers", "pay")),
)
OUTCOMES = "outcomes"  # steps that only say that a wager wins or loses
_DECIDED = re.compile(r"The ([\w'’ -]+?)(?: bet| wager)? shall (?:win|lose)\.")
_NUMBERED = re.compile(r"(House way|Hand) \d+: (.*)")
_CITE = re.compile(  # a paragraph of the law at hand, or one of its sections after a preposition
    r"(?<![\w$.])\d{1,2}[A-C]?\.\d+[A-Z]?(?:\([a-z]+\)\d*[ivx]*)+"
    r"|(?:(?<=\bof )|(?<=\bin )|(?<=\bby )|(?<=\bunder ))"
    r"\d{1,2}[A-C]?\.\d{1,2}[A-Z]?(?![\d%]| percent)"
)
_REF = re.compile(r"\{ref:([^}]*)\}")


@dataclass(frozen=True)
class Section:
    """A part of the rules: clauses, and tables after them; a ``lead`` stands before clauses that
    have no marks."""

    title: str
    clauses: Sequence[Clause]
    grids: Sequence[Grid] = ()
    lead: str = ""


def sections(
    book: Rulebook, handout: Handout, way: Sequence[str] = (), with_cites: bool = True
) -> list[Section]:
    """Return all that a rulebook says, in the order of a subchapter, with the lines of the house
    way; parts that are empty are left out, and so are wagers that a round books apart and no player
    makes by their names. Without cites, tables name no paragraph of the rulebook."""
    wagers = {key: one for key, one in book.wagers.items() if not is_hidden(key, handout)}
    options = {key: one for key, one in book.choices.items() if key not in book.paytables}
    chosen = tuple(regulation.options(options, book))
    limits = [Clause(full_stop(capital(one.says)), one.cite) for one in book.constraints]
    found = [
        Section("Definitions", regulation.definitions(book), lead=DEFINED),
        Section("Equipment", regulation.equipment(book)),
        Section("Wagers", [regulation.wager(key, book) for key in wagers]),
        Section(PAYOUTS, regulation.payouts(book, wagers), _pay_grids(book, with_cites)),
        Section("Rules of Play", _fixed(book), third_cards(book)),
        Section("House Way", [listed(HOUSE_WAY, way, "and")] if way else []),
        *_round(book),
        Section(OPTIONS, [*([Clause(CHOSEN, "", chosen)] if chosen else []), *limits]),
        Section(
            "Irregularities",
            [regulation.irregularity(one, book) for one in book.irregularities.values()],
        ),
    ]
    return [one for one in found if one.clauses or one.grids]


def house_way(game: Game, rules: TableRules) -> list[str]:
    """Return the lines of the house way, where the game has one."""
    module = f"{game.module}.way"
    if util.find_spec(module) is None:
        return []
    return [line.says for line in import_module(module).way_of(rules).lines]


# Clauses with their marks


def clauses_of(section: Section, refer: Callable[[str], str], with_cites: bool) -> Iterator[Block]:
    """Return a section as blocks of a document."""
    if section.lead:
        yield Words(section.lead)
    if section.clauses:
        yield marked(section, refer, with_cites)
    for grid in section.grids:
        yield Heading(grid.name, 2)
        yield grid


def marked(section: Section, refer: Callable[[str], str], with_cites: bool) -> Clauses:
    """Return the clauses of a section as (a), 1., i.; ``refer`` says what a section is cited as."""

    def items(clauses: Sequence[Clause], level: int) -> Iterator[tuple[int, str, str, str]]:
        marks = MARKS[level]()
        for one in clauses:
            mark = "" if section.lead else next(marks)
            text = one.text if with_cites else _CITE.sub("these rules", one.text)
            text = _REF.sub(lambda found: refer(found[1]), text)
            yield level, mark, text, one.cite if with_cites else ""
            yield from items(one.parts, level + 1)

    return Clauses(list(items(section.clauses, 0)))


def letters() -> Iterator[str]:
    """Return the letters of paragraphs: a to z, then aa, ab and so on.

    >>> from itertools import islice
    >>> list(islice(letters(), 25, 28))
    ['z', 'aa', 'ab']
    """
    yield from ascii_lowercase
    for first in ascii_lowercase:
        for second in ascii_lowercase:
            yield first + second
    for before in letters():
        yield f"a{before}{before}"


def roman(number: int) -> str:
    """Return a number in small Roman numerals.

    >>> roman(4), roman(9), roman(14), roman(49)
    ('iv', 'ix', 'xiv', 'xlix')
    """
    signs = {100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v", 4: "iv", 1: "i"}
    said = ""
    for value, sign in signs.items():
        times, number = divmod(number, value)
        said += sign * times
    return said


MARKS: tuple[Callable[[], Iterator[str]], ...] = (
    lambda: (f"({letter})" for letter in letters()),
    lambda: (f"{number}." for number in count(1)),
    lambda: (f"{roman(number)}." for number in count(1)),
    lambda: (f"({number})" for number in count(1)),
)


# What the sections hold


def _round(book: Rulebook) -> Iterator[Section]:
    """Return the steps of a round, section by section."""
    stages: list[tuple[str, list[str]]] = [(STAGES[0][0], [])]
    left = list(STAGES[1:])
    for key in book.round:
        for at, (title, begins) in enumerate(left):
            if key in begins:
                stages.append((title, []))
                left = left[at + 1 :]
                break
        stages[-1][1].append(key)
    for title, keys in stages:
        steps = list(_steps(keys, book))
        if steps:
            lead = f"{_stage_lead(title)} {AS_APPLIES}"
            yield Section(title, [Clause(lead, "", tuple(steps))])


def _stage_lead(title: str) -> str:
    return {
        "Opening and Shuffle": "When a table is opened and before each round of play,",
        "Conduct of Wagers": "While wagers are made,",
        "Dealing and Play": "After wagers have been made,",
        "Settlement": "When a round of play is completed,",
    }[title]


def _steps(keys: Sequence[str], book: Rulebook) -> Iterator[Clause]:
    """Return steps as clauses, those of one wording once, and a numbered series as one list."""
    made: dict[str, Clause] = {}
    decided: dict[str, str] = {}
    names = {one.name for one in book.wagers.values()}
    series: dict[str, list[Clause]] = {}
    for key in keys:
        one = book.round[key]
        if found := _NUMBERED.fullmatch(one.says):
            told = Clause(found[2], regulation.cites(one.cite, one.cite_by))
            series.setdefault(found[1], []).append(told)
            made.setdefault(found[1], told)
            continue
        step = regulation.step(key, one, book)
        bare = _DECIDED.fullmatch(step.text)
        if bare and bare[1] in names:
            decided[bare[1]] = f"{decided.get(bare[1], '')}, {step.cite}"
            made.setdefault(OUTCOMES, step)
            continue
        before = made.get(step.text)
        cites = f"{before.cite}, {step.cite}" if before else step.cite
        made[step.text] = Clause(step.text, regulation.cites(cites, {}))
    for text, said in made.items():
        if text in series:
            lines = [line.text for line in series[text]]
            lead = HOUSE_WAY if text == "House way" else "Hands shall rank, from the highest:"
            cites = ", ".join(line.cite for line in series[text])
            yield listed(lead, lines, "and", regulation.cites(cites, {}))
        elif text == OUTCOMES:
            named = ", ".join(decided)
            wins = f"As {{ref:Wagers}} provides, these wagers shall win or lose: {named}."
            yield Clause(wins, regulation.cites("".join(decided.values()), {}))
        else:
            yield said


def _fixed(book: Rulebook) -> list[Clause]:
    tables = {name for name in DRAWS if name in book.rules}
    return [
        regulation.rule(name, one, book) for name, one in book.fixed.items() if name not in tables
    ]


def third_cards(book: Rulebook, words: Mapping[str, str] = LETTERS) -> list[Grid]:
    """Return the tables by which a third card is drawn, in words or in letters."""
    found = []
    for name in DRAWS:
        if name in book.rules and (value := book.rules[name].value) is not None:
            assert isinstance(value, (str, list))
            found.append(_draws(_table_title(name, book.rules[name].says), value, words))
    return found


def _table_title(name: str, says: str) -> str:
    number = re.match(r"Table \d+", says)
    whose = f"Third Card of the {'Banker' if name.startswith('banker') else 'Player'}’s Hand"
    return f"{number[0]}: {whose}" if number else whose


def _draws(title: str, table: str | Sequence[str], words: Mapping[str, str]) -> Grid:
    """Return a table of third cards: the count of the hand, and the third card of the other."""
    if isinstance(table, str):
        heads = ["Count of the hand", *(f"{number}>" for number in range(len(table)))]
        return Grid(title, heads, [["Third card", *(words.get(one, one) for one in table)]])
    heads = ["Count of the hand", "No card>", *(f"{value}>" for value in range(10))]
    rows = [[str(n), *(words.get(one, one) for one in row)] for n, row in enumerate(table)]
    return Grid(title, heads, rows)


def _pay_grids(book: Rulebook, with_cites: bool) -> list[Grid]:
    grids = []
    for table in book.paytables.values():
        names = list(table.tables)
        heads = ["", *(f"{plain_title(name)}>" if len(names) > 1 else "pays>" for name in names)]
        prices = [table.prices(name) for name in names]
        rows = [
            [said, *(price_title(one[row], book) for one in prices)]
            for row, said in table.rows.items()
        ]
        cite = f" ({table.cite})" if with_cites else ""
        grids += _narrow(f"{table.name}{cite}", heads, rows)
    if book.rates and book.cage:
        for card in book.rates.cards.values():
            heads = [f"{name}>" for name in card_head(card)]
            grids.append(Grid(card.name, heads, card_rows(card, book.cage)))
    return grids


WIDEST = 7  # columns that a page has room for


def _narrow(name: str, heads: list[str], rows: list[list[str]]) -> list[Grid]:
    """A table, in several parts where it has more columns than a page has room for."""
    parts = []
    for first in range(1, len(heads), WIDEST):
        part = slice(first, first + WIDEST)
        title = name if first == 1 else f"{name}, continued"
        cut = [[row[0], *row[part]] for row in rows]
        parts.append(Grid(title, [heads[0], *heads[part]], cut))
    return parts
