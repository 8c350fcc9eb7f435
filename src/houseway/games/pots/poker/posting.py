"""Before the cards: who may be dealt in, the button, antes, blinds and straddles (14.6(b),
14.7(b)-(c), 14.10(c)-(d))."""

from collections.abc import Collection, Iterable, Mapping

from houseway.games.pots.button import BUTTON
from houseway.games.pots.poker.betting import Betting, Terms
from houseway.games.pots.poker.hand import by_suit
from houseway.games.pots.poker.kill import kill_blind, multiplied
from houseway.games.pots.poker.pots import Pot, gather
from houseway.games.pots.poker.rake import collect_due
from houseway.games.pots.poker.table import BLINDS, STAKES, Table
from houseway.referee import absence
from houseway.referee.dealing import shuffle_and_cut
from houseway.referee.events import Event, bet_account, box_of, seat_account
from houseway.referee.requests import ABSENCE, AWAY, BACK, Bets, Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused

DEALT = "dealt_in"  # a note: who was dealt in last, by name
TOURNAMENT = "tournament"  # a note: chips of a tournament, with which whoever has any is dealt in
ORDERED_OFF = "ordered_off"  # a note: who must leave the game, by name
TAKEN_UP = "taken_up"  # a note: the stakes that players have taken off the table, by name
POST, WAIT, STRADDLE, PASS = "post", "wait", "straddle", "pass"
BLIND_NAMES = ("small_blind", "big_blind", "third_blind")


# -- table stakes ----------------------------------------------------------------------------------


def required(r: Round) -> int:
    """What a player must have on the table to be dealt in: the bets that may be asked of everybody,
    and one bet at the posted minimum; in a tournament any chip at all."""
    if r.data.notes.get(TOURNAMENT):
        return r.rules.chip
    ante: int = r.rule("ante") or 0
    forced = max(blinds(r), default=0) if r.rule("starts_with") == BLINDS else r.rule("forced_bet")
    return ante + forced + multiplied(r, r.rule("minimum_bet"))


def blinds(r: Round) -> list[int]:
    """The blinds that the house has posted, in their order."""
    return [amount for name in BLIND_NAMES if (amount := r.rule(name))]


def has_stakes(r: Round) -> list[int]:
    """Seats with table stakes that suffice whose players are not away, around the table."""
    least = required(r)
    return [
        seat
        for seat in around(r.state.bets)
        if r.state.bets[seat].get(STAKES, 0) >= least and seat not in r.data.absent
    ]


def around(seats: Iterable[int]) -> list[int]:
    """Seats from the dealer's left; who plays in another's seat sits where that one would."""
    return sorted(seats, key=box_of)


def take_stakes(r: Round, idle: bool) -> Script[None]:
    """Players put chips on the table, add to them or take up all of them, between rounds alone; and
    those who leave for a while go and come."""
    r.phase("bets")
    lies = {r.data.players.get(seat, ""): bets[STAKES] for seat, bets in r.data.standing.items()}
    stood = dict(lies)
    if idle:
        r.data.notes.pop(TAKEN_UP, None)  # play is not going on, and whoever comes begins anew
    r.take_up_standing("table_stakes")
    see_off(r)
    absence.settle(r)
    pay_time_due(r)
    window = Bets(
        lambda given: check_stakes(r, given, lies),
        lambda: check_close(r),
        r.cite("bets"),
        check_absence=lambda given: absence.check_word(r.rules, r.data, given, open_=True),
    )
    while True:
        given: Input = yield window
        if given.do == "close":
            note_taken_up(r, stood)
            absence.see_off(r)
            return
        if given.do in ABSENCE:
            note_stakes(r, given, lies)
            absence.take(r, given)
            pay_time_due(r)
            continue
        for event in r.window.place(given):
            r.emit(event)


def see_off(r: Round) -> None:
    """Whoever must leave the game has his chips back."""
    for seat, bets in list(r.state.bets.items()):
        if (chips := bets.get(STAKES, 0)) and is_ordered_off(r, seat):
            ways = (bet_account(seat, STAKES), seat_account(seat))
            event = Event("returned", seat, ORDERED_OFF, STAKES, chips, 0, *ways)
            r.emit(event._replace(step=ORDERED_OFF, cite=r.cite(ORDERED_OFF)))


def note_taken_up(r: Round, stood: Mapping[str, int]) -> None:
    """Know what players have taken off the table, until they bring as much again: stakes are not
    made smaller by sitting out. Chips of a tournament go from table to table."""
    if r.data.notes.get(TOURNAMENT):
        return
    lies = {r.data.players.get(s, ""): bets.get(STAKES, 0) for s, bets in r.state.bets.items()}
    taken = {**r.data.notes.get(TAKEN_UP, {}), **stood}
    kept = {name: amount for name, amount in taken.items() if amount and not lies.get(name)}
    if kept:
        r.data.notes[TAKEN_UP] = kept
    else:
        r.data.notes.pop(TAKEN_UP, None)


