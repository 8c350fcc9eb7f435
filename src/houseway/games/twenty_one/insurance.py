"""Insurance, even money, and a dealer's blackjack that ends the round before the players act."""

from houseway.games.authoring.shoe import answer
from houseway.games.twenty_one.behind import followers
from houseway.games.twenty_one.boxes import (
    DEALER,
    base,
    bet_on,
    dealt_to,
    has_blackjack,
    insurance_of,
    made_on,
    may_be_blackjack,
    on_spot,
    up_card,
)
from houseway.games.twenty_one.moments import Moments
from houseway.games.twenty_one.reports import READER_OUT
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.twentyone import ACE, insurable, rank
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def insure(r: Round, seat: int) -> Script[None]:
    """Beside an ace everyone on a box may insure each wager, or take even money for a blackjack."""
    if (
        rank(up_card(r)) != ACE
        or not rule_of(r.rules, "insurance_offered")
        or not any(place in r.state.hands for place in dealt_to(r, seat))
    ):
        return
    chip = r.rules.chip
    hands = [place for place in dealt_to(r, seat) if place in r.state.hands]
    for person, place in ((p, hand) for p in (seat, *followers(r, seat)) for hand in hands):
        step = "insurance" if person == seat else "behind_insures"
        for spot in list(made_on(r, person)):
            wager = on_spot(insurance_of(place), spot)
            main = base(r, place, spot)
            both = rule_of(r.rules, "insurance_covers") == "all"
            stake = bet_on(r, person, main) if both else r.state.stake(person, main)
            most = insurable(stake, chip)
            choices = [Choice("insure", chip, most, cite=r.rules.wager(wager).cite, step=chip)]
            if has_blackjack(r, place) and rule_of(r.rules, "even_money"):
                choices.append(Choice("even_money", cite=r.cite("even_money")))
            given = yield from r.ask(person, *choices, Choice("no_insurance"), step=step)
            if given.what == "insure":
                r.wager(person, wager, given.amount, step)
            elif given.what == "even_money":
                r.settle(person, main, {"even_money"}, "even_money")


def put_reader_away(r: Round) -> Script[None]:
    """A card reader that has failed is used no more, in this round and after it."""
    answer(r, READER_OUT, "without_reader")
    r.data.notes["reader_out"] = True
    yield from ()


def reader_in_use(r: Round) -> bool:
    """Whether the dealer has a card reader that works."""
    return r.rule("dealer_cards") == "hole_with_reader" and not r.data.notes.get("reader_out")


def shows_blackjack(r: Round, moments: Moments) -> Script[bool]:
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
            moments.peeked(r)
    return False
