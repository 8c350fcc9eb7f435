"""A round of poker in progress: who is in it, whose chips are where, which cards are open.

A player's table stakes lie on the layout (``stakes``) from round to round. A bet moves chips from
there to the middle of the table, and who wins a pot has its chips before him again. ``Table``
holds what betting, streets, showdown and irregularities share; each of them has a file of its own.
"""

from collections.abc import Collection

from houseway.equipment.cards import Card
from houseway.games.pots.poker.betting import Betting
from houseway.games.pots.poker.pots import Pot
from houseway.referee.events import CENTRE, RACK, Event, Place, bet_account
from houseway.referee.round import Round
from houseway.rulebook.money import FINE, money

STAKES = "stakes"  # the only wager: what a player has on the table
BOARD = "board"  # where community cards lie
BLINDS, FORCED = "blinds", "forced_bet"  # how a game begins


class Table:
    """What is known of a round."""

    def __init__(self, r: Round) -> None:
        self.r = r
        self.game: str = r.rule("game")
        self.seats: list[int] = []  # dealt in, in the order of their numbers
        self.spread = False  # the cards lie spread, for too few players are here
        self.order: list[int] = []  # the same, as cards and action go around
        self.button = 0
        self.out: set[int] = set()  # folded, fouled or dead
        self.left: list[int] = []  # the same, in the order in which they left the round
        self.released: set[int] = set()  # contend without further wagers
        self.pots: list[Pot] = []
        self.up: dict[int, list[Card]] = {}
        self.burns: list[Card] = []
        self.discards: dict[Place, list[Card]] = {}  # by whose they were
        self.aggressor = 0  # who made the last bet or raise
        self.first_to_act = 0  # of the last betting round
        self.answered = 0  # voluntary wagers so far
        self.raked = 0
        self.bet_so_far: dict[int, int] = {}  # by seat, in the whole round
        self.kill = 0  # who has the kill button
        self.posts_too: list[int] = []  # newcomers who post a blind
        self.shown: set[int] = set()  # whose next up-card is dealt down
        self.burn_instead: Card | None = None  # an exposed card that serves as the next burn
        self.betting: Betting | None = None  # the betting round in progress
        self.turn = 0  # whose turn it is
        self.open_round = False  # whether a betting round is in progress
        self.asked_run = False  # whether hands were offered to be run several times
        self.beaten: dict[int, tuple[Card, ...]] = {}  # losing hands that were shown
        self.boards = [BOARD]  # where the board lies of each hand that is run
        self.offers = False  # whether the payout fund is offered in this round

    # -- who ---------------------------------------------------------------------------------------

    @property
    def live(self) -> list[int]:
        """Who still contends, clockwise from where the action starts."""
        return [seat for seat in self.order if seat not in self.out]

    @property
    def over(self) -> bool:
        """Whether at most one player is left."""
        return len(self.live) < 2

    @property
    def decided(self) -> bool:
        """Whether cards or chips went around and one player is left, who has no choice to make."""
        return bool(self.order) and self.over

    def from_seat(self, first: int, seats: Collection[int]) -> list[int]:
        """Some of the seats, clockwise from one of them."""
        place = self.order.index(first) if first in self.order else 0
        around = self.order[place:] + self.order[:place]
        return [seat for seat in around if seat in seats]

    @property
    def starts_with(self) -> str:
        """Whether blinds or a forced bet start the betting."""
        found: str = self.r.rule("starts_with")
        return found

    # -- chips -------------------------------------------------------------------------------------

    def stack(self, seat: int) -> int:
        """What a player has on the table, coin included."""
        return self.r.state.bets[seat].get(STAKES, 0)

    def playable(self, seat: int) -> int:
        """What a player can bet: whole chips, for coin serves an ante alone."""
        stack = self.stack(seat)
        return stack - stack % self.r.rules.chip

    def pay_in(self, seat: int, amount: int, what: str, step: str, cite: str = "") -> None:
        """Chips go from a player into the pot."""
        if not amount:
            return
        self.bet_so_far[seat] = self.bet_so_far.get(seat, 0) + amount
        account = bet_account(seat, STAKES)
        says = f"{what.replace('_', ' ')}: {money(amount)}"
        cite = cite or self.r.cite(step)
        event = Event("taken", seat, what, STAKES, amount, 0, account, CENTRE, says=says)
        self.r.emit(event._replace(step=step, cite=cite))

    def pay_out(self, seat: int, amount: int, what: str, step: str, kind: str = "paid") -> None:
        """Chips go from the pot to a player, who has them on the table."""
        if not amount:
            return
        account = bet_account(seat, STAKES)
        event = Event(kind, seat, what, STAKES, amount, 0, CENTRE, account, step=step)
        self.r.emit(event._replace(cite=self.r.cite(step)))

    def to_house(self, amount: int, what: str, step: str, cite: str = "") -> None:
        """The house takes something out of the pot."""
        says = f"{what.replace('_', ' ')}: {money(amount)}"
        event = Event("fee", None, what, "", amount, 0, CENTRE, RACK, says=says, step=step)
        self.r.emit(event._replace(cite=cite or self.r.cite(step)))

    @property
    def in_centre(self) -> int:
        """What lies in the middle, in cents."""
        return self.r.state.books.get(CENTRE, 0) // FINE

    def all_in(self) -> set[int]:
        """Who has nothing left to bet with, or need not bet any more."""
        return {s for s in self.live if not self.playable(s)} | self.released

    # -- cards -------------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[Card, ...]:
        """A player's own cards."""
        return tuple(self.r.state.hands.get(seat, ()))

    def board(self, place: str = BOARD) -> tuple[Card, ...]:
        """The community cards, or those of one of the hands that are run."""
        hands = self.r.state.hands
        common = tuple(hands.get(BOARD, ()))
        return common if place == BOARD else (*common, *hands.get(place, ()))

    def put_away(self, seat: int, step: str) -> None:
        """A hand goes to the discards, unseen; its player is out of the round."""
        self.out.add(seat)
        self.left.append(seat)
        self.discards.setdefault(seat, []).extend(self.hand(seat))
        for pot in self.pots:
            pot.seats.discard(seat)
        if seat in self.r.state.hands:
            self.r.collect(seat, step)

    def tell(self, step: str, who: Place = "dealer", says: str = "") -> None:
        """The dealer says or does something that has no other effect."""
        words = says or self.r.rules.says(step)
        self.r.emit(Event("said", who, step, says=words, step=step, cite=self.r.cite(step)))
