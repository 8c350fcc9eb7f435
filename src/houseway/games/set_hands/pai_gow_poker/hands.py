"""Seven cards set as a high and a low hand, compared and settled (11.9, 11.10)."""

from houseway.games.set_hands import player_bank
from houseway.games.set_hands.arranging import (
    FOULS,
    Arranging,
    check_bank_foul,
    check_foul,
    compare_strengths,
    turn_up_by_line,
)
from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.pai_gow_poker.felt import (
    NO_SURRENDER,
    ON_CARDS,
    PROGRESSIVES,
    THREE_CARD,
    WAGER,
    card_seats,
    made,
    window,
)
from houseway.games.set_hands.pai_gow_poker.hand import CATEGORIES
from houseway.games.set_hands.pai_gow_poker.rows import is_queens_dragon
from houseway.games.set_hands.pai_gow_poker.sides import Sides
from houseway.games.set_hands.pai_gow_poker.way import (
    NAMES,
    set_by_house_way,
    settings,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.setting import ask_about_exposed
from houseway.games.set_hands.seven_card_way import Hands
from houseway.games.set_hands.start import DEALER
from houseway.referee.events import Event, Place
from houseway.referee.meters import undo_hand
from houseway.referee.requests import Barred, Choice, Input, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

EXPOSED = "player_card_exposed"
BOTH = 2


def play_cards(r: Round, bank: Bank) -> Script[None]:
    """Hands are set, compared and settled with the side wagers; then the cards are picked up."""
    if bank.seat and not bank.wager and not made(r, bank.seat, "imperial"):
        r.collect(DEALER, "no_dealer_hand")
    hands = yield from SETTING.set_hands(r)
    sides = Sides(r, bank)
    if bank.seat:
        yield from player_bank.finish(r, bank, hands, banked(sides))
        for seat in [*card_seats(r), bank.seat]:
            yield from sides.settle(seat)
    else:
        yield from settle(r, hands, sides)
    yield from sides.last_pass()
    yield from sides.complete_documents()
    for place in list(r.state.hands):
        r.collect(place, "collect")
    player_bank.remember(r, bank, WAGER)


# -- setting ---------------------------------------------------------------------------------------


def ask_exposed(r: Round, seat: int) -> Script[None]:
    """A player whose card was shown; if the hand is voided, every wager on it goes back."""
    before = seat in r.state.gone
    yield from ask_about_exposed(r, seat, EXPOSED, (WAGER, *made(r, seat, *ON_CARDS)))
    if seat in r.state.gone and not before:
        for wager in made(r, seat, *PROGRESSIVES):
            r.push(seat, wager, step="exposed_choice")
            undo_hand(r, seat, r.cite("exposed_choice"))


def ways_to_set(r: Round, place: Place) -> dict[str, Hands]:
    """Every lawful setting of a place's cards by its name."""
    return settings(r.state.hands[place], wheel_of(r.rules))


def by_house_way(r: Round, place: Place) -> tuple[int, Hands]:
    """The line of the house way that decides about seven cards, and how it sets them."""
    line, name = set_by_house_way(r.state.hands[place], way_of(r.rules), wheel_of(r.rules))
    return line, ways_to_set(r, place)[name]


def dealer_sets(r: Round, place: Place, step: str) -> Hands:
    """The dealer turns up seven cards and sets them by the house way."""
    return turn_up_by_line(r, place, step, way_of(r.rules), *by_house_way(r, place))


SETTING = Arranging(
    WAGER,
    EXPOSED,
    ask_exposed,
    ways_to_set,
    lambda r, at: by_house_way(r, at)[1],
    fouls=FOULS,
)


# -- comparing -------------------------------------------------------------------------------------


def pushes_all(r: Round) -> bool:
    """Whether the hands to beat are a queen's dragon that pushes every wager."""
    place: Place = window(r).bank.seat or DEALER
    return bool(r.rule("queens_dragon_pushes")) and is_queens_dragon(r.state.hands[place])


def compare(r: Round, who: Place, own: Hands, bank: Hands) -> int:
    """High hand against high hand and low against low, each with what decides it."""
    bank = SETTING.bank_as_it_stands(r, bank)
    compare_strengths(r, who, NAMES, own.strengths, bank.strengths, CATEGORIES)
    return 1 if pushes_all(r) else own.against(bank)


def settled_by(r: Round, own: Hands, bank: Hands, won: int) -> str:
    """The paragraph by which a wager is lost or goes back."""
    bank = SETTING.bank_as_it_stands(r, bank)
    if won == 0:
        pairs = zip(own.strengths, bank.strengths, strict=True)
        return "lose_copy" if any(mine == theirs for mine, theirs in pairs) else "lose"
    if pushes_all(r):
        return "push_dragon"
    return "push_high" if own.strengths[0] > bank.strengths[0] else "push_low"


# -- settlement ------------------------------------------------------------------------------------


def settle(r: Round, hands: dict[Place, Hands], sides: Sides) -> Script[None]:
    """Against the dealer: losers are taken as they are seen and then the winners paid; or each
    player's wagers in turn, where there are wagers that want it so."""
    r.phase("settlement")
    dealer = dealer_sets(r, DEALER, "turn_up")
    if pushes_all(r):
        r.say("queens_dragon")

    def lose(seat: int, step: str) -> None:
        r.lose(seat, WAGER, step=step)

    winners = []
    for seat in card_seats(r):
        won = yield from turn_up(r, seat, hands, dealer, lose, sides)
        if sides.one_pass:
            if won:
                pay(r, seat, "pay_in_turn")
            yield from sides.settle(seat)
        elif won:
            winners.append(seat)
    if sides.one_pass:
        return
    for seat in card_seats(r):
        if seat in winners or sides.waits(seat):
            yield from r.go_on("pay")
            if seat in winners:
                pay(r, seat, "pay")
            yield from sides.settle(seat)


def pay(r: Round, seat: int, step: str) -> None:
    """A winner is paid even money, and vigorish is taken."""
    won = r.rules.schedule(WAGER).prices["win"].wins(r.state.stake(seat, WAGER))
    r.win(seat, WAGER, step=step)
    player_bank.take_vigorish(r, seat, WAGER, won, "vigorish")


def turn_up(
    r: Round,
    seat: int,
    hands: dict[Place, Hands],
    bank: Hands,
    lose: player_bank.Lose,
    sides: Sides,
) -> Script[bool]:
    """A player's hands are turned up and compared, unless they are given up; says whether both are
    higher, and settles the wager otherwise."""
    yield from r.go_on("expose")
    if seat in r.state.gone:
        return False
    surrenders = False
    if r.live(seat, WAGER):
        surrenders = yield from gives_up(r, seat)
    if r.live(seat, WAGER) and surrenders:
        lose(seat, "surrender")
        sides.give_up(seat)
        return False
    if not r.live(seat, WAGER):  # a triple has taken it, or it was fouled
        sides.look(seat, shown=False)
        return False
    r.reveal(seat, "expose")
    r.emit(Event("set", seat, says=str(hands[seat]), step="expose", cite=r.cite("expose")))
    won = compare(r, seat, hands[seat], bank)
    if won == BOTH:
        sides.look(seat, wins=True)
        return True
    step = settled_by(r, hands[seat], bank, won)
    if won == 1:
        r.push(seat, WAGER, step=step)
    else:
        lose(seat, step)
    sides.look(seat)
    return False


def gives_up(r: Round, seat: int) -> Script[bool]:
    """A player may surrender until his hands are turned up, unless a side wager bars it."""
    barred = made(r, seat, *NO_SURRENDER)
    if barred:
        names = " and ".join(r.rules.wager(name).name for name in barred)
        says = f"who has made a {names} wager does not surrender"
        no = [Barred("surrender", says, r.cite("surrender_offer"))]
        stay = Choice("stay")
        yield from r.ask(seat, stay, step="surrender_offer", barred=no, ceremony="stay")
        return False
    either = Choice("surrender", cite=r.cite("surrender")), Choice("stay")
    given = yield from r.ask(seat, *either, step="surrender_offer")
    return bool(given.what == "surrender")


# -- a player as the bank --------------------------------------------------------------------------


def banked(sides: Sides) -> player_bank.Banked[Hands]:
    """What a bank must know of the game."""

    def expose(
        r: Round, hands: dict[Place, Hands], bank: Hands, lose: player_bank.Lose
    ) -> Script[list[int]]:
        """Losers are taken to the center as they are seen, and winners wait."""
        if r.rule("queens_dragon_pushes"):
            shared = "co_bank" if window(r).bank.shared else "bank"
            r.say(f"{shared}_queens_dragon" if pushes_all(r) else f"no_{shared}_dragon")
        winners = []
        for seat in card_seats(r):
            if (yield from turn_up(r, seat, hands, bank, lose, sides)):
                winners.append(seat)
        return winners

    def after(r: Round, seat: int) -> None:
        """The side wagers follow once every wager against the bank has been paid."""

    return player_bank.Banked(WAGER, SETTING.player_sets, dealer_sets, compare, expose, after)


# -- what goes wrong -------------------------------------------------------------------------------


def check_report(r: Round, given: Input) -> None:
    """Refuse to find hands fouled that have been settled, a bank's where nobody banks, and a shown
    card of a hand that is not there."""
    check_foul(r, given, WAGER)
    check_bank_foul(r, given)
    if given.what == EXPOSED and not made(r, int(given.who or 0), WAGER, THREE_CARD):
        raise Refused(f"{place_name(given.who)} has no hand of a player", r.cite(given.what))
