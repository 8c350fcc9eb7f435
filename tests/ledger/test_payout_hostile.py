"""Two honest casinos and one hostile party: the honest ones keep playing, their books balance, no
fund becomes negative, and their audits hold."""

import os
from pathlib import Path

import pytest
from hostile import HOST, MEMBER, NETWORK, World

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
SEEDS, STEPS = (range(10), 2_000) if SOAK else ((3,), 80)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("role", [MEMBER, HOST, NETWORK])
def test_honest_casinos_hold_against_anybody(role: str, seed: int, folder: Path) -> None:
    print(f"role {role}, seed {seed}, {STEPS} steps")  # shown when it fails
    world = World(seed, role, folder)
    world.run(STEPS)
    world.settle()
    world.audit()
    assert world.seen["cycles"]
    assert world.seen["faults"] or role == MEMBER
    assert world.rounds
