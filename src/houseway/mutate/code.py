"""Changes to the Python of a round: a comparison, a constant, an operator or a statement."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from houseway.mutate.mutant import Mutant

COMPARED: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATED: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
STATEMENTS = (ast.Expr, ast.AugAssign, ast.Continue, ast.Break, ast.Raise, ast.Delete)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change to the functions of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    idle = _idle(tree)
    for number, node in enumerate(list(ast.walk(tree))):
        if node in idle or not hasattr(node, "lineno"):
            continue
        for new in _instead(node):
            _put(tree, node, new)
            source = ast.unparse(tree)
            _put(tree, new, node)
            was, now = _short(node), "removed" if isinstance(new, ast.Pass) else _short(new)
            line = getattr(node, "lineno", 0)
            yield Mutant("code", path, line, (number,), was, now, source)


def _idle(tree: ast.AST) -> set[ast.AST]:
    """Nodes that decide nothing: annotations, docstrings, decorators, assertions, and what is
    outside of functions but for plain constants."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        away: list[ast.AST | None] = []
        if isinstance(node, ast.arg | ast.AnnAssign):
            away.append(node.annotation)
        if isinstance(node, ast.FunctionDef):
            away += [node.returns, *node.decorator_list]
        if isinstance(node, ast.ClassDef):
            away += node.decorator_list
        if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
            away.append(node)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            away.append(node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            away.append(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("cast", "TypeVar"):
            away.append(node)
        if isinstance(node, ast.Subscript) and _is_type(node):
            away.append(node)
        for one in away:
            if one is not None:
                found.update(ast.walk(one))
    return found


def _is_type(node: ast.Subscript) -> bool:
    """Whether this names a type, as ``dict[str, int]``."""
    name = ast.unparse(node.value)
    return name in ("dict", "list", "tuple", "set", "Script", "Callable", "Generator", "Mapping")


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    """Return the replacements for a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        new = deepcopy(node)
        new.ops = [COMPARED[type(node.ops[0])]()]
        yield new
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATED and not _is_union(node):
        other: Any = OPERATED[type(node.op)]()
        yield ast.BinOp(deepcopy(node.left), other, deepcopy(node.right))
    elif isinstance(node, ast.BoolOp):
        other = OPERATED[type(node.op)]()
        yield ast.BoolOp(other, deepcopy(node.values))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield deepcopy(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, STATEMENTS):
        yield ast.Pass()


def _is_union(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.BitOr)


def _put(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
                return
            if isinstance(value, list) and any(one is old for one in value):
                value[[one is old for one in value].index(True)] = new
                return


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:67] + "..."
