"""One round as a conversation: the words in which a game's script is written.

A script is a generator. It reads top to bottom in the order of the regulation, and it yields a
request for whatever it cannot know. It never touches a clock, a random source or a screen.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeVar

from houseway.equipment.cards import Card, deck
from houseway.equipment.cards import mask as mask_of
from houseway.equipment.tiles import tile_set
from houseway.referee import meters
from houseway.referee.award import Prize, payable, prizes, worth
from houseway.referee.data import TableData, plain_copy
from houseway.referee.events import (
    EVERYONE,
    HOUSE,
    LAYOUT,
    RACK,
    STANDING,
    Event,
    Place,
    bet_account,
    box_of,
    meter_account,
    seat_account,
)
from houseway.referee.meters import Award, Ground
from houseway.referee.requests import (
    VOID,
    Ask,
    Barred,
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
from houseway.referee.state import State
from houseway.referee.window import BettingWindow
from houseway.rulebook.models import Deck
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules

T = TypeVar("T")
OR_ABOVE = "or_above"  # the rule that lists steps which a superior may do as well
GONE = Input("act")  # the answer of a seat that has left
AGAIN = Input("draw")  # no card yet: a ruling was made, and another card may be due
Script = Generator[Request, Any, T]


@cache
def _deck(book: Deck, decks: int) -> tuple[Card, ...]:
    if book.kind == "tiles":
        return tuple(tile_set())
    return tuple(deck(book.ranks, book.suits, decks, book.jokers))


@lru_cache(maxsize=1024)
def _next(step: str, cite: str) -> Next:
    return Next(step, cite)


@cache
def _counted(cards: tuple[Card, ...]) -> Counter[Card]:
    return Counter(cards)


@lru_cache(maxsize=256)
def whole_deck(rules: TableRules) -> tuple[Card, ...]:
    """Every card or tile in play at a table."""
    book = rules.book.deck
    if book is None:
        return ()
    return _deck(book, rules.rule("decks") if rules.fixes("decks") else book.decks)


def side_of_deck(deck: tuple[Card, ...], side: str) -> tuple[Card, ...]:
    """The cards of a side: all of them in a plain shoe, or one half of the decks."""
    return deck[: len(deck) // 2] if side else deck


class Round:
    """A round in progress: what has happened, and the words to make more happen."""

    def __init__(self, rules: TableRules, data: TableData) -> None:
        self.rules = rules
        self.data = data
        self.state = State()
        self.events: list[Event] = []
        self.window = BettingWindow(rules, data, self.state)
        self.deck = whole_deck(rules)
        self.side = ""  # the side of the shoe that cards come from
        self._outs = {"": Counter(data.out) if data.out else Counter()}
        for side, cards in data.sides.items():
            self._outs[side] = Counter(cards)
        self._wholes: dict[str, Counter[Card]] = {}
        self._used = False
        self.on_report: dict[str, Callable[[], Script[None]]] = {}  # what a game does at once
        self.may_report: Callable[[Input], None] | None = None  # a game's own terms of a report
        self.on_void: Callable[[], None] | None = None  # what a game does when its round is void
        self.is_decided: Callable[[], bool] | None = None  # whether no seat has a choice left
        self.awards: list[Award] = []  # from meters, in the order in which they were made
        self.void_hands: set[Place] = set()
        self.lasting: frozenset[str] = frozenset()  # notes that a void round leaves as they are
        self._notes_before: dict[str, Any] | None = None
        self.late_window: Bets | None = None  # wagers are still accepted while others decide
        self._seen: dict[Place, tuple[tuple[Event, ...], State]] = {}  # by viewer, as last seen

    # -- reading -----------------------------------------------------------------------------

    def rule(self, name: str) -> Any:
        """Return the value of a rule at this table: the house's choice, or the law's value."""
        return self.rules.rule(name)

    def cite(self, name: str) -> str:
        """The paragraphs behind a step of the round."""
        return self.rules.cite(name)

    def clockwise(self, wager: str = "") -> Iterator[int]:
        """Seats that play on and have a wager (or this one), from the dealer's far left; who stands
        behind a box comes after the one seated there."""
        seats = sorted(self.state.placed)
        if seats and seats[-1] > STANDING:
            seats.sort(key=lambda seat: (box_of(seat), seat))
        for seat in seats:
            made = self.state.placed[seat]
            if made and seat not in self.state.gone and (not wager or wager in made):
                yield seat

    def boxes_of(self, seat: int) -> list[int]:
        """Every box of the person at a seat, that one included: the law says "the player" and means
        who plays, wherever his wagers lie."""
        who = self.data.players.get(seat)
        return [box for box, person in self.data.players.items() if person == who] or [seat]

    def one_box_each(self, seats: Iterable[int]) -> list[int]:
        """The first box of each person among these."""
        first: dict[str, int] = {}
        for seat in seats:
            first.setdefault(self.data.players.get(seat, str(seat)), seat)
        return list(first.values())

    def counterclockwise(self, wager: str = "") -> Iterator[int]:
        """The same seats from the dealer's far right."""
        yield from reversed(list(self.clockwise(wager)))

    def has(self, seat: int, wager: str) -> bool:
        """Whether a seat has made this wager in this round."""
        return bool(self.state.placed[seat].get(wager))

    def live(self, seat: int, wager: str) -> bool:
        """Whether this wager is still on the layout."""
        return bool(self.state.bets[seat].get(wager))

    @property
    def cards_out(self) -> bool:
        """Whether any card has left the deck in this round."""
        return self._used

    def mask(self, place: Place) -> int:
        """A hand as one integer."""
        return mask_of(self.state.hands[place])

    def meter(self, name: str) -> int:
        """A meter's amount at this moment, in millionths of a cent."""
        return self.data.meters[name] + self.state.books.get(meter_account(name), 0)

    def seen_by(self, viewer: Place) -> tuple[tuple[Event, ...], State]:
        """The events as a viewer may see them and the state they add up to. What the viewer saw at
        the last look is not folded again."""
        events, state = self._seen.get(viewer) or ((), State())
        fresh = tuple([event.seen_by(viewer) for event in self.events[len(events) :]])
        for event in fresh:
            state.apply(event)
        events += fresh
        self._seen[viewer] = events, state
        return events, state.copy()

    # -- telling -----------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)
        self.state.apply(event)

    def phase(self, name: str) -> None:
        """The round enters a phase; irregularities are ruled by phase."""
        if name == "bets" and self._notes_before is None:
            self._notes_before = plain_copy(self.data.notes) if self.data.notes else {}
        self.emit(Event("phase", what=name))

    def forget_round(self) -> None:
        """What the table remembers is as it was when wagers were first taken, but for what lasts:
        where the cards are, who deals, who has been there."""
        if self._notes_before is None:
            return
        kept = {name: self.data.notes[name] for name in self.lasting & set(self.data.notes)}
        self.data.notes.clear()
        self.data.notes.update(plain_copy(self._notes_before))
        for name in self.lasting:
            self.data.notes.pop(name, None)
        self.data.notes.update(kept)

    def say(self, step: str, who: Place = "dealer") -> None:
        """The dealer announces or does a step that has no other effect."""
        says = self.rules.says(step)
        self.emit(Event("said", who, step, says=says, step=step, cite=self.cite(step)))

    # -- the deck ----------------------------------------------------------------------------

    def shuffle(self, step: str, without: Collection[Card] = ()) -> Script[None]:
        """The whole deck is shuffled, or all but some cards that are kept apart."""
        out, cards = Counter(without) if without else Counter(), self.deck_in_use
        left = tuple((self._whole - out).elements()) if out else cards
        yield Shuffle(left, self.cite(step), self.side)
        self._outs[self.side] = out
        self.emit(Event("shuffled", "dealer", step, step=step, cite=self.cite(step)))

    def put_back(self, step: str, at: Sequence[int]) -> Script[None]:
        """The discards are shuffled and go back among the cards left, in a stack at each depth."""
        discards = tuple(self._outs[self.side].elements())
        yield Shuffle(discards, self.cite(step), self.side, tuple(at))
        self._outs[self.side] = Counter()
        self.emit(Event("shuffled", "dealer", step, step=step, cite=self.cite(step)))

    @property
    def deck_in_use(self) -> tuple[Card, ...]:
        """Every card of the side of the shoe that cards come from."""
        return side_of_deck(self.deck, self.side)

    @property
    def _whole(self) -> Counter[Card]:
        whole = self._wholes.get(self.side)
        if whole is None:
            whole = self._wholes[self.side] = _counted(self.deck_in_use)
        return whole

    @property
    def out(self) -> Counter[Card]:
        """The cards that have left the side in use since it was shuffled."""
        out = self._outs.get(self.side)
        if out is None:
            out = self._outs[self.side] = Counter()
        return out

    def cut(self, step: str, least: int) -> Script[None]:
        """Have the dealer cut, at least this many cards from the top."""
        depth = Choice("cut", least, len(self.deck) - 1, cite=self.cite(step), cards=True)
        yield from self.ask("dealer", depth, step=step)

    def deal(self, to: Place, count: int, step: str = "deal", up: bool = False) -> Script[None]:
        """Deal cards to a place, face down by default; a seat may look at its own."""
        cite = self.cite(step)
        cards = yield from self.draw(to, count, cite)
        sees = EVERYONE if up else to if isinstance(to, int) else HOUSE
        self.emit(Event("dealt", to, cards=cards, sees=sees, step=step, cite=cite))
        if to in self.state.gone:  # who left while the card was on its way
            self.collect(to, step)

    def deal_around(self, places: Iterable[Place], count: int, step: str = "deal") -> Script[None]:
        """Deal one card at a time around the table until every place has this many."""
        order = list(places)
        for _ in range(count):
            for place in order:
                if place not in self.state.gone:
                    yield from self.deal(place, 1, step)

    def deal_stacks(self, places: Iterable[Place], count: int, step: str = "deal") -> Script[None]:
        """Each place in turn gets all its cards."""
        for place in list(places):
            if place not in self.state.gone:
                yield from self.deal(place, count, step)

    def draw(
        self, to: Place, count: int, cite: str, again: bool = False, unseen: bool = False
    ) -> Script[tuple[Card, ...]]:
        """Cards leave the deck, or the shoe that is left of earlier rounds. Nothing comes back if
        something was ruled before they did and the caller wants to look ``again``. Cards that are
        ``unseen`` go where nobody looks at them."""
        out = self.out
        given: Input = yield Draw(to, count, cite, out, self._whole, self.side, again, unseen)
        if given is AGAIN:
            return ()
        for card in given.cards:
            out[card] = out.get(card, 0) + 1
        self._used = True
        return given.cards

    @property
    def cards_left(self) -> int:
        """Return how many cards have not left the deck since the shuffle."""
        return len(self.deck_in_use) - self.out.total()

    def keep_shoe(self) -> None:
        """Let the next round continue with the cards that are left."""
        outs = {side: sorted(out.elements()) for side, out in self._outs.items()}
        self.data.out = outs.pop("")
        self.data.sides = outs

    def burn(
        self, count: int = 1, step: str = "burn", up: bool = False
    ) -> Script[tuple[Card, ...]]:
        """Move cards to the discard rack unused, face down by default."""
        cards = yield from self.draw("rack", count, self.cite(step), unseen=not up)
        sees = EVERYONE if up else HOUSE
        self.emit(Event("burned", cards=cards, sees=sees, step=step, cite=self.cite(step)))
        return cards

    # -- dice and wheels ---------------------------------------------------------------------

    def roll(self, dice: int, step: str, sides: int = 6) -> Script[tuple[int, ...]]:
        """Dice are rolled, or a device shows a number of so many; nothing comes back of a roll that
        does not count."""
        given: Input = yield Roll(dice, self.cite(step), sides)
        what = given.what or " ".join(str(number) for number in given.numbers)
        self.emit(Event("rolled", what=what, step=step, cite=self.cite(step)))
        return given.numbers

    def spin(self, wheel: str, step: str) -> Script[str]:
        """A wheel is spun; nothing comes back of a spin that does not count."""
        given: Input = yield Spin(tuple(self.rules.book.wheels[wheel].pockets), self.cite(step))
        self.emit(Event("spun", what=given.what, step=step, cite=self.cite(step)))
        return "" if given.what == VOID else given.what

    def pick(self, to: Place, count: int, step: str) -> Script[tuple[int, ...]]:
        """Numbers are drawn for all, or picked for one player's ticket; nothing comes back of a
        draw that does not count."""
        given: Input = yield Pick(count, self.rules.cage.numbers, to, self.cite(step))
        what = given.what or " ".join(str(number) for number in given.numbers)
        sees = to if isinstance(to, int) else EVERYONE
        self.emit(Event("picked", to, what, sees=sees, step=step, cite=self.cite(step)))
        return given.numbers

    # -- hands -------------------------------------------------------------------------------

    def reveal(self, place: Place, step: str) -> None:
        """A hand is turned up for all to see."""
        cards = tuple(self.state.hands[place])
        self.emit(Event("revealed", place, cards=cards, step=step, cite=self.cite(step)))

    def collect(self, place: Place, step: str) -> None:
        """Move a hand to the discard rack, in an order from which it can be reconstructed."""
        self.emit(Event("collected", place, step=step, cite=self.cite(step)))

    def discard(self, seat: int, card: Card, step: str) -> None:
        """A player lays a card of the own hand aside, face down; it plays no further part."""
        cite = self.cite(step)
        self.emit(Event("discarded", seat, cards=(card,), sees=seat, step=step, cite=cite))

    def keep(self, place: Place, step: str) -> None:
        """A hand stays on the layout, face down, for what it can still win."""
        self.emit(Event("kept", place, step=step, cite=self.cite(step)))

    # -- asking ------------------------------------------------------------------------------

    def take_bets(
        self, check_close: Callable[[], None] | None = None, *, stays_open: bool = False
    ) -> Script[None]:
        """Seats place, change and withdraw wagers until the window closes; a game may have terms of
        its own for that. Where it ``stays_open``, wagers are accepted until ``no_more_bets``."""
        self.phase("bets")
        self.late_window = None
        close = check_close or self.window.check_close
        window = Bets(self.window.check_bet, close, self.cite("bets"))
        while True:
            given: Input = yield window
            if given.do == "close":
                self.late_window = window if stays_open else None
                return
            for event in self.window.place(given):
                self.emit(event)

    def no_more_bets(self) -> None:
        """Wagers are accepted no longer."""
        self.late_window = None

    def take_up_standing(self, step: str = "bets") -> None:
        """Wagers that stood from the last round lie on the layout again."""
        for seat, wagers in self.data.standing.items():
            for wager, chips in wagers.items():
                bet = bet_account(seat, wager)
                self._move("stands", seat, wager, chips, LAYOUT, bet, self._ground(step))
        self.data.standing = {}

    def leave_standing(self, step: str = "", cite: str = "") -> None:
        """Wagers that are not decided stay on the layout for the next round."""
        ground = self._ground(step) if step else Ground("", cite)
        for seat, wagers in list(self.state.bets.items()):
            for wager, chips in list(wagers.items()):
                bet = bet_account(seat, wager)
                self.data.standing.setdefault(seat, {})[wager] = chips
                self._move("stays", seat, wager, chips, bet, LAYOUT, ground)

    def ask(
        self,
        who: Place,
        *choices: Choice,
        step: str,
        barred: Iterable[Barred] = (),
        idle: str = "",
        ceremony: str = "",
    ) -> Script[Input]:
        """Someone must choose. A seat that has left, or whose contest is void, chooses nothing.
        ``idle`` is chosen for a player who does not answer, instead of the last choice that costs
        nothing; ``ceremony`` for one who does not care, where nothing hangs on it."""
        if self.chooses_nothing(who):
            return GONE
        cite, above = self.cite(step), self._above(who, step)
        given: Input = yield Ask(who, choices, cite, barred, above, idle, ceremony)
        if given is GONE:
            return GONE
        what, amount = given.what, given.amount
        cite = self.rules.joined(step, next(c.cite for c in choices if c.name == what))
        reason = str(given.form.get("reason", ""))
        by = given.who if given.who is not None else who
        self.emit(Event("chose", by, what, amount=amount, says=reason, step=step, cite=cite))
        return given

    def _above(self, who: Place, step: str) -> tuple[str, ...]:
        """Return the superiors who may also do a step, where the law says "or a supervisor
        thereof"."""
        if not self.rules.fixes(OR_ABOVE) or step not in self.rules.rule(OR_ABOVE):
            return ()
        return self.rules.chapter.above(str(who))

    def chooses_nothing(self, who: Place) -> bool:
        """Whether someone has no further say in this round."""
        state = self.state
        return (
            who in state.gone
            or who in state.silenced
            or (isinstance(who, int) and (state.contest_void or self._decided()))
        )

    def _decided(self) -> bool:
        return self.is_decided is not None and self.is_decided()

    def go_on(self, step: str) -> Script[None]:
        """Let the dealer continue with the next step; irregularities can be reported before it."""
        yield _next(step, self.cite(step))

    # -- money -------------------------------------------------------------------------------

    def wager(self, seat: int, wager: str, amount: int, step: str) -> None:
        """A wager made in the course of the round."""
        player, bet = seat_account(seat), bet_account(seat, wager)
        self._move("wagered", seat, wager, amount, player, bet, self._ground(step))

    def exact_amount(self, seat: int, wager: str) -> int:
        """The amount that the law fixes for a wager, beside the seat's others."""
        stakes = self.state.stakes(seat)
        for rule in self.rules.wager(wager).amount:
            if (amount := rule.exact(stakes)) is not None:
                return amount
        raise ValueError(f"the law does not fix the amount of {wager}")

    def least_amount(self, seat: int, wager: str) -> int:
        """Return the least lawful amount of a wager, given the seat's other wagers."""
        return max(self._bounds(seat, wager, "at least"))

    def most_amount(self, seat: int, wager: str) -> int:
        """Return the greatest lawful amount of a wager, given the seat's other wagers."""
        return min(self._bounds(seat, wager, "at most"))

    def _bounds(self, seat: int, wager: str, relation: str) -> list[int]:
        stakes = self.state.stakes(seat)
        bounds = [
            int(rule.times * stakes[rule.other])
            for rule in self.rules.wager(wager).amount
            if rule.relation == relation
        ]
        if not bounds:
            raise ValueError(f"the law does not bound the amount of {wager}")
        return bounds

    def lose(self, seat: int, *wagers: str, step: str) -> None:
        """Wagers are taken into the rack."""
        for wager in wagers:
            if chips := self.state.bets[seat].get(wager, 0):
                self.take(seat, wager, chips, step)

    def take(self, seat: int, wager: str, amount: int, step: str) -> None:
        """Take this much of a wager into the rack."""
        bet = bet_account(seat, wager)
        self._move("taken", seat, wager, amount, bet, RACK, self._ground(step))

    def give_back(self, seat: int, wager: str, amount: int, step: str) -> None:
        """Return this much of a wager to the player."""
        player, bet = seat_account(seat), bet_account(seat, wager)
        self._move("returned", seat, wager, amount, bet, player, self._ground(step))

    def charge(self, seat: int, wager: str, amount: int, step: str) -> None:
        """A fee on a wager goes from the player to the rack."""
        player = seat_account(seat)
        self._move("fee", seat, wager, amount, player, RACK, self._ground(step), step)

    def take_back(self, seat: int, wager: str, step: str) -> None:
        """A player takes a wager back before it is decided."""
        player, bet = seat_account(seat), bet_account(seat, wager)
        chips = self.state.bets[seat][wager]
        self._move("withdrawn", seat, wager, chips, bet, player, self._ground(step))

    def push(self, seat: int, *wagers: str, step: str) -> None:
        """Wagers go back to the player."""
        for wager in wagers:
            self._give_back(seat, wager, self._ground(step))

    def win(self, seat: int, *wagers: str, step: str) -> None:
        """Wagers are paid at the odds the law gives them, and the stakes go back."""
        for wager in wagers:
            schedule = self.rules.schedule(wager)
            ground = self._ground(step, schedule.cite)
            self._pay(seat, wager, Prize("win", schedule.prices["win"]), ground)
            self._give_back(seat, wager, ground)

    def settle(
        self,
        seat: int,
        wager: str,
        hit: Collection[str],
        step: str,
        returns_stake: bool = True,
        share: Fraction = meters.WHOLE,
        at_most: int | None = None,
    ) -> None:
        """A wager is paid by its paytable for the rows that the hand has hit, or lost.

        Of a meter it gets a ``share``, where several have won it; a whole one starts again. It is
        paid ``at_most`` so much where it shares a limit with other wagers.
        """
        ground = self._ground(step, self.rules.schedule(wager).cite)
        won = self.prizes(seat, wager, hit)
        for prize in won:
            on = self._ground_of_row(ground, wager, prize.row)
            if prize.price.kind == "meter":
                meters.award(self, seat, wager, prize, on, share)
            elif prize.price.kind != "push":
                self._pay(seat, wager, prize, on, at_most)
        if won and returns_stake:
            self._give_back(seat, wager, ground)
        else:
            self.lose(seat, wager, step=step)

    def bonus(self, seat: int, bonus: str, hit: Collection[str], step: str) -> None:
        """A bonus without a stake is paid on the amount of another wager, or not; none is lost."""
        ground = self._ground(step, self.rules.schedule(bonus).cite)
        for prize in self.prizes(seat, bonus, hit):
            self._pay(seat, bonus, prize, self._ground_of_row(ground, bonus, prize.row))

    def would_win(self, seat: int, wager: str, hit: Collection[str]) -> bool:
        """Whether settling a wager would pay anything."""
        return bool(self.prizes(seat, wager, hit))

    def forfeit(self, seat: int, wager: str, step: str) -> None:
        """A wager that was collected early can no longer win."""
        self.emit(Event("forfeited", seat, wager=wager, step=step, cite=self.cite(step)))

    def feed(self, wager: str, step: str) -> None:
        """The meters take their share of every wager of this kind."""
        meters.feed(self, wager, step)

    def _ground(self, step: str, *cites: str) -> Ground:
        """A step of the round with its paragraphs, and others that bear on it."""
        cite = self.rules.joined(step, cites[0]) if cites else self.cite(step)
        return Ground(step, cite)

    def _ground_of_row(self, ground: Ground, wager: str, row: str) -> Ground:
        """The same with the paragraph of a row, where it has one of its own."""
        by = self.rules.schedule(wager).row_cites.get(row)
        return Ground(ground.step, f"{ground.cite}, {by}") if by else ground

    def prizes(self, seat: int, wager: str, hit: Collection[str]) -> list[Prize]:
        """The rows that a wager wins, now."""
        schedule = self.rules.schedule(wager)
        stake = self._plays_for(seat, wager)
        stand = {name: self.meter(name) for name in self.rules.meters}
        won = prizes(schedule, hit, lambda price: worth(price, stake, stand, schedule.rounds_up))
        return [prize for prize in won if prize.price.kind != "lose"]

    def _plays_for(self, seat: int, wager: str) -> int:
        """The stake of a wager, or of the one that a bonus is paid on."""
        return self.state.stake(seat, self.rules.wager(wager).paid_on or wager)

    def _pay(
        self, seat: int, wager: str, prize: Prize, ground: Ground, at_most: int | None = None
    ) -> None:
        """Winnings at fixed odds, within the limit that the house may have posted, or a wager's
        share of it."""
        schedule = self.rules.schedule(wager)
        due, says = schedule.wins(prize.price, self._plays_for(seat, wager)), prize.price.text
        for limit, cap in self.rules.caps(wager):
            left = payable(due, limit, self._paid_at_odds(seat, cap.wagers))
            left = left if at_most is None else min(left, at_most)
            if due > left:
                says = f"{money(due)} was due; the posted limit is {money(limit)} a hand"
                by = self.rules.cite(cap.limit) if cap.limit else cap.cite
                due, ground = left, self._ground(ground.step, f"{ground.cite}, {by}")
        if schedule.draws(prize.row, due):
            meters.draw_fixed(self, seat, wager, prize, ground, schedule.drawn_from, due)
        self._move("paid", seat, wager, due, RACK, seat_account(seat), ground, prize.row, says)

    def _paid_at_odds(self, seat: int, wagers: Collection[str]) -> int:
        """Return what these wagers of a seat have been paid in this round, without meters."""
        return sum(
            event.amount
            for event in self.events
            if event.kind == "paid"
            and event.who == seat
            and event.wager in wagers
            and self.rules.schedule(event.wager).prices[event.what].kind != "meter"
        )

    def _give_back(self, seat: int, wager: str, ground: Ground) -> None:
        """The stake returns, from the layout or, where it was collected early, from the rack."""
        source = bet_account(seat, wager) if self.live(seat, wager) else RACK
        chips = self.state.placed[seat][wager]
        self._move("returned", seat, wager, chips, source, seat_account(seat), ground)

    def _move(
        self,
        kind: str,
        seat: int,
        wager: str,
        amount: int,
        source: str,
        target: str,
        ground: Ground,
        what: str = "",
        says: str = "",
    ) -> None:
        step, cite = ground
        self.emit(
            Event(
                kind, seat, what, wager, amount, 0, source, target, says=says, step=step, cite=cite
            )
        )
