"""The hands and wagers of a box, by their names.

A player's first hand lies at the seat's own place; a hand that a split forms lies at a place such
as ``1.2``. Each hand has a wager of its own (``main``, ``split_2``) and may be doubled (``double``,
``double_2``). Where two hands are dealt to each player (the rule ``hands_dealt``) ``1.2`` is the
other one, with the wager ``second``; splits of the first are then ``1.3`` to ``1.5`` and those of
the other ``1.6`` to ``1.8``. Wagers that a game lets players add in the course of the deal (the
rule ``attacks``) lie on the first hand beside ``main``; what splits or doubles a hand is measured
by all of them. In multiple action all wagers are made once for each hand of the dealer (``main``,
``main_on_2``).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from houseway.equipment.cards import Card
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.twentyone import Worth, is_blackjack, worth
from houseway.referee.events import Place
from houseway.referee.round import Round

MAIN = "main"
SECOND = "second"  # the wager on the other hand, where two are dealt
MOST_HANDS = 4  # that splits can make of one
DEALER = "dealer"


@lru_cache(maxsize=1024)
def seat_of(place: Place) -> int:
    """The seat that a hand belongs to."""
    return place if isinstance(place, int) else int(place.partition(".")[0])


@lru_cache(maxsize=1024)
def number_of(place: Place) -> int:
    """Which of a seat's hands it is, from one."""
    return 1 if isinstance(place, int) else int(place.partition(".")[2])


def places(r: Round, seat: int) -> list[Place]:
    """A seat's hands, in the order in which they came to be."""
    most = r.rule("split_hands")
    own = [hand for first in dealt_to(r, seat) for hand in formed_of(r, first)[:most]]
    return [place for place in own if place in r.state.hands]


def hands_dealt(r: Round) -> int:
    """How many hands are dealt to each player."""
    return int(rule_of(r.rules, "hands_dealt"))


def dealt_to(r: Round, seat: int) -> list[Place]:
    """The places of the hands that a seat is dealt."""
    return list(_dealt_to(hands_dealt(r), seat))


@lru_cache(maxsize=1024)
def _dealt_to(dealt: int, seat: int) -> tuple[Place, ...]:
    return seat, *(f"{seat}.{number}" for number in range(2, dealt + 1))


def first_wagers(r: Round) -> list[str]:
    """The wagers on the hands that are dealt."""
    return [MAIN, SECOND][: hands_dealt(r)]


def formed_of(r: Round, place: Place) -> tuple[Place, ...]:
    """A hand that was dealt and those that splits may form of it."""
    return _formed_of(hands_dealt(r), place)


@lru_cache(maxsize=1024)
def _formed_of(dealt: int, place: Place) -> tuple[Place, ...]:
    numbers = formed_numbers(dealt, number_of(place))
    return place, *(f"{seat_of(place)}.{number}" for number in numbers)


def formed_numbers(dealt: int, number: int) -> range:
    """The numbers of the hands that splits may form of one of those that are dealt.

    >>> [*formed_numbers(1, 1)], [*formed_numbers(2, 1)], [*formed_numbers(2, 2)]
    ([2, 3, 4], [3, 4, 5], [6, 7, 8])
    """
    start = dealt + (number - 1) * (MOST_HANDS - 1) + 1
    return range(start, start + MOST_HANDS - 1)


def dealt_as(r: Round, place: Place) -> Place:
    """The hand that was dealt of which a hand was formed."""
    return _dealt_as(hands_dealt(r), place)


@lru_cache(maxsize=1024)
def _dealt_as(dealt: int, place: Place) -> Place:
    firsts = _dealt_to(dealt, seat_of(place))
    return next(first for first in firsts if place in _formed_of(dealt, first))


def spots(r: Round) -> list[int]:
    """The dealer's hands of the round, by number."""
    return list(range(1, int(rule_of(r.rules, "dealer_hands")) + 1))


