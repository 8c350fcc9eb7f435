"""One round of a game in which wagers are added while the first cards are dealt.

The rules ``attacks`` and ``attacks_after`` say which wagers, and whose first cards are seen then.
If one is added beside the dealer's card alone, that card comes before the players'.
"""

from houseway.games.authoring import cash
from houseway.games.authoring.shoe import answer, burn, burns, prepare_shoe, shoe, shuffle
from houseway.games.authoring.shoe_cut import from_box
from houseway.games.twenty_one import behind, dealing
from houseway.games.twenty_one.behind import callers
from houseway.games.twenty_one.dealer import dealer_plays, settle
from houseway.games.twenty_one.decisions import play_hands
from houseway.games.twenty_one.insurance import insure, shows_blackjack
from houseway.games.twenty_one.moments import NO_MOMENTS, Moments
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script

DEVICE, TEN = "shuffler_fails", "ten_found"


def play_attack(r: Round, moments: Moments = NO_MOMENTS) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from from_the_shoe(r, play_round(r, moments))


def from_the_shoe(
    r: Round, script: Script[None], lasting: frozenset[str] = dealing.LASTING
) -> Script[None]:
    """A round at a shoe without tens; the next goes on from what it leaves of the shoe."""
    r.lasting = lasting
    dealing.watch(r)
    r.on_report[DEVICE] = lambda: shuffle_again(r)
    r.on_report[TEN] = lambda: destroy_ten(r)
    try:
        yield from script
    finally:
        r.keep_shoe()
        if r.state.void and is_reshuffled(r):
            shoe(r)["done"] = True


def play_round(r: Round, moments: Moments) -> Script[None]:
    """Wagers, the deal, decisions, the dealer's hand and settlement."""
    if r.data.fresh_deck:
        r.say("tens_out")
    yield from prepare_shoe(r, lambda idle: from_box(r, idle))
    yield from cash.take_bets(r, lambda given: check_bet(r, given), r.window.check_close)
    r.say("close")
    dealing.note_players(r)
    yield from behind.ask_consent(r)
    r.phase("deal")
    yield from r.go_on("deal")
    yield from deal(r)
    behind.let_go(r)
    yield from dealing.deal_hole(r)
    for seat in callers(r):
        yield from insure(r, seat)
    if (yield from shows_blackjack(r, moments)):
        for seat in callers(r):
            moments.announced(r, seat)
    else:
        yield from play_hands(r, moments)
    yield from dealer_plays(r, 1, moments)
    yield from settle(r, 1, moments)
    yield from dealing.pick_up(r)


def deal(r: Round) -> Script[None]:
    """The first cards, with the wagers that are added between them, and the players' second."""
    added, seen = dict(zip(r.rule("attacks"), r.rule("attacks_after"), strict=True)), []
    order = ("dealer", "player") if "dealer" in added.values() else ("player", "dealer")
    for whose in order:
        if whose == "dealer":
            yield from dealing.deal_dealer(r)
        else:
            yield from dealing.deal_first(r, callers(r))
        seen.append(whose)
        for wager, after in added.items():
            if after == ("both" if len(seen) == len(order) else whose):
                yield from dealing.offer_attack(r, wager, wager)
    yield from dealing.deal_seconds(r)


def check_bet(r: Round, given: Input) -> None:
    """Refuse a bet that may not be made."""
    dealing.check_bet(r, given)
    dealing.check_entry(r, given)


def is_reshuffled(r: Round) -> bool:
    """Whether it was ruled that the cards are reshuffled."""
    return any(event.kind == "ruled" and event.what == "reshuffle" for event in r.events)


def shuffle_again(r: Round) -> Script[None]:
    """The device failed: the cards are shuffled again, and one is burned."""
    answer(r, DEVICE, "shuffled_again")
    yield from shuffle(r, "shuffled_again")
    if burns(r):
        yield from burn(r, "burn")


def destroy_ten(r: Round) -> Script[None]:
    """A ten that was left in the shoe is none of its cards."""
    answer(r, TEN, "ten_destroyed")
    yield from ()
