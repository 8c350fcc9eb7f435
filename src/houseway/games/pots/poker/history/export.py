"""A round that was played here, as a hand of a PHH file."""

from collections import Counter

from houseway.equipment.cards import NAMES, Card
from houseway.games.pots.poker.action import ONE_CHIP
from houseway.games.pots.poker.betting import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from houseway.games.pots.poker.history.phh import VARIANTS, Hand, amount_of
from houseway.games.pots.poker.posting import BLIND_NAMES, POST, STRADDLE
from houseway.games.pots.poker.streets import DRAW, STAND_PAT, read_street
from houseway.games.pots.poker.table import BLINDS, BOARD, STAKES
from houseway.referee.events import CENTRE, Event, Place, bet_account
from houseway.referee.round import Round
from houseway.rulebook.refusal import Refused

BETTING = (CHECK, CALL, ONE_CHIP, BET, RAISE, ALL_IN, FOLD)
MOST_BETS = 4  # in a betting round of PHH's fixed limits
BLIND_WORDS = (*BLIND_NAMES, STRADDLE)
NO_WORD = {
    "reshuffle_discards": "discards were shuffled to draw from",
    "common_card": "a common card was dealt",
    "run_confirmed": "the board was run several times",
    "kill_blind": "a kill was in effect",
    "newcomer": "a newcomer posted a blind",
}  # steps that a PHH file cannot tell


def export_round(round: Round, name: str = "") -> Hand:
    """A round as a hand of a PHH file, or a refusal in one line where the format has no word for
    what was played."""
    rules = round.rules
    codes = {played: code for code, played in VARIANTS.items()}
    played = (rules.rule("game"), rules.rule("betting"))
    if played not in codes:
        raise Refused(f"PHH has no code for {' '.join(played).replace('_', ' ')}")
    for event in round.events:
        if event.kind in ("reported", "ruled", "void"):
            raise Refused("something was ruled on in this round, which PHH cannot tell")
        if event.step in NO_WORD and (event.step != "newcomer" or event.what == POST):
            raise Refused(f"{NO_WORD[event.step]}, which PHH cannot tell")
    scribe = Scribe(round)
    for event in round.events:
        scribe.hear(event)
    if not scribe.order:
        raise Refused("no cards were dealt in this round")
    return scribe.hand(codes[played], name)


