"""Keeps the repository from spoiling a PDF: escapes for characters that LaTeX cannot set, and widths for wide tables.

A project's own text is its author's business; the names of files and symbols are nobody's who writes documentation.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_kwdocs.sphinx_ext.nodes.block_nodes import EMBED_CLASS
from sphinx_kwdocs.sphinx_ext.nodes.joined_documents import documents_in
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config as SphinxConfig

_ASCII = "\x00-\x7f"
_SET_BY_PDFLATEX = (
    # Latin letters of the encoding T1, signs of TS1, and the lines that Sphinx declares.
    "\xa0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e"
    "\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2116\u2122\u2190-\u2193"
    "\u2500\u2502\u2514\u251c"
)
_CYRILLIC = "\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f"
_GREEK = "\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce"
_NOT_IN_FONTS = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6\U00010000-\U0010ffff"
"""Characters of East Asia and pictures: Sphinx's fonts for XeLaTeX and LuaLaTeX have most others."""
_CYRILLIC_LANGUAGES = {"bg", "kk", "mn", "ru", "uk"}
_WIDE_LANGUAGES = {"ja", "ko", "zh"}
LINE = 92
"""Characters that fit into a line of a page."""
LONGEST_WORD = 30
"""Characters of a word that are kept together."""
_DECLARED = re.compile(r"\\DeclareUnicodeCharacter\{([0-9A-Fa-f]{1,6})\}|\\newunicodechar\{(.)\}")


def connect(app: Sphinx) -> None:
    """Connect the escapes to the build."""
    app.add_post_transform(EscapeForLatex)


class EscapeForLatex(SphinxPostTransform):
    """Rewrites our documents and the places that directives filled."""

    formats = ("latex",)
    # After all others of ours and of Sphinx, so that nothing is looked up by what is shown.
    default_priority = 900

    def run(self, **kwargs: object) -> None:
        """Escape what cannot be set, and give wide tables widths."""
        del kwargs
        escape = escape_for(self.config)
        build = build_of(self.env)
        names = build.document_names if build else {}
        filled = [node for node in self.document.findall(nodes.container) if EMBED_CLASS in node["classes"]]
        for part in (*documents_in(self.document, self.env.docname, names), *filled):
            for text in list(part.findall(nodes.Text)):
                if not text.isascii() and (escaped := escape(text)) != text:
                    _replace(text, escaped)
            for table in part.findall(nodes.table):
                _set_widths(table)


def _replace(text: nodes.Text, escaped: str) -> None:
    parent: Any = text.parent
    parent.replace(text, nodes.Text(escaped))
    if isinstance(parent, nodes.literal_block):
        # Sphinx highlights only what stands there as it was read.
        parent.rawsource = escaped


def escape_for(config: SphinxConfig) -> Callable[[str], str]:
    """Return what writes a text so that the project's LaTeX can set it; what it can set already stays as it is."""
    elements = {name: str(value) for name, value in config.latex_elements.items()}
    language = str(config.language or "").replace("-", "_").partition("_")[0]
    engine = config.latex_engine
    if engine == "pdflatex":
        search = re.compile(f"[^{_ASCII}{_SET_BY_PDFLATEX}{_more_of_pdflatex(elements, language)}]").sub
    elif engine in {"xelatex", "lualatex"} and "fontpkg" not in elements and language not in _WIDE_LANGUAGES:
        # They would be missing without a word.
        search = re.compile(f"[{_NOT_IN_FONTS}]").sub
    else:
        return str

    def escape(text: str) -> str:
        return search(_escaped, unicodedata.normalize("NFC", text))

    return escape


def _more_of_pdflatex(elements: dict[str, str], language: str) -> str:
    """Return what an author's settings add to the characters, as part of a regular expression's class."""
    encodings = elements.get("fontenc", "")
    more = _CYRILLIC if language in _CYRILLIC_LANGUAGES or re.search(r"T2[ABC]|X2", encodings) else ""
    more += _GREEK if "LGR" in encodings else ""
    declared = _DECLARED.finditer(elements.get("preamble", ""))
    codes = (int(match[1], 16) if match[1] else ord(match[2]) for match in declared)
    return more + "".join(re.escape(chr(code)) for code in codes if code <= 0x10FFFF)  # noqa: PLR2004  the last one


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("ascii", "backslashreplace").decode()


def _set_widths(table: nodes.table) -> None:
    """Give the columns of a table that is wider than the page shares of it, so that words and names fit.

    LaTeX would shrink columns of short cells in favour of one with long sentences.
    """
    group = next(table.findall(nodes.tgroup))
    columns = [_measure(cells) for cells in zip(*(row.children for row in group.findall(nodes.row)), strict=True)]
    if sum(column.longest for column in columns) <= LINE:
        return
    room = LINE - sum(column.word for column in columns)
    wish = sum(column.longest - column.word for column in columns) or 1
    specs = [child for child in group.children if isinstance(child, nodes.colspec)]
    for spec, column in zip(specs, columns, strict=True):
        spec["colwidth"] = column.word + max(0, room) * (column.longest - column.word) // wish
    table["classes"] = [*(name for name in table["classes"] if name != "colwidths-auto"), "colwidths-given"]


class _Column(NamedTuple):
    word: int
    """Characters of the longest word."""
    longest: int
    """Characters of the longest cell."""


def _measure(cells: Sequence[nodes.Node]) -> _Column:
    texts = [cell.astext() for cell in cells]
    # Sphinx lets code break behind these signs.
    words = max((len(word) for text in texts for word in re.findall(r"[^\s/.,;]+[/.,;]?", text)), default=1)
    # Some more, for what stands between columns and for wide letters.
    return _Column(min(words, LONGEST_WORD) + 2, max(map(len, texts)) + 2)
