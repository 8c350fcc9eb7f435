"""Side wagers that go by seven cards: when each is settled, and premium hands and envy at the end.

Progressive, imperial and seven-card wagers are settled after all hands have been seen (11.9); where
anybody has made a bonus, insurance or EZ wager, each player's are settled in turn, and premium
hands in a last pass (11.15(d), 11.22(d)).
"""

from houseway.games.set_hands.bank_window import Bank
from houseway.games.set_hands.pai_gow_poker.felt import (
    BY_BONUS,
    BY_EZ,
    ENVY,
    LATE,
    ON_CARDS,
    PROGRESSIVES,
    anybody_made,
    made,
)
from houseway.games.set_hands.pai_gow_poker.rows import (
    BANKER,
    BONUS,
    DYNASTY,
    INSURANCE,
    MATCHES,
    PROGRESSIVE,
    PROTECTION,
    SEVEN_CARD,
    is_premium,
    rows_hit,
    seven_card_facts,
)
from houseway.games.set_hands.seven_cards import JOKER
from houseway.games.set_hands.start import DEALER
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import TableRules, base_of

STEPS = {
    **dict.fromkeys(PROGRESSIVES, "settle_progressive"),
    "imperial": "settle_imperial",
    "seven_card": "settle_seven",
    "insurance": "settle_insurance",
    "bonus": "settle_bonus",
    **dict.fromkeys(BY_EZ, "settle_ez"),
}
LAST = {"bonus": "pay_premium", "dynasty": "pay_dynasty"}
PAY_ENVY = {"bonus": "pay_envy", "dynasty": "pay_dynasty_envy"}
RED = (1, 2)  # diamonds and hearts
COLORS = {7: "seven", 6: "six", 5: "five", 4: "four"}


def schedule_of(rules: TableRules, wager: str) -> dict[str, str]:
    """The fact that each row of a wager asks for."""
    match = {"royal_match": MATCHES[rules.rule("royal_match")]}
    known = {
        **dict.fromkeys(PROGRESSIVES, PROGRESSIVE),
        "imperial": PROGRESSIVE,
        "seven_card": SEVEN_CARD,
        "insurance": INSURANCE,
        "bonus": {**BONUS, **match},
        "envy": {**BONUS, **match},
        "dynasty": DYNASTY,
        "dynasty_envy": DYNASTY,
        "protection": PROTECTION,
    }
    return known[base_of(wager)]


def rows_of(rules: TableRules, wager: str, facts: int) -> set[str]:
    """The rows of a wager that seven cards answer to."""
    return rows_hit(facts, schedule_of(rules, wager), rules.schedule(wager).prices)


def color_row(cards: list[int], color: str) -> str:
    """The row for how many of seven cards are of a color; a joker is of neither."""
    red = sum(card >> 4 in RED for card in cards if card != JOKER)
    black = sum(card >> 4 not in RED for card in cards if card != JOKER)
    return COLORS.get(red if color == "red" else black, "")


