"""The directives of MyST and reStructuredText, by what their content is for a reader of the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._prose.passage import InlineCode, Passage, Piece
from sphinx_kwdocs.model.facts import Hyperlink

if TYPE_CHECKING:
    from sphinx_kwdocs.languages._prose.sections import Prose

_CODE_TEXT = """
code code-block code-cell sourcecode parsed-literal highlight-block testcode testsetup testcleanup testoutput
doctest prompt ipython jupyter-execute productionlist program-output command-output
"""
CODE = frozenset(_CODE_TEXT.split())
"""The content is code; the argument names its language."""

_OPAQUE_TEXT = """
math raw mermaid graphviz digraph graph uml plantuml inheritance-diagram image highlight default-role meta
bibliography contents sectnum class index only-html role default-domain svgbob chart vega altair plot
eval-rst click:example click:run
autosummary currentmodule py:currentmodule module py:module include literalinclude tabularcolumns
"""
OPAQUE = frozenset(_OPAQUE_TEXT.split())
"""The content is not read."""

_LAYOUT_TEXT = """
grid grid-item grid-item-card card card-body container div div-end margin only ifconfig panels columns column row
dropdown-open rst-class centered compound
"""
LAYOUT = frozenset(_LAYOUT_TEXT.split())
"""The content is text of the page like any other, only placed otherwise."""

TABLES = frozenset({"csv-table", "list-table", "table", "flat-table"})
"""The content is a table."""

INCLUDING = frozenset({"include", "literalinclude", "download"})
"""The argument is a file that the text shows."""

_LANGUAGE_ARGUMENT = frozenset(CODE) - {"parsed-literal", "testsetup", "testcleanup", "prompt"}
_NAMING = re.compile(
    r"auto(?:module|class|function|method|exception|data|attribute|property|decorator|summary)|(?:py:)?(?:current)?module"
    r"|(?:py:|c:|cpp:|js:|rst:)?(?:function|class|method|classmethod|staticmethod|attribute|data|exception|decorator"
    r"|property|macro|struct|enum|member|var|type|option|envvar|confval|program|cmdoption)"
)
_NAME = re.compile(
    r"(?:(?:class|async|static|abstract|struct|enum|type|const|void|int)\s+)*(--?[\w-]+|[A-Za-z_][\w.:]*)"
)
_ENTRY = re.compile(r"(.*\S|)\s*<([^<>]+)>")
_OPTION_LINE = re.compile(r"\s*:[\w-]+:(?:\s|$)")


def is_naming(name: str) -> bool:
    """Say whether a directive's argument is a name of code."""
    return _NAMING.fullmatch(name) is not None


def language_argument(name: str, argument: str) -> str:
    """Return the language that a code directive names, or an empty string."""
    return argument.partition(" ")[0] if name in _LANGUAGE_ARGUMENT else ""


def note_name(prose: Prose, line: int, argument: str) -> None:
    """Take the name that a directive such as `automodule` documents as inline code of its line."""
    source = prose.lines[line - 1]
    match = _NAME.match(argument)
    col = source.find(argument)
    if not match or col < 0:
        return
    passage = Passage("item", (Piece(line, col, argument),))
    passage.opaque.append((0, len(argument)))
    passage.codes.append(InlineCode(match.start(1), match.end(1), match.group(1), "obj"))
    prose.add(passage)


def note_inclusion(prose: Prose, line: int, argument: str) -> None:
    """Take the file that a directive shows as a link."""
    target = argument.strip()
    if target:
        prose.hyperlinks.append(Hyperlink(line, target, target))


def note_toctree(prose: Prose, first: int, content: list[str]) -> None:
    """Take the entries of a table of contents as links; `first` is the line of the content."""
    for number, line in enumerate(content, first):
        entry = line.strip()
        if not entry or _OPTION_LINE.match(line):
            continue
        titled = _ENTRY.fullmatch(entry)
        text, target = (titled.group(1), titled.group(2)) if titled else (entry, entry)
        prose.hyperlinks.append(Hyperlink(number, text or target, target))


def behind_options(content: list[str]) -> int:
    """Return how many lines the options of a directive take, with the blank line behind them."""
    count = 0
    if content and content[0].strip() == "---":
        for number in range(1, len(content)):
            if content[number].strip() == "---":
                return number + 1
        return 0
    while count < len(content) and _OPTION_LINE.match(content[count]):
        count += 1
    while count < len(content) and not content[count].strip():
        count += 1
    return count
