"""No page of a table shows an internal name, and a verb has one key in all games."""

import pytest
from table_words import found, internal, looks

from houseway.games import games
from houseway.server.table.data import table_data
from houseway.wording.keys import COMMANDS, PAGE, VERBS, choice_keys, verb_key

EDITIONS = [(id, edition) for id, one in games().items() for edition in one.editions]
SAMPLE = (
    "big-six", "blackjack", "blackjack-switch", "boston-5-stud-poker", "craps",
    "double-cross-poker", "keno", "mississippi-stud", "pai-gow", "red-dog",
    "three-card-blitz", "poker",
)  # fmt: skip
SAMPLED = [
    pytest.param(id, edition, marks=() if id in SAMPLE else pytest.mark.soak)
    for id, edition in EDITIONS
]


@pytest.mark.parametrize(("id", "edition"), SAMPLED)
def test_no_page_shows_an_internal_name(id: str, edition: str) -> None:
    assert found(id, edition, rounds=6, seed=3) == []


WRONG = (
    "Shooter seat -1; insignia_1; bet dont pass $1; Second $10; Meter 1; buy@4; Bet 1; The 1.2: 27"
)


@pytest.mark.parametrize("said", WRONG.split("; "))
def test_the_patterns_find_internal_names(said: str) -> None:
    assert internal(said, "craps")


def test_what_a_layout_shows_is_no_internal_name() -> None:
    for said in ("Don't Pass", "Bet 1", "Play $10", "Pair of sixes", "Royal flush jackpot"):
        assert not internal(said, "let-it-ride-poker")


@pytest.mark.parametrize(("id", "edition"), SAMPLED)
def test_a_verb_has_one_key(id: str, edition: str) -> None:
    for seen, _ in looks(id, edition, rounds=6, seed=5):
        if seen.ask is None:
            continue
        keys = choice_keys(seen.ask.choices)
        assert list(keys.values()) == list(seen.ask.choices), "a choice without a key"
        assert not set(keys) & {*COMMANDS, *PAGE.values()}
        for key, choice in keys.items():
            verb = verb_key(choice.name)
            assert key == verb or key.isdecimal(), (key, choice.name)
            alone = [verb_key(one.name) for one in seen.ask.choices].count(verb) == 1
            assert key == verb or not verb or not alone, (key, choice.name)


def test_no_key_has_two_meanings() -> None:
    every = [name for verbs in VERBS.values() for name in verbs]
    assert len(every) == len(set(every))
    assert not set(VERBS) & {*COMMANDS, *PAGE.values()}
    known = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender", "f": "fold"}
    known |= {"c": "check", "b": "play"}
    assert {key: verb for key, verb in known.items() if verb in VERBS[key]} == known
    assert verb_key("call") == "c"
    assert verb_key("bet") == "b"
    assert PAGE["next"] == " "
    assert (PAGE["undo"], PAGE["again"]) == ("u", "a")


def test_an_amount_is_never_all_that_somebody_has() -> None:
    for seen, _ in looks("baccarat-chemin-de-fer", "nj", rounds=3, seed=1):
        for one in table_data(seen, balance=100_000)["choices"]:
            if one["name"] in ("bid", "stake") and one["most"]:
                assert float(one["most"]) <= 25 < float(one["top"]) or one["top"] == one["most"]


def test_a_double_is_offered_in_full() -> None:
    offered = [
        (one["least"], one["most"], one["top"])
        for seen, _ in looks("blackjack", "nj", rounds=10, seed=2)
        for one in table_data(seen, balance=100_000)["choices"]
        if one["name"] == "double"
    ]
    assert offered
    assert all(usual == top != least for least, usual, top in offered)
