"""The list of the law's paragraphs, how they are written, and how coverage is counted."""

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.rulebook import cite, law

ROWS = {
    "01": 127, "01A": 40, "02": 338, "02-19-47": 35, "02A": 132, "02B": 83, "02C": 152, "03": 103,
    "04": 81, "05": 54, "06": 41, "07": 119, "08": 78, "09": 31, "10": 141, "11": 320, "12": 71,
    "13": 35, "14": 413, "15": 75, "16": 125, "16-19-47": 36, "17": 67, "18": 128, "19": 126,
    "20": 120, "21": 111, "22": 73, "23": 147, "24": 106, "25": 110, "26": 114, "27": 100,
    "28": 124, "29": 122, "30": 116, "31": 126, "32": 123, "33": 121, "34": 171, "35": 105,
    "36": 114, "37": 131, "51": 133, "MD-3CB": 211,
}  # fmt: skip

EDITIONS = ("nj", "nj-19-47", "md")

ANCHORS = [
    ("01", "1.1 Come out point", "definition"),
    ("01", "1.2(a)1ii", "executed"),
    ("02-19-47", "2.3(i)4", "executed"),
    ("02C", "69E-1.10D(b)3iv", "data"),
    ("02C", "2C.5(c)5iii(bb)", "executed"),
    ("03", "3.3(g)C", "data"),
    ("04", "4.2", "reserved"),
    ("13", "13.7(a)1", "executed"),
    ("14", "14.1 High-low split", "definition"),
    ("15", "15.1 Winning keno ticket report 3ii", "executed"),
    ("16-19-47", "16.5(b)9", "executed"),
    ("19", "19.7(i)bis2", "executed"),
    ("34", "34.12(g)", "executed"),
    ("34", "34.12(g)bis", "executed"),
    ("51", "51.1 Ante and Blind", "executed"),
    ("51", "51.1 Royal Blitz", "executed"),
    ("51", "51.4(c)1ii", "executed"),
    ("51", "51.7(a)", "executed"),
    ("51", "51.9(d)", "executed"),
    ("51", "69E-1.17(a)-(h)", "reserved"),
    ("51", "69E-1.18(n)3i-ii", "reserved"),
    ("MD-3CB", "10.A(2)(b)(iii)", "executed"),
    ("MD-3CB", "12.E(3)(c)", "data"),
]


def everything(edition: str) -> list[law.Paragraph]:
    return [p for s in law.sources() if law.edition(s) == edition for p in law.paragraphs(s)]


# The list


def test_every_source_has_its_paragraphs() -> None:
    assert {source: len(law.paragraphs(source)) for source in law.sources()} == ROWS


@pytest.mark.parametrize(("source", "where", "kind"), ANCHORS)
def test_some_paragraphs_are_where_they_belong(source: str, where: str, kind: str) -> None:
    assert law.Paragraph(where, kind, source) in law.paragraphs(source)


def test_kinds_are_the_six_and_all_occur() -> None:
    kinds = Counter(p.kind for source in law.sources() for p in law.paragraphs(source))
    assert set(kinds) == set(law.KINDS)
    assert kinds["reserved"] == 16


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_paragraph_of_an_edition_is_listed_twice(edition: str) -> None:
    times = Counter(p.cite for p in everything(edition))
    assert [where for where, count in times.items() if count > 1] == []


@pytest.mark.parametrize("source", ROWS)
def test_a_list_holds_cites_and_no_text(source: str) -> None:
    for p in law.paragraphs(source):
        assert cite.split(p.cite) == (p.cite,)  # no comma, no stray space
        parts = cite.levels(p.cite)
        assert "".join(parts) == p.cite
        assert len(parts) == 1 or len(parts[1].split()) <= 5


