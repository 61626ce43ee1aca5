"""The state of one build: the repository is surveyed before documents are read, and all is joined after that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_kwdocs.addresses import assign_addresses
from sphinx_kwdocs.collector import collector_paused, set_aside
from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.lookup import Lookup, WordLookup
from sphinx_kwdocs.model import source_values
from sphinx_kwdocs.page import Target
from sphinx_kwdocs.pages import Choices, make_site, page_keys
from sphinx_kwdocs.pipeline import read_repository, survey
from sphinx_kwdocs.plugins import installed_plugins
from sphinx_kwdocs.program import program_digest
from sphinx_kwdocs.public_names import choose_searched, public_symbols
from sphinx_kwdocs.shared_store import SharedStore
from sphinx_kwdocs.skip import without_symbols
from sphinx_kwdocs.sphinx_ext import public_objects
from sphinx_kwdocs.sphinx_ext.declared_events import KEYWORDS
from sphinx_kwdocs.sphinx_ext.domain import domain_of
from sphinx_kwdocs.sphinx_ext.events import KeywordEditor, file_filter, has_listeners, unwanted_symbols
from sphinx_kwdocs.sphinx_ext.inventories import external_urls
from sphinx_kwdocs.sphinx_ext.leaving import leave_at_once
from sphinx_kwdocs.sphinx_ext.progress import show_progress
from sphinx_kwdocs.sphinx_ext.quiet import wake
from sphinx_kwdocs.sphinx_ext.settings import cache_folder, own_folder, report
from sphinx_kwdocs.sphinx_ext.spent import counted
from sphinx_kwdocs.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.documents import Documentation, DocumentFacts
    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.no_store import Keeper
    from sphinx_kwdocs.pages import Hosting, Site
    from sphinx_kwdocs.pipeline import Survey
    from sphinx_kwdocs.public_names import PublicSymbol
    from sphinx_kwdocs.reading import Snapshot
    from sphinx_kwdocs.render.urls import ExternalUrls
    from sphinx_kwdocs.samples import SampleResolver
    from sphinx_kwdocs.sphinx_ext.public_objects import Object
    from sphinx_kwdocs.sphinx_ext.sight import Sight

DOCUMENTS = (Target("index"), Target("keywords"))
"""The pages that are documents of the project; all others are streamed."""


class Start:
    """What a build knows before it reads the project's documents.

    The files are known at once; they are joined only when somebody asks, since nobody may.
    """

    def __init__(self, app: Sphinx, sight: Sight, snapshot: Snapshot) -> None:
        self._app = app
        self._root = sight.root
        self.config = sight.config
        self.snapshot = snapshot
        """The files of the repository."""
        self.hosting: Hosting | None = sight.hosting
        """Where the repository is hosted, if that is known."""
        self.own_documents = frozenset(app.env.project.docnames)
        """The documents that the project has without us."""
        self.source_folder = _source_folder(app, sight.root)
        """Where in the repository the documents lie; None if they do not."""
        outside = (app.config.language, sight.inventories, sorted(self._unwanted))
        self.shared = _shared_digest(self.config, outside)
        """Changes whenever every page may, as far as that depends on neither files nor documents."""
        self.digest = _files_digest(self.shared, snapshot, self.hosting)
        """Changes whenever any page may, as far as that depends on the repository and the settings."""
        # What cannot be read may be readable for the next one who builds, and looks the same.
        self.look = "" if any(file.kind == "unreadable" for file in snapshot.files.values()) else sight.state
        """The same as it shows from outside; empty if it does not."""

    @cached_property
    def _survey(self) -> Survey:
        with counted(self._app), collector_paused():
            found = survey(self._root, self.config, self.snapshot, report, self._app.parallel)
            # Within the pause: the first object after it would have the collector look through all of this.
            set_aside()
        return found

    @cached_property
    def _unwanted(self) -> frozenset[str]:
        # Without listeners, nothing has to be joined to know that nothing is unwanted.
        return unwanted_symbols(self._app, lambda: self._survey.index)

    @cached_property
    def index(self) -> Index:
        """All that is known of the repository."""
        return without_symbols(self._survey.index, self._unwanted)

    @cached_property
    def lookup(self) -> Lookup:
        """Finds what a name means."""
        return Lookup(self.index)

    @property
    def samples(self) -> SampleResolver:
        """Finds what the names in blocks of code mean."""
        return self._survey.samples

    @property
    def document_names(self) -> dict[str, Target]:
        """The documents of the project that are ours, by name."""
        # They come first when addresses are given, so they always have those that they want.
        return {f"{self.config.root}/{key.kind}": key for key in DOCUMENTS}


@dataclass(frozen=True)
class Build:
    """What a build knows when it writes."""

    config: Config
    site: Site
    addresses: Mapping[Target, str]
    documentation: Documentation
    """What the project's documents say."""
    facts: Mapping[str, DocumentFacts]
    """What each of the project's documents says by itself."""
    lookup: Lookup
    """Finds what a name means."""
    words: WordLookup
    """Finds the keywords that authors declared."""
    public: Mapping[str, PublicSymbol]
    """The names that other projects may rely on, by the name under which they find them."""
    searched: frozenset[str]
    """The files and symbols that Sphinx's search has."""
    externals: ExternalUrls
    """Finds the pages of names outside the repository."""
    source_folder: str | None
    """Where in the repository the documents lie; None if they do not."""
    builder: Builder
    """Who writes."""
    keys: Mapping[str, str]
    """Stand for what files say, by path."""
    shared: str
    """Changes whenever every page may, as far as that depends on neither files nor documents."""
    digest: str
    """Changes whenever any page may."""

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """What the inventory and Sphinx's search have of ours; both ask, and the outcome of the build has it too."""
        return tuple(public_objects.objects(self))

    @cached_property
    def has_embeds(self) -> bool:
        """Whether any document has a place for a part of the index; else none has to be searched for one."""
        return any(facts.embeds for facts in domain_of(self.builder.env).documents.values())

    def path_of(self, docname: str) -> str:
        """Return a document's place in the repository, without its suffix: paths in it may be relative to that.

        Empty if it lies outside.
        """
        if self.source_folder is None:
            return ""
        return f"{self.source_folder}/{docname}" if self.source_folder else docname

    def page_name(self, key: Target) -> str:
        """Return the name under which Sphinx knows a page."""
        return f"{self.config.root}/{self.addresses[key]}"

    @property
    def document_names(self) -> dict[str, Target]:
        """The documents of the project that are ours, by name."""
        return {self.page_name(key): key for key in DOCUMENTS}


