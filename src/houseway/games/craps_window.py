"""What may be bet at a craps table before the next roll (13:69F-1.2 to 1.6)."""

from collections.abc import Iterator, Mapping
from typing import NoReturn, TypedDict, cast

from houseway.games.craps_rules import most_odds, payable_step, rows_hit
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import Input
from houseway.referee.window import MATCH_PLAY, BettingWindow
from houseway.rulebook.money import money
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

CASH = "cash"
LINE = ("pass", "dont_pass")
SUPPORTS = {  # odds -> the flat bet that they support
    "pass_odds": "pass",
    "dont_pass_odds": "dont_pass",
    "come_odds": "come_point",
    "dont_come_odds": "dont_come_point",
}
FEES = ("buy", "lay")


class Notes(TypedDict):
    """What a craps table remembers between rolls, as plain data; seats are written as text."""

    point: int  # none on a come out roll
    shooter: int  # none until someone takes the dice
    last: int  # who held the dice before
    fresh: bool  # the shooter has not thrown a come out roll yet
    fire: dict[str, list[int]]  # the points made since each fire bet
    coupons: dict[str, dict[str, int]]  # beside wagers that stand
    fees: dict[str, dict[str, int]]  # paid when the bet was made


def notes_of(data: TableData) -> Notes:
    """The table's memory, empty at the opening."""
    for name, kind in Notes.__annotations__.items():
        data.notes.setdefault(name, (getattr(kind, "__origin__", None) or kind)())
    return cast(Notes, data.notes)


def number_of(wager: str, point: int) -> int:
    """The number that a wager lies on: its spot, or the come out point for the line."""
    base, _, spot = wager.partition("@")
    if base in LINE or SUPPORTS.get(base) in LINE:
        return point
    return int(spot) if spot else 0


def flat_of(wager: str) -> str:
    """The flat bet that an odds wager supports."""
    base, at, spot = wager.partition("@")
    return f"{SUPPORTS[base]}{at}{spot}"


def parts(rules: TableRules, wager: str) -> list[tuple[str, int]]:
    """The wagers that one is made of, each with its units; nothing for a simple one.

    The rulebook says ``horn 4``, and ``high 1`` for the number that a wager's spot names.
    """
    base, _, spot = wager.partition("@")
    name = f"parts_{base}"
    if not rules.fixes(name):
        return []
    found = []
    for text in rules.rule(name):
        part, units = text.split()
        if part == "high":
            part = rules.book.wagers[base].spots[spot][0]
        inner = parts(rules, part)
        share = int(units) // sum(count for _, count in inner) if inner else 0
        found += [(one, count * share) for one, count in inner] or [(part, int(units))]
    return found


class CrapsWindow(BettingWindow):
    """Checks a bet against the roll that comes next, besides rulebook and limits."""

    @property
    def notes(self) -> Notes:
        """The table's memory."""
        return notes_of(self.data)

    def refuse(self, step: str) -> NoReturn:
        """Refuse by a step of the rulebook."""
        raise Refused(self.rules.book.round[step].says, self.rules.cite(step))

    # -- one bet -----------------------------------------------------------------------------

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made before this roll."""
        for name, _ in given.amounts:
            if base_of(name) not in self.rules.book.wagers:
                cite = self.rules.cite("wagers_listed")
                raise Refused(f"{name!r} is none of the wagers of {self.rules.book.title}", cite)
            if given.what == MATCH_PLAY and base_of(name) not in self.rules.rule("coupons_on"):
                self.refuse("coupon_elsewhere")
        super().check_bet(given)
        assert isinstance(given.who, int)
        for name, amount in given.amounts:
            chips, coupon = self._standing(given.who, name)
            if given.what == MATCH_PLAY:
                self._check_change(name, chips + coupon, chips + amount)
            else:
                self._check_change(name, chips, amount)
        if given.what != MATCH_PLAY:
            self._check_odds(given.who, dict(given.amounts))

    def _check_change(self, name: str, before: int, after: int) -> None:
        """Contract bets, don't bets, and wagers that belong to another moment."""
        base, point = base_of(name), self.notes["point"]
        if after == before:
            return
        if base == "fire":
            if before:
                self.refuse("fire_fixed")
            if point or not (self.notes["fresh"] or not self.notes["shooter"]):
                self.refuse("fire_late")
        elif after > before:
            if base in LINE and point:
                self.refuse(f"{base}_late")
            if base in ("come", "dont_come") and not point:
                self.refuse(f"{base}_early")
            if base in ("come_point", "dont_come_point"):
                self.refuse(f"{base}_fixed")
        elif (base == "pass" and point) or base == "come_point":
            self.refuse("contract")

    def _check_odds(self, seat: int, given: Mapping[str, int]) -> None:
        """Odds that are bet, and odds whose flat bet is lowered; those of a bet that is taken down
        go back with it."""
        bets = {**self.state.placed.get(seat, {}), **given}
        for name, amount in bets.items():
            if base_of(name) in SUPPORTS and amount:
                flat = flat_of(name)
                if amount != self.state.placed.get(seat, {}).get(name) or given.get(flat):
                    self._check_support(seat, name, amount, bets)

    def _check_support(self, seat: int, name: str, amount: int, bets: Mapping[str, int]) -> None:
        """Odds need their flat bet, its point, and an amount that the house allows."""
        flat, number = flat_of(name), number_of(name, self.notes["point"])
        if not number or not bets.get(flat):
            self.refuse(f"{base_of(name)}_unsupported")
        most = self.most(name, bets[flat] + self.state.coupons.get(seat, {}).get(flat, 0))
        if amount > most:
            wager = self.rules.wager(name)
            raise Refused(
                f"the {wager.name} wager may be {money(most)} at most",
                self.rules.joined("odds_limit", wager.cite),
            )

    def most(self, name: str, flat: int) -> int:
        """The most that a flat bet may be supported with."""
        (row, price), *_ = self.rows(name).items()
        return most_odds(
            flat,
            self.rules.rule(f"odds_{row}"),
            price.odds,
            against="dont" in name,
            unit=self.rules.rule("payable_unit"),
            excess=self.rules.rule("excess_odds"),
        )

    # -- what can be paid --------------------------------------------------------------------

    def rows(self, name: str) -> dict[str, Price]:
        """The prices that a wager may come to be paid at."""
        prices = self.rules.schedule(name).prices
        number = number_of(name, self.notes["point"])
        hit = rows_hit(prices, (), number) if number else set()
        return {row: prices[row] for row in hit} or dict(prices)

    def check_payable(self, name: str, stake: int) -> None:
        """Refuse a stake that could not be paid in the table's own units."""
        base, unit, wager = base_of(name), self.rules.rule("payable_unit"), self.rules.wager(name)
        if made := parts(self.rules, name):
            step = unit * sum(units for _, units in made)
        elif base == "fire" or (base in SUPPORTS and not number_of(name, self.notes["point"])):
            return
        else:
            step = max(payable_step(price.odds, unit) for price in self.rows(name).values())
        if stake % step:
            reason = f"a {wager.name} wager goes in steps of {money(step)}, or it cannot be paid"
            ground = "odds_payable" if base in SUPPORTS else "payable"
            raise Refused(reason, self.rules.joined(ground, wager.cite))

    # -- what follows ------------------------------------------------------------------------

    def place(self, given: Input) -> Iterator[Event]:
        """The events of a bet; a verbal one turns its cash into chips."""
        if given.what == CASH:
            says, cite = self.rules.book.round["cash"].says, self.rules.cite("cash")
            yield Event("said", "dealer", "cash", says=says, step="cash", cite=cite)
        yield from super().place(given)
