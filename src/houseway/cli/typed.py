"""Text arguments that are taken exactly as typed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from typer.core import TyperCommand


class Command(TyperCommand):
    """A command whose text arguments are taken as typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """What it can be given."""
        return as_typed(super().get_params(ctx))


def as_typed(params: Sequence[Any]) -> list[Any]:
    """The parameters of a command, made to take text as it is typed."""
    for param in params:
        if hasattr(param, "type_descriptor"):  # only with pydantic has Typer such a thing
            param.process_value = partial(_process, param)
    return list(params)


def _process(param: Any, context: Any, value: Any) -> Any:
    """Nothing stays nothing, and text that is wanted stays text; the rest is Typer's to check."""
    text = isinstance(value, str) and param.type_descriptor.annotation is str
    if param.required or not (value is None or text):
        return type(param).process_value(param, context, value)
    return param.callback(context, param, value) if param.callback else value
