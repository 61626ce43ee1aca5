"""What every name in a Python file means, told by cases that are data: `references/*.txt`, one file a construct.

A case opens with a sentence or two about what it shows. Then come the files of a small repository, each opened by a
line `--- path/of/file.py`. A comment with carets speaks of the code line above it, whatever caret lines are between:

    value = shop.price(item)
    #       ^ shop.py
    #            ^^^^^ shop.py#price exact call
    # <- -

The first caret stands under the first character of a name; several carets span the whole name. A name that begins
where the comment itself does has `<-` instead. Behind that stands what is expected there:

    shop.py#Cart.total      the symbol with this id; with `*` at its end any symbol whose id begins so
    shop.py                 the module, by its file
    local 3                 a name of the function, first given on line 3 of the same file
    outside os.path.join    a name outside the repository; one of the builtins has no module: `outside len`
    not shop.py#price       anything else than this, or nothing
    -                       nothing: the name must not resolve, or is itself the place where something is first given

A symbol or a module may be followed by how it is known (exact, inferred, name) and by the role of the use (call,
read, write, import, base, annotation, decorator, mention). Several meanings of one name are separated by ` | `; there
must be no others. Caret lines stay in the files as the comments they are, so that the number of a line is that of the
text as it stands below `---`. Cases called `py312_…` need the syntax of Python 3.12.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from builds import write
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.model.index import CERTAINTIES, ROLES
from sphinx_kwdocs.model.occurrences import FileReferences
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.index import Index

CASES = sorted((Path(__file__).parents[1] / "cases" / "references").glob("*.txt"))
_CARETS = re.compile(r"(\s*)#(?:( *)(\^+)| <-) +(\S.*)")
_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class Found(NamedTuple):
    """What a file's references say of one stretch of a line."""

    line: int
    col: int
    end_col: int
    meaning: str
    """The target, `local 3` or `outside len`."""
    known: str = ""
    role: str = ""


@dataclass(frozen=True)
class Caret:
    """One expectation of a case."""

    path: str
    line: int
    col: int
    width: int
    """The number of carets; one caret, or an arrow, does not say where the name ends."""
    code: str
    """The line it speaks of."""
    expected: tuple[str, ...]

    def accepts(self, found: list[Found]) -> bool:
        """Say whether what was found here is what is expected."""
        if self.expected == ("-",):
            return not found
        if self.expected[0].startswith("not "):
            return not any(each.meaning == item.removeprefix("not ") for each in found for item in self.expected)
        ends = {each.end_col for each in found if each.col == self.col}
        if len(found) != len(self.expected) or (self.width > 1 and ends != {self.col + self.width}):
            return False
        return all(any(self._fits(item, each) for each in found) for item in self.expected)

    def _fits(self, item: str, found: Found) -> bool:
        if found.col != self.col:
            return False
        if item.startswith(("local ", "outside ")):
            return found.meaning == item
        target, *words = item.split()
        is_target = found.meaning.startswith(target[:-1]) if target.endswith("*") else found.meaning == target
        return is_target and set(words) <= {found.known, found.role}


