"""A payout fund in scenarios: every act takes a paper of its own name, or what is told of it."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from houseway.games.pots.poker.payouts import fund as rules
from houseway.games.pots.poker.payouts.law import PayoutLaw, law
from houseway.rulebook.acts import Case, Differs, Fields, act, laid_over, strict
from houseway.rulebook.cite import split
from houseway.rulebook.money import money


class PayoutCase(Case):
    """One fund from its filing to its end."""

    def __init__(self, edition: str, papers: Mapping[str, Fields]) -> None:
        super().__init__(edition, papers)
        found = self.law(edition)
        assert found is not None
        self.rules = found
        self.day = "2026-11-18"
        self.fund = rules.Fund(str(papers.get("fund", {}).get("payout", "bad_beat")))

    @classmethod
    def law(cls, edition: str) -> PayoutLaw | None:
        """What the law fixes of it."""
        return law(edition)

    def history(self) -> Iterator[str]:
        """The cites of what was done, and of what was found."""
        yield from (done.cite for done in self.fund.history)
        yield from (one.cite for one in self.fund.differences)

    def came(self) -> Mapping[str, Any]:
        """Where the fund stands."""
        fund = self.fund
        return {
            "stage": fund.stage,
            "record": money(fund.record),
            "display": money(fund.display),
            "held": {table: money(box.held) for table, box in fund.boxes.items() if box.held},
            "carried": money(fund.carried),
            "waiting": sorted(fund.forms),
            "missing": list(fund.missing),
            "revenue": money(fund.revenue),
            "differences": [one.says for one in fund.differences],
        }

    def _take(self, name: str, given: Any, paper: str = "") -> None:
        """Do it with the paper of that name, the day and what is told besides."""
        if not isinstance(given, dict):
            raise Differs(f"{name}: what is told of it are fields")
        whole = laid_over(self.papers.get(paper, {}), given)
        if "day" in rules.ACTS[name][0].model_fields:
            whole.setdefault("day", self.day)
        self.fund = rules.take(self.rules, self.fund, name, whole)

    @act
    def gaming_day(self, how: str) -> None:
        """It is this gaming day now."""
        self.day = date.fromisoformat(how).isoformat()

    @act
    def file(self, how: Fields) -> None:
        """Procedures for ending the payout are filed, with the controls of the count."""
        self._take("file", how, "filing")

    @act
    def offer(self, how: Any) -> None:
        """These tables begin to offer the payout."""
        for table in how if isinstance(how, list) else [how]:
            self._take("offer", {"table": table})

    @act
    def contribute(self, how: Fields) -> None:
        """Pots contribute: amounts by table."""
        for table, amount in how.items():
            self._take("contribute", {"table": table, "amount": amount})

    @act
    def win(self, how: Any) -> None:
        """A verified hand is paid so much."""
        self._take("win", {"amount": how})

    @act
    def count_at_table(self, how: Fields) -> None:
        """A box is counted at a closed table and carried to the cage."""
        self._take("count_at_table", how, "at_table")

    @act
    def verify(self, how: Fields) -> None:
        """A cashier verifies the aggregate."""
        self._take("verify", how, "verified")

    @act
    def count_in_cage(self, how: Fields) -> None:
        """Every box is counted in the cage: `found` by table."""
        self._take("count_in_cage", how, "in_cage")

    @act
    def count_container(self, how: Fields) -> None:
        """A container is counted, and a form tells what went back to the inventory."""
        self._take("count_container", how, "container")

    @act
    def deposit(self, how: Fields) -> None:
        """Original and duplicate of a form go where they belong."""
        self._take("deposit", how, "deposit")

    @act
    def match(self, how: Fields) -> None:
        """Accounting holds duplicates against originals."""
        self._take("match", how, "match")

    @act
    def adjust(self, how: Fields) -> None:
        """Accounting sets the display and looks at it."""
        if "display" in how:
            how = {"seen": how["display"], **how}
        self._take("adjust", how, "adjust")

    @act
    def due(self, how: list[str]) -> None:
        """What is still to be done, in words."""
        found = rules.due(self.rules, self.fund, date.fromisoformat(self.day))
        if (told := [one.reason for one in found]) != how:
            raise Differs(f"due is {told}")
        self.cites |= {cite for one in found for cite in split(one.cite)}

    @act
    def close_day(self, _: Any) -> None:
        """The gaming day is closed."""
        self._take("close_day", {})

    @act
    def close_table(self, how: Any) -> None:
        """These tables are closed."""
        for table in how if isinstance(how, list) else [how]:
            self._take("close_table", {"table": table})

    @act
    def end(self, how: Fields) -> None:
        """Contributions end."""
        self._take("end", how, "end")

    @act
    def transfer(self, how: Fields) -> None:
        """What is left goes to another payout."""
        rules.check_taker(self.rules, str(how.get("to", "")))
        self._take("transfer", strict(how, "to", "amount"))

    @act
    def pay_out(self, how: Fields) -> None:
        """What is left is paid to players by a posted rule."""
        self._take("pay_out", how, "pay_out")

    @act
    def close(self, _: Any) -> None:
        """The fund is closed."""
        self._take("close", {})
