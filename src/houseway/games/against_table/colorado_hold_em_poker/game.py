"""Colorado hold 'em poker in the order of the regulation (N.J.A.C. 13:69F-23).

Three cards each, of which one is discarded, and three community cards that all must use. Each
step's cite stands in the rulebook under ``round``, by the version that the house plays.
"""

from houseway.equipment.cards import names
from houseway.games.against_table.colorado_hold_em_poker.hand import instant_row
from houseway.games.against_table.settling import settle_in_passes
from houseway.games.against_table.three_each import BOARD, deal_three_each, show_board
from houseway.games.authoring.pair_rows import rows_hit
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import prepare_deck
from houseway.referee.events import Event
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
ANTE, BET, BONUS = "ante", "bet", "bonus"
WAGERS = (ANTE, BET)
FOLD, CHECK, DECLARE = "fold", "check", "declare"
FALSE = "false_declaration"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    r.may_report = lambda given: check_false(r, given)
    r.on_report[FALSE] = lambda: declared_falsely(r)
    yield from prepare_deck(r)
    yield from r.take_bets()
    r.say("close")
    yield from deal_three_each(r, ANTE)
    yield from decide(r)
    yield from show_board(r)
    yield from settle(r)


def decide(r: Round) -> Script[None]:
    """Each player bets, goes on without a bet or folds, or declares an instant winner."""
    r.phase("decision")
    otherwise = r.rule("without_bet")
    for seat in r.clockwise():
        ante = r.exact_amount(seat, BET)
        choices = [
            Choice(BET, ante, ante, cite=r.cite(BET)),
            Choice(otherwise, cite=r.cite(otherwise)),
        ]
        if instant_row(r.mask(seat)):
            choices.append(Choice(DECLARE, cite=r.cite(DECLARE)))
        given = yield from r.ask(seat, *choices, step="decide")
        if given.what == FOLD:
            r.lose(seat, *list(r.state.bets[seat]), step=FOLD)
            r.collect(seat, FOLD)
        elif given.what == DECLARE:
            pay_instant(r, seat)
        elif given.what:  # nothing, where he has left the round meanwhile
            if given.what == BET:
                r.wager(seat, BET, given.amount, BET)
            yield from discard(r, seat)


def pay_instant(r: Round, seat: int) -> None:
    """Three cards are turned up and paid before any community card shows."""
    r.reveal(seat, DECLARE)
    hit = {instant_row(r.mask(seat))}
    for wager in (ANTE, BONUS):
        if r.live(seat, wager):
            r.settle(seat, wager, hit, DECLARE)
    r.collect(seat, DECLARE)


def discard(r: Round, seat: int) -> Script[None]:
    """One of the three cards goes to the side."""
    held = list(r.state.hands[seat])
    choices = []
    for number, card in enumerate(held, start=1):
        kept = names(other for other in held if other != card)
        says = f"keep {kept}, discard {names([card])}"
        choices.append(Choice(f"discard_{number}", says=says, cite=r.cite("discard")))
    given = yield from r.ask(seat, *choices, step="discard")
    r.discard(seat, held[int(given.what[-1]) - 1], "discard")


def settle(r: Round) -> Script[None]:
    """Hands are turned up; losing ones first, then pushes, then winners."""
    board = r.mask(BOARD[0]) | r.mask(BOARD[1]) | r.mask(BOARD[2])
    win, push, least = (RANKS.index(r.rule(n)) for n in ("least_win", "least_push", "bonus_least"))
    hits, bonus = {}, {}
    for seat in r.counterclockwise():
        if seat in r.state.hands:
            r.reveal(seat, "turn_up")
            hits[seat] = rows_hit(board | r.mask(seat), win, push)
            bonus[seat] = rows_hit(board | r.mask(seat), least, least)

    def settle_bonus(seat: int, step: str) -> None:
        if r.live(seat, BONUS):
            r.settle(seat, BONUS, bonus[seat], "bonus_stands")

    yield from settle_in_passes(r, hits, WAGERS, settle_bonus, shared=True)
    yield from r.go_on("collect")
    for place in BOARD:
        r.collect(place, "collect")


# -- a false declaration -------------------------------------------------------------------------


def check_false(r: Round, given: Input) -> None:
    """Only who is yet to decide declares, and only what is no instant winner falsely."""
    if given.what != FALSE:
        return
    cite = r.cite(FALSE)
    assert isinstance(given.who, int)
    if given.who in r.state.choices:
        raise Refused(f"seat {given.who} has decided already", cite)
    if instant_row(r.mask(given.who)):
        raise Refused(f"the cards of seat {given.who} are an instant winner", cite)


def declared_falsely(r: Round) -> Script[None]:
    """The hand is void: the ante is lost, and the bonus wager goes as the house has chosen."""
    seat = next(event.who for event in reversed(r.events) if event.kind == "reported")
    assert isinstance(seat, int)
    r.reveal(seat, FALSE)
    r.lose(seat, ANTE, step=FALSE)
    if r.live(seat, BONUS):
        if r.rule("false_declaration_bonus") == "lost":
            r.lose(seat, BONUS, step=FALSE)
        else:
            r.push(seat, BONUS, step=FALSE)
    r.emit(Event("gone", seat, step=FALSE, cite=r.cite(FALSE)))
    r.collect(seat, FALSE)
    return
    yield
