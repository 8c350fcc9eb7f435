"""The cards of a poker table before a round: sorted in time, and spread where nobody plays
(14.2(b), 14.4(c), 14.5(d))."""

from houseway.referee import absence
from houseway.referee.dealing import ready_deck
from houseway.referee.round import Round, Script

SORTED = "deck_sorted"  # a note: the minute at which the cards were last put into suit and sequence
HOUR = 60


def open_deck(r: Round) -> Script[bool]:
    """Shuffle and cut; at an idle table the cards are spread instead. Whether they are."""
    r.phase("shuffle")
    sort_deck(r)
    if is_idle(r):
        r.say("spread_idle")
        return True
    yield from ready_deck(r)
    return False


def is_idle(r: Round) -> bool:
    """Whether too few players are at the table for any gaming there. Decks that come shuffled are
    not spread before they are first used."""
    if not r.rules.fixes("idle_below") or (r.rule("preshuffled") and r.data.fresh_deck):
        return False
    here: int = len(absence.present(r.data))
    return here < int(r.rule("idle_below"))


def wake_deck(r: Round) -> Script[None]:
    """Enough players have arrived and have seen both decks: these are washed, shuffled and cut. A
    supervisor may still order another cut."""
    r.phase("shuffle")
    r.say("inspect_idle")
    r.say("wash")
    yield from ready_deck(r)
    r.phase("bets")
    yield from r.go_on("close")


def sort_deck(r: Round) -> None:
    """Cards that have been in use for so many hours are put into suit and sequence."""
    if not r.rules.fixes("sorted_after"):
        return
    since = max(r.data.notes.get(SORTED, 0), r.data.deck_since)
    if r.data.minutes - since >= r.rule("sorted_after") * HOUR:
        r.data.notes[SORTED] = r.data.minutes
        r.say("sort_deck")
