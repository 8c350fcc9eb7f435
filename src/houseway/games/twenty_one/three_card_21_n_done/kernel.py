"""One seat's rounds as a kernel: dealt in the referee's order, by its rules.

Cards are drawn as ``authoring.draw`` has them; a card is its place in the deck's numbering, and a
hand the sum of its points with every ace at eleven, with its aces above. What wagers net is in
cents.
"""

from typing import Any

from houseway.games.authoring.draw import INDEX, SHOE, draw
from houseway.games.twenty_one.deal_kernel import new_shoe, note_net, turn_over
from houseway.games.twenty_one.three_card_21_n_done.hand import (
    DIAMONDS,
    NO_ROW,
    bonus_row,
    split_for,
)
from houseway.games.twenty_one.twentyone import GOAL, best_total, dealer_draws, is_soft
from houseway.hands.kernel import kernel

MOST, HANDS, UPS, TOTALS = 8 * 52, 3, 12, 32
RANK_BITS, ACES = 0xF, 8  # of a card; where a hand counts its aces
STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
D_STAND, D_HIT = 2, 3  # what a total does: 0 stands, 1 hits, these double first
LOST, PUSHED, HALF, WON = range(4)
CODES, WAGERS = 4, ("main", "double", "split_2", "double_2", "split_3", "double_3")
FIRSTS = 11 * 11 * 11 * UPS  # by the values of three cards from the lowest up, and the dealer's
LATER = 2 * 2 * TOTALS * UPS  # after a split, soft, total, the dealer's
NUMBERS = ("deck", "cut", "burns", "stands", "stands_soft", "blackjack_from", "surrender")
FIELDS: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),
    ("start", "i8"),
    ("due", "i8"),
    *((name, "i8") for name in NUMBERS),
    ("points", "i8", (16,)),
    ("first", "u1", (FIRSTS,)),
    ("later", "u1", (LATER,)),
    ("hand", "i8", (HANDS,)),
    ("doubled", "i8", (HANDS,)),
    ("paid", "i8", (HANDS,)),  # a 21, at once
    ("pays", "i8", (CODES,)),
    ("bonus_pays", "i8", (NO_ROW + 1,)),
    ("cells", "i8", (len(WAGERS) * CODES,)),
    ("bonus_cells", "i8", (NO_ROW + 1,)),
    ("net", "i8"),
    ("squares", "i8"),
    ("won", "i8"),
    ("lost", "i8"),
]


@kernel
def draw_card(s: Any) -> int:
    """The next card; an empty shoe is filled with the discards, of which one is burned."""
    if s.dealt >= s.mixed and s.dealt >= s.cards:
        turn_over(s)
    return draw(s)


@kernel
def points_of(s: Any, card: int) -> int:
    """What a card adds to a hand."""
    points = int(s.points[INDEX(card & RANK_BITS)])
    return points | (1 << ACES) if points == 11 else points


@kernel
def total_of(hand: int) -> int:
    """What a hand counts."""
    return best_total(hand & 0xFF, hand >> ACES)


@kernel
def first_at(one: int, two: int, three: int, column: int) -> int:
    """Where the decision on three cards is, by their values."""
    low, high = min(one, two, three), max(one, two, three)
    middle = one + two + three - low - high
    return (((low - 1) * 11 + middle - 1) * 11 + high - 1) * UPS + column


@kernel
def later_at(split: int, hand: int, column: int) -> int:
    """Where the decision on any other hand is."""
    soft = 1 if is_soft(hand & 0xFF, hand >> ACES) else 0
    return ((2 * split + soft) * TOTALS + total_of(hand)) * UPS + column


@kernel
def note(s: Any, wager: int, came_to: int) -> int:
    """A wager has come to something: what it nets."""
    s.cells[INDEX(wager * CODES + came_to)] += 1
    return int(s.pays[INDEX(came_to)])


