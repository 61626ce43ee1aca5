"""Knows conditions that are settled before a program runs: what type checkers read, the system, Python's version.

Where such a condition gives a name two definitions, one has to be chosen: the one for type checkers, for Linux, and
for the newest Python.
"""

from __future__ import annotations

import ast

from sphinx_kwdocs.languages.python.exports import type_checking_branch

_SYSTEM = {("sys", "platform"): "linux", ("os", "name"): "posix"}


def decided(test: ast.expr) -> bool | None:
    """Return which branch of a condition is taken, or None if that is only known when the program runs."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decided(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compared(test.left, test.ops[0], test.comparators[0])
    if isinstance(test, ast.Call):
        return _begins(test)
    if isinstance(test, ast.BoolOp):
        # One part that fails settles `and`, one that holds settles `or`.
        answers = {decided(each) for each in test.values}
        settled = isinstance(test.op, ast.Or)
        return settled if settled in answers else None if None in answers else not settled
    return type_checking_branch(test)


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool | None:
    system = _SYSTEM.get(_pair(left))
    if system is not None and isinstance(right, ast.Constant):
        if isinstance(operator, ast.Eq):
            return right.value == system
        return right.value != system if isinstance(operator, ast.NotEq) else None
    is_version = _pair(left) == ("sys", "version_info") and isinstance(right, ast.Tuple)
    if isinstance(left, ast.Subscript) and _pair(left.value) == ("sys", "version_info"):
        # `sys.version_info[0] < 3`, of a time when there were two.
        is_version = isinstance(left.slice, (ast.Constant, ast.Slice)) and getattr(left.slice, "value", 0) == 0
    if not is_version:
        return None
    if isinstance(right, ast.Tuple) and isinstance(operator, (ast.Eq, ast.NotEq)):
        return isinstance(operator, ast.NotEq)  # the newest Python is none that is named
    if isinstance(operator, (ast.Gt, ast.GtE)):
        return True
    return False if isinstance(operator, (ast.Lt, ast.LtE)) else None


def _begins(test: ast.Call) -> bool | None:
    """Decide `sys.platform.startswith("win")`."""
    function = test.func
    if not isinstance(function, ast.Attribute) or function.attr != "startswith" or len(test.args) != 1:
        return None
    system, start = _SYSTEM.get(_pair(function.value)), test.args[0]
    if system is None or not isinstance(start, ast.Constant) or not isinstance(start.value, str):
        return None
    return system.startswith(start.value)


def _pair(node: ast.expr) -> tuple[str, str]:
    """Return the two names of `sys.platform` and the like."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id, node.attr
    return "", ""
