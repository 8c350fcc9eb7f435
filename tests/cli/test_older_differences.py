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
        "stated.progressive_accepted",
        "stated.progressive_locked",
        "stated.approved_by_commission",
    },
    "blackjack": {
        "law",
        # cards and shoes
        "stated.cutting_cards",
        "stated.cutting_card_looks",
        "stated.side_backs",
        "least decks of 20 point bonus and in-between",
        "decks of match the dealer and of the optional bonus",
        "least decks of a double shoe",
        "decks that match the dealer has prices for",
        # no dealing from the hand, no batches
        "options.dealing",
        "options.shuffler",
        "options.second_deck",
        "options.stored_securely",
        "options.rounds_per_shoe",
        "options.burn_each_round",
        "irregularities.improper_cut.only_if",
        "options.double_after_split",
        "round.idle_swap",
        "round.idle_stored",
        "round.idle_again",
        "round.alternate_decks",
        "round.other_batch",
        "round.burn_round",
        "round.double_shown",
        "round.bust_at_once",
        # no 6 to 5
        "paytables.main_pays.tables",
        "paytables.main_pays.tables.six_to_five",
        # no hand fee
        "terms.Hand fee",
        "options.hand_fee",
        "rules.fee_wager_most",
        "round.fee_posted",
        "round.fee_waiver",
        "round.no_double_after_split",
        "round.hand_fee",
        # how the progressive is bet, and when wagers are locked
        "tenders.progressive_coupon",
        "round.progressive_coupon",
        "stated.wagers_locked",
        # who comes in late
        "options.mid_shoe_entry",
        "options.newcomers",
        "options.returners",
        "options.spots_reserved",
        "round.newcomers_wager",
        "round.returners_wager",
        "round.same_for_all",
        "round.leaves_spot",
        "round.reserve_spot",
    },
}


# What constraints are about: they are known by what they say.
SAYS = {
    "This wager needs two decks at the least": "least decks of 20 point bonus and in-between",
    "This wager needs six or eight decks": "decks of match the dealer and of the optional bonus",
    "A double shoe holds two decks at the least": "least decks of a double shoe",
    "This wager has prices for six and eight decks alone": (
        "decks that match the dealer has prices for"
    ),
}


@pytest.mark.parametrize("id", DIFFERENCES)
def test_an_older_edition_differs_where_its_text_does(id: str) -> None:
    found = compare(game(id).rulebook("nj"), game(id).rulebook("nj-19-47"))
    assert {SAYS.get(one.topic, one.key) for one in found} == DIFFERENCES[id]
