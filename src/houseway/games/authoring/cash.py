"""What tables share at which a verbal wager with cash may be made."""

from collections.abc import Callable

from houseway.referee.requests import Bets, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

CASH = "cash"


def take_bets(
    r: Round, check_bet: Callable[[Input], None], check_close: Callable[[], None]
) -> Script[None]:
    """Wagers until they are closed. Cash is taken only as dealer and supervisor confirm it, and
    turned into chips."""
    r.phase("bets")

    def check(given: Input) -> None:
        check_bet(given)
        if given.what == CASH and not given.accepted:
            wanted = "a verbal wager with cash must be confirmed by the dealer and a supervisor"
            raise Refused(wanted, r.cite("cash_changed"))

    window = Bets(check, check_close, r.cite("bets"))
    while True:
        given: Input = yield window
        if given.do == "close":
            return
        for event in r.window.place(given):
            r.emit(event)
        if given.what == CASH:
            r.say("cash_changed")
