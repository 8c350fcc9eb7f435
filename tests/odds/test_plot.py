"""Charts are well-formed, labeled and to scale."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from houseway.counting.plot import Bar, bar_chart, outcome_chart
from houseway.counting.result import Outcome, OutcomeTable

SVG = "{http://www.w3.org/2000/svg}"
TABLE = OutcomeTable(
    "bonus",
    100_000,
    (
        Outcome("lose", Fraction(-1), 90_000),
        Outcome("small", Fraction(3, 2), 9_999),
        Outcome("large", Fraction(1000), 1),
    ),
)


def drawn(text):
    root = ElementTree.fromstring(text)
    rects = [float(rect.get("height")) for rect in root.iter(f"{SVG}rect")]
    return rects, [node.text for node in root.iter(f"{SVG}text")]


def test_a_distribution_is_drawn_with_its_labels():
    rects, texts = drawn(outcome_chart(TABLE, title="A <bonus> & more"))
    assert len(rects) == 3
    assert rects[0] / rects[1] == pytest.approx(90_000 / 9_999, rel=0.001)
    assert {"A <bonus> & more", "probability", "net, in units of the stake"} <= set(texts)
    assert {"−1", "1.5", "1000"} <= set(texts)


def test_a_logarithmic_scale_shows_the_rare():
    plain, _ = drawn(outcome_chart(TABLE))
    scaled, texts = drawn(outcome_chart(TABLE, log=True))
    assert plain[2] <= 1
    assert scaled[2] > 20
    assert {"0.1", "0.01", "10⁻⁵"} <= set(texts)


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("heights", [[1.0], [0.0], [0.0, 1e-9], [7e12, 3.0], [1.0] * 200])
def test_bars_stay_within_the_frame(heights, log):
    bars = [Bar(str(i), height) for i, height in enumerate(heights)]
    rects, texts = drawn(bar_chart(bars, title="t", across="x", up="y", log=log))
    assert all(0 <= rect <= 380 - 48 - 62 + 0.01 for rect in rects)
    assert [rect > 0 for rect in rects] == [height > 0 for height in heights]
    assert len(texts) < 70


def test_nothing_to_draw_is_refused():
    with pytest.raises(ValueError, match="at least one bar"):
        bar_chart([], title="t", across="x", up="y")
    with pytest.raises(ValueError, match="from 0 up"):
        bar_chart([Bar("a", -1.0)], title="t", across="x", up="y")
