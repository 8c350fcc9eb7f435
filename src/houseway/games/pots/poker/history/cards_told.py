"""The cards of a hand that somebody has written down: what is told of them, and what has to be
filled in. Cards of players who fold are often not told, nor those that are thrown away; a card
that is shown in the end was dealt to its player before."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from houseway.equipment.cards import UNKNOWN, Card, card, deck, names
from houseway.games.pots.poker.history.phh import Hand
from houseway.rulebook.refusal import Refused


@dataclass(eq=False)
class Slot:
    """A card that was dealt; ``UNKNOWN`` until it is told or filled in."""

    card: Card = UNKNOWN


@dataclass
class Told:
    """What a hand tells: cards in the order in which each player got them, discards draw by draw,
    and the decisions in a betting round as player, word and amount."""

    dealt: dict[int, list[Slot]] = field(default_factory=dict)
    thrown: dict[int, list[list[Slot]]] = field(default_factory=dict)
    board: list[Slot] = field(default_factory=list)
    bets: list[tuple[int, str, str]] = field(default_factory=list)
    shows: set[int] = field(default_factory=set)
    held: dict[int, list[Slot]] = field(default_factory=dict)
    in_doubt: set[int] = field(default_factory=set)  # who holds cards that are not told


def read_actions(hand: Hand) -> Told:
    """The actions of a hand, put in order, with every card filled in."""
    told = Told()
    finals = dict(_shown(hand))
    for line in hand.actions:
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            _take(told, hand, words, finals)
        except (Refused, ValueError) as error:
            raise Refused(f"{' '.join(words)}: {error}") from None
    told.in_doubt = {
        who for who, slots in told.held.items() if any(slot.card == UNKNOWN for slot in slots)
    }
    _fill(told)
    return told


def _shown(hand: Hand) -> Iterator[tuple[int, list[Card]]]:
    """What each player shows in the end."""
    for line in hand.actions:
        words = line.partition("#")[0].split()
        if len(words) == 3 and words[1] == "sm" and words[2] != "-":
            yield _player(words[0], hand), _cards(words[2])


def _take(told: Told, hand: Hand, words: list[str], finals: dict[int, list[Card]]) -> None:
    """One action."""
    match words:
        case ["d", "db", text]:
            told.board += [Slot(one) for one in _cards(text)]
        case ["d", "dh", player, text]:
            who, new = _player(player, hand), [Slot(one) for one in _cards(text)]
            told.dealt.setdefault(who, []).extend(new)
            told.held.setdefault(who, []).extend(new)
        case [player, "sd", *rest] if len(rest) < 2:
            who = _player(player, hand)
            thrown = _find(told.held.get(who, []), _cards("".join(rest)), finals.get(who, []))
            told.held[who] = [slot for slot in told.held.get(who, []) if slot not in thrown]
            told.thrown.setdefault(who, []).append(thrown)
        case [player, ("f" | "cc" | "pb") as word]:
            told.bets.append((_player(player, hand), word, ""))
        case [player, "cbr", amount]:
            told.bets.append((_player(player, hand), "cbr", amount))
        case [player, "sm"]:
            told.shows.discard(_player(player, hand))
        case [player, "sm", text]:
            who = _player(player, hand)
            told.shows.add(who)
            if text != "-":
                _find(told.held.get(who, []), _cards(text), [])
        case _:
            raise Refused("is no action of a PHH file")


def _find(held: list[Slot], wanted: list[Card], kept: list[Card]) -> list[Slot]:
    """The cards of a hand that are named; one that was not told before is told by that. For an
    unnamed one some card is taken that is not among those that are kept to the end."""
    found: list[Slot] = []
    for one in sorted(wanted, key=lambda each: each == UNKNOWN):
        left = [slot for slot in held if slot not in found]
        fits = [slot for slot in left if slot.card == one and one != UNKNOWN]
        fits += [slot for slot in left if slot.card == UNKNOWN]
        if one == UNKNOWN:
            fits += [slot for slot in left if slot.card not in kept]
        if not fits:
            raise Refused(f"{names([one])} is not in that hand")
        if one != UNKNOWN:
            fits[0].card = one
        found.append(fits[0])
    return found


def _fill(told: Told) -> None:
    """Cards that nobody tells of are any that are left."""
    slots = [*told.board, *(slot for dealt in told.dealt.values() for slot in dealt)]
    known = [slot.card for slot in slots if slot.card != UNKNOWN]
    twice = [one for one in known if known.count(one) > 1]
    if twice:
        raise Refused(f"{names(twice[:1])} is dealt twice")
    spare = unused(known)
    for slot in slots:
        if slot.card == UNKNOWN:
            try:
                slot.card = next(spare)
            except StopIteration:
                raise Refused("more cards are dealt than the deck has") from None


def unused(known: Iterable[Card]) -> Iterator[Card]:
    """The rest of a deck."""
    out = set(known)
    return (one for one in deck() if one not in out)


def _player(text: str, hand: Hand) -> int:
    number = text[1:]
    if text[:1] != "p" or not number.isdecimal() or len(number) > 2:
        raise Refused(f"{text!r} is no player")
    if not 1 <= int(number) <= len(hand.starting_stacks):
        raise Refused(f"there is no {text}")
    return int(number)


def _cards(text: str) -> list[Card]:
    if len(text) % 2:
        raise Refused(f"{text!r} are no cards")
    return [card(text[at : at + 2]) for at in range(0, len(text), 2)]