def is_ordered_off(r: Round, seat: int) -> bool:
    """Whether the player of a seat must leave the game."""
    return r.data.players.get(seat) in r.data.notes.get(ORDERED_OFF, ())


def note_stakes(r: Round, given: Input, lies: dict[str, int]) -> None:
    """Know what may not be made smaller of a player who goes away, or who comes back with it."""
    assert isinstance(given.who, int)
    if (chips := absence.counted(r.data, given.who)) is not None and given.do == BACK:
        lies[r.data.players[given.who]] = chips
    elif given.do == AWAY and r.rule(absence.TREATMENT) == absence.COUNTED:
        lies.pop(r.data.players[given.who], None)


def pay_time_due(r: Round) -> None:
    """Whoever was away with his chips when time was charged pays for it on his return."""
    for seat in absence.present(r.data):
        collect_due(r, seat)


def check_stakes(r: Round, given: Input, lies: Mapping[str, int]) -> None:
    """Refuse stakes that are too small, that are made smaller, or of one player too many. What lies
    there from the round before is told by player."""
    r.window.check_bet(given)
    assert isinstance(given.who, int)
    absence.check_bet(r, given.who)
    if is_ordered_off(r, given.who):
        raise Refused("this player must leave the game", r.cite(ORDERED_OFF))
    name = r.data.players[given.who]
    stood, taken = lies.get(name, 0), r.data.notes.get(TAKEN_UP, {}).get(name, 0)
    for _, amount in given.amounts:
        if 0 < amount < taken:
            reason = f"{money(taken)} was taken up; no less comes back while play goes on"
            raise Refused(reason, r.cite("table_stakes"))
        if 0 < amount < stood:
            reason = f"{money(stood)} lies on the table; chips may be added to it or all taken up"
            raise Refused(reason, r.cite("table_stakes"))
        if 0 < amount < required(r):
            reason = f"a player needs {money(required(r))} on the table to be dealt in"
            raise Refused(reason, r.cite("enough_stakes"))
        own = box_of(given.who)
        others = {box_of(s) for s, bets in r.state.bets.items() if bets.get(STAKES)} - {own}
        if amount and len(others) >= r.rule("max_players"):
            reason = f"{r.rule('max_players')} players at the most in this game"
            raise Refused(reason, r.cite("max_players"))


def check_close(r: Round) -> None:
    """Somebody must have chips on the table, and enough players what they need to be dealt in."""
    if not any(bets.get(STAKES) for bets in r.state.bets.values()):
        raise Refused("no chips are on the table", r.cite("bets"))
    if len(has_stakes(r)) < r.rule("min_players"):
        why = r.rules.says("too_few").rstrip(".")
        raise Refused(f"another player is needed: {why[:1].lower()}{why[1:]}", r.cite("too_few"))


# -- who is dealt in -------------------------------------------------------------------------------


def seat_players(t: Table) -> Script[None]:
    """The button, and who is dealt in from its left; whoever has too little on the table is not."""
    r = t.r
    t.seats = has_stakes(r)
    for seat in around(r.state.bets):
        if r.state.bets[seat].get(STAKES) and seat not in (*t.seats, *r.data.absent):
            t.tell("short_stakes", seat)
    t.order = list(t.seats)
    if t.starts_with == BLINDS:
        yield from move_button(t)
        yield from ask_newcomers(t)


def move_button(t: Table) -> Script[None]:
    """At the commencement of play before the player at the dealer's right, or who draws the highest
    card; then clockwise."""
    r = t.r
    last = r.data.notes.get(BUTTON)
    if last is not None:
        step = "move_button"
        after = box_of(last)
        t.button = next((s for s in t.seats if box_of(s) > after), t.seats[0])
    elif r.rule("first_button") == "right_of_dealer":
        step, t.button = "place_button", t.seats[-1]
    else:
        step = "draw_for_button"
        yield from draw_for_button(t)
    r.data.notes[BUTTON] = t.button
    says = f"the button lies before seat {t.button}"
    r.emit(Event("button", t.button, says=says, step=step, cite=r.cite(step)))
    t.order = left_of(t.button, t.seats)


def draw_for_button(t: Table) -> Script[None]:
    """One card to each player, face up; the highest has the button, and the cards go back."""
    r = t.r
    for seat in t.seats:
        yield from r.deal(seat, 1, "draw_for_button", up=True)
    t.button = max(t.seats, key=lambda seat: by_suit(t.hand(seat)[0]))
    for seat in t.seats:
        r.collect(seat, "draw_for_button")
    yield from shuffle_and_cut(r)


