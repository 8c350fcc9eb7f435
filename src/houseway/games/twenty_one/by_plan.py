"""The solver's own decisions at the table, for a second count."""

from collections.abc import Collection
from dataclasses import replace

from houseway.games.twenty_one import odds
from houseway.games.twenty_one.advice import RESCUES, kind_of, numbers_for, seen_by, values_of
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.kernels import VALUES
from houseway.games.twenty_one.composition.terms import ACE, ACTIONS, hand_of, without
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules


def by_plan(view: View, rules: TableRules) -> str:
    """The solver's own decision for the hand that is asked about."""
    assert view.asked is not None
    names = {choice.name for choice in view.asked.choices}
    for usual in ("no_insurance", "pass", "second_card", "card", "consent"):
        if usual in names:
            return usual
    return decide(view, rules, names)


def decide(
    view: View,
    rules: TableRules,
    names: Collection[str],
    beside: tuple[int, ...] = (),
    known: odds.Rules | None = None,
) -> str:
    """The same of what may be done with a hand; ``beside`` are values of cards that are seen
    elsewhere, ``known`` the table's numbers where they are not the usual ones."""
    seen, known = seen_by(view, rules), known or numbers_for(view, rules)
    engine = odds.terms(known)
    if beside:
        engine = replace(engine, shoe=without(engine.shoe, *beside))
    here = against(engine, seen.dealer)
    hand = values_of(list(seen.cards), rules)
    index = here.hands.at[hand]
    if len(names) == 2 and RESCUES & set(names) and len(seen.cards) > 2:  # of one that was doubled
        return next(iter(RESCUES & set(names))) if here.saves[index] else "stand"
    value = next((v for v in range(VALUES) if hand == hand_of(v, v)), None)
    kind = max(kind_of(seen, known, rules), 0)
    kept = kind > 0 and value in here.best.suited_kept and not seen.split
    if "split" in names and (value in here.best.splits or seen.split) and not kept:
        return "split"
    acts = here.after_split(here.best) if seen.split else here.best.acts
    if seen.split and "hit" not in names and hand[ACE]:
        acts = here.ace_acts
    wanted = ACTIONS[int(acts[kind, index])]
    return wanted if wanted in names else "stand"
