"""Bad beat and high hand payouts out of a fund that pots contribute to (14.19): what is taken
from a pot after the rake, which hand is paid, and who shares it. A fund falls only by what it
pays."""

from houseway.equipment.cards import Card
from houseway.games.pots.poker.hand import ANY, HIGH, Ranked, best
from houseway.games.pots.poker.table import STAKES, Table
from houseway.hands.poker import CATEGORIES, category
from houseway.referee.events import CENTRE, RACK, Event, meter_account, seat_account
from houseway.referee.requests import Choice
from houseway.referee.round import Script
from houseway.rulebook.money import FINE, money

BAD_BEAT, HIGH_HAND, SECONDARY = "bad_beat", "high_hand", "secondary_bad_beat"
LISTED = {
    "aces_full": ("full_house", 12),
    "four_of_a_kind": ("four_of_a_kind", 0),
    "four_eights": ("four_of_a_kind", 6),
    "four_tens": ("four_of_a_kind", 8),
    "straight_flush": ("straight_flush", 0),
    "royal_flush": ("royal_flush", 0),
}  # hands that payouts are listed for: their kind, and the least rank that it is made of
QUALIFIES = "bad_beat_hand_posted"  # a note: the hand that players have been promised


def fund(t: Table) -> str:
    """The fund of this table, or none."""
    kind: str = t.r.rule("jackpot")
    return kind if kind in (BAD_BEAT, HIGH_HAND) else ""


def contribute(t: Table) -> None:
    """After the rake and before a pot is pushed, a contribution goes from the pot to the fund."""
    r, name = t.r, fund(t)
    whole = sum(pot.amount for pot in t.pots)
    if not name or whole < r.rule("jackpot_least_pot"):
        return
    parts = [(name, r.rule("jackpot_drop"))]
    if name == BAD_BEAT and r.rule("secondary") == "own_drop":
        parts.append((SECONDARY, r.rule("secondary_drop")))
    for meter, drop in parts:
        pot = t.pots[0]
        chips = min(drop, pot.amount)
        chips -= chips % r.rules.chip
        if chips:
            pot.amount -= chips
            target = meter_account(meter)
            event = Event("fed", None, meter, "", chips, 0, CENTRE, target, step="contribution")
            r.emit(event._replace(cite=r.cite("contribution")))


# -- which hands count -----------------------------------------------------------------------------


def remember(t: Table, seat: int) -> None:
    """Keep what a losing hand held, which leaves the table before a payout is looked for."""
    if fund(t) and seat in t.r.state.face_up:
        t.beaten[seat] = t.hand(seat)


def promised(t: Table) -> str:
    """The hand that qualifies: once posted it is not made harder until the payout is won."""
    r = t.r
    posted, kept = str(r.rule("bad_beat_hand")), str(r.data.notes.get(QUALIFIES, ""))
    known = list(r.rule("qualifying_hands"))
    if kept in known and known.index(kept) < known.index(posted):
        return kept
    r.data.notes[QUALIFIES] = posted
    return posted


def reaches(one: Ranked | None, hand: str) -> bool:
    """Whether a hand is at least one of this kind.

    >>> from houseway.equipment.cards import cards
    >>> quads = best(HIGH, tuple(cards("8c 8d")), tuple(cards("8h 8s 2c 3d Kh")))
    >>> reaches(quads, "four_eights"), reaches(quads, "four_tens"), reaches(quads, "aces_full")
    (True, False, True)
    """
    if one is None:
        return False
    name, rank = LISTED[hand]
    least = CATEGORIES.index(name)
    if category(one.score) != least:
        return category(one.score) > least
    return top_rank(one) >= rank


def top_rank(one: Ranked) -> int:
    """The rank that a full house or four of a kind is made of."""
    ranks = [card & 15 for card in one.cards]
    return max(ranks, key=lambda rank: (ranks.count(rank), rank))


def high_of(t: Table, cards: tuple[Card, ...]) -> Ranked | None:
    """The best high hand of somebody's cards."""
    r = t.r
    if r.rule("high_hand") != HIGH:
        return None
    return best(HIGH, cards, t.board(t.boards[0]), r.rule("formed_of") or ANY)


# -- what is paid ----------------------------------------------------------------------------------


