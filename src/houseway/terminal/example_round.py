"""A round as an example for a guide: dealt by the referee, and won by the player."""

from collections.abc import Iterator, Mapping
from itertools import islice

from houseway.documents.example import Example, Hand
from houseway.equipment.cards import UNKNOWN, Card
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game
from houseway.referee.events import Place
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets
from houseway.training.rehearsal import rehearsals
from houseway.wording.events import event_text, hand_names, hands_seen, place_words
from houseway.wording.titles import wager_title

SEAT = 1
SEEDS = 200  # rounds that are looked through for a good one
STEPS = 60  # requests of one round
GIVES_UP = ("fold", "surrender")
NOBODY = ("position", "dead")  # hands that belong to no player
OVER = "bust"  # a hand that lost by itself shows little
PREPARES = ("cut", "no_cut", "no_cash")  # choices that decide nothing
SHOWN = (
    "wagered",
    "revealed",
    "paid",
    "fee",
)  # what a round of several players tells besides choices
LEAST = 6  # lines that tell a round of several
ROUNDS = 40  # that are looked through for one
PLAIN = ("house_way", "stand", "stay")  # what a first example does, where it can


def example(game: Game, rules: TableRules) -> Example | None:
    """The first of some rounds in which the player stays and all that is bet wins, or else the
    first that wins. Where it takes several players, a round of several; where tickets are bought,
    one of them."""
    if rules.book.rates:
        return _ticket(rules)
    if rules.players_needed > 1:
        return _of_several(game, rules)
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
    return won or _of_several(game, rules)


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
    happened = () if rules.book.deck else tuple(_told(table, bets, rules))
    if sum(nets.values()) <= 0 or bust or not (names or SEAT in hands or happened):
        return None
    return Example(
        tuple(_hands(hands, names, rules)),
        tuple((_wager(wager, rules), net) for wager, net in _in_order(nets, bets).items()),
        happened,
    )


def _ticket(rules: TableRules) -> Example:
    """A ticket on the fewest spots of the rate card that may catch some and not all for a prize."""
    card = rules.rate_card
    column = card.columns[0]
    spots, caught = next(
        (spots, caught)
        for spots in sorted(column.pays)
        for caught in sorted(column.pays[spots])
        if 1 < caught < spots and column.pays[spots][caught] > column.wager
    )
    paid = card.pays(spots, caught, column.wager)
    happened = (
        f"You mark {spots} numbers and pay {money(column.wager)}",
        f"{caught} of them are among the numbers that are drawn",
        f"You present the ticket and are paid {money(paid)}",
    )
    return Example((), (("Ticket", paid - column.wager),), happened)


def _of_several(game: Game, rules: TableRules) -> Example | None:
    """The best of some rounds of several in which somebody is paid."""
    played = rehearsals(game, rules.book.edition, 1, rules.options, trouble=False)
    found = []
    for events in (one.events for one in islice(played, ROUNDS)):
        paid = any(one.kind == "paid" and isinstance(one.who, int) for one in events)
        told = dict.fromkeys(
            str(event_text(one, rules.book))
            for one in events
            if (one.kind == "chose" and one.what not in PREPARES) or one.kind in SHOWN
        )
        if paid and len(told) >= LEAST:
            found.append(tuple(told))
    return Example((), (), min(found, key=_worth)) if found else None


def _worth(told: tuple[str, ...]) -> tuple[bool, int]:
    """How a round of several ranks as an example: one in which hands are shown, and then a short
    one."""
    return not any(" shows " in line for line in told), len(told)


def _told(table: Table, bets: Mapping[str, int], rules: TableRules) -> Iterator[str]:
    """What was bet, and what the dice or the wheel showed."""
    for wager, amount in bets.items():
        yield f"You bet {money(amount)} on {_wager(wager, rules)}"
    for event in table.events:
        if event.kind in ("rolled", "spun"):
            yield str(event_text(event, rules.book)).strip().rstrip(".")


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
