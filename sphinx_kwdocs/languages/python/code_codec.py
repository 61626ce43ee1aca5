"""Turns the code of a Python file into bytes and back, exactly: those of `marshal`, which run nothing when read."""

from __future__ import annotations

import marshal
from dataclasses import fields
from itertools import starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.fast_frozen import tuple_maker
from sphinx_kwdocs.model.python_code import ClassCode, FunctionCode, Parameter, PythonCode, Scope, Site, Uses

if TYPE_CHECKING:
    from collections.abc import Callable

_new_site, _new_parameter = tuple_maker(Site), tuple_maker(Parameter)
_USES = ("exprs", "lines", "cols", "ends", "scopes")


def _getter(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*(item.name for item in fields(cls)))


_scope_values, _function_values, _class_values = _getter(Scope), _getter(FunctionCode), _getter(ClassCode)


def encode_python(code: PythonCode) -> bytes:
    """Return the code as bytes."""
    functions = {
        scope: (tuple(map(tuple, item.parameters)), *_function_values(item)[1:])
        for scope, item in code.functions.items()
    }
    return marshal.dumps(
        (
            code.exprs,
            list(map(_scope_values, code.scopes)),
            list(map(tuple, code.sites)),
            functions,
            {scope: _class_values(item) for scope, item in code.classes.items()},
            code.stars,
            (*(getattr(code.uses, name).tobytes() for name in _USES), bytes(code.uses.roles)),
            code.calls,
            code.fills,
            code.passed,
        )
    )


def decode_python(data: bytes) -> PythonCode:
    """Return the code that bytes hold."""
    exprs, scopes, sites, functions, classes, stars, uses, *rest = marshal.loads(data)  # noqa: S302  runs no code; the store vouches for it
    calls, fills, passed = rest
    columns = Uses()
    *numbers, roles = uses
    for name, column in zip(_USES, numbers, strict=True):
        getattr(columns, name).frombytes(column)
    columns.roles.extend(roles)
    return PythonCode(
        exprs=exprs,
        scopes=list(starmap(Scope, scopes)),
        sites=list(map(_new_site, sites)),
        functions={
            scope: FunctionCode(tuple(map(_new_parameter, parameters)), *rest)
            for scope, (parameters, *rest) in functions.items()
        },
        classes={scope: ClassCode(*row) for scope, row in classes.items()},
        stars=stars,
        uses=columns,
        calls=calls,
        fills=fills,
        passed=passed,
    )
