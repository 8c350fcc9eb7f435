"""A slow and independent judge: every answer to every question of a round, with exact weights.

Because chance is a request, a script is also a tree. The oracle walks all of it for one seat and
takes the best decision at each set of things that the seat cannot tell apart. It knows no game
and no shortcut, so on a small deck it shows whether a solver and the referee tell the same story.
"""

from collections import Counter, defaultdict
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod
from random import Random
from typing import NamedTuple

from houseway.equipment.cards import UNKNOWN, Card
from houseway.referee.conversation import Conversation, Play
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import (
    Ask,
    Bets,
    Choice,
    Draw,
    Input,
    Next,
    Pick,
    Request,
    Roll,
    Shuffle,
    Spin,
)
from houseway.referee.round import Round
from houseway.referee.view import View
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

SEAT = 1
FEW = 24  # amounts of a choice that are all tried; of more, the ends and the middle
Nets = tuple[tuple[str, int], ...]  # wager -> net in cents, by name
Rows = tuple[str, ...]  # the rows of a paytable that a wager was paid for, by name
History = tuple[tuple[Input, ...], Fraction]  # the answers so far, and their probability


class Settled(NamedTuple):
    """The result of a wager: its net, the rows that paid it, and the amount at risk."""

    wager: str
    net: int
    rows: Rows
    action: int


End = tuple[Settled, ...]  # of every wager, by name


def end_of(round: Round, seat: int = SEAT) -> End:
    """Return the result of every wager of a seat."""
    rows: dict[str, list[str]] = defaultdict(list)
    for event in round.events:
        if event.kind == "paid" and event.who == seat:
            rows[event.wager].append(event.what)
    nets = round.state.nets.get(seat, {})
    placed = round.state.placed.get(seat, {})
    return tuple(
        Settled(name, net, tuple(sorted(rows[name])), placed.get(name, 0))
        for name, net in sorted(nets.items())
    )


class TooManyEnds(Exception):
    """The round has more ends than are to be walked through."""


@dataclass(frozen=True)
class Decision:
    """Something that the seat decided: what it saw, how likely it came there, what each choice is
    worth then in cents (with as much as the first bet, or as near to that as it may), and what it
    took."""

    view: View
    chance: Fraction
    worth: Mapping[str, Fraction]
    taken: str


