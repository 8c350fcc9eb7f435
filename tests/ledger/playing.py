"""A table that is played by whoever sits there: any game, any lawful bets and decisions."""

import random
from collections.abc import Sequence
from typing import Any

from houseway.ledger.house import House
from houseway.ledger.tables.answers import Answer
from houseway.referee.window import fitting
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


def other(column: str) -> str:
    """SQL for another value of a column of hex digits, whatever it begins with."""
    first = f"CASE substr({column}, 1, 2) WHEN '00' THEN '11' ELSE '00' END"
    return f"{first} || substr({column}, 3)"


class Playing:
    """Gives a table of a house one sensible command after another."""

    def __init__(
        self, house: House, table: int, players: Sequence[str] = ("Ann", "Bob"), seed: object = 0
    ) -> None:
        self.house, self.table, self.players = house, table, list(players)
        self.dice = random.Random(f"{table} {seed}")
        self.prefix = f"{seed}"
        self.count = 0
        self.last: tuple[dict[str, Any], str, str] | None = None

    @property
    def rules(self) -> TableRules:
        with self.house.looking(self.table) as live:
            return live.table.rules

    def say(self, command: dict[str, Any], by: str) -> Answer:
        """One command under a key of its own."""
        self.count += 1
        key = f"{self.prefix} {self.count}"
        self.last = (command, by, key)
        return self.house.do(self.table, command, by=by, key=key)

    def sit(self) -> None:
        """Everybody takes a seat who has none."""
        taken = self.house.players(self.table)
        for name in self.players:
            if name not in taken.values():
                seat = next(n for n in range(1, 99) if n not in taken)
                self.say({"do": "sit", "seat": seat}, name)
                taken[seat] = name

    def step(self) -> Answer | None:
        """The next sensible thing; nothing if it was refused."""
        waiting = self.house.waiting(self.table)
        try:
            if not waiting:
                return self.say({"do": "begin"}, "Dee")
            if waiting["for"] == "bets":
                return self.bet_and_close()
            if waiting["for"] == "tickets":
                return self.buy_and_close()
            choice = self.dice.choice(waiting["choices"])
            amount = self.dice.randint(choice["least"], choice["most"])
            amount -= amount % choice["step"]
            who = waiting["who"]
            by = self.house.players(self.table)[who] if isinstance(who, int) else "Flo"
            return self.say({"do": "act", "who": who, "what": choice["name"], "amount": amount}, by)
        except Refused:
            return None

    def buy_and_close(self) -> Answer:
        """Everybody buys a ticket, what must come before the close is done, and it comes."""
        for seat, name in self.house.players(self.table).items():
            form = {"wager": "straight", "rate": 100, "numbers": self.dice.sample(range(1, 81), 3)}
            self.say({"do": "buy", "seat": seat, "form": form}, name)
        for act in self.house.waiting(self.table)["acts"]:
            self.say({"do": "act", **act}, "Flo")
        return self.say({"do": "close"}, "Dee")

    def bet_and_close(self) -> Answer | None:
        """Everybody bets something, and the window closes if it goes together."""
        for seat, name in self.house.players(self.table).items():
            self._bet(seat, name)
        try:
            return self.say({"do": "close"}, "Dee")
        except Refused as refusal:
            for seat, name in self.house.players(self.table).items():
                if f"seat {seat}" in refusal.reason:
                    bets = self.house.view(self.table, name, seat).state.bets.get(seat, {})
                    self.say({"do": "bet", "seat": seat, "bets": dict.fromkeys(bets, 0)}, name)
            return None

    def _bet(self, seat: int, name: str) -> None:
        unit, bets = 500 * self.dice.randint(1, 4), {}
        for wager, terms in self.rules.wagers.items():
            if terms.window != "bets" or terms.paid_on:
                continue
            if terms.required or self.dice.random() < 0.4:
                fixed = [amount for rule in terms.amount for amount in rule.choices]
                spot = f"@{self.dice.choice(list(terms.spots))}" if terms.spots else ""
                bets[wager + spot] = fixed[0] if fixed else unit
        bets = fitting(self.rules, bets)
        for wagers in (bets, *({wager: amount} for wager, amount in bets.items())):
            try:
                self.say({"do": "bet", "seat": seat, "bets": wagers}, name)
            except Refused:
                continue
            if wagers is bets:
                return

    def rounds(self, count: int, steps: int = 2000) -> None:
        """So many rounds to their end."""
        self.sit()
        for _ in range(steps):
            if self.done() >= count and not self.house.waiting(self.table):
                return
            self.step()
        raise AssertionError(f"{count} rounds did not end in {steps} steps")

    def done(self) -> int:
        """How many rounds have ended."""
        with self.house.looking(self.table) as live:
            return live.table.data.rounds
