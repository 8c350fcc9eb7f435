"""Games with added wagers dealt by the million: a table's rules and a plan put into the kernel.

One seat bets the main wager and plays by a chart; wagers are added where they are worth something,
never or always, as the plan says. Side wagers are for the referee; ``why_not`` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.equipment.cards import deck
from houseway.games.authoring.draw import record
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.attack_figures import best
from houseway.games.twenty_one.attack_kernel import (
    ADDED,
    CODES,
    FIELDS,
    FIRSTS,
    MOST_UNITS,
    NETS,
    NUMBERS,
    WAGERS,
    play_rounds,
)
from houseway.games.twenty_one.boxes import MAIN
from houseway.games.twenty_one.composition.against import Against, against
from houseway.games.twenty_one.composition.kernels import VALUES
from houseway.games.twenty_one.deal_kernel import (
    ACES,
    COLUMNS,
    HARD,
    MODES,
    PAIRS,
    POINTS,
    SOFT,
    SOFT_TOTALS,
    TOTAL,
    WORTHS,
    code,
)
from houseway.games.twenty_one.dealt import closed
from houseway.games.twenty_one.hand import contest_at
from houseway.games.twenty_one.plan import LETTERS, UP_CARDS, chart_of, letter, plans, splits
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import GOAL, best_total, is_soft
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

AHEAD = 32  # cards mixed at a time
BEST, NEVER, ALWAYS = "best", "never", "always"


def policies(game_id: str) -> dict[str, Any]:
    """The plans of the family, and two ways to add wagers."""
    found = {name: {"chart": plan["chart"]} for name, plan in plans(game_id).items()}
    found["never_attack"] = {"chart": "optimal", "attack": NEVER}
    found["always_attack"] = {"chart": "optimal", "attack": ALWAYS}
    return found


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    title = rules.book.title
    if set(bets) != {MAIN}:
        return f"{title} is dealt natively with the main wager alone"
    if rules.rule("may_reshuffle"):
        return f"{title} is not dealt natively with may_reshuffle true"
    return ""


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    chart: Any = "optimal",
    attack: str = BEST,
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    if attack not in (BEST, NEVER, ALWAYS):
        raise Refused(f"wagers are added {BEST}, {NEVER} or {ALWAYS}, not {attack!r}")
    state = table(rules, chart, attack, seed, shard)
    play_rounds.jit(state, rounds)
    return dealt(rules, bets, state[0], rounds)


# -- the record ------------------------------------------------------------------------------------


def table(rules: TableRules, chart: Any, attack: str, seed: int, shard: int) -> Any:
    """A new table's record."""
    state = record(FIELDS, seed, shard)
    fill(state, rules, chart)
    _fill_attack(state[0], numbers(rules), attack)
    return state


def fill(state: Any, rules: TableRules, chart: Any) -> None:
    """A record's rules, shoe and chart."""
    for name, value in _numbers(rules).items():
        state[name] = value
    one, cards = state[0], _cards(rules)
    for at, card in enumerate(cards):
        one.shoe[at] = code(card, rules.points)
    state.cards, state.due, state.ahead = len(cards), 1, AHEAD
    for worth in range(WORTHS):
        high, aces = worth & POINTS, worth >> ACES
        one.worth[worth] = min(best_total(high, aces), TOTAL) | (SOFT if is_soft(high, aces) else 0)
    _fill_chart(one, rules, chart)
    _fill_totals(one, numbers(rules))


def _cards(rules: TableRules) -> list[int]:
    book = rules.book.deck
    assert book is not None
    return deck(book.ranks, book.suits, rules.rule("decks"))


def _numbers(rules: TableRules) -> dict[str, int]:
    cards, contest = _cards(rules), contest_at(rules)
    found = {
        "deck": len(cards) // rules.rule("decks"),
        "cut": len(cards) - len(cards) // rules.rule("cutting_card_part"),
        "burns": True,
        "mode": MODES[rules.rule("dealer_cards")],
        "up_first": "dealer" in rule_of(rules, "attacks_after"),
        "stands": rules.rule("dealer_stands"),
        "stands_soft": rules.rule("dealer_stands_soft"),
        "most_hands": rules.rule("split_hands"),
        "resplit_aces": rule_of(rules, "resplit_aces"),
        "surrender": rule_of(rules, "surrender"),
        "rescue": rule_of(rules, "rescue"),
        "final": contest.bust_is_final,
        "wins_21": contest.wins_21,
        "least_cards_win": contest.least_cards_win,
        "push_total": contest.push_total,
        "blackjack_from": rules.rule("blackjack_from"),
        "taken": len(rule_of(rules, "lost_to_blackjack")),
        "aces_play": rule_of(rules, "split_aces_play"),
        "surrender_first": not rule_of(rules, "surrender_any_time"),
        "double_first": not rule_of(rules, "double_more_cards"),
    }
    assert found.keys() == set(NUMBERS)
    return {name: int(value) for name, value in found.items()}


