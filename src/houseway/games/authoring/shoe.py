"""A shoe that lasts many rounds: shuffled, cut, burned, dealt to its cutting card, and what goes
wrong with a card.

A round starts from what the last one left: the cards that are out and, in the table's notes under
``shoe``, whether the cutting card has come and which cards were set aside. What holds at a game's
shoe is what its rulebook has:

- ``decks``, ``shuffler``, ``second_deck``, ``preshuffled``, ``cut_at_least``: of every shoe
- ``cards_cut`` with the step ``uncut``: whether cards are cut after the shuffle; those that arrive
  shuffled are
- the step ``idle``: the cards of a table without players are spread and shuffled afresh
- ``shuffle_method``: the house's own, or in stacks (``bart_carter``)
- the step ``burn``: the first card is burned, face down and shown to who asks (``burn_asked``); or,
  with ``burn_for_ten``, shown, and as many more as it counts. ``burn_new_dealer``: a dealer who
  comes burns one as well
- ``cutting_card``, or ``cutting_card_part`` of the decks, behind which cards are not dealt; with
  the step ``last_hand`` one more hand is dealt after it has come, else the round is the last
- the step ``run_out``: an empty shoe is filled with the discards; else the round is void
- the irregularities ``card_face_up`` and ``card_exposed``
- ``may_reshuffle``: the house may want a reshuffle after any round
- ``last_card_cover`` with the step ``cover``: a card lies under the last one

The order in which the cut is offered is the game's own (``shoe_cut``).
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from houseway.equipment.cards import Card
from houseway.games.authoring.shoe_cut import (
    BY_HOUSE,
    ON_DEALER,
    cut_in_order,
    from_box,
    offer_cut,
)
from houseway.referee.events import EVERYONE, HOUSE, Event, Place, box_of
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.referee.rulings import rule_on

RUNS_OUT = "shoe_runs_out"
FACE_UP = "card_face_up"
EXPOSED = "card_exposed"

Cutters = Callable[[bool], list[Place]]  # who is offered the cut in turn; after idling or not


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


def is_stacked(r: Round) -> bool:
    """Whether discards go back into the shoe in stacks."""
    return method(r) == "bart_carter"


def method(r: Round) -> str:
    """How the cards are shuffled, where the law knows more than one way."""
    return str(r.rule("shuffle_method")) if r.rules.fixes("shuffle_method") else ""


def is_due(r: Round) -> bool:
    """Whether the cards must be shuffled before another round."""
    now = shoe(r)
    return r.data.fresh_deck or now.get("done", True) or now["decks"] != r.rule("decks")


def was_idle(r: Round) -> bool:
    """Whether nobody is left of those who were there when the last round ended."""
    before, now = shoe(r)["players"], r.data.players
    return not any(before.get(str(seat)) == who for seat, who in now.items())


def has(r: Round, step: str) -> bool:
    """Whether the law knows a step."""
    return step in r.rules.book.round


# -- a new shoe ----------------------------------------------------------------------------------


def watch_cards(r: Round) -> None:
    """What is done at once when a card is found face up or is drawn in error and seen."""
    r.phase("shuffle")
    r.on_report[FACE_UP] = lambda: discard_found(r)
    if EXPOSED in r.rules.book.irregularities:
        r.on_report[EXPOSED] = lambda: lay_out_exposed(r)


def prepare_shoe(r: Round, cutters: Cutters) -> Script[None]:
    """Shuffle, cut and burn when the last shoe is finished; otherwise go on from where it is."""
    watch_cards(r)
    if is_continuous(r):
        yield from shuffle(r, "continuous")
        return
    idle = has(r, "idle") and not is_due(r) and was_idle(r)
    if idle:
        yield from after_idling(r)
    if idle or is_due(r):
        yield from new_shoe(r, cutters, idle)
    elif shoe(r).pop("carter", False):
        yield from shuffle_into_stacks(r)
    if has(r, "burn_new_dealer") and (yield from new_dealer(r)):
        yield from burn_one(r, "burn_new_dealer")


def after_idling(r: Round) -> Script[None]:
    """The cards of a table without players were spread out; they are shuffled afresh."""
    r.say("idle")
    if not (r.rules.fixes("second_deck") and r.rule("second_deck")):
        r.say("idle_wash")
        return
    r.say("idle_swap")
    wanted = Choice("spread_again", cite=r.cite("idle_again"))
    if r.rule("stored_securely"):
        given = yield from r.ask("dealer", Choice("as_stored"), wanted, step="idle_stored")
        if given.what == "as_stored":
            return
    r.say("idle_again")


def new_shoe(r: Round, cutters: Cutters, idle: bool) -> Script[None]:
    """The cards are shuffled and cut, go into the shoe, and the first of them are burned."""
    if r.rules.fixes("second_deck") and r.rule("second_deck"):
        if "done" in shoe(r):  # not the first shoe
            r.data.deck_in_use = 3 - r.data.deck_in_use
            r.say("alternate_decks")
        r.say("other_batch")
    shoe(r).pop("carter", None)
    if method(r) == "house":
        yield from shuffle(r, "house_shuffle")
        return
    arrived = bool(r.rule("preshuffled") and r.data.fresh_deck)
    if arrived:
        yield from shuffle(r, "preshuffled")
    else:
        yield from shuffle(r, "shuffle")
        if r.rules.fixes("after_shuffle") and r.rule("shuffler") == "manual":
            r.say(r.rule("after_shuffle"))
    if arrived or not r.rules.fixes("cards_cut") or r.rule("cards_cut"):
        yield from cut_in_order(r, cutters(idle))
    else:
        r.say("uncut")
    r.say("load")
    if has(r, "cover") and r.rule("last_card_cover"):
        r.say("cover")
    yield from burn_first(r)


def shuffle(r: Round, step: str) -> Script[None]:
    """All the cards are shuffled; what was set aside waits where there is no end to a shoe."""
    waiting = [*shoe(r)["aside"], *shoe(r).pop("next", [])]
    kept = waiting if is_continuous(r) else []
    yield from r.shuffle(step, without=kept)
    shoe(r).update(decks=r.rule("decks"), last=False, done=False, aside=kept)


def shuffle_into_stacks(r: Round) -> Script[None]:
    """The discards are shuffled and put back into the shoe in stacks at marked places."""
    stacks = r.rule("carter_stacks")
    marks = [r.cards_left * n // (stacks + 1) for n in range(1, stacks + 1)]
    yield from r.put_back("carter", marks)
    shoe(r)["last"] = False
    r.say("carter_stacked")


# -- burned cards --------------------------------------------------------------------------------


def burns(r: Round) -> bool:
    """Whether a new shoe and a new dealer burn a card."""
    parts = ("method_burns", "shoe_burns")  # where it goes by how the cards are dealt
    return has(r, "burn") and all(r.rule(one) for one in parts if r.rules.fixes(one))


def burn_first(r: Round) -> Script[None]:
    """The first card goes to the discard rack; where it is shown, as many more as it counts."""
    if not burns(r):
        return
    if not r.rules.fixes("burn_for_ten"):
        yield from burn_one(r, "burn")
        return
    first = yield from discard(r, "burn")
    yield from discard_more(r, value(r, first) or r.rule("burn_for_ten"), "burn")


def burn_one(r: Round, step: str) -> Script[None]:
    """One card goes face down to the discard rack; a player who asks is shown it if he may be."""
    card = yield from burn(r, step)
    if not has(r, "burn_asked"):
        return
    choices = (Choice("burn_unseen"), Choice("show_burn"))
    given = yield from r.ask("dealer", *choices, step="burn_asked")
    if given.what == "show_burn":
        asked = r.cite("burn_asked")
        r.emit(Event("shown", cards=(card,), step="burn_asked", cite=asked))


def new_dealer(r: Round) -> Script[bool]:
    """Whether another dealer has come to the table, who burns a card."""
    if not burns(r) or not r.data.rounds:
        return False
    step = "dealer_comes"
    given = yield from r.ask("dealer", Choice("same_dealer"), Choice("new_dealer"), step=step)
    return given.what == "new_dealer"


def burn(r: Round, step: str) -> Script[Card]:
    """One card goes face down to the discard rack."""
    yield from have_a_card(r)
    (card,) = yield from r.burn(1, step)
    mark_cutting_card(r, "dealer")
    return card


def discard(r: Round, step: str, shown: bool = True) -> Script[Card]:
    """A card goes to the discard rack without being used."""
    check_left(r)
    (card,) = yield from r.burn(1, step, up=shown)
    return card


def discard_more(r: Round, count: int, step: str) -> Script[None]:
    """So many cards, or what is left of them, are shown and discarded."""
    for _ in range(min(count, r.cards_left)):
        yield from discard(r, step)


# -- cards ---------------------------------------------------------------------------------------


def value(r: Round, card: Card) -> int:
    """What a card counts."""
    return r.rules.points[card & 15]


def deal_card(
    r: Round,
    to: Place,
    step: str,
    up: bool = True,
    hidden: bool = False,
    unless: Callable[[], bool] = lambda: False,
) -> Script[bool]:
    """One card for a place: one that was set aside or drawn in error and seen, or the next from the
    shoe. It is told whether it has come, which it has not where it is reported that it was not
    dealt."""
    cite = r.cite(step)
    sees = EVERYONE if up else HOUSE if hidden or not isinstance(to, int) else to
    cards: tuple[Card, ...] = ()
    while not cards:
        if unless() or to in r.state.gone:
            return False
        if aside := shoe(r)["aside"]:
            cards = (aside.pop(0),)
            waited = "exposed_next" if has(r, "exposed_next") else "first_of_next"
            cite = r.rules.joined(step, r.cite(waited))
            break
        yield from have_a_card(r)  # a card found meanwhile may have been the last
        if cards := (yield from r.draw(to, 1, cite, again=True)):
            mark_cutting_card(r, to)
    r.emit(Event("dealt", to, cards=cards, sees=sees, step=step, cite=cite))
    return True


def check_left(r: Round) -> None:
    """There must be a card to draw."""
    if not r.cards_left:
        raise OutOfCards


def have_a_card(r: Round) -> Script[None]:
    """When the shoe is empty the discards are shuffled, where the law says so cut and one burned,
    and it goes on; or the round ends, where the law does not know that."""
    if r.cards_left:
        return
    if not has(r, "run_out"):
        raise OutOfCards
    out = Counter(card for hand in r.state.hands.values() for card in hand)
    out += Counter(shoe(r)["aside"])
    yield from r.shuffle("run_out", without=list(out.elements()))
    mark, key = _mark(r)
    mark[key] = True
    if not has(r, "burn_run_out"):
        return
    if r.cards_left >= 2 * r.rule("cut_at_least"):
        yield from offer_cut(r, from_box(r), "cut")
    yield from burn(r, "burn_run_out")


def discard_found(r: Round) -> Script[None]:
    """A card found face up in the shoe is not used: it leaves the shoe at once, and where burned
    cards are counted as many more as it counts."""
    answer(r, FACE_UP, "found_face_up")
    card = yield from discard(r, "found_face_up")
    if r.rules.fixes("burn_for_ten"):
        yield from discard_more(r, value(r, card), "found_face_up")


def set_aside(r: Round, step: str, shown: bool = False) -> Script[Card]:
    """A card that left the shoe by mistake waits beside it."""
    check_left(r)
    cards = yield from r.draw("aside", 1, r.cite(step))
    sees = EVERYONE if shown else HOUSE
    r.emit(Event("set_aside", cards=cards, sees=sees, step=step, cite=r.cite(step)))
    return cards[0]


def lay_out_exposed(r: Round) -> Script[None]:
    """A card drawn in error and seen waits for the next hand that takes a card."""
    answer(r, EXPOSED, "exposed")
    shoe(r)["aside"].append((yield from set_aside(r, "exposed", shown=True)))


def burn_exposed(r: Round) -> None:
    """A seen card that neither players nor dealer could use is burned."""
    for card in shoe(r)["aside"]:
        r.emit(Event("burned", cards=(card,), step="exposed_burned", cite=r.cite("exposed_burned")))
    shoe(r)["aside"] = []


# -- the cutting card and the end of a round -----------------------------------------------------


def behind(r: Round) -> int:
    """How many cards lie behind the cutting card."""
    if r.rules.fixes("cutting_card_part"):
        return len(r.deck_in_use) // int(r.rule("cutting_card_part"))
    return int(r.rule("cutting_card"))


def _mark(r: Round) -> tuple[dict[str, Any], str]:
    """Where it is kept that the cutting card has come: each side of a shoe has its own."""
    return (r.data.notes["sides"][r.side], "done") if r.side else (shoe(r), "last")


def mark_cutting_card(r: Round, to: Place) -> None:
    """The cutting card comes out; the box where it does so will cut next."""
    if has(r, "last_hand"):  # it is looked for when the hand is over
        return
    mark, key = _mark(r)
    if is_continuous(r) or is_stacked(r) or mark.get(key) or r.cards_left > behind(r):
        return
    mark[key] = True
    box = str(to).partition(".")[0]
    shoe(r)["cutter"] = box_of(int(box)) if box.isdigit() else ON_DEALER
    r.say("cutting_card")


def end_round(r: Round) -> Script[None]:
    """After the round in which the cutting card came, or the one that follows it, a reshuffle; or
    when the house wants it."""
    now = shoe(r)
    now["players"] = {str(seat): who for seat, who in r.data.players.items()}
    if is_continuous(r):
        now["done"] = True
        return
    if r.side and r.data.notes["sides"][r.side]["done"]:
        r.say("side_done")
    elif is_stacked(r):
        now["carter"] = r.out.total() > r.rule("carter_discards")
    elif not r.side and (now["last"] or one_round(r)):
        now["done"] = True
        r.say("shoe_done")
        return
    elif has(r, "last_hand") and r.cards_left <= behind(r):
        now["last"] = True
        r.say("last_hand")
    if r.rules.fixes("may_reshuffle") and r.rule("may_reshuffle"):
        choices = (Choice("go_on"), Choice("reshuffle"))
        given = yield from r.ask("floor", *choices, step="house_reshuffle")
        if given.what == "reshuffle":
            now.update(done=True, cutter=BY_HOUSE)
            r.data.notes.pop("sides", None)
            r.say("shoe_done")


def one_round(r: Round) -> bool:
    """Whether the cards are shuffled after every round."""
    return r.rules.fixes("rounds_per_shoe") and r.rule("rounds_per_shoe") == "one"


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
    says = r.rules.says(step)
    r.emit(Event("answered", "dealer", report, says=says, step=step, cite=r.cite(step)))
