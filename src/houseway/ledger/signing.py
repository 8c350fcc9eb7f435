"""When a house signs: soon after anything has happened, and whoever is outside is told of it.

A head is signed when a table has many entries that are not, when a table or the house is closed,
and otherwise before an entry is a minute old, whether or not anything more happens.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from houseway.ledger.anchor import Anchor
from houseway.ledger.chain import CAGE
from houseway.ledger.errors import Broken, Unavailable, Unusable
from houseway.ledger.heads import SIGN_AFTER, SIGN_EVERY, Heads, count, leaves
from houseway.ledger.merkle import Frontier
from houseway.ledger.notes import Checkpoint, Note
from houseway.ledger.store import Store
from houseway.ledger.witness import Asked, Witnesses

TURNS = 4  # looks for something to sign within the time in which it must be


class Signing:
    """Signs the heads of a house, keeps its anchor and asks its witnesses."""

    def __init__(
        self,
        store: Store,
        every: int,
        after: float,
        anchor: Path | None,
        witnesses: Sequence[str],
    ) -> None:
        if not 0 < every <= SIGN_EVERY or not 0 < after <= SIGN_AFTER:
            most = f"every {SIGN_EVERY} entries and after {SIGN_AFTER} seconds"
            raise Unusable(f"a house signs at least {most}")
        self._store, self._every, self._after = store, every, after
        self._anchor = anchor
        self.witnesses = Witnesses([Asked.parse(one) for one in witnesses])
        self.heads = Heads(store)
        self.fault = ""  # what was found that this house did not write
        self._cage = 0  # entries of the house's own chain since the last head
        self._turn = threading.Lock()
        self._thread: threading.Thread | None = None
        self._told = 0  # how many heads the anchor has, and the witnesses
        self._seen = 0
        self._added = ""  # the last note that this process has brought to the anchor

    # -- opening and closing -----------------------------------------------------------------

    def open(self) -> None:
        """Hold the house against what it has signed and what is known of it outside; then sign
        what a process that was stopped has left."""
        last = self.anchor.last() if self.anchor else None  # before: another process may sign
        with self._store.database.reading() as connection:
            self.heads.check(connection)
            if last is not None:
                if last.size > self.heads.size:
                    raise Broken(
                        f"the anchor knows {last.size} signed heads and here are"
                        f" {self.heads.size}: an older copy was put back, or the end was cut off"
                    )
                if Frontier(leaves(connection)[: last.size]).root() != last.root:
                    raise Broken("the anchor knows other heads than there are here: run an audit")
        self._sign()
        self._show()

    @property
    def anchor(self) -> Anchor | None:
        """The file outside, if the house has one."""
        return Anchor(self._anchor, self.heads.key) if self._anchor else None

    def start(self, closing: threading.Event) -> None:
        """Sign in time from now on, until the house closes."""
        self._thread = threading.Thread(target=self._keep_on, args=(closing,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Wait until nobody signs."""
        if self._thread is not None:
            self._thread.join()

    def _keep_on(self, closing: threading.Event) -> None:
        known = self.heads.size
        while not closing.wait(self._after / TURNS):
            with suppress(Unavailable):
                with self._store.database.reading() as connection:
                    size = count(connection)
                if size == known:  # else somebody has signed since the last look: the next is soon
                    self.now()
                known = max(size, self.heads.size)
                self._quietly(self._show)

    # -- signing -----------------------------------------------------------------------------

    def must_hold(self) -> None:
        """Refuse to go on in a house that somebody else has written into."""
        if self.fault:
            raise Broken(self.fault)

    def added(self, table: int, seq: int = 0, closed: bool = False) -> None:
        """An entry is committed: sign if there are many, or if it was the last of its table."""
        if table == CAGE:
            self._cage += 1
        many = self._cage if table == CAGE else self.heads.unsigned(table, seq)
        if closed or many >= self._every:
            self.now(wait=closed)

    def now(self, wait: bool = True) -> None:
        """Sign whatever has moved. Where the database fails it is done the next time; whatever
        this house did not write it does not sign, and it stops."""
        if not self._turn.acquire(blocking=wait):
            return  # somebody does
        try:
            with suppress(Unavailable):
                self._quietly(self._sign)
        finally:
            self._turn.release()

    def _quietly(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (Broken, Unusable) as error:
            self.fault = str(error)

    def _sign(self) -> None:
        with self._store.database.snapshot() as connection:
            made = self.heads.sign(connection)
        if made is not None:
            self.heads.take(made)
        self._cage = 0
        if (anchor := self.anchor) and self._told < self.heads.size:
            try:
                anchor.add(self.heads.note, self._added)
            except OSError as error:
                what = f"the anchor {self._anchor} cannot be written: {error.strerror}"
                raise Unavailable(what) from None
            self._told, self._added = self.heads.size, self.heads.note

    def _show(self) -> None:
        """Show the last checkpoint to the witnesses; their names go to the anchor."""
        if not self.witnesses or self._seen == self.heads.size:
            return
        note = self.heads.note

        def all_leaves() -> Sequence[bytes]:
            with self._store.database.reading() as connection:
                return leaves(connection)

        shown = self.witnesses.show(note, all_leaves)
        if self.anchor and shown != note:
            with suppress(OSError):
                self.anchor.add(shown)
        if not self.witnesses.silent:
            self._seen = Checkpoint.parse(Note.parse(note).text).size
