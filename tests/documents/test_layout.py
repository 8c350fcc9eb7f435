"""The felt of every game: each wager has its area, nothing lies over another, and a page finds
every place that a round deals to."""

import json
import re
from functools import cache
from html import escape
from itertools import combinations, islice
from xml.etree import ElementTree

import pytest

from houseway.documents.layout import Felt, Shape, felt
from houseway.documents.layout.expand import Laid, wager_keys
from houseway.documents.layout.felt import arranged
from houseway.documents.layout.generate import generated
from houseway.documents.layout.shapes import bounds, inside, outline
from houseway.documents.layout.tables import table_height, table_rows
from houseway.games import games
from houseway.new_game.lint import with_everything
from houseway.rulebook.layout import Layout, Point
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.training.rehearsal import rehearsals

EDITIONS = [(game.id, edition) for game in games().values() for edition in game.editions]
SHAPES: tuple[Shape, ...] = ("wide", "seat", "low", "phone")
ROUNDS = 6
SLACK = 0.06  # inches that two areas may share: a line


@cache
def usual(game: str, edition: str) -> TableRules:
    return TableRules(games()[game].rulebook(edition))


@cache
def everything(game: str, edition: str) -> TableRules:
    """A table that offers as much as goes together."""
    return with_everything(games()[game].rulebook(edition))


def layouts(game: str, edition: str, rules: TableRules) -> list[Layout]:
    """The layout that is drawn here, and the one that would be if nobody had drawn any."""
    own = games()[game].layout(edition)
    return [own, generated(rules)] if own else [generated(rules)]


def wanted(rules: TableRules) -> set[str]:
    """Every wager that can be made, with its spots."""
    return {
        key
        for name, wager in rules.wagers.items()
        if not wager.paid_on and not rules.book.cage
        for key in wager_keys(name, wager)
    }


_drawn: dict[int, tuple[TableRules, list[tuple[Laid, Felt]]]] = {}  # by the rules themselves


def drawn(rules: TableRules) -> list[tuple[Laid, Felt]]:
    if id(rules) not in _drawn:
        found = [
            (arranged(rules, layout, shape), felt(rules, layout, shape))
            for layout in layouts(rules.book.game, rules.book.edition, rules)
            for shape in SHAPES
        ]
        _drawn[id(rules)] = (rules, found)
    return _drawn[id(rules)][1]


def test_every_game_of_ours_has_a_layout() -> None:
    """What is worked out from the wagers can be played on, and nobody recognizes it."""
    assert [game for game, edition in EDITIONS if games()[game].layout(edition) is None] == []


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_wager_has_an_area_at_every_seat(game: str, edition: str) -> None:
    for rules in (usual(game, edition), everything(game, edition)):
        for laid, made in drawn(rules):
            assert len({one.key for one in laid.areas}) == len(laid.areas), "an area is there twice"
            if made.common:
                assert set(made.areas) == wanted(rules)
                continue
            seats = [0] if made.shape != "wide" else range(1, rules.book.seats.max + 1)  # type: ignore[union-attr]
            for seat in seats:
                own = {spot.wager for spot in made.areas.values() if spot.seat in (seat, None)}
                assert own == wanted(rules)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_areas_lie_on_the_felt_and_not_over_each_other(game: str, edition: str) -> None:
    for rules in (usual(game, edition), everything(game, edition)):
        for laid, made in drawn(rules):
            wide, high = laid.size
            shapes: dict[str, list[Point]] = {}
            for one in laid.areas:
                left, top, right, bottom = bounds(outline(one.area, one.frame))
                assert 0.2 < left < right < wide - 0.2, one.key
                assert 0.2 < top < bottom < high - 0.2, one.key
                spot = made.areas[one.key]
                assert left <= spot.x <= right, one.key
                assert top <= spot.y <= bottom, one.key
                if one.area.spot is None:
                    shapes[one.key] = outline(one.area, one.frame)
            boxes = {key: bounds(one) for key, one in shapes.items()}
            for key, other in combinations(shapes, 2):
                if not apart(boxes[key], boxes[other]):
                    share = overlap(shapes[key], shapes[other])
                    assert not share, f"{game} {made.shape}: {key} and {other}"


