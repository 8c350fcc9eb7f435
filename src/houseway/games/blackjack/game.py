"""Blackjack in the order of the regulation (N.J.A.C. 13:69F-2).

Each step's cite stands in the rulebook under ``round``. The names of hands and wagers are in
``boxes``, the cards' own life in ``shoe``, the dealer's hand and the settlement in ``dealer``, the
side wagers in ``sides``.
"""

from houseway.games import cash
from houseway.games.blackjack import behind, entry, sides
from houseway.games.blackjack.boxes import (
    DEALER,
    MAIN,
    base,
    card_is_down,
    cards_of,
    extra,
    has_blackjack,
    is_split,
    made_on,
    may_be_blackjack,
    on_spot,
    places,
    seat_of,
    spots,
    up_card,
    worth_of,
)
from houseway.games.blackjack.dealer import (
    dealer_plays,
    give_half,
    hand_dealt,
    row_of,
    settle,
    wanted,
)
from houseway.games.blackjack.shoe import (
    burn,
    deal_card,
    draw_determinant,
    end_round,
    prepare_shoe,
)
from houseway.games.long_shoe import answer, pending
from houseway.games.twentyone import (
    ACE,
    GOAL,
    bits,
    doubles,
    insurable,
    rank,
    same_value,
    splits,
)
from houseway.referee.events import RACK, Event, Place, seat_account
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

MISSED_DEALER, MISSED_SECOND, MISSED_CARD = "dealer_misses_card", "one_card_dealt", "card_not_dealt"
READER_OUT = "reader_fails"


def play(r: Round) -> Script[None]:
    """One round; the next goes on from what it leaves of the shoe."""
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
        for seat in list(r.clockwise(MAIN)):
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
    r.window.check_bet(given)
    if isinstance(given.who, int):
        if given.who > r.rule("box_count"):
            raise Refused(f"the layout has {r.rule('box_count')} boxes", r.cite("box_count"))
        if r.rules.fixes("mid_shoe_entry"):
            check_entry(r, given.who)
        else:
            entry.check_bet(r, given, shuffled(r))
        sides.check_bet(r, given)


def check_entry(r: Round, seat: int) -> None:
    """Who has sat out a round of this shoe may be kept out until the reshuffle."""
    if r.rule("mid_shoe_entry") == "barred" and not r.data.fresh_deck:
        was_in = r.data.notes.get("in_last")
        if was_in is not None and not shuffled(r) and was_in.get(str(seat)) != r.data.players[seat]:
            raise Refused(f"seat {seat} sat out a round of this shoe", r.cite("mid_shoe_entry"))


def shuffled(r: Round) -> bool:
    """Whether this round began with a shuffle."""
    return any(event.kind == "shuffled" for event in r.events)


def check_close(r: Round) -> None:
    """Refuse to close while wagers do not go together."""
    r.window.check_close()
    if len(spots(r)) > 1:
        for seat in r.clockwise():
            if len(list(made_on(r, seat))) < r.rule("multi_least"):
                wanted = f"seat {seat} needs {r.rule('multi_least')} wagers"
                raise Refused(wanted, r.cite("multi_least"))


def close_bets(r: Round) -> Script[None]:
    """Wagers are locked; the hand fee is collected and progressive wagers are registered."""
    for seat in list(r.clockwise(MAIN)):
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


