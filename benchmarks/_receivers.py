"""Says in words what an attribute is taken from, so that misses can be counted by their cause."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Bindings = dict[str, list[str]]
"""How each name of a scope is bound, in words."""


def describe_receiver(node: ast.expr, scopes: Iterable[Bindings], own: str) -> str:  # noqa: PLR0911  one case a shape
    """Say what kind of expression an attribute is taken from; `own` is what `self` is called."""
    match node:
        case ast.Name(id=name) if name == own:
            return "self" if name != "cls" else "cls"
        case ast.Name(id=name):
            for bindings in scopes:
                if name in bindings:
                    kinds = bindings[name]
                    return f"name: {kinds[0]}" + (" (bound several times)" if len(set(kinds)) > 1 else "")
            return "name: not bound in the file"
        case ast.Attribute(value=ast.Name(id=name)) if name == own:
            return "self attribute"
        case ast.Attribute():
            return "attribute chain"
        case ast.Call(func=ast.Name(id="super")):
            return "super()"
    return f"result of {describe_value(node)}"


def describe_value(node: ast.expr | None) -> str:  # noqa: PLR0911  one case a shape
    """Say what kind of expression a value is."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in {"zip", "enumerate", "reversed", "sorted", "map", "filter"}:
            return f"{name}()"
        case ast.Call(func=ast.Name()):
            return "call of a name"
        case ast.Call(func=ast.Attribute(attr=name)) if name in {"items", "values", "keys", "get", "pop", "copy"}:
            return f".{name}()"
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")))):
            return "call of super().method"
        case ast.Call(func=ast.Attribute()):
            return "call of an attribute"
        case ast.IfExp() | ast.BoolOp():
            return "a conditional"
        case ast.List() | ast.Dict() | ast.Set() | ast.Tuple():
            return "a display"
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return "a comprehension"
        case None:
            return "nothing"
    names = {"Name": "another name", "Attribute": "an attribute", "Constant": "a constant", "Subscript": "a subscript"}
    return names.get(type(node).__name__, type(node).__name__)


def bindings_of(
    body: Sequence[ast.stmt], args: ast.arguments | None = None, generators: Sequence[ast.comprehension] = ()
) -> Bindings:
    """Return how the names of one scope are bound; nested scopes are left out."""
    found: Bindings = {}
    for name, kind in _parameters(args) if args else ():
        found.setdefault(name, []).append(kind)
    for generator in generators:
        _bind(found, generator.target, f"comprehension variable over {describe_value(generator.iter)}")
    pending: list[ast.AST] = [*reversed(body)]
    while pending:
        node = pending.pop()
        for name, kind in _bound_by(node):
            found.setdefault(name, []).append(kind)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))
    return found


def _parameters(args: ast.arguments) -> Iterator[tuple[str, str]]:
    """Yield parameters with their kind."""
    for item in [*args.posonlyargs, *args.args, *args.kwonlyargs]:
        yield item.arg, "annotated parameter" if item.annotation else "parameter without annotation"
    for extra in (args.vararg, args.kwarg):
        if extra:
            yield extra.arg, "star parameter"


def _bound_by(node: ast.AST) -> list[tuple[str, str]]:  # noqa: C901  one case a statement
    """Return the names that one statement or expression binds, with how."""
    found: Bindings = {}
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind(found, target, f"assigned from {describe_value(value)}")
        case ast.AnnAssign(target=target):
            _bind(found, target, "annotated variable")
        case ast.NamedExpr(target=target, value=value):
            _bind(found, target, f"assigned from {describe_value(value)}")
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            _bind(found, target, f"loop variable over {describe_value(value)}")
        case ast.withitem(context_expr=value, optional_vars=target) if target is not None:
            _bind(found, target, f"with {describe_value(value)}")
        case ast.ExceptHandler(name=str(name)):
            found[name] = ["exception"]
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            found[name] = ["match capture"]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            found[name] = ["function"]
        case ast.ClassDef(name=name):
            found[name] = ["class"]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                found[alias.asname or alias.name.split(".", 1)[0]] = ["import"]
    return [(name, kind) for name, kinds in found.items() for kind in kinds]


def _bind(found: Bindings, target: ast.expr, kind: str) -> None:
    """Note the names of an assignment's target."""
    match target:
        case ast.Name(id=name):
            found.setdefault(name, []).append(kind)
        case ast.Starred(value=value):
            _bind(found, value, kind)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                _bind(found, part, kind if kind.startswith("unpacked") else f"unpacked, {kind}")
