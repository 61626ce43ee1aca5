"""Compares our call edges with the PyCG micro-benchmark, an independent set of small programs with their call graphs.

    git clone https://github.com/vitsalis/PyCG
    python benchmarks/call_graph.py PyCG/micro-benchmark/snippets [--cases]

Each case is a folder with Python files and a `callgraph.json`. It is complete if we give no edge that is not in the
graph, and sound if we miss none. An edge of ours is an occurrence with the role `call` or `decorator` that leads to a
function or a class of the case, or a call that `Index.calls` knows by its value; its caller is the definition it
stands in, or the module. As in PyCG's graphs, a call
of a class is a call of its `__init__`, its own or the next inherited one, and no edge if it has none; code of a lambda
belongs to the lambda. Edges to builtins and to modules that are not in the case's folder are left out on both sides,
because our references speak of the repository only. Nothing else is mapped: PyCG has edges to lambdas, and we have none
since lambdas are no symbols, so they count as missed.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.model.files import Span
    from sphinx_kwdocs.model.index import Index

PUBLISHED = "PyCG's own, as published: 111 complete and 103 sound of 112"
_CALLABLE = {"function", "method", "property", "class"}


class Edge(NamedTuple):
    """A call."""

    caller: str
    callee: str


class Lambda(NamedTuple):
    """A lambda of a module."""

    name: str
    """As PyCG calls it, within its module: `func.<lambda1>`."""
    start: tuple[int, int]
    end: tuple[int, int]


class Outcome(NamedTuple):
    """The result of one case."""

    category: str
    case: str
    invented: list[Edge]
    missed: list[Edge]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("snippets", type=Path, help="PyCG's folder micro-benchmark/snippets")
    parser.add_argument("--cases", action="store_true", help="show the edges that are too many or missing")
    options = parser.parse_args(arguments)
    outcomes = [judge(path.parent) for path in sorted(options.snippets.glob("*/*/callgraph.json"))]
    if not outcomes:
        print(f"no cases in {options.snippets}", file=sys.stderr)
        return 1
    _print_table(outcomes)
    if options.cases:
        _print_cases(outcomes)
    return 0


def judge(folder: Path) -> Outcome:
    """Compare one case."""
    index = build_index(folder.resolve(), Config())
    modules = {module_name(path) for path in index.files if path.endswith(".py")}
    graph = json.loads((folder / "callgraph.json").read_text(encoding="utf-8"))
    truth = {
        Edge(caller, callee) for caller, callees in graph.items() for callee in callees if _is_inside(callee, modules)
    }
    ours = set(our_edges(index))
    return Outcome(folder.parent.name, folder.name, sorted(ours - truth), sorted(truth - ours))


def module_name(path: str) -> str:
    """Return the name that PyCG gives a module."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _is_inside(callee: str, modules: set[str]) -> bool:
    """Say whether something is defined in the case's own files."""
    parts = callee.split(".")
    return any(".".join(parts[:length]) in modules for length in range(1, len(parts)))


def our_edges(index: Index) -> Iterator[Edge]:
    """Yield the call edges of an index: those at a function's name, and those that only the called value tells."""
    named: set[tuple[str, str]] = set()
    for path, references in index.references.files.items():
        if not path.endswith(".py"):
            continue
        lambdas = read_lambdas((index.root / path).read_text(encoding="utf-8"))
        for item in references:
            callee = _callee(index, item.target) if item.role in {"call", "decorator"} else ""
            if callee:
                named.add((item.holder or path, item.target))
                yield Edge(_caller(index, path, item.holder, item.span, lambdas), callee)
    for caller, callees in index.calls.callees.items():
        symbol = index.symbols.get(caller)
        name = f"{module_name(symbol.path)}.{symbol.plain_qualname}" if symbol else module_name(caller)
        for target in callees:
            callee = _callee(index, target)
            if callee and (caller, target) not in named:
                yield Edge(name, callee)


def _caller(index: Index, path: str, holder: str, span: Span, lambdas: list[Lambda]) -> str:
    """Return the name of the definition or module that an occurrence runs in."""
    here = span.line, span.col
    inside = [item for item in lambdas if item.start <= here < item.end]
    if inside:
        return f"{module_name(path)}.{max(inside, key=lambda item: item.start).name}"
    symbol = index.symbols.get(holder)
    # A decorator stands in the extent of what it decorates, but runs where that is defined.
    while symbol and here < (symbol.span.line, symbol.span.col):
        symbol = index.symbols.get(symbol.parent)
    return f"{module_name(path)}.{symbol.plain_qualname}" if symbol else module_name(path)


def _callee(index: Index, target: str) -> str:
    """Return the name of what a call runs, or nothing if it is no function of the repository."""
    symbol = index.symbols.get(target)
    if symbol is None or symbol.kind not in _CALLABLE:
        return ""
    if symbol.kind == "class":
        symbol = index.symbols.get(_initialiser(index, target, frozenset()))
    return f"{module_name(symbol.path)}.{symbol.plain_qualname}" if symbol else ""


def _initialiser(index: Index, target: str, seen: frozenset[str]) -> str:
    """Return the id of a class's own or next inherited `__init__`, or nothing."""
    if f"{target}.__init__" in index.symbols:
        return f"{target}.__init__"
    for base in index.hierarchy.bases.get(target, ()):
        if base not in seen and (found := _initialiser(index, base, seen | {target})):
            return found
    return ""


def read_lambdas(text: str) -> list[Lambda]:
    """Return the lambdas of a module, numbered within the definition they stand in."""
    found: list[Lambda] = []
    counts: dict[str, int] = defaultdict(int)
    pending: list[tuple[ast.AST, str]] = [(ast.parse(text), "")]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, ast.Lambda):
            counts[scope] += 1
            scope = f"{scope}<lambda{counts[scope]}>"
            end = node.end_lineno or node.lineno, node.end_col_offset or 0
            found.append(Lambda(scope, (node.lineno, node.col_offset), end))
            scope = f"{scope}."
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope = f"{scope}{node.name}."
        pending.extend((child, scope) for child in reversed(list(ast.iter_child_nodes(node))))
    return found


def _print_table(outcomes: list[Outcome]) -> None:
    """Print the counts of every category."""
    categories: dict[str, list[Outcome]] = defaultdict(list)
    for item in outcomes:
        categories[item.category].append(item)
    print(f"{'category':16}{'cases':>6}{'complete':>10}{'sound':>7}")
    for name, items in (*categories.items(), ("all", outcomes)):
        complete = sum(not item.invented for item in items)
        sound = sum(not item.missed for item in items)
        print(f"{name:16}{len(items):>6}{complete:>10}{sound:>7}")
    print(PUBLISHED)


def _print_cases(outcomes: list[Outcome]) -> None:
    """Print the edges that differ."""
    for item in outcomes:
        for word, edges in (("invented", item.invented), ("missed", item.missed)):
            for edge in edges:
                print(f"{item.category}/{item.case}: {word} {edge.caller} -> {edge.callee}")


if __name__ == "__main__":
    sys.exit(main())
