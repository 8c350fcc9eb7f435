"""Setting four tiles as a high and a low hand, and the comparison of hands."""

from collections.abc import Callable
from typing import NamedTuple

from houseway.equipment.cards import names
from houseway.games.set_hands.arranging import Arranging, tell_compared
from houseway.games.set_hands.setting import ask_about_exposed, gives_up, seats_with
from houseway.hands.tiles import (
    OF_PAIR,
    POINT,
    SIX,
    SUPREME,
    THREE,
    house_way,
    outcome,
    pair_rank,
    split,
    strength,
    value,
)
from houseway.referee.events import Event, Place
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import TableRules

WAYS = ("1+2", "1+3", "1+4")  # which tile goes with the first
WAGER = "pai_gow"
EXPOSED = "player_tile_exposed"


class Hands(NamedTuple):
    """Four tiles as they are set."""

    high: tuple[int, int]
    low: tuple[int, int]

    @classmethod
    def of(cls, tiles: list[int], way: int) -> "Hands":
        """The hands that one way to split the tiles makes."""
        a, b, c, d = split((tiles[0], tiles[1], tiles[2], tiles[3]), way)
        return cls((a, b), (c, d))

    def against(self, bank: "Hands") -> int:
        """How many of the two hands beat the bank's."""
        return outcome(
            strength(*self.high),
            strength(*self.low),
            strength(*bank.high),
            strength(*bank.low),
        )

    def __str__(self) -> str:
        return f"high {names(self.high)}, low {names(self.low)}"


def tile_seats(r: Round) -> list[int]:
    """Seats with a wager on the tiles, from the dealer's far right counterclockwise."""
    return seats_with(r, WAGER)


def house_values(rules: TableRules) -> tuple[int, ...]:
    """The values that the house plays together, in turn."""
    return tuple(int(value) for value in rules.rule("house_way_values"))


def looks_low_first(rules: TableRules) -> bool:
    """Whether the house's own way looks at the low hand where the text leaves a choice."""
    return bool(rules.rule("house_way_looks_at") == "low")


def by_house_way(r: Round, place: Place) -> Hands:
    """Four tiles as the house must set them."""
    tiles = r.state.hands[place]
    four = (tiles[0], tiles[1], tiles[2], tiles[3])
    return Hands.of(tiles, house_way(four, house_values(r.rules), looks_low_first(r.rules)))


def dealer_sets(r: Round, place: Place, step: str) -> Hands:
    """The dealer turns up four tiles and sets them by the house way."""
    hands = by_house_way(r, place)
    r.reveal(place, step)
    rule = r.rules.joined("house_way", r.cite(house_rule(r, hands)))
    r.emit(Event("set", place, house_rule(r, hands), says=str(hands), step="house_way", cite=rule))
    return hands


def house_rule(r: Round, hands: Hands) -> str:
    """The rule of the house way by which hands came about."""
    pairs = [pair_rank(*hands.high), pair_rank(*hands.low)]
    if SUPREME in pairs:
        return "house_way_supreme"
    if any(pairs):
        return "house_way_pair"
    values = {str(value(*hands.high)), str(value(*hands.low))}
    return "house_way_value" if values & set(r.rule("house_way_values")) else "house_way_ends"


def compare(r: Round, seat: Place, own: Hands, bank: Hands) -> int:
    """High hand against high hand and low against low, each with what decides it."""
    for name, mine, theirs in (("high", own.high, bank.high), ("low", own.low, bank.low)):
        is_low = name == "low"
        step, result = decided_by(strength(*mine), strength(*theirs), is_low)
        counted = step != "compare_pair" and {SIX, THREE} & {*mine, *theirs}
        tell_compared(r, seat, name, step, result, ["compare_counted"] if counted else [])
    return own.against(bank)


def decided_by(mine: int, theirs: int, is_low: bool) -> tuple[str, str]:
    """The rule that decides between two hands, by strength, and what comes of it."""
    if is_low and mine < POINT and mine > theirs:
        return "compare_zero", "zero"
    if mine == theirs:
        return ("compare_copy_pair" if mine >= OF_PAIR else "compare_copy"), "copy"
    result = "higher" if mine > theirs else "lower"
    if max(mine, theirs) >= OF_PAIR:
        return "compare_pair", result
    return ("compare_tile" if mine // POINT == theirs // POINT else "compare_value"), result


def ways_to_set(r: Round, place: Place) -> dict[str, Hands]:
    """Each way to split a place's tiles by its name."""
    tiles = list(r.state.hands[place])
    return {name: Hands.of(tiles, way) for way, name in enumerate(WAYS)}


def ask_exposed(r: Round, seat: int) -> Script[None]:
    """A player whose tile the dealer has shown."""
    yield from ask_about_exposed(r, seat, EXPOSED, (WAGER,))


SETTING = Arranging(WAGER, EXPOSED, ask_exposed, ways_to_set, by_house_way, idle="")


def expose(
    r: Round, hands: dict[Place, Hands], bank: Hands, lose: Callable[[int, str], None]
) -> Script[list[int]]:
    """Each player's hands are turned up and compared; losers are taken at once, winners wait."""
    winners = []
    for seat in tile_seats(r):
        yield from r.go_on("expose")
        surrenders = yield from gives_up(r, seat)
        if r.state.contest_void:
            return []
        if surrenders:
            lose(seat, "surrender")
            r.collect(seat, "surrender")
            continue
        r.reveal(seat, "expose")
        won = compare(r, seat, hands[seat], bank)
        if won == 2:
            winners.append(seat)
        elif won == 1:
            higher = strength(*hands[seat].high) > strength(*bank.high)
            step = "push_high" if higher else "push_low"
            r.push(seat, "pai_gow", step=step)
            r.collect(seat, step)
        else:
            lose(seat, "lose")
            r.collect(seat, "lose")
    return winners
