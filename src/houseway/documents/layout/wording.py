"""Words on the felt, with the figures of the rules in force.

=====================  ==============================================================
``{price:tie}``        the price of a wager, or of its paytable's first row
``{price:field.two}``  the price of a row
``{rule:name}``        what law or house says under a name; ``{below:name}`` one less
``{rank:name}``        the same as a card, or as the two highest cards of a hand
``{part:name.win}``    a part of a rule that says several things
``{pair:name.void}``   two dice alike that make such a part
``{least:ante}``       the least that may be bet; ``{most:ante}`` the most
``{title}``            the game
=====================  ==============================================================
"""

import re
from collections.abc import Collection, Mapping

from houseway.rulebook.house_options import case
from houseway.rulebook.layout import Worded
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import TableRules, base_of

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
_GAP = re.compile(r"\{([a-z]+)(?::([^}]*))?\}")


def shown(one: Worded, rules: TableRules) -> bool:
    """Whether something is on the felt here: by what the house has chosen and what it offers."""
    if one.offers and not is_offered(one.offers, rules):
        return False
    for name, wanted in one.condition.items():
        if not rules.fixes(name):
            return False
        values = wanted if isinstance(wanted, list) else [wanted]
        if case(rules.rule(name)) not in map(case, values):
            return False
    return True


def is_offered(wager: str, rules: TableRules) -> bool:
    """Whether a wager can be made at the table, on its spot if it names one."""
    base, _, spot = wager.partition("@")
    found = rules.wagers.get(base)
    return found is not None and (spot in found.spots if spot else not found.spots or not spot)


def filled(text: str, rules: TableRules, names: Mapping[str, str] | None = None) -> str:
    """Words with their gaps filled, in capital letters where the rest of them is. What the
    rulebook does not have is an error of the layout."""
    text = renamed(text, names or {})
    said = _GAP.sub(lambda gap: _figure(gap[1], gap[2] or "", rules), text)
    return said.upper() if _GAP.sub("", text).isupper() else said


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Words with the gaps that have names filled, and all others left."""
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _figure(kind: str, name: str, rules: TableRules) -> str:
    if kind == "title":
        return rules.book.title
    if kind == "price":
        return str(price_of_row(rules, name))
    if kind == "rule" and rules.fixes(name):
        return case(rules.rule(name))
    if kind == "part":
        return _part(name, rules)
    if kind == "pair":
        return "-".join([str(int(_part(name, rules)) // 2)] * 2)
    if kind == "rank" and rules.fixes(name):
        return "-".join(RANKS.get(rank, rank) for rank in str(rules.rule(name))[:2])
    if kind == "below" and rules.fixes(name):
        return str(int(rules.rule(name)) - 1)
    if kind in ("least", "most") and name in rules.limits:
        limit = rules.limits[name]
        return money(limit.minimum if kind == "least" else limit.maximum)
    raise ValueError(f"the layout of {rules.book.game} asks for {{{kind}:{name}}}: no such figure")


def _part(name: str, rules: TableRules) -> str:
    """A part of a rule that says several things: of ``win 2 3 12; lose 7``, ``rule.win`` is
    ``2 · 3 · 12`` and ``rule.win-2-12`` is ``3``."""
    rule, _, wanted = name.partition(".")
    word, *without = wanted.split("-")
    for part in str(rules.rule(rule)).split(";"):
        first, *rest = part.split()
        if first == word:
            return " · ".join(one for one in rest if one not in without)
    raise ValueError(f"the layout of {rules.book.game} asks for {name}: no such part of the rule")


def price_of_row(rules: TableRules, name: str) -> Price:
    """The price of a wager that has one, or of a row of its paytable."""
    wager, _, row = name.partition(".")
    known = rules.book.wagers.get(wager)
    if known is None or not (known.paytable or known.pays):
        raise ValueError(f"the layout of {rules.book.game} asks for a price of {wager!r}")
    prices = rules.schedule(wager).prices
    if row and row not in prices:
        raise ValueError(f"the layout of {rules.book.game} asks for {wager}.{row}: no such row")
    return prices[row] if row else next(iter(prices.values()))


def price_words(price: Price, book: Rulebook) -> str:
    """A price as a paytable prints it."""
    if price.kind == "meter":
        name = book.meters[price.meter].name
        share = f"{float(price.share * 100):g}%"
        return f"{share} of {name}" if len(name) < 14 else f"{share} of meter"
    return str(price)


def rows_of(rules: TableRules, wager: str, merge: Collection[str] = ()) -> list[tuple[str, str]]:
    """The rows of a wager's paytable in force, as they are printed; those to ``merge`` only where
    they pay something else than the next one."""
    known = rules.book.wagers[base_of(wager)]
    prices = rules.schedule(wager).prices
    rows = rules.book.paytables[known.paytable].rows if known.paytable else {}
    paid = [(row, price) for row, price in prices.items() if price.kind != "lose"]
    after = [price for _, price in paid[1:]]
    return [
        (_capital(rows.get(row, known.name)), price_words(price, rules.book))
        for at, (row, price) in enumerate(paid)
        if row not in merge or at == len(after) or str(price) != str(after[at])
    ]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def width(text: str, size: float, font: str = "sans") -> float:
    """About how wide a line of words is; rather too much than too little.

    >>> width("W", 1) > width("i", 1)
    True
    """
    wide = sum(
        0.36
        if one in " ilj.,:;'!|()-"
        else 0.8
        if one in "MWmw@%"
        else 0.7
        if one.isupper()
        else 0.57
        for one in text
    )
    return wide * size * (1.03 if font == "serif" else 1.0)
