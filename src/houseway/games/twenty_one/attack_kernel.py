"""One seat's rounds at a table where wagers are added in the course of the deal, as a kernel.

Cards and hands are those of ``deal_kernel``, the rules those of ``twentyone``. A round nets whole
halves of the first wager, so that nothing is rounded.
"""

from typing import Any

from houseway.games.authoring.draw import INDEX
from houseway.games.twenty_one.deal_kernel import (
    ACES,
    CARDS,
    COLUMNS,
    FIELD,
    HARD,
    KINDS,
    NO_HOLE,
    PAIRS,
    POINTS,
    READER,
    SOFT,
    SOFT_TOTALS,
    STATE,
    TOTAL,
    WORTHS,
    count_of,
    draw_card,
    draw_out,
    note_net,
    prepare,
    worth_of,
)
from houseway.games.twenty_one.twentyone import (
    ALWAYS_WINS,
    BLACKJACK_LOSES,
    BOTH_BLACKJACK,
    DEALER_PUSHES,
    EVEN,
    GOAL,
    WINS,
    fate,
    splits,
)
from houseway.hands.kernel import kernel

LOST, PUSHED, HALF, WON = range(4)
NETS = (-2, 0, -1, 2)  # in halves of a wager
CODES, MOST_UNITS = 4, 3
WAGERS = (
    "main", "first_added", "second_added", "double", "split_2", "double_2", "split_3", "double_3",
    "split_4", "double_4",
)  # fmt: skip
ADDED, DOUBLE = 1, 3  # where they stand among the wagers
FIRSTS = 16  # more than the points of a card
NUMBERS = (
    "deck", "cut", "burns", "mode", "up_first", "stands", "stands_soft", "most_hands",
    "resplit_aces", "surrender", "rescue", "final", "wins_21", "least_cards_win", "push_total",
    "blackjack_from", "taken", "aces_play", "surrender_first", "double_first",
)  # fmt: skip
TERMS: list[Any] = [
    *((name, "i8") for name in NUMBERS),
    ("worth", "u1", (WORTHS,)),
    ("chart", "u1", (3 * KINDS,)),
    ("saves", "u1", (2 * KINDS,)),  # whether a doubled total is given up
    ("aces", "u1", (KINDS,)),  # what is done with a split ace and its card, by total
    ("attack", "u1", (FIRSTS * FIRSTS,)),  # the wagers added, a bit each, by both first cards
    ("given", "i8", (4,)),  # hands that were given up
]


def fields(cells: int) -> list[Any]:
    """A record's fields, with so many counters of what wagers came to."""
    kept = [one for one in STATE if one[0] != "cells"]
    return [*kept, *TERMS, ("cells", "i8", (cells,))]


FIELDS = fields(MOST_UNITS * len(WAGERS) * CODES)


@kernel
def play_hands(s: Any, second: int, column: int) -> None:
    """Every hand of the seat, as the chart says."""
    hand, doubled, given = s.hand, s.doubled, s.given
    hands, at, waiting, other = 1, 0, 0, second
    doubled[INDEX(0)] = 0
    while True:
        here = INDEX(at)
        one = int(hand[here])
        ace = one >> ACES & FIELD == 1
        if (
            one & POINTS == other & POINTS
            and s.chart[INDEX(PAIRS + (one & POINTS) * COLUMNS + column)]
            and splits(hands, s.most_hands, ace, s.resplit_aces)
        ):
            hand[INDEX(hands)], doubled[INDEX(hands)] = other, 0
            waiting |= 1 << hands
            hands += 1
            other = draw_card(s)
            continue
        hand[here] = one + other
        play_on(s, at, ace and hands > 1 and not s.aces_play, hands > 1, column)
        if not waiting:
            break
        at = hands - 1
        while not waiting >> at & 1:
            at -= 1
        waiting ^= 1 << at
        given[INDEX(at)] = 0
        other = draw_card(s)
    s.hands = hands


@kernel
def play_on(s: Any, at: int, split_ace: bool, split: bool, column: int) -> None:
    """One hand until it is complete; a split ace has its one card."""
    here = INDEX(at)
    now = int(s.hand[here])
    s.given[here] = 0
    while True:
        entry = worth_of(s, now)
        total = entry & TOTAL
        if total >= GOAL:
            break
        kind = SOFT_TOTALS if entry & SOFT else HARD
        act = int(s.chart[INDEX(kind + total * COLUMNS + column)])
        if split_ace:
            act = int(s.aces[INDEX(total * COLUMNS + column)])
        if act > 3:
            if s.surrender and not (s.surrender_first and (split or count_of(now, CARDS) > 2)):
                s.given[here] = 1
                break
            act &= 1
        if act > 1 and s.double_first and count_of(now, CARDS) > 2:
            act &= 1
        if act > 1:
            now += draw_card(s)
            s.doubled[here] = 1
            entry = worth_of(s, now)
            after = SOFT_TOTALS if entry & SOFT else HARD
            if s.rescue and entry & TOTAL < GOAL:
                s.given[here] = s.saves[INDEX(after + (entry & TOTAL) * COLUMNS + column)]
            break
        if act == 0:
            break
        now += draw_card(s)
    s.hand[here] = now


