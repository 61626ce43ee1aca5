"""A file is linked anew only if what it was linked from has changed, and that gives what linking everything gives."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.languages.python import LANGUAGE
from sphinx_kwdocs.linking.file_links import FileLinks, join_calls, join_hierarchy
from sphinx_kwdocs.linking.mentions import NameFinder
from sphinx_kwdocs.linking.python.modules import ModuleMap
from sphinx_kwdocs.linking.python.resolver import Resolver
from sphinx_kwdocs.memory.facts_codec import encode_facts
from sphinx_kwdocs.memory.linked_files import remembering
from sphinx_kwdocs.memory.null_store import NullStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.facts import FileFacts, Symbol
    from sphinx_kwdocs.model.python_code import PythonCode

SEEDS = int(os.environ.get("LINK_SEEDS", "8"))
FIRST_SEED = int(os.environ.get("LINK_FIRST_SEED", "0"))


class Repository:
    """Python files, ready to be linked."""

    def __init__(self, files: Mapping[str, str], known: Mapping[str, FileFacts] | None = None) -> None:
        self.files = dict(sorted(files.items()))
        self.facts = {
            path: (known or {}).get(path) or LANGUAGE.extract(path, text) for path, text in self.files.items()
        }
        symbols = {symbol.id: symbol for file in self.facts.values() for symbol in file.symbols}
        by_name: dict[str, list[Symbol]] = {}
        for symbol in symbols.values():
            by_name.setdefault(symbol.name, []).append(symbol)
        self.names = (*symbols, *self.facts)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        offered = {path: path.rpartition(".")[0].replace("/", ".") for path in self.facts}
        self.finder = NameFinder(by_name, offered)
        self.loaded: list[str] = []
        self.resolver = Resolver(self.facts, ModuleMap(self.facts), self.names, self._code_of)

    def _code_of(self, path: str) -> PythonCode | None:
        self.loaded.append(path)
        return self.facts[path].code

    def link(self, paths: Iterable[str] | None = None) -> dict[str, FileLinks]:
        """Link files in the order given."""
        return {path: self.resolver.link_file(path, self.finder.find) for path in paths or self.files}


class Memory(NullStore):
    """Keeps what it is given for as long as a test runs."""

    def __init__(self) -> None:
        self.items: dict[str, bytes] = {}
        self.fresh: set[str] = set()

    def read(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what was given."""
        return {key: self.items[f"{table} {key}"] for key in keys if f"{table} {key}" in self.items}

    def write(self, table: str, items: Mapping[str, bytes]) -> None:
        """Keep it, and remember that it is new."""
        self.items.update({f"{table} {key}": data for key, data in items.items()})
        if table == "links":
            self.fresh.update(items)


def relink(memory: Memory, repository: Repository) -> tuple[dict[str, FileLinks], list[str]]:
    """Link what has to be linked anew; return everything, and what that was."""
    keys = {path: f"{path}\n{text}" for path, text in repository.files.items()}
    memory.write("facts", {keys[path]: encode_facts(facts, LANGUAGE)[0] for path, facts in repository.facts.items()})
    memory.fresh.clear()
    run = remembering(memory, keys, "here")(repository.resolver, repository.finder, 1)
    return dict(run.files), [path for path, key in keys.items() if key in memory.fresh]


def shown(repository: Repository, linked: Mapping[str, FileLinks]) -> dict[str, object]:
    """Return all that linking gave, as it would enter the index."""
    found: dict[str, object] = {}
    for path in repository.files:
        file = linked[path]
        references = file.placed(repository.resolver.place)
        found[path] = (
            list(references),
            list(references.locals),
            list(references.remotes),
            list(references.externals),
            file.imports,
            file.problem,
        )
    found["hierarchy"] = [list(each.items()) for each in join_hierarchy(linked[path] for path in repository.files)]
    calls = join_calls((linked[path] for path in repository.files), repository.numbers)
    found["calls"] = [list(each.items()) for each in calls]
    return found


MODULES = ("a", "b", "c", "pkg", "pkg.x", "pkg.y", "pkg.deep", "pkg.deep.z", "space.n", "os", "typing")
PATHS = (
    "a.py",
    "b.py",
    "c.py",
    "c.pyi",
    "pkg/__init__.py",
    "pkg/x.py",
    "pkg/x.pyi",
    "pkg/y.py",
    "pkg/deep/__init__.py",
    "pkg/deep/z.py",
    "space/n.py",
    "conftest.py",
    "pkg/conftest.py",
    "pkg/test_x.py",
)
CLASSES = ("A", "B", "C")
FUNCTIONS = ("f", "g", "h", "fix")
VARIABLES = ("u", "v", "w")
ATTRIBUTES = ("k", "m", "n", "p", "v")
SPECIAL = ("__add__", "__ror__", "__eq__", "__getitem__", "__get__", "__get__")


