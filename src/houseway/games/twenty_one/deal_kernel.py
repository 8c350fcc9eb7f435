"""One seat's rounds at a blackjack shoe, as a kernel: dealt in the referee's order, by its rules.

Everything that changes, and every number of the table and of the player's plan, is in one record;
``deal`` fills it in and reads its sums. The rules are those of ``twentyone``. A round nets whole
units, so that nothing is rounded.
"""

from collections.abc import Sequence
from typing import Any

from houseway.equipment.cards import RANKS
from houseway.games.authoring.draw import INDEX, SHOE, draw
from houseway.games.twenty_one.twentyone import (
    BLACKJACK_LOSES,
    BOTH_BLACKJACK,
    EVEN,
    EXTRA_ROWS,
    GOAL,
    WIN,
    WINS,
    dealer_draws,
    doubles,
    extra_row,
    fate,
    splits,
)
from houseway.hands.kernel import kernel

# -- a card, and a hand, as one number -------------------------------------------------------------
# Cards are added up to hands: points with an ace at its higher value, then aces, sixes, sevens,
# eights, each suit, and cards, five bits each. No hand has so many cards that a field runs over.

POINTS, FIELD = 0xFF, 0x1F
ACES, SIXES, SEVENS, EIGHTS, SUITS, CARDS = 8, 13, 18, 23, 28, 48
NAME = 53  # above what is added up: which card it is
RANK = {"A": ACES, "6": SIXES, "7": SEVENS, "8": EIGHTS}


def code(one: int, points: Sequence[int]) -> int:
    """A card as a kernel's number."""
    named = RANK.get(RANKS[one & 15])
    found = points[one & 15] | 1 << SUITS + 5 * (one >> 4) | 1 << CARDS | one << NAME
    return found | 1 << named if named is not None else found


@kernel
def count_of(hand: int, field: int) -> int:
    """How many cards of one kind a hand has."""
    return hand >> field & FIELD


# -- the record ------------------------------------------------------------------------------------

NO_HOLE, HOLE, READER, EXPOSED = range(4)
MODES = {"no_hole": NO_HOLE, "hole_no_peek": HOLE, "hole_with_reader": READER}
MODES |= {"double_exposure": EXPOSED, "hole_by_hand": HOLE}
HANDS, LEVELS, MOST = 4, 16, 8 * 52
ROWS = (*EXTRA_ROWS, "blackjack", "designated")
BLACKJACK, DESIGNATED = len(EXTRA_ROWS), len(EXTRA_ROWS) + 1
LOSES, PUSHES, HALF, PAID = range(4)  # PAID and above: by that row
CODES = 16
WAGERS = ("main", "double", *(f"{n}_{h}" for h in range(2, HANDS + 1) for n in ("split", "double")))
WAGERS += ("insurance",)
CELLS = len(WAGERS) * CODES
TOTAL, SOFT = 0x3F, 0x40  # of an entry of ``worth``
WORTHS = 1 << ACES + 5
COLUMNS, KINDS = 64, 32 * 64
THREE_CARDS, FATES = 64**3, 512  # side wagers: by two cards and the dealer's first

STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),
    ("start", "i8"),  # where the round began
    ("due", "i8"),  # a shuffle is due
    ("count", "i8"),  # of the cards seen since the shuffle
    ("hands", "i8"),
    ("open_hands", "i8"),  # that are not over
    ("extras", "i8"),  # whether something doubled or split a hand
    ("hand", "i8", (HANDS,)),
    ("doubled", "i8", (HANDS,)),
    ("net", "i8"),  # of all rounds, in units
    ("squares", "i8"),
    ("won", "i8"),
    ("lost", "i8"),
    ("cells", "i8", (LEVELS * CELLS,)),  # how often each wager came to what
    ("game_net", "i8"),  # the same without side wagers
    ("game_squares", "i8"),
    ("game_won", "i8"),
    ("game_lost", "i8"),
    ("side_cells", "i8", (FATES,)),  # how often side wagers had which fate
]
NUMBERS = (
    "deck", "cut", "burns", "mode", "stands", "stands_soft", "most_hands", "resplit_aces",
    "after_split", "totals", "surrender", "split_21_beats", "pays_678", "pays_777", "pays_five",
    "named_ace", "named_face", "blackjack_from", "levels", "counts", "insures", "insure_from",
    "extra_rows", "sides",
)  # fmt: skip
TERMS: list[Any] = [
    *((name, "i8") for name in NUMBERS),
    ("contest", "u1", ((TOTAL + 1) ** 2,)),  # total against total: what becomes of a wager
    ("worth", "u1", (WORTHS,)),  # total, and whether an ace counts eleven
    ("chart", "u1", (3 * KINDS,)),
    ("tags", "i8", (16,)),
    ("levels_from", "i8", (LEVELS,)),  # true counts
    ("pays", "i8", (LEVELS * CODES,)),  # what wagers net by what they come to, in units
    ("doubles_pay", "i8", (LEVELS * CODES,)),
    ("insurance_pays", "i8", (LEVELS * CODES,)),
    ("side_fates", "u2", (THREE_CARDS,)),  # of two cards and the dealer's first
    ("side_pays", "i8", (FATES,)),
]
HARD, SOFT_TOTALS, PAIRS = 0, KINDS, 2 * KINDS


