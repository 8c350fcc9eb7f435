"""A keno ticket: what is written on a request, the straight tickets that it is made of, and what
is printed (13:69F-15.2, 15.4). Pure functions; nothing here knows the round."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, NoReturn, TypedDict

from houseway.rulebook.calendar import years_after
from houseway.rulebook.models import RateCard
from houseway.rulebook.money import cents, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

STRAIGHT, SPLIT, WAY, COMBINATION, KING = "straight", "split", "way", "combination", "king"
QUICK_PICK = "quick_pick"
EXPIRES = "expires_after_years"  # the rule that says how long a winning ticket is paid
COMBINED = (WAY, COMBINATION, KING)

REQUEST, VERBAL, TICKET, RUNNER = "request", "verbal", "ticket", "runner"
KEYS = {  # what may be written on a form
    "wager", "numbers", "spots", "rate", "rates", "ways", "games", "which", "price",
    "by", "runner", "station", "writer", "tender", "tendered", "keyed",
}  # fmt: skip

RUNNER_CODE = re.compile(r"runner [1-9][0-9]{0,3}")

Group = tuple[int, ...]


class Way(NamedTuple):
    """One straight ticket within a ticket."""

    rate: int  # cents
    spots: Group


class Ticket(TypedDict):
    """A ticket as the system keeps it: plain data."""

    serial: str
    patron: int
    wager: str
    groups: list[list[int]]
    ways: list[list[Any]]  # rate and spots
    games: int
    first: int
    last: int
    each: int  # price of one game
    station: str
    writer: str
    runner: str
    issued: int  # minute
    card: Any  # the rate card in effect when it was issued
    won: list[int]  # game by game


@dataclass(frozen=True)
class Order:
    """A request that has been read and found good."""

    wager: str
    groups: tuple[Group, ...]
    ways: tuple[Way, ...]
    picked: int  # spots that the system picks
    games: int
    station: str
    writer: str
    runner: str
    tendered: int

    @property
    def each(self) -> int:
        """The price of one game."""
        return sum(way.rate for way in self.ways)

    @property
    def price(self) -> int:
        """The price of all games."""
        return self.each * self.games

    @property
    def name(self) -> str:
        """The wager as the books have it."""
        return f"{self.wager}@{self.picked}" if self.picked else self.wager


def refuse(rules: TableRules, step: str, reason: str = "") -> NoReturn:
    """Refuse by a step of the rulebook."""
    raise Refused(reason or rules.says(step), rules.cite(step))


def read_order(form: Mapping[str, Any], rules: TableRules, game: int) -> Order:
    """What is asked for, before the game of that number; a bad request is refused."""
    if unknown := sorted(set(form) - KEYS):
        refuse(rules, "unclear", f"a request has no place for {unknown[0]!r}")
    form = {**form, **_mapping(form.get("keyed", {}), rules)}
    _check_how(form, rules)
    wager = form.get("wager")
    if not isinstance(wager, str) or wager not in rules.wagers:
        refuse(rules, "unclear", f"it is not clear which type of ticket {wager!r} is")
    if wager == QUICK_PICK:
        picked = _spots(form, rules)
        groups: tuple[Group, ...] = ()
        ways = [Way(_rate(form.get("rate"), rules), tuple(range(1, picked + 1)))]
    else:
        picked, groups = 0, _groups(form, rules)
        ways = list(_ways(wager, groups, form, rules))
    for way in ways:
        check_way(way, rules)
    order = Order(
        wager,
        groups,
        tuple(ways),
        picked,
        _games(form, rules, game),
        _text(form.get("station", "booth 1"), rules),
        _text(form.get("writer", "writer 1"), rules),
        _text(form.get("runner", ""), rules),
        0,
    )
    return _priced(order, form, rules)


def _mapping(value: Any, rules: TableRules) -> Mapping[str, Any]:
    """What the writer keyed where it is not what the request says; the ticket goes by it."""
    if not isinstance(value, Mapping) or set(value) - KEYS:
        refuse(rules, "unclear", "what was keyed is not clear")
    return value


def _text(value: Any, rules: TableRules) -> str:
    if not isinstance(value, str):
        refuse(rules, "unclear", f"{value!r} is not a code")
    return value


# -- how it is asked for -----------------------------------------------------------------------


def _check_how(form: Mapping[str, Any], rules: TableRules) -> None:
    """Where, through whom and with what money a ticket is asked for."""
    station = str(form.get("station", "booth 1"))
    if not any(station.startswith(f"{kind} ") for kind in rules.rule("work_stations")):
        refuse(rules, "seated", f"{station!r} is no keno work station")
    by, runner = form.get("by", REQUEST), form.get("runner", "")
    if by not in (REQUEST, VERBAL, TICKET, RUNNER):
        refuse(rules, "request_needed", f"a ticket is not asked for by {by!r}")
    if bool(runner) != (by == RUNNER):
        if by == VERBAL:
            refuse(rules, "verbal")
        if by == TICKET:
            refuse(rules, "old_ticket")
        refuse(rules, "request_needed", "a runner request names its runner, and no other does")
    if runner:
        check_runner(runner, rules)
    tender = form.get("tender", "currency")
    taken = [name for name, one in rules.book.tenders.items() if one.value]
    if tender not in taken:
        cite = next(iter(rules.book.tenders.values())).cite
        known = ", ".join(taken)
        raise Refused(f"wagers are made with {known}, not {tender!r}", cite)


def check_runner(code: Any, rules: TableRules) -> None:
    """Refuse who is no runner of this house."""
    if not rules.rule("runners") or not RUNNER_CODE.fullmatch(str(code)):
        refuse(rules, "runners", f"{code!r} is no runner who is authorized here")


def _games(form: Mapping[str, Any], rules: TableRules, game: int) -> int:
    """How many games: the one that is open and those after it."""
    games = form.get("games", 1)
    if type(games) is not int or games < 1:
        refuse(rules, "unclear", f"{games!r} is not a number of games")
    if games > rules.rate_card.max_games:
        refuse(rules, "rate_card", f"the rate card has {rules.rate_card.max_games} games at most")
    which = form.get("which")
    if which is not None and which != list(range(game, game + games)):
        refuse(
            rules, "consecutive", f"{games} games from {game} on can be played, one after another"
        )
    return games


def _priced(order: Order, form: Mapping[str, Any], rules: TableRules) -> Order:
    """The price must be as written, and paid."""
    if (written := form.get("price", order.price)) != order.price:
        wrong = f"the price is {money(order.price)}, not as written"
        refuse(rules, "priced", wrong if type(written) is not int else f"{wrong}, {money(written)}")
    tendered = cents(form.get("tendered", order.price), "what is tendered", rules.cite("paid_for"))
    if tendered < order.price:
        refuse(rules, "paid_for", f"the price is {money(order.price)}, not {money(tendered)}")
    return Order(**{**vars(order), "tendered": tendered})


# -- what is marked ----------------------------------------------------------------------------


def _spots(form: Mapping[str, Any], rules: TableRules) -> int:
    """How many numbers the system is to pick."""
    spots = form.get("spots")
    if type(spots) is not int or spots < 1 or "numbers" in form or "ways" in form:
        refuse(rules, "unclear", "a quick-pick says how many spots, and marks none")
    _check_spots(spots, rules)
    return spots


def _groups(form: Mapping[str, Any], rules: TableRules) -> tuple[Group, ...]:
    """The numbers that are marked, group by group."""
    marked = form.get("numbers")
    if not isinstance(marked, list) or not marked or "spots" in form:
        refuse(rules, "unclear", "no number is marked")
    if not any(isinstance(one, list) for one in marked):
        marked = [marked]
    groups = []
    for group in marked:
        if not isinstance(group, list) or not group:
            refuse(rules, "unclear", "it is not clear which numbers belong together")
        for number in group:
            if type(number) is not int:
                refuse(rules, "unclear", f"it is not clear which number {number!r} is")
            if not 1 <= number <= rules.cage.numbers:
                refuse(rules, "numbers", f"there is no number {number}")
        if len(set(group)) != len(group):
            refuse(rules, "unclear", "a number is marked twice")
        groups.append(tuple(sorted(group)))
    return tuple(groups)


def _ways(
    wager: str, groups: tuple[Group, ...], form: Mapping[str, Any], rules: TableRules
) -> Iterator[Way]:
    """The straight tickets that a ticket is made of."""
    found = rules.wagers[wager]
    if wager == STRAIGHT:
        if len(groups) != 1:
            raise Refused("a straight ticket has no groups", found.cite)
        if "rates" in form or "ways" in form:
            refuse(rules, "unclear", "a straight ticket has one rate and one way")
        yield Way(_rate(form.get("rate"), rules), groups[0])
        return
    if len(groups) < 2:
        raise Refused(f"a {wager} ticket has two groups or more", found.cite)
    if len({number for group in groups for number in group}) != sum(map(len, groups)):
        raise Refused("no number may stand in two groups", rules.joined("overlap", found.cite))
    if wager == SPLIT:
        yield from _split(groups, form, rules)
    else:
        yield from _combined(wager, groups, form, rules)


def _split(groups: tuple[Group, ...], form: Mapping[str, Any], rules: TableRules) -> Iterator[Way]:
    """Each group is a ticket of its own; equal groups have one rate."""
    if "ways" in form or ("rate" in form) == ("rates" in form):
        refuse(rules, "unclear", "a split ticket has one rate, or one for each group")
    rates = form.get("rates", [form.get("rate")] * len(groups))
    if not isinstance(rates, list) or len(rates) != len(groups):
        refuse(rules, "unclear", "there is not one rate for each group")
    checked = [_rate(rate, rules) for rate in rates]
    if len({len(group) for group in groups}) == 1 and len(set(checked)) > 1:
        refuse(rules, "equal_split")
    for rate, group in zip(checked, groups, strict=True):
        yield Way(rate, group)


def _combined(
    wager: str, groups: tuple[Group, ...], form: Mapping[str, Any], rules: TableRules
) -> list[Way]:
    """Groups joined as the player says: any so many of them, or those that are named."""
    cite = rules.wagers[wager].cite
    if wager == WAY and len({len(group) for group in groups}) > 1:
        raise Refused("the groups of a way ticket have equally many spots", cite)
    kings = {at for at, group in enumerate(groups) if len(group) == 1}
    if wager == KING and not kings:
        raise Refused("a king ticket has a king: a number that stands alone", cite)
    wanted = form.get("ways")
    if not isinstance(wanted, list) or not wanted or "rates" in form:
        refuse(rules, "unclear", "it is not clear how the groups are combined")
    joined: dict[Group, int] = {}  # places of groups -> rate
    for item in wanted:
        rate = _rate(
            item.get("rate", form.get("rate")) if isinstance(item, Mapping) else None, rules
        )
        for places in _places(item, len(groups), rules):
            if wager == KING and "any" in item and not kings & set(places):
                continue
            if wager == KING and (len(places) < 2 or not kings & set(places)):
                raise Refused("a king is combined with other groups", cite)
            if places in joined:
                refuse(rules, "unclear", "the same groups are combined twice")
            joined[places] = rate
    if len(joined) < 2:
        raise Refused(f"a {wager} ticket is several straight tickets in one", cite)
    if wager == WAY and len(set(joined.values())) > 1:
        raise Refused("every way of a way ticket has the same rate", cite)
    return [Way(rate, join(groups, places)) for places, rate in joined.items()]


def _places(item: Any, count: int, rules: TableRules) -> Iterator[Group]:
    """The groups that one line of the conditioning joins: ``any`` so many, or ``groups`` by their
    places."""
    most = rules.rate_card.max_ways
    if isinstance(item, Mapping) and not set(item) - {"any", "groups", "rate"}:
        size, named = item.get("any"), item.get("groups")
        if type(size) is int and named is None and 1 <= size <= count:
            if comb(count, size) > most:
                refuse(rules, "rate_card", f"the rate card has {most} ways at the most")
            yield from combinations(range(count), size)
            return
        if size is None and named is not None and _are_places(named, count):
            yield tuple(sorted(at - 1 for at in named))
            return
    refuse(rules, "unclear", "it is not clear how the groups are combined")


def _are_places(named: Any, count: int) -> bool:
    """Whether groups are named by their places, none of them twice."""
    if not isinstance(named, list) or not named:
        return False
    good = all(type(at) is int and 1 <= at <= count for at in named)
    return good and len(set(named)) == len(named)


def join(groups: Sequence[Group], places: Sequence[int]) -> Group:
    """The numbers of several groups.

    >>> join([(7, 9), (3,), (1, 2)], (0, 2))
    (1, 2, 7, 9)
    """
    return tuple(sorted(number for at in places for number in groups[at]))


# -- rates -------------------------------------------------------------------------------------


def _rate(value: Any, rules: TableRules) -> int:
    """What one way costs."""
    if value is None:
        refuse(rules, "unclear", "it is not clear at which rate the ticket is to be played")
    card = rules.rate_card
    rate = cents(value, "the rate", rules.cite("wager_limits"))
    if not card.min_wager <= rate <= card.max_wager:
        span = f"{money(card.min_wager)} to {money(card.max_wager)}"
        refuse(rules, "wager_limits", f"wagers run from {span}, not {money(rate)}")
    return rate


def check_way(way: Way, rules: TableRules) -> None:
    """Refuse more spots than the rate card has, and a rate that it cannot pay in whole cents."""
    card, spots = rules.rate_card, len(way.spots)
    _check_spots(spots, rules)
    if not card.in_cents(spots, way.rate):
        refuse(rules, "in_proportion", f"{money(way.rate)} cannot be paid in whole cents")


def _check_spots(spots: int, rules: TableRules) -> None:
    most = rules.rate_card.max_spots
    if spots > most:
        refuse(rules, "most_spots", f"{most} spots may be played, not {spots}")


# -- what a ticket wins ------------------------------------------------------------------------


def catches(spots: Sequence[int], drawn: frozenset[int]) -> int:
    """How many of one's numbers are drawn.

    >>> catches([3, 17, 42], frozenset({17, 42, 80}))
    2
    """
    return sum(number in drawn for number in spots)


def due(ways: Iterable[Sequence[Any]], card: RateCard, drawn: frozenset[int]) -> int:
    """What all ways of a ticket, each a rate and its spots, win in one game, in cents, before the
    game's limit."""
    return sum(card.pays(len(spots), catches(spots, drawn), rate) for rate, spots in ways)


