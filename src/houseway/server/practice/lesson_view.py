"""A lesson's question as a page shows it: the table at that moment, and the question."""

from dataclasses import dataclass

from houseway.referee.events import STANDING
from houseway.referee.state import State
from houseway.referee.view import View
from houseway.rulebook.money import money
from houseway.server.host import SHOWN, Snapshot
from houseway.server.practice.tables import Course
from houseway.server.table.view import TableView, table_view
from houseway.training.lesson import Mark, Section, answer_words
from houseway.training.questions import DEALER, Question
from houseway.wording.events import wager_name

NOBODY = 0  # a seat that no table has, so its viewer is offered no other


@dataclass(frozen=True)
class LessonView:
    """One question of a lesson."""

    course: Course
    number: int
    question: Question
    table: TableView
    wagers: tuple[tuple[str, str], ...]  # a seat and its wagers
    mark: Mark | None
    gave: str
    score: tuple[Section, ...]

    @property
    def last(self) -> bool:
        """Return whether this is the last question."""
        return self.number + 1 == len(self.course.lesson.questions)


def lesson_view(course: Course, number: int, *, narrow: bool = False) -> LessonView:
    """Return an answered question, or the next one."""
    question = course.lesson.questions[number]
    mark = course.marks[number] if number < len(course.marks) else None
    found = moment(course, question)
    return LessonView(
        course,
        number,
        question,
        table_view(found, narrow=narrow),
        _wagers(found),
        mark,
        answer_words(question, mark.given) if mark else "",
        tuple(course.score),
    )


def moment(course: Course, question: Question) -> Snapshot:
    """Return the table at the time of the question, as the dealer sees it."""
    played = course.lesson.rounds[question.round]
    events = tuple(event.seen_by(DEALER) for event in played.events[: question.at])
    return Snapshot(
        id=course.id,
        rules=played.rules,
        players=played.players,
        own=(NOBODY,),
        seat=None,
        view=View(DEALER, events, State.of(events), None),
        asks="decision",
        asked_of=None,
        ask=None,
        cite="",
        barred={},
        ready=frozenset(),
        awaited=frozenset(),
        overdue=False,
        rounds=question.round,
        notes={name: played.notes[name] for name in SHOWN if played.notes.get(name)},
    )


def _wagers(found: Snapshot) -> tuple[tuple[str, str], ...]:
    """Return the wagers of each seat."""
    book = found.rules.book
    bets = found.view.state.bets if found.view else {}
    return tuple(
        (
            f"Seat {seat % STANDING}" if seat < STANDING else f"Behind {seat % STANDING}",
            ", ".join(f"{wager_name(name, book)} {money(chips)}" for name, chips in lies.items()),
        )
        for seat, lies in sorted(bets.items())
        if lies
    )
