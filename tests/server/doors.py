"""The server as a process of their own, which can be killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from until import LIMIT

LINK = re.compile(r"(http://\S+)/enter\?token=(\S+)")


@dataclass(frozen=True)
class Doors:
    """A process that serves, and the links that it printed: a guest's and the owner's."""

    process: subprocess.Popen[str]
    base: str
    link: str
    owner: str

    def kill(self) -> None:
        """At once, as when the plug is pulled."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LIMIT)


@contextmanager
def doors(
    *arguments: str,
    port: int = 0,
    command: Sequence[str] = (),
    stderr: IO[str] | None = None,
    **environment: str,
) -> Iterator[Doors]:
    """``houseway serve`` until it is killed or no longer wanted; port 0 is any that is free."""
    usual = [sys.executable, "-m", "houseway", "serve", "--port", str(port), *arguments]
    command = command or usual
    wanted = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    wanted.pop("HOUSEWAY_DATABASE_URL", None)  # the tests' server, not a house
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=wanted
    ) as process:
        assert process.stdout
        try:
            links = (found for line in process.stdout if (found := LINK.search(line)))
            guest, owner = next(links), next(links)
            yield Doors(process, guest[1], guest[2], owner[2])
        finally:
            process.terminate()
            process.wait(LIMIT)
