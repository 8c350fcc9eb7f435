"""The games of the poker room in the order of the regulation (N.J.A.C. 13:69F-14).

Players wager against each other and the house deals. Which game is played is the option ``game``;
what differs between the games stands in the rulebook (streets, who opens, which hand wins), and one
round serves them all. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.authoring.ranking import hold_to_ranking
from houseway.games.pots.poker import jackpot, rake
from houseway.games.pots.poker.action import bet_around, force_bet, new_betting
from houseway.games.pots.poker.agreement import ask_run
from houseway.games.pots.poker.betting import Betting
from houseway.games.pots.poker.deck import open_deck, wake_deck
from houseway.games.pots.poker.posting import (
    post_antes,
    post_blinds,
    seat_players,
    see_off,
    take_stakes,
)
from houseway.games.pots.poker.showdown import award_pots, show_hands
from houseway.games.pots.poker.streets import deal_street, run_boards, streets
from houseway.games.pots.poker.table import BLINDS, Table
from houseway.games.pots.poker.wrong import Watch
from houseway.hands.poker import CATEGORIES, THREE_CARD_CATEGORIES
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {
    "card_order": RANKS,
    "hand_order": CATEGORIES,
    "three_card_order": THREE_CARD_CATEGORIES,
}
COUNTED = "deck_counted"  # a note: the minute at which the deck was last counted


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the shuffle."""
    hold_to_ranking(r.rules, RANKED)
    t = Table(r)
    Watch(t)
    t.spread = yield from open_deck(r)
    yield from take_stakes(r, idle=t.spread)
    if t.spread:
        t.spread = False
        yield from wake_deck(r)
    r.say("close")
    r.phase("deal")
    jackpot.offer(t)
    yield from seat_players(t)
    post_antes(t)
    yield from play_streets(t)
    if not t.over:
        yield from show_hands(t)
    yield from award_pots(t)
    count_deck(t)
    yield from rake.charge_time(t)
    see_off(r)
    r.leave_standing("table_stakes")


def play_streets(t: Table) -> Script[None]:
    """Cards and betting rounds in turn, until one player is left or everything is dealt."""
    betting, last = new_betting(t, 0), 0
    if t.starts_with == BLINDS:
        last = yield from post_blinds(t, betting)
    due = streets(t.r)
    for number, street in enumerate(due):
        if number and not any_betting(t):
            count = yield from ask_run(t, due[number:])
            if count > 1:
                yield from run_boards(t, due[number:], count)
                return
        yield from deal_street(t, street, first=not number)
        if t.over:
            if not number:
                yield from close_first(t, betting)
            return
        if not number:
            yield from open_betting(t, betting, last)
        elif any_betting(t):
            yield from bet_around(t, street, new_betting(t, number))
        if t.over:
            return


def open_betting(t: Table, betting: Betting, last: int) -> Script[None]:
    """The first betting round, after the blinds or with a forced bet by up-card."""
    street = streets(t.r)[0]
    betting.out |= t.out | t.released
    if t.starts_with != BLINDS:
        last = force_bet(t, betting)
    yield from bet_around(t, street, betting, last)


def close_first(t: Table, betting: Betting) -> Script[None]:
    """Everybody else was dead before the betting began: what was posted is in the pot."""
    betting.out |= t.out
    yield from bet_around(t, streets(t.r)[0], betting, t.live[0])


def any_betting(t: Table) -> bool:
    """Whether two players at the least can still bet."""
    return len([seat for seat in t.live if seat not in t.all_in()]) > 1


def count_deck(t: Table) -> None:
    """The dealer counts the deck, or the stub, every so many minutes, unless the shuffler does."""
    r = t.r
    since = r.data.notes.setdefault(COUNTED, r.data.minutes)
    if not r.rule("shuffler_counts") and r.data.minutes - since >= r.rule("count_every"):
        r.data.notes[COUNTED] = r.data.minutes
        t.tell("count_stub" if r.rule("stub_may_be_counted") else "count_deck")