def charge_fee(r: Round, seat: int) -> Script[None]:
    """A fee for the round from those whose first wager is small enough to owe it."""
    if not r.rule("hand_fee"):
        return
    fee, most, step = r.rule("hand_fee"), r.rule("fee_wager_most") * 100, "hand_fee"
    if not fee or r.rules.limits[MAIN].minimum > most or r.state.stake(seat, MAIN) > most:
        return
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
    up = r.rule("dealing") != "hand"
    seats = list(r.clockwise(MAIN))
    if r.rule("dealing") == "double_shoe" and (yield from draw_determinant(r, seats[0])):
        seats = seats[1:]
    for seat in seats:
        if seat not in r.state.gone:
            yield from deal_card(r, seat, "deal", up)
    missed = pending(r, MISSED_DEALER)
    if not missed:
        yield from deal_card(r, DEALER, "deal_dealer")
    late = [seat for seat in r.clockwise(MAIN) if was_reported(r, MISSED_SECOND, seat)]
    for seat in list(r.clockwise(MAIN)):
        if seat not in late and seat not in r.state.gone:
            if was_reported(r, MISSED_SECOND, seat):
                late.append(seat)
            else:
                yield from deal_card(r, seat, "deal_second", up)
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
    """A hand is dead: what the seat has on the layout goes back."""
    for wager in list(r.state.bets[seat]):
        r.push(seat, wager, step=step)
    for place in places(r, seat):
        r.collect(place, step)


def was_reported(r: Round, what: str, seat: int) -> bool:
    """Whether something was reported of a seat."""
    return any(e.kind == "reported" and e.what == what and e.who == seat for e in r.events)


def in_play(r: Round, seat: int) -> bool:
    """Whether a seat still has cards and a wager on them."""
    return bool(places(r, seat)) and any(
        r.live(seat, base(place, spot)) for place in places(r, seat) for spot in spots(r)
    )


# -- insurance, and a blackjack before the players act -------------------------------------------


def insure(r: Round, seat: int) -> Script[None]:
    """Beside an ace a player may insure each wager, or take even money for a blackjack."""
    if rank(up_card(r)) != ACE or not r.rule("insurance_offered") or seat not in r.state.hands:
        return
    for spot in list(made_on(r, seat)):
        wager = on_spot("insurance", spot)
        most = insurable(r.state.stake(seat, on_spot(MAIN, spot)), r.rule("smallest_chip"))
        choices = [Choice("insure", 1, most, cite=r.rules.wager(wager).cite)]
        if has_blackjack(r, seat) and r.rule("even_money"):
            choices.append(Choice("even_money", cite=r.cite("even_money")))
        given = yield from r.ask(seat, *choices, Choice("no_insurance"), step="insurance")
        if given.what == "insure":
            r.wager(seat, wager, given.amount, "insurance")
        elif given.what == "even_money":
            r.settle(seat, on_spot(MAIN, spot), {"even_money"}, "even_money")
    chip = r.rule("smallest_chip")
    others = {n: insurable(r.state.stake(seat, n), chip) for n in behind.first_on(r, seat)}
    yield from behind.insure(r, seat, others)


def reader_in_use(r: Round) -> bool:
    """Whether the dealer has a card reader that works."""
    if pending(r, READER_OUT):
        answer(r, READER_OUT, "without_reader")
        r.data.notes["reader_out"] = True
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
    for seat in list(r.clockwise(MAIN)):
        if seat in r.state.hands and has_blackjack(r, seat):
            announce_blackjack(r, seat)
    for seat in list(r.clockwise(MAIN)):
        if not in_play(r, seat):
            continue
        if r.rule("insurance_window") == "own_turn":
            yield from insure(r, seat)
        if in_play(r, seat) and not has_blackjack(r, seat):
            yield from play_hand(r, seat)
    yield from make_good(r)


def announce_blackjack(r: Round, seat: int) -> None:
    """A blackjack is paid at once unless the dealer may have one too."""
    if hand_dealt(r):
        r.reveal(seat, "show_blackjack")
    if may_be_blackjack(r):
        r.say("blackjack_waits")
        return
    for spot in made_on(r, seat):
        if r.live(seat, on_spot(MAIN, spot)):
            r.settle(seat, on_spot(MAIN, spot), {row_of(r, seat)}, "blackjack_paid")
    for wager in behind.first_on(r, seat):
        r.settle(seat, wager, {row_of(r, seat)}, "blackjack_paid")
    if not r.live(seat, "bj_bonus"):
        r.collect(seat, "blackjack_paid")


