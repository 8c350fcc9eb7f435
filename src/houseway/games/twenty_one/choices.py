"""What each decision is worth with one hand of blackjack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.kernels import DOUBLE, HIT, STAND, SURRENDER, VALUES
from houseway.games.twenty_one.composition.terms import Counts, hand_of
from houseway.games.twenty_one.odds import Rules, terms


@dataclass(frozen=True)
class Choices:
    """What each decision is worth with one hand, in units of the wager.

    ``free`` is the chance that the dealer has no blackjack. The worth is together with that chance:
    beside a blackjack every decision costs the same.
    """

    worth: Mapping[str, Fraction]
    free: Fraction


def choices(
    rules: Rules,
    hand: Counts,
    dealer: tuple[int, ...],
    seen: Counts = (0,) * VALUES,
    kind: int = -1,
    split: bool = False,
) -> Choices:
    """The worth of every decision with one hand; ``seen`` are cards that lie elsewhere, ``kind``
    which kind of a hand it is that may become lucky."""
    left = tuple(has - out for has, out in zip(rules.shoe, seen, strict=True))
    engine = replace(terms(rules), shoe=left) if any(seen) else terms(rules)
    here = against(engine, dealer)
    plan = here.best
    index = here.hands.at[hand]
    facts = here.facts_split[:, index] if split else here.facts_dealt[:, index]
    acts = {"stand": STAND}
    if facts[1]:
        acts["hit"] = HIT
        if facts[2]:
            acts["double"] = DOUBLE
    if facts[3]:
        acts["surrender"] = SURRENDER
    found = {
        name: here.net(here.play(plan.acts, index, act, kind=kind)) for name, act in acts.items()
    }
    value = next((v for v in range(VALUES) if hand == hand_of(v, v)), None)
    if value is not None:
        found["split"] = here.split(plan, value).net
    return Choices(found, here.free(hand))
