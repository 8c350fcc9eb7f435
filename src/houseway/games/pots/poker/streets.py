"""The cards of a round, street by street, as the rulebook lists them for each game: down cards, up
cards, community cards, draws and discards (14.9-14.13A).

A street is a line such as ``fourth_street: up 1 / stud_later_bets``: the step that deals it, what
is dealt, and the step of the betting round that follows.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from houseway.equipment.cards import UNKNOWN, Card
from houseway.games.pots.poker.table import BOARD, Table
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

DOWN, UP, COMMON, DRAW, DISCARD = "down", "up", "board", "draw", "discard"
STAND_PAT = "stand_pat"


class Street(NamedTuple):
    """What is dealt before a betting round."""

    step: str
    deals: tuple[tuple[str, int], ...]  # what, and how many cards
    bets: str  # the step of the betting round


def streets(r: Round) -> list[Street]:
    """The streets of the game in play."""
    return [read_street(line) for line in r.rule("streets")]


def read_street(line: str) -> Street:
    """One of the rulebook's lines.

    >>> read_street("flop: board 3 / later_bets")
    Street(step='flop', deals=(('board', 3),), bets='later_bets')
    """
    step, _, rest = line.partition(": ")
    deals, _, bets = rest.partition(" / ")
    words = [one.split() for one in deals.split(", ")]
    return Street(step, tuple((word[0], int([*word, "1"][1])) for word in words), bets)


def deal_street(t: Table, street: Street, first: bool) -> Script[None]:
    """Everything that a street brings, after a burn where it is not the first."""
    r = t.r
    for what, count in street.deals:
        if what.endswith(DISCARD):
            yield from discard_one(t, what)
            continue
        r.phase("deal")
        yield from r.go_on(street.step)
        if t.over:
            return
        if first:
            yield from deal_first(t, what, count, street)
        elif what == DRAW:
            yield from burn(t)
            yield from draw_round(t, street)
        elif what == COMMON:
            yield from burn(t)
            yield from deal_common(t, count, street.step)
        elif r.rule("common_card") and r.cards_left - 1 < len(t.live):
            yield from common_card(t)
        else:
            yield from burn(t)
            for seat in t.live:
                yield from deal_one(t, seat, what == UP, street.step)


def deal_first(t: Table, what: str, count: int, street: Street) -> Script[None]:
    """The first cards of everybody, one at a time around the table."""
    for _ in range(count):
        for seat in list(t.order):
            if seat not in t.out:
                yield from deal_one(t, seat, what == UP, street.step)


def deal_one(t: Table, seat: int, up: bool, step: str) -> Script[None]:
    """A card to a player; an up card comes down where a hole card has shown instead
    (14.15(k)-(m))."""
    if up and seat in t.shown:
        t.shown.discard(seat)
        up, step = False, "dealt_down"
    yield from t.r.deal(seat, 1, step, up)
    if up and seat not in t.out:
        t.up.setdefault(seat, []).append(t.hand(seat)[-1])


def burn(t: Table) -> Script[None]:
    """The top card is burned and lies apart from the discards; an exposed card may serve
    instead."""
    r = t.r
    if t.burn_instead is not None:
        card, t.burn_instead = t.burn_instead, None
        cite = r.cite("exposed_burn")
        r.emit(Event("burned", cards=(card,), step="exposed_burn", cite=cite))
        t.burns.append(card)
        return
    if not r.cards_left:
        yield from reshuffle_discards(t)
    t.burns += yield from r.burn(1, "burn")


def deal_common(t: Table, count: int, step: str, place: str = BOARD) -> Script[None]:
    """Community cards, face up in the middle."""
    yield from t.r.deal(place, count, step, up=True)


def common_card(t: Table) -> Script[None]:
    """Too few cards for everybody: one card in the middle for all; where one or none is left, from
    the burn cards."""
    r = t.r
    if r.cards_left < 2:
        cards = [card for card in t.burns if card != UNKNOWN]
        yield from shuffle_again(t, "shuffle_burns", cards, leftover=False)
        t.burns = []
    t.burns += yield from r.burn(1, "burn")
    yield from deal_common(t, 1, "common_card")


# -- draws and discards ----------------------------------------------------------------------------


def discard_one(t: Table, step: str) -> Script[None]:
    """Everybody throws one card away, in the order of the betting before it."""
    r = t.r
    r.phase("decision")
    for seat in t.from_seat(t.first_to_act, t.live):
        if seat in t.out:
            continue
        choices = [Choice(f"discard_{n}") for n, _ in enumerate(t.hand(seat), start=1)]
        given = yield from r.ask(seat, *choices, step=step, idle=choices[-1].name)
        if given.what and seat not in t.out:
            throw(t, seat, given.what, step)


def draw_round(t: Table, street: Street) -> Script[None]:
    """From the left of the button, one at a time: keep the hand or exchange any cards of it."""
    r = t.r
    for seat in t.live:
        if seat in t.out:
            continue
        r.phase("decision")
        thrown = yield from ask_draw(t, seat, street.step)
        if seat in t.out or not thrown:
            continue
        r.phase("deal")
        yield from replace(t, seat, thrown, street.step)


def ask_draw(t: Table, seat: int, step: str) -> Script[list[Card]]:
    """A player throws cards away one by one, and then draws as many; or stands pat."""
    r = t.r
    thrown: list[Card] = []
    while t.hand(seat):
        done = Choice(DRAW if thrown else STAND_PAT)
        cards = [Choice(f"discard_{n}") for n, _ in enumerate(t.hand(seat), start=1)]
        given = yield from r.ask(seat, done, *cards, step=step, idle=done.name)
        if given.what in ("", done.name) or seat in t.out:
            break
        thrown.append(throw(t, seat, given.what, step))
    return thrown


def throw(t: Table, seat: int, choice: str, step: str) -> Card:
    """A card of a hand goes to the discards, unseen by others."""
    card = t.hand(seat)[int(choice.removeprefix("discard_")) - 1]
    t.r.discard(seat, card, step)
    t.discards.setdefault(seat, []).append(card)
    return card


def replace(t: Table, seat: int, thrown: Sequence[Card], step: str) -> Script[None]:
    """As many new cards; where the stub does not suffice, the discards of others are shuffled for
    it, after what is left or together with it."""
    r, count = t.r, len(thrown)
    if r.cards_left < count:
        if r.rule("short_stub") == "rest_first" and r.cards_left:
            rest = r.cards_left
            yield from r.deal(seat, rest, step)
            count -= rest
        yield from reshuffle_discards(t, but=seat)
    yield from r.deal(seat, count, step)


def reshuffle_discards(t: Table, but: int = 0) -> Script[None]:
    """All discards are shuffled, but those of the player who draws."""
    pool = [card for seat, cards in t.discards.items() if seat != but for card in cards]
    t.discards = {seat: cards for seat, cards in t.discards.items() if seat == but}
    yield from shuffle_again(t, "reshuffle_discards", pool)


def shuffle_again(t: Table, step: str, cards: list[Card], leftover: bool = True) -> Script[None]:
    """These cards are the stub, with what was left of it or without."""
    r = t.r
    out = Counter(r.out if leftover else r.deck_in_use)
    out.pop(UNKNOWN, None)
    yield from r.shuffle(step, without=list((out - Counter(cards)).elements()))


# -- boards that are run several times -------------------------------------------------------------


def run_boards(t: Table, left: Sequence[Street], count: int) -> Script[None]:
    """The rest of the board is dealt as often as was agreed, without betting."""
    r = t.r
    t.boards = [f"{BOARD}_{n}" for n in range(1, count + 1)]
    for place in t.boards:
        for street in left:
            r.phase("deal")
            yield from r.go_on(street.step)
            for what, cards in street.deals:
                if what == COMMON:
                    yield from burn(t)
                    yield from deal_common(t, cards, street.step, place)
