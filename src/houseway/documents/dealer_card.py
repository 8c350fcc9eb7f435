"""A dealer's card: the procedure in order, what is settled when, the house way, what to do when
something goes wrong, payouts worked out. All of it comes from the rulebook and from rounds that the
referee has dealt.
"""

from collections.abc import Iterator, Mapping, Sequence

from houseway.documents.blocks import Block, Document, Heading, Steps, Terms, Words
from houseway.documents.rules_text import house_way, third_cards
from houseway.documents.worked_payouts import worked_payouts
from houseway.games import Game
from houseway.referee.events import Event
from houseway.referee.rulings import SAYS
from houseway.rulebook.handout import Handout
from houseway.rulebook.house_options import case, holds
from houseway.rulebook.models import Irregularity
from houseway.rulebook.placard import shown_wagers
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.words import words
from houseway.wording.regulation import step_sentence
from houseway.wording.titles import capital, ruling_title

SETTLES = ("taken", "paid", "returned")
PLAYED_BY = ("dealer_stands", "dealer_needs", "dealer_opens", "dealer_qualifier", "house_way")
PLAYED_BY_TOO = ("qualifying_hand", "house_ways")
LETTERS = "D draws a card, S stays, O is a choice."
MANY = 12  # wagers of which no order is told
PHASES = {
    "shuffle": "Shuffle and Cut",
    "bets": "Wagers",
    "deal": "Deal",
    "decision": "Players' Decisions",
    "settlement": "Settlement",
    "over": "End of the Round",
}


def dealer_card(
    game: Game, rules: TableRules, handout: Handout, rounds: Sequence[Sequence[Event]]
) -> Document:
    """The card of a table; ``rounds`` are rounds that were dealt there, event by event."""
    blocks: list[Block] = [*_procedure(rules, rounds)]
    if order := _order(rules, handout, rounds):
        blocks += [Heading("Order of Settlement"), Steps(order)]
    blocks += _dealer_plays(game, rules)
    if rules.book.irregularities:
        blocks += [Heading("When Something Goes Wrong", panel=True), *_wrong(rules)]
    if payouts := worked_payouts(game, rules, handout):
        blocks += [Heading("Payouts", panel=not rules.book.irregularities), *payouts]
    under = f"Dealer's card. {rules.book.law}, edition {rules.book.edition}"
    return Document(rules.book.title, under, blocks, style="card")


def _procedure(rules: TableRules, rounds: Sequence[Sequence[Event]]) -> Iterator[Block]:
    """The steps that were taken in these rounds, by phase, in the order of the rulebook."""
    phases: dict[str, set[str]] = {}
    for events in rounds:
        phase = "bets"
        for event in events:
            if event.kind == "phase":
                phase = event.what
                phases.setdefault(phase, set())
            elif event.step in rules.book.round and not _is_known(event.step, phases, phase):
                phases.setdefault(phase, set()).add(event.step)
    told_of: set[str] = set()
    for phase, steps in phases.items():
        told = [
            step_sentence(step, rules.says(step), rules.book) + _cited(rules.cite(step), told_of)
            for step in rules.book.round
            if step in steps and not step.startswith("roll_")
        ]
        if told:
            yield Heading(PHASES.get(phase, words(phase).title()))
            yield Steps(list(dict.fromkeys(told)))


def _cited(cites: str, before: set[str]) -> str:
    """The paragraphs behind something that were not cited before on this side of the card."""
    new = [cite for cite in cites.split(", ") if cite not in before]
    before.update(new)
    return f" [{', '.join(new)}]" if new else ""


def _is_known(step: str, phases: Mapping[str, set[str]], but: str) -> bool:
    """Whether a step was seen in another phase before."""
    return any(step in steps for phase, steps in phases.items() if phase != but)


# Settlement


def _order(rules: TableRules, handout: Handout, rounds: Sequence[Sequence[Event]]) -> list[str]:
    """The order in which the wagers of one player are settled, where it is always the same."""
    shown = shown_wagers(rules, handout)
    seen: list[list[str]] = []
    for events in rounds:
        settled = [event for event in _settlement(events) if event.kind in SETTLES]
        for seat in dict.fromkeys(event.who for event in settled):
            own = [base_of(event.wager) for event in settled if event.who == seat]
            seen.append([name for name in dict.fromkeys(own) if name in shown])
    ordered = consistent_order(seen)
    if not 1 < len(ordered) <= MANY:
        return []
    return [handout.names.get(name, rules.wagers[name].name) for name in ordered]


def _settlement(events: Sequence[Event]) -> Iterator[Event]:
    within = False
    for event in events:
        if event.kind == "phase":
            within = event.what == "settlement"
        elif within:
            yield event


def consistent_order(seen: Sequence[Sequence[str]]) -> list[str]:
    """One order that all these sequences are in; none where two of them are at odds.

    >>> consistent_order([["a", "b"], ["b", "c"], ["a", "c"]])
    ['a', 'b', 'c']
    >>> consistent_order([["a", "b"], ["b", "a"]])
    []
    """
    before = {(a, b) for row in seen for at, a in enumerate(row) for b in row[at + 1 :]}
    left = list(dict.fromkeys(name for row in seen for name in row))
    ordered: list[str] = []
    while left:
        free = [one for one in left if not any((other, one) in before for other in left)]
        if not free:
            return []
        ordered.append(free[0])
        left.remove(free[0])
    return ordered


# What the dealer plays by


def _dealer_plays(game: Game, rules: TableRules) -> list[Block]:
    blocks: list[Block] = []
    if lines := house_way(game, rules):
        blocks += [Heading("House Way"), Steps(lines)]
    fixed = [
        (rule.says, f"{capital(words(rules.rule(name)))} [{rule.cite}]")
        for name, rule in rules.book.rules.items()
        if name.startswith(PLAYED_BY) or name in PLAYED_BY_TOO
    ]
    if fixed:
        blocks += [Heading("The Dealer's Hand"), Terms(fixed)]
    if tables := third_cards(rules.book, words={}):
        for table in tables:
            blocks += [Heading(table.name, 2), table]
        blocks.append(Words(LETTERS, quiet=True))
    return blocks


# What goes wrong


def _wrong(rules: TableRules) -> list[Block]:
    before: set[str] = set()
    told = [
        (found.says, f"{_rulings(found, rules)}{_cited(rules.cite(name), before)}")
        for name, found in rules.book.irregularities.items()
        if holds(found.only_if, rules.options)
    ]
    return [Terms(told)]


def _rulings(found: Irregularity, rules: TableRules) -> str:
    """What follows, in order."""
    named = [case(rules.options[found.rulings_by])] if found.rulings_by else []
    rulings = [one for one in named if one in SAYS] or found.rulings
    return capital("; ".join(ruling_title(one) for one in rulings)) + "."
