"""Ultimate Texas hold 'em in the order of the regulation (N.J.A.C. 13:69F-32).

Each step's cite stands in the rulebook under ``round``. A player bets once more on one of three
streets: ``decision`` with two cards, ``flop`` with three community cards on the board, ``final``
with all five.
"""

from collections.abc import Iterator

from houseway.games.against_dealer.community import (
    community,
    deal_turns,
    note_all_decided,
    settle_side_after,
)
from houseway.games.against_dealer.ultimate_texas_hold_em.hand import (
    EQUAL,
    LOWER,
    NOT_OPENED,
    best_five,
    opening_strength,
    row_of,
    verdict,
)
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, {"hand_order": CATEGORIES})
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal_turns(r)
    yield from offer(r, "decision")
    yield from community(r, "flop", anything_to_win)
    yield from offer(r, "flop")
    yield from community(r, "last", anything_to_win)
    count_stub(r)
    yield from offer(r, "final")
    yield from settle(r)


def anything_to_win(r: Round) -> bool:
    """Whether a seat is left whose hand counts; where all hands are void, only trips do."""
    return any(r.clockwise("trips" if r.state.contest_void else "ante"))


def offer(r: Round, street: str) -> Script[None]:
    """Each player without a play wager may make one; at the end the rest fold."""
    r.phase(street)
    for seat in r.clockwise("ante"):
        if r.has(seat, "play"):
            continue
        given = yield from r.ask(seat, *choices(r, seat, street), step=f"ask_{street}")
        if given.what == "fold":
            fold(r, seat)
        elif given.amount:
            r.wager(seat, "play", given.amount, f"play_{street}")
    note_all_decided(r)


def choices(r: Round, seat: int, street: str) -> Iterator[Choice]:
    """The play wagers of a street, as multiples of the ante, and the way to make none."""
    ante = r.state.stake(seat, "ante")
    for times in r.rule(f"times_{street}"):
        amount = int(times) * ante
        yield Choice(f"play_{times}x", amount, amount, cite=r.cite(f"play_{street}"))
    if street == "final":
        yield Choice("fold", cite=r.cite("fold"))
    else:
        yield Choice("check", cite=r.cite(f"check_{street}"))


def fold(r: Round, seat: int) -> None:
    """Ante and blind are taken; the cards stay while a trips wager can still win."""
    r.lose(seat, *r.rule("fold_loses"), step="fold")
    if r.live(seat, "trips"):
        r.keep(seat, "keep_cards")
    else:
        r.collect(seat, "discard")


def settle(r: Round) -> Script[None]:
    """Each play wager's player from the dealer's right, then the trips wagers that are left."""
    r.phase("settlement")
    if anything_to_win(r) and not r.state.contest_void:
        yield from r.go_on("reveal")
        r.reveal("dealer", "reveal")
        r.say("opened" if hand(r, "dealer") >= opens(r) else NOT_OPENED)
        for seat in r.counterclockwise("play"):
            yield from r.go_on("settle")
            if seat not in r.state.gone:
                settle_player(r, seat)
    step = "trips_alone" if r.state.contest_void else "trips_after_fold"
    yield from settle_side_after(r, "trips", lambda r, seat: {row(r, seat)}, step)
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")


def settle_player(r: Round, seat: int) -> None:
    """All wagers of one player: the contest first, then the trips."""
    r.reveal(seat, "turn_up")
    contest(r, seat)
    if r.has(seat, "trips"):
        r.settle(seat, "trips", {row(r, seat)}, "settle_trips")
    r.collect(seat, "collect")


def contest(r: Round, seat: int) -> None:
    """The player's best five against the dealer's, for ante, blind and play."""
    player, dealer = hand(r, seat), hand(r, "dealer")
    for wager in r.rule("contest_order"):
        step = verdict(wager, player, dealer, opens(r), r.rule("unopened_returns"))
        if step in (NOT_OPENED, EQUAL):
            r.push(seat, wager, step=step)
        elif step == LOWER:
            r.lose(seat, wager, step=step)
        elif wager == "blind":
            r.settle(seat, wager, {row(r, seat)}, "higher_blind")
        else:
            r.win(seat, wager, step=step)


def opens(r: Round) -> int:
    """The least strength with which the dealer plays against the ante."""
    return opening_strength(r.rule("dealer_opens"))


def hand(r: Round, place: Place) -> int:
    """The best five of a place's two cards and the community cards."""
    return best_five(r.mask(place), r.mask("board"))


def row(r: Round, seat: int) -> str:
    """The row of the paytables that a player's hand answers to."""
    return row_of(hand(r, seat))
