"""Two editions compared: what differs comes from the data, and nothing else is reported."""

import json

import pytest

from houseway.games import game
from houseway.rulebook.compare import ABSENT, compare
from houseway.rulebook.load import check
from houseway.rulebook.models import Rulebook

BLITZ = game("three-card-blitz")
NJ, MD = BLITZ.rulebook("nj"), BLITZ.rulebook("md")

# The topics in which a reader of both texts finds them to differ, and where each stands.
TOPICS = {
    "blind amount": "wagers.blind.amount",
    "jackpot side bets": "wagers.blitz_jackpot",
    "amount of the progressive": "wagers.progressive.amount",
    "must side bets be offered": "wagers.flush_bonus.offered",
    "fold and progressive": "rules.fold_loses",
    "flush bonus tables": "paytables.flush_bonus.tables.2",
    "progressive at 30": "paytables.progressive.tables.standard.total_30",
    "progressive at 29": "paytables.progressive.tables.A.total_29",
    "double blitz": "paytables.progressive.tables.standard.double_blitz",
    "meter suits": "paytables.progressive.tables.standard.royal_blitz_spades",
    "a second progressive table": "paytables.progressive.tables.B",
    "reset": "meters.meter_1.reset",
    "increment": "meters.meter_1.rate",
    "meter value used": "stated.meter_paid",
    "one award": "paytables.progressive.what_is_paid",
    "paying a progressive": "rules.progressive_validated",
    "layout": "layout.areas",
    "sign": "layout.inscriptions",
    "settlement order": "rules.settlement_order",
    "decision order": "stated.decision_order",
    "progressive chips": "rules.progressive_collected",
    "payout limit": "options.payout_limit",
    "match play": "tenders.match_play",
    "leaving": "stated.leaving",
    "several positions": "options.boxes_per_player",
    "cover cards": "stated.cover_cards",
    "deal pattern": "options.deal_pattern",
    "cut": "stated.cut_method",
    "reshuffle on order": "irregularities.reshuffle_ordered",
    "stub count": "rules.stub_counted",
    "face-up card": "irregularities.card_face_up.what_happens",
    "face-up card, wagers": "irregularities.card_face_up.wagers",
    "wrong count": "irregularities.wrong_number_of_cards.wagers",
    "dealer card exposed": "irregularities.dealer_card_exposed.ruling",
    "faulty device": "rules.device_out",
    "card change": "rules.cards_changed_after",
    "idle table": "stated.idle_table",
    "blitz definition": "terms.Blitz",
    "hand ranking": "stated.ranking",
    "rules source": "law",
}


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_comes_out_of_the_data(topic) -> None:
    found = {difference.key: difference for difference in compare(NJ, MD)}
    difference = found[TOPICS[topic]]
    assert difference.topic
    assert difference.left != difference.right


def test_what_the_rulebooks_hold_alike_is_not_reported() -> None:
    """Rounding is the same, and so is the ruling on a wrong number of cards."""
    keys = {difference.key for difference in compare(NJ, MD)}
    assert "paytables.progressive.rounding" not in keys
    assert "irregularities.wrong_number_of_cards.ruling" not in keys


def test_an_edition_does_not_differ_from_itself() -> None:
    assert compare(NJ, NJ) == []
    assert compare(MD, MD) == []


def test_equal_tables_of_other_names_differ_only_in_their_names() -> None:
    blind = [one for one in compare(NJ, MD) if one.key.startswith("paytables.blind")]
    assert [(one.key, one.left, one.right) for one in blind] == [
        ("paytables.blind.tables", "1, 2, 3", "A, B, C")
    ]


def test_what_one_side_lacks_is_a_dash_without_a_cite() -> None:
    found = {one.key: one for one in compare(NJ, MD)}
    jackpot = found["wagers.blitz_jackpot"]
    assert (jackpot.left, jackpot.left_cite) == (ABSENT, "")
    assert jackpot.right_cite == MD.wagers["blitz_jackpot"].cite
    other_way = {one.key: one for one in compare(MD, NJ)}
    assert other_way["wagers.blitz_jackpot"].right == ABSENT


def test_values_are_words_not_python() -> None:
    for one in compare(NJ, MD):
        for text in (one.topic, one.left, one.right):
            assert not any(sign in text for sign in ("True", "False", "None", "['", "_", "{"))


def changed(path: str, value: object) -> Rulebook:
    """New Jersey's rulebook with one value changed."""
    content = NJ.model_dump(mode="json", by_alias=True)
    *parents, last = path.split(".")
    place = content
    for key in parents:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[last] = value
    return check(Rulebook, content, "changed")


@pytest.mark.parametrize(
    ("path", "value", "key", "left", "right"),
    [
        ("seats.max", 7, "seats", "6", "7"),
        ("deck.decks", 2, "deck", "1 deck of 52 cards", "2 decks of 52 cards"),
        ("points.values.A", 1, "points", "A 11", "A 1"),
        ("wagers.flush_bonus.required", True, "wagers.flush_bonus.need", "optional", "required"),
        ("wagers.ante.pays", "2 to 1", "wagers.ante.pays", "1 to 1", "2 to 1"),
        ("wagers.blind.needs", ["ante"], "wagers.blind.goes_with", "none", "ante"),
        ("paytables.blind.floor", True, "paytables.blind.prices", "fixed", "minimums"),
        ("rules.cut_at_least.is", 11, "rules.cut_at_least", "10", "11"),
        ("tenders.cash.is", True, "tenders.cash", "not accepted", "accepted"),
    ],
)
def test_one_changed_value_is_one_difference(path, value, key, left, right) -> None:
    (found,) = compare(NJ, changed(path, value))
    assert found.key == key
    assert left in found.left
    assert right in found.right


def test_rows_in_another_order_are_told() -> None:
    rows = dict(reversed(NJ.paytables["flush_bonus"].rows.items()))
    found = {one.key for one in compare(NJ, changed("paytables.flush_bonus.rows", rows))}
    assert "paytables.flush_bonus.rows" in found


def test_diff_prints_and_gives_json(run) -> None:
    printed = run("diff", BLITZ.id, "nj", "md").stdout
    assert "equal to ante" in printed
    assert "7.F(1)" in printed
    found = json.loads(run("diff", BLITZ.id, "nj", "md", "--json").stdout)
    assert {"key", "topic", "left", "right", "left_cite", "right_cite"} == set(found[0])
    same = run("diff", BLITZ.id, "nj", "nj")
    assert (same.exit_code, same.stdout) == (0, "")
    assert json.loads(run("diff", BLITZ.id, "nj", "nj", "--json").stdout) == []
