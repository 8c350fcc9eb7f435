"""One seat's rounds of blackjack switch as a kernel: dealt in the referee's order, by its rules.

Cards and hands are those of ``deal_kernel``, decisions those of ``attack_kernel``, the rules those
of ``twentyone``. A round nets whole halves of a wager, so that nothing is rounded.
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
    CARDS,
    NO_HOLE,
    POINTS,
    READER,
    TOTAL,
    count_of,
    draw_card,
    draw_out,
    note_net,
    prepare,
    worth_of,
)
from houseway.games.twenty_one.twentyone import (
    GOAL,
    fate,
)
from houseway.hands.kernel import kernel

CODES, HANDS, VALUES = 4, 4, 10
WAGERS = (
    "main", "double", "split_3", "double_3", "split_4", "double_4", "split_5", "double_5",
    "second", "double_2", "split_6", "double_6", "split_7", "double_7", "split_8", "double_8",
)  # fmt: skip
FIELDS = [
    *fields(len(WAGERS) * CODES),
    ("kept", "i8", (2 * HANDS,)),  # the hands of both, when they have been played
    ("kept_doubled", "i8", (2 * HANDS,)),
    ("kept_given", "i8", (2 * HANDS,)),
    ("formed", "i8", (2,)),  # how many hands each has become
    ("natural", "i8", (2,)),
    ("switch", "u1", (VALUES**5,)),  # by the dealer's card and the two hands'
    ("ties", "i8"),
    ("switched", "i8"),  # rounds
]


@kernel
def note(s: Any, wager: int, came_to: int) -> int:
    """A wager has come to something: what it nets, in halves."""
    s.cells[INDEX(wager * CODES + came_to)] += 1
    return -2 if came_to == LOST else 2 if came_to == WON else -1 if came_to == HALF else 0


@kernel
def play_one(s: Any, which: int, first: int, second: int, column: int, over: bool) -> None:
    """One of the two hands, until it and what it is split into are complete."""
    s.hand[INDEX(0)], s.doubled[INDEX(0)], s.given[INDEX(0)], s.hands = first, 0, 0, 1
    if over:
        s.hand[INDEX(0)] = first + second
    else:
        play_hands(s, second, column)
    s.formed[INDEX(which)] = s.hands
    for at in range(s.hands):
        here = INDEX(which * HANDS + at)
        s.kept[here] = s.hand[INDEX(at)]
        s.kept_doubled[here] = s.doubled[INDEX(at)]
        s.kept_given[here] = s.given[INDEX(at)]


@kernel
def settle(s: Any, which: int, at: int, dealer: int, dealer_blackjack: bool) -> int:
    """The wagers of one hand: what they net, in halves."""
    here = INDEX(which * HANDS + at)
    own, doubled, wager = int(s.kept[here]), s.kept_doubled[here] == 1, 2 * (which * HANDS + at)
    if s.kept_given[here]:
        return note(s, wager, LOST if dealer_blackjack else HALF)
    found = fate(
        worth_of(s, own) & TOTAL, count_of(own, CARDS), s.natural[INDEX(which)] == 1,
        worth_of(s, dealer) & TOTAL, count_of(dealer, CARDS), dealer_blackjack, False, False, False,
        False, 0, 0, s.push_total, s.ties == 1,
    )  # fmt: skip
    first, twice = ends_of(found, at)
    net = note(s, wager, first)
    return net + note(s, wager + 1, twice) if doubled else net


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net, in halves of a wager."""
    s.start = s.dealt
    one, other, up = draw_card(s), draw_card(s), draw_card(s)
    one_second, other_second = draw_card(s), draw_card(s)
    dealer = up + draw_card(s) if s.mode != NO_HOLE else up
    column = up & POINTS
    may_be_blackjack = column >= s.blackjack_from
    ended = s.mode == READER and may_be_blackjack and worth_of(s, dealer) & TOTAL == GOAL
    at = value(up)
    for card in (one, one_second, other, other_second):
        at = at * VALUES + value(card)
    switched = not ended and s.switch[INDEX(at)] == 1
    if switched:
        one_second, other_second = other_second, one_second
        s.switched += 1
    for which in range(2):
        first = one if which == 0 else other
        second = one_second if which == 0 else other_second
        natural = not switched and worth_of(s, first + second) & TOTAL == GOAL
        s.natural[INDEX(which)] = 1 if natural else 0
        play_one(s, which, first, second, column, ended or natural)

    wanted, drawn_for = False, False
    for which in range(2):
        for at in range(s.formed[INDEX(which)]):
            here = INDEX(which * HANDS + at)
            over = worth_of(s, int(s.kept[here])) & TOTAL > GOAL
            if s.kept_given[here]:
                wanted |= may_be_blackjack
            else:
                wanted |= not over and (may_be_blackjack or s.natural[INDEX(which)] == 0)
                wanted |= may_be_blackjack and (at > 0 or s.kept_doubled[here] == 1)
                drawn_for |= not over and s.natural[INDEX(which)] == 0
    if s.mode == NO_HOLE and wanted:
        dealer += draw_card(s)
    entry = worth_of(s, dealer)
    dealer_blackjack = entry & TOTAL == GOAL and count_of(dealer, CARDS) == 2
    if drawn_for and not dealer_blackjack:
        dealer = draw_out(s, dealer)
    net = 0
    for which in range(2):
        for at in range(s.formed[INDEX(which)]):
            net += settle(s, which, at, dealer, dealer_blackjack)
    return net


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        note_net(s, play_round(s))
