"""Reads what opens a scope in Python: functions, lambdas, classes, comprehensions and type parameters."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._python_code_passed import may_be_called
from sphinx_kwdocs.languages._python_code_state import BASE, DECORATOR, READ
from sphinx_kwdocs.languages._python_code_targets import Receiver, Targets
from sphinx_kwdocs.python_code import NO_SYMBOL, UNKNOWN, ClassCode, FunctionCode, Parameter, ParameterKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_kwdocs.languages._python_code_state import Key

Function = ast.FunctionDef | ast.AsyncFunctionDef
_parameter = partial(tuple.__new__, Parameter)  # as `Parameter(…)`, which takes longer


class Scopes(Targets):
    """The part of the walk that opens and closes scopes."""

    __slots__ = ()

    symbol_of: Mapping[ast.AST, int]
    returned: list[int]
    yielded: list[int]

    def body(self, statements: Sequence[ast.stmt]) -> bool:
        """Read statements; tell whether control does not come out behind them."""
        raise NotImplementedError

    def whole_body(self, statements: Sequence[ast.stmt]) -> None:
        """Read all statements of a scope."""
        raise NotImplementedError

    def mentions(self, body: Sequence[ast.stmt], scope: int) -> None:
        """Note what the docstring of a body mentions."""
        raise NotImplementedError

    def state(self) -> tuple[Any, ...]:
        """Return what belongs to the scope the walk is in."""
        return (
            self.scope, self.reading, self.env, self.trail, self.first, self.bound, self.holder, self.known_symbols,
            self.is_named, self.loop, self.returned, self.yielded, self.is_generator, self.receivers, self.is_quoted,
            self.uses, self.outer, self.around, self.item_keys, self.is_nested,
        )  # fmt: skip

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to the scope that a state was taken in."""
        (
            self.scope, self.reading, self.env, self.trail, self.first, self.bound, self.holder, self.known_symbols,
            self.is_named, self.loop, self.returned, self.yielded, self.is_generator, self.receivers, self.is_quoted,
            self.uses, self.outer, self.around, self.item_keys, self.is_nested,
        ) = state  # fmt: skip

    def enter(self, number: int, *, is_class: bool = False) -> None:
        """Go into a scope; a class's body runs right here, and sees how names stand around it."""
        scope = self.scopes[number]
        around: dict[Key, int] = {}
        if not is_class:
            self.reading = number
        elif self.scopes[self.scope].kind == "type-parameters":
            self.reading = self.scope
            around = self.env
        else:
            around = self.around if self.scopes[self.scope].kind == "class" else self.env
        self.scope = number
        self.around = around
        self.env, self.trail, self.first, self.bound, self.outer = dict(around), [], scope.first, [], scope.outer
        self.holder = number, self.first, self.bound, self.outer
        self.known_symbols = {}
        self.item_keys = {}
        self.is_named = is_class
        self.loop = None

    def function(self, node: Function) -> None:
        """Read a function: what stands in its header here, its body in a scope of its own."""
        decorators = self._decorators(node)
        symbol = self.symbol_of.get(node, NO_SYMBOL)
        outer = self._open_type_parameters(node, symbol)
        scope = self.new_scope("function", symbol)
        code = FunctionCode((), decorators, is_async=isinstance(node, ast.AsyncFunctionDef))
        self.functions[scope] = code
        given = self._header(node.args)
        if node.returns is not None:
            code.annotation = self.annotation(node.returns)
        inside = after = self.state()
        cls = self.scope
        if outer is not None:
            self._close_type_parameters(outer)
            cls, after = self.scope, outer
        self._define(node.name, symbol, node, self.numbers["function", scope], "function")
        if outer is not None:
            self.restore(inside)
        is_method = self.scopes[cls].kind == "class"
        receivers = self.receivers
        self.is_nested = self.is_nested or self.scopes[cls].kind == "function"
        self.enter(scope)
        code.parameters = self._bind_parameters(scope, given)
        self.receivers = self._receivers(receivers, node, code, cls if is_method else -1)
        self.returned, self.yielded, self.is_generator = [], [], False
        self.mentions(node.body, cls if is_method else scope)
        self.whole_body(node.body)
        self.close_scope(scope, self.first, self.bound)
        code.returned = tuple(dict.fromkeys(self.returned))
        code.yielded = tuple(dict.fromkeys(self.yielded))
        for each in code.returned if self.lambdas else ():
            self.expect(each, code.annotation)
        code.is_generator = self.is_generator
        self.restore(after)

    def _decorators(self, node: Function | ast.ClassDef) -> tuple[int, ...]:
        """Read decorators; what `@make()` gives is called, too."""
        found = []
        for each in node.decorator_list:
            number = self.visit[type(each)](self, each, DECORATOR)
            found.append(number)
            if number and type(each) is ast.Call:
                self.nameless.append((number, self.scope))
        return tuple(found)

    def looped(self, sort: str, iterable: int) -> int:
        """Return what a loop gets of an iterable, and note that it asks for it."""
        if not iterable:
            return UNKNOWN
        element = self.numbers[sort, iterable]
        if iterable in self.handed:
            self.handed.add(element)
        self.nameless.append((element, self.scope))
        return element

    def _define(self, name: str, symbol: int, node: ast.stmt, value: int, kind: Any) -> int:  # noqa: ANN401  a SiteKind
        span = self.symbols[symbol].span if symbol >= 0 else self.lines.header_name(node)
        is_named, self.is_named = self.is_named, False
        number = self.give(name, span.line, span.col, value, kind, UNKNOWN, symbol)
        self.is_named = is_named
        if symbol >= 0:
            self.known_symbols.setdefault(name, symbol)
        return number

    def _header(self, args: ast.arguments) -> list[tuple[ast.arg, ParameterKind, int, int]]:
        """Read defaults and annotations; return each parameter with its kind and these."""
        found: list[tuple[ast.arg, ParameterKind, int, int]] = []
        visit = self.visit
        positional = args.posonlyargs + args.args
        bare = len(positional) - len(args.defaults)
        for index, arg in enumerate(positional):
            annotation = self.annotation(arg.annotation) if arg.annotation is not None else UNKNOWN
            default = UNKNOWN
            if index >= bare:
                value = args.defaults[index - bare]
                default = visit[type(value)](self, value, READ)
                self.expect(default, annotation)
            kind: ParameterKind = "positional" if index < len(args.posonlyargs) else "any"
            found.append((arg, kind, annotation, default))
        if args.vararg:
            annotation = self.annotation(args.vararg.annotation) if args.vararg.annotation else UNKNOWN
            found.append((args.vararg, "rest", annotation, UNKNOWN))
        for arg, given in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            annotation = self.annotation(arg.annotation) if arg.annotation is not None else UNKNOWN
            default = visit[type(given)](self, given, READ) if given else UNKNOWN
            self.expect(default, annotation)
            found.append((arg, "keyword", annotation, default))
        if args.kwarg:
            annotation = self.annotation(args.kwarg.annotation) if args.kwarg.annotation else UNKNOWN
            found.append((args.kwarg, "options", annotation, UNKNOWN))
        return found

    def _bind_parameters(
        self, scope: int, given: list[tuple[ast.arg, ParameterKind, int, int]]
    ) -> tuple[Parameter, ...]:
        """Bind parameters, as `give` does; but they are neither symbols nor names of other scopes."""
        env, numbers, sites, first = self.env, self.numbers, self.sites, self.first
        parameters = []
        for index, (arg, kind, annotation, default) in enumerate(given):
            name, line, col = arg.arg, arg.lineno, arg.col_offset
            if not self.is_ascii:
                col = self.column(line, col)
            site = len(sites)
            parameters.append(_parameter((name, kind, site, annotation, default)))
            sites.append((name, line, col, scope, "parameter", NO_SYMBOL, annotation))
            number = numbers["bind", site, numbers["param", scope, index]]
            if not annotation or may_be_called(arg.annotation):
                self.handed.add(number)
            self.trail.append((name, env.get(name)))
            env[name] = number
            first.setdefault(name, site)
            self.bound.append((name, number))
            if annotation:
                self.scopes[scope].declared[name] = annotation
        return tuple(parameters)

    def _receivers(
        self, outer: dict[str, Receiver], node: Function, code: FunctionCode, cls: int
    ) -> dict[str, Receiver]:
        """Return the first parameter of a method, and those of methods around that are still seen."""
        seen: dict[str, Receiver] = {}
        if outer:
            names = {each.name for each in code.parameters}
            seen = {name: receiver for name, receiver in outer.items() if name not in names}
        if cls >= 0 and code.parameters and code.parameters[0].kind in {"positional", "any"}:
            is_static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
            if not is_static:
                name = code.parameters[0].name
                seen[name] = Receiver(cls, self.env[name], node.name == "__init__")
                self.handed.discard(self.env[name])
        return seen

    def lambda_(self, node: ast.Lambda, _role: int) -> int:
        """Read a lambda, whose body sees names as they are here."""
        scope = self.new_scope("lambda")
        code = FunctionCode(())
        self.functions[scope] = code
        given = self._header(node.args)
        mark, walruses, state = len(self.trail), len(self.walruses), self.state()
        self._look_in(scope)
        self.holder = scope, self.first, self.bound, self.outer
        code.parameters = self._bind_parameters(scope, given)
        if self.receivers:
            names = {each.name for each in code.parameters}
            self.receivers = {name: each for name, each in self.receivers.items() if name not in names}
        self.returned, self.yielded, self.is_generator = [], [], False
        code.returned = (self.visit[type(node.body)](self, node.body, READ),)
        code.yielded, code.is_generator = tuple(self.yielded), self.is_generator
        self._look_out(scope, state, mark)
        del self.walruses[walruses:]
        number = self.numbers["function", scope]
        self.lambdas[number] = code
        return number

    def _look_in(self, scope: int) -> None:
        """Go into a scope that sees how names stand around it, unless that is a class."""
        if self.scopes[self.scope].kind == "class":
            self.env, self.trail = dict(self.around), []
        self.scope = scope
        self.first, self.bound, self.outer = self.scopes[scope].first, [], self.scopes[scope].outer
        self.is_named = False

    def _look_out(self, scope: int, state: tuple[Any, ...], mark: int) -> None:
        self.close_scope(scope, self.first, self.bound)
        self.restore(state)
        self.undo(mark)

    def list_comprehension(self, node: ast.ListComp, _role: int) -> int:
        """Read `[e for …]`."""
        return self.numbers["list", self._comprehension(node.generators, node.elt)[0]]

    def set_comprehension(self, node: ast.SetComp, _role: int) -> int:
        """Read `{e for …}`."""
        return self.numbers["set", self._comprehension(node.generators, node.elt)[0]]

    def generator(self, node: ast.GeneratorExp, _role: int) -> int:
        """Read `(e for …)`."""
        return self.numbers["generator", self._comprehension(node.generators, node.elt)[0]]

    def dict_comprehension(self, node: ast.DictComp, _role: int) -> int:
        """Read `{k: v for …}`."""
        key, value = self._comprehension(node.generators, node.key, node.value)
        return self.numbers["dict", (key,), (value,)]

    def _comprehension(self, generators: list[ast.comprehension], *elements: ast.expr) -> list[int]:
        """Read a comprehension: the first iterable here, all else inside."""
        visit, first = self.visit, generators[0]
        iterable = visit[type(first.iter)](self, first.iter, READ)
        scope = self.new_scope("comprehension")
        mark, walruses, state = len(self.trail), len(self.walruses), self.state()
        self._look_in(scope)
        for each in generators:
            if each is not first:
                iterable = visit[type(each.iter)](self, each.iter, READ)
            self.target(each.target, self.looped("async-element" if each.is_async else "element", iterable))
            for condition in each.ifs:
                self.suppose(self.test(condition)[1])
        numbers = [visit[type(each)](self, each, READ) for each in elements]
        self._look_out(scope, state, mark)
        for name, value in self.walruses[walruses:]:
            self.set(name, value)
        return numbers

    def class_(self, node: ast.ClassDef) -> None:
        """Read a class: bases and decorators here, its body in a scope of its own."""
        decorators = self._decorators(node)
        symbol = self.symbol_of.get(node, NO_SYMBOL)
        outer = self._open_type_parameters(node, symbol)
        parameters = tuple([value for _, value in self.bound]) if outer is not None else ()
        bases = tuple([self.visit[type(each)](self, each, BASE) for each in node.bases])
        keywords = self.keywords(node.keywords, UNKNOWN)
        scope = self.new_scope("class", symbol)
        self.classes[scope] = ClassCode(bases, keywords, decorators, parameters)
        before = self.state()
        self.enter(scope, is_class=True)
        self.mentions(node.body, scope)
        self.whole_body(node.body)
        self.close_scope(scope, self.first, self.bound)
        self.restore(before)
        if outer is not None:
            self._close_type_parameters(outer)
        self._define(node.name, symbol, node, self.numbers["class", scope], "class")

    def _open_type_parameters(self, node: ast.AST, symbol: int) -> tuple[Any, ...] | None:
        """Go into the scope of `[T]`, if there is any; return the state to go back to."""
        given = getattr(node, "type_params", None)
        if not given:
            return None
        outer = self.state()
        scope = self.new_scope("type-parameters", symbol)
        env = dict(self.env)
        self._look_in(scope)
        self.env, self.trail, self.reading = env, [], scope
        self.is_named = True
        self.known_symbols = {}
        for each in given:
            bound, default = getattr(each, "bound", None), getattr(each, "default_value", None)
            number = self.type_argument(bound) if bound is not None else UNKNOWN
            if default is not None:
                self.type_argument(default)
            span = self.lines.type_parameter_name(each)
            self.give(each.name, span.line, span.col, self.numbers["type-parameter", number], "type-parameter")
        return outer

    def _close_type_parameters(self, outer: tuple[Any, ...]) -> None:
        self.close_scope(self.scope, self.first, self.bound)
        self.restore(outer)
