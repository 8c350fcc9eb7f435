"""A table: round after round under one set of rules, driven by a few plain words.

``sit``, ``bet``, ``close``, ``act`` and ``report`` put something in; ``waiting``, ``view``,
``results`` and ``log`` tell what is. What the rules do not allow raises ``Refused`` and changes
nothing.
"""

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from copy import copy, deepcopy
from typing import Any

from houseway.equipment.cage import pick
from houseway.equipment.cards import Card
from houseway.equipment.cards import cards as parse_cards
from houseway.equipment.randomness import ChaCha, Philox
from houseway.equipment.shoe import Chance, Shoe
from houseway.referee import absence
from houseway.referee.conversation import Conversation, Play
from houseway.referee.data import NOTES, SET_CLOCK, TableData
from houseway.referee.events import STANDING, Event, Place, box_of, meter_account
from houseway.referee.log import RoundRecord
from houseway.referee.requests import (
    AWAY,
    BACK,
    FAULT,
    MOVE,
    VOID,
    Ask,
    Bets,
    Draw,
    Input,
    Next,
    Pick,
    Request,
    Roll,
    Shuffle,
    Spin,
    Tickets,
)
from houseway.referee.round import Round, side_of_deck, whole_deck
from houseway.referee.view import Results, View
from houseway.rulebook.aids import check_aid
from houseway.rulebook.calendar import zone_of
from houseway.rulebook.chapter import Chapter
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.notices import RuleChange, check_free, own_cites
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

LOG = logging.getLogger("houseway.table")
BY_HAND = ("chance", "dealer", "floor", "writer", "supervisor", "key employee")
DEVICES = ("shuffler", "dealing", "shaker")  # options that may name a machine


