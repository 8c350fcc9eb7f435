"""People at a table of the referee's, led from one decision of theirs to the next."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game, game
from houseway.referee.requests import Ask, Bets, Choice, Input
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.simulation.policies import usual_bets

REHEARSED = 60  # rounds in which the words of a game are found
SPARE = 8  # places for words that were not
LONGEST = 200  # rounds until something that stands is given up waiting for
STEPS = 2_000  # answers within one round
BET = "bet "  # how the choice of a bet is called


@dataclass(frozen=True)
class Terms:
    """The terms of play: game, bets and seats."""

    game: str
    edition: str = ""
    options: Mapping[str, Any] | None = None
    bets: Mapping[str, int] | None = None  # wager -> cents; the required ones are filled in
    seats: tuple[int, ...] = (1,)

    @property
    def found(self) -> Game:
        """The game itself."""
        return game(self.game)

    @cached_property
    def rules(self) -> TableRules:
        """The rules of the table."""
        edition = self.edition or self.found.editions[0]
        return TableRules(self.found.rulebook(edition), dict(self.options or {}))

    @cached_property
    def usual(self) -> dict[str, int]:
        """Return the bets where there is nothing to choose."""
        return usual_bets(self.rules, self.bets)

    @cached_property
    def menu(self) -> dict[str, dict[str, int]]:
        """The bets among which somebody chooses first: where a wager is required there is nothing
        to choose, and where none is, each may be made by itself."""
        required = any(one.required for one in self.rules.wagers.values())
        if self.bets or required:
            return {}
        made = {
            f"{name}@{spot}" if spot else name: self._amount(name)
            for name, wager in self.rules.wagers.items()
            if wager.window == "bets" and not wager.paid_on
            for spot in wager.spots or [""]
        }
        return {f"{BET}{name}": self._with_needs(name, cents) for name, cents in made.items()}

    def _with_needs(self, name: str, cents: int) -> dict[str, int]:
        """A bet with those that it needs beside it."""
        needs = self.rules.wagers[base_of(name)].needs
        return {**{one: self._amount(one) for one in needs}, name: cents}

    def _amount(self, name: str) -> int:
        """Return the amount of a wager: the usual one, or what the law or the limits require."""
        fixed = [rule.choices[0] for rule in self.rules.wagers[name].amount if rule.choices]
        limit = self.rules.limits.get(name)
        amount = fixed[0] if fixed else self.unit
        return min(max(amount, limit.minimum), limit.maximum) if limit else amount

    @property
    def unit(self) -> int:
        """Return the cents that a reward of one stands for: the first bet."""
        return next(iter(self.usual.values()))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every choice by name, in the order of its number. They are found in rounds that are
        played at random, always the same ones."""
        offered, chance = set[str](), random.Random(1)
        sitting = Sitting(self, seed=1)
        for _ in range(REHEARSED):
            sitting.begin()
            while sitting.seat is not None:
                names = list(sitting.choices())
                offered |= set(names)
                sitting.choose(names[chance.randrange(len(names))])
        return (*self.menu, *sorted(offered - self.menu.keys()))


