"""Boston 5 stud poker in the order of the regulation (N.J.A.C. 13:69F-24).

Each step's cite stands in the rulebook under ``round``. Three cards are dealt, the optional bonus
is settled on them (``bonus``), players stay in or fold (``decision``), and two more cards are dealt
(``final``).
"""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.boston_5_stud_poker.hand import five_card_rows, three_card_rows
from houseway.games.against_dealer.fold_or_play import stays_in
from houseway.games.against_dealer.higher_hand import EQUAL, HIGHER, LOWER, contest
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES, THREE_CARD_CATEGORIES, strength
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {
    "card_order": RANKS,
    "hand_order": CATEGORIES,
    "three_card_order": THREE_CARD_CATEGORIES[1:],
}
WAGERS = ("ante", "first", "second")
BONUS = "bonus3"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal(r)
    yield from settle_bonus(r)
    yield from decide(r)
    yield from deal_final(r)
    yield from settle(r)
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")


def deal(r: Round) -> Script[None]:
    """Three consecutive cards face down to each player, and to the dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    count = r.rule("first_cards")
    places: list[Place] = [*r.clockwise("ante"), "dealer"]
    for place in places:
        if r.rule("dealing") == "automated_shoe":
            yield from r.go_on("stack")
        if r.state.contest_void:
            return
        yield from r.deal(place, count, "deal_dealer" if place == "dealer" else "deal_players")


def settle_bonus(r: Round) -> Script[None]:
    """Players may show three cards for the optional bonus; losers are taken, then winners paid."""
    r.phase("bonus")
    shown = []
    for seat in r.clockwise(BONUS):
        asked = (Choice("expose"), Choice("keep"))
        given = yield from r.ask(seat, *asked, step="ask_bonus", idle="expose")
        if given.what == "expose":
            r.reveal(seat, "expose")
            shown.append(seat)
    if r.state.contest_void:
        return
    seats = [seat for seat in r.clockwise(BONUS) if seat not in r.state.gone]
    won = [seat for seat in shown if r.would_win(seat, BONUS, first_rows(r, seat))]
    if seats:
        yield from r.go_on("settle_bonus")
    if r.state.contest_void:
        return
    for seat in seats:
        if seat not in won:
            r.lose(seat, BONUS, step="lose_bonus")
    for seat in won:
        if seat not in r.state.gone:
            r.settle(seat, BONUS, first_rows(r, seat), "pay_bonus")


def decide(r: Round) -> Script[None]:
    """Each player makes a second wager or folds; until the last cards come it may be withdrawn."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        stays = yield from stays_in(r, seat, "second")
        if not (stays or seat in r.state.gone or r.state.contest_void):
            fold(r, seat, "fold")
    for seat in r.clockwise("second"):
        asked = (Choice("stay"), Choice("withdraw"))
        given = yield from r.ask(seat, *asked, step="ask_withdraw", idle="stay")
        if given.what == "withdraw":
            r.take_back(seat, "second", "withdraw")
            fold(r, seat, "withdraw")
    if not r.state.contest_void:
        r.say("all_decided")


def fold(r: Round, seat: int, step: str) -> None:
    """Ante and first wager are lost, and the cards are collected unseen."""
    r.lose(seat, "ante", "first", step=step)
    r.collect(seat, step)


def deal_final(r: Round) -> Script[None]:
    """Two more cards to each player who has stayed in, and to the dealer."""
    if r.state.contest_void:
        return
    r.phase("final")
    yield from r.go_on("final")
    for seat in staying(r):
        yield from r.deal(seat, r.rule("final_cards"), "final_players")
    yield from r.deal("dealer", r.rule("final_cards"), "final_dealer")
    count_stub(r)


def staying(r: Round) -> list[int]:
    """The seats whose second wager is on the layout, from the dealer's left."""
    return [seat for seat in r.clockwise("second") if r.live(seat, "second")]


def settle(r: Round) -> Script[None]:
    """The dealer's hand is turned up, then each player's from the dealer's right; where the hands
    are void, only what three cards have won."""
    if r.state.contest_void:
        r.phase("settlement")
        yield from settle_saved(r)
        return
    yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")
    for seat in reversed(staying(r)):
        yield from r.go_on("settle")
        if seat not in r.state.gone:
            settle_player(r, seat)


def settle_player(r: Round, seat: int) -> None:
    """One player's wagers, whatever the outcome, and then the ante bonus."""
    r.reveal(seat, "turn_up")
    result = contest(strength(r.mask(seat)), strength(r.mask("dealer")))
    if result == LOWER:
        r.lose(seat, *WAGERS, step=LOWER)
    elif result == EQUAL:
        r.push(seat, *WAGERS, step=EQUAL)
    else:
        r.win(seat, "first", "second", step=HIGHER)
    r.bonus(seat, "ante_bonus", five_card_rows(r.mask(seat)), "pay_ante_bonus")
    if result == HIGHER:
        r.settle(seat, "ante", {"win"}, "return_ante")
    r.collect(seat, "put_away")


def settle_saved(r: Round) -> Script[None]:
    """Where the hands are void, three cards that win a bonus are paid all the same."""
    for seat in r.counterclockwise("ante"):
        if seat not in r.state.hands or not saved(r, seat):
            continue
        yield from r.go_on("saved")
        if seat in r.state.gone:
            continue
        r.reveal(seat, "saved")
        if r.live(seat, BONUS):
            r.settle(seat, BONUS, first_rows(r, seat), "saved")
        r.bonus(seat, "ante_bonus", sure_rows(r, seat), "saved")
    for seat in r.counterclockwise(BONUS):
        if r.live(seat, BONUS):
            r.push(seat, BONUS, step="saved")


def saved(r: Round, seat: int) -> bool:
    """Whether three cards win a bonus that a void round leaves."""
    rows = first_rows(r, seat)
    bonus = r.live(seat, BONUS) and r.would_win(seat, BONUS, rows)
    return bonus or r.would_win(seat, "ante_bonus", sure_rows(r, seat))


def sure_rows(r: Round, seat: int) -> set[str]:
    """The row of the ante bonus that three cards answer to whatever two come to them."""
    return first_rows(r, seat) & {"three_of_a_kind"}


def first_rows(r: Round, seat: int) -> set[str]:
    """The row that a player's first three cards answer to."""
    return three_card_rows(mask(r.state.hands[seat][: r.rule("first_cards")]))
