"""The players' decisions: every box in its turn, each hand until it is complete."""

from collections.abc import Iterator
from functools import partial

from houseway.games.authoring.shoe import answer, deal_card, pending
from houseway.games.twenty_one import behind, reports, switching
from houseway.games.twenty_one.behind import callers, followers, people_on
from houseway.games.twenty_one.boxes import (
    add_double,
    base,
    bet_on,
    card_is_down,
    cards_of,
    dealt_as,
    dealt_to,
    doubling,
    formed_of,
    has_blackjack,
    is_hand_dealt,
    is_split,
    live_on,
    made_on,
    may_be_blackjack,
    more_of,
    on_spot,
    places,
    seat_of,
    spots,
    stack,
    worth_of,
)
from houseway.games.twenty_one.dealer import give_half, pay_hand
from houseway.games.twenty_one.insurance import insure, reader_in_use
from houseway.games.twenty_one.moments import Moments
from houseway.games.twenty_one.reports import MISSED_CARD
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.twentyone import ACE, GOAL, bits, doubles, rank, same_value, splits
from houseway.referee.events import Event, Place
from houseway.referee.requests import Barred, Choice, Input, place_name
from houseway.referee.round import Round, Script

Missed = list[tuple[Place, str]]  # hands whose card was not dealt, with how it was asked for


def play_hands(r: Round, moments: Moments) -> Script[None]:
    """Blackjacks are announced or paid; then every player in turn completes the box."""
    r.phase("decision")
    yield from r.go_on("announce")
    in_turn = rule_of(r.rules, "blackjack_paid") == "at_once" or rule_of(r.rules, "switches")
    for seat in callers(r):
        if seat in r.state.hands and has_blackjack(r, seat) and not in_turn:
            announce_blackjack(r, seat, moments)
    missed: Missed = []
    for seat in callers(r):
        if not in_play(r, seat):
            continue
        moments.announced(r, seat)
        yield from switching.offer(r, seat)
        if in_turn and not rule_of(r.rules, "switches") and has_blackjack(r, seat):
            announce_blackjack(r, seat, moments)
            continue
        if rule_of(r.rules, "insurance_window") == "own_turn":
            yield from insure(r, seat)
        while not (yield from play_turn(r, seat, missed, moments)):
            switching.take_back(r, seat)
    yield from make_good(r, missed, moments)


def play_turn(r: Round, seat: int, missed: Missed, moments: Moments) -> Script[bool]:
    """A player's hands one after another; not done where a switch is to be taken back."""
    for place in dealt_to(r, seat):
        if not is_in_play(r, place):
            continue
        if has_blackjack(r, place):
            if rule_of(r.rules, "switches"):
                announce_blackjack(r, place, moments)
        elif not (yield from play_hand(r, place, missed, moments)):
            return False
    return bool((yield from switching.is_kept(r, seat)))


def in_play(r: Round, seat: int) -> bool:
    """Whether a box still has cards and a wager on them."""
    return any(is_in_play(r, place) for place in places(r, seat))


def is_in_play(r: Round, place: Place) -> bool:
    """Whether a hand has cards and a wager on them."""
    return place in r.state.hands and any(
        r.live(person, on_spot(wager, spot))
        for person, wager in people_on(r, place)
        for spot in spots(r)
    )


def announce_blackjack(r: Round, place: Place, moments: Moments) -> None:
    """A blackjack is paid at once unless the dealer may have one too."""
    if is_hand_dealt(r):
        r.reveal(place, "show_blackjack")
    when = rule_of(r.rules, "blackjack_paid")
    if when == "at_end" or (when == "unless_dealer_may" and may_be_blackjack(r)):
        r.say("blackjack_waits")
        return
    pay_at_once(r, place, "blackjack_paid", moments)


def pay_at_once(r: Round, place: Place, step: str, moments: Moments) -> None:
    """A hand that has won already is paid, and its cards are picked up."""
    for person, wager in people_on(r, place):
        for spot in made_on(r, person):
            for name in live_on(r, person, wager, spot):
                pay_hand(r, person, name, place, step)
            if r.live(person, more := on_spot(more_of(wager), spot)):
                r.win(person, more, step=step)
    if not moments.keeps(r, seat_of(place)):
        r.collect(place, step)