class Sitting:
    """A table at which some seats are decided for from outside."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.terms = terms
        self.table = Table(
            terms.found.play,
            terms.rules.book,
            options=dict(terms.options or {}),
            chance=Shoe(Philox(seed, 0)),
            keep_log=False,
        )
        self.net = dict.fromkeys(terms.seats, 0)  # cents, since the sitting began
        self.seat: int | None = None  # who must act now
        self.stuck = False  # something stands that nothing decides: a bet that is off for good
        self._offered: dict[str, Choice | None] | None = None
        self._asks_bet: list[int] = []
        self._bet: dict[int, dict[str, int]] = {}
        for seat in (*terms.seats, *self._company):
            self.table.sit(seat)

    @property
    def _company(self) -> list[int]:
        """Further seats where so few players are not dealt to; whoever sits there does what is done
        for players who do not answer."""
        lacking = self.terms.rules.players_needed - len(self.terms.seats)
        book = self.terms.rules.book.seats
        free = (
            seat for seat in range(1, (book.max if book else 0) + 1) if seat not in self.terms.seats
        )
        return [seat for _, seat in zip(range(lacking), free, strict=False)]

    def begin(self) -> None:
        """Another round, up to the first decision in it."""
        self._bet = dict.fromkeys((*self.terms.seats, *self._company), self.terms.usual)
        self._asks_bet = list(self.terms.seats) if self.terms.menu else []
        self.table.begin()
        self._go_on()

    @property
    def over(self) -> bool:
        """Return whether the round is over."""
        return self.seat is None and self.table.waiting is None and not self.stuck

    def choices(self) -> dict[str, Choice | None]:
        """What the seat that is asked may choose, by name. A choice that may carry more or less
        money is there twice: it carries all that it may, or as little."""
        if self._offered is None:
            self._offered = self._choices()
        return self._offered

    def _choices(self) -> dict[str, Choice | None]:
        asked = self.table.waiting
        if isinstance(asked, Bets):
            return {name: None for name, bets in self.terms.menu.items() if self._takes(bets)}
        assert isinstance(asked, Ask)
        found: dict[str, Choice | None] = {}
        for one in asked.choices:
            found[one.name] = one
            if 0 < one.least < one.most and not one.cards:
                found[f"{one.name}, the least"] = one
        return found

    def choose(self, name: str) -> None:
        """Make the seat's choice, and continue to the next decision."""
        choice = self.choices()[name]
        assert self.seat is not None
        if choice is None:
            self._bet[self._asks_bet.pop(0)] = self.terms.menu[name]
        else:
            least = choice.cards or name != choice.name
            self.table.act(self.seat, choice.name, choice.least if least else choice.most)
        self._go_on()

    def _takes(self, bets: Mapping[str, int]) -> bool:
        """Return whether the referee would accept this from the seat."""
        assert isinstance(self.table.waiting, Bets)
        try:
            self.table.waiting.check(Input("bet", self.seat, amounts=tuple(bets.items())))
        except Refused:
            return False
        return True

    def view(self, seat: int) -> Any:
        """The round as a seat may see it; nothing before the first."""
        return self.table.view(seat) if self.table.started else None

    def _go_on(self) -> None:
        """To the next decision of a seat's, or to the end of the round."""
        self.seat, self._offered = None, None
        for turn in range(LONGEST):
            if turn:
                self.table.begin()
            if self._to_decision():
                return
            self._take_in()
            if not any(self._undecided(seat) for seat in self.terms.seats):
                return
        self.stuck = True

    def _to_decision(self) -> bool:
        """Continue within a round until a seat must decide; return whether one must."""
        table = self.table
        for _ in range(STEPS):
            waiting = table.waiting
            if waiting is None:
                return False
            if isinstance(waiting, Ask):
                done = waiting.customary
                if waiting.who in self._company:
                    done = waiting.absent
                if not done:
                    assert isinstance(waiting.who, int)
                    self.seat = waiting.who
                    return True
                table.act(waiting.who, done)
            elif isinstance(waiting, Bets):
                if self._asks_bet:
                    self.seat = self._asks_bet[0]
                    return True
                self._place()
        raise Refused(f"a round of {self.terms.game} does not end")

    def _place(self) -> None:
        """Put down what has not been, and close the betting."""
        for seat, bets in self._bet.items():
            lies = self.table.round.state.placed.get(seat, {})
            if more := {name: cents for name, cents in bets.items() if cents > lies.get(name, 0)}:
                self.table.bet(seat, more)
        self._bet = {}
        self.table.make_ready()
        self.table.close()

    def _undecided(self, seat: int) -> list[str]:
        """The wagers of a seat that stand and are to be decided yet."""
        stands = self.table.data.standing.get(seat, {})
        return [name for name in stands if not self.terms.rules.wager(name).kept]

    def _take_in(self) -> None:
        for seat in self.terms.seats:
            self.net[seat] += self.table.results.net(seat)


def seats_of(wanted: int | Sequence[int]) -> tuple[int, ...]:
    """Return this many seats from the first, or the given ones."""
    return tuple(range(1, wanted + 1)) if isinstance(wanted, int) else tuple(wanted)