@dataclass
class Solved:
    """All outcomes for a seat that plays optimally, or by a given policy."""

    ends: dict[End, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    decisions: dict[tuple[Card, ...], list[str]] = field(default_factory=dict)
    decided: list[Decision] = field(default_factory=list)

    @property
    def outcomes(self) -> dict[Nets, Fraction]:
        """Return the probability of each set of nets, whatever rows paid them."""
        found: dict[Nets, Fraction] = defaultdict(Fraction)
        for end, chance in self.ends.items():
            found[tuple((one.wager, one.net) for one in end)] += chance
        return found

    @property
    def value(self) -> Fraction:
        """The expected net in cents."""
        return sum(
            (chance * sum(one.net for one in end) for end, chance in self.ends.items()),
            Fraction(0),
        )

    def add(self, other: "Solved") -> None:
        """Take in the outcomes and decisions of another part of the tree."""
        for end, chance in other.ends.items():
            self.ends[end] += chance
        self.decisions.update(other.decisions)
        self.decided += other.decided


class Oracle:
    """Walks one game's script for one seat and one set of bets."""

    def __init__(
        self,
        play: Play,
        rules: TableRules,
        bets: Mapping[str, int],
        *,
        suits_alike: bool = False,
        alike: Callable[[Card], Hashable] | None = None,
        never: Collection[str] = (),
        always: Mapping[str, int | None] | None = None,
        decide: Callable[[View], str] | None = None,
        judged: Callable[[View], str] | None = None,
        others: Callable[[Ask], str] | None = None,
        data: TableData | None = None,
        elsewhere: Iterable[Card] = (),
        most_ends: int = 0,
        told: Callable[[int], None] = lambda ends: None,
        in_full: bool = False,
    ) -> None:
        """``suits_alike`` deals the seat, if it is first, one hand for each class of hands that
        differ only in the names of the suits; it is right only where the wagers do not care which
        suit is which. ``alike`` says which cards no wager here can tell apart (all of one rank,
        say); one of them stands for all.
        ``never`` are choices that the seat does not take, so that a plain rule can be valued;
        ``always`` are choices that it takes wherever they are offered, with so many cents or, if
        none are said, the least that they carry. With ``decide`` it does as that says, seeing what
        the seat sees, instead of the best, and puts up as much as its first bet or as near to that
        as it may (``in_full``: as much as it may); with ``judged`` it does so too, and every
        decision is valued against the best play from there on. ``others`` chooses for dealer and
        floor, who else take what is offered first. A round starts from ``data``, or at a table that
        has just opened. Cards ``elsewhere`` are known to be out of the shoe. A round with more than
        ``most_ends`` is given up (``TooManyEnds``); ``told`` hears of every end."""
        self.play = play
        self.rules = rules
        self.bets = tuple(bets.items())
        self.suits_alike = suits_alike
        self.alike = alike
        self.never = never
        self.always = dict(always or {})
        self.decide = decide
        self.judged = judged
        self.others = others
        self.elsewhere = Counter(elsewhere)
        self.most_ends = most_ends
        self.in_full = in_full
        self.told = told
        self._ends = 0
        self.data = data or TableData(
            players={SEAT: "oracle"},
            meters={name: terms.reset * FINE for name, terms in rules.meters.items()},
        )

    def solve(self) -> Solved:
        """The whole tree."""
        return self._solve([((), Fraction(1))])

    def follow(self) -> Iterator[tuple[Round, Fraction]]:
        """Every round that can come of it where nothing is left to the seat, with its chance."""
        todo: list[History] = [((), Fraction(1))]
        while todo:
            inputs, chance = todo.pop()
            talk, chance, inputs = self._go_on(inputs, chance, todo)
            if talk.waiting is not None:
                raise ValueError("the seat has a decision: give a policy")
            self._count_end()
            yield talk.round, chance

    def estimated_ends(self, probes: int, chance: Random) -> float:
        """Return about how many ends ``solve`` walks through: the mean over random descents of one
        over the probability of the descent."""
        return sum(self._probe(chance) for _ in range(probes)) / probes

    def _probe(self, chance: Random) -> float:
        """Play one round at random; return one over the probability of its answers."""
        talk, weight = self.resume(()), 1.0
        while (waiting := talk.waiting) is not None:
            given, share = self.routine(talk), 1.0
            if given is None and isinstance(waiting, Ask) and self.decide is not None:
                name = self.decide(View.of(talk.round, SEAT, waiting))
                given = Input("act", SEAT, name, amount=self._usual(waiting.choice(name)))
            elif given is None and isinstance(waiting, Ask):
                tried = [(name, at) for name, every in self._tries(waiting) for at in every]
                name, amount = chance.choice(tried)
                given, share = Input("act", SEAT, name, amount=amount), 1 / len(tried)
            elif given is None:
                given, share = self._at_random(talk.round, waiting, chance)
            weight /= share
            talk.submit(given)
        return weight

    def _at_random(self, round: Round, waiting: Request, chance: Random) -> tuple[Input, float]:
        """One answer of chance, and how likely it is, without a list of all answers."""
        if isinstance(waiting, Pick):
            drawn = chance.sample(range(1, waiting.numbers + 1), waiting.count)
            share = 1 / comb(waiting.numbers, waiting.count)
            return Input("pick", numbers=tuple(sorted(drawn))), share
        if not isinstance(waiting, Draw):
            every = self.chances(round, waiting)
            return chance.choice(every)[0], 1 / len(every)
        left, held = self._held(round, waiting)
        copies = [card for card, many in held.items() for _ in range(many)]
        cards = tuple(sorted(chance.sample(copies, waiting.count)))
        ways = prod(comb(held[card], many) for card, many in Counter(cards).items())
        if self._first_hand(waiting):
            suits = tuple(sorted({card >> 4 for card in left if card != UNKNOWN}))
            ways *= len(_renamed(cards, suits))
        share = ways / comb(len(copies), waiting.count)
        return Input("draw", cards=self._copies(cards, left) if self.alike else cards), share

    def worth(self, alike: Sequence[History]) -> dict[str, Fraction]:
        """What each choice is worth on average, in cents, at the decision that histories lead to
        which look the same to the seat: of one with a range, at the most that it may carry. What
        has been put up until then counts as well."""
        waiting = self._view(alike[0][0]).asked
        assert waiting is not None
        most = {choice.name: choice.most for choice in waiting.choices}
        return self._worth(self._tried_at(alike), alike, most)

    def resume(self, inputs: Iterable[Input]) -> Conversation:
        """A round after these inputs."""
        talk = Conversation(Round(self.rules, self.data.copy()), self.play)
        for given in inputs:
            talk.submit(given)
        return talk

    def _count_end(self) -> None:
        self._ends += 1
        if self.most_ends and self._ends > self.most_ends:
            raise TooManyEnds(f"the round has more than {self.most_ends:,} ends")
        self.told(1)

    def _solve(self, histories: Iterable[History]) -> Solved:
        solved = Solved()
        undecided: dict[tuple[Event, ...], list[History]] = defaultdict(list)
        todo = list(histories)
        while todo:
            inputs, chance = todo.pop()
            talk, chance, inputs = self._go_on(inputs, chance, todo)
            if talk.waiting is None:
                self._count_end()
                solved.ends[end_of(talk.round)] += chance
            else:
                known = tuple(event.seen_by(SEAT) for event in talk.round.events)
                undecided[known].append((inputs, chance))
        for known, alike in undecided.items():
            solved.add(self._best(known, alike))
        return solved

    def _go_on(
        self, inputs: tuple[Input, ...], chance: Fraction, todo: list[History]
    ) -> tuple[Conversation, Fraction, tuple[Input, ...]]:
        """Follow a history to its end or to a decision of the seat's. Where chance comes in, one
        branch is followed at once and the others are left to do."""
        talk = self.resume(inputs)
        while talk.waiting is not None:
            given = self.routine(talk)
            if given is None and isinstance(talk.waiting, Ask):
                if self.decide is None:
                    break
                name = self.decide(View.of(talk.round, SEAT, talk.waiting))
                given = Input("act", SEAT, name, amount=self._usual(talk.waiting.choice(name)))
            elif given is None:
                (given, weight), *others = self.chances(talk.round, talk.waiting)
                todo += [((*inputs, other), chance * part) for other, part in others]
                chance *= weight
            talk.submit(given)
            inputs = (*inputs, given)
        return talk, chance, inputs

    def _best(self, known: tuple[Event, ...], alike: list[History]) -> Solved:
        """The best choice for histories that look the same to the seat, of equal ones the one that
        puts up least; or, where the seat's play is judged, what it does."""
        view = self._view(alike[0][0])
        assert view.asked is not None
        usual = {choice.name: self._usual(choice) for choice in view.asked.choices}
        if self.judged is None:
            tried = self._tried_at(alike)
            best, found = _least_of_the_best(tried)
        else:
            best = self.judged(view)
            others = self._playing_best()
            tried = others._tried_at(alike)
            self._ends += others._ends
            given = Input("act", SEAT, best, amount=self._usual(view.asked.choice(best)))
            found = self._solve([((*inputs, given), chance) for inputs, chance in alike])
        chance = sum((part for _, part in alike), Fraction(0))
        hand = tuple(
            sorted(c for e in known if e.kind == "dealt" and e.who == SEAT for c in e.cards)
        )
        found.decisions.setdefault(hand, []).insert(0, best)
        worth = self._worth(tried, alike, usual)
        found.decided.insert(0, Decision(view, chance, worth, best))
        return found

    def _usual(self, choice: Choice) -> int:
        """As much as the first bet, or as near to it as a choice may carry; of cards the least."""
        if choice.cards:
            return choice.least
        first = next((cents for _, cents in self.bets), choice.most)
        wanted = choice.most if self.in_full else first
        return max(choice.least, min(wanted - wanted % choice.step, choice.most))

    def _worth(
        self,
        tried: Mapping[tuple[str, int], Solved],
        alike: Sequence[History],
        wanted: Mapping[str, int],
    ) -> dict[str, Fraction]:
        """What each choice is worth in cents at the amount wanted of it; where that was not tried,
        the worth goes by the amount as a line does."""
        chance = sum((part for _, part in alike), Fraction(0))
        found = {}
        for name in dict.fromkeys(name for name, _ in tried):
            values = {
                at: solved.value / chance for (other, at), solved in tried.items() if other == name
            }
            low, high, at = min(values), max(values), wanted[name]
            if at in values or len(values) == 1:
                found[name] = values.get(at, values[low])
            else:
                rise = (values[high] - values[low]) / (high - low)
                found[name] = values[low] + rise * (at - low)
        return found

    def _tried_at(self, alike: Sequence[History]) -> dict[tuple[str, int], Solved]:
        """Every choice and amount at a decision, played on as well as can be."""
        waiting = self._view(alike[0][0]).asked
        assert waiting is not None
        tried: dict[tuple[str, int], Solved] = {}
        for name, amounts_of in self._tries(waiting):
            for amount in amounts_of:
                given = Input("act", SEAT, name, amount=amount)
                tried[name, amount] = self._solve(
                    [((*inputs, given), chance) for inputs, chance in alike]
                )
            if name not in self.always:
                _check_line(waiting.choice(name), tried)
        return tried

    def _tries(self, waiting: Ask) -> list[tuple[str, list[int]]]:
        """The choices that come into question, each with its amounts."""
        for choice in waiting.choices:
            if choice.name in self.always:
                amount = self.always[choice.name]
                return [(choice.name, [choice.least if amount is None else amount])]
        return [
            (choice.name, amounts(choice))
            for choice in waiting.choices
            if choice.name not in self.never
        ]

    def _playing_best(self) -> "Oracle":
        return Oracle(
            self.play, self.rules, dict(self.bets),
            suits_alike=self.suits_alike, alike=self.alike, others=self.others, data=self.data,
            elsewhere=self.elsewhere.elements(), most_ends=self.most_ends, told=self.told,
        )  # fmt: skip

    def _view(self, inputs: Iterable[Input]) -> View:
        talk = self.resume(inputs)
        return View.of(talk.round, SEAT, talk.waiting)

    def routine(self, talk: Conversation) -> Input | None:
        """What needs no choice and no chance. Where cards are cut makes no difference, and what
        nobody sees is a card like any other that is left."""
        waiting: Request | None = talk.waiting
        if isinstance(waiting, Bets):
            bet = any(given.do == "bet" for given in talk.inputs)
            if self.bets and not bet:
                return Input("bet", SEAT, amounts=self.bets, accepted=True)
            return Input("close")
        if isinstance(waiting, Shuffle):
            return Input("shuffle")
        if isinstance(waiting, Next):
            return Input("go")
        if isinstance(waiting, Draw) and waiting.unseen:
            return Input("draw", cards=(UNKNOWN,) * waiting.count)
        if isinstance(waiting, Ask) and any(choice.cards for choice in waiting.choices):
            return Input(
                "act", waiting.who, waiting.choices[0].name, amount=waiting.choices[0].least
            )
        if isinstance(waiting, Ask) and waiting.who != SEAT:
            named = self.others(waiting) if self.others else waiting.choices[0].name
            choice = waiting.choice(named)
            return Input("act", waiting.who, choice.name, amount=choice.least)
        return None

    def chances(self, round: Round, waiting: Request) -> list[tuple[Input, Fraction]]:
        """Everything that chance can answer, with how likely it is."""
        if isinstance(waiting, Draw):
            return [(Input("draw", cards=c), p) for c, p in self._draws(round, waiting)]
        if isinstance(waiting, Roll):
            every = product(range(1, waiting.sides + 1), repeat=waiting.dice)
            rolls = Counter(tuple(sorted(dice)) for dice in every)
            return [
                (Input("roll", numbers=dice), Fraction(n, rolls.total()))
                for dice, n in rolls.items()
            ]
        if isinstance(waiting, Spin):
            # A stop that did not count is followed by those that may: spinning until one of them
            # comes has the same chances
            void = {event.what for event in round.events if event.kind == "spun"}
            stops = Counter(stop for stop in waiting.pockets if stop not in void)
            return [
                (Input("spin", what=stop), Fraction(n, stops.total())) for stop, n in stops.items()
            ]
        assert isinstance(waiting, Pick)
        share = Fraction(1, comb(waiting.numbers, waiting.count))
        drawn = combinations(range(1, waiting.numbers + 1), waiting.count)
        return [(Input("pick", numbers=numbers), share) for numbers in drawn]

    def _draws(self, round: Round, waiting: Draw) -> Iterable[tuple[tuple[Card, ...], Fraction]]:
        """Every set of cards that can come now, with its chance. A shoe has several copies of a
        card, of which one that is out takes away one."""
        left, held = self._held(round, waiting)
        sets: Counter[tuple[Card, ...]] = Counter()
        suits = tuple(sorted({card >> 4 for card in left if card != UNKNOWN}))
        first = self._first_hand(waiting)
        for drawn, ways in _sets(tuple(held.items()), waiting.count):
            sets[min(_renamed(drawn, suits)) if first else drawn] += ways
        whole = comb(held.total(), waiting.count)
        assert sets.total() == whole
        if self.alike:  # one card represents its kind: number of copies left
            return [(self._copies(drawn, left), Fraction(n, whole)) for drawn, n in sets.items()]
        return [(drawn, Fraction(n, whole)) for drawn, n in sets.items()]

    def _held(self, round: Round, waiting: Draw) -> tuple[Counter[Card], Counter[Card]]:
        """The cards that are left, and how many are of each kind, under one card of the kind."""
        left = Counter(waiting.deck or Counter(round.deck))
        left.subtract(waiting.out)
        left.subtract(self.elsewhere)
        shown: dict[Hashable, Card] = {}
        held: Counter[Card] = Counter()
        for card, copies in left.items():
            if copies > 0:
                kind = self.alike(card) if self.alike else card
                held[shown.setdefault(kind, card)] += copies
        return left, held

    def _first_hand(self, waiting: Draw) -> bool:
        """Return whether one hand represents all that differ only in the names of suits."""
        out = any(n for card, n in waiting.out.items() if card != UNKNOWN)
        return self.suits_alike and waiting.to == SEAT and not out

    def _copies(self, drawn: tuple[Card, ...], left: Counter[Card]) -> tuple[Card, ...]:
        """The same kinds of cards, no card more often than it is left."""
        assert self.alike is not None
        free, found = left.copy(), []
        for card in drawn:
            kind = self.alike(card)
            got = next(c for c, copies in free.items() if copies > 0 and self.alike(c) == kind)
            free[got] -= 1
            found.append(got)
        return tuple(found)


def amounts(choice: Choice) -> list[int]:
    """The amounts of a choice that are tried: all, or where there are many the ends and the middle.
    What cards are cut at makes no difference."""
    span = range(choice.least, choice.most + 1, choice.step)
    if choice.cards:
        return [choice.least]
    if len(span) <= FEW:
        return list(span)
    return [span[0], span[len(span) // 2], span[-1]]


def _least_of_the_best(tried: Mapping[tuple[str, int], Solved]) -> tuple[str, Solved]:
    found: Solved | None = None
    best = ""
    for (name, _), solved in sorted(tried.items(), key=lambda one: one[0][1]):
        if found is None or solved.value > found.value:
            found, best = solved, name
    assert found is not None
    return best, found


def _check_line(choice: Choice, tried: Mapping[tuple[str, int], Solved]) -> None:
    """Where not every amount was tried, the worth must go by the amount as a line does, so that no
    amount between is better than both ends."""
    if choice.cards or len(range(choice.least, choice.most + 1, choice.step)) <= FEW:
        return
    (a, low), (b, middle), (c, high) = (
        (amount, tried[choice.name, amount].value) for amount in amounts(choice)
    )
    if (middle - low) * (c - a) != (high - low) * (b - a):
        raise ValueError(
            f"what {choice.name} is worth is not linear in its amount: try every amount"
        )


def _sets(held: tuple[tuple[Card, int], ...], count: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Return every set of this many cards out of these copies, and the number of ways to draw
    it."""
    if count == 0:
        yield (), 1
        return
    if not held:
        return
    (card, copies), *rest = held
    for taken in range(min(copies, count) + 1):
        for others, ways in _sets(tuple(rest), count - taken):
            yield (card,) * taken + others, ways * comb(copies, taken)


def _renamed(hand: tuple[Card, ...], suits: tuple[int, ...]) -> set[tuple[Card, ...]]:
    """The hands that renaming suits makes of this one."""
    return {
        tuple(sorted(16 * names[card >> 4] + (card & 15) for card in hand))
        for names in permutations(suits)
    }
