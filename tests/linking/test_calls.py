"""Who calls whom where no name at the call says so: through parameters, decorators, containers and loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import write

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from pathlib import Path

FUNCTIONS = "def f(): ...\ndef g(): ...\ndef h(): ...\n"


METHODS = "class C:\n    def m(self): ...\n    def run(self, x): x()\n"
KEEPING = "class C:\n    def set(self, x): self.x = x\n    def go(self): self.x()\n"
WRAPPING = "def d(x):\n    def w(): return x()\n    return w\n"
TYPED = "from typing import Callable\ndef d(x: Callable) -> Callable:\n    def w(): return x()\n    return w\n"
MAKING = "def d(n):\n    def inner(x):\n        def w(): x()\n        return w\n    return inner\n"
CALLED = "class D:\n    def __init__(self, x): self.x = x\n    def __call__(self): self.x()\n"


def edges(folder: Path, files: dict[str, str]) -> set[str]:
    """Return the calls of a repository as `caller > callee`, by qualified names; a file without its suffix."""
    index = build_index(write(folder, files), Config())
    return {
        f"{caller.rpartition('#')[2].removesuffix('.py')} > {callee.rpartition('#')[2]}"
        for caller, callees in index.calls.callees.items()
        for callee in callees
    }


def assert_calls(folder: Path, text: str, expected: str) -> None:
    """Compare all calls of a module that begins with some functions; `expected` lists them by commas."""
    assert edges(folder, {"a.py": FUNCTIONS + text}) == {each.strip() for each in expected.split(",") if each.strip()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def run(x): x()\nrun(f)\n", "a > run, run > f"),
        ("def run(x): x()\nrun(x=f)\nrun(g)\n", "a > run, run > f, run > g"),
        ("def run(x): y = x; y()\nalias = f\nrun(alias)\n", "a > run, run > f"),
        ("def run(x, *more, last): last()\nrun(f, g, last=h)\n", "a > run, run > h"),
        ("def run(*all):\n    for x in all: x()\nrun(f, g)\n", "a > run, run > f, run > g"),
        ("def run(x: 'Callable[[], None]'): x()\nrun(f)\n", "a > run, run > f"),
        ("from typing import Callable\ndef run(x: Callable | None): x()\nrun(f)\n", "a > run, run > f"),
        ("def run(x): inner(x)\ndef inner(y): y()\nrun(f)\n", "a > run, run > inner, inner > f"),
        ("def inner(y): y()\ndef run(x): x(f)\nrun(inner)\n", "a > run, run > inner, inner > f"),
        ("def make(): return f\ndef run(x): x()\nrun(make())\n", "a > run, a > make, run > f"),
        ("def run(x=f): x()\nrun()\n", "a > run, run > f"),
        ("def run(x):\n    def later(): x()\n    return later\nrun(f)\n", "a > run, run.later > f"),
        ("def run(x): [x() for _ in '']\nrun(f)\n", "a > run, run > f"),
        ("class C: ...\ndef run(x: type): x()\nrun(C)\n", "a > run, run > C"),
        (METHODS + "c = C()\nc.run(c.m)\n", "a > C, a > C.run, C.run > C.m"),
        ("def run(x): x()\ndef pick(c): run(f if c else g)\n", "pick > run, run > f, run > g"),
        ("def run(x): x['a']()\nrun({'a': f})\n", "a > run, run > f"),
        ("TABLE = {'a': f, 'b': g}\ndef run(key): TABLE[key]()\nrun('b')\n", "a > run, run > g"),
        ("import functools\ndef run(n, x): x()\nfunctools.partial(run, 1, f)\n", "run > f"),
    ],
)
def test_what_is_handed_to_a_parameter_is_called_by_the_function(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def run(x): return x\nrun(f)\n", "a > run"),
        ("def run(x): print(x)\nrun(f)\n", "a > run"),
        ("def run(x): x()\nrun(*[f])\n", "a > run"),
        ("def run(x): x()\nrun(f())\n", "a > run, a > f"),
        ("def run(x, y): y()\nrun(f, 1)\n", "a > run"),
        ("def run(x):\n    x = g\n    x()\nrun(f)\n", "a > run, run > g"),
        ("def run(x): x[0]()\nrun([f, g, h])\n", "a > run"),
        ("def run(x: int): x()\nrun(f)\n", "a > run"),
        ("def run(x=f): x()\nrun(1)\n", "a > run, run > f"),
        ("class C:\n    def run(self): self()\nC.run(f)\n", "a > C.run"),
        ("import functools\ndef run(n, x): x()\np = functools.partial(run, 1)\n", ""),
        ("def run(x): run(x)\nrun(f)\n", "a > run, run > run"),
    ],
)
def test_what_is_only_handed_on_is_not_called(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, text, expected)


def test_the_file_that_hands_a_function_on_tells_who_calls_it(tmp_path: Path) -> None:
    files = {
        "lib.py": "def run(x): deeper(x)\ndef deeper(x): x()\n",
        "one.py": "from lib import run\ndef f(): ...\nrun(f)\n",
        "two.py": "import lib\ndef g(): ...\ndef use(): lib.run(g)\n",
    }
    assert edges(tmp_path, files) == {"run > deeper", "one > run", "deeper > f", "use > run", "deeper > g"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class C:\n    def __init__(self, x): self.x = x\n    def go(self): self.x()\nC(f)\n", "a > C, C.go > f"),
        (KEEPING + "c = C()\nc.set(f)\n", "a > C, a > C.set, C.go > f"),
        ("class C:\n    def __init__(self, x): self.x = x\n    def go(self): self.y()\nC(f)\n", "a > C"),
        ("class C:\n    def __init__(self, x): self.x = g\n    def go(self): self.x()\nC(f)\n", "a > C, C.go > g"),
    ],
)
def test_a_function_that_an_attribute_keeps_is_called_by_the_methods(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def d(x): x(); return x\n@d\ndef k(): ...\n", "a > d, d > k"),
        (WRAPPING + "@d\ndef k(): ...\nk()\n", "a > d, d.w > k, a > k, a > d.w"),
        (TYPED + "@d\ndef k(): ...\ndef use(): k()\n", "a > d, d.w > k, use > k, use > d.w"),
        (MAKING + "@d(1)\ndef k(): ...\n", "a > d, a > d.inner, d.inner.w > k"),
        (
            WRAPPING + WRAPPING.replace("d(", "e(") + "@d\n@e\ndef k(): ...\n",
            "a > d, a > e, d.w > e.w, e.w > k",
        ),
        (CALLED + "@D\ndef k(): ...\n", "a > D, D.__call__ > k"),
        ("def d(x): return x\n@d\ndef k(): ...\nk()\n", "a > d, a > k"),
    ],
)
def test_a_decorator_is_handed_what_it_decorates(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t = [f, g]\nt[0]()\n", "a > f"),
        ("t = [f, g]\nt[-1]()\n", "a > g"),
        ("t = [f, g]\nt[x]()\n", ""),
        ("t = [f, g]\nfor x in t: x()\n", "a > f, a > g"),
        ("t = {1: f, '1': g}\nt['1']()\n", "a > g"),
        ("t = {1: f, '1': g}\nt[2]()\n", ""),
        ("t = {'a': f}\nt['a'] = g\nt['a']()\n", "a > g"),
        ("t = {'a': f}\nt.update({'a': g})\nt['a']()\n", "a > g"),
        ("t = {'a': f}\nt['a'] = g\nt[key] = h\nt['a']()\n", "a > f"),
        ("x, *y, z = f, g, h\ny[0]()\nz()\n", "a > g, a > h"),
        ("t = [f, f, f, f, f, f, f, f, f, g, h]\nt[1]()\n", ""),
        ("t = {'a': f}\nt['a'] = g\nfor i in '':\n    t['a']()\n    t['a'] = h\n", "a > f"),
    ],
)
def test_of_functions_in_a_container_the_one_that_is_asked_for_is_called(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert_calls(tmp_path, text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("map(f, [])\n", "a > f"),
        ("sorted([], key=f)\n", "a > f"),
        ("def use(x: list): x.sort(key=f)\n", "use > f"),
        ("from functools import reduce\nreduce(f, [])\n", "a > f"),
        ("def map(x, y): ...\nmap(f, [])\n", "a > map"),
        ("sorted([f])\n", ""),
        ("max(f, g)\n", ""),
        ("thing.sort(key=f)\n", ""),
    ],
)
def test_functions_of_the_standard_library_call_what_they_are_given(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, text, expected)


LOOPED = (
    "class C:\n    def __iter__(self): return D()\nclass D:\n    def __next__(self): ...\nclass E(Exception): ...\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def use(c: C):\n    for x in c: ...\n", "C.__iter__ > D, use > C.__iter__, use > D.__next__"),
        ("def use(c: C): [x for x in c]\n", "C.__iter__ > D, use > C.__iter__, use > D.__next__"),
        ("def use(d: D):\n    for x in d: ...\n", "C.__iter__ > D"),
        ("def use(): raise E\n", "C.__iter__ > D, use > E"),
        ("def use(): raise E()\n", "C.__iter__ > D, use > E"),
        ("def use(e: E): raise e\n", "C.__iter__ > D"),
    ],
)
def test_loops_and_raise_call_what_no_brackets_stand_behind(tmp_path: Path, text: str, expected: str) -> None:
    assert_calls(tmp_path, LOOPED + text, expected)
