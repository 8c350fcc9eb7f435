"""The names of the hands at a table, for those who may see them."""

from houseway.referee.events import Place
from houseway.server.host import Snapshot
from houseway.wording.events import hand_names


def hands_told(snapshot: Snapshot, kickers: bool = False) -> dict[Place, str]:
    """Return the names of all hands of which the viewer sees every card."""
    if snapshot.view is None:
        return {}
    return hand_names(snapshot.view.events, snapshot.rules, kickers)


def told_sides(snapshot: Snapshot) -> str:
    """Both sides of what was decided: "Pair of sixes against the dealer's ace high", "Player 7,
    banker 4"; nothing where no hands are named. Hands of one name are told with their kickers."""
    own, common = _sides(hands_told(snapshot), snapshot.seat)
    if set(own) & set(common.values()):
        own, common = _sides(hands_told(snapshot, kickers=True), snapshot.seat)
    if own:
        others = [f"the {place}'s {name}" for place, name in common.items()]
        said = " against ".join(filter(None, [" and ".join(own), " and ".join(others)]))
    else:
        said = ", ".join(f"{place} {name}" for place, name in common.items())
    return said[:1].upper() + said[1:]


def _sides(told: dict[Place, str], seat: int | None) -> tuple[list[str], dict[str, str]]:
    """Return the names of a seat's own hands, and those of hands that belong to no seat."""
    own = [name for place, name in told.items() if seat is not None and seat_of(place) == seat]
    common = {
        str(place): name
        for place, name in told.items()
        if seat_of(place) is None and not str(place).startswith("board")
    }
    return own, common


def seat_of(place: Place) -> int | None:
    """Return the seat of a hand: 3 is seat 3, and so is its split hand 3.2."""
    if isinstance(place, int):
        return place
    first, _, _ = place.partition(".")
    return int(first) if first.isdecimal() else None
