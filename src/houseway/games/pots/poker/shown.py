"""What is shown of a poker table: bets before the players, pots in the middle, named amounts of a
bet, cards to choose a draw by, and an all-in hand street by street."""

from collections.abc import Sequence

from houseway.equipment.cards import Card, printed
from houseway.equipment.cards import name as card_name
from houseway.games.authoring.shown import Picks, Shown, Won
from houseway.games.pots.poker.betting import ALL_IN, BET, CALL, RAISE
from houseway.games.pots.poker.pots import Pot
from houseway.games.pots.poker.seen import Seen, contenders, pot_of, read
from houseway.games.pots.poker.streets import DRAW, STAND_PAT
from houseway.games.pots.poker.table import BOARD, STAKES
from houseway.referee.events import CENTRE, Event
from houseway.referee.requests import Choice
from houseway.referee.state import State
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

DISCARD = "discard_"
PARTS = (("½ pot", 1, 2), ("¾ pot", 3, 4), ("Pot", 1, 1))
ENDS = ("collect", "collect_losers")  # hands that lay there to the end


def shown(view: View, rules: TableRules) -> Shown:
    """A poker table as one viewer sees it."""
    seen = read(view.events)
    choices = view.asked.choices if view.asked else ()
    return Shown(
        put={seat: chips for seat, chips in seen.put.items() if chips},
        pots=tuple(named_pots(seen.pots)),
        gone=gone(view.events),
        labels=labels(choices, view),
        amounts={one.name: named_amounts(one, view, seen) for one in choices if is_open(one)},
        picks=picks(choices, view),
        won=won(view.events),
        told=run_out(view),
    )


def named_pots(pots: Sequence[Pot]) -> list[tuple[str, int]]:
    """The pots with something in them, by name."""
    names = ["Main pot", *(f"Side pot {n}" for n in range(1, len(pots)))] if pots[1:] else ["Pot"]
    return [(name, pot.amount) for name, pot in zip(names, pots, strict=False) if pot.amount]


def gone(events: Sequence[Event]) -> frozenset[int]:
    """Seats that have folded or conceded, or whose hand is dead."""
    return frozenset(
        event.who
        for event in events
        if event.kind == "collected" and isinstance(event.who, int) and event.step not in ENDS
    )


# -- what is asked ---------------------------------------------------------------------------------


def is_open(choice: Choice) -> bool:
    """Whether an amount is to be chosen."""
    return choice.least != choice.most


def labels(choices: Sequence[Choice], view: View) -> dict[str, str]:
    """What the choices are called on a button."""
    found = {RAISE: "Raise to", BET: "Bet", CALL: "Call", ALL_IN: "All in"}
    hand = view.state.hands.get(view.who, [])
    for place, card in enumerate(hand, start=1):
        found[f"{DISCARD}{place}"] = f"Discard {printed(card_name(card))}"
    return {one.name: found[one.name] for one in choices if one.name in found}


def named_amounts(choice: Choice, view: View, seen: Seen) -> tuple[tuple[str, int], ...]:
    """Amounts that people name: the least, parts of the pot after a call, all that one has; each
    as the referee would take it, and each once."""
    own = view.who if isinstance(view.who, int) else 0
    to_call = max(0, seen.current - seen.put.get(own, 0))
    pot = pot_of(view.state) + to_call
    least = -(-choice.least // choice.step) * choice.step
    most = choice.most - choice.most % choice.step
    found: dict[int, str] = {}
    if choice.name in (BET, RAISE):
        for name, part, of in PARTS:
            to = seen.current + pot * part // of
            if least < to - to % choice.step < most:
                found.setdefault(to - to % choice.step, name)
    whole = seen.put.get(own, 0) + view.state.bets.get(own, {}).get(STAKES, 0)
    last = "All in" if whole - whole % choice.step == most else "Max"
    between = [(name, amount) for amount, name in found.items()]
    return (("Min", least), *between, (last, most)) if least < most else ((last, most),)


def picks(choices: Sequence[Choice], view: View) -> Picks | None:
    """The cards of a hand that may be thrown away."""
    cards = tuple(one.name for one in choices if one.name.startswith(DISCARD))
    if not cards:
        return None
    done = next((one.name for one in choices if one.name in (DRAW, STAND_PAT)), "")
    return Picks(view.who, cards, done)


# -- how it ended ----------------------------------------------------------------------------------


def won(events: Sequence[Event]) -> tuple[Won, ...]:
    """Who has won what of the pots, and the hand that was shown for it."""
    sums: dict[int, int] = {}
    hands: dict[int, list[str]] = {}
    for event in events:
        if not isinstance(event.who, int):
            continue
        if event.kind == "ranked" and event.says not in hands.setdefault(event.who, []):
            hands[event.who].append(event.says)
        if event.kind == "paid" and event.source == CENTRE:
            sums[event.who] = sums.get(event.who, 0) + event.amount
    return tuple(Won(seat, sums[seat], " and ".join(hands.get(seat, ()))) for seat in sums)


def run_out(view: View) -> str:
    """The streets that were dealt after the last bet, where the board is dealt out because nobody
    could bet any more."""
    events = view.events
    last = max((at for at, one in enumerate(events) if one.kind == "taken"), default=-1)
    if last < 0 or len(contenders(State.of(events[: last + 1]))) < 2:
        return ""
    streets: list[tuple[str, str, list[Card]]] = []
    decided = False
    for event in events[last + 1 :]:
        decided |= event.kind == "chose" and not event.step.startswith("run_")
        if event.kind == "dealt" and str(event.who).startswith(BOARD):
            if decided:
                return ""  # somebody has checked since
            if not streets or streets[-1][:2] != (str(event.who), event.step):
                streets.append((str(event.who), event.step, []))
            streets[-1][2].extend(event.cards)
    return " ".join(
        f"{step.replace('_', ' ').capitalize()}: {' '.join(printed(card_name(c)) for c in cards)}."
        for _, step, cards in streets
    )
