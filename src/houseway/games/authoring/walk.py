"""A kernel that walks a table of layouts: where each roll or spin leads from each of them."""

from typing import Any

from houseway.games.authoring.draw import INDEX, WORDS, fair, refill
from houseway.hands.kernel import kernel

STATE: list[Any] = [("layout", "i8")]


@kernel
def walk(records: Any, after: Any, cells: Any, ways: int, rolls: int) -> None:
    """So many rolls, each counted under the layout that it met: ``after`` and ``cells`` have a
    place for each way to roll from each layout, and a layout is the first of its places."""
    s = records[0]
    layout, used, words = int(s.layout), int(s.used), s.words
    left = rolls
    while left > 0:
        if used >= WORDS:
            refill(s)
            used = 0
        number = fair(int(words[INDEX(used)]), ways)
        used += 1
        if number >= 0:
            at = INDEX(layout + number)
            cells[at] += 1
            layout = int(after[at])
            left -= 1
    s.layout, s.used = layout, used
