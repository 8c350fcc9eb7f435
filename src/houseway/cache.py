"""The user's cache: what takes long to make and can be made again from its sources."""

import os
from pathlib import Path


def cache_folder(*names: str) -> Path:
    """Return where the user's cache keeps things of one kind; it need not exist yet."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home.joinpath("houseway", *names)


def write_whole(path: Path, content: bytes) -> bool:
    """Write a file of the cache at once, so that nobody reads half of it; return whether it could
    be written. A program without a cache works as well, only slower."""
    made = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(content)
        made.replace(path)
    except OSError:
        return False
    return True
