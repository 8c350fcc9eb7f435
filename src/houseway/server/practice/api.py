"""The HTTP API of practice, under ``/api/practice``: tables, the coach's advice, lessons."""

import secrets
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, Field

from houseway.server.api import CommandIn, Key, Name, Strict, TableId
from houseway.server.http.json_answers import Json
from houseway.server.http.problems import documented
from houseway.server.practice.coach import Advice
from houseway.server.practice.coach_view import coach_view
from houseway.server.practice.tables import Corner, Course, Practice
from houseway.server.sign_in.caller import Caller
from houseway.server.table.api import Count, Pressed
from houseway.server.table.data import table_data
from houseway.server.table.snapshot_json import AnswerOut, EventOut, SnapshotOut, snapshot_out
from houseway.training.lesson import SEEDS, Given, Mark, Section, right_answer
from houseway.training.questions import DEALER


def corner_of(request: Request, session: Caller) -> Corner:
    """Return the caller's practice session."""
    found: Practice = request.app.state.practice
    return found.of(session.name)


TheCorner = Annotated[Corner, Depends(corner_of)]
LessonId = Annotated[int, Path(ge=1, le=1_000_000_000, description="A lesson's number.")]


class PracticeIn(Strict):
    """A game to practice."""

    game: Name
    edition: Name = Field(default="", description="The first of the game's unless one is named.")


class PracticeTableIn(PracticeIn):
    """A table to practice at."""

    options: dict[str, str | bool | int | None] = Field(
        default={}, max_length=100, description="Options of the house that are not as usual."
    )
    company: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None,
        description="How many of the house's own players sit there, in games for several.",
    )


class PracticeOut(BaseModel):
    """Your practice account: play money and the cost of your decisions."""

    balance: int = Field(description="Cents of play money that are not bet.")
    decided: int = Field(description="Decisions that a solver has valued.")
    best: int = Field(description="Those of them that were the best.")
    cost: str = Field(description="What the others have cost on average: exact cents, a fraction.")
    unknown: int = Field(description="Decisions that no solver has valued.")
    tables: dict[int, str] = Field(description="Your tables, and the game of each.")


class TableOpened(BaseModel):
    """A practice table that was opened for you."""

    id: int


class WorthOut(BaseModel):
    """A choice and its value."""

    name: str
    cents: str | None = Field(description="On average, exactly: a fraction; none if not computed.")


class AdviceOut(BaseModel):
    """The values of the choices of the current decision, the best first."""

    state: Literal["none", "working", "known"]
    why: str = Field(description="Why nothing is known.")
    best: str
    choices: list[WorthOut]


class LessonIn(PracticeIn):
    """A lesson to start; the same seed makes the same lesson."""

    seed: Annotated[int, Field(ge=0, lt=SEEDS)] | None = None


class QuestionOut(BaseModel):
    """A question. Answer it with the number of a choice and, where the choice takes one, an
    amount."""

    number: int = Field(description="From 1.")
    topic: str
    asks: str
    choices: list[str]
    takes_amount: list[int] = Field(description="The places of the choices that take an amount.")
    events: list[EventOut] = Field(description="The round so far, as the dealer sees it.")


class AnswerIn(Strict):
    """An answer."""

    number: int = Field(ge=1, le=1_000)
    choice: int = Field(ge=0, le=99)
    amount: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None


class MarkOut(BaseModel):
    """Whether an answer was right, and what the referee did."""

    number: int
    right: bool
    choice: int
    amount: int | None
    right_choice: int
    right_amount: int | None
    answer: str
    rule: str
    cite: str
    section: str


class SectionOut(BaseModel):
    """The score in one section of the law."""

    section: str
    topics: list[str]
    right: int
    asked: int


class LessonOut(BaseModel):
    """A lesson and the answers so far."""

    id: int
    game: str
    edition: str
    seed: int
    questions: int
    marks: list[MarkOut]
    score: list[SectionOut]
    question: QuestionOut | None = Field(description="The next one; none after the last.")


class PracticePress(Pressed):
    """A button pressed on the page of a practice table; also sets when the coach speaks and buys
    new chips."""

    do: Literal[
        "sit", "leave", "chip", "take", "clear", "again", "double", "bet", "ready", "act",
        "buy", "void", "refund", "redeem", "tell", "chips", "company",
    ]  # fmt: skip
    players: Annotated[int, Field(ge=0, le=20)] = Field(
        default=0, description="How many are to keep you company."
    )
    when: Literal["before", "after"] = "before"


practice_api = APIRouter(prefix="/api/practice", tags=["practice"])
MADE = documented(400, 401, 403, 404, 409, 413, 422, 429)


@practice_api.get("", responses=documented(401))
def practice(corner: TheCorner) -> PracticeOut:
    """Return your play-money balance and the cost of your decisions."""
    tally = corner.tally
    return PracticeOut(
        balance=corner.balance,
        decided=tally.decided,
        best=tally.best,
        cost=str(tally.cost),
        unknown=tally.unknown,
        tables={id: found.rules.book.game for id, found in corner.tables().items()},
    )


@practice_api.post("/buy-in", responses=documented(401, 403, 409, 429))
def buy_in(corner: TheCorner) -> PracticeOut:
    """Get new play money when your balance is low."""
    corner.buy_in()
    return practice(corner)