@pytest.mark.parametrize("source", ROWS)
def test_a_paragraph_stands_under_one_that_is_listed(source: str) -> None:
    listed = {p.cite for p in law.paragraphs(source)}
    parents = {p.cite: cite.parent(p.cite) for p in law.paragraphs(source)}
    lost = {
        holder
        for holder in parents.values()
        if holder is not None and cite.parent(holder) is not None and holder not in listed
    }
    # the only scan of 19:47-16 starts in the middle of 16.5(b)
    assert lost == ({"16.5(b)"} if source == "16-19-47" else set())


LETTERS = "abcdefghijklmnopqrstuvwxyz"
ONES = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
ROMANS = [ten + one for ten in ("", "x") for one in ONES]
NUMBERS = [str(number) for number in range(1, 100)]
RUNS = [
    NUMBERS,
    ROMANS,
    list(LETTERS.upper()),
    [f".{letter}" for letter in LETTERS.upper()],
    [f"({letter})" for letter in [*LETTERS, *(2 * letter for letter in LETTERS)]],
    [f"({number})" for number in NUMBERS],
    [f"({roman})" for roman in ROMANS],
    ["(aa)", "(bb)", "(cc)"],
]


@pytest.mark.parametrize("source", ROWS)
def test_letters_and_numbers_run_without_a_hole(source: str) -> None:
    """Each level counts 1, 2, 3 or a, b, c from its start, save where the print does not."""
    printed = {
        ("11", "11.20"): ["(a)", "(b)", "(c)", "(e)"],
        ("16-19-47", "16.5"): ["(c)"],  # the scan starts within (b)
        ("16-19-47", "16.5(b)"): ["9"],
        ("51", "69E-1.18"): ["(a)-(f)", "(g)", "(h)-(m)", "(n)", "(o)-(p)"],
        ("51", "69E-1.18(g)"): ["1", "2", "3-7"],
        ("51", "69E-1.18(n)"): ["1-2", "3"],
        ("51", "69E-1.18(n)3"): ["i-ii", "iii", "iv-v"],
        ("51", "69E-1.17"): ["(a)-(h)"],
        ("51", "69E-1.19"): ["(a)", "(b)", "(c)", "(d)-(h)"],
        ("51", "69E-1.19(b)"): ["1", "2-3"],
        ("51", "69E-1.19(c)"): ["1-2"],
        ("MD-3CB", "10.B"): ["(1)", "(3)", "(4)"],
    }
    levels: dict[str, list[str]] = {}
    for p in law.paragraphs(source):
        *above, own = cite.levels(p.cite)
        if above and own[0] != " " and not own.endswith("bis"):
            levels.setdefault("".join(above), []).append(own)
    for holder, found in levels.items():
        if (source, holder) in printed:
            assert found == printed[source, holder]
        else:
            assert any(found == run[: len(found)] for run in RUNS), (holder, found)


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown source '99'.*MD-3CB"):
        law.paragraphs("99")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "first line"),
        ("4.1(a)\tdata\n", "first line"),
        ("cite\tkind\n4.1(a)\tdata\n4.1(b)\tdatum\n", "line 3"),
        ("cite\tkind\n4.1(a)\n", "line 2"),
        ("cite\tkind\n4.1(a)\tdata\tsix decks\n", "line 2"),
    ],
)
def test_a_damaged_list_is_refused(
    text: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "04.tsv").write_text(text)
    monkeypatch.setattr(law, "_LAW", tmp_path)
    with pytest.raises(ValueError, match=rf"04\.tsv.*{what}"):
        law.paragraphs.__wrapped__("04")


def test_sources_belong_to_three_editions() -> None:
    ours = (source for source in law.sources() if law.edition(source) != law.OWN)
    count = Counter(law.edition(source) for source in ours)  # games from outside bring their own
    assert count == {"nj": 42, "nj-19-47": 2, "md": 1}


# Cites


def test_split() -> None:
    assert cite.split("51.10(e)4, 51.11(c)") == ("51.10(e)4", "51.11(c)")
    assert cite.split("  51.1   Ante and\n Blind ,69E-1.18(g)2,") == (
        "51.1 Ante and Blind",
        "69E-1.18(g)2",
    )
    assert cite.split("") == cite.split(" , ") == ()


