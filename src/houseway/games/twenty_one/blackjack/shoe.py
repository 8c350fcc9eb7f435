"""The cards of a blackjack table: shuffle, cut, burn, and what goes wrong with a card (2.5, 2.6).

The shoe itself, which lasts many rounds, is ``long_shoe``; here is what blackjack does with it.
"""

from collections import Counter
from collections.abc import Callable

from houseway.equipment.cards import Card
from houseway.games.authoring.long_shoe import (
    FACE_UP,
    after_idling,
    answer,
    cut_in_order,
    discard,
    is_continuous,
    is_due,
    offer_cut,
    set_aside,
    shoe,
    shuffle,
    was_idle,
)
from houseway.games.twenty_one.twentyone import is_red
from houseway.referee.events import EVERYONE, HOUSE, Event, Place, box_of
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

EXPOSED = "card_exposed"
SIDES = ("red", "black")  # of a double shoe, by the backs of their cards
DEALER_LAST: Place = "dealer"
ON_DEALER, BY_HOUSE, FIRST_PLAYER = 0, -1, -2  # who cuts, where no box got the cutting card


# -- a new shoe ----------------------------------------------------------------------------------


def prepare_shoe(r: Round) -> Script[None]:
    """Shuffle, cut and burn when the last shoe is finished; otherwise go on from where it is."""
    r.phase("shuffle")
    r.on_report[FACE_UP] = lambda: discard_found(r)
    r.on_report[EXPOSED] = lambda: lay_out_exposed(r)
    if r.rule("dealing") == "double_shoe":
        yield from prepare_sides(r)
        return
    r.data.notes.pop("sides", None)
    if is_continuous(r):
        yield from shuffle(r, "continuous")
        return
    idle = not is_due(r) and was_idle(r)
    if idle:
        yield from after_idling(r)
    if idle or is_due(r):
        yield from new_shoe(r, idle)
    elif shoe(r).pop("carter", False):
        yield from carter_shuffle(r)
    if (yield from new_dealer(r)):
        yield from burn_first(r, "burn_new_dealer")


def new_shoe(r: Round, idle: bool) -> Script[None]:
    """The cards are shuffled and cut, go into the shoe, and the first of them is burned."""
    if r.rule("second_deck"):
        if "done" in shoe(r):
            r.data.deck_in_use = 3 - r.data.deck_in_use
            r.say("alternate_decks")
        r.say("other_batch")
    shoe(r).pop("carter", None)
    cutter = FIRST_PLAYER if idle else shoe(r).get("cutter", ON_DEALER)
    fresh = r.rule("preshuffled") and r.data.fresh_deck
    if r.rule("shuffle_method") == "house":
        yield from shuffle(r, "house_shuffle")
        return
    yield from shuffle(r, "preshuffled" if fresh else "shuffle")
    yield from cut(r, cutter)
    r.say("load")
    if burns(r):
        yield from burn_first(r, "burn")


def burns(r: Round) -> bool:
    """Whether a new shoe and a new dealer burn a card."""
    return bool(r.rule("method_burns") and r.rule("shoe_burns"))


def burn_first(r: Round, step: str) -> Script[None]:
    """One card goes face down to the discard rack; a player who asks is shown it."""
    card = yield from burn(r, step)
    choices = (Choice("burn_unseen"), Choice("show_burn"))
    given = yield from r.ask("dealer", *choices, step="burn_asked")
    if given.what == "show_burn":
        asked = r.cite("burn_asked")
        r.emit(Event("shown", cards=(card,), step="burn_asked", cite=asked))


def is_carter(r: Round) -> bool:
    """Whether discards go back into the shoe in stacks."""
    return bool(r.rule("shuffle_method") == "bart_carter")


