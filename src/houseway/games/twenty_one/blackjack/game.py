"""Blackjack in the order of the regulation (N.J.A.C. 13:69F-2).

Each step's cite stands in the rulebook under ``round``. The names of hands and wagers are in
``boxes``, the cards' own life in ``shoe``, the dealer's hand and the settlement in ``dealer``, the
side wagers in ``sides``.
"""

from collections.abc import Iterator
from functools import partial

from houseway.games.authoring import cash
from houseway.games.authoring.long_shoe import answer, pending
from houseway.games.twenty_one.blackjack import behind, entry, reports, sides
from houseway.games.twenty_one.blackjack.behind import callers, followers, people_on
from houseway.games.twenty_one.blackjack.boxes import (
    DEALER,
    MAIN,
    add_double,
    base,
    card_is_down,
    cards_of,
    doubling,
    has_blackjack,
    is_hand_dealt,
    is_split,
    made_on,
    may_be_blackjack,
    more_of,
    on_spot,
    places,
    seat_of,
    spots,
    up_card,
    worth_of,
)
from houseway.games.twenty_one.blackjack.dealer import (
    DREW_AGAIN,
    burn_overdrawn,
    dealer_plays,
    give_half,
    pay_hand,
    settle,
    wanted,
)
from houseway.games.twenty_one.blackjack.reports import (
    MISSED_CARD,
    MISSED_DEALER,
    MISSED_SECOND,
    READER_OUT,
)
from houseway.games.twenty_one.blackjack.shoe import (
    burn,
    burn_exposed,
    deal_card,
    draw_determinant,
    end_round,
    prepare_shoe,
)
from houseway.games.twenty_one.twentyone import (
    ACE,
    GOAL,
    bits,
    doubles,
    insurable,
    rank,
    same_value,
    splits,
)
from houseway.referee.events import RACK, Event, Place, box_of, seat_account
from houseway.referee.requests import Barred, Choice, Input, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused


def play(r: Round) -> Script[None]:
    """One round; the next goes on from what it leaves of the shoe."""
    r.lasting = frozenset({"shoe", "sides", "in_last", "entry", "reader_out", "down_offered"})
    r.may_report = lambda given: reports.check(r, given)
    r.on_report[READER_OUT] = lambda: put_reader_away(r)
    r.on_report[DREW_AGAIN] = lambda: burn_overdrawn(r)
    try:
        yield from play_round(r)
    finally:
        r.keep_shoe()


