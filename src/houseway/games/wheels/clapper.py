"""A wheel that a clapper stops: it rests on a section, or between two."""

from houseway.games.wheels.wheel import called_off
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script


def spin_to_clapper(r: Round, wheel: str, on: str) -> Script[str]:
    """The wheel comes to a stop; nothing comes back of a spin that does not count. ``on`` is what
    the dealer says where the clapper rests on a section."""
    yield from r.go_on("spin")
    section = yield from r.spin(wheel, "spin")
    if not section or called_off(r):
        r.say("no_spin")
        return ""
    return (yield from read_clapper(r, section, on))


def read_clapper(r: Round, section: str, on: str) -> Script[str]:
    """The clapper rests on a section, or between two: then the one passed last wins or the spin is
    void, as the house has chosen."""
    r.phase("stop")
    given = yield from r.ask(
        "dealer",
        Choice(on, cite=r.cite(on)),
        Choice("between", cite=r.cite("between")),
        step="stop",
    )
    if given.what == on:
        return section
    if r.rule("clapper") == "previous":
        r.say("previous_wins")
        return section
    r.phase("spin")
    r.say("void_spin")
    return ""
