"""Numbers that are longer than a page is wide are broken, and others are left alone."""

import re

from houseway.documents.pdf import BREAK, _text


def test_long_numbers_may_be_broken() -> None:
    long = "1" * 90
    assert BREAK in _text(f"exactly {long}/{long}")
    assert "".join(re.findall(r'"(\d*)"', _text(long))) == long
    assert BREAK not in _text("133,784,560 deals")
    assert BREAK not in _text("a very long sentence without any number that is long at all")
