"""The parts that the walk over a Python file is made of, each alone."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sphinx_kwdocs.languages.python.walk.environment import Environment
from sphinx_kwdocs.languages.python.walk.expression_table import ExpressionTable
from sphinx_kwdocs.languages.python.walk.state import Frame


def test_an_environment_goes_back_to_a_mark() -> None:
    env = Environment({"a": 1, "b": 2})
    env.set("a", 3)
    mark = len(env.trail)
    env.set("a", 4)
    env.set("b", None)
    env.set("c", 5)
    assert env.changes(mark) == {"a": 4, "b": None, "c": 5}
    env.undo(mark)
    assert env == {"a": 3, "b": 2}
    assert env.changes(mark) == {}


def test_changes_of_one_way_can_hold_on_another() -> None:
    env = Environment({"a": 1, "b": 2})
    env.apply({"a": None, "c": 3})
    assert env == {"b": 2, "c": 3}
    env.undo(0)
    assert env == {"a": 1, "b": 2}


def test_an_environment_made_from_another_is_changed_alone() -> None:
    outer = Environment({"a": 1})
    inner = Environment(outer)
    inner.set("a", 2)
    assert (outer, outer.trail) == ({"a": 1}, [])


def test_equal_expressions_have_one_number_and_the_unknown_one_is_first() -> None:
    table = ExpressionTable()
    name = table.numbers["name", 0, "a"]
    assert table.numbers["name", 0, "a"] == name
    assert table.all() == [("unknown",), ("name", 0, "a")]


def test_a_phi_of_phis_is_flat() -> None:
    table = ExpressionTable()
    a, b, c = (table.numbers["name", 0, name] for name in "abc")
    outer = table.phi([table.phi([a, b]), c, a])
    assert table.all()[outer] == ("phi", a, b, c)
    assert table.phi([a, a]) == a


def test_what_conditions_say_of_a_value_can_be_taken_off() -> None:
    table = ExpressionTable()
    value, cls = table.numbers["name", 0, "value"], table.numbers["name", 0, "C"]
    narrowed = table.narrow(table.narrow(value, cls, holds=False), cls, holds=True)
    assert narrowed != value
    assert table.root(narrowed) == value


def test_a_loop_head_is_a_phi_whose_number_comes_before_its_members() -> None:
    table = ExpressionTable()
    before = table.numbers["name", 0, "a"]
    head = table.loop_head(before)
    assert table.all()[head] == ("phi", before)


def test_a_frame_is_copied_field_by_field() -> None:
    values: dict[str, Any] = {each.name: object() for each in fields(Frame)}
    copied = Frame(**values).copy()
    assert {name: getattr(copied, name) for name in values} == values
