"""What the engines are told about a table: its deck, its prices, how its meters pay.

Which row a hand is paid by is the referee's own rule (``referee/award.py``).
"""

from collections.abc import Mapping
from fractions import Fraction

from houseway.counting.canonical import Pack
from houseway.counting.prices import Paid, Pays, Rows
from houseway.counting.progressive import Award, AwardRule, Draw
from houseway.equipment.cards import RANKS, SUITS
from houseway.referee.award import payable, prizes, worth
from houseway.rulebook.money import FINE
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


def pack_of(rules: TableRules) -> Pack:
    """The deck."""
    deck = rules.book.deck
    assert deck is not None
    ranks = sum(1 << RANKS.index(rank) for rank in deck.ranks)
    return Pack(ranks, tuple(SUITS.index(suit) for suit in deck.suits))


def in_cents(stake: Fraction) -> int:
    """A stake in dollars as whole cents, or a refusal."""
    cents = stake * 100
    if cents.denominator != 1 or cents <= 0:
        raise Refused(f"a stake is a whole number of cents, not {stake} dollars")
    return cents.numerator


def times_of(rules: TableRules, wager: str, other: str) -> Fraction:
    """How many times another wager this one has to be."""
    return next(
        rule.times
        for rule in rules.wager(wager).amount
        if rule.relation == "equal" and rule.other == other
    )


def bounds_of(rules: TableRules, wager: str, other: str) -> tuple[Fraction, Fraction]:
    """How many times another wager this one is at least, and at most."""
    found = {rule.relation: rule.times for rule in rules.wager(wager).amount if rule.other == other}
    return found["at least"], found["at most"]


def even_odds(rules: TableRules, wager: str) -> Fraction:
    """The odds of a wager that has no paytable."""
    return rules.schedule(wager).prices["win"].odds


def paid_by(rules: TableRules, wager: str, stake: Fraction) -> Pays:
    """What a wager of so many dollars is paid for the rows that are hit, as odds: by its paytable
    or at its one price, in dollars or in odds, within any posted limit."""
    schedule, cents = rules.schedule(wager), in_cents(stake)
    limits = [limit for limit, _ in rules.caps(wager)]

    def value(price: Price) -> int:
        return worth(price, cents, {}, schedule.rounds_up)

    def pays(rows: Rows) -> Paid | None:
        hit = rows if rules.wager(wager).paytable else {"win"}
        won = [prize for prize in prizes(schedule, hit, value) if prize.price.kind != "lose"]
        if not won:
            return None
        due = sum(value(prize.price) for prize in won)
        due -= due % 100 if schedule.whole_dollars else 0
        for limit in limits:
            due = payable(due, limit)
        name = " + ".join(prize.row for prize in won) if hit is rows else ""
        return Paid(name, Fraction(due, cents))

    return pays


def meters_shown(rules: TableRules, meters: Mapping[str, int] | None = None) -> dict[str, int]:
    """What meters show, in cents: their resets, but for those that are named."""
    return {name: terms.reset for name, terms in rules.meters.items()} | dict(meters or {})


def award_of(rules: TableRules, wager: str, stake: int, *, returns_stake: bool) -> AwardRule:
    """How a progressive wager of so many cents is paid at given meters."""
    schedule, resets = rules.schedule(wager), meters_shown(rules)

    def award(rows: Rows, meters: Mapping[str, int]) -> Award:
        fine = {name: amount * FINE for name, amount in meters.items()}
        won = prizes(schedule, rows, lambda price: worth(price, stake, fine, schedule.rounds_up))
        won = [prize for prize in won if prize.price.kind != "lose"]
        paid, taken, drawn = 0, set(), []
        for row, price in won:
            due = worth(price, stake, fine, schedule.rounds_up)
            paid += due
            if price.kind == "meter" and price.share == 1:
                fine[price.meter] = resets[price.meter] * FINE  # paid twice is paid from its reset
                taken.add(price.meter)
            elif price.kind == "meter":
                fine[price.meter] -= int(fine[price.meter] * price.share)
                drawn.append(Draw(price.meter, share=price.share))
            elif schedule.draws(row, due):
                drawn.append(Draw(schedule.drawn_from, cents=due))
        if won and returns_stake:
            paid += stake
        return Award(paid, frozenset(taken), tuple(drawn))

    return award
