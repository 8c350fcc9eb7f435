"""What part of a pot each hand gets on average: over every deal that can still come, or over many
at random where there are too many. Nobody folds, and nobody has a choice any more: where cards are
still to be drawn or discarded, hands are told as they stand when the last is made.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

from houseway.equipment.cards import Card, deck, mask, names
from houseway.games.authoring.equity import Equity, Hand
from houseway.games.pots.poker.hand import ANY, HIGH, Kind, best_score, kind_of
from houseway.games.pots.poker.streets import COMMON, DISCARD, DOWN, DRAW, UP, read_street
from houseway.hands.poker import strengths
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

EXACT = 50_000  # deals that are gone through one by one
BOARDS = 2_000_000  # the same where a kernel ranks them: the best five of all cards


def equity(
    rules: TableRules,
    hands: Sequence[Hand],
    board: Hand = (),
    dead: Hand = (),
    deals: int = 20_000,
    seed: int = 0,
) -> Equity:
    """The shares of these hands, whose players go on to the showdown."""
    own, common, drawn = cards_due(rules)
    check(rules, hands, board, dead, own, common, drawn)
    seen = {*board, *dead, *(card for hand in hands for card in hand)}
    stub = [card for card in deck() if card not in seen]
    missing = [*(own - len(hand) for hand in hands), common - len(board)]
    if len(stub) < sum(missing):
        raise Refused(f"{len(stub)} cards are left, and {sum(missing)} would have to be dealt")
    ways, left = 1, len(stub)
    for count in missing:
        ways, left = ways * comb(left, count), left - count
    high, low = kind_of(rules, "high"), kind_of(rules, "low")
    one_side = high[:2] == (HIGH, ANY) and not low.kind
    if one_side and missing[-1] == sum(missing) and EXACT < ways <= BOARDS:
        return by_boards(hands, board, stub, missing[-1])
    is_exact = ways <= EXACT
    dealt = every_deal(stub, missing) if is_exact else random_deals(stub, missing, deals, seed)
    sums, squares, alone = ([Fraction(0)] * len(hands) for _ in range(3))
    found: Counter[tuple[Fraction, ...]] = Counter(
        pot_parts(
            [(*hand, *more) for hand, more in zip(hands, parts, strict=False)],
            (*board, *parts[-1]),
            high,
            low,
        )
        for parts in dealt
    )
    number = found.total()
    for parts, times in found.items():
        for place, part in enumerate(parts):
            sums[place] += part * times
            squares[place] += part * part * times
            alone[place] += times * (part == 1)
    shares = tuple(one / number for one in sums)
    spread = zip(squares, shares, strict=True)
    errors = tuple(
        0.0 if is_exact else sqrt((square / number - share**2) / number) for square, share in spread
    )
    return Equity(
        tuple(hands), shares, tuple(one / number for one in alone), number, is_exact, errors
    )


def by_boards(hands: Sequence[Hand], board: Hand, stub: Sequence[Card], missing: int) -> Equity:
    """Every board that can come, where the best five of all cards win."""
    import numpy as np

    boards = np.fromiter(map(mask, combinations(stub, missing)), np.int64)
    ranked = np.empty((len(hands), len(boards)), np.int64)
    for place, hand in enumerate(hands):
        strengths.jit(boards | mask((*hand, *board)), ranked[place])
    best = ranked == ranked.max(axis=0)
    among = best.sum(axis=0)
    shares, alone = [], []
    for won in best:
        counts = np.bincount(among[won], minlength=2)
        parts = (Fraction(int(times), max(1, number)) for number, times in enumerate(counts))
        shares.append(sum(parts, Fraction(0)) / len(boards))
        alone.append(Fraction(int(counts[1]), len(boards)))
    nought = (0.0,) * len(hands)
    return Equity(tuple(hands), tuple(shares), tuple(alone), len(boards), True, nought)


def cards_due(rules: TableRules) -> tuple[int, int, bool]:
    """How many cards a hand and the board have in the end, and whether cards are drawn or discarded
    by choice on the way."""
    count: Counter[str] = Counter()
    for line in rules.rule("streets"):
        for what, cards in read_street(line).deals:
            count[DISCARD if what.endswith(DISCARD) else what] += cards
    chosen = bool(count[DRAW] or count[DISCARD])
    return count[DOWN] + count[UP] - count[DISCARD], count[COMMON], chosen


def check(
    rules: TableRules,
    hands: Sequence[Hand],
    board: Hand,
    dead: Hand,
    own: int,
    common: int,
    drawn: bool,
) -> None:
    """Refuse cards that cannot lie so at this table."""
    if not 2 <= len(hands) <= rules.rule("max_players"):
        raise Refused(
            f"two to {rules.rule('max_players')} hands can be held against each other",
            rules.cite("max_players"),
        )
    told = Counter([*board, *dead, *(card for hand in hands for card in hand)])
    if twice := [card for card, times in told.items() if times > 1]:
        raise Refused(f"there is one {names(twice[:1])} in the deck")
    if len(board) > common:
        raise Refused(f"this game has {common} community cards, not {len(board)}")
    for hand in hands:
        if len(hand) > own or (drawn and len(hand) != own):
            how = "when all draws and discards are made" if drawn else "at the most"
            raise Refused(f"{names(hand) or 'a hand'}: a hand has {own} cards {how}")


def every_deal(stub: Sequence[Card], missing: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal what is missing, to one place after another."""
    if not missing:
        yield ()
        return
    for cards in combinations(stub, missing[0]):
        left = [card for card in stub if card not in cards]
        for rest in every_deal(left, missing[1:]):
            yield (cards, *rest)


def random_deals(
    stub: Sequence[Card], missing: Sequence[int], deals: int, seed: int
) -> Iterator[tuple[Hand, ...]]:
    """So many deals at random."""
    chance = Random(seed)
    for _ in range(deals):
        cards = tuple(chance.sample(stub, sum(missing)))
        parts, start = [], 0
        for count in missing:
            parts.append(cards[start : start + count])
            start += count
        yield tuple(parts)


def pot_parts(hands: Sequence[Hand], board: Hand, high: Kind, low: Kind) -> tuple[Fraction, ...]:
    """What part of the pot each hand gets: half for the high side and half for the low one where
    both are won; equal hands share equally."""
    sides = [found for kind in (high, low) if kind.kind and (found := winners(hands, board, kind))]
    parts = [Fraction(0)] * len(hands)
    for side in sides:
        for place in side:
            parts[place] += Fraction(1, len(sides) * len(side))
    return tuple(parts)


def winners(hands: Sequence[Hand], board: Hand, kind: Kind) -> list[int]:
    """Which hands are the best of a kind; none where none qualifies."""
    scores = [best_score(kind, hand, board) for hand in hands]
    top = max((score for score in scores if score is not None), default=None)
    return [place for place, score in enumerate(scores) if score is not None and score == top]
