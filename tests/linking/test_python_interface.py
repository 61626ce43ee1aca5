"""The digest of what others can see of a file changes with that, and with nothing else."""

from __future__ import annotations

import pytest

from sphinx_kwdocs.languages.python import LANGUAGE
from sphinx_kwdocs.linking.python.interface import Interface, read_interface

FILE = '''\
import os
from elsewhere import thing

LIMIT = 3


class Base:
    """Something."""

    kind: str = "base"

    def __init__(self, size):
        self.size = size

    def grow(self, by=1):
        total = self.size + by
        print(total)
        return Base(total)


def make(size: int) -> Base:
    made = Base(size)
    return made


def loop(items):
    for item in items:
        yield item.grow()
'''


def interface(text: str) -> Interface:
    facts = LANGUAGE.extract("file.py", text)
    return read_interface(facts, facts.code)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import os\n", "# a comment\n\n\nimport os\n"),
        ('"""Something."""', '"""Something else,\n\n    and more of it.\n    """'),
        ("        print(total)\n", "        print(total, by)\n        seen = [total]\n        seen.sort()\n"),
        (
            "    made = Base(size)\n    return made\n",
            "    if size > LIMIT:\n        return Base(0)\n    return Base(size)\n",
        ),
        ("def make(size: int) -> Base:\n", "def make(\n    size: int,\n) -> Base:\n"),
        ("print(total)", "os.getcwd()"),
        ("print(total)", "thing(total)"),
        ("    made = Base(size)\n", "    made = thing(size)\n"),
    ],
)
def test_what_no_other_file_can_see_keeps_the_digest(old: str, new: str) -> None:
    assert old in FILE
    assert interface(FILE.replace(old, new)).digest == interface(FILE).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "BOUND = 3"),
        ("from elsewhere import thing", "from elsewhere import other as thing"),
        ("class Base:", "class Base(thing):"),
        ('kind: str = "base"', 'kind: thing = "base"'),
        ("self.size = size", "self.width = size"),
        ("self.size = size", "self.size = thing"),
        ("def grow(self, by=1)", "def grow(self, by=1, to=2)"),
        ("def grow(self, by=1)", "def grow(self, by=thing)"),
        ("return Base(total)", "return thing(total)"),
        ("    def grow", "    @property\n    def grow"),
        ("-> Base:", "-> thing:"),
        ("yield item.grow()", "yield item.shrink()"),
        ("def loop(", "async def loop("),
        ("import os\n", "from os import *\n"),
        ("print(total)", "by()"),
        ("print(total)", "thing(by)"),
        ("print(total)", "thing(total, to=by)"),
        ("print(total)", "self.size()"),
        ("    for item in items:\n", "    for item in items:\n        item()\n"),
        ("    made = Base(size)\n    return made\n", "    def made(): ...\n    return made\n"),
        ("return Base(total)", "return thing(lambda each: each)"),
        ("LIMIT = 3", "LIMIT = 3\n__all__ = ['make']"),
    ],
)
def test_what_another_file_can_see_changes_the_digest(old: str, new: str) -> None:
    assert old in FILE
    assert interface(FILE.replace(old, new)).digest != interface(FILE).digest


def test_a_place_is_found_again_where_it_has_moved_to() -> None:
    one, other = interface(FILE), interface("\n\n" + FILE)
    count = len(one.places) // 3
    assert count == len(other.places) // 3 > 0
    assert [(line + 2, col) for line, col in map(one.place, range(count))] == [*map(other.place, range(count))]


def test_a_file_that_does_not_parse_has_the_names_at_its_top() -> None:
    broken = "class A:\n    pass\n\ndef f(:\n"
    assert interface(broken).digest == interface("\n" + broken).digest
    assert interface(broken).digest != interface(broken.replace("A", "B")).digest
