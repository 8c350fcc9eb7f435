"""The chart of a table: what to do with three cards, with what comes of them, and after a split.

Letters are those of the family's charts. A hand that may be split has a row of its own, or the row
``over`` (of hands over 21) or ``other``; without one a hand over 21 is left alone and another
played by its total.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one import chart as family
from houseway.games.twenty_one.chart import ACE_LAST, HARD, SOFT
from houseway.games.twenty_one.composition.against import Against
from houseway.games.twenty_one.composition.kernels import DOUBLE, HIT, STAND, VALUES
from houseway.games.twenty_one.composition.terms import ACE, Counts
from houseway.games.twenty_one.odds import COLUMNS, Rules
from houseway.games.twenty_one.plan import UP_CARDS
from houseway.games.twenty_one.three_card_21_n_done import odds
from houseway.games.twenty_one.three_card_21_n_done.odds import FIRST, Way, may_split, total_of
from houseway.games.twenty_one.twentyone import GOAL
from houseway.rulebook.refusal import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

LETTERS = {"stand": "S", "hit": "H", "double": "D", "surrender": "R", "split": "P"}
ACTS = {"S": ("stand",), "H": ("hit", "stand"), "D": ("double", "hit"), "d": ("double", "stand"),
        "R": ("surrender", "split"), "r": ("surrender", "stand"), "P": ("split",)}  # fmt: skip
BY_TOTAL, ANY = "SHDd", "SHDdRrP"
EVERY, OTHER = "over", "other"
Rows = Mapping[int, str]


def name_of(hand: Counts) -> str:
    """Three cards as a chart names them, an ace first and then the highest.

    >>> from houseway.games.twenty_one.composition.terms import hand_of
    >>> name_of(hand_of(9, 0, 5))
    'A-10-6'
    """
    order = (ACE, *range(VALUES - 1, 0, -1))
    return "-".join(COLUMNS[value] for value in order for _ in range(hand[value]))


@dataclass(frozen=True, eq=False)
class ThreeCardChart:
    """Letters by row and column: totals of first hands, hands that may be split, and totals of
    split hands."""

    hard: Rows
    soft: Rows
    three: Mapping[str, str]
    split_hard: Rows
    split_soft: Rows
    columns: tuple[str, ...] = UP_CARDS

    def by_total(self, up: int, total: int, soft: bool, split: bool) -> str:
        """The letter of a total; one lower than all rows hits and a higher one stands."""
        rows = (
            (self.split_soft if soft else self.split_hard)
            if split
            else (self.soft if soft else self.hard)
        )
        if total not in rows:
            return "H" if total < min(rows) else "S"
        return rows[total][self.columns.index(COLUMNS[up])]

    def first(self, up: int, hand: Counts, choices: Collection[str]) -> str:
        """What is done with three cards."""
        total, soft = total_of(hand)
        letter = "S" if total > GOAL else self.by_total(up, total, soft, False)
        if "split" in choices:
            row = self.three.get(name_of(hand)) or self.three.get(EVERY if total > GOAL else OTHER)
            letter = row[self.columns.index(COLUMNS[up])] if row else letter
        return next((act for act in ACTS[letter] if act in choices), "stand")

    def later(self, up: int, total: int, soft: bool, split: bool, choices: Collection[str]) -> str:
        """What is done with any other hand."""
        letter = self.by_total(up, total, soft, split)
        return next((act for act in ACTS[letter] if act in choices), "stand")

    @property
    def means(self) -> Mapping[str, str]:
        """What its letters mean."""
        return {**family.MEANINGS, "R": "surrender, or split"}

    @property
    def sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The parts of the chart with their rows."""

        def totals(rows: Rows) -> list[tuple[str, str]]:
            return [(str(total), letters) for total, letters in rows.items()]

        return [
            ("hard", totals(self.hard)),
            ("soft", totals(self.soft)),
            ("may split", [*self.three.items()]),
            ("hard, split", totals(self.split_hard)),
            ("soft, split", totals(self.split_soft)),
        ]

    def markup(self) -> str:
        """The chart for a terminal, in the markup of ``rich``."""
        return family.markup(self)

    def svg(self, title: str) -> str:
        """The chart as a drawing."""
        return family.svg(self, title)


# -- the best chart --------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def best_chart(rules: Rules) -> ThreeCardChart:
    """The chart that most hands of each total would have under the best play."""
    best = odds.game(rules)
    hands = [hand for hand in odds.hands_of_three(rules) if total_of(hand)[0] != GOAL]
    ups = [up for up in ACE_LAST if up in best.columns]

    def row(letter: Callable[[int], str]) -> str:
        return "".join(letter(up) if up in ups else "S" for up in ACE_LAST)

    def three(hand: Counts) -> str:
        return row(lambda up: LETTERS[best.columns[up].decision(hand, rules.surrender)])

    parts = {up: totals_of(best.columns[up]) for up in ups}
    split = sorted((hand for hand in hands if may_split(hand)), key=lambda h: (total_of(h), h))

    def totals(kind: int, soft: bool, span: range) -> Rows:
        def of(total: int) -> str:
            return row(lambda up: parts[up][kind].get((total, soft), "H"))

        return {total: of(total) for total in span}

    return ThreeCardChart(
        totals(0, False, HARD), totals(0, True, SOFT), {name_of(h): three(h) for h in split},
        totals(1, False, HARD), totals(1, True, SOFT),
    )  # fmt: skip


