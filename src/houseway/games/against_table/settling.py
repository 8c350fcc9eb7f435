"""Settling a table at once: what loses is taken, then pushes are cleared, then winners are paid."""

from collections.abc import Callable, Mapping, Sequence

from houseway.games.authoring.shared_limit import shares
from houseway.referee.round import Round, Script

Hits = Mapping[int, set[str]]  # by seat, the rows that its hand answers to
LOSES, PUSHES, WINS = "loses", "pushes", "wins"


def settle_in_passes(
    r: Round,
    hits: Hits,
    wagers: Sequence[str],
    beside: Callable[[int, str], None] = lambda seat, step: None,
    *,
    shared: bool = False,
) -> Script[None]:
    """All losing wagers are taken and then their cards, then the cards of those that push; the
    winners are paid from the dealer's right, and their cards stay until all of them are.

    These wagers have one paytable. What a seat has ``beside`` them is settled after them in the
    same step: ``take``, ``push`` or ``pay``; then come ``put_away`` and the cards. A limit on what
    they win is used up in their order, or ``shared`` in proportion to what each is due.
    """
    seats = [seat for seat in r.counterclockwise() if seat in hits]
    passes = {seat: outcome(r, wagers[0], hits[seat]) for seat in seats}
    losing, pushing, winning = (
        [seat for seat in seats if passes[seat] == one] for one in (LOSES, PUSHES, WINS)
    )
    yield from r.go_on("take")
    for seat in losing:
        r.lose(seat, *wagers, step="take")
        beside(seat, "take")
    for seat in losing:
        r.collect(seat, "take")
    yield from r.go_on("push")
    for seat in pushing:
        r.push(seat, *live(r, seat, wagers), step="push")
        beside(seat, "push")
        r.collect(seat, "push")
    for seat in winning:
        yield from r.go_on("pay")
        made = live(r, seat, wagers)
        most = shares(r, seat, made, hits[seat]) if shared else {}
        for wager in made:
            r.settle(seat, wager, hits[seat], "pay", at_most=most.get(wager))
        beside(seat, "pay")
    for seat in winning:
        r.collect(seat, "put_away")


def outcome(r: Round, wager: str, hit: set[str]) -> str:
    """What becomes of a hand that hits these rows."""
    prices = r.rules.schedule(wager).prices
    kinds = {prices[row].kind for row in hit & set(prices)}
    return LOSES if not kinds else PUSHES if kinds == {"push"} else WINS


def live(r: Round, seat: int, wagers: Sequence[str]) -> list[str]:
    """Those of the wagers that a seat has on the layout."""
    return [wager for wager in wagers if r.live(seat, wager)]