@kernel
def fate_at(s: Any, at: int, dealer: int, dealer_blackjack: bool, natural: bool) -> int:
    """What becomes of a hand."""
    own = int(s.hand[INDEX(at)])
    return fate(
        worth_of(s, own) & TOTAL, count_of(own, CARDS), natural, worth_of(s, dealer) & TOTAL,
        count_of(dealer, CARDS), dealer_blackjack, False, False, s.final == 1, False, s.wins_21,
        s.least_cards_win, s.push_total,
    )  # fmt: skip


@kernel
def ends_of(found: int, at: int) -> tuple[int, int]:
    """What the wager on a hand comes to, and what was added to it by doubling: of several hands a
    blackjack of the dealer's takes the first wager alone."""
    if found == BLACKJACK_LOSES:
        return LOST if at == 0 else PUSHED, PUSHED
    if found in (EVEN, BOTH_BLACKJACK, DEALER_PUSHES):
        return PUSHED, PUSHED
    return (WON, WON) if found >= WINS else (LOST, LOST)


@kernel
def value(card: int) -> int:
    """The place of a card among the values: aces first."""
    points = card & POINTS
    return 0 if points == 11 else points - 1


@kernel
def note(s: Any, units: int, wager: int, came_to: int) -> int:
    """A wager has come to something: what one of its size nets, in halves."""
    s.cells[INDEX(((units - 1) * len(WAGERS) + wager) * CODES + came_to)] += 1
    return -2 if came_to == LOST else 2 if came_to == WON else -1 if came_to == HALF else 0


@kernel
def settle(s: Any, at: int, added: int, units: int, came_to: int, beside_blackjack: bool) -> int:
    """The wagers of one hand: its net, in halves of the first wager."""
    if at > 0:
        back = PUSHED if beside_blackjack else came_to
        net = units * note(s, units, 2 + 2 * at, back)
        if s.doubled[INDEX(at)]:
            net += units * note(s, units, 3 + 2 * at, back)
        return net
    net = note(s, units, 0, came_to)
    nth = 1
    for bit in range(2):
        if added >> bit & 1:
            nth += 1
            back = beside_blackjack and nth > s.taken
            net += note(s, units, ADDED + bit, PUSHED if back else came_to)
    if s.doubled[INDEX(0)]:
        net += units * note(s, units, DOUBLE, PUSHED if beside_blackjack else came_to)
    return net


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net, in halves of the first wager."""
    s.start = s.dealt
    up = draw_card(s) if s.up_first else 0
    hand = draw_card(s)
    if not s.up_first:
        up = draw_card(s)
    second = draw_card(s)
    dealer = up + draw_card(s) if s.mode != NO_HOLE else up
    column = up & POINTS
    may_be_blackjack = column >= s.blackjack_from
    added = int(s.attack[INDEX((hand & POINTS) * FIRSTS + column)])
    units = 1 + (added & 1) + (added >> 1)
    natural = worth_of(s, hand + second) & TOTAL == GOAL
    ended = s.mode == READER and may_be_blackjack and worth_of(s, dealer) & TOTAL == GOAL
    s.hand[INDEX(0)], s.doubled[INDEX(0)], s.given[INDEX(0)], s.hands = hand, 0, 0, 1
    if ended or natural:
        s.hand[INDEX(0)] = hand + second
    else:
        play_hands(s, second, column)

    wanted, drawn_for = natural and may_be_blackjack, False
    added_to = units > s.taken or s.hands > 1 or s.doubled[INDEX(0)] == 1
    goes_back = may_be_blackjack and added_to and s.final == 0
    for at in range(s.hands):
        over = worth_of(s, int(s.hand[INDEX(at)])) & TOTAL > GOAL
        if s.given[INDEX(at)]:
            wanted |= may_be_blackjack
        elif not over:
            wanted |= not natural
            always = fate_at(s, at, up + up, True, False) == ALWAYS_WINS
            drawn_for |= not natural and not always
        else:
            wanted |= goes_back
    if s.mode == NO_HOLE and wanted:
        dealer += draw_card(s)
    entry = worth_of(s, dealer)
    dealer_blackjack = entry & TOTAL == GOAL and count_of(dealer, CARDS) == 2
    if drawn_for and not dealer_blackjack:
        dealer = draw_out(s, dealer)

    net = 0
    for at in range(s.hands):
        beaten = False
        if s.given[INDEX(at)]:
            beaten = dealer_blackjack
            came_to = LOST if beaten else HALF
        else:
            found = fate_at(s, at, dealer, dealer_blackjack, natural)
            beaten = found == BLACKJACK_LOSES
            came_to, _ = ends_of(found, 0)
        net += settle(s, at, added, units, came_to, beaten)
    return net


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        note_net(s, play_round(s))
