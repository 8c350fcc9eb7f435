"""Rules that are plain Python at the table and compiled inside a kernel.

``@kernel`` leaves a function as it is: calling it runs plain Python and imports nothing;
``@small_kernel`` is for a function of few different arguments, whose results plain Python keeps.
Its ``.jit`` is the same function compiled by numba on first use, and a compiled kernel that calls
another ``@kernel`` function gets the compiled form of that one. So the table, the solver and the
simulator run one source.

Compiled code is cached on disk in a directory named after the hash of every source that it may
hold, because numba by itself does not notice an edit in a file that a cached function calls. An
edit in one game leaves the kernels of the others as they are.

Threads that run kernels come from ``thread_pool``, which imports numba before they start: numba
imports its modules in circles, and two threads that import it at once see half of one.
"""

import hashlib
import inspect
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from houseway.cache import cache_folder

P = ParamSpec("P")
R = TypeVar("R")


class Kernel(staticmethod, Generic[P, R]):  # type: ignore[type-arg]  # its call is the quickest
    """A rule: call it for plain Python, or take its ``jit`` for bulk work."""

    def __init__(self, function: Callable[P, R], plain: Callable[P, R] | None = None) -> None:
        super().__init__(plain or function)
        self.function = function
        self._compiled: Callable[P, R] | None = None

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def __get__(self, instance: object, owner: type | None = None) -> "Kernel[P, R]":
        return self

    @property
    def jit(self) -> Callable[P, R]:
        """The compiled form, made when first asked for; one thread makes it, others wait."""
        if self._compiled is None:
            with _compiling:
                if self._compiled is None:
                    self._compiled = _compile(self.function)
        return self._compiled


RANK_SETS = 1 << 13  # sets of ranks, which most rules are about
_compiler_ready = False
_compiling = RLock()  # a kernel compiles those that it calls


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Mark a pure function on integers as a rule that kernels may compile."""
    return Kernel(function)


def small_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """The same for a function of few different arguments: plain Python keeps its results."""
    return Kernel(function, lru_cache(maxsize=RANK_SETS)(function))


def sources_hash(source: Path) -> str:
    """Return the hash of every source that a file's compiled code may contain."""
    package = Path(__file__).parents[1]
    texts: dict[Path, bytes] = {}
    waiting = [source.resolve()]
    while waiting:
        path = waiting.pop()
        if path in texts:
            continue
        texts[path] = text = path.read_bytes()
        if path == source.resolve() or _MARK.search(text):
            waiting.extend(_imported(text, package))
    digest = hashlib.sha256()
    for path in sorted(texts):
        digest.update(texts[path])
    return digest.hexdigest()[:16]


_MARK = re.compile(rb"^@(small_)?kernel\b|\bkernel\(", re.MULTILINE)
_IMPORT = re.compile(rb"^\s*from houseway([\w.]*) import (?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)


def _imported(text: bytes, package: Path) -> Iterator[Path]:
    """The files of the package that a file imports, or imports something from."""
    for module, several, one in _IMPORT.findall(text):
        place = package.joinpath(*module.decode().strip(".").split("."))
        names = [word.split()[0] for word in (several or one).decode().split(",") if word.strip()]
        for path in (place.with_suffix(".py"), *(place / f"{name}.py" for name in names)):
            if path.exists():
                yield path.resolve()


def thread_pool(workers: int) -> ThreadPoolExecutor:
    """Threads for compiled work; numba is imported before the first of them starts."""
    load_compiler()
    return ThreadPoolExecutor(workers)


def _compile(function: Callable[P, R]) -> Callable[P, R]:
    load_compiler()
    import numba

    directory = cache_directory(Path(inspect.getsourcefile(function) or __file__))
    setattr(numba.config, "CACHE_DIR", str(directory))  # noqa: B010  (each file has its own)
    compiled: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    return compiled


@cache
def cache_directory(source: Path) -> Path:
    """Return the cache folder for this version of a file and its sources."""
    directory = cache_folder("kernels", sources_hash(source))
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def load_compiler() -> None:
    """Import numba and let it see kernels inside kernels; other threads wait until it is there."""
    global _compiler_ready  # noqa: PLW0603
    with _compiling:
        if _compiler_ready:
            return
        import numba  # noqa: F401  (whole, before any part of it)
        from numba.core import types
        from numba.extending import typeof_impl

        def typeof_kernel(kernel: Kernel[Any, Any], context: object) -> Any:
            return types.Dispatcher(kernel.jit)

        typeof_impl.register(Kernel)(typeof_kernel)
        _compiler_ready = True
