"""A wild night at a table: people bet, decide, report and try what is not allowed, at random.

It knows no game: bets come from the wagers on offer, answers from what the round asks.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from houseway.equipment.cards import NAMES
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game
from houseway.referee.absence import seats_kept
from houseway.referee.events import (
    EVERYONE,
    LAYOUT,
    RACK,
    STANDING,
    TICKETS,
    meter_account,
    seat_account,
)
from houseway.referee.log import deal_again
from houseway.referee.requests import Ask, Bets, Next, Tickets
from houseway.referee.scenarios import fingerprint
from houseway.referee.state import State
from houseway.referee.table import Table
from houseway.referee.window import fitting
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused


class WildNight:
    """One table, driven by a seed; every promise of the referee is checked as it goes."""

    def __init__(
        self, game: Game, edition: str, seed: int, chosen: Mapping[str, Any] | None = None
    ) -> None:
        """``chosen`` are options that the house has chosen; the others are random."""
        self.game, self.edition, self.chosen = game, edition, dict(chosen or {})
        self.random = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.table = self._open(seed)
        self.settled = 0
        self.checked = 0
        self.unplayed = 0  # cents paid for games to come

    def _open(self, seed: int) -> Table:
        """A table with random lawful options; unlawful ones are refused with a paragraph."""
        book = self.game.rulebook(self.edition)
        while True:
            options = {
                name: self.random.choice(option.choices or [True, False])
                for name, option in book.choices.items()
                if (option.choices or option.kind == "flag") and self.random.random() < 0.5
            }
            options |= self.chosen
            try:
                return Table(
                    self.game.play,
                    book,
                    options=options,
                    chance=Shoe(Philox(seed)),
                    by_hand=["dealer", "floor"],
                )
            except Refused as refusal:
                assert refusal.cite
                self.seen["options refused"] += 1

    def play(self, actions: int) -> Counter[str]:
        """So many things happen; most of them carry the round on."""
        doings = [self.carry_on] * 12 + [self.sit, self.leave, self.any_bet, self.any_act]
        doings += [self.report, self.time_passes, self.deal_by_hand, self.close]
        doings += [self.any_ticket, self.any_form] if self.table.rules.book.rates else []
        doings += [self.come_and_go] if seats_kept(self.table.rules) else []
        for _ in range(actions):
            self.random.choice(doings)()
            self.check()
        return self.seen

    def attempt(self, doing) -> bool:
        """Do it, or be refused with a reason and without a trace."""
        before = fingerprint(self.table)
        try:
            doing()
            return True
        except Refused as refusal:
            assert refusal.reason
            assert fingerprint(self.table) == before
            self.seen["refused"] += 1
            return False

    # -- what carries the round on -----------------------------------------------------------

    def carry_on(self) -> None:
        """The next sensible thing."""
        waiting = self.table.waiting
        if waiting is None:
            if not self.attempt(self.table.begin):
                self.table.new_deck()
        elif isinstance(waiting, Bets):
            self.bet_and_close()
        elif isinstance(waiting, Next):
            self.table.go()
        elif isinstance(waiting, Ask):
            choice = self.random.choice(waiting.choices)
            amount = self.random.randint(choice.least, choice.most)
            amount -= amount % choice.step
            self.table.act(waiting.who, choice.name, amount)

    def bet_and_close(self) -> None:
        """Good bets for a few seats; bets that cannot stand are withdrawn; the window closes."""
        if isinstance(self.table.waiting, Tickets):
            self.at_the_desk(self.table.waiting)
            return
        seats = self.seats()
        for seat in self.random.sample(seats, min(len(seats), self.random.randint(1, 3))):
            if seat in self.table.data.players or self.attempt(lambda s=seat: self.table.sit(s)):
                self._bet(seat, self._good_bets())
        if self.attempt(self.table.close):
            return
        for seat, placed in list(self.table.round.state.placed.items()):
            if placed:
                self._bet(seat, dict.fromkeys(placed, 0))

    def seats(self) -> list[int]:
        """Every seat, and the places behind a box where several may bet on it."""
        rules = self.table.rules
        boxes = range(1, (rules.book.seats.max if rules.book.seats else 4) + 1)
        most = rules.rule("bettors_per_box") if rules.fixes("bettors_per_box") else 1
        behind = range(1, most + 1) if most > 1 else ()
        return [*boxes, *(STANDING * k + box for k in behind for box in boxes[:2])]

    def at_the_desk(self, waiting: Tickets) -> None:
        """Tickets are bought, a few are voided, refunded and redeemed, and the game closes."""
        source = Philox(self.random.getrandbits(60))
        for _ in range(self.random.randint(0, 3)):
            patron, form = self.random.randint(1, 4), waiting.suggest(source)
            self.attempt(lambda w=patron, f=form: self.table.buy(w, **f))
        self.any_ticket()
        if self.random.random() < 0.9:
            self.table.make_ready()
        self.attempt(self.table.close)

    def any_ticket(self) -> None:
        """Something is done with a ticket, by its holder or by somebody else, or with none."""
        held = list(self.table.data.tickets.items())
        serial, ticket = self.random.choice([*held, ("00000000", {"patron": 1})])
        patron = self.random.choice([ticket["patron"], ticket["patron"], 0, 2])
        how = self.random.choice([{}, {}, {"in": "chips"}, {"through": "runner 1"}, {"in": []}])
        doing = self.random.choice(["void", "refund", "redeem", "redeem"])
        word = getattr(self.table, doing)
        self.attempt(lambda: word(patron, serial, **(how if doing == "redeem" else {})))

    def any_form(self) -> None:
        """A form with something on it that does not belong there."""
        form = {"wager": "straight", "numbers": [1, 2], "rate": 100}
        if isinstance(self.table.waiting, Tickets):
            form = self.table.waiting.suggest(Philox(self.random.getrandbits(60)))
        keys = [*form, "games", "ways", "rates", "price", "tender", "station", "by", "runner"]
        junk = [None, True, -1, 0, 1.5, 10**30, "", "runner 1", [], [[]], [{}], {}, {"any": 2}]
        form[self.random.choice([*keys, "keyed", "which", "x"])] = self.random.choice(junk)
        self.attempt(lambda: self.table.buy(1, **form))

    def _bet(self, seat: int, bets: dict[str, int]) -> None:
        """All of them or, where they do not go together, each for itself."""
        if not self.attempt(lambda: self.table.bet(seat, bets)):
            for name, amount in bets.items():
                self.attempt(lambda n=name, a=amount: self.table.bet(seat, {n: a}))

    def _good_bets(self) -> dict[str, int]:
        unit, sides, bets = 100 * self.random.randint(1, 200), self.random.random(), {}
        for name, wager in self.table.rules.wagers.items():
            if wager.window == "bets" and (wager.required or self.random.random() < sides):
                rules = [rule for rule in wager.amount if rule.relation == "one of"]
                fixed = [amount for rule in rules for amount in rule.choices]
                spot = "@" + self.random.choice(list(wager.spots)) if wager.spots else ""
                limit = self.table.rules.limits.get(name)
                if limit and limit.minimum == limit.maximum:
                    fixed = [limit.minimum]
                bets[name + spot] = fixed[0] if fixed else unit
        return fitting(self.table.rules, bets)

    # -- what may not be allowed -------------------------------------------------------------

    def sit(self) -> None:
        seat, name = self.random.randint(-1, 8), self.random.choice(["", "Ann"])
        self.attempt(lambda: self.table.sit(seat, name))

    def leave(self) -> None:
        seat = self.random.randint(0, 7)
        self.attempt(lambda: self.table.leave(seat))

    def close(self) -> None:
        self.attempt(self.table.close)

    def any_bet(self) -> None:
        wager = self.random.choice([*self.table.rules.book.wagers, "nonsense"])
        amount = self.random.choice([-100, 0, 1, 50, 100, 500, 99_999, 100_000, 100_001, 1.5, True])
        tender = self.random.choice(["chips", "match_play", "cash", "marbles"])
        seat, accepted = self.random.randint(0, 7), self.random.random() < 0.5
        self.attempt(
            lambda: self.table.bet(seat, {wager: amount}, tender=tender, accepted=accepted)
        )

    def any_act(self) -> None:
        who = self.random.choice([0, 1, 2, 3, "dealer", "floor", "nobody"])
        what = self.random.choice(["play", "fold", "cut", "validate", "dance"])
        amount = self.random.choice([None, -5, 0, 9, 10, 500, 1_000])
        self.attempt(lambda: self.table.act(who, what, amount))

    def report(self) -> None:
        names = [*self.table.rules.book.irregularities, "earthquake"]
        behind = [seat for seat in self.seats() if seat > STANDING]
        what, seat = self.random.choice(names), self.random.choice([None, 1, 2, 3, 9, *behind])
        self.attempt(lambda: self.table.report(what, seat))

    def time_passes(self) -> None:
        self.table.at(self.table.data.minutes + self.random.choice([0, 1, 59, 240]))

    def come_and_go(self) -> None:
        """Somebody goes away, comes back, moves, or plays in the seat of somebody who is away."""
        table, seat = self.table, self.random.randint(1, 4)
        doing, given = self.random.choice(
            [
                (table.away, (seat,)),
                (table.back, (seat, self.random.choice([0, 10_000, 50_000]))),
                (table.move, (seat, self.random.randint(1, 9))),
                (table.sit, (STANDING + seat,)),
            ]
        )
        if self.attempt(lambda: doing(*given)):
            self.seen["came or went"] += 1

    def deal_by_hand(self) -> None:
        cards = self.random.choice(["As", "Zz", "As As", ""])
        self.attempt(lambda: self.table.draw(cards))

    # -- what must hold ----------------------------------------------------------------------

    def check(self) -> None:
        """Every promise, now, if anything has happened. One viewer is picked each time: over a
        night every view is searched at every stage of a round."""
        if self.table.started and len(self.table.events) != self.checked:
            self.checked = len(self.table.events)
            state = self.table.round.state
            assert sum(state.books.values()) == 0
            assert State.of(self.table.events) == state
            self._check_secrets(self.random.choice((1, 2, "dealer", "floor")))
        if len(self.table.records) > self.settled:
            self._check_finished()

    def _check_finished(self) -> None:
        self.settled = len(self.table.records)
        self.seen.update({"rounds"} | {event.kind for event in self.table.events})
        if any(e.kind == "dealt" and e.sees != EVERYONE for e in self.table.events):
            self.seen["face down"] += 1
        state = self.table.round.state
        assert state.balanced()
        assert not any(state.bets.values())
        if state.void:
            moved = {account for account, amount in state.books.items() if amount}
            back = {seat_account(e.who) for e in self.table.events if e.kind == "withdrawn"}
            brought = {  # chips that stay on the table whatever happens in a round
                seat_account(e.who)
                for e in self.table.events
                if e.kind == "wagered"
                and e.wager in self.table.rules.wagers
                and self.table.rules.wager(e.wager).kept
            }
            assert moved <= back | brought | {LAYOUT}  # one that stood may have been taken back
            assert all(state.books[account] > 0 for account in moved - brought - {LAYOUT})
        for seat in self.table.round.void_hands:
            assert not any(state.nets[seat].values()) or self.table.data.standing
        self._check_meters(state)
        players = sum(sum(nets.values()) for nets in state.nets.values()) * FINE
        meters = sum(amount for name, amount in state.books.items() if name.startswith("meter"))
        stands = state.books.get(LAYOUT, 0) + state.books.get(TICKETS, 0)
        if self.table.rules.book.rates:
            self._check_tickets()
        assert players + state.books.get(RACK, 0) + meters + stands == 0
        record = json.loads(json.dumps(self.table.records[-1].to_json()))
        again = deal_again(record, self.game.play, self.game.rulebook(self.edition))
        assert again.data == self.table.data or state.phase != "over"

    def _check_meters(self, state: State) -> None:
        """A meter stands where the hands that count have brought it, and never below nothing."""
        void, events = self.table.round.void_hands, self.table.events
        for name in self.table.rules.meters:
            grown = state.books.get(meter_account(name), 0)
            assert self.table.data.meters[name] >= 0
            if state.void:
                assert not grown
            elif not any(e.kind == "awarded" and e.what == name for e in events):
                fed = [e for e in events if e.kind == "fed" and e.what == name]
                assert grown == sum(e.moved for e in fed if e.who not in void)

    def _check_tickets(self) -> None:
        """What players have paid for games to come is what their tickets still stand for."""
        moved = self.table.round.state.books.get(TICKETS, 0)
        self.unplayed += moved // FINE
        to_come = [
            ticket["each"] * (ticket["last"] - self.table.data.rounds)
            for ticket in self.table.data.tickets.values()
            if ticket["last"] > self.table.data.rounds
        ]
        assert self.unplayed == sum(to_come)

    def _check_secrets(self, viewer) -> None:
        """What a seat may not know is nowhere in its view."""
        hidden: set[int] = set()
        known: set[int] = set()
        told: set[str] = set()
        others: set[str] = set()
        for event in self.table.events:
            if event.sees in (EVERYONE, viewer):
                known.update(event.cards)
                told.add(event.what)
            elif event.kind in ("dealt", "burned"):
                hidden.update(event.cards)
            elif event.what and not event.cards:
                others.add(event.what)
        secret = hidden - known
        if secret or others - told:
            view = self.table.view(viewer)
            written = re.sub('"As (?=[a-z])', '"', json.dumps(view.to_json()))  # no ace: a sentence
            words = set(written.replace('"', " ").split())
            assert not {NAMES[card] for card in secret} & words
            assert not {c for e in view.events for c in e.cards} & secret
            assert not (others - told) & {event.what for event in view.events}