class Table:
    """One table of one game.

    Cards come from ``chance`` (a cryptographic shoe unless told otherwise). Whoever is named in
    ``by_hand`` is waited for; without it the house draws cards, and dealer and floor do at once
    what the round asks of them. A table is live unless it is for ``practice``: it shows no aids
    but those that the Division has permitted. ``data`` is what a table has kept, to go on from
    after a restart: the cards that are out stay out, and the others come in an order nobody knows.
    ``began`` is when its clock starts, in minutes since 1970 UTC, and ``zone`` the time zone by
    which it has dates. ``heard`` is told of every input that has been taken
    in, whoever gave it, for a log from which the table can be brought back (``hear``). If the
    program fails in a round, the round is void and the table goes on; a ``strict`` table raises
    the error instead. ``due_fault`` tells of a fault that a log has next, whatever happens here.
    """

    def __init__(
        self,
        play: Play,
        book: Rulebook,
        *,
        options: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        meters: Mapping[str, Mapping[str, Any]] | None = None,
        chance: Chance | None = None,
        by_hand: Collection[str] = (),
        keep_log: bool = True,
        data: TableData | None = None,
        practice: bool = False,
        permitted_aids: Collection[str] = (),
        chapter: Chapter | None = None,
        heard: Callable[[Input], object] | None = None,
        began: int = 0,
        zone: str = "",
        strict: bool = False,
    ) -> None:
        self.strict = strict
        self.due_fault: Callable[[], Input | None] = lambda: None
        zone_of(zone)  # refuses one that there is not
        self.rules = TableRules(book, options, limits, meters, chapter)
        self.practice = practice
        self.permitted_aids = frozenset(permitted_aids)
        for helper in by_hand:
            if helper not in BY_HAND:
                raise Refused(f"{helper!r} has nothing to do by hand: {', '.join(BY_HAND)} may")
        self.by_hand = frozenset(by_hand)
        self.chance: Chance = chance if chance is not None else Shoe(ChaCha())
        self._data = TableData(
            meters={name: terms.reset * FINE for name, terms in self.rules.meters.items()},
            began=began,
            zone=zone,
        )
        if data is not None:
            self._data = data.copy()
            self._load_shoe()
        self.records: list[RoundRecord] = []
        self.announced: list[RuleChange] = []
        self._play = play
        self._keep_log = keep_log
        self._heard = heard or (lambda given: None)
        self._talk: Conversation | None = None
        self._start: dict[str, Any] = {}

    def _load_shoe(self) -> None:
        """The shoe holds what is not out of it."""
        deck = whole_deck(self.rules)
        for side, out in {"": self._data.out, **self._data.sides}.items():
            left = Counter(side_of_deck(deck, side)) - Counter(out)
            self.chance.shuffle(tuple(left.elements()), side)

    @property
    def data(self) -> TableData:
        """Return the table's data: between rounds, or as the round in progress has it."""
        talk = self._talk
        return self._data if talk is None or talk.waiting is None else talk.round.data

    def _note(self, given: Input) -> list[Event]:
        """Something that concerns the table; during a round it belongs to the round's record, and
        what it caused is returned."""
        caused: list[Event] = []
        if self._talk and not self._talk.over:
            before = len(self._talk.round.events)
            self._take(given)
            caused = self._talk.round.events[before:]
            if self._talk.over:  # the program failed
                self._keep(self._talk)
            return caused
        self._data.note(given)
        self._heard(given)
        return caused

    # -- seats -------------------------------------------------------------------------------

    def sit(self, seat: int, player: str = "") -> None:
        """Seat a player at a seat, or a place behind a box where the house lets several bet on
        it: 103 and 203 are behind box 3. Where seats are kept, 103 plays in seat 3 for one who
        is away."""
        player = player or f"player {seat}"
        self._check_seat(seat)
        if seat in self.data.players:
            raise Refused(f"seat {seat} is taken")
        if absence.seats_kept(self.rules):
            self._check_kept(seat, player)
        self._check_boxes(seat, player)
        self._note(Input("sit", seat, player))

    def _check_seat(self, seat: int) -> None:
        seats = self.rules.book.seats
        if isinstance(seat, bool) or not isinstance(seat, int) or seat < 1:
            last = f" to {seats.max}" if seats else " and up"
            cite = seats.cite if seats else self.rules.cite("seated")
            raise Refused(f"there is no seat {seat!r}: seats are 1{last}", cite)
        if seats is None:
            return
        behind, box = divmod(seat, STANDING)
        if not 1 <= box <= seats.max or behind < 0:
            raise Refused(f"there is no seat {seat!r}: seats are 1 to {seats.max}", seats.cite)
        if behind and not absence.seats_kept(self.rules):
            several = self.rules.fixes("bettors_per_box")
            most = self.rules.rule("bettors_per_box") if several else 1
            if most == 1 or behind > most:
                cite = self.rules.cite("bettors_per_box") if several else seats.cite
                raise Refused(f"{most} may bet on box {box} at most", cite)

    def _check_kept(self, seat: int, player: str) -> None:
        """Refuse a seat that is held for another player, except to a substitute."""
        if seat > STANDING:
            resting = self._talk is None or self._talk.over
            absence.check_substitute(self.rules, self.data, seat, player, resting)
        elif STANDING + seat in self.data.players:
            raise Refused(f"{self.data.players[STANDING + seat]} plays in seat {seat}")

    def away(self, seat: int) -> list[Event]:
        """Someone leaves the table for a while and keeps the seat, from the next round on; while
        wagers are taken, at once. Chips that go along are counted as soon as a round can open."""
        resting = self._talk is None or self._talk.over
        done = self._absence(Input(AWAY, seat))
        counts = self.rules.rule(absence.TREATMENT) == absence.COUNTED
        if resting and counts and self._data.standing.get(seat):
            with suppress(Refused):  # then they are counted when it can
                self.begin()
                return list(self.events)
        return done

    def back(self, seat: int, amount: int = 0) -> list[Event]:
        """Someone is back, from the next round on; with the chips that were counted, and with more
        if an amount in cents is told."""
        given = Input(BACK, seat, amount=amount)
        if absence.counted(self.data, seat) is not None:
            return self._open_with(given)
        return self._absence(given)

    def move(self, seat: int, to: int) -> list[Event]:
        """A player takes another seat, with all the chips of the first; between rounds."""
        self._check_seat(to)
        return self._absence(Input(MOVE, seat, numbers=(to,)))

    def _absence(self, given: Input) -> list[Event]:
        """Who goes, comes or changes seats: at once while wagers are taken, else it is noted."""
        window = self.waiting
        takes = isinstance(window, Bets) and window.takes(given)
        open_ = takes or (given.do == MOVE and window is None)
        absence.check_word(self.rules, self.data, given, open_)
        return self._note(given)

    def leave(self, seat: int) -> None:
        """Someone gets up, between rounds."""
        if seat not in self.data.players:
            raise Refused(f"nobody sits at seat {seat}", self.rules.cite("seated"))
        if self._in_play(seat):
            raise Refused(
                f"seat {seat} has wagers on the table and stays until they are settled",
                self.rules.cite("seated"),
            )
        self._note(Input("leave", seat))

    def _check_boxes(self, seat: int, player: str) -> None:
        """One player may hold only so many boxes, all side by side unless the law lets them lie
        apart, and not two places at one."""
        if not self.rules.fixes("boxes_per_player"):
            return
        most = self.rules.rule("boxes_per_player")
        held = [seat, *(s for s, who in self.data.players.items() if who == player)]
        boxes = sorted(box_of(s) for s in held)
        cite = self.rules.cite("boxes_per_player")
        if len(set(boxes)) < len(boxes):
            raise Refused(f"{player} bets on box {box_of(seat)} already", cite)
        if len(boxes) > most:
            raise Refused(f"{player} may bet on {most} boxes at the most", cite)
        apart = self.rules.fixes("boxes_apart") and self.rules.rule("boxes_apart")
        if boxes[-1] - boxes[0] != len(boxes) - 1 and not apart:
            raise Refused(f"{player}'s boxes must be side by side", cite)

    def _in_play(self, seat: int) -> bool:
        talk = self._talk
        if talk is None or talk.over:
            return bool(self._data.standing.get(seat))
        return talk.round.window.holds(seat)

    # -- a round -----------------------------------------------------------------------------

    def begin(self) -> None:
        """Start a round; the first bet does it too."""
        self._open_round()
        self._run()

    def _open_round(self) -> None:
        if self._talk is not None and not self._talk.over:
            raise Refused("a round is in progress")
        self._take_effect()
        self._check_deck()
        self._start = self._data.to_json() if self._keep_log else {}
        try:
            talk = Conversation(Round(self.rules, self._data.copy()), self._play)
        except Refused:
            raise
        except Exception as error:
            if self.strict:
                raise
            LOG.exception("a round of %s could not begin", self.rules.book.game)
            raise Refused(f"no round can begin: the program failed ({told(error)})") from error
        self._talk = talk
        self._heard(Input("begin"))

    def opening(self) -> "Table | None":
        """This table as the next round would open, on a copy with a shoe of its own: to see what
        will be asked and refused then. Nothing if no round can begin."""
        ahead = copy(self)
        ahead._data, ahead._talk = self._data.copy(), None
        ahead.chance, ahead._heard, ahead._keep_log = Shoe(Philox(0)), lambda given: None, False
        ahead.announced = list(self.announced)
        if ahead._data.out or any(ahead._data.sides.values()):
            ahead._load_shoe()
        try:
            ahead.begin()
        except Refused:
            return None
        return ahead

    def bet(
        self,
        seat: int,
        bets: Mapping[str, int] | None = None,
        *,
        tender: str = "chips",
        accepted: bool = False,
        **wagers: int,
    ) -> list[Event]:
        """Set a seat's wagers to these amounts in cents; nothing withdraws one."""
        amounts = tuple({**(bets or {}), **wagers}.items())
        what = "" if tender == "chips" else tender
        return self._open_with(Input("bet", seat, what, amounts=amounts, accepted=accepted))

    def _open_with(self, given: Input) -> list[Event]:
        """Something that begins a round, if none has begun; what is refused has not begun one."""
        before = self._talk
        if before is None or before.over:
            self.begin()
            if self.round.state.void:  # the program failed
                return list(self.events)
        try:
            return self._absence(given) if given.do == BACK else self._submit(given)
        except Refused:
            if self._talk is not before:
                self._talk = before
                if self._data.out or any(self._data.sides.values()):
                    self._load_shoe()  # it may have been shuffled for the round that is none
            raise

    @property
    def window(self) -> Bets | None:
        """The betting window, if wagers are taken now: also while somebody is asked before the call
        of "No more bets"."""
        if self.waiting is None or isinstance(self.waiting, Bets):
            return self.waiting
        return self.round.late_window

    def close(self, by: str = "", *, approved: bool = False) -> list[Event]:
        """Call "No more bets". Where the law says who closes, ``by`` does, with approval of
        ``approved``."""
        return self._submit(Input("close", by or None, accepted=approved))

    def make_ready(self) -> None:
        """Let everyone do what must be done before the window closes; a minute goes by for it."""
        if isinstance(window := self.waiting, Tickets) and (acts := window.acts()):
            for who, what in acts:
                self.act(who, what)
            self.at(self.data.minutes + 1)

    # -- tickets -----------------------------------------------------------------------------

    def buy(self, who: int, /, **form: Any) -> list[Event]:
        """Sell a ticket as written on the form; amounts are in cents."""
        return self._open_with(Input("buy", who, form=deepcopy(form)))

    def void(self, who: int, ticket: str) -> list[Event]:
        """A ticket is voided and its price goes back."""
        return self._open_with(Input("void", who, ticket))

    def redeem(self, who: int, ticket: str, /, **how: Any) -> list[Event]:
        """Someone presents a winning ticket."""
        return self._open_with(Input("redeem", who, ticket, form=deepcopy(how)))

    def refund(self, who: int, ticket: str) -> list[Event]:
        """The games of a ticket that are not drawn yet are called off and given back."""
        return self._open_with(Input("refund", who, ticket))

    def picked(self, *numbers: int) -> list[Event]:
        """The numbers, where they are drawn by hand; none are a draw that does not count."""
        return self._submit(Input("pick", what="" if numbers else VOID, numbers=numbers))

    # -- decisions ---------------------------------------------------------------------------

    def act(
        self, who: Place, what: str, amount: int | None = None, reason: str = ""
    ) -> list[Event]:
        """A decision. Where the choice fixes its amount, the amount can be left out; of cards the
        fewest are meant then, and of money nothing is."""
        if amount is None:
            amount = 0
            asked = self.waiting
            if isinstance(asked, Ask) and who in (asked.who, *asked.above):
                choice = asked.choice(what)
                amount = choice.least if choice.cards or choice.least == choice.most else 0
        form = {"reason": reason} if reason else {}
        return self._submit(Input("act", who, what, amount=amount, form=form))

    def report(self, what: str, who: Place | None = None) -> list[Event]:
        """Report an irregularity; the rulebook rules on it."""
        return self._submit(Input("report", who, what))

    def draw(self, cards: str | Iterable[Card]) -> list[Event]:
        """The cards that came out, where they are dealt by hand."""
        try:
            drawn = tuple(parse_cards(cards) if isinstance(cards, str) else cards)
        except ValueError as error:
            dealt = "deal" in self.rules.book.round
            raise Refused(str(error), self.rules.cite("deal") if dealt else "") from None
        return self._submit(Input("draw", cards=drawn))

    def rolled(self, *numbers: int) -> list[Event]:
        """The dice, where they are rolled by hand; no numbers are a roll that does not count."""
        return self._submit(Input("roll", what="" if numbers else VOID, numbers=numbers))

    def spun(self, pocket: str) -> list[Event]:
        """The pocket, where the wheel is spun by hand; ``void`` is a spin that does not count."""
        return self._submit(Input("spin", what=pocket))

    def shuffled(self) -> list[Event]:
        """The deck has been shuffled, where that is done by hand."""
        return self._submit(Input("shuffle"))

    def go(self) -> list[Event]:
        """Let the dealer continue, where the round waits for the dealer."""
        return self._submit(Input("go"))

    def carry_on(self) -> list[Event]:
        """End manual operation: the house does at once what it would do itself."""
        waiting = self.waiting
        given = None if waiting is None else self._of_house(waiting)
        if given is None:
            raise Refused("the house has nothing to do now", waiting.cite if waiting else "")
        return self._submit(given)

    @property
    def waiting(self) -> Request | None:
        """Return what the round waits for; None between rounds."""
        return None if self._talk is None else self._talk.waiting

    @property
    def started(self) -> bool:
        """Whether a first round has begun."""
        return self._talk is not None

    @property
    def round(self) -> Round:
        """The round in progress, or the last one."""
        if self._talk is None:
            raise Refused("no round has begun")
        return self._talk.round

    @property
    def events(self) -> list[Event]:
        """Return the events of the round."""
        return self.round.events

    def view(self, who: Place) -> View:
        """The round as a seat, the dealer or the house may see it."""
        return View.of(self.round, who, self.waiting)

    def check_aid(self, aid: str) -> None:
        """Refuse an aid that a seat may not use here; callers that show one ask first."""
        check_aid(self.rules.chapter, aid, practice=self.practice, permitted=self.permitted_aids)

    @property
    def results(self) -> Results:
        """Return the results of the last round, wager by wager."""
        if self._talk is None or not self._talk.over:
            raise Refused("the round is not over")
        return Results(self._talk.round)

    # -- the table's own life ----------------------------------------------------------------

    def at(self, minutes: int) -> None:
        """Advance the table's clock to a given time; the table never reads a clock itself."""
        self._note(Input("clock", amount=minutes))

    def set_clock(self, began: int) -> None:
        """Set when the table's clock began, in minutes since 1970 UTC. Its minutes go on as they
        are: after a clock that ran ahead was corrected, all of them get the dates that were due."""
        self._note(Input(SET_CLOCK, amount=began))

    def new_deck(self) -> None:
        """Fresh cards or dice come to the table."""
        self._between_rounds("cards are changed")
        self.data.deck_removed = ""
        self.data.fresh_deck = True
        self.data.deck_since = self.data.minutes
        self.data.uncounted = 0
        self._heard(Input("new_deck"))

    def show_meters(self, amounts: Mapping[str, int]) -> None:
        """Set the present amounts of meters that other tables also move, in millionths of a
        cent."""
        talk = self._talk
        books = {} if talk is None or talk.over else talk.round.state.books
        before = {name: now - books.get(meter_account(name), 0) for name, now in amounts.items()}
        changed = {
            name: amount for name, amount in before.items() if self.data.meters[name] != amount
        }
        if changed:
            self._note(Input("meters", amounts=tuple(changed.items())))

    def show_offered(self, offered: Mapping[str, int]) -> None:
        """Whether payouts that several casinos share are offered now: the step of their system by
        which each is, or nothing."""
        changed = {name: step for name, step in offered.items() if self._offer(name) != step}
        if changed:
            self._note(Input("offered", amounts=tuple(changed.items())))

    def _offer(self, meter: str) -> int:
        return self.data.offered.get(meter, 0)

    def take_out(self, device: str, how: str) -> None:
        """A shuffler or shoe leaves service in a way that the law allows."""
        if device not in self._devices():
            known = ", ".join(self._devices()) or "none"
            raise Refused(f"there is no {_device(device)} in use: {known}")
        ways = self.rules.rule("device_out")
        if how not in ways:
            cite = self.rules.cite("device_out")
            raise Refused(f"a device must be {' or '.join(ways)}, not {how}", cite)
        self._note(Input("take_out", what=device))

    def announce(self, change: RuleChange) -> None:
        """A change of rules or limits that has been posted; it holds from the first round that
        begins at its time or later."""
        self.check_notice(change)
        self._keep_promises(self.changed(change.options, change.limits))  # refused now if unlawful
        self.announced.append(change)

    def check_notice(self, change: RuleChange) -> None:
        """Refuse a change that was not told in time; where the game's own law orders the notice, by
        that first."""
        own = ""
        with suppress(Refused):  # what is unlawful is refused afterward
            own = own_cites(self.rules, self.changed(change.options, change.limits))
        change.check(self.rules.chapter, own)

    def _keep_promises(self, rules: TableRules) -> None:
        """Refuse to make harder what players have been told until it has been won."""
        for promise in rules.book.promises:
            order, told = list(rules.rule(promise.order)), self.data.notes.get(promise.note)
            wanted = rules.options[promise.option]
            if told in order and wanted in order and order.index(wanted) > order.index(told):
                raise Refused(promise.says, promise.cite)

    def _take_effect(self) -> None:
        """Apply announced changes that are due from this round on."""
        for change in sorted(self.announced, key=lambda change: change.effective_at):
            if change.effective_at <= self.data.minutes:
                self._adopt(self.changed(change.options, change.limits))
                self.announced.remove(change)

    def change(self, /, **options: Any) -> None:
        """The house chooses differently, between rounds and without notice: at a table where no
        round has been played, or in what the law lets change freely. The rest is announced."""
        self._between_rounds("rules are changed")
        rules = self.changed(options)
        self._keep_promises(rules)
        if self.data.rounds and not self.practice:
            check_free(self.rules, rules)
        self._adopt(rules)

    def change_again(self, options: Mapping[str, Any]) -> None:
        """Take in a change as a log has it, whatever was asked of it at its time."""
        self._between_rounds("rules are changed")
        self._adopt(self.changed(options))

    def changed(
        self, options: Mapping[str, Any], limits: Mapping[str, Any] | None = None
    ) -> TableRules:
        """The rules as a change would have them, or a refusal."""
        chosen = {**self.rules.options, **options}
        chapter = self.rules.chapter
        offered = TableRules(self.rules.book, chosen, chapter=chapter)
        kept = {name: self.rules.limits.get(name, new) for name, new in offered.limits.items()}
        if self.rules.book.rates:
            kept = offered.limits  # which another rate card restates
        meters = {
            name: terms for name, terms in self._meter_terms().items() if name in offered.meters
        }
        return TableRules(self.rules.book, chosen, {**kept, **(limits or {})}, meters, chapter)

    def _adopt(self, rules: TableRules) -> None:
        """Let other rules hold; a machine that they do not use must have left the table."""
        kept = [rules.rule(name) for name in DEVICES if rules.fixes(name)]
        leaving = [device for device in self._devices() if device not in kept]
        for device in leaving:
            if device not in self.data.out_of_use:
                cite = self.rules.cite("device_out")
                raise Refused(f"the {_device(device)} must be taken out first", cite)
        self.data.out_of_use[:] = [d for d in self.data.out_of_use if d not in leaving]
        self.rules = rules
        for name, terms in rules.meters.items():
            self.data.meters.setdefault(name, terms.reset * FINE)

    def _meter_terms(self) -> dict[str, dict[str, int]]:
        return {
            name: {"reset": terms.reset, "rate": terms.rate}
            for name, terms in self.rules.meters.items()
        }

    def _between_rounds(self, what: str) -> None:
        if self._talk is not None and not self._talk.over:
            raise Refused(f"{what} between rounds, not during one")

    def _check_deck(self) -> None:
        if removed := self.data.deck_removed:
            raise Refused("the deck was removed; a new one must come to the table", removed)
        for device in self._devices():
            if device in self.data.out_of_use:
                cite = self.rules.cite("device_out")
                raise Refused(f"the {_device(device)} is out of use; choose another method", cite)
        age = self.data.minutes - self.data.deck_since
        for name, what, most in (
            ("cards_changed_after", "cards", 0),
            ("dice_changed_after", "dice", 1),  # which may stay as long as that
        ):
            if self.rules.fixes(name) and age >= self.rules.rule(name) * 60 + most:
                says = f"the {what} are due for change after {self.rules.rule(name)} hours"
                raise Refused(says, self.rules.cite(name))

    def _devices(self) -> list[str]:
        """The shuffler, the shoe and the shaker in use that are machines."""
        chosen = [self.rules.rule(name) for name in DEVICES if self.rules.fixes(name)]
        return [device for device in chosen if device not in ("manual", "manual_shoe", "hand")]

    # -- inside ------------------------------------------------------------------------------

    def _submit(self, given: Input) -> list[Event]:
        if self._talk is None:
            raise Refused("no round has begun")
        before = len(self._talk.round.events)
        self._take(given)
        self._run()
        return self.round.events[before:]

    def _take(self, given: Input) -> None:
        """Let the round take an input in. If the program fails at it, the round is what it was
        before that input, and void from there."""
        talk = self._talk
        assert talk is not None
        taken = len(talk.inputs)
        fault = self.due_fault()
        if fault is None:
            try:
                talk.take(given)
            except Refused:
                raise
            except Exception as error:
                if self.strict:
                    raise
                LOG.exception("a round of %s failed at %s", self.rules.book.game, given.do)
                fault = Input(FAULT, what=told(error))
            else:
                self._heard(given)
                return
        self._fail(talk.inputs[:taken], fault)

    def _fail(self, inputs: list[Input], fault: Input) -> None:
        """Void a round after these inputs. Cards left in a shoe are shuffled: some may have been
        drawn for what did not happen."""
        talk = Conversation(Round(self.rules, self._data.copy()), self._play)
        for given in inputs:
            talk.submit(given)
        talk.submit(fault)
        assert self._talk is not None
        self._talk.become(talk)  # who holds on to the round sees it go on
        self._heard(fault)
        if "chance" not in self.by_hand and (
            talk.round.data.out or any(talk.round.data.sides.values())
        ):
            self._data = talk.round.data
            self._load_shoe()

    def _run(self) -> None:
        """Let everyone who is not waited for answer, and keep the record of a finished round."""
        assert self._talk is not None
        while (given := self._next_answer()) is not None:
            self._take(given)
        if self._talk.over:
            self._keep(self._talk)

    def _next_answer(self) -> Input | None:
        """Return the house's own next answer, or None if the round waits for someone. Chance that
        fails, fails the round."""
        talk = self._talk
        assert talk is not None
        waiting = talk.waiting
        if waiting is None or isinstance(waiting, Bets) or waiting.who in self.by_hand:
            return None
        try:
            return self._of_house(waiting)
        except Refused:
            raise
        except Exception as error:
            fault = self.due_fault()
            if fault is None and self.strict:
                raise
            if fault is None:
                LOG.exception("chance failed in a round of %s", self.rules.book.game)
            self._fail(list(talk.inputs), fault or Input(FAULT, what=told(error)))
            return None

    def _keep(self, talk: Conversation) -> None:
        """A round is over: what it leaves is the table's, and its record is kept."""
        self._data = talk.round.data
        if self._keep_log:
            record = RoundRecord(self.rules.header(), self._start, talk.inputs, talk.round.events)
            self.records.append(record)

    # -- brought back from a log -------------------------------------------------------------

    def resume(self, data: TableData, announced: Iterable[RuleChange] = ()) -> None:
        """Restore the state of a table between two rounds."""
        self._data = data
        self.announced = list(announced)
        self._talk = None

    def hear(self, given: Input) -> list[Event]:
        """Apply a recorded input without further answers; return the events it caused."""
        if given.do == "begin":
            self._open_round()
            return list(self.events)
        if given.do == "new_deck":
            self.new_deck()
        elif given.do in NOTES:
            return self._note(given)
        else:
            if self._talk is None:
                raise Refused("no round has begun")
            talk, before = self._talk, len(self._talk.round.events)
            talk.submit(given)
            self._heard(given)
            if talk.over:
                self._keep(talk)
            return talk.round.events[before:]
        return []

    def _of_house(self, waiting: Request) -> Input | None:
        """Return the answer of chance, the dealer or the floor; None if a seat must answer."""
        if isinstance(waiting, Draw):
            cards = self.chance.draw(waiting.to, waiting.count, waiting.side)
            return Input("draw", cards=tuple(cards))
        if isinstance(waiting, Next):
            return Input("go")
        if isinstance(waiting, Shuffle):
            if waiting.at:
                self.chance.put_back(waiting.deck, waiting.at, waiting.side)
            else:
                self.chance.shuffle(waiting.deck, waiting.side)
            return Input("shuffle")
        if isinstance(waiting, Roll):
            rolled = [1 + self.chance.below(waiting.sides) for _ in range(waiting.dice)]
            return Input("roll", numbers=tuple(rolled))
        if isinstance(waiting, Spin):
            pocket = waiting.pockets[self.chance.below(len(waiting.pockets))]
            return Input("spin", what=pocket)
        if isinstance(waiting, Pick):
            return Input("pick", numbers=pick(waiting.count, waiting.numbers, self.chance))
        if isinstance(waiting, Bets) or isinstance(waiting.who, int):
            return None
        choice = waiting.choices[0]
        steps = (choice.most - choice.least) // choice.step
        amount = choice.least + choice.step * self.chance.below(steps + 1)
        if choice.name == "cut" and "chance" not in self.by_hand:
            self.chance.cut(amount, self.round.side)
        return Input("act", waiting.who, choice.name, amount=amount)


def told(error: Exception) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def _device(name: str) -> str:
    words = name.replace("_", " ")
    return words if words.endswith("shoe") else f"{words} shuffler"
