"""What a build knows when it writes: the repository joined with the documents, and the pages that are planned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.state import public_objects
from sphinx_kwdocs.sphinx_ext.state.repository import DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.builders import Builder

    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.linking.public_names import PublicSymbol
    from sphinx_kwdocs.lookup import Lookup, WordLookup
    from sphinx_kwdocs.model.documents import Documentation, DocumentFacts
    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.pages import Site
    from sphinx_kwdocs.render.urls import ExternalUrls
    from sphinx_kwdocs.sphinx_ext.state.public_objects import Object


@dataclass(frozen=True)
class BuildState:
    """What a build knows when it writes."""

    config: Config
    site: Site
    addresses: Mapping[Target, str]
    documentation: Documentation
    """What the project's documents say."""
    facts: Mapping[str, DocumentFacts]
    """What each of the project's documents says by itself."""
    has_embeds: bool
    """Whether any document has a place for a part of the index; else none has to be searched for one."""
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
