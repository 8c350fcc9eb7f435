"""A round as an example for a guide: dealt by the referee, and won by the player."""

from collections.abc import Iterator, Mapping

from houseway.documents.example import Example, Hand
from houseway.equipment.cards import UNKNOWN, Card
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game
from houseway.referee.events import Place
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets
from houseway.wording.events import hand_names, hands_seen, place_words
from houseway.wording.titles import wager_title

SEAT = 1
SEEDS = 200  # rounds that are looked through for a good one
STEPS = 60  # requests of one round
GIVES_UP = ("fold", "surrender")
NOBODY = ("position", "dead")  # hands that belong to no player
OVER = "bust"  # a hand that lost by itself shows little
PLAIN = ("house_way", "stand", "stay")  # what a first example does, where it can


def example(game: Game, rules: TableRules) -> Example | None:
    """The first of some rounds in which the player stays and all that is bet wins, or else the
    first that wins; none where a game is not played with cards, or not by one player."""
    if not rules.book.deck or rules.book.rates or rules.players_needed > 1:
        return None
    won: Example | None = None
    for seed in range(1, SEEDS + 1):
        table = Table(
            game.play,
            rules.book,
            options=dict(rules.options),
            chance=Shoe(Philox(seed, 0)),
            strict=True,
        )
        if (found := _played(table, rules)) is not None:
            won = won or found
            made = len(table.round.state.placed[SEAT])
            if len([net for _, net in found.nets if net > 0]) >= made:
                return found
    return won


def _played(table: Table, rules: TableRules) -> Example | None:
    """One round, if it makes a good example."""
    try:
        table.sit(SEAT)
        table.begin()
        bets = usual_bets(rules)
        for _ in range(STEPS):
            waiting = table.waiting
            if waiting is None:
                break
            if isinstance(waiting, Bets):
                table.bet(SEAT, bets)
                table.close()
            elif isinstance(waiting, Ask):
                choices = [one for one in waiting.choices if one.name not in GIVES_UP]
                plain = [one for one in choices if one.name in PLAIN]
                chosen = (plain or choices or waiting.choices)[0]
                table.act(waiting.who, chosen.name, chosen.most or None)
            else:
                return None
    except Refused:
        return None
    if table.waiting is not None or table.round.state.void:
        return None
    nets = {wager: net for wager, net in table.results.nets.get(SEAT, {}).items() if net}
    hands = {
        place: tuple(cards)
        for place, cards in hands_seen(table.events).items()
        if cards and UNKNOWN not in cards and not str(place).startswith(NOBODY)
    }
    called = hand_names(table.events, rules)
    names = {place: name for place, name in called.items() if place in hands}
    bust = any(OVER in name for name in names.values())
    if sum(nets.values()) <= 0 or bust or not (names or SEAT in hands):
        return None
    return Example(
        tuple(_hands(hands, names, rules)),
        tuple((_wager(wager, rules), net) for wager, net in _in_order(nets, bets).items()),
    )


def _hands(
    hands: Mapping[Place, tuple[Card, ...]], names: Mapping[Place, str], rules: TableRules
) -> Iterator[Hand]:
    """The player's hands first, then the others'; cards that make no hand by themselves lie
    together, where somebody's hand has a name."""
    own = {place for place in hands if str(place).partition(".")[0] == str(SEAT)}
    known = {*own, *names, "dealer"}
    alone = [place for place in hands if place not in known] if own else []
    for place in sorted(hands, key=lambda one: one not in own):
        if place not in alone:
            yield Hand(_owner(place, rules), hands[place], names.get(place, ""))
    if alone:
        yield Hand("On the table", tuple(card for place in alone for card in hands[place]), "")


def _owner(place: Place, rules: TableRules) -> str:
    """Return whose hand it is, for a reader who is the player."""
    first, _, more = str(place).partition(".")
    if first == str(SEAT):
        return f"Your hand {more}" if more else "Your hand"
    said = place_words(place, rules.book)
    return f"{said[:1].upper()}{said[1:]}"


def _wager(wager: str, rules: TableRules) -> str:
    return wager_title(wager, rules.book)


def _in_order(nets: Mapping[str, int], bets: Mapping[str, int]) -> dict[str, int]:
    """Return wagers in the order in which they were made."""
    return dict(sorted(nets.items(), key=lambda one: one[0] not in bets))
