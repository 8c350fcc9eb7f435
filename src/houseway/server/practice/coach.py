"""The coach: the exact value of each choice of a decision, where there is a solver.

Solvers can take a while, so they work one at a time in a thread of their own, and a page asks again
until they have finished.
"""

import logging
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction

from houseway.games import game as find_game
from houseway.referee.requests import Choice
from houseway.referee.view import View
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.server.http.pool import Busy

PROMPT = 0.3  # seconds that a page waits before it reports progress
WAITING = 20  # questions that may wait
WAIT = 5.0  # seconds for Retry-After
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Worth:
    """A choice and its expected value in cents; None if it is not computed."""

    name: str
    label: str
    cents: Fraction | None


@dataclass(frozen=True)
class Advice:
    """The values of a decision's choices, the best first, or why they are unknown."""

    choices: tuple[Worth, ...] = ()
    why: str = ""

    @property
    def known(self) -> dict[str, Fraction]:
        """Return the choices that are computed."""
        return {one.name: one.cents for one in self.choices if one.cents is not None}

    @property
    def best(self) -> str:
        """Return the choice with the highest value, or None if none is computed."""
        return next(iter(self.known), "")

    def cost(self, name: str) -> Fraction | None:
        """Return a choice's cost in cents, compared with the best."""
        known = self.known
        return known[self.best] - known[name] if name in known else None


def advise(view: View, rules: TableRules) -> Advice:
    """Return the values of a seat's choices, from what the seat can see. It may be slow."""
    assert view.asked is not None
    game = find_game(rules.book.game)
    try:
        if not game.has_advice:
            return Advice(why="There is no solver for the decisions of this game.")
        found = game.advise(view, rules)
    except ModuleNotFoundError as error:
        return Advice(why=f"The solver needs {error.name}: install houseway[odds].")
    except Refused as refusal:
        return Advice(why=f"{refusal.reason[:1].upper()}{refusal.reason[1:]}.")
    except Exception:
        _log.exception("the solver of %s has no answer", rules.book.game)
        return Advice(why="The solver has no answer here.")
    if not found:
        return Advice(why="This decision is not computed.")
    rows = [Worth(one.name, label(one), found.get(one.name)) for one in view.asked.choices]
    rows.sort(key=lambda one: (one.cents is None, -(one.cents or 0)))
    return Advice(tuple(rows))


def label(choice: Choice) -> str:
    """Return a choice in words, with the amount at which it is valued: the largest permitted."""
    said = words(choice.name)
    amount = f" {choice.words(choice.most)}" if choice.most else ""
    return f"{said[:1].upper()}{said[1:]}{amount}"


def dollars(cents: Fraction) -> str:
    """Return an exact value as text.

    >>> dollars(Fraction(2186750, 2303)), dollars(Fraction(-1000))
    ('+$9.4952', '−$10')
    """
    rounded = round(abs(cents) / 100, 4)
    text = f"{float(rounded):,.4f}".rstrip("0").rstrip(".") if rounded.denominator > 1 else ""
    sign = "−" if cents < 0 else "+" if cents > 0 else ""
    return f"{sign}${text}" if text else f"{sign}{money(int(rounded * 100))}"


class Coach:
    """Runs solvers for one question at a time, in a daemon thread."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[Future[Advice], View, TableRules]] = (
            queue.SimpleQueue()
        )
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def ask(self, view: View, rules: TableRules) -> Future[Advice]:
        """Return a future with the values of a seat's choices; raise ``Busy`` when the queue is
        full."""
        if self._asked.qsize() >= WAITING:
            raise Busy(WAIT)
        found: Future[Advice] = Future()
        self._asked.put((found, view, rules))
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="coach", daemon=True)
                self._thread.start()
        return found

    def _work(self) -> None:
        while True:
            future, view, rules = self._asked.get()
            if future.set_running_or_notify_cancel():
                future.set_result(advise(view, rules))
