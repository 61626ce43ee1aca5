"""Evaluates expressions, one way for each sort of expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.python import classes, containers, functions, operators
from sphinx_kwdocs.linking.python.attributes import OPAQUE
from sphinx_kwdocs.linking.python.standard_library import CASTS
from sphinx_kwdocs.linking.python.values import NOTHING, Type, Value, instance_of, is_bare, known_tuple, outside, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.linking.python.engine import Engine
    from sphinx_kwdocs.linking.python.units import Unit
    from sphinx_kwdocs.model.python_code import Expr


def _bind(engine: Engine, unit: Unit, expr: Expr) -> Type:
    site = unit.sites[expr[1]]
    declared = site.declared or unit.scopes[site.scope].declared.get(site.name, 0)
    value = engine.type_of(unit, expr[2]) if expr[2] else NOTHING
    if not declared and site.kind == "attribute" and not _says_all(value):
        # What a method last gave an attribute is not known: it is what the whole class, or a base of it, makes of it.
        cls = unit.class_of_scope(site.scope)
        if not value or classes.declaration(engine, cls, site.name)[0]:
            return engine.attribute(("self", cls), site.name) or value
    if site.kind == "attribute" and classes.is_described(engine, unit.class_of_scope(site.scope), site.name):
        return engine.attribute(("self", unit.class_of_scope(site.scope)), site.name)
    if not declared:
        return engine.filled(unit, expr, value) if is_bare(value) else value
    if value and (_says_all(value) or _is_cast(engine, unit, unit.exprs[expr[2]])):
        return value
    return engine.annotation_in(engine.enclosing_class(unit, site.scope), unit, declared) or value


def _says_all(value: Type) -> bool:
    """Say whether a value tells more than an annotation: of a container, only that says what it holds."""
    return bool(value) and all(each[0] in {"instance", "self"} for each in value)


def _is_cast(engine: Engine, unit: Unit, expr: Expr) -> bool:
    """Say whether an expression is a call of `cast`, whose type stands against any other."""
    return expr[0] == "call" and any(
        each[0] == "external" and each[1] in CASTS for each in engine.type_of(unit, expr[1])
    )


def _import(engine: Engine, unit: Unit, expr: Expr) -> Type:
    binding = engine.names.imported(unit, expr[1])
    return engine.bound(binding)


def _any_of(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([engine.type_of(unit, each) for each in expr[1:]])


def _preferred(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return engine.type_of(unit, expr[1]) or engine.type_of(unit, expr[2])


def _narrowed(engine: Engine, unit: Unit, expr: Expr) -> Type:
    wanted = classes.class_list(engine, unit, expr[2])
    given = engine.type_of(unit, expr[1])
    found: list[Value] = []
    for cls in wanted:
        fitting = [value for value in given if classes.is_a(engine, value, cls)]
        found += fitting or instance_of(cls)
    return union([tuple(found)])


def _excluded(engine: Engine, unit: Unit, expr: Expr) -> Type:
    wanted = classes.class_list(engine, unit, expr[2])
    given = engine.type_of(unit, expr[1])
    return tuple(value for value in given if not any(classes.is_a(engine, value, cls) for cls in wanted))


def _attr(engine: Engine, unit: Unit, expr: Expr) -> Type:
    base = engine.type_of(unit, expr[1])
    name = expr[2]
    if len(base) == 1:
        return engine.attribute(base[0], name)
    return union([engine.attribute(value, name) for value in base])


def _call(engine: Engine, unit: Unit, expr: Expr) -> Type:
    func: Expr = unit.exprs[expr[1]]
    if func[0] == "name" and func[2] == "super" and not expr[2]:
        return functions.plain_super(engine, unit, func[1])
    return union([engine.call(value, unit, expr[2], expr[3]) for value in engine.type_of(unit, expr[1])])


def _item(engine: Engine, unit: Unit, expr: Expr) -> Type:
    index = containers.Index(unit, expr[2], unit.exprs[expr[2]])
    return union([containers.item(engine, value, index) for value in engine.type_of(unit, expr[1])])


def _element(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([containers.element(engine, value) for value in engine.type_of(unit, expr[1])])


def _async_element(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([containers.async_element(engine, value) for value in engine.type_of(unit, expr[1])])


def _enter(engine: Engine, unit: Unit, expr: Expr) -> Type:
    method = "__enter__" if expr[0] == "enter" else "__aenter__"
    return union([containers.entered(engine, value, method) for value in engine.type_of(unit, expr[1])])


def _await(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([containers.awaited(engine, value) for value in engine.type_of(unit, expr[1])])


def _from(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([containers.returned(engine, value) for value in engine.type_of(unit, expr[1])])


def _sent(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return functions.sent(engine, unit.function_of_scope(expr[1]))


def _part(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union([containers.part(engine, value, expr[2]) for value in engine.type_of(unit, expr[1])])


def _rest(engine: Engine, unit: Unit, expr: Expr) -> Type:
    found = [containers.rest(engine, value, expr[2], expr[3]) for value in engine.type_of(unit, expr[1])]
    return outside("list", union(found))


def _display(engine: Engine, unit: Unit, expr: Expr) -> Type:
    name = "Iterator" if expr[0] == "generator" else expr[0]
    return outside(name, containers.elements(engine, unit, expr[1:]))


def _tuple(engine: Engine, unit: Unit, expr: Expr) -> Type:
    if any(unit.exprs[each][0] == "star" for each in expr[1:]):
        return outside("tuple", containers.elements(engine, unit, expr[1:]))
    return known_tuple(tuple([engine.type_of(unit, each) for each in expr[1:]]))


def _dict(engine: Engine, unit: Unit, expr: Expr) -> Type:
    keys: list[Type] = []
    values: list[Type] = []
    for key, value in zip(expr[1], expr[2], strict=False):
        inner: Expr = unit.exprs[value]
        if inner[0] != "star":
            keys.append(engine.type_of(unit, key))
            values.append(engine.type_of(unit, value))
            continue
        for each in engine.type_of(unit, inner[1]):
            if each[0] == "value" and len(each[2]) == 2:  # noqa: PLR2004  keys and values
                keys.append(each[2][0])
                values.append(each[2][1])
    return outside("dict", union(keys), union(values))


def _const(_engine: Engine, _unit: Unit, expr: Expr) -> Type:
    return (("value", expr[1], ()),) if expr[1] == "str" else NOTHING


def _operation(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return operators.operation(engine, unit, expr)


def _function(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return functions.decorated(engine, unit.function_of_scope(expr[1]))


def _class(engine: Engine, unit: Unit, expr: Expr) -> Type:
    source = engine.names.source_beside(unit)
    if source is not None:
        # A class that a stub declares is the one that the source beside it defines.
        scope = source.scope_named(unit.qualname(expr[1]))
        if scope in source.code.classes:
            return (("class", source.class_of_scope(scope), ()),)
    return (("class", unit.class_of_scope(expr[1]), ()),)


def _param(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return functions.parameter(engine, unit.function_of_scope(expr[1]), expr[2])


def _import_part(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return (engine.names.module(unit, unit.facts.imports[expr[1]], expr[2]),)


def _typed(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return engine.annotation(unit, expr[1])


def _caught(engine: Engine, unit: Unit, expr: Expr) -> Type:
    return union(instance_of(value) for value in classes.class_list(engine, unit, expr[1]))


def _attr_of_known(engine: Engine, unit: Unit, expr: Expr) -> Type | None:
    if unit.values[expr[1]] is None:
        return None
    base = engine.type_of(unit, expr[1])
    if not base:
        return NOTHING
    return engine.attribute(base[0], expr[2]) if len(base) == 1 and base[0][0] in OPAQUE else None


def _bare_function(_engine: Engine, unit: Unit, expr: Expr) -> Type | None:
    fn = unit.function_of_scope(expr[1])
    return None if fn.code.decorators else (("function", fn, None),)


def _plain_receiver(_engine: Engine, unit: Unit, expr: Expr) -> Type | None:
    return functions.plain_receiver(unit.function_of_scope(expr[1])) if expr[2] == 0 else None


def _import_from_outside(engine: Engine, unit: Unit, expr: Expr) -> Type | None:
    binding = engine.names.imported(unit, expr[1])
    if binding is None:
        return NOTHING
    return (binding[1],) if binding[0] is None else None


EVALUATIONS: dict[object, Callable[[Engine, Unit, Expr], Type]] = {
    "bind": _bind,
    "phi": _any_of,
    "prefer": _preferred,
    "either": _any_of,
    "instance": _narrowed,
    "other": _excluded,
    "attr": _attr,
    "call": _call,
    "item": _item,
    "element": _element,
    "async-element": _async_element,
    "enter": _enter,
    "async-enter": _enter,
    "await": _await,
    "from": _from,
    "sent": _sent,
    "part": _part,
    "rest": _rest,
    "list": _display,
    "set": _display,
    "generator": _display,
    "tuple": _tuple,
    "dict": _dict,
    "operation": _operation,
    "function": _function,
    "param": _param,
    "import": _import,
    "typed": _typed,
    "caught": _caught,
}
"""What evaluates an expression, by its sort; names are looked up instead."""
HANDED_ON = frozenset({"import", "function", "class", "parameter", "type-parameter"})
"""What gives a name nothing but its value."""
AT_ONCE: dict[object, Callable[[Engine, Unit, Expr], Type | None]] = {
    "const": _const,
    "class": _class,
    "import-part": _import_part,
    "attr": _attr_of_known,
    "function": _bare_function,
    "param": _plain_receiver,
    "import": _import_from_outside,
}
"""What evaluates an expression if no other one has to be evaluated for that, and hence nothing can go in circles."""
