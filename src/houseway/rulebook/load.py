"""Reading rulebooks from YAML, with errors that name the file and the key.

To parse the files of all games takes seconds, so what was parsed of a shipped file is kept in the
user's cache under the hash of its text.
"""

import hashlib
import marshal
import re
import sys
from collections.abc import Hashable
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from houseway.cache import cache_folder, write_whole

PACKAGE = Path(__file__).parents[1]
M = TypeVar("M", bound=BaseModel)
DEEPEST = 50  # levels of lists and tables within each other
_BRACKETS = re.compile(r"[\[\]{}]")
_INDENT = re.compile(rf"^[ \-?:]{{{2 * DEEPEST},}}", re.MULTILINE)


class BadFile(ValueError):
    """A file that cannot be used: which one, which key, and what is wrong with it."""

    def __init__(self, file: str, problems: list[tuple[str, str]]) -> None:
        self.file = file
        self.problems = problems
        lines = [f"{file}: {key + ': ' if key else ''}{what}" for key, what in problems]
        super().__init__("\n".join(lines))


if TYPE_CHECKING:
    _Base = yaml.SafeLoader
else:
    _Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser where there is one


class _Loader(_Base):
    """Safe YAML in which 51.10 stays a paragraph instead of becoming the number 51.1, and a key
    that is written twice is an error."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag.endswith((":bool", ":null"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^-?(0|[1-9][0-9]*)$"), list("-0123456789")
)


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        where = key_node.start_mark.line + 1
        if not isinstance(key, Hashable):
            raise yaml.constructor.ConstructorError(
                None, None, f"a key must be a word or a number, not a list (line {where})"
            )
        if key in found:
            raise yaml.constructor.ConstructorError(
                None, None, f"key {key!r} is written twice (line {where})"
            )
        found[key] = loader.construct_object(value_node, deep=True)
    return found


def _scalar(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    """A number or a truth value under an explicit tag, or one line that says what it is not."""
    kind = node.tag.rpartition(":")[2]
    try:
        return getattr(yaml.constructor.SafeConstructor, f"construct_yaml_{kind}")(loader, node)
    except (ValueError, LookupError, ArithmeticError):
        raise yaml.constructor.ConstructorError(
            None, None, f"{node.value!r} is not a {kind} (line {node.start_mark.line + 1})"
        ) from None


def _refuse(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    """Refuse a tag that stands for something other than text, numbers, lists and tables."""
    kind = node.tag.rpartition(":")[2]
    raise yaml.constructor.ConstructorError(
        None, None, f"!!{kind} is not allowed here (line {node.start_mark.line + 1})"
    )


class _PlainLoader(yaml.SafeLoader):
    """Safe YAML in which a date stays text."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
for _one in (_Loader, _PlainLoader):
    for _kind in ("int", "float", "bool"):
        _one.add_constructor(f"tag:yaml.org,2002:{_kind}", _scalar)
    for _kind in ("timestamp", "binary", "set", "omap", "pairs"):
        _one.add_constructor(f"tag:yaml.org,2002:{_kind}", _refuse)


def read_yaml(path: Path) -> Any:
    """The content of a YAML file."""
    return _read(path, _Loader)


def read_plain_yaml(path: Path) -> Any:
    """The content of a YAML file in which numbers are numbers, fractions too."""
    return _read(path, _PlainLoader)


def _read(path: Path, loader: type[yaml.SafeLoader]) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
        if loader is _Loader and path.is_relative_to(PACKAGE):
            return _remembered(text)
        return _parsed(text, loader)
    except OSError as error:
        raise BadFile(str(path), [("", error.strerror or "cannot be read")]) from None
    except (yaml.YAMLError, ValueError) as error:
        what = " ".join(str(error).split())
        raise BadFile(str(path), [("", what)]) from None
    except (RecursionError, TypeError):
        raise BadFile(str(path), [("", "is no plain data")]) from None


def _parsed(text: str, loader: type[yaml.SafeLoader]) -> Any:
    _check_depth(text)
    return yaml.load(text, Loader=loader)


def _remembered(text: str) -> Any:
    """What a shipped file says: as it was parsed before, or parsed now and kept."""
    path = cache_folder("parsed") / hashlib.sha256(_reader() + text.encode()).hexdigest()[:32]
    try:
        return marshal.loads(path.read_bytes())
    except (OSError, EOFError, ValueError, TypeError):  # not there, or not whole
        content = _parsed(text, _Loader)
        write_whole(path, marshal.dumps(content))
        return content


@cache
def _reader() -> bytes:
    """What parsed content depends on besides the text."""
    return f"{sys.version} {yaml.__version__}".encode() + Path(__file__).read_bytes()


def _check_depth(text: str) -> None:
    """Refuse what is nested deeper than anybody writes: the parser would run out of stack. What
    only may be so (brackets in a text, a long indent) is looked at more closely."""
    steps = (1 if one in "[{" else -1 for one in _BRACKETS.findall(text))
    if max(accumulate(steps), default=0) <= DEEPEST and not _INDENT.search(text):
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Base):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise yaml.YAMLError(f"nested more than {DEEPEST} levels deep")


def read(model: type[M], path: Path) -> M:
    """A file as a model; every problem in it is listed with its key."""
    return check(model, read_yaml(path), str(path))


def check(model: type[M], content: Any, file: str) -> M:
    """Content that has been read, as a model."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problems = [(_key(item["loc"]), _what(item)) for item in error.errors()]
        raise BadFile(file, problems) from None


def _key(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location)


def _what(item: Any) -> str:
    if item["type"] == "extra_forbidden":
        return "there is no such key"
    if item["type"] == "missing":
        return "is missing"
    message = str(item["msg"])
    return message.removeprefix("Value error, ")
