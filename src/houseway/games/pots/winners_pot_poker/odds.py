"""The exact odds of winner's pot poker for one player against the dealer: every deal, the best play
after three cards and after four. Money is in antes.

With more players a pot hangs on what all of them do; that is simulated (``deal.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, NamedTuple

from houseway.counting.prices import Pays
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.authoring.pair_rows import row_of_kind
from houseway.games.pots.winners_pot_poker.facts import CODES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.pots.winners_pot_poker.streets import Pack

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]

FOLD_THREE, FOLD_FOUR, WIN, TIE, LOSE = "fold after three", "fold after four", "win", "tie", "lose"
ENDS = (FOLD_THREE, FOLD_FOUR, WIN, TIE, LOSE)
UNIT = "ante"


class Nets(NamedTuple):
    """What a round comes to, by how it ends, in antes; and what has been put up by then."""

    fold_three: Fraction
    fold_four: Fraction
    win: Fraction
    tie: Fraction
    lose: Fraction

    @property
    def action(self) -> tuple[Fraction, ...]:
        """What has been put at risk, by how it ends."""
        whole = -self.lose
        return (-self.fold_three, -self.fold_four, whole, whole, whole)

    @property
    def scale(self) -> int:
        """A number by which all of them are whole."""
        return lcm(*(net.denominator for net in self))

    @property
    def whole(self) -> tuple[int, ...]:
        """The same as whole numbers."""
        return tuple(int(net * self.scale) for net in self)


@dataclass(frozen=True)
class Played:
    """All deals by how they end under one way to play."""

    strategy: str
    nets: Nets
    counts: tuple[int, ...]  # by ``ENDS``

    @property
    def together(self) -> OutcomeTable:
        """What becomes of ante, bet and double, and of the pot."""
        ends = zip(ENDS, self.nets, self.nets.action, self.counts, strict=True)
        outcomes = [Outcome(name, net, n, action) for name, net, action, n in ends if n]
        outcomes.sort(key=lambda one: (-one.net, one.action))
        return OutcomeTable("main", sum(self.counts), tuple(outcomes), UNIT)

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average."""
        return self.together.expectation

    def share(self, *ends: str) -> Fraction:
        """The share of deals that end so."""
        found = sum(n for end, n in zip(ENDS, self.counts, strict=True) if end in ends)
        return Fraction(found, sum(self.counts))


class Family:
    """A game at several commissions, none of which is lower than the one before: whoever doubles
    at one of them doubles at all before it. So all are solved at once."""

    def __init__(self, cards: tuple[int, ...], nets: tuple[Nets, ...]) -> None:
        from houseway.games.pots.winners_pot_poker.streets import Pack

        self.pack, self.nets = Pack.of(cards), nets
        for one, other in pairwise(nets):
            if one.win < other.win or one.tie < other.tie:
                raise ValueError("commissions must rise")

    @cached_property
    def solved(self) -> tuple[Ints, Choices]:
        """By commission and class of three cards, what is won, tied and played to the end; and by
        the dealer's two open cards and the number of four, at how many commissions to double."""
        import numpy as np

        from houseway.games.pots.winners_pot_poker import streets

        pack = self.pack
        deck, classes = len(pack.cards), pack.classes
        found = np.zeros((len(self.nets), len(classes.ways), 3), np.int64)
        shown = list(pack.shown())
        levels = np.zeros((len(shown), comb(deck, 4)), np.uint8)
        for at, one in enumerate(shown):
            won, tied = pack.beaten(one)
            some = pack.exchanged(one.blocks)
            level = np.zeros(comb(deck, 4), np.uint8)
            for nets in self.nets:
                level += self.lead(nets, won, tied, some.weight) > 0
            levels[at] = level[some.stands]
            streets.add_up.jit(
                deck, one[:3], some.weight, level, won, tied,
                streets.CHOOSE, classes.numbers, found,
            )  # fmt: skip
        return found[::-1].cumsum(axis=0)[::-1], levels

    def lead(self, nets: Nets, won: Ints, tied: Ints, weight: Choices) -> Ints:
        """By how much a double is worth more than a fold with four cards, times all that can come
        and the fours for which they stand."""
        import numpy as np

        _, fold, win, tie, lose = nets.whole
        every = weight.astype(np.int64) * self.pack.after_four
        found: Ints = won * (win - lose) + tied * (tie - lose) + every * (lose - fold)
        return found


