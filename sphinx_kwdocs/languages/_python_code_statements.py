"""Reads the simple statements of Python, and sees to it that one that is nested too deeply costs only itself."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._python_code_flow import Flow
from sphinx_kwdocs.languages._python_code_state import IMPORT, MENTION, READ
from sphinx_kwdocs.python_code import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FROM = re.compile(r"from\s*+\.*+\s*+(\w++(?:\.\w++)*+)\s++import\b")
_LEAVING = frozenset({("sys", "exit"), ("os", "_exit"), ("os", "abort")})
_WORD = re.compile(r"\w+")


class Statements(Flow):
    """The part of the walk that reads simple statements."""

    __slots__ = ()

    import_at: Mapping[tuple[int, int], int]
    stars: list[int]

    def body(self, statements: Sequence[ast.stmt]) -> bool:
        """Read statements; tell whether control does not come out behind them."""
        is_ended, handlers = False, self.statements
        for self.index_now, node in enumerate(statements):
            self.body_now = statements
            if handlers[type(node)](self, node):
                is_ended = True
        return is_ended

    def whole_body(self, statements: Sequence[ast.stmt]) -> None:
        """Read all statements of a scope; one that is nested too deeply is left out."""
        handlers, index, state = self.statements, 0, self.state()
        while index < len(statements):
            try:
                # Goes on where a statement failed.
                for index, node in enumerate(statements[index:], index):  # noqa: B020
                    self.body_now, self.index_now = statements, index
                    handlers[type(node)](self, node)
            except RecursionError:
                self.restore(state)
            index += 1

    def expression(self, node: ast.Expr) -> bool:
        """Read an expression that stands alone; `sys.exit()` is the end of a way."""
        value = node.value
        if isinstance(value, ast.Constant):
            return False
        self.visit[type(value)](self, value, READ)
        if isinstance(value, ast.Call):
            function = value.func
            if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
                if function.value.id == "__all__":
                    self._exported(value.args)
                return (function.value.id, function.attr) in _LEAVING
        return False

    def assign(self, node: ast.Assign) -> None:
        """Read an assignment; in `a, b = 1, 2` each name gets its own value."""
        value, true, false = self.condition_of(node.value)
        for target in node.targets:
            if type(target) is not ast.Name:
                self.target(target, value)
                continue
            line, name = target.lineno, target.id
            col = target.col_offset if self.is_ascii else self.column(line, target.col_offset)
            number = self.assigned_name(name, line, col, value)
            if true or false:
                self.note_alias(number, true, false)
            if name == "__all__":
                self._exported([node.value])

    def annotated(self, node: ast.AnnAssign) -> None:
        """Read `x: T = v`."""
        declared = self.annotation(node.annotation)
        if node.value is not None:
            is_alias = self.form_of(node.annotation) == "TypeAlias"
            value = self.type_argument(node.value) if is_alias else self.visit[type(node.value)](self, node.value, READ)
            self.expect(value, declared)
        else:
            value = self.numbers["typed", declared] if declared else UNKNOWN
        target = node.target
        before = self.env.get(target.id) if isinstance(target, ast.Name) else None
        self.target(target, value, declared)
        if not isinstance(target, ast.Name):
            return
        if node.value is None and self.is_named:
            # In a module or a class, this declares a name but gives it no value: until then it means what it did.
            self.set(target.id, before)
        elif target.id == "__all__" and node.value is not None:
            self._exported([node.value])

    def augment(self, node: ast.AugAssign) -> None:
        """Read `x += v`."""
        self.augmented(node)
        if isinstance(node.target, ast.Name) and node.target.id == "__all__":
            self._exported([node.value])

    def _exported(self, values: list[ast.expr]) -> None:
        """Note what the strings of `__all__` mention."""
        if self.scope:
            return
        stack = list(reversed(values))
        while stack:
            each = stack.pop()
            if isinstance(each, ast.BinOp):
                stack += [each.right, each.left]
            elif isinstance(each, (ast.List, ast.Tuple)):
                stack += reversed(each.elts)
            elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isidentifier():
                self.quoted_use(each, self.numbers["name", 0, each.value], MENTION)

    def return_(self, node: ast.Return) -> bool:
        """Read `return e`."""
        if node.value is not None:
            self.returned.append(self.visit[type(node.value)](self, node.value, READ))
        else:
            self.returned.append(self.numbers["const", "NoneType", None])
        return True

    def raise_(self, node: ast.Raise) -> bool:
        """Read `raise e from e`."""
        for each in (node.exc, node.cause):
            if each is not None:
                number = self.visit[type(each)](self, each, READ)
                if number and type(each) is not ast.Call:
                    self.nameless.append((number, self.scope))  # a class is called for its instance
        return True

    def assert_(self, node: ast.Assert) -> bool:
        """Read an assertion, which holds from here on."""
        _, true, false = self.test(node.test)
        if node.msg is not None:
            mark, walruses = len(self.trail), len(self.walruses)
            self.suppose(false)
            self.visit[type(node.msg)](self, node.msg, READ)
            self.revert(mark, walruses)
        self.suppose(true)
        return isinstance(node.test, ast.Constant) and not node.test.value

    def delete(self, node: ast.Delete) -> None:
        """Read `del x`."""
        for each in node.targets:
            self.deleted(each)

    def break_(self, _node: ast.Break) -> bool:
        """Leave a loop."""
        if self.loop is not None:
            self.jump(self.loop, self.loop.breaks)
        return True

    def continue_(self, _node: ast.Continue) -> bool:
        """Go to the next round of a loop."""
        if self.loop is not None:
            self.jump(self.loop, self.loop.continues)
        return True

    def pass_(self, _node: ast.Pass) -> None:
        """Do nothing."""

    def yield_(self, node: ast.Yield, _role: int) -> int:
        """Read `yield e`."""
        self.is_generator = True
        if node.value is not None:
            self.yielded.append(self.visit[type(node.value)](self, node.value, READ))
        # Only an annotation says what a caller sends.
        code = self.functions.get(self.scope)
        return self.numbers["sent", self.scope] if code is not None and code.annotation else UNKNOWN

    def yield_from(self, node: ast.YieldFrom, _role: int) -> int:
        """Read `yield from e`."""
        self.is_generator = True
        number = self.visit[type(node.value)](self, node.value, READ)
        self.yielded.append(self.numbers["element", number] if number else UNKNOWN)
        return self.numbers["from", number] if number else UNKNOWN

    def outer_names(self, node: ast.Global | ast.Nonlocal) -> None:
        """Read `global x` and `nonlocal x`."""
        outer, is_global = self.scopes[self.scope].outer, isinstance(node, ast.Global)
        line = node.lineno
        text = self.lines.lines[line - 1]
        places = {match[0]: match for match in _WORD.finditer(text, self.column(line, node.col_offset))}
        for name in node.names:
            outer[name] = is_global
            self.env.pop(name, None)
            match = places.get(name)
            if match:
                number = self.numbers["name", self.scope, name]
                self.placed.append((line, match.start(), match.end(), number, READ, self.scope))

    def type_alias(self, node: Any) -> None:  # noqa: ANN401  Python before 3.12 has no class for it
        """Read `type X = …`."""
        line, col = node.name.lineno, self.column(node.name.lineno, node.name.col_offset)
        symbol = self.symbol_at.get((line, col), -1)
        outer = self._open_type_parameters(node, symbol)
        is_quoted, self.is_quoted = self.is_quoted, False
        value = self.annotation(node.value)
        self.is_quoted = is_quoted
        if outer is not None:
            self._close_type_parameters(outer)
        self.give(node.name.id, line, col, value)
        self.sites[-1] = (*self.sites[-1][:5], symbol, UNKNOWN)

    def import_(self, node: ast.Import) -> None:
        """Read `import a.b as c`: every part is a use, the first part or the alias a name given."""
        for alias in node.names:
            line, col = alias.lineno, self.column(alias.lineno, alias.col_offset)
            number = self.import_at.get((line, col))
            if number is None:
                continue
            self._module_parts(alias.name, line, col, number)
            first, _, rest = alias.name.partition(".")
            if alias.asname:
                self._alias(alias, alias.asname, number)
            elif rest:
                self.imported.add(self.give(first, line, col, self.numbers["import-part", number, 1], "import"))
            else:
                self.imported.add(self.give(first, line, col, self.numbers["import", number], "import"))

    def _module_parts(self, module: str, line: int, col: int, number: int) -> None:
        if not self.lines.lines[line - 1].startswith(module, col):
            return
        for count, part in enumerate(module.split("."), 1):
            expr = self.numbers["import-part", number, count]
            self.placed.append((line, col, col + len(part), expr, IMPORT, self.scope))
            col += len(part) + 1

    def _alias(self, alias: ast.alias, name: str, number: int) -> None:
        end: int = alias.end_col_offset  # type: ignore[assignment]
        use = (alias.end_lineno or alias.lineno, end - len(name), end, 0, 0, 0)
        line, col, _ = self.placed_name(use)
        self.imported.add(self.give(name, line, col, self.numbers["import", number], "import"))

    def import_from(self, node: ast.ImportFrom) -> None:
        """Read `from a.b import c as d`."""
        first = node.names[0]
        number = self.import_at.get((first.lineno, self.column(first.lineno, first.col_offset)))
        if node.module and number is not None:
            start = self.column(node.lineno, node.col_offset)
            match = _FROM.match(self.lines.lines[node.lineno - 1], start)
            if match:
                self._module_parts(node.module, node.lineno, match.start(1), number)
        for alias in node.names:
            line, col = alias.lineno, self.column(alias.lineno, alias.col_offset)
            number = self.import_at.get((line, col))
            if number is None:
                continue
            if alias.name == "*":
                if not self.scope:
                    self.stars.append(number)
                continue
            value = self.numbers["import", number]
            length = len(alias.name) if alias.name.isascii() else self.name_length(line, col, alias.name)
            self.placed.append((line, col, col + length, value, IMPORT, self.scope))
            if alias.asname:
                self._alias(alias, alias.asname, number)
            else:
                self.imported.add(self.give(alias.name, line, col, value, "import"))
