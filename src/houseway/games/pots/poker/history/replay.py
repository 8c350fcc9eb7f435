"""A hand of a PHH file dealt at a table of ours: the cards and decisions are those of the file, and
whatever the law has otherwise is told in one line."""

from typing import Any

from houseway.equipment.cards import UNKNOWN, Card
from houseway.equipment.cards import names as names_of
from houseway.games.pots.poker.betting import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from houseway.games.pots.poker.game import play
from houseway.games.pots.poker.history.cards_told import Told, read_actions, unused
from houseway.games.pots.poker.history.phh import OTHERS, VARIANTS, Hand
from houseway.games.pots.poker.posting import BLIND_NAMES
from houseway.games.pots.poker.showdown import CONCEDE, SHOW
from houseway.games.pots.poker.streets import DRAW, STAND_PAT
from houseway.games.pots.poker.table import BLINDS, STAKES
from houseway.referee.requests import Ask, Bets, Draw, Shuffle
from houseway.referee.table import Table
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import CENT, dollars, money
from houseway.rulebook.refusal import Refused

SHOWN = "showdown"  # the step of a hand that is shown


def replay_hand(hand: Hand, book: Rulebook) -> Table:
    """A table at which the hand has been dealt, seat 1 being the first player; a refusal where the
    hand is none of this house or does not come out as the file says."""
    if hand.unreadable:
        raise Refused(hand.unreadable)
    options = options_of(hand)
    told = read_actions(hand)
    limits = {STAKES: Limit(CENT, max([CENT, *hand.starting_stacks]), CENT)}
    table = Table(play, book, options=options, limits=limits, by_hand=["chance"])
    check_start(hand, table)
    _Replay(hand, told, table).run()
    check_end(hand, table)
    return table


# -- the table -------------------------------------------------------------------------------------


def options_of(hand: Hand) -> dict[str, Any]:
    """The choices of a house where such a hand is played. Nothing is raked, and raises have no
    limit but the stakes."""
    if hand.variant in OTHERS:
        raise Refused(OTHERS[hand.variant])
    if hand.variant not in VARIANTS:
        raise Refused(f"{hand.variant} is no game of this house: {', '.join(VARIANTS)} are")
    game, betting = VARIANTS[hand.variant]
    if len(set(hand.antes)) > 1:
        raise Refused("everybody antes the same here (14.7(b)1)")
    ante = hand.antes[0] if hand.antes else 0
    found: dict[str, Any] = {"game": game, "betting": betting, "rake_percent": 0}
    found["ante"] = money(ante) if ante else None
    least = hand.small_bet or hand.min_bet
    found["minimum_bet"] = money(least)
    found["maximum_bet"] = money(max(hand.big_bet, least))
    if hand.bring_in:
        found["forced_bet"] = money(hand.bring_in)
    else:
        found |= dict(zip(BLIND_NAMES, blinds_of(hand), strict=True))
    return found


def blinds_of(hand: Hand) -> list[str | None]:
    """The blinds from the left of the button. Of two players PHH names the button's first, which
    is the smaller one in most houses; here the other player posts the first blind."""
    amounts = hand.blinds_or_straddles
    if len(amounts) == 2:
        amounts = amounts[::-1]
        if amounts[0] > amounts[1]:
            raise Refused(
                "of two players the one without the button has the first blind (14.10(d)1)"
            )
    due = [amount for amount in amounts if amount]
    if amounts[: len(due)] != due or not 1 <= len(due) <= len(BLIND_NAMES):
        raise Refused("one to three blinds are posted from the left of the button (14.10(d))")
    return [*map(money, due), *[None] * (len(BLIND_NAMES) - len(due))]


def check_start(hand: Hand, table: Table) -> None:
    """Refuse a hand that would begin otherwise here."""
    blinds = table.rules.rule("starts_with") == BLINDS
    if blinds == bool(hand.bring_in):
        raise Refused(f"{hand.variant} begins with {'blinds' if blinds else 'a bring-in'}")


def check_end(hand: Hand, table: Table) -> None:
    """Refuse a hand whose money does not come out as the file has it."""
    if not hand.finishing_stacks:
        return
    for place, (here, there) in enumerate(
        zip(stacks_of(hand, table), hand.finishing_stacks, strict=True), start=1
    ):
        if here != there:
            raise Refused(f"p{place} ends with {money(here)} here, in the file with {money(there)}")


def stacks_of(hand: Hand, table: Table) -> list[int]:
    """What everybody has at the end."""
    standing = table.data.standing
    seats = range(1, len(hand.starting_stacks) + 1)
    return [standing.get(seat, {}).get(STAKES, 0) for seat in seats]


# -- the hand --------------------------------------------------------------------------------------


