"""What winner's pot poker hands are worth and what a pot comes to (33.5, 33.10, 33.11): pure rules
on integers. Hands are masks with sixteen bits a suit."""

from fractions import Fraction
from typing import NamedTuple

from houseway.games.authoring.commission import MILLION, fee
from houseway.games.authoring.pair_rows import row_of
from houseway.games.authoring.pot import divided
from houseway.hands.poker import strength
from houseway.rulebook.table_rules import TableRules

PERCENT = MILLION // 100


def bonus_row(hand: int, least_win: int) -> str:
    """The row of the jacks plus bonus that two to five cards answer to; a pair below the least that
    wins has a row that no paytable pays."""
    return row_of(strength(hand), least_win, least_win)


class Terms(NamedTuple):
    """A commission as the house has set it: so many percent in whole steps of so many cents, and
    the fixed amount that is taken where it is less."""

    percent: Fraction
    most: int | None = None
    step: int = 1


def terms_of(rules: TableRules) -> Terms:
    """The commission of a table."""
    names = ("commission_percent", "commission_most", "commission_step")
    percent, most, step = (rules.rule(name) for name in names)
    return Terms(Fraction(percent), most, step)


def commission(base: int, terms: Terms) -> int:
    """What the house takes out of an amount in cents.

    >>> ten = Fraction(10)
    >>> [commission(4050, one) for one in (Terms(ten), Terms(ten, None, 25), Terms(ten, 300, 25))]
    [405, 400, 300]
    >>> commission(4000, Terms(Fraction("7.5")))
    300
    """
    share = fee(base, int(terms.percent * PERCENT), terms.step)
    return share if terms.most is None else min(share, terms.most)


class Division(NamedTuple):
    """How a pot in cents is divided: what each player with the best hand is paid, what the house
    has of it for the dealer's hand, and the commission."""

    shares: dict[int, int]
    dealer: int
    commission: int


def divide(pot: int, winners: list[int], dealer_ties: bool, terms: Terms) -> Division:
    """A pot among the players with the best hand, and the dealer who has it too. Where no player
    has it, all is the house's.

    >>> divide(8000, [1], False, Terms(Fraction(10)))
    Division(shares={1: 7200}, dealer=0, commission=800)
    >>> divide(1000, [2, 1], True, Terms(Fraction(0)))
    Division(shares={2: 334, 1: 333}, dealer=333, commission=0)
    """
    if not winners:
        return Division({}, pot, 0)
    dealer = pot // (len(winners) + 1) if dealer_ties else 0
    taken = commission(pot - dealer, terms)
    return Division(divided(pot - dealer - taken, winners), dealer, taken)
