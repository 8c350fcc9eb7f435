"""What casinos do that share a payout (14.20), by the words of scenarios."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.games.pots.poker.payouts import system as payout_system
from houseway.games.pots.poker.payouts.system import Agreement, Claim, System, SystemLaw
from houseway.rulebook.acts import Case, Fields, act, strict
from houseway.rulebook.money import dollars, money


class SystemCase(Case):
    """An agreement at work."""

    def __init__(self, edition: str, papers: Mapping[str, Fields]) -> None:
        super().__init__(edition, papers)
        self._law: SystemLaw = payout_system.law_of(edition)
        self._system: System | None = None
        self._cites: list[str] = []

    @classmethod
    def law(cls, edition: str) -> SystemLaw | None:
        """What an edition says of such a system."""
        return payout_system.law_of(edition) if edition == "nj" else None

    def history(self) -> Iterable[str]:
        """The cites of the steps that were taken."""
        return self._cites

    def came(self) -> Mapping[str, Any]:
        """The fund, what is displayed, whether payouts are offered, and what became of each."""
        if self._system is None:
            return {}
        now = self._system
        return {
            "fund": money(now.fund),
            "displayed": money(now.displayed),
            "offered": now.operational,
            "shares": {name: money(share.held) for name, share in now.shares.items()},
            "payouts": [_payout(one) for one in now.payouts],
            "record": [line for one in now.payouts for line in payout_system.record(one)],
        }

    @property
    def _now(self) -> System:
        assert self._system is not None
        return self._system

    def _on(self, after: System) -> None:
        if after is not self._system:
            self._cites.append(after.last.cite)
        self._system = after

    @act
    def found(self, _: Any) -> None:
        """The system starts, by the agreement."""
        self._on(payout_system.found(self._law, self.paper(Agreement, "agreement")))

    @act
    def start(self, _: Any) -> None:
        """The system starts and every casino is connected."""
        self.found({})
        for name in self.papers["agreement"]["members"]:
            self.connect(name)

    @act
    def connect(self, how: str) -> None:
        """A casino is connected."""
        self._on(payout_system.connect(self._law, self._now, how))

    @act
    def disconnect(self, how: str) -> None:
        """A casino is not connected any more."""
        self._on(payout_system.disconnect(self._law, self._now, how))

    @act
    def transmit(self, how: Fields) -> None:
        """A ``casino`` tells under a ``number`` what it has contributed in all (``total``)."""
        given = strict(how, "casino", "number", "total")
        casino, number, total = given["casino"], given["number"], dollars(given["total"])
        self._on(payout_system.transmit(self._law, self._now, casino, number, total))

    @act
    def claim(self, how: Fields) -> None:
        """A casino claims a payout: what is different in the ``claim`` paper."""
        made = {**self.papers["claim"], **how}
        told = made.pop("told", None) or self._now.number
        given = strict(made, *(name for name in Claim.__dataclass_fields__ if name != "told"))
        blank = dict.fromkeys(("at", "winning", "losing", "verified_by"), "")
        claimed = Claim(**{**blank, **given, "told": told})
        self._on(payout_system.claim(self._law, self._now, claimed))

    @act
    def tell_otherwise(self, how: Fields) -> None:
        """A ``casino`` is told of a pending ``payout`` otherwise (``how``), ``by`` somebody."""
        given = strict(how, "payout", "casino", "how", "by")
        words = (str(given[name]) for name in ("casino", "how", "by"))
        self._on(payout_system.tell_otherwise(self._law, self._now, given["payout"], *words))

    @act
    def confirm(self, how: Fields) -> None:
        """A ``payout`` is confirmed ``by`` somebody, ``at`` a time."""
        given = strict(how, "payout", "by", "at")
        at = given.get("at", "2027-03-01 21:20")
        self._on(payout_system.confirm(self._law, self._now, given["payout"], given["by"], at))

    @act
    def deny(self, how: Fields) -> None:
        """A ``payout`` is denied ``by`` somebody."""
        given = strict(how, "payout", "by")
        self._on(payout_system.deny(self._law, self._now, given["payout"], given["by"]))


def _payout(one: payout_system.Payout) -> dict[str, Any]:
    return {
        "stage": one.stage,
        "amount": money(one.amount),
        "owed": {name: money(cents) for name, cents in one.owed.items()},
        "told": dict(one.told),
        "parts": {place[0]: money(cents) for place, cents in one.parts().items()},
    }
