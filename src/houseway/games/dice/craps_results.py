"""Every figure of craps and mini-craps at one table, for wagers that are kept until decided.

A name after the wager's own says how it is looked at:

* ``pass@odds``: with the most odds that the house takes (or the stake given for ``pass_odds``), in
  units of the flat bet; the edge per money bet is then that on flat bet and odds together;
* ``come@odds_on``: the same, with the odds called on before each come out roll;
* ``pass_odds@4``: the odds alone, on a point of 4;
* ``dont_pass@decided``: a void bet is bet again until it is won or lost;
* ``place_win@6@roll``: one roll at a time, of those for which the wager is on.

Stakes are in dollars. Most wagers are paid in exact proportion and do not depend on theirs; fees
are rounded to the table's smallest chip and odds to what can be paid, so these do.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.best_wagers import Strategy, best_wagers
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.offered import needed_for
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.dice.craps_bets import (
    ONE,
    STAKES,
    WORDS,
    Bets,
    Kept,
    Key,
    Look,
    counted,
    decided,
    looks,
    odds_of,
)
from houseway.games.dice.craps_money import net
from houseway.games.dice.craps_odds import Plan, chain, hands
from houseway.games.dice.craps_rules import FEES, SUPPORTS, TRAVELS, fire_row
from houseway.referee.award import prizes, worth
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules, base_of

__all__ = ["STAKES", "every_variation", "results", "strategy"]

KEEP = "keep until resolved"
ODDS_ON = ("odds_on_4_or_10", "odds_on_5_or_9", "odds_on_6_or_8")
ROUNDED = ("payable_unit", "excess_odds")
OFFERS = ("offer_678", "offer_fire")  # wagers that a house need not have
FIELD_TRIPLE = ("3 to 1", "2 to 1", "1 to 1")  # the listed odds are minimums; 12 at 3 to 1 is usual
GRADED = (3, 4, 5)  # odds by point, so that full odds win the same on every one


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Every wager on offer at this table, or the one named."""
    bets = Bets(rules, stakes or {})
    return [make() for name, make in _figures(bets) if wager in ("", name)]


def _figures(bets: Bets) -> Iterator[tuple[str, Callable[[], Result]]]:
    """The name of each figure and how it is found, in the order of the rulebook."""
    for base in bets.rules.wagers:
        if base == "fire":
            yield base, partial(fire, bets)
        elif base in SUPPORTS:
            for point in bets.rules.rule("points"):
                yield f"{base}@{point}", partial(odds_alone, bets, base, int(point))
        else:
            for look in looks(bets.rules, bets.rolls, base):
                yield look.name, partial(kept, bets, look)


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Nothing is decided but what to bet on; a wager is kept until it is resolved."""
    tied = (*SUPPORTS, *TRAVELS.values())  # not to be made by themselves
    found = [result for result in results(rules, stakes) if base_of(result.wager) not in tied]
    return best_wagers(result for result in found if not result.wager.endswith("@roll"))


# -- one figure ------------------------------------------------------------------------------


def kept(bets: Bets, look: Look) -> Result:
    """A wager that is kept until it is decided, with its odds where they are looked at."""
    found = Kept(bets, look)
    base, once = base_of(look.name), found.run.steps == 1
    options, played = list(needed_for(bets.rules, base)), "none" if once else KEEP
    staked = {bets.stated(found.wager) or base: Fraction(found.unit, 100)}
    if base in FEES:
        due = f"buy_fee_{found.wager.partition('@')[2]}" if base == "buy" else "lay_fee"
        options += [f"{base}_fee_rate", due, "payable_unit"]
    elif look.plan.backed:
        odds = odds_of(base)
        options += [odds, *ODDS_ON, *ROUNDED]
        staked |= {name: sum for name, sum in bets.given.items() if base_of(name) == odds}
        played = "full odds, called on" if look.plan.called_on else "full odds"
    elif found.parted:
        options += filter(None, (bets.rules.book.wagers[p].paytable for p in look.plan.wagers))
    return result_at(
        bets.rules,
        lambda: found.table,
        Method.ENUMERATION if once else Method.MARKOV_CHAIN,
        wager=look.name,
        depends_on=options,
        stakes=staked,
        strategy=played,
    )


def odds_alone(bets: Bets, base: str, number: int) -> Result:
    """Odds on or against one number, from when they are made. Those of a come bet rest on come out
    rolls and go back if their bet is decided by one."""
    moved = {there: flat for flat, there in TRAVELS.items()}
    flat = moved.get(SUPPORTS[base], SUPPORTS[base])
    wager = f"{base}@{number}"
    stake = bets.stake(wager, number)

    def table() -> OutcomeTable:
        found: dict[Key, Fraction] = defaultdict(Fraction)
        for end, chance in decided(chain(bets.rolls, Plan((flat,), backed=True))).items():
            for backing, fate in end.fates:
                if base_of(backing) == base and end.number == number:
                    won = net(bets.rules, backing, stake, fate, end.dice, number)
                    found[WORDS[fate], Fraction(won, stake), ONE] += chance
        whole = sum(found.values())
        shares = {key: chance / whole for key, chance in found.items()}
        return counted(wager, shares, bets.rolls)

    return result_at(
        bets.rules,
        table,
        Method.MARKOV_CHAIN,
        wager=wager,
        stakes={bets.stated(wager) or base: Fraction(stake, 100)},
        strategy=KEEP,
    )


def fire(bets: Bets) -> Result:
    """The fire bet, by the number of different points made in a shooter's hand."""
    schedule, stake = bets.rules.schedule("fire"), bets.stake("fire", 0)
    found: dict[Key, Fraction] = defaultdict(Fraction)
    for hand, chance in sorted(hands(bets.rolls).ends.items(), key=lambda item: len(item[0].made)):
        won = prizes(schedule, {fire_row(hand.made)}, lambda price: worth(price, stake, {}))
        cents = sum(worth(prize.price, stake, {}) for prize in won) if won else -stake
        found[f"{len(hand.made)} points", Fraction(cents, stake), ONE] += chance
    return result_at(
        bets.rules,
        counted("fire", found, bets.rolls),
        Method.MARKOV_CHAIN,
        depends_on=needed_for(bets.rules, "fire"),
        stakes={"fire": Fraction(stake, 100)},
        strategy=KEEP,
    )


# -- what the house may choose ---------------------------------------------------------------


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure at the usual stakes. Odds run through every
    multiple that is allowed, the same on all points, and the graded one that most houses have; fees
    through their highest and none, and both times at which they may be taken."""
    offers: Variation = {name: True for name in OFFERS if name in book.options}
    for fire in variations(book, *{"fire"} & book.paytables.keys()):
        yield {**offers, **fire}
    spots = book.wagers["buy"].spots
    yield {**{f"buy_fee_{spot}": "won" for spot in spots}, "lay_fee": "won"}
    for base in FEES:
        yield {f"{base}_fee_rate": book.options[f"{base}_fee_rate"].at_least}
    yield {"field": FIELD_TRIPLE}
    yield dict(zip(ODDS_ON, GRADED, strict=True))
    least, most = (getattr(book.options[ODDS_ON[0]], name) for name in ("at_least", "at_most"))
    for times in range(least, most + 1):
        yield dict.fromkeys(ODDS_ON, times)


FIGURES = Figures(
    results,
    every_variation,
    strategy,
)
