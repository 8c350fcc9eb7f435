"""The showdown and the end of a round: who shows first, who wins which pot, in what order pots are
pushed (14.6(d)-(e), 14.9(i)-(l), 14.10(j)-(l), 14.11(f)-(i), 14.12(h), 14.13(h), 14.13A(k)-(m),
14.15(d)).
"""

from collections.abc import Sequence
from typing import NamedTuple

from houseway.games.pots.poker import jackpot
from houseway.games.pots.poker.hand import (
    BADUGI,
    Ranked,
    best,
    is_mini_royal,
    kind_of,
    odd_key,
    odd_low_key,
)
from houseway.games.pots.poker.hand_names import named
from houseway.games.pots.poker.kill import move_kill_button
from houseway.games.pots.poker.posting import TOURNAMENT
from houseway.games.pots.poker.pots import Pot, halves, portions, shares
from houseway.games.pots.poker.table import BOARD, Table
from houseway.hands.poker import CATEGORIES, THREE_CARD_CATEGORIES, category
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Script
from houseway.rulebook.cite import split

SHOW, CONCEDE = "show", "concede"


class Won(NamedTuple):
    """What somebody wins of a pot."""

    seat: int
    amount: int
    step: str
    what: str


# -- who shows -------------------------------------------------------------------------------------


def show_hands(t: Table) -> Script[None]:
    """The player who made the last wager shows first, then the others clockwise; a hand that has
    lost may be conceded unseen, unless the house wants to see it."""
    r = t.r
    r.phase("settlement")
    yield from r.go_on("showdown")
    first = t.aggressor if t.aggressor in t.live else t.first_to_act
    shown: list[int] = []
    for seat in t.from_seat(first, t.live):
        if seat in t.out:
            continue
        must = r.rule("show_discards") or seat in t.released
        if not must and loses(t, seat, shown):
            given = yield from r.ask(
                seat, Choice(CONCEDE), Choice(SHOW), step="concede", idle=CONCEDE
            )
            if given.what != SHOW:
                if seat not in t.out:
                    t.put_away(seat, "concede")
                continue
        r.reveal(seat, "showdown")
        rank_hand(t, seat)
        shown.append(seat)


def loses(t: Table, seat: int, shown: Sequence[int]) -> bool:
    """Whether a player can win no pot any more, whoever shows after the hands that are shown."""
    for pot in t.pots:
        if seat not in pot.seats:
            continue
        others = [one for one in shown if one in pot.seats]
        if not others:
            return False
        for place in t.boards:
            if seat in winners(t, [*others, seat], place, "high"):
                return False
            if seat in winners(t, [*others, seat], place, "low"):
                return False
    return True


def ranked(t: Table, seat: int, place: str, side: str) -> Ranked | None:
    """A player's best high hand, or best low one that qualifies."""
    kind = kind_of(t.r.rules, side)
    return best(kind.kind, t.hand(seat), t.board(place), kind.formed_of, kind.at_most)


def winners(t: Table, seats: Sequence[int], place: str, side: str) -> list[int]:
    """Who has the best hand of these; nobody, where no hand qualifies or the game has none such."""
    found = {s: one for s in seats if (one := ranked(t, s, place, side))}
    top = max((one.score for one in found.values()), default=None)
    return [seat for seat in seats if seat in found and found[seat].score == top]


def rank_hand(t: Table, seat: int) -> None:
    """A hand is what its cards are, whatever is said of it."""
    r = t.r
    for place in t.boards:
        for side in ("high", "low"):
            if (one := ranked(t, seat, place, side)) is None:
                continue
            kind = r.rule(f"{side}_hand")
            says, cite = named(kind, one), paragraph(t, kind, one)
            event = Event("ranked", seat, side, says=says, step="cards_speak")
            r.emit(event._replace(cite=r.rules.joined("cards_speak", cite)))


def paragraph(t: Table, kind: str, one: Ranked) -> str:
    """The paragraphs that a hand is listed in: the list, and its line of it."""
    r = t.r
    if kind == "five_high":
        *lines, whole = split(r.cite("hand_order"))
        return f"{whole}, {lines[len(CATEGORIES) - 1 - category(one.score)]}"
    if kind == "three_high":
        *lines, whole, royal = split(r.cite("three_card_order"))
        line = lines[len(THREE_CARD_CATEGORIES) - 1 - category(one.score)]
        return f"{whole}, {royal if is_mini_royal(one) else line}"
    if kind == BADUGI:
        return split(r.cite("badugi_order"))[4 - len(one.cards)]
    return r.cite("deuce_to_seven_order" if kind == "deuce_to_seven" else "low_order")


