"""Reads Python that does not parse, line by line: broken files, Python 2, templates, syntax of a later Python."""

from __future__ import annotations

import keyword
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages.python.broken_fragments import Fragments
from sphinx_kwdocs.languages.python.docstrings import opening_comment
from sphinx_kwdocs.languages.python.kinds import function_kind
from sphinx_kwdocs.languages.python.qualified_names import Names, Scope, is_constant_name
from sphinx_kwdocs.model.facts import FileFacts, Import, Imports, Symbol, Symbols
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from sphinx_kwdocs.model.files import Diagnostic

_NAME = r"[^\W\d]\w*+"
_HEADER = re.compile(
    rf"(?:(async)[ \t\f]++)?(def)[ \t\f]++({_NAME})[ \t\f]*+(?=[(\[])"
    rf"|class[ \t\f]++({_NAME})[ \t\f]*+(?=[(\[]|:[ \t]*+(?:$|pass\b|\.\.\.|\"|{_NAME}[ \t]*+[:=(]))"
)
_NAMELESS = re.compile(r"(?:async[ \t\f]++)?(def|class)[ \t\f].*:[ \t]*+$")
_RECEIVER = re.compile(r"\((?:self|cls)\b")
_STATEMENT = re.compile(
    r"@|(?:def|class|import|return|raise|try|while|with|pass|break|continue|assert|del|global|elif|except|finally)\b"
)
_CONSTANT = re.compile(rf"({_NAME})[ \t]*+(?::[^=\n]*+)?=(?!=)")
_TYPE_CHECKING = re.compile(r"if[ \t(]+(?:\w+\.)?TYPE_CHECKING[ \t)]*:")
_MAIN_GUARD = re.compile(r"if[ \t(]++__name__[ \t]*+==[ \t]*+['\"]__main__['\"]")
_BLANK_INDENT = re.compile(r"[ \t\f]*+")


@dataclass(frozen=True, slots=True)
class _Open:
    """A definition whose end is still to come."""

    index: int | None
    """Its place among the symbols; None for one whose name cannot be read."""
    indent: int
    """The width its first line is indented by."""
    scope: Scope
    """What its body's names belong to."""


def extract_tolerantly(path: str, text: str, diagnostic: Diagnostic) -> FileFacts:
    """Return what can be told of a text that does not parse; nothing is taken from comments and strings."""
    reader = _Reader(path, Fragments(text.replace("\r\n", "\n").replace("\r", "\n")))
    reader.read()
    doc, doc_line = reader.fragments.opening_doc() or opening_comment(reader.fragments.lines)
    return FileFacts(
        "python",
        doc=doc,
        doc_line=doc_line,
        symbols=Symbols(reader.symbols),
        imports=Imports(reader.imports),
        exports=reader.exports,
        main_guard=reader.main_guard,
        diagnostics=(diagnostic,),
    )


