"""The domain `kw`: what its roles refer to, what other projects find in the inventory, what documents have said.

Sphinx makes the domain when it starts. So what a method needs of the rest of the package is imported by the method.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sphinx.domains import Domain, ObjType

from sphinx_kwdocs.sphinx_ext.roles import ROLES
from sphinx_kwdocs.sphinx_ext.session import build_of, outcome_of, start_of
from sphinx_kwdocs.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from docutils.parsers.rst import Directive
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.model.documents import DocumentFacts

SearchedObject = tuple[str, str, str, str, str, int]
"""Name, name to show, type, document, anchor and priority, as Sphinx asks for them."""
_BY_DOCUMENT = ("documents", "samples")
"""The parts of the domain's data that are kept by document."""


class KeywordDomain(Domain):
    """Files, folders, symbols and keywords of the repository."""

    name = "kw"
    label = "Keywords"
    object_types: ClassVar[dict[str, ObjType]] = {
        "file": ObjType(N_("file"), "file"),
        "folder": ObjType(N_("folder"), "folder"),
        "symbol": ObjType(N_("symbol"), "sym"),
        "keyword": ObjType(N_("keyword"), "key"),
    }
    roles: ClassVar[dict[str, Any]] = dict(ROLES)
    _is_searched = False
    data_version = 3
    # All is kept by document, so that forgetting one or taking it over from another process costs one step.
    initial_data: ClassVar[dict[str, Any]] = {"documents": {}, "samples": {}, "read": "", "edition": ""}

    @property
    def edition(self) -> str:
        """Another one whenever a document was read or removed."""
        return str(self.data["edition"])

    @property
    def documents(self) -> dict[str, DocumentFacts]:
        """What each document says."""
        return cast("dict[str, DocumentFacts]", self.data["documents"])

    def directive(self, name: str) -> type[Directive] | None:
        """Return a directive; ours are made when the first is asked for."""
        from sphinx_kwdocs.sphinx_ext.authored.directives import make_directives

        for own, made in make_directives().items():
            # What others have put in the place of ours stays.
            self.directives.setdefault(own, made)
        return super().directive(name)

    def clear_doc(self, docname: str) -> None:
        """Forget a document."""
        for part in _BY_DOCUMENT:
            self.data[part].pop(docname, None)
        # Whatever is read is cleared first, so that any change to what documents say begins here.
        # Not by `uuid`, which takes as long to load as all that is loaded before a build begins.
        self.data["edition"] = os.urandom(16).hex()
        repository = start_of(self.env)
        if repository is not None and docname in repository.document_names:
            # Another extension may have all documents read: ours have nothing to say then, and are read once more.
            self.data["read"] = ""

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over documents that another process has read."""
        for part in _BY_DOCUMENT:
            found = otherdata[part]
            self.data[part].update({name: found[name] for name in docnames if name in found})

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Make a reference to what a role names; None if there is no such thing, or more than one."""
        from sphinx_kwdocs.sphinx_ext.authored import role_targets

        del builder, node
        return role_targets.resolve(env, fromdocname, typ, target, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Find nothing: what `any` names is looked up when no other domain knows it, lest two of them do."""
        del env, fromdocname, builder, target, node, contnode
        return []

    def get_objects(self) -> Iterable[SearchedObject]:
        """Yield what the inventory and the search have of ours."""
        outcome, build = outcome_of(self.env), build_of(self.env)
        objects = outcome.objects if outcome else build.objects if build else ()
        return _found_by_own_names(objects) if self._is_searched else objects

    @contextmanager
    def searched(self) -> Iterator[None]:
        """Offer names as a search is to find them, until the end of the block; inventories have them in full."""
        self._is_searched = True
        try:
            yield
        finally:
            self._is_searched = False

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: A002  as Sphinx names it
        """Return the words for a type of object."""
        del primary
        return _(type.lname)

    def get_full_qualified_name(self, node: nodes.Element) -> str | None:
        """Return the name under which an inventory has what a reference names."""
        return str(node.get("reftarget", "")) or None


def _found_by_own_names(objects: Iterable[SearchedObject]) -> Iterator[SearchedObject]:
    """Show symbols by their own names: in full, each would be found with all others by that of its module or class.

    Where one page has several of a name that a search finds, they are shown with what they stand in.
    """
    named = [(item, _own_names(item)) for item in objects]
    repeated = Counter((item[3], own) for item, (own, _whole) in named if own and item[5] >= 0)
    for item, (own, whole) in named:
        name, _shown, kind, document, anchor, priority = item
        shown = whole if repeated[document, own] > 1 else own
        yield name, shown or name, kind, document, anchor, priority


def _own_names(item: SearchedObject) -> tuple[str, str]:
    """Return a symbol's own name, and this with that of what it stands in; empty for anything else."""
    name, _shown, kind, *_place = item
    if kind != "symbol":
        return "", ""
    holder, _dot, own = name.rpartition("#")[2].rpartition(".")
    own = own.partition("~")[0]
    return own, f"{holder.rpartition('.')[2].partition('~')[0]}.{own}" if holder else own


def connect(app: Sphinx) -> None:
    """Connect the domain to the build."""
    app.add_domain(KeywordDomain)


def domain_of(env: BuildEnvironment) -> KeywordDomain:
    """Return the domain of a build."""
    return cast("KeywordDomain", env.get_domain("kw"))
