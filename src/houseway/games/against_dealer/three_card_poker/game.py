"""Three-card poker with six-card bonus in the order of the regulation (N.J.A.C. 13:69F-20).

Each step's cite stands in the rulebook under ``round``. How ante and pair plus go together is the
house's version, in the rulebook; how the four stages of settlement are nested is its filed mode.
"""

from collections.abc import Iterator

from houseway.games.against_dealer.fold_or_play import (
    decide_together,
    put_away,
    settle_hands,
    turn_up,
)
from houseway.games.against_dealer.three_card_poker.hand import (
    CONTEST,
    least_with,
    six_card_rows,
    three_card_rows,
)
from houseway.games.against_dealer.three_card_poker.hand import contest as compare
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES, THREE, THREE_CARD_CATEGORIES, three_card_strength
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {
    "card_order": RANKS,
    "three_card_order": THREE_CARD_CATEGORIES,
    "six_card_order": CATEGORIES[THREE:],
}


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal(r)
    yield from decide_together(r, "play")
    yield from reveal(r)
    yield from settle_hands(r, STAGES)


def deal(r: Round) -> Script[None]:
    """Three cards face down to each player and to the dealer, one by one or in stacks."""
    r.phase("deal")
    yield from r.go_on("deal")
    seats, count = list(r.clockwise()), r.rule("cards_each")
    if r.rule("dealing") != "automated_shoe":
        yield from r.deal_around([*seats, "dealer"], count)
    else:
        yield from r.deal_stacks(seats, count)
        r.say("cover_dealer")
        if r.rule("dealer_stack") == "after_decisions":
            return
        yield from r.deal("dealer", count, "deliver_dealer")
    count_stub(r)


def reveal(r: Round) -> Script[None]:
    """The dealer's hand is turned up; a stack that stayed in the shoe is delivered first."""
    if "dealer" not in r.state.hands:
        r.phase("deal")
        yield from r.deal("dealer", r.rule("cards_each"), "deliver_dealer")
        count_stub(r)
        r.phase("decision")
    yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")


def collect_losers(r: Round, seat: int) -> None:
    """What the player has lost is taken."""
    if contest(r, seat) == "lower":
        r.lose(seat, "ante", "play", step="lower")
    for wager, hit in on_tables(r, seat):
        if not r.would_win(seat, wager, hit):
            r.lose(seat, wager, step=f"lose_{wager}")


def pay_winners(r: Round, seat: int) -> None:
    """What the player has won is paid, and what neither wins nor loses goes back."""
    result = contest(r, seat)
    if result == "below_queen":
        r.win(seat, "ante", step=result)
        r.push(seat, "play", step=result)
    elif result == "higher":
        r.win(seat, "ante", "play", step=result)
    elif result == "equal":
        r.push(seat, "ante", "play", step=result)
    if result:
        r.bonus(seat, "ante_bonus", three_card_rows(r.mask(seat)), "pay_bonus")
    for wager, hit in on_tables(r, seat):
        r.settle(seat, wager, hit, f"pay_{wager}")


STAGES = {
    "turn_up": turn_up,
    "collect_losers": collect_losers,
    "pay_winners": pay_winners,
    "put_away": put_away,
}


def contest(r: Round, seat: int) -> str:
    """How the player's hand stands to the dealer's; nothing for one who made no play wager."""
    if not r.has(seat, "play"):
        return ""
    player, dealer = three_card_strength(r.mask(seat)), three_card_strength(r.mask("dealer"))
    return CONTEST[compare(player, dealer, least_with(RANKS.index(r.rule("dealer_needs"))))]


def on_tables(r: Round, seat: int) -> Iterator[tuple[str, set[str]]]:
    """The player's wagers on posted tables that are still down, with the rows that are hit."""
    if r.live(seat, "pair_plus"):
        yield "pair_plus", three_card_rows(r.mask(seat))
    if r.live(seat, "six_card"):
        yield "six_card", six_card_rows(r.mask(seat) | r.mask("dealer"))
