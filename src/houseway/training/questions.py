"""Questions about a round, each with the answer that the referee gave.

Three kinds: which step comes next, what becomes of a wager, and how the law rules on something that
has gone wrong. Nothing here knows a game. What is offered beside the right answer comes from the
same rulebook, and is never what the referee did or may be taken for it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.equipment.randomness import Source, shuffle
from houseway.referee.events import Event
from houseway.referee.rulings import SAYS
from houseway.referee.state import State
from houseway.rulebook.cite import levels, split
from houseway.rulebook.models import Irregularity
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.training.rehearsal import Rehearsal
from houseway.wording.events import event_text, wager_name

DEALER = "dealer"  # who looks on
NEXT, PAYS, FEES, RULES = "the round", "payments", "fees", "irregularities"
OFFERED = 4  # answers to choose from, at most
FEWEST = 2  # wrong ones, or a step is not asked about
SETTLED = ("paid", "taken", "returned", "won")
OUTCOMES = (
    "It wins and is paid",
    "It loses and is taken",
    "It pushes: nothing is won or lost",
    "A part of it is taken",
)
PAID, LOST, PUSHED, PART = range(4)
TICKET = ("It wins", "It wins nothing")
FEE = ("A fee is due", "No fee is due")
ANYWHERE = ("play_on", "referred", "void_round", "forfeit_seat")  # rulings that any game might have
ENTAILS = {"remove_deck": ("void_round",), "game_void": ("void_round",)}  # one implies the other


@dataclass(frozen=True)
class Question:
    """Something to answer at a moment of a round: one of some choices, which may take an amount."""

    topic: str
    round: int  # which of the lesson's rounds
    at: int  # how many of its events have happened
    asks: str
    choices: tuple[str, ...]
    right: int
    answer: str  # in words
    rule: str  # the rulebook's text about it
    cite: str
    section: str
    takes_amount: tuple[int, ...] = ()  # the choices that come with an amount
    amount: int = 0  # cents, where the right one does


def section_of(cite: str) -> str:
    """The section of the law that a paragraph stands in.

    >>> section_of("51.10(e)4"), section_of("20.1 Play wager"), section_of("12.E(4)(a)")
    ('51.10', '20.1', '12')
    """
    return levels(cite)[0]


def questions(played: Rehearsal, number: int, source: Source) -> list[Question]:
    """Everything that can be asked about a round, in the order in which it comes up."""
    found = [
        *_steps(played, number, source),
        *_settlements(played, number),
        *_fees(played, number),
        *_tickets(played, number),
        *_rulings(played, number, source),
    ]
    return sorted(found, key=lambda one: one.at)


def _mixed(right: str, wrong: Sequence[str], source: Source) -> tuple[tuple[str, ...], int]:
    """The right answer among a few wrong ones, in any order."""
    offered = list(wrong)
    shuffle(offered, source)
    offered = [right, *offered[: OFFERED - 1]]
    shuffle(offered, source)
    return tuple(offered), offered.index(right)


# What comes next


def steps(played: Rehearsal) -> list[tuple[int, str]]:
    """Where the round turns to a step that moves no money, and the step."""
    book, last, found = played.rules.book, "", []
    for at, event in enumerate(played.events):
        if event.step in book.round:
            if event.step != last and not (event.source or event.wager):
                found.append((at, event.step))
            last = event.step
    return found


def _steps(played: Rehearsal, number: int, source: Source) -> Iterator[Question]:
    rules = played.rules
    turns = steps(played)
    for at, step in turns:
        offered: dict[bool, set[str]] = {True: set(), False: set()}
        for _, other in turns:
            offered[_may_be(other, step, at, played)].add(rules.book.round[other].says)
        wrong = sorted(offered[False] - offered[True])
        if len(wrong) < FEWEST:
            continue
        says, cite = rules.book.round[step].says, played.events[at].cite
        choices, right = _mixed(says, wrong, source)
        yield Question(
            NEXT, number, at, "What comes next?" if at else "How does the round begin?",
            choices, right, says, event_text(played.events[at].seen_by(DEALER), rules.book).plain,
            cite, section_of(split(cite)[0]),
        )  # fmt: skip


def _may_be(other: str, step: str, at: int, played: Rehearsal) -> bool:
    """Whether a step might be taken for the right one here: it says the same, it rests on the same
    paragraph, or the referee does both in one breath."""
    rules = played.rules
    if other == step or rules.book.round[other].says == rules.book.round[step].says:
        return True
    if set(split(rules.cite(other))) & set(split(rules.cite(step))):
        return True
    return other in {event.step for event in played.events[at : _breath(played, at)]}


def _breath(played: Rehearsal, at: int) -> int:
    """Where the round next waits for something after an event."""
    after = bisect_right(played.waits, at)
    return played.waits[after] if after < len(played.waits) else len(played.events)


# What becomes of a wager


def settlements(played: Rehearsal) -> dict[tuple[int, int, str], list[Event]]:
    """What decided each wager in one breath, by where that begins, the seat and the wager."""
    found: dict[tuple[int, int, str], list[Event]] = {}
    begun: dict[tuple[int, int, str], int] = {}
    for at, event in enumerate(played.events):
        if event.kind in SETTLED and event.wager and isinstance(event.who, int):
            if event.what == "void" or not event.step:
                continue  # a ruling has undone it
            key = (bisect_right(played.waits, at), event.who, event.wager)
            found.setdefault((begun.setdefault(key, at), *key[1:]), []).append(event)
    return found


def _settlements(played: Rehearsal, number: int) -> Iterator[Question]:
    book = played.rules.book
    if book.rates:
        return
    for (at, seat, wager), events in settlements(played).items():
        state = State.of(played.events[:at])
        chips = state.bets.get(seat, {}).get(wager, 0) or state.placed.get(seat, {}).get(wager, 0)
        right, amount = outcome(events, chips)
        paid = [event for event in events if event.kind == "paid"]
        cites = list(dict.fromkeys(one for event in events for one in split(event.cite)))
        name = wager_name(wager, book)
        down = f"Seat {seat} has {money(chips)} on {name}" if chips else f"Seat {seat}: {name}"
        rests = split(paid[0].cite)[-1] if paid else cites[0]
        yield Question(
            PAYS, number, at, f"{down}. What becomes of it?", OUTCOMES, right,
            ". ".join(event_text(event, book).plain for event in events),
            _told(events, played.rules), ", ".join(cites), section_of(rests), (PAID, PART), amount,
        )  # fmt: skip


def outcome(events: Sequence[Event], chips: int) -> tuple[int, int]:
    """What became of a wager with so many chips, and the amount that was paid or, if only a part
    was, taken."""
    moved = {kind: sum(e.amount for e in events if e.kind == kind) for kind in SETTLED}
    if moved["paid"]:
        return PAID, moved["paid"]
    if not moved["taken"]:
        return PUSHED, 0
    if moved["returned"] or moved["taken"] < chips:
        return PART, moved["taken"]
    return LOST, 0


def _told(events: Sequence[Event], rules: TableRules) -> str:
    """What the rulebook says of the steps by which something happened or, where a wager is a step
    of its own, of the wager."""
    book = rules.book
    told = dict.fromkeys(event.step for event in events if event.step in book.round)
    if not told:
        return book.wagers[base_of(events[0].wager)].says
    return " ".join(book.round[step].says for step in told)


def _fees(played: Rehearsal, number: int) -> Iterator[Question]:
    """Vigorish and the like, where it is charged."""
    book = played.rules.book
    for at, event in enumerate(played.events):
        if event.kind == "fee" and event.wager and isinstance(event.who, int):
            state = State.of(played.events[:at])
            bets = state.placed.get(event.who, {})
            if event.wager in book.wagers:
                bets = {event.wager: bets.get(event.wager, 0)}
            made = (f"{money(chips)} on {wager_name(name, book)}" for name, chips in bets.items())
            asks = f"Seat {event.who} has bet {' and '.join(made)}."
            yield Question(
                FEES, number, at, f"{asks} Is a fee due, and how much?", FEE, 0,
                event_text(event, book).plain, _told([event], played.rules), event.cite,
                section_of(split(event.cite)[0]), (0,), event.amount,
            )  # fmt: skip


def _tickets(played: Rehearsal, number: int) -> Iterator[Question]:
    """What each ticket of the round wins."""
    book = played.rules.book
    prizes = {event.what: event for event in played.events if event.kind == "won"}
    drawn = [at for at, event in enumerate(played.events) if event.kind == "displayed"]
    counted = [e for e in played.events if e.kind == "taken" and e.step in book.round]
    for event in played.events if drawn and counted else ():
        if event.kind != "issued":
            continue
        prize = prizes.get(event.what)
        ground = prize or counted[0]
        told = f"Ticket {event.what} wins {money(prize.amount) if prize else 'nothing'}"
        yield Question(
            PAYS, number, drawn[-1] + 1, f"Ticket {event.what}: {event.says}. What does it win?",
            TICKET, 0 if prize else 1, told, _told([ground], played.rules), ground.cite,
            section_of(split(ground.cite)[0]), (0,), prize.amount if prize else 0,
        )  # fmt: skip


# What the law rules


def _rulings(played: Rehearsal, number: int, source: Source) -> Iterator[Question]:
    rules = played.rules
    for at, event in enumerate(played.events):
        if event.kind != "reported":
            continue
        ruled = ruled_on(played.events[at + 1 :])
        wrong = sorted({_ruling_words(one) for one in _other_rulings(rules, ruled)})
        says = _ruling_words(ruled)
        choices, right = _mixed(says, wrong, source)
        whom = f" It concerns seat {event.who}." if event.who is not None else ""
        happened = event.says.rstrip(".")
        yield Question(
            RULES, number, at, f"This happens: {happened}.{whom} What do you rule?",
            choices, right, says, happened, event.cite, section_of(split(event.cite)[0]),
        )  # fmt: skip


def ruled_on(events: Sequence[Event]) -> tuple[str, ...]:
    """The rulings that follow a report, up to the next one."""
    found: list[str] = []
    for event in events:
        if event.kind == "reported":
            break
        if event.kind == "ruled":
            found.append(event.what)
    return tuple(found)


def _other_rulings(rules: TableRules, ruled: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Rulings that are not right and not a part of what is, nor the other way round; the game's
    own first, and where it has few, others that a dealer might think of."""
    found = set()
    for irregularity in rules.book.irregularities.values():
        one = _rulings_of(irregularity, rules)
        if _apart(one, ruled):
            found.add(one)
            yield one
    for name in ANYWHERE:
        if len(found) >= OFFERED - 1:
            return
        if _apart((name,), ruled):
            found.add((name,))
            yield (name,)


def _rulings_of(found: Irregularity, rules: TableRules) -> tuple[str, ...]:
    return (rules.rule(found.rulings_by),) if found.rulings_by else tuple(found.rulings)


def _apart(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether neither of two rulings implies the other."""
    left, right = _in_full(one), _in_full(other)
    return not (left <= right or right <= left)


def _in_full(rulings: Sequence[str]) -> set[str]:
    return {*rulings, *(also for one in rulings for also in ENTAILS.get(one, ()))}


def _ruling_words(rulings: Sequence[str]) -> str:
    said = "; ".join(SAYS[one] for one in rulings)
    return said[:1].upper() + said[1:]