def _points(value: int) -> int:
    """What a card of a value counts at first sight."""
    return 11 if value == 0 else value + 1


def _fill_chart(one: Any, rules: TableRules, chart: Any) -> None:
    known = chart_of(rules, chart)
    for name in known.columns:
        column = 11 if name == "A" else int(name)
        for total in range(GOAL):
            for start, soft in ((HARD, False), (SOFT_TOTALS, True)):
                act = LETTERS[letter(known, total, soft, name)]
                one.chart[start + total * COLUMNS + column] = act
        for pair in UP_CARDS:
            points = 11 if pair == "A" else int(pair)
            one.chart[PAIRS + points * COLUMNS + column] = splits(known, pair, name)


def _fill_totals(one: Any, known: odds.Rules) -> None:
    """Doubled hands that are given up and split aces, by total and column."""
    for value in range(VALUES):
        if known.shoe[value]:
            saves, aces = by_total(known, value)
            for (total, soft), gives in saves.items():
                start = SOFT_TOTALS if soft else HARD
                one.saves[start + total * COLUMNS + _points(value)] = gives
            for total, act in aces.items():
                one.aces[total * COLUMNS + _points(value)] = act


@lru_cache(maxsize=100)
def by_total(known: odds.Rules, up: int) -> tuple[dict[tuple[int, bool], bool], dict[int, int]]:
    """Which totals are given up once doubled, as most of their deals would have it, and what is
    done with a split ace and one card."""
    here = against(odds.terms(known), (up,))
    weights: dict[tuple[int, bool], list[float]] = {}
    for index in range(len(here.hands)):
        if here.hands.size[index] >= 3 and here.is_possible(index):
            key = int(here.hands.total[index]), bool(here.hands.soft[index])
            weights.setdefault(key, [0.0, 0.0])[int(here.saves[index])] += _weight(here, index)
    saves = {key: gives > keeps for key, (keeps, gives) in weights.items()}
    aces = {}
    for value in range(VALUES):
        counts = tuple(int(v == 0) + int(v == value) for v in range(VALUES))
        index = here.hands.at[counts]
        aces[int(here.hands.total[index])] = {0: 0, 2: 2, 3: 4}[int(here.ace_acts[0, index])]
    return saves, aces


def _weight(here: Against, index: int) -> float:
    """How many ways there are to hold a hand."""
    left = np.array(here.shoe, float)
    ways = 1.0
    for value, count in enumerate(here.hands.counts_of(index)):
        for n in range(count):
            ways *= (left[value] - n) / (n + 1)
    return ways


def _fill_attack(one: Any, known: odds.Rules, attack: str) -> None:
    names = [name for name, _ in known.more.attacks]
    for (start, first), added in best(known).added.items():
        made = {BEST: added, NEVER: (), ALWAYS: tuple(names)}[attack]
        bits = sum(1 << names.index(name) for name in made)
        firsts = range(VALUES) if first is None else (first,)
        for value in firsts:
            one.attack[_points(value) * FIRSTS + _points(start[0])] = bits


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    stake, attacks = bets[MAIN], list(rule_of(rules, "attacks"))
    if stake % 2:
        raise Refused("a wager of an odd number of cents is not halved natively")
    names = [*WAGERS]
    for at in range(2):
        names[ADDED + at] = attacks[at] if at < len(attacks) else ""
    found = Dealt({name: Sums() for name in names if name in rules.wagers})
    for units in range(1, MOST_UNITS + 1):
        for at, name in enumerate(names):
            whole = stake * (units if at > ADDED + 1 else 1)
            for came_to, net in enumerate(NETS):
                cell = ((units - 1) * len(names) + at) * CODES + came_to
                if times := int(one.cells[cell]):
                    first = whole if name == MAIN else 0
                    found.wagers[name].take(net * whole // 2, whole, first, times)
    return closed(found, one, rounds, stake, stake // 2)