def pay(t: Table) -> Script[None]:
    """A shift supervisor verifies a hand before anything is awarded; then the fund is paid out."""
    r, name = t.r, fund(t)
    if not name or not r.state.face_up:
        return
    if name == HIGH_HAND:
        yield from pay_high_hand(t)
        return
    hand = promised(t)
    for meter, least in ((BAD_BEAT, hand), (SECONDARY, r.rule("secondary_hand"))):
        if meter == SECONDARY and r.rule("secondary") == "none":
            continue
        losers = [s for s, cards in t.beaten.items() if reaches(high_of(t, cards), str(least))]
        if losers:
            yield from verify(t, meter)
            pay_bad_beat(t, meter, losers)
            return


def verify(t: Table, meter: str) -> Script[None]:
    """The supervisor verifies the hand, and the display says that it is about to change."""
    r = t.r
    yield from r.ask("supervisor", Choice("verify"), step="payout_verified")
    t.tell("payout_pending", says=f"{r.rules.book.meters[meter].name}: pending adjustment")
    t.tell("payout_delivered")


def pay_bad_beat(t: Table, meter: str, losers: list[int]) -> None:
    """The beaten hand, the hand that beat it, and everybody else who was dealt in have their
    shares; several beaten hands share theirs."""
    r = t.r
    whole = worth(t, meter)
    won = [seat for seat in t.live if seat not in t.beaten]
    others = [seat for seat in t.seats if seat not in losers and seat not in won]
    parts = [(losers, r.rule("share_of_loser")), (won, r.rule("share_of_winner"))]
    table = whole
    for seats, percent in parts:
        share = whole * percent // 100 if seats else 0
        table -= pay_each(t, meter, seats, share)
    pay_each(t, meter, others or losers, table)
    finish(t, meter)
    if meter == BAD_BEAT:
        r.data.notes.pop(QUALIFIES, None)


def pay_high_hand(t: Table) -> Script[None]:
    """A hand that qualifies by itself has the fund; several share it."""
    r = t.r
    hands = {s: t.beaten.get(s) or t.hand(s) for s in t.seats if s in r.state.face_up}
    least = str(r.rule("high_hand_least"))
    seats = [s for s, cards in hands.items() if reaches(high_of(t, cards), least)]
    if seats:
        yield from verify(t, HIGH_HAND)
        pay_each(t, HIGH_HAND, seats, worth(t, HIGH_HAND))
        finish(t, HIGH_HAND)


def worth(t: Table, meter: str) -> int:
    """What a payout comes to, in cents: the whole fund, or a part of the primary one."""
    r = t.r
    if meter == SECONDARY and r.rule("secondary") == "part_of_primary":
        return r.meter(BAD_BEAT) // FINE * int(r.rule("secondary_percent")) // 100
    return r.meter(meter) // FINE


def source_of(t: Table, meter: str) -> str:
    """The fund that a payout comes out of."""
    part = meter == SECONDARY and t.r.rule("secondary") == "part_of_primary"
    return BAD_BEAT if part else meter


def pay_each(t: Table, meter: str, seats: list[int], amount: int) -> int:
    """Equal parts of an amount out of the fund, the first with a cent more where it does not go
    evenly; what was paid."""
    r = t.r
    if not seats or amount <= 0:
        return 0
    source = source_of(t, meter)
    each, over = divmod(amount, len(seats))
    step = f"{meter}_paid"
    for place, seat in enumerate(seats):
        due = each + (place < over)
        cite, says = r.cite(step), f"{r.rules.book.meters[meter].name}: {money(due)}"
        drawn = Event("awarded", seat, source, "", due, 0, meter_account(source), RACK, step=step)
        paid = Event("paid", seat, meter, STAKES, due, 0, RACK, seat_account(seat), says=says)
        r.emit(drawn._replace(cite=cite))
        r.emit(paid._replace(step=step, cite=cite))
    return amount


def finish(t: Table, meter: str) -> None:
    """A fund that has been paid out starts again from its reset amount."""
    r = t.r
    if source_of(t, meter) != meter:
        t.tell("secondary_subtracted")
        return
    if reset := r.rules.meters[meter].reset:
        target = meter_account(meter)
        event = Event("reset", None, meter, "", reset, 0, RACK, target, step="fund_reset")
        r.emit(event._replace(cite=r.cite("fund_reset")))
