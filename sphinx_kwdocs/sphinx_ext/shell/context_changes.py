"""Tells what a listener did to the context of a page, and does the same to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.sphinx_ext.shell.placeholders import text_mark

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

_OWN = {"title", "body", "toc"}
"""What is marked anyhow: a change of it is another value in its place."""


class Change(NamedTuple):
    """One thing that a listener did to the context."""

    key: str
    how: str
    """`set`, `append` (to a text), `extend` (a list), `update` (a mapping) or `delete`."""
    value: Any


class ContextChange(NamedTuple):
    """What one listener did for one page."""

    changes: tuple[Change, ...]
    template: object
    """What it returned: the template to use instead, or None."""


class ContextSnapshot:
    """A context as it was before a listener saw it."""

    def __init__(self, context: dict[str, Any]) -> None:
        self._values = dict(context)
        self._contents = {key: value.copy() for key, value in context.items() if type(value) in {list, dict, set}}

    def changes(self, context: dict[str, Any]) -> tuple[Change, ...]:
        """Return what is different now, in a fixed order."""
        changes = [Change(key, "delete", None) for key in self._values.keys() - context.keys()]
        for key, value in context.items():
            if key not in self._values:
                changes.append(Change(key, "set", value))
            elif value is not self._values[key]:
                changes.extend(_replaced(key, self._values[key], value))
            elif key in self._contents:
                changes.extend(_mutated(key, self._contents[key], value))
        return tuple(sorted(changes, key=lambda change: change.key))


def _replaced(key: str, old: object, new: object) -> Iterator[Change]:
    """Yield what was done to a value that is another object now."""
    match old, new:
        case str(), str() if new == old:
            return
        case str(), str() if key not in _OWN and old and new.startswith(old):
            yield Change(key, "append", new.removeprefix(old))
        case list(), list() if new[: len(old)] == old:
            if new != old:
                yield Change(key, "concat", new[len(old) :])
        case _:
            yield Change(key, "set", new)


def _mutated(key: str, old: Any, new: Any) -> Iterator[Change]:  # noqa: ANN401  a list, mapping or set
    """Yield what was done to a value that is the same object as before."""
    if new == old:
        return
    if isinstance(new, list) and new[: len(old)] == old:
        yield Change(key, "extend", new[len(old) :])
    elif isinstance(new, dict) and old.keys() <= new.keys():
        yield Change(key, "update", {name: new[name] for name in new if name not in old or new[name] != old[name]})
    else:
        yield Change(key, "set", new.copy())


def signature(effects: Sequence[ContextChange]) -> Hashable:
    """Return what pages must have in common to share a shell: all that listeners did, except for the texts."""
    return tuple(
        (tuple(_summary(change) for change in effect.changes if not _is_own(change)), _hashable(effect.template))
        for effect in effects
    )


def added_texts(effects: Sequence[ContextChange]) -> dict[str, str]:
    """Return the texts that listeners added, by the words of their marks."""
    return {
        _word(number, place): change.value
        for number, effect in enumerate(effects)
        for place, change in enumerate(effect.changes)
        if _is_text(change) and not _is_own(change)
    }


def own_texts(effects: Sequence[ContextChange]) -> dict[str, str]:
    """Return what listeners made of a page's own title, body and table of contents."""
    changes = [change for effect in effects for change in effect.changes if _is_own(change)]
    return {change.key: change.value for change in changes}


def _is_text(change: Change) -> bool:
    return isinstance(change.value, str) and change.how in {"set", "append"} and change.value != ""


def _word(number: int, place: int) -> str:
    return f"added{number * 1000 + place}"


def with_marks(effect: ContextChange, number: int) -> ContextChange:
    """Return the effect of a listener with marks for its texts; `number` is that of the listener."""
    changes = [
        change._replace(value=text_mark(_word(number, place))) if _is_text(change) else change
        for place, change in enumerate(effect.changes)
        if not _is_own(change)
    ]
    return ContextChange(tuple(changes), effect.template)


def apply(context: dict[str, Any], effect: ContextChange) -> object:
    """Do to a context what a listener did to another one, and return what it returned."""
    for key, how, value in effect.changes:
        match how:
            case "append":
                context[key] = context.get(key, "") + value
            case "extend":
                context[key].extend(value)
            case "concat":
                context[key] = [*context[key], *value]
            case "update":
                context[key].update(value)
            case "delete":
                context.pop(key, None)
            case _:
                context[key] = value
    return effect.template


class _Same:
    """Is equal to itself only; as long as it is remembered, no other object can pass for it."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _summary(change: Change) -> Hashable:
    return change.key, change.how, _is_text(change) or _hashable(change.value)


def _is_own(change: Change) -> bool:
    return change.key in _OWN and _is_text(change)


def _hashable(value: object) -> Hashable:
    match value:
        case list() | tuple():
            return type(value), tuple(map(_hashable, value))
        case dict():
            return dict, tuple((key, _hashable(item)) for key, item in value.items())
    try:
        hash(value)
    except TypeError:
        return _Same(value)
    return type(value), value
