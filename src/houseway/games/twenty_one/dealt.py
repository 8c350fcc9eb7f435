"""What kernels of this family came to, in cents, and what they deal."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.games.authoring.sums import Dealt, Sums


def take_cells(
    found: Dealt, cells: Any, codes: int, nets: Sequence[int] | Mapping[int, int],
    wagers: Sequence[str], stake: int, first: Sequence[str],
) -> None:  # fmt: skip
    """Add what wagers of one stake came to: ``cells`` counts by wager and code what each netted;
    ``first`` are the wagers that a round begins with."""
    for at, name in enumerate(wagers):
        for came_to in range(codes):
            if times := int(cells[at * codes + came_to]):
                net = nets[came_to] if isinstance(nets, Sequence) else nets.get(came_to, 0)
                found.wagers[name].take(net, stake, stake if name in first else 0, times)


def closed(found: Dealt, one: Any, rounds: int, staked: int, unit: int = 1) -> Dealt:
    """The sums of all wagers together, from a record that counts nets in so many cents; ``staked``
    is what every round begins with."""
    net, squares = int(one.net) * unit, int(one.squares) * unit * unit
    return totaled(found, rounds, (int(one.won), int(one.lost)), staked, net, squares)


def totaled(
    found: Dealt, rounds: int, won_and_lost: tuple[int, int], staked: int, net: int, squares: int
) -> Dealt:
    """The same from the sums themselves."""
    for sums in found.wagers.values():
        sums.rounds = rounds
    action = sum(sums.action for sums in found.wagers.values())
    found.all = Sums(rounds, rounds, *won_and_lost, action, staked * rounds, net, squares)
    found.game = Sums(**vars(found.all))
    assert found.game.net == sum(sums.net for sums in found.wagers.values())
    return found
