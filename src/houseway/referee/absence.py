"""A player leaves the table for a while and keeps the seat, or changes seats, where the rulebook
has it so.

The rule ``seat_kept`` switches it on, for a game whose chips stay on the table from round to round.
What becomes of an absent player's chips is the rule ``absent_stakes``: they are ``counted`` and go
along with the player, lie there ``covered``, or are ``left`` as they are; ``substitute`` says
whether somebody else may play in the seat meanwhile. The substitute of seat 3 is seat 103, as
whoever stands behind a box, with chips of his own.

While wagers are taken the window takes these words (``check``, ``take``) and the steps
``away_counted``, ``back_covered`` and so on tell of them. At any other time they are noted, and the
next round begins with them (``settle``).
"""

from typing import TYPE_CHECKING, Any

from houseway.referee.events import LAYOUT, STANDING, Event, bet_account, box_of
from houseway.referee.requests import AWAY, BACK, MOVE, Input
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import SMALLEST_CHIP, TableRules

if TYPE_CHECKING:
    from houseway.referee.data import TableData
    from houseway.referee.round import Round

KEPT, TREATMENT, SUBSTITUTE = "seat_kept", "absent_stakes", "substitute"
COUNTED = "counted"  # the chips go along with the player
GOING, GONE, COMING = "going", "gone", "coming"  # from the next round on, now, until the next round


def seats_kept(rules: TableRules) -> bool:
    """Whether a player may go away from this table and keep the seat."""
    return bool(rules.fixes(KEPT) and rules.rule(KEPT))


def present(data: "TableData") -> list[int]:
    """The seats whose players are at the table for the round that opens."""
    return [s for s in data.players if data.absent.get(s, {}).get("is", COMING) == COMING]


def given_up(data: "TableData") -> list[int]:
    """Return the seats of substitutes whose players have come back."""
    back = [seat for seat in data.players if seat < STANDING and seat not in data.absent]
    return [STANDING + seat for seat in back if STANDING + seat in data.players]


def counted(data: "TableData", seat: int) -> int | None:
    """Return the amount that a player left with; nothing if the chips stay on the table."""
    found: int | None = data.absent.get(seat, {}).get(COUNTED)
    return found


def stakes_of(rules: TableRules) -> str:
    """The wager that stays on the table from round to round."""
    return next(name for name, wager in rules.wagers.items() if wager.kept)


# -- what is refused -------------------------------------------------------------------------------


def check_word(rules: TableRules, data: "TableData", given: Input, open_: bool) -> None:
    """Refuse a word that does not fit where its seat's player is. ``open_`` is whether chips may be
    put on the table now."""
    seat = given.who
    if not seats_kept(rules):
        raise Refused("this game does not hold the seat of an absent player", rules.cite("seated"))
    if not isinstance(seat, int) or seat not in data.players:
        raise Refused(f"nobody sits at seat {seat}", rules.cite("seated"))
    if given.do == MOVE:
        _check_move(rules, data, seat, given.numbers[0], open_)
    elif given.do == AWAY:
        _check_away(rules, data, seat)
    else:
        _check_back(rules, data, seat, given.amount, open_)


def _check_away(rules: TableRules, data: "TableData", seat: int) -> None:
    if seat > STANDING:
        reason = "who plays in another's seat keeps none: get up instead"
        raise Refused(reason, rules.cite(SUBSTITUTE))
    if data.absent.get(seat, {}).get("is", COMING) != COMING:
        raise Refused(f"seat {seat} is already away", rules.cite(KEPT))


def _check_back(rules: TableRules, data: "TableData", seat: int, amount: int, open_: bool) -> None:
    kept = data.absent.get(seat)
    if kept is None or kept["is"] == COMING:
        raise Refused(f"seat {seat} is not away", rules.cite(KEPT))
    left_with = kept.get(COUNTED)
    if left_with is None:
        if amount:
            raise Refused("the chips stay on the table and are not counted", rules.cite(TREATMENT))
        return
    if not open_:
        reason = "chips that left the table come back to it between rounds"
        raise Refused(reason, rules.cite("late_bets"))
    if amount and amount < left_with:
        reason = f"{money(left_with)} was counted when the player left, and comes back whole"
        raise Refused(reason, rules.cite("back_counted"))
    if amount and (amount - left_with) % rules.chip:
        reason = f"chips are added in whole ones of {money(rules.chip)}"
        raise Refused(reason, rules.cite(SMALLEST_CHIP))


def _check_move(rules: TableRules, data: "TableData", seat: int, to: int, open_: bool) -> None:
    if not open_:
        raise Refused("players may change seats only between rounds", rules.cite("late_bets"))
    if seat in data.absent or seat > STANDING:
        raise Refused("only a seated player may change seats", rules.cite(KEPT))
    if any(box_of(one) == to for one in data.players):
        raise Refused(f"seat {to} is taken", rules.cite("seated"))


