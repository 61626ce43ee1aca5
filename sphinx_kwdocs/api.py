"""What other projects and extensions may rely on: the nouns, an Index of any folder, and what a running build knows.

Whatever is in `__all__` changes only with a new major version. Sphinx is needed only for the functions that take `app`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sphinx_kwdocs.config import OPTIONS, ignore_problem, read_config
from sphinx_kwdocs.lookup import Answer, Lookup
from sphinx_kwdocs.model.blocks import (
    Bar,
    BarPart,
    Bullets,
    Code,
    Excerpt,
    FactList,
    Graph,
    GraphNode,
    Link,
    Paragraph,
    Snippet,
    Table,
    Tree,
    TreeItem,
    WebLink,
)
from sphinx_kwdocs.model.documents import Documentation, DocumentedObject, Passage, SampleName, Word
from sphinx_kwdocs.model.facts import (
    CodeBlock,
    CodeSpan,
    FileFacts,
    Hyperlink,
    Import,
    Imports,
    NameUse,
    Symbol,
    Symbols,
    Term,
    Terms,
)
from sphinx_kwdocs.model.files import Diagnostic, Folder, Place, SourceFile, Span
from sphinx_kwdocs.model.findings import Finding
from sphinx_kwdocs.model.index import ImportLink, Index, Occurrence
from sphinx_kwdocs.model.occurrences import External, FileReferences
from sphinx_kwdocs.model.page import Page, PageForm, Section, Target
from sphinx_kwdocs.model.plugin_records import Export, IndexRule, Kind, Language, Rule, TokenRules
from sphinx_kwdocs.model.references import Calls, Hierarchy, References, Use
from sphinx_kwdocs.pages import (
    FileSection,
    Keyword,
    PageKind,
    Site,
    definition_link,
    file_link,
    folder_link,
    line_link,
    make_page,
)
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    import os

    from sphinx.application import Sphinx

    from sphinx_kwdocs.config import Problem

__all__ = [
    "Answer",
    "Bar",
    "BarPart",
    "Bullets",
    "Calls",
    "Code",
    "CodeBlock",
    "CodeSpan",
    "Diagnostic",
    "Documentation",
    "DocumentedObject",
    "Excerpt",
    "Export",
    "External",
    "FactList",
    "FileFacts",
    "FileReferences",
    "FileSection",
    "Finding",
    "Folder",
    "Graph",
    "GraphNode",
    "Hierarchy",
    "Hyperlink",
    "Import",
    "ImportLink",
    "Imports",
    "Index",
    "IndexRule",
    "Keyword",
    "Kind",
    "Language",
    "Link",
    "Lookup",
    "NameUse",
    "Occurrence",
    "Page",
    "PageForm",
    "PageKind",
    "Paragraph",
    "Passage",
    "Place",
    "References",
    "Rule",
    "SampleName",
    "Section",
    "Site",
    "Snippet",
    "SourceFile",
    "Span",
    "Symbol",
    "Symbols",
    "Table",
    "Target",
    "Term",
    "Terms",
    "TokenRules",
    "Tree",
    "TreeItem",
    "Use",
    "WebLink",
    "Word",
    "definition_link",
    "documentation_of",
    "file_link",
    "folder_link",
    "index_of",
    "line_link",
    "lookup_of",
    "make_page",
    "read_repository",
    "url_of",
]


def read_repository(
    path: str | os.PathLike[str],
    *,
    report: Problem = ignore_problem,
    **settings: Any,  # noqa: ANN401  each setting has its own type
) -> Index:
    """Read every file of a folder and return the Index of it; nothing is imported or run, and Sphinx is not needed.

    `settings` are those of `conf.py` without `kwdocs_`. A wrong one raises a ValueError that says what is allowed, and
    a path that is no folder a NotADirectoryError. `report` is called with a word and a sentence for everything that is
    no more than a pity, such as a plug-in that cannot be used.
    """
    root = Path(path).resolve()
    if not root.is_dir():
        raise NotADirectoryError(str(path))
    if unknown := settings.keys() - {option.name for option in OPTIONS}:
        message = f"there is no setting {', '.join(sorted(unknown))}"
        raise ValueError(message)
    return build_index(root, read_config(settings, _refuse), report)


def _refuse(subtype: str, message: str) -> NoReturn:
    del subtype
    raise ValueError(message)


def index_of(app: Sphinx) -> Index | None:
    """Return the Index of a running build: from `env-get-outdated` on, when the repository has been surveyed."""
    from sphinx_kwdocs.sphinx_ext.session import start_of

    start = start_of(app.env)
    return start.index if start else None


def lookup_of(app: Sphinx) -> Lookup | None:
    """Return what finds the meaning of names in a running build, from `env-get-outdated` on."""
    from sphinx_kwdocs.sphinx_ext.session import start_of

    start = start_of(app.env)
    return start.lookup if start else None


def documentation_of(app: Sphinx) -> Documentation | None:
    """Return what the project's documents say about the repository, once all are read: from `env-updated` on."""
    from sphinx_kwdocs.sphinx_ext.phases import build_on_demand

    build = build_on_demand(app)
    return build.documentation if build else None


def url_of(app: Sphinx, docname: str, target: Target) -> str:
    """Return the URL of one of our pages or of a document, seen from a document, while the builder writes.

    It is empty before, and if the builder makes no such page.
    """
    from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
    from sphinx_kwdocs.sphinx_ext.phases import build_on_demand

    build = build_on_demand(app)
    return uri_of(build, docname, target) if build else ""
