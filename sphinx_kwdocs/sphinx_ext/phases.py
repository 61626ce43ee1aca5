"""Makes the entry page and the keyword index documents of the project, without a file in its source folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.parsers import Parser
from sphinx.util.i18n import docname_to_domain

from sphinx_kwdocs.pages import build_page
from sphinx_kwdocs.running.garbage import collector_paused, set_aside, take_back
from sphinx_kwdocs.sphinx_ext.authored.document_links import (
    join_documents,
    own_documents,
    warn_of_double_keywords,
    warn_of_unknown_keywords,
)
from sphinx_kwdocs.sphinx_ext.build_steps import plan_pages, read_files
from sphinx_kwdocs.sphinx_ext.builders import writes_pages
from sphinx_kwdocs.sphinx_ext.document_states import changed_documents
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.idle_build import watch_for_late_work
from sphinx_kwdocs.sphinx_ext.nodes.page_nodes import document_nodes
from sphinx_kwdocs.sphinx_ext.own.virtual_documents import SUFFIX, register_virtual
from sphinx_kwdocs.sphinx_ext.remembered.inventory import write_inventory_if_changed
from sphinx_kwdocs.sphinx_ext.remembered.last_outcome import outcome_by_content
from sphinx_kwdocs.sphinx_ext.remembered.output_record import files_below, is_complete, mark_incomplete, read_record
from sphinx_kwdocs.sphinx_ext.session import build_of, outcome_of, start_of
from sphinx_kwdocs.sphinx_ext.settings import warn
from sphinx_kwdocs.sphinx_ext.time_spent import counted
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.statemachine import StringList
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState
    from sphinx_kwdocs.sphinx_ext.state.project import ProjectState
    from sphinx_kwdocs.sphinx_ext.state.repository import RepositoryState


def connect(app: Sphinx) -> None:
    """Connect the documents to the build."""
    app.add_source_parser(DocumentParser)
    # First, because others may look at all documents then, and ours have to be among them.
    app.connect("env-updated", read_documents, priority=100)
    app.connect("build-finished", remove_empty_catalogs)
    app.connect("build-finished", close_store)
    # Last, since whoever makes something new after that has the collector look through all that was joined.
    app.connect("build-finished", lambda _app, _exception: take_back(), priority=999)


def announce_documents(app: Sphinx, env: BuildEnvironment, project: ProjectState, removed: set[str]) -> list[str]:
    """Read the repository and add our documents to those that Sphinx found; they are read after all others."""
    with collector_paused():
        repository = read_files(app, project)
        register_virtual(app, env, repository.document_names)
        removed.difference_update(repository.document_names)
        # Neither what was read nor the modules that are loaded are garbage, and while the project's documents are read
        # the collector would look through both again and again.
        set_aside()
    return []


def read_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Join what the documents say with the repository, read our documents, and return all that are to be written."""
    with counted(app):
        repository = start_of(env)
        return [] if repository is None else _outdated_documents(app, env, repository)


def _outdated_documents(app: Sphinx, env: BuildEnvironment, repository: RepositoryState) -> list[str]:
    if outcome_by_content(app, repository) is not None:
        watch_for_late_work(app, build_on_demand)
        return []
    write_inventory_if_changed(app)
    build = join(app, repository)
    warn_of_double_keywords(build.words)
    warn_of_unknown_keywords(build.documentation)
    _warn_of_lost_documents(build, repository.own_documents)
    state = domain_of(env).data
    is_due = writes_pages(app.builder) and not _is_written(app, build)
    if is_due:
        # A build that ends between here and its last page leaves documents of which nobody knows the state.
        mark_incomplete(app)
    if is_due or state["read"] != build.digest or not _is_read(env, build):
        for name in build.document_names:
            app.events.emit("env-purge-doc", env, name)
            env.clear_doc(name)
            app.builder.read_doc(name)
        state["read"] = build.digest
    outdated = changed_documents(app, build)
    if is_due:
        # A build of single documents may have read them for this state and not written them. And before Sphinx 9 a
        # build that reads nothing ends before pages are written.
        outdated = sorted({*outdated, *build.document_names})
    return outdated


def _is_written(app: Sphinx, build: BuildState) -> bool:
    builder: Any = app.builder
    files = (Path(builder.get_outfilename(name)) for name in build.document_names)
    if not is_complete(app, build.digest) or not all(file.is_file() for file in files):
        return False
    # Before Sphinx 9 nothing is written unless documents are: somebody may have removed a page of ours.
    return read_record(app).files.issubset(files_below(os.path.join(app.outdir, "")))  # noqa: PTH118  a string


def _is_read(env: BuildEnvironment, build: BuildState) -> bool:
    names = build.document_names
    doctrees = (Path(env.doctreedir, f"{name}.doctree") for name in names)
    return env.all_docs.keys() >= names.keys() and all(path.is_file() for path in doctrees)


def join(app: Sphinx, repository: RepositoryState) -> BuildState:
    """Join the repository with what the documents say."""
    with collector_paused():
        facts = own_documents(app.env, repository)
        documentation = join_documents(app.env, repository, facts)
        repository.samples.forget()
        repository.snapshot.facts.forget()
        build = plan_pages(app, repository, facts, documentation)
        # Within the pause, as what was surveyed.
        set_aside()
    return build


def build_on_demand(app: Sphinx) -> BuildState | None:
    """Return the state of the running build, once documents are read; joined now if nobody needed it so far."""
    build, repository = build_of(app.env), start_of(app.env)
    if build is None and repository is not None and outcome_of(app.env) is not None:
        return join(app, repository)
    return build


def remove_empty_catalogs(app: Sphinx, exception: Exception | None) -> None:
    """Leave translators of the project's own text no file without a message: our documents have nothing for them."""
    build = build_of(app.env) if exception is None and app.builder.name == "gettext" else None
    catalogs: Mapping[str, Any] = getattr(app.builder, "catalogs", {})
    for name in build.document_names if build else ():
        domain = docname_to_domain(name, app.config.gettext_compact)
        if domain in catalogs and not list(catalogs[domain]):
            Path(app.outdir, f"{domain}.pot").unlink(missing_ok=True)


def close_store(app: Sphinx, exception: Exception | None) -> None:
    """Let go of the file that keeps what was found out, after removing what is no longer in use, if that is much."""
    repository = start_of(app.env) if hasattr(app, "env") else None
    if repository is not None:
        if exception is None and build_of(app.env) is not None:
            repository.snapshot.tidy()
        repository.snapshot.store.close()


def _warn_of_lost_documents(build: BuildState, own_documents: frozenset[str]) -> None:
    root = build.config.root
    if lost := sorted(own_documents.intersection(map(build.page_name, build.addresses))):
        text = _(
            "kwdocs_root is {root}, but must be a folder without documents of the project's own; "
            "using it, generated pages replace {pages}"
        )
        warn("config", text.format(root=repr(root), pages=", ".join(lost)))


class DocumentParser(Parser):
    """Makes the nodes of our documents from the build's state instead of from text."""

    supported: ClassVar[tuple[str, ...]] = ("kwdocs",)

    def parse(self, inputstring: str | StringList, document: nodes.document) -> None:
        """Fill the document."""
        env: Any = document.settings.env
        build, name = build_of(env), str(env.docname)
        # Other extensions expect the source of a document to lie in the source folder.
        document["source"] = str(Path(env.srcdir, name + SUFFIX))
        if build is None or name not in build.document_names:
            document += nodes.paragraph(str(inputstring), str(inputstring))
            return
        page = build_page(build.site, build.document_names[name])
        document.extend(document_nodes(page, build, name))
