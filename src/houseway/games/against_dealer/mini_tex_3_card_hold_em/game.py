"""Mini-tex 3 card hold 'em in the order of the regulation (N.J.A.C. 13:69F-37).

Each step's cite stands in the rulebook under ``round``. A player stays in with one more wager on
each of three streets: ``decision`` with two cards, ``flop`` with two community cards on the board,
``final`` with all three.
"""

from houseway.games.against_dealer.community import (
    community,
    deal_turns,
    note_all_decided,
    settle_side_after,
)
from houseway.games.against_dealer.fold_or_play import stays_in
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import (
    EQUAL,
    HIGHER_UNQUALIFIED,
    LOWER,
    QUALIFIERS,
    best_three,
    pocket_rows,
    verdict,
)
from houseway.games.authoring.ranking import hold_to_ranking
from houseway.hands.poker import THREE_CARD_CATEGORIES
from houseway.referee.dealing import close_bets, count_stub, prepare_deck
from houseway.referee.events import Place
from houseway.referee.round import Round, Script
from houseway.rulebook.table_rules import RANKS

STREETS = {"decision": "flop", "flop": "river", "final": "play"}  # the wager that stays in
CONTEST = ("ante", *STREETS.values())
SIDE = "pocket_poker"


def play(r: Round) -> Script[None]:
    """One round, from the shuffle to the discard rack."""
    hold_to_ranking(r.rules, {"card_order": RANKS, "hand_order": THREE_CARD_CATEGORIES})
    yield from prepare_deck(r)
    yield from r.take_bets()
    close_bets(r)
    yield from deal_turns(r)
    yield from offer(r, "decision")
    yield from community(r, "flop", anybody_in)
    yield from offer(r, "flop")
    yield from community(r, "river", anybody_in)
    count_stub(r)
    yield from offer(r, "final")
    yield from settle(r)


def anybody_in(r: Round) -> bool:
    """Whether a seat is left whose hand competes with the dealer's."""
    return not r.state.contest_void and any(r.live(seat, "ante") for seat in r.clockwise("ante"))


def offer(r: Round, street: str) -> Script[None]:
    """Each player who is still in makes the wager of the street, or folds."""
    r.phase(street)
    for seat in r.clockwise("ante"):
        if not r.live(seat, "ante"):
            continue
        stays = yield from stays_in(
            r, seat, STREETS[street],
            asked=f"ask_{street}", made=f"bet_{street}", fold=f"fold_{street}",
        )  # fmt: skip
        if not (stays or seat in r.state.gone or r.state.contest_void):
            fold(r, seat, street)
    note_all_decided(r)


def fold(r: Round, seat: int, street: str) -> None:
    """All wagers of the contest are taken; the cards stay while pocket poker can still win."""
    r.lose(seat, *CONTEST, step=f"fold_{street}")
    if r.live(seat, SIDE):
        r.keep(seat, f"keep_{street}")
    else:
        r.collect(seat, f"discard_{street}")


def settle(r: Round) -> Script[None]:
    """Each play wager's player from the dealer's right, then the pocket poker that is left."""
    r.phase("settlement")
    if anybody_in(r):
        yield from r.go_on("reveal")
        r.reveal("dealer", "reveal")
        r.say("qualifies" if hand(r, "dealer") >= needed(r) else "does_not_qualify")
        for seat in r.counterclockwise("play"):
            yield from r.go_on("settle")
            if seat not in r.state.gone:
                settle_player(r, seat)
    step = "pocket_alone" if r.state.contest_void else "pocket_after_fold"
    yield from settle_side_after(r, SIDE, pocket, step)
    yield from r.go_on("collect")
    for place in list(r.state.hands):
        r.collect(place, "collect")


def settle_player(r: Round, seat: int) -> None:
    """All wagers of one player: the contest first, then pocket poker."""
    r.reveal(seat, "turn_up")
    result = verdict(hand(r, seat), hand(r, "dealer"), needed(r))
    if result == LOWER:
        r.lose(seat, *CONTEST, step=LOWER)
    elif result == EQUAL:
        r.push(seat, *CONTEST, step=EQUAL)
    else:
        unpaid = r.rule("unqualified_returns") if result == HIGHER_UNQUALIFIED else ()
        r.win(seat, *(wager for wager in CONTEST if wager not in unpaid), step=result)
        r.push(seat, *unpaid, step=result)
    if r.has(seat, SIDE):
        r.settle(seat, SIDE, pocket(r, seat), "settle_pocket")
    r.collect(seat, "collect")


def needed(r: Round) -> int:
    """The least strength with which the dealer qualifies."""
    return QUALIFIERS[r.rule("dealer_qualifier")]


def hand(r: Round, place: Place) -> int:
    """The best three of a place's two cards and the community cards."""
    return best_three(r.mask(place), r.mask("board"))


def pocket(r: Round, seat: int) -> set[str]:
    """The rows of pocket poker that a player's two cards answer to."""
    return pocket_rows(r.mask(seat), r.rule("pocket_ace_low"))