@pytest.mark.parametrize(
    "chain",
    [
        ["51.10(e)4", "51.10(e)", "51.10", None],
        ["51.4(c)1ii", "51.4(c)1", "51.4(c)", "51.4", None],
        ["51.1 Blitz", "51.1", None],
        ["35.1 5th street wager", "35.1", None],
        ["2C.1 Three Card 21 bonus wager", "2C.1", None],
        [
            "15.1 Winning keno ticket report 3ii",
            "15.1 Winning keno ticket report 3",
            "15.1 Winning keno ticket report",
            "15.1",
            None,
        ],
        ["12.E(4)(a)", "12.E(4)", "12.E", "12", None],
        ["10.A(2)(b)(iii)", "10.A(2)(b)", "10.A(2)", "10.A", "10", None],
        ["69E-1.13BB(c)2", "69E-1.13BB(c)", "69E-1.13BB", None],
        ["69E-1.17(a)-(h)", "69E-1.17", None],
        ["69E-1.18(g)3-7", "69E-1.18(g)", "69E-1.18", None],
        ["69E-1.18(n)3iv-v", "69E-1.18(n)3", "69E-1.18(n)", "69E-1.18", None],
        ["14.13A(d)", "14.13A", None],
        ["19.7(i)bis2", "19.7(i)bis", "19.7", None],
        ["2C.5(c)5iii(aa)", "2C.5(c)5iii", "2C.5(c)5", "2C.5(c)", "2C.5", None],
        ["3.3(g)B", "3.3(g)", "3.3", None],
    ],
)
def test_parent(chain: list[str]) -> None:
    assert [cite.parent(one) for one in chain[:-1]] == chain[1:]


@pytest.mark.parametrize(
    "wrong", ["", "Blitz", "51(a)", "51.7-51.9", "51.10(e", "51.10 ", "13:69F-51.10"]
)
def test_what_is_no_cite_has_no_parent(wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(wrong))):
        cite.parent(wrong)


@pytest.mark.parametrize(
    ("short", "edition", "full"),
    [
        ("51.10(e)4", "nj", "N.J.A.C. 13:69F-51.10(e)4"),
        ("51.10", "nj", "N.J.A.C. 13:69F-51.10"),
        ("2A.7(g)", "nj", "N.J.A.C. 13:69F-2A.7(g)"),
        ("51.1 Royal Blitz", "nj", 'N.J.A.C. 13:69F-51.1 "Royal Blitz"'),
        (
            "15.1 Winning keno ticket report 3ii",
            "nj",
            'N.J.A.C. 13:69F-15.1 "Winning keno ticket report" 3ii',
        ),
        ("69E-1.18(g)2", "nj", "N.J.A.C. 13:69E-1.18(g)2"),
        ("2.3(a)", "nj-19-47", "N.J.A.C. 19:47-2.3(a)"),
        ("69F-2.3(a)", "nj-19-47", "N.J.A.C. 13:69F-2.3(a)"),
        ("69E-1.17", "nj-19-47", "N.J.A.C. 13:69E-1.17"),
        ("12.E(4)", "md", "Maryland Three Card Blitz, ch. 12 §E(4)"),
        ("12", "md", "Maryland Three Card Blitz, ch. 12"),
    ],
)
def test_title(short: str, edition: str, full: str) -> None:
    assert cite.title(short, edition) == full


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_known_cite_has_a_title_of_its_own(edition: str) -> None:
    titles = {cite.title(one, edition) for one in law.known(edition)}
    assert len(titles) == len(law.known(edition))


@pytest.mark.parametrize(
    ("where", "edition"),
    [("51.10(e)4", "md"), ("12.E(4)", "nj"), ("12.E(4)", "nj-19-47"), ("51.10", "nv")],
)
def test_a_title_of_the_wrong_edition_is_refused(where: str, edition: str) -> None:
    with pytest.raises(ValueError, match=f"edition '{edition}'"):
        cite.title(where, edition)


# What may be cited


