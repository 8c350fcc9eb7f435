"""A house with people in it."""

from playing import Playing

from houseway.ledger.house import House

PEOPLE = {"Flo": "floor", "Dee": "dealer", "Aud": "auditor"}


def furnish(house: House, *players: str) -> House:
    """Staff and players, each with $10,000."""
    for name, role in PEOPLE.items():
        house.add_person(name, role, f"{name}'s password", by="boss")
    for name in players or ("Ann", "Bob", "Cid"):
        house.add_person(name, "player", f"{name}'s password", by="boss")
        house.buy_in(name, 1_000_000, by="Flo", key=f"buy-in {name}")
    return house


def furnish_and_play(house: House) -> None:
    """The same, and four rounds at each of two tables."""
    furnish(house)
    for game in ("three-card-blitz", "craps"):
        Playing(house, house.open_table(game, by="Flo")).rounds(4)
