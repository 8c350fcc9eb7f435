"""Execution of one round of a scenario."""

from collections.abc import Sequence
from dataclasses import replace

from houseway.equipment.cards import NAMES
from houseway.referee.events import Place
from houseway.referee.requests import Ask, Bets
from houseway.referee.scenario import Doing, Moment, Turn
from houseway.referee.scenarios.acts import (
    Decided,
    attempted,
    decision,
    done,
    fingerprint,
    happen,
    is_called,
    signer,
)
from houseway.referee.scenarios.chance import given
from houseway.referee.scenarios.checked import Checked, Unready
from houseway.referee.scenarios.compare import is_wanted
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused


class TurnAtWork:
    """What remains to be done in a round."""

    def __init__(self, turn: Turn, checked: Checked) -> None:
        self.turn, self.checked, self.given = turn, checked, given(turn)
        self.open_tries = turn.attempts.copy()
        self.open_reports = [report for report in turn.reports for _ in range(report.times)]
        self.to_come = list(turn.meanwhile)
        self.decisions = {who: list(done) for who, done in turn.does.items()}
        self.calls = [dict(calls) for calls in turn.at_once]
        self.bets_down = False
        self.windows = [(turn.bets, turn.coupons), (turn.late, {})]
        self.desk = list(turn.desk)

    def play(self, table: Table) -> None:
        """Play it; a scenario that begins without bets may have no round to play."""
        turn = self.turn
        later = {one.sit for one in turn.meanwhile}
        here = {*turn.bets, *turn.players, *turn.seated, *table.data.standing}
        first = {seat: at for at, seat in enumerate(turn.seated)}
        new = here - set(table.data.players) - later
        for seat in sorted(new, key=lambda seat: (first.get(seat, len(first)), seat)):
            table.sit(seat, turn.players.get(seat, ""))
        self._attempts(table)
        self._meanwhile(table)
        if turn.plays or turn is not self.checked.scenario:
            if table.waiting is None:
                table.begin()
            while table.waiting is not None:
                self._step(table)
            self.checked.happened(table.events)
            for seat, nets in table.round.state.nets.items():
                self.checked.move(seat, nets)
        self._compare_left()

    def _compare_left(self) -> None:
        """Check that everything in the scenario's round has happened."""
        turn, given = self.turn, self.given
        self._all_came("tries", self.open_tries)
        self._all_came("reports", self.open_reports)
        self._all_came("meanwhile", self.to_come)
        if turn.late and self.windows:
            self.checked.problem(f"late: {turn.late} were never taken")
        for place, undone in self.decisions.items():
            if undone:
                self.checked.problem(f"does.{place}: {undone} was never asked for")
        if self.calls:
            raise Unready(f"at_once: {self.calls[0]} were never asked for")
        if unrolled := given.rolls or given.spins or given.picks:
            self.checked.problem(f"never rolled, spun or picked: {unrolled}")
        if unused := given.cards.unused():
            named = " ".join(NAMES[card] for card in unused)
            places = ", ".join(map(str, turn.cards)) or "the shoe"
            self.checked.problem(f"cards never dealt: {named} (of those for {places})")

    def _all_came(self, key: str, left: Sequence[Moment]) -> None:
        for moment in left:
            self._never_came(key, moment)

    def _never_came(self, key: str, moment: Moment) -> None:
        """Say why a moment did not come: there is no such phase, or nothing like it happened."""
        phases = self.checked.words.phases
        if moment.during not in phases:
            known = f"; it went through {', '.join(phases)}" if phases else ""
            raise Unready(f"{key}: the round never came to {moment.during!r}{known}")
        after = f" after {moment.after}" if moment.after is not None else ""
        asked = f" with {moment.asked} asked" if moment.asked is not None else ""
        raise Unready(f"{key}: in {moment.during!r} there was no moment{after}{asked}")

    def _step(self, table: Table) -> None:
        """Do the attempts and reports of this moment, then answer the round's request."""
        self._attempts(table)
        self._meanwhile(table)
        for report in list(self.open_reports):
            if report.has_come(table):
                self.open_reports.remove(report)
                table.report(report.what, report.seat)
                return
        waiting = table.waiting
        if waiting is not None:
            self.checked.saw(waiting.cite)
            self.checked.words.hear(table)
        if isinstance(waiting, Bets):
            self._bet(table)
        elif isinstance(waiting, Ask) and self.calls and is_called(waiting, self.calls[0]):
            self._call(table, waiting, self.calls.pop(0))
        elif isinstance(waiting, Ask):
            table.act(signer(waiting, self.decisions), *decision(waiting, self.decisions))
        elif waiting is not None:
            self.given.answer(table, waiting)

    def _call(self, table: Table, asked: Ask, calls: dict[Place, Decided]) -> None:
        """Several call at the same moment: the call of whoever the round asks first counts, and it
        refuses those of the others."""
        table.act(asked.who, *decision(asked, {asked.who: [calls.pop(asked.who)]}))
        for who, call in calls.items():
            before = fingerprint(table)
            try:
                table.act(who, *decision(replace(asked, who=who), {who: [call]}))
            except Refused as refusal:
                self.checked.saw(refusal.cite)
                if fingerprint(table) != before:
                    self.checked.problem("a refusal changed something")
            else:
                raise Unready(
                    f"at_once: {asked.who} called first, and {who} was allowed to as well"
                )

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
            done(table, doing)
        except Refused as refusal:
            if doing.refused is None and not doing.reason:
                raise
            self.checked.saw(refusal.cite)
            if fingerprint(table) != before:
                self.checked.problem("a refusal changed something")
            if not is_wanted(refusal, doing.refused, doing.reason):
                self.checked.problem(f"desk: refused by {refusal.cite}: {refusal.reason}")
        else:
            if doing.refused or doing.reason:
                self.checked.problem(f"desk: {doing.refused or doing.reason} should have refused")

    def _meanwhile(self, table: Table) -> None:
        """Execute the acts of this moment."""
        for one in list(self.to_come):
            if _is_now(one, table):
                self.to_come.remove(one)
                happen(table, one)

    def _attempts(self, table: Table) -> None:
        """Try what must be refused, and see that nothing has changed."""
        for attempt in list(self.open_tries):
            if not _is_now(attempt, table):
                continue
            self.open_tries.remove(attempt)
            before = fingerprint(table)
            try:
                attempted(table, attempt)
            except Refused as refusal:
                self.checked.refused(refusal)
                if fingerprint(table) != before:
                    self.checked.problem("a refusal changed something")
            else:
                raise Unready(f"tries during {attempt.during!r}: it was allowed")


def _is_now(moment: Moment, table: Table) -> bool:
    """Whether a moment of the round has come or, for what comes before it, none is in progress."""
    if table.started and table.waiting is not None:
        return moment.has_come(table)
    return not moment.during
