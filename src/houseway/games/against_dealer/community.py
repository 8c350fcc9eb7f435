"""What games share in which players and dealer use community cards, and bet street by street."""

from collections.abc import Callable, Collection

from houseway.referee.round import Round, Script

Rows = Callable[[Round, int], Collection[str]]  # the rows that a seat's side wager hits


def deal_turns(r: Round, wager: str = "ante") -> Script[None]:
    """Cards face down to each seat with a wager and to the dealer, in the turns of the rule
    ``deal_order``."""
    r.phase("deal")
    yield from r.go_on("deal")
    turns = r.rule("deal_order")
    count = r.rule("cards_each") // len(turns)
    for turn in turns:
        for seat in r.clockwise(wager):
            yield from r.deal(seat, count, turn)
        yield from r.deal("dealer", count, f"dealer_{turn}")


def community(r: Round, step: str, wanted: Callable[[Round], bool]) -> Script[None]:
    """A card is burned and community cards come face up, while they are ``wanted``."""
    yield from r.go_on(step)
    if wanted(r):
        yield from r.burn(r.rule("burned"), f"burn_{step}")
        yield from r.deal("board", r.rule(f"{step}_cards"), step, up=True)


def note_all_decided(r: Round, waiting: bool | None = None) -> None:
    """Once nobody is left to decide, a dealer's card that shows can do no harm. Unless it is said
    who is ``waiting``, it is whoever has an ante and no play wager."""
    if waiting is None:
        waiting = any(r.live(s, "ante") and not r.has(s, "play") for s in r.clockwise("ante"))
    noted = any(event.step == "all_decided" for event in r.events)
    if not (waiting or noted or r.state.contest_void):
        r.say("all_decided")


def settle_side_after(r: Round, wager: str, rows: Rows, step: str) -> Script[None]:
    """The side wagers of players who folded, or of all where the hands are void."""
    for seat in r.counterclockwise(wager):
        if not r.live(seat, wager):
            continue
        yield from r.go_on(step)
        if seat not in r.state.gone:
            r.reveal(seat, step)
            r.settle(seat, wager, rows(r, seat), step)
            r.collect(seat, "collect")