def play_round(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from prepare_shoe(r)
    yield from take_bets(r)
    yield from close_bets(r)
    yield from behind.ask_consent(r)
    yield from deal(r)
    yield from sides.settle_at_once(r, sides.AFTER_HOLE)
    if r.rule("insurance_window") == "at_once":
        for seat in callers(r):
            yield from insure(r, seat)
    if (yield from shows_blackjack(r)):
        r.phase("decision")
        yield from sides.third_sevens(r)
    else:
        yield from play_hands(r)
    for spot in spots(r):
        if wanted(r, spot):
            yield from dealer_plays(r, spot)
            yield from settle(r, spot)
    yield from finish(r)


# -- wagers --------------------------------------------------------------------------------------


def take_bets(r: Round) -> Script[None]:
    """Wagers until they are closed."""
    yield from cash.take_bets(r, lambda given: check_bet(r, given), lambda: check_close(r))


def check_bet(r: Round, given: Input) -> None:
    """Refuse a bet that may not be made."""
    if isinstance(given.who, int) and given.who in r.data.players:
        sides.check_bet(r, given)
    r.window.check_bet(given)
    if isinstance(given.who, int):
        if box_of(given.who) > r.rule("box_count"):
            raise Refused(f"the layout has {r.rule('box_count')} boxes", r.cite("box_count"))
        behind.check_bet(r, given)
        if not r.rules.fixes("mid_shoe_entry"):
            entry.check_bet(r, given, shuffled(r))
        elif not given.accepted:
            check_entry(r, given.who)


def check_entry(r: Round, seat: int) -> None:
    """Who has sat out a round of this shoe may be kept out until the reshuffle, unless the house
    accepts the wager."""
    if r.rule("mid_shoe_entry") == "barred" and not r.data.fresh_deck:
        was_in = r.data.notes.get("in_last")
        if was_in is not None and not shuffled(r) and r.data.players[seat] not in was_in.values():
            raise Refused(f"seat {seat} sat out a round of this shoe", r.cite("mid_shoe_entry"))


def shuffled(r: Round) -> bool:
    """Whether this round began with a shuffle."""
    return any(event.kind == "shuffled" for event in r.events)


def check_close(r: Round) -> None:
    """Refuse to close while wagers do not go together."""
    r.window.check_close()
    for seat in r.clockwise("progressive"):
        sides.check_light(r, seat)
    if len(spots(r)) > 1:
        for seat in r.clockwise():
            if len(list(made_on(r, seat))) < r.rule("multi_least"):
                wanted = f"seat {seat} needs {r.rule('multi_least')} wagers"
                raise Refused(wanted, r.cite("multi_least"))


def close_bets(r: Round) -> Script[None]:
    """Wagers are locked; the hand fee is collected and progressive wagers are registered."""
    if r.rule("hand_fee"):
        r.say("fee_posted")
    for seat in r.one_box_each(seat for seat in r.clockwise(MAIN) if owes_fee(r, seat)):
        yield from charge_fee(r, seat)
    r.say("close")
    if "progressive" in r.rules.wagers:
        r.say("lock_progressive")
        for seat in r.clockwise("progressive"):
            r.lose(seat, "progressive", step="collect_progressive")
        r.feed("progressive", "lock_progressive")
    if not r.rules.fixes("mid_shoe_entry"):
        yield from entry.note_wagers(r, shuffled(r))
    r.data.notes["in_last"] = {str(seat): r.data.players[seat] for seat in r.clockwise(MAIN)}


def owes_fee(r: Round, seat: int) -> bool:
    """Whether a first wager is so small that a fee is due for it."""
    return bool(r.rule("hand_fee")) and r.state.stake(seat, MAIN) <= r.rule("fee_wager_most") * 100


def charge_fee(r: Round, seat: int) -> Script[None]:
    """A fee for the round from a player who owes it, once for all of his boxes."""
    fee, step = r.rule("hand_fee"), "hand_fee"
    given = yield from r.ask("floor", Choice("charge"), Choice("waive"), step="fee_waiver")
    if given.what == "charge":
        player, cite = seat_account(seat), r.cite(step)
        r.emit(Event("fee", seat, step, step, fee, 0, player, RACK, step=step, cite=cite))


# -- the deal ------------------------------------------------------------------------------------


def deal(r: Round) -> Script[None]:
    """One card to each box and one to the dealer, a second to each box, and in some modes to the
    dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    if r.rule("burn_each_round"):
        yield from burn(r, "burn_round")
    up = not is_hand_dealt(r)
    first: list[Place] = [*callers(r), DEALER]
    if r.rule("dealing") == "double_shoe":
        used = yield from draw_determinant(r, first[0])
        first = first[1:] if used else first
    for place in first[:-1]:
        if place not in r.state.gone:
            yield from deal_card(r, place, "deal", up)
    if first:
        forgotten = partial(pending, r, MISSED_DEALER)
        yield from deal_card(r, DEALER, "deal_dealer", unless=forgotten)
    missed = pending(r, MISSED_DEALER)
    behind.let_go(r)
    late = []
    for seat in callers(r):
        passed_over = partial(was_reported, r, MISSED_SECOND, seat)
        if seat not in r.state.gone:
            yield from deal_card(r, seat, "deal_second", up, unless=passed_over)
        if passed_over():
            late.append(seat)
    for seat in late:
        yield from deal_late(r, seat, up)
    if missed:
        answer(r, MISSED_DEALER, "deal_missed")
        yield from deal_card(r, DEALER, "deal_missed")
    yield from sides.settle_at_once(r, sides.BEFORE_HOLE)
    yield from deal_hole(r)


def deal_hole(r: Round) -> Script[None]:
    """The dealer's second card, in the modes in which it comes before the players' decisions."""
    mode = r.rule("dealer_cards")
    if mode == "double_exposure":
        yield from deal_card(r, DEALER, "deal_exposed")
    elif mode != "no_hole":
        yield from deal_card(r, DEALER, "deal_hole", up=False)


def deal_late(r: Round, seat: int, up: bool) -> Script[None]:
    """A player who got one card may take the second after the others, or lets the hand go."""
    given = yield from r.ask(seat, Choice("second_card"), Choice("dead"), step="one_card")
    if given.what == "second_card":
        yield from deal_card(r, seat, "one_card", up)
    elif given.what == "dead":
        call_dead(r, seat, "one_card")


def call_dead(r: Round, seat: int, step: str) -> None:
    """A box that never got its hand is dead: all that was bet on it goes back."""
    for person in (seat, *followers(r, seat)):
        for wager in list(r.state.bets[person]):
            r.push(person, wager, step=step)
    r.collect(seat, step)


def was_reported(r: Round, what: str, seat: int) -> bool:
    """Whether something was reported of a seat."""
    return any(e.kind == "reported" and e.what == what and e.who == seat for e in r.events)


def in_play(r: Round, seat: int) -> bool:
    """Whether a box still has cards and a wager on them."""
    return any(
        r.live(person, on_spot(wager, spot))
        for place in places(r, seat)
        for person, wager in people_on(r, place)
        for spot in spots(r)
    )


# -- insurance, and a blackjack before the players act -------------------------------------------


def insure(r: Round, seat: int) -> Script[None]:
    """Beside an ace everyone on a box may insure each wager, or take even money for a blackjack."""
    if rank(up_card(r)) != ACE or not r.rule("insurance_offered") or seat not in r.state.hands:
        return
    chip = r.rules.chip
    for person in (seat, *followers(r, seat)):
        step = "insurance" if person == seat else "behind_insures"
        for spot in list(made_on(r, person)):
            wager = on_spot("insurance", spot)
            most = insurable(r.state.stake(person, on_spot(MAIN, spot)), chip)
            choices = [Choice("insure", chip, most, cite=r.rules.wager(wager).cite, step=chip)]
            if has_blackjack(r, seat) and r.rule("even_money"):
                choices.append(Choice("even_money", cite=r.cite("even_money")))
            given = yield from r.ask(person, *choices, Choice("no_insurance"), step=step)
            if given.what == "insure":
                r.wager(person, wager, given.amount, step)
            elif given.what == "even_money":
                r.settle(person, on_spot(MAIN, spot), {"even_money"}, "even_money")


def put_reader_away(r: Round) -> Script[None]:
    """A card reader that has failed is used no more, in this round and after it."""
    answer(r, READER_OUT, "without_reader")
    r.data.notes["reader_out"] = True
    yield from ()


def reader_in_use(r: Round) -> bool:
    """Whether the dealer has a card reader that works."""
    return r.rule("dealer_cards") == "hole_with_reader" and not r.data.notes.get("reader_out")


def shows_blackjack(r: Round) -> Script[bool]:
    """Whether a blackjack of the dealer's ends the round before players act."""
    if r.rule("dealer_cards") == "double_exposure":
        if has_blackjack(r, DEALER):
            r.say("exposed_blackjack")
            return True
    elif r.rule("dealer_cards") == "hole_with_reader" and may_be_blackjack(r):
        yield from r.go_on("reader")
        if reader_in_use(r):
            r.say("reader")
            if has_blackjack(r, DEALER):
                r.say("reader_blackjack")
                return True
            sides.settle_queens(r, "queens_before")
    return False


# -- the players' decisions ----------------------------------------------------------------------


def play_hands(r: Round) -> Script[None]:
    """Blackjacks are announced or paid; then every player in turn completes the box."""
    r.phase("decision")
    yield from r.go_on("announce")
    for seat in callers(r):
        if seat in r.state.hands and has_blackjack(r, seat):
            announce_blackjack(r, seat)
    missed: list[tuple[Place, str]] = []
    for seat in callers(r):
        if not in_play(r, seat):
            continue
        if r.rule("insurance_window") == "own_turn":
            yield from insure(r, seat)
        if in_play(r, seat) and not has_blackjack(r, seat):
            yield from play_hand(r, seat, missed)
    yield from make_good(r, missed)


def announce_blackjack(r: Round, seat: int) -> None:
    """A blackjack is paid at once unless the dealer may have one too."""
    if is_hand_dealt(r):
        r.reveal(seat, "show_blackjack")
    if may_be_blackjack(r):
        r.say("blackjack_waits")
        return
    for person, wager in people_on(r, seat):
        for spot in made_on(r, person):
            if r.live(person, on_spot(wager, spot)):
                pay_hand(r, person, on_spot(wager, spot), seat, "blackjack_paid")
    if not r.live(seat, "bj_bonus"):
        r.collect(seat, "blackjack_paid")


def play_hand(r: Round, place: Place, missed: list[tuple[Place, str]]) -> Script[None]:
    """One hand: cards and wagers as its player decides, until it is complete. A hand whose card was
    not dealt is among those ``missed``, with how it was asked for."""
    seat = seat_of(place)
    if place in r.state.hands:
        announce_total(r, place)
    while not may_not_draw(r, place):
        choices = choices_of(r, place)
        if len(choices) == 1:
            return
        barred = Barring(r, place)
        step = "decide_for_box" if followers(r, seat) else "decide"
        given = yield from r.ask(seat, *choices, step=step, barred=barred)
        if given.what == "surrender":
            sides.pay_sevens(r, seat)
            surrender(r, seat)
            return
        if given.what == "split":
            sides.forfeit_sevens(r, seat)
            yield from split(r, place, missed)
            return
        if given.what.startswith("double"):
            yield from double(r, place, given)
        elif given.what != "hit":
            sides.pay_sevens(r, seat)
            return
        before = len(r.events)
        yield from r.go_on("hit")
        if (yield from take_card(r, place, given.what, since=before)):
            return
        if was_missed(r, before):
            missed.append((place, given.what))
            return


def was_missed(r: Round, since: int) -> bool:
    """Whether it was reported that a player did not get the card that was asked for."""
    return any(e.kind == "reported" and e.what == MISSED_CARD for e in r.events[since:])


def take_card(r: Round, place: Place, asked: str, since: int) -> Script[bool]:
    """The card that was asked for, unless it was not dealt; whether it was the one card of a
    doubled hand."""
    face_down = asked == "double_down" or (asked == "double" and r.rule("double_card") == "down")
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
    sides.pay_sevens(r, seat_of(place))
    after_card(r, place)
    return asked != "hit"


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
    stakes = [r.state.stake(seat, base(place, spot)) for spot in made_on(r, seat)]
    first = len(cards) == 2
    found = []
    if first and not is_split(r, seat) and r.rule("surrender"):
        found.append(Choice("surrender", cite=r.cite("surrender")))
    if first and may_split(r, place):
        found.append(Choice("split", stakes[0], stakes[0], cite=r.cite("split")))
    if not came_of_aces(r, place):
        if first and may_double(r, place):
            step, most = doubling(r, seat, base(place))
            kinds = {"up": ["double"], "down": ["double"], "on_request": ["double", "double_down"]}
            for name in kinds[r.rule("double_card")] if most else []:
                found.append(Choice(name, step, most, cite=r.cite("double"), step=step))
        found.append(Choice("hit", cite=r.cite("hit")))
    return [*found, Choice("stand", cite=r.cite("stand"))]


class Barring:
    """Why a player may not do something with a hand; worked out only if it is tried."""

    def __init__(self, r: Round, place: Place) -> None:
        self.r, self.place = r, place

    def __iter__(self) -> Iterator[Barred]:
        r, place = self.r, self.place
        open_now = {choice.name for choice in choices_of(r, place)}
        first, again = len(cards_of(r, place)) == 2, is_split(r, seat_of(place))
        steps = {
            "surrender": "surrender_first" if r.rule("surrender") else "no_surrender",
            "double": self._double(first, again),
            "split": self._split(first, again),
            "hit": "split_aces",
        }
        for name, step in steps.items():
            if name not in open_now:
                yield Barred(name, r.rules.book.round[step].says, r.cite(step))

    def _double(self, first: bool, again: bool) -> str:
        if not first:
            return "double_first_two"
        if came_of_aces(self.r, self.place):
            return "split_aces"
        if again and not self.r.rule("double_after_split"):
            return "no_double_after_split"
        return "double_some"

    def _split(self, first: bool, again: bool) -> str:
        r, cards = self.r, cards_of(self.r, self.place)
        if not first or not same_value(cards[0], cards[1], r.rules.points):
            return "split_pairs"
        if again and rank(cards[0]) == ACE and not r.rule("resplit_aces"):
            return "no_resplit_aces"
        return "no_resplit"


def came_of_aces(r: Round, place: Place) -> bool:
    """Whether a hand is one of two that a pair of aces was split into."""
    return is_split(r, seat_of(place)) and rank(cards_of(r, place)[0]) == ACE


def may_double(r: Round, place: Place) -> bool:
    """Whether a hand of two cards may be doubled."""
    split, total = is_split(r, seat_of(place)), worth_of(r, place).total
    totals = -1 if r.rule("double_on") == "any" else bits(r.rule("double_totals"))
    return doubles(total, split, r.rule("double_after_split"), totals)


def may_split(r: Round, place: Place) -> bool:
    """Whether a hand of two cards may be split, for the first time or again."""
    seat, cards = seat_of(place), cards_of(r, place)
    if not same_value(cards[0], cards[1], r.rules.points):
        return False
    aces = rank(cards[0]) == ACE
    return splits(hands_formed(r, seat), r.rule("split_hands"), aces, r.rule("resplit_aces"))


def hands_formed(r: Round, seat: int) -> int:
    """How many hands a seat has formed."""
    return 1 + sum(r.has(seat, f"split_{n}") for n in range(2, r.rule("split_hands") + 1))


def surrender(r: Round, seat: int) -> None:
    """Half the wager is given up, at once or when the dealer's second card is known."""
    if may_be_blackjack(r):
        r.say("surrender_waits")
    else:
        give_half(r, seat, "surrender")
        r.collect(seat, "surrender")


def double(r: Round, place: Place, given: Input) -> Script[None]:
    """As much again at the most; one card follows, face down where that is the way."""
    seat = seat_of(place)
    add_double(r, seat, base(place), given.amount, "double")
    yield from behind.double(r, place)
    if is_hand_dealt(r) and r.rule("double_on") != "any":
        r.reveal(place, "double_shown")
    if given.what == "double_down" and not r.data.notes.get("down_offered"):
        r.data.notes["down_offered"] = True
        r.say("down_offered")


def split(r: Round, place: Place, missed: list[tuple[Place, str]]) -> Script[None]:
    """Two hands, each with its wager; the first is completed before the other gets a card."""
    seat, (one, other) = seat_of(place), cards_of(r, place)
    new = f"{seat}.{hands_formed(r, seat) + 1}"
    for spot in made_on(r, seat):
        r.wager(seat, base(new, spot), r.state.stake(seat, base(place, spot)), "split")
    yield from behind.split(r, place, new)
    for where, card in ((place, one), (new, other)):
        r.emit(Event("revealed", where, cards=(card,), step="split", cite=r.cite("split")))
    for where in (place, new):
        yield from deal_card(r, where, "split_card")
        yield from play_hand(r, where, missed)


def after_card(r: Round, place: Place) -> None:
    """Where the law wants it a hand that is over is lost at once."""
    several = len(spots(r)) > 1
    at_once = r.rule("bust_taken_at_once") or (several and r.rule("multi_bust"))
    if not at_once or card_is_down(r, place) or not worth_of(r, place).bust:
        return
    step = "multi_over" if several else "bust_at_once"
    for person, wager in people_on(r, place):
        for spot in made_on(r, person):
            r.lose(person, on_spot(wager, spot), on_spot(more_of(wager), spot), step=step)
    r.collect(place, step)


def make_good(r: Round, missed: list[tuple[Place, str]]) -> Script[None]:
    """A player whose card was not dealt takes it now, before the dealer's second card is seen, or
    lets the hand go."""
    yield from r.go_on("decided")
    while missed:
        place, how = missed.pop(0)
        if place not in r.state.hands:
            continue
        asked = (Choice("card"), Choice("dead"))
        given = yield from r.ask(seat_of(place), *asked, step="not_dealt")
        if given.what == "dead":
            for person, wager in people_on(r, place):
                on = [on_spot(n, s) for n in (wager, more_of(wager)) for s in spots(r)]
                r.push(person, *(name for name in on if r.live(person, name)), step="not_dealt")
            r.collect(place, "not_dealt")
        elif given.what == "card" and not (yield from take_card(r, place, how, len(r.events))):
            yield from play_hand(r, place, missed)


# -- the end -------------------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """Bonus amounts are drawn, the cards picked up, and standing wagers stay."""
    yield from sides.pay_bonuses(r)
    yield from r.go_on("collect")
    burn_exposed(r)
    for seat in list(r.counterclockwise()):
        for place in places(r, seat):
            r.collect(place, "collect")
    r.collect(DEALER, "collect")
    r.leave_standing("streak_stands")
    yield from end_round(r)
