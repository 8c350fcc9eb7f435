"""Players of the house's own for the poker room: company for somebody who plays alone, never with
money of the house.

``choose(view, rules, source)`` answers the question that a seat is asked. It is a pure function of
what that seat may see, of the rules of the table and of the random numbers that it takes: the same
view and the same source give the same answer, and no hidden card is looked at. It is a sound player
and no solver:

- it deals some hands at random to see what part of the pot its cards get (``chances.py``), and
  takes somebody who has raised for the better of two hands;
- it raises when that is clearly more than an equal share, calls when the pot pays for it, and
  checks or folds otherwise; now and then it bluffs at a pot that nobody wants;
- it draws as people do (``draws.py``).
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from houseway.equipment.cards import Card
from houseway.equipment.randomness import Source
from houseway.games.pots.poker.betting import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from houseway.games.pots.poker.chances import WHOLE, Rival, known, share
from houseway.games.pots.poker.draws import to_throw
from houseway.games.pots.poker.equity import cards_due
from houseway.games.pots.poker.hand import BADUGI, DEUCE_SEVEN, OMAHA, Kind, kind_of
from houseway.games.pots.poker.seen import Seen, contenders, pot_of, read
from houseway.games.pots.poker.streets import DRAW, STAND_PAT, read_street
from houseway.games.pots.poker.table import BOARD, STAKES
from houseway.referee.requests import Ask, Choice
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

# Habits, in thousandths of a pot or of a hundred
DEALS, FEWER_DEALS = 60, 25  # hands dealt for an estimate, and where a deal takes longer
EDGE, EDGE_A_RAISE = 150, 150  # how far above an equal share a raise begins, and each raise more
CAUTION = 40  # what a call wants beyond the price, for each bet or raise of this betting round
BLUFFS = 8  # of a hundred checks to a few opponents are bets
SLOW = 10  # of a hundred hands to raise with are called with
FEW = 2  # opponents that a bluff is tried against
SIZES = ((1, 2), (2, 3), (3, 4), (1, 1))  # parts of the pot that a bet comes to
BUY_IN = 50  # posted minimum bets that are brought to the table


class Action(NamedTuple):
    """An answer: the name of a choice, and the amount that it carries."""

    name: str
    amount: int = 0


def buy_in(rules: TableRules) -> int:
    """What such a player puts on the table."""
    ante: int = rules.rule("ante") or 0
    least: int = max(rules.rule("minimum_bet"), rules.rule("maximum_bet"))
    whole = BUY_IN * least + ante
    return whole + -whole % rules.chip


def choose(view: View, rules: TableRules, source: Source) -> Action:
    """What the seat of a view answers to what it is asked; the seat must be asked something."""
    asked = view.asked
    assert asked is not None
    names = {choice.name: choice for choice in asked.choices}
    chance = Random(source.below(1 << 32))
    if customary := asked.customary:
        return Action(customary)
    if STAND_PAT in names or DRAW in names:
        return draw(view, rules, names)
    if any(name.startswith("discard_") for name in names):
        return discard(view, rules, asked.choices, chance)
    if {CHECK, CALL, FOLD, BET, RAISE} & set(names):
        return bet(view, rules, names, chance)
    return otherwise(asked)


def otherwise(asked: Ask) -> Action:
    """Anything else: what the rulebook has chosen for somebody who does not answer, or else the
    first choice."""
    first = asked.choices[0]
    return Action(asked.absent) if asked.absent else Action(first.name, first.least)


# -- drawing ---------------------------------------------------------------------------------------


def kinds_of(rules: TableRules) -> list[Kind]:
    """The hands that win here."""
    return [kind for side in ("high", "low") if (kind := kind_of(rules, side)).kind]


def draws_of(rules: TableRules) -> int:
    """How many draws the game has."""
    return sum(
        what == DRAW for line in rules.rule("streets") for what, _ in read_street(line).deals
    )


def draw(view: View, rules: TableRules, names: dict[str, Choice]) -> Action:
    """One card after another of those that were to be exchanged; then as many are drawn."""
    hand, seen = known(view.state.hands, view.who), read(view.events)
    left = draws_of(rules) - seen.burns + 1
    plan = to_throw(kinds_of(rules), tuple(sorted((*hand, *thrown_by(view)))), left)
    for place, card in enumerate(hand, start=1):
        if card in plan:
            return Action(f"discard_{place}")
    return Action(DRAW if DRAW in names else STAND_PAT)


def thrown_by(view: View) -> list[Card]:
    """What the seat has thrown away in this draw."""
    found: list[Card] = []
    for event in reversed(view.events):
        if event.kind == "burned":
            break
        if event.kind == "discarded" and event.who == view.who:
            found += event.cards
    return found


def discard(view: View, rules: TableRules, choices: Sequence[Choice], chance: Random) -> Action:
    """Of three cards the two that win most often are kept."""
    hand = known(view.state.hands, view.who)
    worth, seen, seed = dict[str, int](), read(view.events), chance.getrandbits(32)
    for choice, card in zip(choices, hand, strict=False):
        kept = tuple(one for one in hand if one != card)
        worth[choice.name] = estimate(view, rules, kept, (card,), seen, Random(seed))
    return Action(max(worth, key=lambda name: worth[name]))


# -- betting ---------------------------------------------------------------------------------------


def estimate(
    view: View,
    rules: TableRules,
    own: tuple[Card, ...],
    dead: tuple[Card, ...],
    seen: Seen,
    chance: Random,
) -> int:
    """What part of the pot a hand gets, in thousandths, against those who are likely to stay."""
    state, kinds = view.state, kinds_of(rules)
    whole, common, _ = cards_due(rules)
    draws = max(0, draws_of(rules) - seen.burns)
    matched, behind = likely(view, seen)
    rivals = [
        Rival(known(state.hands, seat), 1 + bool(seen.wagered.get(seat)), draws)
        for seat in (*matched, *behind)
    ]
    long = any(kind.formed_of == OMAHA or kind.kind in (DEUCE_SEVEN, BADUGI) for kind in kinds)
    board = known(state.hands, BOARD)
    sizes = max(whole, len(own)), common + max(0, len(board) - common)
    deals = FEWER_DEALS if long or draws else DEALS
    return share(kinds, own, board, rivals, sizes, draws, dead, deals, chance)


def likely(view: View, seen: Seen) -> tuple[list[int], list[int]]:
    """Who is likely to stay: who has matched the bets so far, and half of the others."""
    others = [seat for seat in contenders(view.state) if seat != view.who]
    matched = [s for s in others if seen.put.get(s, 0) >= seen.current or not stack(view, s)]
    behind = [seat for seat in others if seat not in matched]
    return matched, behind[: (len(behind) + 1) // 2]


def stack(view: View, seat: int) -> int:
    """What somebody has on the table and not in the pot."""
    return view.state.bets.get(seat, {}).get(STAKES, 0)


def bet(view: View, rules: TableRules, names: dict[str, Choice], chance: Random) -> Action:
    """Check, call, bet, raise or fold."""
    assert isinstance(view.who, int)
    seen, own = read(view.events), known(view.state.hands, view.who)
    others = len([seat for seat in contenders(view.state) if seat != view.who])
    worth = estimate(view, rules, own, (), seen, chance)
    raises = next((names[one] for one in (BET, RAISE, ALL_IN) if one in names), None)
    pot, to_call = pot_of(view.state), 0
    if CALL in names:
        to_call = names[CALL].least - seen.put.get(view.who, 0)
    equal = WHOLE // (others + 1)
    wanted = equal + (WHOLE - equal) * min(EDGE + EDGE_A_RAISE * seen.raises, WHOLE - 50) // WHOLE
    strong = raises is not None and worth >= wanted and chance.randrange(100) >= SLOW
    if raises and strong and (action := sized(raises, pot, seen, to_call, worth, chance)):
        return action
    if CHECK in names:
        bluffs = others <= FEW and chance.randrange(100) < BLUFFS
        if raises and bluffs and (action := sized(raises, pot, seen, 0, 0, chance)):
            return action
        return Action(CHECK)
    if CALL in names:
        payers = 1 + len(likely(view, seen)[1])
        price = WHOLE * to_call // (pot + to_call * payers)
        if worth >= price + CAUTION * seen.raises or FOLD not in names:
            return Action(CALL, names[CALL].least)
        return Action(FOLD)
    return forced(names)


def forced(names: dict[str, Choice]) -> Action:
    """Who must bet bets the least."""
    first = next(iter(names.values()))
    return Action(first.name, -(-first.least // first.step) * first.step)


def sized(
    choice: Choice, pot: int, seen: Seen, to_call: int, worth: int, chance: Random
) -> Action | None:
    """A bet or raise of some part of the pot, within what is allowed; nothing where no amount of
    whole chips is."""
    part, of = SIZES[-1] if worth >= 9 * WHOLE // 10 else SIZES[chance.randrange(len(SIZES))]
    to = seen.current + (pot + to_call) * part // of
    least = -(-choice.least // choice.step) * choice.step
    most = choice.most - choice.most % choice.step
    if least > most:
        return None
    return Action(choice.name, max(least, min(most, to - to % choice.step)))