def play_hand(r: Round, place: Place, missed: Missed, moments: Moments) -> Script[bool]:
    """One hand: cards and wagers as its player decides, until it is complete. A hand whose card was
    not dealt is among those ``missed``. Not done where the player takes a switch back."""
    if place in r.state.hands:
        announce_total(r, place)
    return (yield from complete(r, place, missed, moments))


def complete(r: Round, place: Place, missed: Missed, moments: Moments) -> Script[bool]:
    """The same of a hand whose total has been announced."""
    seat = seat_of(place)
    while not may_not_draw(r, place):
        choices = choices_of(r, place)
        if len(choices) == 1:
            break
        barred = Barring(r, place)
        step = "decide_for_box" if followers(r, seat) else "decide"
        given = yield from r.ask(seat, *choices, step=step, barred=barred, idle="stand")
        if given.what == switching.BACK:
            return False
        if given.what == "surrender":
            moments.acted(r, seat)
            surrender(r, place)
            break
        if given.what == "split":
            moments.splits(r, seat)
            yield from split(r, place, missed, moments)
            break
        if given.what != "hit" and not given.what.startswith("double"):
            moments.acted(r, seat)
            break
        if (yield from draw(r, place, given, missed, moments)):
            break
    return True


def draw(r: Round, place: Place, given: Input, missed: Missed, moments: Moments) -> Script[bool]:
    """A card for a player who hits or doubles; whether the hand is left alone then."""
    if given.what.startswith("double"):
        yield from double(r, place, given)
    before = len(r.events)
    yield from r.go_on("hit")
    if (yield from take_card(r, place, given.what, before, moments)):
        return True
    if was_missed(r, before):
        missed.append((place, given.what))
        return True
    return False


def was_missed(r: Round, since: int) -> bool:
    """Whether it was reported that a player did not get the card that was asked for."""
    return any(e.kind == "reported" and e.what == MISSED_CARD for e in r.events[since:])


def take_card(r: Round, place: Place, asked: str, since: int, moments: Moments) -> Script[bool]:
    """The card that was asked for, unless it was not dealt; whether it was the one card of a
    doubled hand."""
    face_down = asked == "double_down" or (
        asked == "double" and rule_of(r.rules, "double_card") == "down"
    )
    dealt = False
    if face_down:

        def changed() -> bool:
            return was_missed(r, since) or pending(r, reports.CARD_SHOWN)

        dealt = yield from deal_card(r, place, "double_down", up=False, hidden=True, unless=changed)
    if not dealt and not was_missed(r, since):
        if face_down:
            answer(r, reports.CARD_SHOWN, "dealt_up")
        step = "hit" if asked == "hit" else "double_card"
        dealt = yield from deal_card(r, place, step, unless=partial(was_missed, r, since))
    if not dealt:
        return False
    announce_total(r, place)
    moments.acted(r, seat_of(place))
    after_card(r, place, moments)
    if asked == "hit" or not rule_of(r.rules, "rescue"):
        return asked != "hit"
    if rule_of(r.rules, "rescue_forfeits"):
        yield from rescue(r, place)
    elif not may_not_draw(r, place):
        choices = (Choice("surrender", cite=r.cite("rescue")), Choice("stand"))
        given = yield from r.ask(seat_of(place), *choices, step="rescue", idle="stand")
        if given.what == "surrender":
            surrender(r, place)
    return True


def rescue(r: Round, place: Place) -> Script[None]:
    """Everyone who doubled a hand that is not over may take that back and give up the rest."""
    if place not in r.state.hands or worth_of(r, place).bust:
        return
    for person, wager in people_on(r, place):
        if not r.live(person, more := more_of(wager)):
            continue
        choices = (Choice("rescue", cite=r.cite("rescue")), Choice("stand"))
        given = yield from r.ask(person, *choices, step="rescue", idle="stand")
        if given.what == "rescue":
            r.lose(person, *live_on(r, person, wager), step="rescue")
            r.push(person, more, step="rescue")


def announce_total(r: Round, place: Place) -> None:
    """The dealer announces what a hand counts, unless its cards lie face down."""
    if is_hand_dealt(r) or card_is_down(r, place):
        return
    total, soft = worth_of(r, place)
    low_ace = not soft and any(rank(card) == ACE for card in cards_of(r, place))
    step = "total_low_ace" if low_ace else "total"
    says = f"{place_name(place)}: {'soft ' if soft else ''}{total}"
    r.emit(Event("said", "dealer", "total", says=says, step=step, cite=r.cite(step)))


