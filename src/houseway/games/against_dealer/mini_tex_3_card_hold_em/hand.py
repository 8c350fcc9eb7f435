"""What decides mini-tex 3 card hold 'em (37.1, 37.5, 37.10(g)): pure rules for the referee and for
the odds alike. Hands are masks with sixteen bits a suit."""

from houseway.hands.kernel import kernel
from houseway.hands.poker import in_suit, ranks_of, size, three_card_strength

LOWER, EQUAL, HIGHER, HIGHER_UNQUALIFIED = "lower", "equal", "higher", "higher_unqualified"
QUALIFIERS = {"ace_king": 12 << 16 | 11 << 12, "pair": 1 << 20}
ACES = 1 << 12
ACE_KING = 0b11 << 11
ACE_TWO = 1 << 12 | 1


@kernel
def with_both(own: int, board: int) -> int:
    """The strength of the best of two hole cards with one community card."""
    best = 0
    while board:
        card = board & -board
        board ^= card
        best = max(best, three_card_strength(own | card))
    return best


@kernel
def with_one(hole: int, board: int) -> int:
    """The strength of the best of one hole card with two community cards."""
    best = 0
    while board:
        card = board & -board
        board ^= card
        best = max(best, with_both(hole | card, board))
    return best


@kernel
def best_three(own: int, board: int) -> int:
    """The strength of the best three of two hole cards and the community cards with at least one of
    the hole cards; two community cards or three may lie there."""
    first = own & -own
    one = max(with_one(first, board), with_one(own ^ first, board))
    return max(one, with_both(own, board))


def verdict(player: int, dealer: int, needed: int) -> str:
    """How the player's strength stands to the dealer's, who qualifies from ``needed`` on."""
    if player < dealer:
        return LOWER
    if player == dealer:
        return EQUAL
    return HIGHER if dealer >= needed else HIGHER_UNQUALIFIED


def pocket_rows(own: int, ace_low: bool) -> set[str]:
    """Every row that two hole cards answer to; with ``ace_low`` ace and two are consecutive."""
    ranks, suited = ranks_of(own), in_suit(own)
    if size(ranks) == 1:
        return {"pair", "pair_of_aces"} if ranks == ACES else {"pair"}
    if not (ranks & ranks << 1 or (ace_low and ranks == ACE_TWO)):
        return set()
    if not suited:
        return {"straight"}
    return {"straight_flush", "royal"} if ranks == ACE_KING else {"straight_flush"}
