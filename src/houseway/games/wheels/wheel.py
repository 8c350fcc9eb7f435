"""What games of a wheel share."""

from collections.abc import Callable

from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import TableRules

NO_SPIN = "no_spin"  # the ruling


def spin_until_it_counts(r: Round, spin: Callable[[Round], Script[str]]) -> Script[str]:
    """Wagers are taken and the wheel is spun, again if a spin does not count; where the house has
    it so, betting opens again in between."""
    yield from take_bets(r)
    while not (result := (yield from spin(r))):
        if r.rule("bets_reopen"):
            yield from take_bets(r)
    return result


def take_bets(r: Round) -> Script[None]:
    """Wagers are made until the dealer calls."""
    yield from r.take_bets()
    r.say("close")
    r.phase("spin")


def called_off(r: Round) -> bool:
    """Whether this spin has been ruled not to count; where the wheel stops then means nothing."""
    for event in reversed(r.events):
        if event.kind == "ruled" and event.what == NO_SPIN:
            return True
        if event.kind == "said":  # the call that closed the bets, or voided the spin before
            break
    return False


def covers(rules: TableRules, wager: str) -> list[str]:
    """What the law says that a wager lies on, by its spot or as a whole."""
    base, _, spot = wager.partition("@")
    found: list[str] = rules.book.wagers[base].spots[spot] if spot else rules.rule(f"{base}_covers")
    return found


def laid(r: Round) -> list[tuple[int, str]]:
    """Every wager that lies on the layout now, player by player."""
    return [(seat, wager) for seat in r.clockwise() for wager in r.state.bets[seat]]
