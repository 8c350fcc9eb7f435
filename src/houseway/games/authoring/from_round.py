"""Exact odds of a game that has no mathematics of its own: its round, walked through.

The referee's script is a tree, and the oracle walks it: every card that can come, the best choice
at every question. A game's ``results.py`` says what no script can tell: which cards are alike,
which options matter to which figure, by what a hand is told when one speaks about strategy. All
else follows: what is bet beside a wager, what it nets and puts at risk, how it is played best.

    ODDS = FromRound(play, vary, alike=rank, depends_on={"": ("decks",)})
    results, strategy, every_variation, advise = ODDS.results, ODDS.strategy, ODDS.vary, ODDS.advise

This is for rounds of at most a few million ends. Cards that are burned unseen do not multiply them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.counting.result import Result
from houseway.equipment.cards import UNKNOWN, Card
from houseway.games.authoring.best_wagers import Strategy as Wagers
from houseway.games.authoring.best_wagers import best_wagers
from houseway.games.authoring.figures import Figures, OwnPlay
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_span,
    read_table,
    renamed,
    sight_of,
)
from houseway.games.authoring.result_at import Stakes
from houseway.games.authoring.round_figures import MAIN, Figure, RoundFigures, solved, walked
from houseway.games.authoring.simple_rule import Remembered, SimpleRule
from houseway.referee.oracle import SEAT, Decision, History, Oracle
from houseway.referee.requests import Ask, Draw, Input
from houseway.referee.view import View
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words

Fact = Callable[[Sight, TableRules], int]  # a number that a hand is told by
Facts = tuple[int, ...]
MOST_ADVISED = 20_000  # decisions whose worth is remembered


class HandClass(NamedTuple):
    """Decisions that are alike: by their facts and choices, how often they come, what each choice
    is worth on average in units of the game, and the best of them."""

    facts: Facts
    choices: tuple[str, ...]
    share: Fraction
    worth: Mapping[str, Fraction]
    best: str


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words, one below the other.

    >>> print(in_columns([("hand", "best"), ("8-8", "split")]))
    hand  best
    8-8   split
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


@dataclass(frozen=True)
class Chart:
    """The best play, a line for each class of hands."""

    names: tuple[str, ...]  # of the facts
    classes: tuple[HandClass, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """What the columns of ``lines`` are."""
        return ("hand", "best", "of rounds", "worth")

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The chart as text; each choice with what it is worth."""
        return tuple(
            (
                hand_words(self.names, one.facts),
                words(one.best),
                f"{float(one.share):.4%}",
                ", ".join(f"{words(name)} {float(net):+.6f}" for name, net in one.worth.items()),
            )
            for one in self.classes
        )

    def markup(self) -> str:
        """The chart for a terminal."""
        return in_columns([self.heads, *self.lines])

    def svg(self, title: str) -> str:
        """How much better the best choice is than the next, as a drawing."""
        from houseway.counting.plot import Bar, bar_chart

        bars = []
        for one in self.classes:
            others = [net for name, net in one.worth.items() if name != one.best]
            ahead = one.worth[one.best] - max(others, default=one.worth[one.best])
            bars.append(Bar(f"{hand_words((), one.facts)} {words(one.best)}", float(ahead)))
        return bar_chart(bars, title=title, across=" ".join(self.names), up="ahead by")


def hand_words(names: Sequence[str], facts: Facts) -> str:
    """A class of hands as people say it.

    >>> hand_words(["spread"], (7,)), hand_words([], (7,)), hand_words([], ())
    ('spread 7', '7', 'any')
    """
    if not names:
        return " ".join(map(str, facts)) or "any"
    return ", ".join(f"{words(name)} {fact}" for name, fact in zip(names, facts, strict=True))


@dataclass(frozen=True)
class Strategy(Remembered):
    """The best play as a chart, and the exact cost of simpler ways to play."""

    house_advantage: Fraction
    best_play: Chart
    simple_rules: tuple[SimpleRule, ...]