# -- the kernel ------------------------------------------------------------------------------------


@kernel
def draw_card(s: Any) -> int:
    """The next card, to be added to a hand."""
    if s.dealt >= s.mixed and s.dealt >= s.cards:
        turn_over(s)
    return draw(s) & (1 << NAME) - 1


@kernel
def turn_over(s: Any) -> None:
    """The shoe is empty: the discards are dealt again, after one is burned. What lies on the table
    goes to the front of the record."""
    shoe, out = s.shoe, s.dealt - s.start
    for i in range(out):
        here, there = INDEX(i), INDEX(s.start + i)
        shoe[here], shoe[there] = shoe[there], shoe[here]
    s.start, s.dealt, s.mixed, s.due = 0, out, out, 1
    draw(s)


@kernel
def new_shoe(s: Any) -> bool:
    """A new shoe, when one is due: its first card is burned. Says whether it was."""
    if not (s.due or s.dealt >= s.cut):
        return False
    s.dealt, s.mixed, s.due = 0, 0, 0
    if s.burns:
        draw(s)
    return True


@kernel
def prepare(s: Any) -> None:
    """A new shoe, when one is due, and nothing counted of it."""
    if new_shoe(s):
        s.count = 0


@kernel
def note_net(s: Any, net: int) -> None:
    """A round has come to so much for the seat."""
    s.net += net
    s.squares += net * net
    s.won += 1 if net > 0 else 0
    s.lost += 1 if net < 0 else 0


@kernel
def tag(s: Any, at: int) -> int:
    """What a card that lies there adds to the count."""
    return int(s.tags[INDEX(s.shoe[INDEX(at)] >> NAME & 15)])


