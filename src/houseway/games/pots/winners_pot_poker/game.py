"""Winner's pot poker in the order of the regulation (N.J.A.C. 13:69F-33).

Players and the dealer put up a pot; players stay in or fold after three cards and after four, the
dealer stays in without a look. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.pot import in_pot, pay_out, put_in, put_right
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.authoring.shared_limit import divided_limit
from houseway.games.pots.button import BUTTON, DEALER, after_button, next_button
from houseway.games.pots.winners_pot_poker.hand import bonus_row, divide, terms_of
from houseway.games.pots.winners_pot_poker.wrong import Watch
from houseway.hands.poker import CATEGORIES, strength
from houseway.referee.dealing import count_stub, prepare_deck
from houseway.referee.events import CENTRE, RACK, Event, Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
ANTE, BET, DOUBLE, POT, BONUS = "ante", "bet", "double", "pot", "jacks_plus"
STAKES = (ANTE, BET, DOUBLE)  # what makes up the pot
FOLD = "fold"
ROYAL = CATEGORIES[-1]


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    table = Table(r)
    yield from prepare_deck(r)
    yield from r.take_bets()
    yield from table.open()
    yield from table.deal_three()
    yield from table.decide(BET, "fold_three")
    yield from table.deal_one("fourth")
    yield from table.decide(DOUBLE, "fold_four")
    yield from table.deal_one("fifth")
    yield from table.settle()


class Table:
    """A round: who is still in it, in the order that the button sets."""

    def __init__(self, r: Round) -> None:
        self.r = r
        self.watch = Watch(r)
        self.order: list[Place] = []  # from the place after the button
        r.on_report["player_wrong_count"] = self.award_again
        r.on_report["hole_cards_exposed"] = self.bury_player
        r.on_report["dealer_hole_cards_exposed"] = self.bury_dealer

    def players(self, wager: str = ANTE) -> list[int]:
        """The seats that are in the round with this wager, clockwise from the button."""
        r = self.r
        return [
            place
            for place in self.order
            if isinstance(place, int) and place not in r.state.gone and r.has(place, wager)
        ]

    def hands(self, wager: str = ANTE) -> list[Place]:
        """The same, and the dealer."""
        live: list[Place] = [*self.players(wager)]
        return [one for one in self.order if one in live or (one == DEALER and self.dealer_in)]

    @property
    def dealer_in(self) -> bool:
        """Whether the dealer's hand is not dead."""
        return DEALER not in self.r.state.gone

    # -- before the cards ------------------------------------------------------------------------

    def open(self) -> Script[None]:
        """The dealer's wagers, the button, and No more bets; a device is loaded after a burn."""
        r = self.r
        r.phase("deal")
        for wager, amount in self.posted().items():
            says = f"the dealer's {r.rules.wager(wager).name}: {money(amount)}"
            cite = r.cite("post")
            r.emit(
                Event("posted", DEALER, wager, "", amount, 0, RACK, CENTRE, says=says, cite=cite)
            )
        self.move_button()
        if r.rule("burned_first") == "before":
            yield from self.burn("burn")
        r.say("close")
        if r.rule("burned_first") == "after":
            yield from self.burn("burn")

    def posted(self) -> dict[str, int]:
        """What the dealer puts up: as much as a player who stays in."""
        stakes = {ANTE: self.r.rules.limits[ANTE].minimum}
        for wager in (BET, DOUBLE):
            (rule,) = self.r.rules.wager(wager).amount
            stakes[wager] = rule.exact(stakes) or 0
        return stakes

    def move_button(self) -> None:
        """The button is placed in the first round and moves on in every other."""
        r = self.r
        last, seats = r.data.notes.get(BUTTON), list(r.clockwise(ANTE))
        button = next_button(last, seats)
        step = "place_button" if last is None else "move_button"
        where = f"seat {button}" if button else "the dealer"
        r.say(step)
        r.emit(
            Event(
                "button",
                button or DEALER,
                says=f"the button lies before {where}",
                step=step,
                cite=r.cite(step),
            )
        )
        r.data.notes[BUTTON] = button
        self.order = after_button(button, seats)

    # -- cards -----------------------------------------------------------------------------------

    def burn(self, step: str) -> Script[None]:
        """A card is burned before a dealing, unless the dealer forgets it; two where none was
        before."""
        r = self.r
        self.watch.about_to_burn = True
        yield from r.go_on(step)
        self.watch.about_to_burn = False
        if self.watch.burn_forgotten:
            self.watch.burn_forgotten, self.watch.none_burned = False, True
            return
        count = r.rule("burned_after_none" if self.watch.none_burned else "burned")
        if self.watch.none_burned:
            r.say("burn_two")
        self.watch.none_burned = False
        if count:
            yield from r.burn(count, step)

    def deal_three(self) -> Script[None]:
        """Two cards down and one up to each hand, one at a time or in stacks."""
        down = self.r.rule("down_cards")
        if self.r.rule("deal_pattern") == "stacks":
            for place in self.hands():
                yield from self.deal(place, down, "stack")
                yield from self.third(place)
            return
        for step in ("first_card", "second_card")[:down]:
            for place in self.hands():
                yield from self.deal(place, 1, step)
        for place in self.hands():
            yield from self.third(place)

    def third(self, place: Place) -> Script[None]:
        """The open card of a hand, which is dealt down where one of the others has shown."""
        shown = place in self.watch.shown
        yield from self.deal(place, 1, "third_card_down" if shown else "third_card", up=not shown)

    def deal(self, place: Place, count: int, step: str, up: bool = False) -> Script[None]:
        """Cards to a hand, unless it is dead by the time that they come."""
        r, cite = self.r, self.r.cite(step)
        while place not in r.state.gone:
            if cards := (yield from r.draw(place, count, cite, again=True)):
                sees = "everyone" if up else place if isinstance(place, int) else "house"
                r.emit(Event("dealt", place, cards=cards, sees=sees, step=step, cite=cite))
                return

    def deal_one(self, number: str) -> Script[None]:
        """A burn and another card face up to each hand, while there is a player left."""
        wager = BET if number == "fourth" else DOUBLE
        if self.players(wager):
            self.r.phase("deal")
            yield from self.burn(f"burn_{number}")
            for place in self.hands(wager):
                yield from self.deal(place, 1, f"{number}_card", up=True)

    # -- decisions -------------------------------------------------------------------------------

    def decide(self, wager: str, fold: str) -> Script[None]:
        """Each player who is left puts up more or folds."""
        r = self.r
        r.phase("decision")
        for seat in self.players(ANTE if wager == BET else BET):
            if seat in r.state.gone:
                continue
            chips = r.exact_amount(seat, wager)
            stay = Choice(wager, chips, chips, cite=r.cite(wager))
            given = yield from r.ask(seat, stay, Choice(FOLD, cite=r.cite(fold)), step=ASKED[wager])
            if given.what == wager:
                r.wager(seat, wager, given.amount, wager)
            elif given.what == FOLD:
                self.fold(seat, fold)

    def fold(self, seat: int, step: str) -> None:
        """After three cards the ante goes to the house; after four, ante and bet go into the pot.
        Cards stay where there is a jacks plus bonus wager on them."""
        r = self.r
        if step == "fold_three":
            r.lose(seat, ANTE, step=step)
        else:
            put_in(r, seat, ANTE, step)
            put_in(r, seat, BET, step)
        if not r.live(seat, BONUS):
            r.collect(seat, step)

    # -- the end ---------------------------------------------------------------------------------

    def settle(self) -> Script[None]:
        """All wagers into the pot, all hands up, the bonus, and then the pot."""
        r = self.r
        count_stub(r)
        yield from r.go_on("sweep")
        r.phase("settlement")
        for seat in self.players(DOUBLE):
            for wager in STAKES:
                put_in(r, seat, wager, "sweep")
        yield from self.show()
        yield from self.settle_bonus()
        yield from r.go_on("announce")
        r.say("announce")
        self.award()
        yield from r.go_on("collect")
        for place in [*r.counterclockwise(), DEALER]:
            if place in r.state.hands:
                r.collect(place, "collect")

    def show(self) -> Script[None]:
        """The dealer's down cards are turned up, and then the players' from the right."""
        r = self.r
        if self.dealer_in:
            yield from r.go_on("dealer_shows")
            r.reveal(DEALER, "dealer_shows")
        for seat in sorted(self.players(DOUBLE), reverse=True):
            yield from r.go_on("player_shows")
            if seat not in r.state.gone:
                r.reveal(seat, "player_shows")

    def settle_bonus(self) -> Script[None]:
        """The jacks plus bonus of every player from the right; folded cards are put away."""
        r = self.r
        yield from r.go_on("settle_bonus")
        seats = [seat for seat in r.counterclockwise(BONUS) if r.live(seat, BONUS)]
        most = self.royal_shares(seats)
        for seat in seats:
            folded = not r.has(seat, DOUBLE)
            if folded:
                r.reveal(seat, "settle_bonus")
            r.settle(seat, BONUS, {self.row(seat)}, "settle_bonus", at_most=most.get(seat))
            if folded:
                r.collect(seat, "settle_bonus")

    def row(self, seat: int) -> str:
        """The row of the bonus that a seat's cards answer to."""
        return bonus_row(self.r.mask(seat), RANKS.index(self.r.rule("least_win")))

    def royal_shares(self, seats: list[int]) -> dict[int, int]:
        """What each is paid at most where several have a royal flush."""
        r = self.r
        royal = {s: r.state.stake(s, BONUS) for s in seats if self.row(s) == ROYAL}
        if len(royal) < 2:
            return {}
        ((limit, _),) = r.rules.caps(BONUS)
        return divided_limit(limit, royal)

    def award(self) -> None:
        """The pot to the best hand, less commission; equal hands share it."""
        r = self.r
        winners, dealer_best = self.best()
        found = divide(in_pot(r), winners, dealer_best, terms_of(r.rules))
        alone = len(winners) == 1 and not dealer_best
        if found.commission:
            step = "commission" if alone else "commission_on_tie"
            self.from_pot("fee", None, found.commission, step, POT)
        for seat, due in found.shares.items():
            pay_out(r, seat, POT, due, "award" if alone else "share")
        if found.dealer:
            step = "share" if winners else "dealer_wins"
            self.from_pot("dealer_won", DEALER, found.dealer, step)

    def from_pot(
        self, kind: str, who: Place | None, amount: int, step: str, wager: str = ""
    ) -> None:
        """The house takes something out of the pot."""
        cite, says = self.r.cite(step), f"the house takes {money(amount)} of the pot"
        self.r.emit(
            Event(kind, who, step, wager, amount, 0, CENTRE, RACK, says=says, step=step, cite=cite)
        )

    def best(self) -> tuple[list[int], bool]:
        """The players with the best hand, from the right, and whether the dealer has it too."""
        r = self.r
        seats = sorted(self.players(DOUBLE), reverse=True)
        found = {seat: strength(r.mask(seat)) for seat in seats}
        dealer = strength(r.mask(DEALER)) if self.dealer_in else -1
        top = max([dealer, *found.values()])
        return [seat for seat in seats if found[seat] == top], dealer == top

    # -- what goes wrong -------------------------------------------------------------------------

    def award_again(self) -> Script[None]:
        """A hand is void: what it had put into the pot leaves it, and a pot that has been awarded
        goes to the best of the others."""
        r, cite = self.r, self.r.cite("player_wrong_count")
        seat = self.watch.reported
        put = self.put_by(seat)
        if any(event.kind == "said" and event.what == "announce" for event in r.events):
            pot = self.put_by(*self.players(), dealer=True)
            shares = divide(pot, *self.best(), terms_of(r.rules)).shares
            for each in self.players(DOUBLE):
                due = shares.get(each, 0) - r.state.nets[each].get(POT, 0)
                put_right(r, each, POT, due, cite)
        elif put:
            r.emit(Event("restored", seat, "void", "", put, 0, CENTRE, RACK, cite=cite))
        return
        yield

    def put_by(self, *seats: Place, dealer: bool = False) -> int:
        """What these seats, and the dealer, have put into the pot."""
        who = {*seats, *([DEALER] if dealer and self.dealer_in else [])}
        return sum(
            event.amount for event in self.r.events if event.target == CENTRE and event.who in who
        )

    def bury_player(self) -> Script[None]:
        """A player's hand is dead: a bonus that has won is paid, every other wager goes back."""
        r, seat = self.r, self.watch.reported
        assert isinstance(seat, int)
        if r.live(seat, BONUS) and r.would_win(seat, BONUS, {self.row(seat)}):
            r.reveal(seat, "dead_hand")
            r.settle(seat, BONUS, {self.row(seat)}, "dead_hand")
        r.push(seat, *list(r.state.bets[seat]), step="dead_hand")
        self.put_away(seat)
        return
        yield

    def bury_dealer(self) -> Script[None]:
        """The dealer's hand is dead: what the dealer had put up leaves the pot."""
        r, cite = self.r, self.r.cite("dead_hand")
        for wager, amount in self.posted().items():
            r.emit(Event("restored", DEALER, wager, "", amount, 0, CENTRE, RACK, cite=cite))
        self.put_away(DEALER)
        return
        yield

    def put_away(self, place: Place) -> None:
        """A dead hand goes to the discard rack."""
        self.r.emit(Event("gone", place, step="dead_hand", cite=self.r.cite("dead_hand")))
        self.r.collect(place, "dead_hand")


ASKED = {BET: "decide_bet", DOUBLE: "decide_double"}
