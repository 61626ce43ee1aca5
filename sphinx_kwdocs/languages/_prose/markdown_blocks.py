"""Reads Markdown in MyST's dialect: markdown-it finds the blocks, a scanner of our own reads what is inside them."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._prose import directives
from sphinx_kwdocs.languages._prose.markdown_inline import reference_label, scan_markdown
from sphinx_kwdocs.languages._prose.passage import Passage, find_piece, pieces_of
from sphinx_kwdocs.languages._prose.plain_text import extract_plain
from sphinx_kwdocs.languages._prose.rst_blocks import read_rst
from sphinx_kwdocs.languages._prose.sections import Prose
from sphinx_kwdocs.model.facts import FileFacts, Hyperlink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from sphinx_kwdocs.languages._prose.passage import PassageRole

# markdown-it needs up to 0.1 ms a line, whatever its length: past this many, plain text says enough about a file.
_MOST_LINES = 40_000
# Directives are parsed again as the text they hold, so each level costs the text once more.
_DEEPEST_DIRECTIVE = 4

_ATX = re.compile(r"[ \t>]*#{1,6}[ \t]*")
_FENCE_INFO = re.compile(r"\{([\w:+.-]+)\}\s*(.*)")
_HTML_TITLE = re.compile(r"<h1\b[^<>]*>(.{1,500}?)</h1>", re.IGNORECASE | re.DOTALL)
_HTML_LINK = re.compile(
    r"""<a\s[^<>]{0,500}?\bhref=["']([^"'<>]{1,1000})["'][^<>]{0,500}>([^<>]{0,300})""", re.IGNORECASE
)
_FRONT_DESCRIPTION = re.compile(
    r"(?m)^(?:description|summary|about|excerpt):[ \t]*(?:[>|][+-]?[ \t]*\n[ \t]+)?([^\s>|&*\[{].*(?:\n[ \t]+\S.*)*)"
)
_HTML_TAG = re.compile(r"<[^<>]*>")


def extract_markdown(path: str, text: str) -> FileFacts:
    """Return what a Markdown file says."""
    lines = split_lines(text)
    if len(lines) > _MOST_LINES:
        return extract_plain("markdown", path, text)
    prose = Prose("markdown", path, lines)
    try:
        _Reader(prose).read(0, lines, 0)
    except (IndexError, ValueError, KeyError, RecursionError):
        # A plug-in of the parser that stumbles over a strange text must not cost the file its page.
        return extract_plain("markdown", path, text)
    return prose.facts()


@cache
def _parser() -> MarkdownIt:
    # Only blocks: what is inside of a line is scanned here, because the parser's own pass keeps no columns.
    parser = MarkdownIt("commonmark").enable("table")
    parser.use(front_matter_plugin).use(myst_block_plugin).use(colon_fence_plugin).use(deflist_plugin)
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.normalizeLink = _as_written  # type: ignore[method-assign]
    parser.validateLink = _any_link  # type: ignore[method-assign]
    return parser


def _any_link(url: str) -> bool:
    del url
    return True


def _as_written(url: str) -> str:
    return url


class _Reader:
    """Walks over the blocks of a text and of the directives in it."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.references: dict[str, str] = {}
        self.is_apart = False
        """Whether it reads what a directive holds that sets it apart from the text."""

    def read(self, base: int, lines: Sequence[str], depth: int) -> None:
        """Read lines of the file, the first of which is line `base` + 1."""
        env: dict[str, dict[str, dict[str, str]]] = {}
        # The line breaks at the end keep the plug-ins, which look at the character they stand on, inside the text.
        tokens = _parser().parse("\n".join(lines) + "\n\n", env)
        for label, reference in env.get("references", {}).items():
            self.references.setdefault(reference_label(label), reference["href"])
        opener = tokens[0] if tokens else None
        table_end = -1
        for token in tokens:
            if token.map is None or token.map[0] < table_end:
                continue
            first, last = base + token.map[0] + 1, min(base + token.map[1], len(self.prose.lines))
            if token.type == "table_open":
                table_end = token.map[1]
                self._read_rows(first, last)
            elif token.type == "inline" and opener is not None:
                self._read_inline(token, opener, first, depth)
            elif token.type in {"fence", "colon_fence"}:
                self._read_fence(token, first, depth)
            elif token.type == "code_block":
                self._read_indented(first, last)
            elif token.type == "html_block":
                self._read_html(token.content, first)
            elif token.type == "front_matter":
                self._read_front_matter(token.content, first)
            opener = token

    def _read_inline(self, token: Token, opener: Token, first: int, depth: int) -> None:
        """Read the text of a paragraph, a heading or a definition's name."""
        pieces = []
        for number, content in enumerate(token.content.split("\n"), first):
            after = 0
            if opener.type == "heading_open" and (marks := _ATX.match(self.prose.lines[number - 1])):
                after = marks.end()
            if piece := find_piece(number, self.prose.lines[number - 1], content.strip(), after):
                pieces.append(piece)
        if not pieces:
            return
        is_heading = opener.type == "heading_open" and opener.level == 0 and depth == 0
        is_running = opener.type == "paragraph_open" and opener.level == 0 and not self.is_apart
        role: PassageRole = "paragraph" if is_running else "item"
        if opener.type == "dt_open":
            role = "term"
        passage = scan_markdown(Passage("heading" if is_heading else role, tuple(pieces)), self.references)
        if is_heading:
            self.prose.add_heading(int(opener.tag[1:]), passage, first)
        else:
            self.prose.add(passage)

    def _read_rows(self, first: int, last: int) -> None:
        for number in range(first, last + 1):
            for piece in pieces_of([(number, self.prose.lines[number - 1])]):
                if piece.text.strip("|:- \t"):
                    self.prose.add(scan_markdown(Passage("cell", (piece,)), self.references))

    def _read_indented(self, first: int, last: int) -> None:
        while last > first and not self.prose.lines[last - 1].strip():
            last -= 1
        self.prose.add_code(first, last, "")

    def _read_html(self, content: str, first: int) -> None:
        if not self.prose.title and not self.prose.has_heading() and (title := _HTML_TITLE.search(content)):
            self.prose.title = " ".join(unescape(_HTML_TAG.sub("", title.group(1))).split())
        for number, line in enumerate(content.split("\n"), first):
            for link in _HTML_LINK.finditer(line):
                text = " ".join(unescape(link.group(2)).split())
                self.prose.hyperlinks.append(Hyperlink(number, text, link.group(1)))

    def _read_front_matter(self, content: str, first: int) -> None:
        if said := _FRONT_DESCRIPTION.search(content):
            words = " ".join(said.group(1).split()).strip("\"'")
            self.prose.described = words, first + content.count("\n", 0, said.start()) + 1
        if title := re.search(r"(?m)^title:[ \t]*(\S.*)$", content):
            self.prose.fallback_title = title.group(1).strip().strip("\"'")

    def _read_fence(self, token: Token, first: int, depth: int) -> None:
        """Read a block of code or, by its `{name}`, a directive."""
        content = token.content.split("\n")[:-1]
        info = token.info.strip()
        directive = _FENCE_INFO.match(info)
        if directive:
            self._read_directive(directive.group(1), directive.group(2).strip(), first, content, depth)
        elif token.type == "colon_fence":
            self._read_nested(first, content, depth, is_layout=True)
        else:
            self.prose.add_code(first + 1, min(first + len(content), len(self.prose.lines)), info.split(" ")[0])

    def _read_directive(self, name: str, argument: str, first: int, content: list[str], depth: int) -> None:
        """Read a directive that opens on line `first`; its content starts on the next line."""
        skipped = directives.behind_options(content)
        body, body_line = content[skipped:], first + 1 + skipped
        if name in directives.INCLUDING:
            directives.note_inclusion(self.prose, first, argument)
        elif directives.is_naming(name):
            directives.note_name(self.prose, first, argument)
        if name in directives.CODE:
            language = directives.language_argument(name, argument)
            self.prose.add_code(body_line, min(body_line + len(body) - 1, len(self.prose.lines)), language)
        elif name == "toctree":
            directives.note_toctree(self.prose, body_line, body)
        elif name == "eval-rst":
            read_rst(self.prose, body_line, body)
        elif name in directives.TABLES:
            self._read_rows(body_line, min(body_line + len(body) - 1, len(self.prose.lines)))
        elif name == "glossary":
            self._read_glossary(body_line, body, depth)
        elif name not in directives.OPAQUE:
            self._read_nested(body_line - 1, body, depth, is_layout=name in directives.LAYOUT)

    def _read_nested(self, base: int, content: list[str], depth: int, *, is_layout: bool = False) -> None:
        if depth < _DEEPEST_DIRECTIVE and content:
            was_apart = self.is_apart
            self.is_apart = was_apart or not is_layout
            self.read(base, content, depth + 1)
            self.is_apart = was_apart

    def _read_glossary(self, first: int, content: list[str], depth: int) -> None:
        """Read terms, which stand at the margin, and their definitions, which are indented."""
        definitions = []
        for number, line in enumerate(content, first):
            is_term = bool(line.strip()) and not line[0].isspace() and not line.startswith(":")
            definitions.append("" if is_term else line.removeprefix(":").strip())
            if is_term and (pieces := pieces_of([(number, self.prose.lines[number - 1])])):
                self.prose.add(scan_markdown(Passage("term", pieces), self.references))
        self._read_nested(first - 1, definitions, depth)
