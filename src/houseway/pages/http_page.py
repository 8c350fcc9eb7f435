"""The page of the HTTP interface, written from its own description and from the examples."""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.server.api_examples import EXAMPLES
from houseway.server.app import create_app
from houseway.server.memory import MemoryHost
from houseway.wording.markdown import table

FILE = "http.md"
BASE = "http://127.0.0.1:8000"


def markdown() -> str:
    """The whole page."""
    described = create_app(MemoryHost()).openapi()
    lines = [
        "# HTTP interface",
        "",
        "Written from the code by `python -m houseway.pages docs`. In a house that runs, `/api` is",
        "the same to read and to try, and `/api/openapi.json` the description in full.",
        "",
        "## By example",
        "",
    ]
    for one in EXAMPLES:
        lines += [f"### {one.name}", "", one.says, ""]
        lines += ["```python", one.python.replace("BASE", BASE).rstrip(), "```", ""]
        lines += ["```sh", one.curl.replace("BASE", BASE).rstrip(), "```", ""]
    lines += ["## All calls", ""]
    for tag, calls in _by_tag(described["paths"]).items():
        lines += [f"### {tag.capitalize()}", "", *table(("call", "fields", "does"), calls), ""]
    return "\n".join(lines).rstrip() + "\n"


def _by_tag(paths: Mapping[str, Any]) -> dict[str, list[tuple[str, str, str]]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for path, operations in paths.items():
        for method, told in operations.items():
            tag = (told.get("tags") or ["house"])[0]
            says = " ".join(told.get("description", told.get("summary", "")).split())
            row = (f"`{method.upper()} {path}`", " ".join(_fields(told)), says)
            found.setdefault(tag, []).append(row)
    return found


def _fields(told: Mapping[str, Any]) -> Iterator[str]:
    for one in told.get("parameters", ()):
        if one["in"] == "query":
            yield f"`{one['name']}`"
    for media in told.get("requestBody", {}).get("content", {}).values():
        if name := media.get("schema", {}).get("$ref", "").rpartition("/")[2]:
            yield f"body `{name}`"
