"""Finds every identifier of a Python file by its syntax: what it is, where it stands, what it is taken from.

It shares no code with the resolver that the scorer judges.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from typing import NamedTuple

from _lines import Lines
from _receivers import Bindings, bindings_of, describe_receiver
from _sites import Definition, FileSites, Site

_PROPERTY = re.compile(r"property|\.(setter|getter|deleter)$")
_FSTRINGS_HAVE_PLACES = sys.version_info >= (3, 12)


class Scope(NamedTuple):
    """A stretch of code with names of its own."""

    kind: str
    """`module`, `class` or `function`."""
    qualname: str
    bindings: Bindings
    first_parameter: str = ""
    """`self` of a method, however it is called."""
    declared_global: frozenset[str] = frozenset()


def read_sites(text: str) -> FileSites:
    """Return the identifiers of a file; none if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return FileSites()
    reader = _Reader(Lines(text))
    reader.run(tree)
    return reader.found


class _Reader(ast.NodeVisitor):
    """Walks one syntax tree."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.found = FileSites()
        self.scopes: list[Scope] = []
        self.context = "read"

    def run(self, tree: ast.Module) -> None:
        """Read a whole module."""
        self.scopes.append(Scope("module", "", bindings_of(tree.body)))
        for statement in tree.body:
            self.visit(statement)

    def site(self, line: int, col: int, text: str, syntax: str, shape: str, receiver: ast.expr | None = None) -> None:
        """Add an identifier."""
        place = self.end_of(receiver) if receiver is not None else None
        self.found.sites[line, col] = Site(line, col, col + len(text), text, syntax, shape, place)

    def define(self, line: int, col: int, kind: str, name: str, group: str = "") -> None:
        """Add a definition in the present scope."""
        prefix = self.scopes[-1].qualname
        self.found.definitions[line, col] = Definition(line, col, kind, f"{prefix}.{name}" if prefix else name, group)

    def start_of(self, node: ast.expr | ast.arg | ast.keyword | ast.alias) -> tuple[int, int]:
        """Return where a node begins."""
        return node.lineno, self.lines.col(node.lineno, node.col_offset)

    def end_of(self, node: ast.expr) -> tuple[int, int] | None:
        """Return where the last identifier of a name or attribute begins."""
        if isinstance(node, ast.Name):
            return self.start_of(node)
        if isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset:
            return node.end_lineno, self.lines.col(node.end_lineno, node.end_col_offset) - len(node.attr)
        return None

    def visit_in(self, context: str, *nodes: ast.AST | None) -> None:
        """Visit nodes that have another function than being read."""
        before, self.context = self.context, context
        for node in nodes:
            if node is not None:
                self.visit(node)
        self.context = before

    def visit_Name(self, node: ast.Name) -> None:
        """Note a name."""
        line, col = self.start_of(node)
        shape = self.context if isinstance(node.ctx, ast.Load) else "write"
        self.site(line, col, node.id, "name", shape)
        if isinstance(node.ctx, ast.Store):
            self.define(line, col, self.variable_kind(node.id), node.id)

    def variable_kind(self, name: str) -> str:
        """Say what an assignment in the present scope makes."""
        scope = self.scopes[-1]
        if scope.kind == "function":
            return "module variable" if name in scope.declared_global else "local"
        return "class variable" if scope.kind == "class" else "module variable"

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Note an attribute."""
        self.visit_in("receiver", node.value)
        place = self.end_of(node)
        if place is None:
            return
        shape = describe_receiver(node.value, self.bindings(), self.own_parameter())
        if not isinstance(node.ctx, ast.Load):
            shape = f"write to: {shape}"
        self.site(*place, node.attr, "attribute", shape, node.value)
        if isinstance(node.ctx, ast.Store):
            owner = self.own_class() if shape == "write to: self" else self.scopes[-1].qualname
            name = f"{owner}.{node.attr}" if owner else node.attr
            self.found.definitions[place] = Definition(*place, "instance attribute", name)

    def bindings(self) -> list[Bindings]:
        """Return the visible bindings, innermost first; classes are seen from their own body only."""
        inner = self.scopes[-1]
        return [scope.bindings for scope in reversed(self.scopes) if scope.kind != "class" or scope is inner]

    def own_class(self) -> str:
        """Return the qualified name of the class whose method this is."""
        return next((scope.qualname for scope in reversed(self.scopes) if scope.kind == "class"), "")

    def own_parameter(self) -> str:
        """Return what `self` is called here."""
        return next((scope.first_parameter for scope in reversed(self.scopes) if scope.first_parameter), "")

    def visit_Call(self, node: ast.Call) -> None:
        """Note keyword arguments."""
        self.visit_in("call", node.func)
        self.visit_in("read", *node.args)
        for keyword in node.keywords:
            if keyword.arg:
                self.site(*self.start_of(keyword), keyword.arg, "keyword", describe_call(node))
            self.visit_in("read", keyword.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Note an f-string; before Python 3.12 its parts have no true places."""
        self.string(node, "f-string")
        if _FSTRINGS_HAVE_PLACES:
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self.visit(part)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Note a string."""
        if isinstance(node.value, str):
            self.string(node, "annotation string" if self.context == "annotation" else "string")

    def string(self, node: ast.expr, kind: str) -> None:
        """Note the extent of a string."""
        end_line, end_col = node.end_lineno or node.lineno, node.end_col_offset or 0
        start = self.start_of(node)
        self.found.strings.append((*start, end_line, self.lines.col(end_line, end_col), kind))

    def visit_Import(self, node: ast.Import) -> None:
        """Note `import a.b as c`."""
        for alias in node.names:
            line, col = self.start_of(alias)
            self.dotted(line, col, alias.name, alias.asname is None)
            self.alias(alias)

    def dotted(self, line: int, col: int, name: str, binds: bool) -> None:
        """Note the parts of a module's name."""
        for number, part in enumerate(name.split(".")):
            self.site(line, col, part, "import", "module in an import")
            if number == 0 and binds:
                self.define(line, col, "import", part)
            col += len(part) + 1

    def alias(self, alias: ast.alias) -> None:
        """Note the name behind `as`."""
        if alias.asname and alias.end_lineno and alias.end_col_offset:
            end = self.lines.col(alias.end_lineno, alias.end_col_offset)
            place = alias.end_lineno, end - len(alias.asname)
            self.site(*place, alias.asname, "import", "name behind as")
            self.define(*place, "import", alias.asname)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Note `from a.b import c as d`."""
        line, col = node.lineno, self.lines.col(node.lineno, node.col_offset) + len("from")
        if node.module:
            first = self.lines.find(node.module.split(".", 1)[0], line, col, line)
            if first and self.lines.lines[line - 1].startswith(node.module, first[1]):
                self.dotted(*first, node.module, binds=False)
        for alias in node.names:
            line, col = self.start_of(alias)
            if alias.name != "*":
                self.site(line, col, alias.name, "import", "name in an import")
                if not alias.asname:
                    self.define(line, col, "import", alias.name)
            self.alias(alias)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit an annotation as such."""
        self.visit_in("write", node.target)
        self.visit_in("annotation", node.annotation)
        self.visit_in("read", node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Note a class and read its body."""
        self.visit_in("decorator", *node.decorator_list)
        self.visit_in("base", *node.bases)
        for keyword in node.keywords:
            self.visit_in("read", keyword.value)
        self.definition(node, "class")
        self.inside(Scope("class", self.join(node.name), bindings_of(node.body)), node.body)

    def join(self, name: str) -> str:
        """Return the qualified name of something in the present scope."""
        prefix = self.scopes[-1].qualname
        return f"{prefix}.{name}" if prefix else name

    def definition(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, kind: str) -> None:
        """Note a definition where its name stands."""
        place = self.lines.find(node.name, node.lineno, self.lines.col(node.lineno, node.col_offset), node.lineno + 9)
        if place:
            decorators = [ast.unparse(item) for item in node.decorator_list]
            group = "overload" if any(item.endswith("overload") for item in decorators) else ""
            if kind == "method" and any(_PROPERTY.search(item) for item in decorators):
                kind, group = "property", "property"
            self.define(*place, kind, node.name, group)

    def inside(self, scope: Scope, body: list[ast.stmt]) -> None:
        """Visit statements in a scope of their own."""
        self.scopes.append(scope)
        self.visit_in("read", *body)
        self.scopes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Note a function and read its body."""
        is_method = self.scopes[-1].kind == "class"
        self.visit_in("decorator", *node.decorator_list)
        self.definition(node, "method" if is_method else "function")
        self.defaults(node.args)
        self.visit_in("annotation", node.returns)
        positional = [*node.args.posonlyargs, *node.args.args]
        first = positional[0].arg if is_method and positional else ""
        globals_ = frozenset(name for item in ast.walk(node) if isinstance(item, ast.Global) for name in item.names)
        scope = Scope("function", self.join(node.name), bindings_of(node.body, node.args), first, globals_)
        self.scopes.append(scope)
        self.parameters(node.args)
        self.scopes.pop()
        self.inside(scope, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  ast's spelling

    def defaults(self, args: ast.arguments) -> None:
        """Visit what parameters are annotated with and default to."""
        self.visit_in("read", *args.defaults, *args.kw_defaults)
        for parameter in _parameters(args):
            self.visit_in("annotation", parameter.annotation)

    def parameters(self, args: ast.arguments) -> None:
        """Note the parameters of a function."""
        for parameter in _parameters(args):
            self.define(*self.start_of(parameter), "parameter", parameter.arg)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Read a lambda."""
        self.visit_in("read", *node.args.defaults, *node.args.kw_defaults)
        self.scopes.append(Scope("function", self.join("<lambda>"), bindings_of([], node.args)))
        self.parameters(node.args)
        self.visit_in("read", node.body)
        self.scopes.pop()

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        """Read a comprehension; the first iterable belongs to the surrounding scope."""
        self.visit_in("read", node.generators[0].iter)
        self.scopes.append(Scope("function", self.scopes[-1].qualname, bindings_of([], None, node.generators)))
        for number, generator in enumerate(node.generators):
            self.visit_in("read", generator.target, *generator.ifs, generator.iter if number else None)
        values = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        self.visit_in("read", *values)
        self.scopes.pop()

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = comprehension  # noqa: N815  ast's spelling

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Note the names of `global` and `nonlocal`."""
        col = self.lines.col(node.lineno, node.col_offset) + len("global")
        for name in node.names:
            place = self.lines.find(name, node.lineno, col, node.end_lineno or node.lineno)
            if place:
                self.site(*place, name, "name", "global statement")

    visit_Nonlocal = visit_Global  # noqa: N815  ast's spelling

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """Note the name behind `except … as`."""
        if node.name and node.type is not None:
            end = node.type.end_lineno or node.lineno
            col = self.lines.col(end, node.type.end_col_offset or 0)
            self.captured(node.name, end, col, node.body[0].lineno)
        self.generic_visit(node)

    def captured(self, name: str, line: int, col: int, last: int) -> None:
        """Define a name that the tree gives no place."""
        place = self.lines.find(name, line, col, last)
        if place:
            self.site(*place, name, "name", "write")
            self.define(*place, self.variable_kind(name), name)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        """Note what a pattern captures."""
        self.generic_visit(node)
        if node.name and node.end_lineno and node.end_col_offset:
            end = self.lines.col(node.end_lineno, node.end_col_offset)
            self.captured(node.name, node.end_lineno, end - len(node.name), node.end_lineno)

    visit_MatchStar = visit_MatchAs  # noqa: N815  ast's spelling


def _parameters(args: ast.arguments) -> list[ast.arg]:
    """Return all parameters of a function."""
    extra = [item for item in (args.vararg, args.kwarg) if item]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]


def describe_call(node: ast.Call) -> str:
    """Say what is called, in words."""
    if isinstance(node.func, ast.Name):
        return "keyword of a call of a name"
    return "keyword of a call of an attribute" if isinstance(node.func, ast.Attribute) else "keyword of another call"