def check_substitute(
    rules: TableRules, data: "TableData", seat: int, player: str, resting: bool
) -> None:
    """Refuse a person who may not play in an absent player's seat."""
    behind, box = divmod(seat, STANDING)
    cite, kept = rules.cite(SUBSTITUTE), data.absent.get(box)
    here = kept is None or kept["is"] == COMING or (kept["is"] == GOING and not resting)
    if behind != 1 or here:
        raise Refused(f"seat {seat} belongs to no absent player", cite)
    if not rules.rule(SUBSTITUTE):
        reason = f"the stakes at seat {box} lie uncovered: nobody else plays there meanwhile"
        raise Refused(reason, cite)
    if player in data.players.values():
        raise Refused(f"{player} is already a player at this table", cite)


def check_bet(r: "Round", seat: int) -> None:
    """Refuse bets of an absent player, and of a substitute whose seat is reclaimed."""
    if seat in r.data.absent:
        raise Refused(f"seat {seat} is away: its player must come back first", r.cite(KEPT))
    if seat in given_up(r.data):
        raise Refused("the player of this seat has come back", r.cite(SUBSTITUTE))


# -- what happens ----------------------------------------------------------------------------------


def note(data: "TableData", given: Input) -> None:
    """Take in a word that concerns the next round."""
    assert isinstance(given.who, int)
    seat, kept = given.who, data.absent.get(given.who)
    if given.do == MOVE:
        (to,) = given.numbers
        data.players[to] = data.players.pop(seat)
        if (stands := data.standing.pop(seat, None)) is not None:
            data.standing[to] = stands
    elif given.do == AWAY:
        data.absent[seat] = {**kept, "is": GONE} if kept else {"is": GOING}
    elif kept and kept["is"] == GOING:
        del data.absent[seat]
    elif kept:
        data.absent[seat] = {**kept, "is": COMING}


def settle(r: "Round") -> None:
    """Apply announced absences and returns as a round opens."""
    for seat, kept in sorted(r.data.absent.items()):
        if kept["is"] == GOING:
            _go(r, seat)
        elif kept["is"] == COMING:
            _come(r, seat, 0)


def take(r: "Round", given: Input) -> None:
    """A word that was checked, while wagers are taken."""
    assert isinstance(given.who, int)
    if given.do == MOVE:
        _move(r, given.who, given.numbers[0])
    elif given.do == AWAY:
        _go(r, given.who)
    else:
        _come(r, given.who, given.amount)


def see_off(r: "Round") -> None:
    """Remove substitutes whose seats are reclaimed, as play begins."""
    for seat in given_up(r.data):
        del r.data.players[seat]


def _go(r: "Round", seat: int) -> None:
    how, wager = r.rule(TREATMENT), stakes_of(r.rules)
    chips = r.state.bets.get(seat, {}).get(wager, 0)
    kept: dict[str, Any] = {"is": GONE, "how": how}
    if how == COUNTED:
        kept[COUNTED] = chips
    r.data.absent[seat] = kept
    _tell(r, AWAY, seat, how, chips)
    if how == COUNTED and chips:
        r.take_back(seat, wager, f"away_{how}")


def _come(r: "Round", seat: int, amount: int) -> None:
    wager = stakes_of(r.rules)
    substitute = STANDING + seat
    if substitute in r.data.players:
        r.say("substitute_leaves", substitute)
        if r.state.bets.get(substitute, {}).get(wager):
            r.take_back(substitute, wager, "substitute_leaves")
    kept = r.data.absent.pop(seat)
    how = kept["how"]
    chips = (
        max(amount, kept[COUNTED]) if how == COUNTED else r.state.bets.get(seat, {}).get(wager, 0)
    )
    _tell(r, BACK, seat, how, chips)
    if how == COUNTED and chips:
        r.wager(seat, wager, chips, f"back_{how}")


def _move(r: "Round", seat: int, to: int) -> None:
    """A player takes another seat with everything that lies before the first."""
    r.data.players[to] = r.data.players.pop(seat)
    cite, says = r.cite("move"), f"seat {seat} moves to seat {to}"
    r.emit(Event(MOVE, seat, str(to), says=says, step="move", cite=cite))
    for wager, chips in list(r.state.bets.get(seat, {}).items()):
        left, reached = bet_account(seat, wager), bet_account(to, wager)
        for kind, who, source, target in (
            ("withdrawn", seat, left, LAYOUT),
            ("stands", to, LAYOUT, reached),
        ):
            moved = Event(kind, who, MOVE, wager, chips, 0, source, target, step="move", cite=cite)
            r.emit(moved)


def _tell(r: "Round", word: str, seat: int, how: str, chips: int) -> None:
    step = f"{word}_{how}"
    says = f"seat {seat} is {word}: {r.rules.says(step)[:-1].lower()} ({money(chips)})"
    event = Event(word, seat, how, stakes_of(r.rules), chips, says=says, step=step)
    r.emit(event._replace(cite=r.cite(step)))