# -- who wins --------------------------------------------------------------------------------------


def award_pots(t: Table) -> Script[None]:
    """Losing hands are collected; side pots are pushed before the pot in the middle."""
    r = t.r
    r.phase("settlement")
    yield from r.go_on("award")
    whole = sum(pot.amount for pot in t.pots)
    jackpot.contribute(t)
    won: list[tuple[Pot, list[Won]]] = []
    for pot in reversed(t.pots):
        if pot.amount:
            won.append((pot, divide(t, pot)))
    best_of_all = {one.seat for _, wins in won for one in wins}
    for seat in t.live:
        if seat not in best_of_all and seat in r.state.hands:
            jackpot.remember(t, seat)
            r.collect(seat, "collect_losers")
    for pot, wins in won:
        side = pot is not t.pots[0]
        for one in wins:
            t.pay_out(one.seat, one.amount, one.what, one.step)
        if side:
            t.tell("side_pots_first")
    divided = any(one.what == "low" for _, wins in won for one in wins)
    move_kill_button(t, whole, best_of_all, divided)
    yield from jackpot.pay(t)
    for seat in t.live:
        if seat in r.state.hands:
            r.collect(seat, "collect")


def divide(t: Table, pot: Pot) -> list[Won]:
    """Who gets what of a pot: the last player left, or the best hands of each board that was
    run."""
    seats = [seat for seat in t.live if seat in pot.seats] or heirs(t, pot)
    if len(seats) == 1:
        alone = "last_player" if t.over and seats == t.live else "alone_in_pot"
        return [Won(seats[0], pot.amount, alone, "pot")]
    parts = portions(pot.amount, len(t.boards))
    found: list[Won] = []
    for place, part in zip(t.boards, parts, strict=True):
        found += divide_board(t, part, seats, place)
    return found


def heirs(t: Table, pot: Pot) -> list[int]:
    """Who has a pot for which nobody contends any more: the last player left, unless all-in with
    less; otherwise the last of those who put chips into it to leave the round."""
    able = [seat for seat in t.live if seat not in t.all_in()]
    return able or [next(seat for seat in reversed(t.left) if pot.paid.get(seat))]


def divide_board(t: Table, amount: int, seats: list[int], place: str = BOARD) -> list[Won]:
    """A pot, or the portion of one board, to the best high hand and the best low one."""
    high, low = (winners(t, seats, place, side) for side in ("high", "low"))
    if not high:
        return shared(t, amount, low, place, "low_only")
    if not low:
        step = "no_low" if t.r.rule("low_hand") else "award_high"
        return shared(t, amount, high, place, step)
    if high == low and len(high) == 1:
        return [Won(high[0], amount, "both_ways", "both")]
    top, bottom = halves(amount, tournament_chip(t))
    return [
        *shared(t, top, high, place, "award_high"),
        *shared(t, bottom, low, place, "award_low"),
    ]


def shared(t: Table, amount: int, seats: list[int], place: str, step: str) -> list[Won]:
    """Equal hands share equally; of a dollar that is over, who has it."""
    side = "low" if step in ("award_low", "low_only") else "high"
    what = "low" if step == "award_low" else "high" if step != "low_only" else "best low"
    order = odd_order(t, seats, place, side)
    if len(order) == 1:
        return [Won(order[0], amount, step, what)]
    tied = {"award_low": "tied_low"}.get(step, "tied_high" if t.r.rule("low_hand") else "tied")
    tied = "tied" if step == "low_only" else tied
    parts = shares(amount, order, tournament_chip(t))
    return [Won(seat, part, tied, what) for seat, part in parts.items()]


def tournament_chip(t: Table) -> int:
    """The smallest chip, where chips of a tournament are divided; elsewhere dollars are."""
    return t.r.rules.chip if t.r.data.notes.get(TOURNAMENT) else 0


def odd_order(t: Table, seats: list[int], place: str, side: str) -> list[int]:
    """Who comes first for an odd dollar: where high and low divide the pot by the cards and their
    suits, elsewhere clockwise from the left of the button or the dealer."""
    r = t.r
    if not (r.rule("high_hand") and r.rule("low_hand")):
        return [seat for seat in t.order if seat in seats]
    hands = {seat: ranked(t, seat, place, side) for seat in seats}
    cards = {seat: one.cards for seat, one in hands.items() if one}
    if side == "high":
        return sorted(seats, key=lambda seat: odd_key(cards[seat]), reverse=True)
    return sorted(seats, key=lambda seat: odd_low_key(cards[seat]))