def read_case(text: str) -> dict[str, str]:
    """Return the files of a case, by path."""
    parts = re.split(r"^--- (\S+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def carets_of(path: str, text: str) -> Iterator[Caret]:
    """Yield the expectations that stand in a file."""
    number, code = 0, ""
    for place, line in enumerate(text.split("\n"), 1):
        match = _CARETS.fullmatch(line)
        if not match:
            number, code = place, line
            continue
        indent, space, carets, expected = match.groups()
        col = len(indent) + (1 + len(space) if carets else 0)
        items = tuple(item.strip() for item in expected.split(" | "))
        unknown = {word for item in items for word in words_of(item)} - {*CERTAINTIES, *ROLES}
        assert not unknown, f"{path}:{place}: {unknown} says nothing in a caret line"
        yield Caret(path, number, col, len(carets or "^"), code, items)


def words_of(item: str) -> list[str]:
    """Return what follows a target in an expectation."""
    return [] if item.startswith(("local ", "outside ", "not ")) else item.split()[1:]


def references_of(index: Index, path: str) -> FileReferences:
    """Return the references of a file, empty ones if it has none."""
    file = index.references.of(path)
    return FileReferences(()) if file is None else file


def found_in(index: Index, path: str) -> list[Found]:
    """Return everything that a file's references say."""
    file = references_of(index, path)
    rows = [Found(*each.span[:2], each.span.end_col, each.target, each.known, each.role) for each in file]
    local = [
        Found(each.line, each.col, each.end_col, f"local {each.to_line}")
        for each in file.locals
        if (each.line, each.col) != (each.to_line, each.to_col)
    ]
    outside = [Found(each[0], each[1], each[2], f"outside {each[3]}") for each in file.externals]
    return [*rows, *local, *outside]


def nonsense(index: Index, files: dict[str, str]) -> Iterator[str]:
    """Yield what cannot be right with the references of any file, whatever is expected of them."""
    yield from (str(each) for each in index.all_diagnostics if each.code == "extractor")
    for path, text in files.items():
        lines = text.split("\n")
        for found in found_in(index, path):
            written = lines[found.line - 1][found.col : found.end_col]
            if not _DOTTED.fullmatch(written):
                yield f"{path}:{found.line}: {written!r} is no name, but is said to be {found.meaning}"
            if found.role and found.meaning not in index.symbols and found.meaning not in index.files:
                yield f"{path}:{found.line}: {written!r} leads to {found.meaning}, which does not exist"
        file = references_of(index, path)
        for line, col, end_col, to_line, to_col, *_ in file.locals:
            name, given = lines[line - 1][col:end_col], lines[to_line - 1][to_col:]
            if not re.match(rf"{re.escape(name)}\b", given):
                yield f"{path}:{line}: {name!r} is said to be given where {given!r} stands"
        for rows in (zip(file.lines, file.cols, file.ends, strict=True), file.locals, file.externals):
            spans = [row[:3] for row in rows]
            if spans != sorted(spans):
                yield f"{path}: not in text order"


def mismatches(index: Index, files: dict[str, str]) -> Iterator[str]:
    """Yield a description of every caret that is not satisfied."""
    for path, text in files.items():
        everything = found_in(index, path)
        for caret in carets_of(path, text):
            end = caret.col + caret.width
            found = [
                each for each in everything if each.line == caret.line and each.col < end and each.end_col > caret.col
            ]
            if not caret.accepts(found):
                shown = " | ".join(" ".join(filter(None, each[3:])) for each in found) or "-"
                spans = {(each.col, each.end_col) for each in found} - {(caret.col, end)}
                where = f"  (columns {sorted(spans)})" if spans and caret.width > 1 else ""
                yield (
                    f"{path}:{caret.line}\n    {caret.code}\n    {' ' * caret.col}{'^' * caret.width}\n"
                    f"    expected {' | '.join(caret.expected)}\n    found    {shown}{where}"
                )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_names_mean_what_the_carets_say(case: Path, tmp_path: Path) -> None:
    if case.stem.startswith("py312_") and sys.version_info < (3, 12):
        pytest.skip("the syntax is newer than this Python")
    files = read_case(case.read_text(encoding="utf-8"))
    index = build_index(write(tmp_path, files), Config())
    wrong = [*nonsense(index, files), *mismatches(index, files)]
    assert not wrong, f"{len(wrong)} in {case.name}\n" + "\n".join(wrong)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_says_what_resolves_and_what_does_not(case: Path) -> None:
    files = read_case(case.read_text(encoding="utf-8"))
    expected = [caret.expected[0] for path, text in files.items() for caret in carets_of(path, text)]
    is_link = [not each.startswith(("-", "local ", "outside ", "not ")) for each in expected]
    assert any(is_link)
    assert not all(is_link)


def found_at(index: Index, path: str, line: int) -> dict[str, set[str]]:
    """Return what the names of a line mean, by their text."""
    text = (index.root / path).read_text(encoding="utf-8").split("\n")[line - 1]
    meanings: dict[str, set[str]] = {}
    for found in found_in(index, path):
        if found.line == line:
            meanings.setdefault(text[found.col : found.end_col], set()).add(found.meaning)
    return meanings


def test_a_thousand_attributes_deep_is_read_like_one(tmp_path: Path) -> None:
    chain = "node" + ".next" * 1000 + ".value"
    text = f"class Node:\n    next: 'Node'\n    value: int\n\ndef last(node: Node):\n    return {chain}\n"
    index = build_index(write(tmp_path, {"a.py": text, "b.py": f"import a\nx = a{'.gone' * 1000}\n"}), Config())
    means = found_at(index, "a.py", 6)
    assert means["node"] == {"local 5"}
    # Where a bound cuts the chain off, what lies behind it stays unlinked.
    assert means["next"] == {"a.py#Node.next"}
    assert means.get("value", {"a.py#Node.value"}) == {"a.py#Node.value"}
    assert found_at(index, "b.py", 2) == {"a": {"a.py"}}


def test_a_chain_of_a_thousand_calls_is_read_like_one(tmp_path: Path) -> None:
    text = "class Maker:\n    def add(self):\n        return self\n\nx = Maker()" + ".add()" * 1000 + "\n"
    means = found_at(build_index(write(tmp_path, {"a.py": text}), Config()), "a.py", 5)
    assert means == {"Maker": {"a.py#Maker"}, "add": {"a.py#Maker.add"}}


def test_a_function_of_five_thousand_lines_is_linked_to_its_end(tmp_path: Path) -> None:
    body = "".join(f"    x{n} = step(x{n - 1}, box.size)\n    if x{n}:\n        box = Box()\n" for n in range(1, 1700))
    text = f"class Box:\n    size = 1\n\ndef step(a, b): ...\n\ndef long(box: Box, x0):\n{body}    return box.size\n"
    with cpu_seconds_below(5):
        index = build_index(write(tmp_path, {"a.py": text}), Config())
    last = text.count("\n")
    found = found_at(index, "a.py", last)
    assert found["size"] == {"a.py#Box.size"}
    assert [each.partition(" ")[0] for each in found["box"]] == ["local"]
    assert found_at(index, "a.py", last - 3)["step"] == {"a.py#step"}


def test_modules_that_all_star_import_each_other_take_a_moment(tmp_path: Path) -> None:
    count = 10
    files = {
        f"m{n}.py": "".join(f"from m{other} import *\n" for other in range(count) if other != n)
        + f"def f{n}(): ...\nf{(n + 5) % count}()\ngone()\n"
        for n in range(count)
    }
    with cpu_seconds_below(1):
        index = build_index(write(tmp_path, files), Config())
    assert found_at(index, "m0.py", count + 1) == {"f5": {"m5.py#f5"}}
    assert found_at(index, "m0.py", count + 2) == {}


TANGLES = {
    "functions that return what three others do": (
        400,
        "def f{n}(x):\n    return f{a}(x) or f{b}(x) or f{c}(x)\nf{n}(1).unique()\n",
        "class Only:\n    def unique(self): ...\n",
    ),
    "attributes that are what three others are": (
        400,
        "    def m{n}(self):\n        self.a{n} = self.a{a} or self.a{b} or self.a{c}\n        self.a{n}.unique()\n",
        "class Only:\n    def unique(self): ...\nclass A:\n",
    ),
    "an attribute that is made of itself in every method": (
        120,
        "    def m{n}(self):\n        self.x = self.x.y\n        self.x.unique()\n",
        "class Only:\n    def unique(self): ...\nclass A:\n",
    ),
}


@pytest.mark.parametrize("tangle", TANGLES)
def test_a_tangle_takes_time_by_its_size_and_links_nothing_unknown(tmp_path: Path, tangle: str) -> None:
    count, part, head = TANGLES[tangle]
    places = [(n, (n * 7 + 1) % count, (n * 3 + 2) % count, (n * 11 + 5) % count) for n in range(count)]
    text = head + "".join(part.format(n=n, a=a, b=b, c=c) for n, a, b, c in places)
    with cpu_seconds_below(1):
        index = build_index(write(tmp_path, {"a.py": text}), Config())
    assert len(found_in(index, "a.py")) > count
    assert index.references.count("a.py#Only.unique") == 0


def test_functions_that_return_each_other_in_a_long_line_end(tmp_path: Path) -> None:
    text = "".join(f"def f{n}(x):\n    return f{(n + 1) % 1000}(x)\n" for n in range(1000)) + "f0(1).unique()\n"
    text += "class Only:\n    def unique(self): ...\n"
    index = build_index(write(tmp_path, {"a.py": text}), Config())
    assert found_at(index, "a.py", 2001) == {"f0": {"a.py#f0"}}


def test_names_of_the_same_line_and_text_keep_their_columns_behind_wide_characters(tmp_path: Path) -> None:
    text = "def naïve(größe):\n    return '日本' + größe + naïve(größe)\n"
    index = build_index(write(tmp_path, {"a.py": text}), Config())
    assert [(each.line, each.col, each.meaning) for each in sorted(found_in(index, "a.py"))] == [
        (2, 18, "local 1"),
        (2, 26, "a.py#naïve"),
        (2, 32, "local 1"),
    ]


ODD = (
    "",
    "()",
    "*x",
    "**x",
    "a == b",
    "x, *y",
    "*x, 'a'",
    "key=lambda e: e",
    "[]",
    "lambda: 0",
    "None",
    "...",
    "1, 2, 3",
)
FORMS = (
    "type", "typing.Callable", "typing.ClassVar", "typing.Annotated", "typing.Final", "typing.Optional", "typing.Union",
    "typing.Literal", "typing.Self", "typing.Generic", "typing.Protocol", "typing.Required", "dict", "list", "tuple",
    "collections.OrderedDict", "C", "missing",
)  # fmt: skip
FUNCTIONS = (
    "super", "object.__new__", "enumerate", "zip", "map", "filter", "min", "max", "dict", "list", "sorted", "iter",
    "next", "type", "typing.cast", "typing.assert_type", "typing.TypeVar", "typing.NewType", "itertools.chain",
    "itertools.chain.from_iterable", "itertools.product", "itertools.groupby", "itertools.permutations", "asyncio.run",
    "asyncio.gather", "contextlib.nullcontext", "weakref.ref", "collections.defaultdict", "collections.deque",
    "functools.partial", "copy.copy", "isinstance", "getattr", "C", "f", "[].append", "{}.setdefault", "{}.get",
)  # fmt: skip


def test_odd_arguments_of_known_functions_and_forms_are_taken_as_they_come(tmp_path: Path) -> None:
    lines = [
        "import asyncio, collections, contextlib, copy, functools, itertools, typing, weakref",
        "class C: ...",
        "def f(x): return x",
    ]
    for number, (function, odd) in enumerate(product(FUNCTIONS, ODD)):
        lines.append(f"v{number} = {function}({odd})\nv{number}.x.y\nfor w in v{number}: w.z\nv{number}[0].q")
    for number, (form, odd) in enumerate(product(FORMS, ("()", "int", "C, ...", "'C'", "[C], C", "'C |'", "1", "..."))):
        lines.append(f"def g{number}(p: {form}[{odd}], q: {form} = None) -> {form}[{odd}]:\n    return p.x + q.y")
        lines.append(f"class K{number}({form}[{odd}]): ...\nK{number}().x\ng{number}(1).y")
    lines.append("class P:\n    x = lambda self: 1\n    @x.setter\n    def x(self, v): ...\nP().x")
    index = build_index(write(tmp_path, {"a.py": "y = 1\n", "b.py": "\n".join(lines) + "\n"}), Config())
    assert index.all_diagnostics == []
    assert not list(index.references.uses("a.py#y"))
    assert index.references.count("b.py#C") > 50


def test_a_long_line_of_bases_is_followed_from_its_lower_end(tmp_path: Path) -> None:
    classes = "class C0:\n    def go(self): ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, 1500))
    files = {"a.py": "from b import C1499, C150\nC1499().go()\nC150().go()\n", "b.py": classes}
    index = build_index(write(tmp_path, files), Config())
    assert index.all_diagnostics == []
    assert found_at(index, "a.py", 3)["go"] == {"b.py#C0.go"}


def test_types_that_hold_themselves_twice_do_not_grow_without_end(tmp_path: Path) -> None:
    text = "from typing import Generic, TypeVar\nA = TypeVar('A')\nB = TypeVar('B')\nclass Two(Generic[A, B]):\n"
    text += "    def grow(self) -> 'Two[Two[A, B], Two[A, B]]': ...\nx0 = Two()\n"
    text += "".join(f"x{n} = x{n - 1}.grow()\n" for n in range(1, 60))
    with cpu_seconds_below(2):
        index = build_index(write(tmp_path, {"a.py": text}), Config())
    assert found_at(index, "a.py", text.count("\n"))["grow"] == {"a.py#Two.grow"}


def test_what_is_first_asked_for_from_far_away_is_found_all_the_same(tmp_path: Path) -> None:
    deep = "".join(f"def f{n}():\n    return f{n + 1}()\n" for n in range(70)) + "def f70():\n    return D().p\n"
    files = {
        "a.py": f"from z import D\n{deep}f0()\nf40().m\n",
        "y.py": "class B:\n    def m(self): ...\n    @property\n    def p(self) -> 'B': ...\n",
        "z.py": "from y import B\nclass D(B): ...\nD().m()\nD().p.m()\n",
    }
    index = build_index(write(tmp_path, files), Config())
    assert found_at(index, "z.py", 3)["m"] == {"y.py#B.m"}
    assert found_at(index, "z.py", 4) == {"D": {"z.py#D"}, "p": {"y.py#B.p"}, "m": {"y.py#B.m"}}
    assert index.hierarchy.bases == {"z.py#D": ("y.py#B",)}


def test_a_file_whose_names_cannot_be_resolved_is_one_diagnostic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sphinx_kwdocs.linking.python.expressions.containers.awaited", fail)
    files = {"a.py": "async def f(): ...\n(await f()).x\n", "b.py": "def g(): ...\ng()\n"}
    index = build_index(write(tmp_path, files), Config())
    assert [(item.path, item.code, item.message) for item in index.all_diagnostics] == [
        ("a.py", "linker", "ZeroDivisionError: ")
    ]
    assert found_at(index, "b.py", 2) == {"g": {"b.py#g"}}


MANY = {
    "loops that rebind a name": "def f(c):\n    x = c\n" + "    for i in c:\n        x = i\n" * 800 + "    return x\n",
    "cases": "def f(c):\n    match c:\n"
    + "".join(f"        case ast.A{n}():\n            return {n}\n" for n in range(800))
    + "    return c.y\n",
    "methods that assign": "class C:\n"
    + "".join(f"    def m{n}(self):\n        self.x = self.x.y(self)\n" for n in range(1500)),
    "walruses": "".join(f"while (w{n} := x):\n    y = [(u{n} := q) for q in w{n}]\n" for n in range(600)),
    "bases": "".join(f"class B{n}: ...\n" for n in range(800))
    + f"class C({', '.join(f'B{n}' for n in range(800))}): ...\n",
    "loops that assign attributes": "def f(c):\n"
    + "".join(f"    x{n} = c\n" for n in range(1500))
    + "".join(f"    for i in c:\n        c.a{n} = i\n" for n in range(1500)),
}


@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
def test_many_of_a_kind_take_a_moment(tmp_path: Path, text: str) -> None:
    with cpu_seconds_below(2):
        index = build_index(write(tmp_path, {"a.py": f"import ast\n{text}\ndef last(): ...\nlast()\n"}), Config())
    assert index.all_diagnostics == []
    assert index.references.count("a.py#last") == 1


def test_names_handed_on_under_conditions_by_hundreds_of_modules_end_no_build(tmp_path: Path) -> None:
    step = "try:\n    from m{:04} import x\nexcept ImportError:\n    x = None\nx()\n"
    files = {f"m{n:04}.py": step.format(n + 1) for n in range(300)} | {"m0300.py": "def x(): ...\n"}
    index = build_index(write(tmp_path, files), Config())
    assert index.all_diagnostics == []
    assert found_at(index, "m0290.py", 5)["x"] == {"m0300.py#x"}
