"""Where a deal begins that goes to every position, and how cards get there, by rules that are read.

Seats bear the numbers of the betting positions: 1 is at the dealer's far right, so that
counterclockwise is upward. Rules: ``start_by`` (dice, number or button), ``dice``,
``start_numbers``, ``cards_each``, ``left_over``, ``dealing``. Steps: ``shake``, ``no_roll``,
``draw_number``, ``button``, ``move_button``, ``start``, ``deal``, ``build_stacks``, ``deliver``,
``count_left``, ``no_wager``.
"""

from collections.abc import Collection, Iterator

from houseway.referee.events import HOUSE, Event, Place
from houseway.referee.requests import place_name
from houseway.referee.round import Round, Script

DEALER = "dealer"
BUTTON = "start_button"  # where a table's notes keep the place of the button
Ring = tuple[Place, ...]


def ring(seats: int, *others: Place) -> Ring:
    """All places counterclockwise, the dealer first.

    >>> ring(3, "dead")
    ('dealer', 1, 2, 3, 'dead')
    """
    return (DEALER, *range(1, seats + 1), *others)


def places_from(around: Ring, start: Place, clockwise: bool = False) -> Ring:
    """All places from one of them, counterclockwise or clockwise.

    >>> places_from(ring(3), 2), places_from(ring(3), 2, clockwise=True)
    ((2, 3, 'dealer', 1), (2, 1, 'dealer', 3))
    """
    order = around[::-1] if clockwise else around
    at = order.index(start)
    return order[at:] + order[:at]


def start_place(around: Ring, total: int, first: Place = DEALER) -> Place:
    """Where a count counterclockwise ends that calls ``first`` number one.

    >>> start_place(ring(6), 8), start_place(ring(6), 14), start_place(ring(6), 3, 5)
    ('dealer', 6, 'dealer')
    """
    places = places_from(around, first)
    return places[(total - 1) % len(places)]


def table_ring(r: Round) -> Ring:
    """All places of a table."""
    assert r.rules.book.seats is not None
    return ring(r.rules.book.seats.max)


# -- where it begins -------------------------------------------------------------------------------


def roll_flat(r: Round, step: str) -> Script[tuple[int, ...]]:
    """The shaker is uncovered; dice that do not lie flat inside it are shaken again."""
    while not (dice := (yield from r.roll(r.rule("dice"), step))):
        r.say("no_roll")
    return dice


def find_start(r: Round, first: Place = DEALER, shake: str = "shake") -> Script[Place]:
    """The place of the first card or stack: by dice or a number, counted from whom the others play
    against, or where the button lies."""
    around, by = table_ring(r), r.rule("start_by")
    if by == "dice":
        dice = yield from roll_flat(r, shake)
        start = start_place(around, sum(dice), first)
    elif by == "number":
        drawn = yield from r.roll(1, "draw_number", sides=r.rule("start_numbers"))
        start = start_place(around, drawn[0], first)
    else:
        r.say("button")
        start = r.data.notes.setdefault(BUTTON, DEALER)
    says, cite = f"the deal starts at {place_name(start)}", r.cite("start")
    r.emit(Event("starts", start, str(first), says=says, step="start", cite=cite))
    return start


def move_button(r: Round) -> None:
    """After a round the button goes to the next place clockwise."""
    if r.rule("start_by") == "button":
        at = places_from(table_ring(r), r.data.notes[BUTTON], clockwise=True)[1]
        r.data.notes[BUTTON] = at
        says, cite = f"the button moves to {place_name(at)}", r.cite("move_button")
        r.emit(Event("said", DEALER, "move_button", says=says, step="move_button", cite=cite))


# -- cards for every place -------------------------------------------------------------------------


def dealt_places(order: Ring, playing: Collection[Place]) -> list[Place]:
    """The places of a deal; a seat where nobody plays is only a position."""
    return [f"position {at}" if isinstance(at, int) and at not in playing else at for at in order]


def stack_of(number: int, stacks: int) -> int:
    """The stack that a card goes to, left to right and then right to left; both from one.

    >>> [stack_of(number, 7) for number in (1, 7, 8, 14, 15)]
    [1, 7, 7, 1, 1]
    """
    row, at = divmod(number - 1, stacks)
    return stacks - at if row % 2 else at + 1


def build_stacks(r: Round) -> Script[list[str]]:
    """Cards dealt from the hand: a stack for every place, from left to right and back."""
    count = len(table_ring(r))
    yield from r.go_on("build_stacks")
    for number in range(1, count * r.rule("cards_each") + 1):
        yield from r.deal(f"stack {stack_of(number, count)}", 1, "build_stacks")
    return [f"stack {number}" for number in range(1, count + 1)]


def deliver(r: Round, stacks: list[str], places: list[Place], step: str = "deliver") -> None:
    """Stacks go face down to places in order."""
    for stack, place in zip(stacks, places, strict=True):
        cards, cite = tuple(r.state.hands[stack]), r.cite(step)
        r.emit(Event("collected", stack, step=step, cite=cite))
        sees = place if isinstance(place, int) else HOUSE
        r.emit(Event("dealt", place, stack, cards=cards, sees=sees, step=step, cite=cite))
        if place in r.state.gone:
            r.collect(place, step)


def deal_to_all(r: Round, places: list[Place]) -> Script[None]:
    """Cards one at a time from the shoe, or in stacks from a device, to every place."""
    yield from r.go_on("deal")
    deal = r.deal_stacks if r.rule("dealing") == "automated_shoe" else r.deal_around
    yield from deal(places, r.rule("cards_each"))


def count_left(r: Round) -> Script[None]:
    """What is left is spread face down: so many cards, less those that a ruling has taken out."""
    yield from r.go_on("count_left")
    left, cite = r.cards_left, r.cite("count_left")
    taken = sum(len(event.cards) for event in r.events if event.kind == "burned")
    assert left + taken == r.rule("left_over")
    says = f"{left} cards are left and go to the rack"
    r.emit(Event("counted", DEALER, str(left), says=says, step="count_left", cite=cite))


def collect_empty(r: Round, places: list[Place]) -> None:
    """Cards of positions without a wager go to the rack unseen."""
    for place in places:
        if isinstance(place, str) and place != DEALER and place in r.state.hands:
            r.collect(place, "no_wager")


def positions(places: list[Place]) -> Iterator[str]:
    """The positions at which nobody plays."""
    return (at for at in places if isinstance(at, str) and at != DEALER)
