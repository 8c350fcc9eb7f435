"""A betting round at the table: who opens it, whose turn it is, and what goes into the pot when
it is complete (14.9(d)-(g), 14.10(f)-(g), 14.13(d)-(g), 14.13A(d)-(j))."""

from houseway.games.pots.poker import rake
from houseway.games.pots.poker.betting import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    Betting,
    Option,
)
from houseway.games.pots.poker.hand import (
    by_low_suit,
    by_suit,
    rank,
    showing_high,
    showing_low,
)
from houseway.games.pots.poker.posting import terms_of
from houseway.games.pots.poker.pots import gather, uncalled
from houseway.games.pots.poker.streets import Street
from houseway.games.pots.poker.table import Table
from houseway.referee.requests import Barred, Choice, Input
from houseway.referee.round import Script
from houseway.rulebook.table_rules import SMALLEST_CHIP

ONE_CHIP = "one_chip"
WHY = {
    "check_raise": ("no raise after a check is posted here", "check_raise"),
    "raises": ("the posted number of raises has been made", "most_raises"),
    "short": ("an all-in of less than a full raise does not open the betting again", "short_raise"),
    "stakes": ("a player bets with what is on the table", "table_stakes"),
    "nobody": ("nobody is left who could call", "side_pot"),
}  # in what words a raise is refused, and by what rule or step


def new_betting(t: Table, street: int) -> Betting:
    """A betting round that nobody has opened yet."""
    stacks = {seat: t.playable(seat) for seat in t.live}
    return Betting(terms_of(t, street), t.live, stacks, t.in_centre, out=set(t.released))


# -- who begins ------------------------------------------------------------------------------------


def force_bet(t: Table, betting: Betting) -> int:
    """The player whose up-card the game names makes the forced bet; suits decide between equals."""
    r = t.r
    seats = [seat for seat in t.live if t.up.get(seat)]
    which, _, ace = r.rule("forced_by").partition("_ace_")
    key = by_suit if ace == "high" else by_low_suit
    pick = max if which == "highest" else min
    if not seats:  # every up-card has been dealt down
        return t.live[-1]
    seat = pick(seats, key=lambda one: key(t.up[one][0]))
    chips = betting.post(seat, r.rule("forced_bet"))
    t.pay_in(seat, chips, "forced_bet", "forced_bet")
    betting.acted.add(seat)  # only subsequent players respond to it
    return seat


def opener(t: Table) -> int:
    """Who may bet first in a later round."""
    r = t.r
    how, live = r.rule("opens"), t.live
    if how == "left_of_button":
        return live[0]
    if how == "up_card":
        return mambo_opener(t)
    showing = showing_low if how == "low_showing" else showing_high
    scores = {seat: showing(t.up[seat]) for seat in live if t.up.get(seat)}
    best = max(scores.values(), default=0)
    return next((seat for seat in live if scores.get(seat) == best), live[0])


def mambo_opener(t: Table) -> int:
    """The highest up-card by rank and suit; once the community card lies, the highest pair with
    it or else the highest up-card by rank, and of equals who is nearest to the dealer's left."""
    live = [seat for seat in t.live if t.up.get(seat)] or t.live
    cards = {seat: t.up[seat][0] for seat in live if t.up.get(seat)}
    if not cards:
        return live[0]
    if not (common := t.board()):
        return max(cards, key=lambda seat: by_suit(cards[seat]))
    paired = {seat: (rank(card) == rank(common[0]), rank(card)) for seat, card in cards.items()}
    best = max(paired.values())
    return next(seat for seat in live if paired.get(seat) == best)


# -- the round -------------------------------------------------------------------------------------


def bet_around(t: Table, street: Street, betting: Betting, last: int = 0) -> Script[None]:
    """Players act in turn until everybody has called, folded or is all-in. ``last`` is who has
    posted last, after whom the action begins; otherwise it begins with the opener."""
    r = t.r
    t.betting, t.open_round = betting, True
    if not last:
        first = opener(t)
        must = r.rule("always_bets") and not r.rule("stud5_check")
        betting.must_open = first if must and betting.can_act(first) else 0
        last = t.live[t.live.index(first) - 1]
    seat = betting.after(last)
    t.first_to_act = seat or t.live[0]
    r.phase("decision")
    while seat and not t.over:
        yield from turn(t, street, betting, seat)
        for gone in (t.out | t.released) - betting.out:
            betting.out.add(gone)
        seat = betting.after(seat)
    end_round(t, street, betting)


