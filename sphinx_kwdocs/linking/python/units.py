"""The files, classes and functions of the repository as the evaluation sees them, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.model.occurrences import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.python_code import ClassCode, Expr, FunctionCode, PythonCode, Scope, Site

_LOADED = frozenset({"code", "exprs", "scopes", "sites", "values", "targets", "callables", "holders"})


class Unit:
    """One Python file, with what has been found out of its expressions so far."""

    __slots__ = (
        "_load",
        "_overloads",
        "_scopes_named",
        "annotations",
        "bit",
        "callables",
        "classes",
        "code",
        "exprs",
        "facts",
        "functions",
        "holders",
        "number",
        "offset",
        "path",
        "root",
        "scopes",
        "sites",
        "targets",
        "values",
    )

    code: PythonCode
    exprs: list[Expr]
    scopes: list[Scope]
    sites: list[Site]
    values: list[Any]
    """The type of each expression, once it is known."""
    targets: list[Any]
    """What each expression names, once it is known."""
    callables: dict[int, int]
    """The scopes of the functions and classes of the file, by the places of their symbols in it."""
    holders: list[int]
    """The number of the innermost definition of each scope, or `NOWHERE`."""

    def __init__(
        self, number: int, path: str, root: str, facts: FileFacts, load: Callable[[], PythonCode], offset: int
    ) -> None:
        """Prepare a file; its code is loaded when something of it is asked for."""
        self.number = number
        self.bit = 2 << number
        """What stands for it in the account of an answer."""
        self.path = path
        self.root = root
        """The folder from which it is imported by its full name."""
        self.facts = facts
        self._load = load
        self.offset = offset
        """The number of its first symbol among all symbols."""
        self.annotations: dict[int, Any] = {}
        self._scopes_named: dict[str, int] | None = None
        self._overloads: dict[tuple[int, str], list[int]] | None = None
        self.classes: dict[int, ClassInfo] = {}
        self.functions: dict[int, FunctionInfo] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  any of the attributes that need the code
        """Load the code when it is first needed."""
        if name not in _LOADED:
            raise AttributeError(name)
        code = self.code = self._load()
        self.exprs, self.scopes, self.sites = code.exprs, code.scopes, code.sites
        self.values = [None] * len(code.exprs)
        self.targets = [None] * len(code.exprs)
        scopes = (*code.functions, *code.classes)
        self.callables = {number: scope for scope in scopes if (number := code.scopes[scope].symbol) >= 0}
        self.holders = self._find_holders()
        return getattr(self, name)

    def _find_holders(self) -> list[int]:
        holders: list[int] = []
        for scope in self.scopes:
            if scope.symbol >= 0:
                holders.append(self.offset + scope.symbol)
            else:
                holders.append(holders[scope.parent] if scope.parent < len(holders) else NOWHERE)
        return holders

    @property
    def is_loaded(self) -> bool:
        """Whether something of its code was asked for."""
        try:
            object.__getattribute__(self, "code")
        except AttributeError:
            return False
        return True

    def forget(self) -> None:
        """Let go of what was found out, so that nothing here refers to itself any more."""
        if self.is_loaded:
            self.values, self.targets = [], []
        self.annotations = {}
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
            numbers = (each for each in (*self.code.classes, *self.code.functions) if not self._is_inside(each))
            self._scopes_named = {self.qualname(number): number for number in numbers}
        return self._scopes_named.get(qualname, -1) if qualname else -1

    def _is_inside(self, scope: int) -> bool:
        """Say whether a definition stands in a function, where nothing outside can name it."""
        while scope > 0:
            scope = self.scopes[scope].parent
            if self.scopes[scope].kind in {"function", "lambda"}:
                return True
        return False

    def overloads_of(self, fn: FunctionInfo) -> tuple[FunctionInfo, ...]:
        """Return the overloads of a function, in text order; itself may be one of them, or what stands behind them."""
        if self._overloads is None:
            self._overloads = self._find_overloads()
        if not self._overloads:
            return ()
        scopes = self._overloads.get((self.scopes[fn.scope].parent, fn.name), ())
        return tuple([self.function_of_scope(scope) for scope in scopes])

    def _find_overloads(self) -> dict[tuple[int, str], list[int]]:
        """Return the functions that are decorated as overloads, by the scopes they stand in and their names."""
        found: dict[tuple[int, str], list[int]] = {}
        for scope, code in self.code.functions.items():
            if any(self._is_overload(each) for each in code.decorators) and not self._is_inside(scope):
                key = self.scopes[scope].parent, self.function_of_scope(scope).name
                found.setdefault(key, []).append(scope)
        return found

    def _is_overload(self, decorator: int) -> bool:
        expr = self.exprs[decorator]
        name = self.sites[expr[1]].name if expr[0] == "bind" else expr[2] if expr[0] in {"name", "attr"} else ""
        return name == "overload"

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
        # What is found out by `_classes`, as a trace keeps it; None until then.
        self.line: Any = None
        """Its method resolution order: classes, names of those outside, each with its arguments."""
        self.bases: Any = None
        self.parameters: Any = None
        """The keys of its type variables."""
        self.metaclass: Any = None
        self.declared: dict[str, int] = {}
        """The annotations that methods give its attributes."""
        self.members: dict[str, Any] = {}
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
        # What is found out by `_functions`, as a trace keeps it; None until then.
        self.traits: Any = None
        """What its decorators make of it."""
        self.result: Any = None
        """What a call gives, before variables are replaced."""
