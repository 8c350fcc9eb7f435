"""The dealer's hand of blackjack, and what it makes of every wager (2.7 to 2.12)."""

from houseway.equipment.cards import name
from houseway.games.blackjack import behind, sides
from houseway.games.blackjack.boxes import (
    DEALER,
    MAIN,
    base,
    card_is_down,
    cards_of,
    extra,
    has_blackjack,
    may_be_blackjack,
    number_of,
    on_spot,
    places,
    seat_of,
    spots,
    surrendered,
    up_card,
    worth_of,
)
from houseway.games.blackjack.shoe import (
    burn,
    burn_exposed,
    deal_card,
)
from houseway.games.long_shoe import answer, pending
from houseway.games.twentyone import (
    EIGHT,
    EXTRA_ROWS,
    FATES,
    SEVEN,
    SIX,
    dealer_draws,
    extra_row,
    fate,
    rank,
    suit,
    worth,
)
from houseway.referee.events import Event, Place
from houseway.referee.round import Round, Script

DREW_AGAIN = "dealer_draws_again"


def give_half(r: Round, seat: int, step: str) -> None:
    """Half of a wager is taken and the rest goes back."""
    for wager in (MAIN, *behind.first_on(r, seat)):
        chips = r.state.bets[seat][wager]
        r.take(seat, wager, chips // 2, step)
        r.give_back(seat, wager, chips - chips // 2, step)


# -- the dealer's hand ---------------------------------------------------------------------------


def wanted(r: Round, spot: int) -> bool:
    """Whether anyone has bet against this hand of the dealer's."""
    there = [wager for seat in r.clockwise() for wager in r.state.bets[seat]]
    return spot == 1 or any(wager.endswith(on_spot("", spot)) for wager in there)


def dealer_plays(r: Round, spot: int) -> Script[None]:
    """The dealer's second card, insurance, and further cards while anything depends on them."""
    yield from r.go_on("dealers_card" if spot == 1 else "move_up_card")
    if spot > 1:
        up, cite = (up_card(r),), r.cite("move_up_card")
        r.emit(Event("revealed", DEALER, cards=up, step="move_up_card", cite=cite))
    if len(cards_of(r, DEALER)) > 1:
        r.reveal(DEALER, "turn_hole")
    elif depends_on_second(r, spot):
        r.say("dealers_card")
        yield from deal_card(r, DEALER, "second_card")
    else:
        r.say("no_draw")
    r.phase("settlement")
    if len(cards_of(r, DEALER)) > 1:
        settle_insurance(r, spot)
        settle_surrenders(r)
        yield from dealer_draws_on(r, spot)
    yield from r.go_on("dealer_total")
    if pending(r, DREW_AGAIN):
        answer(r, DREW_AGAIN, "dealer_overdraw")
        yield from burn(r, "dealer_overdraw")
    yield from burn_exposed(r)


def depends_on_second(r: Round, spot: int) -> bool:
    """Whether any wager's fate depends on the dealer's second card: also what doubled or split a
    hand that is over, which a blackjack would give back."""
    lost_to_both = {on_spot(MAIN, spot), *behind.BEHIND}
    return any(
        not (
            wager in lost_anyway(r, seat, spot)
            and (wager in lost_to_both or not may_be_blackjack(r))
        )
        and not wager.startswith("streak")
        for seat in r.clockwise()
        for wager in r.state.bets[seat]
    )


def lost_anyway(r: Round, seat: int, spot: int) -> set[str]:
    """The wagers on hands that are over, whatever the dealer has."""
    return {
        wager
        for place in places(r, seat)
        if worth_of(r, place).bust and not card_is_down(r, place)
        for wager in (base(place, spot), *behind.first_on(r, place))
    }


def settle_insurance(r: Round, spot: int) -> None:
    """Insurance is decided by the dealer's second card, before a third."""
    wagers = [on_spot("insurance", spot), *behind.INSURANCE]
    blackjack = has_blackjack(r, DEALER)
    for seat in r.counterclockwise():
        for wager in wagers:
            if r.live(seat, wager) and blackjack:
                r.win(seat, wager, step="insurance_wins")
            elif r.live(seat, wager):
                r.lose(seat, wager, step="insurance_loses")


def settle_surrenders(r: Round) -> None:
    """Hands that were given up beside an ace or a ten."""
    for seat in r.counterclockwise(MAIN):
        if surrendered(r, seat) and r.live(seat, MAIN):
            if has_blackjack(r, DEALER):
                r.lose(seat, MAIN, *behind.first_on(r, seat), step="surrender_lost")
            else:
                give_half(r, seat, "surrender_half")


def dealer_draws_on(r: Round, spot: int) -> Script[None]:
    """Cards by the rule of the table; a bonus wager forces the third."""
    if sides.forces_third(r) and worth_of(r, DEALER).total < r.rule("dealer_stands"):
        yield from deal_card(r, DEALER, "forced_third")
    yield from settle_optional(r)
    while draws(r):
        if not any(is_open(r, place, spot) for s in r.clockwise() for place in places(r, s)):
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
    seat = seat_of(place)
    down = r.live(seat, base(place, spot)) or bool(behind.all_on(r, place))
    if not down or has_blackjack(r, place) or has_blackjack(r, DEALER):
        return False
    return card_is_down(r, place) or not worth_of(r, place).bust


# -- the settlement ------------------------------------------------------------------------------


def settle(r: Round, spot: int) -> Script[None]:
    """Each box from the dealer's far right: losers are taken, winners paid."""
    if spot == spots(r)[0]:
        r.take_up_standing("streak_stands")
    for seat in list(r.counterclockwise()):
        yield from r.go_on("settle")
        for place in places(r, seat):
            if place not in r.state.face_up and (card_is_down(r, place) or hand_dealt(r)):
                r.reveal(place, "turn_up")
            if r.live(seat, base(place, spot)):
                settle_hand(r, seat, place, spot)
            behind.settle(r, place, fate_of(r, place), row_of(r, place))
        if spot == spots(r)[0]:
            sides.settle_with_main(r, seat)


def hand_dealt(r: Round) -> bool:
    """Whether the players' first cards lie face down."""
    return bool(r.rule("dealing") == "hand")


def settle_hand(r: Round, seat: int, place: Place, spot: int) -> None:
    """One hand against one hand of the dealer's."""
    wager, more = base(place, spot), extra(place, spot)
    fate = fate_of(r, place)
    added = [more] if r.live(seat, more) else []
    if fate == "blackjack_loses":
        if number_of(place) == 1:
            r.lose(seat, wager, step=fate)
        else:
            added = [wager, *added]
        r.push(seat, *added, step="extras_back")
    elif fate in ("wins", "two_card_21", "dealer_over"):
        r.settle(seat, wager, {row_of(r, place)}, fate)
        r.win(seat, *added, step=fate)
    elif fate in ("even", "both_blackjack"):
        r.push(seat, wager, *added, step=fate)
    else:
        r.lose(seat, wager, *added, step=fate)


def fate_of(r: Round, place: Place) -> str:
    """What becomes of a hand."""
    cards, dealer = cards_of(r, place), cards_of(r, DEALER)
    if len(dealer) < 2:
        return "over"
    found = fate(
        worth_of(r, place).total,
        len(cards),
        has_blackjack(r, place),
        worth_of(r, DEALER).total,
        len(dealer),
        has_blackjack(r, DEALER),
        r.rule("dealer_cards") == "double_exposure",
        r.rule("split_21_beats"),
    )
    return FATES[found]


def row_of(r: Round, place: Place) -> str:
    """The row at which a winning hand is paid."""
    cards = cards_of(r, place)
    ranks = [rank(card) for card in cards]
    if has_blackjack(r, place):
        return "designated" if is_designated(r, place) else "blackjack"
    found = extra_row(
        worth(cards, r.rules.points).total,
        len(cards),
        ranks.count(SIX),
        ranks.count(SEVEN),
        ranks.count(EIGHT),
        len({suit(card) for card in cards}) == 1,
        r.rule("pays_678"),
        r.rule("pays_777"),
        r.rule("pays_five_card_21"),
    )
    return EXTRA_ROWS[found]


def is_designated(r: Round, place: Place) -> bool:
    """Whether a blackjack is the one that the house has named."""
    return {name(c) for c in cards_of(r, place)} == {r.rule("named_ace"), r.rule("named_face")}
