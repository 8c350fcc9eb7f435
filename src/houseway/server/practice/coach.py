"""The coach: what each choice of a decision is worth, exactly, where a solver knows.

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

PROMPT = 0.3  # seconds that a page waits for an answer before it says that one is being worked out
WAITING = 20  # questions that may wait
WAIT = 5.0  # seconds after which to ask again
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Worth:
    """One choice and what it is worth on average, in cents; nothing where it is not computed."""

    name: str
    label: str
    cents: Fraction | None


@dataclass(frozen=True)
class Advice:
    """What the choices of one decision are worth, the best first, or why that is not known."""

    choices: tuple[Worth, ...] = ()
    why: str = ""

    @property
    def known(self) -> dict[str, Fraction]:
        """The choices that are computed."""
        return {one.name: one.cents for one in self.choices if one.cents is not None}

    @property
    def best(self) -> str:
        """The choice that is worth most; nothing where none is computed."""
        return next(iter(self.known), "")

    def cost(self, name: str) -> Fraction | None:
        """What a choice gives up against the best, in cents."""
        known = self.known
        return known[self.best] - known[name] if name in known else None


def advise(view: View, rules: TableRules) -> Advice:
    """What a seat's choices are worth now, from what it can see. It may take a while."""
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
    """A choice in words, with the amount at which it is valued: the most that it may carry."""
    said = words(choice.name)
    amount = f" {choice.words(choice.most)}" if choice.most else ""
    return f"{said[:1].upper()}{said[1:]}{amount}"


def dollars(cents: Fraction) -> str:
    """An exact worth as people read it.

    >>> dollars(Fraction(2186750, 2303)), dollars(Fraction(-1000))
    ('+$9.4952', '−$10')
    """
    rounded = round(abs(cents) / 100, 4)
    text = f"{float(rounded):,.4f}".rstrip("0").rstrip(".") if rounded.denominator > 1 else ""
    sign = "−" if cents < 0 else "+" if cents > 0 else ""
    return f"{sign}${text}" if text else f"{sign}{money(int(rounded * 100))}"


class Coach:
    """Solvers at work, one question at a time; the thread ends with the process."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[Future[Advice], View, TableRules]] = (
            queue.SimpleQueue()
        )
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def ask(self, view: View, rules: TableRules) -> Future[Advice]:
        """What a seat's choices are worth, when it is worked out; ``Busy`` if too many wait."""
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
