"""Holds what the walk over a Python file says of names: scopes, flow of control, places and attributes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
import sphinx
from timing import cpu_seconds_below

from sphinx_kwdocs.languages.python import extract
from sphinx_kwdocs.model.index import ROLES
from sphinx_kwdocs.model.python_code import BUILTINS_FIRST, types_in

if TYPE_CHECKING:
    from sphinx_kwdocs.model.python_code import PythonCode

UNARY = {"star", "element", "async-element", "enter", "async-enter", "await", "rest", "typed", "caught"}


def read(text: str, path: str = "a.py") -> PythonCode:
    code = extract(path, dedent(text)).code
    assert code is not None
    return code


def shown(code: PythonCode, number: int, seen: tuple[int, ...] = ()) -> str:  # noqa: C901, PLR0911, PLR0912  one answer for each sort
    """Return an expression as text: `x:3` is the name x given on line 3, `x@2` one to look up from scope 2."""
    if number in seen:
        return "…"
    sort, *rest = code.exprs[number]
    parts: list[Any] = rest

    def inner(each: Any) -> str:  # noqa: ANN401  a number
        return shown(code, each, (*seen, number))

    match sort:
        case "unknown":
            return "?"
        case "name":
            scope = parts[0] if parts[0] >= BUILTINS_FIRST else types_in(parts[0])
            return f"{parts[1]}@{max(scope, 0)}"
        case "bind":
            return f"{code.sites[parts[0]].name}:{code.sites[parts[0]].line}"
        case "attr":
            return f"{inner(parts[0])}.{parts[1]}"
        case "keyword":
            return f"{inner(parts[0])}({parts[1]}=)"
        case "call":
            return f"{inner(parts[0])}({', '.join([*map(inner, parts[1]), *(f'{k}={inner(v)}' for k, v in parts[2])])})"
        case "item":
            return f"{inner(parts[0])}[{inner(parts[1])}]"
        case "const":
            return parts[0] if parts[1] is None else repr(parts[1])
        case "operation":
            return f"({inner(parts[1])} {parts[0]} {inner(parts[2])})"
        case "part":
            return f"part({inner(parts[0])}, {parts[1]})"
        case "dict":
            return f"dict({', '.join(f'{inner(k)}: {inner(v)}' for k, v in zip(*parts, strict=True))})"
        case "instance" | "other" | "phi" | "either" | "list" | "set" | "tuple" | "generator":
            return f"{sort}({', '.join(map(inner, parts))})"
    if sort in UNARY:
        return f"{sort}({inner(parts[0])})"
    return f"{sort}({', '.join(map(str, parts))})"


def uses(text: str, path: str = "a.py") -> list[str]:
    """Return for each use its place, its text, its role and what it stands for."""
    text = dedent(text)
    code = read(text, path)
    lines = re.split(r"\r\n|\r|\n", text)
    columns = code.uses
    rows = zip(columns.lines, columns.cols, columns.ends, columns.roles, columns.exprs, strict=True)
    return [
        f"{line}:{col} {lines[line - 1][col:end]} {ROLES[role]} -> {shown(code, expr)}"
        for line, col, end, role, expr in rows
    ]


def means(text: str, name: str) -> list[str]:
    """Return what each use of a name stands for, in text order."""
    found = [use.split(" -> ") for use in uses(text)]
    return [expr for place, expr in found if place.split(" ")[1] == name]


def values(text: str, name: str) -> list[str]:
    """Return the values of every binding of a name, in text order."""
    code = read(text)
    return [shown(code, expr[2]) for expr in code.exprs if expr[0] == "bind" and code.sites[expr[1]].name == name]


def ends(text: str, scope: int = 0) -> dict[str, str]:
    code = read(text)
    return {name: shown(code, number) for name, number in code.scopes[scope].ends.items()}


def test_every_name_has_its_role() -> None:
    assert uses("""\
        @a.b(c)
        class D(E.F[G], k=H):
            x: "I[J]" = y.z(w=1)
            del x
    """) == [
        "1:1 a read -> a@0",
        "1:3 b decorator -> a@0.b",
        "1:5 c read -> c@0",
        "2:8 E read -> E@0",
        "2:10 F base -> E@0.F",
        "2:12 G annotation -> G@0",
        "2:18 H read -> H@0",
        "3:8 I annotation -> I@1",
        "3:10 J annotation -> J@1",
        "3:16 y read -> y@0",
        "3:18 z call -> y@0.z",
        "3:20 w write -> y@0.z(w=)",
        "4:8 x write -> x:3",
    ]


def test_imports_name_modules_part_by_part() -> None:
    assert uses("import a.b, c as d\nfrom ..e.f import g as h, i\nfrom j import *") == [
        "1:7 a import -> import-part(0, 1)",
        "1:9 b import -> import-part(0, 2)",
        "1:12 c import -> import-part(1, 1)",
        "2:7 e import -> import-part(2, 1)",
        "2:9 f import -> import-part(2, 2)",
        "2:18 g import -> import(2)",
        "2:26 i import -> import(3)",
        "3:5 j import -> import-part(4, 1)",
    ]
    code = read("import a.b, c as d\nfrom e import g as h\nfrom j import *")
    assert [(site.name, site.line, site.col) for site in code.sites] == [("a", 1, 7), ("d", 1, 17), ("h", 2, 19)]
    assert code.stars == (3,)


def test_columns_count_characters_on_lines_that_are_not_ascii() -> None:
    assert uses("é = 1; ü.ß(ñ=é).x; 'ö'.y\nimport é as è; è.w = ﬁ.é") == [
        "1:7 ü read -> ü@0",
        "1:9 ß call -> ü@0.ß",
        "1:11 ñ write -> ü@0.ß(ñ=)",
        "1:13 é read -> é:1",
        "1:16 x read -> ü@0.ß(ñ=é:1).x",
        "1:23 y read -> 'ö'.y",
        "2:7 é import -> import-part(0, 1)",
        "2:15 è read -> è:2",
        "2:17 w write -> è:2.w",
        "2:21 ﬁ read -> fi@0",
        "2:23 é read -> fi@0.é",
    ]


def test_a_byte_order_mark_takes_a_column() -> None:
    code = read("\ufeffx = y\nx")
    assert (code.uses.cols.tolist(), code.uses.ends.tolist()) == ([5, 0], [6, 1])
    assert code.sites[0].col == 1


def test_names_of_a_class_are_not_seen_by_its_functions_and_comprehensions() -> None:
    text = """\
        class C:
            a = 1
            b = a, [a for x in a], lambda: a
            def f(self): return a
    """
    assert means(text, "a") == ["a:2", "a@0", "a:2", "a@0", "a@4"]


def test_a_class_reads_a_name_from_outside_before_it_gives_it() -> None:
    assert means("x = 1\nclass C:\n    x = x\n", "x") == ["x:1"]


def test_comprehensions_and_lambdas_see_names_as_they_are() -> None:
    text = """\
        def f(a):
            b = a
            [b.c(d) for d in b if isinstance(d, C)]
            return lambda e=b: (b, e)
    """
    assert means(text, "b") == ["b:2"] * 4
    assert means(text, "d") == ["instance(d:3, C@1)", "d:3"]
    assert means(text, "e") == ["e:4"]
    assert values(text, "d") == ["element(b:2)"]


def test_global_and_nonlocal_names_belong_to_the_scope_they_name() -> None:
    text = """\
        g = None
        def f():
            global g
            n = 1
            def h():
                nonlocal n
                n = g
            g = 2
    """
    assert ends(text)["g"] == "phi(g:1, g:8)"
    assert ends(text, 1) == {"n": "phi(n:4, n:7)", "h": "h:5"}
    code = read(text)
    assert [site.scope for site in code.sites if site.name in {"g", "n"}] == [0, 1, 1, 0]
    assert code.scopes[1].outer == {"g": True}
    assert "3:11 g read -> g@1" in uses(text)


def test_a_walrus_gives_its_name_to_the_function() -> None:
    text = """\
        def f(a):
            if (m := a.b) and m.c: m.d
            [w := x for x in a]
            return m, w, x
    """
    assert means(text, "m") == ["m:2"] * 3
    assert means(text, "w") == ["w:3"]
    assert means(text, "x")[-1] == "x@1"


def test_branches_join() -> None:
    text = """\
        def f(a):
            if a: x = A()
            elif a.b: x = B()
            else: x = C()
            x
            if a: y = 1
            y
    """
    assert means(text, "x")[-1] == "phi(x:2, x:3, x:4)"
    assert means(text, "y") == ["y:6"]


def test_a_branch_that_leaves_does_not_join() -> None:
    text = """\
        def f(a):
            x = 1
            if a:
                x = 2
                return x
            elif a.b:
                x = 3
                raise x
            x
    """
    assert means(text, "x") == ["x:4", "x:4", "x:7", "x:7", "x:2"]


def test_what_every_way_returned_is_known_by_all_that_it_was() -> None:
    text = "def f(a):\n    if a:\n        x = 1\n        return x\n    else:\n        x = 2\n        return x\n"
    assert ends(text, 1)["x"] == "phi(x:3, x:6)"


def test_type_checkers_branch_wins() -> None:
    text = "if TYPE_CHECKING:\n    from a import b\nelse:\n    b = None\nb\n"
    assert means(text, "b")[-1] == "prefer(6, 8)"
    text = "if not TYPE_CHECKING:\n    b = None\nelse:\n    from a import b\nb\n"
    assert means(text, "b")[-1].startswith("prefer(")


def test_a_loop_sees_what_its_last_round_gave() -> None:
    text = """\
        def f(a):
            x = A()
            while x.b:
                x = x.c
            return x
    """
    assert means(text, "x") == ["phi(x:2, x:4)", "x:4", "phi(x:2, x:4)", "phi(x:2, x:4)"]


def test_breaks_join_behind_the_loop_and_continues_at_its_end() -> None:
    text = """\
        def f(a):
            x = 1
            for i in a:
                if i: x = 2; continue
                if a: x = 3; break
            else:
                x = 4
            x
    """
    assert means(text, "x")[-1] == "phi(x:5, x:7)"
    endless = "def f(a):\n    x = 1\n    while True:\n        x = 2\n        if a: break\n    x"
    assert means(endless, "x")[-1] == "x:4"


def test_handlers_begin_with_what_may_have_happened() -> None:
    text = """\
        def f():
            x = 1
            try:
                x = 2
            except E as e:
                x, e
                x = 3
            else:
                x
            finally:
                x
            x, e
    """
    assert means(text, "x") == [
        "x:4", "phi(x:2, x:4)", "x:7", "x:4", "phi(x:4, x:7)", "phi(x:4, x:7)"
    ]  # fmt: skip
    assert means(text, "e") == ["e:5", "e@1"]
    assert values(text, "e") == ["caught(E@1)"]


NARROWED = [
    ("if isinstance(a, C): a", "instance(a:1, C@1)"),
    ("if not isinstance(a, C): return\n    a", "instance(a:1, C@1)"),
    ("if isinstance(a, C): pass\n    else: a", "other(a:1, C@1)"),
    ("if isinstance(a, C): pass\n    a", "a:1"),
    ("if isinstance(a, C) or isinstance(a, D): a", "instance(a:1, tuple(C@1, D@1))"),
    ("isinstance(a, C) and a", "instance(a:1, C@1)"),
    ("not isinstance(a, C) or a", "instance(a:1, C@1)"),
    ("isinstance(a, C) and 1; a", "a:1"),
    ("assert isinstance(a, (C, D)); a", "instance(a:1, tuple(C@1, D@1))"),
    ("a if type(a) is C else 0", "a:1"),
    ("if type(a) == C: a", "instance(a:1, C@1)"),
    ("while isinstance(a, C): a", "instance(a:1, C@1)"),
    ("[0 for b in c if isinstance(a, C) if a]", "instance(a:1, C@1)"),
    ("if isinstance(a, C): a = 1\n    a", "phi(a:2, other(a:1, C@1))"),
    ("isinstance(a, C); a", "a:1"),
]


@pytest.mark.parametrize(("statement", "expected"), NARROWED, ids=[statement for statement, _ in NARROWED])
def test_conditions_tell_more_of_a_name(statement: str, expected: str) -> None:
    assert means(f"def f(a):\n    {statement}\n", "a")[-1] == expected


def test_conditions_and_assignments_tell_more_of_an_attribute() -> None:
    text = """\
        class C:
            def f(self, a):
                self.x = A()
                self.x.y
                a.b.c
                if isinstance(a.b, D): a.b.c
                self.x = g()
                for i in a:
                    self.x.y
                    self.x = None
    """
    assert means(text, "x") == ["self:2.x"] * 4
    assert means(text, "y") == ["x:3.y", "self:2.x.y"]
    assert means(text, "c") == ["a:2.b.c", "instance(a:2.b, D@2).c"]


def test_patterns_capture_and_tell_more_of_the_subject() -> None:
    text = """\
        def f(a):
            match a:
                case C(x=y) | D(x=y) if y: a.b
                case E() as e: e.f
                case [g, *h]: g.i
                case {"k": v, **r}: v
                case int(n): n
                case _: a.z
    """
    assert means(text, "a")[1:] == ["instance(a:1, tuple(C@1, D@1))", "other(a:1, E@1)"]
    assert means(text, "x") == ["typed(C@1).x", "typed(D@1).x"]
    assert values(text, "e") == ["instance(a:1, E@1)"]
    assert values(text, "y") == ["typed(C@1).x", "typed(D@1).x"]
    assert values(text, "h") == ["rest(other(a:1, E@1))"]
    assert values(text, "v") == ["other(a:1, E@1)['k']"]
    code = read(text)
    places = {site.name: (site.line, site.col) for site in code.sites}
    assert (places["e"], places["h"], places["r"]) == ((4, 20), (5, 18), (6, 24))


@pytest.mark.parametrize(
    ("statement", "name", "expected"),
    [
        ("for x in y: pass", "x", "element(y@0)"),
        ("with y as x: pass", "x", "enter(y@0)"),
        ("x, z = 1, y", "z", "y@0"),
        ("x, *z, w = y", "z", "rest(y@0)"),
        ("x, *z, w = y", "w", "part(y@0, -1)"),
        ("[x, (z, w)] = y", "w", "part(part(y@0, 1), 1)"),
        ("x = 1; x += y", "x", "1"),
        ("x: C", "x", "typed(C@0)"),
        ("x = a or b", "x", "either(a@0, b@0)"),
        ("x = a and b", "x", "b@0"),
        ("x = a if b else c", "x", "either(a@0, c@0)"),
        ("x = getattr(a, 'b')", "x", "a@0.b"),
        ("x = [a, *b]", "x", "list(a@0, star(b@0))"),
        ("x = {a: b, **c}", "x", "dict(a@0: b@0, ?: star(c@0))"),
        ("x = a + b", "x", "(a@0 Add b@0)"),
        ("x = f'{a}'", "x", "str"),
        ("x = cast('C', y)", "x", "cast@0(C@0, y@0)"),
    ],
)
def test_values(statement: str, name: str, expected: str) -> None:
    assert values(statement, name)[0] == expected


def test_strings_that_name_something_are_read() -> None:
    assert uses("""\
        __all__ = ["f", 'g' 'h', r"i"]
        getattr(a, "b"); setattr(a, 'c', 1); hasattr(a, "not this")
        def f(x: "A | list['B']", y: Literal["C"], z: Annotated[D, "E"], w: Optional["F.G"]): ...
        T = TypeVar("T", bound="H")
        v: "bad bad"
    """)[:-1] == [
        "1:12 f mention -> f@0",
        "2:0 getattr call -> getattr@0",
        "2:8 a read -> a@0",
        "2:12 b read -> a@0.b",
        "2:17 setattr call -> setattr@0",
        "2:25 a read -> a@0",
        "2:29 c write -> a@0.c",
        "2:37 hasattr call -> hasattr@0",
        "2:45 a read -> a@0",
        "3:10 A annotation -> A@0",
        "3:14 list annotation -> list@0",
        "3:29 Literal annotation -> Literal@0",
        "3:46 Annotated annotation -> Annotated@0",
        "3:56 D annotation -> D@0",
        "3:68 Optional annotation -> Optional@0",
        "3:78 F annotation -> F@0",
        "3:80 G annotation -> F@0.G",
        "4:4 TypeVar call -> TypeVar@0",
    ]


def test_docstrings_mention_names() -> None:
    assert uses('''\
        """Of ``a.b`` and :class:`~c.D`, not `!e` or `x y`, but :func:`this <f>`."""
        class C:
            """See `run()`."""
            def run(self):
                """See :meth:`.stop`."""
    ''') == [
        "1:8 a.b mention -> a@0.b",
        "1:27 c.D mention -> c@0.D",
        "1:69 f mention -> f@0",
        "3:12 run mention -> run@1",
        "5:23 stop mention -> stop@1",
    ]


ATTRIBUTES = """\
class C:
    y = 0
    def f(self):
        self.x = 1
        self.y = 2
        self.z += 3
    def __init__(self, v):
        self.x = v
        #: Said of w.
        self.w: int = 4
        a, self.t = v
        def g():
            self.n = 5
            nobody.self = 6
    @classmethod
    def make(cls):
        cls.K = cls()
        with v as cls.u: pass
    @staticmethod
    def h(self):
        self.no = 1
