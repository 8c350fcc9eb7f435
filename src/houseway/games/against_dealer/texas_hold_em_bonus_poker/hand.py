"""What decides Texas hold 'em bonus poker (28.5, 28.10(h), 28.11): pure rules for the referee and
for the odds alike. Hands are masks with sixteen bits a suit."""

from houseway.hands.poker import CATEGORIES, category, highest, in_suit, ranks_of, size

ACE, KING, JACK = 12, 11, 9
ACES, BOTH_ACES = "aces", "both_aces"


def pays_ante(strength: int, least: str) -> bool:
    """Whether a winning hand is good enough for the ante to be paid, from that kind of hand on."""
    return CATEGORIES[category(strength)] in CATEGORIES[CATEGORIES.index(least) :]


def bonus_row(hole: int) -> str:
    """The row of the bonus table that two cards answer to; nothing if they win nothing."""
    ranks = ranks_of(hole)
    high = highest(ranks)
    if size(ranks) == 1:
        return ACES if high == ACE else "high_pair" if high >= JACK else "low_pair"
    low = highest(ranks ^ 1 << high)
    if high != ACE or low < JACK:
        return ""
    return ("ace_king" if low == KING else "ace_face") + ("_suited" if in_suit(hole) else "")


def bonus_rows(hole: int, dealer: int | None = None) -> set[str]:
    """The rows that the bonus wager hits. ``dealer`` are the dealer's two cards, where the house
    pays for aces on both sides."""
    row = bonus_row(hole)
    if row == ACES and dealer is not None and bonus_row(dealer) == ACES:
        return {BOTH_ACES}
    return {row} if row else set()
