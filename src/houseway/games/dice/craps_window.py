"""What may be bet at a craps table before the next roll (13:69F-1.2 to 1.6)."""

from collections.abc import Iterator, Mapping
from typing import NoReturn, TypedDict, cast

from houseway.games.dice.craps_money import full_odds, payable, refuse_unpayable
from houseway.games.dice.craps_rules import LINE, SUPPORTS, TRAVELS, flat_of, number_of
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import Input
from houseway.referee.window import MATCH_PLAY, BettingWindow
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of

CASH = "cash"
FLAT = {moved: flat for flat, moved in TRAVELS.items()}  # what a bet on its number was made as


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
    if Notes.__annotations__.keys() <= data.notes.keys():
        return cast(Notes, data.notes)
    for name, kind in Notes.__annotations__.items():
        data.notes.setdefault(name, (getattr(kind, "__origin__", None) or kind)())
    return cast(Notes, data.notes)


class CrapsWindow(BettingWindow):
    """Checks a bet against the roll that comes next, besides rulebook and limits."""

    @property
    def notes(self) -> Notes:
        """The table's memory."""
        return notes_of(self.data)

    def refuse(self, step: str) -> NoReturn:
        """Refuse by a step of the rulebook."""
        raise Refused(self.rules.says(step), self.rules.cite(step))

    # -- one bet -----------------------------------------------------------------------------

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made before this roll."""
        for name, _ in given.amounts:
            if base_of(name) not in self.rules.book.wagers:
                cite = self.rules.cite("wagers_listed")
                raise Refused(f"{name!r} is none of the wagers of {self.rules.book.title}", cite)
            if given.what == MATCH_PLAY and not self._takes_coupon(name):
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

    def _takes_coupon(self, name: str) -> bool:
        """Whether a coupon may lie on a wager: on any, where the law does not say on which."""
        rules = self.rules
        return not rules.fixes("coupons_on") or base_of(name) in rules.rule("coupons_on")

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
        backed = bets[flat] + self.state.coupons.get(seat, {}).get(flat, 0)
        if amount > (most := full_odds(self.rules, name, backed, number)):
            wager = self.rules.wager(name)
            raise Refused(
                f"the {wager.name} wager may be {money(most)} at most",
                self.rules.joined("odds_limit", wager.cite),
            )

    def limit_of(self, seat: int, name: str) -> Limit | None:
        """A Come bet on its number has the limits of the Come bet. Odds may always be as much as
        the law gives a right to, whatever the house has posted, and go over the posted maximum as
        far as they must to be paid."""
        base = base_of(name)
        posted = super().limit_of(seat, FLAT.get(base, name))
        number = number_of(name, self.notes["point"])
        if posted is None or base not in SUPPORTS or not number:
            return posted
        right = full_odds(self.rules, name, self._backed(seat, flat_of(name)), number, times=1)
        step = payable(self.rules, name, number) if self.rules.rule("excess_odds") else 1
        most = -(-posted.maximum // step) * step
        least = min(posted.minimum, right) or posted.minimum
        return Limit(least, max(most, right), posted.step)

    def _backed(self, seat: int, flat: str) -> int:
        """A flat bet as it stands, its coupon included."""
        return sum(self._standing(seat, flat))

    # -- what can be paid --------------------------------------------------------------------

    def check_payable(self, name: str, stake: int) -> None:
        """Refuse a stake that could not be paid in the table's own units."""
        step = payable(self.rules, name, number_of(name, self.notes["point"]))
        if stake % step:
            refuse_unpayable(self.rules, name, step)

    # -- what follows ------------------------------------------------------------------------

    def place(self, given: Input) -> Iterator[Event]:
        """The events of a bet; a verbal one turns its cash into chips."""
        if given.what == CASH:
            says, cite = self.rules.says("cash"), self.rules.cite("cash")
            yield Event("said", "dealer", "cash", says=says, step="cash", cite=cite)
        yield from super().place(given)