@practice_api.post("/tables", status_code=201, responses=MADE)
def open_table(wanted: PracticeTableIn, corner: TheCorner) -> TableOpened:
    """Open a practice table with a seat taken, or return the one you already have."""
    return TableOpened(
        id=corner.open_table(wanted.game, wanted.edition, wanted.options, wanted.company)
    )


@practice_api.get("/tables/{id}", responses=documented(401, 404, 422))
def one_table(id: TableId, corner: TheCorner) -> SnapshotOut:
    """Return one of your practice tables."""
    return snapshot_out(corner.look(id))


@practice_api.post("/tables/{id}/commands", responses=MADE)
def command(id: TableId, said: CommandIn, corner: TheCorner, key: Key = "") -> AnswerOut:
    """Send a command to a practice table."""
    done = corner.do(id, said.model_dump(exclude_none=True), key)
    corner.listen(id)
    return AnswerOut(
        table=done.table,
        version=done.version,
        repeated=done.repeated,
        events=[EventOut.model_validate(event.to_json()) for event in done.events],
    )


@practice_api.get("/tables/{id}/view", responses=documented(401, 404, 422))
def view(id: TableId, corner: TheCorner, round: Count = 0, seen: Count = 0) -> Json:
    """Return a practice table as the page draws it, with the coach's advice."""
    return Json(_drawn(corner, id, (round, seen)))


@practice_api.post("/tables/{id}/press", responses=MADE)
def press(id: TableId, pressed: PracticePress, corner: TheCorner, key: Key = "") -> Json:
    """Press a button at a practice table; return the table after it."""
    if pressed.do == "tell":
        corner.tells = pressed.when
    elif pressed.do == "chips":
        corner.buy_in()
    elif pressed.do == "company":
        corner.ask_company(id, pressed.players)
    else:
        corner.do(id, pressed.command(corner.look(id)), key)
    return Json(_drawn(corner, id, (pressed.round, pressed.seen)))


def _drawn(corner: Corner, id: int, seen: tuple[int, int]) -> dict[str, Any]:
    shown = table_data(corner.look(id), seen=seen, balance=corner.balance)
    return {**shown, "coach": asdict(coach_view(corner, id)), "company": corner.company(id)}


@practice_api.get("/tables/{id}/advice", responses=documented(401, 404, 422))
def advice(id: TableId, corner: TheCorner) -> AdviceOut:
    """Return the values of your current choices. Poll while the state is `working`."""
    asked = corner.advice(id)
    corner.listen(id)
    if asked is None:
        return advice_out(Advice(why="No decision is asked of you."))
    return advice_out(asked.result() if asked.done() else None)


def advice_out(found: Advice | None) -> AdviceOut:
    """Return advice as plain data, when it is complete."""
    if found is None:
        return AdviceOut(state="working", why="", best="", choices=[])
    return AdviceOut(
        state="known" if found.known else "none",
        why=found.why,
        best=found.best,
        choices=[
            WorthOut(name=one.name, cents=None if one.cents is None else str(one.cents))
            for one in found.choices
        ],
    )


@practice_api.post("/lessons", status_code=201, responses=MADE)
def begin_lesson(wanted: LessonIn, corner: TheCorner) -> LessonOut:
    """Start a lesson for a dealer: rounds played by the referee, and questions about them."""
    seed = secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed
    return lesson_out(corner.begin_lesson(wanted.game, wanted.edition, seed))


@practice_api.get("/lessons/{id}", responses=documented(401, 404, 422))
def one_lesson(id: LessonId, corner: TheCorner) -> LessonOut:
    """Return one of your lessons: marks, score by section, and the next question."""
    return lesson_out(corner.course(id))


@practice_api.post("/lessons/{id}/answers", responses=MADE)
def answer(id: LessonId, said: AnswerIn, corner: TheCorner) -> MarkOut:
    """Answer the next question."""
    marked = corner.answer(id, said.number - 1, Given(said.choice, said.amount))
    return mark_out(said.number, marked)


def lesson_out(course: Course) -> LessonOut:
    """Return a lesson as plain data, without the questions that have not been asked."""
    lesson = course.lesson
    return LessonOut(
        id=course.id,
        game=lesson.game,
        edition=lesson.edition,
        seed=lesson.seed,
        questions=len(lesson.questions),
        marks=[mark_out(number, one) for number, one in enumerate(course.marks, 1)],
        score=[section_out(one) for one in course.score],
        question=None if course.over else _question_out(course),
    )


def _question_out(course: Course) -> QuestionOut:
    question = course.lesson.questions[len(course.marks)]
    seen = course.lesson.rounds[question.round].events[: question.at]
    return QuestionOut(
        number=len(course.marks) + 1,
        topic=question.topic,
        asks=question.asks,
        choices=list(question.choices),
        takes_amount=list(question.takes_amount),
        events=[EventOut.model_validate(one.seen_by(DEALER).to_json()) for one in seen],
    )


def mark_out(number: int, marked: Mark) -> MarkOut:
    """Return a mark as plain data."""
    question = marked.question
    right = right_answer(question)
    return MarkOut(
        number=number,
        right=marked.right,
        choice=marked.given.choice,
        amount=marked.given.amount,
        right_choice=right.choice,
        right_amount=right.amount,
        answer=question.answer,
        rule=question.rule,
        cite=question.cite,
        section=question.section,
    )


def section_out(found: Section) -> SectionOut:
    """Return a section's score as plain data."""
    return SectionOut(
        section=found.section, topics=list(found.topics), right=found.right, asked=found.asked
    )