class _Replay:
    """Answers whatever the table asks from the file."""

    def __init__(self, hand: Hand, told: Told, table: Table) -> None:
        self.hand, self.told, self.table = hand, told, table
        self.cards = {who: [slot.card for slot in slots] for who, slots in told.dealt.items()}
        self.board = [slot.card for slot in told.board]
        self.bets = list(told.bets)
        self.thrown = {
            who: [[slot.card for slot in slots] for slots in draws]
            for who, draws in told.thrown.items()
        }
        self.drawing: dict[int, list[Card]] = {}  # what a player is still to throw away
        self.spare = unused([*self.board, *(one for all in self.cards.values() for one in all)])

    def run(self) -> None:
        """The whole hand."""
        names = self.hand.players
        for seat in range(1, len(self.hand.starting_stacks) + 1):
            distinct = len(set(names)) == len(names) and names
            self.table.sit(seat, names[seat - 1] if distinct else f"p{seat}")
        self.table.begin()
        while (waiting := self.table.waiting) is not None:
            if isinstance(waiting, Bets):
                self._stake()
            elif isinstance(waiting, Shuffle):
                self.table.shuffled()
            elif isinstance(waiting, Draw):
                self._draw(waiting)
            elif isinstance(waiting, Ask) and isinstance(waiting.who, int):
                self._act(waiting, waiting.who)
            else:
                self.table.carry_on()
        if self.bets and (self.bets[0][1] != "pb" or not self._has_forced(self.bets[0][0])):
            who, word, amount = self.bets[0]
            raise Refused(f"p{who} {word} {amount}".strip() + ": the hand is over before that here")
        showdown = {event.who for event in self.table.events if event.step in (SHOWN, CONCEDE)}
        for seat in sorted(self.told.in_doubt):
            if seat in showdown:
                raise Refused(f"the cards of p{seat} at the showdown are not told")
        if self.board:
            raise Refused("more cards lie on the board than one deal of it has")

    def _stake(self) -> None:
        for seat, stack in enumerate(self.hand.starting_stacks, start=1):
            try:
                self.table.bet(seat, {STAKES: stack})
            except Refused as error:
                raise Refused(f"p{seat}: {error}") from None
        self.table.close()

    def _draw(self, waiting: Draw) -> None:
        if waiting.unseen:
            self.table.draw([UNKNOWN] * waiting.count)
            return
        at = waiting.to
        mine = self.cards.get(at, []) if isinstance(at, int) else self.board
        drawn, mine[:] = mine[: waiting.count], mine[waiting.count :]
        if isinstance(at, int) and len(drawn) < waiting.count:
            self.told.in_doubt.add(at)
        drawn += [next(self.spare) for _ in range(waiting.count - len(drawn))]
        self.table.draw(drawn)

    def _act(self, waiting: Ask, seat: int) -> None:
        names = [choice.name for choice in waiting.choices]
        if CONCEDE in names:
            self.table.act(seat, SHOW if seat in self.told.shows else CONCEDE)
        elif STAND_PAT in names or DRAW in names:
            self._throw(seat, names)
        else:
            self._bet(waiting, seat)

    def _throw(self, seat: int, names: list[str]) -> None:
        """A player throws cards away one by one, as the file names them together."""
        if seat not in self.drawing:
            draws = self.thrown.get(seat, [])
            self.drawing[seat] = list(draws.pop(0)) if draws else []
        if not (left := self.drawing[seat]):
            del self.drawing[seat]
            self.table.act(seat, DRAW if DRAW in names else STAND_PAT)
            return
        held_now, card = self.table.round.state.hands[seat], left.pop(0)
        if card not in held_now:
            raise Refused(f"p{seat} throws {names_of([card])} away and does not hold it")
        place = held_now.index(card) + 1
        if not left and len(held_now) == 1:
            self.drawing.pop(seat)  # with its last card a hand is ready to be drawn to
        self.table.act(seat, f"discard_{place}")

    def _bet(self, waiting: Ask, seat: int) -> None:
        if self.bets and self.bets[0][1] == "pb" and self._has_forced(self.bets[0][0]):
            self.bets.pop(0)
        if not self.bets:
            raise Refused(f"the file ends before p{seat} has acted")
        who, word, amount = self.bets.pop(0)
        line = f"p{who} {word} {amount}".strip()
        if who != seat:
            raise Refused(f"{line}: it is p{seat}'s turn here")
        names = [choice.name for choice in waiting.choices]
        try:
            if word == "cbr":
                raises = next((one for one in (RAISE, BET, ALL_IN) if one in names), RAISE)
                self.table.act(seat, raises, dollars(amount))
            elif word == "cc":
                self.table.act(seat, CHECK if CHECK in names else CALL)
            elif word == "f":
                self.table.act(seat, FOLD)
            else:
                raise Refused(f"p{seat} does not make the forced bet here")
        except Refused as error:
            raise Refused(f"{line}: {error}") from None

    def _has_forced(self, seat: int) -> bool:
        return any(
            event.kind == "taken" and event.what == "forced_bet" and event.who == seat
            for event in self.table.events
        )
