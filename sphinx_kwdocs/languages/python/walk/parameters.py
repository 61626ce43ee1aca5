"""Reads the parameters of Python functions and lambdas: their headers outside, and what they bind inside."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages.python.walk.annotations import read_annotation
from sphinx_kwdocs.languages.python.walk.calls import expect_type
from sphinx_kwdocs.languages.python.walk.parameter_calls import may_be_called
from sphinx_kwdocs.languages.python.walk.state import Receiver
from sphinx_kwdocs.model.index import READ
from sphinx_kwdocs.model.python_code import NO_SYMBOL, UNKNOWN, Parameter, ParameterKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.languages.python.walk.state import WalkState
    from sphinx_kwdocs.model.python_code import FunctionCode

_parameter = partial(tuple.__new__, Parameter)  # as `Parameter(…)`, which takes longer


class HeaderParameter(NamedTuple):
    """A parameter as a header has it."""

    arg: ast.arg
    """Its node."""
    kind: ParameterKind
    """How it is given."""
    annotation: int
    """Its type."""
    default: int
    """Its default."""


def read_header(walk: WalkState, args: ast.arguments) -> list[HeaderParameter]:
    """Read the defaults and annotations of all parameters."""
    header: list[HeaderParameter] = []
    positional = args.posonlyargs + args.args
    bare = len(positional) - len(args.defaults)
    for index, arg in enumerate(positional):
        default = args.defaults[index - bare] if index >= bare else None
        header.append(_read_parameter(walk, arg, "positional" if index < len(args.posonlyargs) else "any", default))
    if args.vararg:
        header.append(_read_parameter(walk, args.vararg, "rest"))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        header.append(_read_parameter(walk, arg, "keyword", default))
    if args.kwarg:
        header.append(_read_parameter(walk, args.kwarg, "options"))
    return header


def _read_parameter(
    walk: WalkState, arg: ast.arg, kind: ParameterKind, default: ast.expr | None = None
) -> HeaderParameter:
    annotation = read_annotation(walk, arg.annotation) if arg.annotation is not None else UNKNOWN
    value = UNKNOWN
    if default is not None:
        value = walk.readers[type(default)](walk, default, READ)
        expect_type(walk, value, annotation)
    return HeaderParameter(arg, kind, annotation, value)


def bind_parameters(walk: WalkState, scope: int, header: list[HeaderParameter]) -> tuple[Parameter, ...]:
    """Bind parameters, as `bind` does; but they are neither symbols nor names of other scopes."""
    env, names, numbers, sites = walk.frame.env, walk.frame.names, walk.numbers, walk.sites
    parameters = []
    for index, (arg, kind, annotation, default) in enumerate(header):
        name, line = arg.arg, arg.lineno
        site = len(sites)
        parameters.append(_parameter((name, kind, site, annotation, default)))
        col = walk.source.column(line, arg.col_offset)
        sites.append((name, line, col, scope, "parameter", NO_SYMBOL, annotation))
        number = numbers["bind", site, numbers["param", scope, index]]
        if not annotation or may_be_called(arg.annotation):
            walk.callable_parameters.bindings.add(number)
        env.set(name, number)
        names.first.setdefault(name, site)
        names.bound.append((name, number))
        if annotation:
            walk.scopes[scope].declared[name] = annotation
    return tuple(parameters)


def receivers_behind(receivers: Mapping[str, Receiver], parameters: tuple[Parameter, ...]) -> Mapping[str, Receiver]:
    """Return those of the methods around that are still seen behind parameters of the same name."""
    if not receivers:
        return {}
    names = {parameter.name for parameter in parameters}
    return {name: receiver for name, receiver in receivers.items() if name not in names}


def method_receiver(
    walk: WalkState, node: ast.FunctionDef | ast.AsyncFunctionDef, code: FunctionCode, cls: int
) -> dict[str, Receiver]:
    """Return the first parameter of a method, if it has one."""
    if not code.parameters or code.parameters[0].kind not in {"positional", "any"}:
        return {}
    if any(isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in node.decorator_list):
        return {}
    name = code.parameters[0].name
    number = walk.frame.env[name]
    walk.callable_parameters.bindings.discard(number)
    return {name: Receiver(cls, number, node.name == "__init__")}
