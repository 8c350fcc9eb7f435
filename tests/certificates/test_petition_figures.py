"""The figures of a petition, for every wager of every game: they are told, and agree with
themselves in every form in which a petition may state them."""

import pytest

from houseway.certificates.petitions import figures, law, wrong_figures
from houseway.games import editions_with_odds, game
from houseway.rulebook.petition import Description, Figures, Petition, Shown
from houseway.rulebook.table_rules import TableRules, base_of

GAMES = [found.id for found, edition in editions_with_odds() if edition == "nj"]


@pytest.mark.parametrize("name", GAMES)
def test_every_wager_of_every_game(name) -> None:
    shown = Shown(game=name, edition="nj")
    rules = TableRules(game(name).rulebook("nj"))
    found = figures(shown)
    unpriced = set(game(name).odds.unpriced)
    assert {base_of(wager) for wager in found} == set(rules.wagers) - unpriced
    assert all(stated["payout_odds"] for stated in found.values())
    assert _problems(shown, found) == []
    wrong = {wager: {**stated, "payout_odds": "77 to 3"} for wager, stated in found.items()}
    assert {told.partition(": ")[0] for told in _problems(shown, wrong)} == found.keys()


def _problems(shown, stated):
    figures = {wager: Figures(**one) for wager, one in stated.items()}
    petition = Petition.model_construct(
        shown=shown, description=Description.model_construct(figures=figures)
    )
    return [str(one) for one in wrong_figures(law("nj"), petition)]


@pytest.mark.parametrize(
    ("wager", "price"),
    [("place_win@4", "9 to 5"), ("place_win@6", "7 to 6"), ("any_craps", "7 to 1")],
)
def test_the_plain_form_of_a_price(wager, price) -> None:
    shown = Shown(game="craps", edition="nj")
    stated = figures(shown)[wager]
    assert stated["payout_odds"] == price
    assert _problems(shown, {wager: {**stated, "payout_odds": price}}) == []


def test_a_wager_booked_as_others_is_told_by_what_it_nets() -> None:
    stated = figures(Shown(game="craps", edition="nj"))["c_and_e"]
    assert stated["payout_odds"] == {"wins, eleven": "7 to 1", "wins, any_craps": "3 to 1"}
