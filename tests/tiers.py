"""Which tests run in the gate (`make test`) and which only in the soak (`make soak`).

A test belongs to the gate when it can find a mistake that no other test of the gate finds. A test
that repeats the same check for every game runs in the gate for one game of each family and in the
soak for all of them.
"""

import os
from collections.abc import Iterable

import pytest
from kinds import one_of_each_family

from houseway.games import games

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))

# The gate runs these for one game of each family.
ONE_OF_EACH_FAMILY = (
    "tests/certificates/test_certificates.py::test_results_are_found_again",
    "tests/documents/test_printed_words.py::test_no_document",
    "tests/documents/test_sentences.py::test_no_sentence_is_broken",
    "tests/documents/test_worked_payouts.py::test_every_price",
    "tests/games/test_scenarios.py::test_scenarios_have_names_of_their_own",
    "tests/gym/test_gym.py",
    "tests/ledger/test_chance.py",
    "tests/ledger/test_hidden.py",
    "tests/ledger/test_house.py::test_every_game_comes_back_the_same",
    "tests/ledger/test_rounds.py::test_every_record_deals_again",
    "tests/new_game/test_layout_lint.py::test_layouts_of_ours_fit",
    "tests/new_game/test_new_game.py::test_no_shipped_game_has_a_step",
    "tests/referee/test_notice.py",
    "tests/referee/test_properties.py::test_whatever_people_do",
    "tests/referee/test_ruled_cards.py",
    "tests/referee/test_void.py",
    "tests/referee/test_way_out.py",
    "tests/server/test_browser_robot.py",
    "tests/server/test_browser_table.py::test_what_a_wager_came_to",
    "tests/server/test_eye.py::test_every_game_is_stepped_through",
    "tests/server/test_hidden_cards.py::test_nobody_is_sent_what_is_hidden",
    "tests/server/test_pages.py::test_a_games_page",
    "tests/server/test_waiting.py::test_a_round_of_absent_players_ends",
    "tests/simulate/test_native.py",
    "tests/training/test_lessons.py::test_every_game_is_taught",
)

# The gate runs these for the named parameters only.
NAMED = {
    # of each family a figure and a small deck that are counted in seconds
    "tests/certificates/test_recount.py::test_figures_are_counted_a_second_time": (
        "[three-card-blitz-nj]",
        "[let-it-ride-poker-nj]",
        "[craps-nj]",
        "[supreme-pai-gow-nj]",
        "[mini-baccarat-nj]",
        "[keno-nj]",
        "[double-attack-blackjack-nj]",
        "[roulette-nj]",
    ),
    "tests/certificates/test_recount.py::test_small_decks_are_counted_row_by_row": (
        "[three-card-poker-nj]",
        "[mini-baccarat-nj]",
        "[spanish-21-nj]",
    ),
    "tests/games/against_dealer/test_double_cross_poker.py::test_sights_are_counted": (
        "-suits1",
        "-suits2",
    ),
    "tests/games/shoe_contests/test_casino_war.py::test_the_house_keeps_what_two_cards": ("[6]",),
    "tests/games/shoe_contests/test_red_dog.py::test_the_house_keeps_what_three_cards": ("[1]",),
    "tests/games/shoe_contests/test_chemin_de_fer.py::test_best_play_is_punto_banco": ("[6]",),
    "tests/games/test_simulation.py": ("[nj]",),
    "tests/server/test_pages.py::test_the_best_play_is_worked_out": ("[memory]",),
    "tests/server/test_schema.py::test_every_answer_is_described": ("[durable]",),
    "tests/server/test_api.py::test_every_game_can_be_played_by_a_program": ("[durable]",),
    "tests/server/test_browser_vandal.py": ("[mini-baccarat-nj]",),
    "tests/server/test_empty_tables.py::test_what_is_on_a_table": (
        "[blackjack-",
        "[craps-",
        "[keno-",
    ),
    "tests/server/test_practice.py::test_a_lesson_shows_nothing": ("[blackjack]", "[craps]"),
    "tests/simulate/test_native.py::test_one_worker": ("[blackjack]",),
    "tests/simulate/test_native.py::test_a_seed_decides": ("[craps]",),
    "tests/simulate/test_shards.py::test_a_real_cluster": ("[1]",),
    "tests/games/set_hands/test_asia_poker.py::test_the_dealers_hands_are_counted": ("[5-5c",),
    "tests/games/set_hands/test_pai_gow_odds.py::test_one_hand_against_every_hand": ("-rules1]",),
    "tests/games/set_hands/test_pai_gow_odds.py::test_deals_won_pushed_and_lost": ("-percent0]",),
    "tests/games/set_hands/test_pai_gow_referee_is_solver.py::test_every_deal_of_nine": ("[True]",),
    "tests/games/shoe_contests/test_baccarat_referee_is_solver.py::test_all_deals": (
        "[options0-mini",
        "[options3-bacc",
    ),
    "tests/games/twenty_one/test_blackjack_referee_is_solver.py::test_a_strategy_with_splits": (
        "[8A-",
        "[6TA-",
    ),
    "tests/games/twenty_one/test_blackjack_referee_is_solver.py::test_the_best_play_without": (
        "[9TA-",
    ),
    "tests/games/twenty_one/test_double_attack_blackjack.py::test_the_referee_comes": ("[9J]",),
    "tests/games/twenty_one/test_triple_attack_blackjack.py::test_the_referee_comes": ("[9J]",),
    "tests/cli/test_cold_start.py::test_threads": ("evenings",),
    "tests/cli/test_bad_files.py::test_documented_tables_given": ("three-card-blitz", "craps"),
    "tests/games/against_dealer/test_ultimate_texas_hold_em_referee_is_solver.py"
    "::test_every_deal_of_one_hand": ("Qc Qd",),
    "tests/server/test_browser_poker.py::test_hands_against_company": ("holdem-",),
    "tests/server/test_browser_poker_evening.py": ("[holdem", "[stud7_high]"),
}