def apart(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    """Whether two boxes share no more than a line."""
    return min(a[2], b[2]) - max(a[0], b[0]) < SLACK or min(a[3], b[3]) - max(a[1], b[1]) < SLACK


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two polygons share more than a line: a point just within the edge of one, or its
    middle, is within the other."""
    if apart(bounds(one), bounds(other)):
        return False
    return any(inside(point, other) for point in _within(tuple(one))) or any(
        inside(point, one) for point in _within(tuple(other))
    )


@cache
def _within(polygon: tuple[Point, ...]) -> list[Point]:
    """Points a little within the edge of a polygon: at its corners and between them."""
    edges = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    found = []
    for (x0, y0), (x1, y1) in edges:
        for t in (0.02, 0.35, 0.65, 0.98):
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            for dx, dy in ((SLACK, SLACK), (-SLACK, SLACK), (SLACK, -SLACK), (-SLACK, -SLACK)):
                if inside((x + dx, y + dy), polygon):
                    found.append((x + dx, y + dy))
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_chips_of_a_seat_do_not_lie_in_one_point(game: str, edition: str) -> None:
    for rules in (usual(game, edition), everything(game, edition)):
        for _, made in drawn(rules):
            points = [(round(spot.x, 1), round(spot.y, 1)) for spot in made.areas.values()]
            assert len(set(points)) == len(points)


def waiting(layout: Layout, rules: TableRules) -> set[str]:
    """Places where cards wait face down, or lie before other seats: a view of one seat has none."""
    found = {name for name, place in layout.places.items() if place.face_down}
    if layout.seats and layout.seats.also and rules.book.seats:
        seats = range(1, rules.book.seats.max + 1)
        found |= {layout.seats.also.replace("{n}", str(seat)) for seat in seats}
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_place_that_is_dealt_to_is_on_the_felt(game: str, edition: str) -> None:
    dealt = set()
    for played in islice(rehearsals(games()[game], edition, 3), ROUNDS):
        dealt |= {e.who for e in played.events if e.kind == "dealt" and e.cards}
    rules = usual(game, edition)
    waits = waiting(games()[game].layout(edition) or generated(rules), rules)
    for shape in SHAPES:
        made = felt(rules, games()[game].layout(edition), shape)
        for who in dealt:
            if isinstance(who, int) or str(who)[0].isdigit():
                seat = str(who).partition(".")[0]
                assert ("me" if shape != "wide" else f"seat/{seat}") in made.places
            elif shape != "wide" and who in waits:
                assert who not in made.places, f"{game} {shape}"
            elif games()[game].layout(edition) or who in ("dealer", *rules.book.places):
                assert who in made.places, f"{game} {shape}"
        for name, place in made.places.items():
            assert 0 <= place.x <= made.width, name
            assert 0 <= place.y <= made.height, name
            assert place.room >= place.card * 0.9 > 0, name


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_drawing_is_sound_and_says_what_each_area_is(game: str, edition: str) -> None:
    for rules in (usual(game, edition), everything(game, edition)):
        for _, made in drawn(rules):
            assert "style=" not in made.svg
            root = ElementTree.fromstring(made.svg)
            assert root.tag.endswith("svg")
            box = [float(one) for one in str(root.get("viewBox")).split()]
            assert box == pytest.approx([0, 0, made.width, made.height], abs=0.01)
            groups = {g.get("data-area"): g for g in root.iter() if g.get("data-area")}
            assert set(groups) == set(made.areas)
            ids = [g.get("id") for g in root.iter() if g.get("id")]
            assert len(ids) == len(set(ids))
            for key, group in groups.items():
                spot = made.areas[str(key)]
                assert group.get("data-wager") == spot.wager
                assert group.get("aria-label") == spot.says
                assert spot.says.startswith(spot.name)
                assert group.get("role") == "button"
                assert group.get("tabindex") == "-1"
                seat = group.get("data-seat")
                assert seat == (None if spot.seat is None else str(spot.seat))
                assert any(part.get("class", "").startswith("shape") for part in group)
            assert not re.search(r">[^<]*[{}][^<]*<", made.svg), "a gap that nobody filled"


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_paytables_are_those_in_force_and_cover_nothing(game: str, edition: str) -> None:
    for rules in (usual(game, edition), everything(game, edition)):
        laid = arranged(rules, games()[game].layout(edition), "wide")
        drawn = felt(rules, games()[game].layout(edition)).svg
        boxes = []
        for table in laid.paytables:
            (x, y), half = table.at, table.width / 2
            bottom = y + table_height(table, rules)
            boxes.append([(x - half, y), (x + half, y), (x + half, bottom), (x - half, bottom)])
            assert 1 < x - half < x + half < laid.size[0] - 1
            assert 1 < y < bottom < laid.size[1] - 1
            for names, price in table_rows(table, rules):
                assert all(f">{escape(name)}<" in drawn for name in names)
                assert f">{escape(price)}<" in drawn
            prices = {str(one) for one in rules.schedule(table.wager).prices.values()}
            assert prices >= {price for _, price in table_rows(table, rules) if " of " not in price}
        for one, other in combinations(boxes, 2):
            assert not overlap(one, other)
        for box in boxes:
            for area in laid.areas:
                assert not overlap(box, outline(area.area, area.frame)), area.key


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_felt_prints_what_the_house_pays(game: str, edition: str) -> None:
    """Whatever paytable is chosen, the felt tells its prices, if it tells any."""
    book = games()[game].rulebook(edition)
    layout = games()[game].layout(edition)
    for name, paytable in book.paytables.items():
        for choice in paytable.tables:
            try:
                rules = TableRules(book, {name: choice})
            except Refused:
                continue
            laid = arranged(rules, layout, "wide")
            svg = felt(rules, layout).svg
            for table in laid.paytables:
                if book.wagers[table.wager].paytable == name:
                    for row, price in rules.schedule(table.wager).prices.items():
                        if row not in table.merge and price.kind in ("odds", "money"):
                            assert f">{escape(str(price))}<" in svg, (name, choice, row)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_what_the_law_wants_written_is_on_the_felt(game: str, edition: str) -> None:
    rules = usual(game, edition)
    asked = rules.book.layout.inscriptions if rules.book.layout else []
    written = [words for words in asked if words.istitle()]  # as it is to be written
    drawn = felt(rules, games()[game].layout(edition)).svg
    for words in written:
        assert words in drawn
    if rules.book.layout:
        for wager in rules.book.layout.areas:
            if wager in rules.wagers:
                assert f'data-wager="{wager}' in drawn


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_felt_is_plain_data_of_the_known_form(game: str, edition: str) -> None:
    rules = usual(game, edition)
    for shape in SHAPES:
        made = felt(rules, games()[game].layout(edition), shape)
        data = json.loads(json.dumps(made.to_json()))
        assert list(data) == [
            "version", "shape", "width", "height", "common", "svg", "areas", "places", "seats",
            "company", "least", "tables",
        ]  # fmt: skip
        for key, area in data["areas"].items():
            assert set(area) == {
                "wager", "seat", "x", "y", "r", "required", "later", "name", "says",
            }  # fmt: skip
            mine = {None: area["wager"], 0: f"me/{area['wager']}"}
            assert key == mine.get(area["seat"], f"{area['seat']}/{area['wager']}")
        for place in data["places"].values():
            assert set(place) == {"x", "y", "turn", "card", "room"}
        seats = rules.book.seats.max if rules.book.seats and not made.common else 0
        if shape == "wide":
            assert list(data["seats"]) == [str(n) for n in range(1, seats + 1)]
        else:
            assert list(data["seats"]) == (["me"] if seats else [])


def test_a_felt_has_another_version_where_the_house_chose_otherwise() -> None:
    versions = set()
    for game, edition in EDITIONS:
        for shape in SHAPES:
            versions.add(felt(usual(game, edition), None, shape).version)
    assert len(versions) == len(SHAPES) * len(EDITIONS)
    game, edition = next((g, e) for g, e in EDITIONS if usual(g, e).limits)
    rules = usual(game, edition)
    name = next(iter(rules.limits))
    other = TableRules(rules.book, {}, {name: [2500, 100_000, 100]})
    assert felt(other, None).version != felt(rules, None).version
