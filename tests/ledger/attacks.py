"""Somebody who can write to the database and has none of the keys."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.books import Move, changes
from houseway.ledger.chain.hash_chain import CAGE, GENESIS, canonical, link
from houseway.ledger.database.database import Database


class Attacker:
    """Rewrites a house so that everything that needs no key fits together again."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.connection: Connection

    def __enter__(self) -> "Attacker":
        self.connection = self.database.engine.connect()
        if self.database.kind == "sqlite":
            self.connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.commit()
        self.connection.close()
        self.database.close()

    def do(self, *statements: str, **values: Any) -> None:
        for statement in statements:
            self.connection.execute(text(statement), values)

    def rewrite(self, table: int, alter: Callable[[dict[str, Any]], object]) -> None:
        """Alter entries of a chain; hashes, transfers, balances and the row follow."""
        rows = self.connection.execute(
            text("SELECT seq, body FROM entries WHERE table_id = :t ORDER BY seq"), {"t": table}
        ).all()
        head = GENESIS
        for row in rows:
            body = json.loads(row.body)
            alter(body)
            prev, written = head, canonical(body)
            head = link(prev, written)
            self.do(
                "UPDATE entries SET prev = :prev, hash = :hash, body = :body"
                " WHERE table_id = :t AND seq = :seq",
                prev=prev, hash=head, body=written, t=table, seq=row.seq,
            )  # fmt: skip
            self.do(
                "DELETE FROM transfers WHERE table_id = :t AND seq = :seq", t=table, seq=row.seq
            )
            for number, (kind, source, target, amount) in enumerate(body["moves"]):
                self.do(
                    "INSERT INTO transfers VALUES (:t, :seq, :n, :kind, :source, :target, :amount)",
                    t=table, seq=row.seq, n=number, kind=kind, source=source, target=target,
                    amount=amount,
                )  # fmt: skip
        self.do("UPDATE tables SET head = :h WHERE id = :t", h=head, t=table)
        self.rebalance()

    def rebalance(self) -> None:
        """Every balance as the transfers have it."""
        rows = self.connection.execute(text("SELECT kind, source, target, amount FROM transfers"))
        self.do("UPDATE accounts SET balance = 0")
        for change in changes([Move(*row) for row in rows], {}):
            self.do(
                "UPDATE accounts SET balance = :by WHERE name = :name",
                by=change["by"], name=change["name"],
            )  # fmt: skip

    def cut(self, table: int, seq: int) -> None:
        """Cut off what came after an entry, as if it had never been."""
        self.do(
            "DELETE FROM transfers WHERE table_id = :t AND seq > :seq",
            "DELETE FROM entries WHERE table_id = :t AND seq > :seq",
            t=table, seq=seq,
        )  # fmt: skip
        last = self.connection.execute(
            text("SELECT hash, body FROM entries WHERE table_id = :t AND seq = :seq"),
            {"t": table, "seq": seq},
        ).one()
        body = json.loads(last.body)
        self.do(
            "UPDATE tables SET seq = :seq, head = :h WHERE id = :t", seq=seq, h=last.hash, t=table
        )
        if "data" in body:
            self.do(
                "UPDATE tables SET boundary = :seq, data = :data, pending = :pending WHERE id = :t",
                seq=seq, data=canonical(body["data"]), pending=canonical(body["pending"]), t=table,
            )  # fmt: skip
        self.rebalance()

    def strip(self, after: int = 0) -> None:
        """Remove every signed head after one."""
        self.do(
            "DELETE FROM heads WHERE number > :n", "DELETE FROM checkpoints WHERE number > :n",
            n=after,
        )  # fmt: skip

    def remove_table(self, table: int) -> None:
        """A table that there never was, the last one."""
        self.do(
            "DELETE FROM heads WHERE table_id = :t",
            "DELETE FROM transfers WHERE table_id = :t",
            "DELETE FROM entries WHERE table_id = :t",
            "DELETE FROM tables WHERE id = :t",
            "DELETE FROM visits WHERE table_id = :t",
            t=table,
        )  # fmt: skip
        rows = self.connection.execute(
            text("SELECT seq, body FROM entries WHERE table_id = :c ORDER BY seq"), {"c": CAGE}
        ).all()
        opened = next(row.seq for row in rows if json.loads(row.body).get("opened") == table)
        self.cut(CAGE, opened - 1)


def richer(name: str) -> Callable[[dict[str, Any]], None]:
    """A buy-in of somebody, ten times as large."""

    def alter(body: dict[str, Any]) -> None:
        if body["do"]["do"] == "buy_in" and body["do"]["name"] == name:
            body["do"]["amount"] *= 10
            body["moves"] = [[*move[:3], move[3] * 10] for move in body["moves"]]

    return alter
