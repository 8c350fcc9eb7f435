"""The dealer's hand of blackjack, and what it makes of every wager (2.7 to 2.12)."""

from houseway.games.authoring.long_shoe import answer, pending
from houseway.games.twenty_one.blackjack import hand, sides
from houseway.games.twenty_one.blackjack.behind import callers, is_follower, people_on
from houseway.games.twenty_one.blackjack.boxes import (
    DEALER,
    MAIN,
    card_is_down,
    cards_of,
    has_blackjack,
    is_hand_dealt,
    is_split,
    may_be_blackjack,
    more_of,
    on_spot,
    places,
    seat_of,
    spots,
    surrendered,
    up_card,
    worth_of,
)
from houseway.games.twenty_one.blackjack.shoe import (
    burn,
    burn_exposed,
    deal_card,
)
from houseway.games.twenty_one.twentyone import dealer_draws
from houseway.referee.events import Event, Place
from houseway.referee.round import Round, Script

DREW_AGAIN = "dealer_draws_again"
NOT_MOVED, UP_DISCARDED = "up_card_not_moved", "up_card_discarded"
CALLED = ("designated", "suited_678", "three_sevens", "five_card_21")  # rows a house may add


def give_half(r: Round, seat: int, step: str) -> None:
    """Half of every wager on a box is taken and the rest goes back."""
    for person, wager in people_on(r, seat):
        chips = r.state.bets[person][wager]
        r.take(person, wager, chips // 2, step)
        r.give_back(person, wager, chips - chips // 2, step)


# -- the dealer's hand ---------------------------------------------------------------------------


def wanted(r: Round, spot: int) -> bool:
    """Whether anyone has bet against this hand of the dealer's."""
    there = [wager for seat in r.clockwise() for wager in r.state.bets[seat]]
    return spot == 1 or any(wager.endswith(on_spot("", spot)) for wager in there)


def dealer_plays(r: Round, spot: int) -> Script[None]:
    """The dealer's second card, insurance, and further cards while anything depends on them."""
    if spot > 1:
        r.say("keep_up_card")
    yield from r.go_on("dealers_card" if spot == 1 else "move_up_card")
    if spot > 1:
        move_up_card(r)
    if len(cards_of(r, DEALER)) > 1:
        r.reveal(DEALER, "turn_hole")
    elif depends_on_second(r, spot):
        r.say("dealers_card")
        yield from deal_card(r, DEALER, "second_card")
    else:
        r.say("no_draw")
    r.phase("settlement")
    if len(cards_of(r, DEALER)) > 1:
        lose_insurance(r, spot)
        settle_surrenders(r)
        yield from dealer_draws_on(r, spot)
        win_insurance(r, spot)
    yield from r.go_on("dealer_total")
    burn_exposed(r)


def burn_overdrawn(r: Round) -> Script[None]:
    """A card that the dealer has drawn beyond the rule goes to the rack at once."""
    answer(r, DREW_AGAIN, "dealer_overdraw")
    yield from burn(r, "dealer_overdraw")


def move_up_card(r: Round) -> None:
    """The dealer keeps the first card alone and plays the next hand with it, even if it was left
    where it lay or went to the discard rack too early."""
    up, step = (up_card(r),), "move_up_card"
    for report, done in ((NOT_MOVED, "as_if_moved"), (UP_DISCARDED, "rebuilt")):
        if pending(r, report):
            answer(r, report, done)
            step = done
    r.emit(Event("revealed", DEALER, cards=up, step=step, cite=r.cite(step)))


def depends_on_second(r: Round, spot: int) -> bool:
    """Whether any wager's fate depends on the dealer's second card."""
    if sides.forces_third(r) or any(r.live(s, "twenty_point") for s in r.clockwise()):
        return True
    if any(r.live(seat, on_spot("insurance", spot)) for seat in r.clockwise()):
        return True
    if may_be_blackjack(r) and has_extras(r, spot):
        return True
    return any(
        is_live(r, place, spot) and (card_is_down(r, place) or not worth_of(r, place).bust)
        for seat in callers(r)
        for place in places(r, seat)
    )


def is_live(r: Round, place: Place, spot: int) -> bool:
    """Whether anyone has a wager on a hand against this one of the dealer's."""
    return any(r.live(person, on_spot(wager, spot)) for person, wager in people_on(r, place))


def has_extras(r: Round, spot: int) -> bool:
    """Whether a blackjack of the dealer's would give back what doubled or split a hand."""
    if taken_early(r):
        return True
    return any(
        r.live(person, name) and name != on_spot(MAIN, spot)
        for seat in callers(r)
        for place in places(r, seat)
        for person, wager in people_on(r, place)
        for name in (on_spot(wager, spot), on_spot(more_of(wager), spot))
    )


def taken_early(r: Round) -> list[tuple[int, str]]:
    """What doubled or split a hand and was taken when the hand went over."""
    return [
        (event.who, event.wager)
        for event in r.events
        if event.kind == "taken" and event.step == "bust_at_once" and event.wager != MAIN
        if isinstance(event.who, int)
    ]


def lose_insurance(r: Round, spot: int) -> None:
    """Lost insurance is collected after the dealer's second card and before a third."""
    if not has_blackjack(r, DEALER):
        for seat in r.counterclockwise():
            r.lose(seat, on_spot("insurance", spot), step="insurance_loses")


def win_insurance(r: Round, spot: int) -> None:
    """Insurance that a blackjack of the dealer's has won is paid."""
    for seat in r.counterclockwise():
        if r.live(seat, wager := on_spot("insurance", spot)):
            r.win(seat, wager, step="insurance_wins")


def settle_surrenders(r: Round) -> None:
    """Hands that were given up beside an ace or a ten."""
    for seat in reversed(callers(r)):
        if surrendered(r, seat) and r.live(seat, MAIN):
            if has_blackjack(r, DEALER):
                for person, wager in people_on(r, seat):
                    r.lose(person, wager, step="surrender_lost")
            else:
                give_half(r, seat, "surrender_half")


def dealer_draws_on(r: Round, spot: int) -> Script[None]:
    """Cards by the rule of the table; a bonus wager forces the third."""
    if sides.forces_third(r) and worth_of(r, DEALER).total < r.rule("dealer_stands"):
        yield from deal_card(r, DEALER, "forced_third")
    yield from settle_optional(r)
    while draws(r):
        if not any(is_open(r, place, spot) for s in callers(r) for place in places(r, s)):
            r.say("no_draw")
            return
        yield from deal_card(r, DEALER, "dealer_draws")
    r.say("dealer_stands_pat")


def settle_optional(r: Round) -> Script[None]:
    """The bonus on the dealer's third card comes before everything else."""
    if sides.forces_third(r):
        yield from r.go_on("optional_bonus")
        sides.settle_optional(r)


def draws(r: Round) -> bool:
    """Whether the dealer's hand must draw."""
    total, soft = worth_of(r, DEALER)
    return dealer_draws(total, soft, r.rule("dealer_stands"), r.rule("dealer_stands_soft"))


def is_open(r: Round, place: Place, spot: int) -> bool:
    """Whether a hand's outcome still depends on the dealer's total."""
    if not is_live(r, place, spot) or has_blackjack(r, place) or has_blackjack(r, DEALER):
        return False
    return card_is_down(r, place) or not worth_of(r, place).bust


# -- the settlement ------------------------------------------------------------------------------


def settle(r: Round, spot: int) -> Script[None]:
    """Each box from the dealer's far right: losers are taken, winners paid."""
    first = spot == spots(r)[0]
    if first:
        r.take_up_standing("streak_stands")
    if has_blackjack(r, DEALER):
        for person, wager in taken_early(r):
            r.push(person, wager, step="extras_back")
    for seat in [seat for seat in r.counterclockwise() if not is_follower(r, seat)]:
        yield from r.go_on("settle")
        for place in places(r, seat):
            if place not in r.state.face_up and (card_is_down(r, place) or is_hand_dealt(r)):
                r.reveal(place, "turn_up")
                sides.pay_sevens(r, seat)
            for person, wager in people_on(r, place):
                settle_wager(r, person, wager, place, spot)
        if first:
            sides.settle_with_main(r, seat)


def settle_wager(r: Round, person: int, first: str, place: Place, spot: int) -> None:
    """Somebody's wager on a hand, and what doubled it, against one hand of the dealer's."""
    wager, more = on_spot(first, spot), on_spot(more_of(first), spot)
    if not r.live(person, wager):
        return
    fate, five = fate_of(r, place), is_five_card_21(r, place)
    added = [more] if r.live(person, more) else []
    if fate == "blackjack_loses":
        if first == MAIN:
            r.lose(person, wager, step="five_card_loses" if five else fate)
        else:
            added = [wager, *added]
        r.push(person, *added, step="extras_back")
    elif fate in ("wins", "two_card_21", "dealer_over"):
        pay_hand(r, person, wager, place, fate)
        r.win(person, *added, step=fate)
    elif fate in ("even", "both_blackjack"):
        r.push(person, wager, *added, step="five_card_even" if five else fate)
    else:
        r.lose(person, wager, *added, step=fate)


def pay_hand(r: Round, person: int, wager: str, place: Place, step: str) -> None:
    """A winning hand is paid by its row; one for which the house offers more is called."""
    row = row_of(r, place)
    if row in CALLED:
        r.say(row)
    r.settle(person, wager, {row}, step)


def fate_of(r: Round, place: Place) -> str:
    """What becomes of a hand."""
    if len(cards_of(r, DEALER)) < 2:
        return "over"
    exposed = r.rule("dealer_cards") == "double_exposure"
    return hand.fate_of(side(r, place), side(r, DEALER), exposed, r.rule("split_21_beats"))


def is_five_card_21(r: Round, place: Place) -> bool:
    """Whether a hand is 21 in five cards, at a table that makes a rule of it."""
    return hand.is_five_card_21(cards_of(r, place), r.rules.points, hand.extras_at(r.rules))


def side(r: Round, place: Place) -> hand.Side:
    """A hand as it is compared with another."""
    return hand.Side(worth_of(r, place), len(cards_of(r, place)), has_blackjack(r, place))


def row_of(r: Round, place: Place) -> str:
    """The row at which a winning hand is paid."""
    split = is_split(r, seat_of(place))
    return hand.row_of(cards_of(r, place), r.rules.points, split, hand.extras_at(r.rules))
