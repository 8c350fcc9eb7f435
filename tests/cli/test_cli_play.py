"""The table in the terminal, played from a script of lines."""

import json
import re

import pytest

from houseway.equipment.cards import cards
from houseway.referee.requests import Choice
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.betting import parse_bets
from houseway.wording.cards import card_text, hand_text
from houseway.wording.keys import COMMANDS, PAGE, VERBS, choice_keys

BLITZ = "three-card-blitz"
PROMPT = "(b) play"


def play(run, typed: str, *options: str):
    """A session; what is typed are lines."""
    result = run("play", BLITZ, *options, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def shown_as(names: str) -> list[str]:
    """Cards as the terminal shows them."""
    return [card_text(card).plain for card in cards(names)]


def holds(text: str, card: str) -> bool:
    return re.search(rf"(?<![0-9A-Z]){card}", text) is not None


def records(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def dealer_cards(record: dict) -> list[str]:
    (hand,) = (
        e["cards"] for e in record["events"] if e["kind"] == "revealed" and e["who"] == "dealer"
    )
    return shown_as(hand)


def test_two_rounds_are_played_and_left(run, tmp_path) -> None:
    log = tmp_path / "rounds.jsonl"
    printed = play(run, "10\nb\n\nf\nq\n", "--seed", "22", "--log", str(log))
    found = records(log)
    assert len(found) == 2
    nets = [_net(record) for record in found]
    assert f"2 rounds. You leave with ${500 + sum(nets)} of $500." in printed
    assert nets[1] == -20  # Enter made the same bets again, and they were folded
    assert "Royal Blitz, 10 to 1" in printed


def _net(record: dict) -> int:
    """What seat 1 won, in dollars, by the record alone."""
    books = 0
    for event in record["events"]:
        if event.get("target") == "seat 1":
            books += event["amount"]
        elif event.get("source") == "seat 1":
            books -= event["amount"]
    return books // 100


def test_the_end_of_input_is_leaving(run) -> None:
    assert "0 rounds. You leave with $500 of $500." in play(run, "")
    printed = play(run, "10\n", "--bank", "75.50")
    assert "The round was not finished and does not count." in printed
    assert "0 rounds. You leave with $75.50 of $75.50." in printed


@pytest.mark.parametrize("seed", range(5))
def test_no_hidden_card_is_shown(run, tmp_path, seed) -> None:
    """Whatever is asked for before the decision, no card of the dealer's is in the output."""
    log = tmp_path / "rounds.jsonl"
    typed = "10\nl\ne\n?\n?blind\ng\nx\nf\n10 flush 5\nl\nb\nq\n"
    printed = play(run, typed, "--seed", str(seed), "--log", str(log))
    found = records(log)
    rounds = re.split(r"(?m)^Round \d+", printed)[1:]
    for text, record in zip(rounds, found, strict=False):
        before = text[: text.rindex(PROMPT)]
        own = next(e["cards"] for e in record["events"] if e["kind"] == "dealt" and e["who"] == 1)
        assert all(holds(before, card) for card in shown_as(own))
        for card in dealer_cards(record):
            assert not holds(before, card), f"{card} was shown before the dealer turned it up"
    assert len(found) == 2


def test_a_seat_sees_its_own_cards_and_not_its_neighbors(run, tmp_path) -> None:
    log = tmp_path / "rounds.jsonl"
    printed = play(run, "10\n10\nf\nl\nl 2\nl 3\nf\nq\n", "--seats", "2", "--log", str(log))
    (record,) = records(log)
    hands = {e["who"]: e["cards"] for e in record["events"] if e["kind"] == "dealt"}
    first = printed[: printed.index("Seat 1: (b) play")]
    second = printed[printed.index("Seat 1: (b) play") : printed.rindex("Seat 2: (b) play")]
    assert all(holds(first, card) for card in shown_as(hands[1]))
    assert not any(holds(first, card) for card in shown_as(hands[2]))
    assert all(holds(second, card) for card in shown_as(hands[2]))
    assert not any(holds(second, card) for card in shown_as(hands[1]))
    assert "You do not have seat 3." in printed


def test_refusals_are_printed_in_place_with_the_cite(run) -> None:
    printed = play(run, "ante 10\nante 10 prog 7\nante 5000 blind 1\nwhat\nante\n10\nx\nf\n")
    assert "Seat 1 needs Blind to be dealt in. [51.1 Ante and Blind]" in printed
    assert "The Progressive Jackpot wager is $5, not $7." in printed
    assert "These bets total $5,001; you have $500." in printed
    assert "'what' is none of" in printed
    assert "How much on Ante?" in printed
    assert "Press b (play) or f (fold)." in printed
    assert "1 round." in printed


def test_limits_are_the_referees(run) -> None:
    printed = play(run, "ante 2000 blind 2000\nq\n", "--bank", "10000")
    assert "Ante wagers run from $1 to $1,000, not $2,000. [8.2(a)]" in printed


def test_a_choice_that_the_bank_does_not_cover(run) -> None:
    printed = play(run, "10\nb\nf\n", "--bank", "25")
    assert "That takes $10; you have $5." in printed
    assert "You leave with $5 of $25." in printed


def test_a_bank_that_is_too_small_ends_it(run) -> None:
    assert "The bank is too small" in play(run, "", "--bank", "1")


def test_why_names_the_paragraph_its_words_and_its_line(run) -> None:
    printed = play(run, "10\nb\ne\nq\n", "--seed", "22")
    assert "[51.10(e)3, 51.10(e)4, 51.5(c)2, 51.11(c)]" in printed
    assert '"The higher total wins ante and play and the blind by its table."' in printed
    assert re.search(
        r"nj\.yaml: round\.higher \(line \d+\), paytables\.blind \(line \d+\)", printed
    )
    assert "Nothing has been settled yet." in play(run, "10\ne\nf\n")


def test_other_editions_and_options(run) -> None:
    printed = play(run, "ante 10\nf\nq\n", "--edition", "md")
    assert "1 round." in printed  # the blind is equal to the ante, so it need not be typed
    printed = play(run, "?flush\nq\n", "--option", "flush_bonus=2")
    assert "500 to 1" in printed


def test_several_seats_and_sitting_out(run, tmp_path) -> None:
    log = tmp_path / "rounds.jsonl"
    typed = "-\n-\n-\n-\nante 5 blind 5\n10\nf\nf\nq\n"
    printed = play(run, typed, "--seats", "3", "--log", str(log))
    assert "No wager is on the table." in printed
    (record,) = records(log)
    assert {e["who"] for e in record["events"] if e["kind"] == "wagered"} == {2, 3}


def test_bad_settings_are_refused(refused) -> None:
    assert "[69E-1.13BB(a)]" in refused("play", BLITZ, "--seats", "9")
    assert "[7.G]" in refused("play", BLITZ, "--edition", "md", "--seats", "2")
    assert "[51.8(b), 51.8(b)1]" in refused("play", BLITZ, "--option", "dealing=hand")
    assert "true or false" in refused("play", BLITZ, "--option", "second_deck=maybe")
    assert "no option 'x'" in refused("play", BLITZ, "--option", "x=1")
    assert "write --option" in refused("play", BLITZ, "--option", "dealing")
    assert "given more than once" in refused("play", BLITZ, *("--option", "blind=1") * 2)
    assert "not an amount of money" in refused("play", BLITZ, "--bank", "a lot")
    assert "No such file" in refused("play", BLITZ, "--log", "/nowhere/at/all.jsonl")


@pytest.mark.parametrize(
    ("typed", "bets"),
    [
        ("10", {"ante": 1000, "blind": 1000}),
        ("ante 10 blind 20", {"ante": 1000, "blind": 2000}),
        ("ante=10, blind=$2.50", {"ante": 1000, "blind": 250}),
        ("a 10 b 10 f 5 p", {"ante": 1000, "blind": 1000, "flush_bonus": 500, "progressive": 500}),
        ("10 progressive", {"ante": 1000, "blind": 1000, "progressive": 500}),
        ("10 flush 0", {"ante": 1000, "blind": 1000, "flush_bonus": 0}),
    ],
)
def test_bets_as_people_type_them(typed, bets) -> None:
    from houseway.games import game

    assert parse_bets(typed, TableRules(game(BLITZ).rulebook("nj"))) == bets


@pytest.mark.parametrize(
    "typed", ["ante", "ante 10 20", "ante -5", "ante 1.234", "play 10", "=", "$"]
)
def test_bets_that_cannot_be_read(typed) -> None:
    from houseway.games import game

    with pytest.raises(Refused):
        parse_bets(typed, TableRules(game(BLITZ).rulebook("nj")))


def test_every_choice_has_a_key_and_no_command_is_taken() -> None:
    names = ["raise", "call", "fold", "queue", "play_4x", "play_3x"]
    keys = choice_keys([Choice(name) for name in names])
    assert [choice.name for choice in keys.values()] == names
    assert list(keys) == ["1", "c", "f", "2", "4", "3"]
    assert list(choice_keys([Choice("raise"), Choice("call")])) == ["b", "c"]
    assert not set(COMMANDS) & {*VERBS, *PAGE.values()}


def test_cards_are_shown_by_suit_and_hidden_ones_by_their_backs() -> None:
    assert hand_text(cards("Td As")).plain == "10♦ A♠"
    assert hand_text(cards("2c As Kh 3s Qh")).plain == "A♠ 3♠  K♥ Q♥  2♣"
    assert set(hand_text(cards("?? ?? ?? ?? ?? ?? ??")).plain.split()) == {"▒▒"}


def test_poker_is_played_against_company(run) -> None:
    typed = "stakes 100\nf\n\nf\nq\n"
    told = run("play", "poker", "--seed", "4", "--company", "3", typed=typed)
    assert told.exit_code == 0, told.output
    assert "Round 2" in told.stdout
    again = run("play", "poker", "--seed", "4", "--company", "3", typed=typed)
    assert again.stdout == told.stdout, "the same seed is the same evening"


def test_company_is_for_games_of_several(run) -> None:
    told = run("play", BLITZ, "--company", "3")
    assert told.exit_code != 0
    assert "it has no bots" in told.output
    told = run("play", "poker", "--company", "12")
    assert told.exit_code != 0
    assert "1 to 10 bots can play at this table, not 12" in told.output
