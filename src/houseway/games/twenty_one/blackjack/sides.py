"""The side wagers of blackjack: what decides them and when they are settled (2.17 to 2.26)."""

from collections.abc import Iterator, Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.shared_limit import divided_limit
from houseway.games.authoring.shoe import deal_card
from houseway.games.twenty_one import match_dealer
from houseway.games.twenty_one.blackjack import side_rows
from houseway.games.twenty_one.blackjack.side_rows import is_queens, is_two_sevens
from houseway.games.twenty_one.boxes import (
    DEALER,
    MAIN,
    base,
    card_is_down,
    cards_of,
    has_blackjack,
    is_split,
    may_be_blackjack,
    places,
    up_card,
)
from houseway.games.twenty_one.match_dealer import MATCH, pay, settle_rows
from houseway.games.twenty_one.moments import Moments
from houseway.referee.meters import WHOLE, share_of_meter
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.money import money
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused

STREAKS = ("streak_2", "streak_3", "streak_4", "streak_5")
LIGHT_OUT = "light_out"
COUPON = "progressive_coupon"
FIRST = 2  # cards of a first hand


# -- when they are made --------------------------------------------------------------------------


def check_bet(r: Round, given: Input) -> None:
    """Refuse side wagers that are not open to a seat or not made in this way."""
    seat = given.who
    assert isinstance(seat, int)
    for wager, amount in given.amounts:
        if not amount:
            continue
        limit = r.rules.limits.get(wager) if wager in r.rule("posted_most") else None
        if limit and amount > limit.maximum and not given.accepted:
            most = money(limit.maximum)
            raise Refused(f"the {wager} is {most} at the most", r.cite("posted_most"))
        if wager in STREAKS and any(r.data.standing.get(box) for box in r.boxes_of(seat)):
            pending = f"who plays at seat {seat} has streak wagers pending"
            raise Refused(pending, r.cite("streak_pending"))
        cash = given.what == "cash" and wager in r.rule("cash_too")
        coupon = given.what == COUPON
        if coupon and wager != "progressive":
            raise Refused("the coupon is for the progressive wager", r.cite("progressive_coupon"))
        if wager in r.rule("chips_only") and not (given.what in ("", "chips") or cash or coupon):
            raise Refused(f"the {wager} is made with gaming chips", r.rules.wager(wager).cite)
        if wager == "progressive":
            check_light(r, seat)


def check_light(r: Round, seat: int) -> None:
    """Refuse a progressive wager where the light does not work."""
    if any(e.kind == "reported" and (e.what, e.who) == (LIGHT_OUT, seat) for e in r.events):
        raise Refused(f"the light of seat {seat} is out", r.cite(LIGHT_OUT))


# -- right after the second cards ----------------------------------------------------------------


def settle_at_once(r: Round, wagers: Sequence[str]) -> Script[None]:
    """What the first two cards decide is settled before anyone gets another."""
    if not any(w in r.state.bets[s] for s in r.clockwise() for w in wagers):
        return
    yield from r.go_on("side_wagers")
    for wager in wagers:
        seats = [s for s in r.counterclockwise(wager) if s in r.state.hands and r.live(s, wager)]
        if wager == "match_dealer":
            seats.sort(key=lambda s: bool(rows(r, s, "match_dealer")))
        for seat in seats:
            if not waits(r, seat, wager):
                settle_one(r, seat, wager, rows(r, seat, wager))


BEFORE_HOLE = ("match_dealer", "bj_bonus")  # before the dealer gets another card, too
AFTER_HOLE = ("in_between", "twenty_point", "over_13", "under_13", "same_suit", "sevens")


def waits(r: Round, seat: int, wager: str) -> bool:
    """Whether a wager that has not lost is settled later."""
    cards = list(cards_of(r, seat))
    if wager == "sevens":
        return is_two_sevens(cards)
    if wager == "bj_bonus" and has_blackjack(r, seat):
        r.say("bonus_waits")
        return True
    return wager == "twenty_point" and is_queens(cards) and may_be_blackjack(r)


def settle_one(r: Round, seat: int, wager: str, hit: list[str]) -> None:
    """One side wager by its table; matching cards are paid for each."""
    if wager == MATCH:
        settle_rows(r, seat, hit)
    elif wager == "bj_bonus":
        r.lose(seat, wager, step=wager)
    else:
        r.settle(seat, wager, hit, wager)


def rows(r: Round, seat: int, wager: str) -> list[str]:
    """The rows that a seat's first two cards hit."""
    cards = list(cards_of(r, seat))[:FIRST]
    return list(ROWS[wager](r, cards))


