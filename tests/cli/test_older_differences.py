"""The older editions differ from the current ones where the texts do, and nowhere else."""

import pytest

from houseway.games import game
from houseway.rulebook.compare import compare

# Where a reader of both texts finds them to differ.
DIFFERENCES = {
    "caribbean-stud-poker": {
        "law",
        "tenders.progressive_coupon",
        "rules.dealer_up_card",
        "rules.progressive_accepted",
        "rules.progressive_locked",
        "rules.approved_by_commission",
    },
}


@pytest.mark.parametrize("id", DIFFERENCES)
def test_an_older_edition_differs_where_its_text_does(id: str) -> None:
    found = compare(game(id).rulebook("nj"), game(id).rulebook("nj-19-47"))
    assert {one.key for one in found} == DIFFERENCES[id]
