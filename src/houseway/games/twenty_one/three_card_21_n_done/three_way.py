"""What a player does with the first three cards: surrender, a split three ways, or play."""

from collections.abc import Iterator
from functools import partial

from houseway.games.authoring.shoe import deal_card
from houseway.games.twenty_one import behind
from houseway.games.twenty_one.behind import callers, followers
from houseway.games.twenty_one.boxes import (
    MAIN,
    base,
    bet_on,
    cards_of,
    doubling,
    worth_of,
)
from houseway.games.twenty_one.decisions import (
    Missed,
    after_card,
    announce_total,
    complete,
    draw,
    in_play,
    make_good,
    surrender,
)
from houseway.games.twenty_one.moments import NO_MOMENTS
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.three_card_21_n_done.hand import (
    HIGH_ACE,
    NO_SPLIT,
    OVER,
    PAIRED,
    has_pair,
    split_for,
)
from houseway.games.twenty_one.twentyone import ACE, rank
from houseway.referee.events import Event, Place
from houseway.referee.requests import Barred, Choice
from houseway.referee.round import Round, Script

SPLIT_STEPS = {OVER: "split_over", HIGH_ACE: "split_ace", PAIRED: "split_pair"}


def play_hands(r: Round) -> Script[None]:
    """Every player in turn completes the spot; who missed a card has it then."""
    missed: Missed = []
    for seat in callers(r):
        if in_play(r, seat):
            yield from play_first(r, seat, missed)
    yield from make_good(r, missed, NO_MOMENTS)


def play_first(r: Round, seat: int, missed: Missed) -> Script[None]:
    """A hand of three cards, until it or the hands that come of it are complete."""
    step = "decide_for_box" if followers(r, seat) else "decide"
    given = yield from r.ask(
        seat, *first_choices(r, seat), step=step, barred=Barring(r, seat), idle="stand"
    )
    if given.what == "surrender":
        surrender(r, seat)
    elif given.what == "split":
        yield from split(r, seat, missed)
    elif given.what != "stand" and not (yield from draw(r, seat, given, missed, NO_MOMENTS)):
        yield from complete(r, seat, missed, NO_MOMENTS)


def why_split(r: Round, seat: int) -> int:
    """Why a player may split the first three cards, if so."""
    cards, points = cards_of(r, seat), r.rules.points
    aces = sum(rank(card) == ACE for card in cards)
    high = sum(points[rank(card)] for card in cards)
    return split_for(worth_of(r, seat).total, high, aces, has_pair(cards, points))


def first_choices(r: Round, seat: int) -> list[Choice]:
    """What a player may do with the first three cards; to stand is always the last."""
    over, found = worth_of(r, seat).bust, []
    if over and rule_of(r.rules, "surrender"):
        found.append(Choice("surrender", cite=r.cite("surrender")))
    if why_split(r, seat) != NO_SPLIT:
        both = 2 * bet_on(r, seat, MAIN)
        found.append(Choice("split", both, both, cite=r.cite("split")))
    if not over:
        chip, most = doubling(r, seat, MAIN)
        if most:
            found.append(Choice("double", chip, most, cite=r.cite("double"), step=chip))
        found.append(Choice("hit", cite=r.cite("hit")))
    return [*found, Choice("stand", cite=r.cite("stand"))]


class Barring:
    """Why a player may not do something with the first three cards; worked out only if it is
    tried."""

    def __init__(self, r: Round, seat: int) -> None:
        self.r, self.seat = r, seat

    def __iter__(self) -> Iterator[Barred]:
        r = self.r
        open_now = {choice.name for choice in first_choices(r, self.seat)}
        offered = rule_of(r.rules, "surrender")
        steps = {
            "surrender": "surrender_over" if offered else "no_surrender",
            "split": "split_three",
            "double": "over_21",
            "hit": "over_21",
        }
        for name, step in steps.items():
            if name not in open_now:
                yield Barred(name, r.rules.book.round[step].says, r.cite(step))


def split(r: Round, seat: int, missed: Missed) -> Script[None]:
    """Three hands of one card each, with their wagers; each is completed before the next gets a
    card."""
    r.say(SPLIT_STEPS[why_split(r, seat)])
    cards, added = cards_of(r, seat), (f"{seat}.2", f"{seat}.3")
    hands: tuple[Place, ...] = (seat, *added)
    for new in added:
        r.wager(seat, base(r, new), bet_on(r, seat, MAIN), "split")
    yield from behind.split(r, seat, *added)
    for place, card in zip(hands, tuple(cards), strict=True):
        r.emit(Event("revealed", place, cards=(card,), step="split", cite=r.cite("split")))
    for place in hands:
        yield from deal_card(r, place, "split_card", unless=partial(is_gone, r, place))
        announce_total(r, place)
        after_card(r, place, NO_MOMENTS)
        yield from complete(r, place, missed, NO_MOMENTS)


def is_gone(r: Round, place: Place) -> bool:
    """Whether a hand is no longer there."""
    return place not in r.state.hands
