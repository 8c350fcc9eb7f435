"""The server started from the command line."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from houseway.client import Client
from until import LIMIT


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program on a free port, and the link that it has printed."""
    run = [sys.executable, "-c", "from houseway.cli import main; main()"]
    program = subprocess.Popen(
        [*run, "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert program.stdout
    for line in program.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+/enter\?token=\S+", line):
            yield program, found[0]
            break
    program.kill()
    program.wait()


def test_the_link_that_is_printed_lets_one_person_in(
    doors: tuple[subprocess.Popen[str], str],
) -> None:
    program, link = doors
    base, token = link.split("/enter?token=")
    with httpx.Client(transport=httpx.HTTPTransport(retries=5), timeout=LIMIT) as http:
        assert "Your name" in http.get(link).text
    with Client(base) as client:
        client.enter(token, "Ada")
        table = client.open_table("roulette")
        table.sit(1)
        streaming = table.stream()
        assert next(streaming)["asks"] == "bets"
        program.send_signal(signal.SIGINT)
        with pytest.raises(httpx.ConnectError):  # a stream ends, and nobody is there to go on
            list(streaming)
    assert program.wait(timeout=LIMIT) is not None
    assert program.stdout
    assert "Traceback" not in program.stdout.read()


def test_several_workers_need_postgresql(refused: Callable[..., str], tmp_path: Path) -> None:
    said = refused("serve", "--workers", "2", "--port", "0", "--data", str(tmp_path))
    assert "--workers 2 needs PostgreSQL" in said


def test_a_port_that_is_taken_is_told(refused: Callable[..., str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} cannot be used" in refused("serve", "--port", str(port))
