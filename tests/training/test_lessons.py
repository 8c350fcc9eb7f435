"""Lessons for dealers, over every game and edition: what is right is what the referee did."""

from collections import Counter
from functools import cache

import pytest

from houseway.games import Game, game, games
from houseway.referee.rulings import SAYS
from houseway.rulebook.cite import split
from houseway.rulebook.refusal import Refused
from houseway.training.lesson import (
    Given,
    Lesson,
    answer_words,
    make_lesson,
    mark,
    right_answer,
    score,
)
from houseway.training.questions import FEES, NEXT, OUTCOMES, PAID, PAYS, PUSHED, RULES, Question

SEEDS = range(12)
EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]


@cache
def lessons(game: Game, edition: str) -> list[Lesson]:
    return [make_lesson(game, edition, seed) for seed in SEEDS]


def asked(game: Game, edition: str, topic: str) -> list[tuple[Lesson, Question]]:
    return [
        (at, one) for at in lessons(game, edition) for one in at.questions if one.topic == topic
    ]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_game_is_taught_in_all_three_ways(game, edition) -> None:
    topics: Counter[str] = Counter()
    for lesson in lessons(game, edition):
        assert len(lesson.questions) >= 8
        topics.update(one.topic for one in lesson.questions)
        order = [(one.round, one.at) for one in lesson.questions]
        assert order == sorted(order), "nothing is asked after its answer has been seen"
    assert topics[NEXT] >= len(SEEDS)
    assert topics[PAYS] >= len(SEEDS)
    assert topics[RULES] >= 2


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_same_seed_is_the_same_lesson(game, edition) -> None:
    again = make_lesson(game, edition, 3)
    assert again.questions == lessons(game, edition)[3].questions
    assert [one.events for one in again.rounds] == [
        one.events for one in lessons(game, edition)[3].rounds
    ]
    assert again.questions != lessons(game, edition)[4].questions


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_question_has_one_right_answer_a_rule_and_a_paragraph(game, edition) -> None:
    for lesson in lessons(game, edition):
        for one in lesson.questions:
            assert 2 <= len(one.choices) <= 4
            assert len(set(one.choices)) == len(one.choices)
            assert one.answer
            assert one.rule
            assert split(one.cite)
            assert any(cite.startswith(one.section) for cite in split(one.cite))
            assert mark(one, right_answer(one)).right
            for choice in range(len(one.choices)):
                if choice != one.right:
                    assert not mark(one, Given(choice, one.amount)).right
            if one.right in one.takes_amount:
                assert one.amount > 0
                assert not mark(one, Given(one.right, one.amount + 1)).right
                assert not mark(one, Given(one.right, one.amount - 1)).right


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_next_step_is_what_the_referee_did_next(game, edition) -> None:
    for lesson, one in asked(game, edition, NEXT):
        played = lesson.rounds[one.round]
        book, rules = played.rules.book, played.rules
        step = played.events[one.at].step
        assert one.choices[one.right] == book.round[step].says
        assert one.cite == played.events[one.at].cite
        assert len(one.choices) >= 3
        wait = min([w for w in played.waits if w > one.at], default=len(played.events))
        steps = {event.step for event in played.events[one.at : wait]} & set(book.round)
        same_breath = {book.round[step].says for step in steps}
        for wrong in set(one.choices) - {one.choices[one.right]}:
            assert wrong not in same_breath
            named = [name for name, found in book.round.items() if found.says == wrong]
            assert named, "what is offered is a step of the same rulebook"
            emitted = {event.step for event in played.events} & set(named)
            for name in emitted:
                assert not set(split(rules.cite(name))) & set(split(rules.cite(step)))


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_what_is_paid_is_what_the_books_of_the_round_say(game, edition) -> None:
    kinds: Counter[int] = Counter()
    for lesson, one in asked(game, edition, PAYS):
        if one.choices != OUTCOMES:
            continue
        played = lesson.rounds[one.round]
        first = played.events[one.at]
        wait = min([w for w in played.waits if w > one.at], default=len(played.events))
        of_wager = [
            event
            for event in played.events[one.at : wait]
            if (event.who, event.wager) == (first.who, first.wager) and event.source
        ]
        gained = sum(e.amount for e in of_wager if e.kind == "paid")
        lost = sum(e.amount for e in of_wager if e.kind == "taken")
        kinds[one.right] += 1
        if one.right == PAID:
            assert one.amount == gained > 0
        elif one.right == PUSHED:
            assert gained == lost == 0
        else:
            assert gained == 0
            assert lost > 0
            assert one.amount in (0, lost)
    if not game.rulebook(edition).rates:
        assert len(kinds) >= 2, kinds


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_ruling_is_the_rulebooks_and_no_other_is_a_part_of_it(game, edition) -> None:
    for lesson, one in asked(game, edition, RULES):
        played = lesson.rounds[one.round]
        reported = played.events[one.at]
        assert reported.kind == "reported"
        found = played.rules.irregularity(reported.what)
        rulings = [played.rules.rule(found.rulings_by)] if found.rulings_by else found.rulings
        said = "; ".join(SAYS[ruling] for ruling in rulings)
        right = one.choices[one.right]
        assert right.lower() == said.lower()
        assert one.cite == played.rules.cite(reported.what)
        assert len(one.choices) >= 3
        parts = set(right.lower().split("; "))
        for wrong in set(one.choices) - {right}:
            others = set(wrong.lower().split("; "))
            assert not others <= parts
            assert not parts <= others