class Scribe:
    """Writes a hand down while its events go by."""

    def __init__(self, round: Round) -> None:
        self.rules, self.players = round.rules, round.data.players
        streets = [read_street(line) for line in self.rules.rule("streets")]
        self.draws_left = sum(what == DRAW for street in streets for what, _ in street.deals)
        self.first_step = streets[0].step
        self.chips: Counter[str] = Counter()  # by account
        self.started: dict[int, int] = {}
        self.order: list[int] = []  # seats as the deal goes around
        self.held: dict[int, list[Card]] = {}
        self.up: dict[int, set[Card]] = {}
        self.out: set[int] = set()
        self.antes: Counter[int] = Counter()
        self.blinds: Counter[int] = Counter()
        self.bets = 0  # of the betting round
        self.actions: list[str] = []
        self.first: list[tuple[int, Card]] = []  # cards of the first street
        self.drawing: dict[int, tuple[list[Card], list[Card]]] = {}  # thrown and drawn
        self.rake = 0

    # -- one event after another -------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take in what happened."""
        if event.source and event.target and event.kind != "stays":
            self._move(event)
        if event.kind == "said" and event.step == "close":
            stakes = {seat: self.chips[bet_account(seat, STAKES)] for seat in self.players}
            self.started = {seat: chips for seat, chips in stakes.items() if chips}
        elif event.kind == "dealt" and event.step != "draw_for_button":
            self._deal(event)
        elif event.kind == "discarded":
            self._throw(event)
        elif event.kind == "burned":
            self._end_draw()
            self._show_if_all_in()
        elif event.kind == "chose" and isinstance(event.who, int):
            self._choose(event.who, event.what, event.amount)
        elif event.kind == "phase" and event.what == "settlement":
            self._end_draw()
        elif event.kind == "revealed" and isinstance(event.who, int):
            self._show(event.who)
        elif event.kind == "collected" and event.step == "concede" and self._hides(event.who):
            self.actions.append(f"{self._name(event.who)} sm")

    def _move(self, event: Event) -> None:
        self.chips[event.source] -= event.amount
        self.chips[event.target] += event.amount
        if event.kind == "fee":
            self.rake += event.amount
        if event.kind != "taken" or event.target != CENTRE or not isinstance(event.who, int):
            return
        if event.what == "ante":
            self.antes[event.who] += event.amount
        elif event.what in BLIND_WORDS:
            self.blinds[event.who] += event.amount
            if event.amount < self.rules.rule(event.what):
                raise Refused("somebody was all-in with less than a blind, which PHH cannot tell")
        elif event.what == "forced_bet":
            self._deal_first()
            self.actions.append(f"{self._name(event.who)} pb")

    def _deal(self, event: Event) -> None:
        self.bets = 0
        if not isinstance(event.who, int):
            if event.who == BOARD:
                self.actions.append(f"d db {_cards(event.cards)}")
            return
        seat = event.who
        self.held.setdefault(seat, []).extend(event.cards)
        if event.sees == "everyone":
            self.up.setdefault(seat, set()).update(event.cards)
        if event.step == self.first_step:
            if seat not in self.order:
                self.order.append(seat)
            self.first += [(seat, card) for card in event.cards]
        elif seat in self.drawing:
            self.drawing[seat][1].extend(event.cards)
        else:
            self.actions.append(f"d dh {self._name(seat)} {_cards(event.cards)}")

    def _throw(self, event: Event) -> None:
        assert isinstance(event.who, int)
        thrown, _ = self.drawing.setdefault(event.who, ([], []))
        thrown.extend(event.cards)
        for card in event.cards:
            self.held[event.who].remove(card)

    def _choose(self, seat: int, what: str, amount: int) -> None:
        if what == STAND_PAT:
            self.drawing.setdefault(seat, ([], []))
        if what not in BETTING:
            return
        self._deal_first()
        self._end_draw()
        words = {FOLD: "f", CHECK: "cc", CALL: "cc", ONE_CHIP: "cc"}
        word = words.get(what) or f"cbr {amount_of(amount)}"
        self.actions.append(f"{self._name(seat)} {word}")
        if what == FOLD:
            self.out.add(seat)
        self.bets += what in (BET, RAISE, ALL_IN)
        if self.bets > MOST_BETS and self.rules.rule("betting") == "fixed_limit":
            raise Refused(f"a betting round of more than {MOST_BETS} bets is none of PHH's")

    # -- what goes into the file together ----------------------------------------------------------

    def _deal_first(self) -> None:
        """The first cards, all of a player's at once."""
        for seat in self.order if self.first else ():
            mine = [card for who, card in self.first if who == seat]
            self.actions.append(f"d dh {self._name(seat)} {_cards(mine)}")
        self.first = []

    def _end_draw(self) -> None:
        """A draw: everybody's discards first, then everybody's new cards."""
        self._deal_first()
        if not self.drawing:
            return
        for seat, (thrown, _) in self.drawing.items():
            words = [self._name(seat), "sd", _cards(thrown)]
            self.actions.append(" ".join(filter(None, words)))
        for seat, (_, drawn) in self.drawing.items():
            if drawn:
                self.actions.append(f"d dh {self._name(seat)} {_cards(drawn)}")
        self.drawing = {}
        self.draws_left -= 1

    def _show_if_all_in(self) -> None:
        """Where nobody can bet any more the hands lie open before the next card."""
        live = [seat for seat in self.order if seat not in self.out]
        can_bet = [seat for seat in live if self.chips[bet_account(seat, STAKES)]]
        if len(can_bet) < 2 and not self.draws_left:
            for seat in live:
                self._show(seat)

    def _show(self, seat: int) -> None:
        if self._hides(seat):
            self.up[seat] = set(self.held[seat])
            self.actions.append(f"{self._name(seat)} sm {_cards(self.held[seat])}")

    def _hides(self, seat: Place | None) -> bool:
        """Whether a player has a card that nobody else has seen."""
        if not isinstance(seat, int):
            return False
        return bool(set(self.held.get(seat, ())) - self.up.get(seat, set()))

    # -- the whole ---------------------------------------------------------------------------------

    def hand(self, variant: str, name: str) -> Hand:
        """What was heard."""
        rules, order = self.rules, self.order
        blinds = [self.blinds[seat] for seat in order]
        hand = Hand(variant, [self.started[seat] for seat in order], self.actions, hand=name)
        hand.antes = [self.antes[seat] for seat in order]
        if rules.rule("starts_with") == BLINDS:
            # PHH takes two players' blinds in turn: the button's first
            hand.blinds_or_straddles = blinds[::-1] if len(order) == 2 else blinds
        else:
            hand.bring_in = rules.rule("forced_bet")
        if rules.rule("betting") == "fixed_limit":
            hand.small_bet, hand.big_bet = rules.rule("minimum_bet"), rules.rule("maximum_bet")
        else:
            hand.min_bet = rules.rule("minimum_bet")
        hand.seats = order
        hand.players = [self.players.get(seat, f"player {seat}") for seat in order]
        hand.finishing_stacks = [self.chips[bet_account(seat, STAKES)] for seat in order]
        hand.rake = self.rake
        return hand

    def _name(self, seat: object) -> str:
        return f"p{self.order.index(seat) + 1}" if seat in self.order else "p0"


def _cards(cards: list[Card] | tuple[Card, ...]) -> str:
    return "".join(NAMES[card] for card in cards)
