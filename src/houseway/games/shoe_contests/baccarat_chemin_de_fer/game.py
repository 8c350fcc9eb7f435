"""Baccarat-chemin de fer in the order of the regulation (N.J.A.C. 13:69F-4).

A participant is the bank and the others wager against him; the house deals with the money and takes
its share of what the Banker wins. Who banks is in ``bank``, who covers in ``cover``, cards dealt in
error in ``errors``. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.commission import collect, fee
from houseway.games.authoring.shoe import (
    RUNS_OUT,
    OutOfCards,
    answer,
    deal_card,
    end_round,
    pending,
    prepare_shoe,
    run_out,
    shoe,
)
from houseway.games.authoring.shoe_cut import from_seat
from houseway.games.shoe_contests.baccarat_chemin_de_fer.bank import (
    BANK,
    COVER,
    Banker,
    choose_banker,
    notes,
)
from houseway.games.shoe_contests.baccarat_chemin_de_fer.cover import change_cash, take_covers
from houseway.games.shoe_contests.baccarat_chemin_de_fer.errors import WRONG_ORDER, Counts, watch
from houseway.games.shoe_contests.baccarat_chemin_de_fer.hand import (
    DRAW,
    OPTION,
    STAY,
    banker_letter,
)
from houseway.games.shoe_contests.baccarat_hand import NO_CARD
from houseway.games.shoe_contests.baccarat_table import (
    BANKER,
    PLAYER,
    call,
    collect_hands,
    show,
    simulate_rounds,
    take_waiting,
    to_the_right_of,
)
from houseway.referee.events import CENTRE, Event, bet_account, seat_account
from houseway.referee.requests import Barred, Bets, Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

ORDERED = "banker_ordered_to_pass"
CARD, STAYS, NATURAL = "card", "stay", "natural"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard bucket."""
    counts = Counts(r)
    r.lasting = frozenset({"shoe", BANK})
    try:
        yield from prepare_shoe(r, lambda _: from_seat(r, notes(r)["seat"] or None))
        watch(r, counts)
        r.phase(BANK)
        yield from wait_for_participants(r)
        banker = yield from choose_banker(r)
        if banker is None:
            return
        yield from change_cash(r, "cash_of_banker")
        dominant = yield from take_covers(r, banker)
        if not dominant:
            obey_order(r)
            return
        yield from deal_four(r)
        yield from draw(r, counts, banker, dominant)
        won = yield from announce(r, counts)
        yield from settle(r, banker, won)
        yield from finish(r)
        pass_bank(r, banker, won)
    except OutOfCards:
        run_out(r)
    finally:
        leave(r)


def wait_for_participants(r: Round) -> Script[None]:
    """Nobody is at the table: there is no bank and nothing to wager against."""

    def no_bank(_: object = None) -> None:
        raise Refused("the bank is taken before anybody wagers", r.cite("bets"))

    def check_close() -> None:
        if not r.data.players:
            raise Refused("nobody is at the table", r.cite("seated"))

    if not r.data.players:
        yield Bets(no_bank, check_close, r.cite("bets"))


# -- the cards -----------------------------------------------------------------------------------


def deal_four(r: Round) -> Script[None]:
    """The Banker deals one card at a time face down: player, banker, player, banker."""
    take_waiting(r)
    r.phase("deal")
    yield from r.go_on("cards")
    r.say("cards")
    for hand in (PLAYER, BANKER, PLAYER, BANKER):
        yield from r.go_on("deal")  # a card in the wrong order is seen before the next
        yield from deal_card(r, hand, "deal", up=False)
    yield from r.go_on("look")


def draw(r: Round, counts: Counts, banker: Banker, dominant: int) -> Script[None]:
    """The Dominant Player announces, the Banker looks, and each hand draws or stays."""
    r.phase("decision")
    said = yield from player_announces(r, counts, dominant)
    third = NO_CARD
    if said == NATURAL:
        turn_up(r, NATURAL)
        return
    if said == CARD:
        show(r, banker.seat, BANKER, "banker_looks")
        if counts.of(BANKER) >= r.rule("natural"):
            call(r, "banker_looks", "Natural")
            r.say("repeat_natural")
            turn_up(r, "banker_looks")
            return
        call(r, "banker_looks", "Under Eight")
        r.say("repeat_under_eight")
        yield from r.go_on("third_player")
        yield from deal_card(r, PLAYER, "third_player", up=True)
        third = counts.values(PLAYER)[-1]
    yield from r.go_on("turn_banker")
    r.reveal(BANKER, "turn_banker")
    if (yield from banker_draws(r, counts, banker, third)):
        yield from deal_card(r, BANKER, "third_banker", up=True)
    else:
        r.say("banker_stays")


def player_announces(r: Round, counts: Counts, dominant: int) -> Script[str]:
    """Card, Stay or Natural, as the count says; on 5 as the Dominant Player likes. The dealer
    repeats it."""
    show(r, dominant, PLAYER, "announce")
    count = counts.of(PLAYER)
    letter = r.rule("player_table")[count]
    words = {DRAW: [CARD], OPTION: [CARD, STAYS], STAY: [STAYS]}[letter]
    step = {DRAW: "must_card", OPTION: "may_card", STAY: "must_stay"}[letter]
    if count >= r.rule("natural"):
        words, step = [NATURAL], "must_natural"
    barred = [
        Barred(word, r.rules.says(step), r.cite(step))
        for word in (CARD, STAYS, NATURAL)
        if word not in words
    ]
    given = yield from r.ask(
        dominant, *map(Choice, words), step="announce", barred=barred, idle=words[0],
        ceremony=words[0] if len(words) == 1 else "",
    )  # fmt: skip
    said = given.what or words[0]
    r.say(f"repeat_{said}")
    return said


