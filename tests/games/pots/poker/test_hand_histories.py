"""Hands as PHH files: ours are read by PokerKit and end with the same stacks, and well-known hands
of others end here as they did there."""

import random
import re
import warnings
from pathlib import Path

import pokerkit
import pytest

from houseway.games import game, open_table
from houseway.games.pots.poker.history import (
    export_round,
    read_hands,
    replay_hand,
    stacks_of,
    text_of,
)
from houseway.games.pots.poker.history.phh import VARIANTS
from houseway.referee.log import write_log
from houseway.referee.requests import Bets
from houseway.rulebook.refusal import Refused

HANDS = Path(__file__).parent / "hands"
BOOK = game("poker").rulebook()
SEEDS = 25


def play(code: str, seed: int, **options: object):
    """A hand played at random by two to five players, without a rake."""
    played, betting = VARIANTS[code]
    chance = random.Random(f"{code} {seed}")
    stacks = [100 * chance.randint(6, 60) for _ in range(chance.randint(2, 5))]
    chosen = {"game": played, "betting": betting, "rake_percent": 0, **options}
    if betting == "fixed_limit":
        chosen["most_raises"] = 3
    table = open_table("poker", seed=seed, options=chosen)
    for seat, _ in enumerate(stacks, start=1):
        table.sit(seat, f'"{seat}" \\ of {code}')
    table.begin()
    while (waiting := table.waiting) is not None:
        if isinstance(waiting, Bets):
            for seat, stack in enumerate(stacks, start=1):
                table.bet(seat, stakes=stack)
            table.close()
            continue
        choices = list(waiting.choices)
        if chance.random() < 0.7:
            choices = [one for one in choices if one.name != "fold"]
        choice = chance.choice(choices)
        amount = chance.choice([choice.least, chance.randint(choice.least, choice.most)])
        table.act(waiting.who, choice.name, amount - amount % choice.step)
    return table


def low_in_one_pot_alone(table) -> bool:
    """Whether a low hand wins one pot and none qualifies in another, of which PokerKit gives half
    to hands that do not qualify."""
    steps = {event.step for event in table.events if event.kind == "paid"}
    return bool(steps & {"award_low", "tied_low", "both_ways"} and steps & {"no_low", "tied_high"})


@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_reads_what_we_write_and_ends_with_our_stacks(code: str) -> None:
    told = odd = 0
    for seed in range(SEEDS):
        table = play(code, seed, ante="$1" if seed % 2 else None)
        try:
            hand = export_round(table.round, str(seed))
        except Refused:
            continue
        told += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = pokerkit.HandHistory.loads(text_of([hand], several=False))
        assert not state.status, (code, seed)
        theirs = [int(stack * 100) for stack in state.stacks]
        if low_in_one_pot_alone(table):
            continue
        over = [here - there for here, there in zip(hand.finishing_stacks, theirs, strict=True)]
        assert all(abs(cents) <= 200 for cents in over), (code, seed, over)
        odd += any(over)  # an odd dollar, which the law gives by suits
    assert told > SEEDS / 2
    assert odd <= SEEDS / 5


@pytest.mark.parametrize("code", VARIANTS)
def test_a_hand_comes_back_as_it_was_played(code: str, tmp_path: Path) -> None:
    for seed in range(SEEDS):
        table = play(code, seed)
        try:
            hand = export_round(table.round, str(seed))
        except Refused:
            continue
        path = tmp_path / "hand.phh"
        path.write_text(text_of([hand], several=False))
        (back,) = read_hands(path)
        assert back == hand
        again = replay_hand(back, BOOK)
        assert stacks_of(back, again) == hand.finishing_stacks
        written = export_round(again.round, str(seed))
        assert written.actions == hand.actions