@lru_cache(maxsize=2)
def family(cards: tuple[int, ...], nets: tuple[Nets, ...]) -> Family:
    """A game at some commissions, solved once."""
    return Family(cards, nets)


class MainGame:
    """One player against the dealer at one commission."""

    def __init__(self, cards: tuple[int, ...], nets: tuple[Nets, ...], at: int) -> None:
        self.cards, self.family, self.at = cards, family(cards, nets), at
        self.nets, self.pack = nets[at], self.family.pack

    def __reduce__(self) -> tuple[type[MainGame], tuple[object, ...]]:
        return MainGame, (self.cards, self.family.nets, self.at)

    @property
    def deals(self) -> int:
        """All deals."""
        return self.pack.deals

    @cached_property
    def sums(self) -> Ints:
        """By class of three cards, what is won, tied and played to the end by the best play with
        four, over all that can come."""
        found: Ints = self.family.solved[0][self.at]
        return found

    def worth_of_betting(self, sums: Ints) -> list[int]:
        """What it comes to, by class, to bet with three cards and end so; over all that can come,
        times the scale."""
        _, fold, win, tie, lose = self.nets.whole
        each, four = self.pack.after_three, self.pack.after_four
        return [
            won * win + tied * tie + (played * four - won - tied) * lose
            + (ways * each - played * four) * fold
            for (won, tied, played), ways in zip(
                sums.tolist(), self.pack.classes.ways.tolist(), strict=True
            )
        ]  # fmt: skip

    @cached_property
    def betting(self) -> list[int]:
        """The same with the best play from there on."""
        return self.worth_of_betting(self.sums)

    @cached_property
    def folded(self) -> list[int]:
        """The same for a fold with three."""
        loses = self.nets.whole[0] * self.pack.after_three
        return [loses * ways for ways in self.pack.classes.ways.tolist()]

    @cached_property
    def bets(self) -> Choices:
        """Whether to bet with three cards, by class; what is worth the same is folded."""
        import numpy as np

        both = zip(self.betting, self.folded, strict=True)
        return np.array([bet > fold for bet, fold in both], np.uint8)

    @cached_property
    def optimal(self) -> Played:
        """What becomes of all deals under the best play."""
        return self.ends(self.bets, self.sums, "optimal")

    def ends(self, bets: Choices, sums: Ints, name: str) -> Played:
        """All deals by how they end when these classes bet with three cards."""
        ways = [int(n) * self.pack.after_three for n in self.pack.classes.ways]
        folded = sum(n for n, bet in zip(ways, bets, strict=True) if not bet)
        won, tied, played = (int(n) for n in sums[bets > 0].sum(axis=0))
        stayed = played * self.pack.after_four
        counts = (folded, self.deals - folded - stayed, won, tied, stayed - won - tied)
        return Played(name, self.nets, counts)

    # -- one hand ---------------------------------------------------------------------------------

    def doubles(self, own: Sequence[int], shown: Sequence[int]) -> bool:
        """Whether to double with four cards in view of two."""
        row, number = four_in(self.pack, own, shown)
        return bool(self.family.solved[1][row, number] > self.at)

    def class_of(self, own: Sequence[int], card: int) -> int:
        """The class of three cards beside one of the dealer's."""
        place = {one: at for at, one in enumerate(self.pack.cards)}
        number = sum(comb(at, n + 1) for n, at in enumerate(sorted(place[one] for one in own)))
        return int(self.pack.classes.numbers[number, place[card]])

    def worth(self, own: Sequence[int], shown: Sequence[int]) -> dict[str, Fraction]:
        """What staying in and folding are worth, in antes, with three cards in view of one or four
        in view of two."""
        if len(shown) == 1:
            at = self.class_of(own, shown[0])
            ways = int(self.pack.classes.ways[at]) * self.pack.after_three
            stay = Fraction(self.betting[at], ways * self.nets.scale)
            return {"bet": stay, "fold": self.nets.fold_three}
        won, tied = self.won_with_four(own, shown)
        every = self.pack.after_four
        nets = self.nets
        stay = (won * nets.win + tied * nets.tie + (every - won - tied) * nets.lose) / every
        return {"double": stay, "fold": nets.fold_four}

    def won_with_four(self, own: Sequence[int], shown: Sequence[int]) -> tuple[int, int]:
        """How often four cards win and tie of all that can come, card by card."""
        import numpy as np

        from houseway.games.pots.winners_pot_poker.streets import count_four

        found = np.zeros(2, np.int64)
        hand, two = np.array(own, np.uint8), np.array(shown, np.uint8)
        count_four.jit(self.pack.names, hand, two, found)
        return int(found[0]), int(found[1])


