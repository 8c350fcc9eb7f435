"""How baccarat is dealt, called and settled, at the large table and at the small one.

Two hands stand on the table, the player's and the banker's; every wager is on them. What is common
to both tables is here, in the order of a round; each table's rulebook gives the steps their cites.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from houseway.games.authoring import cash
from houseway.games.authoring.commission import (
    collect,
    collect_marker,
    defer,
    fee,
    owing,
    write_off_marker,
)
from houseway.games.authoring.shoe import (
    FACE_UP,
    OutOfCards,
    answer,
    deal_card,
    discard,
    discard_found,
    discard_more,
    end_round,
    set_aside,
    shoe,
    value,
)
from houseway.games.shoe_contests.baccarat_hand import (
    NO_CARD,
    Outcome,
    Tableau,
    banker_draws,
    count_of,
    outcome_of,
    player_draws,
)
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

PLAYER, BANKER = "player", "banker"  # hands, and the wagers on them
TABLEAU = "tableau"  # speaks when the player's hand gets no third card
TOTALS = ("total_4", "total_5", "total_6")
BONUSES = {"bonus_player": PLAYER, "bonus_banker": BANKER}
TO_PLAYER, TO_PLAYER_SHOWN = "third_card_to_player", "third_card_to_player_shown"
DRAWN, DRAWN_SHOWN = "card_drawn_in_error", "card_drawn_in_error_shown"
ERRORS = (TO_PLAYER, DRAWN, TO_PLAYER_SHOWN, DRAWN_SHOWN)


# -- seats ---------------------------------------------------------------------------------------


def rising(r: Round, wager: str = "") -> Iterator[int]:
    """Seats with a wager (or this one) from number one up, which is counterclockwise."""
    yield from r.clockwise(wager)  # the shared word goes by number; here numbers run the other way


def falling(r: Round) -> Iterator[int]:
    """Seats with a wager from the highest number down, which is clockwise."""
    yield from reversed(list(rising(r)))


def to_the_right_of(r: Round, place: int) -> list[int]:
    """The other players, from the one at somebody's right on, counterclockwise; who has several
    boxes is asked at the first of them."""
    own = r.boxes_of(place)
    others = sorted(seat for seat in r.data.players if seat not in own)
    around = [s for s in others if s > place] + [s for s in others if s < place]
    return r.one_box_each(around)


def on_all_boxes(r: Round, seat: int, *wagers: str) -> int:
    """What the player at a seat has on these wagers, over all of his boxes."""
    return sum(r.state.stake(box, wager) for box in r.boxes_of(seat) for wager in wagers)


# -- wagers --------------------------------------------------------------------------------------


def take_bets(r: Round) -> Script[None]:
    """Wagers until they are closed; a card drawn in error is dealt with from now on."""
    for report in ERRORS:
        r.on_report[report] = partial(clear_error, r, report)
    r.on_report[FACE_UP] = partial(clear_face_up, r)
    yield from cash.take_bets(r, r.window.check_bet, lambda: check_close(r))


def check_close(r: Round) -> None:
    """Refuse to close while a bonus lacks the wager that the house wants beside it."""
    r.window.check_close()
    if not r.rule("bonus_needs_main"):
        return
    for seat in rising(r):
        made = set(r.state.placed[seat])
        if made & set(BONUSES) and not on_all_boxes(r, seat, PLAYER, BANKER):
            wanted = f"seat {seat}: a bonus needs a wager on the player's or the banker's hand"
            raise Refused(wanted, r.cite("bonus_needs_main"))


# -- the first four cards ------------------------------------------------------------------------


def deal_hands(r: Round, *, may_call_banker: bool) -> Script[None]:
    """Four cards, the counts called, and third cards by the tables; the banker's hand is called
    first if the dealer may ask for that and does."""
    yield from deal_four(r)
    banker_first = may_call_banker and (yield from wants_banker_first(r))
    turners = yield from call_hands(r, banker_first)
    yield from draw_third_cards(r, turners)


def deal_four(r: Round) -> Script[None]:
    """One card at a time: player, banker, player, banker."""
    take_waiting(r)
    r.phase("deal")
    yield from r.go_on("deal")
    up = r.rule("deal_style") == "face_up"
    for hand in (PLAYER, BANKER, PLAYER, BANKER):
        yield from deal_card(r, hand, "deal", up)
    if r.rule("deal_style") in ("banker_under_shoe", "squeeze"):
        r.say("under_shoe")


def take_waiting(r: Round) -> None:
    """Cards drawn in error before this are the first of the hand that comes."""
    shoe(r)["aside"] += shoe(r).pop("next", [])


def call_hands(r: Round, banker_first: bool) -> Script[dict[str, Place]]:
    """Each hand is turned up and its count called; who turned a hand keeps it for a third card."""
    turners: dict[str, Place] = {}
    for hand in (BANKER, PLAYER) if banker_first else (PLAYER, BANKER):
        yield from r.go_on(f"call_{hand}")
        if r.rule("deal_style") == "squeeze":
            turners[hand] = yield from hand_over(r, hand, first_to_turn(r, hand), f"view_{hand}")
        if r.rule("deal_style") != "face_up":
            r.reveal(hand, f"call_{hand}")
        call(r, f"call_{hand}", f"{hand.capitalize()} {count(r, hand)}")
    return turners


def wants_banker_first(r: Round) -> Script[bool]:
    """Whether a player has asked that the banker's cards be turned first, where the house lets
    them."""
    if not r.rule("banker_first_on_request"):
        return False
    asked_for = Choice("banker_first")
    given = yield from r.ask("dealer", Choice("player_first"), asked_for, step="calling_order")
    return given.what == asked_for.name


def call(r: Round, step: str, words: str) -> None:
    """The dealer calls something that only this round can tell."""
    r.emit(Event("said", "dealer", step, says=words, step=step, cite=r.cite(step)))


def count(r: Round, hand: str) -> int:
    """A hand's point count as it stands."""
    return count_of(r.state.hands[hand], r.rules.points)


