"""Says which kinds of symbols the objects of Sphinx's domains can be, and in which languages they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_C_FAMILY = frozenset({"c", "c_header", "cpp", "cuda", "objective_cpp"})
DOMAIN_LANGUAGES: Mapping[str, frozenset[str]] = {
    "c": _C_FAMILY,
    "cpp": _C_FAMILY,
    "js": frozenset({"javascript", "typescript"}),
}
"""The languages of the domains that name no modules as Python does."""

_CLASS = frozenset({"class", "type-alias", "type-parameter"})
_FUNCTION = frozenset({"function"})
_METHOD = frozenset({"method"})
_ATTRIBUTE = frozenset({"attribute", "property", "field", "enum-member", "constant"})
_USUAL: Mapping[str, frozenset[str]] = {
    "class": _CLASS,
    "exception": _CLASS,
    "type": _CLASS,
    "function": _FUNCTION,
    "decorator": _FUNCTION,
    "method": _METHOD,
    "classmethod": _METHOD,
    "staticmethod": _METHOD,
    "decoratormethod": _METHOD,
    "attribute": _ATTRIBUTE,
    "property": _ATTRIBUTE,
    "data": frozenset({"variable", "constant", "type-alias", "type-parameter"}),
}
_NEVER: Mapping[str, frozenset[str]] = {
    "class": frozenset({"method", "property", "enum-member"}),
    "exception": frozenset({"function", "method", "property", "enum-member"}),
    "type": frozenset({"function", "method", "property", "enum-member"}),
    "function": frozenset({"property", "enum-member", "type-alias", "type-parameter"}),
    "property": frozenset({"class", "function", "enum-member", "type-alias"}),
    "data": frozenset({"method", "property"}),
}


def is_of_kind(kind: str, symbol_kind: str) -> bool:
    """Tell whether an object of the Python domain is usually such a symbol; any is if the kind is not given."""
    return not kind or symbol_kind in _USUAL.get(kind, frozenset())


def contradicts(kind: str, symbol_kind: str) -> bool:
    """Tell whether an object of the Python domain can never be such a symbol, whatever an author calls it.

    A function may be documented as a class and a class as a function, and an alias of either is a variable here.
    """
    return kind == "module" or symbol_kind in _NEVER.get(kind, frozenset())
