"""Reads the documents of a checkout with Sphinx, without its own settings, and lists the links made of inline code.

The project's `conf.py` is not run: it wants the project installed, and extensions that need not be there. Directives
and roles that nobody knows then are left out by Sphinx, so a document loses what they hold and nothing else.
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.sphinx_ext.authored.collect import is_inline_code
from sphinx_kwdocs.sphinx_ext.authored.name_links import _is_left_alone
from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_AROUND = 160
"""Characters of the paragraph that are shown on either side of a name."""
_DESCRIPTIVE = re.compile(r"^\.\. ([a-z][\w-]*):: \S", re.MULTILINE)
_OWN_TYPES = {"setting", "signal", "event", "sig", "state", "hook", "reqmeta", "globalvar"}
"""Directives with which projects describe things of their own, declared in `conf.py` by `add_object_type`."""


class Link(NamedTuple):
    """A link that inline code became by itself."""

    document: str
    text: str
    target: str
    context: str
    """What stands around it, for whoever judges."""


def inline_links(docs: Path) -> Iterator[Link]:
    """Yield every automatic link of the documents in a folder, each text once a document, in order."""
    with tempfile.TemporaryDirectory() as place, patch_docutils(), docutils_namespace():
        app = _application(docs, Path(place))
        app.build(force_all=True)
        build = build_of(app.env)
        if build is None:
            return
        for document, links in sorted(build.documentation.links.items()):
            yield from _of_document(app, document, links)


def _application(docs: Path, place: Path) -> Sphinx:
    texts = [path for pattern in ("*.rst", "*.md", "*.txt") for path in docs.rglob(pattern)]
    suffixes = {path.suffix for path in texts}
    settings = {
        "extensions": ["sphinx_kwdocs", __name__, *(["myst_parser"] if ".md" in suffixes else [])],
        "source_suffix": {suffix: "markdown" if suffix == ".md" else "restructuredtext" for suffix in suffixes},
        "exclude_patterns": ["_build", "**/node_modules", "**/includes/*", "**/_templates/*", "requirements*.txt"],
        "root_doc": next((name for name in ("index", "contents") if any(docs.glob(f"{name}.*"))), "index"),
        "suppress_warnings": ["*"],
        "kwdocs_cache": str(place / "cache"),
        "myst_enable_extensions": ["colon_fence", "deflist", "fieldlist", "substitution", "attrs_inline"],
    }
    quiet = io.StringIO()
    return Sphinx(docs, None, place / "out", place / "trees", "dummy", settings, status=quiet, warning=quiet)


def setup(app: Sphinx) -> None:
    """Declare the directives with which the documents describe things of their own; called by Sphinx."""
    texts = [path.read_text("utf-8", "replace") for path in Path(app.srcdir).rglob("*.rst")]
    found = {name for text in texts for name in _DESCRIPTIVE.findall(text)}
    for name in sorted(found & _OWN_TYPES):
        app.add_object_type(name, name)


def _of_document(app: Sphinx, document: str, links: Mapping[str, str]) -> Iterator[Link]:
    seen: set[str] = set()
    for node in app.env.get_doctree(document).findall(nodes.literal):
        text = node.astext()
        if text in links and text not in seen and is_inline_code(node) and not _is_left_alone(node):
            seen.add(text)
            yield Link(document, text, links[text], _around(node, text))


def _around(node: nodes.literal, text: str) -> str:
    paragraph = node.parent
    while paragraph.parent is not None and not isinstance(paragraph, (nodes.paragraph, nodes.term, nodes.title)):
        paragraph = paragraph.parent
    whole = " ".join((paragraph if not isinstance(paragraph, nodes.document) else node.parent).astext().split())
    place = max(whole.find(text), 0)
    return whole[max(place - _AROUND, 0) : place + len(text) + _AROUND]


def text_mentions(root: Path) -> Iterator[Link]:
    """Yield what the files of a repository mention by name only, each text once a file, in order."""
    index = build_index(root, Config())
    for path, references in index.references.files.items():
        lines: list[str] = []
        seen: set[str] = set()
        for item in references:
            if item.role == "mention" and item.known == "name":
                lines = lines or (root / path).read_text("utf-8", "replace").split("\n")
                line = lines[item.span.line - 1]
                text = line[item.span.col : item.span.end_col]
                if text not in seen:
                    seen.add(text)
                    yield Link(path, text, item.target, " ".join(line.split())[: 2 * _AROUND])
