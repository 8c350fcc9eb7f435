"""Single rounds through the referee, for recounts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

from houseway.certificates.recount.seen import Rows, Seen, certified, named_rows, told
from houseway.counting.result import OutcomeTable, Result
from houseway.games import Game, game
from houseway.games.authoring.result_at import METER, options_of
from houseway.games.authoring.sums import main_wagers
from houseway.referee.conversation import Conversation
from houseway.referee.data import TableData
from houseway.referee.events import Place
from houseway.referee.oracle import SEAT, end_of
from houseway.referee.requests import Ask, Bets, Draw, Input, Next, Roll, Shuffle, Spin
from houseway.referee.round import Round
from houseway.referee.view import Policy, View
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.simulation.policies import usual_bets

MAIN = "main"
Script = Mapping[Place, list[int]]


@dataclass(frozen=True)
class Setting:
    """A result with the table that it is of, ready to be played."""

    result: Result

    @property
    def game(self) -> Game:
        """The game."""
        return game(self.result.game)

    @cached_property
    def rules(self) -> TableRules:
        """The rules of its table."""
        return TableRules(self.game.rulebook(self.result.edition), options_of(self.result))

    @cached_property
    def bets(self) -> dict[str, int]:
        """Its bets in cents, with those beside them that the law requires and the table offers."""
        if base_of(self.result.wager) in self.game.recount.without_bets:
            return {}
        given = self.game.recount.bets_beside
        with_it = given.get(self.result.wager, given.get(base_of(self.result.wager), {}))
        staked = {
            name: int(amount * 100)
            for name, amount in self.result.stakes.items()
            if self.rules.wagers[base_of(name)].window == "bets"
        }
        offered = {name: bet for name, bet in with_it.items() if base_of(name) in self.rules.wagers}
        return usual_bets(self.rules, {**offered, **staked})

    @cached_property
    def data(self) -> TableData:
        """The table before the round: its meters stand at what is certified once the wager has
        fed them."""
        meters = {}
        for name, terms in self.rules.meters.items():
            shows = int(self.result.options.get(f"{METER}{name}", terms.reset))
            fed = self.rules.book.meters[name].fed_by
            meters[name] = shows * FINE - self.bets.get(fed or "", 0) * terms.rate
        stands = self.game.recount.data
        return TableData(players={SEAT: "one"}, meters=meters, **stands)

    @property
    def table(self) -> OutcomeTable:
        """Return the certified result."""
        return self.result.outcomes

    @cached_property
    def rows(self) -> frozenset[str]:
        """The rows that the result tells apart."""
        return rows_of(self.rules, self.result.wager, self.table)

    @property
    def expected(self) -> Seen:
        """Return the certified result in the terms of a recount."""
        return certified(self.table, self.rows)

    def told(self, *rounds: Round) -> tuple[Fraction, Rows] | None:
        """Return the rounds' results for this wager; nothing if it was not made."""
        return told_of(rounds, self.result, self.rules, self.rows)


def rows_of(rules: TableRules, wager: str, table: OutcomeTable) -> frozenset[str]:
    """The rows of a wager's paytable that an outcome table tells apart."""
    terms = rules.book.wagers.get(base_of(wager))
    paid = terms is not None and (terms.paytable or terms.pays)
    return named_rows(table, rules.schedule(wager).prices if paid else ())


def told_of(
    rounds: Sequence[Round], result: Result, rules: TableRules, rows: frozenset[str]
) -> tuple[Fraction, Rows] | None:
    """Return the results of the rounds with a wager, in the units of a result."""
    name, table = result.wager, result.outcomes
    net, at_risk = 0, 0
    paid: list[str] = []
    for round in rounds:
        names = _parts(result, rules, round)
        for one in end_of(round):
            if one.wager in names:
                net += one.net
                paid += one.rows
        placed = round.state.placed.get(SEAT, {})
        at_risk += sum(placed.get(wager, 0) for wager in names)
    if table.unit == "stake" and base_of(name) not in result.stakes:
        # A later bet, in units of itself
        return told(Fraction(net, at_risk) if at_risk else Fraction(0), paid, rows)
    if not at_risk and name != MAIN and result.strategy in ("none", "always"):
        return None
    first = next(iter(result.stakes.values()))
    unit = int((result.stakes.get(base_of(name), first) if table.unit == "stake" else first) * 100)
    return told(Fraction(net, unit), paid, rows)


