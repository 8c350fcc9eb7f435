"""A shoe that lasts many rounds: several decks, a cutting card, a burn, cards drawn in error.

A round starts from what the last one left: the cards that are out and, in the table's notes under
``shoe``, whether the last hand has been announced and which cards were set aside. The rulebook's
options and rules say how many decks there are, how deep the cutting card lies and who cuts; its
steps carry the cites.
"""

from collections import Counter
from typing import Any

from houseway.equipment.cards import Card
from houseway.referee.events import EVERYONE, HOUSE, Event, Place
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.referee.rulings import rule_on

RUNS_OUT = "shoe_runs_out"
FACE_UP = "card_face_up"
BAD_CUT = "improper_cut"


class OutOfCards(Exception):
    """The shoe cannot complete the round."""


# -- what the table keeps ------------------------------------------------------------------------


def shoe(r: Round) -> dict[str, Any]:
    """The shoe as it stands between rounds."""
    found: dict[str, Any] = r.data.notes.setdefault("shoe", {"aside": [], "players": {}})
    return found


def is_continuous(r: Round) -> bool:
    """Whether a device reshuffles the cards all the time, so that no shoe ever ends."""
    return bool(r.rule("shuffler") == "continuous")


def is_due(r: Round) -> bool:
    """Whether the cards must be shuffled before another round."""
    now = shoe(r)
    return r.data.fresh_deck or now.get("done", True) or now["decks"] != r.rule("decks")


def was_idle(r: Round) -> bool:
    """Whether nobody is left of those who were there when the last round ended."""
    before, now = shoe(r)["players"], r.data.players
    return not any(before.get(str(seat)) == who for seat, who in now.items())


def clockwise_from(r: Round, first: int | None) -> list[int]:
    """Seated players by falling numbers, which is clockwise, from a seat or from the highest."""
    seats = sorted(r.data.players, reverse=True)
    if first is None:
        return seats
    return [seat for seat in seats if seat <= first] + [seat for seat in seats if seat > first]


# -- a new shoe ----------------------------------------------------------------------------------


def prepare_shoe(r: Round, cut_from: int | None = None) -> Script[None]:
    """Shuffle, cut and burn when the last shoe is finished; otherwise go on from where it is. The
    cut is offered from a seat on, or from the highest numbered one."""
    r.phase("shuffle")
    r.lasting = frozenset({"shoe", "curator"})
    r.on_report[FACE_UP] = lambda: discard_found(r)
    if is_continuous(r):
        yield from shuffle(r, "continuous")
        return
    idle = "idle" in r.rules.book.round and not is_due(r) and was_idle(r)
    if idle:
        yield from after_idling(r)
    if idle or is_due(r):
        yield from new_shoe(r, cut_from)


def after_idling(r: Round) -> Script[None]:
    """The cards of a table without players were spread out; they are shuffled afresh."""
    r.say("idle")
    if not r.rule("second_deck"):
        r.say("idle_wash")
        return
    r.say("idle_swap")
    wanted = Choice("spread_again", cite=r.cite("idle_again"))
    if r.rule("stored_securely"):
        given = yield from r.ask("dealer", Choice("as_stored"), wanted, step="idle_stored")
        if given.what == "as_stored":
            return
    r.say("idle_again")


def new_shoe(r: Round, cut_from: int | None) -> Script[None]:
    """The cards are shuffled and cut, go into the shoe, and the first of them are burned."""
    if r.rule("second_deck"):
        if "done" in shoe(r):  # not the first shoe
            r.data.deck_in_use = 3 - r.data.deck_in_use
            r.say("alternate_decks")
        r.say("other_batch")
    if r.rule("preshuffled") and r.data.fresh_deck:
        yield from shuffle(r, "preshuffled")
    else:
        yield from shuffle(r, "shuffle")
        if r.rule("shuffler") == "manual":
            r.say(r.rule("after_shuffle"))
    yield from cut(r, cut_from)
    r.say("load")
    yield from burn(r)


def shuffle(r: Round, step: str) -> Script[None]:
    """All the cards are shuffled; what was set aside waits where there is no end to a shoe."""
    waiting = [*shoe(r)["aside"], *shoe(r).pop("next", [])]
    kept = waiting if is_continuous(r) else []
    yield from r.shuffle(step, without=kept)
    shoe(r).update(decks=r.rule("decks"), last=False, done=False, aside=kept)


def cut(r: Round, first: int | None) -> Script[None]:
    """Each player is offered the cut until one takes it. A supervisor may order another cut."""
    yield from cut_in_order(r, [*clockwise_from(r, first), "dealer"])


def cut_in_order(r: Round, order: list[Place]) -> Script[None]:
    """The cut as it is offered in this order; until a card is dealt it may be ordered again."""
    by = yield from offer_cut(r, order, "cut")
    r.on_report[BAD_CUT] = lambda: recut(r, order, by)
    yield from r.go_on("load")