Cells = Mapping[tuple[int, bool], str]


def totals_of(one: odds.Column) -> tuple[Cells, Cells]:
    """Letters by total against one card of the dealer's: of first hands, and after a split."""
    none = (0,) * VALUES
    after = one.after_split(none)
    return letters(one.here, one.acts, FIRST), letters(
        after, one.way.play(after, True), odds.AFTER_SPLIT
    )


def letters(here: Against, acts: "Ints", first: int) -> Cells:
    """What most hands of each total do: doubled with the first cards if most of these are."""
    weights: dict[tuple[int, bool, bool], list[float]] = {}
    for index, hand in enumerate(here.hands.at):
        size, total = int(here.hands.size[index]), int(here.hands.total[index])
        if size < first or total >= GOAL or not here.is_possible(index):
            continue
        soft, is_first = bool(here.hands.soft[index]), size == first
        if is_first and first == FIRST and may_split(hand):
            continue  # these have rows of their own
        act = int(acts[0, index])
        line = weights.setdefault((total, soft, is_first), [0.0, 0.0, 0.0])
        line[act] += odds.weight(here, hand)
    found = {}
    for total, soft in {key[:2] for key in weights}:
        later = weights.get((total, soft, False))
        now = weights.get((total, soft, True)) or later
        assert now is not None
        act = max((STAND, HIT, DOUBLE), key=lambda one: now[one])
        stands = (later or now)[STAND] > (later or now)[HIT]
        found[total, soft] = {STAND: "S", HIT: "H", DOUBLE: "d" if stands else "D"}[act]
    return found


# -- charts as ways to play ------------------------------------------------------------------------


def way_of(chart: ThreeCardChart, name: str) -> Way:
    """A chart as the solver follows it."""

    known: dict[tuple[int, bool], Ints] = {}

    def play(here: Against, split: bool) -> "Ints":
        key = here.start[0], split
        if key not in known:
            known[key] = acts_of(here, split)
        return known[key]

    def acts_of(here: Against, split: bool) -> "Ints":
        import numpy as np

        found = np.zeros((1, len(here.hands)), np.int64)
        sizes, totals, softs = (
            one.tolist() for one in (here.hands.size, here.hands.total, here.hands.soft)
        )
        for index, (size, total, soft) in enumerate(zip(sizes, totals, softs, strict=True)):
            doubles = split and size == odds.AFTER_SPLIT
            choices = ("double", "hit", "stand") if doubles else ("hit", "stand")
            act = chart.later(here.start[0], total, bool(soft), split, choices)
            found[0, index] = HIT if size < odds.AFTER_SPLIT else odds.ACTS[act]
        return found

    return Way(name, chart.first, play)


def read_chart(data: Any, best: Callable[[], ThreeCardChart]) -> ThreeCardChart:
    """A chart as someone has written it; parts that are left out are those of the best one."""
    if not isinstance(data, Mapping):
        raise Refused("a chart is written as keys and values")
    known = ("hard", "soft", "three", "split_hard", "split_soft")
    if unknown := set(data) - set(known):
        raise Refused(f"a chart has no {min(map(str, unknown))!r}: {', '.join(known)}")
    parts: dict[str, Any] = {}
    for name in known:
        if name not in data:
            parts[name] = getattr(best(), name)
        elif name == "three":
            parts[name] = {str(key): checked(str(row), ANY) for key, row in data[name].items()}
        else:
            parts[name] = {int(key): checked(str(row), BY_TOTAL) for key, row in data[name].items()}
            if not parts[name]:
                raise Refused("a chart has rows for hard and for soft totals")
    for name in parts["three"]:
        if name not in named_hands():
            raise Refused(f"a chart has no hand {name!r} that may be split")
    return ThreeCardChart(**parts)


@lru_cache(maxsize=1)
def named_hands() -> frozenset[str]:
    """The names of rows for hands that may be split."""
    return frozenset({EVERY, OTHER, *(name_of(hand) for hand in _every_three() if may_split(hand))})


def _every_three() -> Iterator[Counts]:
    for one in range(VALUES):
        for two in range(one, VALUES):
            for three in range(two, VALUES):
                yield tuple((v == one) + (v == two) + (v == three) for v in range(VALUES))


def checked(row: str, letters: str) -> str:
    """A row with a letter for each column, or a refusal."""
    if len(row) != len(UP_CARDS):
        wanted = f"one letter for each of its {len(UP_CARDS)} columns"
        raise Refused(f"the row {row!r} of a chart has not {wanted}")
    if unknown := set(row) - set(letters):
        raise Refused(f"a row of this part has no letter {min(unknown)!r}: {', '.join(letters)}")
    return row
