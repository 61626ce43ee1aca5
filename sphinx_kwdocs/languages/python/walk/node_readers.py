"""Which function of the walk reads which node of a Python syntax tree.

In dictionaries, and plain ones, because nothing is looked up as often. What a newer Python than this adds is read for
its parts if it is an expression, and skipped if it is a statement.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages.python.walk import (
    assignments,
    comprehensions,
    control_flow,
    definitions,
    expressions,
    formatted_strings,
    imports,
    narrowing,
    statements,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.languages.python.walk.state import WalkState

EXPRESSION_READERS: dict[type[ast.AST], Callable[[WalkState, Any, int], int]] = {
    **dict.fromkeys(ast.expr.__subclasses__(), expressions.read_parts),
    ast.Name: expressions.read_name,
    ast.Attribute: expressions.read_attribute,
    ast.Call: expressions.read_call,
    ast.Subscript: expressions.read_chain,
    ast.Constant: expressions.read_constant,
    ast.List: expressions.read_list,
    ast.Set: expressions.read_set,
    ast.Tuple: expressions.read_tuple,
    ast.Dict: expressions.read_dict,
    ast.Starred: expressions.read_starred,
    ast.BinOp: expressions.read_operation,
    ast.UnaryOp: expressions.read_unary,
    ast.BoolOp: narrowing.read_several,
    ast.Compare: narrowing.read_comparison,
    ast.IfExp: narrowing.read_conditional,
    ast.JoinedStr: formatted_strings.read_formatted,
    ast.FormattedValue: formatted_strings.read_formatted_value,
    ast.Slice: expressions.read_slice,
    ast.Await: expressions.read_await,
    ast.Yield: expressions.read_yield,
    ast.YieldFrom: expressions.read_yield_from,
    ast.NamedExpr: assignments.read_walrus,
    ast.Lambda: definitions.read_lambda,
    ast.ListComp: comprehensions.read_list_comprehension,
    ast.SetComp: comprehensions.read_set_comprehension,
    ast.DictComp: comprehensions.read_dict_comprehension,
    ast.GeneratorExp: comprehensions.read_generator,
}
STATEMENT_READERS: dict[type[ast.AST], Callable[[WalkState, Any], bool | None]] = {
    **dict.fromkeys(ast.stmt.__subclasses__(), statements.read_nothing),
    ast.Expr: statements.read_expression,
    ast.Assign: statements.read_assignment,
    ast.AnnAssign: statements.read_annotated_assignment,
    ast.AugAssign: statements.read_augmented_assignment,
    ast.Return: statements.read_return,
    ast.Raise: statements.read_raise,
    ast.Assert: statements.read_assert,
    ast.Delete: statements.read_delete,
    ast.Break: statements.read_break,
    ast.Continue: statements.read_continue,
    ast.Global: statements.read_outer_names,
    ast.Nonlocal: statements.read_outer_names,
    ast.Import: imports.read_import,
    ast.ImportFrom: imports.read_import_from,
    ast.If: control_flow.read_if,
    ast.For: control_flow.read_for,
    ast.AsyncFor: control_flow.read_for,
    ast.While: control_flow.read_while,
    ast.Try: control_flow.read_try,
    ast.TryStar: control_flow.read_try,
    ast.With: control_flow.read_with,
    ast.AsyncWith: control_flow.read_with,
    ast.Match: control_flow.read_match,
    ast.FunctionDef: definitions.read_function,
    ast.AsyncFunctionDef: definitions.read_function,
    ast.ClassDef: definitions.read_class,
}
if hasattr(ast, "TypeAlias"):
    STATEMENT_READERS[ast.TypeAlias] = statements.read_type_alias
