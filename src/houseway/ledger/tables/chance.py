"""Committed randomness: verifiable afterwards, unpredictable before.

Every shuffle, and every round of dice or of a wheel, is decided by a fresh key. Its hash is
committed to before anything comes of it, and the key is revealed when nothing more can: then
anybody can shuffle again and compare (``verify``). What is kept of it at rest is sealed.

Between the commitment and the first use of a key seats may give seeds: then key and seeds together
decide, and the house, which chose the key before it knew them, did not choose the order.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from houseway.equipment.cards import NAMES, Card, cards
from houseway.equipment.randomness import ChaCha
from houseway.equipment.shoe import Place, Shoe
from houseway.ledger.chain.hash_chain import canonical
from houseway.rulebook.refusal import Refused

Seed = tuple[int, str]  # a seat, and what it has given, in hexadecimal
Seal = Callable[[bytes, str], str]
Unseal = Callable[[str, str], bytes]


@dataclass
class _Secret:
    """A key in use, and how far it has been used."""

    key: bytes = field(repr=False)
    seeds: list[Seed] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list, repr=False)  # as a log has them

    def __post_init__(self) -> None:
        self.commitment = commitment(self.key)
        self.sealed = ""
        self.hidden = ""  # the steps, sealed, until there is another
        self.promised = False  # to the person who requested it, for the next shuffle
        self._begin()

    def _begin(self) -> None:
        self.source = ChaCha(mixed(self.key, self.seeds))
        self.shoe = Shoe(self.source)

    @property
    def unused(self) -> bool:
        """Whether nothing has come of it yet."""
        return not self.source.position

    def contribute(self, seat: int, seed: str) -> None:
        """Add a seat's seed, from the first card on."""
        self.seeds.append((seat, seed))
        self._begin()

    def note(self, step: dict[str, Any]) -> None:
        """Keep what is needed to be brought back."""
        self.steps, self.hidden = _noted(self.steps, step), ""

    def repeat(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Come to where these steps lead."""
        for step in steps:
            side = step.get("side", "")
            if "at_word" in step:
                self.source.go_to(step["at_word"])
            if "shuffle" in step:
                self.shoe.shuffle(cards(step["shuffle"]), side)
            elif "put_back" in step:
                self.shoe.put_back(cards(step["put_back"]), step["at"], side)
            elif "cut" in step:
                self.shoe.cut(step["cut"], side)
            else:
                self.shoe.draw("", step["draw"], side)
            self.steps.append(dict(step))


class SecretChance:
    """A shoe, dice and wheels for a live table. ``log`` is what happened since it was emptied."""

    def __init__(self, fresh: Callable[[], bytes] = lambda: os.urandom(32)) -> None:
        self._fresh = fresh
        self._live: _Secret | None = None
        self._retired: list[_Secret] = []
        self.log: list[dict[str, Any]] = []

    def __repr__(self) -> str:
        live = self._live
        return f"SecretChance({f'{live.commitment[:12]}, left={live.shoe.left}' if live else ''})"

    # -- calls from a round ----------------------------------------------------------------------

    def prepare(self) -> None:
        """Commit to a key before a round, unless the shoe continues."""
        if self._live is None:
            self._live = _Secret(self._fresh())
            self.log.append({"commit": self._live.commitment})

    def promise(self) -> None:
        """Commit to the key of the next shuffle now, so that seats can give seeds."""
        self.prepare()
        if not self.committed:
            raise Refused("the next cards are already determined: the shoe continues")
        self._secret.promised = True

    def contribute(self, seat: int, seed: str) -> None:
        """A seat gives a seed, after the commitment and before anything has come of the key."""
        live = self._live
        if live is None:
            raise Refused("there is no commitment yet: ask for one first")
        if not live.unused:
            raise Refused(
                "the next cards are already determined: seeds are accepted before a shuffle"
            )
        if any(seat == given for given, _ in live.seeds):
            raise Refused(f"seat {seat} has already given a seed")
        live.contribute(seat, seed)
        self.log.append({"seed": seed, "seat": seat})

    @property
    def committed(self) -> str:
        """The commitment to a key of which nothing has come yet, if there is one."""
        return self._live.commitment if self._live is not None and self._live.unused else ""

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """Start afresh with exactly these cards, in the order of a key that nothing has used; a
        side of a shoe whose other side goes on is shuffled by the key of that shoe."""
        if not side and self._live is not None and self._live.source.position:
            self._retire()
        self.prepare()
        self._done({"shuffle": _names(deck), **_of(side)}, at_word=self._secret.source.position)
        self._secret.shoe.shuffle(deck, side)

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Shuffle some cards and put them among those left, in a stack at each of these depths."""
        position = self._secret.source.position
        self._secret.shoe.put_back(cards, at, side)
        self._done({"put_back": _names(cards), "at": list(at), **_of(side)}, at_word=position)

    def cut(self, depth: int, side: str = "") -> None:
        """Move that many cards from the top to the bottom."""
        self._secret.shoe.cut(depth, side)
        self._done({"cut": depth, **_of(side)})

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The next cards from the top."""
        drawn = self._secret.shoe.draw(to, count, side)
        self._secret.note({"draw": count, **_of(side)})
        self.log.append({"draw": _names(drawn), **_of(side)})
        return drawn

    def _done(self, step: dict[str, Any], **kept: int) -> None:
        """Something happened: for the log, and to be brought back."""
        self._secret.note({**step, **kept})
        self.log.append(step)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self.prepare()
        number = self._secret.shoe.below(n)
        self.log.append({"below": [n, number]})
        return number

    @property
    def _secret(self) -> _Secret:
        if self._live is None:
            raise ValueError("a card is drawn, but no shuffle is recorded")
        return self._live

    # -- when nothing more can come of it ----------------------------------------------------

    def rest(self, shoe_goes_on: bool, cards_wait: bool, closes: bool = False) -> None:
        """Between rounds: a key that is used up is revealed, unless a card of its shoe waits face
        down to be dealt. One that seats give seeds for waits for the next shuffle."""
        live = self._live
        waits = live is not None and live.promised and live.unused and not closes
        if live is not None and not shoe_goes_on and not waits:
            self._retire()
        if not cards_wait:
            for secret in self._retired:
                self.log.append({"reveal": secret.commitment, "key": secret.key.hex()})
            self._retired.clear()

    def _retire(self) -> None:
        assert self._live is not None
        self._retired.append(self._live)
        self._live = None

    # -- at rest -----------------------------------------------------------------------------

    def to_json(self, seal: Seal, hide: bool = False) -> dict[str, Any]:
        """All that is needed to go on from here, keys sealed; also, while a round is on, which
        decks were shuffled: what is not in one is dealt already."""
        data: dict[str, Any] = {}
        if live := self._live:
            data["live"] = {
                "commitment": live.commitment,
                "sealed": _seal(live, seal),
                "steps": _hidden(live, seal) if hide else live.steps,
                "position": live.source.position,
                **({"seeds": live.seeds} if live.seeds else {}),
                **({"promised": True} if live.promised else {}),
            }
        if self._retired:
            data["retired"] = [
                {"commitment": old.commitment, "sealed": _seal(old, seal)} for old in self._retired
            ]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any], unseal: Unseal) -> "SecretChance":
        """Chance as it was, down to the next card."""
        chance = cls()
        if live := data.get("live"):
            seeds = [(seat, seed) for seat, seed in live.get("seeds", ())]
            secret = _Secret(unseal(live["sealed"], live["commitment"]), seeds)
            secret.sealed = live["sealed"]
            secret.promised = live.get("promised", False)
            steps = live["steps"]
            if isinstance(steps, str):
                steps = json.loads(unseal(steps, f"steps {live['commitment']}"))
            secret.repeat(steps)
            secret.source.go_to(live["position"])
            chance._live = secret
        chance._retired = [
            _Secret(unseal(old["sealed"], old["commitment"])) for old in data.get("retired", ())
        ]
        return chance


class Recorded:
    """Chance as a log has it: it must be asked for exactly what it was asked for then."""

    def __init__(self) -> None:
        self._steps: list[Mapping[str, Any]] = []

    def expect(self, log: Iterable[Mapping[str, Any]]) -> None:
        """Set the steps to expect; drop those that remain."""
        self._steps = [step for step in log if not {"commit", "seed", "reveal"} & set(step)][::-1]

    def _next(self, kind: str, side: str = "") -> Mapping[str, Any]:
        step = self._steps.pop() if self._steps else {}
        if kind not in step:
            had = next(iter(step), "nothing")
            raise ValueError(f"the round draws a {kind}, but the log has {had}")
        if step.get("side", "") != side:
            raise ValueError(f"the {kind} was on the other side of the shoe")
        return step

    def done(self) -> bool:
        """Whether everything has been asked for."""
        return not self._steps

    def shuffle(self, deck: Sequence[Card], side: str = "") -> None:
        """The same deck must have been shuffled."""
        if self._next("shuffle", side)["shuffle"] != _names(deck):
            raise ValueError("the deck in the log is not the deck that was to be shuffled")

    def put_back(self, cards: Sequence[Card], at: Sequence[int], side: str = "") -> None:
        """Check that the same cards were put back at the same places."""
        step = self._next("put_back", side)
        if (step["put_back"], list(step["at"])) != (_names(cards), list(at)):
            raise ValueError("the cards put back in the log are not those to be put back")

    def cut(self, depth: int, side: str = "") -> None:
        """The same cut must have been made."""
        if self._next("cut", side)["cut"] != depth:
            raise ValueError("the deck was cut at a different depth")

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        """The cards that came."""
        drawn = cards(self._next("draw", side)["draw"])
        if len(drawn) != count:
            raise ValueError(f"{count} cards were due, not {len(drawn)}")
        return drawn

    def below(self, n: int) -> int:
        """The number that came."""
        among, number = self._next("below")["below"]
        if among != n or not 0 <= number < n:
            raise ValueError(f"a number below {n} was due, not {number} of {among}")
        return int(number)


def _noted(steps: list[dict[str, Any]], step: dict[str, Any]) -> list[dict[str, Any]]:
    """What is kept of steps when another is made: draws only by their number, and nothing of a side
    from before its last shuffle."""
    side = step.get("side", "")
    if "shuffle" in step:
        steps = [old for old in steps if old.get("side", "") != side]
    last = steps[-1] if steps else {}
    if "draw" in step and "draw" in last and last.get("side", "") == side:
        last["draw"] += step["draw"]
    else:
        steps.append(step)
    return steps


def follows(kept: Any, live: Mapping[str, Sequence[Mapping[str, Any]]], current: str) -> bool:
    """Whether chance that is kept at rest is what follows from a log: the keys that were committed
    to and are not revealed, and how far the current one has been used. Where exactly its keystream
    stands only the seal tells."""
    try:
        found = kept.get("live", {})
        if {found["commitment"]} - {current} if found else current in live:
            return False
        old = {one["commitment"] for one in kept.get("retired", ())}
        if old != set(live) - {current} or any(
            not one["sealed"] for one in kept.get("retired", ())
        ):
            return False
        if not found:
            return True
        steps: list[dict[str, Any]] = []
        for step in live[current]:
            if "draw" in step:
                steps = _noted(steps, {**step, "draw": len(step["draw"].split())})
            elif not {"commit", "seed", "below"} & set(step):
                steps = _noted(steps, dict(step))
        seeds = [[step["seat"], step["seed"]] for step in live[current] if "seed" in step]
        if isinstance(found["steps"], str):
            return True  # a round is on, and they are sealed
        told = [{n: v for n, v in step.items() if n != "at_word"} for step in found["steps"]]
        given = [list(one) for one in found.get("seeds", ())]
        return (told, given) == (steps, seeds) and isinstance(found["position"], int)
    except (AttributeError, KeyError, TypeError):
        return False


def _hidden(secret: _Secret, seal: Seal) -> str:
    """Steps sealed once, however often they are written."""
    told = f"steps {secret.commitment}"
    secret.hidden = secret.hidden or seal(canonical(secret.steps).encode(), told)
    return secret.hidden


def _seal(secret: _Secret, seal: Seal) -> str:
    """A key sealed once, however often it is written."""
    secret.sealed = secret.sealed or seal(secret.key, secret.commitment)
    return secret.sealed


def mixed(key: bytes, seeds: Iterable[Seed]) -> bytes:
    """Return the key that determines the cards: the house's, or combined with the seats' seeds."""
    told = "".join(f"{seat} {seed}\n" for seat, seed in seeds)
    return sha256(b"houseway seeds 1\n" + key + told.encode()).digest() if told else key


def commitment(key: bytes) -> str:
    """Return the hash of a key that is published before its use."""
    return sha256(key).hexdigest()


def verify(key: bytes, log: Iterable[Mapping[str, Any]]) -> str:
    """Return how the results differ from those that the key determines; empty if they do not."""
    log = list(log)
    used = next((n for n, step in enumerate(log) if not {"commit", "seed"} & set(step)), len(log))
    if any("seed" in step for step in log[used:]):
        return "a seed was given after the key had been used"
    shoe = Shoe(ChaCha(mixed(key, [(s["seat"], s["seed"]) for s in log if "seed" in s])))
    for step in log:
        if "commit" in step and step["commit"] != commitment(key):
            return "the key is not the one that was committed to"
        side = step.get("side", "")
        if "shuffle" in step:
            shoe.shuffle(cards(step["shuffle"]), side)
        elif "put_back" in step:
            shoe.put_back(cards(step["put_back"]), step["at"], side)
        elif "cut" in step:
            shoe.cut(step["cut"], side)
        elif "below" in step:
            n, number = step["below"]
            if (found := shoe.below(n)) != number:
                return f"the key gives {found} of {n}, not {number}"
        elif "draw" in step:
            wanted = step["draw"].split()
            if (due := _names(shoe.draw("", len(wanted), side))) != step["draw"]:
                return f"the key deals {due}, not {step['draw']}"
    return ""


def _of(side: str) -> dict[str, str]:
    """The side of a shoe that a step concerns, where it has sides."""
    return {"side": side} if side else {}


def _names(deck: Iterable[Card]) -> str:
    return " ".join([NAMES[card] for card in deck])
