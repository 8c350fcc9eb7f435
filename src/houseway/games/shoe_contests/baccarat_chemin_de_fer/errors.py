"""What is done about a card dealt or drawn in error (4.12)."""

from functools import partial

from houseway.games.authoring.shoe import (
    FACE_UP,
    answer,
    behind,
    deal_card,
    discard,
    discard_found,
    set_aside,
    shoe,
)
from houseway.games.shoe_contests.baccarat_chemin_de_fer.hand import (
    DRAW,
    banker_letter,
    highest_count,
    lowest_count,
)
from houseway.games.shoe_contests.baccarat_hand import point_count
from houseway.games.shoe_contests.baccarat_table import BANKER, PLAYER, clear_exposed
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

WRONG_ORDER = "wrong_order"
BANKER_THREE, PLAYER_THREE, TWO_THIRDS = (
    "banker_takes_three",
    "player_gets_three",
    "two_third_cards",
)
AFTER_STAY, AFTER_WRONG_WORD = "card_after_stay", "card_after_wrong_word"
DRAWN, DRAWN_SHOWN = "card_drawn_in_error", "card_drawn_in_error_shown"
PREMATURE, FACE_UP_LAST = "banker_draws_first", "card_face_up_in_last_hand"


class Counts:
    """What the two hands count: what their cards do, unless an error has fixed it. ``fixed`` is a
    count and how many cards it is of; cards that come later add to it."""

    def __init__(self, r: Round) -> None:
        self.r = r
        self.fixed: dict[str, tuple[int, int]] = {}

    def values(self, hand: str) -> list[int]:
        """What the cards of a hand are worth."""
        return [self.r.rules.points[card & 15] for card in self.r.state.hands.get(hand, ())]

    def of(self, hand: str) -> int:
        """The point count of a hand."""
        count, cards = self.fixed.get(hand, (0, 0))
        return point_count(count + sum(self.values(hand)[cards:]))

    def fix(self, hand: str, count: int) -> None:
        """The cards that a hand has count so much, whatever they are."""
        self.fixed[hand] = count, len(self.values(hand))


def watch(r: Round, counts: Counts) -> None:
    """From now on errors are dealt with as they are reported."""
    r.may_report = partial(check_report, r)
    r.on_report[BANKER_THREE] = lambda: too_many(r, counts, BANKER_THREE)
    r.on_report[PLAYER_THREE] = lambda: too_many(r, counts, PLAYER_THREE)
    r.on_report[TWO_THIRDS] = lambda: too_many(r, counts, TWO_THIRDS)
    for report in (AFTER_STAY, AFTER_WRONG_WORD):
        r.on_report[report] = partial(clear_after_stay, r, counts, report)
    for report in (DRAWN, DRAWN_SHOWN):
        r.on_report[report] = partial(clear_drawn, r, report)
    r.on_report[FACE_UP] = lambda: discard_found(r)


def check_report(r: Round, given: Input) -> None:
    """A card found face up voids the last hand of a shoe and no other; a card too many is one, out
    of the shoe, and one of the first deal is found when that is over."""
    last = bool(shoe(r).get("last"))
    if given.what == FACE_UP and last and r.state.hands:
        raise Refused("the last hand of the shoe is void", r.cite(FACE_UP_LAST))
    if given.what == FACE_UP_LAST and not last:
        raise Refused("it is not the last hand of the shoe", r.cite(FACE_UP_LAST))
    first = given.what in (BANKER_THREE, PLAYER_THREE)
    if first and any(len(r.state.hands.get(hand, ())) < 2 for hand in (PLAYER, BANKER)):
        raise Refused("it is ruled on when the first cards are out", r.cite(given.what))
    if first or given.what in (TWO_THIRDS, AFTER_STAY, AFTER_WRONG_WORD):
        if not r.cards_left:
            raise Refused(f"{given.what}: no card is left", r.cite(given.what))
        if any(event.kind == "reported" and event.what == given.what for event in r.events):
            raise Refused(f"{given.what} has been ruled on", r.cite(given.what))


def too_many(r: Round, counts: Counts, report: str) -> Script[None]:
    """A hand has a card too many, and what it counts is what the law says."""
    answer(r, report, report)
    hand = PLAYER if report == PLAYER_THREE else BANKER
    yield from deal_card(r, hand, report, up=report == TWO_THIRDS)
    if report == BANKER_THREE:
        counts.fix(hand, r.rule("count_of_three"))
    elif report == PLAYER_THREE:
        counts.fix(hand, highest_count(counts.values(hand)))
    else:
        two_only = r.rule("lowest_of") == "two"
        counts.fix(hand, lowest_count(counts.values(hand), two_only=two_only))


def clear_after_stay(r: Round, counts: Counts, report: str) -> Script[None]:
    """A card dealt to a Player's Hand that stays is the Banker's if he must draw; else it is a card
    that was seen by mistake."""
    due = banker_letter(r.rule("banker_table"), counts.of(BANKER)) == DRAW
    if due and not shoe(r)["aside"]:
        answer(r, report, "to_banker")
        shoe(r)["aside"].append((yield from set_aside(r, "to_banker", shown=True)))
        return
    answer(r, report, "exposed")
    yield from clear_exposed(r)


def clear_drawn(r: Round, report: str) -> Script[None]:
    """A card drawn in error waits for the next hand, unless the shoe has come to its cutting card;
    one that was seen goes by the chosen procedure."""
    if report == DRAWN_SHOWN:
        answer(r, report, "exposed")
        yield from clear_exposed(r)
    elif shoe(r)["last"] or r.cards_left <= behind(r):
        answer(r, report, "no_next_hand")
        yield from discard(r, "no_next_hand", shown=False)
    else:
        answer(r, report, "first_of_next")
        shoe(r).setdefault("next", []).append((yield from set_aside(r, "first_of_next")))
