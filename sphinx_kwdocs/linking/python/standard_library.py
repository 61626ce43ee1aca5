"""What the standard library does with values it is given: containers that hold them, functions that hand them on.

Only what carries a value of the repository from one place to another is listed; everything else is of no concern.
"""

from __future__ import annotations

from itertools import chain

_MODULES = (
    "typing",
    "typing_extensions",
    "collections",
    "collections.abc",
    "contextlib",
    "asyncio",
    "queue",
    "multiprocessing",
    "concurrent.futures",
    "weakref",
    "types",
    "builtins",
    "contextvars",
)
_ALIASES = {
    "List": "list",
    "Dict": "dict",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Tuple": "tuple",
    "Type": "type",
    "Deque": "deque",
    "DefaultDict": "defaultdict",
}
HOLDERS = frozenset(
    [
        "list",
        "set",
        "frozenset",
        "deque",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Collection",
        "Container",
        "Reversible",
        "AbstractSet",
        "MutableSet",
        "KeysView",
        "ValuesView",
        "Generator",
        "AsyncIterator",
        "AsyncIterable",
        "AsyncGenerator",
        "Queue",
        "SimpleQueue",
        "LifoQueue",
        "PriorityQueue",
        "JoinableQueue",
        "tuple",
        "WeakSet",
        "reversed",
        "filter",
        "enumerate",
    ]
)
"""Classes whose first argument is what they hold."""
MAPPINGS = frozenset(
    [
        "dict",
        "Mapping",
        "MutableMapping",
        "OrderedDict",
        "defaultdict",
        "ChainMap",
        "WeakValueDictionary",
        "WeakKeyDictionary",
        "MappingProxyType",
        "ItemsView",
    ]
)
"""Classes whose arguments are keys and values."""
AWAITABLES = frozenset(["Awaitable", "Coroutine", "Future", "Task"])
"""Classes whose last argument is what they give when awaited."""
MANAGERS = frozenset(["ContextManager", "AbstractContextManager", "AsyncContextManager", "AbstractAsyncContextManager"])
"""Classes whose first argument is what they give when entered."""
CALLED = frozenset(["Callable", "ref", "ReferenceType"])
"""Classes whose first argument is what a call gives; those that follow are what it is given."""
VARIABLES = frozenset(["ContextVar"])
"""Classes whose first argument is what `get` gives."""
GENERIC = HOLDERS | MAPPINGS | AWAITABLES | MANAGERS | CALLED | VARIABLES
"""All classes whose arguments matter."""
_CANONICAL = {f"{module}.{name}": _ALIASES.get(name, name) for module in _MODULES for name in chain(GENERIC, _ALIASES)}
GENERATORS = frozenset(["Generator", "Iterator", "Iterable", "AsyncGenerator", "AsyncIterator", "AsyncIterable"])


def canonical(name: str) -> str:
    """Return the short name of a class of the standard library that is listed here, or the name as it is."""
    return _CANONICAL.get(name, name)


ELEMENT_METHODS = frozenset(
    ["pop", "popleft", "get", "get_nowait", "__getitem__", "__next__", "__anext__", "send", "asend"]
)
"""Methods of holders that give one of what they hold."""
SAME_METHODS = frozenset(
    [
        "copy",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
        "__iter__",
        "__aiter__",
        "__reversed__",
        "__enter__",
        "__add__",
        "__copy__",
    ]
)
"""Methods of holders that give such a holder."""
VALUE_METHODS = frozenset(["get", "pop", "setdefault", "__getitem__"])
"""Methods of mappings that give a value."""

SPECIAL_FORMS = {
    f"{module}.{name}": name
    for module in ("typing", "typing_extensions")
    for name in [
        "Any",
        "Self",
        "Optional",
        "Union",
        "Annotated",
        "ClassVar",
        "Final",
        "Literal",
        "Callable",
        "Type",
        "Required",
        "NotRequired",
        "ReadOnly",
        "TypeAlias",
        "NoReturn",
        "Never",
        "Generic",
        "Protocol",
        "Concatenate",
        "LiteralString",
        "TypeGuard",
        "TypeIs",
        "Unpack",
    ]
} | {"collections.abc.Callable": "Callable", "type": "Type", "dataclasses.InitVar": "ClassVar"}
"""Names in annotations that are no classes, by what they are called."""

CASTS = frozenset(["typing.cast", "typing_extensions.cast"])
PROPERTIES = frozenset(
    ["property", "functools.cached_property", "abc.abstractproperty", "enum.property", "types.DynamicClassAttribute"]
)
"""Decorators that make a method an attribute."""
METHOD_MAKERS = {**dict.fromkeys(PROPERTIES, "property"), "staticmethod": "staticmethod", "classmethod": "classmethod"}
"""What makes a method or an attribute of a function when it is called with it, by what is made."""
ACCESSORS = frozenset(["getter", "setter", "deleter"])
"""Methods of a property that give it another function."""
CONTEXT_MAKERS = frozenset(["contextlib.contextmanager", "contextlib.asynccontextmanager"])
"""Decorators that make a generator a context manager."""

SAME_AS_FIRST = frozenset(
    [
        "copy.copy",
        "copy.deepcopy",
        "dataclasses.replace",
        "functools.partial",
        "weakref.proxy",
        "functools.update_wrapper",
        "typing.assert_type",
        "typing_extensions.assert_type",
        "attrs.evolve",
        "attr.evolve",
        "inspect.unwrap",
        "typing.final",
        "abc.abstractmethod",
    ]
)
"""Functions that give what they get first, or something that is used like it."""
HOLDER_OF_FIRST = {
    "list": "list",
    "set": "set",
    "frozenset": "frozenset",
    "tuple": "tuple",
    "iter": "Iterator",
    "aiter": "AsyncIterator",
    "sorted": "list",
    "reversed": "Iterator",
    "collections.deque": "deque",
    "itertools.islice": "Iterator",
    "itertools.cycle": "Iterator",
    "itertools.accumulate": "Iterator",
    "random.sample": "list",
    "random.choices": "list",
}
"""Functions that make a holder of the elements of what they get first."""
APPLYING = frozenset(
    [
        "map",
        "filter",
        "sorted",
        "min",
        "max",
        "functools.reduce",
        "itertools.groupby",
        "itertools.takewhile",
        "itertools.dropwhile",
        "itertools.filterfalse",
    ]
)
"""Functions that call another one that they are given: the first argument, or the one named `key`."""
ELEMENT_OF_FIRST = frozenset(["next", "anext", "random.choice", "heapq.heappop"])
"""Functions that give an element of what they get first."""
HOLDER_OF_SECOND = frozenset(
    [
        "filter",
        "itertools.takewhile",
        "itertools.dropwhile",
        "itertools.filterfalse",
        "heapq.nlargest",
        "heapq.nsmallest",
    ]
)
"""Functions that make a holder of the elements of what they get second."""
