"""What games with dice in a shaker share: it is tried before the table opens, and shaken until the
dice lie as they must.
"""

from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

IN_ORDER, OUT_OF_ORDER = "in_order", "out_of_order"
FLOOR = "floor"


def is_in_order(r: Round, note: str, step: str, who: str = FLOOR) -> Script[bool]:
    """Whether what must be tried before play is in order: somebody tries it once, and what was
    found is kept under a note until it is to be tried again."""
    if r.data.notes.get(note):
        return True
    r.phase("opening")
    given = yield from r.ask(who, Choice(IN_ORDER), Choice(OUT_OF_ORDER), step=step)
    r.data.notes[note] = given.what == IN_ORDER
    if given.what == OUT_OF_ORDER:
        r.say("not_opened")
    return bool(r.data.notes[note])


def called_off(r: Round) -> bool:
    """Whether this roll has been ruled out: since the dice were last shaken."""
    for event in reversed(r.events):
        if event.kind == "ruled" and event.what == "no_roll":
            return True
        if event.kind == "said" and event.what in ("close", "no_roll"):
            return False
    return False
