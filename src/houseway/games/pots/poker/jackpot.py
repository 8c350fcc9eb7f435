"""Bad beat and high hand payouts out of a fund that pots contribute to (14.19): what is taken
from a pot after the rake, which hand is paid, and who shares it. A fund falls only by what it
pays. Where several casinos share it (14.20) a table claims the payout, and what it comes to is
confirmed elsewhere."""

from collections.abc import Mapping, Sequence

from houseway.equipment.cards import Card
from houseway.games.pots.poker.hand import ANY, HIGH, Ranked, best
from houseway.games.pots.poker.table import STAKES, Table
from houseway.hands.poker import CATEGORIES, category
from houseway.referee.events import CENTRE, RACK, Event, meter_account, seat_account
from houseway.referee.requests import Choice
from houseway.referee.round import Script
from houseway.rulebook.money import FINE, money
from houseway.rulebook.table_rules import TableRules

BAD_BEAT, HIGH_HAND, SECONDARY = "bad_beat", "high_hand", "secondary_bad_beat"
LISTED = {
    "aces_full": ("full_house", 12),
    "four_of_a_kind": ("four_of_a_kind", 0),
    "four_eights": ("four_of_a_kind", 6),
    "four_tens": ("four_of_a_kind", 8),
    "straight_flush": ("straight_flush", 0),
    "royal_flush": ("royal_flush", 0),
}  # hands that payouts are listed for: their kind, and the least rank that it is made of
BEATEN, WINNER, OTHER, HIGHEST = "beaten_hand", "winning_hand", "other_player", "high_hand"
QUALIFIES = "bad_beat_hand_posted"  # a note: the hand that players have been promised


def fund(t: Table) -> str:
    """The fund of this table, or none."""
    kind: str = t.r.rule("jackpot")
    return kind if kind in (BAD_BEAT, HIGH_HAND) else ""


def is_shared(t: Table) -> bool:
    """Whether other casinos pay into the fund too."""
    return bool(t.r.rule("jackpot_scope") == "several_casinos")


def offer(t: Table) -> None:
    """A payout that casinos share is offered in this round if their system is operational now."""
    name = fund(t)
    t.offers = bool(name) and (not is_shared(t) or bool(t.r.data.offered.get(name)))
    if name and not t.offers:
        t.tell("payout_not_offered")
    if t.offers and name == BAD_BEAT:
        promised(t)


def contribute(t: Table) -> None:
    """After the rake and before a pot is pushed, a contribution goes from the pot to the fund."""
    r, name = t.r, fund(t)
    whole = sum(pot.amount for pot in t.pots)
    if not t.offers or whole < r.rule("jackpot_least_pot"):
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
    if not t.offers or not r.state.face_up:
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
    if not is_shared(t):
        t.tell("payout_delivered")


def pay_bad_beat(t: Table, meter: str, losers: list[int]) -> None:
    """The beaten hand, the hand that beat it, and everybody else who was dealt in have their
    shares; several beaten hands share theirs."""
    won = [seat for seat in t.live if seat not in t.beaten]
    others = [seat for seat in t.seats if seat not in losers and seat not in won]
    award(t, meter, {BEATEN: losers, WINNER: won, OTHER: others})
    if meter == BAD_BEAT:
        t.r.data.notes.pop(QUALIFIES, None)


def award(t: Table, meter: str, entitled: Mapping[str, list[int]]) -> None:
    """The fund pays who is entitled; where casinos share it, the payout is claimed for them."""
    if is_shared(t):
        claim(t, meter, entitled)
        return
    for seat, due in divided(t.r.rules, worth(t, meter), entitled):
        pay_one(t, meter, seat, due)
    finish(t, meter)


def claim(t: Table, meter: str, entitled: Mapping[str, list[int]]) -> None:
    """Who is entitled to a payout that several casinos share, with the hands that count."""
    for part, seats in entitled.items():
        for seat in seats:
            cards = t.beaten.get(seat, t.hand(seat)) if seat in t.r.state.face_up else ()
            held = high_of(t, cards) if part != OTHER and cards else None
            event = Event("claimed", seat, part, meter, cards=held.cards if held else ())
            step = "payout_claimed"
            t.r.emit(event._replace(says=t.r.rules.says(step), step=step, cite=t.r.cite(step)))


def divided(
    rules: TableRules, whole: int, entitled: Mapping[str, Sequence[int]]
) -> list[tuple[int, int]]:
    """What everybody who is entitled has of a payout, in cents: the beaten hand and the winning
    one their percentage, the others at the table what is left; equal parts for several, those who
    come first with a cent more where it does not go evenly."""
    due, left = [], whole
    shares = {BEATEN: rules.rule("share_of_loser"), WINNER: rules.rule("share_of_winner")}
    for part, percent in shares.items():
        seats = entitled.get(part, ())
        amount = whole * percent // 100 if seats else 0
        due += equal_parts(amount, seats)
        left -= amount
    rest = entitled.get(HIGHEST) or entitled.get(OTHER) or entitled.get(BEATEN, ())
    return due + equal_parts(left, rest)


def equal_parts(amount: int, seats: Sequence[int]) -> list[tuple[int, int]]:
    """An amount in equal parts.

    >>> equal_parts(101, [3, 5])
    [(3, 51), (5, 50)]
    """
    each, over = divmod(amount, len(seats)) if seats else (0, 0)
    return [(seat, each + (place < over)) for place, seat in enumerate(seats)]


def pay_high_hand(t: Table) -> Script[None]:
    """A hand that qualifies by itself has the fund; several share it."""
    r = t.r
    hands = {s: t.beaten.get(s) or t.hand(s) for s in t.seats if s in r.state.face_up}
    least = str(r.rule("high_hand_least"))
    seats = [s for s, cards in hands.items() if reaches(high_of(t, cards), least)]
    if seats:
        yield from verify(t, HIGH_HAND)
        award(t, HIGH_HAND, {HIGHEST: seats})


def worth(t: Table, meter: str) -> int:
    """What a payout comes to, in cents: the whole fund, or a part of the primary one."""
    source, percent = comes_from(t.r.rules, meter)
    return t.r.meter(source) // FINE * percent // 100


def comes_from(rules: TableRules, meter: str) -> tuple[str, int]:
    """The fund that a payout comes out of, and how many percent of it."""
    if meter == SECONDARY and rules.rule("secondary") == "part_of_primary":
        return BAD_BEAT, int(rules.rule("secondary_percent"))
    return meter, 100


def pay_one(t: Table, meter: str, seat: int, due: int) -> None:
    """One player's part of a payout, out of the fund."""
    if not due:
        return
    r, (source, _) = t.r, comes_from(t.r.rules, meter)
    step = f"{meter}_paid"
    cite, says = r.cite(step), f"{r.rules.book.meters[meter].name}: {money(due)}"
    drawn = Event("awarded", seat, source, "", due, 0, meter_account(source), RACK, step=step)
    paid = Event("paid", seat, meter, STAKES, due, 0, RACK, seat_account(seat), says=says)
    r.emit(drawn._replace(cite=cite))
    r.emit(paid._replace(step=step, cite=cite))


def finish(t: Table, meter: str) -> None:
    """A fund that has been paid out starts again from its reset amount."""
    r = t.r
    if comes_from(r.rules, meter)[0] != meter:
        t.tell("secondary_subtracted")
        return
    if reset := r.rules.meters[meter].reset:
        target = meter_account(meter)
        event = Event("reset", None, meter, "", reset, 0, RACK, target, step="fund_reset")
        r.emit(event._replace(cite=r.cite("fund_reset")))
