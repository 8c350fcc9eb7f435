"""A chip race: chips that are too small for the next level are changed into larger ones, and what
is over is raced off by cards. No chip is lost, and nobody is raced out."""

from collections.abc import Mapping

from houseway.equipment.cards import Card, deck
from houseway.equipment.randomness import Source, shuffle


def race_off(stacks: Mapping[str, int], chip: int, source: Source) -> dict[str, int] | None:
    """The stacks after a race for chips of this value; nothing where the race must wait, because
    more players have less than one such chip than there are chips to race for.

    Who has something that does not make up a whole chip gives it up and draws a card. Who would be
    left with nothing gets a new chip first, then whoever has the highest card by rank and suit, and
    nobody more than one. Together the odd chips come to whole new ones, because every player began
    with whole ones.
    """
    odd = {player: stack % chip for player, stack in stacks.items() if stack % chip}
    count, over = divmod(sum(odd.values()), chip)
    if over:
        raise ValueError(f"odd chips of {sum(odd.values())} are not whole chips of {chip}")
    saved = [player for player in odd if stacks[player] < chip]
    if len(saved) > count:
        return None
    cards: list[Card] = deck()
    shuffle(cards, source)
    drawn = {player: _by_suit(cards.pop()) for player in sorted(odd)}
    order = sorted(odd, key=lambda player: (player in saved, drawn[player]), reverse=True)
    return {
        player: stack - odd.get(player, 0) + chip * (player in order[:count])
        for player, stack in stacks.items()
    }


def _by_suit(card: Card) -> tuple[int, int]:
    """A card's place among all: rank, then suit from clubs to spades."""
    return card & 15, card >> 4