# -- players who turn the cards ------------------------------------------------------------------


def first_to_turn(r: Round, hand: str) -> Place:
    """The highest bettor on a hand, of equals the closest to the dealer counterclockwise; without
    one, where the house allows it, the highest on the other hand; else the dealer."""
    other = BANKER if hand == PLAYER else PLAYER
    if backers := list(rising(r, hand)):
        return max(backers, key=lambda seat: on_all_boxes(r, seat, hand))
    others = list(rising(r, other))
    if not others or not r.rule("other_side_may_turn"):
        return "dealer"
    r.say("other_side")
    return max(others, key=lambda seat: on_all_boxes(r, seat, other))


def hand_over(r: Round, hand: str, holder: Place, step: str) -> Script[Place]:
    """Cards go face down to a player, who looks and gives them back face up or gives up the right
    to do so; then it is offered to the others. If nobody will, the dealer turns them."""
    if not isinstance(holder, int):
        return "dealer"
    choices = [Choice("turn")]
    if "give_up" in r.rules.book.round:
        choices.append(Choice("give_up", cite=r.cite("give_up")))
    show(r, holder, hand, step)
    given = yield from r.ask(holder, *choices, step=step, ceremony="turn")
    if given.what == "turn":
        return holder
    r.say("give_up")
    for seat in to_the_right_of(r, holder):
        asked = (Choice("turn"), Choice("decline"))
        given = yield from r.ask(seat, *asked, step="offer_turn", ceremony="decline")
        if given.what == "turn":
            show(r, seat, hand, "offer_turn")
            return seat
    r.say("dealer_turns")
    return "dealer"


def show(r: Round, seat: int, hand: str, step: str) -> None:
    """Somebody looks at the cards of a hand that the others do not see yet."""
    cards, cite = tuple(r.state.hands[hand]), r.cite(step)
    r.emit(Event("handed", seat, hand, cards=cards, sees=seat, step=step, cite=cite))


# -- third cards ---------------------------------------------------------------------------------


def draw_third_cards(r: Round, turners: dict[str, Place]) -> Script[None]:
    """Player's hand first, then the banker's, each by its table; a natural ends the drawing."""
    tables = Tableau.of(r.rule("natural"), r.rule("player_table"), r.rule("banker_table"))
    player, banker, third = count(r, PLAYER), count(r, BANKER), NO_CARD
    if player_draws(player, banker, tables.natural, tables.player):
        yield from third_card(r, PLAYER, turners)
        third = value(r, r.state.hands[PLAYER][-1])
    else:
        ends = max(player, banker) >= tables.natural
        r.say("natural" if ends else "player_stays", TABLEAU)
    yield from r.go_on("banker_decides")
    if banker_draws(player, banker, third, tables.natural, tables.banker):
        yield from third_card(r, BANKER, turners)
    elif max(player, banker) < tables.natural:
        r.say("banker_stays")