def banker_draws(r: Round, counts: Counts, banker: Banker, third: int) -> Script[bool]:
    """By Table 3, or as the Banker likes where it leaves him the choice."""
    letter = banker_letter(r.rule("banker_table"), counts.of(BANKER), third)
    if letter != OPTION:
        return letter == DRAW
    choices = (Choice("draw"), Choice("stay"))
    given = yield from r.ask(banker.seat, *choices, step="banker_option", idle="draw")
    return given.what != "stay"


def turn_up(r: Round, step: str) -> None:
    """All cards are turned up and no more are dealt."""
    for hand in (PLAYER, BANKER):
        r.reveal(hand, step)


def announce(r: Round, counts: Counts) -> Script[int]:
    """The counts are called: above nothing if the Player's Hand wins, nothing for a stand-off."""
    yield from r.go_on("result")
    r.reveal(PLAYER, "result")
    player, banker = counts.of(PLAYER), counts.of(BANKER)
    says = "Stand Off" if player == banker else "Player wins" if player > banker else "Banker wins"
    call(r, "result", f"Player {player}, Banker {banker}: {says}")
    return player - banker


# -- the settlement ------------------------------------------------------------------------------


def settle(r: Round, banker: Banker, won: int) -> Script[None]:
    """Covers are paid out of the Banker's wager or the Banker out of theirs; the house takes its
    share of what he wins."""
    r.phase("settlement")
    yield from r.go_on("pay")
    covers = [seat for seat in to_the_right_of(r, banker.seat) if r.state.stake(seat, COVER)]
    if won > 0:
        to_centre(r, banker.seat, BANK, "bank_loses")
        for seat in covers:
            due = r.rules.schedule(COVER).prices["win"].wins(r.state.stake(seat, COVER))
            from_centre(r, seat, COVER, due, "cover_wins")
            r.push(seat, COVER, step="cover_wins")
    elif won < 0:
        taken = 0
        for seat in covers:
            taken += to_centre(r, seat, COVER, "cover_loses")
        won_from_all = r.rules.schedule(BANK).prices["win"].wins(taken)
        from_centre(r, banker.seat, BANK, won_from_all, "bank_wins")
        r.push(banker.seat, BANK, step="bank_wins")
        if due := vigorish(r.rules, taken):
            collect(r, banker.seat, BANK, due, "vigorish")
    else:
        r.push(banker.seat, BANK, step="bank_void")
        for seat in covers:
            r.push(seat, COVER, step="cover_void")


def vigorish(rules: TableRules, won: int) -> int:
    """The house's share of what the Banker has won, in cents."""
    up = rules.rule("vig_rounding") == "up"
    return fee(won, parse_rate(rules.rule("vig_rate")), rules.rule("vig_step") if up else 1, up)


commission = vigorish


def to_centre(r: Round, seat: int, wager: str, step: str) -> int:
    """A losing wager lies in the middle, for who has won it."""
    chips = r.state.bets[seat][wager]
    bet, cite = bet_account(seat, wager), r.cite(step)
    r.emit(Event("taken", seat, "", wager, chips, 0, bet, CENTRE, step=step, cite=cite))
    return chips


def from_centre(r: Round, seat: int, wager: str, amount: int, step: str) -> None:
    """What somebody has won of the other side's wagers."""
    own, cite = seat_account(seat), r.cite(step)
    r.emit(Event("paid", seat, "win", wager, amount, 0, CENTRE, own, step=step, cite=cite))


# -- the end -------------------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """The cards go to the discard bucket; a card seen by mistake may want a simulated round."""
    yield from r.go_on("collect")
    collect_hands(r, "collect")
    take_waiting(r)
    yield from simulate_rounds(r)
    yield from end_round(r)


def pass_bank(r: Round, banker: Banker, won: int) -> None:
    """What becomes of the bank: a Banker who has lost or is ordered to must pass it."""
    now = notes(r)
    if not obey_order(r) and won > 0:
        r.say("must_pass", banker.seat)
        now["state"] = "lost"
    if won < 0:
        equal = [s for s in r.state.placed if r.state.stake(s, COVER) == banker.stake]
        now["suivi"] = r.data.players.get(equal[0], "") if equal else ""


def obey_order(r: Round) -> bool:
    """Pass the bank if the Banker was ordered to in this round; return whether that was so."""
    if not pending(r, ORDERED):
        return False
    answer(r, ORDERED, "ordered")
    notes(r)["state"] = "lost"
    return True


def leave(r: Round) -> None:
    """The next round goes on from the same shoe, unless the void hand was its last; after a hand
    that was annulled the bank goes on or not, as the house has it."""
    r.keep_shoe()
    shoe(r)["players"] = {str(seat): who for seat, who in r.data.players.items()}
    now = notes(r)
    now["seats"] = {who: s for who, s in now["seats"].items() if who in r.data.players.values()}
    if r.state.void:
        reported = {event.what for event in r.events if event.kind == "reported"}
        shoe(r)["done"] = bool(shoe(r).get("last")) or RUNS_OUT in reported
        if WRONG_ORDER in reported and r.rule("annulled_bank") == "transfer":
            now["state"] = "lost"
