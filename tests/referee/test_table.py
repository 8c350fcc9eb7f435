"""The driving words of a table, and what they refuse."""

import json

import pytest

import houseway
from houseway import Refused, dollars
from houseway.equipment.cards import cards
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Replayed, Scripted, Shoe
from houseway.referee.log import Differs, deal_again, read_log, write_log
from houseway.referee.requests import Bets, Input
from houseway.referee.scenarios import fingerprint
from houseway.rulebook.load import BadFile

BETS = {"ante": 1000, "blind": 1000}


def table(edition="nj", hands=None, **settings):
    if hands:
        settings["chance"] = Scripted({place: cards(text) for place, text in hands.items()})
    found = houseway.open_table("three-card-blitz", edition, **settings)
    found.sit(1, "Ann")
    return found


def dealt(**settings):
    found = table(**settings)
    found.bet(1, BETS)
    found.close()
    return found


def refuses(found, doing, cite="", reason=""):
    """It is refused, by that paragraph, and nothing has changed."""
    before = fingerprint(found)
    with pytest.raises(Refused) as refusal:
        doing()
    assert fingerprint(found) == before
    assert cite in refusal.value.cite
    assert reason in refusal.value.reason
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ({"ante": -1}, "negative"),
        ({"ante": 10.0}, "whole cents"),
        ({"ante": "10"}, "whole cents"),
        ({"ante": True}, "whole cents"),
        ({"antee": 1000}, "no wager 'antee'"),
        ({"play": 1000}, "later in the round"),
        ({"ante": 99}, "run from"),
        ({"ante": 100_001}, "run from"),
        ({"progressive": 499}, "$5"),
        ({"blitz_jackpot": 500}, "no wager"),
        ({}, "must name a wager"),
    ],
)
def test_bad_bets(bets, reason) -> None:
    found = table()
    refuses(found, lambda: found.bet(1, bets), reason=reason)
    assert not found.started
    found.bet(1, BETS)
    refuses(found, lambda: found.bet(1, bets), reason=reason)


def test_one_bad_wager_refuses_the_whole_bet() -> None:
    found = table()
    refuses(found, lambda: found.bet(1, ante=1000, blind=-1))


def test_wrong_seats() -> None:
    found = dealt()
    refuses(found, lambda: found.act(2, "play"), "51.10(d)", "seat 1")
    refuses(found, lambda: found.act("floor", "play"), "51.10(d)")
    refuses(found, lambda: found.act(1, "double"), "51.10(d)", "play or fold")
    refuses(found, lambda: found.act(1, "play", 999), "51.10(d)2", "$10")
    refuses(found, lambda: found.act(1, "play", 1001), "51.10(d)2")
    refuses(found, lambda: found.act(1, "fold", 1), "51.10(d)1")
    refuses(found, lambda: found.bet(1, flush_bonus=500), "51.6(b)")
    refuses(found, found.close, "51.6(b)")
    refuses(found, found.begin, reason="in progress")
    refuses(found, found.go)
    refuses(found, lambda: found.draw("As"))


def test_sitting_down() -> None:
    found = table()
    for seat in (0, 7, -1, "1", True, 1.0):
        refuses(found, lambda seat=seat: found.sit(seat), "69E-1.13BB(a)")
    refuses(found, lambda: found.sit(1), reason="taken")
    refuses(found, lambda: found.leave(5), "51.6(c)")
    refuses(found, lambda: found.bet(5, BETS), "51.6(c)")


def test_sitting_down_while_bets_are_open_is_part_of_the_record() -> None:
    found = table()
    found.bet(1, BETS)
    found.sit(3, "Cy")
    found.bet(3, BETS)
    found.close()
    for seat in (1, 3):
        found.act(seat, "fold")
    assert found.data.players == {1: "Ann", 3: "Cy"}
    record = json.loads(json.dumps(found.records[0].to_json()))
    game = houseway.game("three-card-blitz")
    assert deal_again(record, game.play, game.rulebook("nj")).data == found.data


def test_nothing_to_answer_before_a_round() -> None:
    found = table()
    for doing in (found.close, found.go, lambda: found.act(1, "play")):
        refuses(found, doing, reason="no round")
    with pytest.raises(Refused):
        _ = found.results
    with pytest.raises(Refused):
        _ = found.round