@kernel
def play_on(s: Any, at: int, split: int, first: int, column: int) -> None:
    """A hand from its first decision that is no split, until it is complete."""
    hand, act = int(s.hand[INDEX(at)]), first
    while total_of(hand) < GOAL:
        if act == STAND:
            break
        hand += points_of(s, draw_card(s))
        if act == DOUBLE:
            s.doubled[INDEX(at)] = 1
            break
        if total_of(hand) < GOAL:
            act = int(s.later[INDEX(later_at(split, hand, column))]) & 1
    s.hand[INDEX(at)] = hand
    s.paid[INDEX(at)] = 1 if total_of(hand) == GOAL else 0


@kernel
def settle(s: Any, at: int, dealer: int) -> int:
    """The wagers of one hand beside the dealer's, which is no blackjack: what they net."""
    total, came_to = total_of(int(s.hand[INDEX(at)])), LOST
    if s.paid[INDEX(at)] or (total <= GOAL and (dealer > GOAL or total > dealer)):
        came_to = WON
    elif total <= GOAL and total == dealer:
        came_to = PUSHED
    net = note(s, 2 * at, came_to)
    return net + note(s, 2 * at + 1, came_to) if s.doubled[INDEX(at)] else net


@kernel
def bonus(s: Any, a: int, b: int, c: int, total: int) -> int:
    """What the bonus nets."""
    one_suit = a >> 4 == b >> 4 and b >> 4 == c >> 4
    row = bonus_row(
        a & RANK_BITS,
        b & RANK_BITS,
        c & RANK_BITS,
        one_suit,
        one_suit and a >> 4 == DIAMONDS,
        total,
    )
    s.bonus_cells[INDEX(row)] += 1
    return int(s.bonus_pays[INDEX(row)])


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net."""
    s.start = s.dealt
    a = draw_card(s)
    up = draw_card(s)
    b = draw_card(s)
    hole = draw_card(s)
    c = draw_card(s)
    one, two, three = points_of(s, a), points_of(s, b), points_of(s, c)
    hand, dealer = one + two + three, points_of(s, up) + points_of(s, hole)
    total = total_of(hand)
    net = bonus(s, a, b, c, total)
    if total == GOAL:
        return net + note(s, 0, WON)
    values = one & 0xFF, two & 0xFF, three & 0xFF
    column = points_of(s, up) & 0xFF
    if column >= s.blackjack_from and total_of(dealer) == GOAL:
        return net + note(s, 0, LOST)
    hands, act = 1, int(s.first[INDEX(first_at(values[0], values[1], values[2], column))])
    for at in range(HANDS):
        s.doubled[INDEX(at)], s.paid[INDEX(at)] = 0, 0
    s.hand[INDEX(0)] = hand
    pair = values[0] == values[1] or values[0] == values[2] or values[1] == values[2]
    if act == SURRENDER and total > GOAL and s.surrender:
        return net + note(s, 0, HALF)
    if act >= SURRENDER and split_for(total, hand & 0xFF, hand >> ACES, pair) > 0:
        hands = HANDS
        s.hand[INDEX(0)], s.hand[INDEX(1)], s.hand[INDEX(2)] = one, two, three
        for at in range(HANDS):
            now = int(s.hand[INDEX(at)]) + points_of(s, draw_card(s))
            s.hand[INDEX(at)] = now
            letter = int(s.later[INDEX(later_at(1, now, column))])
            play_on(s, at, 1, DOUBLE if letter >= D_STAND else letter, column)
    elif total < GOAL:
        play_on(s, 0, 0, min(act, DOUBLE), column)
    wanted = False
    for at in range(hands):
        wanted |= s.paid[INDEX(at)] == 0 and total_of(int(s.hand[INDEX(at)])) <= GOAL
    while wanted and dealer_draws(
        total_of(dealer), is_soft(dealer & 0xFF, dealer >> ACES), s.stands, s.stands_soft
    ):
        dealer += points_of(s, draw_card(s))
    for at in range(hands):
        net += settle(s, at, total_of(dealer))
    return net


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        new_shoe(s)
        note_net(s, play_round(s))