_starts: WeakKeyDictionary[BuildEnvironment, Start] = WeakKeyDictionary()
_builds: WeakKeyDictionary[BuildEnvironment, Build] = WeakKeyDictionary()


def start_of(env: BuildEnvironment) -> Start | None:
    """Return what the running build knows of the repository, once it has looked; a quiet one looks now."""
    wake(env)
    return _starts.get(env)


def build_of(env: BuildEnvironment) -> Build | None:
    """Return the state of the running build, once documents are read."""
    return _builds.get(env)


def start_build(app: Sphinx, sight: Sight) -> Start:
    """Read the files of the repository and remember them for this run of Sphinx."""
    store = _open_store(app, sight.config)
    snapshot = read_repository(
        sight.root, sight.config, report, partial(show_progress, app), file_filter(app), store, app.parallel,
        sight.listed,
    )  # fmt: skip
    start = Start(app, sight, snapshot)
    _starts[app.env] = start
    _builds.pop(app.env, None)
    return start


def _open_store(app: Sphinx, config: Config) -> Keeper:
    own = Store.open(own_folder(app), report)
    return SharedStore(Store.open(cache_folder(app, config), report), own) if config.cache else own


def finish_build(app: Sphinx, start: Start, facts: Mapping[str, DocumentFacts], documentation: Documentation) -> Build:
    """Plan the pages, now that it is known what the documents say."""
    config = start.config
    edit = KeywordEditor(app, start.index, facts, report) if has_listeners(app, KEYWORDS) else None
    site = make_site(
        start.index, config.title, start.hosting, documentation, edit, report, tells_documents=config.document_links,
        choices=Choices(frozenset(config.pages), config.private == "folded"),
    )  # fmt: skip
    addresses = assign_addresses(page_keys(site), site.forms)
    state = blake2b(start.digest.encode(), digest_size=16)
    others = ([(kind.form, kind.version) for kind in site.kinds.values()], edit.changes if edit else [])
    said = (
        (documentation.documented, documentation.mentioned, documentation.sources),
        (documentation.objects, documentation.words, others),
    )
    state.update(repr(said).encode("utf-8", "backslashreplace"))
    public = public_symbols(start.index)
    build = Build(
        config=config,
        site=site,
        addresses=addresses,
        documentation=documentation,
        facts=facts,
        lookup=start.lookup,
        words=WordLookup(documentation.words),
        public=public,
        searched=choose_searched(
            start.index, public, config.search_names, {*documentation.documented, *documentation.sources}
        ),
        externals=external_urls(app),
        source_folder=start.source_folder,
        builder=app.builder,
        keys=start.snapshot.keys,
        shared=blake2b(repr((start.shared, others)).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest(),
        digest=state.hexdigest(),
    )
    _builds[app.env] = build
    leave_at_once(start)
    leave_at_once(build)
    return build


def _source_folder(app: Sphinx, root: Path) -> str | None:
    source = Path(app.srcdir)
    folder = source.relative_to(root).as_posix() if source.is_relative_to(root) else None
    return "" if folder == "." else folder


def _shared_digest(config: Config, outside: object) -> str:
    """Sum up settings and versions; `outside` is what neither the repository nor the settings say."""
    plugins = [(f"{group} {value}", version) for group, value, version in installed_plugins()]
    # Where a build writes to, and what it keeps, shows on no page.
    settings = replace(config, generated=(), cache="")
    state = repr((program_digest(), plugins, settings, outside)).encode("utf-8", "backslashreplace")
    return blake2b(state, digest_size=16).hexdigest()


def _files_digest(shared: str, snapshot: Snapshot, hosting: Hosting | None) -> str:
    files = [(source_values(source), snapshot.keys.get(path)) for path, source in snapshot.files.items()]
    return sum_up((shared, repr(hosting), files)).hex()
