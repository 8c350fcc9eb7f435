"""How the figures of craps and mini-craps are counted a second time: what a player bets before each
roll to see what a result tells. The rolls are the referee's."""

import re
from collections.abc import Mapping

from houseway.counting.result import Result
from houseway.games.authoring.recount import Bettor, Recount
from houseway.referee.requests import Ask
from houseway.rulebook.table_rules import TableRules, base_of

TRAVELS = {"come": "come_point", "dont_come": "dont_come_point"}
FLATS = ("pass", "dont_pass", *TRAVELS)
LINE = {"pass": 1000}  # keeps an empty table going
FLAT = 10_000  # supports any odds that are looked at alone
ON_NUMBER = re.compile(r" on (\d+)")
WHIRL = ("any_craps", "craps_2", "craps_3", "craps_12", "eleven", "any_seven", "horn", "whirl")


def bettor(result: Result, rules: TableRules) -> Bettor:
    """How the wager of a result is made before each roll, and what of it is followed."""
    base, *where = result.wager.split("@")
    amount = int(next(iter(result.stakes.values())) * 100)
    if where and where[-1] in ("odds", "odds_on"):
        return _backed(base, amount, result, on=where[-1] == "odds_on")
    if base.endswith("_odds"):
        return _odds_alone(base, int(where[0]), amount)
    if base in TRAVELS.values():
        return _point_alone(base, int(where[0]), amount)
    spots = rules.wagers[base].spots
    spot = where[0] if where and where[0] in spots else next(iter(spots), "")
    wager = f"{base}@{spot}" if spot else base
    per_roll = "roll" in where and base in FLATS
    one_roll, again = "roll" in where and not per_roll, "decided" in where
    follows = set(WHIRL) if base == "whirl" else {base, TRAVELS.get(base, base)}
    waits = base in TRAVELS or one_roll  # for a point: until then it cannot be made, or is off
    has_line = base not in FLATS and LINE.keys() <= rules.wagers.keys()

    def bets(point: int, layout: Mapping[str, int], made: bool) -> Mapping[str, int]:
        if made:
            return _line(point, layout) if has_line else {}
        return {} if waits and not point else {wager: amount}

    return Bettor(
        bets, lambda made: base_of(made) in follows, _first, LINE, one_roll, per_roll, again
    )


def _backed(flat: str, amount: int, result: Result, *, on: bool) -> Bettor:
    """A flat bet with its odds as soon as they may be made. How much they are on each number is
    what the result says was at risk."""
    odds = f"{flat}_odds"
    at_risk = {}
    for one in result.outcomes.outcomes:
        if (found := ON_NUMBER.search(one.label)) and one.action > 1:
            at_risk[int(found[1])] = int((one.action - 1) * amount)

    def bets(point: int, layout: Mapping[str, int], made: bool) -> Mapping[str, int]:
        if not made:
            return {flat: amount} if point or flat not in TRAVELS else {}
        there, line = TRAVELS.get(flat, flat), _line(point, layout)
        for wager in layout:
            name, at, spot = wager.partition("@")
            number = int(spot) if spot else point
            if name == there and number and f"{odds}{at}{spot}" not in layout:
                return {f"{odds}{at}{spot}": at_risk[number], **line}
        return line

    follows = {flat, odds, TRAVELS.get(flat, flat)}
    return Bettor(bets, lambda made: base_of(made) in follows, _call_on if on else _first, LINE)


def _line(point: int, layout: Mapping[str, int]) -> Mapping[str, int]:
    """A bet on the line where there is none: a point is set where somebody has one, as at any table
    that is played at, and until then much else is off."""
    return LINE if not point and not set(LINE) & set(layout) else {}


def _odds_alone(odds: str, number: int, amount: int) -> Bettor:
    """Odds on one number, from when they are made; other numbers are waited out."""
    flat = odds.removesuffix("_odds")
    there = TRAVELS.get(flat, flat)
    backs = f"{there}@{number}" if flat in TRAVELS else flat
    wager = f"{odds}@{number}" if flat in TRAVELS else odds

    def bets(point: int, layout: Mapping[str, int], made: bool) -> Mapping[str, int]:
        line = _line(point, layout) if flat in TRAVELS else {}
        if made:
            return line
        if backs in layout and (flat in TRAVELS or point == number):
            return {wager: amount, **line}
        mine = any(base_of(name) in (flat, there) for name in layout)
        return {} if mine or (flat in TRAVELS and not point) else {flat: FLAT}

    return Bettor(bets, lambda made: base_of(made) == odds, _first, LINE, restarts=flat in TRAVELS)


def _point_alone(there: str, number: int, amount: int) -> Bettor:
    """A come bet from when it has traveled to one number; others are waited out."""
    flat = next(name for name, to in TRAVELS.items() if to == there)
    wager = f"{there}@{number}"

    def bets(point: int, layout: Mapping[str, int], made: bool) -> Mapping[str, int]:
        mine = any(base_of(name) in (flat, there) for name in layout)
        return {} if mine or not point else {flat: amount}

    return Bettor(bets, lambda made: made == wager, _first, LINE, put_up=amount)


def _first(ask: Ask) -> str:
    return "leave_off" if any(c.name == "leave_off" for c in ask.choices) else ask.choices[0].name


def _call_on(ask: Ask) -> str:
    called = (choice.name for choice in ask.choices if choice.name.startswith("on_"))
    return next(called, ask.choices[0].name)


RECOUNT = Recount(
    bettor=bettor,
)
