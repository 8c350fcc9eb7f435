"""Two-card joker poker in the order of the regulation (N.J.A.C. 13:69F-30).

Each step's cite stands in the rulebook under ``round``. Wagers on the player's own two cards are
settled before the dealer's hand is turned up.
"""

from collections.abc import Iterator

from houseway.games.against_dealer.community import deal_turns
from houseway.games.against_dealer.fold_or_play import stays_in
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    EQUAL,
    HIGHER,
    LOWER,
    NOT_QUALIFIED,
    TWO_CARD_CATEGORIES,
    contest,
    least_with,
    two_card_rows,
    two_card_strength,
)
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": TWO_CARD_CATEGORIES}
SIDES = ("pair_up", "super_flush")


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal_turns(r, "")
    count_stub(r)
    yield from decide(r)
    yield from settle_own_cards(r)
    yield from settle_contest(r)
    yield from r.go_on("collect")
    r.collect("dealer", "collect")


def decide(r: Round) -> Script[None]:
    """Each player with an ante makes a call wager equal to it, or folds."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        yield from stays_in(r, seat, "call")


def settle_own_cards(r: Round) -> Script[None]:
    """From the dealer's right, wagers on a player's own cards; then a folded hand is collected."""
    for seat in r.counterclockwise():
        sides = list(on_own_cards(r, seat))
        if not sides and r.has(seat, "call"):
            continue
        yield from r.go_on("settle_sides")
        if sides:
            r.reveal(seat, "turn_up_sides")
        for wager in sides:
            r.settle(seat, wager, rows(r, seat), f"settle_{wager}")
        if not r.has(seat, "call"):
            r.lose(seat, "ante", step="fold")
            r.collect(seat, "fold" if r.has(seat, "ante") else "put_away")


def on_own_cards(r: Round, seat: int) -> Iterator[str]:
    """A seat's wagers on its own two cards."""
    return (wager for wager in SIDES if r.has(seat, wager))


def settle_contest(r: Round) -> Script[None]:
    """The dealer's hand is turned up, then each player with a call from the dealer's right."""
    yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")
    for seat in r.counterclockwise("call"):
        yield from r.go_on("settle")
        result = contest(strength(r, seat), strength(r, "dealer"), needed(r))
        if result != NOT_QUALIFIED and not any(on_own_cards(r, seat)):
            r.reveal(seat, "turn_up")
        if result == LOWER:
            r.lose(seat, "ante", "call", step=LOWER)
        elif result == HIGHER:
            r.win(seat, "ante", step=HIGHER)
            r.settle(seat, "call", rows(r, seat), HIGHER)
        elif result == EQUAL:
            r.push(seat, "ante", "call", step=EQUAL)
        else:
            r.win(seat, "ante", step="pay_unqualified")
            r.push(seat, "call", step="return_unqualified")
        r.collect(seat, "put_away")


def needed(r: Round) -> int:
    """The least strength with which the dealer's hand counts."""
    return least_with(RANKS.index(r.rule("dealer_needs")))


def strength(r: Round, place: Place) -> int:
    """What a place's two cards are worth."""
    return two_card_strength(r.mask(place), r.rule("ace_three_lowest"))


def rows(r: Round, seat: int) -> set[str]:
    """The rows of the paytables that a player's cards answer to."""
    return two_card_rows(r.mask(seat), r.rule("ace_three_lowest"))
