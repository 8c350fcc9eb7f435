"""One seat's rounds of switch hands blackjack as a kernel: dealt in the referee's order, by its
rules.

Cards and hands are those of ``deal_kernel``, decisions those of ``attack_kernel``, the rules those
of ``twentyone``. A round nets whole halves of a wager, so that nothing is rounded; the ante fee,
which is the same for every round, comes after.
"""

from typing import Any

from houseway.games.authoring.draw import INDEX
from houseway.games.twenty_one.attack_kernel import (
    HALF,
    LOST,
    WON,
    ends_of,
    fields,
    play_hands,
    value,
)
from houseway.games.twenty_one.deal_kernel import (
    ACES,
    CARDS,
    FIELD,
    POINTS,
    READER,
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
    BOTH_BLACKJACK,
    GOAL,
    WINS,
    fate,
)
from houseway.hands.kernel import kernel

BLACKJACK, COLORED, TIED = WON + 1, WON + 2, WON + 3
CODES, VALUES = 8, 10
WAGERS = (
    "main", "double", "split_2", "double_2", "split_3", "double_3", "split_4", "double_4",
)  # fmt: skip
FIELDS = [
    *fields(len(WAGERS) * CODES),
    ("nets", "i8", (CODES,)),  # what a wager nets by what it comes to, in halves
    ("switch", "u1", (VALUES**3,)),  # by the dealer's card and the open pair
    ("ties", "i8"),  # a split 21 of two cards beside a blackjack
    ("ties_21", "i8"),  # a blackjack beside 21 in more cards
    ("switched", "i8"),  # rounds
]


@kernel
def is_colored(hand: int) -> bool:
    """Whether two cards are of one color: the suits between the first and the last are red."""
    return count_of(hand, SUITS + 5) + count_of(hand, SUITS + 10) != 1


@kernel
def note(s: Any, wager: int, came_to: int) -> int:
    """A wager has come to something: what it nets, in halves."""
    s.cells[INDEX(wager * CODES + came_to)] += 1
    return int(s.nets[INDEX(came_to)])


@kernel
def settle(s: Any, at: int, dealer: int, dealer_blackjack: bool, natural: bool) -> int:
    """The wagers of one hand: what they net, in halves."""
    own, doubled, wager = int(s.hand[INDEX(at)]), s.doubled[INDEX(at)] == 1, 2 * at
    if s.given[INDEX(at)]:
        return note(s, wager, LOST if dealer_blackjack else HALF)
    found = fate(
        worth_of(s, own) & TOTAL, count_of(own, CARDS), natural, worth_of(s, dealer) & TOTAL,
        count_of(dealer, CARDS), dealer_blackjack, False, False, False, False, 0, 0, 0,
        s.ties == 1, s.ties_21 == 1,
    )  # fmt: skip
    if natural and found >= WINS:
        return note(s, wager, COLORED if is_colored(own) else BLACKJACK)
    if found == BOTH_BLACKJACK:
        return note(s, wager, TIED)
    first, twice = ends_of(found, at)
    net = note(s, wager, first)
    return net + note(s, wager + 1, twice) if doubled else net


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net, in halves of a wager, before the ante fee."""
    s.start = s.dealt
    hidden, hidden_second = draw_card(s), draw_card(s)
    first, up, second = draw_card(s), draw_card(s), draw_card(s)
    dealer = up + draw_card(s)
    if s.switch[INDEX((value(up) * VALUES + value(first)) * VALUES + value(second))] == 1:
        first, second = hidden, hidden_second
        s.switched += 1
    natural = worth_of(s, first + second) & TOTAL == GOAL
    dealer_blackjack = worth_of(s, dealer) & TOTAL == GOAL
    looks = up >> ACES & FIELD == 1 or (s.mode == READER and up & POINTS >= s.blackjack_from)
    s.hand[INDEX(0)], s.doubled[INDEX(0)], s.given[INDEX(0)], s.hands = first, 0, 0, 1
    if natural or (looks and dealer_blackjack):
        s.hand[INDEX(0)] = first + second
    else:
        play_hands(s, second, up & POINTS)

    drawn_for = False
    for at in range(s.hands):
        over = worth_of(s, int(s.hand[INDEX(at)])) & TOTAL > GOAL
        drawn_for |= not over and not s.given[INDEX(at)] and (not natural or s.ties_21 == 1)
    if drawn_for and not dealer_blackjack:
        dealer = draw_out(s, dealer)
    net = 0
    for at in range(s.hands):
        net += settle(s, at, dealer, dealer_blackjack, natural)
    return net


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        note_net(s, play_round(s))
