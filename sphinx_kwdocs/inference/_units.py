"""The files, classes and functions of the repository as the evaluation sees them, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_kwdocs.inference._classes import Member
    from sphinx_kwdocs.inference._targets import Meaning
    from sphinx_kwdocs.inference._values import Type
    from sphinx_kwdocs.model import FileFacts
    from sphinx_kwdocs.python_code import ClassCode, Expr, FunctionCode, PythonCode


class Unit:
    """One Python file, with what has been found out of its expressions so far."""

    __slots__ = (
        "_scopes_named",
        "annotations",
        "classes",
        "code",
        "exprs",
        "facts",
        "functions",
        "number",
        "offset",
        "path",
        "root",
        "scopes",
        "sites",
        "targets",
        "values",
    )

    def __init__(self, number: int, path: str, root: str, facts: FileFacts, code: PythonCode, offset: int) -> None:
        self.number = number
        self.path = path
        self.root = root
        """The folder from which it is imported by its full name."""
        self.facts = facts
        self.code = code
        self.offset = offset
        """The number of its first symbol among all symbols."""
        self.exprs: list[Expr] = code.exprs
        self.scopes = code.scopes
        self.sites = code.sites
        self.values: list[Type | None] = [None] * len(code.exprs)
        """The type of each expression, once it is known."""
        self.targets: list[Meaning | None] = [None] * len(code.exprs)
        """What each expression names, once it is known."""
        self.annotations: dict[int, Type] = {}
        self._scopes_named: dict[str, int] | None = None
        self.classes: dict[int, ClassInfo] = {}
        self.functions: dict[int, FunctionInfo] = {}

    def forget(self) -> None:
        """Let go of what was found out, so that nothing here refers to itself any more."""
        self.values, self.targets, self.annotations = [], [], {}
        for cls in self.classes.values():
            cls.line = cls.bases = cls.metaclass = None
            cls.members.clear()
        self.classes.clear()
        self.functions.clear()

    def target_of(self, scope: int) -> int | None:
        """Return the number, among all symbols, of the definition whose body is a scope; a lambda has none."""
        symbol = self.scopes[scope].symbol
        return self.offset + symbol if symbol >= 0 else None

    def qualname(self, scope: int) -> str:
        """Return the qualified name of the definition whose body is a scope, or an empty string."""
        symbol = self.scopes[scope].symbol
        return self.facts.symbols[symbol].qualname if symbol >= 0 else ""

    def scope_named(self, qualname: str) -> int:
        """Return the scope of a definition by its qualified name, or -1."""
        if self._scopes_named is None:
            numbers = (*self.code.classes, *self.code.functions)
            self._scopes_named = {self.qualname(number): number for number in numbers}
        return self._scopes_named.get(qualname, -1) if qualname else -1

    def class_of_scope(self, scope: int) -> ClassInfo:
        """Return the class whose body is a scope."""
        if scope not in self.classes:
            self.classes[scope] = ClassInfo(self, scope, self.code.classes[scope])
        return self.classes[scope]

    def function_of_scope(self, scope: int) -> FunctionInfo:
        """Return the function whose body is a scope."""
        if scope not in self.functions:
            self.functions[scope] = FunctionInfo(self, scope, self.code.functions[scope])
        return self.functions[scope]


class Definition:
    """A class or a function of the repository, by the scope of its body."""

    __slots__ = ("scope", "unit")

    def __init__(self, unit: Unit, scope: int) -> None:
        self.unit = unit
        self.scope = scope

    @property
    def target(self) -> int | None:
        """Its number among all symbols; a lambda has none."""
        return self.unit.target_of(self.scope)

    @property
    def name(self) -> str:
        """Its own name; empty for a lambda."""
        symbol = self.unit.scopes[self.scope].symbol
        return self.unit.facts.symbols[symbol].name if symbol >= 0 else ""

    def __repr__(self) -> str:
        """Show it in a log."""
        return f"<{self.unit.path}:{self.name}>"


class ClassInfo(Definition):
    """A class of the repository."""

    __slots__ = ("bases", "code", "declared", "line", "members", "metaclass", "parameters")

    def __init__(self, unit: Unit, scope: int, code: ClassCode) -> None:
        super().__init__(unit, scope)
        self.code = code
        self.line: tuple[tuple[ClassInfo | str, tuple[Type, ...]], ...] | None = None
        """Its method resolution order: classes, names of those outside, each with its arguments; once it is known."""
        self.bases: Type | None = None
        self.parameters: tuple[Any, ...] | None = None
        """The keys of its type variables; once they are known."""
        self.metaclass: Type | None = None
        self.declared: dict[str, int] = {}
        """The annotations that methods give its attributes."""
        self.members: dict[str, Member | None] = {}
        """What looking up a name in it gave."""


class FunctionInfo(Definition):
    """A function or lambda of the repository."""

    __slots__ = ("code", "owner", "result", "traits")

    def __init__(self, unit: Unit, scope: int, code: FunctionCode) -> None:
        super().__init__(unit, scope)
        self.code = code
        parent = unit.scopes[scope].parent
        while unit.scopes[parent].kind == "type-parameters":
            parent = unit.scopes[parent].parent
        self.owner = unit.class_of_scope(parent) if unit.scopes[parent].kind == "class" else None
        """The class in whose body it stands."""
        self.traits: frozenset[str] | None = None
        """What its decorators make of it; once it is known."""
        self.result: Type | None = None
        """What a call gives, before variables are replaced; once it is known."""
