"""Texas hold 'em bonus poker in the order of the regulation (N.J.A.C. 13:69F-28).

Each step's cite stands in the rulebook under ``round``. A player stays in with a flop wager on two
cards (``decision``), and may then bet or check with three community cards on the board (``flop``)
and again with four (``turn``).
"""

from houseway.games.against_dealer.community import (
    community,
    deal_turns,
    note_all_decided,
    settle_side_after,
)
from houseway.games.against_dealer.fold_or_play import amounts, stays_in
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER, contest
from houseway.games.against_dealer.texas_hold_em_bonus_poker.hand import bonus_rows, pays_ante
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES, strength
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

CONTEST = ("ante", "flop", "turn", "river")
SIDE = "bonus"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, {"card_order": RANKS, "hand_order": CATEGORIES})
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal_turns(r)
    yield from decide(r)
    yield from community(r, "flop", anybody_in)
    yield from offer(r, "flop", "turn")
    yield from community(r, "turn", anybody_in)
    yield from offer(r, "turn", "river")
    note_all_decided(r, waiting=False)
    yield from community(r, "river", anybody_in)
    count_stub(r)
    yield from settle(r)


def anybody_in(r: Round) -> bool:
    """Whether a seat is left whose hand competes with the dealer's."""
    return not r.state.contest_void and any(still_in(r))


def still_in(r: Round) -> list[int]:
    """The seats with a flop wager, from the dealer's left."""
    return [seat for seat in r.clockwise("flop") if r.live(seat, "flop")]


def decide(r: Round) -> Script[None]:
    """Each player makes a flop wager, or folds."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        stays = yield from stays_in(r, seat, "flop", asked="ask_decision", made="bet_flop")
        if not (stays or seat in r.state.gone or r.state.contest_void):
            fold(r, seat)
    note_all_decided(r, waiting=anybody_in(r))


def fold(r: Round, seat: int) -> None:
    """The ante is taken; the cards stay while a bonus wager can still win."""
    r.lose(seat, "ante", step="fold")
    if r.live(seat, SIDE):
        r.keep(seat, "keep_cards")
    else:
        r.collect(seat, "discard")


def offer(r: Round, street: str, wager: str) -> Script[None]:
    """Each player who is in makes one more wager, or checks."""
    r.phase(street)
    for seat in still_in(r):
        bet = amounts(r, seat, wager, f"bet_{wager}")
        check = Choice("check", cite=r.cite(f"check_{wager}"))
        given = yield from r.ask(seat, *bet, check, step=f"ask_{street}")
        if given.what == wager:
            r.wager(seat, wager, given.amount, f"bet_{wager}")


def settle(r: Round) -> Script[None]:
    """Each player with a flop wager from the dealer's right, then the bonus wagers that are
    left."""
    r.phase("settlement")
    if not r.state.contest_void and (any(still_in(r)) or bonus_left(r)):
        yield from r.go_on("reveal")
        r.reveal("dealer", "reveal")
    for seat in reversed(still_in(r)):
        yield from r.go_on("settle")
        if seat not in r.state.gone:
            settle_player(r, seat)
    step = "bonus_alone" if r.state.contest_void else "bonus_after_fold"
    yield from settle_side_after(r, SIDE, bonus, step)
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")


def bonus_left(r: Round) -> bool:
    """Whether a bonus wager is still to be settled."""
    return any(r.live(seat, SIDE) for seat in r.clockwise(SIDE))


def settle_player(r: Round, seat: int) -> None:
    """All wagers of one player: the contest first, then the bonus."""
    r.reveal(seat, "turn_up")
    made = [wager for wager in CONTEST if r.has(seat, wager)]
    result = contest(hand(r, seat), hand(r, "dealer"))
    if result == LOWER:
        r.lose(seat, *made, step=LOWER)
    elif result == EQUAL:
        r.push(seat, *made, step=EQUAL)
    else:
        if pays_ante(hand(r, seat), r.rule("ante_paid_from")):
            r.win(seat, "ante", step=HIGHER)
        else:
            r.push(seat, "ante", step="ante_unpaid")
        r.win(seat, *made[1:], step=HIGHER)
    if r.has(seat, SIDE):
        r.settle(seat, SIDE, bonus(r, seat), "settle_bonus")
    r.collect(seat, "collect")


def hand(r: Round, place: Place) -> int:
    """The best five of a place's two cards and the community cards."""
    return strength(r.mask(place) | r.mask("board"))


def bonus(r: Round, seat: int) -> set[str]:
    """The rows of the bonus table that a player's two cards answer to, with the dealer's where
    these are turned up and the house pays for them."""
    both = r.rule("both_aces_paid") and not r.state.contest_void
    return bonus_rows(r.mask(seat), r.mask("dealer") if both else None)
