"""The hands and wagers of a box, by their names.

A player's first hand lies at the seat's own place; a hand that a split forms lies at a place such
as ``1.2``. Each hand has a wager of its own (``main``, ``split_2``) and may be doubled (``double``,
``double_2``). In multiple action all of them are made once for each hand of the dealer
(``main``, ``main_on_2``).
"""

from collections.abc import Iterator, Sequence

from houseway.equipment.cards import Card
from houseway.games.twenty_one.twentyone import Worth, is_blackjack, worth
from houseway.referee.events import Place
from houseway.referee.round import Round

MAIN = "main"
DEALER = "dealer"


def seat_of(place: Place) -> int:
    """The seat that a hand belongs to."""
    return place if isinstance(place, int) else int(place.partition(".")[0])


def number_of(place: Place) -> int:
    """Which of a seat's hands it is, from one."""
    return 1 if isinstance(place, int) else int(place.partition(".")[2])


def places(r: Round, seat: int) -> list[Place]:
    """A seat's hands, in the order in which they came to be."""
    own = [seat, *(f"{seat}.{number}" for number in range(2, r.rule("split_hands") + 1))]
    return [place for place in own if place in r.state.hands]


def spots(r: Round) -> list[int]:
    """The dealer's hands of the round, by number."""
    return list(range(1, int(r.rule("dealer_hands")) + 1))


def on_spot(name: str, spot: int) -> str:
    """A wager against one of the dealer's hands."""
    return name if spot == 1 else f"{name}_on_{spot}"


def base(place: Place, spot: int = 1) -> str:
    """The wager on a hand."""
    number = number_of(place)
    return on_spot(MAIN if number == 1 else f"split_{number}", spot)


def more_of(wager: str) -> str:
    """The wager that doubles a hand's first one.

    >>> more_of("main"), more_of("split_2")
    ('double', 'double_2')
    """
    return "double" if wager == MAIN else wager.replace("split", "double")


def made_on(r: Round, seat: int) -> Iterator[int]:
    """The dealer's hands that a seat has bet against."""
    for spot in spots(r):
        if r.has(seat, on_spot(MAIN, spot)):
            yield spot


def doubling(r: Round, seat: int, wager: str) -> tuple[int, int]:
    """The step between amounts that double a wager, and the most that may; nothing where the wager
    is smaller than a step. Of several spots the largest is doubled in full: what is named doubles
    each of them, none by more than itself."""
    step = r.rules.step_of(MAIN)
    most = max(r.state.stake(seat, on_spot(wager, spot)) for spot in made_on(r, seat))
    return step, most // step * step


def add_double(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """What was named doubles a wager on every spot."""
    for spot in made_on(r, seat):
        most = r.state.stake(seat, on_spot(wager, spot))
        r.wager(seat, on_spot(more_of(wager), spot), min(amount, most), step)


def cards_of(r: Round, place: Place) -> Sequence[Card]:
    """The cards of a hand."""
    return r.state.hands[place]


def worth_of(r: Round, place: Place) -> Worth:
    """What a hand is worth."""
    return worth(cards_of(r, place), r.rules.points)


def is_split(r: Round, seat: int) -> bool:
    """Whether a seat has split its cards."""
    return r.has(seat, "split_2")


def has_blackjack(r: Round, place: Place) -> bool:
    """Whether a hand is a blackjack, which one that came of a split never is."""
    split = place != DEALER and is_split(r, seat_of(place))
    return not split and is_blackjack(cards_of(r, place), r.rules.points)


def up_card(r: Round) -> Card:
    """The dealer's first card."""
    return cards_of(r, DEALER)[0]


def may_be_blackjack(r: Round) -> bool:
    """Whether the dealer's first card is an ace or counts ten."""
    return bool(r.rules.points[up_card(r) & 15] >= r.rule("blackjack_from"))


def is_hand_dealt(r: Round) -> bool:
    """Whether cards are dealt from the hand, so that the players' first ones lie face down."""
    return bool(r.rule("dealing") == "hand")


def surrendered(r: Round, seat: int) -> bool:
    """Whether a seat has given up its hand."""
    return "surrender" in r.state.choices.get(seat, ())


def card_is_down(r: Round, place: Place) -> bool:
    """Whether a hand was doubled with a card that nobody has seen yet."""
    dealt = any(e.kind == "dealt" and e.who == place and e.step == "double_down" for e in r.events)
    return dealt and place not in r.state.face_up