@pytest.mark.parametrize("text", ["Zz", "As As", "1s", "As", "", "As Ks Qs Js Ts 9s 8s 7s"])
def test_cards_typed_by_hand(text) -> None:
    found = houseway.open_table("three-card-blitz", by_hand=["chance", "dealer"])
    found.sit(1)
    found.begin()
    found.shuffled()
    found.act("dealer", "cut", 10)
    found.bet(1, BETS)
    found.close()
    found.go()
    refuses(found, lambda: found.draw(text))
    found.draw("As Ks Qs Js Ts 9s 8s")
    refuses(found, lambda: found.draw("As 2c 3c 4c 5c 6c 7c"), "51.10(a)", "As has been dealt")
    refuses(found, lambda: found.draw("?? 2c 3c 4c 5c 6c 7c"), "51.10(a)")


@pytest.mark.parametrize("depth", [9, 52, 53, -1])
def test_a_cut_takes_at_least_ten_and_leaves_some(depth) -> None:
    found = houseway.open_table("three-card-blitz", by_hand=["dealer"])
    found.begin()
    refuses(found, lambda: found.act("dealer", "cut", depth), "51.4(c)1ii" if depth >= 0 else "")
    found.act("dealer", "cut", 10)


def test_a_bet_can_be_raised_lowered_and_withdrawn() -> None:
    found = table()
    found.bet(1, ante=1000, blind=1000, flush_bonus=500)
    found.bet(1, ante=2000)
    found.bet(1, ante=1500, flush_bonus=0)
    assert found.round.state.bets[1] == {"ante": 1500, "blind": 1000}
    assert found.round.state.books["seat 1"] == -2500 * 1_000_000
    found.close()
    found.act(1, "fold")
    assert found.results.nets[1] == {"ante": -1500, "blind": -1000, "flush_bonus": 0}


def test_a_coupon_plays_but_is_never_paid_out() -> None:
    hands = {1: "Ah Kh Qh 4d 2c 3d 9s", "dealer": "2h 3s 5d 7c 9h Jd Tc"}
    found = table(hands=hands)
    found.bet(1, BETS)
    found.bet(1, ante=500, tender="match_play")
    refuses(found, lambda: found.bet(1, ante=1001, tender="match_play"), "51.6(a)")
    refuses(found, lambda: found.bet(1, ante=500, tender="cash"), "51.6(a)")
    refuses(found, lambda: found.bet(1, ante=500, tender="marbles"), "51.6(a)")
    found.close()
    found.act(1, "play")
    assert found.results.nets[1] == {"ante": 1500, "blind": 10_000, "play": 1500}


def test_limits_of_a_house_and_a_wager_outside_them() -> None:
    found = table(limits={"ante": (1000, 20_000, 500)})
    refuses(found, lambda: found.bet(1, ante=999), "8.2(a)")
    refuses(found, lambda: found.bet(1, ante=20_001), "8.2(a)")
    refuses(found, lambda: found.bet(1, ante=1100), "8.2(f)")
    found.bet(1, ante=50_000, blind=1000, accepted=True)
    found.close()
    found.act(1, "fold")
    assert found.results.nets[1]["ante"] == -50_000  # in full, and not clipped: 8.2(e)
    cites = " ".join(event.cite for event in found.events if event.kind == "wagered")
    assert "8.2(d), 8.2(e)" in cites


def test_maryland_accepts_nothing_outside_its_limits() -> None:
    found = table("md")
    refuses(found, lambda: found.bet(1, ante=100_001, accepted=True), "7.F")


def test_a_removed_deck_must_be_replaced() -> None:
    found = dealt()
    found.report("stub_wrong")
    assert found.results.void
    refuses(found, found.begin, reason="removed")
    found.new_deck()
    found.begin()
    refuses(found, found.new_deck, reason="between rounds")


