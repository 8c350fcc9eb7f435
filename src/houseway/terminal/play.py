"""A table in the terminal: bets, cards, decisions and results of any game, from its rulebook."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from houseway.equipment.cards import names
from houseway.games import Game
from houseway.referee.events import Place
from houseway.referee.log import write_log
from houseway.referee.requests import Ask, Bets, Choice
from houseway.referee.table import Table
from houseway.referee.view import View, grown
from houseway.rulebook.aids import ADVICE
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import dollars, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.simulation.company import Company, first_bets
from houseway.simulation.policies import usual_bets
from houseway.terminal.betting import bets_text, offer, parse_bets, print_wager
from houseway.terminal.console import CITE, HEAD, cite_text, grid, indented
from houseway.terminal.events import print_events
from houseway.terminal.keys import Keyboard, Left
from houseway.terminal.results import print_why, results_grid
from houseway.terminal.strategy import print_advice
from houseway.wording import tickets
from houseway.wording.cards import hand_text
from houseway.wording.choices import choice_title, usual_amount
from houseway.wording.events import hand_names, hands_seen, place_words
from houseway.wording.keys import choice_keys

HELP = "Enter: same bets  ?: wagers  ?ante: its odds  g: rules  e: why  l: log  q: leave"
PRACTICE = "Practice: ! tells what each choice is worth."


class TerminalTable:
    """One person, one bank, one seat or several side by side."""

    def __init__(
        self,
        console: Console,
        game: Game,
        table: Table,
        seats: Sequence[int],
        bank: int,
        log: Path | None = None,
        company: Company | None = None,
    ) -> None:
        self.console = console
        self.table = table
        self.rules = table.rules
        self.book = table.rules.book
        self.game = game
        self.file = game.folder / f"{self.book.edition}.yaml"
        self.seats = tuple(seats)
        self.bank = bank
        self.log = log
        self.keyboard = Keyboard(console)
        self.last: dict[int, dict[str, int]] = {seat: first_bets(self.rules) for seat in self.seats}
        self.viewer = self.seats[0]
        self.ticket = "quick 5 $1" if self.book.rates else ""
        self.company = company

    def run(self) -> None:
        """Round after round until the person leaves or cannot bet any more."""
        if self.log:
            write_log([], self.log)  # a file that cannot be written is better known now
        self._welcome()
        start, rounds = self.bank, 0
        try:
            while self._can_bet():
                self._round(rounds + 1)
                rounds += 1
        except Left:
            if self._in_play():
                self.console.print("The round was not finished and does not count.")
        word = "round" if rounds == 1 else "rounds"
        self.console.print(f"{rounds} {word}. You leave with {money(self.bank)} of {money(start)}.")

    def _welcome(self) -> None:
        book = self.book
        self.console.print(Text.assemble((book.title, HEAD), f"  {book.law}"))
        self.console.print(book.summary)
        self.console.print(Text(HELP, CITE))
        if self.table.practice:
            self.console.print(Text(PRACTICE, CITE))
        if book.rates:
            self.console.print(Text(tickets.HELP, CITE))

    def _can_bet(self) -> bool:
        least = sum(
            limit.minimum
            for name, limit in self.rules.limits.items()
            if self.rules.wagers[name].required
        )
        if self.bank < least:
            self.console.print("The bank is too small for another round.")
        return self.bank >= least

    def _in_play(self) -> bool:
        return isinstance(self.table.waiting, Ask)

    # -- one round ---------------------------------------------------------------------------

    def _round(self, number: int) -> None:
        self.console.print()
        self.console.print(Text.assemble((f"Round {number}", HEAD), f"   bank {money(self.bank)}"))
        if number == 1:
            self.console.print(indented(offer(self.table)))
        while not (self._tickets_are_in() if self.book.rates else self._bets_are_in()):
            pass
        while isinstance(asked := self.table.waiting, (Ask, Bets)):
            if isinstance(asked, Bets):  # a spin that did not count has opened them again
                self._bets_are_in()
            else:
                self._decision(asked)
        if self.log:
            write_log(self.table.records, self.log)
        results = self.table.results
        events, book = self.table.events, self.book
        self.bank += sum(results.cash(seat) for seat in self.seats)
        self.bank += sum(sum(grown(events, seat, book).values()) for seat in self.seats)
        self._show_results()

    def _bets_are_in(self) -> bool:
        """Ask every seat for its bets and close the window, unless the rules refuse."""
        try:
            bets = {seat: self._ask_bets(seat) for seat in self.seats}
            total = sum(amount for seat in bets.values() for amount in seat.values())
            if not total:
                raise Refused("no wager is on the table")
            if total > self.bank:
                raise Refused(f"these bets total {money(total)}; you have {money(self.bank)}")
            if self.table.waiting is None:
                self.table.begin()
            if self.company:
                self.company.arrange(self.table)
            while isinstance(
                asked := self.table.waiting, Ask
            ):  # a player may be asked to cut the cards first
                self._decision(asked)
            self._seat_company()
            for seat, wagers in bets.items():
                self._place(seat, wagers)
            self.table.close()
        except Refused as refusal:
            self._refused(refusal)
            return False
        self.last.update({seat: wagers for seat, wagers in bets.items() if wagers})
        return True

    def _seat_company(self) -> None:
        """Others sit down where a round needs more players: the game's own, or such as choose
        whatever comes first."""
        if self.company:
            self.company.arrange(self.table)
            self.company.put_down(self.table)
            return
        players, seats = self.table.data.players, self.book.seats
        for seat in range(1, (seats.max if seats else 0) + 1):
            if len(players) >= self.rules.players_needed:
                break
            if seat not in players:
                self.table.sit(seat)
        for seat in set(self.table.data.players) - set(self.seats):
            if not self.table.round.state.placed.get(seat):
                self.table.bet(seat, {name: 2 * c for name, c in usual_bets(self.rules).items()})

    def _tickets_are_in(self) -> bool:
        """Ask for tickets until the person wants the draw, and close the game, unless the rules
        refuse."""
        try:
            if self.table.waiting is None:
                self.table.begin()
            for seat in self.seats:
                self._ask_tickets(seat)
            self.table.make_ready()
            self.table.close()
        except Refused as refusal:
            self._refused(refusal)
            return False
        return True

    def _ask_tickets(self, seat: int) -> None:
        """One ticket at least or, with a dash, none; then others until nothing more is typed."""
        who, bought = "" if len(self.seats) == 1 else f"Seat {seat}: ", False
        while True:
            ask = "Another ticket (Enter: draw)" if bought else f"Ticket [{self.ticket}] (-: none)"
            typed = self.keyboard.line(f"{who}{ask}: ")
            if typed == "-" or (bought and not typed):
                return
            try:
                bought |= not self._command(typed) and self._at_desk(seat, typed or self.ticket)
            except Refused as refusal:
                self._refused(refusal)

    def _at_desk(self, seat: int, typed: str) -> bool:
        """Do with a ticket what was typed; whether one was bought."""
        word, _, serial = typed.partition(" ")
        if word in tickets.DESK:
            print_events(self.console, getattr(self.table, word)(seat, serial.strip()), self.book)
            return False
        made = self.table.buy(seat, **tickets.parse_ticket(typed, self.rules))
        printed = next(event for event in made if event.kind == "issued")
        spent = -sum(
            self.table.round.state.nets[one].get(name, 0)
            for one in self.seats
            for name in self.table.round.state.nets[one]
        )
        if spent > self.bank:
            self.table.void(seat, printed.what)
            raise Refused(f"your tickets total {money(spent)}; you have {money(self.bank)}")
        self.ticket = typed
        self.console.print(indented(Text(f"ticket {printed.what}: {printed.says}")))
        return True

    def _ask_bets(self, seat: int) -> dict[str, int]:
        who = "Bets" if len(self.seats) == 1 else f"Seat {seat} bets (- for none)"
        while True:
            typed = self.keyboard.line(f"{who} [{bets_text(self.last[seat])}]: ")
            if not typed:
                return dict(self.last[seat])
            if typed == "-" and len(self.seats) > 1:
                return {}
            try:
                if not self._command(typed):
                    return parse_bets(typed, self.rules)
            except Refused as refusal:
                self._refused(refusal)

    def _place(self, seat: int, wagers: dict[str, int]) -> None:
        """Let the seat's bets of this round be these and no others; what stood before it stays."""
        made: dict[str, int] = {}
        if self.table.waiting is not None:
            stood = {e.wager for e in self.table.events if e.kind == "stands" and e.who == seat}
            placed = self.table.round.state.placed.get(seat, {})
            made = {name: 0 for name in placed if name not in stood}
            kept = [name for name in stood if self.rules.wager(name).kept]
            wagers = {n: c for n, c in wagers.items() if n not in kept or c > placed.get(n, 0)}
        if made or wagers:
            self.table.bet(seat, {**made, **wagers})

    # -- decisions ---------------------------------------------------------------------------

    def _decision(self, asked: Ask) -> None:
        assert isinstance(asked.who, int)
        if asked.who not in self.seats:  # somebody who is there so that there are enough
            if self.company:
                self.company.answer(self.table)
                return
            first = asked.choices[0]
            self.table.act(asked.who, first.name, first.least)
            return
        self.viewer = asked.who
        self._show_table(self.table.view(asked.who))
        keys = choice_keys(asked.choices)
        while True:
            prompt = "   ".join(
                _choice_text(key, choice, self.book) for key, choice in keys.items()
            )
            who = f"Seat {asked.who}: " if len(self.seats) > 1 else ""
            if any(choice.least != choice.most for choice in asked.choices):
                typed = self.keyboard.line(f"{who}{prompt}: ")
            else:
                typed = self.keyboard.key(f"{who}{prompt}: ")
            try:
                if not self._command(typed):
                    self._act(asked, keys, typed)
                    return
            except Refused as refusal:
                self._refused(refusal)

    def _act(self, asked: Ask, keys: dict[str, Choice], typed: str) -> None:
        word, _, amount = typed.lower().partition(" ")
        choice = keys.get(word) or next((c for c in asked.choices if c.name == word), None)
        if choice is None:
            names = " or ".join(
                f"{key} ({choice_title(one.name, self.book)})" for key, one in keys.items()
            )
            raise Refused(f"press {names}")
        assert isinstance(asked.who, int)
        if choice.cards:
            if amount and not amount.isdecimal():
                raise Refused(f"{words(choice.name)} needs a number of cards")
            self.table.act(asked.who, choice.name, int(amount) if amount else choice.least)
            return
        cents = dollars(amount) if amount else self._usual(choice)
        on_table = any(wager.kept for wager in self.rules.wagers.values())
        if not on_table and self._staked() + cents > self.bank:
            raise Refused(
                f"that takes {money(cents)}; you have {money(self.bank - self._staked())}"
            )
        self.table.act(asked.who, choice.name, cents)

    def _usual(self, choice: Choice) -> int:
        """The amount of a choice that is made without one."""
        return usual_amount(choice, choice.most, max(first_bets(self.rules).values(), default=500))

    def _staked(self) -> int:
        """Return the chips that this person has put on the table in this round."""
        placed = self.table.round.state.placed
        return sum(sum(placed[seat].values()) for seat in self.seats if seat in placed)

    # -- commands ----------------------------------------------------------------------------

    def _command(self, typed: str) -> bool:
        """Execute a command; return anything else to the caller."""
        word, _, rest = typed.partition(" ")
        if word == "q":
            raise Left
        if word == "g":
            self._show_rules()
        elif word == "l":
            print_events(self.console, self._view(rest).events, self.book)
        elif word == "e":
            view = self._view(rest)
            assert isinstance(view.who, int)
            print_why(self.console, view, view.who, self.rules, self.file)
        elif word == "!":
            self._advise(rest)
        elif typed == "?":
            self.console.print(Text(HELP, CITE))
            self.console.print(indented(offer(self.table)))
        elif typed.startswith("?"):
            print_wager(self.console, self.table, typed[1:])
        else:
            return False
        return True

    def _advise(self, seat: str) -> None:
        """Print the value of each choice, where the table permits advice."""
        self.table.check_aid(ADVICE)
        if not isinstance(self.table.waiting, Ask):
            raise Refused("there is no decision to make now")
        view = self._view(seat)
        assert isinstance(view.who, int)
        worth = self.game.advise(view, self.rules)
        if not worth:
            raise Refused(f"seat {view.who} has no decision to make now")
        hand = names(view.state.hands[view.who])
        print_advice(self.console, hand, view.state.stakes(view.who), worth)

    def _view(self, seat: str) -> View:
        """The round as one of this person's seats may see it, and as no other."""
        who: Place = int(seat) if seat.isdecimal() else self.viewer
        if who not in self.seats:
            raise Refused(f"you do not have seat {who}")
        return self.table.view(who)

    def _show_rules(self) -> None:
        self.console.print(self.book.summary)
        steps = grid("", "", shares=(8, 5), head=False)
        for name, step in self.book.round.items():
            steps.add_row(step.says, cite_text(self.rules.cite(name)))
        self.console.print(indented(steps))

    # -- showing -----------------------------------------------------------------------------

    def _show_table(self, view: View) -> None:
        shown = grid("", "", "", head=False)
        for event in view.events:
            if event.kind in ("rolled", "spun"):
                shown.add_row("dice" if event.kind == "rolled" else "wheel", event.what)
            elif event.kind == "displayed":
                shown.add_row("drawn", event.what)
            elif event.kind == "won" and event.who == view.who:
                shown.add_row(f"ticket {event.what}", f"wins {event.says}")
        hands = hands_seen(view.events)
        called = hand_names(view.events, self.rules)
        for place, cards in hands.items():
            name = called.get(place, "")
            shown.add_row(self._place_name(place, view.who), hand_text(cards), name)
        self.console.print(indented(shown))

    def _show_results(self) -> None:
        results = self.table.results
        if results.void:
            self.console.print("The round is void.")
        for seat in self.seats:
            view = self.table.view(seat)
            if seat == self.seats[0] or len(self.seats) > 1:
                self._show_table(view)
            if seat in results.nets:
                self.console.print(indented(results_grid(view, seat, self.book)))

    def _place_name(self, place: Place, who: Place) -> str:
        if place == who and len(self.seats) == 1:
            return "you"
        return place_words(place, self.book)

    def _refused(self, refusal: Refused) -> None:
        cite = f" [{refusal.cite}]" if refusal.cite else ""
        reason = refusal.reason[:1].upper() + refusal.reason[1:]
        self.console.print(Text.assemble((f"{reason}.", "yellow"), (cite, CITE)))


def _choice_text(key: str, choice: Choice, book: Rulebook) -> str:
    name = choice_title(choice.name, book)
    shown = name.replace(key, f"({key})", 1) if key in name else f"({key}) {name}"
    if choice.least != choice.most:
        least = str(choice.least) if choice.cards else money(choice.least)
        return f"{shown} {least} to {choice.words(choice.most)}"
    return f"{shown} {choice.words(choice.least)}" if choice.least else shown