def third_card(r: Round, hand: str, turners: dict[str, Place]) -> Script[None]:
    """A hand's third and last card, turned by whoever turned the hand."""
    squeezed = r.rule("deal_style") == "squeeze"
    yield from deal_card(r, hand, f"third_{hand}", up=not squeezed)
    if squeezed:
        turners[hand] = yield from hand_over(r, hand, turners[hand], f"view_third_{hand}")
        r.reveal(hand, f"view_third_{hand}")


def clear_error(r: Round, report: str) -> Script[None]:
    """A card drawn in error leaves the shoe at once and waits for the next hand, or goes another
    way if it was seen. One that the player's hand was not due stays for the banker's if that must
    draw and has not drawn: it is the card that comes next."""
    seen = report in (TO_PLAYER_SHOWN, DRAWN_SHOWN)
    if report in (TO_PLAYER, TO_PLAYER_SHOWN) and is_due_to_banker(r):
        answer(r, report, "to_banker")
        return
    yield from take_out_for_banker(r)
    answer(r, report, "exposed" if seen else "first_of_next")
    if not r.cards_left:
        return
    if seen:
        yield from clear_exposed(r)
    else:
        shoe(r).setdefault("next", []).append((yield from set_aside(r, "first_of_next")))


def clear_face_up(r: Round) -> Script[None]:
    """A card found face up in the shoe is one behind that which waits for the banker."""
    yield from take_out_for_banker(r)
    yield from discard_found(r)


def take_out_for_banker(r: Round) -> Script[None]:
    """The card dealt in error that is to be the banker's is out of the shoe before another leaves
    it, and is the next to be dealt."""
    if (due := given_to_banker(r)) and len(r.state.hands[BANKER]) == 2 and not shoe(r)["aside"]:
        card = yield from set_aside(r, "to_banker", shown=due[0].what == TO_PLAYER_SHOWN)
        shoe(r)["aside"].append(card)


def given_to_banker(r: Round) -> list[Event]:
    """The ruling that a card dealt in error is the banker's third, if there was one."""
    return [e for e in r.events if e.kind == "answered" and e.step == "to_banker"]


def is_due_to_banker(r: Round) -> bool:
    """Whether the banker's hand must draw beside a player's hand that stays, and has yet to; one
    card can be so due."""
    if max(len(r.state.hands[hand]) for hand in (PLAYER, BANKER)) > 2 or given_to_banker(r):
        return False
    tables = Tableau.of(r.rule("natural"), r.rule("player_table"), r.rule("banker_table"))
    counts = count(r, PLAYER), count(r, BANKER)
    return banker_draws(*counts, NO_CARD, tables.natural, tables.banker)


def clear_exposed(r: Round) -> Script[None]:
    """A card seen by mistake, by the procedure that the house has chosen beforehand."""
    how = r.rule("exposed_card")
    if how == "simulated_round":
        card = yield from set_aside(r, "exposed", shown=True)
        shoe(r).setdefault("simulate", []).append(card)
        return
    card = yield from discard(r, "exposed")
    if how != "one_unseen":
        yield from discard_more(r, value(r, card) or r.rule("exposed_ten"), "exposed")
    elif r.cards_left:
        yield from discard(r, "exposed", shown=False)


def simulate_rounds(r: Round) -> Script[None]:
    """A round without wagers begins with each card that was seen by mistake; all is discarded."""
    for card in shoe(r).pop("simulate", []):
        waiting = shoe(r)["aside"]
        shoe(r)["aside"] = [card]
        r.say("simulated")
        try:
            for hand in (PLAYER, BANKER, PLAYER, BANKER):
                yield from deal_card(r, hand, "simulated", up=True)
            yield from draw_simulated(r)
        except OutOfCards:
            shoe(r)["last"] = True  # nothing is left for another hand
        shoe(r)["aside"] = waiting
        collect_hands(r, "simulated")


