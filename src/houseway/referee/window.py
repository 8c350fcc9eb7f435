"""The betting window: what a seat may bet, and when the window may close."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from houseway.referee.data import TableData
from houseway.referee.events import Event, bet_account, seat_account
from houseway.referee.requests import Input
from houseway.referee.state import State
from houseway.rulebook.cite import split
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Wager
from houseway.rulebook.money import cents, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import SMALLEST_CHIP, TableRules, base_of

CHIPS = "chips"
MATCH_PLAY = "match_play"


class Unpayable(Refused):
    """The stake could not be paid exactly; another could."""


def fitting(rules: TableRules, bets: Mapping[str, int]) -> dict[str, int]:
    """These bets, with the amounts that the law fixes by another of them."""
    fitted = dict(bets)
    for name in fitted:
        for rule in rules.wager(name).amount:
            if rule.other in fitted and (exact := rule.exact(fitted)):
                fitted[name] = exact
    return fitted


class BettingWindow:
    """Checks wagers against the rulebook and the house's limits."""

    def __init__(self, rules: TableRules, data: TableData, state: State) -> None:
        self.rules = rules
        self.data = data
        self.state = state

    def holds(self, seat: int) -> bool:
        """Return whether a seat is in the round and must stay until it is over."""
        return bool(self.state.placed.get(seat))

    # -- one seat's bet ----------------------------------------------------------------------

    def check_bet(self, given: Input) -> None:
        """Refuse a bet that may not be made; nothing changes."""
        seat = given.who
        if not isinstance(seat, int) or seat not in self.data.players:
            cite = self.rules.cite("seated")
            raise Refused(f"nobody sits at seat {seat}; only seated players may wager", cite)
        if not given.amounts:
            raise Refused("a bet must name a wager and an amount", self.rules.cite("bets"))
        self._check_tender(given)
        for name, amount in given.amounts:
            wager = self.rules.wager(name)
            if wager.paid_on:
                raise Refused(f"the {wager.name} has no stake of its own", wager.cite)
            if wager.window != "bets":
                raise Refused(f"the {wager.name} wager is made later in the round", wager.cite)
            cents(amount, name, wager.cite)
            if amount:
                self._check_amount(seat, name, wager, amount, given)

    def _check_tender(self, given: Input) -> None:
        """Refuse an unknown tender, and a tender on wagers for which it is not valid."""
        tender = given.what or CHIPS
        rule = self.rules.book.tenders.get(tender)
        if rule is None:
            known = ", ".join(name for name, rule in self.rules.book.tenders.items() if rule.value)
            cite = next(iter(self.rules.book.tenders.values())).cite
            raise Refused(f"wagers are made with {known}, not {tender!r}", cite)
        only = rule.value if isinstance(rule.value, list) else None
        if not rule.value or (only and any(base_of(name) not in only for name, _ in given.amounts)):
            raise Refused(rule.says, rule.cite)

    def _check_amount(self, seat: int, name: str, wager: Wager, amount: int, given: Input) -> None:
        chips, coupon = self._standing(seat, name)
        if given.what == MATCH_PLAY:
            if amount > chips:
                raise Refused(
                    f"a match play coupon of {money(amount)} needs at least as much in chips "
                    f"beside it on the {wager.name}",
                    self.rules.book.tenders[MATCH_PLAY].cite,
                )
            coupon = amount
        else:
            chips = amount
        stake = chips + coupon
        for rule in wager.amount:
            if rule.alone and not rule.fits(stake, {}):
                reason = f"the {wager.name} wager is {rule}, not {money(stake)}"
                raise Refused(reason, wager.cite_of("amount"))
        if wager.kept:  # coin that lies there from before stays, and whole chips are added
            stood, _ = self._standing(seat, name)
            coin = stood % self.rules.chip if chips > stood else 0
            self._check_chips(wager, chips if chips % self.rules.chip == 0 else chips - coin)
            stake -= coin
        self._check_limits(seat, name, wager, stake, given.accepted)
        if not wager.kept:
            self._check_chips(wager, chips)
        self.check_payable(name, stake)

    def _check_chips(self, wager: Wager, amount: int) -> None:
        """Refuse an amount that no number of the table's smallest chips makes up."""
        if amount % (chip := self.rules.chip):
            reason = f"a {wager.name} wager is made in whole chips of {money(chip)}"
            raise Refused(reason, self.rules.cite(SMALLEST_CHIP))

    def limit_of(self, seat: int, name: str) -> Limit | None:
        """The limits of a seat's wager, if the house sets them."""
        return self.rules.limits.get(base_of(name))

    def check_payable(self, name: str, stake: int) -> None:
        """Refuse a stake that could not be paid in whole cents at every price that it may come to
        be paid at: those of the wager itself, of a bonus that is paid on it and of the wagers that
        are a multiple of it."""
        if stake % _always_paid(self.rules, base_of(name)) == 0:
            return
        for other, times in _paid_by(self.rules, base_of(name)):
            for price in self.rules.schedule(other).prices.values():
                chips = times * stake
                if chips.denominator > 1 or price.unpaid(int(chips)):
                    known, paying = self.rules.wager(name), self.rules.schedule(other)
                    reason = f"at {price} such a {known.name} wager cannot be paid in whole cents"
                    raise Unpayable(reason, paying.cite)

    def _check_limits(self, seat: int, name: str, wager: Wager, stake: int, accepted: bool) -> None:
        if stake < (least := self.rules.least_bet(name)):
            cite = self.rules.book.minimums[base_of(name)].cite
            raise Refused(f"{wager.name} wagers must be at least {money(least)}", cite)
        limit = self.limit_of(seat, name)
        if limit is None:
            return
        if limit.minimum <= stake <= limit.maximum:
            if stake % limit.step:
                steps = f"{wager.name} wagers go in steps of {money(limit.step)}"
                raise Refused(steps, self.rules.chapter.steps.cite)
            return
        if wager.one_amount:
            reason = f"every {wager.name} wager is {money(limit.minimum)}, not {money(stake)}"
            raise Refused(reason, wager.cite_of("amount"))
        outside = self.rules.chapter.outside_limits
        if not (accepted and outside.allowed):
            raise Refused(
                f"{wager.name} wagers run from {money(limit.minimum)} to {money(limit.maximum)}, "
                f"not {money(stake)}",
                outside.cite if accepted else self.rules.chapter.limits.cite,
            )

    def _standing(self, seat: int, wager: str) -> tuple[int, int]:
        return (
            self.state.placed.get(seat, {}).get(wager, 0),
            self.state.coupons.get(seat, {}).get(wager, 0),
        )

    def place(self, given: Input) -> Iterator[Event]:
        """The events of a bet that has been checked: each wager now stands at its amount."""
        assert isinstance(given.who, int)
        seat = given.who
        for name, amount in given.amounts:
            cite = self.rules.wager(name).cite
            if given.what == MATCH_PLAY:
                cite = self.rules.book.tenders[MATCH_PLAY].cite
                yield Event("coupon", seat, wager=name, amount=amount, step="bets", cite=cite)
                continue
            if given.accepted and self._is_outside(seat, name, amount):
                chapter = self.rules.chapter
                cite = f"{cite}, {chapter.outside_limits.cite}, {chapter.accepted_is_settled.cite}"
            standing, coupon = self._standing(seat, name)
            player, bet = seat_account(seat), bet_account(seat, name)
            more = amount - standing
            if more > 0:
                yield Event("wagered", seat, "", name, more, 0, player, bet, step="bets", cite=cite)
            elif more < 0:
                yield Event(
                    "withdrawn", seat, "", name, -more, 0, bet, player, step="bets", cite=cite
                )
            if coupon > amount:
                yield Event("coupon", seat, wager=name, amount=0, step="bets", cite=cite)

    def _is_outside(self, seat: int, name: str, amount: int) -> bool:
        limit = self.limit_of(seat, name)
        return limit is not None and not limit.minimum <= amount <= limit.maximum

    # -- closing -----------------------------------------------------------------------------

    def check_close(self) -> None:
        """Refuse to close while a seat's wagers do not go together."""
        seats = [seat for seat, wagers in self.state.placed.items() if wagers]
        if not seats:
            raise Refused("no wager is on the table", self.rules.cite("bets"))
        for seat in seats:
            self._check_together(seat, self.state.stakes(seat))

    def _check_together(self, seat: int, stakes: dict[str, int]) -> None:
        made = {base_of(name) for name in stakes}
        for name, wager in self.rules.wagers.items():
            if name not in made:
                if wager.required:
                    reason = f"seat {seat} needs {wager.name} to be dealt in"
                    raise Refused(reason, self._cite_of_required(name, made))
                continue
            for other in wager.needs:
                if other not in made:
                    needed = self.rules.book.wagers[other].name
                    reason = f"seat {seat}: {wager.name} needs {needed}"
                    raise Refused(reason, wager.cite_of("needs"))
            for other in wager.excludes:
                if other in made:
                    barred = self.rules.book.wagers[other].name
                    reason = f"seat {seat}: {wager.name} excludes {barred}"
                    raise Refused(reason, wager.cite_of("excludes"))
            for rule in wager.amount:
                if not rule.fits(stakes.get(name, 0), stakes) and not wager.spots:
                    wanted = rule.wants(stakes)
                    if rule.other in self.rules.book.wagers:
                        known = self.rules.book.wagers[rule.other].name
                        wanted = wanted.replace(rule.other, known, 1)
                    raise Refused(
                        f"seat {seat}: {wager.name} must be {wanted}, not {money(stakes[name])}",
                        wager.cite_of("amount"),
                    )

    def _cite_of_required(self, name: str, made: Collection[str]) -> str:
        """The paragraph that asks for a wager; where only a definition does, that of a wager which
        was made and needs it, if that is more than a definition."""
        wagers = self.rules.wagers
        asked = wagers[name].cite_of("required")
        if all(map(_is_definition, split(asked))):
            needing = [wagers[other] for other in wagers if other in made]
            for needs in [w.cite_of("needs") for w in needing if name in w.needs]:
                if not any(map(_is_definition, split(needs))):
                    return needs
        return asked


def _is_definition(cite: str) -> bool:
    """Whether a paragraph is a definition, which is cited by its word."""
    return " " in cite


def _paid_by(rules: TableRules, name: str) -> Iterator[tuple[str, Fraction]]:
    """The wagers whose prices a stake may be paid at, each with the multiple of it."""
    for other, wager in rules.wagers.items():
        if not (wager.paytable or wager.pays):
            continue
        if name in (other, wager.paid_on):
            yield other, Fraction(1)
        for rule in wager.amount:
            if rule.other == name and rule.relation == "equal":
                yield other, rule.times


@lru_cache(maxsize=256)
def _always_paid(rules: TableRules, name: str) -> int:
    """An amount of which every multiple can be paid in whole cents at every price."""
    return lcm(
        *(
            times.denominator * price.odds.denominator
            for other, times in _paid_by(rules, name)
            for price in rules.schedule(other).prices.values()
        )
    )
