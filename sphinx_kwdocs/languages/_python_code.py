"""Reads a Python syntax tree for what its statements do with names, and puts the result in its final order."""

from __future__ import annotations

import ast
import re
from array import array
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._python_code_annotations import generic_names, renamed
from sphinx_kwdocs.languages._python_code_attributes import add_symbol, defining
from sphinx_kwdocs.languages._python_code_mentions import has_code_spans, mentions
from sphinx_kwdocs.languages._python_code_passed import find_passed
from sphinx_kwdocs.languages._python_code_state import MENTION
from sphinx_kwdocs.languages._python_code_statements import Statements
from sphinx_kwdocs.python_code import NO_SYMBOL, PythonCode, Site, Uses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_kwdocs.languages._python_lines import SourceLines
    from sphinx_kwdocs.languages._python_symbols import SymbolMaker
    from sphinx_kwdocs.model import Import, Symbol

_LAST_WORD = re.compile(r"(?<!\w)\w+$")
_LONGEST_WORD = 200


def read_code(
    module: ast.Module, text: str, lines: SourceLines, made: SymbolMaker, imports: Sequence[Import], *, is_stub: bool
) -> tuple[PythonCode, tuple[Symbol, ...]]:
    """Return what a module does with names, and its symbols with the attributes that methods define."""
    walk = CodeWalk(lines, made, imports, is_ascii=text.isascii())
    walk.walrus_names = _names_before_walruses(text) if ":=" in text else []
    walk.has_code_spans = "`" in text
    walk.is_deferred = is_stub or "import annotations" in text
    walk.read(module)
    return walk.finish(made)


def _names_before_walruses(text: str) -> list[tuple[int, str]]:
    """Return the names that `:=` may give, each with its line, and perhaps more."""
    found: list[tuple[int, str]] = []
    line = 1
    for part in text.split(":=")[:-1]:
        line += len(split_lines(part)) - 1
        match = _LAST_WORD.search(part[-_LONGEST_WORD:].rstrip())
        if match:
            found.append((line, match[0]))
    return found


class CodeWalk(Statements):
    """One pass over all statements and expressions of a module."""

    __slots__ = ()

    def __init__(self, lines: SourceLines, made: SymbolMaker, imports: Sequence[Import], *, is_ascii: bool) -> None:
        super().__init__(lines, made.symbols, is_ascii=is_ascii)
        self.visit, self.statements = _VISIT, _STATEMENTS
        self.symbol_of = made.numbers
        self.import_at = {each.span[:2]: number for number, each in enumerate(imports)}
        self.renamed, self.generic_names = renamed(imports), generic_names(imports)
        self.stars = []
        self.assignments = []
        self.receivers = {}
        self.returned, self.yielded = [], []
        self.holder = 0, self.first, self.bound, self.outer
        self._classes = {}

    def read(self, module: ast.Module) -> None:
        """Read the whole module."""
        self.mentions(module.body, 0)
        self.whole_body(module.body)
        self.close_scope(0, self.first, self.bound)

    def mentions(self, body: Sequence[ast.stmt], scope: int) -> None:
        """Note what the docstring of a body mentions, as seen from a scope."""
        if not self.has_code_spans or not has_code_spans(body):
            return
        for line, col, dotted in mentions(body, self.lines.lines):
            first, *rest = dotted.split(".")
            # Nothing has been read of a function yet but its parameters.
            number = self.env.get(first) or self.numbers["name", scope, first]
            for part in rest:
                number = self.numbers["attr", number, part]
            self.placed.append((line, col, col + len(dotted), number, MENTION, self.scope))

    def finish(self, made: SymbolMaker) -> tuple[PythonCode, tuple[Symbol, ...]]:
        """Return everything in its final order and numbers."""
        self._reach_out()
        exprs = list(self.numbers)
        for number, expr in self.heads.items():
            exprs[number] = expr
        symbols, renumbered, attributes = self._attributes(made)
        for site, symbol in attributes.items():
            each = self.sites[site]
            self.sites[site] = (*each[:5], symbol, each[6])
        rows: Sequence[tuple[Any, ...]] = self.sites
        if any(new != old for old, new in enumerate(renumbered[:-1])):
            rows = [row if row[5] == NO_SYMBOL else (*row[:5], renumbered[row[5]], row[6]) for row in rows]
        sites = list(map(partial(tuple.__new__, Site), rows))  # as `Site(*row)`, but not one by one
        for scope in self.scopes:
            scope.symbol = renumbered[scope.symbol]
        code = PythonCode(
            exprs,
            self.scopes,
            sites,
            self.functions,
            self.classes,
            tuple(self.stars),
            self._sorted_uses(),
            tuple(dict.fromkeys(self.nameless)),
            self.fills,
            find_passed(self.passing, self.handed, exprs, self.scopes, self.classes) if self.passing else {},
        )
        return code, symbols

    def _reach_out(self) -> None:
        """Let names that functions give to an outer scope be what that scope's names may be."""
        for scope, name, number, site in self.reaching_out:
            owner = 0
            if not self.scopes[scope].outer[name]:
                owner = self.scopes[scope].parent
                while owner and (self.scopes[owner].kind == "class" or name not in self.scopes[owner].first):
                    owner = self.scopes[owner].parent
                if not owner:
                    continue
            outer = self.scopes[owner]
            outer.first.setdefault(name, site)
            outer.ends[name] = self.phi([outer.ends[name], number]) if name in outer.ends else number
            given = self.sites[site]
            symbol = self.sites[outer.first[name]][5]
            self.sites[site] = (*given[:3], owner, given[4], symbol, given[6])

    def _attributes(self, made: SymbolMaker) -> tuple[tuple[Symbol, ...], list[int], dict[int, int]]:
        """Make the symbols of attributes; return all symbols, their new numbers by the old, and those of the sites."""
        chosen = defining(self.assignments, self.scopes)
        numbers: dict[tuple[int, str], int] = {}
        for key, assigned in chosen.items():
            owner = self.scopes[assigned.cls].symbol
            if owner != NO_SYMBOL:
                numbers[key] = len(made.symbols)
                add_symbol(assigned, made.symbols[owner], made)
        sites: dict[int, int] = {}
        for each in self.assignments:
            key = each.cls, each.name
            first = self.scopes[each.cls].first.get(each.name)
            sites[each.site] = self.sites[first][5] if first is not None else numbers.get(key, NO_SYMBOL)
            if chosen.get(key) is not each:
                self.uses.append(each.use)
        order = sorted(range(len(made.symbols)), key=lambda number: made.symbols[number].span)
        renumbered = [NO_SYMBOL] * (len(order) + 1)  # the last is for -1
        for new, old in enumerate(order):
            renumbered[old] = new
        return tuple([made.symbols[number] for number in order]), renumbered, sites

    def _sorted_uses(self) -> Uses:
        rows = self.uses
        if not self.is_ascii:
            wide = self.lines.wide
            rows = [(*self.placed_name(row), *row[3:]) if row[0] in wide else row for row in rows]
        rows += self.placed
        rows.sort()
        uses = Uses()
        if rows:
            lines, cols, ends, exprs, roles, scopes = zip(*rows, strict=True)
            uses.lines, uses.cols, uses.ends = array("I", lines), array("I", cols), array("I", ends)
            uses.exprs, uses.roles, uses.scopes = array("I", exprs), bytearray(roles), array("I", scopes)
        return uses