"""


def test_methods_define_attributes() -> None:
    facts = extract("a.py", ATTRIBUTES)
    found = {item.name: item for item in facts.symbols if item.kind in {"attribute", "constant"}}
    assert {name: item.span[:2] for name, item in found.items()} == {
        "y": (2, 4), "x": (8, 13), "w": (10, 13), "t": (11, 16), "n": (13, 17), "K": (17, 12), "u": (18, 22)
    }  # fmt: skip
    assert found["x"].id == "a.py#C.x"
    assert (found["w"].signature, found["w"].doc, found["K"].kind) == (": int = 4", "Said of w.", "constant")
    assert [item.span for item in facts.symbols] == sorted(item.span for item in facts.symbols)


def test_the_sites_of_attributes_know_their_symbol() -> None:
    facts = extract("a.py", ATTRIBUTES)
    assert facts.code is not None
    sites = [site for site in facts.code.sites if site.kind == "attribute"]
    assert [(site.name, site.line, facts.symbols[site.symbol].qualname) for site in sites] == [
        ("x", 4, "C.x"), ("y", 5, "C.y"), ("x", 8, "C.x"), ("w", 10, "C.w"), ("t", 11, "C.t"), ("n", 13, "C.n"),
        ("K", 17, "C.K"), ("u", 18, "C.u"),
    ]  # fmt: skip
    for scope in facts.code.scopes:
        assert scope.kind in {"module", "function", "class"}
        assert (scope.symbol >= 0) == (scope.kind != "module")
    names = {facts.symbols[scope.symbol].name for scope in facts.code.scopes if scope.symbol >= 0}
    assert names == {"C", "f", "__init__", "g", "make", "h"}


def test_an_assignment_that_does_not_define_its_attribute_is_a_use() -> None:
    written = [use.split(" ")[:2] for use in uses(ATTRIBUTES) if " write " in use]
    assert written == [["4:13", "x"], ["5:13", "y"], ["6:13", "z"], ["14:19", "self"], ["21:13", "no"]]


def test_later_assignments_of_a_variable_have_its_symbol() -> None:
    facts = extract("a.py", "x = 1\nx = 2\ndef f(): ...\nf = g(f)\nfor x in f: pass\n")
    assert facts.code is not None
    assert [facts.symbols[site.symbol].name for site in facts.code.sites] == ["x", "x", "f", "f", "x"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="only for python>=3.12")
def test_type_parameters_have_a_scope_of_their_own() -> None:
    text = "class C[T: B]:\n    def f[U](self, a: T, b: U) -> T: return T\ntype X[V] = list[V]\n"
    code = read(text)
    assert [scope.kind for scope in code.scopes].count("type-parameters") == 3
    assert means(text, "U") == ["U:2"]
    assert means(text, "T")[-1] == "T@4"


def test_functions_say_what_they_take_and_give() -> None:
    code = read("async def f(a, /, b=1, *c, d: D, **e) -> E:\n    yield a\n    yield from b\n    return\n")
    (function,) = code.functions.values()
    assert [(each.name, each.kind) for each in function.parameters] == [
        ("a", "positional"), ("b", "any"), ("c", "rest"), ("d", "keyword"), ("e", "options")
    ]  # fmt: skip
    assert (function.is_async, function.is_generator) == (True, True)
    assert [shown(code, each) for each in function.yielded] == ["a:1", "element(b:1)"]
    assert shown(code, function.annotation) == "E@0"


def test_every_use_in_sphinx_stands_where_it_says() -> None:
    checked = 0
    for path in sorted(Path(sphinx.__file__).parent.rglob("*.py"))[::4]:
        text = path.read_text(encoding="utf-8")
        lines = re.split(r"\r\n|\r|\n", text)
        code = read(text)
        columns = code.uses
        places = list(zip(columns.lines, columns.cols, columns.ends, columns.exprs, strict=True))
        assert places == sorted(places)
        assert len({place[:2] for place in places}) == len(places)
        for line, col, end, number in places:
            expr = code.exprs[number]
            written = lines[line - 1][col:end]
            if expr[0] in {"name", "attr", "keyword"}:
                assert written.rpartition(".")[2] == expr[2]
                checked += 1
        assert all(lines[site.line - 1].startswith(site.name, site.col) for site in code.sites)
    assert checked > 15_000


LARGE = {
    "attributes": "x = a" + ".b" * 900,
    "calls": "x = a" + "()" * 900,
    "operations": "x = " + "+".join(["a"] * 900),
    "conditions": "if a: x = 1\n" + "".join(f"elif isinstance(a, C{n}): x{n} = a\n" for n in range(900)),
    "a long function": "def f(a):\n" + "".join(f"    x{n} = a.b\n    if a: a = x{n}.c\n" for n in range(2500)),
    "jumps": "def f(a):\n while a:\n"
    + "".join(f"  x{n} = a\n  if a: break\n  if x{n}: continue\n" for n in range(2000)),
    "handlers": "try:\n" + " x = 1\n" * 1000 + "".join(f"except E{n}: y{n} = x\n" for n in range(1000)),
    "elements": "x = [" + "a, " * 50_000 + "]",
    "attributes of self": "class C:\n def f(self):\n" + "".join(f"  self.x{n} = {n}\n" for n in range(5000)),
    "a name after itself": "def f(x):\n" + "    x = x.y()\n" * 5000,
    "nested calls": "x = " + "f(" * 150 + "a" + ")" * 150,
    "long walruses": "x = 1 # " + "a" * 1_000_000 + ":=",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large_input_is_read_in_bounded_time(text: str) -> None:
    with cpu_seconds_below(4):
        code = read(text)
    assert "x" in code.scopes[0].ends or "f" in code.scopes[0].ends or "C" in code.scopes[0].ends


def test_a_statement_that_is_nested_too_deeply_costs_only_itself() -> None:
    limit = sys.getrecursionlimit()
    text = "def f():\n    a = 1\n    b = " + "g(" * 180 + ")" * 180 + "\n    return a\nf\n"
    depth = 0
    frame = sys._getframe()  # noqa: SLF001  how deep the test runner stands
    while frame.f_back:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + 120)
    try:
        code = extract("a.py", text).code
    finally:
        sys.setrecursionlimit(limit)
    assert code is not None
    assert shown(code, code.scopes[0].ends["f"]) == "f:1"
    assert shown(code, code.functions[1].returned[0]) == "a:2"
    assert "b" not in code.scopes[1].ends


def test_a_file_that_does_not_parse_has_no_code() -> None:
    assert extract("a.py", "x = = 1").code is None
