"""``houseway train``: a lesson in the terminal."""

from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import game
from houseway.training.lesson import make_lesson, right_answer


def test_a_lesson_answered_in_the_terminal() -> None:
    known = make_lesson(game("three-card-poker"), "nj", 1)
    typed = []
    for number, question in enumerate(known.questions):
        right = right_answer(question)
        if number == 0:
            wrong = (right.choice + 1) % len(question.choices)
            typed += ["9", str(wrong + 1)]
            continue
        typed.append(str(right.choice + 1))
        if right.amount is not None:
            typed += [f"{right.amount / 100:.2f}"]
    done = CliRunner().invoke(
        app, ["train", "three-card-poker", "--seed", "1"], input="\n".join(typed) + "\n"
    )
    assert done.exit_code == 0, done.output
    first, asked = known.questions[0], len(known.questions)
    told = " ".join(done.output.split())
    assert f"It is 1 to {len(first.choices)}." in told
    assert f"Not so. The referee: {first.answer}" in told
    assert told.count("Right.") == asked - 1
    assert f"{asked - 1} of {asked} right" in told


def test_a_lesson_can_be_ended_and_bad_games_are_refused() -> None:
    ended = CliRunner().invoke(app, ["train", "roulette", "--seed", "2"], input="\n")
    assert ended.exit_code == 0
    assert "0 of 0 right" in ended.output
    assert CliRunner().invoke(app, ["train", "whist"]).exit_code == 2
    assert CliRunner().invoke(app, ["train", "roulette", "--edition", "md"]).exit_code == 2