def test_an_edition_knows_its_paragraphs_and_what_holds_them() -> None:
    assert {"51.10(e)4", "51.10(e)", "51.10", "51.1", "69E-1.17", "1.2(a)1"} <= law.known("nj")
    assert {"12.E(4)(a)", "12.E", "12"} <= law.known("md")
    assert {"2.3(i)4", "2.3", "16.5(b)"} <= law.known("nj-19-47")
    for edition in EDITIONS:
        assert {p.cite for p in everything(edition)} <= law.known(edition)


def test_editions_do_not_know_each_other() -> None:
    assert "12.E" not in law.known("nj")
    assert "51.10" not in law.known("md")
    assert "2.3(a)4" in law.known("nj-19-47")
    assert "2.3(a)4" not in law.known("nj")
    assert "51.10" not in law.known("nj-19-47")
    with pytest.raises(ValueError, match=r"unknown edition 'nv': one of md, nj, nj-19-47"):
        law.known("nv")


def test_unknown_cites_come_once_with_the_nearest() -> None:
    cites = ["51.10(e)4, 51.11(c)", "51.10(e)7", "51.10", "51.1 royal blitz, 51.10(e)7", "zzz", ""]
    first, second, third = law.unknown_cites("nj", cites)
    assert first.startswith("51.10(e)7 (nearest: ")
    assert "51.10(e)6" in first
    assert second.startswith("51.1 royal blitz (nearest: 51.1 Royal Blitz")
    assert third == "zzz"


def test_known_cites_are_not_reported() -> None:
    for edition in EDITIONS:
        assert law.unknown_cites(edition, sorted(law.known(edition))) == []


# Coverage


def test_nothing_cited_is_all_missing_but_the_reserved() -> None:
    found = law.coverage("51", executed=(), data=(), conduct={})
    assert found.counts == {"executed": 0, "data": 0, "conduct": 0, "reserved": 13, "missing": 120}
    assert (found.covered, found.total, found.share) == (0, 120, Fraction(0))


def test_coverage_counts_each_paragraph_by_its_strongest_cite() -> None:
    found = law.coverage(
        "51",
        executed=["51.10(e)4", "51.10(e)5", "51.10(e)4"],
        data={"51.10(e)4", "51.2(a)", "51.5(b)", "51.10(b)"},
        conduct={"51.10(b)": "nobody sees a player's eyes", "51.3(c)": "washing", "51.2(a)": "?"},
    )
    status = {paragraph.cite: status for paragraph, status in found.rows}
    assert status["51.10(e)4"] == "executed"
    assert status["51.2(a)"] == status["51.10(b)"] == "data"
    assert status["51.3(c)"] == "conduct"
    assert status["51.12(e)"] == "missing"
    assert status["69E-1.17(a)-(h)"] == "reserved"
    assert found.counts == {"executed": 2, "data": 3, "conduct": 1, "reserved": 13, "missing": 114}
    assert found.share == Fraction(6, 120)
    assert [p for p, _ in found.rows] == list(law.paragraphs("51"))


def test_only_the_exact_paragraph_is_covered() -> None:
    found = law.coverage("51", executed={"51.10", "51.1", "51.10(e)"}, data=(), conduct={})
    assert [p.cite for p, status in found.rows if status == "executed"] == ["51.10(e)"]


def test_an_empty_paragraph_neither_helps_nor_harms() -> None:
    every = [p.cite for p in law.paragraphs("04")]
    assert "4.2" in every
    full = law.coverage("04", executed=every, data=(), conduct={})
    assert (full.counts["executed"], full.covered, full.total) == (81, 80, 80)
    rest = law.coverage("04", executed=set(every) - {"4.2"}, data=(), conduct={})
    assert rest.share == full.share == 1
    assert law.coverage("04", executed={"4.2"}, data=(), conduct={}).share == 0


def test_where_nothing_is_asked_all_is_covered() -> None:
    empty = law.Coverage("none", ((law.Paragraph("4.2", "reserved", "none"), "reserved"),))
    assert empty.share == 1