def on_spot(name: str, spot: int) -> str:
    """A wager against one of the dealer's hands."""
    return name if spot == 1 else f"{name}_on_{spot}"


def base(r: Round, place: Place, spot: int = 1) -> str:
    """The wager on a hand."""
    number, first = number_of(place), first_wagers(r)
    return on_spot(first[number - 1] if number <= len(first) else f"split_{number}", spot)


def insurance_of(place: Place) -> str:
    """The wager that insures a hand that was dealt."""
    number = number_of(place)
    return "insurance" if number == 1 else f"insurance_{number}"


def more_of(wager: str) -> str:
    """The wager that doubles a hand's first one.

    >>> more_of("main"), more_of("split_2"), more_of("second")
    ('double', 'double_2', 'double_2')
    """
    if wager == SECOND:
        return "double_2"
    return "double" if wager == MAIN else wager.replace("split", "double")


def stack(r: Round, wager: str) -> list[str]:
    """A hand's first wager and those that were added to it."""
    return [wager, *rule_of(r.rules, "attacks")] if wager == MAIN else [wager]


def bet_on(r: Round, seat: int, wager: str) -> int:
    """All that somebody has bet on a hand, without what doubled it."""
    return sum(r.state.stake(seat, name) for name in stack(r, wager) if r.has(seat, name))


def live_on(r: Round, seat: int, wager: str, spot: int = 1) -> list[str]:
    """The wagers on a hand that are not settled, without what doubled it."""
    names = [on_spot(name, spot) for name in stack(r, wager)]
    return [name for name in names if r.live(seat, name)]


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
    most = max(bet_on(r, seat, on_spot(wager, spot)) for spot in made_on(r, seat))
    return step, most // step * step


def add_double(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """What was named doubles a wager on every spot."""
    for spot in made_on(r, seat):
        most = bet_on(r, seat, on_spot(wager, spot))
        r.wager(seat, on_spot(more_of(wager), spot), min(amount, most), step)


def cards_of(r: Round, place: Place) -> Sequence[Card]:
    """The cards of a hand."""
    return r.state.hands[place]


def worth_of(r: Round, place: Place) -> Worth:
    """What a hand is worth."""
    return worth(cards_of(r, place), r.rules.points)


def is_split(r: Round, place: Place) -> bool:
    """Whether a hand came of a split, or was split itself."""
    return r.has(seat_of(place), base(r, formed_of(r, dealt_as(r, place))[1]))


def is_switched(r: Round, seat: int) -> bool:
    """Whether a seat has exchanged the second cards of its hands."""
    return seat in r.data.notes.get("switched", ())


def has_blackjack(r: Round, place: Place) -> bool:
    """Whether a hand is a blackjack, which one that came of a split or a switch never is."""
    if place != DEALER and (is_switched(r, seat_of(place)) or is_split(r, place)):
        return False
    return is_blackjack(cards_of(r, place), r.rules.points)


def up_card(r: Round) -> Card:
    """The dealer's first card."""
    return cards_of(r, DEALER)[0]


def may_be_blackjack(r: Round) -> bool:
    """Whether the dealer's first card is an ace or counts ten."""
    return bool(r.rules.points[up_card(r) & 15] >= r.rule("blackjack_from"))


def is_hand_dealt(r: Round) -> bool:
    """Whether cards are dealt from the hand, so that the players' first ones lie face down."""
    return bool(rule_of(r.rules, "dealing") == "hand")


def surrendered(r: Round, place: Place) -> bool:
    """Whether a hand was given up and waits for the dealer's second card."""
    return str(place) in r.data.notes.get("given_up", ())


def card_is_down(r: Round, place: Place) -> bool:
    """Whether a hand was doubled with a card that nobody has seen yet."""
    return place not in r.state.face_up and any(
        e.kind == "dealt" and e.who == place and e.step == "double_down" for e in r.events
    )
