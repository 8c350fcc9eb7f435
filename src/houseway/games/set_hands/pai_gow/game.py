"""Pai gow with tiles in the order of the regulation (N.J.A.C. 13:69F-10).

Seats bear the numbers of the betting positions: 1 is at the dealer's far right and 6 at the far
left, so that counterclockwise is upward. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.set_hands import dragons_eye, player_bank
from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.pai_gow.bank import BANKED, choose_style, prepare
from houseway.games.set_hands.pai_gow.hands import (
    SETTING,
    WAGER,
    Hands,
    dealer_sets,
    expose,
    tile_seats,
)
from houseway.games.set_hands.pai_gow.stacks import RING, delivery, written
from houseway.games.set_hands.start import places_from, roll_flat, start_place
from houseway.referee.events import Event, Place
from houseway.referee.requests import place_name
from houseway.referee.round import Round, Script

commission = player_bank.vigorish


def play(r: Round) -> Script[None]:
    """One round, from the washing of the tiles to the last payment."""
    felt = dragons_eye.DragonWindow(r)
    r.window = felt
    yield from wash(r)
    r.take_up_standing()
    bank = yield from player_bank.take_wagers(r, felt)
    if bank.seat:
        bank = yield from prepare(r, bank)
    r.say("close")
    style, start = yield from shake(r, bank)
    if bank.seat or tile_seats(r):
        yield from deal(r, bank, style, start)
        yield from play_tiles(r, bank)
    r.leave_standing("retain")


def wash(r: Round) -> Script[None]:
    """The tiles are washed face down and stacked; at an opening or idle table they lay in pairs."""
    r.phase("shuffle")
    if r.data.fresh_deck:
        r.say("lay_out_pairs")
    yield from r.shuffle("shuffle")


# -- the dice --------------------------------------------------------------------------------


def shake(r: Round, bank: Bank) -> Script[tuple[str, Place]]:
    """The dice say where the deal begins and, before that, settle the wagers made on them."""
    r.phase("shake")
    if bank.seat:
        style = yield from choose_style(r, bank)
        dice = yield from roll_flat(r, "bank_shakes")
        return style, start_place(RING, sum(dice), bank.seat)
    if not r.rule("dragons_eye"):
        dice = yield from roll_flat(r, "shake")
        return "", start_place(RING, sum(dice))
    shaker = yield from dragons_eye.hand_over_shaker(r)
    dice = yield from roll_flat(r, "shake_dragon")
    yield from dragons_eye.settle(r, dice, shaker, WAGER, "triple_takes_tiles")
    by_button = r.rule("dragon_start") == "button"
    return "", dice[0] if by_button else start_place(RING, sum(dice))


# -- the tiles -------------------------------------------------------------------------------


def deal(r: Round, bank: Bank, style: str, start: Place) -> Script[None]:
    """Four tiles to each of the eight places, whether or not there is a wager."""
    r.phase("deal")
    first = bank.seat or "dealer"
    says, step = f"the deal starts at {place_name(start)}", start_step(r, bank)
    r.emit(Event("starts", start, str(first), says=says, step=step, cite=r.cite(step)))
    playing = {*tile_seats(r), bank.seat}
    empty = []
    for turn, place in enumerate(places_from(RING, start)):
        at: Place = place
        if isinstance(place, int) and place not in playing:
            at = f"position {place}"
            empty.append(at)
        if style:
            tiles = written(delivery(style)[turn])
            says = f"{place_name(at)} gets {tiles} of the stacks"
            r.emit(Event("delivered", at, tiles, says=says, step=style, cite=r.cite(style)))
        yield from r.deal(at, r.rule("tiles_each"), "deal_to_bank" if bank.seat else "deal")
        if at == "dealer":
            r.say("wager_on_tiles" if bank.wager else "marker")
    for at in empty:
        r.collect(at, "bank_no_wager" if bank.seat else "no_wager")
    cover = "bank_cover_shaker" if bank.seat else "cover_shaker"
    yield from r.go_on(cover)
    r.say(cover)


def start_step(r: Round, bank: Bank) -> str:
    """The step that says how the first place was found."""
    if bank.seat:
        return "start_bank"
    by_button = r.rule("dragons_eye") and r.rule("dragon_start") == "button"
    return "start_button" if by_button else "start"


def play_tiles(r: Round, bank: Bank) -> Script[None]:
    """Hands are set, compared and settled, unless all have become void."""
    hands = yield from SETTING.set_hands(r)
    if not r.state.contest_void:
        if bank.seat:
            yield from player_bank.finish(r, bank, hands, BANKED)
        else:
            yield from settle(r, hands)
    for place in list(r.state.hands):
        r.collect(place, "collect")
    if not r.state.contest_void:
        player_bank.remember(r, bank, WAGER)


def settle(r: Round, hands: dict[Place, Hands]) -> Script[None]:
    """Against the dealer: losers are taken as they are seen, and then the winners are paid."""
    r.phase("settlement")
    dealer = dealer_sets(r, "dealer", "turn_up")

    def take(seat: int, step: str) -> None:
        r.lose(seat, "pai_gow", step=step)

    for seat in (yield from expose(r, hands, dealer, take)):
        yield from r.go_on("pay")
        if r.state.contest_void:
            return
        won = r.rules.schedule("pai_gow").prices["win"].wins(r.state.stake(seat, "pai_gow"))
        r.win(seat, "pai_gow", step="pay")
        player_bank.take_vigorish(r, seat, "pai_gow", won, "vigorish")
        r.collect(seat, "collect")