def _parts(result: Result, rules: TableRules, round: Round) -> list[str]:
    """The wagers of a round that a result is about."""
    made = dict.fromkeys(
        [one.wager for one in end_of(round)] + list(round.state.placed.get(SEAT, {}))
    )
    parts = game(rules.book.game).recount.is_part
    if parts is not None and parts(result.wager, result.wager):
        return [wager for wager in made if parts(result.wager, wager)]
    if result.wager == MAIN:
        main = main_wagers(rules, result.stakes)
        bonuses = {name for name, one in rules.wagers.items() if one.paid_on in main}
        return [wager for wager in made if base_of(wager) in main | bonuses]
    base = base_of(result.wager)
    return [wager for wager in made if base_of(wager) == base]


def play(
    setting: Setting,
    script: Script,
    decide: Policy | None,
    chance: Random,
    standing: TableData | None = None,
) -> Round:
    """A round in which these cards come to these places and any others everywhere else; where a
    wager is standing from the round before, what has to be bet beside it."""
    rules = setting.rules
    bets, data = setting.bets, setting.data.copy()
    if standing is None and (notes := setting.game.recount.notes) is not None:
        data.notes.update(notes(setting.result.wager, chance))
    if standing is not None:
        data = replace(standing.copy(), out=[], sides={})  # every round from a full shoe
        base = base_of(setting.result.wager)
        bets = {name: amount for name, amount in bets.items() if base_of(name) != base}
    talk = Conversation(Round(rules, data), setting.game.play)
    cards = {place: list(dealt) for place, dealt in script.items()}
    bet = False
    while (waiting := talk.waiting) is not None:
        if isinstance(waiting, Bets):
            given = Input("close")
            if bets and not bet:
                given = Input("bet", SEAT, amounts=tuple(bets.items()), accepted=True)
            bet = True
        elif isinstance(waiting, Shuffle):
            given = Input("shuffle")
        elif isinstance(waiting, Next):
            given = Input("go")
        elif isinstance(waiting, Draw):
            given = Input("draw", cards=_draw(waiting, cards, chance))
        elif isinstance(waiting, Roll):
            dice = tuple(chance.randint(1, waiting.sides) for _ in range(waiting.dice))
            given = Input("roll", numbers=dice)
        elif isinstance(waiting, Spin):
            given = Input("spin", what=chance.choice(waiting.pockets))
        elif isinstance(waiting, Ask):
            given = _act(talk, waiting, decide, rules)
        else:
            raise ValueError(f"nobody answers {type(waiting).__name__}")
        talk.submit(given)
    return talk.round


def _act(talk: Conversation, waiting: Ask, decide: Policy | None, rules: TableRules) -> Input:
    choice = waiting.choices[0]
    if waiting.who == SEAT and decide is not None:
        choice = waiting.choice(decide(View.of(talk.round, SEAT, waiting), rules))
    amount = choice.least if choice.cards or waiting.who != SEAT else choice.most
    return Input("act", waiting.who, choice.name, amount=amount)


def _draw(waiting: Draw, script: dict[Place, list[int]], chance: Random) -> tuple[int, ...]:
    """Cards of the script for this place; or any that are left and that nobody is to get."""
    mine = script.get(waiting.to, [])
    drawn = [mine.pop(0) for _ in range(min(waiting.count, len(mine)))]
    kept = [card for cards in script.values() for card in cards]
    every = list(waiting.deck)
    copies = max(waiting.deck.values())
    while len(drawn) < waiting.count:
        card = chance.choice(every)
        gone = waiting.out.get(card, 0) + drawn.count(card) + kept.count(card)
        # A card of which fewer are left comes as much more rarely
        if chance.randrange(copies) < waiting.deck[card] - gone:
            drawn.append(card)
    return tuple(drawn)