def draw_simulated(r: Round) -> Script[None]:
    """Third cards of a simulated round."""
    tables = Tableau.of(r.rule("natural"), r.rule("player_table"), r.rule("banker_table"))
    player, banker, third = count(r, PLAYER), count(r, BANKER), NO_CARD
    if player_draws(player, banker, tables.natural, tables.player):
        yield from deal_card(r, PLAYER, "simulated", up=True)
        third = value(r, r.state.hands[PLAYER][-1])
    if banker_draws(player, banker, third, tables.natural, tables.banker):
        yield from deal_card(r, BANKER, "simulated", up=True)


def collect_hands(r: Round, step: str) -> None:
    """The cards go to the discards in an order that lets the hands be put together again."""
    for hand in (PLAYER, BANKER):
        if hand in r.state.hands:
            r.collect(hand, step)


# -- the result ----------------------------------------------------------------------------------


def announce(r: Round) -> Outcome:
    """The final counts and the winner, the number of cards, a dragon 7."""
    hands = r.state.hands
    found = outcome_of(hands[PLAYER], hands[BANKER], r.rules.points, r.rule("natural"))
    counts = f"Player {found.player}, Banker {found.banker}"
    says = "Tie Hand" if found.winner == "tie" else f"{found.winner.capitalize()} wins"
    call(r, "result", f"{counts}: {says}")
    if r.rule("total_cards_offered"):
        call(r, "card_total", f"{found.cards} cards")
    if is_dragon(r.rules, found):
        r.say("dragon_7")
    return found


def is_dragon(rules: TableRules, found: Outcome) -> bool:
    """Whether this is the hand that the dragon 7 variation pushes."""
    dragon = (rules.rule("dragon_count"), rules.rule("dragon_cards"))
    return (
        rules.rule("commission") == "dragon_7"
        and found.winner == BANKER
        and (found.banker, found.banker_cards) == dragon
    )


def fate(rules: TableRules, wager: str, found: Outcome) -> tuple[str, str]:
    """What becomes of a wager (wins, loses, void or dragon) and the row that decides it."""
    if wager == BANKER:
        row = "six" if found.banker == rules.rule("half_paid_count") else "other"
        return ("dragon" if is_dragon(rules, found) else _side(BANKER, found)), row
    if wager == PLAYER:
        return _side(PLAYER, found), "win"
    if wager in BONUSES:
        row = found.bonus_row(BONUSES[wager])
        if row == "equal_naturals":
            return "void", row
        return _won(row in rules.schedule(wager).prices), row
    if wager in TOTALS:
        return _won(wager == f"total_{found.cards}"), "win"
    return _won(found.winner == "tie" if wager == "tie" else is_dragon(rules, found)), wager


def _side(hand: str, found: Outcome) -> str:
    return "void" if found.winner == "tie" else _won(found.winner == hand)


def _won(true: bool) -> str:
    return "wins" if true else "loses"


def step_of(wager: str, what: str) -> str:
    """The step of the rulebook that says what becomes of a wager."""
    kind = "bonus" if wager in BONUSES else "total" if wager in TOTALS else wager
    return f"{kind}_{what}"


# -- the settlement ------------------------------------------------------------------------------


def settle(r: Round, found: Outcome) -> Script[None]:
    """Every losing wager is taken; then winners are paid and vigorish is taken or marked, from the
    highest numbered seat down, by the house's procedure."""
    r.phase("settlement")
    yield from r.go_on("collect_losers")
    for seat in falling(r):
        for wager in list(r.state.bets[seat]):
            if fate(r.rules, wager, found)[0] == "loses":
                r.lose(seat, wager, step=step_of(wager, "loses"))
    yield from r.go_on("pay")
    first, then, by_seat = PROCEDURES[r.rule("pay_procedure")]
    if r.rule("commission") in r.rule("without_vigorish"):
        r.say("no_vigorish")
    if by_seat:
        for seat in falling(r):
            first(r, seat, found)
            then(r, seat, found)
        return
    for seat in falling(r):
        first(r, seat, found)
    for seat in falling(r):
        then(r, seat, found)


def pay(r: Round, seat: int, found: Outcome) -> None:
    """A seat's winning wagers are paid and its void ones go back."""
    for wager in list(r.state.bets[seat]):
        what, row = fate(r.rules, wager, found)
        if what == "wins":
            r.settle(seat, wager, {row}, step_of(wager, what))
        elif what != "loses":
            r.push(seat, wager, step=step_of(wager, what))


