"""The dragon's eye variation: wagers on the same three dice, before tiles or cards are dealt.

The first die of a roll is the dragon's eye die. Rules: ``shaker_named``, ``shaker_rate_kept``,
``triples_paid``, and one that says whether a triple takes the main wager, which is also the step in
which it does. Steps: ``dealer_shakes``, ``hand_over``, ``button``, ``count_triples``,
``settle_dice``, ``settle_odd`` and so on, ``retain``, ``bonus_closed``.
"""

from typing import Any

from houseway.games.set_hands.bank_window import BankWindow
from houseway.referee.events import Event
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

DRAGON = "dragon"  # where a table's notes keep the dragon's eye button and the triples
Dice = tuple[int, ...]


class DragonWindow(BankWindow):
    """The window, which besides knows the dice bonus."""

    def check_bet(self, given: Input) -> None:
        """Refuse also a late entry into the dice bonus."""
        super().check_bet(given)
        assert isinstance(given.who, int)
        amount = dict(given.amounts).get("dice_bonus", 0)
        stands = self.state.placed.get(given.who, {}).get("dice_bonus", 0)
        if amount > stands and self.data.notes.get(DRAGON, {}).get("closed"):
            cite = self.rules.cite("bonus_closed")
            raise Refused("after a triple the dice bonus takes no new wager for a round", cite)


def notes(r: Round) -> dict[str, Any]:
    """The button's position, the triples in a row and whether the dice bonus is closed."""
    kept: dict[str, Any] = r.data.notes.setdefault(
        DRAGON, {"button": 0, "triples": 0, "closed": False}
    )
    return kept


def hand_over_shaker(r: Round) -> Script[int]:
    """The player at the button shakes if he has a dice bonus wager; 0 is the dealer."""
    seat = notes(r)["button"]
    named = names_shaker(r.rules, notes(r)["closed"])
    entered = any("dice_bonus" in r.state.bets.get(box, {}) for box in r.boxes_of(seat))
    if not (seat and named and entered):
        r.say("dealer_shakes")
        return 0
    asked = (Choice("shake"), Choice("dealer_shakes"))
    given = yield from r.ask(seat, *asked, step="hand_over", ceremony="shake")
    return 0 if given.what != "shake" and not r.rule("shaker_rate_kept") else int(seat)


def names_shaker(rules: TableRules, after_triple: bool) -> bool:
    """Whether the button names who shakes, in a round after a triple or another."""
    return after_triple or bool(rules.rule("shaker_named") == "every_round")


def settle(
    r: Round, dice: Dice, shaker: int, main: str, takes: str, button: str = "button"
) -> Script[None]:
    """The button is placed and the dice wagers are settled from the dealer's right to his left. The
    rule ``takes`` says whether a triple takes the ``main`` wager."""
    eye, triple, kept = dice[0], is_triple(dice), notes(r)
    cite = r.cite(button)
    r.emit(Event("button", eye, str(eye), says=f"dragon's eye {eye}", step=button, cite=cite))
    kept["button"], kept["closed"] = eye, triple
    kept["triples"] = kept["triples"] + 1 if triple else 0
    if triple:
        r.say("count_triples")
    for seat in list(r.clockwise()):
        yield from r.go_on("settle_dice")
        for wager, hit in won(seat, dice).items():
            if r.live(seat, wager):
                r.settle(seat, wager, hit, f"settle_{wager}")
        if triple and r.rule(takes):
            r.lose(seat, main, step=takes)
        if r.live(seat, "dice_bonus"):
            yield from settle_bonus(r, seat, shaker, triple)
    if kept["triples"] == r.rule("triples_paid"):
        kept["triples"] = 0


def is_triple(dice: Dice) -> bool:
    """Whether all dice are equal."""
    return len(set(dice)) == 1


def bonus_row(shakes: bool, triples: int) -> str:
    """The row of the dice bonus for so many triples in a row, for who shakes or for others."""
    return f"{'shaker' if shakes else 'other'}_{triples}"


def won(seat: int, dice: Dice) -> dict[str, set[str]]:
    """The rows that each dice wager of a position has hit."""
    eye, *others = dice
    triple = is_triple(dice)
    return {
        "odd": {"win"} if eye % 2 and not triple else set(),
        "even": {"win"} if not eye % 2 and not triple else set(),
        "double": {"win"} if others[0] == others[1] else set(),
        "match": {f"dice_{dice.count(seat)}"},
        "triple": {"win"} if triple else set(),
    }


def settle_bonus(r: Round, seat: int, shaker: int, triple: bool) -> Script[None]:
    """A dice bonus wager is lost, or paid for the triples so far and left down or taken down."""
    if not triple:
        r.lose(seat, "dice_bonus", step="settle_dice_bonus")
        return
    shakes = shaker > 0 and seat in r.boxes_of(shaker)
    row = bonus_row(shakes, notes(r)["triples"])
    r.bonus(seat, "dice_bonus", {row}, "settle_dice_bonus")
    asked = (Choice("take_down"), Choice("retain"))
    given = yield from r.ask(seat, *asked, step="retain", idle="take_down")
    if given.what != "retain":
        r.give_back(seat, "dice_bonus", r.state.bets[seat]["dice_bonus"], "retain")
