"""Reads what Python statements assign to: names, parts of unpackings, and attributes of `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.languages._python_code_annotations import Annotations
from sphinx_kwdocs.languages._python_code_state import READ, WRITE, Use
from sphinx_kwdocs.python_code import NO_SYMBOL, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence


class Receiver(NamedTuple):
    """The first parameter of a method."""

    cls: int
    """The scope of the class."""
    number: int
    """The parameter's binding."""
    is_init: bool
    """Whether the method is `__init__`."""


class Assigned(NamedTuple):
    """An assignment to an attribute of `self` or `cls`."""

    cls: int
    """The scope of the class."""
    name: str
    """The attribute."""
    site: int
    """Its place."""
    use: Use
    """The same as a use, for those that do not define it."""
    node: ast.Attribute
    """The target."""
    body: Sequence[ast.stmt]
    """The statements among which it stands."""
    place: int
    """Which of them it is."""
    is_init: bool
    """Whether it stands in `__init__`."""


class Targets(Annotations):
    """The part of the walk that gives names their values."""

    __slots__ = ()

    receivers: dict[str, Receiver]
    assignments: list[Assigned]

    def assigned_name(self, name: str, line: int, col: int, value: int, declared: int = UNKNOWN) -> int:
        """Bind a name; if it was given before, this is also a use of it."""
        is_again = name in self.first and not (self.is_named and (line, col) in self.symbol_at)
        number = self.give(name, line, col, value, "variable", declared)
        if is_again or name in self.outer:
            length = len(name) if self.is_ascii or name.isascii() else self.name_length(line, col, name)
            self.placed.append((line, col, col + length, number, WRITE, self.scope))
        return number

    def name_length(self, line: int, col: int, name: str) -> int:
        """Return the length of a name in the source, where it may be written with other characters."""
        text = self.lines.lines[line - 1]
        end = col
        while end < len(text) and f"a{text[end]}".isidentifier():
            end += 1
        return end - col if end > col else len(name)

    def target(self, node: Any, value: int, declared: int = UNKNOWN) -> None:  # noqa: ANN401  any expression
        """Assign a value to a target."""
        kind = type(node)
        if kind is ast.Name:
            line = node.lineno
            col = node.col_offset if self.is_ascii else self.column(line, node.col_offset)
            self.assigned_name(node.id, line, col, value, declared)
        elif kind is ast.Attribute:
            self.attribute_target(node, value, declared)
        elif kind is ast.Tuple or kind is ast.List:
            self._unpacked(node.elts, value)
        elif kind is ast.Starred:
            self.target(node.value, value)
        elif kind is ast.Subscript:
            owner = self.visit[type(node.value)](self, node.value, READ)
            self.item(node, owner, READ)
            if owner:
                self.put(owner, self.last_index, value)
            if owner in self.empty_sites:
                self.fill(owner, self.last_index, value)
        else:
            self.visit[kind](self, node, WRITE)

    def _unpacked(self, targets: Sequence[ast.expr], value: int) -> None:
        """Assign the parts of a value."""
        is_behind_star = False
        for number, each in enumerate(targets):
            if isinstance(each, ast.Starred):
                is_behind_star = True
                behind = len(targets) - number - 1
                self.target(each, self.numbers["rest", value, number, behind] if value else UNKNOWN)
            elif not value:
                self.target(each, UNKNOWN)
            else:
                place = number - len(targets) if is_behind_star else number
                self.target(each, self.part(value, place))

    def part(self, value: int, place: int) -> int:
        """Return a part of a value; of a tuple that is written out, the part itself."""
        parts = self.tuples.get(value)
        if parts is not None and -len(parts) <= place < len(parts):
            return parts[place]
        return self.numbers["part", value, place]

    def receiver_of(self, node: ast.expr) -> Receiver | None:
        """Return the method's first parameter if an expression is this and nothing else."""
        if not isinstance(node, ast.Name):
            return None
        receiver = self.receivers.get(node.id)
        if receiver is None:
            return None
        now = self.env.get(node.id)
        return receiver if now is None or self.root(now) == receiver.number else None

    def attribute_target(self, node: ast.Attribute, value: int, declared: int = UNKNOWN) -> None:
        """Assign to an attribute; one of `self` may be where the attribute is defined."""
        receiver = self.receiver_of(node.value)
        owner = self.visit[type(node.value)](self, node.value, READ)
        if not owner:
            return
        name = node.attr
        number = self.numbers["attr", owner, name]
        end: int = node.end_col_offset  # type: ignore[assignment]
        line: int = node.end_lineno  # type: ignore[assignment]
        use = (line, end - len(name), end, number, WRITE, self.scope)
        kept: int | None = value if value and value not in self.constants else None
        if receiver is None:
            self.uses.append(use)
        else:
            site = len(self.sites)
            line, col, _ = self.placed_name(use)
            self.sites.append((name, line, col, receiver.cls, "attribute", NO_SYMBOL, declared))
            given = self.numbers["bind", site, value or (self.numbers["typed", declared] if declared else UNKNOWN)]
            self.classes[receiver.cls].attributes.setdefault(name, []).append(given)
            self.assignments.append(
                Assigned(
                    receiver.cls,
                    name,
                    site,
                    use,
                    node,
                    self.body_now,
                    self.index_now,
                    receiver.is_init,
                )
            )
            kept = given if kept is not None else None
            if value in self.handed:
                self.keeping.add(name)
        if kept is not None or number in self.env:
            self.attribute_keys[name][number] = None
            self.set(number, kept)
        if self.item_keys:
            self.forget_items(number)

    def placed_name(self, use: Use) -> tuple[int, int, int]:
        """Return line, column and end of a use's name in code points, told by where it ends."""
        line, col, end = use[:3]
        text = self.lines.lines[line - 1]
        if self.is_ascii or text.isascii():
            return line, col, end
        end = start = self.column(line, end)
        while start and f"a{text[start - 1]}".isidentifier():
            start -= 1
        return line, start, end

    def deleted(self, node: ast.expr) -> None:
        """Read a target of `del`."""
        stack = [node]
        while stack:
            each = stack.pop()
            if isinstance(each, (ast.Tuple, ast.List)):
                stack += reversed(each.elts)
                continue
            self.visit[type(each)](self, each, WRITE)
            if isinstance(each, ast.Name):
                self.set(each.id, None)
            elif isinstance(each, ast.Subscript):
                self._changed_items(each)
            elif (key := self.key_of(each)) and key[0] in self.env:
                self.set(key[0], None)

    def augmented(self, node: ast.AugAssign) -> None:
        """Read `x += v`: a use of what was there, and a new value."""
        value = self.visit[type(node.value)](self, node.value, READ)
        before = self.visit[type(node.target)](self, node.target, WRITE)
        operator = type(node.op).__name__
        after = self.numbers["operation", f"I{operator}", before, value] if before and value else UNKNOWN
        target = node.target
        if isinstance(target, ast.Name):
            line = target.lineno
            self.give(target.id, line, self.column(line, target.col_offset), after)
        elif isinstance(target, ast.Subscript):
            self._changed_items(target)
        elif (key := self.key_of(target)) and key[0] in self.env:
            self.set(key[0], None)

    def _changed_items(self, node: ast.Subscript) -> None:
        """Forget what is known of the items of a container, one of which is given anew or goes away."""
        if self.item_keys and (key := self.key_of(node.value)):
            self.forget_items(key[1])