def left_of(button: int, seats: list[int]) -> list[int]:
    """Seats clockwise from the left of the button, which comes last."""
    at = box_of(button)
    return [s for s in seats if box_of(s) > at] + [s for s in seats if box_of(s) <= at]


def ask_newcomers(t: Table) -> Script[None]:
    """Whoever is new, or has been away, posts a blind to play before the button has come around, or
    waits; a blind that falls to the seat anyway is posted as usual."""
    r = t.r
    before = r.data.notes.get(DEALT)
    if before is not None and r.rule("newcomers_post"):
        for seat in t.order[len(blinds(r)) : -1]:  # before the last of them lies the button
            if r.data.players.get(seat) in before or len(t.order) <= r.rule("min_players"):
                continue
            amount = max(blinds(r))
            post = Choice(POST, amount, amount, cite=r.cite("newcomer"))
            given = yield from r.ask(seat, post, Choice(WAIT), step="newcomer", idle=WAIT)
            if given.what == POST:
                t.posts_too.append(seat)
            else:
                t.seats = [one for one in t.seats if one != seat]
                t.order = [one for one in t.order if one != seat]
    dealt = [r.data.players[s] for s in t.seats if s in r.data.players]
    r.data.notes[DEALT] = [*dealt, *owe_nothing(t, before or [])]


def owe_nothing(t: Table, before: Collection[str]) -> list[str]:
    """Players who are away and whom no blind has passed over since they were dealt in."""
    r = t.r
    away = [seat for seat in r.data.absent if r.data.players.get(seat) in before]
    whole = left_of(t.button, around([*t.order, *away]))
    last = t.order[min(len(blinds(r)), len(t.order)) - 1]
    passed = whole[: whole.index(last)]
    return [r.data.players[seat] for seat in away if seat not in passed]


# -- the bets before any card ----------------------------------------------------------------------


def terms_of(t: Table, street: int) -> Terms:
    """The posted terms of a betting round; in a fixed limit the later rounds have the higher bet,
    and a kill raises them."""
    r = t.r
    least, most = r.rule("minimum_bet"), r.rule("maximum_bet")
    if r.rule("betting") == "fixed_limit" and street >= r.rule("big_bet_from"):
        least = most
    return Terms(
        r.rule("betting"),
        multiplied(r, least),
        multiplied(r, most),
        r.rules.chip,
        r.rule("most_raises"),
        r.rule("check_raise"),
        r.rule("short_raise_reopens"),
    )


def post_antes(t: Table) -> None:
    """Everybody antes, where the house has posted an ante."""
    r = t.r
    if ante := r.rule("ante"):
        put = {seat: min(ante, t.stack(seat)) for seat in t.order}
        for seat in t.order:
            t.pay_in(seat, put[seat], "ante", "ante")
        t.pots = [Pot(ante * len(t.order), set(t.order), paid=dict(put))]
        if t.all_in():  # in a tournament alone
            t.pots = []
            gather(t.pots, put, t.order, t.all_in())
        if ante % r.rules.chip and sum(put.values()) >= r.rules.chip:
            t.tell("coin")


def post_blinds(t: Table, betting: Betting) -> Script[int]:
    """The blinds from the left of the button, who else must post, and a straddle; the seat after
    which the action begins."""
    r = t.r
    last = t.order[-1]
    due = dict(zip(t.order, blinds(r), strict=False))
    names = dict(zip(t.order, [n for n in BLIND_NAMES if r.rule(n)], strict=False))
    increased = kill_blind(t)
    for seat in t.order:
        if seat == t.kill:
            t.pay_in(seat, betting.post(seat, increased), "kill_blind", "kill_blind")
        elif seat in due:
            step = "blind" if names[seat] == BLIND_NAMES[0] else "more_blinds"
            t.pay_in(seat, betting.post(seat, due[seat]), names[seat], step)
        elif seat in t.posts_too:
            t.pay_in(seat, betting.post(seat, max(due.values())), POST, "newcomer")
        if seat in due:
            last = seat
    if r.rule("straddle") and len(t.order) > len(due):
        last = yield from straddle(t, betting, last)
    return last


def straddle(t: Table, betting: Betting, last: int) -> Script[int]:
    """The player after the last blind may straddle for what the house has posted."""
    r = t.r
    seat = t.order[(t.order.index(last) + 1) % len(t.order)]
    amount: int = r.rule("straddle")
    if amount <= betting.current or t.playable(seat) < amount or betting.put.get(seat):
        return last
    bets = Choice(STRADDLE, amount, amount, cite=r.cite("straddle"))
    given = yield from r.ask(seat, bets, Choice(PASS), step="straddle", idle=PASS)
    if given.what != STRADDLE:
        return last
    t.pay_in(seat, betting.post(seat, amount), STRADDLE, "straddle")
    t.answered += 1  # nobody has to straddle
    return seat
