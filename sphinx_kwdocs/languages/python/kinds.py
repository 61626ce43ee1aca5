"""Decides what sort of thing a Python definition is, from its decorators, bases and annotations as written."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.qualified_names import is_constant_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.languages.python.qualified_names import ClassFlavour, Scope

_ENUMS = frozenset(
    prefix + name for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum") for prefix in ("", "enum.")
)
_FIELD_BASES = frozenset({"NamedTuple", "TypedDict", "BaseModel"})
_FIELD_DECORATORS = frozenset({"dataclass", "define", "frozen", "mutable"})
_ATTRS_DECORATORS = frozenset(
    {"attr.s", "attr.attrs", "attrs"}
    | {f"{module}.{name}" for module in ("attr", "attrs") for name in _FIELD_DECORATORS}
)
_ATTRS_FIELDS = frozenset({"attr.ib", "attr.attrib", "attrib"})
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
_ACCESSOR = re.compile(r"\w+\.(?:setter|getter|deleter)")
_NOT_MEMBERS = frozenset({"property", "staticmethod", "classmethod", "nonmember", "enum.nonmember"})
_TYPE_VARIABLES = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})
_TYPE_ALIAS = re.compile(r"[\"']?(?:\w+\.)*TypeAlias[\"']?")
_NO_FIELD = re.compile(r"[\"']?(?:\w+\.)*(?:ClassVar|KW_ONLY)\b")


def function_kind(scope: Scope, decorators: Sequence[str]) -> str:
    """Return the kind of a function from where it stands and what decorates it."""
    if scope.kind != "class":
        return "function"
    for decorator in decorators:
        if decorator.rpartition(".")[2] in _PROPERTIES or _ACCESSOR.fullmatch(decorator):
            return "property"
    return "method"


def class_flavour(bases: Sequence[str], decorators: Sequence[str], known: Mapping[str, ClassFlavour]) -> ClassFlavour:
    """Return what assignments in a class mean; `known` has the flavours of the file's own classes to inherit."""
    for decorator in decorators:
        name = decorator.partition("(")[0].strip()
        if name in _ATTRS_DECORATORS:
            return "attrs"
        if name in _FIELD_DECORATORS or name.endswith(".dataclass"):
            return "fields"
    for base in bases:
        name = base.partition("[")[0].strip()
        if name in _ENUMS:
            return "enum"
        if name.rpartition(".")[2] in _FIELD_BASES:
            return "fields"
        if flavour := known.get(name):
            return flavour
    return ""


def inherited_flavour(bases: Sequence[str], flavour: ClassFlavour, known: Mapping[str, ClassFlavour]) -> ClassFlavour:
    """Return the flavour that subclasses get: those of enums, typed dictionaries and models, not of dataclasses."""
    if flavour == "enum":
        return flavour
    names = {base.partition("[")[0].strip() for base in bases}
    inherits = any(name.rpartition(".")[2] in {"TypedDict", "BaseModel"} or known.get(name) for name in names)
    return flavour if flavour == "fields" and inherits else ""


def variable_kind(scope: Scope, name: str, annotation: str, value: ast.expr | None) -> str:
    """Return the kind of an assigned name; empty for a marker that is no name at all."""
    called = _called(value)
    kind = "attribute" if scope.kind == "class" else "variable"
    if annotation and _TYPE_ALIAS.fullmatch(annotation):
        kind = "type-alias"
    elif called.rpartition(".")[2] in _TYPE_VARIABLES:
        kind = "type-parameter"
    elif scope.flavour == "enum" and not annotation and _is_member(name, value, called):
        kind = "enum-member"
    elif _is_field(scope, annotation, called):
        kind = "field"
    elif scope.flavour and annotation.rpartition(".")[2] == "KW_ONLY":
        kind = ""
    elif is_constant_name(name):
        kind = "constant"
    return kind


def _is_field(scope: Scope, annotation: str, called: str) -> bool:
    if scope.flavour in {"fields", "attrs"} and annotation:
        return not _NO_FIELD.match(annotation)
    return scope.flavour == "attrs" and called in _ATTRS_FIELDS


def _is_member(name: str, value: ast.expr | None, called: str) -> bool:
    is_sunder = name.startswith("_") and name.endswith("_")
    return not (is_sunder or name.startswith("__") or isinstance(value, ast.Lambda) or called in _NOT_MEMBERS)


def _called(value: ast.expr | None) -> str:
    """Return what a value calls, if that is a name or one attribute of a name."""
    if isinstance(value, ast.Call):
        if isinstance(value.func, ast.Name):
            return value.func.id
        if isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Name):
            return f"{value.func.value.id}.{value.func.attr}"
    return ""