class _Reader:
    """One pass over the lines, which follows indentation and brackets as far as they can be believed."""

    def __init__(self, path: str, fragments: Fragments) -> None:
        self.fragments = fragments
        self.symbols: list[Symbol] = []
        self.imports: list[Import] = []
        self.exports = fragments.literal_exports()
        self.main_guard = 0
        self._path = path
        self._names = Names(path, self.exports)
        self._open: list[_Open] = []
        self._constant: int | None = None
        self._decorators: list[tuple[int, int, str]] = []
        self._type_checking: int | None = None
        self._depth = 0
        self._end = (1, 0)

    def read(self) -> None:
        """Go through all lines."""
        inside = self.fragments.masked.inside
        for number, line in enumerate(self.fragments.masked_lines, 1):
            if not line or line.isspace():
                continue
            blank = _BLANK_INDENT.match(line)
            col = blank.end() if blank else 0
            if not (number in inside or self._continues(line, col)):
                self._read_statement(number, line, col)
            self._depth = max(0, self._depth + _balance(line))
            self._end = (number, len(line.rstrip()))
            if not self._depth:
                self._close_constant()
        self._close(-1)
        self._close_constant()

    def _continues(self, line: str, col: int) -> bool:
        """Say whether a line goes on with the statement above; only where no statement plainly begins."""
        if line[col] in ")]}":
            return True
        if self._depth and _STATEMENT.match(line, col):
            self._depth = 0
            self._close_constant()
        return self._depth > 0

    def _read_statement(self, number: int, line: str, col: int) -> None:
        indent = len(line[:col].expandtabs(8))
        self._close(indent)
        if self._type_checking is not None and indent <= self._type_checking:
            self._type_checking = None
        if line[col] == "@":
            self._decorators.append((number, col, self.fragments.decorator(number, col)))
            return
        if match := _HEADER.match(line, col):
            self._define(number, col, indent, match)
        elif match := _NAMELESS.match(line, col):
            self._open.append(_Open(None, indent, Scope("class" if match[1] == "class" else "function")))
        elif line.startswith(("import", "from"), col):
            self._import(number, col, indent)
        elif line.startswith("if", col):
            if _TYPE_CHECKING.match(line, col):
                self._type_checking = indent
            if not indent and _MAIN_GUARD.match(self.fragments.lines[number - 1]):
                self.main_guard = self.main_guard or number
        elif not indent and (match := _CONSTANT.match(line)):
            self._define_constant(number, match)
        self._decorators.clear()

    def _define(self, number: int, col: int, indent: int, match: re.Match[str]) -> None:
        written = match[3] or match[4]
        if keyword.iskeyword(written):
            return
        name = unicodedata.normalize("NFKC", written)
        scope = self._scope()
        decorators = tuple(text for _, _, text in self._decorators)
        signature, bases, doc = self.fragments.header(number, match.end(), is_class=not match[2])
        if scope.kind == "module" and indent and _RECEIVER.match(signature):
            scope = Scope("class")  # the line of its class is the broken one
        qualname, identity = self._names.claim(scope, name)
        group = 3 if match[2] else 4
        start = self._decorators[0][:2] if self._decorators else (number, col)
        symbol = Symbol(
            id=identity,
            name=name,
            qualname=qualname,
            kind=function_kind(scope, decorators) if match[2] else "class",
            path=self._path,
            span=Span(number, match.start(group), number, match.end(group)),
            extent=Span(*start, *start),
            parent=scope.id,
            signature=signature,
            doc=doc,
            visibility=self._names.visibility(scope, name),
            decorators=decorators,
            bases=bases,
            is_async=bool(match[1]),
        )
        inner = Scope("function" if match[2] else "class", identity, qualname, symbol.visibility)
        self._open.append(_Open(len(self.symbols), indent, inner))
        self.symbols.append(symbol)

    def _define_constant(self, number: int, match: re.Match[str]) -> None:
        name = unicodedata.normalize("NFKC", match[1])
        scope = Scope()
        if not is_constant_name(name) or self._names.is_taken(scope, name):
            return
        qualname, identity = self._names.claim(scope, name)
        self._constant = len(self.symbols)
        self.symbols.append(
            Symbol(
                id=identity,
                name=name,
                qualname=qualname,
                kind="constant",
                path=self._path,
                span=Span(number, match.start(1), number, match.end(1)),
                extent=Span(number, 0, number, 0),
                signature=self.fragments.value(number, match.end(1)),
                visibility=self._names.visibility(scope, name),
            )
        )

    def _import(self, number: int, col: int, indent: int) -> None:
        is_local = bool(self._open)
        is_type_checking = self._type_checking is not None
        for span, module, name, alias, level in self.fragments.imports(number, col):
            self.imports.append(
                Import(
                    span,
                    module,
                    name,
                    alias,
                    level,
                    is_conditional=indent > 0 and not is_local and not is_type_checking,
                    is_type_checking=is_type_checking,
                    is_local=is_local,
                )
            )

    def _scope(self) -> Scope:
        return self._open[-1].scope if self._open else Scope()

    def _close(self, indent: int) -> None:
        """End the definitions that a line indented this much does not belong to."""
        while self._open and self._open[-1].indent >= indent:
            index = self._open.pop().index
            if index is not None:
                self._set_end(index)

    def _close_constant(self) -> None:
        if self._constant is not None:
            self._set_end(self._constant)
            self._constant = None

    def _set_end(self, index: int) -> None:
        symbol = self.symbols[index]
        end = max(self._end, (symbol.span.end_line, symbol.span.end_col))
        self.symbols[index] = replace(symbol, extent=Span(symbol.extent.line, symbol.extent.col, *end))


def _balance(line: str) -> int:
    opened = line.count("(") + line.count("[") + line.count("{")
    return opened - line.count(")") - line.count("]") - line.count("}")
