"""The practice pages: a table with a coach beside it, and the dealer trainer."""

import secrets
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.games import games
from houseway.rulebook.handout import choice_name
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.server.api import TableId
from houseway.server.game_view import families
from houseway.server.host import LITTLE
from houseway.server.pages import at_table, is_narrow, page
from houseway.server.practice.api import TheCorner
from houseway.server.practice.coach import dollars as dollars_of
from houseway.server.practice.coach_view import coach_view, lines
from houseway.server.practice.lesson_view import lesson_view
from houseway.server.practice.tables import Corner, Course, Missed
from houseway.server.sign_in.caller import Caller, FormCaller
from houseway.server.sign_in.sessions import Session
from houseway.server.table.view import table_view
from houseway.simulation.company import USUAL
from houseway.training.lesson import SEEDS, Given

BASE = "/practice/tables"
ROOM = ("game", "betting")  # options that a player chooses for a table with bots
LessonId = Annotated[int, Path(ge=1, le=1_000_000_000)]
Word = Annotated[str, Form(max_length=100)]

practice_pages = APIRouter(
    prefix="/practice", include_in_schema=False, default_response_class=HTMLResponse
)


@practice_pages.get("")
def practice(request: Request, session: Caller, corner: TheCorner) -> Response:
    """List the games to practice, and the cost of your decisions."""
    return page(
        request,
        "practice.html",
        session,
        families=families(),
        editions={id: game.editions for id, game in games().items()},
        solved=[id for id, game in games().items() if _has_solver(id)],
        balance_here=corner.balance,
        little=corner.balance < LITTLE,
        tally=corner.tally,
        missed=len(corner.missed),
        tables=corner.tables(),
        rooms={id: _room(id) for id, game in games().items() if game.has_bots},
    )


def _room(id: str) -> dict[str, Any]:
    """Return the choices before a table with bots is opened: options of the room in words, and the
    number of players."""
    game, book = games()[id], games()[id].rulebook()
    options = {name: one for name in ROOM if (one := book.options.get(name)) and one.choices}

    def named(option: str, choice: str) -> str:
        return choice_name(game.handout, option, choice) or words(choice).capitalize()

    return {
        "options": {
            name: (one.says, one.default, [(word, named(name, word)) for word in one.choices or []])
            for name, one in options.items()
        },
        "usual": USUAL,
        "most": (book.seats.max if book.seats else 1) - 1,
    }


def _has_solver(id: str) -> bool:
    """Return whether the game's decisions can be valued."""
    try:
        return games()[id].has_advice
    except ModuleNotFoundError:
        return False


# Tables


@practice_pages.post("/tables")
def open_table(
    session: FormCaller,
    corner: TheCorner,
    game: Word,
    edition: Word = "",
    room_game: Word = "",
    room_betting: Word = "",
    company: Annotated[int | None, Form(ge=0, le=20)] = None,
) -> Response:
    """Open a practice table; with bots, of one of the room's games and with the chosen number of
    players."""
    asked = zip(ROOM, (room_game, room_betting), strict=True)
    chosen = {name: value for name, value in asked if value}
    return RedirectResponse(f"{BASE}/{corner.open_table(game, edition, chosen, company)}", 303)


@practice_pages.get("/tables/{id}")
def table(request: Request, id: TableId, session: Caller, corner: TheCorner) -> Response:
    """Show a practice table."""
    told = {
        "coach": asdict(coach_view(corner, id)),
        "balance": corner.balance,
        "company": corner.company(id),
    }
    return at_table(request, session, None, corner.look(id), practice=told)


# Missed hands


@practice_pages.get("/missed")
def missed(request: Request, session: Caller, corner: TheCorner) -> Response:
    """Ask a missed decision again, the oldest first."""
    return _missed(request, session, corner)


@practice_pages.post("/missed/{id}")
def try_again(
    request: Request, id: LessonId, session: FormCaller, corner: TheCorner, what: Word = ""
) -> Response:
    """Answer a missed decision again."""
    try:
        found, right = corner.try_again(id, what)
    except Refused as refusal:
        return _missed(request, session, corner, refusal=refusal)
    return _missed(request, session, corner, found, what, right)


