"""A bank at pai gow: it may cut the stacks and name a style of delivery (10.8)."""

from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.pai_gow.hands import (
    SETTING,
    WAGER,
    Hands,
    compare,
    dealer_sets,
    expose,
)
from houseway.games.set_hands.pai_gow.stacks import STACKS, STYLES, cut_stacks
from houseway.games.set_hands.player_bank import Banked, set_out_wager
from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

NO_CUT, NO_CHOICE = "no_cut", "no_choice"


def collect_paid(r: Round, seat: int) -> None:
    """A winner's tiles are picked up."""
    r.collect(seat, "collect")


BANKED = Banked[Hands](WAGER, SETTING.player_sets, dealer_sets, compare, expose, collect_paid)


def prepare(r: Round, bank: Bank) -> Script[Bank]:
    """The bank may cut the stacks once; then the dealer's own wager is set out."""
    r.phase("bank")
    yield from cut(r, bank)
    return (yield from set_out_wager(r, bank, WAGER))


def cut(r: Round, bank: Bank) -> Script[None]:
    """Adjacent stacks go to one end, or some of them to each end."""
    blocks = [f"{first}_to_{last}" for first in STACKS for last in STACKS if first <= last]
    choices = [Choice(block) for block in blocks]
    asked = (*choices, Choice(NO_CUT))
    given = yield from r.ask(bank.seat, *asked, step="bank_cuts", ceremony=NO_CUT)
    if given.what == NO_CUT:
        return
    first, last = (int(number) for number in given.what.split("_to_"))
    count = last - first + 1
    ends = [Choice("right_end", cite=r.cite("one_end")), Choice("left_end", cite=r.cite("one_end"))]
    for some in range(1, count):
        ends.append(Choice(f"{some}_to_the_right", cite=r.cite("both_ends")))
    where = yield from r.ask(bank.seat, *ends, step="bank_cuts")
    to_right = {"right_end": count, "left_end": 0}.get(where.what)
    if to_right is None:
        to_right = int(where.what.partition("_")[0])
    stacks = " ".join(str(stack) for stack in cut_stacks(first, last, to_right))
    says, cite = f"the stacks now lie {stacks} from the right", r.cite("bank_cuts")
    r.emit(Event("cut", bank.seat, stacks, says=says, step="bank_cuts", cite=cite))


def choose_style(r: Round, bank: Bank) -> Script[str]:
    """The bank names a style of delivery, and the dealer repeats it."""
    default: str = r.rule("style_unless_told")
    offered = [s for s in STYLES if s == default or r.rule(f"offer_{s}")]
    styles = [Choice(style, cite=r.cite(style)) for style in offered]
    asked = (*styles, Choice(NO_CHOICE))
    given = yield from r.ask(bank.seat, *asked, step="choose_style", ceremony=NO_CHOICE)
    r.say("repeat_style")
    return default if given.what in (NO_CHOICE, "") else given.what