def turn(t: Table, street: Street, betting: Betting, seat: int) -> Script[None]:
    """One player acts."""
    r = t.r
    options = betting.options(seat)
    names = [one.name for one in options]
    idle = CHECK if CHECK in names else FOLD if FOLD in names else ""
    t.turn = seat
    choices = [choice_of(t, one, betting) for one in options]
    choices += one_chip(t, betting, seat) if CALL in names else []
    given = yield from r.ask(
        seat, *choices, step=street.bets, barred=barred(t, betting, seat), idle=idle
    )
    t.turn = 0  # a hand may have died meanwhile: the last player left folds no pot away
    if not given.what or t.over or seat in t.out | t.released:
        return
    carry_out(t, street, betting, seat, given)


def carry_out(t: Table, street: Street, betting: Betting, seat: int, given: Input) -> None:
    """What a player has chosen."""
    what, step = given.what, given.what
    if what == ONE_CHIP:
        what = CALL
    all_of_it = t.playable(seat)
    chips = betting.act(seat, what, given.amount)
    if what == FOLD:
        t.put_away(seat, "fold")
    elif chips:
        t.pay_in(seat, chips, what, step)
        if chips == all_of_it:
            t.tell("all_in", seat)
    if what in (BET, RAISE, ALL_IN):
        t.aggressor = seat
    t.answered += what in (BET, RAISE, ALL_IN, CALL)


def choice_of(t: Table, option: Option, betting: Betting) -> Choice:
    """An option as it is asked for; a bet goes in whole chips."""
    name, least, most = option
    chip = 1 if least == most else betting.terms.chip
    words = {RAISE: "to what your bet comes to", BET: "", CALL: "", ALL_IN: "all you have"}
    whole = t.r.cite(SMALLEST_CHIP)
    return Choice(name, least, most, words.get(name, ""), t.r.cite(name), chip, step_cite=whole)


def one_chip(t: Table, betting: Betting, seat: int) -> list[Choice]:
    """A single chip that is larger than the call and of which nothing is said: a call, with
    change."""
    least, chip = betting.current - betting.put.get(seat, 0), betting.terms.chip
    if not t.r.rule("keyed_chips") or least + chip > betting.stacks[seat]:
        return []
    least += -least % chip + chip
    most = betting.stacks[seat]
    if least > most:
        return []
    cite, whole = t.r.cite(ONE_CHIP), t.r.cite(SMALLEST_CHIP)
    return [Choice(ONE_CHIP, least, most, "", cite, chip, step_cite=whole)]


def barred(t: Table, betting: Betting, seat: int) -> list[Barred]:
    """What a player may not do here, and why."""
    r, found = t.r, []
    if why := betting.why_no_raise(seat):
        says, name = WHY[why]
        found += [Barred(word, says, r.cite(name)) for word in (BET, RAISE)]
    if betting.current > betting.put.get(seat, 0):
        found.append(Barred(CHECK, "a bet is to be called", r.cite(CHECK)))
    elif seat == betting.must_open:
        found.append(Barred(CHECK, "the opener must bet", r.cite("opener_must_bet")))
    return found


def end_round(t: Table, street: Street, betting: Betting) -> None:
    """An uncalled bet goes back; the rest goes into the pots, and the house takes its rake of
    it."""
    t.open_round = False
    seat, over = uncalled(betting.put)
    if over:
        betting.put[seat] -= over
        t.bet_so_far[seat] -= over
        t.pay_out(seat, over, "uncalled", "uncalled", kind="returned")
    if not any(betting.put.values()):
        return
    before = len(t.pots)
    got = gather(t.pots, betting.put, t.live, t.all_in())
    if len(t.pots) > max(before, 1):
        t.tell("side_pot")
    rake.after_betting(t, got)
