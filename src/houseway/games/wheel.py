"""What games of a wheel share."""

from houseway.referee.round import Round


def called_off(r: Round) -> bool:
    """Whether this spin has been ruled not to count; where the wheel stops then means nothing."""
    for event in reversed(r.events):
        if event.kind == "ruled":
            return True
        if event.kind == "said":  # the call that closed the bets, or voided the spin before
            break
    return False
