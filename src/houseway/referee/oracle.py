"""A slow and independent judge: every answer to every question of a round, with exact weights.

Because chance is a request, a script is also a tree. The oracle walks all of it for one seat and
takes the best decision at each set of things that the seat cannot tell apart. It knows no game
and no shortcut, so on a small deck it shows whether a solver and the referee tell the same story.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

from houseway.equipment.cards import Card
from houseway.referee.conversation import Conversation, Play
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import Ask, Bets, Draw, Input, Next, Request, Shuffle
from houseway.referee.round import Round
from houseway.referee.view import View
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

SEAT = 1
Nets = tuple[tuple[str, int], ...]  # wager -> net in cents, by name
History = tuple[tuple[Input, ...], Fraction]  # what came in so far, and how likely that was


@dataclass
class Solved:
    """All that can happen to the seat when it plays as well as it can."""

    outcomes: dict[Nets, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    decisions: dict[tuple[Card, ...], list[str]] = field(default_factory=dict)

    @property
    def value(self) -> Fraction:
        """The expected net in cents."""
        return sum(
            (chance * sum(net for _, net in nets) for nets, chance in self.outcomes.items()),
            Fraction(0),
        )

    def add(self, other: "Solved") -> None:
        """Take in the outcomes and decisions of another part of the tree."""
        for nets, chance in other.outcomes.items():
            self.outcomes[nets] += chance
        self.decisions.update(other.decisions)


class Oracle:
    """Walks one game's script for one seat and one set of bets."""

    def __init__(
        self,
        play: Play,
        rules: TableRules,
        bets: Mapping[str, int],
        *,
        suits_alike: bool = False,
        never: Collection[str] = (),
        decide: Callable[[View], str] | None = None,
    ) -> None:
        """``suits_alike`` deals the seat, if it is first, one hand for each class of hands that
        differ only in the names of the suits; it is right only where the wagers do not care which
        suit is which.
        ``never`` are choices that the seat does not take, so that a plain rule can be valued;
        with ``decide`` it does as that says, seeing what the seat sees, instead of the best."""
        self.play = play
        self.rules = rules
        self.bets = tuple(bets.items())
        self.suits_alike = suits_alike
        self.never = never
        self.decide = decide

    def solve(self) -> Solved:
        """The whole tree."""
        return self._solve([((), Fraction(1))])

    def _solve(self, histories: Iterable[History]) -> Solved:
        solved = Solved()
        undecided: dict[tuple[Event, ...], list[History]] = defaultdict(list)
        for history in histories:
            self._unfold(history, solved, undecided)
        for known, alike in undecided.items():
            solved.add(self._best(known, alike))
        return solved

    def _unfold(
        self,
        history: History,
        solved: Solved,
        undecided: dict[tuple[Event, ...], list[History]],
    ) -> None:
        """Follow a history through everything but the seat's own decisions."""
        todo = [history]
        while todo:
            inputs, chance = todo.pop()
            talk = self._resume(inputs)
            while talk.waiting is not None and (given := self._routine(talk)) is not None:
                talk.submit(given)
                inputs = (*inputs, given)
            waiting = talk.waiting
            if waiting is None:
                nets = talk.round.state.nets.get(SEAT, {})
                solved.outcomes[tuple(sorted(nets.items()))] += chance
            elif isinstance(waiting, Draw):
                for drawn, weight in self._draws(talk.round, waiting):
                    todo.append(((*inputs, Input("draw", cards=drawn)), chance * weight))
            else:
                known = tuple(event.seen_by(SEAT) for event in talk.round.events)
                undecided[known].append((inputs, chance))

    def _best(self, known: tuple[Event, ...], alike: list[History]) -> Solved:
        """The best choice for histories that look the same to the seat; of equal ones the one that
        puts up least."""
        talk = self._resume(alike[0][0])
        waiting = talk.waiting
        assert isinstance(waiting, Ask)
        choices = [c for c in waiting.choices if c.name not in self.never]
        if self.decide:
            chosen = self.decide(View.of(talk.round, SEAT, waiting))
            choices = [c for c in choices if c.name == chosen]
        choices.sort(key=lambda choice: choice.least)
        found: Solved | None = None
        best = ""
        for choice in choices:
            given = Input("act", SEAT, choice.name, amount=choice.least)
            solved = self._solve([((*inputs, given), chance) for inputs, chance in alike])
            if found is None or solved.value > found.value:
                found, best = solved, choice.name
        assert found is not None
        hand = tuple(
            sorted(c for e in known if e.kind == "dealt" and e.who == SEAT for c in e.cards)
        )
        found.decisions.setdefault(hand, []).insert(0, best)
        return found

    def _resume(self, inputs: Iterable[Input]) -> Conversation:
        data = TableData(
            players={SEAT: "oracle"},
            meters={name: terms.reset * FINE for name, terms in self.rules.meters.items()},
        )
        talk = Conversation(Round(self.rules, data), self.play)
        for given in inputs:
            talk.submit(given)
        return talk

    def _routine(self, talk: Conversation) -> Input | None:
        """What needs no choice and no chance."""
        waiting: Request | None = talk.waiting
        if isinstance(waiting, Bets):
            placed = talk.round.state.placed.get(SEAT)
            return Input("close") if placed else Input("bet", SEAT, amounts=self.bets)
        if isinstance(waiting, Shuffle):
            return Input("shuffle")
        if isinstance(waiting, Next):
            return Input("go")
        if isinstance(waiting, Ask) and waiting.who != SEAT:
            choice = waiting.choices[0]
            return Input("act", waiting.who, choice.name, amount=choice.least)
        return None

    def _draws(self, round: Round, waiting: Draw) -> Iterable[tuple[tuple[Card, ...], Fraction]]:
        """Every set of cards that can come now, with its chance."""
        left = [card for card in round.deck if card not in waiting.out]
        every = combinations(left, waiting.count)
        if waiting.out or waiting.to != SEAT or not self.suits_alike:
            share = Fraction(1, comb(len(left), waiting.count))
            return ((drawn, share) for drawn in every)
        classes: dict[tuple[Card, ...], int] = defaultdict(int)
        assert self.rules.book.deck is not None
        suits = range(len(self.rules.book.deck.suits))
        for drawn in every:
            classes[_first_of_class(drawn, tuple(suits))] += 1
        whole = comb(len(left), waiting.count)
        return ((drawn, Fraction(count, whole)) for drawn, count in classes.items())


def _first_of_class(hand: tuple[Card, ...], suits: tuple[int, ...]) -> tuple[Card, ...]:
    """The least of the hands that renaming suits makes of this one."""
    return min(
        tuple(sorted(16 * names[card >> 4] + (card & 15) for card in hand))
        for names in permutations(suits)
    )
