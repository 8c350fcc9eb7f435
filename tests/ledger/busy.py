"""A process that plays tables until it is killed, and tells what it was told."""

import json
import multiprocessing
import os
import random
import signal
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playing import Playing

from houseway.ledger.errors import Elsewhere, Unavailable
from houseway.ledger.house import House
from until import LIMIT, until

FORK = multiprocessing.get_context("fork")


class Busy:
    """A child that has the house to itself or shares it, and what it has said so far."""

    def __init__(
        self, url: str, keys: Path, tables: dict[int, Sequence[str]], seed: int, **settings: Any
    ) -> None:
        self.reads, writes = os.pipe()
        self.process = FORK.Process(
            target=_play, args=(url, keys, tables, seed, writes, settings), daemon=True
        )
        self.process.start()
        os.close(writes)
        self.said = bytearray()
        self.spoke = threading.Event()
        # a pipe that nobody empties fills up, and then the child stands still
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        with os.fdopen(self.reads, "rb", buffering=0) as pipe:
            while more := pipe.read(1 << 16):
                self.said += more
                self.spoke.set()

    def says(self, lines: int) -> None:
        """Wait until it has said so much: that it has opened the house, and what it does there."""
        while self.said.count(b"\n") < lines:
            self.spoke.clear()
            if self.said.count(b"\n") < lines:
                assert self.spoke.wait(LIMIT), "it says nothing"

    def send(self, number: signal.Signals) -> None:
        """A signal."""
        assert self.process.pid is not None
        self.check()
        os.kill(self.process.pid, number)

    def check(self) -> None:
        """A child that has ended by itself tells why."""
        if not self.process.is_alive():
            self.end()

    def kill(self) -> tuple[list[tuple[int, str, int]], dict[str, Any] | None]:
        """End it at once: what was acknowledged, and what it was waiting for, if anything."""
        self.send(signal.SIGKILL)
        return self.end()

    def end(self) -> tuple[list[tuple[int, str, int]], dict[str, Any] | None]:
        """Everything that it has said, once it is gone."""
        self.process.join()
        self.listener.join()
        said = self.said.decode()
        acknowledged, sent = [], None
        for line in said.split("\n")[:-1]:
            word, rest = line[0], json.loads(line[1:])
            if word == "#":
                continue
            if word == ">":
                sent = rest
            elif word == "<":
                acknowledged.append((rest["table"], rest["key"], rest["seq"]))
                sent = None
            elif word == "!":
                raise AssertionError(rest)
            else:
                sent = None  # refused
        return acknowledged, sent


def _play(
    url: str,
    keys: Path,
    tables: dict[int, Sequence[str]],
    seed: int,
    writes: int,
    settings: dict[str, Any],
) -> None:
    def tell(word: str, data: Any) -> None:
        os.write(writes, (word + json.dumps(data) + "\n").encode())

    try:
        house = House.open(url, keys, **settings)
        tell("#", "open")
        dice = random.Random(seed)
        playing = {}
        for table, players in tables.items():
            playing[table] = Playing(house, table, players, seed=f"{seed} of {os.getpid()}")
            _tell(playing[table], tell)
        while True:
            table = dice.choice(list(playing))
            try:
                playing[table].sit()
                playing[table].step()
            except Elsewhere:
                tell("-", None)
            except Unavailable:
                _ask_again(playing[table], tell)
    except BaseException as error:
        tell("!", "".join(traceback.format_exception(error))[-3000:])
        os._exit(1)


def _tell(playing: Playing, tell: Any) -> None:
    plain = playing.say

    def say(command: dict[str, Any], by: str) -> Any:
        playing.count += 1
        key = f"{playing.prefix} {playing.count}"
        playing.last = (command, by, key)
        tell(">", {"table": playing.table, "command": command, "by": by, "key": key})
        try:
            answer = playing.house.do(playing.table, command, by=by, key=key)
        except Unavailable:
            raise
        except ValueError:
            tell("-", None)
            raise
        tell("<", {"table": playing.table, "key": key, "seq": answer.seq})
        return answer

    assert plain
    playing.say = say  # type: ignore[method-assign]


def _ask_again(playing: Playing, tell: Any) -> None:
    """It is not known whether it was done: the same key tells."""
    if playing.last is None:
        return
    command, by, key = playing.last

    def known() -> bool:
        try:
            answer = playing.house.do(playing.table, command, by=by, key=key)
        except Unavailable:
            return False
        except ValueError:
            tell("-", None)
            return True
        tell("<", {"table": playing.table, "key": key, "seq": answer.seq})
        return True

    until(known, "the database does not come back")