@dataclass(frozen=True)
class FromRound(RoundFigures):
    """The odds and the best play of a game, from its round.

    ``facts`` are numbers that a decision is told by: the spread, a rank. They name the classes of
    the strategy page, and tables of a strategy may ask for them. ``simple`` are ways to play that a
    person can remember, written as such tables.
    """

    facts: Mapping[str, Fact] = field(default_factory=dict)
    simple: Sequence[Mapping[str, Any]] = ()
    _advised: dict[str, dict[str, Fraction]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def to_figures(self) -> Figures:
        """All of it, as a game's ``results.py`` offers it."""
        return Figures(
            self.results,
            self.vary,
            self.strategy,
            advise=self.advise,
            policies=self.policies,
            classes=self.every_class,
            own_play=OwnPlay(self.read_policy, self.valued, self.mistakes),
        )

    # -- the best play ---------------------------------------------------------------------------

    def main(self, rules: TableRules, stakes: Stakes | None = None) -> Figure:
        """The game as a whole."""
        return self.figures(rules, stakes)[0]

    def strategy(self, rules: TableRules, stakes: Stakes | None = None) -> Strategy | Wagers:
        """The best play at this table; where nothing is decided, the wagers, the cheapest first."""
        main = self.main(rules, stakes)
        if main.name != MAIN:
            return best_wagers(self.results(rules, stakes))
        solved = self.solve(rules, main)
        best = self.table(main, solved).house_advantage
        simple = []
        for content in self.simple:
            played = self.valued(rules, self._read(content, rules), stakes)[0]
            edge = played.outcomes.house_advantage
            simple.append(SimpleRule(played.strategy, edge, edge - best))
        chart = Chart(tuple(self.facts), tuple(self.classes(rules, stakes)))
        return Strategy(best, chart, tuple(simple))

    def classes(self, rules: TableRules, stakes: Stakes | None = None) -> list[HandClass]:
        """Every class of decisions that best play comes to, in the order of its facts."""
        main = self.main(rules, stakes)
        decided = self.solve(rules, main).decided
        found: dict[tuple[tuple[str, ...], Facts], list[Decision]] = {}
        for one in decided:
            key = tuple(one.worth), self._facts(sight_of(one.view), rules)
            found.setdefault(key, []).append(one)
        order = {choices: at for at, choices in enumerate(dict.fromkeys(key[0] for key in found))}
        return [
            _class(choices, facts, found[choices, facts], main.unit)
            for choices, facts in sorted(found, key=lambda key: (order[key[0]], key[1]))
        ]

    def _facts(self, sight: Sight, rules: TableRules) -> Facts:
        return tuple(fact(sight, rules) for fact in self.facts.values())

    def every_class(
        self, rules: TableRules, stakes: Stakes | None = None, total: int | None = None
    ) -> Iterator[Any]:
        """The best decision for every class of hands, with the worth of each choice."""
        if total is not None:
            raise Refused(f"hands of {rules.book.title} have no point total")
        every = self.classes(rules, stakes)
        choices = list(dict.fromkeys(name for one in every for name in one.worth))
        row = make_dataclass("Row", [*self.facts, "share", *choices, "best"])
        for one in every:
            yield row(*one.facts, one.share, *(one.worth.get(n, "") for n in choices), one.best)

    # -- any other play --------------------------------------------------------------------------

    def valued(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Result]:
        """The game when decided so: exact, whatever it is."""
        main = self._decided_on(rules, stakes)
        solved = self._judge(rules, main, decide, judged=False)
        return [self.result(rules, main, self.table(main, solved), name_of(decide))]

    def mistakes(
        self, rules: TableRules, decide: Decide, stakes: Stakes | None = None
    ) -> list[Mistake]:
        """Where a way to decide and the best play part, and what that costs."""
        main = self._decided_on(rules, stakes)
        costs: dict[tuple[str, str, str], list[tuple[Fraction, Fraction]]] = {}
        for one in self._judge(rules, main, decide, judged=True).decided:
            best = max(one.worth, key=lambda name: one.worth[name])
            lost = (one.worth[best] - one.worth[one.taken]) / main.unit
            if lost:
                hand = hand_words(tuple(self.facts), self._facts(sight_of(one.view), rules))
                costs.setdefault((hand, one.taken, best), []).append((one.chance, lost))
        found = []
        for (hand, does, best), every in costs.items():
            share = sum((chance for chance, _ in every), Fraction(0))
            cost = sum((chance * lost for chance, lost in every), Fraction(0))
            found.append(Mistake(hand, "", does, best, share, cost / share, cost))
        return dearest(found)

    def _decided_on(self, rules: TableRules, stakes: Stakes | None) -> Figure:
        main = self.main(rules, stakes)
        if main.name != MAIN:
            raise Refused(f"nothing is decided in {rules.book.title} but what to bet on")
        return main

    def _judge(self, rules: TableRules, main: Figure, decide: Decide, *, judged: bool) -> Any:
        def decides(view: View) -> str:
            sight = sight_of(view)
            if self.alike is not None and rules.book.deck is not None:
                suits = range(len(rules.book.deck.suits))
                other = Sight(sight.choices, *(renamed(cards, suits) for cards in sight[1:]))
                check_alike(decide, [(sight, other)])
            return answer(decide, sight)

        how: dict[str, Any] = {"judged" if judged else "decide": decides}
        return solved(self.oracle(rules, main.bets, None, **how))

    def read_policy(self, content: Any, rules: TableRules) -> Decide:
        """A way to decide from a table; its conditions are the facts."""
        return self._read(content, rules)

    def _read(self, content: Any, rules: TableRules) -> Decide:
        solved = self.solve(rules, self._decided_on(rules, None))
        choices = dict.fromkeys(name for one in solved.decided for name in one.worth)
        readers = {name: _span_at(at) for at, name in enumerate(self.facts)}
        if isinstance(content, Mapping) and "game" not in content:
            content = {"game": rules.book.game, **content}
        return _ByTable(
            read_table(
                content, rules.book.game, choices, readers, lambda sight: self._facts(sight, rules)
            )
        )

    # -- one decision ----------------------------------------------------------------------------

    def advise(self, view: View, rules: TableRules) -> dict[str, Fraction]:
        """The exact worth in cents of each choice that a seat has now, from what it sees, with the
        cards that are seen elsewhere out of an otherwise full shoe."""
        if view.asked is None or not isinstance(view.who, int) or _is_cut(view.asked):
            return {}
        seen = _Seen.by(view, rules)
        kind = self.alike or (lambda card: card)
        cards = {place: [kind(card) for card in dealt] for place, dealt in seen.cards.items()}
        others = sorted(map(repr, map(kind, seen.elsewhere)))
        options, chosen = sorted(rules.options.items()), seen.chosen
        asked = [(one.name, one.least, one.most) for one in view.asked.choices]
        key = repr((rules.book.hash, options, seen.bets, cards, others, chosen, asked))
        if (found := self._advised.get(key)) is None:
            if len(self._advised) >= MOST_ADVISED:
                self._advised.clear()
            walk = self.oracle(rules, seen.bets, elsewhere=seen.elsewhere)
            found = self._advised[key] = walked(lambda: seen.worth(walk))
        return dict(found)

    def optimal_policy(self, view: View, rules: TableRules) -> str:
        """The best choice, exactly; of equal ones the one that puts up least."""
        assert view.asked is not None
        choices = {choice.name: choice for choice in view.asked.choices}
        worth = self.advise(view, rules)
        if not worth:
            return next(iter(choices))
        return min(worth, key=lambda name: (-worth[name], choices[name].least))

    @property
    def policies(self) -> dict[str, Callable[[View, TableRules], str]]:
        """The best play and the simple ones, as a seat at a table plays them."""

        def by(content: Mapping[str, Any]) -> Callable[[View, TableRules], str]:
            def choose(view: View, rules: TableRules) -> str:
                assert view.asked is not None
                if _is_cut(view.asked):
                    return view.asked.choices[0].name
                return answer(self._read(content, rules), sight_of(view))

            return choose

        simple = {str(one["name"]).replace(" ", "_"): by(one) for one in self.simple}
        return {"optimal": self.optimal_policy, **simple}


class _ByTable:
    """A table for rounds that ask more than one kind of question: a line that says what is not
    offered is passed over, and what no line speaks of is answered as is offered first."""

    def __init__(self, table: PolicyTable[Facts]) -> None:
        self.table = table
        self.name = table.name

    def __call__(self, sight: Sight) -> str:
        facts = self.table.facts(sight)
        for line in self.table.lines:
            if line.do in sight.choices and all(holds(facts) for holds in line.conditions):
                return line.do
        return self.table.otherwise if self.table.otherwise in sight.choices else sight.choices[0]


def _class(
    choices: tuple[str, ...], facts: Facts, every: Sequence[Decision], unit: int
) -> HandClass:
    share = sum((one.chance for one in every), Fraction(0))
    worth = {
        name: sum((one.chance * one.worth[name] for one in every), Fraction(0)) / share / unit
        for name in choices
    }
    taken = sorted({one.taken for one in every})
    return HandClass(facts, choices, share, worth, " or ".join(taken))


def _span_at(at: int) -> Callable[[Any], Condition[Facts]]:
    def read(value: Any) -> Condition[Facts]:
        span = read_span(value)
        return lambda facts: facts[at] in span

    return read


def _is_cut(asked: Ask) -> bool:
    """Whether this is about where the cards are cut, which is worth nothing."""
    return any(choice.cards for choice in asked.choices)


class _Seen(NamedTuple):
    """What a seat has seen of a round, as that round would be with this seat alone."""

    bets: dict[str, int]
    cards: dict[Any, list[Card]]  # by place, in the order in which they came
    elsewhere: list[Card]
    chosen: list[tuple[str, int]]

    @classmethod
    def by(cls, view: View, rules: TableRules) -> "_Seen":
        first = {name for name, one in rules.wagers.items() if one.window == "bets"}
        placed = view.state.placed[view.who] if isinstance(view.who, int) else {}
        bets = {name: chips for name, chips in placed.items() if name.partition("@")[0] in first}
        cards: dict[Any, list[Card]] = {}
        elsewhere: list[Card] = []
        chosen: list[tuple[str, int]] = []
        for event in view.events:
            if event.kind == "phase" and event.what == "bets":
                chosen.clear()  # what was chosen before was a cut
            if event.kind == "chose" and event.who == view.who:
                chosen.append((event.what, event.amount))
            if event.kind == "dealt":
                place = SEAT if event.who == view.who else event.who
                if isinstance(event.who, int) and event.who != view.who:
                    elsewhere += [card for card in event.cards if card != UNKNOWN]
                else:
                    cards.setdefault(place, []).extend(event.cards)
            elif event.kind in ("burned", "set_aside", "shown"):
                elsewhere += [card for card in event.cards if card != UNKNOWN]
        return cls(bets, cards, elsewhere, chosen)

    def worth(self, walk: Oracle) -> dict[str, Fraction]:
        """What each choice is worth at the decision that all this leads to; nothing if it leads to
        none."""
        todo: list[tuple[History, Counter[Any], int]] = [(((), Fraction(1)), Counter(), 0)]
        alike: list[History] = []
        while todo:
            (inputs, chance), used, made = todo.pop()
            talk = walk.resume(inputs)
            while (waiting := talk.waiting) is not None:
                given = walk.routine(talk)
                if given is None and isinstance(waiting, Ask):
                    if made == len(self.chosen):
                        alike.append((inputs, chance))
                        break
                    name, amount = self.chosen[made]
                    made += 1
                    given = Input("act", SEAT, name, amount=amount)
                elif given is None:
                    can = walk.chances(talk.round, waiting)
                    if isinstance(waiting, Draw):
                        wanted = self._due(waiting, used)
                        can = [one for one in can if _fits(walk, one[0].cards, wanted)]
                        used = used + Counter({waiting.to: waiting.count})
                    if not can:
                        break
                    (given, weight), *others = can
                    todo += [(((*inputs, one), chance * p), used, made) for one, p in others]
                    chance *= weight
                talk.submit(given)
                inputs = (*inputs, given)
        return walk.worth(alike) if alike else {}

    def _due(self, waiting: Draw, used: Counter[Any]) -> list[Card]:
        at = used[waiting.to]
        return self.cards.get(waiting.to, [])[at : at + waiting.count]


def _fits(walk: Oracle, drawn: Sequence[Card], seen: Sequence[Card]) -> bool:
    """Whether cards may be those that were seen, as far as they were."""
    kind = walk.alike or (lambda card: card)
    wanted = Counter(kind(card) for card in seen if card != UNKNOWN)
    return not wanted - Counter(kind(card) for card in drawn)
