"""Holding the referee to scenarios: each is played as it says, and what happens is compared.

What a scenario leaves out is dealt from a fixed seed and may not matter.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

from houseway.equipment.cards import cards as parse_cards
from houseway.equipment.shoe import Scripted
from houseway.referee.conversation import Play
from houseway.referee.events import EVERYONE, Event
from houseway.referee.log import deal_again
from houseway.referee.requests import Ask, Bets, Draw, Pick, Request, Roll, Shuffle, Spin
from houseway.referee.round import side_of_deck, whole_deck
from houseway.referee.scenario import (
    Announced,
    AtDesk,
    Attempt,
    Before,
    Doing,
    Expected,
    Report,
    Scenario,
    ScenarioFile,
    Turn,
)
from houseway.referee.table import BY_HAND, Table
from houseway.rulebook.cite import split
from houseway.rulebook.load import read
from houseway.rulebook.models import Rulebook, Wager
from houseway.rulebook.money import FINE, dollars, money
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of


@dataclass
class Checked:
    """What became of a scenario: nothing in ``problems`` means that it holds."""

    scenario: Scenario
    problems: list[str] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)  # paragraphs that were seen at work
    paid: set[tuple[str, str, str]] = field(default_factory=set)  # paytable, table, row


def read_scenarios(path: Path) -> ScenarioFile:
    """A scenario file; a misspelt key is an error."""
    return read(ScenarioFile, path)


def check_file(file: ScenarioFile, play: Play, book: Rulebook) -> Iterator[Checked]:
    """Run every scenario of a file."""
    for scenario in file.scenarios:
        yield _Run(file, scenario, play, book).check()


class Unready(ValueError):
    """A scenario that does not say what it must."""


class _Run:
    """One scenario at work."""

    def __init__(self, file: ScenarioFile, scenario: Scenario, play: Play, book: Rulebook) -> None:
        self.file, self.scenario, self.play, self.book = file, scenario, play, book
        self.checked = Checked(scenario, cites=set(split(scenario.cite)))
        self.tries = [one for turn in (scenario, *scenario.then) for one in turn.attempts]
        self.refusals: list[Refused] = []
        self.events: list[Event] = []
        self.nets: dict[int, Counter[str]] = {}
        self.earlier = Scripted(seed=1)  # the cards of rounds before
        self._turn_to(scenario)

    def _turn_to(self, turn: Turn) -> None:
        """The next round of the scenario."""
        self.turn = turn
        self.open_tries = turn.attempts.copy()
        self.open_reports = list(turn.reports)
        self.decisions = {who: list(done) for who, done in turn.does.items()}
        self.bets_down = False
        self.windows = [(turn.bets, turn.coupons), (turn.late, {})]
        self.rolls, self.spins = list(turn.rolls), list(turn.spins)
        self.desk, self.picks, self.balls = list(turn.desk), list(turn.picks), turn.balls
        cards = {place: parse_cards(text) for place, text in turn.cards.items()}
        self.chance = Scripted(cards or None, parse_cards(turn.shoe) or None)

    def check(self) -> Checked:
        """Play the scenario and compare what happened with what it says."""
        scenario = self.scenario
        try:
            table = self._play()
        except Refused as refusal:
            self._refusal(refusal)
            if self.tries or not (scenario.refused or scenario.reason):
                self._problem(f"refused: {refusal}")
            self._compare_refusals()
            return self.checked
        except (Unready, ValueError) as error:
            self._problem(str(error))
            return self.checked
        self._compare(table)
        return self.checked

    # -- playing -----------------------------------------------------------------------------

    def _play(self) -> Table:
        scenario = self.scenario
        self._check_rulebook()
        table = Table(
            self.play,
            self.book,
            options=self._options({**self.file.table, **scenario.table}),
            limits={
                name: tuple(values)
                for name, values in {**self.file.limits, **scenario.limits}.items()
            },
            meters={name: _meter(terms) for name, terms in scenario.meters.items()},
            by_hand=BY_HAND,
        )
        for step in scenario.before:
            self._before(table, step)
        for name, amount in scenario.meters_at.items():
            if name not in table.data.meters:
                raise Unready(f"meters_at.{name}: no such meter is in use")
            table.data.meters[name] = amount
        self._carry_over(table)
        self.chance.go_on_from(self.earlier)
        for turn in (scenario, *scenario.then):
            if turn is not scenario:
                earlier = self.chance
                self._turn_to(turn)
                self.chance.go_on_from(earlier)
            self._play_round(table)
        return table

    def _carry_over(self, table: Table) -> None:
        """What earlier rounds have left: notes, wagers that stand, a shoe in the middle."""
        scenario, book = self.scenario, self.book.deck
        table.data.notes.update(deepcopy(scenario.notes_at))
        table.data.standing.update(deepcopy(scenario.standing_at))
        for seat, standing in scenario.standing_at.items():
            self.nets.setdefault(seat, Counter()).subtract(standing)
        if book is None or scenario.left_at is None:
            return
        placed = [pair for text in scenario.cards.values() for pair in enumerate(parse_cards(text))]
        latest_first = [card for _, card in sorted(placed, reverse=True)]
        sides = scenario.left_at if isinstance(scenario.left_at, dict) else {"": scenario.left_at}
        for side, left in sides.items():
            whole = Counter(side_of_deck(whole_deck(table.rules), side))
            others = list((whole - Counter(self.chance.unused())).elements())
            gone = [*others, *latest_first][: whole.total() - left]
            if side:
                table.data.sides[side] = sorted(gone)
            else:
                table.data.out = sorted(gone)
            self.earlier.shuffle(tuple((whole - Counter(gone)).elements()), side)

    def _play_round(self, table: Table) -> None:
        """One round; a scenario that begins without bets may have none to play."""
        turn = self.turn
        for seat in {*turn.bets, *turn.players} - set(table.data.players):
            table.sit(seat, turn.players.get(seat, ""))
        self._attempts(table)
        if turn.plays or turn is not self.scenario:
            table.begin()
            while table.waiting is not None:
                self._step(table)
            self.events += table.events
            for seat, nets in table.results.nets.items():
                self.nets.setdefault(seat, Counter()).update(nets)
        for left in self.open_tries:
            raise Unready(f"tries: the round never came to {left.during!r}")
        for late in self.open_reports:
            raise Unready(f"reports: the round never came to {late.during!r}")
        if turn.late and self.windows:
            self._problem(f"late: {turn.late} were never taken")
        for place, done in self.decisions.items():
            if done:
                self._problem(f"does.{place}: {done} was never asked for")
        if unrolled := self.rolls or self.spins or self.picks:
            self._problem(f"never rolled, spun or picked: {unrolled}")
        if unused := self.chance.unused():
            self._problem(f"cards never dealt: {unused}")

    def _step(self, table: Table) -> None:
        """Try and report what belongs to this moment, then answer what the round asks."""
        self._attempts(table)
        for report in list(self.open_reports):
            if report.has_come(table):
                self.open_reports.remove(report)
                table.report(report.what, report.seat)
                return
        waiting = table.waiting
        if waiting is not None:
            self.checked.cites.update(split(waiting.cite))
        if isinstance(waiting, Bets):
            self._bet(table)
        elif isinstance(waiting, Ask):
            table.act(waiting.who, *self._decision(waiting, self.decisions))
        elif waiting is not None:
            self._chance(table, waiting, self.chance)

    def _next_roll(self) -> list[int]:
        if not self.rolls:
            raise Unready("rolls: another roll is wanted")
        rolled = self.rolls.pop(0)
        return [] if isinstance(rolled, str) else rolled

    def _next_spin(self) -> str:
        if not self.spins:
            raise Unready("spins: another spin is wanted")
        return self.spins.pop(0)

    def _bet(self, table: Table) -> None:
        """First the bets go down, then the window closes; something may happen in between."""
        if self.bets_down:
            if self.desk:
                self._at_desk(table, self.desk.pop(0))
                return
            table.close(self.turn.close_by, approved=self.turn.approved)
            self.bets_down = False
            return
        self.bets_down = True
        turn = self.turn
        wagers, beside = self.windows.pop(0) if self.windows else ({}, {})
        for seat, bets in wagers.items():
            by_tender: dict[str, dict[str, int]] = {}
            for wager, amount in bets.items():
                by_tender.setdefault(turn.tender_of(wager), {})[wager] = amount
            for tender, made in by_tender.items():
                table.bet(seat, made, tender=tender, accepted=turn.accepted)
        for seat, coupons in beside.items():
            table.bet(seat, coupons, tender="match_play")

    def _at_desk(self, table: Table, doing: Doing) -> None:
        """One thing at the desk, or a refusal that leaves everything as it was."""
        before = fingerprint(table)
        try:
            _done(table, doing)
        except Refused as refusal:
            if doing.refused is None and not doing.reason:
                raise
            self.checked.cites.update(split(refusal.cite))
            if fingerprint(table) != before:
                self._problem("a refusal changed something")
            by_another = not set(split(doing.refused or "")) <= set(split(refusal.cite))
            if by_another or doing.reason not in refusal.reason:
                self._problem(f"desk: refused by {refusal.cite}: {refusal.reason}")
        else:
            if doing.refused or doing.reason:
                self._problem(f"desk: {doing.refused or doing.reason} should have refused")

    def _picked(self, asked: Pick) -> list[int]:
        """Numbers for a ticket, or those drawn: the ones named and the highest of the others."""
        if asked.to != "board":
            if not self.picks:
                raise Unready("picks: numbers are wanted for a quick-pick")
            return self.picks.pop(0)
        if self.balls == "void":
            return []
        named = list(self.balls or [])
        others = (number for number in range(asked.numbers, 0, -1) if number not in named)
        return [*named, *islice(others, max(0, asked.count - len(named)))]

    def _options(self, given: dict[str, Any]) -> dict[str, Any]:
        """Options as a table takes them: an amount of money is written in dollars here."""
        kinds = {name: option.kind for name, option in self.book.choices.items()}
        return {
            name: str(value) if kinds.get(name) == "money" and value is not None else value
            for name, value in given.items()
        }

    def _decision(self, asked: Ask, told: dict[Any, list[Any]]) -> tuple[str, int | None, str]:
        if done := told.get(asked.who):
            given = done.pop(0)
            if isinstance(given, dict):
                ((what, amount),) = given.items()
                if asked.choice(what).reasoned:
                    return what, None, str(amount)
                return what, dollars(amount) if isinstance(asked.who, int) else int(amount), ""
            return given, None, ""
        if isinstance(asked.who, int):
            names = " or ".join(choice.name for choice in asked.choices)
            raise Unready(f"seat {asked.who} may {names}, and the scenario does not say which")
        return asked.choices[0].name, None, ""

    def _before(self, table: Table, step: Before) -> None:
        for _ in range(step.rounds):
            self._idle_round(table)
        if step.bets:
            self._earlier_round(table, step)
        elif step.report:
            self._idle_round(table, step.report)
        for seat in step.leave:
            table.leave(seat)
        if step.announce:
            table.announce(_change(step.announce))
        if step.clock is not None:
            table.at(step.clock)
        if step.new_deck:
            table.new_deck()
        if step.take_out:
            table.take_out(**step.take_out)
        if step.change:
            table.change(**self._options(step.change))

    def _idle_round(self, table: Table, report: Report | None = None) -> None:
        """A round of no interest: the smallest usual wagers and the last choice offered."""
        seat = 1
        table.sit(seat, "someone")
        table.begin()
        while (waiting := table.waiting) is not None:
            if report and report.has_come(table):
                table.report(report.what, report.seat)
                report = None
            elif isinstance(waiting, Bets):
                if table.round.state.placed.get(seat):
                    table.close()
                    continue
                limits = table.rules.limits
                least = max(limit.minimum for limit in limits.values())
                table.bet(seat, dict.fromkeys(_usual(table.rules.wagers), least))
            elif isinstance(waiting, Ask):
                table.act(waiting.who, waiting.choices[-1].name)
            elif isinstance(waiting, Roll):
                table.rolled(*[1] * waiting.dice)
            elif isinstance(waiting, Spin):
                table.spun(waiting.pockets[0])
            elif isinstance(waiting, Pick):
                table.picked(*range(1, waiting.count + 1))
            else:
                self._chance(table, waiting, self.earlier)
        table.leave(seat)

    def _earlier_round(self, table: Table, step: Before) -> None:
        """A round before, with bets, cards and decisions of its own."""
        chance = Scripted({place: parse_cards(text) for place, text in step.cards.items()})
        chance.go_on_from(self.earlier)
        self.earlier = chance
        done, report = {who: list(what) for who, what in step.does.items()}, step.report
        rolls = list(step.rolls)
        for seat in set(step.bets) - set(table.data.players):
            table.sit(seat, self.scenario.players.get(seat, ""))
        table.begin()
        while (waiting := table.waiting) is not None:
            if report and report.has_come(table):
                table.report(report.what, report.seat)
                report = None
            elif isinstance(waiting, Bets):
                for seat, bets in step.bets.items():
                    table.bet(seat, bets)
                table.close()
            elif isinstance(waiting, Ask):
                table.act(waiting.who, *self._decision(waiting, done))
            elif isinstance(waiting, Roll) and rolls:
                rolled = rolls.pop(0)
                table.rolled(*([] if isinstance(rolled, str) else rolled))
            else:
                self._chance(table, waiting, chance)
        if left := chance.unused():
            raise Unready(f"before: cards never dealt: {left}")

    def _chance(self, table: Table, waiting: Request, chance: Scripted) -> None:
        """What nobody decides, and what the dealer does without being told."""
        if isinstance(waiting, Shuffle):
            if waiting.at:
                chance.put_back(waiting.deck, waiting.at, waiting.side)
            else:
                chance.shuffle(waiting.deck, waiting.side)
            table.shuffled()
        elif isinstance(waiting, Draw):
            table.draw(chance.draw(waiting.to, waiting.count, waiting.side))
        elif isinstance(waiting, Roll):
            table.rolled(*self._next_roll())
        elif isinstance(waiting, Spin):
            table.spun(self._next_spin())
        elif isinstance(waiting, Pick):
            table.picked(*self._picked(waiting))
        else:
            table.go()

    def _attempts(self, table: Table) -> None:
        """Try what must be refused, and see that nothing has changed."""
        started = table.started and table.waiting is not None
        for attempt in list(self.open_tries):
            if not (attempt.has_come(table) if started else not attempt.during):
                continue
            self.open_tries.remove(attempt)
            before = fingerprint(table)
            try:
                _attempt(table, attempt)
            except Refused as refusal:
                self._refusal(refusal)
                if fingerprint(table) != before:
                    self._problem("a refusal changed something")
            else:
                raise Unready(f"tries during {attempt.during!r}: it was allowed")

    # -- comparing ---------------------------------------------------------------------------

    def _compare(self, table: Table) -> None:
        scenario = self.scenario
        self._compare_refusals()
        if not scenario.plays:
            return
        events = self.events
        for event in events:
            self.checked.cites.update(split(event.cite))
            wager = self.book.wagers.get(base_of(event.wager))
            if event.kind == "paid" and wager and wager.paytable:
                used = str(table.rules.options[wager.paytable])
                self.checked.paid.add((wager.paytable, used, event.what))
        self._compare_nets(table)
        self._compare_kept(table)
        if (void := table.results.void) != scenario.void:
            self._problem("the round is void" if void else "the round is not void")
        ruled = [event.what for event in events if event.kind == "ruled"]
        if ruled != scenario.ruled:
            self._problem(f"ruled {ruled or 'nothing'}, not {scenario.ruled or 'nothing'}")
        for name, amount in scenario.meters_after.items():
            stands = table.data.meters.get(name)
            if stands is None:
                self._problem(f"meters_after.{name}: no such meter is in use")
            elif stands != amount:
                cents = [Decimal(fine) / FINE for fine in (stands, amount)]
                self._problem(f"{name} stands at {cents[0]} cents, not {cents[1]}")
        self._compare_order(events)
        self._compare_events(events)
        for record in table.records[-1 - len(scenario.then) :]:
            deal_again(record.to_json(), self.play, self.book)

    def _compare_nets(self, table: Table) -> None:
        """Each wager's net over all rounds; chips that still stand are the player's own."""
        for seat, standing in table.data.standing.items():
            self.nets.setdefault(seat, Counter()).update(standing)
        for seat, expected in self.scenario.nets.items():
            found = self.nets.get(seat, Counter())
            for wager in {*expected, *found}:
                net, due = found.get(wager, 0), expected.get(wager, 0)
                if net != due:
                    self._problem(f"seat {seat} {wager}: {money(net)}, not {money(due)}")
        for seat, found in self.nets.items():
            if seat not in self.scenario.nets and any(found.values()):
                self._problem(f"nets.{seat} is missing")

    def _compare_kept(self, table: Table) -> None:
        """What is left on the layout, and what the table remembers."""
        expected, stands = self.scenario.standing, table.data.standing
        if expected is not None and stands != expected:
            self._problem(f"standing: {stands} cents")
        for name, value in self.scenario.notes.items():
            if table.data.notes.get(name) != value:
                self._problem(f"notes.{name} is {table.data.notes.get(name)!r}, not {value!r}")

    def _compare_refusals(self) -> None:
        wanted, reason = self.scenario.refused, self.scenario.reason
        if wanted is None and not reason:
            if self.tries:
                self._problem("refused: a scenario that tries something says what refuses it")
            return
        if not self.refusals:
            self._problem(f"nothing was refused; {wanted or reason} should have")
        for refusal in self.refusals:
            by_another = not set(split(wanted or "")) <= set(split(refusal.cite))
            if by_another or reason not in refusal.reason:
                self._problem(f"refused by {refusal.cite or 'no paragraph'}: {refusal.reason}")

    def _compare_order(self, events: list[Event]) -> None:
        settled = [f"{e.who} {e.wager}" for e in events if e.kind in ("paid", "taken", "returned")]
        order = [name for name in dict.fromkeys(settled) if name in self.scenario.order]
        if order != self.scenario.order:
            self._problem(f"settled in the order {order}")

    def _compare_events(self, events: list[Event]) -> None:
        rest = iter(events)
        for expected in self.scenario.events:
            if not any(_fits(event, expected) for event in rest):
                self._problem(f"events: no (further) {expected.model_dump(exclude_none=True)}")
                break
        for barred in self.scenario.never:
            if any(_fits(event, barred) for event in events):
                self._problem(f"never: {barred.model_dump(exclude_none=True)} happened")

    def _check_rulebook(self) -> None:
        content = self.book.model_dump(mode="json", by_alias=True)
        for path, expected in self.scenario.rulebook.items():
            found: Any = content
            for key in path.split("."):
                found = found.get(key) if isinstance(found, dict) else None
            if found != expected:
                self._problem(f"rulebook.{path} is {found!r}, not {expected!r}")

    def _refusal(self, refusal: Refused) -> None:
        self.refusals.append(refusal)
        self.checked.cites.update(split(refusal.cite))

    def _problem(self, what: str) -> None:
        self.checked.problems.append(what)


def _attempt(table: Table, attempt: Attempt) -> None:
    seat = attempt.seat
    if _desk_word(attempt):
        _done(table, Doing(who=seat, **_desk_word(attempt)))
    elif attempt.bet:
        table.bet(seat or 0, attempt.bet, tender=attempt.tender, accepted=attempt.accepted)
    elif attempt.close:
        table.close()
    elif attempt.act is not None:
        amount = attempt.amount if attempt.depth is None else attempt.depth
        who = attempt.who if seat is None else seat
        table.act(who, attempt.act, amount, reason=attempt.reason)
    elif attempt.draw is not None:
        table.draw(attempt.draw)
    elif attempt.report is not None:
        table.report(attempt.report, seat)
    elif attempt.sit is not None:
        table.sit(attempt.sit, attempt.player)
    elif attempt.leave is not None:
        table.leave(attempt.leave)
    elif attempt.change:
        table.change(**attempt.change)
    elif attempt.announce:
        table.announce(_change(attempt.announce))
    elif attempt.take_out:
        table.take_out(**attempt.take_out)
    elif attempt.begin:
        table.begin()
    else:
        raise Unready("tries: nothing is tried")


def _desk_word(given: AtDesk) -> dict[str, Any]:
    """What is done with a ticket, if it is that."""
    words = {name: getattr(given, name) for name in AtDesk.model_fields}
    return words if any(words[name] is not None for name in words if name != "how") else {}


def _done(table: Table, doing: Doing) -> None:
    who = doing.who if isinstance(doing.who, int) else 0
    if doing.buy is not None:
        table.buy(who, **doing.buy.form())
    elif doing.void is not None:
        table.void(who, doing.void)
    elif doing.redeem is not None:
        table.redeem(who, doing.redeem, **doing.how)
    elif doing.refund is not None:
        table.refund(who, doing.refund)
    elif doing.act is not None:
        table.act(doing.who or "", doing.act)
    elif doing.report is not None:
        table.report(doing.report)
    elif doing.clock is not None:
        table.at(doing.clock)
    elif doing.lock:
        table.close(str(doing.who or ""), approved=doing.approved)
    else:
        raise Unready("desk: nothing is done")


def _change(told: Announced) -> RuleChange:
    limits = {name: tuple(values) for name, values in told.limits.items()}
    return RuleChange(
        told.table, told.effective, told.posted, told.announced, told.division, limits
    )


def fingerprint(table: Table) -> str:
    """Everything that a refusal must leave as it was. Events are only ever added."""
    try:
        talk: Any = (len(table.events), table.round.state, table.waiting)
    except Refused:
        talk = None
    return repr((table.data, table.rules.header(), talk, len(table.records)))


def _fits(event: Event, expected: Expected) -> bool:
    if expected.cite is not None and not set(split(expected.cite)) <= set(split(event.cite)):
        return False
    if expected.shows is not None and not _shows(event, expected.shows):
        return False
    if expected.says is not None and expected.says not in event.says:
        return False
    wanted = expected.model_dump(exclude_none=True, exclude={"cite", "shows", "says"})
    return all(getattr(event, key) == value for key, value in wanted.items())


def _shows(event: Event, cards: str) -> bool:
    return event.sees == EVERYONE and list(event.cards) == parse_cards(cards)


def _usual(offered: dict[str, Wager]) -> list[str]:
    """The required wagers; where there are none, the first on offer, on its first spot."""
    if required := [name for name, wager in offered.items() if wager.required]:
        return required
    name, wager = next((n, w) for n, w in offered.items() if w.window == "bets")
    return [f"{name}@{next(iter(wager.spots))}" if wager.spots else name]


def _meter(terms: dict[str, Any]) -> dict[str, Any]:
    return {key: dollars(value) if key == "reset" else value for key, value in terms.items()}