# Only the soak runs these: the gate has the same check with fewer deals, or on a smaller deck.
ONLY_IN_THE_SOAK = (
    "tests/games/against_dealer/test_blitz_referee_is_solver.py::test_random_full_deals",
    "tests/games/against_dealer/test_caribbean_stud_poker_referee_is_solver.py::test_ten_thousand",
    "tests/games/against_dealer/test_three_card_poker_referee_is_solver.py::test_ten_thousand",
    "tests/games/against_dealer/test_ultimate_texas_hold_em_referee_is_solver.py::test_ten_thousand",
    "tests/games/against_table/test_let_it_ride_poker_referee_is_solver.py::test_ten_thousand",
    "tests/games/set_hands/test_pai_gow_referee_is_solver.py::test_random_deals",
    "tests/games/tickets/test_keno_referee_is_solver.py::test_ten_thousand",
    "tests/games/twenty_one/test_blackjack_referee_is_solver.py::test_ten_thousand",
)

# PostgreSQL is another database for the store, its queue, links, migrations and leases. What lies
# above them is checked on SQLite in the gate, and on both in the soak.
SAME_ON_POSTGRESQL = (
    "tests/ledger/test_payouts.py",
    "tests/ledger/test_seating.py",
    "tests/ledger/test_signed_heads.py",
    "tests/ledger/test_tampering.py",
    "tests/ledger/test_torture.py",
    "tests/server/test_chips.py",
    "tests/server/test_doors.py",
    "tests/server/test_hashing.py",
    "tests/server/test_health.py",
)

# The soak runs these too, with larger counts.
MORE_IN_THE_SOAK = (
    "tests/referee/test_properties.py",
    "tests/certificates/",
    "tests/server/test_browser_robot.py",
    "tests/server/test_browser_vandal.py",
    "tests/server/test_browser_table.py",
    "tests/server/test_browser_poker_evening.py",
    "tests/server/test_schema.py",
    "tests/games/twenty_one/test_blackjack_dealing.py",
    "tests/ledger/test_torture.py",
    "tests/ledger/test_simulator.py",
    "tests/ledger/test_payout_hostile.py",
    "tests/games/test_simulation.py",
    "tests/games/pots/test_poker_bots.py",
    "tests/hands/test_poker.py",
    "tests/simulate/test_native.py",
    "tests/server/test_browser_workers.py",
)

# Files that take longest, by `make times`: they start first, so that no worker ends alone with one.
SLOWEST_FIRST = (
    "tests/server/test_browser_table.py",
    "tests/server/test_browser.py",
    "tests/certificates/test_recount.py",
    "tests/games/test_scenarios.py",
    "tests/referee/test_properties.py",
    "tests/new_game/test_new_game.py",
    "tests/server/test_schema.py",
    "tests/games/pots/test_winners_pot_poker.py",
    "tests/server/test_browser_eye.py",
    "tests/simulate/test_native.py",
    "tests/games/set_hands/test_asia_poker.py",
    "tests/certificates/test_certificates.py",
    "tests/server/test_browser_practice.py",
    "tests/server/test_browser_floor.py",
    "tests/server/test_browser_workers.py",
    "tests/server/test_pages.py",
    "tests/games/against_dealer/test_street_policies.py",
    "tests/server/test_workers.py",
    "tests/games/twenty_one/test_blackjack_referee_is_solver.py",
    "tests/games/against_dealer/test_blitz_referee_is_solver.py",
    "tests/server/test_browser_poker_evening.py",
    "tests/server/test_browser_robot.py",
)


def order(item: pytest.Item) -> int:
    """The place of a test's file among the slowest; all others come after them."""
    file = item.nodeid.partition("::")[0]
    return SLOWEST_FIRST.index(file) if file in SLOWEST_FIRST else len(SLOWEST_FIRST)


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that only the soak runs and, in a soak, those that it runs with more."""
    sample = set(one_of_each_family())
    for item in items:
        if _is_left_out(item, sample) or (SOAK and item.nodeid.startswith(MORE_IN_THE_SOAK)):
            item.add_marker(pytest.mark.soak)


def _is_left_out(item: pytest.Item, sample: set[str]) -> bool:
    if item.nodeid.startswith(ONLY_IN_THE_SOAK):
        return True
    callspec = getattr(item, "callspec", None)
    if callspec is None:
        return False
    if item.nodeid.startswith(SAME_ON_POSTGRESQL) and "postgresql" in callspec.id:
        return True
    for file, kept in NAMED.items():
        if item.nodeid.startswith(file):
            return not any(word in f"[{callspec.id}]" for word in kept)
    if not item.nodeid.startswith(ONE_OF_EACH_FAMILY):
        return False
    values = (getattr(value, "id", value) for value in callspec.params.values())
    played = {value for value in values if isinstance(value, str)} & set(games())
    return bool(played) and not played & sample
