"""A scenario file that cannot be used says so in one line that names the file and the scenario."""

import pytest

from houseway.cli import app

HEAD = "game: blackjack\nedition: nj\nscenarios:\n"
GOOD = "  - &good {name: good, cite: 2.3(a), bets: {1: {main: 10}}, does: {1: [pass, stand]}"
BETS = "cite: 2.3(a), bets: {1: {main: 10}}"

BAD = {
    "a merge": (GOOD + "}\n  - {<<: *good, name: wrong}", "<< merges are not read"),
    "an unknown key": (f"  - {{name: wrong, {BETS}, dose: {{}}}}", "dose: there is no such key"),
    "a seat in words": ("  - {name: wrong, cite: 2.3(a), bets: {one: {main: 10}}}", "bets.one"),
    "an unknown phase": (
        f"  - {{name: wrong, {BETS}, cards: {{1: Tc 9d, dealer: Th 8s}},"
        " does: {1: [pass, stand]}, tries: {during: desision, seat: 1, act: hit}, refused: 2.3(a)}",
        "never came to 'desision'; it went through shuffle, bets",
    ),
    "an unknown act": (
        f"  - {{name: wrong, {BETS}, does: {{1: [pass, stnd]}}}}",
        "not stnd",
    ),
    "two acts in one": (
        f"  - {{name: wrong, {BETS}, does: {{1: [{{hit: 1, stand: 2}}]}}}}",
        "is not one act",
    ),
    "an unknown place": (
        f"  - {{name: wrong, {BETS}, cards: {{1: Tc 9d, deeler: 8s, dealer: Th 8d}},"
        " does: {1: [pass, stand]}, nets: {1: {main: 10}}}",
        "cards never dealt: 8s",
    ),
    "somebody who is nobody": (
        f"  - {{name: wrong, {BETS}, cards: {{1: Tc 9d, dealer: Th 8s}},"
        " does: {1: [pass, stand], flor: [go]}, nets: {1: {main: 10}}}",
        "does.flor",
    ),
    "an unknown card": (f"  - {{name: wrong, {BETS}, cards: {{1: Zz}}}}", "unknown card 'Zz'"),
    "an unknown report": (
        f"  - {{name: wrong, {BETS}, does: {{1: [pass]}},"
        " reports: [{during: bets, what: nonsense}]}",
        "no irregularity 'nonsense'",
    ),
    "half a limit": (f"  - {{name: wrong, {BETS}, limits: {{main: [5]}}}}", "limits of main"),
    "a wager that stands and is none": (
        "  - {name: wrong, cite: 2.3(a), standing_at: {1: {mein: 10}}}",
        "no wager 'mein'",
    ),
    "memory that no round leaves": (
        f"  - {{name: wrong, {BETS}, notes_at: {{shoe: 3}}, does: {{1: [stand]}}}}",
        "the round broke off",
    ),
    "a machine without a name": (
        f"  - {{name: wrong, {BETS}, before: [{{take_out: {{how: by hand}}}}]}}",
        "take_out.device: is missing",
    ),
    "a year out of range": (f"  - {{name: wrong, {BETS}, opened: 0001-01-01 00:00}}", "1970"),
    "a time with a zone": (
        f"  - {{name: wrong, {BETS}, opened: '2027-03-01T09:00+05:00'}}",
        "zone",
    ),
    "an endless meter": (f"  - {{name: wrong, {BETS}, meters_at: {{a: inf}}}}", "not an amount"),
    "a call that nobody asks for": (
        f"  - {{name: wrong, {BETS}, cards: {{1: Tc 9d, dealer: Th 8s}},"
        " does: {1: [pass, stand]}, at_once: [{1: banco}]}",
        "were never asked for",
    ),
    "a time that is none": (f"  - {{name: wrong, {BETS}, opened: noon}}", "'noon' is not a time"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_scenario_is_one_clear_line(what, tmp_path, capsys) -> None:
    content, said = BAD[what]
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + content + "\n")
    with pytest.raises(SystemExit) as done:
        app(["check", str(path)])
    assert done.value.code
    out, err = capsys.readouterr()
    lines = [line for line in (out + err).splitlines() if "wrong" in line]
    assert "Traceback" not in out + err
    assert len(lines) == 1, out + err
    assert "mine.yaml: wrong: " in lines[0]
    assert said in lines[0]