def share(dues: Sequence[int], limit: int | None, how: str) -> list[int]:
    """What each winner is paid when all of them together may be paid no more than a limit.

    ``pro_rata`` cuts everyone alike, to whole cents, and the odd cents go to the earliest ticket
    that is short of so much;
    ``in_order`` pays the earliest tickets in full.

    >>> share([300, 600], 600, "pro_rata"), share([300, 600], 600, "in_order")
    ([200, 400], [300, 300])
    >>> share([100, 100, 100], 200, "pro_rata")
    [68, 66, 66]
    """
    total = sum(dues)
    if limit is None or total <= limit:
        return list(dues)
    if how == "in_order":
        paid: list[int] = []
        for one in dues:
            paid.append(min(one, limit - sum(paid)))
        return paid
    paid = [one * limit // total for one in dues]
    for at, one in enumerate(dues):
        paid[at] += min(one - paid[at], limit - sum(paid))
    return paid


# -- how long it is paid -----------------------------------------------------------------------


def last_day(issued: date, rules: TableRules) -> date:
    """The last day on which a winning ticket is paid; a table that was opened under a rulebook
    which counted days has a year, too."""
    return years_after(issued, rules.rule(EXPIRES) if rules.fixes(EXPIRES) else 1)


# -- what is printed ---------------------------------------------------------------------------


def face(ticket: Ticket, rules: TableRules, issued: datetime) -> dict[str, str]:
    """What stands on a printed ticket, by the names that the rulebook gives."""
    rates = dict.fromkeys(rate for rate, _ in ticket["ways"])
    limit, last = rules.rate_card.aggregate, last_day(issued.date(), rules)
    how = str(rules.rule("limit_sharing")).replace("_", " ")
    shown = {
        "date_and_time": f"{issued:%Y-%m-%d %H:%M}",
        "work_station": ticket["station"],
        "numbers": " / ".join(" ".join(map(str, group)) for group in ticket["groups"]),
        "games": str(ticket["games"]),
        "first_and_last": f"{ticket['first']} to {ticket['last']}",
        "conditioning": _conditioning(ticket),
        "rates": ", ".join(map(money, rates)),
        "ways": str(len(ticket["ways"])),
        "price": money(ticket["each"] * ticket["games"]),
        "writer": ticket["runner"] or ticket["writer"],
        "limit": f"{money(limit)} a game, shared {how}" if limit else "no limit",
        "present_ticket": "winners must present this computer ticket",
        "one_year": f"redeem within one year of issuance, by {last}, or the claim expires",
    }
    return {name: shown[name] for name in rules.rule("ticket_shows")}


def _conditioning(ticket: Ticket) -> str:
    """The type of ticket and its ways by size: ``way 3/4`` is three ways of four spots.

    >>> _conditioning({"wager": "way", "ways": [[100, [1, 2]], [100, [3, 4]]]})
    'way 2/2'
    """
    sizes: dict[int, int] = {}
    for _, spots in ticket["ways"]:
        sizes[len(spots)] = sizes.get(len(spots), 0) + 1
    return " ".join([ticket["wager"], *(f"{ways}/{size}" for size, ways in sizes.items())])
