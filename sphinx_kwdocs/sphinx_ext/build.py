"""The state of one build: made once when Sphinx asks what is outdated, then only read."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import pygments
from sphinx.util import logging

from sphinx_kwdocs import __version__
from sphinx_kwdocs.addresses import assign_addresses
from sphinx_kwdocs.config import OPTIONS, WARNING_SUBTYPES, Config, read_config
from sphinx_kwdocs.git import find_checkout, hosted_files
from sphinx_kwdocs.page import Target
from sphinx_kwdocs.pages import make_site, page_keys
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.scan import find_root
from sphinx_kwdocs.sphinx_ext.inventories import external_urls, inventory_state
from sphinx_kwdocs.sphinx_ext.progress import show_progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx

    from sphinx_kwdocs.model import Index
    from sphinx_kwdocs.pages import Site
    from sphinx_kwdocs.render.urls import ExternalUrls

logger = logging.getLogger("sphinx_kwdocs")

DOCUMENTS = (Target("index"), Target("keywords"))
"""The pages that are documents of the project; all others are streamed."""


@dataclass(frozen=True, slots=True)
class Build:
    """What a build knows after scanning the repository."""

    config: Config
    site: Site
    addresses: Mapping[Target, str]
    externals: ExternalUrls
    """Finds the pages of names outside the repository."""
    digest: str
    """Changes whenever any page may."""

    def page_name(self, key: Target) -> str:
        """Return the name under which Sphinx knows a page."""
        return f"{self.config.root}/{self.addresses[key]}"

    @property
    def document_names(self) -> dict[str, Target]:
        """The documents of the project that are ours, by name."""
        return {self.page_name(key): key for key in DOCUMENTS}


_builds: WeakKeyDictionary[Sphinx, Build] = WeakKeyDictionary()


def build_of(app: Sphinx) -> Build | None:
    """Return the state of the running build, once it has one."""
    return _builds.get(app)


def start_build(app: Sphinx) -> Build:
    """Scan the repository and remember the result for this run of Sphinx."""
    config = _settings(app)
    # Sphinx is in the middle of a line here.
    logger.info("")
    root = _repository(app, config)
    index = build_index(root, config, report, partial(show_progress, app))
    site = make_site(index, config.title, hosted_files(root, config))
    addresses = assign_addresses(page_keys(site))
    digest = _digest(index, config, site, inventory_state(app))
    build = _builds[app] = Build(config, site, addresses, external_urls(app), digest)
    return build


def warn(subtype: str, message: str) -> None:
    """Warn the user in a way that `suppress_warnings = ["kwdocs.…"]` can silence."""
    logger.warning("%s", message, type="kwdocs", subtype=subtype)


def report(subtype: str, message: str) -> None:
    """Pass on what the core has to say: a warning of a declared subtype, or a line of information."""
    if subtype in WARNING_SUBTYPES:
        warn(subtype, message)
    else:
        logger.info("kwdocs: %s", message)


def _settings(app: Sphinx) -> Config:
    values = {option.name: app.config[f"kwdocs_{option.name}"] for option in OPTIONS}
    return read_config(values, warn, generated=(Path(app.outdir), Path(app.doctreedir), *_build_folder(app)))


def _build_folder(app: Sphinx) -> Iterator[Path]:
    """Yield the folder of all builders' outputs, where `make` or `-M` put doctrees and output side by side."""
    folder = Path(app.outdir).parent
    if folder == Path(app.doctreedir).parent and not Path(app.srcdir).is_relative_to(folder):
        yield folder


def _repository(app: Sphinx, config: Config) -> Path:
    confdir, srcdir = Path(app.confdir), Path(app.srcdir)
    try:
        if config.repository:
            return find_root(confdir, config.repository)
    except ValueError as error:
        root = find_root(confdir, "")
        warn("config", f"{error}; using {root}")
        return root
    # With `-c`, the settings may lie outside of the project that they are for.
    return find_root(confdir if find_checkout(confdir) or not find_checkout(srcdir) else srcdir, "")


def _digest(index: Index, config: Config, site: Site, inventories: object) -> str:
    state = blake2b(digest_size=16)
    versions = [(language.name, language.version) for language in index.languages.values()]
    state.update(repr((sys.version_info[:2], pygments.__version__, versions)).encode())
    # Where a build writes to shows on no page.
    settings = replace(config, generated=())
    state.update(repr((__version__, settings, site.hosting, inventories)).encode("utf-8", "backslashreplace"))
    for source in index.files.values():
        state.update(repr(source).encode("utf-8", "backslashreplace"))
    return state.hexdigest()
