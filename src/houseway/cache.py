"""The user's cache folder: files that take long to compute and can be recomputed."""

import os
from pathlib import Path


def cache_folder(*names: str) -> Path:
    """Return the cache folder for one kind of file; it may not exist yet."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home.joinpath("houseway", *names)


def write_whole(path: Path, content: bytes) -> bool:
    """Write a cache file atomically; return whether it could be written. Without a cache the
    program works, only more slowly."""
    made = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(content)
        made.replace(path)
    except OSError:
        return False
    return True
