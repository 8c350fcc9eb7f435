"""The dealer trainer in the terminal: a lesson, answered question by question."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.training.lesson import Given, Lesson, Mark
    from houseway.training.questions import Question


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(train)


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game to learn to deal.")],
    edition: Annotated[str, typer.Option(help="The edition; the game's first by default.")] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**31 - 1, help="The same lesson every time.")
    ] = None,
) -> None:
    """Learn to deal: steps, payments, rulings; scored."""
    import secrets

    from houseway.games import game as find_game
    from houseway.terminal.console import CITE, stdout
    from houseway.training.lesson import SEEDS, make_lesson, mark

    found, out = find_game(game), stdout()
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    lesson = make_lesson(found, edition or found.editions[0], chosen)
    book = lesson.rounds[0].rules.book
    out.print(f"{book.title}, {book.law}. {len(lesson.questions)} questions, seed {chosen}.")
    out.print("Answer with a number; nothing ends the lesson.", style=CITE)
    marks: list[Mark] = []
    for number, question in enumerate(lesson.questions):
        _tell(out, lesson, number)
        given = _ask(out, question)
        if given is None:
            break
        marks.append(mark(question, given))
        _say(out, marks[-1])
    _report(out, marks)


def _tell(out: "Console", lesson: "Lesson", number: int) -> None:
    """Print the events since the previous question."""
    from houseway.terminal.console import CITE, heading
    from houseway.training.questions import DEALER
    from houseway.wording.events import event_text

    question = lesson.questions[number]
    before = lesson.questions[number - 1] if number else None
    played = lesson.rounds[question.round]
    start = before.at if before and before.round == question.round else 0
    if not start:
        heading(out, f"Round {question.round + 1}")
    for event in played.events[start : question.at]:
        if event.kind != "phase":
            out.print(event_text(event.seen_by(DEALER), played.rules.book), style=CITE)


def _ask(out: "Console", question: "Question") -> "Given | None":
    """Read an answer; return None to stop."""
    from houseway.rulebook.money import dollars
    from houseway.rulebook.refusal import Refused
    from houseway.terminal.console import HEAD
    from houseway.training.lesson import Given

    out.print()
    out.print(question.asks, style=HEAD)
    for place, words in enumerate(question.choices):
        more = " this much" if place in question.takes_amount else ""
        out.print(f"  {place + 1}  {words}{more}")
    while True:
        try:
            said = str(typer.prompt("Answer", default="", show_default=False)).strip()
        except typer.Abort:  # nothing more is typed
            said = ""
        if not said:
            return None
        if not said.isdecimal() or not 1 <= int(said) <= len(question.choices):
            out.print(f"It is 1 to {len(question.choices)}.")
            continue
        choice = int(said) - 1
        if choice not in question.takes_amount:
            return Given(choice)
        try:
            return Given(choice, dollars(str(typer.prompt("Dollars, without the stake"))))
        except (Refused, ValueError) as error:
            out.print(str(error))


def _say(out: "Console", marked: "Mark") -> None:
    """Whether it was right, and what the referee did."""
    from houseway.terminal.console import CITE, GAIN, LOSS

    question = marked.question
    if marked.right:
        out.print("Right.", style=GAIN)
    else:
        out.print(f"Not so. The referee: {question.answer}", style=LOSS)
    if question.rule != question.answer:
        out.print(question.rule)
    out.print(f"[{question.cite}]", style=CITE)


def _report(out: "Console", marks: "list[Mark]") -> None:
    """Print the score by section of the law."""
    from houseway.terminal.console import grid, heading
    from houseway.training.lesson import score

    heading(out, f"{sum(one.right for one in marks)} of {len(marks)} right")
    table = grid("section", "about", "right>")
    for one in score(marks):
        table.add_row(one.section, ", ".join(one.topics), f"{one.right}/{one.asked}")
    out.print(table)
