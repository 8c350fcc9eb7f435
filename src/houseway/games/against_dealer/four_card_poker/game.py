"""Four-card poker in the order of the regulation (N.J.A.C. 13:69F-27).

Each step's cite stands in the rulebook under ``round``. How the four stages of settlement are
nested is the house's filed mode.
"""

from houseway.games.against_dealer.fold_or_play import (
    decide_together,
    put_away,
    settle_hands,
    turn_up,
)
from houseway.games.against_dealer.four_card_poker.hand import (
    FOUR_CARD_CATEGORIES,
    WINS,
    contest,
    four_card_rows,
    four_card_strength,
)
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": FOUR_CARD_CATEGORIES}


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
    """Five cards face down to each player and six to the dealer, of which the last lies open."""
    r.phase("deal")
    yield from r.go_on("deal")
    seats, count = list(r.clockwise()), r.rule("cards_each")
    up = r.rule("dealer_cards") - count
    if r.rule("dealing") == "automated_shoe":
        yield from r.deal_stacks([*seats, "dealer"], count)
        yield from r.burn(r.rule("last_stack") - up, "spread_stack")
    else:
        yield from r.deal_around([*seats, "dealer"], count)
    yield from r.deal("dealer", up, "up_card", up=True)
    count_stub(r)


def reveal(r: Round) -> Script[None]:
    """The dealer's hand is turned up."""
    yield from r.go_on("reveal")
    r.phase("settlement")
    r.reveal("dealer", "reveal")


def collect_losers(r: Round, seat: int) -> None:
    """What the player has lost is taken."""
    found = result(r, seat)
    if found and found not in WINS:
        r.lose(seat, "ante", "play", step=found)
    if r.live(seat, "aces_up") and not r.would_win(seat, "aces_up", rows(r, seat)):
        r.lose(seat, "aces_up", step="lose_aces_up")


def pay_winners(r: Round, seat: int) -> None:
    """What the player has won is paid, the bonus also to one who lost."""
    found = result(r, seat)
    if found in WINS:
        r.win(seat, "ante", "play", step=found)
    if found:
        r.bonus(seat, "ante_bonus", rows(r, seat), "pay_bonus")
    if r.live(seat, "aces_up"):
        r.settle(seat, "aces_up", rows(r, seat), "pay_aces_up")


STAGES = {
    "turn_up": turn_up,
    "collect_losers": collect_losers,
    "pay_winners": pay_winners,
    "put_away": put_away,
}


def result(r: Round, seat: int) -> str:
    """How the player's hand stands to the dealer's; nothing for one who made no play wager."""
    if not r.has(seat, "play"):
        return ""
    return contest(four_card_strength(r.mask(seat)), four_card_strength(r.mask("dealer")))


def rows(r: Round, seat: int) -> set[str]:
    """The rows of the paytables that a player's hand answers to."""
    return four_card_rows(r.mask(seat))
