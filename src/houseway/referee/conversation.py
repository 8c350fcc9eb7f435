"""A round driven from outside, one checked input after another."""

from collections.abc import Callable

from houseway.referee.data import NOTES
from houseway.referee.events import HOUSE, Event
from houseway.referee.requests import DESK, FAULT, Ask, Bets, Draw, Input, Request
from houseway.referee.round import AGAIN, GONE, Round, Script
from houseway.referee.rulings import check_report, rule_on, undo_round
from houseway.rulebook.refusal import Refused

Play = Callable[[Round], Script[None]]
ANSWERS = frozenset({"act", "draw", "go", "pick", "roll", "shuffle", "spin"})  # to a request


class Conversation:
    """Runs a game's script. ``waiting`` is the pending request; None means the round is over."""

    def __init__(self, round: Round, play: Play) -> None:
        self.round = round
        self.inputs: list[Input] = []
        self.waiting: Request | None = None
        self._scripts: list[Script[None]] = []
        self._suspended: list[Request] = []
        self._begin(play(round))

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.waiting is None

    def become(self, other: "Conversation") -> None:
        """Stand where another conversation of the same round does, which has ended."""
        assert other.over
        round = self.round
        vars(round).update(vars(other.round))
        vars(self).update(vars(other))
        self.round = round

    def submit(self, given: Input) -> list[Event]:
        """Check an input, apply it and return the events it caused."""
        before = len(self.round.events)
        self.take(given)
        return self.round.events[before:]

    def take(self, given: Input) -> None:
        """Check an input and apply it."""
        if self.waiting is None:
            raise Refused("the round is over")
        if given.do in ANSWERS:
            self.waiting.check(given)
            self.inputs.append(given)
            self._answer(given)
        elif given.do == FAULT:
            self.inputs.append(given)
            self._fail(given.what)
        elif given.do in NOTES and not (
            isinstance(self.waiting, Bets) and self.waiting.takes(given)
        ):
            self.round.data.note(given)
            self.inputs.append(given)
        elif given.do == "report":
            found = check_report(self.round, given)
            if self.round.may_report is not None:
                self.round.may_report(given)
            self.inputs.append(given)
            self._interrupt(rule_on(self.round, given, found))
        elif given.do == "bet" and self.round.late_window is not None:
            self.round.late_window.check(given)
            self.inputs.append(given)
            for event in self.round.window.place(given):
                self.round.emit(event)
        else:
            if given.do in ("bet", "close") and not self._open_or_soon():
                cite = self.round.cite("late_bets")
                raise Refused("no wager is made, changed or withdrawn after 'No more bets'", cite)
            if given.do in DESK and given.do != "redeem" and not self._open_or_soon():
                cite = self.round.cite("late_bets")
                raise Refused(
                    "no ticket is issued, voided or changed once the game is locked", cite
                )
            self.waiting.check(given)
            self.inputs.append(given)
            self._answer(given)

    def _open_or_soon(self) -> bool:
        """Whether wagers are taken, or will be before anything is decided."""
        return self.round.state.phase == "shuffle" or any(
            isinstance(request, Bets) for request in (self.waiting, *self._suspended)
        )

    def _begin(self, script: Script[None]) -> None:
        self._scripts.append(script)
        self._answer(None)

    def _answer(self, given: Input | None) -> None:
        try:
            self.waiting = self._scripts[-1].send(given)
        except StopIteration:
            self._scripts.pop()
            self.waiting = self._suspended.pop() if self._suspended else None
            self._look_again()
        if self.waiting is None:
            self._finish()

    def _look_again(self) -> None:
        """After a ruling: cards that were due may be due no longer or to somebody else, and who was
        asked may have no say any more."""
        if isinstance(self.waiting, Draw) and self.waiting.again:
            self._answer(AGAIN)
        elif isinstance(self.waiting, Ask) and self.round.chooses_nothing(self.waiting.who):
            self._answer(GONE)

    def _interrupt(self, then: Script[None] | None) -> None:
        """After a ruling: end a void round, let a gone seat's turn pass, or do what is ordered
        before the round goes on."""
        if self.round.state.void:
            for script in self._scripts:
                script.close()
            self._scripts.clear()
            self.waiting = None
            self._finish()
        elif then is not None:
            assert self.waiting is not None
            self._suspended.append(self.waiting)
            self._begin(then)
        else:
            self._look_again()

    def _fail(self, error: str) -> None:
        """Void the round after a failure of the program: every wager is returned."""
        cite = self.round.cite("bets")
        self.round.emit(Event(FAULT, what=error, sees=HOUSE, says=error, cite=cite))
        undo_round(self.round, cite)
        self._interrupt(None)

    def _finish(self) -> None:
        self.round.phase("over")
        state = self.round.state
        if not state.balanced():
            raise AssertionError(f"the books of a round do not balance: {state.books}")
        self.round.data.rounds += 1
        self.round.data.fresh_deck = False
        for name in self.round.rules.meters:
            self.round.data.meters[name] = self.round.meter(name)
