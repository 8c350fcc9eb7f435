"""Several people who bet on one box.

Who is seated at a box decides on its cards; where nobody is, the one with the highest wager does.
The others, who stand behind it, have wagers and money of their own: each insures, doubles and
splits for himself or does not. Which of their wagers lies on which hand of the box is kept in the
table's notes for the round.
"""

from houseway.games.twenty_one.boxes import (
    MAIN,
    add_double,
    base,
    bet_on,
    dealt_to,
    doubling,
    first_wagers,
    made_on,
    number_of,
    on_spot,
    seat_of,
)
from houseway.games.twenty_one.rules import rule_of
from houseway.referee.events import Place, box_of
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused


def bettors(r: Round, box: int) -> list[int]:
    """Those who have a first wager on a box."""
    return [seat for seat in sorted(r.state.placed) if box_of(seat) == box and r.has(seat, MAIN)]


def caller_of(r: Round, box: int) -> int:
    """Who decides on the cards of a box."""
    people = bettors(r, box)
    return box if box in people else max(people, key=lambda seat: r.state.stake(seat, MAIN))


def callers(r: Round) -> list[int]:
    """Who decides on each box in play, from the dealer's left."""
    if not rule_of(r.rules, "several_bettors"):
        return list(r.clockwise(MAIN))
    boxes = sorted({box_of(seat) for seat in r.state.placed if r.has(seat, MAIN)})
    return [seat for box in boxes if (seat := caller_of(r, box)) not in r.state.gone]


def followers(r: Round, seat: int) -> list[int]:
    """The others on a box that somebody decides on."""
    if not rule_of(r.rules, "several_bettors"):
        return []
    return [person for person in bettors(r, box_of(seat)) if person != seat]


def is_follower(r: Round, seat: int) -> bool:
    """Whether somebody else decides on the box."""
    several = rule_of(r.rules, "several_bettors") and r.has(seat, MAIN)
    return bool(several) and caller_of(r, box_of(seat)) != seat


def check_bet(r: Round, given: Input) -> None:
    """Refuse one bettor too many on a box, and side wagers from behind it."""
    seat = given.who
    assert isinstance(seat, int)
    box, most = box_of(seat), rule_of(r.rules, "bettors_per_box")
    if len({*bettors(r, box), seat}) > most and any(amount for _, amount in given.amounts):
        raise Refused(f"{most} may bet on box {box} at the most", r.cite("bettors_per_box"))
    for wager, amount in given.amounts:
        beside = (*first_wagers(r), *rule_of(r.rules, "behind_bets"))
        if amount and seat != box and not wager.startswith(beside):
            raise Refused(f"the {wager} is for who sits at box {box}", r.cite("behind_main_only"))


def ask_consent(r: Round) -> Script[None]:
    """The first who bet on a box must agree to others; without that their wagers go back."""
    r.data.notes["behind"] = {}
    if not rule_of(r.rules, "several_bettors"):
        return
    for box in sorted({box_of(seat) for seat in r.clockwise(MAIN)}):
        first, *others = by_time(r, box)
        if not others:
            continue
        given = yield from r.ask(first, Choice("consent"), Choice("refuse"), step="consent")
        if given.what == "refuse":
            for person in others:
                for wager in list(r.state.bets[person]):
                    r.take_back(person, wager, "consent")
    for seat in callers(r):
        for person in followers(r, seat):
            laid_on = {str(place): base(r, place) for place in dealt_to(r, seat)}
            r.data.notes["behind"][str(person)] = laid_on


def by_time(r: Round, box: int) -> list[int]:
    """The bettors of a box in the order in which they came to it."""
    came = [e.who for e in r.events if e.kind == "wagered" and e.wager == MAIN]
    here = bettors(r, box)
    return [seat for seat in dict.fromkeys(came) if isinstance(seat, int) and seat in here]


def let_go(r: Round) -> None:
    """Where a box is dead, the wagers behind it go back too."""
    if not rule_of(r.rules, "several_bettors"):
        return
    for box in sorted({box_of(seat) for seat in r.state.gone if isinstance(seat, int)}):
        for person in bettors(r, box):
            r.push(person, *list(r.state.bets[person]), step="dead_box")


def laid(r: Round, person: int) -> dict[str, str]:
    """The hands that somebody's wagers lie on."""
    found: dict[str, str] = r.data.notes["behind"].setdefault(str(person), {})
    return found


def people_on(r: Round, place: Place) -> list[tuple[int, str]]:
    """Everyone with a wager on a hand and that wager's name, who decides first."""
    seat = seat_of(place)
    found = [(seat, base(r, place))]
    for person in followers(r, seat):
        if wager := laid(r, person).get(str(place)):
            found.append((person, wager))
    return found


def double(r: Round, place: Place) -> Script[None]:
    """Each may double with the player and need not."""
    for person, wager in people_on(r, place)[1:]:
        step, most = doubling(r, person, wager)
        if not most:
            continue
        along = Choice("double_along", step, most, step=step)
        given = yield from r.ask(person, along, Choice("no_double"), step="behind_doubles")
        if given.what == "double_along":
            add_double(r, person, wager, given.amount, "behind_doubles")


def split(r: Round, place: Place, *new: Place) -> Script[None]:
    """Each adds as much for every new hand, or says on which hand the wager is to lie."""
    others = dict(zip(("on_second", "on_third"), new, strict=False))
    for person, wager in people_on(r, place)[1:]:
        stake = bet_on(r, person, wager) * len(new)
        along = Choice("split_along", stake, stake)
        choices = (along, Choice("on_first"), *map(Choice, others))
        given = yield from r.ask(person, *choices, step="behind_splits", idle="on_first")
        if given.what == "split_along":
            for one in new:
                added = f"split_{number_of(one)}"
                for spot in made_on(r, person):
                    stake = bet_on(r, person, on_spot(wager, spot))
                    r.wager(person, on_spot(added, spot), stake, "behind_splits")
                laid(r, person)[str(one)] = added
        elif given.what in others:
            laid(r, person)[str(others[given.what])] = laid(r, person).pop(str(place))
