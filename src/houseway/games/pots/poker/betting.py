"""One betting round as pure rules: who acts, what may be done, and when the round is complete
(14.1, 14.7, 14.9(e)-(g), 14.10(f)-(g)). Amounts are cents; a bet or raise is named by what its
player then has in for this betting round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

CHECK, CALL, BET, RAISE, ALL_IN, FOLD = "check", "call", "bet", "raise", "all_in", "fold"
NO_LIMIT, POT_LIMIT, FIXED, SPREAD = "no_limit", "pot_limit", "fixed_limit", "spread_limit"


class Terms(NamedTuple):
    """The posted terms of a betting round."""

    structure: str
    least: int  # the least bet or raise; in a fixed limit every one
    most: int  # the most of a spread limit
    chip: int = 1
    raises: int | None = None  # how many there may be
    check_raise: bool = True
    short_reopens: bool = False  # an all-in of less than a full raise lets others raise again


class Option(NamedTuple):
    """Something that may be done, with what its player then has in at the least and the most."""

    name: str
    least: int = 0
    most: int = 0


@dataclass
class Betting:
    """A betting round in progress."""

    terms: Terms
    order: Sequence[int]  # seats clockwise; who is out of the round is passed over
    stacks: dict[int, int]  # what each can still bet
    pot: int = 0  # what lies in the pots from before
    put: dict[int, int] = field(default_factory=dict)
    current: int = 0  # what it takes to stay in
    raise_by: int = 0  # the last full bet or raise
    raises: int = 0
    opened: bool = False
    must_open: int = 0  # who must bet and may not check
    acted: set[int] = field(default_factory=set)  # since the last full bet or raise
    checked: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)  # folded, or released from further wagers
    aggressor: int = 0
    answered: int = 0  # voluntary calls, bets and raises

    def post(self, seat: int, amount: int) -> int:
        """A blind, a straddle or a forced bet; what goes in. Who has less is all-in with it, and
        others call the whole of it."""
        chips = self._put_in(seat, amount)
        self.current = max(self.current, amount)
        self.opened = True
        return chips

    # -- who ---------------------------------------------------------------------------------------

    def can_act(self, seat: int) -> bool:
        """Whether a player has cards and chips to bet with."""
        return seat not in self.out and self.stacks.get(seat, 0) > 0

    def due(self, seat: int) -> bool:
        """Whether a player has still to respond to the most recent bet."""
        if not self.can_act(seat):
            return False
        others = [s for s in self.order if s != seat and s not in self.out]
        if not others:
            return False
        alone = not any(self.stacks.get(other, 0) for other in others)
        most = max(self.put.values(), default=0)  # less than a blind that nobody has in full
        short = self.put.get(seat, 0) < (min(self.current, most) if alone else self.current)
        return short or (seat not in self.acted and not (alone and seat != self.must_open))

    def after(self, seat: int) -> int:
        """The next player clockwise who has to act, or nobody."""
        start = self.order.index(seat) + 1 if seat in self.order else 0
        for place in range(len(self.order)):
            found = self.order[(start + place) % len(self.order)]
            if self.due(found):
                return found
        return 0

    # -- what --------------------------------------------------------------------------------------

    def options(self, seat: int) -> list[Option]:
        """What a player may do now."""
        put, stack = self.put.get(seat, 0), self.stacks[seat]
        to_call = self.current - put
        found = []
        if to_call <= 0 and seat != self.must_open:
            found.append(Option(CHECK))
        elif to_call > 0:
            found.append(
                Option(CALL, min(self.current, put + stack), min(self.current, put + stack))
            )
        if not self.why_no_raise(seat):
            found += self._raises(seat, put + stack)
        if to_call > 0:
            found.append(Option(FOLD))
        return found

    def why_no_raise(self, seat: int) -> str:
        """Why a player may not bet or raise: the word of the rule, or nothing."""
        put, stack = self.put.get(seat, 0), self.stacks[seat]
        if self.opened and put + stack <= self.current:
            return "stakes"
        others = [s for s in self.order if s != seat and s not in self.out]
        could = [s for s in others if self.put.get(s, 0) + self.stacks.get(s, 0) > self.current]
        if not could and seat != self.must_open:
            return "nobody"
        if seat in self.checked and not self.terms.check_raise:
            return "check_raise"
        if self.terms.raises is not None and self.raises >= self.terms.raises and self.opened:
            return "raises"
        if seat in self.acted and self.put.get(seat, 0) < self.current:
            return "short"
        return ""

    def _raises(self, seat: int, all_of_it: int) -> list[Option]:
        name = RAISE if self.opened else BET
        least, most = self.bounds(seat)
        if all_of_it < least:
            return [Option(ALL_IN, all_of_it, all_of_it)]
        return [Option(name, least, min(most, all_of_it))]

    def bounds(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bet or raise comes to, whatever a player has."""
        terms, current = self.terms, self.current
        complete = self.to_complete
        if terms.structure == FIXED:
            to = terms.least if complete else current + terms.least
            return to, to
        least = terms.least if complete else current + max(self.raise_by, terms.least)
        if terms.structure == SPREAD:
            return least, max(least, current + terms.most)
        if terms.structure == POT_LIMIT:
            to_call = current - self.put.get(seat, 0)
            most = current + self.pot + sum(self.put.values()) + to_call
            most -= most % terms.chip
            return least, max(least, most)
        return least, max(least, self.put.get(seat, 0) + self.stacks[seat])

    @property
    def to_complete(self) -> bool:
        """Whether a forced bet below the minimum can be completed to it."""
        return self.current < self.terms.least and not self.aggressor

    # -- done --------------------------------------------------------------------------------------

    def act(self, seat: int, name: str, amount: int) -> int:
        """Let a player do it; the chips that go in."""
        if name == FOLD:
            self.out.add(seat)
            return 0
        if name == CHECK:
            self.acted.add(seat)
            self.checked.add(seat)
            return 0
        self.answered += 1
        if name == CALL:
            self.acted.add(seat)
            return self._put_in(seat, self.current - self.put.get(seat, 0))
        least, _ = self.bounds(seat)
        by = amount - self.current
        self.raises += self.opened and not self.to_complete
        if amount >= least or self.terms.short_reopens:
            self.raise_by = max(self.raise_by, by)
            self.acted = {seat}
        else:
            self.acted.add(seat)
        chips = self._put_in(seat, amount - self.put.get(seat, 0))
        self.current, self.opened, self.aggressor, self.must_open = amount, True, seat, 0
        return chips

    def _put_in(self, seat: int, amount: int) -> int:
        chips = max(0, min(amount, self.stacks[seat]))
        self.stacks[seat] -= chips
        self.put[seat] = self.put.get(seat, 0) + chips
        return chips


def all_in(stacks: Mapping[int, int]) -> set[int]:
    """Who has nothing left to bet with."""
    return {seat for seat, stack in stacks.items() if not stack}
