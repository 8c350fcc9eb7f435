"""A lesson: rounds to be dealt, questions about them, answers marked and scored by section."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from houseway.equipment.randomness import Philox, Source
from houseway.games import Game
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.training.questions import (
    FEES,
    NEXT,
    PAYS,
    RULES,
    Question,
    questions,
)
from houseway.training.rehearsal import Rehearsal, rehearsals

ENOUGH = 10  # questions after which no further round is begun,
AMOUNTS = 2  # if so many of them ask for an amount
ROUNDS = 6  # at most
EACH = {NEXT: 5, PAYS: 5, FEES: 2, RULES: 2}  # of a topic in one round, at most
AGAIN = {NEXT: 0, PAYS: 1, FEES: 1, RULES: 1}  # of those, alike to what has been asked
SEEDS = 2**31
_NUMBER = re.compile(r"(\d+)([A-Z]*)")


@dataclass(frozen=True)
class Lesson:
    """Rounds and the questions about them; the same seed makes the same lesson."""

    game: str
    edition: str
    seed: int
    rounds: tuple[Rehearsal, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Given:
    """An answer: a choice by its place, with an amount in cents where it takes one."""

    choice: int
    amount: int | None = None


@dataclass(frozen=True)
class Mark:
    """An answer and whether it is right."""

    question: Question
    given: Given
    right: bool


@dataclass(frozen=True)
class Section:
    """The score of a section of the law: questions and right answers."""

    section: str
    topics: tuple[str, ...]
    right: int
    asked: int


def make_lesson(game: Game, edition: str, seed: int) -> Lesson:
    """A lesson on a game. It goes on for another round while there has been little to ask, or
    little to pay."""
    if not 0 <= seed < SEEDS:
        raise Refused(f"a seed is a number from 0 to {SEEDS - 1:,}")
    source = Philox(seed)
    rounds: list[Rehearsal] = []
    found: list[Question] = []
    known: set[tuple[str, ...]] = set()
    for played in rehearsals(game, edition, seed):
        asked = questions(played, len(rounds), source)
        rounds.append(played)
        found += _picked(asked, known, source)
        amounts = sum(one.right in one.takes_amount for one in found)
        if (len(found) >= ENOUGH and amounts >= AMOUNTS) or len(rounds) == ROUNDS:
            break
    return Lesson(game.id, edition, seed, tuple(rounds), tuple(found))


def _picked(
    asked: Sequence[Question], known: set[tuple[str, ...]], source: Source
) -> list[Question]:
    """A few questions of each topic: what has not been asked before, amounts first, and no more
    than a few of what has."""
    kept: list[Question] = []
    for topic, most in EACH.items():
        mixed = [(source.below(SEEDS), at) for at, one in enumerate(asked) if one.topic == topic]
        order = [asked[at] for _, at in sorted(mixed)]
        order.sort(key=lambda one: one.right not in one.takes_amount)
        fresh = []
        for one in order:
            if _like(one) not in known:
                known.add(_like(one))
                fresh.append(one)
        again = [one for one in order if one not in fresh][: AGAIN[topic]]
        kept += [*fresh, *again][:most]
    return sorted(kept, key=lambda one: one.at)


def _like(question: Question) -> tuple[str, ...]:
    """Return the key that is equal for questions that teach the same."""
    taught = question.answer if question.topic == NEXT else question.rule
    return (question.topic, taught, str(question.right if question.takes_amount else ""))


def mark(question: Question, given: Given) -> Mark:
    """Whether an answer is right, to the cent; what is no answer is refused."""
    if not 0 <= given.choice < len(question.choices):
        raise Refused(f"there are {len(question.choices)} answers; choose one of them")
    takes = given.choice in question.takes_amount
    if takes and given.amount is None:
        raise Refused(f"“{question.choices[given.choice]}” needs an amount")
    if takes and given.amount is not None and given.amount < 0:
        raise Refused("an amount may not be negative")
    right = given.choice == question.right and (not takes or given.amount == question.amount)
    return Mark(question, given if takes else Given(given.choice), right)


def answer_words(question: Question, given: Given) -> str:
    """An answer as people say it."""
    said = question.choices[given.choice]
    return said if given.amount is None else f"{said}: {money(given.amount)}"


def right_answer(question: Question) -> Given:
    """Return the referee's action as an answer."""
    takes = question.right in question.takes_amount
    return Given(question.right, question.amount if takes else None)


def score(marks: Iterable[Mark]) -> list[Section]:
    """Return the score by section of the law, in order."""
    found: dict[str, list[Mark]] = {}
    for one in marks:
        found.setdefault(one.question.section, []).append(one)
    return [
        Section(
            section,
            tuple(dict.fromkeys(one.question.topic for one in within)),
            sum(one.right for one in within),
            len(within),
        )
        for section, within in sorted(found.items(), key=lambda item: _by_number(item[0]))
    ]


def _by_number(section: str) -> list[tuple[int, str]]:
    """``51.10`` comes after ``51.9``, and ``20.12A`` after ``20.12``."""
    return [(int(number), letters) for number, letters in _NUMBER.findall(section)]
