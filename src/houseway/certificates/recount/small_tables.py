"""Every deal of a small deck through the referee, against the solver's count for the same deck."""

from collections import defaultdict
from copy import deepcopy
from fractions import Fraction

from houseway.certificates.recount.rounds import rows_of, told_of
from houseway.certificates.recount.seen import Rows, Seen, certified, exact_differences
from houseway.counting.result import Result
from houseway.games import Game
from houseway.games.authoring.recount import SmallTable
from houseway.referee.data import TableData
from houseway.referee.oracle import SEAT, Oracle
from houseway.referee.requests import Ask
from houseway.referee.view import Policy, View
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules


def differences(found: Game, edition: str, small: SmallTable) -> list[str]:
    """Where the two counts part: outcome by outcome under the solver's own play, and whether any
    other play is better."""
    rules = small.rules(found.rulebook(edition))
    stakes = {name: Fraction(amount, 100) for name, amount in small.bets.items()}
    results = {one.wager: one for one in found.odds.results(rules, stakes)}
    decide = small.decide or _optimal(found)
    walk = _oracle(found, small, rules, decide)
    seen: dict[str, Seen] = {name: defaultdict(Fraction) for name in small.wagers}
    made: dict[str, Fraction] = defaultdict(Fraction)
    for round, chance in walk.follow():
        for name in small.wagers:
            table = results[name].outcomes
            end = told_of([round], results[name], rules, rows_of(rules, name, table))
            if end is not None:
                seen[name][end] += chance
                made[name] += chance
    wrong = []
    for name, ends in seen.items():
        shares: dict[tuple[Fraction, Rows], Fraction] = {
            end: chance / made[name] for end, chance in ends.items()
        }
        table = results[name].outcomes
        expected = certified(table, rows_of(rules, name, table))
        wrong += [f"{name}, {one}" for one in exact_differences(expected, shares)]
    if small.best and not wrong:
        wrong += _better(found, small, rules, results)
    return wrong


def _better(
    found: Game, small: SmallTable, rules: TableRules, results: dict[str, Result]
) -> list[str]:
    """Whether trying every decision finds more than the solver's play is worth."""
    main = results["main"].outcomes
    bets = {name: amount for name, amount in small.bets.items() if name in results["main"].stakes}
    walk = Oracle(
        found.play, rules, bets, suits_alike=small.alike, alike=_rank if small.ranks_alike else None
    )
    best = walk.solve().value / next(iter(bets.values()))
    if best == main.expectation:
        return []
    return [f"main: the solver's play is worth {main.expectation}, the best {best}"]


def _oracle(found: Game, small: SmallTable, rules: TableRules, decide: Policy) -> Oracle:
    meters = {}
    for name, terms in rules.meters.items():
        fed = rules.book.meters[name].fed_by
        meters[name] = terms.reset * FINE - small.bets.get(fed or "", 0) * terms.rate
    return Oracle(
        found.play, rules, small.bets,
        suits_alike=small.alike,
        alike=_rank if small.ranks_alike else None,
        decide=lambda view: decide(view, rules),
        in_full=small.in_full,
        data=TableData(players={SEAT: "one"}, meters=meters, **deepcopy(dict(small.data))),
    )  # fmt: skip


def _rank(card: int) -> int:
    return card & 15


def _optimal(found: Game) -> Policy:
    return found.odds.policies.get("optimal", _first)


def _first(view: View, rules: TableRules) -> str:
    assert isinstance(view.asked, Ask)
    return view.asked.choices[0].name
