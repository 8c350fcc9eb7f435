"""One seat's rounds of Spanish 21 as a kernel: dealt in the referee's order, by its rules.

Cards and hands are those of ``deal_kernel``, decisions those of ``attack_kernel``, the rules those
of ``twentyone``. What wagers net is in cents.
"""

from typing import Any

from houseway.games.authoring.draw import INDEX
from houseway.games.twenty_one.attack_kernel import (
    HALF,
    LOST,
    PUSHED,
    WON,
    ends_of,
    fields,
    play_hands,
)
from houseway.games.twenty_one.deal_kernel import (
    CARDS,
    EIGHTS,
    NO_HOLE,
    POINTS,
    READER,
    SEVENS,
    SIXES,
    SUITS,
    TOTAL,
    count_of,
    draw_card,
    draw_out,
    note_net,
    prepare,
    worth_of,
)
from houseway.games.twenty_one.twentyone import (
    BONUS_21_ROWS,
    GOAL,
    MIXED_777,
    bonus_21_row,
    fate,
)
from houseway.hands.kernel import kernel

PAID = WON  # and above: by that row
BLACKJACK = PAID + len(BONUS_21_ROWS)
CODES = 16
WAGERS = (
    "main", "double", "split_2", "double_2", "split_3", "double_3", "split_4", "double_4",
    "super_bonus",
)  # fmt: skip
SUPER = len(WAGERS) - 1
FIELDS = [
    *fields(len(WAGERS) * CODES),
    ("pays", "i8", (CODES,)),  # what a wager nets by what it comes to
    ("super_pays", "i8"),
]


@kernel
def row_of(s: Any, hand: int) -> int:
    """The row at which a winning hand that is no blackjack is paid."""
    cards, one_suit, spades = count_of(hand, CARDS), False, False
    for suit in range(4):
        if count_of(hand, SUITS + 5 * suit) == cards:
            one_suit, spades = True, suit == 3
    return bonus_21_row(
        worth_of(s, hand) & TOTAL, cards, count_of(hand, SIXES), count_of(hand, SEVENS),
        count_of(hand, EIGHTS), one_suit, spades,
    )  # fmt: skip


@kernel
def note(s: Any, wager: int, came_to: int) -> int:
    """A wager has come to something: what it nets."""
    s.cells[INDEX(wager * CODES + came_to)] += 1
    return int(s.pays[INDEX(came_to)])


@kernel
def settle(s: Any, at: int, up: int, dealer: int, dealer_blackjack: bool, natural: bool) -> int:
    """The wagers of one hand: what they net."""
    own, doubled = int(s.hand[INDEX(at)]), s.doubled[INDEX(at)] == 1
    if s.given[INDEX(at)]:
        if doubled:
            return note(s, 2 * at, LOST) + note(s, 2 * at + 1, PUSHED)
        return note(s, 2 * at, LOST if dealer_blackjack else HALF)
    found = fate(
        worth_of(s, own) & TOTAL, count_of(own, CARDS), natural, worth_of(s, dealer) & TOTAL,
        count_of(dealer, CARDS), dealer_blackjack, False, False, False, True, s.wins_21, 0, 0,
    )  # fmt: skip
    first, twice = ends_of(found, at)
    net = 0
    if first == PAID and natural:
        first = BLACKJACK
    elif first == PAID and not doubled:
        row = row_of(s, own)
        first = PAID + row
        suited = row in (MIXED_777 + 1, MIXED_777 + 2)
        if suited and s.hands == 1 and count_of(up, SEVENS) == 1 and s.super_pays > 0:
            s.cells[INDEX(SUPER * CODES + PAID)] += 1
            net += int(s.super_pays)
    net += note(s, 2 * at, first)
    return net + note(s, 2 * at + 1, twice) if doubled else net


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net."""
    s.start = s.dealt
    hand, up, second = draw_card(s), draw_card(s), draw_card(s)
    dealer = up + draw_card(s) if s.mode != NO_HOLE else up
    column = up & POINTS
    may_be_blackjack = column >= s.blackjack_from
    natural = worth_of(s, hand + second) & TOTAL == GOAL
    ended = s.mode == READER and may_be_blackjack and worth_of(s, dealer) & TOTAL == GOAL
    s.hand[INDEX(0)], s.doubled[INDEX(0)], s.given[INDEX(0)], s.hands = hand, 0, 0, 1
    if ended or natural:
        s.hand[INDEX(0)] = hand + second
    else:
        play_hands(s, second, column)

    wanted, drawn_for = False, False
    for at in range(s.hands):
        total, doubled = worth_of(s, int(s.hand[INDEX(at)])) & TOTAL, s.doubled[INDEX(at)] == 1
        if s.given[INDEX(at)]:
            wanted |= may_be_blackjack and not doubled
        else:
            wanted |= (total <= GOAL and not natural) or (may_be_blackjack and (at > 0 or doubled))
            drawn_for |= total < GOAL
    if s.mode == NO_HOLE and wanted:
        dealer += draw_card(s)
    entry = worth_of(s, dealer)
    dealer_blackjack = entry & TOTAL == GOAL and count_of(dealer, CARDS) == 2
    if drawn_for and not dealer_blackjack:
        dealer = draw_out(s, dealer)
    net = 0
    for at in range(s.hands):
        net += settle(s, at, up, dealer, dealer_blackjack, natural)
    return net


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        note_net(s, play_round(s))
