"""The felt is drawn from the rulebook: every wager has its area, and nothing lies over another."""

import re
from html import unescape
from itertools import combinations
from xml.etree import ElementTree

import pytest

from houseway.documents.felt import Laid, Place, Shared, areas_drawing, felt, table_drawing
from houseway.documents.numbers_board import numbers_board
from houseway.documents.pictures import CARD, card, card_name, chip, die, tile
from houseway.documents.sheet import Area, is_common, seat_wagers, sheet
from houseway.documents.wheel import GREEN, pocket_colors, wheel
from houseway.equipment.cards import UNKNOWN, cards, deck
from houseway.equipment.tiles import tile_set
from houseway.games import games
from houseway.new_game.lint import with_everything
from houseway.rulebook.table_rules import TableRules

EDITIONS = [(game.id, edition) for game in games().values() for edition in game.editions]


def rules_of(game: str, edition: str = "nj", **options: object) -> TableRules:
    return TableRules(games()[game].rulebook(edition), options)


def everything(game: str, edition: str) -> TableRules:
    """A table that offers as much as goes together."""
    return with_everything(games()[game].rulebook(edition))


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def overlap(one: Area, other: Area) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_wager_that_can_be_bet_has_an_area(game: str, edition: str, narrow: bool) -> None:
    for rules in (rules_of(game, edition), everything(game, edition)):
        if rules.book.cage:
            continue
        areas = [area.wager for area in sheet(rules, narrow=narrow).areas]
        assert len(areas) == len(set(areas))
        for name, wager in rules.wagers.items():
            if wager.window == "bets" and not wager.paid_on:
                wanted = [f"{name}@{spot}" for spot in wager.spots] or [name]
                if rules.book.layout is None or name in rules.book.layout.areas:
                    assert set(wanted) <= set(areas)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_areas_do_not_lie_over_each_other(game: str, edition: str, narrow: bool) -> None:
    rules = everything(game, edition)
    if rules.book.cage:
        return
    made = sheet(rules, narrow=narrow)
    solid = [area for area in made.areas if area.shape != "dot"]
    for one, other in combinations(solid, 2):
        assert not overlap(one, other), (one, other)
    dots = [area for area in made.areas if area.shape == "dot"]
    assert len({(round(dot.x), round(dot.y)) for dot in dots}) == len(dots)
    for area in made.areas:
        assert 0 <= area.x <= area.x + area.width <= made.width
        assert 0 <= area.y <= area.y + area.height <= made.height


def test_numbers_lie_in_twelve_rows_of_three_as_the_layout_must_show() -> None:
    areas = {area.wager: area for area in sheet(rules_of("roulette")).areas}
    for first in range(1, 37, 3):
        row = [areas[f"straight@{number}"] for number in range(first, first + 3)]
        assert len({area.x for area in row}) == 1
        assert row[0].y > row[1].y > row[2].y
    split = areas["split@17-20"]
    left, right = areas["straight@17"].middle, areas["straight@20"].middle
    assert split.middle == ((left[0] + right[0]) / 2, left[1])
    corner = areas["four_numbers@1-2-4-5"].middle
    assert corner == (areas["straight@4"].x, areas["straight@1"].y)
    assert areas["dozen@1-12"].width == 4 * areas["straight@1"].width


def test_numbers_stand_upright_on_a_narrow_sheet() -> None:
    areas = {area.wager: area for area in sheet(rules_of("roulette"), narrow=True).areas}
    for first in range(1, 37, 3):
        row = [areas[f"straight@{number}"] for number in range(first, first + 3)]
        assert len({area.y for area in row}) == 1
        assert row[0].x < row[1].x < row[2].x
    x, y = areas["split@17-20"].middle
    assert (round(x), round(y)) == (
        round(areas["straight@17"].middle[0]),
        round(areas["straight@20"].y),
    )
    assert areas["dozen@1-12"].x < areas["straight@1"].x
    assert areas["column@1"].y > areas["straight@34"].y


def test_limits_and_steps_are_written_on_the_felt() -> None:
    drawn = areas_drawing(rules_of("craps"), Laid(steps={"place_win@6": 600}), live=True)
    assert "Every area $1 to $1,000" in drawn
    six = next(g for g in parsed(drawn).iter() if g.get("data-wager") == "place_win@6")
    assert "in steps of $6" in str(six.get("aria-label"))
    assert "by $6" in "".join(six.itertext())
    assert drawn.count(">by $") == 1  # nowhere else
    ante = areas_drawing(rules_of("three-card-blitz"))
    assert ante.count(">$1 to $1,000<") == 3  # ante, blind and flush bonus


def test_a_wheel_without_double_zero_has_no_area_for_it() -> None:
    areas = {area.wager for area in sheet(rules_of("roulette", wheel="single_zero")).areas}
    assert "straight@00" not in areas
    assert "straight@0" in areas
    assert "split@0-3" in areas


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_felt_is_sound_svg_with_the_title_or_the_areas(game: str, edition: str) -> None:
    rules = rules_of(game, edition)
    drawn = felt(rules)
    root = parsed(drawn)
    assert root.tag.endswith("svg")
    assert root.get("role") == "img"
    assert "style=" not in drawn
    if not is_common(rules.book) and not rules.book.cage:
        assert rules.book.title in unescape(drawn)
        assert len(re.findall(r'class="seat', drawn)) == rules.book.seats.max  # type: ignore[union-attr]