def match_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """A row for each card that has the rank of the dealer's first."""
    return match_dealer.match_rows(cards, up_card(r))


def between_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """How narrow the gap is that the dealer's first card lies in."""
    return side_rows.between_rows(cards, up_card(r))


def twenty_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """What kind of twenty two cards are."""
    return side_rows.twenty_rows(cards, r.rules.points, r.rule("twenty"), dealer_blackjack(r))


def dealer_blackjack(r: Round) -> bool:
    """Whether the dealer's two cards are a blackjack."""
    return has_blackjack(r, DEALER)


def over_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """More than thirteen."""
    return side_rows.over_rows(cards, r.rules.points, r.rule("thirteen"))


def under_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """Less than thirteen."""
    return side_rows.under_rows(cards, r.rules.points, r.rule("thirteen"))


def suit_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """Two cards of one suit."""
    return side_rows.suit_rows(cards)


def seven_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """Sevens among the first cards."""
    return side_rows.seven_rows(cards)


def no_rows(r: Round, cards: list[Card]) -> Iterator[str]:
    """Nothing: what is left of this wager has lost."""
    yield from ()


ROWS = {
    "match_dealer": match_rows,
    "in_between": between_rows,
    "twenty_point": twenty_rows,
    "over_13": over_rows,
    "under_13": under_rows,
    "same_suit": suit_rows,
    "sevens": seven_rows,
    "bj_bonus": no_rows,
}


# -- sevens --------------------------------------------------------------------------------------


def pay_sevens(r: Round, seat: int) -> None:
    """A pair of sevens is paid when its player has acted, with the third card if there is one; a
    card that lies face down is waited for."""
    if r.live(seat, "sevens") and not card_is_down(r, seat):
        r.settle(seat, "sevens", list(seven_rows(r, list(cards_of(r, seat))[:3])), "pair_of_sevens")


def forfeit_sevens(r: Round, seat: int) -> None:
    """Splitting the pair gives up the chance of a third seven."""
    if r.live(seat, "sevens"):
        r.say("splits_sevens")
        r.settle(seat, "sevens", list(seven_rows(r, list(cards_of(r, seat)))), "splits_sevens")


def third_sevens(r: Round) -> Script[None]:
    """Beside a blackjack of the dealer's a pair of sevens may still take its third card."""
    for seat in list(r.clockwise("sevens")):
        if r.live(seat, "sevens"):
            choices = (Choice("third_card"), Choice("no_card"))
            given = yield from r.ask(seat, *choices, step="third_seven", idle="third_card")
            if given.what == "third_card":
                yield from deal_card(r, f"{seat}.7", "third_seven")
                third = r.state.hands[f"{seat}.7"]
                cards = [*cards_of(r, seat), *third]
                r.settle(seat, "sevens", list(seven_rows(r, cards)), "pair_of_sevens")
                r.collect(f"{seat}.7", "third_seven")
            else:
                pay_sevens(r, seat)


# -- queens of hearts ----------------------------------------------------------------------------


def settle_queens(r: Round, step: str, only: int | None = None) -> None:
    """Pairs of queens of hearts that had to wait for the dealer's second card."""
    hit = "queens_and_blackjack" if dealer_blackjack(r) else "queens"
    over = dealer_blackjack(r) and is_over_limit(r)
    for seat in list(r.counterclockwise("twenty_point")):
        if not r.live(seat, "twenty_point") or only not in (None, seat):
            continue
        if over:
            pay_share(r, seat)
        else:
            r.settle(seat, "twenty_point", {hit}, step)


def top_price(r: Round) -> Price:
    """What queens of hearts win beside a dealer's blackjack."""
    return r.rules.schedule("twenty_point").prices["queens_and_blackjack"]


def winners(r: Round) -> list[int]:
    """The seats with a wager on two queens of hearts."""
    made = r.clockwise("twenty_point")
    return [s for s in made if s in r.state.hands and is_queens(list(cards_of(r, s)))]


def is_over_limit(r: Round) -> bool:
    """Whether all the winners of a round together would win more than the posted limit."""
    limit = r.rule("queens_cap")
    return limit is not None and sum(top_price(r).wins(stake(r, s)) for s in winners(r)) > limit


def stake(r: Round, seat: int) -> int:
    """A seat's twenty point wager."""
    return r.state.stake(seat, "twenty_point")


def pay_share(r: Round, seat: int) -> None:
    """A share of the posted limit, in proportion to the wagers that won."""
    stakes = {s: stake(r, s) for s in reversed(winners(r))}
    share = divided_limit(r.rule("queens_cap"), stakes)[seat]
    pay(r, seat, "twenty_point", "queens_and_blackjack", share, "queens_capped")
    r.push(seat, "twenty_point", step="queens_capped")