def carter_shuffle(r: Round) -> Script[None]:
    """The discards are shuffled and put back into the shoe in stacks at marked places."""
    stacks = r.rule("carter_stacks")
    marks = [r.cards_left * n // (stacks + 1) for n in range(1, stacks + 1)]
    yield from r.put_back("carter", marks)
    shoe(r)["last"] = False
    r.say("carter_stacked")


def new_dealer(r: Round) -> Script[bool]:
    """Whether another dealer has come to the table, who burns a card."""
    if not burns(r) or not r.data.rounds:
        return False
    step = "dealer_comes"
    given = yield from r.ask("dealer", Choice("same_dealer"), Choice("new_dealer"), step=step)
    return given.what == "new_dealer"


def cut(r: Round, cutter: int) -> Script[None]:
    """The cut is offered to the player it falls to, then clockwise; the dealer cuts last."""
    yield from cut_in_order(r, cutting_order(r, cutter))


def cutting_order(r: Round, cutter: int) -> list[Place]:
    """At a new table from the first player; else from the box where the cutting card came, or from
    the dealer's far right."""
    arrived = [seat for seat in r.data.players if box_of(seat) == seat]
    seats = sorted(arrived)
    if not seats:
        return [DEALER_LAST]
    if cutter in seats:
        r.say("cut_box")
        first = cutter
    elif cutter == FIRST_PLAYER or not r.data.rounds:
        r.say("cut_first")
        first = arrived[0]
    else:
        r.say("cut_house" if cutter == BY_HOUSE else "cut_right")
        first = seats[-1]
    at = seats.index(first)
    return [*seats[at:], *seats[:at], DEALER_LAST]


# -- a shoe of two sides -------------------------------------------------------------------------


def prepare_sides(r: Round) -> Script[None]:
    """Each side whose cutting card has come out is shuffled and cut by itself."""
    sides = r.data.notes.setdefault("sides", {})
    idle = bool(sides) and was_idle(r)
    if idle:
        yield from after_idling(r)
        sides.clear()
    shoe(r)["done"] = True  # what a shoe of one side holds is shuffled before it is used again
    cutter = FIRST_PLAYER if idle else shoe(r).get("cutter", ON_DEALER)
    for side in SIDES:
        now = sides.get(side, {"done": True})
        if r.data.fresh_deck or now["done"] or now["decks"] != r.rule("decks"):
            r.side = side
            yield from r.shuffle("shuffle_side")
            sides[side] = {"done": False, "decks": r.rule("decks")}
            yield from cut(r, cutter)
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


# -- cards ---------------------------------------------------------------------------------------


def deal_card(
    r: Round,
    to: Place,
    step: str,
    up: bool = True,
    hidden: bool = False,
    unless: Callable[[], bool] = lambda: False,
) -> Script[bool]:
    """One card for a place: one that was drawn in error and seen, or the next from the shoe. It is
    told whether it has come, which it has not where it is reported that it was not dealt."""
    cite = r.cite(step)
    sees = EVERYONE if up else HOUSE if hidden or not isinstance(to, int) else to
    cards: tuple[Card, ...] = ()
    while not cards:
        if unless() or to in r.state.gone:
            return False
        if aside := shoe(r)["aside"]:
            cards = (aside.pop(0),)
            cite = r.rules.joined(step, r.cite("exposed_next"))
            break
        yield from have_a_card(r)
        if cards := (yield from r.draw(to, 1, cite, again=True)):
            mark_cutting_card(r, to)
    r.emit(Event("dealt", to, cards=cards, sees=sees, step=step, cite=cite))
    return True


def mark_cutting_card(r: Round, to: Place) -> None:
    """The cutting card comes out; the box where it does so will cut next."""
    now = shoe(r)
    mark, key = (r.data.notes["sides"][r.side], "done") if r.side else (now, "last")
    if is_continuous(r) or is_carter(r) or mark.get(key) or r.cards_left > behind(r):
        return
    mark[key] = True
    now["cutter"] = ON_DEALER if to == DEALER_LAST else box_of(int(str(to).partition(".")[0]))
    r.say("cutting_card")


def behind(r: Round) -> int:
    """How many cards lie behind the cutting card."""
    return len(r.deck_in_use) // int(r.rule("cutting_card_part"))


def have_a_card(r: Round) -> Script[None]:
    """When the shoe is empty the discards are shuffled and cut, one is burned, and it goes on."""
    if r.cards_left:
        return
    out = Counter(card for hand in r.state.hands.values() for card in hand)
    out += Counter(shoe(r)["aside"])
    yield from r.shuffle("run_out", without=list(out.elements()))
    mark, key = (r.data.notes["sides"][r.side], "done") if r.side else (shoe(r), "last")
    mark[key] = True
    if r.cards_left >= 2 * r.rule("cut_at_least"):
        yield from offer_cut(r, cutting_order(r, shoe(r).get("cutter", ON_DEALER)), "cut")
    yield from burn(r, "burn_run_out")


def burn(r: Round, step: str) -> Script[Card]:
    """One card goes face down to the discard rack."""
    yield from have_a_card(r)
    (card,) = yield from r.burn(1, step)
    return card


def discard_found(r: Round) -> Script[None]:
    """A card found face up in the shoe is not used: it leaves the shoe at once."""
    answer(r, FACE_UP, "found_face_up")
    yield from discard(r, "found_face_up")


def lay_out_exposed(r: Round) -> Script[None]:
    """A card drawn in error and seen waits for the next hand that takes a card."""
    answer(r, EXPOSED, "exposed")
    shoe(r)["aside"].append((yield from set_aside(r, "exposed", shown=True)))


def burn_exposed(r: Round) -> None:
    """A seen card that neither players nor dealer could use is burned."""
    for card in shoe(r)["aside"]:
        r.emit(Event("burned", cards=(card,), step="exposed_burned", cite=r.cite("exposed_burned")))
    shoe(r)["aside"] = []


def end_round(r: Round) -> Script[None]:
    """After the round in which the cutting card came, or when the house wants it, a reshuffle."""
    now = shoe(r)
    now["players"] = {str(seat): who for seat, who in r.data.players.items()}
    if is_continuous(r):
        now["done"] = True
        return
    if r.side and r.data.notes["sides"][r.side]["done"]:
        r.say("side_done")
    elif is_carter(r):
        now["carter"] = r.out.total() > r.rule("carter_discards")
    elif not r.side and (now["last"] or r.rule("rounds_per_shoe") == "one"):
        now["done"] = True
        r.say("shoe_done")
        return
    if r.rule("may_reshuffle"):
        choices = (Choice("go_on"), Choice("reshuffle"))
        given = yield from r.ask("floor", *choices, step="house_reshuffle")
        if given.what == "reshuffle":
            now.update(done=True, cutter=BY_HOUSE)
            r.data.notes.pop("sides", None)
            r.say("shoe_done")