def test_the_felt_says_what_the_law_wants_written() -> None:
    assert "Play Bet Must Equal Ante Bet" in felt(rules_of("three-card-blitz"))


def test_areas_tell_limits_price_chips_and_why_not() -> None:
    rules = rules_of("roulette")
    laid = Laid({"red": 2500}, {"red": 500}, {"odd": "because"})
    drawn = areas_drawing(rules, laid, live=True)
    red = next(g for g in parsed(drawn).iter() if g.get("data-wager") == "red")
    assert (
        red.get("aria-label") == "Red, $5 of others, $25 of yours on it, $1 to $1,000, pays 1 to 1"
    )
    odd = next(g for g in parsed(drawn).iter() if g.get("data-wager") == "odd")
    assert "not now: because" in str(odd.get("aria-label"))
    assert odd.get("aria-disabled") == "true"
    stops = [g for g in parsed(drawn).iter() if g.get("tabindex") == "0"]
    assert len(stops) == 1, "the rest is reached with arrows"


def test_a_wager_that_comes_up_later_is_drawn_when_it_lies_there() -> None:
    rules = rules_of("blackjack")
    assert seat_wagers(rules) == ["main"]
    assert [area.wager for area in sheet(rules, ["double"]).areas] == ["main", "double"]


def test_what_is_hidden_is_not_in_the_drawing() -> None:
    rules = rules_of("three-card-blitz")
    drawn = table_drawing(
        rules,
        [Place(2, "Ben", hands=[[UNKNOWN] * 7]), Place(3, "Ada", you=True, hands=[cards("As Kd")])],
        [Shared("dealer", [UNKNOWN] * 7)],
    )
    assert drawn.count("a card face down") == 14
    assert {name for name in map(card_name, deck()) if name in drawn} == {
        "ace of spades",
        "king of diamonds",
    }


def test_names_cannot_break_out_of_the_drawing() -> None:
    drawn = table_drawing(rules_of("blackjack"), [Place(1, '<script>"&', open=False)])
    assert "<script>" not in drawn
    assert parsed(drawn) is not None


def test_fifty_two_cards_and_thirty_two_tiles_are_all_different() -> None:
    faces = [card(one, 0, 0, CARD[0]) for one in deck()]
    assert len(set(faces)) == 52
    small = [card(one, 0, 0, 40, plain=True) for one in deck()]
    assert len(set(small)) == 52
    for drawn in (*faces, *small):
        assert parsed(drawn) is not None
    assert len({tile(one, 0, 0, 60) for one in tile_set()}) == 21  # eleven pairs and ten singles
    for one in tile_set():
        ends = card_name(one).removeprefix("tile ").split("-")
        assert tile(one, 0, 0, 60).count("<circle") == sum(int(end) for end in ends)


def test_pips_are_as_many_as_the_card_counts() -> None:
    for rank in "23456789":
        drawn = card(cards(f"{rank}h")[0], 0, 0, CARD[0])
        assert drawn.count("<path") == int(rank) + 2  # and one beside each index


def test_a_die_shows_its_spots_and_a_chip_its_worth() -> None:
    assert [die(spots, 0, 0, 50).count("<circle") for spots in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert "$25" in chip(2500, 0, 0, 20)


def test_pockets_have_the_colors_of_the_wagers_that_cover_them() -> None:
    book = games()["roulette"].rulebook()
    colors = pocket_colors(book, book.wheels["double_zero"].pockets)
    assert {name for name, color in colors.items() if color == GREEN} == {"0", "00"}
    reds = [n for n, c in colors.items() if c == colors["1"]]
    assert len(reds) == 18
    assert colors["1"] != colors["2"]


def test_a_wheel_turns_only_when_it_has_just_been_spun() -> None:
    book = games()["roulette"].rulebook()
    assert "turning" in wheel(book, "double_zero", "17", fresh=True)
    assert "turning" not in wheel(book, "double_zero", "17")
    assert "turning" not in wheel(book, "double_zero", fresh=True)


def test_a_wheel_stops_with_its_pocket_at_the_top() -> None:
    drawn = wheel(games()["roulette"].rulebook(), "double_zero", "17")
    assert re.search(r'transform="rotate\(-?0\.0 160 160\)">17<', drawn)
    assert "at rest on 17" in drawn


def test_a_board_shows_all_numbers_and_those_that_are_drawn() -> None:
    cage = games()["keno"].rulebook().cage
    assert cage
    root = parsed(numbers_board(cage, [7, 80], [7], live=True))
    cells = [g for g in root.iter() if g.get("data-number")]
    assert [int(str(g.get("data-number"))) for g in cells] == list(range(1, 81))
    drawn = [g for g in cells if "drawn" in str(g.get("class"))]
    assert [g.get("aria-label") for g in drawn] == ["7, marked, drawn", "80, drawn"]
