"""Every figure of a game from its round, walked through by the oracle (see ``from_round``)."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from houseway.counting.chain import counts
from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.equipment.cards import Card
from houseway.games.authoring.offered import needed_for
from houseway.games.authoring.result_at import Stakes, Variation, result_at
from houseway.games.authoring.spots import alike
from houseway.games.authoring.stakes import check_stakes
from houseway.games.authoring.sums import main_wagers
from houseway.games.authoring.table_numbers import in_cents
from houseway.games.authoring.watched import expect, tell
from houseway.referee.conversation import Play
from houseway.referee.data import TableData
from houseway.referee.oracle import SEAT, End, Oracle, Settled, Solved, TooManyEnds
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

MAIN = "main"  # the wagers that a round is played for, together
MOST_ENDS = 5_000_000
FEW_PROBES, PROBES = 10, 200  # rounds at random from which the number of ends is estimated
LARGE = 20_000  # ends, from which a better estimate is worth its time
BEYOND_DOUBT = 4  # an estimate so many times the most is no mistake
MOST_SOLVED = 64  # trees that are remembered
OPTIMAL, NONE, ALWAYS = "optimal", "none", "always"


def rank(card: Card) -> int:
    """The rank of a card, for games in which suits do not matter."""
    return card & 15


class Figure(NamedTuple):
    """Something that is measured: what is bet for it in cents, which wagers it is about, how many
    cents are one unit (none: each wager is its own), and what the player always chooses."""

    name: str
    bets: Mapping[str, int]
    wagers: frozenset[str]
    unit: int = 0
    unit_name: str = "stake"
    always: Mapping[str, int | None] = {}
    free: bool = False  # a side wager, which decisions may leave alone


class Fate(NamedTuple):
    """What becomes of a figure, in its units."""

    label: str
    net: Fraction
    action: Fraction


@dataclass(frozen=True)
class RoundFigures:
    """The figures of a game, from its round.

    ``alike`` says which cards no wager tells apart; with ``suits_alike`` no wager cares which suit
    is which, and one hand of the seat stands for all that renaming suits makes of it.
    ``depends_on`` are the options that matter to a figure, by its name, and under no name those of
    all others. ``stakes`` are usual ones in dollars; one dollar elsewhere. ``always`` names for a
    wager that the best play does not make the choices that lead to it, the one that makes it last:
    its figure is that of a player who does whenever it is offered. A round starts from ``begun``,
    or at a table that has just opened.
    """

    play: Play
    vary: Callable[[Rulebook], Iterator[Variation]]
    alike: Callable[[Card], Hashable] | None = None
    suits_alike: bool = False
    depends_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stakes: Stakes = field(default_factory=dict)
    always: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    begun: Mapping[str, Any] = field(default_factory=dict)
    _solved: dict[str, Solved] = field(default_factory=dict, repr=False, compare=False)

    # -- what is measured ------------------------------------------------------------------------

    def figures(self, rules: TableRules, stakes: Stakes | None = None) -> list[Figure]:
        """Everything that is measured at a table: the game as a whole where it is played for
        several wagers, and each wager; one with spots on each of them."""
        check_stakes(rules, stakes or {})
        cents = {
            name: in_cents((stakes or {}).get(name, self.stakes.get(name, Fraction(1))))
            for name in rules.wagers
        }
        later = [name for name, one in rules.wagers.items() if one.window == "decision"]
        required = [name for name, one in rules.wagers.items() if one.required]
        together = self._beside(rules, required or self._played_on(rules, later), cents)
        found: list[Figure] = []
        if together and (later or len(together) > 1):
            first = next(iter(together))
            main = main_wagers(rules, together) | set(together)
            named = rules.wagers[first].name.lower()
            found.append(Figure(MAIN, together, main, together[first], named))
        for name, wager in rules.wagers.items():
            if wager.paid_on:
                first = wager.paid_on
                unit = together.get(first, cents[first])
                bets = together or self._beside(rules, [first], cents)
                said = rules.wagers[first].name.lower()
                found.append(Figure(name, bets, frozenset({name}), unit, said))
            elif name in later and name in self.always:
                *way, last = self.always[name]
                does = {**dict.fromkeys(way), last: cents[name]}
                found.append(Figure(name, together, frozenset({name}), cents[name], always=does))
            elif name in later:
                found.append(Figure(name, together, frozenset({name})))
            else:
                for spot in wager.spots or [""]:
                    one = f"{name}@{spot}" if spot else name
                    bets = self._beside(rules, [*required, one], cents)
                    free = one not in together
                    unit = cents[name]
                    found.append(Figure(one, bets, frozenset({one}), unit, free=free))
        return found

    def _played_on(self, rules: TableRules, later: list[str]) -> list[str]:
        """The wagers that those of a decision go with, where none is required of everybody."""
        terms = [rules.wagers[name] for name in later]
        others = [rule.other for one in terms for rule in one.amount if rule.other]
        named = [*others, *(name for one in terms for name in one.needs)]
        return [name for name in dict.fromkeys(named) if name not in later]

    def _beside(
        self, rules: TableRules, names: list[str], cents: Mapping[str, int]
    ) -> dict[str, int]:
        """These wagers and those that they need, each of the amount that the law fixes or else of
        its usual one."""
        bets: dict[str, int] = {}
        todo = list(names)
        while todo:
            name = todo.pop(0)
            wager = rules.wagers[base_of(name)]
            if name in bets:
                continue
            exact = next((found for rule in wager.amount if (found := rule.exact(bets))), None)
            bets[name] = exact or cents[base_of(name)]
            todo += wager.needs
        return bets

    # -- figures ---------------------------------------------------------------------------------

    def results(
        self,
        rules: TableRules,
        stakes: Stakes | None = None,
        meters: Mapping[str, int] | None = None,
        wager: str = "",
    ) -> list[Result]:
        """Every figure of this table under the best play, or the one named."""
        by_wager: dict[str, list[Figure]] = {}
        for figure in self.figures(rules, stakes):
            by_wager.setdefault(base_of(figure.name), []).append(figure)
        found: list[Result] = []
        for base, every in by_wager.items():
            if wager and base_of(wager) != base:
                continue
            played = {one.name: self._played(rules, one, meters) for one in every}
            tables = {name.partition("@")[2]: table for name, (table, _) in played.items()}
            named = alike(base, tables) if every[0].name != base else {base: tables[""]}
            for name, table in named.items():
                if wager in ("", name):
                    first = every[0]._replace(name=name)
                    strategy = next(iter(played.values()))[1]
                    found.append(self.result(rules, first, table, strategy, meters))
        return found

    def result(
        self,
        rules: TableRules,
        figure: Figure,
        table: OutcomeTable,
        strategy: str,
        meters: Mapping[str, int] | None = None,
    ) -> Result:
        """A figure with everything that it depends on."""
        base = base_of(figure.name)
        matters = self.depends_on.get(base, self.depends_on.get("", ()))
        tables = [rules.book.wagers[name].paytable for name in figure.wagers & set(rules.wagers)]
        needed = needed_for(rules, base) if base in rules.wagers else []
        depends = [*filter(None, tables), *matters, *needed]
        staked = figure.bets
        if figure.unit and (figure.free or figure.always):
            staked = {figure.name: figure.unit}
        return result_at(
            rules, table, Method.ENUMERATION, wager=figure.name,
            depends_on=dict.fromkeys(sorted(depends, key=list(rules.options).index)),
            stakes={base_of(name): Fraction(cents, 100) for name, cents in staked.items()},
            strategy=strategy, meters=meters if base in self._fed(rules) else None,
        )  # fmt: skip

    def _fed(self, rules: TableRules) -> set[str]:
        return {rules.book.meters[name].fed_by for name in rules.meters}

    def _played(
        self, rules: TableRules, figure: Figure, meters: Mapping[str, int] | None
    ) -> tuple[OutcomeTable, str]:
        """A figure's outcomes, and how it is played."""
        if figure.free:
            ways = [self.solve(rules, figure, meters, told=at) for at in (0, -1)]
            tables = [self.table(figure, solved) for solved in ways]
            if tables[0] == tables[1]:
                return tables[0], NONE  # decisions leave it alone
        solved = self.solve(rules, figure, meters)
        strategy = ALWAYS if figure.always else OPTIMAL if solved.decided else NONE
        return self.table(figure, solved), strategy

    def solve(
        self,
        rules: TableRules,
        figure: Figure,
        meters: Mapping[str, int] | None = None,
        told: int | None = None,
    ) -> Solved:
        """All that can happen with the bets of a figure under the best play; or, where it is
        ``told``, when every question is answered with the first choice or the last."""
        options = sorted(rules.options.items())
        key = repr((rules.book.hash, options, figure.bets, figure.always, meters, told))
        if (found := self._solved.get(key)) is None:
            if len(self._solved) >= MOST_SOLVED:
                self._solved.clear()
            decide = None if told is None else lambda view: _choice_at(view, told)
            walk = self.oracle(rules, figure.bets, meters, always=figure.always, decide=decide)
            found = self._solved[key] = solved(walk)
        return found

    def oracle(
        self,
        rules: TableRules,
        bets: Mapping[str, int],
        meters: Mapping[str, int] | None = None,
        **how: Any,
    ) -> Oracle:
        """A walk through the round with these bets."""
        shown = {name: (meters or {}).get(name, one.reset) for name, one in rules.meters.items()}
        fed = {name: rules.book.meters[name].fed_by for name in shown}
        # What is shown is what the meter stands at once the wager has fed it
        stand = {
            name: cents * FINE - bets.get(fed[name], 0) * rules.meters[name].rate
            for name, cents in shown.items()
        }
        data = TableData(players={SEAT: "one"}, meters=stand, **self.begun)
        return Oracle(
            self.play, rules, bets, alike=self.alike, suits_alike=self.suits_alike, data=data,
            most_ends=MOST_ENDS, told=tell, **how,
        )  # fmt: skip

    def table(self, figure: Figure, solved: Solved) -> OutcomeTable:
        """The outcomes of a figure, the worst first."""
        chances: dict[Fate, Fraction] = defaultdict(Fraction)
        for end, chance in solved.ends.items():
            fate = fate_of(figure, end)
            if figure.always and not fate.action:
                continue  # it was not offered
            chances[fate] += chance
        whole = sum(chances.values(), Fraction(0))
        found, denominator = counts({fate: one / whole for fate, one in chances.items()})
        ordered = sorted(found, key=lambda fate: (fate.net, fate.action, fate.label))
        outcomes = tuple(Outcome(one.label, one.net, found[one], one.action) for one in ordered)
        return OutcomeTable(figure.name, denominator, outcomes, figure.unit_name)


