"""Writes how Python functions, classes and variables are declared, on one line, in the words of their source."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages.python.source_lines import SourceLines

_DEFAULT_LIMIT = 60
_VALUE_LIMIT = 80


def function_signature(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: SourceLines) -> str:
    """Return `(a, b: int = 3, *, c) -> str`."""
    text = f"{type_parameters(node, lines)}({_parameters(node.args, lines)})"
    return f"{text} -> {lines.text_of(node.returns)}" if node.returns else text


def class_signature(node: ast.ClassDef, bases: Sequence[str], lines: SourceLines) -> str:
    """Return `(Base, metaclass=M)`, or nothing for a class without either."""
    parts = list(bases)
    for keyword in node.keywords:
        value = lines.text_of(keyword.value)
        parts.append(f"{keyword.arg}={value}" if keyword.arg else f"**{value}")
    inner = f"({', '.join(parts)})" if parts else ""
    return type_parameters(node, lines) + inner


def type_parameters(node: ast.AST, lines: SourceLines) -> str:
    """Return `[T, *Ts]`, or nothing; Python before 3.12 has none."""
    parameters = getattr(node, "type_params", None)
    return f"[{', '.join(lines.text_of(each) for each in parameters)}]" if parameters else ""


def value_signature(annotation: str, value: ast.expr | None, lines: SourceLines) -> str:
    """Return `: int = 3`, or as much of it as there is."""
    left = f": {annotation}" if annotation else ""
    if value is None:
        return left
    return f"{left} = {lines.text_of(value, _VALUE_LIMIT)}".lstrip()


def _parameters(args: ast.arguments, lines: SourceLines) -> str:
    parts: list[str] = []
    positional = args.posonlyargs + args.args
    first_default = len(positional) - len(args.defaults)
    for index, arg in enumerate(positional):
        default = args.defaults[index - first_default] if index >= first_default else None
        parts.append(_parameter(arg, default, lines))
    if args.posonlyargs:
        parts.insert(len(args.posonlyargs), "/")
    if args.vararg:
        parts.append("*" + _parameter(args.vararg, None, lines))
    elif args.kwonlyargs:
        parts.append("*")
    parts += [_parameter(arg, default, lines) for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    if args.kwarg:
        parts.append("**" + _parameter(args.kwarg, None, lines))
    return ", ".join(parts)


def _parameter(arg: ast.arg, default: ast.expr | None, lines: SourceLines) -> str:
    text = arg.arg if arg.annotation is None else f"{arg.arg}: {lines.text_of(arg.annotation)}"
    if default is None:
        return text
    value = lines.text_of(default, _DEFAULT_LIMIT)
    if isinstance(default, ast.NamedExpr):  # its parentheses are no part of the node, but needed here
        value = f"({value})"
    return f"{text}={value}" if arg.annotation is None else f"{text} = {value}"
