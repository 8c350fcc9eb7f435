"""Blackjack's shoe (2.5, 2.6): the common one, or one of two sides, each with its own cards.

The first card of a round tells which side it is dealt from.
"""

from houseway.games.authoring.shoe import (
    after_idling,
    have_a_card,
    mark_cutting_card,
    shoe,
    was_idle,
    watch_cards,
)
from houseway.games.authoring.shoe import prepare_shoe as prepare_one
from houseway.games.authoring.shoe_cut import cut_in_order, from_box
from houseway.games.twenty_one.twentyone import is_red
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

SIDES = ("red", "black")  # by the backs of their cards


def prepare_shoe(r: Round) -> Script[None]:
    """Shuffle, cut and burn when the last shoe is finished; otherwise go on from where it is."""
    if r.rule("dealing") == "double_shoe":
        yield from prepare_sides(r)
    else:
        r.data.notes.pop("sides", None)
        yield from prepare_one(r, lambda idle: from_box(r, idle))


def prepare_sides(r: Round) -> Script[None]:
    """Each side whose cutting card has come out is shuffled and cut by itself."""
    watch_cards(r)
    sides = r.data.notes.setdefault("sides", {})
    idle = bool(sides) and was_idle(r)
    if idle:
        yield from after_idling(r)
        sides.clear()
    shoe(r)["done"] = True  # what a shoe of one side holds is shuffled before it is used again
    for side in SIDES:
        now = sides.get(side, {"done": True})
        if r.data.fresh_deck or now["done"] or now["decks"] != r.rule("decks"):
            r.side = side
            yield from r.shuffle("shuffle_side")
            sides[side] = {"done": False, "decks": r.rule("decks")}
            yield from cut_in_order(r, from_box(r, idle))
            r.say("load")


def draw_determinant(r: Round, first: Place) -> Script[bool]:
    """The first card of a round tells which side it is dealt from; if it came from that side it is
    the first player's first card."""
    step = "determinant"
    choices = [Choice(f"{side}_side") for side in SIDES]
    given = yield from r.ask("dealer", *choices, step=step)
    r.side = given.what.removesuffix("_side")
    yield from have_a_card(r)
    (card,) = yield from r.draw("determinant", 1, r.cite(step))
    mark_cutting_card(r, first)
    side = SIDES[0] if is_red(card) else SIDES[1]
    if side == r.side:
        step = "determinant_used"
        r.emit(Event("dealt", first, cards=(card,), step=step, cite=r.cite(step)))
        if first in r.state.gone:
            r.collect(first, step)
        return True
    step = "determinant_burned"
    r.emit(Event("burned", cards=(card,), step=step, cite=r.cite(step)))
    r.side = side
    return False
