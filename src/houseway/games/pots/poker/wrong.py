"""What goes wrong at a poker table, when it may be reported and what then (14.15, 14.16)."""

from houseway.games.pots.poker.posting import ORDERED_OFF, TAKEN_UP, see_off
from houseway.games.pots.poker.pots import Pot
from houseway.games.pots.poker.table import Table
from houseway.referee.events import CENTRE, Event, Place, bet_account
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Script
from houseway.rulebook.refusal import Refused

RELEASED, PLAY_ON = "contend_for_pot_so_far", "play_on"
STUD = "forced_bet"
DEAD = ("hand_fouled", "hand_collected", "player_left", "cards_thrown_away")
LEAVES = (*DEAD, "collusion", "protected_hand_lost", "hole_cards_exposed")  # the hand is dead


class Watch:
    """Reports of a round, and what they do to it."""

    def __init__(self, t: Table) -> None:
        self.t = t
        t.r.may_report = self.check
        t.r.is_decided = lambda: t.decided
        t.r.on_void = lambda: see_off(t.r)
        t.r.lasting = frozenset({ORDERED_OFF, TAKEN_UP})
        t.r.on_report.update(dict.fromkeys(DEAD, self.kill_hand))
        t.r.on_report["collusion"] = self.order_off
        t.r.on_report["protected_hand_lost"] = self.refund
        t.r.on_report["hole_card_exposed"] = self.show_hole_card
        t.r.on_report["hole_cards_exposed"] = self.show_both
        t.r.on_report["last_card_exposed"] = self.show_last
        t.r.on_report["down_card_exposed"] = self.exchange

    @property
    def reported(self) -> tuple[int, str]:
        """Whom the last report is about, and what it is."""
        last = next(event for event in reversed(self.t.r.events) if event.kind == "reported")
        return (last.who if isinstance(last.who, int) else 0), last.what

    # -- when --------------------------------------------------------------------------------------

    def check(self, given: Input) -> None:
        """Refuse a report that does not fit what has happened so far."""
        if reason := self.why_not(given.what, given.who):
            raise Refused(reason, self.t.r.cite(given.what))

    def why_not(self, what: str, who: Place | None) -> str:
        """Why something cannot have happened."""
        t = self.t
        seat = who if isinstance(who, int) else 0
        held = len(t.r.state.hands.get(seat, ()))
        if t.r.rules.book.irregularities[what].names_seat and (
            seat not in t.seats or seat in t.out or not held
        ):
            return "this seat has no hand"
        if what in LEAVES and t.decided:
            return "every other hand is out, and the last player has the pot"
        if what in ("improper_cut", "shuffler_fails") and t.spread:
            return "the cards lie spread and are not shuffled yet"
        if what in ("wrong_start", "player_skipped") and t.answered > 1:
            return "two players have wagered"
        if what == "hand_fouled" and t.starts_with == STUD:
            return "hole cards of stud count as protected"
        if what == "cards_thrown_away" and not self.faces_wager(seat):
            return "no wager is to be made or called"
        if what == "hole_card_exposed":
            return self.why_not_hole_card(seat, held)
        if what == "hole_cards_exposed" and held != 2:
            return "both hole cards and no other are to be out"
        if what == "last_card_exposed":
            return self.why_not_last(seat, held)
        if what == "down_card_exposed" and t.r.state.hands.get("board"):
            return "the flop has been dealt"
        return ""

    def faces_wager(self, seat: int) -> bool:
        """Whether it is a player's turn, with a wager to make or call."""
        betting = self.t.betting
        if betting is None or self.t.turn != seat:
            return False
        return betting.current > betting.put.get(seat, 0) or betting.must_open == seat

    def why_not_hole_card(self, seat: int, held: int) -> str:
        t = self.t
        if seat in t.shown:
            return "a card of this hand has shown already"
        most = 2 if t.game.startswith("stud7") else 1
        return "" if held <= most else "the up-card has been dealt"

    def why_not_last(self, seat: int, held: int) -> str:
        t = self.t
        due = 7 if t.game.startswith("stud7") else 3
        if held != due:
            return "the last hole card is not out"
        betting = t.betting
        if seat in t.released or (betting and (betting.put.get(seat) or seat in betting.acted)):
            return "the player has gone on"
        if t.game == "mambo" and t.board():
            return "the community card has been dealt"
        return ""

    # -- what then ---------------------------------------------------------------------------------

    def kill_hand(self) -> Script[None]:
        """A hand is dead and its player has no part in the pot; the chips stay there."""
        seat, what = self.reported
        self.bury(seat, "thrown_away" if what == "cards_thrown_away" else "dead_hand")
        return
        yield

    def order_off(self) -> Script[None]:
        """A player who is believed to play for another's good has no part in this hand nor in any
        other of this game."""
        r = self.t.r
        seat, _ = self.reported
        name = r.data.players.get(seat, "")
        r.data.notes[ORDERED_OFF] = [*r.data.notes.get(ORDERED_OFF, []), name]
        self.bury(seat, "ordered_off")
        return
        yield

    def bury(self, seat: int, step: str) -> None:
        """A hand leaves the round."""
        t = self.t
        says = t.r.rules.says(step)
        t.r.emit(Event("gone", seat, says=says, step=step, cite=t.r.cite(step)))
        t.put_away(seat, step)

    def refund(self) -> Script[None]:
        """A player who is not at fault has all that he put into the pot back."""
        t = self.t
        seat, _ = self.reported
        self.give_back(seat, t.bet_so_far.get(seat, 0), "refund")
        self.bury(seat, "refund")
        return
        yield

    def give_back(self, seat: int, amount: int, step: str) -> None:
        """Chips of one player leave the pots, from the bets of this round first."""
        t, left = self.t, amount
        if not amount:
            return
        account = bet_account(seat, "stakes")
        event = Event("returned", seat, step, "stakes", amount, 0, CENTRE, account, step=step)
        t.r.emit(event._replace(cite=t.r.cite(step)))
        t.bet_so_far[seat] = t.bet_so_far.get(seat, 0) - amount
        if t.betting is not None and t.open_round:
            chips = min(left, t.betting.put.get(seat, 0))
            t.betting.put[seat] = t.betting.put.get(seat, 0) - chips
            left -= chips
        for pot in reversed(t.pots):
            left -= self.take_from(pot, seat, min(left, pot.paid.get(seat, 0)))
        for pot in t.pots:  # the rake has come out of the chips of others too
            left -= self.take_from(pot, seat, left)

    def take_from(self, pot: Pot, seat: int, amount: int) -> int:
        """Chips that a player has back leave a pot, as far as they lie in it; how many do."""
        chips = min(amount, pot.amount)
        pot.amount -= chips
        pot.paid[seat] = max(0, pot.paid.get(seat, 0) - chips)
        return chips

    def show_hole_card(self) -> Script[None]:
        """Everybody has seen the card; the player's up-card comes face down."""
        t = self.t
        seat, what = self.reported
        card = t.hand(seat)[-1]
        t.shown.add(seat)
        t.up.setdefault(seat, []).append(card)
        t.r.emit(Event("shown", seat, cards=(card,), step="dealt_down", cite=t.r.cite(what)))
        return
        yield

    def show_both(self) -> Script[None]:
        """The hand is dead and its ante goes back."""
        t = self.t
        seat, _ = self.reported
        self.give_back(seat, min(t.r.rule("ante") or 0, t.bet_so_far.get(seat, 0)), "ante_back")
        self.bury(seat, "ante_back")
        return
        yield

    def show_last(self) -> Script[None]:
        """The player chooses to contend for the pot so far alone, or to play on."""
        t = self.t
        seat, what = self.reported
        card = t.hand(seat)[-1]
        t.r.emit(Event("shown", seat, cards=(card,), cite=t.r.cite(what)))
        choices = (Choice(RELEASED), Choice(PLAY_ON))
        given = yield from t.r.ask(seat, *choices, step="last_card_choice", idle=PLAY_ON)
        if given.what == RELEASED:
            t.released.add(seat)
            cite = t.r.cite("last_card_choice")
            t.r.emit(Event("silenced", seat, step="last_card_choice", cite=cite))
            for pot in t.pots:
                pot.closed = pot.closed or seat in pot.seats

    def exchange(self) -> Script[None]:
        """The exposed card is exchanged for the top card; it is a discard or the next burn card."""
        t = self.t
        r = t.r
        seat, _ = self.reported
        card = t.hand(seat)[-1]
        r.emit(Event("shown", seat, cards=(card,), step="replaced", cite=r.cite("replaced")))
        burns = r.rule("exposed_card") == "burn" and t.burn_instead is None
        kind, step = ("kept_to_burn", "to_burn") if burns else ("discarded", "to_discards")
        r.emit(Event(kind, seat, cards=(card,), step=step, cite=r.cite(step)))
        if burns:
            t.burn_instead = card
        else:
            t.discards.setdefault("dealer", []).append(card)
        yield from r.deal(seat, 1, "replaced")
