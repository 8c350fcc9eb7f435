"""3 Card Blitz in the order of the regulation (N.J.A.C. 13:69F-51; Maryland chapters 5 to 13).

Each step's cite stands in the edition's rulebook under ``round``; where the editions differ, the
difference is a value in the rulebook that the round reads.
"""

from houseway.games.against_dealer.fold_or_play import stays_in
from houseway.games.against_dealer.three_card_blitz.hand import hand_total, rows_hit
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

SIDE_WAGERS = ("flush_bonus", "blitz_jackpot", "progressive")


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal(r)
    yield from decide(r)
    yield from settle(r)


def deal(r: Round) -> Script[None]:
    """Seven cards face down to each ante and blind, and to the dealer."""
    r.phase("deal")
    yield from r.go_on("deal")
    seats, count, pattern = list(r.clockwise("ante")), r.rule("cards_each"), deal_pattern(r)
    if pattern == "one_at_a_time":
        yield from r.deal_around([*seats, "dealer"], count)
    else:
        if pattern == "dealer_first":
            yield from r.deal("dealer", count)
        yield from r.deal_stacks(seats, count)
        if pattern == "players_first":
            yield from r.deal("dealer", count)
    if pattern != "dealer_held":
        count_stub(r)


def deal_pattern(r: Round) -> str:
    """The order in which the places get their cards."""
    pattern: str = r.rule("deal_pattern")
    return r.rule("stack_order") if pattern == "stacks" else pattern


def decide(r: Round) -> Script[None]:
    """Each player makes a play wager equal to the ante, or folds."""
    r.phase("decision")
    at_once = r.rule("folds_collected") == "at_once"
    folded = []
    for seat in r.clockwise("ante"):
        if (yield from stays_in(r, seat, "play")) or seat in r.state.gone:
            continue
        if at_once:
            take_fold(r, seat)
        else:
            folded.append(seat)
    for seat in folded:
        if seat not in r.state.gone:
            take_fold(r, seat)


def take_fold(r: Round, seat: int) -> None:
    """A folded hand's wagers are taken; the cards stay while a side wager can still win."""
    lost = r.rule("fold_loses")
    r.lose(seat, *lost, step="fold")
    if "progressive" in lost and r.has(seat, "progressive"):
        r.forfeit(seat, "progressive", "forfeit_progressive")
    if any(r.has(seat, side) and side not in lost for side in SIDE_WAGERS):
        r.keep(seat, "keep_cards")
    elif seat in r.state.hands:
        r.collect(seat, "fold")


def settle(r: Round) -> Script[None]:
    """The dealer's hand is turned up, then each player is settled from the dealer's right."""
    yield from r.go_on("reveal")
    if deal_pattern(r) == "dealer_held":
        r.phase("deal")
        yield from r.deal("dealer", r.rule("cards_each"))
        count_stub(r)
        r.phase("decision")
        yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")
    for seat in r.counterclockwise():
        if seat not in r.state.hands:
            continue
        yield from r.go_on("settle")
        if seat in r.state.gone:
            continue
        r.reveal(seat, "turn_up")
        hit = rows_hit(r.mask(seat), r.rules.points, r.rule("cards_used"))
        for part in r.rule("settlement_order"):
            if part == "contest":
                contest(r, seat, hit)
            else:
                yield from settle_side(r, seat, part, hit)
        if seat not in r.state.gone:
            r.collect(seat, "collect")
    yield from r.go_on("collect")
    r.collect("dealer", "collect")


def contest(r: Round, seat: int, hit: set[str]) -> None:
    """The player's point total against the dealer's, for ante, blind and play."""
    if not r.has(seat, "play"):
        return
    used = r.rule("cards_used")
    player = hand_total(r.mask(seat), r.rules.points, used)
    dealer = hand_total(r.mask("dealer"), r.rules.points, used)
    if player > dealer:
        for wager in r.rule("contest_order"):
            if wager == "blind":
                r.settle(seat, "blind", hit, "higher")
            else:
                r.win(seat, wager, step="higher")
    elif player < dealer:
        r.lose(seat, "ante", "blind", "play", step="lower")
    else:
        r.push(seat, "ante", "blind", "play", step="equal")


def settle_side(r: Round, seat: int, wager: str, hit: set[str]) -> Script[None]:
    """A side wager, by its paytable, whoever won the contest."""
    folded = not r.has(seat, "play")
    if not r.has(seat, wager) or (folded and wager in r.rule("fold_loses")):
        return
    if wager != "progressive":
        r.settle(seat, wager, hit, f"settle_{wager}")
        return
    if r.rule("progressive_validated") and r.would_win(seat, wager, hit):
        yield from r.ask("floor", Choice("validate"), step="validate_progressive")
        if seat in r.state.gone:
            return
    r.settle(seat, wager, hit, "settle_progressive", r.rule("progressive_stake_returned"))