class Sides:
    """The side wagers of one round."""

    def __init__(self, r: Round, bank: Bank) -> None:
        self.r = r
        self.bank = bank
        self.one_pass = anybody_made(r, *BY_BONUS, *BY_EZ)
        self.envies = [
            (seat, wager)
            for wager in ENVY
            for seat in r.clockwise(wager)
            if r.state.stake(seat, wager) >= r.rule("envy_from")
        ]
        self.premium: dict[int, int] = {}  # hands of four of a kind or better that all have seen
        self.kept: list[tuple[int, str]] = []  # bonus wagers that wait for the last pass
        self.surrendered: set[int] = set()
        self.waiting: list[int] = []  # whose documents are to be completed

    # -- what a seat has won -----------------------------------------------------------------

    def facts(self, place: Place) -> int:
        """What seven cards come to."""
        return seven_card_facts(self.r.state.hands[place])

    def banker(self, seat: int) -> Place:
        """Whose hand is the banker's: for a bank itself the dealer's."""
        return self.bank.seat if self.bank.seat and seat != self.bank.seat else DEALER

    def rows(self, seat: int, wager: str) -> set[str]:
        """The rows that a side wager has hit."""
        rules, base = self.r.rules, base_of(wager)
        if base == "queens_dragon":
            held = rows_hit(self.facts(self.banker(seat)), INSURANCE, INSURANCE)
            return {"win"} if held == {"queen_high"} else set()
        if base == "red_black":
            return {color_row(self.r.state.hands[seat], wager.partition("@")[2])}
        found = rows_of(rules, wager, self.facts(seat))
        if base == "imperial":
            found |= rows_hit(self.facts(self.banker(seat)), BANKER, BANKER)
        return found

    def wins(self, seat: int, wager: str) -> bool:
        """Whether a side wager wins."""
        return self.r.would_win(seat, wager, self.rows(seat, wager))

    def waits(self, seat: int) -> bool:
        """Whether a seat has side wagers to be settled after all hands have been seen."""
        return seat in self.r.state.hands and bool(made(self.r, seat, *LATE))

    # -- as hands are seen -------------------------------------------------------------------

    def look(self, seat: int, *, wins: bool = False, shown: bool = True) -> None:
        """A player's hand has been compared: side wagers that have lost are taken, and the cards
        with them where nothing else is to be won, unless each player's wagers wait their turn."""
        r = self.r
        if not shown and (made(r, seat, *ON_CARDS) or self.envies):
            r.reveal(seat, "expose")
        if self.one_pass or self.bank.seat:
            return
        for wager in made(r, seat, *LATE):
            if not self.wins(seat, wager):
                self._lost(seat, wager)
        if any(self.wins(seat, wager) for wager in made(r, seat, *LATE)):
            r.keep(seat, "keep_progressive")
        elif not wins:
            r.collect(seat, "collect")

    def _lost(self, seat: int, wager: str) -> None:
        """A side wager has not won; a progressive one was collected before the deal."""
        if base_of(wager) in PROGRESSIVES:
            self.r.say("announce_progressive", seat)
        else:
            self._settle(seat, wager)

    def give_up(self, seat: int) -> None:
        """A surrendered hand is counted and collected, or stays for side wagers."""
        r = self.r
        self.surrendered.add(seat)
        if any(r.live(seat, wager) for wager in made(r, seat, *ON_CARDS)):
            r.keep(seat, "keep_surrendered")
            return
        count, step = len(r.state.hands[seat]), "count_surrendered"
        says = f"{count} cards of {place_name(seat)} are counted"
        r.emit(Event("counted", seat, str(count), says=says, step=step, cite=r.cite(step)))
        r.collect(seat, step)

    # -- a seat's side wagers ----------------------------------------------------------------

    def settle(self, seat: int) -> Script[None]:
        """All side wagers of a seat but those of premium hands, and then the cards."""
        r = self.r
        if seat not in r.state.hands or seat in r.state.gone:
            return
        if seat in self.surrendered:
            r.reveal(seat, "keep_surrendered")
        self._rearrange(seat)
        facts = self.facts(seat)
        for wager in made(r, seat, *ON_CARDS):
            if base_of(wager) in PROGRESSIVES:
                yield from self._progressive(seat, wager)
            elif base_of(wager) in ENVY and is_premium(facts) and r.live(seat, wager):
                self._keep_premium(seat, wager)
            elif r.live(seat, wager):
                self._settle(seat, wager)
        if is_premium(facts) and self.envies and seat not in self.surrendered:
            self.premium[seat] = facts
            if not [one for one, _ in self.kept if one == seat]:
                self._acknowledge(seat, "premium" if self._has_bonus() else "premium_ez")
        elif seat in self.waiting:
            r.keep(seat, "document")
        elif not [one for one, _ in self.kept if one == seat]:
            r.collect(seat, "collect")

    def _has_bonus(self) -> bool:
        return any(wager == "bonus" for _, wager in self.envies)

    def _settle(self, seat: int, wager: str) -> None:
        self.r.settle(seat, wager, self.rows(seat, wager), STEPS[base_of(wager)])

    def _rearrange(self, seat: int) -> None:
        """Where the law has the dealer form the best hand, he does."""
        r = self.r
        for own, suffix, starts in ((BY_BONUS, "", ("bonus",)), (BY_EZ, "_ez", ("dynasty",))):
            envied = any(wager in starts for _, wager in self.envies)
            everyone = envied or (not suffix and anybody_made(r, "insurance"))
            if not (made(r, seat, *own) or everyone):
                continue
            r.keep(seat, f"keep_for_all{suffix}")
            if made(r, seat, *own) or envied:
                step = f"rearrange{suffix}"
                says, cite = r.rules.says(step), r.cite(step)
                r.emit(Event("rearranged", seat, says=says, step=step, cite=cite))

    def _keep_premium(self, seat: int, wager: str) -> None:
        self.kept.append((seat, wager))
        self._acknowledge(seat, "premium" if wager == "bonus" else "premium_ez")

    def _acknowledge(self, seat: int, step: str) -> None:
        self.r.say(step, seat)
        self.r.keep(seat, step)

    # -- the progressive ---------------------------------------------------------------------

    def _progressive(self, seat: int, wager: str) -> Script[None]:
        """A winning hand is verified, validated where the meter pays, and paid."""
        r = self.r
        if not self.wins(seat, wager):
            if self.one_pass or self.bank.seat:
                self._lost(seat, wager)
            return
        r.say("verify_progressive", seat)
        rows = self.rows(seat, wager)
        if self._from_meter(seat, wager, rows):
            yield from r.ask("floor", Choice("validate"), step="validate_progressive")
        if seat in r.state.gone or seat not in r.state.hands:
            return
        r.settle(seat, wager, rows, "settle_progressive", returns_stake=False)
        most = r.rule("inventory_pays_up_to")
        paid = sum(
            e.amount for e in r.events if e.kind == "paid" and (e.who, e.wager) == (seat, wager)
        )
        if most is not None and paid > most:
            self.waiting.append(seat)

    def _from_meter(self, seat: int, wager: str, rows: set[str]) -> bool:
        """Whether what is paid for these rows comes off the meter."""
        schedule = self.r.rules.schedule(wager)
        prizes = self.r.prizes(seat, wager, rows)
        return any(
            prize.price.kind == "meter" or schedule.draws(prize.row, prize.price.cents)
            for prize in prizes
        )

    def complete_documents(self) -> Script[None]:
        """A hand whose award is paid elsewhere waits for its documents."""
        for seat in self.waiting:
            yield from self.r.ask("floor", Choice("documented"), step="document")
            if seat in self.r.state.hands:
                self.r.collect(seat, "document")

    # -- premium hands and envy --------------------------------------------------------------

    def last_pass(self) -> Script[None]:
        """From the far right: envy bonuses, and bonus wagers of premium hands."""
        r = self.r
        if not self.premium and not self.kept:
            return
        for seat in sorted({*(one for one, _ in self.envies), *(one for one, _ in self.kept)}):
            yield from r.go_on("pay_envy" if "bonus" in r.rules.wagers else "pay_dynasty_envy")
            if seat in r.state.gone:
                continue
            for one, wager in self.envies:
                if one == seat:
                    self._pay_envy(seat, wager)
            for one, wager in self.kept:
                if one == seat:
                    r.settle(seat, wager, self.rows(seat, wager), LAST[wager])
            if [one for one, _ in self.kept if one == seat] and seat not in self.waiting:
                r.collect(seat, "collect")
        for seat in list(self.premium):
            if seat in r.state.hands and seat not in self.waiting:
                r.collect(seat, "collect_premium" if self._has_bonus() else "collect_premium_ez")

    def _pay_envy(self, seat: int, wager: str) -> None:
        """A sum for the premium hand of each other player, never for one's own cards."""
        r, bonus = self.r, ENVY[wager]
        for other, facts in sorted(self.premium.items()):
            if other not in r.boxes_of(seat):
                r.bonus(seat, bonus, rows_of(r.rules, bonus, facts), PAY_ENVY[wager])
