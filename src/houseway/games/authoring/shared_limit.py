"""One limit on what a hand may win, divided among the wagers that won it."""

from collections.abc import Sequence

from houseway.referee.round import Round


def shares(
    r: Round, seat: int, wagers: Sequence[str], hit: set[str], paid: int = 0
) -> dict[str, int]:
    """The most that each of some wagers is paid where a limit covers all of them: its part of the
    limit by what it is due, in whole cents, and what is left of these to the first; nothing where
    no limit is reached. So much has been ``paid`` within the limit before."""
    (row,) = hit
    due = {
        wager: r.rules.schedule(wager).prices[row].wins(r.state.stake(seat, wager))
        for wager in wagers
    }
    total = sum(due.values())
    limit = min((max(limit - paid, 0) for limit, _ in r.rules.caps(wagers[0])), default=total)
    if total <= limit:
        return {}
    found = {wager: limit * one // total for wager, one in due.items()}
    found[wagers[0]] += limit - sum(found.values())
    return found
