"""The dealer's hand, and what it makes of every wager on the players'."""

from houseway.games.authoring.shoe import answer, burn, burn_exposed, deal_card, pending
from houseway.games.twenty_one import hand, third_card
from houseway.games.twenty_one.behind import callers, is_follower, people_on
from houseway.games.twenty_one.boxes import (
    DEALER,
    card_is_down,
    cards_of,
    dealt_to,
    has_blackjack,
    insurance_of,
    is_hand_dealt,
    is_split,
    is_switched,
    live_on,
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
from houseway.games.twenty_one.moments import Moments
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.twentyone import dealer_draws, suit
from houseway.referee.events import Event, Place
from houseway.referee.round import Round, Script

DREW_AGAIN = "dealer_draws_again"
NOT_MOVED, UP_DISCARDED = "up_card_not_moved", "up_card_discarded"
CALLED = ("designated", "suited_678", "three_sevens", "five_card_21")  # rows a house may add


def give_half(r: Round, place: Place, step: str) -> None:
    """Half of every wager on a hand is taken and the rest goes back."""
    for person, wager in people_on(r, place):
        more = more_of(wager)
        for name in (*live_on(r, person, wager), *([more] if r.live(person, more) else [])):
            chips = r.state.bets[person][name]
            r.take(person, name, chips // 2, step)
            r.give_back(person, name, chips - chips // 2, step)


# -- the dealer's hand ---------------------------------------------------------------------------


def wanted(r: Round, spot: int) -> bool:
    """Whether anyone has bet against this hand of the dealer's."""
    there = [wager for seat in r.clockwise() for wager in r.state.bets[seat]]
    return spot == 1 or any(wager.endswith(on_spot("", spot)) for wager in there)


def dealer_plays(r: Round, spot: int, moments: Moments) -> Script[None]:
    """The dealer's second card, insurance, and further cards while anything depends on them."""
    if spot > 1:
        r.say("keep_up_card")
    yield from r.go_on("dealers_card" if spot == 1 else "move_up_card")
    if spot > 1:
        move_up_card(r)
    if len(cards_of(r, DEALER)) > 1:
        r.reveal(DEALER, "turn_hole")
    elif depends_on_second(r, spot, moments):
        r.say("dealers_card")
        yield from deal_card(r, DEALER, "second_card")
    else:
        r.say("no_draw")
    r.phase("settlement")
    if len(cards_of(r, DEALER)) > 1:
        yield from settle_optional(r)
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


def depends_on_second(r: Round, spot: int, moments: Moments) -> bool:
    """Whether any wager's fate depends on the dealer's second card."""
    if third_card.forces_third(r) or moments.waits(r):
        return True
    if any(insurances(r, seat, spot) for seat in r.clockwise()):
        return True
    if may_be_blackjack(r) and has_extras(r, spot):
        return True
    return any(
        is_live(r, place, spot)
        and (card_is_down(r, place) or not worth_of(r, place).bust)
        and not has_won(r, place)
        for seat in callers(r)
        for place in places(r, seat)
    )


def has_won(r: Round, place: Place) -> bool:
    """Whether a blackjack has won already, whatever the dealer's further cards are."""
    wins = rule_of(r.rules, "blackjack_wins") or not (
        may_be_blackjack(r) or rule_of(r.rules, "blackjack_ties_21")
    )
    return bool(wins) and has_blackjack(r, place)


def is_live(r: Round, place: Place, spot: int) -> bool:
    """Whether anyone has a wager on a hand against this one of the dealer's."""
    return any(live_on(r, person, wager, spot) for person, wager in people_on(r, place))


def has_extras(r: Round, spot: int) -> bool:
    """Whether a blackjack of the dealer's would give back what doubled or split a hand."""
    if rule_of(r.rules, "bust_is_final"):
        return False
    if taken_early(r):
        return True
    lost = [on_spot(name, spot) for name in rule_of(r.rules, "lost_to_blackjack")]
    return any(
        r.live(person, name) and name not in lost
        for seat in callers(r)
        for place in places(r, seat)
        for person, wager in people_on(r, place)
        for name in (*live_on(r, person, wager, spot), on_spot(more_of(wager), spot))
    )


def taken_early(r: Round) -> list[tuple[int, str]]:
    """What doubled or split a hand and was taken when the hand went over, if that can change."""
    if rule_of(r.rules, "bust_is_final"):
        return []
    return [
        (event.who, event.wager)
        for event in r.events
        if event.kind == "taken" and event.step == "bust_at_once"
        if event.wager not in rule_of(r.rules, "lost_to_blackjack")
        if isinstance(event.who, int)
    ]


def insurances(r: Round, seat: int, spot: int) -> list[str]:
    """The insurance of a seat against one of the dealer's hands."""
    named = [on_spot(insurance_of(place), spot) for place in dealt_to(r, seat)]
    return [wager for wager in named if r.live(seat, wager)]


def lose_insurance(r: Round, spot: int) -> None:
    """Lost insurance is collected after the dealer's second card and before a third."""
    if not has_blackjack(r, DEALER):
        for seat in r.counterclockwise():
            for wager in insurances(r, seat, spot):
                r.lose(seat, wager, step="insurance_loses")


def win_insurance(r: Round, spot: int) -> None:
    """Insurance that a blackjack of the dealer's has won is paid."""
    for seat in r.counterclockwise():
        for wager in insurances(r, seat, spot):
            suited = len({suit(card) for card in cards_of(r, DEALER)}) == 1
            if suited and "suited" in r.rules.schedule(wager).prices:
                r.settle(seat, wager, {"suited"}, "insurance_wins")
            else:
                r.win(seat, wager, step="insurance_wins")


def settle_surrenders(r: Round) -> None:
    """Hands that were given up beside an ace or a ten."""
    for seat in reversed(callers(r)):
        for place in places(r, seat):
            if not surrendered(r, place):
                continue
            if has_blackjack(r, DEALER):
                for person, wager in people_on(r, place):
                    lose_to_blackjack(r, person, wager, 1, "surrender_lost")
            else:
                give_half(r, place, "surrender_half")


def dealer_draws_on(r: Round, spot: int) -> Script[None]:
    """Cards by the rule of the table."""
    while draws(r):
        if not any(is_open(r, place, spot) for s in callers(r) for place in places(r, s)):
            r.say("no_draw")
            return
        yield from deal_card(r, DEALER, "dealer_draws")
    r.say("dealer_stands_pat")


def settle_optional(r: Round) -> Script[None]:
    """The bonus on the dealer's third card comes before everything else, and forces that card."""
    if third_card.forces_third(r):
        if worth_of(r, DEALER).total < r.rule("dealer_stands"):
            yield from deal_card(r, DEALER, "forced_third")
        yield from r.go_on("optional_bonus")
        third_card.settle(r)


def draws(r: Round) -> bool:
    """Whether the dealer's hand must draw."""
    total, soft = worth_of(r, DEALER)
    return dealer_draws(total, soft, r.rule("dealer_stands"), r.rule("dealer_stands_soft"))


def is_open(r: Round, place: Place, spot: int) -> bool:
    """Whether a hand's outcome still depends on the dealer's total."""
    if not is_live(r, place, spot) or has_blackjack(r, DEALER):
        return False
    if has_blackjack(r, place):
        return bool(rule_of(r.rules, "blackjack_ties_21"))
    if fate_of(r, place) == "always_wins":
        return False
    return card_is_down(r, place) or not worth_of(r, place).bust


# -- the settlement ------------------------------------------------------------------------------


def settle(r: Round, spot: int, moments: Moments) -> Script[None]:
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
                moments.acted(r, seat)
            for person, wager in people_on(r, place):
                settle_wager(r, person, wager, place, spot)
        if first:
            moments.settled(r, seat)


def settle_wager(r: Round, person: int, first: str, place: Place, spot: int) -> None:
    """Somebody's wager on a hand, and what doubled it, against one hand of the dealer's."""
    wagers, more = live_on(r, person, first, spot), on_spot(more_of(first), spot)
    if not wagers:
        return
    fate, five = fate_of(r, place), is_five_card_21(r, place)
    added = [more] if r.live(person, more) else []
    net = hand.NET[fate]
    if fate == "blackjack_loses":
        lose_to_blackjack(r, person, first, spot, "five_card_loses" if five else fate)
    elif net > 0:
        for wager in wagers:
            pay_hand(r, person, wager, place, fate)
        r.win(person, *added, step=fate)
    elif fate == "both_blackjack" and rule_of(r.rules, "blackjack_tie_pays"):
        for wager in wagers:
            r.settle(person, wager, {fate}, "blackjack_tie_paid")
    elif net == 0:
        r.push(person, *wagers, *added, step="five_card_even" if five else fate)
    else:
        r.lose(person, *wagers, *added, step=fate)


def lose_to_blackjack(r: Round, person: int, first: str, spot: int, step: str) -> None:
    """Beside a blackjack of the dealer's a first wager is lost; what else the law does not give to
    the dealer then goes back."""
    lost = {on_spot(name, spot) for name in rule_of(r.rules, "lost_to_blackjack")}
    more = on_spot(more_of(first), spot)
    wagers = [*live_on(r, person, first, spot), *([more] if r.live(person, more) else [])]
    r.lose(person, *(name for name in wagers if name in lost), step=step)
    r.push(person, *(name for name in wagers if name not in lost), step="extras_back")


def pay_hand(r: Round, person: int, wager: str, place: Place, step: str) -> None:
    """A winning hand is paid by its row; one for which the house offers more is called."""
    doubled = rule_of(r.rules, "doubled_pays_plain") and r.live(person, more_of(wager))
    row = "win" if doubled or wager in rule_of(r.rules, "attacks") else row_of(r, place)
    if row in CALLED and row in r.rules.book.round:
        r.say(row)
    r.settle(person, wager, {row}, step)


def fate_of(r: Round, place: Place) -> str:
    """What becomes of a hand."""
    if len(cards_of(r, DEALER)) < 2 and not has_won(r, place):
        return "over"
    return hand.fate_of(side(r, place), side(r, DEALER), hand.contest_at(r.rules))


def is_five_card_21(r: Round, place: Place) -> bool:
    """Whether a hand is 21 in five cards, at a table that makes a rule of it."""
    return hand.is_five_card_21(cards_of(r, place), r.rules.points, hand.extras_at(r.rules))


def side(r: Round, place: Place) -> hand.Side:
    """A hand as it is compared with another."""
    return hand.Side(worth_of(r, place), len(cards_of(r, place)), has_blackjack(r, place))


def row_of(r: Round, place: Place) -> str:
    """The row at which a winning hand is paid."""
    split = is_split(r, place) or is_switched(r, seat_of(place))
    return hand.row_of(cards_of(r, place), r.rules.points, split, hand.extras_at(r.rules))
