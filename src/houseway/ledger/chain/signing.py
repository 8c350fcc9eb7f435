"""When a house signs: soon after anything has happened, and whoever is outside is told of it.

A head is signed when a table has many entries that are not, when a table or the house is closed,
and otherwise before an entry is a minute old, whether or not anything more happens. Witnesses are
asked in a thread of their own, so that a slow one delays no signature.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from houseway.ledger.chain.anchor import Anchor
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.chain.heads import SIGN_AFTER, SIGN_EVERY, Heads, count, last_note, leaves
from houseway.ledger.chain.merkle import Frontier
from houseway.ledger.chain.witnessing import Asked, Log, Witnesses, in_words, kept_beside
from houseway.ledger.database.store import Store
from houseway.ledger.errors import Broken, Unavailable, Unusable

TURNS = 4  # looks for something to sign within the time in which it must be
_log = logging.getLogger("houseway.signing")


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
        asked = [Asked.parse(one) for one in witnesses]
        self.witnesses = Witnesses(asked, moment=store.moment)
        self.heads = Heads(store)
        self.fault = ""  # what was found that this house did not write
        self.failing: dict[str, str] = {}  # what does not work now: since when and why
        self._cage = 0  # entries of the house's own chain since the last head
        self._turn = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._known = 0  # how many heads there were at the last look
        self._told = 0  # how many heads the anchor has
        self._added = ""  # the last note that this process has brought to the anchor

    # -- opening and closing -----------------------------------------------------------------

    def open(self) -> None:
        """Check the house against its signatures, its anchor and its witnesses; then sign what a
        process that was stopped has left."""
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
        if self._anchor:
            self.witnesses.remember(kept_beside(self._anchor))
        self.show()
        self.must_hold()

    @property
    def anchor(self) -> Anchor | None:
        """The file outside, if the house has one."""
        return Anchor(self._anchor, self.heads.key) if self._anchor else None

    def start(self, closing: threading.Event) -> None:
        """Sign in time from now on, until the house closes, and keep the witnesses informed."""
        turns = [self._sign_in_time]
        if self.witnesses:
            turns.append(self.show)
        for turn in turns:
            thread = threading.Thread(target=self._keep_on, args=(turn, closing), daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Wait until no thread signs or contacts witnesses."""
        for thread in self._threads:
            thread.join()

    def _keep_on(self, turn: Callable[[], None], closing: threading.Event) -> None:
        while not closing.wait(self._after / TURNS):
            turn()

    def _sign_in_time(self) -> None:
        """Sign unless somebody has since the last look: then the next one is soon."""
        self._guarded("looking for entries to sign", self._look)

    def _look(self) -> None:
        with self._store.database.reading() as connection:
            size = count(connection)
        if size == self._known:
            self.now()
        self._known = max(size, self.heads.size)

    def show(self) -> None:
        """Show the last checkpoint to the witnesses that have not signed it."""
        if self.witnesses and not self.witnesses.seen(self.heads.size):
            self._guarded("asking the witnesses", self._show)

    # -- signing -----------------------------------------------------------------------------

    def must_hold(self) -> None:
        """Refuse to continue in a house that another program has altered."""
        if self.fault:
            raise Broken(self.fault)

    def troubles(self) -> list[str]:
        """Return what must be put right at once: why the house has stopped, what fails."""
        fault = [f"The house has stopped: {self.fault}"] if self.fault else []
        return [*fault, *self.failing.values()]

    def notices(self) -> list[str]:
        """Return all that the floor must know: the troubles, and who does not witness."""
        return [*self.troubles(), *(str(one) for one in self.witnesses.unwitnessed)]

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
            self._guarded("signing", self._sign)
        finally:
            self._turn.release()

    def _guarded(self, what: str, work: Callable[[], None]) -> None:
        """Do some work and keep on whatever happens: what this house did not write stops it, and
        anything else is logged, shown and tried again."""
        try:
            work()
        except Unavailable as error:
            self._fails(what, str(error))
        except (Broken, Unusable) as error:
            if not self.fault:
                _log.critical("the house stops: %s", error)
            self.fault = str(error)
        except Exception as error:
            self._fails(what, f"{type(error).__name__}: {error}")
        else:
            self.failing.pop(what, None)

    def _fails(self, what: str, why: str) -> None:
        if what not in self.failing:
            said = f"{what} has failed since {in_words(self._store.moment())} ({why})"
            self.failing[what] = said[:1].upper() + said[1:]
            _log.error("%s; it is tried again", self.failing[what])

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
        """Show the last checkpoint to the witnesses; their signatures go to the anchor."""
        if not self.witnesses:
            return
        before = list(self.witnesses.standings)
        try:
            for shown in self.witnesses.show(self._read):
                if anchor := self.anchor:
                    with suppress(OSError):
                        anchor.add(shown)
        finally:
            if self._anchor and self.witnesses.standings != before:
                self.witnesses.keep(kept_beside(self._anchor))

    def _read(self) -> Log:
        with self._store.database.reading() as connection:
            return Log(self.heads.key, last_note(connection), leaves(connection))
