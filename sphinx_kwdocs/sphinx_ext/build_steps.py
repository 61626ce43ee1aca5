"""Takes a build from one phase to the next: reads the repository, and plans the pages once documents are read."""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.public_names import choose_searched, public_symbols
from sphinx_kwdocs.lookup import WordLookup
from sphinx_kwdocs.memory.shared_store import SharedStore
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
from sphinx_kwdocs.pages import Choices, all_sections, make_site, page_keys
from sphinx_kwdocs.pipeline import read_repository, survey
from sphinx_kwdocs.render.addresses import assign_addresses
from sphinx_kwdocs.running.fast_exit import leave_at_once
from sphinx_kwdocs.running.garbage import collector_paused, set_aside
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.event_names import KEYWORDS
from sphinx_kwdocs.sphinx_ext.inventories import external_urls
from sphinx_kwdocs.sphinx_ext.listeners import KeywordEditor, file_filter, has_listeners, unwanted_symbols
from sphinx_kwdocs.sphinx_ext.progress import show_progress
from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.sphinx_ext.settings import cache_folder, own_folder, report
from sphinx_kwdocs.sphinx_ext.state.build import BuildState
from sphinx_kwdocs.sphinx_ext.state.repository import RepositoryState, SphinxProject
from sphinx_kwdocs.sphinx_ext.time_spent import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.memory.files import FilesRead
    from sphinx_kwdocs.memory.null_store import Store
    from sphinx_kwdocs.model.documents import Documentation, DocumentFacts
    from sphinx_kwdocs.pipeline import LinkedRepository
    from sphinx_kwdocs.sphinx_ext.state.project import ProjectState


def read_files(app: Sphinx, project: ProjectState) -> RepositoryState:
    """Read the files of the repository and remember them for this run of Sphinx."""
    store = _open_store(app, project.config)
    snapshot = read_repository(
        project.root, project.config, report, partial(show_progress, app), file_filter(app), store, app.parallel,
        project.listed,
    )  # fmt: skip
    sphinx_project = SphinxProject(
        language=app.config.language,
        own_documents=frozenset(app.env.project.docnames),
        source_folder=_source_folder(app, project.root),
    )
    repository = RepositoryState(
        project, snapshot, sphinx_project, partial(_survey, app, project, snapshot), partial(unwanted_symbols, app)
    )
    session_of(app.env).hold_repository(repository)
    return repository


def _survey(app: Sphinx, project: ProjectState, snapshot: FilesRead) -> LinkedRepository:
    with counted(app), collector_paused():
        found = survey(project.root, project.config, snapshot, report, app.parallel)
        # Within the pause: the first object after it would have the collector look through all of this.
        set_aside()
    return found


def _open_store(app: Sphinx, config: Config) -> Store:
    own = SqliteStore.open(own_folder(app), report)
    return SharedStore(SqliteStore.open(cache_folder(app, config), report), own) if config.cache else own


def _source_folder(app: Sphinx, root: Path) -> str | None:
    source = Path(app.srcdir)
    folder = source.relative_to(root).as_posix() if source.is_relative_to(root) else None
    return "" if folder == "." else folder


def plan_pages(
    app: Sphinx, repository: RepositoryState, facts: Mapping[str, DocumentFacts], documentation: Documentation
) -> BuildState:
    """Plan the pages, now that it is known what the documents say."""
    config, index = repository.config, repository.index
    edit = KeywordEditor(app, index, facts, report) if has_listeners(app, KEYWORDS) else None
    site = make_site(
        index, config.title, repository.hosting, documentation, edit, report, tells_documents=config.document_links,
        choices=Choices(frozenset(config.pages), config.private == "folded"),
    )  # fmt: skip
    others = (
        [(kind.form, kind.version) for kind in site.kinds.values()],
        [(section.name, section.order, section.version) for section in all_sections()],
        [(rule.name, rule.version) for rule in index.index_rules.values()],
        edit.changes if edit else [],
    )
    public = public_symbols(index)
    build = BuildState(
        config=config,
        site=site,
        addresses=assign_addresses(page_keys(site), site.forms),
        documentation=documentation,
        facts=facts,
        has_embeds=any(document.embeds for document in domain_of(app.env).documents.values()),
        lookup=repository.lookup,
        words=WordLookup(documentation.words),
        public=public,
        searched=choose_searched(
            index, public, config.search_names, {*documentation.documented, *documentation.sources}
        ),
        externals=external_urls(app),
        source_folder=repository.source_folder,
        builder=app.builder,
        keys=repository.snapshot.keys,
        shared=blake2b(
            repr((repository.shared, others)).encode("utf-8", "backslashreplace"), digest_size=16
        ).hexdigest(),
        digest=_pages_digest(repository, documentation, others),
    )
    session_of(app.env).hold_build(build)
    leave_at_once(repository)
    leave_at_once(build)
    return build


def _pages_digest(repository: RepositoryState, documentation: Documentation, others: object) -> str:
    """Sum up all that any page depends on; `others` is what neither the repository nor the documents say."""
    state = blake2b(repository.digest.encode(), digest_size=16)
    said = (
        (documentation.documented, documentation.mentioned, documentation.sources),
        (documentation.objects, documentation.words, others),
    )
    state.update(repr(said).encode("utf-8", "backslashreplace"))
    return state.hexdigest()
