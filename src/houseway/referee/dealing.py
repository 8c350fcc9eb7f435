"""The deck's own life, shared by every game dealt from a freshly shuffled deck.

The rulebook's options say how the cards are shuffled and dealt; the steps carry the cites.
"""

from collections.abc import Callable

from houseway.referee.round import Round, Script


def cut(r: Round) -> Script[None]:
    """The dealer's cut. A supervisor may order another before any card is dealt."""
    yield from r.cut("cut", r.rule("cut_at_least"))


Cut = Callable[[Round], Script[None]]


def prepare_deck(r: Round, cut: Cut = cut) -> Script[None]:
    """Shuffle and, where the law wants it, cut: the dealer, unless the game knows another cut."""
    r.phase("shuffle")
    yield from ready_deck(r, cut)


def ready_deck(r: Round, cut: Cut = cut) -> Script[None]:
    """The same for a game that does something else first in that phase."""
    if r.rule("second_deck"):
        r.data.deck_in_use = 3 - r.data.deck_in_use
        r.say("alternate_decks")
    if r.rule("preshuffled") and r.data.fresh_deck:
        yield from r.shuffle("preshuffled")
        if r.rule("preshuffled_cut"):
            yield from cut(r)
    else:
        yield from shuffle_and_cut(r, cut)


def shuffle_and_cut(r: Round, cut: Cut = cut) -> Script[None]:
    """The deck in use is shuffled, and cut if it was shuffled by hand."""
    yield from r.shuffle("shuffle")
    if r.rule("cut_required"):
        yield from cut(r)
    else:
        r.say("no_cut")


def close_bets(r: Round, progressive: str = "progressive") -> None:
    """After "No more bets" wagers are locked and the meters take their share."""
    r.say("close")
    if progressive in r.rules.wagers:
        r.say("lock_progressive")
        if r.rule("progressive_collected") == "before_deal":
            for seat in r.clockwise(progressive):
                r.lose(seat, progressive, step="collect_progressive")
        r.feed(progressive, "lock_progressive")


def count_stub(r: Round) -> None:
    """The dealer is told to count the stub when it is due, unless the shuffler's count serves."""
    r.data.uncounted += 1
    serves = not r.rules.fixes("shuffler_count_serves") or r.rule("shuffler_count_serves")
    if r.rule("stub_counted") and not (r.rule("shuffler_counts") and serves):
        if r.data.uncounted >= r.rule("stub_count_every"):
            r.data.uncounted = 0
            r.say("count_stub")
    else:
        r.data.uncounted = 0
