"""Rulebooks: what they refuse to say, and what a house may choose within them."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from houseway.games import game, games
from houseway.rulebook.amount import AmountRule
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.load import BadFile, read
from houseway.rulebook.models import Rulebook, Seats
from houseway.rulebook.money import FINE, cents, dollars, money, up_to_dollar
from houseway.rulebook.price import Price
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

NJ = game("three-card-blitz").rulebook("nj")
MD = game("three-card-blitz").rulebook("md")
NJ_FILE = game("three-card-blitz").folder / "nj.yaml"


# -- money, prices, amounts ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [("25", 2500), ("2.5", 250), ("2.50", 250), ("$1,000", 100_000), ("0.01", 1), (7, 700)],
)
def test_dollars(text, worth) -> None:
    assert dollars(text) == worth


@pytest.mark.parametrize("text", ["2.505", "-5", "1,00", "ten", "", 2.5, True, None, "1e3", "$"])
def test_dollars_refuses(text) -> None:
    with pytest.raises(Refused):
        dollars(text)


@pytest.mark.parametrize("amount", [-1, 1.0, "5", True, None])
def test_cents_are_whole_and_not_negative(amount) -> None:
    with pytest.raises(Refused):
        cents(amount)


def test_money_is_read_as_people_write_it() -> None:
    assert [money(c) for c in (0, 5, 100, 123450, -250)] == [
        "$0",
        "$0.05",
        "$1",
        "$1,234.50",
        "-$2.50",
    ]


@pytest.mark.parametrize(
    ("fine", "paid"),
    [(0, 0), (1, 100), (100 * FINE - 1, 100), (100 * FINE, 100), (100 * FINE + 1, 200)],
)
def test_awards_round_up_to_the_dollar(fine, paid) -> None:
    assert up_to_dollar(fine) == paid


def test_prices() -> None:
    assert Price.parse("3 to 2").wins(200) == 300
    assert Price.parse("2,500 to 1").odds == 2500
    assert Price.parse("$1,000").wins(500) == 100_000
    assert Price.parse("10% of meter_2").share == Fraction(1, 10)
    assert Price.parse("push").wins(500) == 0


@pytest.mark.parametrize("text", ["3 for 1", "0 to 1", "1 to 0", "3:1", "win", "", "1 to 1 to 1"])
def test_prices_refuse_what_the_law_does_not_print(text) -> None:
    with pytest.raises(ValueError, match="price"):
        Price.parse(text)


def test_a_stake_that_cannot_be_paid_in_whole_cents_is_refused() -> None:
    with pytest.raises(Refused):
        Price.parse("3 to 2").wins(101)


@pytest.mark.parametrize(
    ("better", "worse"),
    [("4 to 1", "3 to 1"), ("1 to 1", "push"), ("push", "lose"), ("$30", "$20")],
)
def test_prices_compare_with_a_floor(better, worse) -> None:
    assert Price.parse(better).at_least(Price.parse(worse))
    assert Price.parse(better).at_least(Price.parse(better))
    assert not Price.parse(worse).at_least(Price.parse(better))


def test_rates_are_exact() -> None:
    assert parse_rate("1.7%") == 17_000
    for bad in ("1.70001%", "2", "x%", -1.0):
        with pytest.raises(ValueError, match="rate"):
            parse_rate(bad)


@pytest.mark.parametrize(
    ("words", "amount", "fits"),
    [
        ("equal to ante", 999, False),
        ("equal to ante", 1000, True),
        ("equal to ante", 1001, False),
        ("2 times ante", 2000, True),
        ("at most 5 times ante", 5000, True),
        ("at most 5 times ante", 5001, False),
        ("at least 1/2 times ante", 499, False),
        ("at least 1/2 times ante", 500, True),
        ("$1 or $5", 500, True),
        ("$1 or $5", 300, False),
        ("in steps of $5", 1500, True),
        ("in steps of $5", 1501, False),
        ("at most $100", 10_000, True),
        ("at most $100", 10_001, False),
    ],
)
def test_amounts_in_words(words, amount, fits) -> None:
    assert AmountRule.parse(words).fits(amount, {"ante": 1000}) is fits


@pytest.mark.parametrize("words", ["about ante", "-1 times ante", "equal to", "ANTE", ""])
def test_amounts_refuse_other_words(words) -> None:
    with pytest.raises((ValueError, Refused)):
        AmountRule.parse(words)


# -- reading files ---------------------------------------------------------------------------


def changed(tmp_path: Path, change) -> Path:
    """The New Jersey rulebook with something changed, as a file."""
    content = NJ.model_dump(mode="json", by_alias=True, exclude_none=True)
    change(content)
    path = tmp_path / "nj.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


def test_a_rulebook_survives_writing_and_reading(tmp_path) -> None:
    again = read(Rulebook, changed(tmp_path, lambda book: None))
    assert again.hash == NJ.hash


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda b: b["wagers"]["ante"].update(requierd=True), "wagers.ante.requierd: there is no"),
        (lambda b: b["wagers"]["ante"].pop("cite"), "wagers.ante.cite: is missing"),
        (lambda b: b["wagers"]["play"].update(amount=["about ante"]), "wagers.play.amount.0"),
        (lambda b: b["wagers"]["play"].update(needs=["antee"]), "names 'antee'"),
        (lambda b: b["paytables"]["blind"]["tables"]["1"].pop(), "table 1 has 7 prices for 8 rows"),
        (
            lambda b: b["paytables"]["blind"]["tables"]["1"].__setitem__(0, "50 for 1"),
            "paytables.blind.tables.1.0: '50 for 1' is not a price",
        ),
        (lambda b: b["paytables"]["blind"].update(default="9"), "default '9' is not one"),
        (lambda b: b["paytables"]["progressive"]["together"].update(x=["blitz"]), "'x'"),
        (lambda b: b["meters"]["meter_1"].update(rate="2"), "meters.meter_1.rate"),
        (lambda b: b["meters"]["meter_1"].update(fed_by="tips"), "names 'tips'"),
        (lambda b: b["options"]["dealing"].update(default="throw"), "default 'throw'"),
        (lambda b: b["rules"]["cards_each"].pop("is"), "either 'is' or 'by"),
        (lambda b: b["rules"]["cut_required"]["by"]["shuffler"].pop("manual"), "each of"),
        (lambda b: b["rules"].update(dealing=b["rules"]["cards_each"]), "both fixed and an option"),
        (lambda b: b.update(edition="nv"), "edition"),
        (lambda b: b["seats"].update(max=0), "seats.max"),
        (lambda b: b["irregularities"]["card_face_up"].update(rulings=[]), "rulings"),
    ],
)
def test_a_wrong_rulebook_is_named_by_file_and_key(tmp_path, change, problem) -> None:
    path = changed(tmp_path, change)
    with pytest.raises(BadFile) as error:
        read(Rulebook, path)
    assert str(path) in str(error.value)
    assert problem in str(error.value)


def test_a_paragraph_is_not_a_number(tmp_path) -> None:
    """51.10 is a paragraph; YAML would make it 51.1."""
    text = NJ_FILE.read_text().replace("cite: 51.12\n", "cite: 51.10\n", 1)
    path = tmp_path / "nj.yaml"
    path.write_text(text)
    assert read(Rulebook, path).options["exposed_dealer_card"].cite == "51.10"


def test_a_key_written_twice_is_an_error(tmp_path) -> None:
    path = tmp_path / "nj.yaml"
    path.write_text(NJ_FILE.read_text() + "\ngame: three-card-blitz\n")
    with pytest.raises(BadFile, match="written twice"):
        read(Rulebook, path)


def test_files_that_cannot_be_read(tmp_path) -> None:
    with pytest.raises(BadFile, match="No such file"):
        read(Rulebook, tmp_path / "nothing.yaml")
    path = tmp_path / "broken.yaml"
    path.write_text("a: [")
    with pytest.raises(BadFile, match=r"broken\.yaml"):
        read(Rulebook, path)


def test_every_ruling_is_known_to_the_referee() -> None:
    from houseway.referee.rulings import RULINGS

    for found in games().values():
        for edition in found.editions:
            for name, irregularity in found.rulebook(edition).irregularities.items():
                assert set(irregularity.rulings) <= set(RULINGS), name


# -- what a house may choose -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "options", "cite"),
    [
        (NJ, {"dealing": "hand"}, "51.8(b)1"),
        (NJ, {"second_deck": True}, "51.2(b)"),
        (NJ, {"dealing": "automated_shoe", "deal_pattern": "one_at_a_time"}, "51.9(b)2"),
        (NJ, {"blind": "4"}, "51.11(c)"),
        (NJ, {"flush_bonus": "A"}, "51.11(d)"),
        (NJ, {"second_deck": "yes"}, "51.2(b)"),
        (NJ, {"boxes_per_player": 0}, "51.6(c)"),
        (NJ, {"boxes_per_player": 7}, "51.6(c)"),
        (NJ, {"blind": ["99 to 1"] * 8}, "51.11(c)"),
        (MD, {"dealing": "hand"}, "9.A(1)"),
        (MD, {"second_deck": True}, "3.B"),
        (MD, {"payout_limit": 0}, "2.B(6)(b)"),
        (MD, {"payout_limit": -5}, ""),
    ],
)
def test_unlawful_options_are_refused_with_the_paragraph(book, options, cite) -> None:
    with pytest.raises(Refused) as refusal:
        TableRules(book, options)
    assert cite in refusal.value.cite


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("7.5", "7.5"),
        ("7.50", "7.5"),
        ("07.05", "7.05"),
        ("10", 10),
        ("10.00", 10),
        (5, 5),
        (7.5, "7.5"),
    ],
)
def test_a_percentage_may_have_decimals(given, kept) -> None:
    rules = TableRules(game("poker").rulebook(), {"rake_percent": given})
    assert rules.rule("rake_percent") == kept
    assert type(rules.rule("rake_percent")) is type(kept)


@pytest.mark.parametrize("given", ["10.01", "7.125", "1e1", "-1", "7,5", ".5", True, "inf"])
def test_a_percentage_that_is_none_or_too_much_is_refused(given) -> None:
    with pytest.raises(Refused) as refused:
        TableRules(game("poker").rulebook(), {"rake_percent": given})
    assert refused.value.cite == "14.14(b)1, 14.14(b)1i"


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(Refused, match="there is no option 'shufler'"):
        TableRules(NJ, {"shufler": "manual"})


@pytest.mark.parametrize(
    ("wager", "limit", "allowed"),
    [
        ("ante", (2500, 24_999), False),
        ("ante", (2500, 25_000), True),
        ("ante", (2500, 25_001), True),
        ("ante", (10_000, 99_999), False),
        ("ante", (10_000, 100_000), True),
        ("ante", (10_001, 10_001), True),  # a minimum above $100 is free
        ("blind", (2500, 2500), True),  # it can pay more than 5 to 1
        ("flush_bonus", (500, 600), True),
        ("ante", (0, 100), False),
        ("ante", (500, 400), False),
        ("ante", (100, 1000, 0), False),
    ],
)
def test_the_ten_times_rule(wager, limit, allowed) -> None:
    if allowed:
        assert TableRules(NJ, limits={wager: limit}).limits[wager] == Limit(*limit)
    else:
        with pytest.raises(Refused) as refusal:
            TableRules(NJ, limits={wager: limit})
        assert refusal.value.cite == "8.2(a)"


def test_maryland_knows_no_ten_times_rule() -> None:
    assert TableRules(MD, limits={"ante": (2500, 2500)}).limits["ante"].maximum == 2500


def test_limits_of_a_fixed_amount_are_not_the_house_s() -> None:
    for book, wager in ((NJ, "progressive"), (MD, "blind"), (NJ, "play")):
        with pytest.raises(Refused, match="not the house's to set"):
            TableRules(book, limits={wager: (100, 1000)})


@pytest.mark.parametrize(
    ("book", "meters", "allowed"),
    [
        (NJ, {"meter_1": {"reset": 500_000}}, True),
        (NJ, {"meter_1": {"reset": 500_001}}, False),
        (NJ, {"meter_1": {"rate": "2.01%"}}, False),
        (MD, {"meter_1": {"reset": 99_999}}, False),
        (MD, {"meter_1": {"reset": 100_000}}, True),
        (MD, {"meter_2": {"reset": 2_999}}, False),
        (MD, {"meter_2": {"reset": 3_000, "rate": "1.7%"}}, True),
        (MD, {"meter_9": {"reset": 3_000}}, False),
        (MD, {"meter_2": {"resett": 3_000}}, False),
        (MD, {"meter_2": {"rate": "fast"}}, False),
    ],
)
def test_meters_keep_to_the_law(book, meters, allowed) -> None:
    if allowed:
        assert TableRules(book, meters=meters).meters
    else:
        with pytest.raises(Refused):
            TableRules(book, meters=meters)


def test_paytable_b_has_three_meters_only() -> None:
    assert list(TableRules(MD, {"progressive": "B"}).meters) == ["meter_1", "meter_2", "meter_3"]
    assert not TableRules(MD, {"offer_progressive": False}).meters


def floored() -> Rulebook:
    """The same game with the flush bonus tables as minimums."""
    tables = {**NJ.paytables}
    tables["flush_bonus"] = tables["flush_bonus"].model_copy(update={"floor": True})
    return NJ.model_copy(update={"paytables": tables})


def test_where_prices_are_minimums_a_house_may_pay_more() -> None:
    rules = TableRules(floored(), {"flush_bonus": ["200 to 1", "50 to 1", "9 to 1", "2 to 1"]})
    assert rules.schedule("flush_bonus").prices["suited_5"].odds == 9
    same = TableRules(floored(), {"flush_bonus": ["200 to 1", "50 to 1", "8 to 1", "2 to 1"]})
    assert same.schedule("flush_bonus").prices["suited_5"].odds == 8


@pytest.mark.parametrize(
    "table",
    [
        ["200 to 1", "50 to 1", "7 to 1", "2 to 1"],
        ["200 to 1", "50 to 1", "8 to 1"],
        ["200 for 1", "50 to 1", "8 to 1", "2 to 1"],
        ["200 to 1", "50 to 1", "8 to 1", "push"],
    ],
)
def test_and_never_less(table) -> None:
    with pytest.raises(Refused) as refusal:
        TableRules(floored(), {"flush_bonus": table})
    assert refusal.value.cite == "51.11(d)"


def test_where_prices_are_fixed_no_other_table_is_allowed() -> None:
    with pytest.raises(Refused, match="one of the listed tables"):
        TableRules(NJ, {"flush_bonus": ["900 to 1", "90 to 1", "9 to 1", "3 to 1"]})


def test_a_changed_copy_has_a_fingerprint_of_its_own() -> None:
    """Figures are remembered by it: a copy with the first one's would be answered with the first
    one's figures."""
    book = game("casino-war").rulebook()
    assert book.hash
    fewer = book.model_copy(update={"seats": Seats(max=2, cite="22.8(a)")})
    assert fewer.hash != book.hash
    assert book.model_copy().hash == book.hash
