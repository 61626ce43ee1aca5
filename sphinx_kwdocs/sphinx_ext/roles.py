"""The roles with which authors name files, folders, symbols and keywords in their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.roles import XRefRole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.nodes import Element
    from sphinx.environment import BuildEnvironment


class _NameRole(XRefRole):
    """A role whose text is the name of something; a `~` in front shows only the last part of it."""

    separator = "."

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Shorten what is shown, and keep the name apart from its marks."""
        del env, refnode
        target = " ".join(target.split())
        if not has_explicit_title:
            title = " ".join(title.split())
            if target.startswith("~"):
                title = self.shorten(target[1:])
        return title, target.lstrip("~")

    def shorten(self, target: str) -> str:
        """Return the last part of a name."""
        name, hash_sign, qualname = target.partition("#")
        if hash_sign and self.separator == "/":
            return name.rstrip("/").rpartition("/")[2] + hash_sign + qualname
        return (qualname or name).rstrip(self.separator).rpartition(self.separator)[2]


class _PathRole(_NameRole):
    """A role whose text is a path."""

    separator = "/"


class _FolderRole(_PathRole):
    """A role whose text is the path of a folder, which inventories write with a slash at its end."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """End the path with a slash, whether the author did or not."""
        title, target = super().process_link(env, refnode, has_explicit_title, title, target)
        return title, f"{target.rstrip('/')}/"


ROLES: Mapping[str, XRefRole] = {
    "file": _PathRole(warn_dangling=True),
    "folder": _FolderRole(warn_dangling=True),
    "sym": _NameRole(warn_dangling=True),
    "key": _NameRole(warn_dangling=True, innernodeclass=nodes.inline),
}
"""Every role by its name in the domain."""
