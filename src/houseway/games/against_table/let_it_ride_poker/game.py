"""Let it ride poker in the order of the regulation (N.J.A.C. 13:69F-18).

Three community cards lie before the dealer: ``board_1`` at the left is burned, ``board_2`` is shown
first and ``board_3`` last. Each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.against_table.let_it_ride_poker.hand import five_card_rows, three_card_rows
from houseway.games.against_table.three_each import BOARD, deal_three_each
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import CATEGORIES
from houseway.referee.dealing import prepare_deck
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

RANKED = {"card_order": RANKS, "hand_order": CATEGORIES}
BURNED, FIRST, SECOND = BOARD


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, RANKED)
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal_three_each(r, "bet_3")
    r.phase("decision")
    yield from decide(r, "bet_1")
    yield from burn(r)
    yield from show_first(r)
    yield from decide(r, "bet_2")
    yield from show_second(r)
    yield from settle(r)
    yield from collect(r)


def close_bets(r: Round) -> None:
    """After "No more bets" the bonus chips are counted and put into the rack."""
    r.say("close")
    bonuses = list(r.clockwise("lir_bonus"))
    if bonuses:
        r.say("count_bonus")
    for seat in bonuses:
        r.lose(seat, "lir_bonus", step="collect_bonus")


def decide(r: Round, bet: str) -> Script[None]:
    """Each player withdraws a bet or lets it ride, whatever was done before."""
    for seat in r.clockwise(bet):
        given = yield from r.ask(
            seat,
            Choice("let_it_ride", cite=r.cite(f"ride_{bet}")),
            Choice("withdraw", cite=r.cite(f"withdraw_{bet}")),
            step=f"decide_{bet}",
        )
        if given.what == "withdraw":
            r.take_back(seat, bet, f"withdraw_{bet}")


def burn(r: Round) -> Script[None]:
    """The community card at the dealer's left goes to the discard rack unseen."""
    yield from r.go_on("burn")
    r.collect(BURNED, "burn")


def show_first(r: Round) -> Script[None]:
    """The first community card is turned up."""
    yield from r.go_on("first_card")
    r.reveal(FIRST, "first_card")


def show_second(r: Round) -> Script[None]:
    """The second community card is turned up, and nothing is left to decide."""
    yield from r.go_on("second_card")
    r.phase("settlement")
    r.reveal(SECOND, "second_card")


def settle(r: Round) -> Script[None]:
    """Each player from the dealer's right: what loses is taken, then what wins is paid."""
    for seat in r.counterclockwise():
        yield from r.go_on("settle")
        r.reveal(seat, "turn_up")
        hits = rows_hit(r, seat)
        wagers = [wager for wager in r.rule("settlement_order") if r.has(seat, wager)]
        for wager in sorted(wagers, key=lambda wager: r.would_win(seat, wager, hits[wager])):
            r.settle(seat, wager, hits[wager], "settle_wagers", returns_stake(r, wager))


def rows_hit(r: Round, seat: int) -> dict[str, set[str]]:
    """The paytable rows that each wager of a player has hit."""
    own = r.mask(seat)
    hand = own | r.mask(FIRST) | r.mask(SECOND)
    five = five_card_rows(hand, RANKS.index(r.rule("least_pair")))
    three = three_card_rows(own, r.rule("unlisted_mini_royal"))
    return {
        wager: three if wager == "three_card_bonus" else five
        for wager in r.rule("settlement_order")
    }


def returns_stake(r: Round, wager: str) -> bool:
    """Whether a winning wager goes back to the player beside what it is paid."""
    return wager != "lir_bonus" or bool(r.rule("lir_bonus_stake_returned"))


def collect(r: Round) -> Script[None]:
    """When every wager is settled the cards are picked up in order."""
    yield from r.go_on("collect")
    places: list[Place] = [*r.counterclockwise(), FIRST, SECOND]
    for place in places:
        r.collect(place, "collect")
