"""Requests as somebody fills them in who is told nothing else: any lawful ticket may come out."""

from typing import Any

from houseway.equipment.cage import pick
from houseway.equipment.randomness import Source
from houseway.games.tickets.keno.ticket import COMBINATION, KING, QUICK_PICK, SPLIT, STRAIGHT, WAY
from houseway.rulebook.table_rules import TableRules

TYPES = (QUICK_PICK, STRAIGHT, SPLIT, WAY, COMBINATION, KING)
SIZES = {SPLIT: (1, 2), WAY: (2, 2), COMBINATION: (2, 1, 2), KING: (1, 2, 1)}


def any_form(rules: TableRules, source: Source) -> dict[str, Any]:
    """A lawful request, chosen at random among the types of ticket, rates and numbers of games."""
    card = rules.rate_card
    unit = card.columns[0].wager  # whatever the card pays is paid on it in whole cents
    times = 1 + source.below(max(1, min(card.max_wager // unit, 5)))
    rate = min(max(unit * times, card.min_wager), card.max_wager)
    wager = TYPES[source.below(len(TYPES))]
    form: dict[str, Any] = {"wager": wager, "rate": rate}
    if wager == QUICK_PICK:
        form["spots"] = 1 + source.below(card.max_spots)
    elif wager == STRAIGHT:
        form["numbers"] = list(pick(1 + source.below(card.max_spots), rules.cage.numbers, source))
    else:
        form["numbers"] = _groups(wager, rules, source)
        if wager != SPLIT:
            form["ways"] = [{"any": 2}] if wager == KING else [{"any": 1}, {"any": 2}]
    if not source.below(3):
        form["games"] = 1 + source.below(min(3, card.max_games))
    if rules.rule("runners") and not source.below(3):
        form |= {"by": "runner", "runner": f"runner {1 + source.below(2)}"}
    return form


def _groups(wager: str, rules: TableRules, source: Source) -> list[list[int]]:
    """Groups of the sizes of a small ticket; of one number each where the card has few spots."""
    sizes = SIZES[wager]
    if rules.rate_card.max_spots < sum(sorted(sizes)[-2:]):
        sizes = (1,) * len(sizes)
    numbers = pick(sum(sizes), rules.cage.numbers, source)
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return [list(numbers[end - size : end]) for size, end in zip(sizes, ends, strict=True)]