def may_not_draw(r: Round, place: Place) -> bool:
    """Whether a hand can take no further card: it is gone, at the goal or over it."""
    return place not in r.state.hands or worth_of(r, place).total >= GOAL


def choices_of(r: Round, place: Place) -> list[Choice]:
    """What a player may do with a hand; to stand is always the last."""
    seat, cards = seat_of(place), cards_of(r, place)
    stakes = [bet_on(r, seat, base(r, place, spot)) for spot in made_on(r, seat)]
    first = len(cards) == 2
    found = []
    if may_surrender(r, place):
        found.append(Choice("surrender", cite=r.cite("surrender")))
    if first and may_split(r, place):
        found.append(Choice("split", stakes[0], stakes[0], cite=r.cite("split")))
    aces = came_of_aces(r, place)
    if may_double(r, place):
        step, most = doubling(r, seat, base(r, place))
        kinds = {"up": ["double"], "down": ["double"], "on_request": ["double", "double_down"]}
        for name in kinds[rule_of(r.rules, "double_card")] if most else []:
            found.append(Choice(name, step, most, cite=r.cite("double"), step=step))
    if not aces:
        found.append(Choice("hit", cite=r.cite("hit")))
    if switching.may_take_back(r, seat):
        found.append(Choice(switching.BACK, cite=r.cite(switching.BACK)))
    return [*found, Choice("stand", cite=r.cite("stand"))]


def may_surrender(r: Round, place: Place) -> bool:
    """Whether a hand may be given up: most tables know that of the first two cards alone."""
    if came_of_aces(r, place) and not rule_of(r.rules, "split_aces_surrender"):
        return False
    early = len(cards_of(r, place)) == 2 and not is_split(r, place)
    return bool(rule_of(r.rules, "surrender")) and (
        early or bool(rule_of(r.rules, "surrender_any_time"))
    )


class Barring:
    """Why a player may not do something with a hand; worked out only if it is tried."""

    def __init__(self, r: Round, place: Place) -> None:
        self.r, self.place = r, place

    def __iter__(self) -> Iterator[Barred]:
        r, place = self.r, self.place
        open_now = {choice.name for choice in choices_of(r, place)}
        first, again = len(cards_of(r, place)) == 2, is_split(r, place)
        steps = {
            "surrender": "surrender_first" if rule_of(r.rules, "surrender") else "no_surrender",
            "double": self._double(first, again),
            "split": self._split(first, again),
            "hit": "split_aces",
        }
        for name, step in steps.items():
            if name not in open_now:
                yield Barred(name, r.rules.book.round[step].says, r.cite(step))

    def _double(self, first: bool, again: bool) -> str:
        if not first and not rule_of(self.r.rules, "double_more_cards"):
            return "double_first_two"
        if came_of_aces(self.r, self.place):
            return "split_aces"
        if again and not rule_of(self.r.rules, "double_after_split"):
            return "no_double_after_split"
        return "double_some"

    def _split(self, first: bool, again: bool) -> str:
        r, cards = self.r, cards_of(self.r, self.place)
        if not first or not same_value(cards[0], cards[1], r.rules.points):
            return "split_pairs"
        if again and rank(cards[0]) == ACE and not rule_of(r.rules, "resplit_aces"):
            return "no_resplit_aces"
        return "no_resplit"


def came_of_aces(r: Round, place: Place) -> bool:
    """Whether a hand is one that aces were split into, of which each gets one card."""
    if rule_of(r.rules, "split_aces_play"):
        return False
    return is_split(r, place) and rank(cards_of(r, place)[0]) == ACE


def may_double(r: Round, place: Place) -> bool:
    """Whether a hand may be doubled: most tables know that of two cards alone."""
    if len(cards_of(r, place)) > 2 and not rule_of(r.rules, "double_more_cards"):
        return False
    if came_of_aces(r, place) and not rule_of(r.rules, "split_aces_double"):
        return False
    split, total = is_split(r, place), worth_of(r, place).total
    totals = -1 if rule_of(r.rules, "double_on") == "any" else bits(r.rule("double_totals"))
    return doubles(total, split, rule_of(r.rules, "double_after_split"), totals)


