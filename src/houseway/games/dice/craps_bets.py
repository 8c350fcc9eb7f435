"""Wagers of craps and mini-craps with money on them, looked at until they are decided.

A ``Look`` is a wager and what a player does about it. ``Kept`` puts stakes, prices and fees to the
ends of its chain of rolls.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.counting.chain import Chain, counts
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.authoring.result_at import Stakes
from houseway.games.authoring.stakes import check_stakes
from houseway.games.dice.craps_money import (
    fee_is_due,
    fee_of,
    full_odds,
    net,
    parts,
    payable,
    refuse_unpayable,
    shares_of,
)
from houseway.games.dice.craps_odds import ODDS, Decided, Layout, Numbers, Plan, chain
from houseway.games.dice.craps_rules import FEES, LINE, SUPPORTS, TRAVELS, number_of, parse
from houseway.games.dice.craps_rules import Outcome as Fate
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

Key = tuple[str, Fraction, Fraction]  # an outcome's label, net and action
WORDS = {"win": "wins", "lose": "loses", "void": "goes back"}
ONE = Fraction(1)

STAKES = {  # amounts that pay whole dollars wherever the wager lies; of any other wager one dollar
    **dict.fromkeys((*LINE, *TRAVELS, *TRAVELS.values(), "pass_odds", "come_odds"), Fraction(10)),
    **dict.fromkeys(("dont_pass_odds", "dont_come_odds", "lay"), Fraction(60)),
    "place_win": Fraction(30),
    "place_lose": Fraction(440),
    "buy": Fraction(20),
    "c_and_e": Fraction(2),
    "horn": Fraction(4),
    "horn_high": Fraction(5),
    "whirl": Fraction(5),
}


def numbers(rules: TableRules) -> Numbers:
    """What the rulebook says about the dice."""
    named = [name for name in rules.book.rules if name.startswith("roll_")]
    return Numbers(
        terms=tuple((name, parse(rules.rule(name))) for name in named),
        points=tuple(rules.rule("points")) if rules.fixes("points") else (),
        seven=rules.rule("loser_seven"),
        resting=frozenset(rules.rule("off_on_come_out")),
        dice=rules.rule("dice_thrown"),
    )


@dataclass(frozen=True)
class Look:
    """A wager as it is looked at."""

    name: str
    plan: Plan
    each_roll: bool = False  # one roll at a time, of those for which the wager is on
    again: bool = False  # a void bet is bet again


def looks(rules: TableRules, rolls: Numbers, base: str) -> Iterator[Look]:
    """A wager on each of its spots, in every way it is looked at."""
    if base in (*LINE, *TRAVELS):
        yield from _line(rolls, base)
        return
    for name in [f"{base}@{spot}" for spot in rules.wagers[base].spots] or [base]:
        plan = Plan(tuple(Counter(part for part, _ in parts(rules, name))) or (name,))
        yield Look(name, plan)
        if base not in TRAVELS.values() and chain(rolls, plan).steps > 1:
            yield Look(f"{name}@roll", plan, each_roll=True)


def _line(rolls: Numbers, base: str) -> Iterator[Look]:
    """A flat bet that may come to have a point of its own, and odds."""
    flat, backed = Plan((base,)), Plan((base,), backed=True)
    yield Look(base, flat)
    if any(end.outcome == "void" for end in decided(chain(rolls, flat))):
        yield Look(f"{base}@decided", flat, again=True)
    yield Look(f"{base}@roll", flat, each_roll=True)
    yield Look(f"{base}@odds", backed)
    if odds_of(base) in rolls.resting:
        yield Look(f"{base}@odds_on", Plan((base,), backed=True, called_on=True))


def odds_of(flat: str) -> str:
    """The odds that support a flat bet."""
    return ODDS[TRAVELS.get(flat, flat)]


def decided(run: Chain[Layout | Decided]) -> dict[Decided, Fraction]:
    """The chance of each end of a chain."""
    return {end: chance for end, chance in run.ends.items() if isinstance(end, Decided)}


@dataclass(frozen=True)
class Bets:
    """What is bet at a table, in cents: the stakes given, or usual ones."""

    rules: TableRules
    given: Stakes

    def __post_init__(self) -> None:
        check_stakes(self.rules, self.given)

    @cached_property
    def rolls(self) -> Numbers:
        """What the rulebook says about the dice."""
        return numbers(self.rules)

    def stated(self, wager: str) -> str:
        """The name under which a stake is given for a wager, if one is."""
        return next((name for name in (wager, base_of(wager)) if name in self.given), "")

    def stake(self, wager: str, number: int) -> int:
        """What is bet on a wager."""
        stated, step = self.stated(wager), payable(self.rules, wager, number)
        if not stated:  # the usual stake, or the next that can be paid at the house's own odds
            return -(-int(STAKES.get(base_of(wager), ONE) * 100) // step) * step
        cents = int(self.given[stated] * 100)
        if cents % step:
            refuse_unpayable(self.rules, wager, step)
        return cents

    def odds(self, wager: str, flat: int, number: int) -> int:
        """What backs a flat bet on a number: the odds given, or the most that can be paid."""
        most = full_odds(self.rules, wager, flat, number)
        if not self.stated(wager):
            return most - most % payable(self.rules, wager, number)
        if (cents := self.stake(wager, number)) > most:
            known = self.rules.wagers[base_of(wager)]
            raise Refused(
                f"the {known.name} wager may be {money(most)} at most on {number}",
                self.rules.joined("odds_limit", known.cite),
            )
        return cents


@dataclass(frozen=True)
class Kept:
    """A look at a wager with the amounts bet."""

    bets: Bets
    look: Look

    @property
    def first(self) -> str:
        """The wager that is followed, or the first of the parts that it is made of."""
        return self.look.plan.wagers[0]

    @property
    def parted(self) -> bool:
        """Whether the wager is made of others."""
        return len(self.look.plan.wagers) > 1

    @property
    def wager(self) -> str:
        """The wager as the player makes it."""
        return self.look.name if self.parted else self.first

    @cached_property
    def unit(self) -> int:
        """What nets are measured in: the stake of the wager, in cents."""
        return self.bets.stake(self.wager, number_of(self.first, 0))

    @cached_property
    def fee(self) -> int:
        """The fee of the bet, if it costs one."""
        return fee_of(self.bets.rules, self.wager, self.unit) if base_of(self.wager) in FEES else 0

    @cached_property
    def up_front(self) -> int:
        """The part of it that is paid when the bet is made."""
        return self.fee if self.fee and fee_is_due(self.bets.rules, self.wager) == "made" else 0

    @cached_property
    def run(self) -> Chain[Layout | Decided]:
        """The rolls."""
        return chain(self.bets.rolls, self.look.plan)

    @cached_property
    def chances(self) -> dict[Decided | None, Fraction]:
        """How it may end; not at all is ``None``, where one roll is looked at."""
        plan, rolls = self.look.plan, self.bets.rolls
        if self.look.each_roll:
            each = self.run.each_step(lambda s: isinstance(s, Layout) and plan.works(rolls, s))
            return {end: chance for end, chance in each.items() if not isinstance(end, Layout)}
        ends = decided(self.run).items()
        found = {e: chance for e, chance in ends if not (self.look.again and e.outcome == "void")}
        whole = sum(found.values())
        return {end: chance / whole for end, chance in found.items()}

    def outcome(self, end: Decided | None) -> Key:
        """An end as a label, with what is won and what is risked, in units."""
        risked = self.unit + self.up_front
        if end is None:
            return "stays", Fraction(0), Fraction(risked, self.unit)
        won = -self.fee if end.outcome == "win" else -self.up_front
        for wager, chips, fate in self.legs(end):
            won += net(self.bets.rules, wager, chips, fate, end.dice, end.number)
            risked += chips if base_of(wager) in SUPPORTS else 0
        return self.label(end, won), Fraction(won, self.unit), Fraction(risked, self.unit)

    def legs(self, end: Decided) -> Iterator[tuple[str, int, Fate]]:
        """The wagers that were decided, each with its chips and its fate."""
        chips: Counter[str] = Counter()
        if self.parted:
            for part, share in shares_of(self.bets.rules, self.wager, self.unit):
                chips[part] += share
        for wager, fate in end.fates:
            odds = base_of(wager) in SUPPORTS
            staked = self.bets.odds(wager, self.unit, end.number) if odds else self.unit
            yield wager, chips[wager] or staked, fate

    def label(self, end: Decided, won: int) -> str:
        """An end in a few words."""
        if self.parted:
            winners = [wager for wager, fate in end.fates if fate == "win"]
            return f"wins, {' and '.join(winners)}" if winners else "loses"
        text = WORDS[end.outcome]
        if self.first in (*LINE, *TRAVELS):
            text += f" on {end.number}" if end.number else " at once"
            off = any(fate == "void" for _, fate in end.fates[1:])
            return f"{text}, odds go back" if off else text
        several = len(self.bets.rules.schedule(self.first).prices) > 1
        if end.outcome == "win" and several and not end.number:
            odds = Fraction(won, self.unit)
            text += f", {odds.numerator} to {odds.denominator}"
        return text

    @cached_property
    def table(self) -> OutcomeTable:
        """The outcomes, counted."""
        found: dict[Key, Fraction] = defaultdict(Fraction)
        for end in sorted(self.chances, key=lambda end: (end is None, end or ())):
            found[self.outcome(end)] += self.chances[end]
        unit = "flat bet" if self.look.plan.backed else "stake"
        stake = 1 + Fraction(self.up_front, self.unit)
        return counted(self.look.name, found, self.bets.rolls, unit=unit, stake=stake)


def counted(
    name: str,
    chances: Mapping[Key, Fraction],
    rolls: Numbers,
    *,
    unit: str = "stake",
    stake: Fraction = ONE,
) -> OutcomeTable:
    """Chances as a table, the best outcome first."""
    found, whole = counts(chances, rolls.rolls.total())
    outcomes = [Outcome(label, won, n, risked) for (label, won, risked), n in found.items()]
    outcomes.sort(key=lambda outcome: -outcome.net)
    return OutcomeTable(name, whole, tuple(outcomes), unit, stake)
