"""Company for somebody who plays alone: players of the house's own take seats where a game needs
more than one player. They play with chips that are nobody's, so they sit at tables for practice and
in the terminal, and at no other.
"""

from dataclasses import dataclass, field

from houseway.equipment.randomness import ChaCha, Philox, Source
from houseway.games import games
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets

USUAL = 4  # who sit down with somebody who says nothing
NAMES = ("Alma", "Bert", "Cora", "Dell", "Edna", "Fred", "Greta", "Hank", "Iris", "Jack")
KIND = "(bot)"  # appended to each name, so that no bot is taken for a person
MOST_ROUNDS = 10_000  # answers in a row: a round that does not end is an error


def first_bets(rules: TableRules) -> dict[str, int]:
    """What somebody puts down at first: the usual bets, and where chips are brought to a table as
    much as the game's own players bring."""
    found = games().get(rules.book.game)
    brought = found.bots.top_up({}, rules) if found and found.has_bots else {}
    return {**usual_bets(rules), **brought}


@dataclass
class Company:
    """The bots at one table."""

    wanted: int = USUAL
    source: Source = field(default_factory=ChaCha)
    seats: set[int] = field(default_factory=set)

    def arrange(self, live: Table) -> None:
        """As many sit there as are wanted, each with enough before them; who is too many takes up
        the chips and leaves. Nobody is put into a round that is being dealt."""
        if live.waiting is not None and not isinstance(live.waiting, Bets):
            return
        self.seats &= set(live.data.players)
        for seat in sorted(self.seats, reverse=True)[: max(0, len(self.seats) - self.wanted)]:
            self._leave(live, seat)
        for seat in spread(live, self.wanted)[: max(0, self.wanted - len(self.seats))]:
            live.sit(seat, self._name(live))
            self.seats.add(seat)

    def _name(self, live: Table) -> str:
        here = set(live.data.players.values())
        return next(name for one in NAMES if (name := f"{one} {KIND}") not in here)

    def _leave(self, live: Table, seat: int) -> None:
        """Take up a bot's chips and leave the seat, if that is possible now."""
        if isinstance(live.waiting, Bets):
            held = live.round.state.placed.get(seat, {})
            if held:
                live.bet(seat, dict.fromkeys(held, 0))
        elif live.data.standing.get(seat):
            return  # when wagers are next taken
        live.leave(seat)
        self.seats.discard(seat)

    def put_down(self, live: Table) -> None:
        """Buy in for bots with too few chips on the table to be dealt in."""
        if not isinstance(live.waiting, Bets):
            return
        bots = games()[live.rules.book.game].bots
        for seat in sorted(self.seats):
            placed = live.round.state.placed.get(seat, {})
            bets = bots.top_up(placed, live.rules)
            if bets:
                live.bet(seat, bets)

    def answer(self, live: Table) -> None:
        """Answer every request to a bot, until a person is asked or the round ends."""
        bots = games()[live.rules.book.game].bots
        for _ in range(MOST_ROUNDS):
            asked = live.waiting
            if not isinstance(asked, Ask) or asked.who not in self.seats:
                return
            name, amount = bots.choose(live.view(asked.who), live.rules, self.source)
            live.act(asked.who, name, amount)
        raise RuntimeError("a round of the company's does not end")


def spread(live: Table, wanted: int) -> list[int]:
    """Free seats for so many, evenly around the table from whoever sits there first, and after
    those the others."""
    last = live.rules.book.seats.max if live.rules.book.seats else 0
    taken = sorted(seat for seat in live.data.players if seat <= last)
    first = taken[0] if taken else last
    apart = [(first - 1 + n * last // (wanted + 1)) % last + 1 for n in range(1, wanted + 1)]
    order = dict.fromkeys([*apart, *range(1, last + 1)])
    return [seat for seat in order if seat not in taken]


def company_for(live: Table, wanted: int | None = None, seed: int | None = None) -> Company | None:
    """Company for a table, where the game needs more than one player and has players of its own;
    nobody elsewhere. So many are refused whom the table has no seats for."""
    found = games().get(live.rules.book.game)
    if found is None or not found.has_bots or most_of(live) < 1:
        return None
    company = Company(min(USUAL, most_of(live)), ChaCha() if seed is None else Philox(seed))
    if wanted is not None:
        ask_for(company, live, wanted)
    return company


def most_of(live: Table) -> int:
    """Return the maximum number of bots for one player."""
    seats, rules = live.rules.book.seats, live.rules
    most = seats.max if seats else 1
    if rules.fixes("max_players"):
        most = min(most, rules.rule("max_players"))
    return min(most - 1, len(NAMES)) if rules.players_needed > 1 else 0


def ask_for(company: Company, live: Table, wanted: int) -> None:
    """Set the number of bots from the next round on."""
    least, most = live.rules.players_needed - 1, most_of(live)
    if not least <= wanted <= most:
        cite = live.rules.cite("max_players") if live.rules.fixes("max_players") else ""
        raise Refused(f"{least} to {most} bots can play at this table, not {wanted}", cite)
    company.wanted = wanted