def four_in(pack: Pack, own: Sequence[int], shown: Sequence[int]) -> tuple[int, int]:
    """Where four cards beside two of the dealer's stand: the row of the two, and the number of the
    four once suits are named as that row has them."""
    place = {card: at for at, card in enumerate(pack.cards)}
    low, high = sorted((divmod(place[card], pack.ranks) for card in shown), key=lambda one: one[1])
    order = list(dict.fromkeys([low[0], high[0], *range(pack.suits)]))
    row = row_of_shown(pack.ranks, pack.suits, low[1], high[1], low[0] == high[0])
    places = sorted(
        order.index(place[card] // pack.ranks) * pack.ranks + place[card] % pack.ranks
        for card in own
    )
    return row, sum(comb(at, n + 1) for n, at in enumerate(places))


def row_of_shown(ranks: int, suits: int, low: int, high: int, suited: bool) -> int:
    """The place of two ranks among all that the dealer may show (``Pack.shown``).

    >>> row_of_shown(13, 4, 0, 0, False), row_of_shown(13, 4, 0, 1, True)
    (0, 1)
    """
    each = 2 if suits > 1 else 1
    paired = 1 if suits > 1 else 0
    before = sum(paired + each * (ranks - 1 - rank) for rank in range(low))
    if low == high:
        return before
    return before + paired + each * (high - low - 1) + (0 if suited else 1)


# -- any other way to play -------------------------------------------------------------------------


class Way(NamedTuple):
    """A way to play by facts: whether to stay in, by their number, with three cards and four."""

    name: str
    three: Choices
    four: Choices


def follow(game: MainGame, ways: Sequence[Way]) -> list[Played]:
    """What becomes of all deals under each way to play, counted at once."""
    import numpy as np

    from houseway.games.pots.winners_pot_poker import streets

    pack = game.pack
    deck, classes = len(pack.cards), pack.classes
    found = np.zeros((len(ways), 1, len(classes.ways), 3), np.int64)
    codes = np.zeros(comb(deck, 4), np.int32)
    for one in pack.shown():
        won, tied = pack.beaten(one)
        weight = pack.exchanged(one.blocks).weight
        streets.codes_of_fours.jit(pack.names, one.low, one.high, weight, codes)
        for at, way in enumerate(ways):
            level = np.where(codes >= 0, way.four[codes], 0).astype(np.uint8)
            streets.add_up.jit(
                deck, one[:3], weight, level, won, tied,
                streets.CHOOSE, classes.numbers, found[at],
            )  # fmt: skip
    three = codes_of_classes(pack)
    return [game.ends(way.three[three], found[at, 0], way.name) for at, way in enumerate(ways)]


def codes_of_classes(pack: Pack) -> Ints:
    """The number of facts of each class of three cards beside one of the dealer's."""
    import numpy as np

    from houseway.games.pots.winners_pot_poker.facts import code_of

    return np.array([code_of(own, 3, [card], 1) for own, card in pack.examples])


class Lost(NamedTuple):
    """What a way to play gives away: with three cards by class, and with four by their facts and by
    whether it should double or fold; each how often of all deals, and the sum over these deals
    times the scale."""

    three: list[tuple[int, int]]
    four: dict[tuple[int, bool], tuple[int, int]]


def lost(game: MainGame, way: Way) -> Lost:
    """What a way to play gives away, where all that follows is played as well as can be."""
    import numpy as np

    from houseway.games.pots.winners_pot_poker import streets

    pack = game.pack
    deck, classes = len(pack.cards), pack.classes
    bets = way.three[codes_of_classes(pack)].astype(np.uint8)
    three = [
        (int(ways) * pack.after_three, max(bet, fold) - (bet if does else fold))
        for bet, fold, does, ways in zip(game.betting, game.folded, bets, classes.ways, strict=True)
    ]
    found = np.zeros((CODES, 2, 2), np.int64)
    codes = np.zeros(comb(deck, 4), np.int32)
    for one in pack.shown():
        won, tied = pack.beaten(one)
        weight = pack.exchanged(one.blocks).weight
        streets.codes_of_fours.jit(pack.names, one.low, one.high, weight, codes)
        lead = game.family.lead(game.nets, won, tied, weight)
        stays = np.where(codes >= 0, way.four[codes], 0)
        wrong = np.where(stays > 0, np.minimum(lead, 0), np.maximum(lead, 0))
        streets.add_reached.jit(
            deck, one[:3], weight, streets.CHOOSE, classes.numbers, bets, codes, wrong, found
        )
    four = {
        (int(code), bool(side)): (int(found[code, side, 0]) * pack.after_four, int(cost))
        for code, side in np.argwhere(found[:, :, 1] > 0)
        for cost in (found[code, side, 1],)
    }
    return Lost(three, four)


# -- the bonus -------------------------------------------------------------------------------------


def bonus(cards: tuple[int, ...], least_win: int, pays: Pays) -> OutcomeTable:
    """The jacks plus bonus of a player who stays in to the end."""
    found: dict[tuple[str, Fraction], int] = {}
    for row, count in five_card_rows(cards, least_win).items():
        won = pays(frozenset([row]))
        key = (won.row, won.odds) if won else ("lose", Fraction(-1))
        found[key] = found.get(key, 0) + count
    outcomes = [Outcome(label, net, count) for (label, net), count in found.items()]
    outcomes.sort(key=lambda one: (-one.net, one.label))
    return OutcomeTable("jacks_plus", comb(len(cards), 5), tuple(outcomes))


def five_card_rows(cards: tuple[int, ...], least_win: int) -> Mapping[str, int]:
    """How many hands of five cards answer to each row."""
    found: dict[str, int] = {}
    for kind, count in enumerate(five_card_kinds(cards)):
        row = row_of_kind(kind, least_win, least_win)
        found[row] = found.get(row, 0) + count
    return {row: count for row, count in found.items() if count}


@lru_cache(maxsize=4)
def five_card_kinds(cards: tuple[int, ...]) -> list[int]:
    """How many hands of five cards are of each kind."""
    import numpy as np

    from houseway.games.authoring.pair_rows import KINDS, kind_of
    from houseway.games.pots.winners_pot_poker.streets import Pack
    from houseway.hands.lookup import STRENGTHS

    kinds = np.array([kind_of(one) for one in STRENGTHS.tolist()])
    counts: list[int] = np.bincount(kinds[Pack.of(cards).fives[2]], minlength=len(KINDS)).tolist()
    return counts