def _missed(
    request: Request,
    session: Session,
    corner: Corner,
    found: Missed | None = None,
    chose: str = "",
    right: bool = False,
    refusal: Refused | None = None,
) -> Response:
    found = found or next(iter(corner.missed.values()), None)
    view: dict[str, Any] = {
        "left": len(corner.missed),
        "missed": found,
        "table": table_view(found.table, live=False, narrow=is_narrow(request)) if found else None,
        "lines": lines(found.advice) if found else (),
        "cost": dollars_of(found.cost).removeprefix("+") if found else "",
        "chose": chose,
        "right": right,
        "refusal": refusal,
    }
    status = 409 if refusal else 200
    return page(request, "missed.html", session, status_code=status, **view)


# The dealer trainer


@practice_pages.get("/dealer")
def trainer(
    request: Request,
    session: Caller,
    corner: TheCorner,
    game: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """List the games to deal."""
    return _trainer(request, session, corner, game)


def _trainer(
    request: Request,
    session: Session,
    corner: Corner,
    game: str = "",
    refusal: Refused | None = None,
) -> Response:
    status = 409 if refusal else 200
    view: dict[str, Any] = {
        "families": families(),
        "editions": {id: found.editions for id, found in games().items()},
        "game": game,
        "courses": list(reversed(corner.courses.values())),
        "scores": [
            (games()[id].rulebook(edition), corner.score(id, edition))
            for id, edition in corner.marks
        ],
        "refusal": refusal,
    }
    return page(request, "trainer.html", session, status_code=status, **view)


@practice_pages.post("/dealer")
def begin(
    request: Request, session: FormCaller, corner: TheCorner, game: Word, seed: Word = ""
) -> Response:
    """Start a lesson; ``game`` may name an edition after a colon."""
    id, _, edition = game.partition(":")
    try:
        if seed.strip() and not (seed.strip().isdecimal() and len(seed.strip()) < 11):
            raise Refused(f"a seed is a number from 0 to {SEEDS - 1:,}")
        chosen = int(seed) if seed.strip() else secrets.randbelow(SEEDS)
        course = corner.begin_lesson(id, edition, chosen)
    except Refused as refusal:
        return _trainer(request, session, corner, game, refusal)
    return RedirectResponse(f"/practice/dealer/{course.id}", 303)


@practice_pages.get("/dealer/{id}")
def question(
    request: Request,
    id: LessonId,
    session: Caller,
    corner: TheCorner,
    q: Annotated[int | None, Query(ge=1, le=1_000)] = None,
) -> Response:
    """Show a question of a lesson, by default the next one; after the last, the report."""
    course = corner.course(id)
    number = len(course.marks) if q is None else q - 1
    if q is None and course.over:
        return RedirectResponse(f"/practice/dealer/{id}/report", 303)
    if number > len(course.marks) or number >= len(course.lesson.questions):
        raise Refused(f"question {number + 1} has not been asked yet")
    return _question(request, session, course, number)


@practice_pages.post("/dealer/{id}")
def answer(
    request: Request,
    id: LessonId,
    session: FormCaller,
    corner: TheCorner,
    q: Annotated[int, Form(ge=1, le=1_000)],
    choice: Word = "",
    amount: Word = "",
) -> Response:
    """Answer a question; show an invalid answer's error beside the form."""
    course = corner.course(id)
    try:
        if not choice.isdecimal() or len(choice) > 2:
            raise Refused("choose an answer")
        cents = dollars(amount) if amount.strip() else None
        corner.answer(id, q - 1, Given(int(choice), cents))
    except (Refused, ValueError) as error:
        refusal = error if isinstance(error, Refused) else Refused(str(error))
        number = min(q - 1, len(course.marks), len(course.lesson.questions) - 1)
        return _question(request, session, course, number, refusal, choice, amount)
    return RedirectResponse(f"/practice/dealer/{id}?q={q}#asked", 303)


def _question(
    request: Request,
    session: Session,
    course: Course,
    number: int,
    refusal: Refused | None = None,
    choice: str = "",
    amount: str = "",
) -> Response:
    view: dict[str, Any] = {
        "lesson": lesson_view(course, number, narrow=is_narrow(request)),
        "refusal": refusal,
        "choice": choice,
        "amount": amount,
    }
    status = 409 if refusal else 200
    return page(request, "question.html", session, status_code=status, **view)


@practice_pages.get("/dealer/{id}/report")
def report(request: Request, id: LessonId, session: Caller, corner: TheCorner) -> Response:
    """Show right and wrong answers by section of the law."""
    course = corner.course(id)
    book = games()[course.lesson.game].rulebook(course.lesson.edition)
    return page(
        request,
        "report.html",
        session,
        course=course,
        book=book,
        right=sum(one.right for one in course.marks),
        all_of=corner.score(course.lesson.game, course.lesson.edition),
    )
