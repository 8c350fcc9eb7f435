"""A void puts back everything that the round has moved, at whatever moment it comes."""

import pytest
from wild import WildNight

from houseway.games import games
from houseway.referee.events import CENTRE, meter_account
from houseway.referee.reports import reportable
from houseway.referee.table import Table

VOIDS = ("void_round", "void_hand", "void_contest")
EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
    if any(
        set(VOIDS) & set(found.rulings) for found in game.rulebook(edition).irregularities.values()
    )
]
KEPT = ("standing", "tickets", "meters")
ROUNDS, LONGEST = 25, 200
NIGHTS, MOST_NIGHTS, ENOUGH = 6, 40, 5


def kept(table: Table) -> dict[str, object]:
    """What a table keeps that a round can have moved."""
    data = table.data.to_json()
    return {name: data.get(name) for name in KEPT}


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_whenever_a_void_comes_everything_is_put_back(game, edition) -> None:
    """Rounds at tables with all kinds of choices; in each, something that voids is reported at some
    moment at which it can be."""
    voided = 0
    for seed in range(MOST_NIGHTS):  # at some tables nothing voids, whatever is reported
        if seed >= NIGHTS and voided >= ENOUGH:
            break
        night = WildNight(game, edition, seed)
        for _ in range(ROUNDS):
            voided += play_until_void(night)
    assert voided >= ENOUGH  # or the test has tested little


def play_until_void(night: WildNight) -> bool:
    """One round, and whether a void ended it or a part of it."""
    table, left, done = night.table, night.random.randint(0, 25), False
    before, notes = kept(table), table.data.to_json()["notes"]
    for _ in range(LONGEST):
        night.carry_on()
        left -= 1
        if table.waiting is None:
            return done
        offers = [
            (one.name, seat)
            for one in (reportable(table) if left <= 0 and not done else ())
            if one.refusal is None and set(VOIDS) & set(one.irregularity.rulings)
            for seat in (one.seats or (None,))
        ]
        if offers:
            name, seat = night.random.choice(offers)
            check_void(table, name, seat, before, notes)
            done = True
            if table.waiting is None:
                return True
    raise AssertionError("the round does not end")


def brought_to(table: Table) -> dict[object, dict[str, int]]:
    """What lies on a table whatever happens in a round, by seat: chips that stood there, that were
    brought and that were not taken up."""
    lies: dict[object, dict[str, int]] = {}
    for event in table.events:
        terms = table.rules.wagers.get(event.wager)
        if terms and terms.kept and event.kind in ("stands", "wagered", "withdrawn"):
            found = lies.setdefault(event.who, {event.wager: 0})
            found[event.wager] += -event.amount if event.kind == "withdrawn" else event.amount
    return lies


def check_void(table: Table, name: str, seat: int | None, before, notes) -> None:
    """Report it, and see what is left of the round."""
    rulings = table.rules.irregularity(name).rulings
    wagers = table.rules.irregularity(name).returns
    table.report(name, seat)
    state = table.round.state
    if "void_round" in rulings and state.void:
        brought = brought_to(table)
        standing = {**before["standing"], **{s: v for s, v in brought.items() if any(v.values())}}
        assert kept(table) == {**before, "standing": standing}, name
        now = table.data.to_json()["notes"]
        for key in {*notes, *now} - table.round.lasting - {"markers_due", "behind"}:
            assert now.get(key) == notes.get(key), (name, key)
        stays = [wager for wager, terms in table.rules.wagers.items() if terms.kept]
        for nets in state.nets.values():
            assert not any(net for wager, net in nets.items() if wager not in stays)
        assert not state.books.get(CENTRE)
    if "void_hand" in rulings:
        assert not any(state.nets[seat].values()), name
        fed = dict.fromkeys(table.rules.meters, 0)
        for event in table.events:
            if event.kind == "fed" and event.who not in table.round.void_hands:
                fed[event.what] += event.moved
        if not table.round.awards:
            for meter, amount in fed.items():
                assert state.books.get(meter_account(meter), 0) == amount
    if state.contest_void:
        for nets in state.nets.values():
            assert not any(nets.get(wager) for wager in wagers), name
        assert not state.books.get(CENTRE)
