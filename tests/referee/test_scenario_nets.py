"""What a scenario says of money is what its own rounds won, and not what lay there before."""

from houseway.games import game
from houseway.referee.requests import Draw, Input, Next, place_name
from houseway.referee.scenarios import as_scenarios, check_file
from houseway.rulebook.refusal import Refused

POKER = game("poker")


def problems(nets: dict[str, object]) -> list[str]:
    """What is wrong with a round of poker after an earlier one, if these are its nets."""
    scenario = {
        "name": "one more round",
        "cite": "14.7(a)",
        "before": [{"bets": {1: {"stakes": "100"}, 2: {"stakes": "100"}}, "does": {1: ["fold"]}}],
        "does": {2: ["fold"]},
        "nets": nets,
    }
    file = as_scenarios({"game": "poker", "edition": "nj", "scenarios": [scenario]}, "mine.yaml")
    (checked,) = check_file(file, POKER.play, POKER.rulebook("nj"))
    return checked.problems


def test_stakes_of_an_earlier_round_are_no_winnings() -> None:
    assert problems({"1": {"stakes": "1"}, "2": {"stakes": "-1"}}) == []
    assert problems({"1": {"stakes": "100"}, "2": {"stakes": "100"}}) == [
        "seat 1 stakes: $1, not $100",
        "seat 2 stakes: -$1, not $100",
    ]


def test_places_and_steps_are_told_in_words() -> None:
    assert place_name("board_middle") == "the board middle"
    assert place_name(3) == "seat 3"
    for request, said in (
        (Next("deal_cards"), "the dealer goes on first; the next step is: deal cards"),
        (Draw("board_middle", 1), "cards are being dealt to the board middle"),
    ):
        try:
            request.check(Input("report"))
        except Refused as refusal:
            assert refusal.reason == said
        else:
            raise AssertionError(request)


def blitz(**more: object) -> list[str]:
    """What is wrong with a round of 3 Card Blitz that the player folds."""
    found = game("three-card-blitz")
    scenario = {
        "name": "a fold",
        "cite": "51.10(d)",
        "bets": {1: {"ante": "10", "blind": "10"}},
        "does": {1: ["fold"]},
        **more,
    }
    content = {"game": found.id, "edition": "nj", "scenarios": [scenario]}
    (checked,) = check_file(as_scenarios(content, "mine.yaml"), found.play, found.rulebook("nj"))
    return checked.problems


def test_a_total_of_several_wagers() -> None:
    assert blitz(table={"blind": "1"}, nets={1: {"ante + blind": "-20"}}) == []
    assert blitz(table={"blind": "1"}, nets={1: {"ante + blind": "-10"}}) == [
        "seat 1 ante + blind: -$20, not -$10"
    ]


def test_a_report_that_is_made_twice() -> None:
    found = game("sic-bo")
    scenario = {
        "name": "misplaced, and again",
        "cite": "9.3(b)",
        "bets": {1: {"small": "10"}},
        "rolls": [[6, 5, 4]],
        "reports": [{"during": "rest", "what": "misplaced", "seat": 1, "times": 2}],
        "nets": {1: {"small": "-10"}},
    }
    for ruled, wrong in ((2, False), (1, True)):
        one = {**scenario, "ruled": ["play_on"] * ruled}
        file = as_scenarios({"game": found.id, "edition": "nj", "scenarios": [one]}, "mine.yaml")
        (checked,) = check_file(file, found.play, found.rulebook("nj"))
        assert bool(checked.problems) is wrong