@kernel
def true_count(s: Any, count: int, dealt: int) -> int:
    """The count for each deck that is left, rounded down."""
    return int(count * s.deck // max(s.cards - dealt, 1))


@kernel
def level_of(s: Any) -> int:
    """The step of the ramp that a round is bet at."""
    level, true = 0, true_count(s, s.count, s.dealt)
    while level + 1 < s.levels and true >= s.levels_from[INDEX(level + 1)]:
        level += 1
    return level


@kernel
def insures(s: Any) -> bool:
    """Whether the count asks for insurance, once the first three cards are seen."""
    count = s.count
    for at in range(s.start, s.start + 3):
        count += tag(s, at)
    return bool(true_count(s, count, s.start + 3) >= s.insure_from)


@kernel
def play_hands(s: Any, second: int, column: int) -> bool:
    """Every hand of the seat, as the chart says; whether it was surrendered.

    A split hand is completed before the other gets a card, and of those that wait the last formed
    is next.
    """
    hand, doubled, chart, worth = s.hand, s.doubled, s.chart, s.worth
    hands, at, waiting, other, open_hands = 1, 0, 0, second, 0
    doubled[INDEX(0)] = 0
    while True:
        here = INDEX(at)
        one = int(hand[here])
        ace = one >> ACES & FIELD == 1
        if (
            one & POINTS == other & POINTS
            and chart[INDEX(PAIRS + (one & POINTS) * COLUMNS + column)]
            and splits(hands, s.most_hands, ace, s.resplit_aces)
        ):
            hand[INDEX(hands)], doubled[INDEX(hands)] = other, 0
            waiting |= 1 << hands
            hands += 1
            other = draw_card(s)
            continue
        now, first = one + other, True
        while not (ace and hands > 1):
            entry = int(worth[INDEX(now & (WORTHS - 1))])
            total = entry & TOTAL
            if total >= GOAL:
                break
            kind = SOFT_TOTALS if entry & SOFT else HARD
            act = int(chart[INDEX(kind + total * COLUMNS + column)])
            if act > 1 and first:
                if act > 3:
                    if s.surrender and hands == 1:
                        return True
                elif doubles(total, hands > 1, s.after_split, s.totals):
                    now += draw_card(s)
                    doubled[here] = 1
                    s.extras = 1
                    break
            if not act & 1:
                break
            now += draw_card(s)
            first = False
        hand[here] = now
        open_hands += 1 if int(worth[INDEX(now & (WORTHS - 1))]) & TOTAL <= GOAL else 0
        if not waiting:
            break
        at = hands - 1
        while not waiting >> at & 1:
            at -= 1
        waiting ^= 1 << at
        other = draw_card(s)
    s.hands, s.open_hands = hands, open_hands
    if hands > 1:
        s.extras = 1
    return False


@kernel
def row_of(s: Any, hand: int, blackjack: bool) -> int:
    """The row at which a winning hand is paid."""
    if blackjack:
        one = s.shoe[INDEX(s.start)] >> NAME
        other = s.shoe[INDEX(s.start + 2)] >> NAME
        named = (one == s.named_ace and other == s.named_face) or (
            other == s.named_ace and one == s.named_face
        )
        return DESIGNATED if named else BLACKJACK
    if not s.extra_rows:
        return WIN
    one_suit = False
    for suit in range(4):
        one_suit |= count_of(hand, SUITS + 5 * suit) == count_of(hand, CARDS)
    return extra_row(
        s.worth[INDEX(hand & (WORTHS - 1))] & TOTAL, count_of(hand, CARDS), count_of(hand, SIXES),
        count_of(hand, SEVENS), count_of(hand, EIGHTS), one_suit, s.pays_678, s.pays_777,
        s.pays_five,
    )  # fmt: skip


@kernel
def becomes(found: int) -> int:
    """What a fate makes of a wager; in which row it is paid comes after."""
    if found >= WINS:
        return PAID
    return PUSHES if found in (EVEN, BOTH_BLACKJACK) else LOSES


@kernel
def note(s: Any, level: int, wager: int, came_to: int) -> None:
    """A wager of the round has come to something."""
    s.cells[INDEX(level * CELLS + wager * CODES + came_to)] += 1


@kernel
def worth_of(s: Any, hand: int) -> int:
    """A hand's total, with a bit for an ace that counts eleven."""
    return int(s.worth[INDEX(hand & (WORTHS - 1))])


@kernel
def draw_out(s: Any, dealer: int) -> int:
    """The dealer's hand once he has drawn."""
    entry = worth_of(s, dealer)
    while dealer_draws(entry & TOTAL, entry & SOFT > 0, s.stands, s.stands_soft):
        dealer += draw_card(s)
        entry = worth_of(s, dealer)
    return dealer


@kernel
def came_to(
    s: Any, at: int, dealer: int, dealer_blackjack: bool, natural: bool, may_be_blackjack: bool
) -> int:
    """What becomes of the wager on a hand."""
    own = int(s.hand[INDEX(at)])
    total, other = worth_of(s, own) & TOTAL, worth_of(s, dealer) & TOTAL
    if natural or dealer_blackjack or s.extra_rows or total == other == GOAL:
        return came_to_more(s, at, dealer, dealer_blackjack, natural, may_be_blackjack)
    return int(s.contest[INDEX(total * (TOTAL + 1) + other)])


@kernel
def came_to_more(
    s: Any, at: int, dealer: int, dealer_blackjack: bool, natural: bool, may_be_blackjack: bool
) -> int:
    """The same, where it depends on more than the totals."""
    own = int(s.hand[INDEX(at)])
    if natural and not may_be_blackjack:
        return PAID + row_of(s, own, True)
    if count_of(dealer, CARDS) < 2:
        return LOSES
    found = fate(
        worth_of(s, own) & TOTAL, count_of(own, CARDS), natural, worth_of(s, dealer) & TOTAL,
        count_of(dealer, CARDS), dealer_blackjack, s.mode == EXPOSED, s.split_21_beats == 1,
        False, False, 0, 0, 0,
    )  # fmt: skip
    if found == BLACKJACK_LOSES and at > 0:
        return PUSHES
    made_of = becomes(found)
    return PAID + row_of(s, own, natural) if made_of == PAID else made_of


@kernel
def play_round(s: Any) -> int:
    """One round of one seat: its net, in units."""
    level = level_of(s) if s.levels > 1 else 0
    s.start = s.dealt
    hand, up, second = draw_card(s), draw_card(s), draw_card(s)
    dealer = up + draw_card(s) if s.mode != NO_HOLE else up
    may_be_blackjack = up & POINTS >= s.blackjack_from
    natural = worth_of(s, hand + second) & TOTAL == GOAL
    column, ended = up & POINTS, False
    if s.mode >= READER:
        entry = worth_of(s, dealer)
        ended = entry & TOTAL == GOAL and (may_be_blackjack or s.mode == EXPOSED)
        if s.mode == EXPOSED:
            column = (entry & TOTAL) + (32 if entry & SOFT else 0)
    insured = s.insures == 1 and up >> ACES & FIELD == 1 and insures(s)

    s.hand[INDEX(0)] = hand
    s.open_hands, s.extras, surrendered = 0, 0, False
    if not (ended or natural):
        surrendered = play_hands(s, second, column)
    if ended or natural or surrendered:
        s.hand[INDEX(0)], s.doubled[INDEX(0)], s.hands = hand + second, 0, 1

    waits = may_be_blackjack and (natural or surrendered or s.extras == 1)
    if s.mode == NO_HOLE and (s.open_hands > 0 or insured or waits):
        dealer += draw_card(s)
    entry = worth_of(s, dealer)
    dealer_blackjack = entry & TOTAL == GOAL and count_of(dealer, CARDS) == 2
    if s.open_hands > 0 and not dealer_blackjack:
        dealer = draw_out(s, dealer)

    net = 0
    if insured:
        won = PAID if dealer_blackjack else LOSES
        note(s, level, len(WAGERS) - 1, won)
        net += int(s.insurance_pays[INDEX(level * CODES + won)])
    for at in range(s.hands):
        if surrendered:
            found = LOSES if dealer_blackjack and may_be_blackjack else HALF
        else:
            found = came_to(s, at, dealer, dealer_blackjack, natural, may_be_blackjack)
        note(s, level, 2 * at, found)
        net += int(s.pays[INDEX(level * CODES + found)])
        if s.doubled[INDEX(at)] == 1:
            more = PUSHES if dealer_blackjack else min(found, PAID)
            note(s, level, 2 * at + 1, more)
            net += int(s.doubles_pay[INDEX(level * CODES + more)])
    if s.counts == 1:
        for at in range(s.start, s.dealt):
            s.count += tag(s, at)
    return net


@kernel
def at_three(one: int, up: int, other: int) -> int:
    """Where the fate of side wagers stands, by the cards in the order they are dealt."""
    return one << 12 | up << 6 | other


@kernel
def settle_sides(s: Any) -> int:
    """What the side wagers of the round net, in units."""
    shoe, at = s.shoe, int(s.start)
    one, up, other = (
        shoe[INDEX(at)] >> NAME,
        shoe[INDEX(at + 1)] >> NAME,
        shoe[INDEX(at + 2)] >> NAME,
    )
    fate = INDEX(s.side_fates[INDEX(at_three(int(one), int(up), int(other)))])
    s.side_cells[fate] += 1
    return int(s.side_pays[fate])


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds."""
    s = records[0]
    for _ in range(rounds):
        prepare(s)
        net = play_round(s)
        if s.sides:
            s.game_net += net
            s.game_squares += net * net
            s.game_won += 1 if net > 0 else 0
            s.game_lost += 1 if net < 0 else 0
            net += settle_sides(s)
        note_net(s, net)
