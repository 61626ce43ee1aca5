"""Reads a Python file: definitions, imports and documentation from the syntax tree, or line by line without one."""

from __future__ import annotations

import ast
import sys
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._parser_limits import may_exhaust_the_parser
from sphinx_kwdocs.languages.python.broken_source import extract_tolerantly
from sphinx_kwdocs.languages.python.definitions import DefinitionWalk
from sphinx_kwdocs.languages.python.docstrings import docstring, docstring_line, opening_comment
from sphinx_kwdocs.languages.python.exports import static_exports
from sphinx_kwdocs.languages.python.source_lines import SourceLines
from sphinx_kwdocs.languages.python.walk import read_code
from sphinx_kwdocs.model.facts import FileFacts, Import, Imports, Symbol, Symbols
from sphinx_kwdocs.model.files import Diagnostic, Span
from sphinx_kwdocs.model.python_code import code_of

if TYPE_CHECKING:
    from sphinx_kwdocs.model.python_code import PythonCode

_BYTE_ORDER_MARK = "\ufeff"
_Placed = TypeVar("_Placed", Symbol, Import)


def extract_python(path: str, text: str) -> FileFacts:
    """Return what a Python file defines, imports and says of itself."""
    if text.startswith(_BYTE_ORDER_MARK):
        return _behind_byte_order_mark(_extract(path, text[1:]))
    return _extract(path, text)


def _extract(path: str, text: str) -> FileFacts:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape in someone's string is none of this build's business
        try:
            if may_exhaust_the_parser(text):
                raise MemoryError  # noqa: TRY301  what the parser would end with
            module = ast.parse(text)
        except SyntaxError as error:
            problem = _diagnose(path, error.lineno or _line_of_nul(text), error.msg)
        except UnicodeEncodeError as error:
            problem = _diagnose(path, len(split_lines(text[: error.start])), "it holds half of a surrogate pair")
        except ValueError as error:
            problem = _diagnose(path, _line_of_nul(text), str(error))
        except (RecursionError, MemoryError):
            problem = _diagnose(path, 0, "it is nested too deeply")
        else:
            return _facts(path, text, module)
        return extract_tolerantly(path, text, problem)


def _line_of_nul(text: str) -> int:
    """Return the line of the first NUL, which the parser refuses without saying where, or 0."""
    before, nul, _ = text.partition("\0")
    return len(split_lines(before)) if nul else 0


def _facts(path: str, text: str, module: ast.Module) -> FileFacts:
    lines = SourceLines(text)
    exports = static_exports(module) if "__all__" in text else None
    walk = DefinitionWalk(path, lines, exports)
    walk.visit(module)
    code, symbols = read_code(module, text, lines, walk.made, walk.imports, is_stub=path.endswith(".pyi"))
    doc = docstring(module.body)
    doc, doc_line = (doc, docstring_line(module)) if doc else opening_comment(lines.lines)
    return FileFacts(
        "python",
        doc=doc,
        doc_line=doc_line,
        symbols=Symbols(symbols),
        imports=Imports(walk.imports),
        exports=exports,
        main_guard=walk.main_guard,
        code=code,
    )


def _diagnose(path: str, line: int, reason: str) -> Diagnostic:
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    place = f"line {line}" if line else "the file"
    return Diagnostic(path, line, "syntax", f"{version} cannot parse {place}: {reason}")


def _behind_byte_order_mark(facts: FileFacts) -> FileFacts:
    """Return facts whose columns on the first line count the mark, which the parser does not take."""
    return replace(
        facts,
        symbols=Symbols(replace(_shifted(each), extent=_shift(each.extent)) for each in facts.symbols),
        imports=Imports(_shifted(each) for each in facts.imports),
        code=_shifted_code(code) if (code := code_of(facts)) else None,
    )


def _shifted_code(code: PythonCode) -> PythonCode:
    uses = code.uses
    for row, line in enumerate(uses.lines):
        if line > 1:
            break
        uses.cols[row] += 1
        uses.ends[row] += 1
    return replace(code, sites=[site._replace(col=site.col + 1) if site.line == 1 else site for site in code.sites])


def _shifted(item: _Placed) -> _Placed:
    return replace(item, span=_shift(item.span))


def _shift(span: Span) -> Span:
    line, col, end_line, end_col = span
    return Span(line, col + (line == 1), end_line, end_col + (end_line == 1))
