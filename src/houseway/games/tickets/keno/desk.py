"""The keno work stations while a game is open: tickets are issued, voided, refunded and redeemed,
and the closing is announced (13:69F-15.3 to 15.7)."""

from houseway.games.tickets.keno.notes import game_number, is_down, notes, tickets, waits
from houseway.games.tickets.keno.payment import check_payment, redeem
from houseway.games.tickets.keno.ticket import (
    QUICK_PICK,
    Order,
    Ticket,
    check_runner,
    face,
    read_order,
    refuse,
)
from houseway.referee.events import TICKETS, Event, seat_account
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.referee.window import BettingWindow
from houseway.rulebook.money import cents, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words

NOTICE, GO_OUT, SIGN_IN = "notice", "go_out", "sign_in"
STAFF = ("writer", "supervisor")


class Desk(BettingWindow):
    """Checks what is asked at the work stations, and does it."""

    def __init__(self, r: Round) -> None:
        super().__init__(r.rules, r.data, r.state)
        self.r = r
        self.runners_out: list[str] = []  # who take wagers on this game
        self.notice = -1  # the minute at which the closing was announced
        self._read: tuple[Input, list[Order]] | None = None

    def holds(self, seat: int) -> bool:
        """A player with a ticket may go where he likes."""
        return False

    # -- checking --------------------------------------------------------------------------------

    def check_bet(self, given: Input) -> None:
        """A bet by word alone is a quick-pick: ``quick_pick@5`` and its rate."""
        self._check_patron(given)
        if not given.amounts:
            raise Refused("a bet names a wager and an amount", self.rules.cite("bets"))
        self._orders(given)

    def check_desk(self, given: Input) -> None:
        """Refuse what may not be done at a work station now; nothing changes."""
        if given.do == "act":
            self._check_act(given)
            return
        self._check_patron(given)
        if given.do == "buy":
            self._orders(given)
        elif given.do == "void":
            self._check_void(given)
        elif given.do == "refund":
            self._check_refund(given)
        else:
            check_payment(self.r, given)

    def check_close(self, given: Input | None = None) -> None:
        """A game closes once it has been announced, all runners are in, and who may closes it."""
        r, by = self.r, given.who if given else None
        self._check_up("system")
        if r.rule("closing_notice") == "spoken":
            waited = r.data.minutes - self.notice
            if self.notice < 0 or waited < r.rule("notice_minutes"):
                refuse(self.rules, "closing")
        if out := self.runners_out:
            refuse(self.rules, "runners", f"{', '.join(out)} must sign in first")
        if r.rule("auto_lockout"):
            if by is not None:
                refuse(self.rules, "override", "the system locks itself")
        elif by == "writer":
            if not (given and given.accepted):
                refuse(self.rules, "start", "a writer starts a game with a supervisor's approval")
        elif by not in (None, "supervisor"):
            refuse(self.rules, "start", f"{by} does not start a game")

    def _check_patron(self, given: Input) -> None:
        if type(given.who) is not int or given.who < 1:
            refuse(self.rules, "seated", f"there is no player {given.who!r}")

    def _check_up(self, step: str) -> None:
        if is_down(self.r):
            refuse(self.rules, step, "the keno computer system is not operational")

    def _order(self, given: Input) -> Order:
        self._check_up("issue")
        return read_order(given.form, self.rules, game_number(self.r))

    def _orders(self, given: Input) -> list[Order]:
        """The tickets that are asked for; what was read to be checked is not read again."""
        if self._read is None or self._read[0] is not given:
            self._read = (given, self._quick(given) if given.do == "bet" else [self._order(given)])
        return self._read[1]

    def _quick(self, given: Input) -> list[Order]:
        """The quick-picks that are asked for by word."""
        found = []
        for name, amount in given.amounts:
            base, _, spots = name.partition("@")
            if base != QUICK_PICK:
                self.rules.wager(base)
                refuse(self.rules, "request_needed")
            if not spots.isdecimal():
                self.rules.wager(name)  # refuses what is no number of spots
            if not cents(amount, name, self.rules.cite("wager_limits")):
                refuse(self.rules, "void", "a ticket is voided by its number")
            tender = given.what or "chips"
            form = {"wager": base, "spots": int(spots), "rate": amount, "tender": tender}
            found.append(self._order(given._replace(form=form)))
        return found

    def _held(self, given: Input, step: str) -> Ticket:
        """The ticket that a player presents."""
        ticket = tickets(self.r).get(given.what)
        if ticket is None or ticket["patron"] != given.who:
            refuse(self.rules, step, f"player {given.who} has no live ticket {given.what!r}")
        return ticket

    def _check_void(self, given: Input) -> None:
        self._check_up("void")
        if self._held(given, "void")["first"] != game_number(self.r):
            refuse(self.rules, "void", "the ticket's first game has started")

    def _check_refund(self, given: Input) -> None:
        self._check_up("refund")
        if not self.r.rule("multi_race_refund"):
            refuse(self.rules, "refund", "this house gives no refund on a multi-race ticket")
        ticket = self._held(given, "refund")
        if not waits(ticket, game_number(self.r)):
            refuse(self.rules, "refund", "every game of the ticket has been drawn")
        if ticket["first"] == game_number(self.r):
            refuse(self.rules, "void", "no game of the ticket is drawn yet: it is voided whole")

    def _check_act(self, given: Input) -> None:
        out = self.runners_out
        if given.what == NOTICE:
            if given.who not in STAFF:
                refuse(self.rules, "closing", "a supervisor or a writer announces the closing")
            if self.notice >= 0:
                refuse(self.rules, "closing", "the closing has been announced")
        elif given.what in (GO_OUT, SIGN_IN):
            check_runner(given.who, self.rules)
            if (given.who in out) == (given.what == GO_OUT):
                refuse(self.rules, "runners", f"{given.who} has done so already")
        else:
            refuse(self.rules, "bets", f"{given.what!r} is not done while a game is open")

    def acts(self) -> list[tuple[str, str]]:
        """What has to be done before the game can close."""
        found = [(runner, SIGN_IN) for runner in self.runners_out]
        if self.r.rule("closing_notice") == "spoken" and self.notice < 0:
            found.append(("writer", NOTICE))
        return found

    # -- doing -----------------------------------------------------------------------------------

    def do(self, given: Input) -> Script[None]:
        """What has been checked takes effect."""
        if given.do in ("bet", "buy"):
            for order in self._orders(given):
                yield from self.issue(given, order)
        elif given.do == "void":
            self.void(given)
        elif given.do == "refund":
            self.refund(given)
        elif given.do == "redeem":
            yield from redeem(self.r, tickets(self.r)[given.what], given.form)
        else:
            self.act(given)

    def issue(self, given: Input, order: Order) -> Script[None]:
        """The ticket is keyed, printed and, once it is paid for, handed over."""
        r, patron = self.r, given.who
        assert isinstance(patron, int)
        groups, ways = order.groups, order.ways
        if order.picked:
            picked = yield from r.pick(patron, order.picked, "quick_pick")
            groups = (tuple(sorted(picked)),)
            ways = (ways[0]._replace(spots=groups[0]),)
        if order.runner and order.runner not in self.runners_out:
            self.runners_out.append(order.runner)
        notes(r)["serial"] += 1
        serial = f"{notes(r)['serial']:08d}"
        ticket = Ticket(
            serial=serial,
            patron=patron,
            wager=order.name,
            groups=[list(group) for group in groups],
            ways=[[way.rate, list(way.spots)] for way in ways],
            games=order.games,
            first=game_number(r),
            last=game_number(r) + order.games - 1,
            each=order.each,
            station=order.station,
            writer=order.writer,
            runner=order.runner,
            issued=r.data.minutes,
            card=r.rules.options["rate_card"],
            won=[],
        )
        tickets(r)[serial] = ticket
        player, cite = seat_account(patron), r.rules.wagers[order.wager].cite
        if by := given.form.get("by"):
            cite = f"{cite}, {r.cite(f'asked_{by}')}"
        if order.games > 1:
            cite = f"{cite}, {r.cite('multi_race')}"
        name, price = order.name, order.price
        r.emit(
            Event("wagered", patron, "", name, price, 0, player, TICKETS, step="bets", cite=cite)
        )
        says = "; ".join(f"{words(key)}: {text}" for key, text in self._face(ticket).items())
        r.emit(
            Event(
                "issued",
                patron,
                serial,
                name,
                sees=patron,
                says=says,
                step="issue",
                cite=r.cite("issue"),
            )
        )
        if change := order.tendered - price:
            says = f"{money(change)} change"
            r.emit(
                Event(
                    "change",
                    patron,
                    amount=change,
                    says=says,
                    step="paid_for",
                    cite=r.cite("paid_for"),
                )
            )

    def _face(self, ticket: Ticket) -> dict[str, str]:
        return face(ticket, self.rules, self.r.data.local_time(ticket["issued"]))

    def void(self, given: Input) -> None:
        """A ticket is voided whole; the day's list of its work station has it."""
        r, ticket = self.r, tickets(self.r).pop(given.what)
        memory, today = notes(r), str(r.data.today)
        if memory["voids_of"] != today:
            memory["voids"], memory["voids_of"] = {}, today
        memory["voids"].setdefault(ticket["station"], []).append(ticket["serial"])
        give_back(r, ticket, ticket["games"], "withdrawn", "void")

    def refund(self, given: Input) -> None:
        """The games that are not drawn are given back; the ticket ends with the last one drawn."""
        r, ticket = self.r, tickets(self.r)[given.what]
        left = ticket["last"] - game_number(r) + 1
        give_back(r, ticket, left, "returned", "refund")
        tickets(r)[given.what] = {
            **ticket,
            "last": ticket["last"] - left,
            "games": ticket["games"] - left,
        }
        if not any(ticket["won"]):
            del tickets(r)[given.what]

    def act(self, given: Input) -> None:
        """The closing is announced; a runner goes out or signs in."""
        r, who = self.r, str(given.who)
        if given.what == NOTICE:
            self.notice = r.data.minutes
            r.say("closing", who)
            return
        out = self.runners_out
        out.append(who) if given.what == GO_OUT else out.remove(who)
        says = f"{who} takes wagers" if given.what == GO_OUT else f"{who} signs in"
        r.emit(Event("said", who, given.what, says=says, step="runners", cite=r.cite("runners")))


def give_back(r: Round, ticket: Ticket, games: int, kind: str, step: str) -> None:
    """The price of so many games of a ticket goes back to the player."""
    patron, wager, amount = ticket["patron"], ticket["wager"], ticket["each"] * games
    r.emit(
        Event(
            kind,
            patron,
            ticket["serial"],
            wager,
            amount,
            0,
            TICKETS,
            seat_account(patron),
            sees=patron,
            step=step,
            cite=r.cite(step),
        )
    )