def play_hand(r: Round, place: Place) -> Script[None]:
    """One hand: cards and wagers as its player decides, until it is complete."""
    seat = seat_of(place)
    while not may_not_draw(r, place):
        choices = choices_of(r, place)
        if len(choices) == 1:
            return
        given = yield from r.ask(seat, *choices, step="decide")
        if given.what == "surrender":
            sides.pay_sevens(r, seat)
            surrender(r, seat)
            return
        if given.what == "split":
            sides.forfeit_sevens(r, seat)
            yield from split(r, place)
            return
        if given.what.startswith("double"):
            yield from double(r, place, given)
            sides.pay_sevens(r, seat)
            after_card(r, place)
            return
        if given.what != "hit":
            sides.pay_sevens(r, seat)
            return
        yield from r.go_on("hit")
        if was_reported(r, MISSED_CARD, seat):
            return
        yield from deal_card(r, place, "hit")
        sides.pay_sevens(r, seat)
        after_card(r, place)


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
            step, most = r.rule("double_step"), min(stakes)
            least = min(r.rule("double_least"), most)
            kinds = {"up": ["double"], "down": ["double"], "on_request": ["double", "double_down"]}
            for name in kinds[r.rule("double_card")]:
                found.append(Choice(name, least, most, cite=r.cite("double"), step=step))
        found.append(Choice("hit", cite=r.cite("hit")))
    return [*found, Choice("stand", cite=r.cite("stand"))]


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
    """As much again at the most, and one card, face down where that is the way."""
    seat = seat_of(place)
    for spot in made_on(r, seat):
        r.wager(seat, extra(place, spot), given.amount, "double")
    yield from behind.double(r, place)
    if r.rule("dealing") == "hand" and r.rule("double_on") != "any":
        r.reveal(place, "double_shown")
    asked = given.what == "double_down"
    if asked and not r.data.notes.get("down_offered"):
        r.data.notes["down_offered"] = True
        r.say("down_offered")
    if asked or r.rule("double_card") == "down":
        yield from deal_card(r, place, "double_down", up=False, hidden=True)
    else:
        yield from deal_card(r, place, "double_card")


def split(r: Round, place: Place) -> Script[None]:
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
        yield from play_hand(r, where)


def after_card(r: Round, place: Place) -> None:
    """Where the law wants it a hand that is over is lost at once."""
    several = len(spots(r)) > 1
    at_once = r.rule("bust_taken_at_once") or (several and r.rule("multi_bust"))
    if not at_once or card_is_down(r, place) or not worth_of(r, place).bust:
        return
    seat, step = seat_of(place), "multi_over" if several else "bust_at_once"
    for spot in made_on(r, seat):
        r.lose(seat, base(place, spot), extra(place, spot), step=step)
    r.lose(seat, *behind.all_on(r, place), step=step)
    r.collect(place, step)


def make_good(r: Round) -> Script[None]:
    """A player whose card was not dealt takes it now or lets the hand go."""
    yield from r.go_on("decided")
    for seat in list(r.clockwise(MAIN)):
        if was_reported(r, MISSED_CARD, seat) and in_play(r, seat):
            place = places(r, seat)[0]
            given = yield from r.ask(seat, Choice("card"), Choice("dead"), step="not_dealt")
            if given.what == "card":
                yield from deal_card(r, place, "not_dealt")
                after_card(r, place)
                yield from play_hand(r, place)
            elif given.what == "dead":
                call_dead(r, seat, "not_dealt")


# -- the end -------------------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """Bonus amounts are drawn, the cards picked up, and standing wagers stay."""
    yield from sides.pay_bonuses(r)
    yield from r.go_on("collect")
    for seat in list(r.counterclockwise()):
        for place in places(r, seat):
            r.collect(place, "collect")
    r.collect(DEALER, "collect")
    r.leave_standing("streak_stands")
    yield from end_round(r)
