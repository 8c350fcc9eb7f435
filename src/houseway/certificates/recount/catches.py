"""Keno: every way that the numbers of a ticket can be caught, each paid by the referee.

Which numbers are marked makes no difference, so one draw is played for each number of catches in
each group of a ticket, and stands for all draws with as many: products of binomial coefficients.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.seen import Seen
from houseway.counting.result import Result
from houseway.referee.oracle import SEAT
from houseway.referee.requests import Ask
from houseway.referee.table import Table


def count(setting: Setting) -> Seen:
    """Return the probability of each net of a ticket."""
    form, groups = ticket(setting.result, setting)
    games = int(form.get("games", 1))
    one = dict(form, games=1) if games > 1 else form
    found: Seen = defaultdict(Fraction)
    pays: dict[int, Fraction] = defaultdict(Fraction)
    cage = setting.rules.cage
    marked = sum(groups)
    whole = comb(cage.numbers, cage.drawn)
    price = 0
    for caught in product(*(range(size + 1) for size in groups)):
        others = cage.drawn - sum(caught)
        if not 0 <= others <= cage.numbers - marked:
            continue
        ways = comb(cage.numbers - marked, others)
        for size, hits in zip(groups, caught, strict=True):
            ways *= comb(size, hits)
        drawn, at = list(range(marked + 1, marked + 1 + others)), 1
        for size, hits in zip(groups, caught, strict=True):
            drawn += range(at, at + hits)
            at += size
        paid, price = _paid(setting, one, drawn)
        pays[paid] += Fraction(ways, whole)
    several: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(games):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for before, share in several.items():
            for paid, chance in pays.items():
                after[before + paid] += share * chance
        several = after
    rate = int(next(iter(setting.result.stakes.values())) * 100)
    for paid, chance in several.items():
        found[Fraction(paid - games * price, rate), ()] += chance
    return dict(found)


def ticket(result: Result, setting: Setting) -> tuple[dict[str, Any], list[int]]:
    """A ticket as a player fills it in, from its name, and the sizes of its groups."""
    name = result.wager.removesuffix("@most")
    base, _, rest = name.partition("@")
    rest, _, games = rest.partition("@x")
    sizes_text, _, joined = rest.partition(":any")
    sizes = [int(size) for size in sizes_text.split("+")]
    at, numbers = 1, []
    for size in sizes:
        numbers.append(list(range(at, at + size)))
        at += size
    rate = int(next(iter(result.stakes.values())) * 100)
    wager = "straight" if base == "quick_pick" else base  # the machine picks; the pays are the same
    form: dict[str, Any] = {"wager": wager, "rate": rate}
    form["numbers"] = numbers[0] if len(numbers) == 1 else numbers
    if joined:
        form["ways"] = [{"any": int(size)} for size in joined.split(",")]
    if games:
        form["games"] = int(games)
    return form, sizes


def _paid(setting: Setting, form: dict[str, Any], drawn: list[int]) -> tuple[int, int]:
    """Return the referee's payment for a ticket when these numbers are drawn, and its price, in
    cents."""
    live = Table(
        setting.game.play, setting.rules.book, options=setting.rules.options,
        by_hand=["chance"], keep_log=False,
        strict=True,
    )  # fmt: skip
    live.sit(SEAT)
    live.buy(SEAT, **form)
    price = sum(live.round.state.placed.get(SEAT, {}).values())
    live.close("supervisor")
    live.picked(*drawn)
    while isinstance(live.waiting, Ask):
        live.act(live.waiting.who, live.waiting.choices[0].name)
    won = sum(live.results.nets.get(SEAT, {}).values())
    return won + price, price
