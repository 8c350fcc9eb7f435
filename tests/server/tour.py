"""The moving picture of the README: a round at the table, the round in surveillance, the lab.

    python tests/server/tour.py docs/screenshots/tour.webp

Chromium takes the frames as WebP; this file puts them into one that moves.
"""

import base64
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from at_table import click, decide, sit_down
from house import ARGUMENTS, CHROMIUM, running
from playwright.sync_api import Page, sync_playwright
from screenshots import settle

SIZE = {"width": 1200, "height": 720}
QUALITY = 70
SHORT, LONG = 1200, 2800  # milliseconds that a frame is shown
Frame = tuple[bytes, int]


def frame(page: Page, milliseconds: int) -> Frame:
    """Return the page as it is, and how long it is shown."""
    settle(page)
    session = page.context.new_cdp_session(page)
    how = {"format": "webp", "quality": QUALITY}
    found = session.send("Page.captureScreenshot", how)
    session.detach()
    return base64.b64decode(found["data"]), milliseconds


def animated(frames: Iterable[Frame]) -> bytes:
    """Return WebP pictures of one size as one WebP file that shows them one after another."""
    parts = []
    for picture, milliseconds in frames:
        bits = next(bits for kind, bits in chunks(picture) if kind == b"VP8 ")
        width, height = struct.unpack("<HH", bits[6:10])
        head = three(0) + three(0) + three(width - 1) + three(height - 1) + three(milliseconds)
        parts.append(chunk(b"ANMF", head + b"\x02" + chunk(b"VP8 ", bits)))
    canvas = chunk(b"VP8X", b"\x02\0\0\0" + three(width - 1) + three(height - 1))
    forever = chunk(b"ANIM", b"\xff\xff\xff\xff" + struct.pack("<H", 0))
    body = b"WEBP" + canvas + forever + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a WebP file."""
    at = 12
    while at < len(picture):
        kind, size = struct.unpack("<4sI", picture[at : at + 8])
        yield kind, picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk of a WebP file."""
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def three(number: int) -> bytes:
    """Return a number as three bytes."""
    return number.to_bytes(3, "little")


def at_the_table(page: Page, base: str) -> Iterator[Frame]:
    """Yield a round of three-card poker: before the bets, the decision, the result."""
    sit_down(page, base, "three-card-poker")
    yield frame(page, SHORT)
    for wager in ("ante", "pair_plus"):
        click(page.locator(f"[data-wager={wager}][role=button]").first)
    yield frame(page, SHORT)
    click(page.locator("#ready"))
    yield frame(page, LONG)
    assert decide(page)
    yield frame(page, LONG)


def in_surveillance(page: Page, base: str) -> Iterator[Frame]:
    """Yield the same round as surveillance sees it, at three of its steps."""
    for step in (6, 14, 999):
        page.goto(f"{base}/eye/tables/1/rounds/1?step={step}")
        yield frame(page, LONG if step == 999 else SHORT)


def in_the_lab(page: Page, base: str) -> Iterator[Frame]:
    """Yield the lab: the usual table, and one with another price."""
    page.goto(f"{base}/lab/three-card-poker")
    yield frame(page, LONG)


def main(file: Path) -> None:
    """Take the frames and write the picture."""
    frames: list[Frame] = []
    with running(kind="durable") as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context, page = house.come_in(browser, "Ada", viewport=SIZE, color_scheme="light")
        frames += at_the_table(page, house.base)
        context.close()
        context, page = house.come_in(
            browser, "Ida", "auditor", viewport=SIZE, color_scheme="light"
        )
        frames += in_surveillance(page, house.base)
        context.close()
        context, page = house.come_in(browser, "Bob", viewport=SIZE, color_scheme="light")
        page.set_default_timeout(90_000)
        frames += in_the_lab(page, house.base)
        browser.close()
    file.write_bytes(animated(frames))
    print(f"{file}: {len(frames)} frames, {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