# In dictionaries, and plain ones, because nothing is looked up as often. What a newer Python than this adds is read for
# its parts if it is an expression, and skipped if it is a statement.
_VISIT: dict[type[ast.AST], Any] = dict.fromkeys(ast.expr.__subclasses__(), CodeWalk.fallback)
_STATEMENTS: dict[type[ast.AST], Any] = dict.fromkeys(ast.stmt.__subclasses__(), CodeWalk.pass_)
_VISIT.update(
    {
        ast.Name: CodeWalk.name,
        ast.Attribute: CodeWalk.attribute,
        ast.Call: CodeWalk.call,
        ast.Subscript: CodeWalk.chain,
        ast.Constant: CodeWalk.constant,
        ast.List: CodeWalk.list_display,
        ast.Set: CodeWalk.set_display,
        ast.Tuple: CodeWalk.tuple_display,
        ast.Dict: CodeWalk.dict_display,
        ast.Starred: CodeWalk.starred,
        ast.BinOp: CodeWalk.operation,
        ast.UnaryOp: CodeWalk.unary_operation,
        ast.BoolOp: CodeWalk.several,
        ast.Compare: CodeWalk.comparison,
        ast.IfExp: CodeWalk.conditional,
        ast.JoinedStr: CodeWalk.formatted,
        ast.FormattedValue: CodeWalk.formatted_value,
        ast.Slice: CodeWalk.slice,
        ast.Await: CodeWalk.awaited,
        ast.Yield: CodeWalk.yield_,
        ast.YieldFrom: CodeWalk.yield_from,
        ast.NamedExpr: CodeWalk.walrus,
        ast.Lambda: CodeWalk.lambda_,
        ast.ListComp: CodeWalk.list_comprehension,
        ast.SetComp: CodeWalk.set_comprehension,
        ast.DictComp: CodeWalk.dict_comprehension,
        ast.GeneratorExp: CodeWalk.generator,
    }
)
_STATEMENTS.update(
    {
        ast.Expr: CodeWalk.expression,
        ast.Assign: CodeWalk.assign,
        ast.AnnAssign: CodeWalk.annotated,
        ast.AugAssign: CodeWalk.augment,
        ast.Return: CodeWalk.return_,
        ast.Raise: CodeWalk.raise_,
        ast.Assert: CodeWalk.assert_,
        ast.Delete: CodeWalk.delete,
        ast.Break: CodeWalk.break_,
        ast.Continue: CodeWalk.continue_,
        ast.Pass: CodeWalk.pass_,
        ast.Global: CodeWalk.outer_names,
        ast.Nonlocal: CodeWalk.outer_names,
        ast.Import: CodeWalk.import_,
        ast.ImportFrom: CodeWalk.import_from,
        ast.If: CodeWalk.if_,
        ast.For: CodeWalk.for_,
        ast.AsyncFor: CodeWalk.for_,
        ast.While: CodeWalk.while_,
        ast.Try: CodeWalk.try_,
        ast.TryStar: CodeWalk.try_,
        ast.With: CodeWalk.with_,
        ast.AsyncWith: CodeWalk.with_,
        ast.Match: CodeWalk.match,
        ast.FunctionDef: CodeWalk.function,
        ast.AsyncFunctionDef: CodeWalk.function,
        ast.ClassDef: CodeWalk.class_,
    }
)
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = CodeWalk.type_alias