@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("dwan-ivey-2009.phh", 1),
        ("arieh-yockey-2019.phh", 1),
        ("alice-carol.phh", 1),
        ("pluribus.phhs", 4),
    ],
)
def test_well_known_hands_end_here_as_they_did(file: str, count: int) -> None:
    hands = read_hands(HANDS / file)
    assert len(hands) == count
    for hand in hands:
        table = replay_hand(hand, BOOK)
        assert stacks_of(hand, table) == hand.finishing_stacks


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("phua-xuan-2019.phh", "short-deck hold 'em is not among the games of the poker room"),
        ("antonius-blom-2009.phh", "the one without the button has the first blind (14.10(d)1)"),
    ],
)
def test_hands_of_other_rules_are_told_in_a_line(file: str, why: str) -> None:
    (hand,) = read_hands(HANDS / file)
    with pytest.raises(Refused) as told:
        replay_hand(hand, BOOK)
    assert why in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"antes": [0, 50000, 0]}, "everybody antes the same"),
        ({"blinds_or_straddles": [0, 100000, 0]}, "from the left of the button"),
        ({"starting_stacks": [300000, 200000000, 55350000]}, "p1: a player needs"),
        ({"actions": ["d dh p1 Ac2d", "d dh p2 Ac3d", "d dh p3 7h6h"]}, "Ac is dealt twice"),
        ({"actions": ["d dh p1 Ac2d"]}, "the file ends before p3 has acted"),
        ({"actions": ["p1 cc"]}, "p1 cc: it is p3's turn here"),
        ({"actions": ["p3 cbr 2100"]}, "p3 cbr 2100: raise"),
        ({"actions": ["p9 f"]}, "p9 f: there is no p9"),
        ({"actions": ["p3 sings"]}, "p3 sings: is no action"),
        ({"actions": ["d dh p1 Zz"]}, "unknown card 'Zz'"),
        ({"actions": ["p3 f", "p1 f", "p2 cc"]}, "p2 cc: the hand is over before that"),
        ({"actions": ["p3 f", "p1 cc", "p2 cc", *["p1 cc", "p2 cc"] * 3]}, "are not told"),
        ({"finishing_stacks": [0, 0, 0]}, "p1 ends with $572,100 here"),
        ({"variant": "F7S"}, "F7S begins with a bring-in"),
        ({"variant": "XX"}, "XX is no game of this house"),
    ],
)
def test_what_is_wrong_with_a_hand_is_one_line(change: dict, why: str) -> None:
    (hand,) = read_hands(HANDS / "dwan-ivey-2009.phh")
    for name, value in change.items():
        setattr(hand, name, value)
    with pytest.raises(Refused) as told:
        replay_hand(hand, BOOK)
    assert why in str(told.value)
    assert "\n" not in str(told.value)


def test_a_rake_is_told_and_off_the_stacks() -> None:
    table = play("NT", 4, rake_percent=10)
    hand = export_round(table.round)
    fees = sum(event.amount for event in table.events if event.kind == "fee")
    assert hand.rake == fees > 0
    assert sum(hand.starting_stacks) == sum(hand.finishing_stacks) + fees


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"game": "mambo"}, "PHH has no code for mambo"),
        ({"betting": "spread_limit"}, "PHH has no code for holdem spread limit"),
    ],
)
def test_games_that_phh_does_not_know(options: dict, why: str) -> None:
    table = play("NT", 1, **options)
    with pytest.raises(Refused, match=why):
        export_round(table.round)


def test_the_commands_write_and_read(run, refused, tmp_path: Path) -> None:
    log, phhs = tmp_path / "rounds.jsonl", tmp_path / "rounds.phhs"
    tables = [play("NT", 1), play("FR", 2), play("NT", 3, betting="spread_limit")]
    write_log([record for table in tables for record in table.records], log)
    done = run("hands", "export", str(log), "--out", str(phhs))
    assert done.exit_code == 1
    assert "2 hands are in" in done.stdout
    assert "round 3: PHH has no code" in " ".join(done.stderr.split())
    again = tmp_path / "again.jsonl"
    done = run("hands", "import", "poker", str(phhs), "--log", str(again))
    assert done.exit_code == 0
    assert "2 of 2 hands" in done.stdout
    assert "2 of 2 rounds" in run("replay", str(again)).stdout
    assert run("hands", "export", str(log), "--round", "2").stdout.startswith('variant = "FR"')
    assert "no common format" in refused("hands", "import", "craps", str(phhs))
    (tmp_path / "bad.phh").write_text("variant = [")
    assert "is not TOML" in refused("hands", "import", "poker", str(tmp_path / "bad.phh"))
    assert "go into a .phhs file" in refused(
        "hands", "export", str(again), "--out", str(tmp_path / "two.phh")
    )


def test_a_hand_that_cannot_be_read_does_not_keep_the_others_out(run, tmp_path) -> None:
    whole = (HANDS / "alice-carol.phh").read_text()
    bad = re.sub(r"(?m)^starting_stacks = \[[^,]*,", "starting_stacks = [inf,", whole)
    assert bad != whole
    (tmp_path / "two.phhs").write_text(f"[1]\n{bad}\n[2]\n{whole}\n")
    unread, hand = read_hands(tmp_path / "two.phhs")
    assert "Infinity" in unread.unreadable
    assert hand.starting_stacks
    result = run("hands", "import", "poker", str(tmp_path / "two.phhs"))
    assert "hand 1" in result.stdout
    assert "Infinity" in result.stdout
    assert "of 2 hands" in result.stdout


def test_a_hand_with_one_blind_is_dealt(tmp_path) -> None:
    (tmp_path / "one.phh").write_text(
        'variant = "NT"\nantes = [0, 0, 0]\nblinds_or_straddles = [2, 0, 0]\nmin_bet = 2\n'
        "starting_stacks = [100, 100, 100]\n"
        'actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p2 f", "p3 f"]\n'
    )
    (hand,) = read_hands(tmp_path / "one.phh")
    table = replay_hand(hand, game("poker").rulebook("nj"))
    assert stacks_of(hand, table) == [10_000, 10_000, 10_000]
