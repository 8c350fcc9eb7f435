"""Practice: each person's own tables with play money, a coach and lessons.

Every user has a private practice session in memory; it is lost when the process ends. Aids are
shown only here (13:69F-8.1): the referee checks each time that the table is for practice.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from houseway.games import game as find_game
from houseway.rulebook.aids import ADVICE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.floor.staff import may_say
from houseway.server.host import Answer, Command, Snapshot
from houseway.server.http.pool import Busy
from houseway.server.memory import MemoryHost
from houseway.server.practice.coach import PROMPT, Advice, Coach
from houseway.server.sign_in.sessions import PLAYER
from houseway.training.lesson import (
    Given,
    Lesson,
    Mark,
    Section,
    make_lesson,
    mark,
    score,
)

PEOPLE = 200  # sessions kept; the least recently used is dropped
LESSONS = 5  # tables or lessons kept per user
MISSED = 50  # missed decisions kept per user
Tells = Literal["before", "after"]


@dataclass
class Course:
    """A lesson and the answers so far."""

    id: int
    lesson: Lesson
    marks: list[Mark] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Return whether every question has been answered."""
        return len(self.marks) == len(self.lesson.questions)

    @property
    def score(self) -> list[Section]:
        """Return the score by section."""
        return score(self.marks)


@dataclass
class Tally:
    """The total cost of a user's decisions, in expected cents."""

    decided: int = 0
    best: int = 0
    cost: Fraction = Fraction(0)
    unknown: int = 0  # decisions that no solver values


@dataclass
class Decided:
    """A decision of the user, and the coach's advice when it is known."""

    what: str
    full: bool  # it was made at the amount at which choices are valued
    advice: Future[Advice]
    before: Snapshot  # the table at the time of the decision


@dataclass(frozen=True)
class Missed:
    """A decision that was not the best one, to be asked again."""

    id: int
    table: Snapshot  # the time of the decision
    chose: str
    advice: Advice

    @property
    def cost(self) -> Fraction:
        """Return its cost in expected cents."""
        return self.advice.cost(self.chose) or Fraction(0)


