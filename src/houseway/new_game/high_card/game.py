"""High card: one card each, and the higher wins. A player who has looked raises or folds.

Each step's cite stands in the rulebook under ``round``; the round reads in the order of the rules.
"""

from houseway.equipment.cards import RANKS
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the last payment."""
    r.phase("shuffle")
    yield from r.shuffle("shuffle")
    yield from r.take_bets()
    r.say("close")
    yield from deal(r)
    yield from decide(r)
    yield from settle(r)


def deal(r: Round) -> Script[None]:
    """One card to each player, and one to the dealer, face down."""
    r.phase("deal")
    yield from r.go_on("deal")
    yield from r.deal_around([*r.clockwise(), "dealer"], r.rule("cards_each"))


def decide(r: Round) -> Script[None]:
    """Each player in turn raises or folds."""
    r.phase("decision")
    for seat in r.clockwise("ante"):
        amount = r.exact_amount(seat, "raise")
        given = yield from r.ask(
            seat,
            Choice("raise", amount, amount, cite=r.cite("raise")),
            Choice("fold", cite=r.cite("fold")),
            step="decide",
        )
        if given.what == "raise":
            r.wager(seat, "raise", amount, "raise")
        else:
            r.lose(seat, "ante", step="fold")


def settle(r: Round) -> Script[None]:
    """The dealer's card is turned up; every hand is compared with it."""
    r.phase("settlement")
    yield from r.go_on("reveal")
    r.reveal("dealer", "reveal")
    for seat in r.clockwise():
        yield from r.go_on("settle")
        r.reveal(seat, "settle")
        contest(r, seat)
        if r.live(seat, "match"):
            r.settle(seat, "match", hits(r, seat), "pay_match")


def contest(r: Round, seat: int) -> None:
    """A dealer's card that is too low pays the ante alone; else the higher card wins both wagers,
    and equal cards lose them."""
    if not r.has(seat, "raise"):
        return
    player, dealer = rank_of(r, seat), rank_of(r, "dealer")
    if dealer < RANKS.index(r.rule("dealer_needs")):
        r.win(seat, "ante", step="too_low")
        r.push(seat, "raise", step="too_low")
    elif player > dealer:
        r.win(seat, "ante", "raise", step="higher")
    else:
        r.lose(seat, "ante", "raise", step="not_higher")


def hits(r: Round, seat: int) -> set[str]:
    """The rows of the match table that the two cards hit."""
    return {"same_rank"} if rank_of(r, seat) == rank_of(r, "dealer") else set()


def rank_of(r: Round, place: int | str) -> int:
    """Return the rank of a place's card; aces are high."""
    return r.state.hands[place][0] & 15