class Writer:
    """Writes random modules whose names have much to do with one another."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  no secret

    def pick(self, choices: Iterable[str]) -> str:
        """Return one of several texts."""
        return self._random.choice(tuple(choices))

    def name(self) -> str:
        """Return a name that other modules give as well."""
        return self.pick((*CLASSES, *FUNCTIONS, *VARIABLES))

    def expression(self, depth: int = 0, inside: str = "") -> str:
        """Return an expression; `inside` is the class in whose method it stands."""
        if depth > 2:
            return self.name()
        inner = self.expression(depth + 1, inside)
        forms = [
            self.name(),
            f"{self.pick(CLASSES)}({inner})",
            f"{self.pick(FUNCTIONS)}({inner}, q={self.name()})",
            f"{inner}.{self.pick(ATTRIBUTES)}",
            f"{inner}.{self.pick(ATTRIBUTES)}()",
            f"[{inner}]",
            f"{inner}[0]",
            f"({inner} or {self.name()})",
            f"{self.pick(FUNCTIONS)}({self.name()}, {self.pick(FUNCTIONS)})",
            f"{self.pick(FUNCTIONS)}(lambda e, x={self.name()}: e.{self.pick(ATTRIBUTES)}(x))",
            f"{{'a': {self.name()}, 1: {self.name()}}}[{self.pick(('1', chr(39) + 'a' + chr(39), 'v'))}]()",
            f"sorted([], key={self.name()})",
            f"functools.partial({self.name()}, {self.name()})",
            self.pick(("p()", "q(p)", "p(q)", "p[0]()", "q()", f"{self.pick(FUNCTIONS)}(p, q)")),
            f"({inner} {self.pick(('+', '|', '=='))} {self.name()})",
            f"{self.pick(('a', 'b', 'm', 'pkg'))}.{self.name()}",
            f"{self.pick(('pkg.x', 'pkg.y', 'pkg.deep', 'space.n'))}.{self.name()}",
        ]
        if inside:
            forms += [
                f"self.{self.pick(ATTRIBUTES)}",
                f"self.{self.pick(ATTRIBUTES)}()",
                f"super().{self.pick(ATTRIBUTES)}()",
            ]
        return self.pick(forms)

    def annotation(self) -> str:
        """Return an annotation."""
        cls = self.pick(CLASSES)
        return self.pick(
            (
                cls,
                f"list[{cls}]",
                f"'{cls}'",
                f"a.{cls}",
                f"pkg.{cls}",
                "T",
                f"Generator[{cls}, {self.pick(CLASSES)}, {cls}]",
                f"Callable[[{cls}], {cls}]",
                "Callable",
            )
        )

    def imports(self) -> list[str]:
        """Return an import."""
        module = self.pick(MODULES)
        return [
            self.pick(
                (
                    f"from {module} import {self.name()}",
                    f"from {module} import {self.name()} as {self.name()}",
                    f"from {module} import *",
                    f"import {module}",
                    f"import {module} as m",
                    f"from . import {self.pick(('x', 'y', 'z', 'deep', self.name()))}",
                    f"from .{self.pick(('x', 'y', 'z', 'deep', ''))} import {self.pick((self.name(), '*'))}",
                    f"from .. import {self.pick(('x', self.name()))}",
                    f"from space import {self.pick(('n', self.name()))}",
                )
            )
        ]

    def body(self, inside: str) -> list[str]:
        """Return the statements of a function."""
        lines: list[str] = []
        for _ in range(self._random.randrange(4)):
            target = self.pick(("self.v", "self.k", *VARIABLES)) if inside else self.pick(VARIABLES)
            value = self.pick(("p", self.expression(inside=inside), self.expression(inside=inside)))
            lines += self.pick_lines(
                [f"{target} = {value}"],
                [f"for {self.pick(VARIABLES)} in {value}:", f"    {self.pick(VARIABLES)}.{self.pick(ATTRIBUTES)}"],
                [f"with {value} as {self.pick(VARIABLES)}:", f"    {self.pick(VARIABLES)} = {self.name()}"],
                [value],
                [f"raise {self.name()}"],
                [f"def inner({self.pick(('q', 'e'))}):", f"    return {self.expression(1)}", "return inner"],
                [f"if isinstance({self.name()}, {self.pick(CLASSES)}):", f"    {self.pick(VARIABLES)} = {value}"],
            )
        giving = self.pick(("return", "yield", "return", "pass", "return (yield", "return (yield from"))
        closing = ")" if "(" in giving else ""
        lines.append("pass" if giving == "pass" else f"{giving} {self.expression(inside=inside)}{closing}")
        return lines

    def pick_lines(self, *choices: list[str]) -> list[str]:
        """Return one of several statements."""
        return self._random.choice(choices)

    def function(self, name: str, inside: str = "") -> list[str]:
        """Return a function."""
        result = self.pick(("", "", f" -> {self.annotation()}"))
        parameter = self.pick(("p", f"p: {self.annotation()}", "fix", f"p={self.name()}"))
        receiver = self.pick(("self, ", "self, ", "self: T, ")) if inside else ""
        head = f"def {name}({receiver}{parameter}, q={self.pick(('None', 'None', self.name()))}){result}:"
        decorators = (
            ["", "", "@property", "@classmethod", "@staticmethod", f"@{self.name()}", "@overload", "@m.setter"]
            if inside
            else ["", f"@{self.name()}", f"@{self.name()}({self.name()})", "", "@overload"]
        )
        if name == "fix":
            decorators = ["@pytest.fixture"]
        doc = self.pick(("", f'    """See :func:`{self.name()}` and `B.m`."""'))
        lines = [self.pick(decorators), head, doc, *(f"    {line}" for line in self.body(inside))]
        return [line for line in lines if line]

    def cls(self, name: str) -> list[str]:
        """Return a class."""
        bases = self.pick(
            (
                "",
                self.pick(CLASSES),
                f"{self.pick(CLASSES)}, {self.pick(CLASSES)}",
                f"a.{self.pick(CLASSES)}",
                "Generic[T]",
            )
        )
        lines = [f"class {name}({bases}):" if bases else f"class {name}:"]
        for _ in range(1 + self._random.randrange(4)):
            attribute = self.pick(ATTRIBUTES)
            lines += [
                f"    {line}"
                for line in self.pick_lines(
                    [f"{attribute} = {self.expression()}"],
                    [f"{attribute} = {self.pick(('property', 'staticmethod', 'classmethod'))}({self.name()})"],
                    [f"{attribute}: {self.annotation()}"],
                    self.function(attribute, name),
                    self.function(attribute, name),
                    self.function("__init__", name),
                    self.function("__iter__", name),
                    self.function(self.pick(SPECIAL), name),
                )
            ]
        return lines

    def statement(self) -> list[str]:
        """Return a statement of a module."""
        return self.pick_lines(
            self.imports(),
            self.imports(),
            self.cls(self.pick(CLASSES)),
            self.cls(self.pick(CLASSES)),
            self.function(self.pick(FUNCTIONS)),
            self.function("test_it"),
            [f"{self.pick(VARIABLES)} = {self.expression()}"],
            [f"{self.pick(VARIABLES)}: {self.annotation()} = {self.expression()}"],
            [self.expression()],
            [f"__all__ = [{', '.join(repr(self.name()) for _ in range(3))}]"],
            [
                "try:",
                f"    {self.imports()[0]}".replace("import *", "import f"),
                "except ImportError:",
                f"    {self.name()} = None",
            ],
        )

    def statements(self) -> list[list[str]]:
        """Return a module."""
        opening = [
            "import functools",
            "import pytest",
            "from typing import Callable, Generator, Generic, TypeVar, overload",
            "T = TypeVar('T')",
            "import a, b, pkg.x",
        ]
        return [opening, *(self.statement() for _ in range(2 + self._random.randrange(6)))]

    def repository(self) -> dict[str, list[list[str]]]:
        """Return modules by their paths."""
        return {path: self.statements() for path in PATHS if self._random.random() < 0.8}

    def edit(self, files: dict[str, list[list[str]]]) -> dict[str, list[list[str]]]:
        """Return other files, of which mostly one has changed a little."""
        files = {path: list(statements) for path, statements in files.items()}
        path = self.pick(files)
        statements = files[path]
        at = self._random.randrange(len(statements))
        edit = self._random.randrange(9)
        if edit == 0:
            statements.insert(0, ["# moved", ""])
        elif edit == 1:
            statements.insert(at, self.statement())
        elif edit == 2:
            del statements[at]
        elif edit in {3, 4}:
            statements[at] = self.statement()
        elif edit == 5:
            del files[path]
        elif edit == 6:
            files[self.pick(PATHS)] = self.statements()
        else:
            lines = statements[at]
            statements[at] = (
                [*lines, *(f"    {line}" for line in self.body(""))]
                if lines[0].startswith("def")
                else [line.replace(self.pick(CLASSES), self.pick(CLASSES)) for line in lines]
            )
        return files or {"a.py": self.statements()}


def written(files: Mapping[str, list[list[str]]]) -> dict[str, str]:
    return {
        path: "\n".join(line for lines in statements for line in lines) + "\n" for path, statements in files.items()
    }


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + SEEDS))
def test_linking_what_changed_gives_what_linking_everything_gives(seed: int) -> None:
    writer = Writer(seed)
    files = writer.repository()
    repository = Repository(written(files))
    memory = Memory()
    relink(memory, repository)
    for _ in range(4):
        files = writer.edit(files)
        whole = Repository(written(files))
        expected = whole.link()
        part = Repository(written(files), whole.facts)
        found, anew = relink(memory, part)
        one, other = shown(part, found), shown(whole, expected)
        for path, each in other.items():
            assert one[path] == each, f"{path} after {anew}"


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + SEEDS // 2))
def test_what_a_file_gives_does_not_depend_on_what_was_linked_before(seed: int) -> None:
    writer = Writer(seed + 1_000_000)
    files = written(writer.repository())
    first = Repository(files)
    expected = shown(first, first.link())
    order = list(first.files)
    random.Random(seed).shuffle(order)  # noqa: S311  no secret
    for each in (order, order[::-1]):
        other = Repository(files, first.facts)
        assert shown(other, other.link(each)) == expected


DEEP = {
    "asks.py": "import deep, ring\ndeep.v.m()\nring.r5(1).up()\n",
    "deep.py": "class A:\n    def m(self): return self\ndef f(x: A):\n"
    + "    x = x.m()\n" * 100
    + "    return x\nv = f(A())\n",
    "kind.py": "class K:\n    def up(self, o): return o\n",
    "ring.py": "from kind import K\n"
    + "".join(
        f"def r{i}(a):\n    if a: return K()\n    return r{(i + 1) % 40}(a).up(r{i * 7 % 40}(a))\n" for i in range(60)
    ),
}


def test_what_lies_deep_is_found_whatever_was_linked_before() -> None:
    results = []
    for order in (list(DEEP), list(DEEP)[::-1], ["ring.py", "asks.py", "kind.py", "deep.py"]):
        repository = Repository(DEEP)
        results.append(shown(repository, repository.link(order)))
        found = repository.resolver.link_file("asks.py", repository.finder.find).references
        assert {each.target for each in found} >= {"deep.py#A.m", "kind.py#K.up"}
    assert results[0] == results[1] == results[2]


def test_only_the_code_that_a_file_leads_to_is_loaded() -> None:
    files = {
        "a.py": "from b import f\nf().m\n",
        "b.py": "import c\ndef f(): return c.A()\n",
        "c.py": "class A:\n    def m(self): ...\n",
    }
    repository = Repository(files | {f"other{number}.py": "import a\n" for number in range(5)})
    linked = repository.link(["a.py"])["a.py"]
    assert linked.dependencies == {"b.py", "c.py"}
    assert sorted(repository.loaded) == ["a.py", "b.py", "c.py"]


def test_what_a_remembered_answer_was_made_from_is_remembered_with_it() -> None:
    files = {
        "a.py": "from b import v\nv.m\n",
        "b.py": "from c import A\nv = A()\nv.m\n",
        "c.py": "class A:\n    def m(self): ...\n",
    }
    repository = Repository(files)
    assert repository.link(["c.py", "b.py", "a.py"])["a.py"].dependencies == {"b.py", "c.py"}


def test_a_file_that_only_moved_keeps_what_others_were_linked_from_it() -> None:
    files = {"a.py": "from b import f\nf(p=1)\n", "b.py": "def f(p): ...\n"}
    repository = Repository(files)
    memory = Memory()
    relink(memory, repository)
    moved = Repository(files | {"b.py": "# a line more\ndef f(p):\n    x = 1\n"})
    linked, anew = relink(memory, moved)
    assert anew == ["b.py"]
    assert [each.to_line for each in linked["a.py"].placed(moved.resolver.place).remotes] == [2]
