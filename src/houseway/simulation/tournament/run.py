"""A tournament played to its end by players of the house's own. All tables play hand for hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.equipment.randomness import Philox, Source
from houseway.equipment.shoe import Shoe
from houseway.games import Game
from houseway.referee.data import TableData
from houseway.referee.log import RoundRecord
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.referee.view import View
from houseway.rulebook.chapter import TournamentLaw
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import CENT
from houseway.rulebook.papers import raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.tournament import Funds, Pool, pool_problems
from houseway.simulation.tournament.payouts import Finish, pay, prizes_of, rank_busted
from houseway.simulation.tournament.race import race_off
from houseway.simulation.tournament.seating import Move, Tables, balance, break_tables, draw_seats
from houseway.simulation.tournament.structure import Level, Structure, cents

Choose = Callable[[View, TableRules, Source], tuple[str, int]]
STAKES, BUTTON, TOURNAMENT = "stakes", "button", "tournament"  # words of the poker room
MOST_HANDS = 20_000  # most hands of a table before the program reports an error


@dataclass
class Report:
    """The report of a tournament."""

    structure: Structure
    entrants: int
    finishes: list[Finish] = field(default_factory=list)  # from the last place to the first
    prizes: dict[str, int] = field(default_factory=dict)  # cents
    pool: Pool | None = None
    chips: int = 0  # in play from the first hand to the last
    hands: int = 0  # dealt at all tables together
    rounds: int = 0  # hands that every table has played
    level: int = 0
    moves: list[Move] = field(default_factory=list)
    races: int = 0
    records: list[RoundRecord] = field(default_factory=list)


class Run:
    """A tournament in progress."""

    def __init__(
        self,
        found: Game,
        edition: str,
        structure: Structure,
        players: Sequence[str],
        seed: int = 0,
        choose: Choose | None = None,
        keep_log: bool = False,
    ) -> None:
        if len(players) < 2 or len(set(players)) < len(players):
            raise Refused("a tournament needs two players or more with different names")
        self.found, self.structure, self.keep_log = found, structure, keep_log
        self.book: Rulebook = found.rulebook(edition)
        self.choose: Choose = choose or found.bots.choose
        self.source: Source = Philox(seed)
        self.report = Report(structure, len(players))
        self.chip = structure.levels[0].smallest_chip
        self.check_posted()
        self.stacks = dict.fromkeys(players, structure.chips)
        self.report.chips = sum(self.stacks.values())
        self.tables: Tables = draw_seats(players, structure.seats, self.source)
        self.buttons: dict[int, int] = {}

    def check_posted(self) -> None:
        """Refuse a structure that cannot be played: levels that are no options of the game, too
        many seats, no prizes for so many."""
        prizes_of(self.structure.prizes, self.report.entrants, 0)
        for number, level in enumerate(self.structure.levels, 1):
            try:
                most = TableRules(self.book, self.options(level)).rule("max_players")
            except Refused as error:
                raise Refused(f"level {number}: {error}") from None
        if self.structure.seats > most:
            raise Refused(f"{most} players at most can sit at a table of this game")

    # -- the whole ---------------------------------------------------------------------------------

    def play(self, law: TournamentLaw, told: Callable[[str], object] = lambda line: None) -> Report:
        """Play to the end and pay the prizes; ``told`` hears of what happens."""
        report = self.report
        while len(self.stacks) > 1:
            if report.rounds >= MOST_HANDS:
                raise Refused(f"after {MOST_HANDS:,} hands there is no winner")
            self.level_up(told)
            before = dict(self.stacks)
            for number in sorted(self.tables):
                if len(self.tables[number]) > 1:
                    self.deal(number)
            report.rounds += 1
            self.check_chips()
            self.drop_busted(before, told)
            self.seat_again(told)
        (winner,) = self.stacks
        report.finishes.append(Finish(winner, 1, report.rounds))
        self.pay_prizes(law)
        return report

    def level_up(self, told: Callable[[str], object]) -> None:
        """Start the current level; race off chips that are smaller than it uses, if possible."""
        number = self.structure.level(self.report.rounds)
        if number != self.report.level:
            self.report.level = number
            told(f"level {number + 1}: {self.structure.levels[number].says}")
        chip = self.structure.levels[number].smallest_chip
        if chip > self.chip and (raced := race_off(self.stacks, chip, self.source)) is not None:
            self.stacks, self.chip = raced, chip
            self.report.races += 1
            told(f"chip race: {chip} is the smallest chip")
            self.check_chips()

    def check_chips(self) -> None:
        """Check that the number of chips in play is unchanged."""
        if sum(self.stacks.values()) != self.report.chips:
            raise AssertionError(f"{sum(self.stacks.values())} chips, not {self.report.chips}")

    def drop_busted(self, before: dict[str, int], told: Callable[[str], object]) -> None:
        """Remove players without chips and record their places."""
        out = {player: before[player] for player, stack in self.stacks.items() if not stack}
        self.stacks = {player: stack for player, stack in self.stacks.items() if stack}
        finishes = rank_busted(out, len(self.stacks), self.report.rounds)
        self.report.finishes += reversed(finishes)
        for one in reversed(finishes):
            told(f"{one.player} is out in place {one.place}")
        for table in self.tables.values():
            for seat in [seat for seat, player in table.items() if player in out]:
                del table[seat]

    def seat_again(self, told: Callable[[str], object]) -> None:
        """Tables are broken and balanced."""
        seats = self.structure.seats
        moves = break_tables(self.tables, seats, self.source)
        for number in sorted({move.old for move in moves}):
            told(f"table {number} is broken")
        moves += balance(self.tables, self.buttons, seats)
        self.report.moves += moves

    # -- a hand ------------------------------------------------------------------------------------

    def options(self, level: Level) -> dict[str, Any]:
        """The options of every table on a level. The house takes no rake; a chip that could not be
        raced off stays in play."""
        chip = min(level.smallest_chip, self.chip)
        changed = {**level.options, "smallest_chip": f"{chip}", "rake_percent": 0}
        return {**self.structure.options, **changed}

    def deal(self, number: int) -> None:
        """One hand at one table, by the referee."""
        seated = self.tables[number]
        notes: dict[str, Any] = {TOURNAMENT: True}
        if number in self.buttons:
            notes[BUTTON] = self.buttons[number]
        data = TableData(players=dict(seated), notes=notes, rounds=self.report.rounds)
        data.standing = {
            seat: {STAKES: cents(self.stacks[player])} for seat, player in seated.items()
        }
        table = Table(
            self.found.play,
            self.book,
            options=self.options(self.structure.levels[self.report.level]),
            limits={STAKES: Limit(CENT, cents(self.report.chips), CENT)},
            chance=Shoe(self.source),
            data=data,
            keep_log=self.keep_log,
        )
        table.begin()
        while (waiting := table.waiting) is not None:
            if isinstance(waiting, Bets):
                table.close()
            elif isinstance(waiting, Ask):
                answer = self.choose(table.view(waiting.who), table.rules, self.source)
                table.act(waiting.who, *answer)
        self.buttons[number] = table.data.notes.get(BUTTON, 0)
        for seat, player in seated.items():
            kept = table.data.standing.get(seat, {}).get(STAKES, 0)
            self.stacks[player] = kept // cents(1)
        self.report.hands += 1
        self.report.records += table.records

    # -- the money ---------------------------------------------------------------------------------

    def pay_prizes(self, law: TournamentLaw) -> None:
        """Every prize, and the proof that all that was collected for prizes is paid."""
        report, structure = self.report, self.structure
        pool = report.entrants * structure.buy_in
        prizes = prizes_of(structure.prizes, report.entrants, pool)
        report.prizes = pay(report.finishes, prizes)
        funds = Funds.model_construct(what="buy-in", count=report.entrants, each=structure.buy_in)
        report.pool = Pool.model_construct(
            collected=[funds],
            prizes=report.prizes,
            fees=report.entrants * structure.fee,
        )
        raise_first(pool_problems(law, report.pool))
