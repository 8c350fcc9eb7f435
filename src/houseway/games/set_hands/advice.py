"""What choices are worth to somebody who sets two hands, and what players do by rule."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.equipment.cards import UNKNOWN, Card
from houseway.games.authoring.policy import sight_of
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.player_bank import vigorish
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.two_hands import BOTH, Tally
from houseway.referee.events import Place
from houseway.referee.view import Policy, View
from houseway.rulebook.table_rules import TableRules

TURNED_UP = ("turn_up", "set_for_bank", "expose_bank")  # steps that show the hands to beat
Worth = Callable[[Tally], Fraction]
Hand = tuple[Card, ...]
Set = tuple[Hand, str]  # cards, and the name of their setting


def player_worth(view: View, rules: TableRules, seat: int, wager: str) -> Worth:
    """What deals net a player on average, in cents, vigorish taken off."""
    chips = view.state.placed[seat][wager]
    gain = rules.schedule(wager).prices["win"].wins(view.state.stake(seat, wager))
    net = gain - vigorish(rules, gain)
    return lambda tally: Fraction(tally.win * net - tally.lose * chips, sum(tally))


def bank_worth(view: View, rules: TableRules, wager: str) -> Worth:
    """Every wager against the bank has the same chances; one alone pays vigorish when it loses."""
    against = [made[wager] for made in view.state.placed.values() if made.get(wager)]
    against += [event.amount for event in view.events if event.kind == "set_out" and event.amount]
    whole = sum(against)
    net = whole - vigorish(rules, whole, surplus=True) if len(against) == 1 else whole
    return lambda tally: Fraction(tally.win * net - tally.lose * whole, sum(tally))


def to_beat(view: View) -> Place:
    """Whose hands lie face up to be beaten: the dealer's or the bank's."""
    found = next(e.who for e in view.events if e.kind == "revealed" and e.step in TURNED_UP)
    assert found is not None
    return found


def quiet(view: View, names: Collection[str]) -> str:
    """The first of these choices that is offered, or else whatever is offered first."""
    assert view.asked is not None
    offered = [choice.name for choice in view.asked.choices]
    return next((name for name in names if name in offered), offered[0])


def offered(view: View) -> list[str]:
    """The names of what a seat may choose now; nothing where no seat is asked."""
    if view.asked is None or not isinstance(view.who, int):
        return []
    return [choice.name for choice in view.asked.choices]


def seen_elsewhere(view: View, seat: int) -> list[Card]:
    """Cards of others that lie open to a seat."""
    others = (cards for place, cards in view.state.hands.items() if place != seat)
    return [card for cards in others for card in cards if card != UNKNOWN]


@dataclass(frozen=True)
class SettingAdvice:
    """What advice must know of a game with two hands and perhaps a bank.

    ``tallies`` says what becomes of each setting of a hand over all hands of the other side, which
    follows the house way, as player or as bank (the flag), and which cards are known to be
    elsewhere; ``house`` names the house's own setting; ``won`` says how many hands beat the other
    side's, each hand with the name of its setting.
    """

    wager: str
    ways: Collection[str]
    cards: int  # of a full hand
    tallies: Callable[[TableRules, Hand, Sequence[Card], bool], Mapping[str, Tally]]
    house: Callable[[TableRules, Hand], str]
    won: Callable[[TableRules, Set, Set], int]

    def worth(self, view: View, rules: TableRules) -> dict[str, Fraction]:
        """The exact worth in cents of each choice that a seat has now: how to set cards as a player
        or as a bank, whether to surrender and to have a hand voided. Everybody else is taken to set
        by the house way."""
        choices, seat = offered(view), view.who
        if not choices:
            return {}
        assert isinstance(seat, int)
        if HOUSE_WAY in choices:
            return self._settings(view, rules, seat)
        if "surrender" in choices:
            chips = view.state.placed[seat][self.wager]
            return {"stay": self._shown(view, rules, seat), "surrender": Fraction(-chips)}
        if "void_hand" in choices and len(view.state.hands.get(seat, ())) == self.cards:
            worth = self._settings(view, rules, seat)
            way = self._chosen(view, seat) or max(worth, key=worth.__getitem__)
            return {"play_out": worth[way], "void_hand": Fraction(0)}
        return {}

    def _settings(self, view: View, rules: TableRules, seat: int) -> dict[str, Fraction]:
        """The worth of each way to set cards and of the house's own."""
        hand = tuple(view.state.hands[seat])
        banks = self.wager not in view.state.placed.get(seat, {})
        tallies = self.tallies(rules, hand, seen_elsewhere(view, seat), banks)
        if banks:
            value = bank_worth(view, rules, self.wager)
        else:
            value = player_worth(view, rules, seat, self.wager)
        found = {name: value(tally) for name, tally in tallies.items()}
        return {**found, HOUSE_WAY: found[self.house(rules, hand)]}

    def _shown(self, view: View, rules: TableRules, seat: int) -> Fraction:
        """What a player nets when the hands to beat, of a bank or of the dealer, lie face up."""
        own, other = (self._set_so(view, rules, place) for place in (seat, to_beat(view)))
        won = self.won(rules, own, other)
        return player_worth(view, rules, seat, self.wager)(Tally(won == BOTH, won == 1, won == 0))

    def _chosen(self, view: View, place: Place) -> str:
        """The way in which somebody has chosen to set, if anybody has asked."""
        made = view.state.choices.get(place, [])
        return next((name for name in made if name == HOUSE_WAY or name in self.ways), "")

    def _set_so(self, view: View, rules: TableRules, place: Place) -> Set:
        """Cards in view as they are set: as chosen, or else by the house way."""
        cards, made = tuple(view.state.hands[place]), self._chosen(view, place)
        return cards, made if made in self.ways else self.house(rules, cards)


def best_known(
    advise: Callable[[View, TableRules], Mapping[str, Fraction]], otherwise: Collection[str]
) -> Policy:
    """The policy that takes the best choice wherever it is known, and these first elsewhere."""

    def decided(view: View, rules: TableRules) -> str:
        worth = advise(view, rules)
        return max(worth, key=worth.__getitem__) if worth else quiet(view, otherwise)

    return decided


def line_policies(
    simple: Mapping[str, HouseWay],
    way_of: Callable[[TableRules], HouseWay],
    sets: Callable[[TableRules, Hand, HouseWay], str],
    otherwise: Collection[str],
) -> dict[str, Policy]:
    """The policies that set by the table's house way and by simple rules; ``sets`` names the
    setting of a hand, ``otherwise`` what is chosen where no hand is to be set."""

    def by_lines(lines: HouseWay | None) -> Policy:
        def decided(view: View, rules: TableRules) -> str:
            if HOUSE_WAY not in offered(view):
                return quiet(view, otherwise)
            return sets(rules, sight_of(view).hand, lines or way_of(rules))

        return decided

    return {name: by_lines(way) for name, way in {HOUSE_WAY: None, **simple}.items()}