def solved(walk: Oracle) -> Solved:
    """Return everything that can happen on a walk. Its length is estimated first: one that is far
    too long is refused at once, and whoever watches hears how much there is to do."""
    chance, began = Random(0), perf_counter()
    ends, probes = walk.estimated_ends(FEW_PROBES, chance), FEW_PROBES
    if ends > LARGE:
        ends, probes = walk.estimated_ends(PROBES, chance), FEW_PROBES + PROBES
    if ends > BEYOND_DOUBT * MOST_ENDS:
        raise Refused(
            f"the round has about {ends:.1g} ends, and at most {MOST_ENDS:,} are walked through: "
            "this game's odds are not computed from its round"
        )
    expect(round(ends), ends * (perf_counter() - began) / probes)
    found: Solved = walked(walk.solve)
    return found


def walked(walk: Callable[[], Any]) -> Any:
    """What a walk comes to, or a refusal if it is too long."""
    try:
        return walk()
    except TooManyEnds as error:
        raise Refused(f"{error}: this game's odds are not computed from its round") from None


def fate_of(figure: Figure, end: End) -> Fate:
    """What an end of the round is to a figure."""
    about = [
        one for one in end if one.wager in figure.wagers or base_of(one.wager) in figure.wagers
    ]
    about = [one for one in about if one.action or one.net]
    net, action = sum(one.net for one in about), sum(one.action for one in about)
    if not about:
        return Fate("not made", Fraction(0), Fraction(0))
    unit = figure.unit or action
    return Fate(_label(figure, about), Fraction(net, unit), Fraction(action, unit))


def _label(figure: Figure, about: list[Settled]) -> str:
    """Each wager by the rows that it was paid for, or by whether it was lost; those after the one
    that the round is begun with by their names as well."""
    first = next(iter(figure.bets))
    about = sorted(about, key=lambda one: base_of(one.wager) != first)
    if len(figure.wagers) == 1:
        return ", ".join(_word(one) for one in about)
    said = [
        _word(one) if base_of(one.wager) == first else f"{one.wager} {_word(one)}" for one in about
    ]
    return ", ".join(said)


def _word(one: Settled) -> str:
    if one.rows:
        return " + ".join(one.rows)
    if one.net >= 0:
        return "push" if one.net == 0 else "win"
    return "lose" if -one.net >= one.action else "lose a part"


def _choice_at(view: View, at: int) -> str:
    assert view.asked is not None
    return view.asked.choices[at].name
