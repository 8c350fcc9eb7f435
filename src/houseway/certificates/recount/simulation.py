"""The real table, simulated through the referee, within the error of a sample."""

from collections import Counter
from fractions import Fraction
from random import Random

from houseway.certificates.recount.rounds import Setting, play
from houseway.certificates.recount.seen import Rows, Tally
from houseway.referee.oracle import SEAT
from houseway.referee.round import Round
from houseway.referee.view import Policy
from houseway.rulebook.table_rules import base_of


def sample(setting: Setting, rounds: int, chance: Random) -> Tally:
    """What so many rounds came to, each from a full shoe; rounds in which the wager was not made
    do not count."""
    decide = policy_for(setting)
    found: Counter[tuple[Fraction, Rows]] = Counter()
    for _ in range(rounds):
        if (seen := setting.told(*_until_decided(setting, decide, chance))) is not None:
            found[seen] += 1
    return found


def _until_decided(setting: Setting, decide: Policy | None, chance: Random) -> list[Round]:
    """One round, and as many more as the wager stands."""
    base = base_of(setting.result.wager)
    played = [play(setting, {}, decide, chance)]
    while any(base_of(name) == base for name in played[-1].data.standing.get(SEAT, {})):
        played.append(play(setting, {}, decide, chance, played[-1].data))
    return played


def policy_for(setting: Setting) -> Policy | None:
    """Return the policy for which the result holds."""
    found, strategy = setting.game, setting.result.strategy
    own = found.recount.decide
    policies = found.odds.policies
    for name in (setting.result.wager, strategy):
        if name in own:
            return own[name]
    return policies.get(strategy) or own.get("") or policies.get("optimal")