class Corner:
    """One user's practice session."""

    def __init__(self, name: str, coach: Coach, seed: int | None = None) -> None:
        self.name = name
        self.tells: Tells = "before"
        self.tally = Tally()
        self.courses: OrderedDict[int, Course] = OrderedDict()
        self.marks: dict[tuple[str, str], list[Mark]] = {}
        self.last: dict[int, Decided] = {}  # at each table
        self.missed: OrderedDict[int, Missed] = OrderedDict()
        self._host = MemoryHost(seed=seed, practice=True, decision_seconds=0)
        self._host.enter(name)
        self._coach = coach
        self._asked: dict[int, tuple[tuple[int, int], Future[Advice]]] = {}
        self._pending: list[Decided] = []
        self._lessons = 0
        self._misses = 0
        self._lock = threading.RLock()

    # -- tables ------------------------------------------------------------------------------

    @property
    def balance(self) -> int:
        """Return the play money that is not bet, in cents."""
        return self._host.balance(self.name)

    def buy_in(self) -> int:
        """Get new play money when the balance is low; return the balance."""
        return self._host.buy_in(self.name)

    def tables(self) -> dict[int, Snapshot]:
        """Return the user's tables."""
        return {one.id: self.look(one.id) for one in self._host.tables()}

    def open_table(
        self,
        game: str,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        company: int | None = None,
    ) -> int:
        """Open a table of a game with the middle seat taken, or return the existing one with the
        same options. Games that need several players get that many bots."""
        found = find_game(game)
        book = found.rulebook(edition or found.editions[0])
        chosen = TableRules(book, options).options
        with self._lock:
            for one in self._host.tables():
                same = (one.rules.book.game, one.rules.book.edition) == (book.game, book.edition)
                if same and one.rules.options == chosen:
                    if company is not None:
                        self._host.ask_company(one.id, company)
                    return one.id
            table = self._host.open_table(
                game, book.edition, options or {}, by=self.name, company=company
            )
            seat = (book.seats.max + 1) // 2 if book.seats else 1
            self._host.do(table, {"do": "sit", "seat": seat}, by=self.name)
            return table

    def company(self, table: int) -> tuple[int, int] | None:
        """Return the number of bots at a table and the maximum; None if the game has none."""
        return self._host.company(table)

    def ask_company(self, table: int, wanted: int) -> None:
        """Set the number of bots from the next round on."""
        self._host.ask_company(table, wanted)

    def look(self, table: int) -> Snapshot:
        """Return a table as its player sees it."""
        return self._host.look(table, by=self.name)

    def do(self, table: int, command: Command, key: str = "") -> Answer:
        """Execute the player's command, whatever the user's role elsewhere is. The coach records
        decisions."""
        may_say(PLAYER, command["do"])
        with self._lock:
            before = self.look(table)
            deciding = command["do"] == "act" and before.ask is not None
            done = self._host.do(table, command, by=self.name, key=key)
            if deciding and not done.repeated and before.ask is not None:
                choice = before.ask.choice(command["what"])
                full = choice.most in (choice.least, command.get("amount"))
                decided = Decided(choice.name, full, self._asked_or_not(table, before), before)
                self.last[table] = decided
                self._pending.append(decided)
            return done

    # -- the coach ---------------------------------------------------------------------------

    def advice(self, table: int, *, in_page: bool = False) -> Future[Advice] | None:
        """Return the values of the pending decision's choices; None if there is none."""
        with self._lock:
            found = self.look(table)
            ask = self._asked_or_not if in_page else self._ask
            return None if found.ask is None else ask(table, found)

    def _ask(self, table: int, found: Snapshot) -> Future[Advice]:
        """Start to value a decision once."""
        self._host.check_aid(table, ADVICE)
        assert found.view is not None
        moment = (found.rounds, len(found.view.events))
        if table not in self._asked or self._asked[table][0] != moment:
            self._asked[table] = (moment, self._coach.ask(found.view, found.rules))
        return self._asked[table][1]

    def _asked_or_not(self, table: int, found: Snapshot) -> Future[Advice]:
        """Start to value a decision; skip it if the coach is busy."""
        try:
            return self._ask(table, found)
        except Busy:
            unknown: Future[Advice] = Future()
            unknown.set_result(Advice(why="Too many ask the coach at once."))
            return unknown

    def listen(self, table: int) -> None:
        """Wait briefly for pending values at a table, and count those that are known."""
        asked = self._asked.get(table)
        if asked is not None and (self.tells == "before" or self._pending):
            wait([asked[1], *(one.advice for one in self._pending)], PROMPT)
        with self._lock:
            for one in [one for one in self._pending if one.advice.done()]:
                self._pending.remove(one)
                self._count(one)

    def _count(self, one: Decided) -> None:
        advice = one.advice.result()
        cost = advice.cost(one.what) if one.full else None
        if cost is None:
            self.tally.unknown += 1
            return
        self.tally.decided += 1
        self.tally.best += cost == 0
        self.tally.cost += cost
        if cost:
            self._keep(one, advice)

    # -- what was missed ---------------------------------------------------------------------

    def _keep(self, one: Decided, advice: Advice) -> None:
        self._misses += 1
        self.missed[self._misses] = Missed(self._misses, one.before, one.what, advice)
        while len(self.missed) > MISSED:
            self.missed.popitem(last=False)

    def try_again(self, id: int, what: str) -> tuple[Missed, bool]:
        """Answer a missed decision again: if right, it is removed; if wrong, it moves to the
        end."""
        with self._lock:
            if (found := self.missed.get(id)) is None:
                raise Refused("that hand is not among those you missed")
            if what not in found.advice.known:
                raise Refused("choose one of the choices shown")
            right = not found.advice.cost(what)
            if right:
                del self.missed[id]
            else:
                self.missed.move_to_end(id)
            return found, right

    # -- lessons -----------------------------------------------------------------------------

    def begin_lesson(self, game: str, edition: str, seed: int) -> Course:
        """Start a lesson."""
        found = find_game(game)
        lesson = make_lesson(found, edition or found.editions[0], seed)
        with self._lock:
            self._lessons += 1
            course = Course(self._lessons, lesson)
            self.courses[course.id] = course
            while len(self.courses) > LESSONS:
                self.courses.popitem(last=False)
            return course

    def course(self, id: int) -> Course:
        """Return a lesson of this user."""
        if found := self.courses.get(id):
            return found
        raise Refused(f"there is no lesson {id} in your practice")

    def answer(self, id: int, number: int, given: Given) -> Mark:
        """Answer the next question of a lesson."""
        with self._lock:
            course = self.course(id)
            if number < len(course.marks):
                raise Refused(f"question {number + 1} has already been answered")
            if number > len(course.marks) or course.over:
                raise Refused(f"question {number + 1} has not been asked yet")
            marked = mark(course.lesson.questions[number], given)
            course.marks.append(marked)
            at = (course.lesson.game, course.lesson.edition)
            self.marks.setdefault(at, []).append(marked)
            return marked

    def score(self, game: str, edition: str) -> list[Section]:
        """Return the score in all lessons on a game, by section."""
        return score(self.marks.get((game, edition), []))


class Practice:
    """All practice sessions."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._seed = seed
        self._coach = Coach()
        self._corners: OrderedDict[str, Corner] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, name: str) -> Corner:
        """Return this user's practice session, created on first use."""
        with self._lock:
            if name not in self._corners:
                self._corners[name] = Corner(name, self._coach, self._seed)
                while len(self._corners) > PEOPLE:
                    self._corners.popitem(last=False)
            self._corners.move_to_end(name)
            return self._corners[name]