def test_rules_change_between_rounds_and_devices_leave_first() -> None:
    found = table(options={"shuffler": "automated", "dealing": "automated_shoe"})
    refuses(found, lambda: found.change(dealing="manual_shoe"), "51.12(e)")
    refuses(found, lambda: found.take_out("automated_shoe", "covered"), "51.12(e)", "removed")
    found.take_out("automated_shoe", "removed")
    found.change(dealing="manual_shoe", blind=3)
    assert found.rules.rule("blind") == "3"
    refuses(found, lambda: found.change(shuffler="manual"), "51.12(e)")
    found.bet(1, BETS)
    refuses(found, lambda: found.change(blind=1), reason="between rounds")


def test_meters_are_kept_from_round_to_round() -> None:
    found = table(seed=3)  # no jackpot in these three rounds
    for _ in range(3):
        found.bet(1, **BETS, progressive=500)
        found.close()
        found.act(1, "fold")
    grown = {name: amount // 1_000_000 for name, amount in found.data.meters.items()}
    assert grown == {"meter_1": 500_030, **{f"meter_{n}": 20_075 for n in range(2, 6)}}


def test_views() -> None:
    found = dealt()
    assert found.view(1).asked is not None
    assert found.view(2).asked is None
    assert found.view(1).to_json()["hands"]["dealer"] == "?? ?? ?? ?? ?? ?? ??"
    assert "??" not in found.view("house").to_json()["hands"]["dealer"]
    assert "??" not in found.view(1).to_json()["hands"]["1"]
    assert found.view("dealer").to_json()["hands"]["1"] == "?? ?? ?? ?? ?? ?? ??"


# -- records ---------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path):
    found = table(seed=22)  # a Royal Blitz in diamonds to begin with
    for choice in ("play", "fold", "play"):
        found.bet(1, **BETS, flush_bonus=500, progressive=500)
        found.close()
        found.act(1, choice)
    path = tmp_path / "log.jsonl"
    assert write_log(found.records, path) == 3
    return path


def again(record):
    game = houseway.game(record["rules"]["game"])
    return deal_again(record, game.play, game.rulebook(record["rules"]["edition"]))


def test_a_log_deals_again(log) -> None:
    assert [again(record).state.phase for record in read_log(log)] == ["over"] * 3


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r["events"][-8].update(amount=r["events"][-8].get("amount", 0) + 1),
        lambda r: r["events"].pop(),
        lambda r: r["events"].append(r["events"][0]),
        lambda r: r["inputs"].pop(),
        lambda r: r["inputs"].insert(0, {"do": "go"}),
        lambda r: r["inputs"][-1].update(do="dance"),
        lambda r: r["rules"].update(rulebook="0" * 64),
        lambda r: r["start"]["meters"].update(meter_4=1),
        lambda r: r["rules"]["options"].update(blind="3"),
    ],
)
def test_a_changed_record_does_not(log, change) -> None:
    record = next(read_log(log))
    change(record)
    with pytest.raises(Differs):
        again(record)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "other"}', '{"format": "houseway round 1"}']
)
def test_a_log_that_is_not_one(tmp_path, text) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(BadFile, match="line 1"):
        list(read_log(path))


def test_dollars_and_cents_do_not_mix() -> None:
    found = table()
    found.bet(1, ante=dollars("12.50"), blind=dollars(10))
    assert found.round.state.bets[1]["ante"] == 1250


def test_a_table_is_brought_back_by_what_it_has_heard() -> None:
    """Every input, whoever gave it, put in again: the same events, the same table."""
    heard: list[Input] = []
    first = table(chance=Shoe(Philox(7)), heard=heard.append)
    first.at(5)
    first.new_deck()
    first.bet(1, ante=1000, blind=1000, progressive=500)
    first.show_meters({"meter_1": 777_000_000})
    first.close()
    again = houseway.open_table("three-card-blitz", chance=Replayed([]))
    for given in [Input.from_json(json.loads(json.dumps(one.to_json()))) for one in heard]:
        again.hear(given)
    assert again.events == first.events
    assert again.data == first.data
    assert again.round.meter("meter_1") == first.round.meter("meter_1")


def test_where_cards_are_dealt_by_hand_nobody_cuts_a_shoe_that_is_not_there() -> None:
    found = table(by_hand=["chance"])
    found.begin()
    found.shuffled()
    assert isinstance(found.waiting, Bets)
