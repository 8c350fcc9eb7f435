"""What baccarat hands are called."""

from collections.abc import Sequence

from houseway.games.authoring.hand_names import Hands, known
from houseway.games.shoe_contests.baccarat_hand import count_of
from houseway.referee.events import Event, Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand's point count: "6", "natural 9"."""
    cards = known(hands[place])
    if len(cards) < 2:
        return ""
    count = count_of(cards, rules.points)
    return f"natural {count}" if len(cards) == 2 and count >= rules.rule("natural") else str(count)


def mark_round(events: Sequence[Event], rules: TableRules) -> str:
    """Who won, as it is marked on a road: P, B or T."""
    cards: dict[str, list[int]] = {"player": [], "banker": []}
    for event in events:
        if event.kind in ("dealt", "revealed") and event.who in cards:
            held = cards[str(event.who)]
            cards[str(event.who)] = [*(held if event.kind == "dealt" else ()), *event.cards]
    if min(len(held) for held in cards.values()) < 2:
        return ""
    player, banker = (count_of(known(held), rules.points) for held in cards.values())
    return "T" if player == banker else "P" if player > banker else "B"
