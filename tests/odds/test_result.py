"""Outcome tables by hand arithmetic, and certificates that somebody has tampered with."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from houseway.counting.result import (
    BadCertificate,
    Certificate,
    Method,
    Outcome,
    OutcomeTable,
    Result,
    canonical,
)

ROULETTE = OutcomeTable(
    "straight_up",
    38,
    (Outcome("win", Fraction(35), 1), Outcome("lose", Fraction(-1), 37)),
)
RAISING = OutcomeTable(
    "ante and play",
    12,
    (
        Outcome("fold", Fraction(-1), 2, Fraction(1)),
        Outcome("lose", Fraction(-2), 5, Fraction(2)),
        Outcome("push", Fraction(0), 0, Fraction(2)),
        Outcome("win", Fraction(9, 5), 5, Fraction(2)),
    ),
    unit="ante",
)
RESULT = Result(
    game="roulette",
    edition="nj",
    table="1",
    options={"wheel": "double_zero", "seats": 6, "surrender": False},
    stakes={"straight_up": Fraction(5, 2)},
    strategy="none",
    method=Method.ENUMERATION,
    outcomes=ROULETTE,
    rulebook_hash="ab" * 32,
)


def test_roulette_by_hand():
    ROULETTE.check()
    assert ROULETTE.expectation == Fraction(-1, 19)
    assert ROULETTE.house_advantage == ROULETTE.house_advantage_on_action == Fraction(1, 19)
    assert ROULETTE.hit_frequency == ROULETTE.win_probability == Fraction(1, 38)
    assert ROULETTE.push_probability == 0
    assert ROULETTE.loss_probability == Fraction(37, 38)
    assert ROULETTE.true_odds == 37
    assert ROULETTE.variance == Fraction(35**2 + 37, 38) - Fraction(1, 19) ** 2
    assert ROULETTE.standard_deviation == pytest.approx(5.762617)
    p = 1 / 38
    assert ROULETTE.skew == pytest.approx((1 - 2 * p) / sqrt(p * (1 - p)))
    assert ROULETTE.distribution == {Fraction(-1): 37, Fraction(35): 1}


def test_later_bets_make_the_action():
    assert RAISING.expectation == Fraction(-2 - 10 + 9, 12) == Fraction(-1, 4)
    assert RAISING.house_advantage_on_initial_stake == Fraction(1, 4)
    assert RAISING.mean_action == Fraction(2 + 2 * 10, 12)
    assert RAISING.house_advantage_on_action == Fraction(1, 4) / Fraction(22, 12)
    with_blind = replace(RAISING, stake=Fraction(2))
    assert with_blind.house_advantage == Fraction(1, 4)
    assert with_blind.house_advantage_on_initial_stake == Fraction(1, 8)


def test_a_wager_not_made_is_no_push():
    table = OutcomeTable(
        "play", 4, (Outcome("fold", Fraction(0), 3, Fraction(0)), Outcome("tie", Fraction(0), 1))
    )
    assert table.push_probability == Fraction(1, 4)
    assert table.true_odds is None
    never = replace(table, outcomes=(Outcome("fold", Fraction(0), 4, Fraction(0)),))
    assert never.house_advantage_on_action == 0
    assert never.skew == 0


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (replace(ROULETTE, denominator=37), "counts sum to 38"),
        (replace(ROULETTE, denominator=0), "not positive"),
        (replace(ROULETTE, stake=Fraction(0)), "stake"),
        (replace(ROULETTE, outcomes=(Outcome("x", Fraction(0), -1),)), "negative count"),
        (replace(ROULETTE, outcomes=(Outcome("x", Fraction(0), 38, Fraction(-1)),)), "action"),
    ],
)
def test_unsound_tables_are_found(table, reason):
    with pytest.raises(ValueError, match=reason):
        table.check()


def test_a_result_survives_the_journey():
    text = json.dumps(RESULT.to_json())
    assert Result.from_json(json.loads(text)) == RESULT
    assert RESULT.wager == "straight_up"


def test_a_certificate_survives_the_journey(tmp_path):
    file = tmp_path / "certificate.json"
    certificate = Certificate((RESULT, replace(RESULT, outcomes=RAISING)))
    certificate.save(file)
    assert Certificate.load(file) == certificate
    body = json.loads(file.read_text())
    assert body.pop("sha256") == certificate.sha256


def test_the_hash_does_not_care_for_layout():
    certificate = Certificate((RESULT,))
    shuffled = dict(reversed(json.loads(certificate.dumps()).items()))
    assert Certificate.loads(json.dumps(shuffled)) == certificate


def resign(body):
    """What a careful forger does."""
    body.pop("sha256", None)
    body["sha256"] = hashlib.sha256(canonical(body)).hexdigest()


def tampered(change, forge=True):
    body = json.loads(Certificate((RESULT,)).dumps())
    change(body)
    if forge:
        resign(body)
    return json.dumps(body)


def setter(*path, value):
    def change(body):
        for step in path[:-1]:
            body = body[step]
        body[path[-1]] = value

    return change


def remover(*path):
    def change(body):
        for step in path[:-1]:
            body = body[step]
        del body[path[-1]]

    return change


FIRST = ("results", 0)
WIN = (*FIRST, "outcomes", 0)
FORGED = [
    (setter(*WIN, "count", value="2"), r"results\[0\].outcomes: counts sum to 39"),
    (setter(*WIN, "count", value=1), r"results\[0\].outcomes\[0\].count: expected a string"),
    (setter(*WIN, "count", value="1/2"), r"results\[0\].outcomes\[0\].count: .* is not whole"),
    (setter(*WIN, "count", value="-37"), r"results\[0\].outcomes: .* negative count"),
    (setter(*WIN, "net", value="35.0"), r"results\[0\].outcomes\[0\].net: .* not a fraction"),
    (setter(*WIN, "net", value="1e99999999"), r"outcomes\[0\].net: .* not a fraction"),
    (setter(*WIN, "net", value="9" * 5000), r"outcomes\[0\].net: .* not a fraction"),
    (setter(*WIN, "net", value="70/2"), r"outcomes\[0\].net: '70/2' should be '35'"),
    (setter(*WIN, "net", value="1/0"), r"outcomes\[0\].net: .* divides by zero"),
    (setter(*WIN, "net", value="36"), r"results\[0\].expectation: the outcomes give -1/38"),
    (setter(*WIN, "bonus", value="1"), r"results\[0\].outcomes\[0\].bonus: unknown key"),
    (remover(*WIN, "label"), r"results\[0\].outcomes\[0\].label: missing"),
    (remover(*FIRST, "rulebook_hash"), r"results\[0\].rulebook_hash: missing"),
    (setter(*FIRST, "note", value=""), r"results\[0\].note: unknown key"),
    (setter(*FIRST, "method", value="guess"), r"results\[0\].method: unknown method 'guess'"),
    (setter(*FIRST, "options", "wheel", value=[]), r"results\[0\].options.wheel: expected a plain"),
    (setter(*FIRST, "options", value=3), r"results\[0\].options: expected an object"),
    (setter(*FIRST, "outcomes", value={}), r"results\[0\].outcomes: expected a list"),
    (setter(*FIRST, value=None), r"results\[0\]: expected an object"),
    (setter("format", value="houseway certificate 2"), "format: expected 'houseway certificate 1'"),
    (setter("author", value="me"), "author: unknown key"),
    (remover("results"), "results: missing"),
]


@pytest.mark.parametrize(("change", "reason"), FORGED)
def test_forged_certificates_are_refused_in_one_line(change, reason):
    with pytest.raises(BadCertificate, match=reason) as refusal:
        Certificate.loads(tampered(change))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "change",
    [
        setter(*FIRST, "strategy", value="optimal"),
        setter(*FIRST, "options", "seats", value=7),
        setter("sha256", value="0" * 64),
    ],
)
def test_a_wrong_hash_is_refused(change):
    with pytest.raises(BadCertificate, match=r"sha256: the contents hash to [0-9a-f]{64}"):
        Certificate.loads(tampered(change, forge=False))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ('{"format": ', "not JSON: .* line 1 column"),
        ("[]", "certificate: expected an object"),
        ('{"format": "a", "format": "b"}', "format: written twice"),
        ("[" * 100_000, "not JSON"),
        ('{"format": ' + "9" * 5000 + "}", "not JSON"),
    ],
)
def test_broken_files_are_refused(text, reason, tmp_path):
    file = tmp_path / "certificate.json"
    file.write_text(text)
    with pytest.raises(BadCertificate, match=reason) as refusal:
        Certificate.load(file)
    assert "\n" not in str(refusal.value)


def test_a_binary_file_is_refused(tmp_path):
    file = tmp_path / "certificate.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadCertificate, match="not a text file"):
        Certificate.load(file)


def test_half_a_character_is_refused():
    text = tampered(setter(*FIRST, "strategy", value="@@")).replace("@@", "\\ud800")
    with pytest.raises(BadCertificate, match="not Unicode"):
        Certificate.loads(text)