def may_split(r: Round, place: Place) -> bool:
    """Whether a hand of two cards may be split, for the first time or again."""
    cards = cards_of(r, place)
    if not same_value(cards[0], cards[1], r.rules.points):
        return False
    aces = rank(cards[0]) == ACE
    return splits(
        hands_formed(r, place), r.rule("split_hands"), aces, rule_of(r.rules, "resplit_aces")
    )


def hands_formed(r: Round, place: Place) -> int:
    """How many hands have been formed of one that was dealt."""
    every = formed_of(r, dealt_as(r, place))[: r.rule("split_hands")]
    return sum(r.has(seat_of(place), base(r, hand)) for hand in every)


def surrender(r: Round, place: Place) -> None:
    """Half the wager is given up, at once or when the dealer's second card is known."""
    at_once = rule_of(r.rules, "surrender_at_once") and reader_in_use(r)
    if may_be_blackjack(r) and not at_once:
        r.data.notes.setdefault("given_up", []).append(str(place))
        r.say("surrender_waits")
    else:
        give_half(r, place, "surrender")
        r.collect(place, "surrender")


def double(r: Round, place: Place, given: Input) -> Script[None]:
    """As much again at the most; one card follows, face down where that is the way."""
    seat = seat_of(place)
    add_double(r, seat, base(r, place), given.amount, "double")
    yield from behind.double(r, place)
    if is_hand_dealt(r) and rule_of(r.rules, "double_on") != "any":
        r.reveal(place, "double_shown")
    if given.what == "double_down" and not r.data.notes.get("down_offered"):
        r.data.notes["down_offered"] = True
        r.say("down_offered")


def split(r: Round, place: Place, missed: Missed, moments: Moments) -> Script[None]:
    """Two hands, each with its wager; the first is completed before the other gets a card."""
    seat, (one, other) = seat_of(place), cards_of(r, place)
    new = formed_of(r, dealt_as(r, place))[hands_formed(r, place)]
    for spot in made_on(r, seat):
        r.wager(seat, base(r, new, spot), bet_on(r, seat, base(r, place, spot)), "split")
    yield from behind.split(r, place, new)
    for where, card in ((place, one), (new, other)):
        r.emit(Event("revealed", where, cards=(card,), step="split", cite=r.cite("split")))
    for where in (place, new):
        yield from deal_card(r, where, "split_card")
        yield from play_hand(r, where, missed, moments)


def after_card(r: Round, place: Place, moments: Moments) -> None:
    """Where the law wants it a hand that is over is lost at once, and one of 21 is paid."""
    if rule_of(r.rules, "paid_at_once") and worth_of(r, place).total == GOAL:
        pay_at_once(r, place, "paid_at_once", moments)
        return
    several = len(spots(r)) > 1
    at_once = rule_of(r.rules, "bust_taken_at_once") or (several and rule_of(r.rules, "multi_bust"))
    if not at_once or card_is_down(r, place) or not worth_of(r, place).bust:
        return
    step = "multi_over" if several else "bust_at_once"
    for person, wager in people_on(r, place):
        for spot in made_on(r, person):
            on = [*live_on(r, person, wager, spot), on_spot(more_of(wager), spot)]
            r.lose(person, *on, step=step)
    r.collect(place, step)


def make_good(r: Round, missed: Missed, moments: Moments) -> Script[None]:
    """A player whose card was not dealt takes it now, before the dealer's second card is seen, or
    lets the hand go."""
    yield from r.go_on("decided")
    while missed:
        place, how = missed.pop(0)
        if place not in r.state.hands:
            continue
        asked = (Choice("card"), Choice("dead"))
        given = yield from r.ask(seat_of(place), *asked, step="not_dealt", idle="card")
        if given.what == "dead":
            for person, wager in people_on(r, place):
                names = (*stack(r, wager), more_of(wager))
                on = [on_spot(n, s) for n in names for s in spots(r)]
                r.push(person, *(name for name in on if r.live(person, name)), step="not_dealt")
            r.collect(place, "not_dealt")
        elif given.what == "card" and not (
            yield from take_card(r, place, how, len(r.events), moments)
        ):
            yield from play_hand(r, place, missed, moments)