def test_fees_and_tickets_are_asked_to_the_cent() -> None:
    fees = [one for _, one in asked(game("mini-baccarat"), "nj", FEES)]
    assert fees
    assert all(one.amount > 0 and one.right == 0 for one in fees)
    tickets = [
        (lesson, one)
        for seed in range(40)
        for lesson in [make_lesson(game("keno"), "nj", seed)]
        for one in lesson.questions
        if one.asks.startswith("Ticket")
    ]
    won = [(lesson, one) for lesson, one in tickets if one.amount]
    assert won
    for lesson, one in won:
        prizes = [e for e in lesson.rounds[one.round].events if e.kind == "won"]
        assert any(one.amount == e.amount and e.what in one.asks for e in prizes)


def test_answers_are_scored_by_section_of_the_law() -> None:
    lesson = make_lesson(game("three-card-poker"), "nj", 1)
    marks = [mark(one, right_answer(one)) for one in lesson.questions]
    wrong = lesson.questions[0]
    marks[0] = mark(wrong, Given((wrong.right + 1) % len(wrong.choices), 1))
    found = score(marks)
    assert sum(one.asked for one in found) == len(lesson.questions)
    assert sum(one.right for one in found) == len(lesson.questions) - 1
    missed = next(one for one in found if one.right < one.asked)
    assert missed.section == wrong.section
    assert NEXT in missed.topics
    numbers = [float(one.section.rstrip("A")) for one in found]
    assert [int(n) for n in numbers] == [20] * len(numbers)
    sections = [one.section for one in found]
    assert sections == sorted(sections, key=lambda s: int(s.split(".")[1].rstrip("A")))


def test_what_is_no_answer_is_refused() -> None:
    lesson = make_lesson(game("three-card-poker"), "nj", 1)
    pays = next(one for one in lesson.questions if one.topic == PAYS)
    with pytest.raises(Refused, match="needs an amount"):
        mark(pays, Given(PAID))
    with pytest.raises(Refused, match="4 answers"):
        mark(pays, Given(4))
    with pytest.raises(Refused, match="may not be negative"):
        mark(pays, Given(PAID, -1))
    with pytest.raises(Refused, match="seed is a number"):
        make_lesson(game("three-card-poker"), "nj", -1)
    assert answer_words(pays, Given(PAID, 2500)) == "It wins and is paid: $25"
