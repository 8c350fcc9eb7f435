"""What has gone wrong while winner's pot poker is dealt, and when it may be reported (33.12)."""

from collections.abc import Callable

from houseway.referee.events import Event, Place
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

HOLE_CARD, HOLE_CARDS = "hole_card_exposed", "hole_cards_exposed"
DEALER_CARD, DEALER_CARDS = "dealer_hole_card_exposed", "dealer_hole_cards_exposed"
BURN, EXPOSES = "burn_forgotten", "player_exposes_card"


class Watch:
    """What was reported, and what the deal has to take into account because of it."""

    def __init__(self, r: Round) -> None:
        self.r = r
        self.shown: set[Place] = set()  # hands of which a down card has shown
        self.about_to_burn = False
        self.burn_forgotten = False
        self.none_burned = False
        r.may_report = self.check
        r.on_report.update({HOLE_CARD: self.show, DEALER_CARD: self.show, BURN: self.forget_burn})

    @property
    def reported(self) -> Place:
        """Whom the last report was about."""
        last = next(event for event in reversed(self.r.events) if event.kind == "reported")
        return "dealer" if last.who is None else last.who

    # -- when --------------------------------------------------------------------------------------

    def check(self, given: Input) -> None:
        """Refuse a report that does not fit what has been dealt so far."""
        checks: dict[str, Callable[[Place], str]] = {
            HOLE_CARD: self.one_card,
            DEALER_CARD: self.one_card,
            HOLE_CARDS: self.both_cards,
            DEALER_CARDS: self.both_cards,
            EXPOSES: self.own_card,
        }
        if given.what == BURN and not self.about_to_burn:
            raise Refused("no card is about to be burned", self.r.cite(BURN))
        if given.what in checks:
            place: Place = "dealer" if given.who is None else given.who
            if reason := checks[given.what](place):
                raise Refused(reason, self.r.cite(given.what))

    def one_card(self, place: Place) -> str:
        """Why no single card of a hand can have shown while it was dealt."""
        if place in self.shown:
            return "a card of this hand has shown already"
        return self.between(place, 1)

    def both_cards(self, place: Place) -> str:
        """Why not both cards of a hand can have shown."""
        return self.between(place, self.r.rule("down_cards"))

    def between(self, place: Place, least: int) -> str:
        """Why a hand is not between so many cards and its third."""
        held = len(self.r.state.hands.get(place, ()))
        if held < least:
            return "the card has not been dealt"
        return "" if held <= self.r.rule("down_cards") else "the third card has been dealt"

    def own_card(self, place: Place) -> str:
        """Why a player can show no down card."""
        if place not in self.r.state.hands:
            return "this hand has been put away"
        return "this hand has been turned up" if place in self.r.state.face_up else ""

    # -- what then ---------------------------------------------------------------------------------

    def show(self) -> Script[None]:
        """A card of a hand has shown: everybody has seen it, and the third is dealt face down."""
        place = self.reported
        card = self.r.state.hands[place][-1]
        cite = self.r.cite("third_card_down")
        self.shown.add(place)
        self.r.emit(Event("shown", place, cards=(card,), step="third_card_down", cite=cite))
        return
        yield

    def forget_burn(self) -> Script[None]:
        """The dealing goes on without a burn."""
        self.burn_forgotten = True
        return
        yield