# -- with the main wager and after it ------------------------------------------------------------


def settle_with_main(r: Round, seat: int) -> None:
    """What is settled together with the seat's main wager."""
    if r.live(seat, "twenty_point"):
        settle_queens(r, "queens_with_main", seat)
    if r.has(seat, "progressive"):
        settle_progressive(r, seat)
    settle_streaks(r, seat)


def settle_progressive(r: Round, seat: int) -> None:
    """Aces among the first cards that the box got; a shared meter is split among its winners."""
    hit = ace_rows(r, seat)
    if hit:
        r.say("verify_progressive")
    top = [s for s in r.counterclockwise("progressive") if "four_aces" in ace_rows(r, s)]
    share = share_of_meter(r, seat, top) if seat in top else WHOLE
    r.settle(seat, "progressive", hit, "progressive", returns_stake=False, share=share)


def ace_rows(r: Round, seat: int) -> list[str]:
    """The rows that the first cards of a box hit, in the order in which it got them."""
    mine = (seat, *places(r, seat))
    got = [c for e in r.events if e.kind == "dealt" and e.who in mine for c in e.cards]
    return side_rows.ace_rows(got)


def pay_bonuses(r: Round) -> Script[None]:
    """Each winner of a blackjack bonus presses the button and is paid what the display shows."""
    for seat in list(r.clockwise("bj_bonus")):
        if not r.live(seat, "bj_bonus"):
            continue
        small = r.state.stake(seat, "bj_bonus") == r.rule("small_bonus") * 100
        low, high = r.rule("small_bonus_pays" if small else "large_bonus_pays")
        shows = Choice("display", int(low) * 100, int(high) * 100)
        given = yield from r.ask("dealer", shows, Choice("no_display"), step="bonus_button")
        if given.what == "display":
            amount = given.amount
            r.say(
                "bonus_announced"
                if amount < r.rule("bonus_verified_from") * 100
                else "bonus_verified"
            )
            pay(r, seat, "bj_bonus", "display", amount, "bonus_paid")
        else:
            pay_more_times(r, seat)
        if r.rule("bonus_returns_stake"):
            r.push(seat, "bj_bonus", step="bonus_paid")
        else:
            r.lose(seat, "bj_bonus", step="bonus_paid")
        r.collect(seat, "bonus_paid")


def pay_more_times(r: Round, seat: int) -> None:
    """The display fails and nobody can tell the amount."""
    r.say("bonus_fails")
    amount = r.state.stake(seat, "bj_bonus") * r.rule("bonus_fails_pays")
    pay(r, seat, "bj_bonus", "fails", amount, "bonus_fails")


# -- streaks -------------------------------------------------------------------------------------


def settle_streaks(r: Round, seat: int) -> None:
    """Consecutive wins: a win moves the marker, a loss ends all, a push does nothing."""
    if not any(wager in STREAKS for wager in r.state.bets[seat]):
        return
    counts = r.data.notes.setdefault("streaks", {})
    if r.has(seat, MAIN):
        settle_streak(r, seat, counts)
    else:
        r.lose(seat, *STREAKS, step="streak_abandoned")
    if not any(wager in STREAKS for wager in r.state.bets[seat]):
        counts.pop(str(seat), None)


def settle_streak(r: Round, seat: int, counts: dict[str, int]) -> None:
    """One seat's streaks after a hand, or after the hands of a split."""
    wagers = [base(r, seat), *(f"split_{n}" for n in range(2, 5))]
    nets = [r.state.nets[seat].get(wager, 0) for wager in wagers if r.has(seat, wager)]
    moved = side_rows.streak_step(nets)
    step = "streak_split" if is_split(r, seat) else "streak"
    if moved > 0:
        won = counts[str(seat)] = counts.get(str(seat), 0) + 1
        r.say(f"{step}_moves")
        if r.live(seat, wager := f"streak_{won}"):
            r.win(seat, wager, step=f"streak_paid_{won}")
    elif moved < 0:
        r.lose(seat, *STREAKS, step=f"{step}_lost")
    else:
        r.say(f"{step}_even")


MOMENTS = Moments(
    acted=pay_sevens,
    splits=forfeit_sevens,
    settled=settle_with_main,
    peeked=lambda r: settle_queens(r, "queens_before"),
    waits=lambda r: any(r.live(seat, "twenty_point") for seat in r.clockwise()),
    keeps=lambda r, seat: r.live(seat, "bj_bonus"),
)
