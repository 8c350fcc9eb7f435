"""Mississippi stud in the order of the regulation (N.J.A.C. 13:69F-35).

Two cards each and three in the middle; before each of the three a player bets one, two or three
antes, or folds. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.pair_rows import rows_hit
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
STREETS = ("third_street", "fourth_street", "fifth_street")
BOARD = ("board_1", "board_2", "board_3")
FOLD = "fold"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    r.say("close")
    yield from deal(r)
    for street, card in zip(STREETS, BOARD, strict=True):
        yield from bet_or_fold(r, street)
        yield from show(r, card, f"show_{card}")
    yield from settle(r)


def deal(r: Round) -> Script[None]:
    """Two cards face down to each player, together or in two passes; then three to the middle."""
    r.phase("deal")
    yield from r.go_on("deal")
    count = r.rule("cards_each")
    if r.rule("deal_pattern") == "two_at_a_time":
        yield from r.deal_stacks(list(r.clockwise()), count)
    else:
        yield from r.deal_around(list(r.clockwise()), count)
    for place in BOARD:
        yield from r.deal(place, 1, "deal_board")
    count_stub(r)


def bet_or_fold(r: Round, street: str) -> Script[None]:
    """Each player bets one, two or three antes, or folds and loses what he has bet so far."""
    r.phase(street)
    for seat in r.clockwise("ante"):
        if seat not in r.state.hands:
            continue
        ante = r.state.stake(seat, "ante")
        bets = [
            Choice(f"bet_{times}", ante * times, ante * times, cite=r.cite(street))
            for times in range(1, r.most_amount(seat, street) // ante + 1)
        ]
        fold = Choice(FOLD, cite=r.cite(f"fold_{street}"))
        given = yield from r.ask(seat, fold, *bets, step=street)
        if given.what == FOLD:
            r.lose(seat, *list(r.state.bets[seat]), step=f"fold_{street}")
            r.collect(seat, f"fold_{street}")
        elif given.what:  # nothing, where he has left the round meanwhile
            r.wager(seat, street, given.amount, street)


def show(r: Round, card: str, step: str) -> Script[None]:
    """No more bets; the next card in the middle is turned up."""
    yield from r.go_on(step)
    if card == BOARD[-1]:
        r.phase("settlement")
    r.say("close_street")
    r.reveal(card, step)


def settle(r: Round) -> Script[None]:
    """Each hand from the dealer's right: it loses, pushes, or is paid on every wager alike."""
    board = r.mask(BOARD[0]) | r.mask(BOARD[1]) | r.mask(BOARD[2])
    win, push = (RANKS.index(r.rule(name)) for name in ("least_win", "least_push"))
    for seat in r.counterclockwise():
        if seat in r.state.hands:
            yield from r.go_on("settle")
        if seat not in r.state.hands:  # folded, or found void just now
            continue
        r.reveal(seat, "settle")
        hit = rows_hit(board | r.mask(seat), win, push)
        for wager in ("ante", *STREETS):
            if r.live(seat, wager):
                r.settle(seat, wager, hit, "pay")
        r.collect(seat, "put_away")
    yield from r.go_on("collect")
    places: list[Place] = [*BOARD]
    for place in places:
        r.collect(place, "collect")
