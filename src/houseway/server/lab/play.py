"""Strategy at a hypothetical table, computed in a child process: the best play, the value of every
choice with one hand, bankroll simulation."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.certificates import suppose
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.floor.form import whole
from houseway.server.game_view import StrategyView, has_strategy, strategy_at
from houseway.server.lab.figures import suppositions
from houseway.server.lab.state import LabState

MOST_ROUNDS = 5_000
EVENINGS = 10_000


def _rules(state: LabState) -> tuple[suppose.Supposed, TableRules]:
    supposed = state.supposed()
    if supposed.rules is None:
        raise Refused("this table cannot be computed as written")
    return supposed, supposed.rules


def best_play(state: LabState) -> StrategyView:
    """Return the best play at a table."""
    supposed, rules = _rules(state)
    if not has_strategy(state.found):
        raise Refused(f"there is no strategy for {state.book.title}")
    with suppositions(state, supposed):
        return strategy_at(state.found, rules)


# One hand


@dataclass(frozen=True)
class Hand:
    """A player's cards and the cards in view, as typed."""

    cards: str = ""
    board: str = ""
    dealer: str = ""

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was typed."""
        return not (self.cards or self.board or self.dealer)


@dataclass(frozen=True)
class Analysis:
    """A parsed hand, the bets, and the value of each choice in cents, the best first."""

    read: str
    bets: tuple[tuple[str, int], ...]
    worth: tuple[tuple[str, Fraction], ...]


def has_advice(state: LabState) -> bool:
    """Return whether the game can value single decisions."""
    return state.found.has_advice


def analysis(state: LabState, hand: Hand) -> Analysis:
    """Return the value of every choice with a hand."""
    from houseway.simulation.policies import usual_bets
    from houseway.training.one_hand import advice

    if not has_advice(state):
        raise Refused(f"{state.book.title} has no computed decisions")
    supposed, rules = _rules(state)
    bets = usual_bets(rules)
    seen = {"board": hand.board, "dealer": hand.dealer}
    try:
        with suppositions(state, supposed):
            read, worth = advice(state.found, rules.book, rules.options, bets, hand.cards, seen)
    except (ValueError, LookupError) as error:  # the typed cards do not lead to a decision
        raise Refused(str(error)) from None
    if not worth:
        raise Refused("this decision is not computed")
    order = sorted(worth.items(), key=lambda item: -item[1])
    return Analysis(read, tuple(bets.items()), tuple(order))


# Evenings


@dataclass(frozen=True)
class Plan:
    """A session plan, in cents."""

    wager: str
    unit: int
    bankroll: int
    rounds: int
    target: int = 0


def read_plan(wager: str, fields: Mapping[str, str]) -> Plan:
    """Return the plan that a form describes; amounts in dollars."""
    rounds = whole(fields["rounds"], "rounds", MOST_ROUNDS)
    target = dollars(fields["goal"]) if fields["goal"].strip() else 0
    return Plan(wager, dollars(fields["unit"]), dollars(fields["bankroll"]), rounds, target)


@dataclass(frozen=True)
class Spread:
    """The results of many sessions: shares of them, and bankrolls in cents after certain rounds."""

    evenings: int
    ruined: int
    reached: int
    rounds_played: Fraction
    money_left: Fraction
    expected: Fraction  # exact, if every round is played
    deviation: float
    marks: tuple[int, ...]
    percentiles: tuple[tuple[int, tuple[int, ...]], ...]  # every session's bankroll at every mark
    lasted: tuple[tuple[int, int], ...]  # rounds played, by percentile


def spread(state: LabState, plan: Plan) -> Spread:
    """Simulate the sessions from the exact odds."""
    from houseway.simulation import bankroll as many
    from houseway.simulation.shards import play_all

    supposed, _ = _rules(state)
    found, missing = suppose.look_up(state.found, supposed)
    if plan.wager in missing:
        with suppositions(state, supposed):
            found = suppose.compute(state.found, supposed, (plan.wager,))
    result = next((one for one in found if one.wager == plan.wager), None)
    if result is None:
        raise Refused(f"there are no odds for {plan.wager!r} at this table")
    job = many.Evening(
        result, plan.bankroll, plan.unit, plan.rounds, EVENINGS, seed=0, target=plan.target
    )
    total = many.Evenings()
    for part in play_all(job, None):
        total.add(part)
    at_marks = [many.percentiles({plan.bankroll: 1}), *map(many.percentiles, total.bankrolls)]
    outcomes = result.outcomes
    return Spread(
        total.evenings,
        total.ruined,
        total.reached,
        many.mean(total.lasted),
        many.mean(total.bankrolls[-1]),
        outcomes.expectation * plan.unit * plan.rounds,
        outcomes.standard_deviation * plan.unit * float(plan.rounds) ** 0.5,
        (0, *job.marks),
        tuple((p, tuple(one[p] for one in at_marks)) for p in many.PERCENTILES),
        tuple(many.percentiles(total.lasted).items()),
    )
