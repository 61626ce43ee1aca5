"""Makes the entry page and the keyword index documents of the project, without a file in its source folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.parsers import Parser

from sphinx_kwdocs.pages import build_page
from sphinx_kwdocs.sphinx_ext.build import build_of, start_build, warn
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.nodes import document_nodes
from sphinx_kwdocs.sphinx_ext.stamp import read_stamp

if TYPE_CHECKING:
    from docutils.statemachine import StringList
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.build import Build

SUFFIX = ".kwdocs"


def connect(app: Sphinx) -> None:
    """Connect the documents to the build."""
    app.add_source_suffix(SUFFIX, "kwdocs")
    app.add_source_parser(_parser_for(app))
    app.connect("env-get-outdated", announce_documents)
    app.connect("env-updated", hide_stubs, priority=900)


def announce_documents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Scan the repository, add our documents to those that Sphinx found, and return those to be read again."""
    del added, changed
    build = start_build(app)
    _warn_of_lost_documents(env, build)
    outdated = [name for name in build.document_names if _place_stub(app, build, name) or name not in env.all_docs]
    add_to_project(env, {name: _stub(app, name) for name in build.document_names})
    removed.difference_update(build.document_names)
    if writes_pages(app.builder) and read_stamp(app).digest != build.digest:
        # Another builder, or a build of single documents, may have read them for this state and not written them. And
        # before Sphinx 9 a build that reads nothing ends before pages are written.
        outdated = list(build.document_names)
    return outdated


def hide_stubs(app: Sphinx, env: BuildEnvironment) -> None:
    """Name our documents as if they lay in the source folder: the search index publishes where each was read from."""
    build = build_of(app)
    if build is not None:
        add_to_project(env, {name: Path(name + SUFFIX) for name in build.document_names})


def _warn_of_lost_documents(env: BuildEnvironment, build: Build) -> None:
    root = build.config.root
    pages = {build.page_name(key) for key in build.addresses}
    if lost := sorted(pages & env.project.docnames):
        warn(
            "config",
            f"kwdocs_root is {root!r}, but must be a folder without documents of the project's own; "
            f"using it, generated pages replace {', '.join(lost)}",
        )


def add_to_project(env: BuildEnvironment, paths: dict[str, Path]) -> None:
    """Tell Sphinx of documents that lie outside of the source folder.

    The one place that touches what Sphinx keeps to itself: `Project._docname_to_path`, in which `doc2path` looks up
    where a document is read from. `test_documents.py` names it too.
    """
    env.project.docnames.update(paths)
    for name, path in paths.items():
        env.project._docname_to_path[name] = path  # noqa: SLF001  see the docstring


def _stub(app: Sphinx, name: str) -> Path:
    # Where the doctrees lie below the documents, Sphinx would find the stubs too; it never looks into `_sources`.
    return Path(app.doctreedir, "kwdocs", "_sources", name.replace("/", "_") + SUFFIX)


def _place_stub(app: Sphinx, build: Build, name: str) -> bool:
    """Write the file that stands for a document; return whether its text is new."""
    path = _stub(app, name)
    text = f"This document is made by sphinx-kwdocs from the repository, state {build.digest}.\n"
    try:
        if path.read_text(encoding="utf-8") == text:
            return False
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def _parser_for(app: Sphinx) -> type[Parser]:
    class DocumentParser(Parser):
        """Makes the nodes of our documents from the build's state instead of from text."""

        supported: ClassVar[tuple[str, ...]] = ("kwdocs",)

        def parse(self, inputstring: str | StringList, document: nodes.document) -> None:
            """Fill the document."""
            build = build_of(app)
            name = _docname(document)
            if build is None or name not in build.document_names:
                document += nodes.paragraph(str(inputstring), str(inputstring))
                return
            page = build_page(build.site, build.document_names[name])
            document.extend(document_nodes(page, build, name))

    return DocumentParser


def _docname(document: nodes.document) -> str:
    env: Any = document.settings.env
    return str(env.docname)