def charge(r: Round, seat: int, found: Outcome) -> None:
    """A seat's vigorish, if any is due, is collected or marked."""
    if not r.has(seat, BANKER):
        return
    what, row = fate(r.rules, BANKER, found)
    matched = on_all_boxes(r, seat, *TOTALS) >= on_all_boxes(r, seat, BANKER)
    due = vigorish(r.rules, what, row, r.state.stake(seat, BANKER), matched)
    if due.step == "waive":
        r.emit(Event("waived", seat, wager=BANKER, step="waive", cite=r.cite("waive")))
    elif due.step:
        take_fee(r, seat, due.amount, due.step)


class Due(NamedTuple):
    """What a wager on the banker's hand costs besides, in cents, and the step that says so."""

    step: str = ""
    amount: int = 0


def vigorish(rules: TableRules, what: str, row: str, stake: int, matched: bool) -> Due:
    """What is due on a wager on the banker's hand; nothing in the variation that waives it where it
    is ``matched`` by what the player has on the number of cards."""
    mode = rules.rule("commission")
    if mode == "tie_charge" and what == "void":
        return Due("tie_vigorish", fee(stake, parse_rate(rules.rule("tie_rate"))))
    if mode not in ("vigorish", "total_card_match") or what != "wins":
        return Due()
    if mode == "total_card_match" and matched:
        return Due("waive")
    won = rules.schedule(BANKER).prices[row].wins(stake)
    rate, up = parse_rate(rules.rule("vig_rate")), rules.rule("vig_rounding") == "up"
    return Due("vigorish", fee(won, rate, rules.rule("vig_step") if up else 1, up))


def banker_commission(rules: TableRules, won: int) -> int:
    """The house's share of what a wager on the banker's hand has won, in cents."""
    return vigorish(rules, "wins", "other", won, matched=False).amount


def take_fee(r: Round, seat: int, amount: int, step: str) -> None:
    """A fee is collected with the payout or marked for later."""
    if not amount:
        return
    if r.rule("vig_collection") == "at_payout":
        collect(r, seat, BANKER, amount, step)
    else:
        defer(r, seat, BANKER, amount, f"mark_{step}")


At = Callable[[Round, int, Outcome], None]  # what is done at a seat
PROCEDURES: dict[str, tuple[At, At, bool]] = {  # first, then, and whether seat by seat
    "1": (pay, charge, False),
    "2": (charge, pay, False),
    "3": (pay, charge, True),
    "4": (charge, pay, True),
}


# -- vigorish that is owed -----------------------------------------------------------------------


def write_off_markers(r: Round) -> None:
    """Who has left without paying what a marker shows is written down; the marker goes."""
    for seat, who in owing(r.data.notes).items():
        if r.data.players.get(seat) != who:
            write_off_marker(r, seat, BANKER, "uncollected")


def collect_markers(r: Round) -> Script[None]:
    """Deferred vigorish falls due before a reshuffle, or when a player ends the session."""
    owed = {
        seat: who for seat, who in owing(r.data.notes).items() if r.data.players.get(seat) == who
    }
    if r.rule("vig_collection") == "at_end_of_play":
        for seat in r.one_box_each(sorted(owed, reverse=True)):
            over = Choice("end_play")
            asked = (Choice("play_on"), over)
            given = yield from r.ask(seat, *asked, step="session", idle="play_on")
            if given.what == over.name:
                for box in sorted(set(r.boxes_of(seat)) & set(owed), reverse=True):
                    collect_marker(r, box, BANKER, "collect_marker")
    elif shoe(r)["done"] or r.data.notes.pop("markers_due", False):
        for seat in sorted(owed, reverse=True):
            collect_marker(r, seat, BANKER, "collect_marker")


def keep_markers_due(r: Round) -> None:
    """After a void round the cards are reshuffled: markers fall due with the next settlement."""
    if r.state.void and owing(r.data.notes):
        r.data.notes["markers_due"] = True


# -- the end -------------------------------------------------------------------------------------


def finish(r: Round) -> Script[None]:
    """The cards go to the discards, and vigorish that has fallen due is collected."""
    yield from r.go_on("collect")
    collect_hands(r, "collect")
    take_waiting(r)
    yield from simulate_rounds(r)
    yield from end_round(r)
    yield from collect_markers(r)