def recut(r: Round, order: list[Place], by: Place) -> Script[None]:
    """Another cut by whoever cut last or, as the house has chosen, by the next entitled."""
    answer(r, BAD_CUT, "recut")
    if r.rule("recut_by") == "next_entitled":
        order = [*order[order.index(by) + 1 :], "dealer"]
        by = yield from offer_cut(r, order, "recut")
        r.on_report[BAD_CUT] = lambda: recut(r, order, by)
    else:
        yield from offer_cut(r, [by, "dealer"], "recut")


def offer_cut(r: Round, order: list[Place], step: str) -> Script[Place]:
    """The first who takes the cut; the dealer, who stands last, cannot pass it on."""
    least = r.rule("cut_at_least")
    depth = Choice("cut", least, r.cards_left - least, cite=r.cite("cut_at_least"), cards=True)
    for seat in order[:-1]:
        if seat == "dealer":
            break
        given = yield from r.ask(seat, depth, Choice("pass"), step=step)
        if given.what == "cut":
            return seat
    yield from r.ask("dealer", depth, step=f"dealer_{step}s")
    return "dealer"


def burn(r: Round) -> Script[None]:
    """The first card, and as many more as it says, are shown and discarded."""
    first = yield from discard(r, "burn")
    yield from discard_more(r, value(r, first) or r.rule("burn_for_ten"), "burn")


# -- cards ---------------------------------------------------------------------------------------


def value(r: Round, card: Card) -> int:
    """What a card counts."""
    return r.rules.points[card & 15]


def deal_card(r: Round, hand: str, step: str, up: bool) -> Script[None]:
    """One card for a hand: one that was set aside in the hand before, or the next from the shoe."""
    cards: tuple[Card, ...] = ()
    cite = r.cite(step)
    if aside := shoe(r)["aside"]:
        cards = (aside.pop(0),)
        cite = r.rules.joined(step, r.cite("first_of_next"))
    while not cards:
        check_left(r)  # a card found meanwhile may have been the last
        cards = yield from r.draw(hand, 1, cite, again=True)
    sees = EVERYONE if up else HOUSE
    r.emit(Event("dealt", hand, cards=cards, sees=sees, step=step, cite=cite))


def discard(r: Round, step: str, shown: bool = True) -> Script[Card]:
    """A card goes to the discard rack without being used."""
    check_left(r)
    (card,) = yield from r.burn(1, step, up=shown)
    return card


def discard_more(r: Round, count: int, step: str) -> Script[None]:
    """So many cards, or what is left of them, are shown and discarded."""
    for _ in range(min(count, r.cards_left)):
        yield from discard(r, step)


def discard_found(r: Round) -> Script[None]:
    """A card found face up in the shoe is discarded at once with as many more as its value."""
    answer(r, FACE_UP, "found_face_up")
    card = yield from discard(r, "found_face_up")
    yield from discard_more(r, value(r, card), "found_face_up")


def set_aside(r: Round, step: str, shown: bool = False) -> Script[Card]:
    """A card that left the shoe by mistake waits beside it."""
    check_left(r)
    cards = yield from r.draw("aside", 1, r.cite(step))
    sees = EVERYONE if shown else HOUSE
    r.emit(Event("set_aside", cards=cards, sees=sees, step=step, cite=r.cite(step)))
    return cards[0]


def check_left(r: Round) -> None:
    """There must be a card to draw."""
    if not r.cards_left:
        raise OutOfCards


# -- the end of a hand ---------------------------------------------------------------------------


def end_hand(r: Round) -> None:
    """Once the cutting card has come out, one more hand is dealt before the reshuffle."""
    now = shoe(r)
    now["players"] = {str(seat): who for seat, who in r.data.players.items()}
    if is_continuous(r):
        now["done"] = True
    elif now["last"]:
        now["done"] = True
        r.say("shoe_done")
    elif r.cards_left <= r.rule("cutting_card"):
        now["last"] = True
        r.say("last_hand")


def run_out(r: Round) -> None:
    """The round is void for want of cards."""
    rule_on(r, Input("report", what=RUNS_OUT), r.rules.irregularity(RUNS_OUT))


def leave_shoe(r: Round) -> None:
    """The next round goes on from the same shoe; after a void one the whole set is shuffled."""
    r.keep_shoe()
    if r.state.void:
        shoe(r)["done"] = True


# -- what has been reported and waits to be done -------------------------------------------------


def pending(r: Round, report: str) -> bool:
    """Whether something has been reported more often than it has been answered."""
    kinds = Counter(event.kind for event in r.events if event.what == report)
    return kinds["reported"] > kinds["answered"]


def answer(r: Round, report: str, step: str) -> None:
    """What is done about something that was reported."""
    says = r.rules.book.round[step].says
    r.emit(Event("answered", "dealer", report, says=says, step=step, cite=r.cite(step)))
